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
}
