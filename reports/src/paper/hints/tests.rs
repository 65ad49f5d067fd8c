//! The words for each kind of evidence, and those that never stand.

use analyzer::hints::{FullReading, Stands};

use super::*;
use crate::json;
use crate::paper::dossier::example::full_test;

fn report(made: &example::Example) -> Looked<'_> {
    Looked { hints: &made.hints, tests: &made.tests, full_tests: !made.tests.is_empty() }
}

/// The text of one rung: from its title to the next.
fn rungs(text: &str) -> Vec<String> {
    let (_, ladder) = text.split_once("What the evidence allows now").expect("a ladder");
    let parts = ladder.split("\n\n").skip(1);
    parts.map(str::to_owned).collect()
}

#[test]
fn no_text_goes_beyond_the_class_of_its_evidence() {
    for made in example::all() {
        let text = brief(&report(&made), Language::ENGLISH);
        let rungs = rungs(&text);
        assert_eq!(rungs.len(), 4, "{text}");
        // A quick test is never named on the rungs above it, and an alert names nobody.
        assert!(!rungs[2].contains("Class of evidence: quick test"), "{text}");
        for player in &made.hints.players {
            assert!(!rungs[1].contains(&player.name) && !rungs[3].contains(&player.name), "{text}");
        }
        assert!(rungs[3].contains("Not allowed, whatever the statistics say."));
        for rung in &rungs {
            assert!(rung.contains("Article: RN"), "{rung}");
        }
        assert!(rungs[..3].iter().all(|rung| rung.contains("What it does not mean:")), "{text}");
    }
}

#[test]
fn whoever_is_named_is_named_with_the_evidence() {
    let all = example::all();
    let rich = &all[1];
    let text = brief(&report(rich), Language::ENGLISH);
    let Stands::Unobtrusive { players } = &rich.hints.ladder[0].stands else {
        panic!("{:?}", rich.hints.ladder[0]);
    };
    assert!(players.iter().any(|p| example::is_quick(&p.ground)));
    for player in players.iter().filter(|p| example::is_quick(&p.ground)) {
        let sentence = format!("{}: unusual in the quick test, ask for a full test.", player.name);
        assert!(text.contains(&sentence), "{text}");
    }
    let Stands::Intrusive { players } = &rich.hints.ladder[2].stands else {
        panic!("{:?}", rich.hints.ladder[2]);
    };
    assert_eq!(players.len(), 2);
    // 50 players and nine looks.
    assert!(text.contains("full test after round 5, z +4.40, which reaches 3.17"), "{text}");
    assert!(text.contains("formal complaint with observation"), "{text}");
    let quiet = brief(&report(&all[0]), Language::ENGLISH);
    assert_eq!(quiet.matches("Not allowed towards anybody now.").count(), 2, "{quiet}");
}

#[test]
fn a_quick_test_is_refused_as_a_full_one() {
    let test = full_test();
    let error = FullReading::from_test(&test, 0, 5).expect_err("a quick test").to_string();
    assert!(error.contains("is a quick test"), "{error}");
    let mut full = test.clone();
    full.manifest.settings.depth = uci_pool::Settings::FULL.depth;
    full.manifest.settings.multipv = uci_pool::Settings::FULL.multipv;
    full.manifest.provisional = true;
    assert!(FullReading::from_test(&full, 0, 5).is_err());
    full.manifest.provisional = false;
    let reading = FullReading::from_test(&full, 3, 5).expect("a full test");
    assert_eq!((reading.person, reading.after_round, Some(reading.z)), (3, 5, full.player.overall_z));
    assert_eq!(reading.after_absences, full.absences.as_ref().and_then(|log| log.chance));
    full.player.overall_z = None;
    assert!(FullReading::from_test(&full, 0, 5).is_err());
}

#[test]
fn the_page_is_self_contained_and_no_name_becomes_markup() {
    let mut made = example::all().swap_remove(1);
    for player in &mut made.hints.players {
        player.name = "<script>alert(1)</script>\u{202e}".to_owned();
    }
    let page = document(&report(&made), Language::ENGLISH).html();
    assert!(page.contains("name=\"viewport\"") && page.contains("Content-Security-Policy"));
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"));
    assert!(page.contains("&lt;script&gt;") && !page.contains('\u{202e}'));
}

#[test]
fn the_document_round_trips_as_json_values() {
    let all = example::all();
    let text = json(&report(&all[1])).expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["schema"], "fairplay/hints/3");
    assert_eq!(value["ladder"][2]["stands"]["kind"], "intrusive");
    assert_eq!(value["ladder"][3]["stands"]["kind"], "never");
    assert_eq!(value["tests"][0]["log"].as_array().map(Vec::len), Some(6));
    assert!(value["ladder"][1]["stands"]["alert"].get("name").is_none());
}
