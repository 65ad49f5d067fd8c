//! Multiplicity, base rates and the rules: the page against the JSON, and every statement in words.

use std::num::NonZeroU32;

use analyzer::policy::{Attention, Mode, ResultFacts, TestKind, Venue};

use super::*;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Two digits, or one decimal from 1 on, as a rare number is printed.
fn rare(value: f64) -> String {
    let mut decimals = 1;
    while value.abs() * libm::pow(10.0, f64::from(decimals)) < 9.95 && decimals < 12 && value.abs() < 0.995 {
        decimals += 1;
    }
    format!("{value:.*}", usize::try_from(decimals).expect("small"))
}

#[test]
fn what_is_left_after_all_the_looks() {
    let test = example::full_test();
    let page = without_style(&page(&test));
    let json: Value = serde_json::from_str(&json(&test).expect("JSON")).expect("JSON");
    let rules = &json["rules"];
    let said = words(section(&page, "base-rates"));
    let z = |value: &Value| format!("{:+.2}", number(value)).replace('-', "\u{2212}");
    for (name, key, count) in [
        ("players of the event", "players", "400"),
        ("all tests made", "tests", "1,200"),
        ("player-events of the season", "season", "20,000"),
    ] {
        let row = &rules["multiplicity"][key];
        let line = format!(
            "{name} {count} {} {} {}",
            rare(number(&row["expected"])),
            rare(100.0 * number(&row["tail"])),
            z(&row["z"])
        );
        assert!(said.contains(&line), "{line} in {said}");
    }
    // By hand: the tail of z against 1 - (1 - p)^n.
    let p = analyzer::field::upper_tail(number(&json["player"]["overall_z"]));
    let players = &rules["multiplicity"]["players"];
    assert!((number(&players["expected"]) / (400.0 * p) - 1.0).abs() < 1e-12);
    assert!((number(&players["tail"]) / (1.0 - libm::pow(1.0 - p, 400.0)) - 1.0).abs() < 1e-9);
    let expected = number(&rules["base_rates"]["honest_per_year"]);
    assert!((expected / (100_000.0 * p) - 1.0).abs() < 1e-12);
    let year = format!("Of 100,000 player-events in a year, {} honest ones", rare(expected));
    assert!(said.contains(&year), "{year} in {said}");
    // Odds of a prior of 1 to 10,000, by hand.
    let odds = number(&rules["base_rates"]["posteriors"][0]["odds_at_most"]);
    assert!((odds / (1e-4 / p) - 1.0).abs() < 1e-12);
    assert!(said.contains(&format!("10,000 {}", rare(odds))), "{said}");
    assert!(said.contains("out of reach with z alone (AC I.5"), "{said}");
    assert!(said.contains("the rules give no number (ON C.1)"), "{said}");
}

/// Readings that together make the rules say everything they can say.
fn readings() -> Vec<ResultFacts> {
    let mut readings = Vec::new();
    let modes = [
        Mode::OverTheBoard,
        Mode::Online,
        Mode::Hybrid { counted_as: Venue::Online },
        Mode::Hybrid { counted_as: Venue::OverTheBoard },
    ];
    let attentions = [Attention::Nobody, Attention::SingledOut, Attention::Complaint];
    for z in [-1.0, 2.2, 2.7, 3.2, 4.1, 4.6, 4.8, 5.5] {
        for test in [TestKind::Quick, TestKind::Full] {
            for mode in modes {
                for attention in attentions {
                    for second_test_agrees in [None, Some(false), Some(true)] {
                        readings.push(ResultFacts {
                            z,
                            test,
                            mode,
                            attention,
                            players: NonZeroU32::new(64).expect("not 0"),
                            second_test_agrees,
                        });
                    }
                }
            }
        }
    }
    readings
}

#[test]
fn every_statement_has_words_in_every_language() {
    let mut kinds = std::collections::BTreeSet::new();
    let rules = example::rules::under(&example::rules::reading(3.0));
    let test = example::full_test();
    let regulations = analyzer::policy::Regulations::shipped().expect("reads");
    for reading in readings() {
        let statements = analyzer::policy::statements(&reading, &regulations).expect("a number");
        for said in &statements {
            let json = serde_json::to_value(said).expect("JSON");
            kinds.insert(json["statement"].as_str().expect("a name").to_owned());
        }
        let under = analyzer::full_test::UnderRules { statements, reading, ..rules.clone() };
        let test = FullTest { rules: Some(under), ..test.clone() };
        for language in Language::all() {
            let m = Messages::new(language);
            for text in super::super::rules::sentences(&m, &test) {
                assert!(!text.contains('{') && !text.contains("dossier-"), "{text}");
                assert_eq!(forbidden(&text), None, "{text}");
                // Each names its article.
                assert!(["AC ", "RN ", "ON "].iter().any(|key| text.contains(key)), "{text}");
            }
        }
    }
    assert_eq!(kinds.len(), 14, "{kinds:?}");
}

#[test]
fn a_quick_test_allows_nothing_against_a_named_player() {
    let test = example::full_test();
    let said = words(section(&without_style(&page(&test)), "rules"));
    for part in [
        "This is a quick test: a private hint and nothing beyond (RN I, RN II).",
        "Not allowed by this test: it takes a full test",
        "Disqualification on the spot. Never on statistics alone",
        "It may not be primary evidence (RN I): it comes from a quick test.",
        "Unobtrusive steps",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert!(!said.contains("meets the threshold"), "{said}");
}

#[test]
fn without_a_z_there_is_no_basis() {
    let test = FullTest { rules: None, ..example::full_test() };
    let page = without_style(&page(&test));
    assert!(words(section(&page, "rules")).contains("no basis for anything under the rules"));
    assert!(words(section(&page, "base-rates")).contains("nothing to correct"));
}

/// The titles in English are those of the data file.
#[test]
fn sources_are_named_as_the_data_file_names_them() {
    let regulations = analyzer::policy::Regulations::shipped().expect("reads");
    let m = Messages::new(Language::ENGLISH);
    assert_eq!(regulations.sources.len(), 4);
    for source in &regulations.sources {
        assert_eq!(super::super::rules::title(&m, source), source.title);
    }
    assert!(regulations.title.starts_with("FIDE Arbiters' Manual"));
}
