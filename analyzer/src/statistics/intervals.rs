//! Exact confidence limits.

use statrs::distribution::{Beta, ContinuousCDF};

/// Exact two-sided 95 % limits of a share (Clopper and Pearson 1934, Biometrika 26, 404).
pub fn limits(seen: usize, n: usize) -> [f64; 2] {
    let (k, n) = (seen.min(n) as f64, n as f64);
    let quantile = |a: f64, b: f64, p: f64| Beta::new(a, b).map_or(0.0, |beta| beta.inverse_cdf(p));
    let low = if k > 0.0 { quantile(k, n - k + 1.0, 0.025) } else { 0.0 };
    let high = if k < n { quantile(k + 1.0, n - k, 0.975) } else { 1.0 };
    [low, high]
}

/// Tail beyond each of two-sided 95 % limits.
const TAIL: f64 = 0.025;
/// Larger means have no limits of counts here; no expectation of a screening comes near.
const LARGEST_MEAN: f64 = 1e6;

/// The least and the greatest count that are ordinary where so many are expected: exact two-sided 95 % limits of a Poisson count,
/// beyond which lies no more than 2.5 % on either side. A sum of rare independent events with different chances spreads a little
/// less (Hodges and Le Cam 1960, Annals of Mathematical Statistics 31, 737). A mean that is no number counts as 0.
pub fn count_limits(mean: f64) -> [u32; 2] {
    let mean = if mean.is_nan() { 0.0 } else { mean.clamp(0.0, LARGEST_MEAN) };
    if mean <= 0.0 {
        return [0, 0];
    }
    let chance = |count: u32| {
        let count = f64::from(count);
        libm::exp(count * libm::log(mean) - mean - libm::lgamma(count + 1.0))
    };
    let (mut below, mut low) = (0.0, None);
    for count in 0..u32::MAX {
        below += chance(count);
        if low.is_none() && below > TAIL {
            low = Some(count);
        }
        if below >= 1.0 - TAIL {
            return [low.unwrap_or(count), count];
        }
    }
    [low.unwrap_or_default(), u32::MAX]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_as_published() {
        // Nothing seen in n: the upper limit solves (1 - p)^n = .025, so with n = 10 it is 1 - .025^(1/10) = .308 497.
        let [low, high] = limits(0, 10);
        assert_eq!(low, 0.0);
        assert!((high - 0.308_497_1).abs() < 1e-6, "{high}");
        // 2 of 10: .025 211 to .556 095, the usual table.
        let [low, high] = limits(2, 10);
        assert!((low - 0.025_210_7).abs() < 1e-6 && (high - 0.556_095_5).abs() < 1e-6, "{low} {high}");
        assert_eq!(limits(10, 10)[1], 1.0);
    }

    #[test]
    fn counts_by_the_tables_of_poisson() {
        // Cumulative Poisson tables: mean 1: P(0) .3679, P(<= 3) .9810; mean 10: P(<= 3) .0103, P(<= 4) .0293, P(<= 17) .9857,
        // P(<= 16) .9730; mean 0.02: P(0) .9802.
        assert_eq!(count_limits(1.0), [0, 3]);
        assert_eq!(count_limits(10.0), [4, 17]);
        assert_eq!((count_limits(0.02), count_limits(0.03)), ([0, 0], [0, 1]));
        assert_eq!((count_limits(0.0), count_limits(-1.0), count_limits(f64::NAN)), ([0, 0], [0, 0], [0, 0]));
        // Near the normal limits where the mean is large: 2000 -+ 1.96 * 44.72.
        let [low, high] = count_limits(2_000.0);
        assert!((1_911..=1_914).contains(&low) && (2_086..=2_090).contains(&high), "{low} {high}");
    }
}
