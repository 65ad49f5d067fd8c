//! Work of the engines from upload to result, however it is interrupted, and orders given by people.

use axum::http::StatusCode;
use datasets::pgn::sample;
use reports::Language;
use serde_json::Value;

use super::scripted::{Searches, finish, runner};
use super::test_server::{Browser, TestServer, lacks, says};
use crate::accounts::roles::Role;
use crate::events::results;
use crate::jobs::hints;
use crate::jobs::runner::Turn;
use crate::jobs::{self, Reason, State};

/// The games of some rounds of the bundled event, which begins with round 3.
pub(super) fn rounds(wanted: std::ops::RangeInclusive<u32>) -> String {
    let text = std::str::from_utf8(sample::PGN).expect("text");
    let games = text.split_inclusive("\n\n").collect::<Vec<_>>();
    let pairs = games.chunks(2).filter(|pair| {
        let round = pair[0].split("[Round \"").nth(1).and_then(|rest| rest.split('.').next());
        round.and_then(|round| round.parse().ok()).is_some_and(|round| wanted.contains(&round))
    });
    pairs.flatten().copied().collect()
}

/// An event made by a chief arbiter from two rounds.
pub(super) fn event(server: &TestServer, chief: &str) -> (i64, Browser) {
    server.event_of(chief, chief, ("games.pgn", &rounds(3..=4)))
}

fn state(server: &TestServer, event: i64) -> State {
    let newest = server.read(|c| jobs::newest(c, event));
    newest.expect("a job").state
}

fn open_positions(server: &TestServer, event: i64) -> Vec<u64> {
    let all = server.read(|c| results::history(c, event));
    all.iter().rev().map(|result| result.unanswered).collect()
}

fn digest(server: &TestServer, event: i64) -> String {
    let found = server.read(|c| results::latest(c, event));
    let found = found.expect("a result");
    assert_eq!(found.listed.unanswered, 0);
    found.screening.manifest.digest
}

#[test]
fn an_upload_becomes_a_result_game_by_game() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    assert_eq!(state(&server, event), State::Queued, "an upload queues a screening");
    let searches = Searches::default();
    let mut engines = runner(&server, &searches);
    engines.turn().expect("a turn");
    assert_eq!(state(&server, event), State::Running);
    says(&server.page(&chief, &format!("/events/{event}/engines")), &["running"]);
    finish(&mut engines);
    assert_eq!(state(&server, event), State::Done);
    assert_eq!(searches.most(), 1, "no position twice");

    let open = open_positions(&server, event);
    assert!(open.len() > 3, "provisional results on the way: {open:?}");
    assert!(open.is_sorted_by(|a, b| a > b) && open.last() == Some(&0), "{open:?}");
    let found = server.read(|c| results::latest(c, event)).expect("there");
    assert_eq!(found.screening.event.games_in, 10);
    assert_eq!(found.files, [1]);
    assert_eq!(found.screening.manifest.inputs[0].name, "games.pgn");
    assert!(found.screening.players.iter().all(|player| player.roi.is_none()), "below the gate");
    let job = server.read(|c| jobs::newest(c, event)).expect("a job");
    assert!(job.total > 100 && job.done == job.total, "{job:?}");
}

#[test]
fn a_killed_run_goes_on_and_repeats_nothing() {
    let whole = TestServer::new();
    let (undisturbed, _) = event(&whole, "chief");
    let once = Searches::default();
    finish(&mut runner(&whole, &once));

    let mut server = TestServer::new();
    let (id, _) = event(&server, "chief");
    let searches = Searches::default();
    for after in [7, 60, 61, 150] {
        let mut engines = runner(&server, &searches.breaking_after(after, &server.app));
        while searches.total() < after {
            assert_eq!(engines.turn().expect("a turn"), Turn::Worked);
        }
        assert_eq!(searches.total(), after, "interrupted within a game");
        drop(engines);
        assert_eq!(state(&server, id), State::Running, "as a killed server leaves it");
        server = server.restarted();
    }
    let mut engines = runner(&server, &searches.unbroken());
    assert_eq!(state(&server, id), State::Queued, "taken up again");
    finish(&mut engines);
    assert_eq!(searches.most(), 1, "nothing twice");
    assert_eq!(searches.total(), once.total(), "nothing lost");
    assert_eq!(digest(&server, id), digest(&whole, undisturbed));
}

#[test]
fn people_pause_resume_cancel_and_ask_again() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    let searches = Searches::default();
    let mut engines = runner(&server, &searches);
    engines.turn().expect("a turn");
    let order = |what: &str| server.post(&chief, &format!("/events/{event}/engines/jobs/1/{what}"), &[]);
    assert_eq!(order("resume").status, StatusCode::UNPROCESSABLE_ENTITY, "it is not paused");
    assert_eq!(order("pause").leads(), format!("/events/{event}/engines"));
    let before = searches.total();
    assert!(before > 0);
    assert_eq!(engines.turn().expect("a turn"), Turn::Idle);
    assert_eq!((state(&server, event), searches.total()), (State::Paused, before));
    order("resume").leads();
    assert_eq!(engines.turn().expect("a turn"), Turn::Worked);
    assert_eq!(state(&server, event), State::Running);
    order("cancel").leads();
    assert_eq!(engines.turn().expect("a turn"), Turn::Idle);
    assert_eq!(state(&server, event), State::Cancelled);
    assert_eq!(order("pause").status, StatusCode::UNPROCESSABLE_ENTITY, "it is over");
    server.post(&chief, &format!("/events/{event}/engines/again"), &[]).leads();
    finish(&mut engines);
    assert_eq!((state(&server, event), searches.most()), (State::Done, 1));
    let log = server.get(&chief, &format!("/events/{event}/audit")).text();
    says(&log, &["paused the engines", "let the engines go on", "cancelled work", "asked for a screening"]);
    // A job of another event under one's own.
    let (other, stranger) = self::event(&server, "stranger");
    let answer = server.post(&stranger, &format!("/events/{other}/engines/jobs/1/cancel"), &[]);
    answer.has_status(StatusCode::NOT_FOUND);
}

#[test]
fn games_that_come_while_the_engines_work_are_searched_as_well() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    let searches = Searches::default();
    let mut engines = runner(&server, &searches);
    engines.turn().expect("a turn");
    let path = format!("/events/{event}/files");
    server.upload(&chief, &path, "", ("more.pgn", rounds(5..=5).as_bytes())).leads();
    finish(&mut engines);
    let found = server.read(|c| results::latest(c, event)).expect("there");
    assert_eq!((found.screening.event.games_in, found.files.len()), (15, 2));
    assert_eq!((found.listed.unanswered, searches.most()), (0, 1));
    assert_eq!((state(&server, event), server.rows("job")), (State::Done, 1));
}

#[test]
fn a_raised_hand_comes_first_and_the_log_names_nobody() {
    let server = TestServer::new();
    let (first, _) = event(&server, "chief");
    let (second, chief) = event(&server, "other");
    let path = format!("/events/{second}/engines/hands");
    server.post(&chief, &path, &[("who", "Gormally, D")]).leads();
    let mut engines = runner(&server, &Searches::default());
    engines.turn().expect("a turn");
    assert_eq!((state(&server, first), state(&server, second)), (State::Queued, State::Running));
    let page = server.get(&chief, &format!("/events/{second}/engines")).text();
    assert!(page.contains("Gormally, D"));
    let log = server.get(&chief, &format!("/events/{second}/audit")).text();
    assert!(log.contains("searched first") && !log.contains("Gormally"));
    server.post(&chief, &format!("{path}/lower"), &[("who", "Gormally, D")]).leads();
    let raised = server.read(|c| jobs::priority_players(c, second));
    assert!(raised.is_empty());
    engines.turn().expect("a turn");
    assert_eq!((state(&server, first), state(&server, second)), (State::Running, State::Queued));
}

#[test]
fn pages_and_programs_see_the_work_and_the_hints() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    let before = server.get(&chief, &format!("/events/{event}/hints")).text();
    assert!(before.contains("There are no hints yet"));
    finish(&mut runner(&server, &Searches::default()));
    for language in Language::all() {
        let reader = Browser { language: Some(language), ..chief.clone() };
        for path in ["engines", "hints", "hints?look=1"] {
            let page = server.get(&reader, &format!("/events/{event}/{path}"));
            assert_eq!(page.status, StatusCode::OK, "{path}");
            assert_eq!(reports::wording::forbidden(&page.text()), None, "{path} in {language}");
            lacks(&page.text(), &["<script", "<style", " style=", "<link rel=\"stylesheet\" href=\"http"]);
        }
    }
    let page = server.get(&chief, &format!("/events/{event}/hints")).text();
    assert!(page.contains("After round 4") && page.contains("Gormally, D"), "{page}");
    assert!(page.contains("No full test can be made here"));
    server.get(&chief, &format!("/events/{event}/hints?look=99")).has_status(StatusCode::NOT_FOUND);

    let token = super::programs::token(&server, &chief, event, &["read_results"]);
    let ask = |what: &str| server.api(&token, "GET", &format!("/api/v1/events/{event}/{what}"), "").json();
    let newest = &ask("engines")["newest"];
    assert_eq!(
        (&newest["state"], &newest["progress"]["done"]),
        (&"done".into(), &newest["progress"]["total"])
    );
    let found = ask("hints");
    assert_eq!(
        (&found["full_tests"], &found["rounds"]["complete_through"]),
        (&Value::Bool(false), &4.into())
    );
    assert_eq!(found["players"].as_array().map(Vec::len), Some(10));
}

#[test]
fn an_event_without_a_readable_game_fails_with_its_reason() {
    let server = TestServer::new();
    let (event, browser) = server.event("chief");
    // The files are gone, as after a restore of a damaged copy.
    server.write(|c| Ok(c.execute_batch("DELETE FROM file_piece; DELETE FROM file")?));
    finish(&mut runner(&server, &Searches::default()));
    let job = server.read(|c| jobs::newest(c, event)).expect("a job");
    assert_eq!((job.state, job.reason), (State::Failed, Some(Reason::NoGames)));
    says(&server.page(&browser, &format!("/events/{event}/engines")), &["No game of this event can be read"]);
    assert!(server.read(|c| hints::list(c, event)).is_empty());
}

/// No answer outlives the right to it: the progress page is asked for anew each time.
#[test]
fn who_is_removed_or_signed_out_sees_no_more_progress() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    let (id, arbiter) = server.person("arbiter", Role::Arbiter);
    server.member(event, id, Role::Arbiter);
    let path = format!("/events/{event}/engines");
    server.page(&arbiter, &path);
    server.post(&chief, &format!("/events/{event}/members/{id}/remove"), &[]).leads();
    server.get(&arbiter, &path).has_status(StatusCode::NOT_FOUND);
    server.page(&chief, &path);
    server.post(&chief, "/logout", &[]).leads();
    assert!(server.get(&chief, &path).leads().starts_with("/login"));
}
