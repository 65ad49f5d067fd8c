//! One complaint, stated once: a complaint in a case is that of the event, for hints, full tests and the choice of them, and nobody learns
//! more of it than the hints need.

use analyzer::screening::PlayerResult;
use serde_json::Value;

use super::cases::with;
use super::full_tests::{event, favoured, hints, set, tests};
use super::scripted::{Scripted, both, finish};
use super::test_server::{Browser, TestServer, lacks, says};
use crate::accounts::roles::Role;
use crate::events::results::{self, player_name};
use crate::jobs::full_tests::{self, rule};
use crate::jobs::runner::Runner;

/// The last choice of full tests, as reason and decision by player.
fn chosen(server: &TestServer, event: i64) -> Vec<(String, String, String)> {
    let hints = hints(server, event);
    let choices = hints["tests"].as_array().expect("choices");
    let rounds: Vec<&Value> = choices.iter().map(|choice| &choice["after_round"]).collect();
    assert!(rounds.windows(2).all(|pair| pair[0] != pair[1]), "one choice a round: {rounds:?}");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let log = choices.last().and_then(|choice| choice["log"].as_array()).expect("a log");
    log.iter()
        .map(|choice| (text(&choice["name"]), text(&choice["why"]), text(&choice["decided"]["kind"])))
        .collect()
}

fn attention(server: &TestServer, event: i64, name: &str) -> String {
    let hints = hints(server, event);
    let players = hints["players"].as_array().expect("players");
    let one = players.iter().find(|player| player["name"] == name).expect("there");
    one["attention"].as_str().expect("text").to_owned()
}

/// Whether the hints allow intrusive steps towards a player.
fn intrusive(server: &TestServer, event: i64, name: &str) -> bool {
    let hints = hints(server, event);
    let players = hints["ladder"][2]["stands"]["players"].as_array().expect("players");
    players.iter().any(|player| player["name"] == name)
}

/// Of the players who were tested the one with the lowest z, and whether the test is a reason to reject a complaint.
fn lowest(server: &TestServer, event: i64) -> (PlayerResult, bool) {
    let hints = hints(server, event);
    let players = hints["players"].as_array().expect("players").iter();
    let z = |player: &Value| player["full"]["z"].as_f64();
    let tested = players.filter(|player| z(player).is_some());
    let lowest = tested.min_by(|a, b| z(a).partial_cmp(&z(b)).expect("numbers")).expect("a test");
    let low = &lowest["full"]["ipr"]["low"];
    let rating = lowest["rating"].as_f64().expect("a rating");
    let ordinary = low.get("below").is_some() || low["at"].as_f64().is_some_and(|low| low <= rating);
    let screened = server.read(|c| results::latest(c, event)).expect("a result").screening.players;
    let player = screened.into_iter().find(|player| lowest["name"] == player.name.as_str());
    (player.expect("there"), ordinary || z(lowest).is_some_and(|z| z < 2.0))
}

/// The full test that was made of a player.
fn made(server: &TestServer, event: i64, name: &str) -> i64 {
    let orders = server.read(|c| full_tests::of_event(c, event));
    orders.into_iter().find(|order| order.name == name).expect("an order").job
}

fn state(server: &TestServer, chief: &Browser, event: i64, fields: &[(&str, &str)]) {
    server.post(chief, &format!("/events/{event}/circumstances"), fields).leads();
}

/// After the last round, when the choice was made long ago: whoever is singled out or complained about then comes first and is tested,
/// and once.
#[test]
fn what_is_stated_after_the_last_round_has_the_full_tests_chosen_again_and_once() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    // Nobody fits into no budget at all.
    set(&server, &chief, event, true, "0");
    let full = favoured();
    let mut engines = both(&server, &favoured(), &full);
    finish(&mut engines);
    assert!(chosen(&server, event).iter().all(|(.., decided)| decided == "over_budget"));
    let choices = server.read(|c| rule::ledger(c, event)).log().last().expect("a choice").clone();
    let [.., complained, singled] = &choices.log[..] else { panic!("{choices:?}") };
    // From now on one test fits, which has nobody chosen again by itself.
    let minutes = 1.2 * complained.core_minutes.max(singled.core_minutes);
    let sql = "UPDATE full_test_rule SET core_minutes = ?2 WHERE event = ?1";
    server.write(move |c| Ok(c.execute(sql, (event, minutes))?));
    let (singled, complained) = (singled.name.clone(), complained.name.clone());
    assert!(tests(&server, event).is_empty());

    state(&server, &chief, event, &[("mode", "over_the_board"), ("singled_out", &singled)]);
    finish(&mut engines);
    let first = |name: &str, why: &str| {
        let log = chosen(&server, event);
        let place = log.iter().position(|(of, ..)| of == name).expect("considered");
        assert_eq!((log[place].1.as_str(), log[place].2.as_str()), (why, "test"), "{log:?}");
        place
    };
    assert_eq!(first(&singled, "singled_out"), 0);
    assert_eq!(tests(&server, event).len(), 1);

    let both_stated = [
        ("mode", "over_the_board"),
        ("singled_out", singled.as_str()),
        ("complaint_player", complained.as_str()),
        ("complaint_observation", "without"),
        ("complaint_day", ""),
    ];
    state(&server, &chief, event, &both_stated);
    finish(&mut engines);
    assert_eq!(first(&complained, "complaint_without_observation"), 1);
    assert_eq!(tests(&server, event).len(), 2, "whoever was tested is not tested again");

    // Once: neither a further look nor the same statement again makes another one.
    let searched = full.total();
    server.post(&chief, &format!("/events/{event}/engines/again"), &[]).leads();
    state(&server, &chief, event, &both_stated);
    finish(&mut engines);
    assert_eq!((tests(&server, event).len(), full.total()), (2, searched));
    // Taken back, nobody is considered because of it.
    set(&server, &chief, event, true, "0");
    state(&server, &chief, event, &[("mode", "over_the_board")]);
    finish(&mut engines);
    let stated = ["singled_out", "complaint", "complaint_without_observation"];
    assert!(chosen(&server, event).iter().all(|(_, why, _)| !stated.contains(&why.as_str())));
}

#[test]
fn the_complaint_of_a_case_is_that_of_the_event_and_no_page_says_another_thing() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    set(&server, &chief, event, true, "1000");
    let mut engines = both(&server, &favoured(), &favoured());
    finish(&mut engines);
    let officer = server.member_of(event, "officer", Role::FairPlayOfficer);
    let arbiter = server.member_of(event, "arbiter", Role::Arbiter);
    let (player, rejected) = lowest(&server, event);
    let (name, page) = (player.name.clone(), format!("/events/{event}/players/{}", player_name(&player)));
    // The event's own list says less, under another spelling; the case counts.
    let word = name.to_lowercase();
    let listed = [
        ("mode", "over_the_board"),
        ("complaint_player", word.as_str()),
        ("complaint_observation", "without"),
        ("complaint_day", ""),
    ];
    state(&server, &chief, event, &listed);
    let complaint = [
        ("title", "A whisper"),
        ("kind", "in_tournament"),
        ("complainant", "Quill, Nora"),
        ("facts", "He spoke into his sleeve."),
        ("observation", "yes"),
    ];
    let case = server.post(&officer, &format!("{page}/new-case"), &with(&complaint)).leads().to_owned();
    says(
        &server.page(&officer, &case),
        &[
            "can be a ground for intrusive steps, with the statistics taken into account: not where they are a reason to reject it (RN VII).",
            "found not manifestly unfounded (remarks after AC 6)",
            "No full test is in this case.",
        ],
    );
    finish(&mut engines);
    assert_eq!(attention(&server, event, &name), "complaint");
    let log = chosen(&server, event);
    assert!(log.contains(&(name.clone(), "complaint".to_owned(), "tested".to_owned())), "{log:?}");

    // What the hall sees: the name and that there is a complaint with observation; the chief arbiter the same on the settings page.
    let looked = |browser: &Browser, path: &str| server.page(browser, path);
    let hints_page = format!("/events/{event}/hints");
    let secret = ["Quill", "sleeve", case.as_str(), "whisper", "An arbiter wrote a report."];
    for browser in [&arbiter, &chief] {
        for path in [&hints_page, &page, &format!("/events/{event}"), &format!("/events/{event}/audit")] {
            let answer = server.get(browser, path);
            lacks(&answer.text(), &secret);
        }
    }
    let settings = looked(&chief, &format!("/events/{event}/settings"));
    says(&settings, &["Complaints of open cases", &name, "with an observation"]);
    lacks(&settings, &secret);
    let file = server.get(&chief, &format!("/events/{event}/circumstances.toml")).text();
    let parsed = pipeline::EventCircumstances::parse(&file).expect("the command reads it");
    assert_eq!(parsed.complaints.iter().map(|c| c.observation).collect::<Vec<_>>(), [true], "{file}");
    lacks(&file, &secret);

    // A full test was made of this player before: the page of the player, the case and the hints hold it to today's complaint.
    let job = made(&server, event, &name).to_string();
    server.post(&officer, &format!("{case}/full-tests"), &[("test", &job)]).leads();
    let pages = || [looked(&officer, &case), looked(&officer, &page)];
    let reject =
        "The complaint is no ground by this test: it may be rejected, even with observations (RN VII)";
    let ground = [
        "The complaint with observation may be a ground for them",
        "How a search is done (Laws 11.3.3): not against",
    ];
    let today = "how the event was played and the complaint are those of today";
    for text in pages() {
        says(&text, &[today]);
        lacks(&text, &["it is a ground for a full test only", "No full test is in this case."]);
        if rejected {
            says(&text, &[reject]);
            lacks(&text, &ground);
        } else {
            says(&text, &ground);
            lacks(&text, &[reject]);
        }
    }
    assert_eq!(intrusive(&server, event, &name), !rejected, "the hints say the same");

    // Raised after the event, or without an observation, the three change together, and a test made before is shown by today's complaint.
    for (raised, observation, said, attention_now) in [
        (
            "post_tournament",
            "yes",
            "Such a complaint goes to the Commission (AC 3.2.2).",
            "complaint_after_the_event",
        ),
        (
            "in_tournament",
            "no",
            "intrusive steps then depend on the z of that test (RN VII)",
            "complaint_without_observation",
        ),
    ] {
        let again =
            [("raised", raised), ("facts", "He spoke into his sleeve."), ("observation", observation)];
        server.post(&officer, &format!("{case}/complaint"), &again).leads();
        finish(&mut engines);
        assert_eq!(attention(&server, event, &name), attention_now);
        assert!(!intrusive(&server, event, &name), "{raised} {observation}");
        for text in pages() {
            says(&text, &[said, today]);
            lacks(&text, &ground);
            lacks(&text, &["can be a ground for intrusive steps", reject]);
        }
    }
    closed(&server, &mut engines, (&officer, &case), || attention(&server, event, &name));
}

/// A closed case counts no more, and one that argues from strength alone never did; what the event lists itself counts again.
fn closed(
    server: &TestServer,
    engines: &mut Runner<Scripted>,
    (officer, case): (&Browser, &str),
    attention: impl Fn() -> String,
) {
    let strength =
        [("raised", "in_tournament"), ("facts", "x"), ("observation", "yes"), ("only_strength", "yes")];
    server.post(officer, &format!("{case}/complaint"), &strength).leads();
    says(
        &server.page(officer, case),
        &["manifestly unfounded", "Which of the two is meant (AC 3.2.9, ON G.2.4)?"],
    );
    finish(engines);
    assert_eq!(attention(), "complaint_without_observation", "that of the list");
    let with = [("raised", "in_tournament"), ("facts", "x"), ("observation", "yes")];
    server.post(officer, &format!("{case}/complaint"), &with).leads();
    finish(engines);
    assert_eq!(attention(), "complaint");
    let (_, second) = server.person("second", Role::Investigator);
    let add = [("login", "second"), ("role", "investigator")];
    server.post(officer, &format!("{case}/members"), &add).leads();
    server.post(officer, &format!("{case}/close"), &[("text", "Dismissed.")]).leads();
    finish(engines);
    assert_eq!(attention(), "complaint", "an outcome that is proposed changes nothing");
    let page = server.page(&second, case);
    let sign = page.split("/proposals/").nth(1).and_then(|rest| rest.split('/').next()).expect("a proposal");
    server.post(&second, &format!("{case}/proposals/{sign}/sign"), &[]).leads();
    finish(engines);
    assert_eq!(attention(), "complaint_without_observation", "that of the list");
}
