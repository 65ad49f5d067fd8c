use super::*;
use crate::statistics::field::upper_tail;

#[test]
fn the_shipped_rules_are_as_printed() {
    let rules = Regulations::shipped().expect("reads");
    assert_eq!(rules.date, "2024-11");
    let level = |threshold: &Threshold| (threshold.level.z, threshold.level.holds, threshold.one_in);
    let thresholds = &rules.thresholds;
    assert_eq!(level(&thresholds.online), (4.25, Comparison::Above, Some(100_000)));
    assert_eq!(level(&thresholds.over_the_board), (5.0, Comparison::Above, Some(3_500_000)));
    assert_eq!(level(&thresholds.supporting), (2.5, Comparison::AtLeast, None));
    let evidence: Vec<_> = rules.ladder.iter().map(|rung| rung.evidence).collect();
    assert_eq!(
        evidence,
        [Evidence::QuickTest, Evidence::QuickTest, Evidence::FullTest, Evidence::BreachOfTheLaws]
    );
    let intrusive = rules.ladder[2].levels.as_ref().expect("levels");
    assert_eq!((intrusive.nobody_singled_out.z, intrusive.singled_out.z), (3.0, 2.0));
    assert_eq!((rules.multiplicity.odds_per_player, rules.multiplicity.least_z), (5.0, 3.0));
    let steps: Vec<_> = rules.without_observation.iter().map(|step| step.level.z).collect();
    assert_eq!(steps, [4.0, 4.5, 4.75, 5.0]);
    assert_eq!((rules.complaints.reject.z, rules.complaints.reject.holds), (2.0, Comparison::Under));
    // AC 1.6a: about 1000 to 1, near the upper end of 99 to 99.9 %.
    let percent = rules.standards[1].percent.expect("an interval");
    assert_eq!((percent.from, percent.to, rules.standards[1].article.as_str()), (99.0, 99.9, "AC 1.6a"));
    assert_eq!((rules.standards[1].over_odds, thresholds.online.odds), (Some(99.0), Some(1_000)));
    let odds = |percent: f64| percent / (100.0 - percent);
    assert!((odds(percent.from) - 99.0).abs() < 1e-9 && (odds(percent.to) - 999.0).abs() < 1e-6);
    let weighty = &thresholds.weighty;
    assert_eq!((weighty.level.z, weighty.sole_ground.z, weighty.safer), (3.0, 4.5, [4.75, 5.0]));
    assert_eq!((weighty.level.article.as_str(), weighty.sole_ground.article.as_str()), ("RN IV", "RN IV.5"));
    assert_eq!((rules.search.terms.len(), rules.search.article.as_str()), (7, "AC 6"));
    let Limitations { over_the_board, online } = &rules.limitation;
    assert_eq!((over_the_board.years, over_the_board.article.as_str()), (5, "AC 6.1"));
    let before = over_the_board.before.as_ref().map(|before| (before.years, before.until.as_str()));
    assert_eq!(before, Some((8, "2024-11-18")));
    assert_eq!((online.years, online.article.as_str(), &online.before), (1, "AC 6.1, ON I.1", &None));
    assert_eq!((rules.panel.number, rules.panel.article.as_str()), (3, "AC 4.4"));
    let online = &rules.online;
    assert_eq!((online.complaints.hours, online.complaints.participants.as_str()), (24, "ON G.2.1"));
    let number = |rule: &NumberUnder| (rule.number, rule.article.clone());
    assert_eq!(number(&online.investigation.investigators), (1, "ON H.3".to_owned()));
    assert_eq!(number(&online.investigation.days), (14, "ON H.6".to_owned()));
}

#[test]
fn printed_frequencies_are_the_normal_tail_rounded() {
    let rules = Regulations::shipped().expect("reads");
    let online = &rules.thresholds.online;
    // 1.0689e-5 is printed as 0.000011 and as about 1 in 100,000; 1 in 93,558 in full.
    let tail = upper_tail(online.level.z);
    assert!((tail - online.frequency.expect("printed")).abs() < 0.5e-6);
    assert!((1.0 / tail - 93_558.27).abs() < 0.1);
    // 1 in 3,488,556 is printed as about 1 in 3.5 million.
    let board = &rules.thresholds.over_the_board;
    let one_in = 1.0 / upper_tail(board.level.z);
    assert!((one_in - 3_488_555.8).abs() < 1.0, "{one_in}");
    assert!((one_in - f64::from(board.one_in.expect("printed"))).abs() < 0.05e6);
}

#[test]
fn a_level_holds_on_its_side_only() {
    let level = |holds| Level { z: 2.5, holds, article: "AC 1.6".to_owned() };
    for (holds, under, at, over) in [
        (Comparison::AtLeast, false, true, true),
        (Comparison::Above, false, false, true),
        (Comparison::Under, true, false, false),
    ] {
        let level = level(holds);
        let below = level.holds(2.5 - 1e-15 * 4.0);
        assert_eq!((below, level.holds(2.5), level.holds(2.500_001)), (under, at, over));
        assert!(!level.holds(f64::NAN));
    }
}

/// Every text of the file under a key that holds an article.
fn articles(value: &serde_json::Value, found: &mut Vec<String>) {
    let keys = [
        "article",
        "online",
        "other_breaches",
        "presumption",
        "hints_only",
        "second_test",
        "complaint",
        "moves_alone",
        "monitoring",
        "platform",
        "prizes",
        "after_the_event",
        "participants",
        "complaint_first",
    ];
    match value {
        serde_json::Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    serde_json::Value::String(text) if keys.contains(&key.as_str()) => {
                        found.push(text.clone());
                    }
                    value => articles(value, found),
                }
            }
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| articles(value, found)),
        _ => {}
    }
}

#[test]
fn every_citation_names_one_section_of_a_source_that_is_listed() {
    let rules = Regulations::shipped().expect("reads");
    let mut found = Vec::new();
    articles(&serde_json::to_value(&rules).expect("writes"), &mut found);
    assert!(found.len() > 25, "{found:?}");
    for citation in &found {
        let sources: Vec<&str> =
            citation.split(", ").filter_map(|one| one.split_once(' ')).map(|one| one.0).collect();
        assert!(!sources.is_empty(), "{citation}");
        assert!(
            sources.iter().all(|key| rules.sources.iter().any(|source| source.key == *key)),
            "{citation}"
        );
        // The notes on statistics: one section, never a list of them.
        assert!(sources.iter().filter(|key| **key == "RN").count() <= 1, "{citation}");
    }
    // The regulations of 2022 had Roman numbers.
    let roman = |key: &str, number: &str| key == "AC" && !number.starts_with(|c: char| c.is_ascii_digit());
    let replaced = found.iter().flat_map(|all| all.split(", ")).filter_map(|one| one.split_once(' '));
    assert_eq!(replaced.filter(|(key, number)| roman(key, number)).collect::<Vec<_>>(), []);
    let ladder: Vec<&str> = rules.ladder.iter().map(|rung| rung.article.as_str()).collect();
    assert_eq!(ladder, ["RN III", "RN III", "RN III", "RN VIII.1"]);
    let levels = rules.ladder[2].levels.as_ref().expect("levels");
    assert_eq!(
        (levels.nobody_singled_out.article.as_str(), rules.multiplicity.article.as_str()),
        ("RN IV", "RN IV")
    );
    assert!(rules.without_observation.iter().all(|step| step.level.article == "RN V"));
}

/// Approval is a fact about this program and not about a result: while there is none the file says so.
#[test]
fn the_method_is_not_approved_and_its_uses_are_named() {
    let approval = Regulations::shipped().expect("reads").approval;
    assert_eq!(approval.status, ApprovalStatus::NotApproved);
    let uses: Vec<PermittedUse> = approval.uses.iter().map(|one| one.permitted).collect();
    use PermittedUse::{ClearingAComplaint, Hint, RequestForApprovedTest, SupportOfOtherEvidence};
    assert_eq!(uses, [Hint, SupportOfOtherEvidence, RequestForApprovedTest, ClearingAComplaint]);
}

#[test]
fn what_is_written_reads_back() {
    let rules = Regulations::shipped().expect("reads");
    let text = toml::to_string(&rules).expect("writes");
    assert_eq!(toml::from_str::<Regulations>(&text).expect("reads"), rules);
    let json = serde_json::to_string(&rules).expect("writes");
    assert_eq!(serde_json::from_str::<Regulations>(&json).expect("reads"), rules);
}

#[test]
fn an_unknown_or_missing_field_is_named() {
    for (from, to) in [("odds_per_player", "odds_per_head"), ("title =", "titel =")] {
        let text = FIDE_2024_11.replacen(from, to, 1);
        let error = toml::from_str::<Regulations>(&text).map_err(RegulationError::from).expect_err("refused");
        assert!(error.to_string().contains(to.trim_end_matches(" =")), "{error}");
    }
}

/// A file with other numbers has to hold the same.
#[test]
fn the_shipped_rules_keep_what_the_project_promises() {
    let rules = Regulations::shipped().expect("reads");
    let ladder: Vec<Action> = rules.ladder.iter().map(|rung| rung.action).collect();
    use Action::{Intrusive, OnTheSpotDisqualification, OrangeAlert, Unobtrusive};
    assert_eq!(ladder, [Unobtrusive, OrangeAlert, Intrusive, OnTheSpotDisqualification]);
    for rung in &rules.ladder {
        match rung.action {
            Intrusive => assert_ne!(rung.evidence, Evidence::QuickTest),
            OnTheSpotDisqualification => assert_eq!(rung.evidence, Evidence::BreachOfTheLaws),
            Unobtrusive | OrangeAlert => {}
        }
        // Without a least z any full test would do.
        assert!(rung.evidence != Evidence::FullTest || rung.levels.is_some());
    }
    let thresholds =
        [&rules.thresholds.online, &rules.thresholds.over_the_board, &rules.thresholds.supporting];
    let rungs = rules.ladder.iter().filter_map(|rung| rung.levels.as_ref());
    let unusual = [&rules.assumptions.unusual];
    let levels: Vec<&Level> = (thresholds.into_iter().map(|threshold| &threshold.level))
        .chain(rules.without_observation.iter().map(|step| &step.level))
        .chain(unusual)
        .chain(rungs.flat_map(|levels| [&levels.nobody_singled_out, &levels.singled_out]))
        .collect();
    for level in levels {
        assert!(level.z > 0.0 && level.z < 10.0 && level.holds != Comparison::Under, "{level:?}");
        assert!(!level.article.trim().is_empty());
    }
    assert_eq!(rules.complaints.reject.holds, Comparison::Under);
    assert!(rules.without_observation.windows(2).all(|pair| pair[0].level.z < pair[1].level.z));
    assert!(rules.multiplicity.odds_per_player >= 1.0 && rules.multiplicity.least_z > 0.0);
    let both = [StandardOfProof::BalanceOfProbabilities, StandardOfProof::ComfortableSatisfaction];
    assert!(rules.standards.iter().map(|standard| standard.standard).eq(both));
    assert!(rules.assumptions.priors.iter().all(|prior| prior.honest_to_one > 0));
    assert!(rules.assumptions.player_events_per_year > 0);
}
