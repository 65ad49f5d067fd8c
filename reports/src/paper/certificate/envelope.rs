//! How far the points of a quantile plot may lie from the diagonal by chance alone.
//!
//! Of n independent uniform numbers the k-th smallest follows a Beta(k, n + 1 - k) distribution (David and Nagaraja,
//! Order Statistics, 2003, section 2.3); the normal quantile function carries its limits over to a standard normal.
//! A plot draws these limits point by point. Nothing here is printed as a figure of the certificate except the number
//! of points outside.

use libm::{erfc, sqrt};
use statrs::distribution::{Beta, ContinuousCDF, Normal};

/// Probability of lying outside on either side.
const TAIL: f64 = 0.025;

/// The distribution of the point drawn at one nominal quantile.
pub(super) struct OrderStatistic {
    beta: Beta,
}

impl OrderStatistic {
    /// The point at the nominal z of a sample of `n`. The rank is taken as `k = n p + 1/2`, with p the share of a
    /// standard normal below the nominal z: the usual plotting position `p = (k - 1/2) / n`, turned round.
    /// None for an empty sample or a nominal value that is not finite.
    pub(super) fn at(nominal: f64, n: usize) -> Option<Self> {
        if n == 0 || !nominal.is_finite() {
            return None;
        }
        let n = n as f64;
        let rank = (n * below(nominal) + 0.5).clamp(0.5, n + 0.5);
        let beta = Beta::new(rank, n + 1.0 - rank).ok()?;
        Some(Self { beta })
    }

    /// The z between which the point lies with probability 95 %.
    pub(super) fn limits(&self) -> Option<(f64, f64)> {
        let z = |p: f64| {
            let z = Normal::standard().inverse_cdf(self.beta.inverse_cdf(p));
            z.is_finite().then_some(z)
        };
        Some((z(TAIL)?, z(1.0 - TAIL)?))
    }

    /// Whether a z lies outside these limits.
    pub(super) fn is_outside(&self, z: f64) -> bool {
        self.beta.cdf(below(z)) < TAIL || self.beta.sf(below(z)) < TAIL
    }
}

/// The share of a standard normal below a z.
fn below(z: f64) -> f64 {
    0.5 * erfc(-z / sqrt(2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: (f64, f64), wanted: (f64, f64)) {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert!(near(found.0, wanted.0) && near(found.1, wanted.1), "{found:?}, not {wanted:?}");
    }

    fn limits(nominal: f64, n: usize) -> (f64, f64) {
        OrderStatistic::at(nominal, n).and_then(|point| point.limits()).expect("a point")
    }

    #[test]
    fn a_sample_of_one_has_the_limits_of_the_normal_itself() {
        close(limits(0.0, 1), (-1.959_963_985, 1.959_963_985));
    }

    /// The lowest of two is below x with probability 1 - (1 - x)^2, the highest with x^2: the limits are roots.
    #[test]
    fn a_sample_of_two_in_closed_form() {
        let normal = Normal::standard();
        // Nominal shares 1/4 and 3/4 are the plotting positions of ranks 1 and 2.
        let z = normal.inverse_cdf(0.25);
        let lowest = (normal.inverse_cdf(1.0 - sqrt(0.975)), normal.inverse_cdf(1.0 - sqrt(0.025)));
        close(limits(z, 2), lowest);
        close(limits(-z, 2), (-lowest.1, -lowest.0));
    }

    #[test]
    fn in_and_outside_agree_with_the_limits() {
        for (nominal, n) in [(-2.3, 90), (0.0, 90), (1.1, 400), (2.9, 400)] {
            let point = OrderStatistic::at(nominal, n).expect("a point");
            let (low, high) = point.limits().expect("limits");
            assert!(low < nominal && nominal < high);
            assert!(!point.is_outside(low + 1e-6) && !point.is_outside(high - 1e-6));
            assert!(point.is_outside(low - 1e-6) && point.is_outside(high + 1e-6));
        }
    }

    /// Points of samples drawn from a normal lie outside about once in twenty.
    #[test]
    fn one_point_in_twenty_lies_outside_by_chance() {
        let (n, samples) = (40_usize, 100);
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut uniform = || {
            // xorshift64* (Vigna 2016).
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1_u64 << 53) as f64
        };
        let normal = Normal::standard();
        let mut outside = 0;
        for _ in 0..samples {
            let mut sample: Vec<f64> = (0..n).map(|_| normal.inverse_cdf(uniform())).collect();
            sample.sort_by(f64::total_cmp);
            for (rank, z) in sample.into_iter().enumerate() {
                let nominal = normal.inverse_cdf((rank as f64 + 0.5) / n as f64);
                let point = OrderStatistic::at(nominal, n).expect("a point");
                outside += usize::from(point.is_outside(z));
            }
        }
        let share = f64::from(u32::try_from(outside).expect("small")) / (n * samples) as f64;
        // The points of one sample hang together, so the share scatters by about one per cent.
        assert!((0.025..0.075).contains(&share), "{share}");
    }

    #[test]
    fn nothing_to_say_without_a_sample() {
        assert!(OrderStatistic::at(0.0, 0).is_none());
        assert!(OrderStatistic::at(f64::NAN, 10).is_none());
        let far = OrderStatistic::at(60.0, 10).expect("a rank at the end");
        assert!(far.limits().is_none_or(|(low, high)| low < high));
    }
}
