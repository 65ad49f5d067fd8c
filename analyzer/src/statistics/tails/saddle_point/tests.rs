//! The saddle point against exact convolution, by hand, at its limits, and on hostile input.

#![expect(clippy::cast_possible_truncation, reason = "small sums in hundredths, rounded beforehand")]

use proptest::prelude::*;

use super::*;

/// Decisions with values on a grid of 0.01, all different, and mildly different probabilities.
fn grid(n: usize) -> Vec<Vec<(f64, f64)>> {
    (0..n)
        .map(|i| {
            let best = 0.40 + 0.02 * ((i * 7) % 11) as f64;
            let rest = 1.0 - best;
            let hundredths = [0, 3 + i % 6, 11 + (i * 5) % 9, 27 + (i * 3) % 14, 48 + (i * 11) % 25];
            let shares = [0.0, 0.42, 0.30, 0.19, 0.09];
            hundredths
                .iter()
                .zip(shares)
                .map(|(h, share)| (*h as f64 / 100.0, if *h == 0 { best } else { rest * share }))
                .collect()
        })
        .collect()
}

/// The exact distribution in hundredths: all terms positive.
fn convolve(decisions: &[Vec<(f64, f64)>]) -> Vec<f64> {
    let mut all = vec![1.0];
    for decision in decisions {
        let steps: Vec<(usize, f64)> =
            decision.iter().map(|(v, p)| ((100.0 * v).round() as usize, *p)).collect();
        let furthest = steps.iter().map(|s| s.0).max().expect("not empty");
        let mut next = vec![0.0; all.len() + furthest];
        for (h, p) in steps {
            for (j, q) in all.iter().enumerate() {
                next[j + h] += p * q;
            }
        }
        all = next;
    }
    all
}

fn mean_and_deviation(decisions: &[Vec<(f64, f64)>]) -> (f64, f64) {
    let (mut mean, mut variance) = (0.0, 0.0);
    for d in decisions {
        let e: f64 = d.iter().map(|(v, p)| v * p).sum();
        mean += e;
        variance += d.iter().map(|(v, p)| p * (v - e) * (v - e)).sum::<f64>();
    }
    (mean, variance.sqrt())
}

/// P(S < k) + P(S = k)/2 and P(S <= k), for `k` in hundredths.
fn middle_and_full(exact: &[f64], k: usize) -> (f64, f64) {
    let below: f64 = exact[..k].iter().sum();
    (below + 0.5 * exact[k], below + exact[k])
}

#[track_caller]
fn close(got: f64, expected: f64, relative: f64) {
    assert!((got / expected - 1.0).abs() < relative, "{got} {expected}");
}

#[test]
fn the_convolution_of_the_tests_is_right() {
    // mpmath, 40 digits, the same doubles: 300 decisions, sum 14.85, 5 sigma below the mean.
    let exact = convolve(&grid(300));
    let (middle, full) = middle_and_full(&exact, 1485);
    close(middle, 6.626_265_856_622_174e-9, 1e-12);
    close(full, 6.726_403_572_814_786e-9, 1e-12);
    close(exact.iter().sum(), 1.0, 1e-12);
}

#[test]
fn relative_error_from_one_to_five_sigma() {
    for (n, sigmas, error) in [(50, 1..=4, 5e-3), (150, 1..=5, 2e-3), (300, 1..=5, 5e-4)] {
        let decisions = grid(n);
        let exact = convolve(&decisions);
        let (mean, deviation) = mean_and_deviation(&decisions);
        for z in sigmas {
            // 50 decisions end at 4.4 sigma: nobody can play better than the best.
            let k = (100.0 * (mean - f64::from(z) * deviation)).round();
            assert!(k > 0.0);
            let (middle, full) = middle_and_full(&exact, k as usize);
            let got = lugannani_rice_lower(&decisions, k / 100.0);
            close(got, middle, error);
            assert!(got < full && got > 2.0 * middle - full, "between the edges of the step");
            // The whole step is a few per cent more at 150 and 300 decisions, as the docs say.
            close(got, full, if n == 50 { 0.11 } else { 0.032 });
        }
    }
}

#[test]
fn the_other_side_of_the_mean() {
    let decisions = grid(150);
    let exact = convolve(&decisions);
    let (mean, deviation) = mean_and_deviation(&decisions);
    for z in [0.0, 0.5, 1.0, 2.0, 3.0] {
        let k = (100.0 * (mean + z * deviation)).round();
        let (middle, _) = middle_and_full(&exact, k as usize);
        close(lugannani_rice_lower(&decisions, k / 100.0), middle, 2e-4);
    }
}

#[test]
fn at_the_mean_it_is_the_edgeworth_term() {
    // 0 or 1 with p = 1/4, 64 times: mean 16, third cumulant per decision p q (q - p) = 3/32, variance 3/16;
    // skewness = 64 (3/32) / 12^1.5 = .144338; 1/2 + skewness / (6 sqrt(2 pi)) = .5095970.
    let decisions = vec![vec![(0.0, 0.75), (1.0, 0.25)]; 64];
    close(lugannani_rice_lower(&decisions, 16.0), 0.509_597_0, 1e-6);
}

#[test]
fn the_expansion_joins_the_formula() {
    for n in [3, 20, 200] {
        let decisions = grid(n);
        let (mean, deviation) = mean_and_deviation(&decisions);
        for edge in [-NEAR_MEAN, NEAR_MEAN] {
            let tail = |share: f64| lugannani_rice_lower(&decisions, mean + edge * share * deviation);
            let inside = tail(0.99) - tail(0.98);
            let outside = tail(1.02) - tail(1.01);
            let across = tail(1.01) - tail(0.99);
            assert!((across / (inside + outside) - 1.0).abs() < 0.01, "{n} {inside} {across} {outside}");
        }
    }
}

#[test]
fn ends_of_the_support_are_exact() {
    // Smallest sum .1 + 0 + .2 with probability .5 .25 1; largest .6 + 1 + .2 with .2 .75 1.
    let decisions = vec![
        vec![(0.3, 0.3), (0.1, 0.5), (0.6, 0.2)],
        vec![(0.0, 0.125), (1.0, 0.75), (0.0, 0.125), (4.0, 0.0)],
        vec![(0.2, 1.0)],
    ];
    assert_eq!(lugannani_rice_lower(&decisions, 0.299), 0.0);
    close(lugannani_rice_lower(&decisions, 0.2 + 0.1), 0.125, 1e-14);
    close(lugannani_rice_lower(&decisions, 0.3 + 1e-9), 0.125, 1e-6);
    close(lugannani_rice_lower(&decisions, 1.8 - 1e-9), 0.85, 1e-6);
    assert_eq!(lugannani_rice_lower(&decisions, 1.8), 1.0);
    assert_eq!(lugannani_rice_lower(&decisions, f64::INFINITY), 1.0);
    assert_eq!(lugannani_rice_lower(&decisions, f64::NEG_INFINITY), 0.0);
    // 300 times the best move: .5^300, far below anything a sum of probabilities could hold next to 1.
    let many = vec![vec![(0.0, 0.5), (0.2, 0.5)]; 300];
    close(lugannani_rice_lower(&many, 0.0), libm::pow(0.5, 300.0), 1e-12);
}

#[test]
fn hostile_input_never_makes_a_tail_smaller() {
    assert_eq!(lugannani_rice_lower(&[], 0.0), 1.0);
    assert_eq!(lugannani_rice_lower(&[], -1.0), 0.0);
    assert_eq!(lugannani_rice_lower(&[], f64::NAN), 1.0);
    let good = grid(20);
    let plain = lugannani_rice_lower(&good, 1.0);
    assert!(plain > 0.0 && plain < 1.0);
    assert_eq!(lugannani_rice_lower(&good, f64::NAN), 1.0);
    // An unreadable decision is a certain 0, which adds nothing to the sum.
    for odd in [
        vec![],
        vec![(0.0, 0.0)],
        vec![(f64::NAN, 1.0)],
        vec![(0.1, f64::NAN), (0.2, 0.5)],
        vec![(-0.1, 1.0)],
        vec![(f64::INFINITY, 1.0)],
        vec![(1e300, 1.0)],
        vec![(0.1, -0.5), (0.2, 1.0)],
        vec![(0.1, f64::INFINITY)],
        vec![(0.1, 1.5)],
    ] {
        let mut decisions = good.clone();
        decisions.push(odd);
        assert_eq!(lugannani_rice_lower(&decisions, 1.0), plain);
    }
    // Probabilities are shares: the sum is divided out.
    let halved: Vec<Vec<(f64, f64)>> =
        good.iter().map(|d| d.iter().map(|(v, p)| (*v, 0.5 * p)).collect()).collect();
    close(lugannani_rice_lower(&halved, 1.0), plain, 1e-14);
    // Values apart by less than rounding, and a probability that squares to nothing.
    let fine = vec![vec![(0.0, 0.5), (1e-300, 0.5)], vec![(0.0, 0.5), (1.0, 0.5)]];
    close(lugannani_rice_lower(&fine, 1e-13), 0.5, 1e-12);
    let rare = vec![vec![(0.0, 1.0), (1.0, 5e-324)]];
    assert_eq!(lugannani_rice_lower(&rare, 0.5), 1.0);
}

#[test]
fn agrees_with_simulation_near_the_centre() {
    // Values on no grid; a fixed generator (splitmix64), so the test is the same every time.
    let decisions: Vec<Vec<(f64, f64)>> = (0..60)
        .map(|i| {
            let root = f64::from(i + 2).sqrt().fract();
            vec![(0.0, 0.5), (0.1 * root, 0.2), (0.1 + 0.2 * root, 0.2), (0.4 + root, 0.1)]
        })
        .collect();
    let (mean, deviation) = mean_and_deviation(&decisions);
    let mut state = 20_u64;
    let mut uniform = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / 9_007_199_254_740_992.0
    };
    let runs = 20_000;
    let sums: Vec<f64> = (0..runs)
        .map(|_| {
            let mut sum = 0.0;
            for decision in &decisions {
                let mut left = uniform();
                for (value, p) in decision {
                    if left < *p {
                        sum += value;
                        break;
                    }
                    left -= p;
                }
            }
            sum
        })
        .collect();
    for z in [-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5] {
        let s = mean + z * deviation;
        let seen = sums.iter().filter(|x| **x <= s).count() as f64 / f64::from(runs);
        let tail = lugannani_rice_lower(&decisions, s);
        let error = (tail * (1.0 - tail) / f64::from(runs)).sqrt();
        assert!((seen - tail).abs() < 4.0 * error, "{z}: {seen} {tail}");
    }
}

/// The mean where probabilities are shares.
fn mean_of_shares(decisions: &[Vec<(f64, f64)>]) -> f64 {
    let mean = |d: &Vec<(f64, f64)>| {
        d.iter().map(|(v, p)| v * p).sum::<f64>() / d.iter().map(|(_, p)| p).sum::<f64>()
    };
    decisions.iter().map(mean).sum()
}

fn any_decisions() -> impl Strategy<Value = Vec<Vec<(f64, f64)>>> {
    let point = (0.0f64..3.0, 0.001f64..1.0);
    proptest::collection::vec(proptest::collection::vec(point, 1..6), 1..30)
}

proptest! {
    #[test]
    fn always_a_probability_and_within_the_exact_bounds(decisions in any_decisions(), share in -0.1f64..1.1) {
        let sum = Sum::new(&decisions);
        let s = sum.lowest + share * (sum.highest - sum.lowest);
        let tail = lugannani_rice_lower(&decisions, s);
        prop_assert!((0.0..=1.0).contains(&tail), "{}", tail);
        if share > 0.0 && share < 1.0 && sum.unit > 1e-3 {
            // Below the mean the one end binds, above it the other.
            let mean = mean_of_shares(&decisions);
            prop_assert!(s > mean - 1e-9 || tail >= sum.at_lowest * (1.0 - 1e-9));
            prop_assert!(s < mean + 1e-9 || tail <= 1.0 - sum.at_highest * (1.0 - 1e-9));
        }
    }

    #[test]
    fn seen_from_the_other_end_it_is_the_rest(decisions in any_decisions(), share in 0.01f64..0.99) {
        let sum = Sum::new(&decisions);
        prop_assume!(sum.unit > 1e-3);
        let s = sum.lowest + share * (sum.highest - sum.lowest);
        let mirrored: Vec<Vec<(f64, f64)>> = decisions
            .iter()
            .map(|d| d.iter().map(|(v, p)| (3.0 - v, *p)).collect())
            .collect();
        let rest = lugannani_rice_lower(&mirrored, 3.0 * decisions.len() as f64 - s);
        prop_assert!((lugannani_rice_lower(&decisions, s) + rest - 1.0).abs() < 1e-8);
    }

    #[test]
    fn the_unit_does_not_matter(decisions in any_decisions(), share in 0.01f64..0.99, scale in 0.01f64..100.0) {
        let sum = Sum::new(&decisions);
        prop_assume!(sum.unit > 1e-3);
        let s = sum.lowest + share * (sum.highest - sum.lowest);
        let scaled: Vec<Vec<(f64, f64)>> = decisions
            .iter()
            .map(|d| d.iter().map(|(v, p)| (v * scale, *p)).collect())
            .collect();
        let (a, b) = (lugannani_rice_lower(&decisions, s), lugannani_rice_lower(&scaled, s * scale));
        prop_assert!((a - b).abs() <= 1e-7 * a + 1e-300, "{} {}", a, b);
    }

    #[test]
    fn rises_with_the_sum(n in 30usize..80, a in 0.02f64..0.98, b in 0.02f64..0.98) {
        let decisions = grid(n);
        let highest = Sum::new(&decisions).highest;
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let (low, high) = (
            lugannani_rice_lower(&decisions, low * highest),
            lugannani_rice_lower(&decisions, high * highest),
        );
        prop_assert!(low <= high * (1.0 + 1e-9));
    }

    #[test]
    fn nothing_panics(
        decisions in proptest::collection::vec(
            proptest::collection::vec((any::<f64>(), any::<f64>()), 0..5), 0..8),
        mixed in proptest::collection::vec(
            proptest::collection::vec((0.0f64..1e6, prop_oneof![0.0f64..1.0, Just(5e-324), Just(0.0)]), 0..5), 0..8),
        s in prop_oneof![any::<f64>(), -1.0f64..1e7],
    ) {
        for set in [&decisions, &mixed] {
            prop_assert!((0.0..=1.0).contains(&lugannani_rice_lower(set, s)));
        }
    }
}
