use super::*;
use crate::statistics::field::upper_tail;

fn refused(from: &str, to: &str) -> String {
    let text = FIDE_2022_10.replacen(from, to, 1);
    assert_ne!(text, FIDE_2022_10, "`{from}` is in the file");
    Regulations::parse(&text).expect_err("refused").to_string()
}

#[test]
fn the_shipped_rules_are_as_printed() {
    let rules = Regulations::shipped().expect("reads");
    assert_eq!(rules.date, "2022-10");
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
    assert_eq!(rules.standards[1].over_odds, None);
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
    let level = |holds| Level { z: 2.5, holds, article: "AC I.6".to_owned() };
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

#[test]
fn what_is_written_reads_back() {
    let rules = Regulations::shipped().expect("reads");
    let text = toml::to_string(&rules).expect("writes");
    assert_eq!(Regulations::parse(&text).expect("reads"), rules);
    let json = serde_json::to_string(&rules).expect("writes");
    assert_eq!(serde_json::from_str::<Regulations>(&json).expect("reads"), rules);
}

#[test]
fn errors_name_the_field() {
    for (from, to, named) in [
        ("date = \"2022-10\"", "date = \"2022-13\"", "date"),
        ("date = \"2022-10\"", "date = \"2022-1\u{661}\"", "date"),
        ("article = \"AC I.6a\"", "article = \" \"", "thresholds.online.level.article"),
        ("z = 4.25", "z = -4.25", "thresholds.online.level.z = -4.25"),
        ("z = 4.25", "z = nan", "thresholds.online.level.z = NaN"),
        ("frequency = 0.000011", "frequency = 11", "thresholds.online.frequency = 11"),
        ("one_in = 100000", "one_in = 0", "thresholds.online.one_in = 0"),
        ("odds_per_player = 5.0", "odds_per_player = 0.5", "multiplicity.odds_per_player = 0.5"),
        ("least_z = 3.00", "least_z = inf", "multiplicity.least_z = inf"),
        ("z = 4.50", "z = 4.00", "without_observation[1].level.z = 4"),
        ("from = 60.0", "from = 80.0", "without_observation[3].once_in_years.to = 70"),
        ("holds = \"under\"", "holds = \"above\"", "complaints.reject.holds"),
        ("holds = \"at_least\"", "holds = \"under\"", "thresholds.supporting.level.holds"),
        ("over_odds = 1.0", "over_odds = 0.0", "standards[0].over_odds = 0"),
        ("\"comfortable_satisfaction\"", "\"balance_of_probabilities\"", "standards"),
        ("honest_to_one = 100\n", "honest_to_one = 0\n", "assumptions.priors[1].honest_to_one = 0"),
        ("player_events_per_year = 100000", "player_events_per_year = 0", "player_events_per_year"),
        ("\"orange_alert\"", "\"unobtrusive\"", "ladder"),
        ("odds_per_player", "odds_per_head", "odds_per_head"),
        ("title =", "titel =", "titel"),
    ] {
        let message = refused(from, to);
        assert!(message.contains(named), "{from} -> {to}: {message}");
    }
}

#[test]
fn no_file_loosens_what_statistics_may_do() {
    let message = refused("evidence = \"breach_of_the_laws\"", "evidence = \"full_test\"");
    assert!(message.contains("ladder[3].evidence"), "{message}");
    let message = refused("evidence = \"full_test\"", "evidence = \"quick_test\"");
    assert!(message.contains("ladder[2].evidence"), "{message}");
    // A rung for the full test without a least z would let any z through.
    let third = FIDE_2022_10.split("[ladder.levels]").nth(1).expect("levels");
    let levels = third.split("[[ladder]]").next().expect("a rung after it");
    let message = refused(&format!("[ladder.levels]{levels}"), "");
    assert!(message.contains("ladder[2].levels"), "{message}");
}
