//! The two equations of the fit: projected matches and projected loss equal the observed ones.

use crate::choice::TwoParameter;
use crate::decision::Decision;
use crate::statistics::statistic::{ASD, COUNT, MM, Moments as OfOne, STATISTICS, values};
use crate::statistics::sums::{Observed, observe};

/// Sums over decisions: matches and scaled difference, and how the model lets them scatter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moments {
    pub(super) mm: f64,
    pub(super) delta: f64,
    pub(super) mm_variance: f64,
    pub(super) delta_variance: f64,
    /// `sum (E[match delta] - p_0 E) = -sum p_0 E`: a match costs nothing.
    pub(super) covariance: f64,
}

impl Moments {
    pub(super) fn observed(decisions: &[Decision]) -> Self {
        decisions.iter().fold(Self::default(), |sum, decision| {
            let o = observe(decision);
            Self { mm: sum.mm + o[MM], delta: sum.delta + o[ASD], ..sum }
        })
    }

    pub(super) fn projected(decisions: &[Decision], model: &TwoParameter) -> Self {
        decisions.iter().fold(Self::default(), |sum, decision| {
            let (_, moments): (Observed, [OfOne; COUNT]) =
                values(&STATISTICS, decision, &model.choices(decision));
            let (mm, delta) = (moments[MM], moments[ASD]);
            Self {
                mm: sum.mm + mm.mean,
                delta: sum.delta + delta.mean,
                mm_variance: sum.mm_variance + mm.variance,
                delta_variance: sum.delta_variance + delta.variance,
                covariance: sum.covariance - mm.mean * delta.mean,
            }
        })
    }
}

/// Limits of `ln s`: 0.002 to 5 scaled pawns, far beyond any player.
const LN_SENSITIVITY: (f64, f64) = (-6.2, 1.6);
/// Limits of `ln c`: 0.1 to 4.
const LN_CONSISTENCY: (f64, f64) = (-2.3, 1.4);
/// Steps before giving up.
const STEPS: usize = 80;
/// Residual per decision that counts as solved.
const CLOSE: f64 = 1e-10;

/// The model at `(ln s, ln c)`; tie rule and unlisted moves as in `base`.
pub(super) fn model(theta: &[f64; 2], base: &TwoParameter) -> TwoParameter {
    TwoParameter { sensitivity: libm::exp(theta[0]), consistency: libm::exp(theta[1]), ..*base }
}

/// Solves for `(ln s, ln c)` by Newton's method from `base`, each step held within the limits and halved until it
/// helps. `None` if it does not settle inside the limits.
pub(super) fn fit(decisions: &[Decision], observed: &Moments, base: &TwoParameter) -> Option<[f64; 2]> {
    let n = decisions.len() as f64;
    // A difference is about a tenth of a match, so it is scaled up to weigh as much.
    let residual = |theta: &[f64; 2]| {
        let p = Moments::projected(decisions, &model(theta, base));
        [(p.mm - observed.mm) / n, 10.0 * (p.delta - observed.delta) / n]
    };
    let size = |r: &[f64; 2]| r[0] * r[0] + r[1] * r[1];
    let held = |theta: [f64; 2]| {
        [
            theta[0].clamp(LN_SENSITIVITY.0, LN_SENSITIVITY.1),
            theta[1].clamp(LN_CONSISTENCY.0, LN_CONSISTENCY.1),
        ]
    };
    let mut theta = held([libm::log(base.sensitivity), libm::log(base.consistency)]);
    let mut r = residual(&theta);
    for _ in 0..STEPS {
        if size(&r).sqrt() < CLOSE {
            return inside(&theta).then_some(theta);
        }
        let step = newton(&theta, &r, residual)?;
        let longest = step[0].abs().max(step[1].abs());
        // A full step far from the answer can leave the region in which the model means anything.
        let mut factor = if longest > 0.7 { 0.7 / longest } else { 1.0 };
        let mut found = None;
        for _ in 0..40 {
            let next = held([theta[0] - factor * step[0], theta[1] - factor * step[1]]);
            let there = residual(&next);
            if size(&there) < size(&r) {
                found = Some((next, there));
                break;
            }
            factor *= 0.5;
        }
        (theta, r) = found?;
    }
    None
}

fn inside(theta: &[f64; 2]) -> bool {
    theta[0] > LN_SENSITIVITY.0
        && theta[0] < LN_SENSITIVITY.1
        && theta[1] > LN_CONSISTENCY.0
        && theta[1] < LN_CONSISTENCY.1
}

/// Newton's step with numerical derivatives; `None` where the two equations say the same.
fn newton(theta: &[f64; 2], r: &[f64; 2], residual: impl Fn(&[f64; 2]) -> [f64; 2]) -> Option<[f64; 2]> {
    const H: f64 = 1e-6;
    let [s, c] = *theta;
    let (on_s, on_c) = (residual(&[s + H, c]), residual(&[s, c + H]));
    let row = |k: usize| [(on_s[k] - r[k]) / H, (on_c[k] - r[k]) / H];
    let j = [row(0), row(1)];
    let determinant = j[0][0] * j[1][1] - j[0][1] * j[1][0];
    let step =
        [(r[0] * j[1][1] - r[1] * j[0][1]) / determinant, (r[1] * j[0][0] - r[0] * j[1][0]) / determinant];
    (determinant.abs() > 1e-12 && step.iter().all(|s| s.is_finite())).then_some(step)
}
