//! The value by hand, and its promise by full enumeration.

use proptest::prelude::*;

use super::*;

fn of(decisions: &[(f64, bool)], null: &HonestPlay) -> SequentialValue {
    let mut value = SequentialValue::against(null);
    for (chance, matched) in decisions {
        value.observe(*chance, *matched).expect("a chance");
    }
    value
}

#[test]
fn two_decisions_by_hand() {
    let mut value = SequentialValue::against(&HonestPlay::exact());
    assert_eq!((value.ln_value(), value.p_value(), value.decisions()), (0.0, 1.0, 0));
    // A match at 1/2 multiplies by 1 + e; the mean of the shares is 2.18 / 6.
    value.observe(0.5, true).expect("a chance");
    let first = 1.0 + 2.18 / 6.0;
    assert!((value.ln_value() - libm::log(first)).abs() < 1e-14);
    // Another move by 1 - e; together 1 - e^2, and the mean of the squares is 1.4114 / 6.
    value.observe(0.5, false).expect("a chance");
    let second = 1.0 - 1.4114 / 6.0;
    assert!((value.ln_value() - libm::log(second)).abs() < 1e-14);
    assert!((value.log10_value() - libm::log10(second)).abs() < 1e-14);
    // The highest stays, and with it the p-value.
    assert!((value.ln_highest() - libm::log(first)).abs() < 1e-14);
    assert!((value.log10_highest() - libm::log10(first)).abs() < 1e-14);
    assert!((value.p_value() - 1.0 / first).abs() < 1e-14);
    assert_eq!(value.decisions(), 2);
    assert!(value.reaches(0.74) && !value.reaches(0.73));
}

#[test]
fn two_forms_by_hand() {
    // With a deviation of ln 2 the odds of 1 to 1 are 1/8 .. 8 to 1, each form with its weight before the decision.
    let step = std::f64::consts::LN_2;
    let mut value = SequentialValue::against(&HonestPlay::form(step).expect("form"));
    value.observe(0.5, true).expect("a chance");
    let (mut helped, mut honest) = (0.0, 0.0);
    for k in [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0] {
        let (weight, odds) = (libm::exp(-0.5 * k * k), libm::pow(2.0, k));
        let p = odds / (1.0 + odds);
        honest += weight * p;
        helped += weight * SHARES.iter().map(|e| (1.0 - e) * p + e).sum::<f64>() / 6.0;
    }
    assert!((value.ln_value() - libm::log(helped / honest)).abs() < 1e-14);
}

const CHANCES: [f64; 12] = [0.3, 0.05, 0.9, 0.55, 0.12, 0.7, 0.2, 0.99, 0.42, 0.08, 0.6, 0.35];

/// Every way twelve decisions can go, each with its probability if the log odds lie `form` above the model's.
fn every_way(form: f64) -> impl Iterator<Item = (Vec<(f64, bool)>, f64)> {
    (0..1_usize << CHANCES.len()).map(move |set| {
        let decisions: Vec<(f64, bool)> =
            (CHANCES.iter().enumerate()).map(|(i, p)| (*p, set >> i & 1 == 1)).collect();
        let probability = decisions.iter().map(|(p, matched)| {
            let against = (1.0 - p) * libm::exp(-form);
            (if *matched { *p } else { against }) / (p + against)
        });
        let probability = probability.product();
        (decisions, probability)
    })
}

fn expected_value(null: &HonestPlay, form: f64) -> f64 {
    every_way(form)
        .map(|(decisions, probability)| probability * libm::exp(of(&decisions, null).ln_value()))
        .sum()
}

#[test]
fn the_expectation_of_an_honest_player_is_one() {
    assert!((expected_value(&HonestPlay::exact(), 0.0) - 1.0).abs() < 1e-12);
    // A player in better form than the model's: not any more, and that is why there are margins.
    assert!(expected_value(&HonestPlay::exact(), 0.4) > 1.1);
    let margin = HonestPlay::margin(0.4).expect("a margin");
    assert!((expected_value(&margin, 0.4) - 1.0).abs() < 1e-12);
    for form in [-1.0, 0.0, 0.2, 0.39] {
        assert!(expected_value(&margin, form) < 1.0);
    }
    // Forms: 1 on average over the players; the least chance costs a little below the model's form.
    let sigma = 0.2;
    let null = HonestPlay::form(sigma).expect("form");
    let weights: Vec<(f64, f64)> = (-3..=3).map(f64::from).map(|k| (k, libm::exp(-0.5 * k * k))).collect();
    let total: f64 = weights.iter().map(|(_, w)| w).sum();
    let average = weights.iter().map(|(k, w)| w / total * expected_value(&null, sigma * k)).sum::<f64>();
    assert!((0.98..=1.0).contains(&average), "{average}");
}

#[test]
fn the_promise_by_full_enumeration() {
    for (null, form) in [(HonestPlay::exact(), 0.0), (HonestPlay::margin(0.5).expect("a margin"), 0.5)] {
        for alpha in [0.5, 0.2, 0.1, 0.05, 0.01, 0.001] {
            let rate: f64 = every_way(form)
                .filter(|(decisions, _)| of(decisions, &null).reaches(alpha))
                .map(|(_, probability)| probability)
                .sum();
            assert!(rate <= alpha, "{alpha}: {rate}");
        }
        // Some way does get there, so this is no empty promise.
        let all = CHANCES.map(|p| (p, true));
        assert!(of(&all, &null).reaches(0.001));
    }
}

#[test]
fn the_share_one_ends_at_the_first_other_move() {
    // Ten matches at .1 and one other move at .5: what is left is 1/6 of (1 - e) ((1 - e) + 10 e)^10 over e < 1.
    let mut decisions = vec![(0.1, true); 10];
    let with_all = of(&decisions, &HonestPlay::exact());
    assert!((with_all.log10_value() - (10.0 - libm::log10(6.0))).abs() < 0.01);
    decisions.push((0.5, false));
    let left: f64 = SHARES.iter().map(|e| (1.0 - e) * libm::pow(1.0 + 9.0 * e, 10.0) / 6.0).sum();
    let ended = of(&decisions, &HonestPlay::exact());
    assert!((ended.ln_value() - libm::log(left)).abs() < 1e-12);
    decisions.push((0.1, true));
    assert!(of(&decisions, &HonestPlay::exact()).ln_value() > ended.ln_value());
}

#[test]
fn nothing_is_certain_enough_to_break_it() {
    for null in [
        HonestPlay::exact(),
        HonestPlay::margin(0.5).expect("a margin"),
        HonestPlay::form(0.3).expect("form"),
    ] {
        // What an honest player must play says nothing.
        assert!(of(&[(1.0, true); 50], &null).ln_value().abs() < 1e-12);
        // What no honest player plays, played: the ratio 1 - e.
        let odd = of(&[(1.0, false)], &null);
        assert!((odd.ln_value() - libm::log(1.0 - 2.18 / 6.0)).abs() < 1e-12);
        assert!(of(&[(1.0, false); 5000], &null).ln_value().is_finite());
        // A probability of nearly nothing counts as the least chance.
        let tiny = of(&[(f64::MIN_POSITIVE, true)], &null);
        assert!((tiny.ln_value() - libm::log(1.0 + 19.0 * 2.18 / 6.0)).abs() < 1e-12);
        // 20^5000 / 6 is beyond every double, and its logarithm is not.
        let far = of(&[(1e-300, true); 5000], &null);
        assert!((far.log10_value() - (5000.0 * libm::log10(20.0) - libm::log10(6.0))).abs() < 1e-6);
        assert_eq!(far.p_value(), 0.0);
        assert!(far.reaches(1e-300) && !far.reaches(0.0));
    }
}

#[test]
fn what_is_no_chance_is_refused_and_changes_nothing() {
    let mut value = of(&[(0.4, true), (0.3, true)], &HonestPlay::exact());
    let before = value.clone();
    for chance in [0.0, -0.0, -0.1, 1.000_000_1, f64::NAN, f64::INFINITY] {
        assert!(value.observe(chance, true).is_err());
    }
    assert_eq!(value, before);
    assert_eq!(
        value.observe(2.0, true).expect_err("no chance").to_string(),
        "the probability of the engine's first move is 2, which must be above 0 and at most 1"
    );
}

#[test]
fn no_level_is_reached_that_is_none() {
    let value = of(&[(0.05, true); 3], &HonestPlay::exact());
    for alpha in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        assert!(!value.reaches(alpha));
    }
    // The value starts at 1.
    assert!(
        SequentialValue::against(&HonestPlay::exact()).reaches(1.0)
            && !SequentialValue::against(&HonestPlay::exact()).reaches(0.999_999)
    );
}

proptest! {
    #[test]
    fn always_a_number_and_the_p_value_only_falls(
        decisions in proptest::collection::vec((0.0f64..=1.0, any::<bool>()), 1..200), kind in 0u8..3,
    ) {
        let null = match kind {
            0 => HonestPlay::exact(),
            1 => HonestPlay::margin(0.7).expect("a margin"),
            _ => HonestPlay::form(0.25).expect("form"),
        };
        let mut value = SequentialValue::against(&null);
        let mut last = 1.0;
        let mut highest = 0.0_f64;
        for (chance, matched) in decisions {
            value.observe(chance.max(1e-320), matched).expect("a chance");
            prop_assert!(value.ln_value().is_finite());
            highest = highest.max(value.ln_value());
            // The sum that observe leaves out is never one that would have counted.
            prop_assert!((value.ln_highest() - highest).abs() <= 1e-12);
            prop_assert!(value.p_value() <= last && value.p_value() > 0.0);
            last = value.p_value();
        }
    }

    #[test]
    fn the_order_moves_the_way_and_not_the_end(
        decisions in proptest::collection::vec((0.01f64..=0.99, any::<bool>()), 1..100),
    ) {
        let back: Vec<(f64, bool)> = decisions.iter().rev().copied().collect();
        for null in [HonestPlay::exact(), HonestPlay::form(0.2).expect("form")] {
            let (a, b) = (of(&decisions, &null).ln_value(), of(&back, &null).ln_value());
            prop_assert!((a - b).abs() <= 1e-11 * (1.0 + a.abs()));
        }
    }

    #[test]
    fn a_margin_only_takes_away(
        decisions in proptest::collection::vec((0.01f64..=0.99, any::<bool>()), 1..100), margin in 0.0f64..2.0,
    ) {
        let with = of(&decisions, &HonestPlay::margin(margin).expect("a margin"));
        let without = of(&decisions, &HonestPlay::exact());
        prop_assert!(with.ln_value() <= without.ln_value() + 1e-12);
    }
}
