//! Fair shares: how often one person may ask, what one may bring, what is left to the audit log, and turns of the engines.

use axum::http::StatusCode;

use super::engines::rounds;
use super::following::follow;
use super::programs::token;
use super::scripted::{Searches, finish, runner};
use super::settings::TABLE;
use super::test_server::{Answer, Browser, GAMES, TestServer, lacks, refused, says};
use crate::accounts::roles::Role;
use crate::accounts::sessions;
use crate::clock::DAY;
use crate::jobs::runner::Turn;
use crate::jobs::{self, State};
use crate::store::{StorageError, live_folder};
use crate::web::limits::Limits;

fn limited(change: impl FnOnce(&mut Limits)) -> TestServer {
    TestServer::with(|settings| change(&mut settings.limits))
}

/// Holds that a request was refused in these words with the limit.
#[track_caller]
fn names(answer: &Answer, said: &str, limit: u32) {
    refused(answer, said);
    says(&answer.text(), &[&format!("<bdi>{limit}</bdi>")]);
}

/// A day later, when the sessions of the day are over.
fn next_day(server: &TestServer, person: i64) -> Browser {
    server.clock.advance(DAY);
    let secret = server.write(move |c| sessions::begin(c, person, std::net::Ipv4Addr::LOCALHOST.into()));
    Browser { session: Some(secret.reveal().to_owned()), language: None }
}

#[test]
fn who_asks_too_often_waits_and_nobody_else() {
    let server = limited(|limits| (limits.requests_a_second, limits.requests_at_once) = (0, 4));
    let (event, chief) = server.event("chief");
    let key = token(&server, &chief, event, &["read_results"]);
    let page = format!("/events/{event}");
    for _ in 0..2 {
        server.get(&chief, &page).has_status(StatusCode::OK);
    }
    let entries = server.rows("audit");
    let answer = server.get(&chief, &page);
    answer.has_status(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer.header("retry-after"), "1");
    says(&answer.text(), &["Wait a second and go on."]);
    assert_eq!(server.rows("audit"), entries, "nothing is written for it");

    let path = format!("/api/v1/events/{event}");
    for _ in 0..4 {
        server.api(&key, "GET", &path, "").has_status(StatusCode::OK);
    }
    let answer = server.api(&key, "GET", &path, "");
    answer.has_status(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!((answer.header("retry-after"), &answer.json()["error"]), ("1", &"too_fast".into()));

    let other = server.member_of(event, "other", Role::Arbiter);
    server.get(&other, &page).has_status(StatusCode::OK);
    server.get(&Browser::default(), "/login").has_status(StatusCode::OK);
}

#[test]
fn one_person_brings_so_many_events_files_and_bytes_a_day() {
    let bytes = GAMES.len() as u64;
    let server = limited(|limits| {
        (limits.events_a_day, limits.files_a_day) = (2, 4);
        limits.bytes_a_day = 3 * bytes + bytes / 2;
    });
    let (person, chief) = server.person("chief", Role::ChiefArbiter);
    let make = |browser: &Browser| server.upload(browser, "/events", "Next", ("a.pgn", GAMES.as_bytes()));
    let first = make(&chief).number();
    make(&chief).number();
    names(&make(&chief), "no more events than this", 2);

    // What a token brings counts for who made it.
    let key = token(&server, &chief, first, &["upload_games"]);
    let path = format!("/api/v1/events/{first}/files");
    let give = |text: &str| server.api(&key, "POST", &path, text.to_owned());
    give(&format!("{GAMES}\n")).has_status(StatusCode::CREATED);
    let answer = give(&format!("{GAMES}\n\n"));
    answer.has_status(StatusCode::BAD_REQUEST);
    assert_eq!(answer.json()["refused"]["reason"], "refused-bytes-a-day");

    let (_, other) = server.person("other", Role::ChiefArbiter);
    make(&other).number();
    make(&next_day(&server, person)).number();
}

#[test]
fn one_person_brings_so_many_files_a_day_attached_ones_included() {
    let server = limited(|limits| limits.files_a_day = 2);
    let (person, chief) = server.person("chief", Role::ChiefArbiter);
    let event = server.upload(&chief, "/events", "Open", ("a.pgn", GAMES.as_bytes())).number();
    let path = format!("/events/{event}/aliases");
    let give = |browser: &Browser| server.upload(browser, &path, "", ("a.toml", TABLE.as_bytes()));
    let settings = format!("/events/{event}/settings");
    assert_eq!(give(&chief).leads(), settings);
    let said = "no more files than this";
    names(&give(&chief), said, 2);
    names(&server.upload(&chief, &format!("/events/{event}/files"), "", ("b.pgn", b"1. e4 *")), said, 2);
    assert_eq!(give(&next_day(&server, person)).leads(), settings);
}

#[test]
fn one_person_follows_so_many_sources_and_keeps_so_many_versions() {
    let server = limited(|limits| (limits.sources_of_one, limits.version_bytes) = (2, 3 * 1024 * 1024));
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let ask = || {
        let fields = [("name", "Live"), ("place", "https://example.org/a.pgn"), ("delay", "0")];
        server.post(&chief, "/events/follow", &fields)
    };
    let first = follow(&server, &chief, "https://example.org/a.pgn", "0");
    ask().leads();
    names(&ask(), "no more live sources at once than this", 2);
    server.post(&chief, &format!("/events/{first}/source/stop"), &[]).leads();
    let log = live_folder(server.app.storage.path()).join(first.to_string());
    std::fs::create_dir_all(&log).expect("made");
    let file = std::fs::File::create(log.join("versions.jsonl")).expect("made");
    file.set_len(3 * 1024 * 1024 + 1).expect("set");
    names(&ask(), "have more MiB than this", 3);
    server.clock.advance(31 * DAY);
    let (_, other) = server.person("other", Role::ChiefArbiter);
    follow(&server, &other, "https://example.org/a.pgn", "0");
}

/// With less than the reserve free, pages are shown and logged, and nothing large is written.
#[test]
fn the_reserve_is_left_to_the_audit_log() {
    let mut server = TestServer::new();
    let (event, chief) = server.event_of("chief", "Large", ("large.pgn", &rounds(3..=3)));
    server = server.reopened(|settings| settings.limits.reserve_bytes = u64::MAX / 2);
    let free = server.app.storage.free_bytes().expect("known on this system");
    let (files, entries) = (server.rows("file"), server.rows("audit"));
    let answer = server.upload(&chief, &format!("/events/{event}/files"), "", ("a.pgn", b"1. e4 *"));
    answer.has_status(StatusCode::INSUFFICIENT_STORAGE);
    says(&answer.text(), &["The disk of the server is nearly full"]);
    assert_eq!((server.rows("file"), server.leftovers().len()), (files, 0), "nothing is kept");
    let fields = [("name", "Live"), ("place", "https://example.org/a.pgn"), ("delay", "0")];
    server.post(&chief, "/events/follow", &fields).has_status(StatusCode::INSUFFICIENT_STORAGE);
    server.page(&chief, &format!("/events/{event}"));
    assert!(server.rows("audit") > entries);

    let searches = Searches::default();
    assert_eq!(runner(&server, &searches).turn().expect("a turn"), Turn::Idle);
    assert_eq!(searches.total(), 0);

    let health = server.get(&Browser::default(), "/health");
    health.has_status(StatusCode::OK);
    says(&health.text(), &["the disk is nearly full; uploads are refused\nfree_bytes "]);
    let (_, admin) = server.person("admin", Role::Administrator);
    let metrics = server.page(&admin, "/metrics");
    says(&metrics, &["fairplay_free_bytes ", &format!("fairplay_reserve_bytes {}\n", u64::MAX / 2)]);
    assert!(free > 0);

    let server = server.reopened(|settings| settings.limits.reserve_bytes = 0);
    finish(&mut runner(&server, &searches));
    assert!(searches.total() > 0, "the work goes on once there is room");
    says(&server.get(&Browser::default(), "/health").text(), &["ok\nfree_bytes "]);
}

#[test]
fn a_server_that_cannot_write_is_not_well() {
    let server = TestServer::new();
    let stopped = server.app.storage.write_now(|c| -> Result<_, StorageError> {
        c.pragma_update(None, "query_only", true)?;
        Ok(())
    });
    stopped.expect("set");
    let health = server.get(&Browser::default(), "/health");
    health.has_status(StatusCode::INTERNAL_SERVER_ERROR);
    lacks(&health.text(), &["ok\n"]);
}

/// The small event of one person is done while the large one of another, which came first, is not.
#[test]
fn a_large_event_does_not_hold_up_the_event_of_somebody_else() {
    let server = TestServer::new();
    let (large, _) = server.event_of("first", "Large", ("large.pgn", &rounds(3..=6)));
    let (small, _) = server.event_of("second", "Small", ("small.pgn", &rounds(7..=7)));
    let state = |event| server.read(|c| jobs::newest(c, event)).expect("a job").state;
    let mut engines = runner(&server, &Searches::default()).in_turns_of(std::time::Duration::ZERO);
    let mut turns = 0;
    while state(small) != State::Done {
        engines.turn().expect("a turn");
        turns += 1;
        assert!(turns < 100, "it is never done");
    }
    // Five games and the end of the work, each after a game of the other event.
    assert!((6..=13).contains(&turns), "{turns}");
    assert_eq!(state(large), State::Queued);
    finish(&mut engines);
    assert_eq!(state(large), State::Done);
}
