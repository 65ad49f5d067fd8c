//! The lower tail of a sum of independent small sets of values, by a saddle point.
//!
//! The scaled differences of a player's decisions are such a sum; a small sum is good play. Its distribution has no
//! useful exact form (the values lie on no grid), and the normal approximation is worst where thresholds live: the
//! sum is skewed to the right, so its lower tail is thinner than normal. The formula is that of Lugannani and Rice
//! (1980), "Saddle point approximation for the distribution of the sum of independent random variables", Advances
//! in Applied Probability 12, 475-490; its behaviour near the mean and in tails is in Daniels (1987), "Tail
//! probability approximations", International Statistical Review 55, 37-48. Its *relative* error stays small in the
//! tail, unlike that of an Edgeworth series.

use super::{normal_density, normal_upper};

/// Values above this are unreadable. Scaled differences end near 5; the bound keeps every sum finite.
const LARGEST_VALUE: f64 = 1e6;

/// Sums of thousands of values differ by this share of their size at most when added in another order.
const ROUNDING: f64 = 1e-12;

/// Closer to the mean than this many units of `u` the two terms `1/w` and `1/u` cancel, and their expansion is used.
const NEAR_MEAN: f64 = 1e-3;

/// One decision that leaves room for chance: values shifted so that the smallest is 0 and divided by the unit.
struct Outcomes {
    /// Value and probability, probability above 0, summing to 1.
    points: Vec<(f64, f64)>,
    range: f64,
}

/// The cumulant generating function of the sum and its first four derivatives at one `t`.
#[derive(Clone, Copy, Default)]
struct Cumulants {
    generating: f64,
    mean: f64,
    variance: f64,
    third: f64,
    fourth: f64,
}

impl Cumulants {
    fn at(decisions: &[Outcomes], t: f64) -> Self {
        let mut sum = Self::default();
        let mut weights: Vec<(f64, f64)> = Vec::new();
        for decision in decisions {
            // Seen from the end that grows fastest every exponent is 0 or less: nothing overflows.
            let peak = if t > 0.0 { decision.range } else { 0.0 };
            weights.clear();
            weights
                .extend(decision.points.iter().map(|(value, p)| (*value, p * libm::exp(t * (value - peak)))));
            let total: f64 = weights.iter().map(|(_, w)| w).sum();
            let mean = weights.iter().map(|(v, w)| v * w).sum::<f64>() / total;
            let (mut m2, mut m3, mut m4) = (0.0, 0.0, 0.0);
            for (value, weight) in &weights {
                let d = value - mean;
                m2 += weight * d * d;
                m3 += weight * d * d * d;
                m4 += weight * d * d * d * d;
            }
            let variance = m2 / total;
            sum.generating += if t.abs() * decision.range < 0.5 {
                // Close to the mean the depth is a small rest of this; rounding at the size of 1 would swallow it.
                let rise = decision.points.iter().map(|(v, p)| p * libm::expm1(t * v));
                libm::log1p(rise.sum())
            } else {
                t * peak + libm::log(total)
            };
            sum.mean += mean;
            sum.variance += variance;
            sum.third += m3 / total;
            sum.fourth += m4 / total - 3.0 * variance * variance;
        }
        sum
    }
}

/// Everything about the sum that does not depend on `s`.
struct Sum {
    decisions: Vec<Outcomes>,
    /// The smallest and the largest possible sum, in the values given.
    lowest: f64,
    highest: f64,
    /// Sums closer than this are the same sum, added up in another order.
    rounding: f64,
    /// The widest spread of any decision, in the values given; the sum is measured in it. 0 if all is certain.
    unit: f64,
    /// P(S = lowest) and P(S = highest).
    at_lowest: f64,
    at_highest: f64,
}

impl Sum {
    fn new(decisions: &[Vec<(f64, f64)>]) -> Self {
        let readable: Vec<Vec<(f64, f64)>> = decisions.iter().filter_map(|d| read(d)).collect();
        let ends: Vec<(f64, f64)> = readable
            .iter()
            .map(|points| {
                points
                    .iter()
                    .fold((f64::INFINITY, 0.0_f64), |(low, high), (v, _)| (low.min(*v), high.max(*v)))
            })
            .collect();
        let unit = ends.iter().map(|(low, high)| high - low).fold(0.0, f64::max);
        let highest: f64 = ends.iter().map(|e| e.1).sum();
        let rounding = ROUNDING * highest;
        // Values that differ by rounding only are one value here.
        let probability_at = |end: fn(&(f64, f64)) -> f64| {
            let logs = readable.iter().zip(&ends).map(|(points, e)| {
                let at_end = points.iter().filter(|(v, _)| (v - end(e)).abs() <= rounding);
                libm::log(at_end.map(|(_, p)| p).sum())
            });
            libm::exp(logs.sum::<f64>()).min(1.0)
        };
        Self {
            lowest: ends.iter().map(|e| e.0).sum(),
            highest,
            rounding,
            unit,
            at_lowest: probability_at(|e| e.0),
            at_highest: probability_at(|e| e.1),
            decisions: readable
                .iter()
                .zip(&ends)
                .filter(|(_, (low, high))| high > low)
                .map(|(points, (low, high))| Outcomes {
                    points: points.iter().map(|(v, p)| ((v - low) / unit, *p)).collect(),
                    range: (high - low) / unit,
                })
                .collect(),
        }
    }
}

/// The pairs with a probability above 0, probabilities divided by their sum; `None` if the decision is unreadable.
fn read(decision: &[(f64, f64)]) -> Option<Vec<(f64, f64)>> {
    let sound = |(v, p): &(f64, f64)| (0.0..=LARGEST_VALUE).contains(v) && (0.0..=1.0).contains(p);
    let total: f64 = decision.iter().map(|(_, p)| p).sum();
    if !decision.iter().all(sound) || total <= 0.0 {
        return None;
    }
    let possible = decision.iter().filter(|(_, p)| p / total > 0.0);
    Some(possible.map(|(v, p)| (*v, p / total)).collect())
}

/// Solves `K'(t) = s` for `s` strictly inside the support; `K'` rises in `t`. `None` where the end of the support is
/// so near that no double tells the two apart.
fn solve(decisions: &[Outcomes], s: f64) -> Option<(f64, Cumulants)> {
    let start = Cumulants::at(decisions, 0.0);
    let gap = s - start.mean;
    if gap == 0.0 {
        return Some((0.0, start));
    }
    let direction = gap.signum();
    let (mut near, mut far) = (0.0, direction / start.variance.sqrt());
    let mut doublings = 0;
    while (Cumulants::at(decisions, far).mean - s) * direction < 0.0 {
        doublings += 1;
        if doublings > 100 {
            return None;
        }
        near = far;
        far *= 2.0;
    }
    // Newton's step where it stays inside the bracket, bisection where it does not.
    let mut t = 0.5 * (near + far);
    let mut here = Cumulants::at(decisions, t);
    for _ in 0..200 {
        let excess = here.mean - s;
        if excess * direction < 0.0 {
            near = t;
        } else {
            far = t;
        }
        let newton = t - excess / here.variance;
        let inside = (newton - near) * direction > 0.0 && (far - newton) * direction > 0.0;
        let next = if inside { newton } else { 0.5 * (near + far) };
        let step = next - t;
        t = next;
        here = Cumulants::at(decisions, t);
        if step.abs() <= 1e-13 * t.abs() {
            break;
        }
    }
    Some((t, here))
}

/// `P(S <= s)` for `S` the sum of one value of each decision, given as pairs of value and probability; smaller `S`
/// is better play.
///
/// Values are 0 or more (scaled differences), probabilities of one decision sum to 1 up to rounding (they are
/// divided by their sum). Below the smallest possible sum the answer is 0, at it the exact product of
/// probabilities, at the largest and above it 1. Between, the formula is kept within two exact bounds that meet
/// at the ends: the probability of the end itself, and Chernoff's `exp(K(t) - t s)`.
///
/// Where values lie on a grid the formula reads the middle of the step, `P(S < s) + P(S = s)/2`, as a z should (see
/// [`poisson_binomial_mid`](super::poisson_binomial_mid)). Against that, its relative error out to 5 sigma is tested
/// to be below 0.5 % from 50 decisions on and below 0.2 % from 150 on. `P(S <= s)` itself is half a step more:
/// with values in hundredths 1.5 % at 5 sigma and 300 decisions; real differences lie on no grid.
///
/// An unreadable decision (an empty one, a value or a probability that is no number, a value outside 0 to a million,
/// a probability outside 0 to 1) counts as a certain 0, best play, and an unreadable `s` gives 1. So the tail is
/// never too small for such a reason. No decisions give 1 for `s >= 0`.
pub fn lugannani_rice_lower(decisions: &[Vec<(f64, f64)>], s: f64) -> f64 {
    if s.is_nan() {
        return 1.0;
    }
    let sum = Sum::new(decisions);
    if s < sum.lowest - sum.rounding {
        return 0.0;
    }
    if s >= sum.highest - sum.rounding {
        return 1.0;
    }
    if s <= sum.lowest + sum.rounding {
        return sum.at_lowest;
    }
    let s = (s - sum.lowest) / sum.unit;
    let Some((t, at)) = solve(&sum.decisions, s) else {
        return if s < 0.5 * (sum.highest - sum.lowest) / sum.unit {
            sum.at_lowest
        } else {
            1.0 - sum.at_highest
        };
    };
    // The exponent of Chernoff's bound; 0 at the mean, and never above it but for rounding.
    let depth = (t * s - at.generating).max(0.0);
    let chernoff = libm::exp(-depth);
    let (least, most) =
        if t < 0.0 { (sum.at_lowest, chernoff) } else { (1.0 - chernoff, 1.0 - sum.at_highest) };
    let tail = formula(t, depth, &at);
    // The formula runs off to infinity where one outcome is all there is; the bound holds there.
    if tail.is_finite() { tail.max(least).min(most) } else { most }
}

/// The formula itself: `Phi(w) + phi(w) (1/w - 1/u)`, with `w` the signed root of the depth and `u = t sqrt(K'')`.
fn formula(t: f64, depth: f64, at: &Cumulants) -> f64 {
    let deviation = at.variance.sqrt();
    let u = t * deviation;
    if u.abs() >= NEAR_MEAN {
        let w = (2.0 * depth).sqrt().copysign(t);
        return normal_upper(-w) + normal_density(w) * (1.0 / w - 1.0 / u);
    }
    // With the standardised third and fourth cumulants at t: w = u - a u^2 / 6 + ..., and
    // 1/w - 1/u = a/6 + u (a^2 - b)/24 + ... At the mean this is the first Edgeworth term.
    let skewness = at.third / (at.variance * deviation);
    let kurtosis = at.fourth / (at.variance * at.variance);
    let w = u - skewness * u * u / 6.0;
    let correction = skewness / 6.0 + u * (skewness * skewness - kurtosis) / 24.0;
    normal_upper(-w) + normal_density(w) * correction
}

#[cfg(test)]
mod tests;
