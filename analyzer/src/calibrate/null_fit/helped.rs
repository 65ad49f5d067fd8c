//! Help in the measurements. Collections of online games hold helped performances, so the null is fitted to a mixture: a share of
//! them is higher than honest play by a normal number of rating points. Each performance enters the fit with its probability of
//! being honest; the probabilities follow from the residuals of the fit, the share is the likeliest one, and both are repeated until
//! they agree (expectation and maximisation; Dempster, Laird and Rubin 1977). The null describes the others, as if honest.

use super::{JUNIOR_PRIOR, Residual, Row};
use crate::calibrate::strength::{Effect, PROFILE_DROP, StrengthError, StrengthFit, fit_strength};
use crate::null::strength::Tail;
use crate::null::strength::conditions::HelpedShare;

/// Mean and standard deviation of the gain from help, in rating points.
const HELP: (f64, f64) = (300.0, 150.0);
/// Largest share that is looked for.
const MAX_SHARE: f64 = 0.3;
const ROUNDS: usize = 20;
/// Halvings of a bracket of the share.
const HALVINGS: usize = 40;
/// Largest logarithm of a ratio of densities.
const MAX_LN_RATIO: f64 = 30.0;

/// Weighs the performances by their probability of being honest; the share that was helped. `tail` is the heavy tail of honest form.
pub(super) fn weigh(rows: &mut [Row], effects: &[Effect], tail: Tail) -> Result<HelpedShare, StrengthError> {
    let mut share = HelpedShare::default();
    for _ in 0..ROUNDS {
        let shifts: Vec<_> = rows.iter().map(|row| row.shift.clone()).collect();
        let spread = fit_strength(&shifts, effects)?;
        let ratios: Vec<f64> = rows.iter().map(|row| ratio(row, &spread, tail)).collect();
        share = likeliest(&ratios);
        for (row, ratio) in rows.iter_mut().zip(&ratios) {
            let honest = (1.0 - share.value) * ratio;
            row.shift.weight = honest / (honest + share.value);
        }
    }
    Ok(share)
}

/// Density of a residual in honest play, over that with help.
fn ratio(row: &Row, spread: &StrengthFit, tail: Tail) -> f64 {
    let Residual { rest, own, variance: usual } = row.residual(spread, JUNIOR_PRIOR.1 * JUNIOR_PRIOR.1);
    let ln_density = |off: f64, variance: f64| -0.5 * (off * off / variance + libm::log(variance));
    let helped = ln_density(rest - HELP.0, usual + HELP.1 * HELP.1);
    let over = |off: f64, variance: f64| libm::exp((ln_density(off, variance) - helped).min(MAX_LN_RATIO));
    let heavy = over(rest - tail.mean * own.sqrt(), usual + own * (tail.sd * tail.sd - 1.0));
    (1.0 - tail.share) * over(rest, usual) + tail.share * heavy
}

/// The likeliest share with its 95 % limits, from the ratio of each performance. The logarithm of the likelihood is concave in the
/// share, so there is one top.
fn likeliest(ratios: &[f64]) -> HelpedShare {
    let height =
        |share: f64| ratios.iter().map(|ratio| libm::log(share + (1.0 - share) * ratio)).sum::<f64>();
    let slope = |share: f64| -> f64 {
        ratios.iter().map(|ratio| (1.0 - ratio) / (share + (1.0 - share) * ratio)).sum()
    };
    let value = last(0.0, MAX_SHARE, &|share| slope(share) > 0.0);
    let inside = height(value) - PROFILE_DROP;
    HelpedShare {
        value,
        low: last(0.0, value, &|share| height(share) < inside),
        high: last(value, MAX_SHARE, &|share| height(share) > inside),
    }
}

/// The last place where a condition holds that holds from the lower end on; the lower end if it holds nowhere.
fn last(mut low: f64, mut high: f64, holds: &dyn Fn(f64) -> bool) -> f64 {
    if !holds(low) {
        return low;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if holds(middle) { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}
