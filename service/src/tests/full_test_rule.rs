//! The rule that asks for full tests: within its budget, refused, asked again, switched off; and orders given to its tests.

use analyzer::hints::escalation::Decided;
use axum::http::StatusCode;
use serde_json::Value;

use super::full_tests::{HERO, event, example, favoured, hero, hints, set, tests};
use super::scripted::{Scripted, both, finish};
use super::test_server::{TestServer, lacks, says};
use crate::events::results;
use crate::jobs::full_tests;
use crate::jobs::full_tests::rule;
use crate::jobs::runner::{Runner, Turn};
use crate::jobs::{self, Kind, Reason, State};
use crate::store::audit::Place;

/// Works until the rule has asked for a full test, and no further.
fn until_a_test_is_asked_for(server: &TestServer, event: i64, engines: &mut Runner<Scripted>) {
    while tests(server, event).is_empty() {
        assert_eq!(engines.turn().expect("a turn"), Turn::Worked);
    }
}

#[test]
fn the_rule_chooses_within_the_budget_and_says_whom_it_refuses() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    // Nothing fits into no budget at all.
    set(&server, &chief, event, true, "0");
    let full = favoured();
    let mut engines = both(&server, &favoured(), &full);
    finish(&mut engines);
    let refused = hints(&server, event);
    let log = refused["tests"][0]["log"].as_array().expect("a log").clone();
    assert!(log.iter().any(|choice| choice["name"] == HERO), "{log:?}");
    assert!(log.iter().all(|choice| choice["decided"]["kind"] == "over_budget"), "{log:?}");
    assert!(tests(&server, event).is_empty());
    says(
        &server.page(&chief, &format!("/events/{event}/hints")),
        &["After each round a rule chooses", "budget"],
    );

    // With a budget it chooses again after the same round, and the reading goes into the hints.
    set(&server, &chief, event, true, "1000");
    finish(&mut engines);
    let made = tests(&server, event);
    assert!(!made.is_empty() && made.iter().all(|job| job.state == State::Done), "{made:?}");
    assert_eq!(full.most(), 1);
    let now = hints(&server, event);
    assert_eq!(now["full_tests"], true);
    let log = now["tests"][0]["log"].as_array().expect("a log");
    let tested = log.iter().filter(|choice| choice["decided"]["kind"] == "test");
    assert_eq!(tested.count(), made.len());
    let players = now["players"].as_array().expect("players");
    let read: Vec<&Value> = players.iter().filter(|player| !player["full"].is_null()).collect();
    assert_eq!(read.len(), made.len());
    let one = read.iter().find(|player| player["name"] == HERO).expect("the hero");
    assert_eq!(one["full"]["z"].as_f64(), example().0.player.overall_z);
    // It asks for nobody twice after one round, and it is the service that asked.
    let searched = full.total();
    server.post(&chief, &format!("/events/{event}/engines/again"), &[]).leads();
    finish(&mut engines);
    assert_eq!((tests(&server, event).len(), full.total()), (made.len(), searched));
    let entries = server.log(Some(Place::Event(event)));
    let by_rule = entries.iter().filter(|entry| entry.action == "full_test_asked");
    assert!(
        by_rule.clone().all(|entry| entry.actor == "service" && entry.detail == "by the rule after round 9")
    );
    assert_eq!(by_rule.count(), made.len());
    says(
        &server.page(&chief, &format!("/events/{event}")),
        &["Engine time used by the rule, in minutes of one processor core: 1 of 1,000"],
    );
}

/// The results are complete before a test that follows from them begins: pages tell one truth, and the test knows the field.
#[test]
fn the_screening_ends_before_a_test_that_it_gives_rise_to_begins() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    let full = favoured();
    let mut engines = both(&server, &favoured(), &full);
    until_a_test_is_asked_for(&server, event, &mut engines);
    let newest = server.read(|c| results::latest(c, event)).expect("a result");
    assert_eq!((newest.listed.unanswered, full.total()), (0, 0));
    let open = server.read(jobs::open);
    assert!(open.iter().all(|job| job.kind == Kind::FullTest), "{open:?}");
    finish(&mut engines);
    let player = server.page(&chief, &hero(&server, event));
    says(&player, &["Full test"]);
    lacks(&player, &["No finished screening of the same games was there"]);
}

#[test]
fn a_choice_that_the_budget_reaches_no_longer_is_refused_before_any_search() {
    let server = TestServer::new();
    let (event, _) = event(&server, "chief");
    let full = favoured();
    let mut engines = both(&server, &favoured(), &full);
    until_a_test_is_asked_for(&server, event, &mut engines);
    // As if other tests had used it up meanwhile.
    let sql = "INSERT INTO full_test_rule (event, switched_on, core_minutes) VALUES (?1, 1, 0.001)";
    server.write(move |c| Ok(c.execute(sql, [event])?));
    finish(&mut engines);
    let job = tests(&server, event).remove(0);
    assert_eq!((job.state, job.reason), (State::Failed, Some(Reason::Budget)));
    assert_eq!(full.total(), 0);
    let ledger = server.read(|c| rule::ledger(c, event));
    let choices = ledger.log()[0].log.iter();
    assert!(choices.clone().any(|choice| matches!(choice.decided, Decided::OverBudget { .. })));
    assert_eq!(choices.filter(|choice| choice.decided == Decided::Test).count(), 0);
    let said = hints(&server, event);
    assert_eq!(said["tests"][0]["log"][0]["decided"]["kind"], "over_budget");
}

#[test]
fn people_pause_resume_and_cancel_a_full_test_and_switch_the_rule_off() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    let full = favoured();
    let mut engines = both(&server, &favoured(), &full);
    until_a_test_is_asked_for(&server, event, &mut engines);
    let job = tests(&server, event).remove(0);
    let order = |what: &str| {
        let path = format!("/events/{event}/engines/jobs/{}/{what}", job.id);
        server.post(&chief, &path, &[]).leads().to_owned()
    };
    // The screening ends, and the first test begins.
    while tests(&server, event)[0].state == State::Queued {
        assert_eq!(engines.turn().expect("a turn"), Turn::Worked);
    }
    order("pause");
    let before = server.read(|c| full_tests::by_job(c, job.id)).expect("there").searched;
    assert!(before > 0);
    set(&server, &chief, event, false, "60");
    let after = tests(&server, event);
    assert_eq!(after[0].state, State::Paused, "what is begun stays");
    assert!(after[1..].iter().all(|job| job.state == State::Cancelled), "{after:?}");
    finish(&mut engines);
    let paused = server.read(|c| full_tests::by_job(c, job.id)).expect("there");
    assert_eq!(paused.searched, before);
    order("cancel");
    finish(&mut engines);
    assert!(server.read(|c| full_tests::made(c, event)).is_empty());
    assert_eq!(hints(&server, event)["tests"], Value::Array(Vec::new()));
    let off = server.get(&chief, &format!("/events/{event}")).text();
    assert!(off.contains("The rule is off."), "{off}");
    says(
        &server.page(&chief, &format!("/events/{event}/hints")),
        &["Full tests are not made here by themselves"],
    );
    // Only numbers that a budget can be are taken.
    for minutes in ["", "NaN", "-1", "inf", "1000001", "ten"] {
        let fields = [("core_minutes", minutes)];
        server
            .post(&chief, &format!("/events/{event}/full-tests"), &fields)
            .has_status(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let log = server.log(Some(Place::Event(event)));
    let set: Vec<_> = log.iter().filter(|entry| entry.action == "full_tests_set").collect();
    assert_eq!((set.len(), set[0].detail.as_str()), (1, "off, 60 core-minutes"));
}
