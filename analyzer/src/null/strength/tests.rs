use datasets::clocks::time_class::TimeClass;
use datasets::tournament::venue::Venue;

use super::conditions::ModelChange;
use super::*;

fn strength() -> Strength {
    Strength {
        version: "made up".to_owned(),
        source: StrengthSource { performances: 0, tournaments: 0, days: Default::default() },
        trend: Trend {
            before_2020: 40.0,
            from_2020: 120.0,
            covariance: [[100.0, 0.0, 0.0], [0.0, 400.0, 0.0], [0.0, 0.0, 900.0]],
            last_year: 2025,
        },
        event_sd: 50.0,
        player: PlayerSpread { sd_at_2400: 80.0, ln_slope_per_300: -0.2, lasting: 0.5, ln_error: 0.0 },
        above_2700: LagShift { mean: 40.0, sd: 30.0 },
        below_2000: LagShift { mean: 10.0, sd: 20.0 },
        lag: Lags {
            junior: LagShift { mean: 60.0, sd: 70.0 },
            youth_event: LagShift { mean: 80.0, sd: 90.0 },
            new_player: LagShift { mean: 30.0, sd: 60.0 },
            long_absent: LagShift { mean: 0.0, sd: 50.0 },
        },
        tail: Tail { share: 0.0, mean: 2.0, sd: 1.5 },
        conditions: None,
    }
}

#[test]
fn the_shipped_file_reads_and_writes_back() {
    let shipped = Strength::shipped().expect("reads");
    let text = toml::to_string(&shipped).expect("writes");
    assert_eq!(Strength::parse(&text).expect("reads"), shipped);
    assert!(Strength::parse(&text.replace("event_sd = ", "event_sd = -")).is_err());
}

/// The odds of 60, 65 and 70 in the handbook are those of the shipped strength, to two digits: from a player whose own form
/// makes all of the spread of z to one for whom it makes none.
#[test]
fn the_handbook_has_the_odds_of_the_shipped_strength() {
    const HANDBOOK: &str = include_str!("../../../../docs/handbook.md");
    let shipped = Strength::shipped().expect("reads");
    let once = |z: f64, own: f64| {
        let once = 1.0 / shipped.reached(z, own);
        let step = if once < 100.0 { 1.0 } else { libm::pow(10.0, libm::floor(libm::log10(once)) - 1.0) };
        let digits = format!("{:.0}", (once / step).round() * step);
        let (thousands, rest) = digits.split_at(digits.len().saturating_sub(3));
        if thousands.is_empty() { rest.to_owned() } else { format!("{thousands},{rest}") }
    };
    let odds = |z: f64| format!("{} to {}", once(z, 1.0), once(z, 0.0));
    let sentence = format!(
        "one in {} stands at 60 or\n   above, one in {} at 65, one in {} at 70",
        odds(2.0),
        odds(3.0),
        odds(4.0)
    );
    assert!(HANDBOOK.contains(&sentence), "{sentence}");
    for (level, z, players) in [("60", 2.0, "1 honest player in"), ("65", 3.0, "1 in"), ("70", 4.0, "1 in")] {
        let row = format!("| from {level} | {players} {} |", odds(z));
        assert!(HANDBOOK.contains(&row), "{row}");
    }
    // Between the two ends nothing is rarer or more frequent.
    for z in [2.0, 3.0, 4.0] {
        let reached: Vec<f64> = (0..=10).map(|own| shipped.reached(z, f64::from(own) / 10.0)).collect();
        assert!(reached.is_sorted(), "{reached:?}");
    }
}

#[test]
fn other_conditions_by_hand() {
    let standard = strength();
    let change = ModelChange { level: 0.0, excess: [1.0; 4] };
    let blitz = OtherConditions {
        helped: None,
        time_class: TimeClass::Blitz,
        venue: Venue::OverTheBoard,
        projections: "made up".to_owned(),
        provisional: false,
        at_2400: -60.0,
        per_300: 20.0,
        covariance: [[144.0, 30.0], [30.0, 64.0]],
        primary: change,
        depth_aware: None,
    };
    let strength = Strength { conditions: Some(blitz), ..strength() };
    let day = Day::parse("2022.01.01");
    let difference = |rating: f64| {
        let (own, usual) = (strength.prior(rating, day, None, 0.0), standard.prior(rating, day, None, 0.0));
        [own.mean - usual.mean, own.own - usual.own, own.shared() - usual.shared()]
    };
    let near = |found: [f64; 3], by_hand: [f64; 3]| {
        assert!(found.iter().zip(by_hand).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?} {by_hand:?}");
    };
    near(difference(2400.0), [-60.0, 0.0, 144.0]);
    // One step up: 2 * 30 + 64; one step down: 64 - 2 * 30; a third of a step down would be under 0.
    near(difference(2700.0), [-40.0, 124.0, 144.0]);
    near(difference(2100.0), [-80.0, 4.0, 144.0]);
    near(difference(2300.0), [-60.0 - 20.0 / 3.0, 0.0, 144.0]);
    let text = toml::to_string(&strength).expect("writes");
    assert_eq!(Strength::parse(&text).expect("reads"), strength);
    // Two numbers cannot be correlated by more than 1.
    assert!(Strength::parse(&text.replace("30.0], [30.0", "97.0], [97.0")).is_err());
}

#[test]
fn a_prior_by_hand() {
    let strength = strength();
    // Half a decade before the turn, 1827 days: 40 * -0.5002; variance 80^2 + 50^2 + 100 + 400 * .2502.
    let prior = strength.prior(2400.0, Day::parse("2014.12.31"), None, 0.0);
    assert!((prior.mean + 20.0).abs() < 0.05, "{prior:?}");
    assert!((prior.variance - (6400.0 + 2500.0 + 100.0 + 100.0)).abs() < 0.5, "{prior:?}");
    assert_eq!(prior.own, 6400.0);
    // 150 points above 2700: 1.5 * 40 more. 450 above 2400 the spread is e^-.3 as large, and 45^2 comes on top.
    let top = strength.prior(2850.0, Day::parse("2014.12.31"), None, 0.0);
    assert!(
        (top.mean - prior.mean - 60.0).abs() < 1e-9 && (strength.ends(2850.0, None).mean - 60.0).abs() < 1e-9
    );
    assert!((top.own - 6400.0 * libm::exp(-0.6) - 2025.0).abs() < 1e-6, "{top:?}");
    assert_eq!(strength.ends(2700.0, None), LagShift::default());
    // 400 under 2000: 4 * 10 and 4 * 20.
    assert_eq!(strength.ends(1600.0, Day::parse("2024.02.29")), LagShift { mean: 40.0, sd: 80.0 });
    // From March 2024 on 1760 is what 1600 was before: 160 points of the shift have been added to the rating.
    let after = strength.ends(1760.0, Day::parse("2024.03.01"));
    assert!((after.mean + 120.0).abs() < 1e-9 && (after.sd - 80.0).abs() < 1e-9, "{after:?}");
    assert_eq!(strength.ends(2000.0, Day::parse("2024.03.01")), LagShift::default());
    let low = strength.prior(1600.0, None, Some(LagClass::YouthEvent), 0.0);
    let usual = strength.player_sd(1600.0);
    assert!((low.mean - strength.trend(None) - 120.0).abs() < 1e-9, "{low:?}");
    assert!((low.own - usual * usual - 8100.0 - 6400.0).abs() < 1e-6, "{low:?}");
    // 300 points lower the spread is e^.2 as large; a junior's own spread and that of an assumed rating come on top.
    let junior = strength.prior(2100.0, Day::parse("2019.12.31"), Some(LagClass::Junior), 100.0);
    assert!((junior.mean - 60.0).abs() < 0.05);
    assert!((junior.own - (6400.0 * libm::exp(0.4) + 4900.0 + 10_000.0)).abs() < 1e-6);
    // Later dates, and none at all, have the trend of the end of the fit.
    let last = strength.trend(Day::parse("2025.12.31"));
    assert!((last - 72.0).abs() < 0.1, "{last}");
    assert_eq!((strength.trend(Day::parse("2031.05.05")), strength.trend(None)), (last, last));
}

#[test]
fn the_field_takes_the_place_of_what_players_share() {
    let prior = Shift { mean: 10.0, variance: 9000.0, own: 6400.0 };
    let with = prior.with_field(30.0, 400.0);
    assert_eq!((with.mean, with.variance, with.own), (40.0, 6800.0, 6400.0));
    assert_eq!(prior.at_level(-5.0).mean, 5.0);
}

#[test]
fn predictive_odds_by_hand() {
    let mut strength = strength();
    let nominal = |z: f64| Normal::standard().sf(z);
    // Without a tail and without an error of the spread the odds are those of the normal distribution.
    assert!((strength.reached(3.0, 0.4) / nominal(3.0) - 1.0).abs() < 1e-12);
    // 5 % at a mean of 2 and an SD of 1.5 of the own part, which is all of the variance.
    strength.tail.share = 0.05;
    let expected = 0.95 * nominal(3.0) + 0.05 * nominal(1.0 / 1.5);
    assert!((strength.reached(3.0, 1.0) / expected - 1.0).abs() < 1e-12);
    // Where nothing is the player's own, the tail does not matter.
    assert!((strength.reached(3.0, 0.0) / nominal(3.0) - 1.0).abs() < 1e-12);
    // An uncertain spread makes high values more frequent: nodes at e^(+-sqrt(3) * .1).
    strength.tail.share = 0.0;
    strength.player.ln_error = 0.1;
    let spread = libm::exp(0.1 * 3.0_f64.sqrt());
    let expected = nominal(4.0 / spread) / 6.0 + nominal(4.0) * 2.0 / 3.0 + nominal(4.0 * spread) / 6.0;
    assert!((strength.reached(4.0, 0.4) / expected - 1.0).abs() < 1e-12);
}
