//! Several events of one player: a full test that is read together with full tests of the same player in other events.

use axum::http::StatusCode;

use super::cases::with;
use super::full_tests::{
    Given, HERO, direct_test, favoured, games, hero, opened, screened, set, tested, tests,
};
use super::scripted::finish;
use super::test_server::{lacks, refused, says};
use crate::accounts::roles::Role;
use crate::jobs::{State, full_tests};

/// The bundled event under the dates of the year after.
fn later() -> String {
    games().replace("[Date \"2025.", "[Date \"2026.")
}

#[test]
fn a_test_with_an_earlier_event_has_the_digest_of_the_command() {
    let (server, first, chief, mut engines) = screened();
    let earlier = tested(&server, first, &chief, &mut engines);
    let later = later();
    let second = server.upload(&chief, "/events", "chief", ("games.pgn", later.as_bytes())).number();
    set(&server, &chief, second, false, "60");
    finish(&mut engines);
    let [before, page] = [first, second].map(|event| hero(&server, event));
    says(&server.page(&chief, &page), &["Read together with earlier events", "2025.06.2"]);
    lacks(&server.page(&chief, &before), &["Read together with earlier events"]);

    // Files may be taken out of both events, or the earlier one is not offered.
    let officer = server.member_of(second, "officer", Role::FairPlayOfficer);
    lacks(&server.page(&officer, &page), &["Read together with earlier events"]);
    let (ask, job) = (format!("{page}/full-test"), earlier.to_string());
    refused(&server.post(&officer, &ask, &[("earlier", &job)]), "One of the earlier events cannot be chosen");
    for wrong in ["0", "x", "999"] {
        refused(&server.post(&chief, &ask, &[("earlier", wrong)]), "One of the earlier events");
    }
    refused(&server.post(&chief, &ask, &[("earlier", &job), ("earlier", &job)]), "one test of each event");
    server.post(&chief, &ask, &[("earlier", &job)]).leads();
    finish(&mut engines);
    let made = tests(&server, second).pop().expect("a job");
    assert_eq!(made.state, State::Done);
    let job = made.id;
    let made = server.read(|c| full_tests::test(c, second, job)).expect("a test");

    // Without a service: the first event, then the second on top of it.
    let (alone, own) = direct_test(&favoured(), Given { earlier: Some(&[]), ..Given::default() });
    let events = [alone.performance.expect("projected")];
    let given = Given { games: Some(&later), earlier: Some(&events), ..Given::default() };
    let (direct, _) = direct_test(&favoured(), given);
    assert_eq!(made.manifest.digest, direct.test.manifest.digest);
    assert_eq!(made, direct.test, "every number, bit for bit");
    let several = made.several.as_ref().expect("two events");
    let days: Vec<_> = several.events.iter().filter_map(|event| event.first_day.as_deref()).collect();
    assert!(days[0].starts_with("2025") && days[1].starts_with("2026"), "{days:?}");
    let combined = several.combined.as_ref().expect("both together");
    assert_eq!(combined.decisions, several.events[0].decisions + several.events[1].decisions);
    assert!(combined.rows[0].overall_z > several.events[1].overall_z, "both events point one way");

    // The page, the dossier and the bundle show both; a case holds the test with them.
    says(&server.page(&chief, &page), &["With earlier events: chief"]);
    says(&server.page(&chief, &format!("/events/{second}/audit")), &[&format!("earlier tests {earlier}")]);
    let path = format!("/events/{second}/full-tests/{job}");
    let shown = server.get(&chief, &format!("{path}/dossier.html")).text();
    says(&shown, &["All events together", "2025.06.23", "2026.06.23"]);
    let zip = server.get(&chief, &format!("{path}/bundle.zip")).body;
    let files = opened(&zip);
    assert_eq!(files["event-1-games.pgn"], own.games.as_bytes());
    assert_eq!(files["event-1-evaluations.jsonl"], own.evaluations.as_bytes());
    assert!(String::from_utf8_lossy(&files["event-1-dossier.json"]).contains(HERO));
    let word = chief.csrf_token();
    let fields = [("csrf", word.as_str()), ("key", "")];
    let checked = server.upload_files(&chief, "/verify", &fields, &[("file", "bundle.zip", &zip)]).text();
    says(&checked, &["Everything holds.", "computed again and are the same"]);
    let copy = opened(&server.get(&chief, &format!("{path}/defence.zip")).body);
    assert!(!copy.contains_key("event-1-games.pgn"), "it names others");
    let open = format!("{page}/new-case");
    let case = server.post(&chief, &open, &with(&[("test", &job.to_string())])).leads().to_owned();
    let dossier = server.get(&chief, &format!("{case}/full-tests/{job}/dossier.html"));
    dossier.has_status(StatusCode::OK);
    says(&dossier.text(), &["All events together", "2025.06.23"]);
}
