//! How far honest players stand from their published ratings, in rating points.
//!
//! Player `j` of event `e`, rated `R`, plays like an honest player of strength `R + x'b + u_e + v_j`. The fixed effects
//! `b` are what a date, a young player or an old rating shifts on average; `u_e ~ N(0, sigma_e^2)` is shared by an event;
//! `v_j ~ N(0, sigma_v(R)^2)` is the form and the rating error of one player in one event, with
//! `ln sigma_v(R)` linear in the rating.
//!
//! A performance measures its shift with a known error, so this is a linear mixed model with known sampling variances. It
//! is fitted by restricted maximum likelihood (Patterson and Thompson 1971, Biometrika 58, 545) with normal priors on the
//! fixed effects, on `ln sigma_e`, `ln sigma_v` and its slope. The likelihood of an event needs no matrix: its covariance is diagonal
//! and of rank one (Sherman and Morrison 1950).

use thiserror::Error;

use super::cholesky::Cholesky;
use crate::choice::rating_scale::log_linear_factor;

/// Standard deviation of the prior of the slope of `ln sigma_v`, per 300 rating points.
const SLOPE_PRIOR: f64 = 0.5;
/// Medians of the log-normal priors of `sigma_e` and `sigma_v` at 2400, in rating points: the middle of what published ratings
/// suggest. The search begins there.
const MEDIAN: [f64; 2] = [60.0, 80.0];
/// Standard deviation of the logarithm under these priors: they weigh as much as half an event whose shift is known.
const LN_PRIOR: f64 = 0.5;
/// Least standard deviation that is told apart from none, in rating points.
const MIN_SD: f64 = 1.0;
/// Steps of Newton's method.
const STEPS: usize = 60;
/// Halvings of a step before the search stops.
const HALVINGS: usize = 30;
/// Half the width of a difference quotient in a logarithm or a slope.
const NUDGE: f64 = 1e-3;
/// Gain in nats below which a step ends the search.
const SETTLED: f64 = 1e-9;
/// Half the 95 % quantile of chi-square with one degree of freedom, in nats.
pub(super) const PROFILE_DROP: f64 = 1.920_73;
/// Halvings of the bracket of a profile's end.
const PROFILE_STEPS: usize = 12;

/// The shift of one performance from the published rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Shift {
    /// Which event, from 0.
    pub event: usize,
    /// Published rating.
    pub rating: f64,
    /// Estimate of the shift, in rating points.
    pub points: f64,
    /// Its sampling variance, in rating points squared, above 0.
    pub variance: f64,
    /// Its weight in the likelihood, 0 to 1: the probability that the performance is honest.
    pub weight: f64,
    /// Covariates, one for each fixed effect.
    pub covariates: Vec<f64>,
}

/// A fixed effect before the fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    pub name: String,
    /// Standard deviation of its normal prior around 0, in rating points per unit of the covariate.
    pub prior_sd: f64,
}

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub error: f64,
}

/// The fitted model.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthFit {
    /// One for each fixed effect, in rating points per unit of the covariate.
    pub effects: Vec<Estimate>,
    /// `ln sigma_e`, of rating points.
    pub ln_event_sd: Estimate,
    /// `ln sigma_v` at 2400, of rating points.
    pub ln_player_sd: Estimate,
    /// Change of `ln sigma_v` per 300 rating points.
    pub ln_player_sd_slope: Estimate,
    /// Covariance of the errors of the effects, row by row.
    pub effect_covariance: Vec<Vec<f64>>,
    /// Covariance of the errors of `ln sigma_e`, `ln sigma_v` and its slope, row by row.
    pub spread_covariance: Vec<Vec<f64>>,
    /// Restricted log likelihood with the priors, in nats.
    pub log_likelihood: f64,
}

/// Why there is no fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StrengthError {
    #[error("{performances} performances of {events} events are too few for the strength of honest players")]
    TooFew { performances: usize, events: usize },
    #[error("the covariates of a performance are not one for each effect")]
    Covariates,
    #[error("a shift or its variance is no number, or the variance is not above 0")]
    NotFinite,
    #[error("the likelihood of the strength of honest players has no top near the start")]
    NoTop,
}

/// `ln sigma_e`, `ln sigma_v` at 2400, slope of `ln sigma_v`.
type Spread = [f64; 3];

/// Fits the model.
///
/// # Errors
/// If there are fewer than ten performances beyond the effects, fewer than two events, or numbers that cannot be fitted.
pub fn fit_strength(shifts: &[Shift], effects: &[Effect]) -> Result<StrengthFit, StrengthError> {
    let events = by_event(shifts);
    if shifts.len() < effects.len() + 10 || events.len() < 2 {
        return Err(StrengthError::TooFew { performances: shifts.len(), events: events.len() });
    }
    if shifts.iter().any(|s| s.covariates.len() != effects.len()) {
        return Err(StrengthError::Covariates);
    }
    if !shifts.iter().all(|s| s.points.is_finite() && s.variance.is_finite() && s.variance > 0.0) {
        return Err(StrengthError::NotFinite);
    }
    let value = |at: &Spread| restricted(&events, effects, at).map(|found| found.log_likelihood);
    let start = [libm::log(MEDIAN[0]), libm::log(MEDIAN[1]), 0.0];
    let (at, log_likelihood) = top(&value, start, None).ok_or(StrengthError::NoTop)?;
    let (_, curvature) = derivatives(&value, &at).ok_or(StrengthError::NoTop)?;
    let spread_covariance = Cholesky::new(&curvature.concat(), 3).ok_or(StrengthError::NoTop)?.inverse();
    let found = restricted(&events, effects, &at).ok_or(StrengthError::NoTop)?;
    let estimate = |values: &[f64], covariance: &[Vec<f64>], k: usize| Estimate {
        value: values[k],
        error: covariance[k][k].sqrt(),
    };
    Ok(StrengthFit {
        effects: (0..effects.len()).map(|k| estimate(&found.effects, &found.covariance, k)).collect(),
        ln_event_sd: estimate(&at, &spread_covariance, 0),
        ln_player_sd: estimate(&at, &spread_covariance, 1),
        ln_player_sd_slope: estimate(&at, &spread_covariance, 2),
        effect_covariance: found.covariance,
        spread_covariance,
        log_likelihood,
    })
}

/// 95 % interval of one number of the spread by its profile: where the restricted likelihood, the two others fitted anew, is
/// [`PROFILE_DROP`] below its top. In the order `ln sigma_e`, `ln sigma_v`, slope; an end that does not exist is `None`.
pub fn profile_intervals(shifts: &[Shift], effects: &[Effect], fit: &StrengthFit) -> [[Option<f64>; 2]; 3] {
    let events = by_event(shifts);
    let value = |at: &Spread| restricted(&events, effects, at).map(|found| found.log_likelihood);
    let at = [fit.ln_event_sd.value, fit.ln_player_sd.value, fit.ln_player_sd_slope.value];
    let one = |k: usize, sign: f64| {
        let inside = |step: f64| {
            let mut there = at;
            there[k] += sign * step;
            let (_, height) = top(&value, there, Some(k))?;
            Some(fit.log_likelihood - height < PROFILE_DROP)
        };
        let error = fit.spread_covariance[k][k].sqrt();
        let (mut low, mut high) = (0.0, error);
        loop {
            if high > 20.0 * error || (k < 2 && at[k] + sign * high < libm::log(MIN_SD)) {
                return None;
            }
            if !inside(high)? {
                break;
            }
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..PROFILE_STEPS {
            let middle = 0.5 * (low + high);
            if inside(middle)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(at[k] + sign * 0.5 * (low + high))
    };
    [0, 1, 2].map(|k| [one(k, -1.0), one(k, 1.0)])
}

/// The top of the likelihood and its height, from a start; the coordinate `held` stays as it is.
fn top(value: &impl Fn(&Spread) -> Option<f64>, start: Spread, held: Option<usize>) -> Option<(Spread, f64)> {
    let mut at = start;
    let mut here = value(&at)?;
    for _ in 0..STEPS {
        let (slopes, curvature) = derivatives(value, &at)?;
        let step = ascent(slopes, curvature, held);
        let mut gained = 0.0;
        let mut factor = 1.0;
        for _ in 0..HALVINGS {
            let mut next = at;
            for (next, step) in next.iter_mut().zip(&step) {
                *next += factor * step;
            }
            next[0] = next[0].max(libm::log(MIN_SD));
            next[1] = next[1].max(libm::log(MIN_SD));
            if let Some(there) = value(&next).filter(|there| *there > here) {
                gained = there - here;
                (at, here) = (next, there);
                break;
            }
            factor *= 0.5;
        }
        if gained < SETTLED {
            break;
        }
    }
    Some((at, here))
}

impl StrengthFit {
    /// Standard deviation of what an event shares, in rating points.
    pub fn event_sd(&self) -> f64 {
        libm::exp(self.ln_event_sd.value)
    }

    /// Standard deviation of form and rating error of one player in one event at a rating, in rating points.
    pub fn player_sd(&self, rating: f64) -> f64 {
        player_sd(&[self.ln_event_sd.value, self.ln_player_sd.value, self.ln_player_sd_slope.value], rating)
    }

    /// Mean shift for covariates, in rating points.
    pub fn mean(&self, covariates: &[f64]) -> f64 {
        self.effects.iter().zip(covariates).map(|(effect, x)| effect.value * x).sum()
    }
}

fn player_sd(at: &Spread, rating: f64) -> f64 {
    libm::exp(at[1]) * log_linear_factor(at[2], rating)
}

fn by_event(shifts: &[Shift]) -> Vec<Vec<&Shift>> {
    let mut events: std::collections::BTreeMap<usize, Vec<&Shift>> = std::collections::BTreeMap::new();
    for shift in shifts {
        events.entry(shift.event).or_default().push(shift);
    }
    events.into_values().collect()
}

struct Restricted {
    effects: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    log_likelihood: f64,
}

/// The restricted likelihood at a spread, and the effects there; `None` if a number leaves the range of `f64`.
fn restricted(events: &[Vec<&Shift>], effects: &[Effect], at: &Spread) -> Option<Restricted> {
    let p = effects.len();
    let event_variance = libm::exp(2.0 * at[0]);
    let mut normal = vec![0.0; p * p];
    let mut right = vec![0.0; p];
    let (mut squares, mut ln_determinant) = (0.0, 0.0);
    for (k, effect) in effects.iter().enumerate() {
        let precision = 1.0 / (effect.prior_sd * effect.prior_sd);
        normal[k * p + k] = precision;
        ln_determinant -= libm::log(precision);
    }
    for event in events {
        let (mut weights, mut weighted, mut of_points) = (0.0, vec![0.0; p], 0.0);
        for shift in event {
            let sd = player_sd(at, shift.rating);
            let variance = shift.variance + sd * sd;
            let w = shift.weight / variance;
            ln_determinant += shift.weight * libm::log(variance);
            squares += w * shift.points * shift.points;
            weights += w;
            of_points += w * shift.points;
            for (i, x) in shift.covariates.iter().enumerate() {
                weighted[i] += w * x;
                right[i] += w * x * shift.points;
                for (j, y) in shift.covariates.iter().enumerate().take(i + 1) {
                    normal[i * p + j] += w * x * y;
                }
            }
        }
        let shared = 1.0 + event_variance * weights;
        let factor = event_variance / shared;
        ln_determinant += libm::log(shared);
        squares -= factor * of_points * of_points;
        for i in 0..p {
            right[i] -= factor * weighted[i] * of_points;
            for j in 0..=i {
                normal[i * p + j] -= factor * weighted[i] * weighted[j];
            }
        }
    }
    let root = Cholesky::new(&normal, p)?;
    let solution = root.solve(&right);
    let explained: f64 = solution.iter().zip(&right).map(|(b, r)| b * r).sum();
    let [event, player] = [0, 1].map(|k| (at[k] - libm::log(MEDIAN[k])) / LN_PRIOR);
    let slope = at[2] / SLOPE_PRIOR;
    let priors = event * event + player * player + slope * slope;
    let log_likelihood = -0.5 * (ln_determinant + root.ln_determinant() + squares - explained + priors);
    log_likelihood.is_finite().then(|| Restricted {
        effects: solution,
        covariance: root.inverse(),
        log_likelihood,
    })
}

/// Slopes, and the lower triangle of minus the second derivatives, by central differences.
fn derivatives(value: &impl Fn(&Spread) -> Option<f64>, at: &Spread) -> Option<(Spread, [Spread; 3])> {
    let moved = |steps: &[(usize, f64)]| {
        let mut there = *at;
        for (k, step) in steps {
            there[*k] += step * NUDGE;
        }
        value(&there)
    };
    let here = value(at)?;
    let mut slopes = [0.0; 3];
    let mut curvature = [[0.0; 3]; 3];
    for i in 0..3 {
        let (up, down) = (moved(&[(i, 1.0)])?, moved(&[(i, -1.0)])?);
        slopes[i] = (up - down) / (2.0 * NUDGE);
        curvature[i][i] = (2.0 * here - up - down) / (NUDGE * NUDGE);
        for (j, entry) in curvature[i].iter_mut().enumerate().take(i) {
            let mixed = moved(&[(i, 1.0), (j, 1.0)])?
                - moved(&[(i, 1.0), (j, -1.0)])?
                - moved(&[(i, -1.0), (j, 1.0)])?
                + moved(&[(i, -1.0), (j, -1.0)])?;
            *entry = -mixed / (4.0 * NUDGE * NUDGE);
        }
    }
    Some((slopes, curvature))
}

/// Newton's step, or one up the slopes where the surface is not bent down; never longer than 1 in any direction, and none in
/// that of `held`.
fn ascent(mut slopes: Spread, mut curvature: [Spread; 3], held: Option<usize>) -> Spread {
    if let Some(held) = held {
        slopes[held] = 0.0;
        for k in 0..3 {
            curvature[held.max(k)][held.min(k)] = if k == held { 1.0 } else { 0.0 };
        }
    }
    let mut step = match Cholesky::new(&curvature.concat(), 3) {
        Some(root) => root.solve(&slopes),
        None => slopes.to_vec(),
    };
    let longest = step.iter().fold(1.0_f64, |longest, s| longest.max(s.abs()));
    for s in &mut step {
        *s /= longest;
    }
    [step[0], step[1], step[2]]
}

#[cfg(test)]
mod tests;
