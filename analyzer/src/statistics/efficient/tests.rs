//! The score by hand, its tail by full enumeration, and its error rates and power by simulation.

use proptest::prelude::*;
use rayon::prelude::*;
use statrs::distribution::{Binomial, DiscreteCDF};

use super::*;
use crate::statistics::efficient::simulated::{Play, event};
use crate::statistics::tails::poisson_binomial_mid;

fn of(decisions: &[(f64, bool)]) -> EfficientScore {
    let mut score = EfficientScore::default();
    for (chance, matched) in decisions {
        score.add(*chance, *matched);
    }
    score
}

#[test]
fn two_decisions_by_hand() {
    // A match at .2 weighs 5: (1 - .2) / .2 = 4, variance .8 / .2 = 4. A miss at .8: -1, variance .2 / .8 = .25.
    let score = of(&[(0.2, true), (0.8, false)]);
    assert!((score.score() - 3.0).abs() < 1e-14);
    assert!((score.variance() - 4.25).abs() < 1e-14);
    assert!((score.raw_z().expect("z") - 3.0 / 4.25_f64.sqrt()).abs() < 1e-14);
    // Below the floor: (1 - .05) / .1 = 9.5, variance .05 * .95 / .01 = 4.75.
    let low = of(&[(0.05, true)]);
    assert!((low.score() - 9.5).abs() < 1e-14);
    assert!((low.variance() - 4.75).abs() < 1e-14);
}

#[test]
fn it_is_the_derivative_of_the_log_likelihood() {
    // Above the floor, by a central difference of ln L at a share of 0.
    let decisions = [(0.3, true), (0.6, false), (0.15, true), (0.9, true), (0.45, false)];
    let ln_likelihood = |share: f64| -> f64 {
        let of = |(p, matched): &(f64, bool)| {
            let first = (1.0 - share) * p + share;
            libm::log(if *matched { first } else { (1.0 - share) * (1.0 - p) })
        };
        decisions.iter().map(of).sum()
    };
    let step = 1e-5;
    let slope = (ln_likelihood(step) - ln_likelihood(-step)) / (2.0 * step);
    assert!((of(&decisions).score() - slope).abs() < 1e-7, "{slope}");
}

#[test]
fn with_equal_chances_it_is_the_move_match_test() {
    let decisions: Vec<(f64, bool)> = (0..40).map(|i| (0.4, i % 2 == 0)).collect();
    let score = of(&decisions);
    // (20 - 16) / sqrt(40 * .24)
    assert!((score.raw_z().expect("z") - 4.0 / 9.6_f64.sqrt()).abs() < 1e-12);
    let exact = equivalent_z(poisson_binomial_mid(&[0.4; 40], 20));
    assert!((score.tail_z().expect("z") - exact).abs() < 0.015);
}

#[test]
fn the_tail_against_every_one_of_4096_outcomes() {
    let chances = [0.07, 0.12, 0.18, 0.25, 0.33, 0.41, 0.48, 0.56, 0.63, 0.74, 0.86, 0.95];
    let with = |set: usize| -> Vec<(f64, bool)> {
        (chances.iter().enumerate()).map(|(i, p)| (*p, set >> i & 1 == 1)).collect()
    };
    let all: Vec<(f64, f64)> = (0..1_usize << chances.len())
        .map(|set| {
            let decisions = with(set);
            let probability = decisions.iter().map(|(p, yes)| if *yes { *p } else { 1.0 - p });
            (of(&decisions).score(), probability.product())
        })
        .collect();
    // Mean and variance are what they are said to be, floor included.
    assert!((all.iter().map(|(s, p)| s * p).sum::<f64>()).abs() < 1e-12);
    let variance: f64 = all.iter().map(|(s, p)| s * s * p).sum();
    assert!((variance - of(&with(0)).variance()).abs() < 1e-11);
    let (mut compared, mut worst) = (0, 0.0_f64);
    for (set, (here, itself)) in all.iter().enumerate().step_by(7) {
        let beyond: f64 = all.iter().filter(|(s, _)| *s > here + 1e-9).map(|(_, p)| p).sum();
        let as_far: f64 = all.iter().filter(|(s, _)| (s - here).abs() <= 1e-9).map(|(_, p)| p).sum();
        assert!(as_far >= *itself);
        // A sum of twelve moves in steps: where one step is half of the tail there is nothing to compare.
        let tail = beyond + 0.5 * as_far;
        if tail < 0.5 && as_far < 0.5 * tail {
            let got = of(&with(set)).tail_z().expect("z");
            worst = worst.max((got - equivalent_z(tail)).abs());
            compared += 1;
        }
    }
    assert!(compared > 100 && worst < 0.055, "{compared} {worst}");
}

#[test]
fn the_ends_are_exact() {
    // Every decision matched: the tail is the product of the probabilities, .3^4 * .5^4 = .00050625.
    let decisions: Vec<(f64, bool)> = (0..8).map(|i| (if i < 4 { 0.3 } else { 0.5 }, true)).collect();
    let score = of(&decisions);
    assert!((score.tail_z().expect("z") - equivalent_z(0.000_506_25)).abs() < 1e-9);
    // None matched: nothing is less usual in this direction, and the raw z is nearer to ordinary.
    let none: Vec<(f64, bool)> = decisions.iter().map(|(p, _)| (*p, false)).collect();
    let score = of(&none);
    assert!(score.tail_z().expect("z") < -8.0);
    assert_eq!(score.headline_z(), score.raw_z());
}

#[test]
fn where_nothing_is_left_to_chance_there_is_no_z() {
    for decisions in [vec![], vec![(1.0, true); 9], vec![(0.0, false); 9]] {
        let score = of(&decisions);
        assert_eq!(score.decisions(), decisions.len());
        assert_eq!((score.raw_z(), score.tail_z(), score.headline_z()), (None, None, None));
    }
    // A match that could not happen counts as the floor says, and the z stays a number.
    let odd = of(&[(0.0, true), (0.5, true)]);
    assert!((odd.score() - 11.0).abs() < 1e-14);
    assert!(odd.headline_z().expect("z").is_finite());
}

#[test]
fn what_is_no_probability_changes_nothing() {
    let mut score = of(&[(0.4, true)]);
    let before = score.clone();
    for chance in [-1e-9, 1.000_000_1, f64::NAN, f64::INFINITY] {
        score.add(chance, true);
    }
    assert_eq!(score, before);
}

proptest! {
    #[test]
    fn always_numbers_and_a_match_is_never_worse_than_a_miss(
        decisions in proptest::collection::vec((0.0f64..=1.0, any::<bool>()), 1..60),
        which in any::<prop::sample::Index>(),
    ) {
        let with = |matched: bool| {
            let mut changed = decisions.clone();
            changed[which.index(decisions.len())].1 = matched;
            of(&changed)
        };
        let (hit, miss) = (with(true), with(false));
        prop_assert!(hit.score() > miss.score());
        // The tail of a few decisions is an approximation that need not keep the order, and where the two readings lie on
        // different sides of 0 neither does the choice between them.
        if let (Some(hit_z), Some(miss_z)) = (hit.raw_z(), miss.raw_z()) {
            prop_assert!(hit_z >= miss_z - 1e-9, "{hit_z} {miss_z}");
        }
        for z in [hit.headline_z(), miss.headline_z()].into_iter().flatten() {
            prop_assert!(z.is_finite(), "{z}");
        }
    }

    #[test]
    fn merged_scores_are_the_score_of_all(
        one in proptest::collection::vec((0.0f64..=1.0, any::<bool>()), 0..60),
        other in proptest::collection::vec((0.0f64..=1.0, any::<bool>()), 0..60),
    ) {
        let mut merged = of(&one);
        merged.merge(&of(&other));
        prop_assert_eq!(merged, of(&[one, other].concat()));
    }
}

/// The leading z of MM on the same decisions.
fn move_match(decisions: &[(f64, bool)]) -> f64 {
    let p: Vec<f64> = decisions.iter().map(|d| d.0).collect();
    let matches = decisions.iter().filter(|d| d.1).count();
    let variance: f64 = p.iter().map(|p| p * (1.0 - p)).sum();
    let raw = (matches as f64 - p.iter().sum::<f64>()) / variance.sqrt();
    let matches = u32::try_from(matches).expect("few");
    headline(raw, equivalent_z(poisson_binomial_mid(&p, matches)))
}

#[test]
fn the_floor_keeps_most_of_the_information() {
    // Squared mean gain of z per unit of help over its variance, as a share of the best there is, mean of (1 - p) / p.
    let chances: Vec<f64> =
        (0..500).flat_map(|number| event(Play::default(), 1, number)).map(|(p, _)| p).collect();
    let mean = |of: &dyn Fn(f64) -> f64| chances.iter().map(|p| of(*p)).sum::<f64>() / chances.len() as f64;
    let best = mean(&|p| (1.0 - p) / p);
    let kept = |weight: &dyn Fn(f64) -> f64| {
        let gain = mean(&|p| weight(p) * (1.0 - p));
        gain * gain / mean(&|p| weight(p) * weight(p) * p * (1.0 - p)) / best
    };
    assert!((kept(&|p| 1.0 / p) - 1.0).abs() < 1e-12);
    // 0.945 and 0.516 by numerical integration of the distribution.
    assert!((kept(&|p| 1.0 / p.max(FLOOR)) - 0.945).abs() < 0.005);
    assert!((kept(&|_| 1.0) - 0.516).abs() < 0.01);
}

#[test]
fn honest_players_pass_a_level_as_often_as_it_says() {
    let n = 100_000_u64;
    let counts = (0..n)
        .into_par_iter()
        .map(|number| {
            let score = of(&event(Play::default(), 2, number));
            let raw = score.raw_z().expect("z");
            // The headline is never further out than the raw z.
            let headline = if raw > 2.0 { score.headline_z().expect("z") } else { raw };
            [2.0, 2.5, 3.0].map(|level| [u64::from(raw > level), u64::from(headline > level)])
        })
        .reduce(
            || [[0; 2]; 3],
            |a, b| std::array::from_fn(|level| [a[level][0] + b[level][0], a[level][1] + b[level][1]]),
        );
    assert_eq!(counts, [[2835, 2321], [979, 626], [290, 145]]);
    // Normal tails beyond 2.0, 2.5 and 3.0.
    for ([raw, headline], nominal) in counts.into_iter().zip([0.022_750_1, 0.006_209_7, 0.001_349_9]) {
        let expected = Binomial::new(nominal, n).expect("a rate");
        // Not too many, not suspiciously few; the raw z of so skewed a sum is far too often too large.
        assert!(expected.sf(headline - 1) > 0.001, "{headline}");
        assert!(expected.cdf(headline) > 0.001, "{headline}");
        assert!(expected.sf(raw - 1) < 1e-6, "{raw}");
    }
}

#[test]
fn it_sees_more_than_move_match_on_the_same_events() {
    let n = 2_000_u64;
    // Mean z and how many of 2000 reach 4.25, for the efficient score and MM.
    for (help, quoted, quoted_seen) in [(0.1, [2.49, 2.01], [105, 42]), (0.2, [4.71, 4.00], [1306, 845])] {
        let pairs: Vec<[f64; 2]> = (0..n)
            .into_par_iter()
            .map(|number| {
                let decisions = event(Play { help, form: 0.0 }, 3, number);
                [of(&decisions).headline_z().expect("z"), move_match(&decisions)]
            })
            .collect();
        let n = n as f64;
        let mean = [0, 1].map(|which| pairs.iter().map(|z| z[which]).sum::<f64>() / n);
        let seen = [0, 1].map(|which| pairs.iter().filter(|z| z[which] >= 4.25).count());
        let ahead = pairs.iter().map(|z| z[0] - z[1]);
        let deviation = (ahead.clone().map(|d| d * d).sum::<f64>() / n).sqrt();
        assert!((0..2).all(|which| (mean[which] - quoted[which]).abs() < 0.006), "{mean:?}");
        assert_eq!(seen, quoted_seen);
        // Paired, so the mean difference is known to a fraction of a hundredth.
        assert!(ahead.sum::<f64>() / n > 10.0 * deviation / n.sqrt());
        assert!(seen[0] > seen[1]);
    }
}
