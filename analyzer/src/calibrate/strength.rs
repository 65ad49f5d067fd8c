//! How far honest players stand from their published ratings: the null of the second edition, in rating points.
//!
//! Player `j` of event `e`, rated `R`, plays like an honest player of strength `R + x'b + u_e + v_j`. The fixed effects
//! `b` are what a date, a young player or an old rating shifts on average; `u_e ~ N(0, sigma_e^2)` is shared by an event;
//! `v_j ~ N(0, sigma_v(R)^2)` is the form and the rating error of one player in one event, with
//! `ln sigma_v(R)` linear in the rating.
//!
//! A performance measures its shift with a known error, so this is a linear mixed model with known sampling variances. It
//! is fitted by restricted maximum likelihood (Patterson and Thompson 1971, Biometrika 58, 545) with normal priors on the
//! fixed effects and on the slope of `ln sigma_v`. The likelihood of an event needs no matrix: its covariance is diagonal
//! and of rank one (Sherman and Morrison 1950).

use thiserror::Error;

use super::cholesky::Cholesky;
use crate::choice::rating_scale::log_linear_factor;

/// Standard deviation of the prior of the slope of `ln sigma_v`, per 300 rating points.
const SLOPE_PRIOR: f64 = 0.5;
/// Where the search begins, in rating points: the middle of what published ratings suggest.
const START: [f64; 2] = [60.0, 80.0];
/// Least standard deviation that is told apart from none, in rating points.
const LEAST: f64 = 1.0;
/// Steps of Newton's method.
const STEPS: usize = 60;
/// Halvings of a step before the search stops.
const HALVINGS: usize = 30;
/// Half the width of a difference quotient in a logarithm or a slope.
const NUDGE: f64 = 1e-3;
/// Gain in nats below which a step ends the search.
const SETTLED: f64 = 1e-9;

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
    let mut at: Spread = [libm::log(START[0]), libm::log(START[1]), 0.0];
    let mut here = value(&at).ok_or(StrengthError::NoTop)?;
    for _ in 0..STEPS {
        let (slopes, curvature) = derivatives(&value, &at).ok_or(StrengthError::NoTop)?;
        let step = ascent(&slopes, &curvature);
        let mut gained = 0.0;
        let mut factor = 1.0;
        for _ in 0..HALVINGS {
            let mut next = at;
            for (next, step) in next.iter_mut().zip(&step) {
                *next += factor * step;
            }
            next[0] = next[0].max(libm::log(LEAST));
            next[1] = next[1].max(libm::log(LEAST));
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
    let (_, curvature) = derivatives(&value, &at).ok_or(StrengthError::NoTop)?;
    let errors = Cholesky::new(&curvature.concat(), 3).ok_or(StrengthError::NoTop)?.inverse_diagonal();
    let found = restricted(&events, effects, &at).ok_or(StrengthError::NoTop)?;
    let spread = |k: usize| Estimate { value: at[k], error: errors[k].sqrt() };
    Ok(StrengthFit {
        effects: found.effects,
        ln_event_sd: spread(0),
        ln_player_sd: spread(1),
        ln_player_sd_slope: spread(2),
        log_likelihood: here,
    })
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
    effects: Vec<Estimate>,
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
            let w = 1.0 / variance;
            ln_determinant += libm::log(variance);
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
    let prior = at[2] / SLOPE_PRIOR;
    let log_likelihood =
        -0.5 * (ln_determinant + root.ln_determinant() + squares - explained + prior * prior);
    let errors = root.inverse_diagonal();
    let effects = solution.iter().zip(errors).map(|(value, v)| Estimate { value: *value, error: v.sqrt() });
    log_likelihood.is_finite().then(|| Restricted { effects: effects.collect(), log_likelihood })
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

/// Newton's step, or one up the slopes where the surface is not bent down; never longer than 1 in any direction.
fn ascent(slopes: &Spread, curvature: &[Spread; 3]) -> Spread {
    let mut step = match Cholesky::new(&curvature.concat(), 3) {
        Some(root) => root.solve(slopes),
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
