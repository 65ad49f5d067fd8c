//! Live sources: an event replayed round by round, delays, and places that may not be followed.

use std::fs;
use std::path::PathBuf;

use axum::http::StatusCode;

use super::engines::rounds;
use super::scripted::{Searches, finish, runner};
use super::test_server::{Browser, TestServer, says};
use crate::accounts::roles::Role;
use crate::events::live::follower::Follower;
use crate::events::live::{self, LiveSettings};
use crate::jobs::hints;
use crate::jobs::{self, State};

/// A server whose settings allow the folder `live` beside its file.
fn server() -> (TestServer, PathBuf) {
    let mut place = PathBuf::new();
    let server = TestServer::with(|settings| {
        let folder = settings.data.parent().expect("a folder").join("live");
        fs::create_dir(&folder).expect("made");
        place = folder.join("games.pgn");
        settings.live = LiveSettings { folders: vec![folder], private_addresses: false };
    });
    (server, place)
}

pub(super) fn follow(server: &TestServer, chief: &Browser, place: &str, delay: &str) -> i64 {
    let fields = [("name", "Live Open"), ("place", place), ("delay", delay)];
    let made = server.post(chief, "/events/follow", &fields);
    let parts: Vec<&str> = made.leads().split('/').collect();
    parts[2].parse().expect("a number")
}

/// A chief arbiter's event that follows a file with some games, and the file.
pub(super) fn followed(games: String, delay: &str) -> (TestServer, Browser, i64, PathBuf) {
    let (server, place) = server();
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    fs::write(&place, games).expect("written");
    let event = follow(&server, &chief, place.to_str().expect("text"), delay);
    (server, chief, event, place)
}

fn told(server: &TestServer, event: i64) -> Vec<Option<u16>> {
    let all = server.read(|c| hints::list(c, event));
    all.iter().rev().map(|hints| hints.round).collect()
}

#[test]
fn a_replay_gives_hints_after_each_round_and_survives_restarts() {
    let (mut server, chief, event, place) = followed(rounds(3..=3), "0");
    let searches = Searches::default();
    for round in 3..=5 {
        fs::write(&place, rounds(3..=round)).expect("written");
        let mut follower = Follower::new(&server.app);
        let mut engines = runner(&server, &searches);
        for _ in 0..2 {
            follower.look_now().expect("looked");
            finish(&mut engines);
            server.clock.advance(10);
        }
        let known: Vec<Option<u16>> = (3..=round).map(|round| u16::try_from(round).ok()).collect();
        assert_eq!(told(&server, event), known, "once for each round");
        drop((follower, engines));
        server = server.restarted();
    }
    assert_eq!(searches.most(), 1, "nothing twice, over rounds and restarts");
    let found = server.read(|c| crate::events::results::latest(c, event));
    let found = found.expect("a result");
    assert_eq!((found.screening.event.games_in, found.listed.unanswered), (15, 0));
    says(&server.page(&chief, &format!("/events/{event}/hints")), &["After round 5"]);

    // Followed no longer: what comes is not seen.
    server.post(&chief, &format!("/events/{event}/source/stop"), &[]).leads();
    fs::write(&place, rounds(3..=6)).expect("written");
    Follower::new(&server.app).look_now().expect("looked");
    finish(&mut runner(&server, &searches));
    assert_eq!(told(&server, event).len(), 3);
    let page = server.get(&chief, &format!("/events/{event}/engines")).text();
    assert!(page.contains("It is no longer followed"));
}

/// The server ends in the middle of the work, the source is followed no longer, its file is gone: the versions are kept.
#[test]
fn work_on_a_source_that_is_followed_no_longer_goes_on_after_a_restart() {
    let (server, chief, event, place) = followed(rounds(3..=3), "0");
    let searches = Searches::default();
    let mut follower = Follower::new(&server.app);
    follower.look_now().expect("looked");
    server.clock.advance(10);
    follower.look_now().expect("looked");
    let mut engines = runner(&server, &searches);
    engines.turn().expect("a turn");
    server.post(&chief, &format!("/events/{event}/source/stop"), &[]).leads();
    drop((follower, engines));
    fs::remove_file(&place).expect("removed");
    let server = server.restarted();
    let mut engines = runner(&server, &searches);
    assert_eq!(finish(&mut engines), 0, "nothing is known of it yet");
    Follower::new(&server.app).look_now().expect("looked");
    finish(&mut engines);
    let job = server.read(|c| jobs::newest(c, event));
    assert_eq!(job.map(|job| job.state), Some(State::Done));
    assert_eq!((told(&server, event), searches.most()), (vec![Some(3)], 1));
}

#[test]
fn the_transmission_delay_holds_moves_back() {
    let (server, _, event, _) = followed(rounds(3..=3), "900");
    let mut follower = Follower::new(&server.app);
    let searches = Searches::default();
    let mut engines = runner(&server, &searches);
    let mut at = |seconds: i64| {
        server.clock.advance(seconds);
        follower.look_now().expect("looked");
        finish(&mut engines);
        searches.total()
    };
    assert_eq!((at(0), at(600)), (0, 0), "too young");
    assert!(at(300) > 0, "old enough");
    assert_eq!(told(&server, event), [Some(3)]);
}

#[test]
fn places_that_may_not_be_followed_are_refused_and_change_nothing() {
    let (server, _) = server();
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let before = server.rows("event");
    for (place, delay) in [
        ("/etc/passwd", "0"),
        ("https://example.org/a.pgn", "-1"),
        ("https://example.org/a.pgn", "86401"),
        ("https://example.org/a.pgn", "x"),
    ] {
        let fields = [("name", "Live Open"), ("place", place), ("delay", delay)];
        let answer = server.post(&chief, "/events/follow", &fields);
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{place} {delay}");
    }
    assert_eq!(server.rows("event"), before);
}

/// An address inside the server's own network is taken and never connected to: what it leads to may change.
#[test]
fn an_address_of_the_servers_network_is_not_asked() {
    let (server, _) = server();
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("set");
    let port = listener.local_addr().expect("an address").port();
    let event = follow(&server, &chief, &format!("http://127.0.0.1:{port}/a.pgn"), "0");
    Follower::new(&server.app).look_now().expect("looked");
    assert!(listener.accept().is_err(), "nobody connected");
    let source = server.read(|c| live::of_event(c, event)).expect("there");
    assert!(!source.problem.is_empty() && source.looked.is_some());
    let page = server.get(&chief, &format!("/events/{event}/engines"));
    assert_eq!(page.status, StatusCode::OK);
    // Files are not mixed with a source.
    let answer =
        server.upload(&chief, &format!("/events/{event}/files"), "", ("a.pgn", rounds(3..=3).as_bytes()));
    answer.has_status(StatusCode::UNPROCESSABLE_ENTITY);
    let none = server.read(|c| jobs::newest(c, event));
    assert!(none.is_none_or(|job| job.state == State::Done), "nothing to do");
}

#[test]
fn an_address_is_shown_to_members_without_its_secrets() {
    let server = TestServer::with(|_| {});
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let event = follow(&server, &chief, "https://me:pw@example.org/open/a.pgn?token=1", "0");
    let page = server.get(&chief, &format!("/events/{event}/engines")).text();
    assert!(page.contains("https://example.org/open/a.pgn"), "{page}");
    assert!(!page.contains("pw@") && !page.contains("token=1"), "{page}");
    // The fragment is the tournament.
    let identity = "0a1b2c3d-0000-4000-8000-0123456789ab";
    let event = follow(&server, &chief, identity, "0");
    assert!(server.get(&chief, &format!("/events/{event}/engines")).text().contains(identity));
}
