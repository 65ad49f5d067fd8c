//! Moments, rates and quantiles of a statistic, beside what a normal distribution would give.

use statrs::distribution::{Beta, ContinuousCDF, Normal};

use crate::calibration::certificate::{Moments, Quantile, Rate};
use crate::field::upper_tail;

/// Pearson's correlation; 0 where one of the two does not vary.
#[must_use]
pub fn correlation(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let n = pairs.clone().count() as f64;
    let (ma, mb) = (
        pairs.clone().map(|p| p.0).sum::<f64>() / n,
        pairs.clone().map(|p| p.1).sum::<f64>() / n,
    );
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        let (a, b) = (a - ma, b - mb);
        ab += a * b;
        aa += a * a;
        bb += b * b;
    }
    if aa > 0.0 && bb > 0.0 {
        ab / (aa * bb).sqrt()
    } else {
        0.0
    }
}

/// Mean, standard deviation and skewness.
#[must_use]
pub fn moments(values: &[f64]) -> Moments {
    let n = values.len() as f64;
    if values.is_empty() {
        return Moments {
            n: 0,
            mean: 0.0,
            sd: 0.0,
            skew: 0.0,
        };
    }
    let mean = values.iter().sum::<f64>() / n;
    let power = |k: u8| {
        values
            .iter()
            .map(|v| (0..k).fold(1.0, |product, _| product * (v - mean)))
            .sum::<f64>()
            / n
    };
    let variance = power(2);
    Moments {
        n: values.len(),
        mean,
        sd: if values.len() > 1 {
            (variance * n / (n - 1.0)).sqrt()
        } else {
            0.0
        },
        skew: if values.len() > 2 && variance > 0.0 {
            power(3) / (variance * variance.sqrt())
        } else {
            0.0
        },
    }
}

/// How many of `n` values lay at or above `level`, where a normal distribution with `mean` and `sd` is nominal.
#[must_use]
pub fn rate(seen: usize, n: usize, level: f64, mean: f64, sd: f64) -> Rate {
    let nominal = upper_tail((level - mean) / sd);
    let [low, high] = limits(seen, n);
    let share = if n > 0 { seen as f64 / n as f64 } else { 0.0 };
    Rate {
        level,
        seen,
        expected: nominal * n as f64,
        share: [share, low, high],
        nominal,
    }
}

/// Exact two-sided 95 % limits of a share (Clopper and Pearson 1934, Biometrika 26, 404).
#[must_use]
pub fn limits(seen: usize, n: usize) -> [f64; 2] {
    let (k, n) = (seen.min(n) as f64, n as f64);
    let quantile = |a: f64, b: f64, p: f64| Beta::new(a, b).map_or(0.0, |beta| beta.inverse_cdf(p));
    let low = if k > 0.0 {
        quantile(k, n - k + 1.0, 0.025)
    } else {
        0.0
    };
    let high = if k < n {
        quantile(k + 1.0, n - k, 0.975)
    } else {
        1.0
    };
    [low, high]
}

/// At most `points` of a quantile plot, evenly spaced in order and with both ends; plotting positions
/// `(k - 1/2) / n` (Hazen 1914).
#[must_use]
pub fn quantiles(values: &[f64], mean: f64, sd: f64, points: usize) -> Vec<Quantile> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    let kept = points.min(n);
    let step = |k: usize| if kept > 1 { k * (n - 1) / (kept - 1) } else { 0 };
    (0..kept)
        .filter_map(|k| {
            let index = step(k);
            let p = (index as f64 + 0.5) / n as f64;
            Some(Quantile {
                nominal: mean + sd * Normal::standard().inverse_cdf(p),
                seen: *sorted.get(index)?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_by_hand() {
        // 1, 2, 6: mean 3, squares 4 + 1 + 9 = 14, cubes -8 - 1 + 27 = 18.
        let m = moments(&[1.0, 2.0, 6.0]);
        assert!((m.mean - 3.0).abs() < 1e-15);
        assert!((m.sd - 7.0_f64.sqrt()).abs() < 1e-15);
        let second: f64 = 14.0 / 3.0;
        assert!((m.skew - 6.0 / (second * second.sqrt())).abs() < 1e-15);
        assert_eq!(moments(&[]).n, 0);
        assert_eq!(moments(&[4.0]).sd, 0.0);
    }

    #[test]
    fn limits_as_published() {
        // Nothing seen in n: the upper limit solves (1 - p)^n = .025, so with n = 10 it is 1 - .025^(1/10) = .308 497.
        let [low, high] = limits(0, 10);
        assert_eq!(low, 0.0);
        assert!((high - 0.308_497_1).abs() < 1e-6, "{high}");
        // 2 of 10: .025 211 to .556 095, the usual table.
        let [low, high] = limits(2, 10);
        assert!(
            (low - 0.025_210_7).abs() < 1e-6 && (high - 0.556_095_5).abs() < 1e-6,
            "{low} {high}"
        );
        assert_eq!(limits(10, 10)[1], 1.0);
    }

    #[test]
    fn rates_by_hand() {
        let r = rate(3, 100, 60.0, 50.0, 5.0);
        assert!((r.nominal - 0.022_750_131_948_179_2).abs() < 1e-9);
        assert!((r.expected - 2.275_013_194_817_92).abs() < 1e-7);
        assert!((r.share[0] - 0.03).abs() < 1e-15 && r.share[1] < 0.03 && r.share[2] > 0.03);
    }

    #[test]
    fn quantiles_keep_both_ends() {
        let values: Vec<f64> = (0..1000).rev().map(f64::from).collect();
        let q = quantiles(&values, 0.0, 1.0, 101);
        assert_eq!((q.len(), q[0].seen, q[100].seen), (101, 0.0, 999.0));
        assert!((q[0].nominal + q[100].nominal).abs() < 1e-9);
        assert!(q[50].nominal.abs() < 0.01);
        assert!(quantiles(&[], 0.0, 1.0, 10).is_empty());
    }
}
