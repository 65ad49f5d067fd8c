//! The exact tail of a count: how many of the decisions were a match, each with its own probability.
//!
//! Hong (2013), "On computing the distribution function for the Poisson binomial distribution", Computational
//! Statistics & Data Analysis 59, 41-51, compares the ways. The plain recursion used here costs `n * k` steps and
//! adds and multiplies numbers of 0 or more only, so nothing cancels and every digit of a tail of 1e-200 is good.
//! The Fourier transform is faster for huge `n` and has an absolute error of about 1e-16, useless in a far tail.

/// The distribution up to a count and everything beyond it.
struct Split {
    at: f64,
    above: f64,
}

/// Adds one decision after another. `None` if more than all of them are asked for.
fn split(p: &[f64], k: u32) -> Option<Split> {
    let k = usize::try_from(k).ok().filter(|k| *k <= p.len())?;
    // below[j] = P(j matches so far) for j <= k; `above` collects what has passed k.
    let mut below = vec![0.0; k + 1];
    below[0] = 1.0;
    let mut above = 0.0;
    for (done, p) in p.iter().enumerate() {
        let yes = probability(*p);
        let no = 1.0 - yes;
        above += below[k] * yes;
        // After `done` decisions nothing lies beyond that count.
        let reached = k.min(done + 1);
        for j in (1..=reached).rev() {
            below[j] = below[j] * no + below[j - 1] * yes;
        }
        below[0] *= no;
    }
    Some(Split { at: below[k], above })
}

/// A probability in [0, 1]. What is no number counts as 1, which can only make an upper tail larger.
fn probability(p: f64) -> f64 {
    if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) }
}

/// `P(X >= k)` for `X` the number of successes among independent trials with probabilities `p`.
///
/// Exact up to rounding: the relative error is below `4 n` units in the last place. Probabilities outside [0, 1]
/// are clamped and NaN counts as 1, so the tail is never too small. `k = 0` gives 1 and `k` above the number of
/// trials gives 0; so no trials at all give 1 or 0.
pub fn poisson_binomial_upper(p: &[f64], k: u32) -> f64 {
    let Some(before) = k.checked_sub(1) else {
        return 1.0;
    };
    // P(X >= k) = P(X > k - 1).
    split(p, before).map_or(0.0, |s| s.above.min(1.0))
}

/// `P(X > k) + P(X = k) / 2`, the mid-P tail. This is the one to turn into a z.
///
/// A count moves in steps. `P(X >= k)` counts the whole step at the observed value, so over many honest
/// performances it averages more than 1/2 and its z less than 0: every player would look a little weaker than he
/// played, by half a step, at 5 sigma as much as at 0. The mid-P tail averages exactly 1/2 under the null, and a
/// normal z without correction for continuity, which is the one it stands beside, cuts the step in its middle too
/// (Lancaster 1961, "Significance tests in discrete distributions", JASA 56, 223-234). It is not a guaranteed
/// bound: for "at most this often" use [`poisson_binomial_upper`].
///
/// Odd input is treated as there; `k` above the number of trials gives 0, no trials and `k = 0` give 1/2.
pub fn poisson_binomial_mid(p: &[f64], k: u32) -> f64 {
    split(p, k).map_or(0.0, |s| (s.above + 0.5 * s.at).min(1.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn close(got: f64, expected: f64) {
        assert!((got / expected - 1.0).abs() < 1e-12, "{got} {expected}");
    }

    #[test]
    fn equal_probabilities_are_the_binomial() {
        // Python fractions.Fraction of the double p, sum of comb(n, j) p^j (1-p)^(n-j), then 17 digits by mpmath.
        for (n, p, k, upper, mid) in [
            (10, 0.5, 8, 0.054_687_5, 0.032_714_843_75),
            (100, 0.5, 75, 2.818_141_017_102_701e-7, 1.861_571_163_877_082e-7),
            (250, 0.5, 165, 2.354_224_896_052_460_4e-7, 1.769_512_827_329_654_6e-7),
            (400, 0.5, 250, 3.265_909_606_419_213_5e-7, 2.594_625_893_689_952_2e-7),
            (300, 0.3, 130, 7.099_004_454_283_65e-7, 5.493_070_009_603_265e-7),
            (50, 0.9, 50, 0.005_153_775_207_320_12, 0.002_576_887_603_660_06),
            (200, 0.05, 25, 2.606_753_129_891_217e-5, 1.755_313_133_574_388_5e-5),
        ] {
            let trials = vec![p; n];
            close(poisson_binomial_upper(&trials, k), upper);
            close(poisson_binomial_mid(&trials, k), mid);
        }
    }

    #[test]
    fn three_unequal_trials_by_hand() {
        // P(0) = .8 .5 .1 = .04; P(1) = .2 .5 .1 + .8 .5 .1 + .8 .5 .9 = .41;
        // P(2) = .2 .5 .1 + .2 .5 .9 + .8 .5 .9 = .46; P(3) = .2 .5 .9 = .09.
        let p = [0.2, 0.5, 0.9];
        close(poisson_binomial_upper(&p, 1), 0.96);
        close(poisson_binomial_upper(&p, 2), 0.55);
        close(poisson_binomial_upper(&p, 3), 0.09);
        close(poisson_binomial_mid(&p, 0), 0.98);
        close(poisson_binomial_mid(&p, 1), 0.755);
        close(poisson_binomial_mid(&p, 2), 0.32);
        close(poisson_binomial_mid(&p, 3), 0.045);
    }

    #[test]
    fn three_hundred_unequal_trials_far_out() {
        // The same doubles convolved by mpmath with 60 digits; 165, 188 and 202 are 2, 5 and 7 sigma.
        let p: Vec<f64> = (0..300_u32).map(|i| 0.05 + 0.9 * f64::from((i * 7919) % 1000) / 1000.0).collect();
        for (k, upper, mid) in [
            (165, 0.025_751_387_467_466_206, 0.022_187_733_553_755_83),
            (188, 1.841_204_193_644_094_8e-7, 1.363_004_293_912_647_9e-7),
            (202, 1.123_510_161_594_84e-12, 7.674_299_574_200_429e-13),
        ] {
            close(poisson_binomial_upper(&p, k), upper);
            close(poisson_binomial_mid(&p, k), mid);
        }
    }

    #[test]
    fn certainties_and_ends() {
        let p = [1.0, 0.0, 1.0, 0.5];
        assert_eq!(poisson_binomial_upper(&p, 2), 1.0);
        assert_eq!(poisson_binomial_upper(&p, 3), 0.5);
        assert_eq!(poisson_binomial_upper(&p, 4), 0.0);
        assert_eq!(poisson_binomial_mid(&p, 2), 0.75);
        assert_eq!(poisson_binomial_mid(&p, 4), 0.0);
    }

    #[test]
    fn hostile_input_never_makes_a_tail_smaller() {
        assert_eq!(poisson_binomial_upper(&[], 0), 1.0);
        assert_eq!(poisson_binomial_upper(&[], 1), 0.0);
        assert_eq!(poisson_binomial_mid(&[], 0), 0.5);
        assert_eq!(poisson_binomial_mid(&[], 1), 0.0);
        assert_eq!(poisson_binomial_upper(&[0.5], u32::MAX), 0.0);
        assert_eq!(poisson_binomial_mid(&[0.5], u32::MAX), 0.0);
        // NaN and 7 count as 1, -3 as 0.
        let odd = [f64::NAN, 0.5, 7.0, -3.0, f64::NEG_INFINITY];
        assert_eq!(poisson_binomial_upper(&odd, 3), 0.5);
        assert_eq!(poisson_binomial_upper(&odd, 4), 0.0);
    }

    #[test]
    fn thousands_of_trials_stay_in_range() {
        let p = vec![0.5; 3000];
        assert_eq!(poisson_binomial_upper(&p, 0), 1.0);
        // By symmetry: P(X >= 1500) = 1/2 + P(X = 1500)/2, so the mid-P tail is exactly 1/2.
        close(poisson_binomial_mid(&p, 1500), 0.5);
        // 2^-3000 is below the smallest double.
        assert_eq!(poisson_binomial_upper(&p, 3000), 0.0);
    }

    proptest! {
        #[test]
        fn both_tails_make_one(
            p in proptest::collection::vec(0.0f64..=1.0, 0..80), which in any::<prop::sample::Index>(),
        ) {
            let n = u32::try_from(p.len()).expect("short");
            let k = u32::try_from(which.index(p.len() + 1)).expect("short");
            let upper = poisson_binomial_upper(&p, k);
            prop_assert!((0.0..=1.0).contains(&upper));
            // X < k exactly when at least n - k + 1 of the trials fail.
            let failures: Vec<f64> = p.iter().map(|p| 1.0 - p).collect();
            let lower = poisson_binomial_upper(&failures, n - k + 1);
            prop_assert!((upper + lower - 1.0).abs() < 1e-12);
            // The two mid-P tails share the step at k.
            let mid = poisson_binomial_mid(&p, k) + poisson_binomial_mid(&failures, n - k);
            prop_assert!((mid - 1.0).abs() < 1e-12);
        }

        #[test]
        fn tails_fall_in_k_and_rise_in_p(
            p in proptest::collection::vec(0.0f64..=1.0, 1..60),
            k in 0u32..60,
            which in any::<prop::sample::Index>(),
            more in 0.0f64..=1.0,
        ) {
            let upper = poisson_binomial_upper(&p, k);
            let mid = poisson_binomial_mid(&p, k);
            let next = poisson_binomial_upper(&p, k + 1);
            let slack = 1.0 + 1e-12;
            prop_assert!(next <= mid * slack && mid <= upper * slack);
            let mut better = p.clone();
            let one = which.get(&p);
            better[which.index(p.len())] = one + (1.0 - one) * more;
            prop_assert!(poisson_binomial_upper(&better, k) * slack >= upper);
        }

        #[test]
        fn the_order_of_decisions_moves_the_last_digits_only(
            p in proptest::collection::vec(0.0f64..=1.0, 1..60), k in 0u32..60,
        ) {
            let back: Vec<f64> = p.iter().rev().copied().collect();
            let (a, b) = (poisson_binomial_upper(&p, k), poisson_binomial_upper(&back, k));
            prop_assert!((a - b).abs() <= 1e-13 * a.max(b) + 1e-300);
        }
    }
}
