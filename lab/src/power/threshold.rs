//! Thresholds with the same false-alarm rate, and how sure a counted rate is.

/// The threshold that at most a share `rate` of honest values passes, passing meaning *above*. `None` when the sample
/// is too small to show the rate at all: fewer than `1 / rate` values.
///
/// Values of performances below the gate are not in `values` but count in `of`, because they never alarm.
pub(crate) fn equalised(values: &[f64], of: usize, rate: f64) -> Option<f64> {
    let allowed = (rate * of as f64 + 1e-9).floor();
    if allowed < 1.0 {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    // `allowed` values lie before this one; those equal to it do not pass.
    (0..).zip(sorted).find(|(place, _)| f64::from(*place) >= allowed).map(|(_, value)| value)
}

/// 95 % interval of a probability from `seen` of `of` (Wilson 1927): the values within 1.96 of their own standard
/// errors of what was seen. It stays inside 0 to 1 and has a width at 0 and at `of`.
pub(crate) fn wilson(seen: u32, of: u32) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if of == 0 {
        return (0.0, 1.0);
    }
    let n = f64::from(of);
    let p = f64::from(seen.min(of)) / n;
    let centre = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    let low = if seen == 0 { 0.0 } else { (centre - half) / scale };
    let high = if seen >= of { 1.0 } else { (centre + half) / scale };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_against_published_values() {
        // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
        for (seen, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (l, h) = wilson(seen, of);
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{seen}/{of}: {l} {h}");
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert_eq!(wilson(20, 20).1, 1.0);
    }

    #[test]
    fn as_many_pass_as_the_rate_allows_and_no_more() {
        let values: Vec<f64> = (0..1_000).map(|k| f64::from(k * 7919 % 1_000)).collect();
        let above = |rate| {
            let threshold = equalised(&values, 1_000, rate).expect("large enough");
            values.iter().filter(|v| **v > threshold).count()
        };
        assert_eq!((above(0.01), above(0.001), above(0.5)), (10, 1, 500));
        assert_eq!(equalised(&values, 1_000, 0.000_9), None);
        // Ties: none of the equal ones passes, rather than all of them.
        assert_eq!(equalised(&[1.0; 100], 100, 0.1), Some(1.0));
        // Twice as many performances, half of them without a reading: twice as many may pass.
        assert_eq!(equalised(&values, 2_000, 0.01), Some(979.0));
    }
}
