//! Multiplicity, base rates and the rules: the page against the JSON, and every statement in words.

use std::num::NonZeroU32;

use analyzer::ipr::RatingEstimate;
use analyzer::policy::regulations::Source;
use analyzer::policy::{Action, Attention, IprFact, LookPlan, Mode, Occasion, ResultFacts, TestKind, Venue};

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
    let n = Messages::new(Language::ENGLISH).numbers();
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
    let year = format!("Of 100,000 player-events in a year, {} honest ones", n.count(1_089_u32));
    assert_eq!(libm::round(expected), 1_089.0);
    assert!(said.contains(&year), "{year} in {said}");
    // Odds of a prior of 1 to 10,000, by hand.
    let odds = number(&rules["base_rates"]["posteriors"][0]["odds_at_most"]);
    assert!((odds / (1e-4 / p) - 1.0).abs() < 1e-12);
    assert!(said.contains(&format!("10,000 {}", rare(odds))), "{said}");
    assert!(said.contains("out of reach with z alone (ON C.2)"), "{said}");
    assert!(said.contains("out of reach with z alone (AC 1.6a)"), "{said}");
    assert!(
        said.contains("99 to 99.9 % as meeting it, which is odds of 99 to 1 and more (AC 1.6a)"),
        "{said}"
    );
}

/// Nothing about help follows from an ordinary z, so no standard of proof stands beside it; and a large number is a whole one.
#[test]
fn beside_an_ordinary_z_stands_no_standard_of_proof() {
    for (z, ordinary) in [(0.09, true), (-1.5, true), (1.999, true), (2.0, false), (4.4, false)] {
        let rules = Some(example::rules::under(&example::rules::reading(z)));
        let test = FullTest { rules, ..example::full_test() };
        for language in Language::all() {
            let m = Messages::new(language);
            let said =
                words(section(&without_style(&document(&test, &custody(), language).html()), "base-rates"));
            for key in [Key::DossierBaseComfortable, Key::DossierBaseBalance] {
                assert_eq!(said.contains(&m.text(key)), !ordinary, "{z}: {said}");
            }
            assert_eq!(said.contains("AC 1.6a"), !ordinary, "{z}: {said}");
        }
        let said = words(section(&without_style(&page(&test)), "base-rates"));
        let year = said.split_once("player-events in a year, ").expect("a base rate").1;
        let expected = year.split_once(" honest ones").expect("a number").0;
        assert!(z > 2.0 || !expected.contains('.'), "{expected} honest players are whole ones");
    }
}

/// AC 1.6a and b: what a z above the threshold stands for, in every language.
#[test]
fn what_the_threshold_stands_for_is_that_of_the_rules() {
    for (mode, level, article, once) in [
        (Mode::Online, 4.25, "(AC 1.6a)", 100_000_u32),
        (Mode::OverTheBoard, 5.0, "(AC 1.6b)", 3_500_000),
        (Mode::Hybrid { counted_as: Venue::Online }, 4.25, "(AC 1.6a)", 100_000),
    ] {
        for z in [0.3, 4.9] {
            let reading = ResultFacts { mode, ..example::rules::reading(z) };
            let test = FullTest { rules: Some(example::rules::under(&reading)), ..example::full_test() };
            for (language, above) in Language::all().zip(["above it", "выше него", "вище нього"])
            {
                let m = Messages::new(language);
                let said = super::super::rules::sentences(&m, &test).remove(0);
                let n = m.numbers();
                for part in [&n.decimal(level, 2), &n.count(once), article, above] {
                    assert!(said.contains(part), "{part} in {said}");
                }
                let odds = [n.count(1_000_u32), n.decimal(99.9, 1)];
                let online = mode.venue() == Venue::Online;
                assert!(odds.iter().all(|odds| said.contains(odds) == online), "{said}");
                for not in ["at least", "не ниже", "не нижче"] {
                    assert!(!said.contains(not), "{said}");
                }
            }
        }
    }
}

/// Sentences that would tell two truths never stand in one list, in any language.
#[test]
fn no_two_sentences_of_a_list_contradict_each_other() {
    let regulations = analyzer::policy::Regulations::shipped().expect("reads");
    let rules = example::rules::under(&example::rules::reading(3.0));
    let mut test = example::full_test();
    let mut grounds = 0;
    for language in Language::all() {
        let m = Messages::new(language);
        // A message is known by what stands before its article.
        let before = |key: Key| {
            let text = m.with(key, [("action", ""), ("article", "A")]);
            text.split('(').next().unwrap_or_default().trim().to_owned()
        };
        let ground = before(Key::DossierAllowedComplaint);
        let none = [
            Key::DossierNotAllowedReject,
            Key::DossierComplaintLate,
            Key::DossierComplaintOnline,
            Key::DossierComplaintMoves,
        ];
        let none = none.map(before);
        let (observation, first) =
            (before(Key::DossierComplaintObservation), before(Key::DossierComplaintFirst));
        // A number never forbids what the rules set no least z for.
        let refused = [Key::DossierNotAllowedFull, Key::DossierNotAllowedReject, Key::DossierNotAllowedNever];
        let refused = refused.map(before);
        let mild = [Action::Unobtrusive, Action::OrangeAlert].map(|action| m.label("action", &action));
        for reading in readings() {
            let statements = analyzer::policy::statements(&reading, &regulations).expect("a number");
            test.rules = Some(analyzer::full_test::UnderRules { statements, reading, ..rules.clone() });
            let said = super::super::rules::sentences(&m, &test);
            let has = |text: &String| said.iter().any(|sentence| sentence.contains(text));
            assert!(!(has(&ground) && none.iter().any(has)), "{said:?}");
            assert!(!(has(&observation) && none[1..].iter().any(has)), "{said:?}");
            assert_eq!(has(&observation), has(&first), "{said:?}");
            for sentence in said.iter().filter(|said| mild.iter().any(|action| said.starts_with(action))) {
                assert!(!refused.iter().any(|refused| sentence.contains(refused)), "{sentence}");
            }
            grounds += usize::from(has(&ground));
        }
    }
    assert!(grounds > 0, "a complaint is a ground somewhere");
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
    let attentions = [
        Attention::Nobody,
        Attention::SingledOut,
        Attention::Complaint,
        Attention::ComplaintAfterTheEvent,
        Attention::ComplaintWithoutObservation,
    ];
    let look = |round, named| Occasion::Look { round, plan: LookPlan::Open, named };
    let occasions = [Occasion::SingleTest, look(3, false), look(3, true), look(0, false)];
    let ipr = IprFact {
        rating: 2400,
        value: RatingEstimate::At(2549.0),
        low: RatingEstimate::At(2331.0),
        high: RatingEstimate::Above(2800),
    };
    for z in [-1.0, 2.2, 2.7, 3.2, 4.1, 4.6, 4.8, 5.5] {
        for test in [TestKind::Quick, TestKind::Full] {
            for mode in modes {
                for attention in attentions {
                    for second_test_agrees in [None, Some(false), Some(true)] {
                        readings.extend(occasions.map(|occasion| ResultFacts {
                            z,
                            test,
                            mode,
                            attention,
                            players: NonZeroU32::new(64).expect("not 0"),
                            second_test_agrees,
                            occasion,
                            ipr: second_test_agrees.map(|_| ipr),
                        }));
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
    assert_eq!(kinds.len(), 24, "{kinds:?}");
}

/// The stored example says what the rules say of its reading today.
#[test]
fn the_example_is_of_this_edition_of_the_rules() {
    let rules = example::full_test().rules.expect("rules");
    let regulations = analyzer::policy::Regulations::shipped().expect("reads");
    assert_eq!(rules.edition, regulations.edition);
    assert_eq!(
        rules.statements,
        analyzer::policy::statements(&rules.reading, &regulations).expect("a number")
    );
}

#[test]
fn a_quick_test_allows_nothing_against_a_named_player() {
    let test = example::full_test();
    let said = words(section(&without_style(&page(&test)), "rules"));
    for part in [
        "This is a quick test: a private hint and nothing beyond (RN II.1).",
        "Not allowed by this test: it takes a full test",
        "Disqualification on the spot. Never on statistics alone",
        "It may not be primary evidence (RN I.3): it comes from a quick test.",
        "Unobtrusive steps",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert!(!said.contains("meets the threshold"), "{said}");
}

/// The page of a case shows the short form of a dossier, and says of every action what the dossier says.
#[test]
fn the_short_form_and_the_dossier_allow_the_same() {
    let test = example::full_test();
    let regulations = analyzer::policy::Regulations::shipped().expect("reads");
    let rules = example::rules::under(&example::rules::reading(3.0));
    for reading in readings().into_iter().step_by(17) {
        let statements = analyzer::policy::statements(&reading, &regulations).expect("a number");
        let allowed =
            statements.iter().filter(|s| matches!(s, analyzer::policy::Statement::ActionAllowed { .. }));
        let allowed = allowed.count();
        let under = analyzer::full_test::UnderRules { statements, reading, ..rules.clone() };
        let test = FullTest { rules: Some(under), ..test.clone() };
        let long = words(section(&without_style(&page(&test)), "rules"));
        let short = words(&summary(&test, Language::ENGLISH).fragment());
        for text in [&long, &short] {
            let said = text.matches(" Allowed: ").count()
                + text.matches(" The numbers give a reason").count()
                + text.matches(" The complaint with observation is a reason").count()
                + text.matches(" The complaint with observation may be a ground for them").count()
                + text.matches(" Allowed from a z").count();
            assert_eq!(said, allowed, "{reading:?}: {text}");
        }
    }
}

#[test]
fn every_dossier_says_that_the_method_is_not_approved() {
    let approval = crate::approval_sentence(Language::ENGLISH).expect("a sentence");
    for test in [example::full_test(), example::bare()] {
        assert!(words(section(&without_style(&page(&test)), "first")).contains(&approval));
        assert!(words(&summary(&test, Language::ENGLISH).fragment()).contains(&approval));
    }
    assert!(
        approval.contains("FIDE has not approved this method") && approval.contains("(AC 1.5"),
        "{approval}"
    );
}

#[test]
fn a_z_over_the_threshold_carries_no_presumption() {
    let rules = example::rules::all().remove(0);
    let test = FullTest { rules: Some(rules), ..example::full_test() };
    let said = words(section(&without_style(&page(&test)), "rules"));
    for part in [
        "The threshold is 4.25 (AC 1.6a), because the event counts as online.",
        "The presumption of AC 1.5 does not follow from that: it takes a z of an approved method",
        "the burden passes to the player only if FIDE opens proceedings",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn without_a_z_there_is_no_basis() {
    let test = FullTest { rules: None, ..example::full_test() };
    let page = without_style(&page(&test));
    assert!(words(section(&page, "rules")).contains("no basis for anything under the rules"));
    assert!(words(section(&page, "base-rates")).contains("nothing to correct"));
}

/// The titles in English are those of the data file; a document of before names the sources that it was written under.
#[test]
fn sources_are_named_as_the_data_file_names_them() {
    let regulations = analyzer::policy::Regulations::shipped().expect("reads");
    let m = Messages::new(Language::ENGLISH);
    assert_eq!(regulations.sources.len(), 5);
    for source in &regulations.sources {
        assert_eq!(super::super::rules::title(&m, &regulations.date, source), source.title);
    }
    let of_2022 = |key: &str| {
        let source = Source { key: key.to_owned(), title: "as stored".to_owned() };
        super::super::rules::title(&m, "2022-10", &source)
    };
    assert_eq!(of_2022("AC"), "Chapter 3, regulations approved by the FIDE Council, 2022");
    assert_eq!(of_2022("PM"), "Chapter 3, protection measures, 2018");
    assert_eq!(of_2022("L"), "FIDE Laws of Chess");
    assert_eq!(of_2022("XX"), "as stored");
    assert!(regulations.title.starts_with("FIDE Arbiters' Manual"));
}
