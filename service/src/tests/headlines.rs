//! The state of an event in one line, the same on every page: nobody is said to be named over what was not looked at.

use axum::http::StatusCode;
use serde_json::json;

use super::engines::rounds;
use super::full_tests::{HERO, hero, screened};
use super::scripted::{Searches, both, finish, runner};
use super::test_server::{Browser, TestServer, lacks, says};
use crate::jobs::hints::{self, NewHints};
use crate::jobs::runner::Turn;

/// Every page that says something of an event as a whole.
fn pages(event: i64) -> [String; 5] {
    let of = |page: &str| format!("/events/{event}{page}");
    ["/".to_owned(), of(""), of("/hints"), of("/results"), of("/players")]
}

/// Holds that every page says a state, and none of them that nobody is named if that is not the state.
#[track_caller]
fn says_everywhere(server: &TestServer, browser: &Browser, event: i64, state: &str) {
    for path in pages(event) {
        let page = server.page(browser, &path);
        says(&page, &[state]);
        if !state.starts_with("Nobody") {
            lacks(&page, &["Nobody is named", "Nobody named", "Nobody can be"]);
        }
    }
}

fn order(server: &TestServer, browser: &Browser, path: &str) {
    server.post(browser, path, &[]).leads();
}

/// From the upload to the hints, with what may come in between: cancelled before anything, half-way, games that come later.
#[test]
fn nobody_is_named_only_over_what_was_looked_at() {
    let server = TestServer::new();
    let (event, chief) = super::engines::event(&server, "chief");
    let state = |state: &str| says_everywhere(&server, &chief, event, state);
    let engines = format!("/events/{event}/engines");
    state("Waiting to be looked at");
    order(&server, &chief, &format!("{engines}/jobs/1/cancel"));
    state("Not looked at yet");
    order(&server, &chief, &format!("{engines}/again"));
    let mut working = both(&server, &Searches::default(), &Searches::default());
    assert_eq!(working.turn().expect("a turn"), Turn::Worked);
    let page = server.get(&chief, &format!("/events/{event}"));
    let done = page.between("Being looked at: ", '<');
    assert!(
        done.contains(" of ") && done.ends_with("positions are answered") && !done.starts_with("0 "),
        "{done}"
    );
    state(&format!("Being looked at: {done}"));
    order(&server, &chief, &format!("{engines}/jobs/2/pause"));
    state("Paused: ");
    order(&server, &chief, &format!("{engines}/jobs/2/cancel"));
    state("First look, provisional: ");
    order(&server, &chief, &format!("{engines}/again"));
    finish(&mut working);
    state("Nobody can be judged yet after round 4 (09:30, games: 10)");
    says(
        &server.page(&chief, &pages(event)[2]),
        &["<h2>Nobody can be judged yet after round 4 (09:30, games: 10)</h2>"],
    );

    // A game of a round that it speaks of comes later, and so does another round.
    let further = rounds(5..=5).replace("[Round \"5.", "[Round \"3.");
    server.upload(&chief, &format!("/events/{event}/files"), "", ("more.pgn", further.as_bytes())).leads();
    state("First look, provisional");
    says(
        &server.page(&chief, &pages(event)[2]),
        &["It says nothing of anybody until every position is answered and the numbers are computed anew."],
    );
    assert_eq!(working.turn().expect("a turn"), Turn::Worked);
    state("First look, provisional: ");
    finish(&mut working);
    server.clock.advance(48 * 3_600);
    let chief = server.session(1);
    let state = |text: &str| says_everywhere(&server, &chief, event, text);
    state("Nobody named after round 4 (2026-10-28 09:30:00 UTC, games: 15)");
    // Something that was stated changes: the numbers may be others.
    server.post(
        &chief,
        &format!("/events/{event}/rating"),
        &[("basis", "published"), ("rating_sd", "90"), ("unrated_sd", "90")],
    );
    state("First look, provisional");
    // Pages of results say that they are older, and say it no longer once they are not.
    let older = "The numbers below are older than what the line above says";
    let results = ["results", "players"].map(|room| format!("/events/{event}/{room}"));
    for path in &results {
        says(&server.page(&chief, path), &[older]);
    }
    finish(&mut working);
    for path in &results {
        lacks(&server.page(&chief, path), &[older]);
    }
    state("Nobody named after round 4 (09:30, games: 15)");
    // An earlier look stays as it was given.
    let looks = server.read(|c| hints::list(c, event));
    let first = looks.last().expect("a look").id;
    says(&server.page(&chief, &format!("/events/{event}/hints?look={first}")), &["games: 10)</h2>"]);
    server.get(&chief, &format!("/events/{event}/hints?look=999")).has_status(StatusCode::NOT_FOUND);
    // Few decisions gave nobody an index; with one of one player it is said that nobody is named.
    let player = |index: Option<f64>| json!({"person": 0, "name": "A", "fide_id": null, "rating": 2000, "decisions": 90, "index": index});
    for (indices, state) in [
        ([None, None], "Nobody can be judged yet after round 4 (09:30, games: 7)"),
        ([None, Some(50.0)], "Nobody named after round 4 (09:30, games: 7)"),
    ] {
        let document = json!({
            "manifest": {"parameters": "test"},
            "event": {"games_scored": 7},
            "players": indices.map(player),
            "ladder": [],
        });
        let new = NewHints {
            round: Some(4),
            basis: state.to_owned(),
            named: Vec::new(),
            allowed: Vec::new(),
            json: document.to_string(),
            pages: [("en", [String::new(), String::new()])].into(),
        };
        server.write(move |c| hints::store(c, event, &new));
        for path in ["/".to_owned(), format!("/events/{event}")] {
            says(&server.page(&chief, &path), &[state]);
        }
    }
}

/// Without parameters that fit nobody can be named, and that is what is said.
#[test]
fn without_parameters_nobody_can_be_named_and_nobody_is_called_unnamed() {
    let server = TestServer::new();
    let (event, chief) = super::engines::event(&server, "chief");
    finish(&mut runner(&server, &Searches::default()));
    for path in pages(event) {
        let page = server.page(&chief, &path);
        says(&page, &["Nobody can be named here, after round 4 (09:30, games: 10)"]);
        lacks(&page, &["Nobody named", "Nobody can be judged"]);
    }
}

/// Who is named is seen on every page of the event, linked, with the rating and the performance; and the full test leads the page.
#[test]
fn who_is_named_is_seen_and_linked_on_every_page() {
    let (server, event, chief, _engines) = screened();
    let hero = hero(&server, event);
    let found = server.read(|c| crate::events::results::latest(c, event)).expect("a result").screening;
    let result = found.players.iter().find(|player| player.name == HERO).expect("the hero");
    let performance = result.standing.as_ref().and_then(|standing| standing.performance).expect("results");
    let rating = result.rating.expect("a rating");
    let person = found.players.iter().position(|player| player.name == HERO);
    // One player towards whom two steps are allowed, and one of whom nothing is known but the name.
    let document = json!({
        "manifest": {"parameters": "test"},
        "event": {"games_scored": 35},
        "players": [
            {"person": person, "name": HERO, "fide_id": result.fide_id, "rating": rating, "decisions": 90},
            {"person": 77, "name": "Nobody <b>", "fide_id": null, "rating": null, "decisions": 3},
            {"person": 78, "name": "Third, Person", "fide_id": null, "rating": 2000, "decisions": 3},
        ],
        "ladder": [
            {"stands": {"kind": "unobtrusive", "players": [{"person": person}, {"person": 77}]}},
            {"stands": {"kind": "orange_alert", "alert": null}},
            {"stands": {"kind": "intrusive", "players": [{"person": person}]}},
            {"stands": {"kind": "never"}},
        ],
    });
    let new = NewHints {
        round: Some(9),
        basis: "another".to_owned(),
        named: vec![HERO.to_owned()],
        allowed: vec![format!("unobtrusive {HERO}")],
        json: document.to_string(),
        pages: [(
            "en",
            ["<section id=\"now\"><h2>One</h2>\n<p>below</p></section>\n".to_owned(), String::new()],
        )]
        .into(),
    };
    server.write(move |c| hints::store(c, event, &new));
    let state = "2 players named after round 9 (09:30, games: 35)";
    let game = server.get(&chief, &hero).between("/games/", '?');
    let others = [hero.clone(), format!("/events/{event}/games/{game}"), format!("/events/{event}/compare")];
    for path in pages(event).iter().chain(&others) {
        let page = server.page(&chief, path);
        says(&page, &[state]);
        lacks(&page, &["Nobody named", "Third, Person</bdi>. Check"]);
        if path == "/" {
            says(&page, &[&format!("href=\"/events/{event}/hints\" class=\"named\"")]);
            continue;
        }
        let line = format!(
            "<a href=\"{hero}\"><bdi>{HERO}</bdi></a>. Check first: rating {rating}, performance {performance}."
        );
        says(&page, &[&line, "<bdi>Nobody &#60;b&#62;</bdi>. Check first: no rating is known."]);
    }
    let hints = server.page(&chief, &format!("/events/{event}/hints"));
    says(&hints, &[&format!("<h2>{state}</h2>"), "<p>below</p>"]);
    lacks(&hints, &["<h2>One</h2>"]);
    says(&server.page(&chief, &format!("/events/{event}/players")), &[&format!("{HERO} · named</bdi>")]);

    // Once something that was stated changes, they stay named, and the line says that it is provisional.
    let fields = [("basis", "published"), ("rating_sd", "90"), ("unrated_sd", "90")];
    server.post(&chief, &format!("/events/{event}/rating"), &fields).leads();
    says_everywhere(&server, &chief, event, &format!("{state} – provisional, because games came"));

    // Before a full test the page suggests one; after it the test leads.
    let before = server.page(&chief, &hero);
    lacks(&before, &["Full test, "]);
    let job = super::full_tests::stored(&server, event, result);
    let after = server.page(&chief, &hero);
    let (head, _) = after.split_once("id=\"course\"").expect("a course");
    says(
        head,
        &["Full test, 2026-10-28", &format!("href=\"#full-test-{job}\""), "The quick test beside it: index"],
    );
    lacks(head, &["ask for a full test"]);
    // Who may not see the event sees none of it.
    let (_, stranger) = server.person("stranger", crate::accounts::roles::Role::ChiefArbiter);
    lacks(&server.page(&stranger, "/"), &["players named", "class=\"named\"", HERO]);
}
