//! Cases: from opening one to its outcome, and what nobody else learns of it.

use axum::http::StatusCode;
use reports::example;

use super::full_tests::stored;
use super::test_server::{Answer, Browser, TestServer, lacks, refused, says};
use crate::accounts::members::managers;
use crate::accounts::people;
use crate::accounts::roles::Role;
use crate::clock::DAY;
use crate::events::results::player_name;
use crate::store::audit::Place;
use crate::web::routes::ROUTES;

/// An event with a result, and a fair-play officer of it.
pub(super) fn server() -> (TestServer, i64, Browser) {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    server.result(event, &example::screening(), &example::games());
    let officer = server.member_of(event, "officer", Role::FairPlayOfficer);
    (server, event, officer)
}

/// The address of a player's page.
pub(super) fn player(event: i64, place: usize) -> String {
    let name = player_name(&example::screening().players[place]);
    format!("/events/{event}/players/{name}")
}

/// The least that a case is opened with.
const REQUIRED: [(&str, &str); 3] =
    [("title", "Round 7"), ("kind", "arbiter_report"), ("prompted", "An arbiter wrote a report.")];

/// The least, with other fields added or in its place.
pub(super) fn with<'a>(fields: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut all: Vec<(&str, &str)> =
        REQUIRED.into_iter().filter(|(name, _)| fields.iter().all(|(other, _)| other != name)).collect();
    all.extend(fields);
    all
}

/// Who made an event, and is its chief arbiter.
fn maker(server: &TestServer, event: i64) -> i64 {
    server.read(|c| Ok(c.query_row("SELECT maker FROM event WHERE id = ?1", [event], |row| row.get(0))?))
}

/// The chief arbiter states how an event was played.
pub(super) fn stated(server: &TestServer, event: i64, mode: &str) {
    let chief = server.session(maker(server, event));
    server.post(&chief, &format!("/events/{event}/circumstances"), &[("mode", mode)]).leads();
}

pub(super) fn open(server: &TestServer, browser: &Browser, event: i64, fields: &[(&str, &str)]) -> String {
    let path = format!("{}/new-case", player(event, 0));
    server.post(browser, &path, &with(fields)).leads().to_owned()
}

#[test]
fn a_complaint_is_written_down_and_what_is_missing_is_asked_for() {
    let (server, event, officer) = server();
    says(&server.page(&officer, &player(event, 0)), &["new-case"]);
    let case = open(
        &server,
        &officer,
        event,
        &[
            ("kind", "post_tournament"),
            ("complainant", "Elm, Clara"),
            ("facts", "Plays like an engine.\nTen matches in a row."),
            ("only_strength", "yes"),
            ("matching", "yes"),
            ("engine", "Stockfish"),
            ("version", "15.1"),
        ],
    );
    let text = server.get(&officer, &case).text();
    let missing = |text: &str| -> Vec<String> {
        let list = text.split("Missing, to be asked for").nth(1).unwrap_or_default();
        let list = list.split("</ul>").next().unwrap_or_default();
        let items = list.split("<li>").skip(1);
        items.filter_map(|item| item.split('<').next().map(str::to_owned)).collect()
    };
    assert_eq!(
        missing(&text),
        [
            "FIDE number of the complainant",
            "Day on which it was filed",
            "Why it was not raised during the tournament",
            "Settings, with hash size and number of lines",
            "Program around it, and platform",
            "For each game: which moves were compared, why these, how many agreed",
        ]
    );
    says(
        &text,
        &[
            "is manifestly unfounded by the regulations, and online it is not considered (AC 3.2.9, ON G.2.4)",
            "Both boxes are ticked",
            "Does it state an observation, or does it argue from moves alone?",
            "FIDE has not approved this method",
            "It is no offence and says nothing about anybody.",
            "Plays like an engine.\nTen matches in a row.",
            "A case is confidential until the investigation ends (AC 3.2.12)",
            "A panel has up to 3 members (AC 4.4). Panel members of this case: 0.",
        ],
    );
    // Completed, it misses nothing; how it stood before stays.
    let whole = [
        ("raised", "post_tournament"),
        ("complainant", "Elm, Clara"),
        ("fide_id", "1503014"),
        ("filed", "2026-03-04"),
        ("observation", "no"),
        ("late", "The games were published later."),
        ("facts", "Plays like an engine."),
        ("engine", "Stockfish"),
        ("version", "15.1"),
        ("settings", "hash 256, 4 lines"),
        ("gui", "own program, Linux"),
        ("games", "Round 7: moves 10 to 30, 18 of 21"),
    ];
    for _ in 0..2 {
        server.post(&officer, &format!("{case}/complaint"), &whole).leads();
    }
    let text = server.get(&officer, &case).text();
    assert!(missing(&text).is_empty() && !text.contains("manifestly unfounded by"), "{text}");
    says(&text, &["it is a ground for a full test only", "depend on the z of that test (RN VII)"]);
    assert_eq!(text.matches("As it stood before").count(), 1, "the same again is no change");
    assert!(text.contains("Ten matches in a row.") && text.contains("18 of 21"));
    refused(
        &server.post(&officer, &format!("{case}/complaint"), &[("raised", "post_tournament")]),
        "The complaint states nothing.",
    );
    // What somebody typed is not dropped.
    let path = format!("{}/new-case", player(event, 0));
    refused(&server.post(&officer, &path, &with(&[("facts", "something")])), "no complaint was chosen");
    let alone = open(&server, &officer, event, &[("kind", "statistics")]);
    says(&server.page(&officer, &alone), &["after a second, independent test (RN I.3)"]);
}

#[test]
fn a_panel_member_sees_the_case_and_nothing_else_of_the_event() {
    let (server, event, officer) = server();
    let test = stored(&server, event, &example::screening().players[0]);
    let number = test.to_string();
    let case = open(&server, &officer, event, &[("test", number.as_str())]);
    let other = open(&server, &officer, event, &[("title", "Another one")]);
    let (_, panel) = server.person("panel", Role::PanelMember);
    assert!(!server.get(&panel, "/").text().contains("href=\"/cases\""), "no case yet");
    server.get(&panel, &case).has_status(StatusCode::NOT_FOUND);
    let add = [("login", "panel"), ("role", "panel_member")];
    server.post(&officer, &format!("{case}/members"), &add).leads();
    let start = server.get(&panel, "/").text();
    assert!(start.contains("href=\"/cases\"") && !start.contains("Spring Open"), "{start}");
    let list = server.get(&panel, "/cases").text();
    assert!(list.contains(&case) && !list.contains("Another one"), "{list}");

    let text = server.get(&panel, &case).text();
    assert!(text.contains("Panel members of this case: 1.") && text.contains("dossier.json"), "{text}");
    for elsewhere in [
        format!("/events/{event}"),
        format!("/events/{event}/results"),
        format!("/events/{event}/players"),
        player(event, 0),
        format!("{}/new-case", player(event, 0)),
        format!("/events/{event}/full-tests/{test}/dossier.json"),
        other.clone(),
        format!("{other}/full-tests/{test}/dossier.json"),
        format!("{case}/audit"),
    ] {
        let answer = server.get(&panel, &elsewhere);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{elsewhere}");
    }
    assert!(!text.contains(&format!("href=\"/events/{event}")), "no link leads there");

    // The dossier is the same as in the event; the bundle leaves out who else played there.
    let files = format!("{case}/full-tests/{test}");
    let json = server.get(&panel, &format!("{files}/dossier.json"));
    let own = server.get(&officer, &format!("/events/{event}/full-tests/{test}/dossier.json"));
    assert_eq!((json.status, &json.body), (StatusCode::OK, &own.body));
    assert!(json.header("content-disposition").contains("case-1-test-"));
    let holds = |answer: &Answer, text: &str| {
        let text = text.as_bytes();
        answer.body.windows(text.len()).any(|window| window == text)
    };
    let bundle = server.get(&panel, &format!("{files}/bundle.zip"));
    let whole = server.get(&officer, &format!("/events/{event}/full-tests/{test}/bundle.zip"));
    assert!(holds(&whole, "others.txt") && !holds(&bundle, "others.txt") && holds(&bundle, "dossier.json"));

    // Notes: one's own may be withdrawn, once, and stays readable.
    let note =
        |browser: &Browser, text: &str| server.post(browser, &format!("{case}/notes"), &[("text", text)]);
    note(&panel, "First look.").leads();
    note(&officer, "Asked the arbiter.").leads();
    let withdraw =
        |browser: &Browser, entry: i64| server.post(browser, &format!("{case}/notes/{entry}/withdraw"), &[]);
    refused(&withdraw(&panel, 2), "Only a note of your own");
    withdraw(&panel, 1).leads();
    refused(&withdraw(&panel, 1), "Only a note of your own");
    refused(&withdraw(&panel, 3), "Only a note of your own");
    let text = server.get(&officer, &case).text();
    assert!(text.contains("<s><bdi>First look.</bdi></s>") && text.contains("Asked the arbiter."), "{text}");
    assert_eq!(server.rows("case_entry"), 3);
    // A note of another case is not reached through one's own.
    server.post(&officer, &format!("{other}/notes"), &[("text", "elsewhere")]).leads();
    refused(&withdraw(&officer, 4), "Only a note of your own");

    // Managing is for others.
    for (path, fields) in [
        ("members", vec![("login", "chief"), ("role", "panel_member")]),
        ("full-tests", vec![("test", number.as_str())]),
        ("complaint", vec![("raised", "in_tournament"), ("facts", "x")]),
    ] {
        server.post(&panel, &format!("{case}/{path}"), &fields).has_status(StatusCode::NOT_FOUND);
    }
}

#[test]
fn a_closed_case_takes_nothing_until_it_is_opened_again() {
    let (server, event, officer) = server();
    let case = open(&server, &officer, event, &[]);
    let (panel, browser) = server.person("panel", Role::PanelMember);
    let add = [("login", "panel"), ("role", "panel_member")];
    server.post(&officer, &format!("{case}/members"), &add).leads();
    let close = |text: &str| server.post(&browser, &format!("{case}/close"), &[("text", text)]);
    refused(&close("  "), "Outcome");
    refused(&server.post(&browser, &format!("{case}/reopen"), &[("text", "x")]), "This case is open.");
    close("The panel finds play as expected.").leads();
    // Until a second member signs, it is proposed, and can be taken back.
    let proposal = |browser: &Browser, entry: i64, what: &str| {
        server.post(browser, &format!("{case}/proposals/{entry}/{what}"), &[])
    };
    let page = server.page(&officer, &case);
    says(&page, &["This is proposed.", "The panel finds play as expected.", "/proposals/1/sign"]);
    assert!(!page.contains("This case is closed.") && !page.contains("/close\""), "{page}");
    assert!(!server.page(&browser, &case).contains("/proposals/1/sign"), "nobody signs what they proposed");
    refused(&proposal(&browser, 1, "sign"), "A second member of the case signs");
    refused(&close("Another one."), "is proposed already");
    server.post(&officer, &format!("{case}/notes"), &[("text", "It is open.")]).leads();
    proposal(&browser, 1, "withdraw").leads();
    for what in ["sign", "withdraw"] {
        refused(&proposal(&officer, 1, what), "cannot be signed or taken back");
        refused(&proposal(&officer, 2, what), "cannot be signed or taken back");
    }
    close("The panel finds play as expected.").leads();
    let (outsider, _) = server.person("outsider", Role::Investigator);
    proposal(&server.session(outsider), 4, "sign").has_status(StatusCode::NOT_FOUND);
    proposal(&officer, 4, "sign").leads();
    refused(&proposal(&officer, 4, "sign"), "cannot be signed or taken back");
    let closed = server.get(&officer, &case).text();
    assert!(
        closed.contains("This case is closed.") && closed.contains("The panel finds play as expected."),
        "{closed}"
    );
    assert!(server.get(&officer, "/cases").text().contains("<td>closed "));
    let tables = ["case_entry", "case_member", "case_complaint", "case_test"];
    let before = tables.map(|table| server.rows(table));
    for route in ROUTES.iter().filter(|route| route.path.starts_with("/cases/{case}/") && route.changes()) {
        let path = route
            .path
            .replace("/cases/{case}", &case)
            .replace("{entry}", "1")
            .replace("{person}", &panel.to_string());
        if path.ends_with("/reopen") || path.contains("/proposals/") {
            continue;
        }
        let fields = [
            ("text", "x"),
            ("login", "chief"),
            ("role", "panel_member"),
            ("raised", "in_tournament"),
            ("facts", "x"),
            ("test", "1"),
        ];
        refused(&server.post(&officer, &path, &fields), "This case is closed.");
    }
    assert_eq!(tables.map(|table| server.rows(table)), before);
    refused(&server.post(&officer, &format!("{case}/reopen"), &[("text", "")]), "Reason");
    server.post(&officer, &format!("{case}/reopen"), &[("text", "New evidence.")]).leads();
    says(&server.page(&browser, &case), &["This case is closed.", "This is proposed.", "New evidence."]);
    refused(&proposal(&officer, 6, "sign"), "A second member of the case signs");
    proposal(&browser, 6, "sign").leads();
    server.post(&officer, &format!("{case}/notes"), &[("text", "Goes on.")]).leads();
    let text = server.get(&browser, &case).text();
    assert!(text.contains("New evidence.") && text.contains("The panel finds play as expected."));
    assert!(!text.contains("This case is closed."));
}

#[test]
fn the_page_says_what_the_limitation_is_and_what_is_not_known() {
    let (server, event, officer) = server();
    let case = open(&server, &officer, event, &[]);
    let said = || server.page(&officer, &case);
    // The last game was on the first of March 2026, and it is October. Nobody has said how it was played, so both count.
    let both = said();
    says(
        &both,
        &[
            "five years (AC 6.1, since 2024.11.18; eight years before)",
            "one year after the last round",
            "not stated",
        ],
    );
    stated(&server, event, "over_the_board");
    let board = said();
    assert!(
        board.contains("2026.03.01, was not longer ago than five years") && !board.contains("ended before"),
        "{board}"
    );
    assert!(!board.contains("one year after the last round"));
    // It counts from the day of filing where that is known.
    let complaint = [("kind", "post_tournament"), ("filed", "2026-03-04"), ("facts", "x")];
    let filed = server.page(&officer, &open(&server, &officer, event, &complaint));
    assert!(filed.contains("On 2026.03.04, when the complaint was filed, the last date"), "{filed}");
    assert!(board.contains("when the case was opened, the last date"), "{board}");
    // Games without a day.
    let games = "[White \"A\"]\n[Black \"B\"]\n[Date \"2026.??.??\"]\n\n1. d4 d5 2. c4 *\n";
    let (_, chief) = server.person("undated", Role::ChiefArbiter);
    let made = server.upload(&chief, "/events", "Undated", ("a.pgn", games.as_bytes()));
    let undated: i64 = made.number();
    server.result(undated, &example::screening(), &example::games());
    let case = open(&server, &chief, undated, &[]);
    stated(&server, undated, "online");
    let page = server.page(&chief, &case);
    says(&page, &["it is not known whether it has passed", "a z above 4.25 (AC 1.6a)"]);
}

/// AC 6.1 is of 18 November 2024. For an event before that day five years and the eight of the edition before are both said.
#[test]
fn of_an_event_before_the_edition_in_force_both_limitations_are_said() {
    let (server, _, _) = server();
    let (_, chief) = server.person("elder", Role::ChiefArbiter);
    // A case opened in October 2026.
    for (day, said) in [
        ("2024.11.18", "the last date of the event, 2024.11.18, was not longer ago than five years"),
        ("2024.11.17", "on 2024.11.17. On 2026.10."),
        ("2024.11.17", "that was not longer ago than either."),
        (
            "2020.05.01",
            "that was longer ago than five years and not longer ago than eight. Which of the two holds",
        ),
        ("2017.05.01", "that was longer ago than both."),
    ] {
        let games = format!("[White \"A\"]\n[Black \"B\"]\n[Date \"{day}\"]\n\n1. d4 d5 2. c4 *\n");
        let event: i64 = server.upload(&chief, "/events", day, ("a.pgn", games.as_bytes())).number();
        server.result(event, &example::screening(), &example::games());
        let case = open(&server, &chief, event, &[]);
        stated(&server, event, "over_the_board");
        let page = server.page(&chief, &case);
        says(&page, &["five years (AC 6.1, since 2024.11.18; eight years before)", said]);
        assert_eq!(page.contains("The event ended before 2024.11.18"), day != "2024.11.18", "{page}");
    }
}

/// ON G.1.1 and G.2.1: after the event, from participants, within 24 hours of the last round.
#[test]
fn online_there_is_no_complaint_during_the_event() {
    let (server, event, officer) = server();
    stated(&server, event, "online");
    let new = format!("{}/new-case", player(event, 0));
    let during = with(&[("kind", "in_tournament"), ("facts", "x")]);
    let answer = server.post(&officer, &new, &during);
    refused(
        &answer,
        "Online the rules speak of a complaint after the event; here that is read as not during it",
    );
    refused(&answer, "ON G.1.1");
    let fields = [("kind", "post_tournament"), ("facts", "x"), ("filed", "2026-03-03")];
    let case = open(&server, &officer, event, &fields);
    // The last game was on the first of March.
    says(
        &server.page(&officer, &case),
        &[
            "Online only participants of the event (players, captains, officials) may complain (ON G.2.1). Did the complainant take part?",
            "within 24 hours after the last round (ON G.2.1). It was filed later than that.",
            "other evidence may carry a case even where statistics do not (AC 1.3)",
        ],
    );
    let complaint = format!("{case}/complaint");
    let again = [("raised", "in_tournament"), ("facts", "x")];
    refused(
        &server.post(&officer, &complaint, &again),
        "Online the rules speak of a complaint after the event",
    );
    let future = [("raised", "post_tournament"), ("facts", "x"), ("filed", "2126-03-03")];
    refused(&server.post(&officer, &complaint, &future), "Give a day that is not in the future");
    let fits =
        [("raised", "post_tournament"), ("facts", "x"), ("filed", "2026-03-02"), ("participant", "yes")];
    server.post(&officer, &complaint, &fits).leads();
    let page = server.page(&officer, &case);
    let current = page.split("As it stood before").next().unwrap_or_default();
    assert!(!current.contains("(ON G.2.1)"), "{current}");
}

#[test]
fn somebody_always_manages_a_case() {
    let (server, event, officer) = server();
    let case = open(&server, &officer, event, &[]);
    let members = format!("{case}/members");
    let set = |login: &str, role: &str| server.post(&officer, &members, &[("login", login), ("role", role)]);
    server.person("panel", Role::PanelMember);
    set("panel", "panel_member").leads();
    let last = "A case needs somebody who manages it";
    refused(&set("officer", "panel_member"), last);
    refused(&server.post(&officer, &format!("{members}/2/remove"), &[]), last);
    server.post(&officer, &format!("{members}/999/remove"), &[]).has_status(StatusCode::NOT_FOUND);
    // Somebody who may not sign in does not count.
    let (other, _) = server.person("other", Role::Investigator);
    set("other", "investigator").leads();
    let (_, admin) = server.person("admin", Role::Administrator);
    server.post(&admin, &format!("/people/{other}/disable"), &[]).leads();
    refused(&server.post(&officer, &format!("{members}/2/remove"), &[]), last);
    server.post(&admin, &format!("/people/{other}/enable"), &[]).leads();
    assert_eq!(server.post(&officer, &format!("{members}/2/remove"), &[]).leads(), "/cases");
    server.get(&officer, &case).has_status(StatusCode::NOT_FOUND);
    assert!(server.get(&officer, "/").text().contains("href=\"/cases\""), "they may open another one");
    nobody_is_left(&server, &admin, &case);
}

/// When nobody who manages a case may sign in, an administrator names somebody, and learns its number alone.
fn nobody_is_left(server: &TestServer, admin: &Browser, case: &str) {
    let name = |case: &str, login: &str| {
        let fields = [("case", case), ("login", login)];
        server.post(admin, "/people/case", &fields)
    };
    let managed = "There is no such case without somebody who manages it.";
    for case in ["1", "999", "x", "", "-1"] {
        refused(&name(case, "chief"), managed);
    }
    assert!(!server.get(admin, "/people").text().contains("Cases that nobody manages"));
    let managers = server.read(|c| managers(c, Place::Case(1)));
    for manager in &managers {
        let path = format!("/people/{manager}/disable");
        server.post(admin, &path, &[]).leads();
    }
    assert_eq!(managers.len(), 1);
    let page = server.get(admin, "/people").text();
    assert!(page.contains("Cases that nobody manages") && page.contains("Case 1 ("), "{page}");
    assert!(!page.contains("Round 7"), "{page}");
    refused(&name("1", "admin"), "Name somebody other than yourself");
    refused(&name("1", "other"), "Nobody with this sign-in name");
    let (chosen, browser) = server.person("chosen", Role::PanelMember);
    name("1", "chosen").leads();
    refused(&name("1", "chosen"), "Somebody is appointed for this already.");
    server.get(&browser, case).has_status(StatusCode::NOT_FOUND);
    server.clock.advance(DAY);
    let browser = server.session(chosen);
    server.get(&browser, &format!("{case}/audit")).has_status(StatusCode::OK);
    let admin = server.session(server.read(|c| Ok(people::by_login(c, "admin")?.expect("there").id)));
    server.get(&admin, case).has_status(StatusCode::NOT_FOUND);
}

/// What prompted a case is its complaint as it is written down now; no complaint was filed before its event began; all that it says
/// is shown.
#[test]
fn the_head_of_a_case_and_its_complaint_say_the_same() {
    let (server, event, officer) = server();
    let early = with(&[("kind", "post_tournament"), ("facts", "x"), ("filed", "2024-01-01")]);
    let answer = server.post(&officer, &format!("{}/new-case", player(event, 0)), &early);
    refused(&answer, "The event began on 2026-03-01, and this day is before it.");
    assert_eq!(server.rows("fair_play_case"), 0);
    let case = open(&server, &officer, event, &[("kind", "in_tournament"), ("facts", "x")]);
    let kind = |said: &str| format!("What prompted the case: {said}");
    says(&server.page(&officer, &case), &[&kind("complaint during the tournament (ITC)")]);
    let state = |filed| {
        let fields =
            [("raised", "post_tournament"), ("facts", "x"), ("filed", filed), ("participant", "yes")];
        server.post(&officer, &format!("{case}/complaint"), &fields)
    };
    for filed in ["2026-02-28", "1999-12-31"] {
        refused(&state(filed), "The event began on 2026-03-01");
    }
    state("2026-03-01").leads();
    let page = server.page(&officer, &case);
    says(&page, &[&kind("complaint after the tournament (PTC)"), "take part in the event", "<bdi>yes</bdi>"]);
    lacks(&page, &[&kind("complaint during")]);
}
