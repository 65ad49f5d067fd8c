//! The tournament report of an event: given with its games or later, compared, refused, taken along by full tests.

use axum::http::StatusCode;
use reports::{Language, bundle_files};

use super::engines::rounds;
use super::full_tests::{self as tested, Given, direct, favoured, hero, opened};
use super::scripted::{both, finish, read};
use super::test_server::{Answer, Browser, GAMES, TestServer, says};
use crate::accounts::roles::Role;
use crate::jobs::full_tests;

#[path = "../../../datasets/tests/report/mod.rs"]
mod written;

/// A report that agrees with some games.
pub(super) fn report(games: &str) -> String {
    let collection = read(games);
    let roster = datasets::roster(&collection);
    written::report(&collection, &roster, "Open")
}

/// The first decided game of the first round.
fn decided(games: &str) -> datasets::Game {
    let mut games = read(games).games.into_iter();
    let wanted = |game: &datasets::Game| {
        game.round.starts_with('3')
            && !matches!(game.result, datasets::GameResult::Draw | datasets::GameResult::Unknown)
    };
    games.find(wanted).expect("a decided game")
}

/// The report of the same games with another result of that one.
fn contradicted(games: &str) -> String {
    let game = decided(games);
    let (white, other) = match game.result {
        datasets::GameResult::White => ("1-0", "0-1"),
        _ => ("0-1", "1-0"),
    };
    let begins = format!("[White \"{}\"]\n[Black \"{}\"]", game.white.name, game.black.name);
    let (before, rest) = games.split_once(&begins).expect("there");
    let (own, after) = rest.split_once("[Event").unwrap_or((rest, ""));
    report(&format!("{before}{begins}{}[Event{after}", own.replace(white, other)))
}

fn made(server: &TestServer, chief: &Browser, games: &str, report: &[u8]) -> Answer {
    let word = chief.csrf_token();
    server.upload_files(
        chief,
        "/events",
        &[("csrf", &word), ("name", "Open")],
        &[("file", "games.pgn", games.as_bytes()), ("report", "../open <b>.trf", report)],
    )
}

#[test]
fn an_event_is_made_with_its_report_and_what_differs_is_shown() {
    let server = TestServer::new();
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let games = rounds(3..=4);
    let event = made(&server, &chief, &games, report(&games).as_bytes()).number();
    let page = |browser: &Browser, room: &str| {
        let answer = server.get(browser, &format!("/events/{event}{room}"));
        assert_eq!(answer.status, StatusCode::OK);
        answer.text()
    };
    let said = "Games: 10, of these compared with one of the 10 pairings of the report: 10. Differences: 0.";
    assert!(page(&chief, "").contains(said), "{}", page(&chief, ""));
    assert!(page(&chief, "/settings").contains("open &#60;b&#62;.trf"));
    let log = page(&chief, "/audit");
    assert!(log.contains("tournament report given"), "{log}");

    // Another one takes its place, and what differs is said in the reader's words.
    let path = format!("/events/{event}/report");
    let other = contradicted(&games);
    server.upload(&chief, &path, "", ("other.trf", other.as_bytes())).leads();
    assert_eq!(server.rows("event_input"), 2, "the first one is kept");
    let short = page(&chief, "");
    assert!(short.contains("Differences: 1.") && short.contains("/report\""), "{short}");
    let game = decided(&games);
    for (language, differs) in [
        (Language::ENGLISH, "The report says"),
        (Language::RUSSIAN, "В отчёте"),
        (Language::UKRAINIAN, "У звіті"),
    ] {
        let reader = Browser { language: Some(language), ..chief.clone() };
        let text = page(&reader, "/report");
        assert!(text.contains(differs), "{text}");
        assert!(text.contains(&game.white.name) && text.contains(&game.black.name));
        assert_eq!(reports::wording::forbidden(&text), None, "{language}");
    }
    // Games that come later are compared as well.
    let more = rounds(5..=5);
    server.upload(&chief, &format!("/events/{event}/files"), "", ("r5.pgn", more.as_bytes())).leads();
    let short = page(&chief, "");
    assert!(short.contains("Games: 15,"), "{short}");

    let arbiter = server.member_of(event, "arbiter", Role::Arbiter);
    assert!(page(&arbiter, "/report").contains("other.trf"));
    let remove = server.post(&arbiter, &format!("{path}/remove"), &[]);
    assert_eq!(remove.status, StatusCode::NOT_FOUND);
    server.post(&chief, &format!("{path}/remove"), &[]).leads();
    assert!(page(&chief, "/report").contains("There is no tournament report"));
    assert!(!page(&chief, "").contains("Differences:"));
    assert_eq!(server.rows("event_input"), 2, "what was given is kept");
    server.post(&chief, &format!("{path}/remove"), &[]).leads();
    let log = page(&chief, "/audit");
    assert_eq!(log.matches("tournament report taken away").count(), 1);
    assert!(!log.contains(&game.white.name));
}

#[test]
fn encodings_are_stated_and_an_empty_file_is_none() {
    let server = TestServer::new();
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let games = rounds(3..=3);
    let whole = report(&games);
    let event = made(&server, &chief, &games, whole.as_bytes()).number();
    let path = format!("/events/{event}/report");
    let word = chief.csrf_token();
    let encoded = |encoding: &str, bytes: &[u8]| {
        let fields = [("csrf", word.as_str()), ("encoding", encoding)];
        server.upload_files(&chief, &path, &fields, &[("file", "a.trf", bytes)])
    };
    encoded("utf-7", whole.as_bytes()).has_status(StatusCode::FORBIDDEN);
    assert_eq!(server.rows("event_input"), 1);
    // Letters of Windows-1251, once guessed and once said.
    let cyrillic: Vec<u8> = whole
        .replacen("012 Open", "012 \u{1}", 1)
        .bytes()
        .flat_map(|b| if b == 1 { vec![0xce, 0xef, 0xe5, 0xed] } else { vec![b] })
        .collect();
    encoded("", &cyrillic).leads();
    says(&server.page(&chief, &path), &["names may come out wrong"]);
    encoded("windows-1251", &cyrillic).leads();
    let page = server.get(&chief, &path).text();
    assert!(!page.contains("names may come out wrong"), "{page}");
    // Nobody has chosen a file: browsers send an empty one without a name.
    let fields = [("csrf", word.as_str()), ("name", "Open")];
    let games: [(&str, &str, &[u8]); 2] = [("file", "g.pgn", GAMES.as_bytes()), ("report", "", b"")];
    server.upload_files(&chief, "/events", &fields, &games).leads();
    assert_eq!(server.rows("event_input"), 3);
    for files in [[games[0], ("report", "", b"001")], [games[0], ("other", "g.pgn", GAMES.as_bytes())]] {
        let answer = server.upload_files(&chief, "/events", &fields, &files);
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{files:?}");
    }
}

#[test]
fn full_tests_take_the_report_as_the_command_does() {
    let server = TestServer::new();
    let (event, chief) = tested::event(&server, "chief");
    tested::set(&server, &chief, event, false, "60");
    let whole = report(tested::games());
    let path = format!("/events/{event}/report");
    server.upload(&chief, &path, "", ("of the event.trf", whole.as_bytes())).leads();
    let mut engines = both(&server, &favoured(), &favoured());
    finish(&mut engines);
    let job = tested::tested(&server, event, &chief, &mut engines);
    let mut made = server.read(|c| full_tests::test(c, event, job)).expect("a test");
    let given = Given { report: Some(&whole), ..Given::default() };
    let (mut same, _) = direct(&favoured(), given);
    assert_eq!(made.manifest.digest, same.manifest.digest);
    let zip = server.get(&chief, &format!("/events/{event}/full-tests/{job}/bundle.zip")).body;
    assert_eq!(opened(&zip)[bundle_files::REPORT], whole.as_bytes());
    let check = made.report.as_mut().expect("a report");
    assert!(check.games.compared > 30 && check.findings.is_empty(), "{check:?}");
    assert_eq!(check.name, "of the event.trf");
    // The name is all that differs.
    "report.trf".clone_into(&mut check.name);
    assert_eq!(made, same);
    let beside = server.read(|c| full_tests::supplement(c, event, job)).expect("there");
    let input = beside.custody.inputs.last().expect("an input");
    assert_eq!(
        (input.name.as_deref(), &input.sha256),
        (Some("of the event.trf"), &same.report.as_mut().expect("a report").sha256)
    );

    // A report that was replaced is still in the bundle of the test that it was read for.
    let other = report(GAMES_ELSEWHERE);
    server.upload(&chief, &path, "", ("other.trf", other.as_bytes())).leads();
    says(&server.page(&chief, &format!("/events/{event}")), &["No game fits any pairing of this report."]);
    let zip = server.get(&chief, &format!("/events/{event}/full-tests/{job}/bundle.zip")).body;
    assert_eq!(opened(&zip)[bundle_files::REPORT], whole.as_bytes());

    // That of another event is not taken along, which is said.
    let again = tested::tested(&server, event, &chief, &mut engines);
    let second = server.read(|c| full_tests::test(c, event, again)).expect("a test");
    assert_eq!(&second, &tested::example().0);
    says(&server.page(&chief, &hero(&server, event)), &["fits none of its games, so it is not in this test"]);
}

/// Games of people who are nowhere else.
const GAMES_ELSEWHERE: &str = "\
[Event \"Elsewhere\"]\n[Date \"2026.03.01\"]\n[Round \"1\"]\n[White \"Zzyzx, Q\"]\n[Black \"Wvuts, P\"]\n[Result \"1-0\"]\n\n\
1. e4 e5 2. Nf3 Nc6 1-0\n\n";
