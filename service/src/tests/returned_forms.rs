//! Every form that is refused comes back as it was sent, with the reason and the way on.

use std::collections::BTreeSet;

use axum::http::StatusCode;

use super::all_pages::populated;
use super::test_server::{Answer, Browser, TestServer, lacks, says};
use crate::web::route::Reads;
use crate::web::routes::ROUTES;

const LONG: &str = "A name of more than 120 characters: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
                    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

/// Address of a form, its fields with their values, and the field that the reason is at, if it is one.
type Refused = (&'static str, &'static [(&'static str, &'static str)], Option<&'static str>);

/// Forms in which people write, each with values of which one cannot be taken; the field that the reason is at, if it is one.
const REFUSED: &[Refused] = &[
    ("/people/invite", &[("note", LONG), ("role", "investigator")], Some("note")),
    ("/events/{event}/members", &[("login", "no-body"), ("role", "investigator")], Some("login")),
    (
        "/events/{event}/tokens",
        &[("label", "door \"1\""), ("scope", "read_results"), ("days", "9x")],
        Some("days"),
    ),
    (
        "/events/follow",
        &[("name", "Live & more"), ("place", "nowhere"), ("delay", "90"), ("each_move", "yes")],
        Some("place"),
    ),
    ("/events/{event}/engines/hands", &[("who", LONG)], Some("who")),
    ("/events/{event}/full-tests", &[("on", "yes"), ("core_minutes", "-5")], Some("core-minutes")),
    ("/events/{event}/players/{player}/full-test", &[("reason", LONG)], Some("reason")),
    (
        "/events/{event}/absences",
        &[
            ("round", "3"),
            ("player", "Birch, Anna"),
            ("opponent", "Oak, Boris"),
            ("moves", "4000"),
            ("what", "left"),
        ],
        Some("by-moves"),
    ),
    ("/events/{event}/name", &[("name", LONG)], Some("name")),
    (
        "/events/{event}/rating",
        &[
            ("basis", "live"),
            ("from_lists", "yes"),
            ("rating_sd", "9000"),
            ("unrated_as", "1500"),
            ("unrated_sd", "80"),
        ],
        None,
    ),
    (
        "/events/{event}/circumstances",
        &[
            ("mode", ""),
            ("supervised", "no"),
            ("time_class", ""),
            ("time_control", "9x"),
            ("players", "12"),
            ("rounds", "7"),
            ("first_day", "2026-03-01"),
            ("last_day", "2026-03-09"),
            ("place", "Hall <2>"),
            ("organiser", "Club & co"),
            ("chief_arbiter", "A. \"B\" C"),
            ("singled_out", "Oak, Boris"),
            ("complaint_player", "Birch, Anna"),
            ("complaint_observation", "with"),
            ("complaint_day", "2026-03-02"),
        ],
        Some("time_control"),
    ),
    (
        "/events/{event}/accepted",
        &[
            ("accepted_arbiter", "A. \u{202e} \"B\""),
            ("accepted_white", "Oak, Boris"),
            ("accepted_black", "Elm, Clara"),
            ("accepted_round", "2"),
            ("accepted_game", ""),
            ("accepted_word", "Ke3"),
        ],
        None,
    ),
    (
        "/events/{event}/players/{player}/new-case",
        &[
            ("title", "Round 7"),
            ("kind", "arbiter_report"),
            ("prompted", "First line.\n<b>Second</b> line."),
            ("complainant", "Elm, Clara"),
            ("fide_id", "12x"),
            ("participant", "yes"),
            ("facts", "Away after most moves."),
            ("only_strength", "yes"),
            ("engine", "Stockfish"),
        ],
        None,
    ),
    ("/cases/{case}/notes", &[("text", "A note with a sign that turns text: \u{202e}abc")], Some("note")),
    (
        "/cases/{case}/indications",
        &[("platform", "A site"), ("says", "It says so."), ("day", "2099-01-01"), ("reference", "12")],
        None,
    ),
    (
        "/cases/{case}/breaches",
        &[
            ("about", "camera"),
            ("moment", "move 12"),
            ("day", "2099-01-01"),
            ("facts", "A telephone."),
            ("measures", "kept"),
        ],
        None,
    ),
    (
        "/cases/{case}/complaint",
        &[("raised", "in_tournament"), ("fide_id", "x1"), ("facts", "Some facts."), ("late", "Ill.")],
        Some("fide_id"),
    ),
    ("/cases/{case}/members", &[("login", "no-body"), ("role", "investigator")], Some("login")),
    ("/cases/{case}/close", &[("text", "An outcome \u{202e}.")], Some("outcome")),
];

/// Forms with a file: the fields beside it, and what is wrong with the file.
const WITH_FILE: &[(&str, &[(&str, &str)])] = &[
    ("/events", &[("name", "A new event & more")]),
    ("/events/{event}/files", &[]),
    ("/events/{event}/aliases", &[]),
    ("/events/{event}/report", &[("encoding", "windows-1251")]),
    ("/events/{event}/book", &[]),
    ("/ratings", &[("month", "2026-03"), ("kind", "rapid")]),
    ("/verify", &[("key", "not a key")]),
];

/// Forms that nothing can be wrong with, or that have pages of their own: before signing in, and the second factor.
const OTHERS: &[&str] = &[
    "/language",
    "/login",
    "/welcome/{link}",
    "/reset/{link}",
    "/confirm",
    "/account",
    "/account/mail",
    "/account/second-factor",
    "/account/second-factor/prove",
    "/account/second-factor/remove",
    "/events/{event}/engines/hands/lower",
    "/people/chief",
    "/people/case",
    "/people/namings/{naming}/confirm",
    "/cases/{case}/full-tests",
    "/cases/{case}/proposals/{entry}/sign",
    "/cases/{case}/reopen",
];

struct Site {
    server: TestServer,
    all: Browser,
    player: String,
}

impl Site {
    fn new() -> Self {
        let (server, all, pages) = populated();
        let player = pages.iter().find_map(|page| page.strip_prefix("/events/1/players/"));
        let player = player.and_then(|rest| rest.split(['/', '?']).next()).expect("a player").to_owned();
        Self { server, all, player }
    }

    fn path(&self, pattern: &str) -> String {
        pattern.replace("{event}", "1").replace("{case}", "1").replace("{player}", &self.player)
    }
}

fn escaped(text: &str) -> String {
    let signs = [("&", "&#38;"), ("<", "&#60;"), (">", "&#62;"), ("\"", "&#34;"), ("'", "&#39;")];
    signs.iter().fold(text.to_owned(), |text, (sign, escape)| text.replace(sign, escape))
}

/// Holds that a page shows a value in a field of a form.
#[track_caller]
fn keeps(page: &str, pattern: &str, (name, value): (&str, &str)) {
    if value.is_empty() || name == "what" {
        return;
    }
    let value = escaped(value);
    let tags = page.split('<').filter(|tag| tag.contains(&format!(" name=\"{name}\"")));
    let in_tag = |tag: &str| {
        let shown = tag.contains(&format!(" value=\"{value}\""));
        if tag.contains("type=\"checkbox\"") { shown && tag.contains(" checked") } else { shown }
    };
    let is_kept = tags.clone().any(in_tag)
        || page.contains(&format!("\n{value}</textarea>"))
        || page.split("<select ").skip(1).any(|select| {
            let (tag, options) = select.split_once('>').unwrap_or_default();
            let options = options.split("</select>").next().unwrap_or_default();
            tag.contains(&format!("name=\"{name}\""))
                && options.contains(&format!("value=\"{value}\" selected"))
        });
    assert!(is_kept, "{pattern}: {name} = {value} in {page}");
}

#[track_caller]
fn is_returned(answer: &Answer, pattern: &str) -> String {
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{pattern}: {}", answer.text());
    let page = answer.text();
    // The page of the form with its navigation, and the reason above everything else.
    says(&page, &["<nav aria-label=", "<main id=\"main\">\n<p class=\"notice\" role=\"alert\">"]);
    lacks(&page, &["This did not work", "To your events"]);
    page
}

#[test]
fn every_refused_form_comes_back_with_what_was_written() {
    let site = Site::new();
    for (pattern, fields, at) in REFUSED {
        let answer = site.server.post(&site.all, &site.path(pattern), fields);
        let page = is_returned(&answer, pattern);
        for field in *fields {
            keeps(&page, pattern, *field);
        }
        says(&page, &["Nothing was saved; what you wrote is still in the form."]);
        if let Some(at) = at {
            let tag = page.split('<').find(|tag| tag.contains(&format!(" id=\"{at}\""))).unwrap_or_default();
            says(tag, &["aria-invalid=\"true\"", "aria-describedby=\"refused"]);
            says(&page, &[&format!("href=\"#{at}\""), " id=\"refused"]);
        }
    }
    for (pattern, fields) in WITH_FILE {
        let csrf = site.all.csrf_token();
        let all = [&[("csrf", csrf.as_str())], *fields].concat();
        let file = ("file", "a.txt", b"nothing that can be read".as_slice());
        let answer = site.server.upload_files(&site.all, &site.path(pattern), &all, &[file]);
        let page = is_returned(&answer, pattern);
        says(&page, &["Choose the file again"]);
        for field in *fields {
            keeps(&page, pattern, *field);
        }
    }
}

/// All fields of the circumstances that cannot be taken are named at once, each with its own reason beside it.
#[test]
fn every_field_that_is_refused_says_why() {
    let site = Site::new();
    let form = "/events/1/circumstances";
    let long = "O".repeat(500);
    let fields = [
        ("mode", "over_the_board"),
        ("time_control", "bananas"),
        ("rounds", "0"),
        ("first_day", "2026-03-09"),
        ("last_day", "2026-03-01"),
        ("organiser", long.as_str()),
        ("singled_out", "Brich, Anna"),
        ("complaint_player", "Oak, Boris"),
        ("complaint_observation", "with"),
        ("complaint_day", "2026-03-02"),
    ];
    let page = is_returned(&site.server.post(&site.all, form, &fields), form);
    let reasons = [
        "This is not understood as a time control.",
        "This is no whole number from 1 to 1000.",
        "The last day is before the first, 2026-03-09.",
        "This has 500 characters. At most 120 are taken.",
        "Brich, Anna may be: Birch, Anna",
        "The event began on 2026-03-09, and this day is before it.",
    ];
    says(&page, &reasons);
    assert_eq!(page.matches("notice fault").count(), reasons.len(), "{page}");
    says(&page, &["<bdi>Time control; Rounds planned; Last day; Organiser; "]);
    says(&page, &["Received on</bdi>. Nothing was saved; what you wrote is still in the form."]);
    for (field, value, why) in [
        ("players", "many", "This is no whole number from"),
        ("players", "1", "This is no whole number from"),
        ("place", "a\u{202e}b", "This holds a character that cannot be seen or shown: a\\u{202e}b"),
        ("time_control", "1+0", ""),
    ] {
        let answer = site.server.post(&site.all, form, &[(field, value)]);
        if why.is_empty() {
            answer.leads();
        } else {
            let page = is_returned(&answer, form);
            says(&page, &[why]);
            assert_eq!(page.matches("notice fault").count(), 1, "{page}");
        }
    }
    // A free row of the complaints that says something says it of nobody; a row that says nothing is free.
    for (player, observation, day, why) in [
        ("", "with", "", "A complaint needs the name of the player it is about."),
        (" ", "without", "2026-03-02", "A complaint needs the name of the player it is about."),
        ("Oak, Boris", "with", "2031-03-02", "Give a day that is not in the future"),
        ("", "without", "", ""),
    ] {
        let fields =
            [("complaint_player", player), ("complaint_observation", observation), ("complaint_day", day)];
        let answer = site.server.post(&site.all, form, &fields);
        if why.is_empty() {
            answer.leads();
        } else {
            says(&is_returned(&answer, form), &[why]);
        }
    }
    let reason = "r".repeat(121);
    let form = site.path("/events/1/players/{player}/full-test");
    let page = is_returned(&site.server.post(&site.all, &form, &[("reason", &reason)]), &form);
    says(&page, &["This has 121 characters. At most 120 are taken."]);
    lacks(&page, &["A name is missing"]);
}

/// The table holds every form, and the page that each comes back on is the one that it stands on.
#[test]
fn no_form_is_left_out() {
    let known: BTreeSet<&str> = REFUSED
        .iter()
        .map(|(pattern, ..)| *pattern)
        .chain(WITH_FILE.iter().map(|(pattern, _)| *pattern))
        .chain(OTHERS.iter().copied())
        .collect();
    let forms = ROUTES.iter().filter(|route| route.changes() && !route.is_for_programs());
    let mut all = BTreeSet::new();
    for route in forms.clone().filter(|route| matches!(route.reads, Reads::Form | Reads::FormWithFile)) {
        all.insert(route.path);
    }
    assert_eq!(known, all);
    for route in forms {
        let (address, shows) = route.page(ROUTES, route.path).expect("a page");
        assert!(!address.contains("{link}") || route.path.contains("{link}"), "{}", route.path);
        assert!(!shows.is_for_programs(), "{}", route.path);
    }
}

/// A case was closed while somebody wrote: the form is gone from its page, and the text comes back all the same.
#[test]
fn what_was_written_into_a_form_that_is_gone_comes_back_as_text() {
    let site = Site::new();
    site.server.post(&site.all, "/events/1/close", &[]).leads();
    let answer = site.server.post(&site.all, "/events/1/engines/hands", &[("who", "Birch & Oak")]);
    let page = is_returned(&answer, "hands");
    says(
        &page,
        &["This event is closed.", "the form is not on the page any more", "<bdi>Birch &#38; Oak</bdi>"],
    );
    lacks(&page, &["still in the form"]);
}

/// A form that only presses a button comes back on its page with the reason, and so does one whose permission has gone.
#[test]
fn a_refused_button_is_answered_on_its_page() {
    let site = Site::new();
    let answer = site.server.post(&site.all, "/events/1/engines/jobs/1/resume", &[]);
    let page = is_returned(&answer, "resume");
    says(&page, &["This cannot be done in the state that the work is in.", "/events/1/engines"]);
    lacks(&page, &["what you wrote"]);
    site.server.post(&site.all, "/events/1/members/1/remove", &[]).leads();
    let answer = site.server.post(&site.all, "/events/1/members/2/remove", &[]);
    says(&is_returned(&answer, "remove"), &["An event needs a chief arbiter."]);
    site.server.get(&site.all, "/events/99").has_status(StatusCode::NOT_FOUND);
    says(&site.server.get(&site.all, "/events/99").text(), &["There is nothing here.", "<nav aria-label="]);
    lacks(&site.server.get(&Browser::default(), "/reset/x").text(), &["<nav aria-label="]);
}
