//! Absences from the board: taps by people and programs, what stands, and the log that `fairplay test` reads.

use std::fs;

use axum::http::StatusCode;
use datasets::AbsenceLog;
use serde_json::json;

use super::following::followed;
use super::programs::token;
use super::test_server::{Answer, Browser, TestServer, lacks, refused, says};
use crate::accounts::roles::Role;
use crate::events::absences::{self, What};
use crate::events::live::follower::Follower;

/// Round 2 is being played: White has made three moves on board 1 and Black two; nobody has moved on board 2.
const FEED: &str = "\
[Event \"Spring Open\"]\n[Date \"2026.03.01\"]\n[Round \"1.1\"]\n[White \"Oak, Boris\"]\n[Black \"Birch, Anna\"]\n[Result \"1-0\"]\n\n\
1. e4 e5 2. Nf3 1-0\n\n\
[Event \"Spring Open\"]\n[Date \"2026.03.02\"]\n[Round \"2.1\"]\n[White \"Birch, Anna\"]\n[Black \"Elm, Clara\"]\n[Result \"*\"]\n\n\
1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n\
[Event \"Spring Open\"]\n[Date \"2026.03.02\"]\n[Round \"2.2\"]\n[White \"Ash <b>\"]\n[Black \"Oak, Boris\"]\n[Result \"*\"]\n\n*\n\n";

/// The same later: both sides have made five moves on board 1, and White won.
fn later() -> String {
    let moves = "3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0";
    FEED.replace("3. Bb5 *", moves).replacen("[Result \"*\"]", "[Result \"1-0\"]", 1)
}

const ANNA: [(&str, &str); 4] =
    [("round", "2.1"), ("white", "Birch, Anna"), ("black", "Elm, Clara"), ("side", "white")];

fn tap(server: &TestServer, browser: &Browser, event: i64, fields: &[(&str, &str)]) -> Answer {
    server.post(browser, &format!("/events/{event}/absences"), fields)
}

fn entries(server: &TestServer, event: i64) -> Vec<absences::Entry> {
    server.read(|c| absences::entries(c, event))
}

#[test]
fn an_arbiter_taps_at_a_board_and_the_source_tells_the_move() {
    let (server, chief, event, place) = followed(FEED.to_owned(), "900");
    let (id, arbiter) = server.person("arbiter", Role::Arbiter);
    server.member(event, id, Role::Arbiter);
    let page = |browser: &Browser| server.get(browser, &format!("/events/{event}/absences")).text();
    assert!(page(&arbiter).contains("No boards are known"), "nobody has looked at the source yet");
    let mut follower = Follower::new(&server.app);
    follower.look_now().expect("looked");

    let seen = page(&arbiter);
    says(&seen, &["2.1", "2.2", "Birch, Anna", "Moves made: 3", "Moves made: 2", "Ash &#60;b&#62;"]);
    assert!(!seen.contains("value=\"1.1\"") && !seen.contains("<b>Ash"), "{seen}");

    // Left with three moves made, by what the source shows now and not 900 seconds later.
    let left = tap(&server, &arbiter, event, &[&ANNA[..], &[("what", "left"), ("at", "1")]].concat());
    assert_eq!(left.leads(), format!("/events/{event}/absences?noted=1#board-1"));
    let again = tap(&server, &chief, event, &[&ANNA[..], &[("what", "left")]].concat());
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "a second tap by somebody else");
    assert!(again.text().contains("noted as away already"));
    server.clock.advance(680);
    assert!(page(&arbiter).contains("away for 11 min 20 s"));
    fs::write(&place, later()).expect("written");
    follower.look_now().expect("looked");
    // The number is typed: the source was behind.
    let back = tap(&server, &chief, event, &[&ANNA[..], &[("what", "back"), ("moves", "4")]].concat());
    assert_eq!(back.leads(), format!("/events/{event}/absences?noted=2#away"));

    let found = entries(&server, event);
    let told: Vec<_> = found.iter().map(|e| (e.tap.what, e.tap.moves, e.tap.plies, e.by.as_str())).collect();
    assert_eq!(told, [(What::Left, 3, Some(5), "arbiter"), (What::Back, 4, None, "chief"),]);
    assert_eq!(found[1].at - found[0].at, 680);
    let seen = page(&chief);
    says(&seen, &["11 min 20 s", "after move 3", "after move 4", "Nobody is noted as away"]);
    let log = server.get(&chief, &format!("/events/{event}/audit")).text();
    assert_eq!(log.matches("absence noted").count(), 2, "{log}");
    assert!(!log.contains("Birch"), "the audit log names no player");
    let reader = server.member_of(event, "reader", Role::Investigator);
    assert!(!page(&reader).contains("class=\"tap\""), "an investigator reads only");
}

#[test]
fn a_wrong_tap_is_withdrawn_by_a_further_entry_and_nothing_is_deleted() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let name = |what, moves| {
        let fields = [
            ("round", "2"),
            ("player", "Birch, Anna"),
            ("opponent", "Oak, Boris"),
            ("what", what),
            ("moves", moves),
        ];
        tap(&server, &chief, event, &fields)
    };
    let withdraw =
        |entry: i64| server.post(&chief, &format!("/events/{event}/absences/{entry}/withdraw"), &[]);
    assert_eq!(name("back", "3").status, StatusCode::UNPROCESSABLE_ENTITY, "not away");
    name("left", "12").leads();
    let fewer = name("back", "11");
    assert!(fewer.text().contains("fewer moves"), "{}", fewer.text());
    name("back", "13").leads();
    assert!(withdraw(1).text().contains("Only the last entry"), "back first");
    withdraw(2).leads();
    assert_eq!(withdraw(2).status, StatusCode::UNPROCESSABLE_ENTITY, "once");
    name("back", "14").leads();
    for missing in [3, 99, -1] {
        assert_eq!(withdraw(missing).status, StatusCode::NOT_FOUND, "{missing} withdraws or is not there");
    }
    let found = entries(&server, event);
    let whats: Vec<_> = found.iter().map(|e| (e.tap.what, e.withdraws)).collect();
    assert_eq!(
        whats,
        [(What::Left, None), (What::Back, None), (What::Withdrawn, Some(2)), (What::Back, None)]
    );
    let absences = absences::absences(&found);
    assert_eq!(absences.len(), 1);
    assert_eq!(absences[0].last().tap.moves, 14);
    says(&server.page(&chief, &format!("/events/{event}/absences")), &["Withdrawn entries", "after move 13"]);
    for change in ["DELETE FROM absence", "UPDATE absence SET moves = 1"] {
        let failed = server
            .app
            .storage
            .write_now(move |c| Ok::<_, crate::store::StorageError>(c.execute_batch(change)?));
        assert!(failed.is_err(), "{change}");
    }
    // An entry of another event under one's own.
    let (other, stranger) = server.event("stranger");
    let answer = server.post(&stranger, &format!("/events/{other}/absences/4/withdraw"), &[]);
    answer.has_status(StatusCode::NOT_FOUND);
}

#[test]
fn what_is_no_tap_is_refused_and_changes_nothing() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let long = "x".repeat(121);
    let named = [("what", "left"), ("round", "1"), ("player", "A"), ("opponent", "B"), ("moves", "1")];
    let with = |name: &str, value| named.map(|(field, old)| (field, if field == name { value } else { old }));
    let board = [("what", "left"), ("white", "Birch, Anna"), ("black", "Oak, Boris"), ("side", "white")];
    let cases: [&[(&str, &str)]; 11] = [
        &[],
        &with("what", "gone"),
        &with("what", "withdrawn"),
        &named[..4],
        &with("moves", "1001"),
        &with("moves", "-1"),
        &with("round", ""),
        &with("player", &long),
        &with("player", "A\u{202e}"),
        // The board of an upload does not know the move of this moment.
        &[&board[..], &[("round", "1")]].concat(),
        &[&board[..], &[("round", "7"), ("moves", "1")]].concat(),
    ];
    for fields in cases {
        let answer = tap(&server, &chief, event, fields);
        assert!(
            matches!(answer.status, StatusCode::UNPROCESSABLE_ENTITY | StatusCode::FORBIDDEN),
            "{fields:?}: {}",
            answer.status
        );
    }
    assert_eq!(server.rows("absence"), 0);
    let board = [
        ("round", "1"),
        ("white", "Birch, Anna"),
        ("black", "Oak, Boris"),
        ("side", "black"),
        ("what", "left"),
        ("moves", "2"),
    ];
    says(&server.page(&chief, &format!("/events/{event}/absences")), &["come from uploaded games"]);
    tap(&server, &chief, event, &board).leads();
    let found = entries(&server, event);
    assert_eq!(found[0].tap.seat.player, "Oak, Boris");
    assert_eq!((found[0].tap.moves, found[0].tap.plies), (2, None));
}

#[test]
fn the_log_goes_out_and_is_read_as_the_command_reads_it() {
    let (server, chief, event, place) = followed(later(), "0");
    Follower::new(&server.app).look_now().expect("looked");
    let named = |player, opponent, round, what, moves| {
        let fields =
            [("round", round), ("player", player), ("opponent", opponent), ("what", what), ("moves", moves)];
        tap(&server, &chief, event, &fields).leads();
    };
    tap(&server, &chief, event, &[&ANNA[..], &[("what", "left"), ("moves", "2")]].concat()).leads();
    named("Elm, Clara", "Birch, Anna", "2", "left", "4");
    server.clock.advance(61);
    tap(&server, &chief, event, &[&ANNA[..], &[("what", "back"), ("moves", "3")]].concat()).leads();
    named("Elm, Clara", "Birch, Anna", "2", "back", "5");
    named("Oak, Boris", "Quill \"quoted\\", "3", "left", "1");
    named("Birch, Anna", "Oak, Boris", "1.1", "left", "2");

    let answer = server.get(&chief, &format!("/events/{event}/absences/log.toml"));
    assert_eq!(
        answer.header("content-disposition"),
        format!("attachment; filename=\"event-{event}-absences.toml\"")
    );
    let read = AbsenceLog::parse("absences.toml", &answer.body).expect("the command reads it");
    let given = server.read(|c| absences::entries(c, event));
    let given = absences::document(&given, None);
    let given = AbsenceLog::parse(absences::LOG, given.as_bytes()).expect("a log");
    assert_eq!(given.input(), read.input(), "one file, one digest");
    let collection = datasets::read(&[place], None).expect("reads");
    let roster = datasets::roster(&collection);
    let of = |name: &str| {
        let person = roster.people.iter().position(|p| p.name == name).expect("plays");
        let found = read.of_person(&collection, &roster, person).expect("fits");
        let entries = found.entries.into_iter();
        entries.map(|a| (a.left, a.back, a.logged_by, a.note.unwrap_or_default())).collect::<Vec<_>>()
    };
    // White left after the second move and made the fourth after coming back with three.
    let note = "left 2026-10-28T09:30:00Z, back 2026-10-28T09:31:01Z".to_owned();
    assert_eq!(of("Birch, Anna"), [(2, 4, "chief".to_owned(), note.clone())]);
    // Black came back after the fifth move, and the game was over.
    assert_eq!(of("Elm, Clara"), [(4, 6, "chief".to_owned(), note)]);
    assert_eq!(of("Oak, Boris"), [], "still away");
    let one = server.get(&chief, &format!("/events/{event}/absences/log.toml?player=Elm%2C+Clara"));
    assert!(one.text().contains("player = \"Elm, Clara\"") && !one.text().contains("player = \"Birch"));
    let arbiter = server.member_of(event, "arbiter", Role::Arbiter);
    server.get(&arbiter, &format!("/events/{event}/absences/log.toml")).has_status(StatusCode::NOT_FOUND);
    assert!(server.get(&chief, &format!("/events/{event}/audit")).text().contains("file handed out"));
}

#[test]
fn programs_report_with_a_token_of_their_own() {
    let (server, chief, event, _) = followed(FEED.to_owned(), "0");
    Follower::new(&server.app).look_now().expect("looked");
    let reports = token(&server, &chief, event, &["report_absences"]);
    let reads = token(&server, &chief, event, &["read_results"]);
    let path = format!("/api/v1/events/{event}/absences");
    let send = |token: &str, body: &str| {
        let answer = server.api(token, "POST", &path, body.to_owned());
        (answer.status, answer.json())
    };
    let who = json!({"round": "2", "player": "Elm, Clara", "opponent": "Birch, Anna"});
    let report = |what: &str, moves: Option<u32>| {
        let mut body = who.clone();
        body["what"] = json!(what);
        if let Some(moves) = moves {
            body["moves"] = json!(moves);
        }
        send(&reports, &body.to_string())
    };
    assert_eq!(report("left", None), (StatusCode::CREATED, json!({"entry": 1})));
    let (status, refused) = report("left", None);
    assert_eq!((status, &refused["refused"]["reason"]), (StatusCode::BAD_REQUEST, &json!("refused-away")));
    assert_eq!(report("back", Some(7)).0, StatusCode::CREATED);
    assert_eq!(send(&reports, "{\"what\":\"withdrawn\",\"entry\":2}").1, json!({"entry": 3}));
    let first = &entries(&server, event)[0];
    assert_eq!(first.tap.seat.round, "2.1", "as the board has it, so that a tap on the page meets it");
    assert_eq!((first.tap.moves, first.tap.plies, first.by.as_str()), (2, Some(5), "uploader"));
    for body in [
        "",
        "{\"what\":\"gone\"}",
        "{\"what\":\"left\",\"round\":\"2\",\"player\":\"A\"}",
        "{\"what\":\"left\",\"round\":\"2\",\"player\":\"A\",\"opponent\":\"\\n\",\"moves\":1}",
        "{\"what\":\"left\",\"round\":\"2\",\"player\":\"A\",\"opponent\":\"B\"}",
        "{\"what\":\"left\",\"round\":\"2\",\"player\":\"A\",\"opponent\":\"B\",\"moves\":1001}",
    ] {
        assert_eq!(send(&reports, body).0, StatusCode::BAD_REQUEST, "{body}");
    }
    let deep = "[".repeat(60_000);
    assert_eq!(send(&reports, &deep).0, StatusCode::BAD_REQUEST);
    assert_eq!(send(&reports, &" ".repeat(70_000)).0, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(send(&reads, &who.to_string()).0, StatusCode::NOT_FOUND, "another scope");
    assert_eq!(server.rows("absence"), 3);

    let read = |token: &str| server.api(token, "GET", &path, "");
    read(&reports).has_status(StatusCode::NOT_FOUND);
    let listed = read(&reads).json();
    assert_eq!(
        listed["absences"],
        json!([{"left": 1, "back": null, "seconds": 0, "ended_with_game": false}])
    );
    assert_eq!(listed["entries"][2]["withdraws"], json!(2));
}

/// The move that is stored is the one that the page showed, and the answer says it, and that the game has gone on.
#[test]
fn a_tap_stores_the_move_that_the_page_shows() {
    let (server, chief, event, place) = followed(FEED.to_owned(), "0");
    let mut follower = Follower::new(&server.app);
    follower.look_now().expect("looked");
    let address = format!("/events/{event}/absences");
    let seen = server.get(&chief, &address);
    assert_eq!(seen.between("name=\"shown\" value=\"", '"'), "5");
    says(&seen.text(), &["Moves made: 3"]);
    // Two more moves come while the page is before the arbiter's eyes.
    let moves = "3. Bb5 a6 4. Ba4 Nf6 *";
    fs::write(&place, FEED.replace("3. Bb5 *", moves)).expect("written");
    follower.look_now().expect("looked");
    let fields = [&ANNA[..], &[("what", "left"), ("shown", "5"), ("at", "1")]].concat();
    let left = tap(&server, &chief, event, &fields).leads().to_owned();
    let stored = &entries(&server, event)[0].tap;
    assert_eq!((stored.moves, stored.plies), (3, Some(5)));
    let (page, _) = left.split_once('#').expect("a board");
    let answer = "Birch, Anna: left, after move 3. It is noted. The game has gone on since: moves made: 4.";
    let seen = server.page(&chief, page);
    says(&seen, &[answer, "role=\"status\""]);
    assert_eq!(seen.matches(answer).count(), 1);
    lacks(&server.page(&chief, &address), &["It is noted."]);
    // A page from before, a number that is none, and one beyond every game: what the source shows.
    for (side, shown) in [("black", ""), ("black", "x"), ("black", "2001")] {
        let fields = [("round", "2.1"), ("white", "Birch, Anna"), ("black", "Elm, Clara"), ("side", side)];
        let fields = [&fields[..], &[("what", "left"), ("shown", shown)]].concat();
        let entry = tap(&server, &chief, event, &fields).leads().to_owned();
        let newest = entries(&server, event).pop().expect("an entry");
        assert_eq!((newest.tap.moves, newest.tap.plies), (4, Some(8)), "{shown:?} {entry}");
        server.post(&chief, &format!("{address}/{}/withdraw", newest.id), &[]).leads();
    }
}

/// *Away* does not count on after the result.
#[test]
fn an_absence_ends_with_its_game() {
    let (server, chief, event, place) = followed(FEED.to_owned(), "0");
    let mut follower = Follower::new(&server.app);
    follower.look_now().expect("looked");
    let reads = token(&server, &chief, event, &["read_results"]);
    tap(&server, &chief, event, &[&ANNA[..], &[("what", "left")]].concat()).leads();
    let pages = ["absences", "hints"].map(|page| format!("/events/{event}/{page}"));
    server.clock.advance(600);
    says(&server.page(&chief, &pages[0]), &["away for 10 min 0 s"]);
    says(&server.page(&chief, &pages[1]), &["Birch, Anna has been away from the board for 10 min."]);
    fs::write(&place, later()).expect("written");
    follower.look_now().expect("looked");
    server.clock.advance(600);
    let seen = server.page(&chief, &pages[0]);
    says(&seen, &["Nobody is noted as away", "up to the end of the game"]);
    lacks(&seen, &["away for", "20 min"]);
    lacks(&server.page(&chief, &pages[1]), &["has been away"]);
    let listed = server.api(&reads, "GET", &format!("/api/v1/events/{event}/absences"), "").json();
    let ended = json!([{"left": 1, "back": null, "seconds": null, "ended_with_game": true}]);
    assert_eq!(listed["absences"], ended);
}

#[test]
fn a_name_typed_by_hand_is_no_second_person_without_a_word() {
    let (server, chief, event, _) = followed(FEED.to_owned(), "0");
    Follower::new(&server.app).look_now().expect("looked");
    let named = |player: &str| {
        let fields = [
            ("what", "left"),
            ("round", "7"),
            ("player", player),
            ("opponent", "Oak, Boris"),
            ("moves", "12"),
        ];
        tap(&server, &chief, event, &fields)
    };
    for typed in ["Birch", "Anna Birch", "Birche, Anna"] {
        let answer = named(typed);
        refused(&answer, "This name is not in the event.");
        says(&answer.text(), &["may be: Birch, Anna", &format!("value=\"{typed}\""), "value=\"12\""]);
    }
    assert_eq!(server.rows("absence"), 0);
    named("birch anna").leads();
    named("Somebody Else").leads();
    let players: Vec<String> = entries(&server, event).into_iter().map(|e| e.tap.seat.player).collect();
    assert_eq!(players, ["Birch, Anna", "Somebody Else"]);
}

/// Games of a file are over, and what an arbiter writes down of them afterwards has a way back at the board.
#[test]
fn leaving_and_coming_back_are_noted_at_a_board_of_uploaded_games() {
    let server = TestServer::new();
    let (event, chief) = server.event_of("chief", "Spring Open", ("spring.pgn", &later()));
    let page = || server.page(&chief, &format!("/events/{event}/absences"));
    let at = [&ANNA[..], &[("at", "1")]].concat();
    let left =
        |moves| tap(&server, &chief, event, &[&at[..], &[("what", "left"), ("moves", moves)]].concat());
    let behind = left("6");
    refused(&behind, "The game ended before this move.");
    says(&behind.text(), &["Moves that Birch, Anna made in it: 5."]);
    let shown = server.page(&chief, left("3").leads());
    says(
        &shown,
        &["It is noted. The game is over", "Nobody is noted as away", "Left, and no return is noted"],
    );
    let back = "name=\"what\" value=\"back\"><bdi>Birch, Anna</bdi>";
    assert_eq!(shown.matches(back).count(), 2, "in the list and at the board: {shown}");
    lacks(&shown, &["value=\"left\"><bdi>Birch, Anna</bdi>"]);
    tap(&server, &chief, event, &[&at[..], &[("what", "back"), ("moves", "4")]].concat()).leads();
    lacks(&page(), &["no return is noted", back]);
    // By name too, for the round without the board.
    let named = [("what", "left"), ("round", "2"), ("player", "elm clara"), ("opponent", "Birch, Anna")];
    let answer = tap(&server, &chief, event, &[&named[..], &[("moves", "99")]].concat());
    refused(&answer, "The game ended before this move.");
}
