//! IPR, the intrinsic performance rating: which rating would be projected to play like this.
//!
//! The player's own sensitivity and consistency are fitted to the decisions, the average scaled difference that such a
//! player would have on one fixed set of reference positions is projected, and the rating is read off the line that
//! the parameters draw through those positions. So a forcing event does not flatter anybody (Regan and Haworth 2011,
//! section 6, with one fit per rating class there).
//!
//! An IPR describes moves; it is never evidence alone. With 200 decisions its two-sigma range is several hundred points
//! wide, and the value is never given without it. Nothing is extrapolated: beyond the fitted ratings it says only
//! *above* or *below*.

mod equated;
mod moments;
mod reference;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::choice::TwoParameter;
use crate::decision::Decision;
use crate::parameters::Parameters;
use crate::statistics::ipr::moments::{Moments, fit, model};

pub use equated::{Equated, equated};
pub use reference::{FULL_STOCKFISH_15_1, QUICK_STOCKFISH_15_1, Reference, ReferencePosition};

/// Fewest decisions for an IPR. With fewer the range spans the whole scale.
pub const MIN_DECISIONS: usize = 50;

/// Why there is no IPR.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum IprError {
    #[error("{found} decisions are too few for an IPR; {MIN_DECISIONS} are the least")]
    TooFew {
        /// Decisions given.
        found: usize,
    },
    /// No sensitivity and consistency give these matches together with this loss.
    #[error(
        "no sensitivity and consistency give {matches:.3} matches and a scaled difference of {delta:.4} together"
    )]
    Unsettled {
        /// Observed share of first-line moves.
        matches: f64,
        /// Observed average scaled difference.
        delta: f64,
    },
    #[error("the projected difference on the reference set does not fall from {low} to {high}")]
    NoLine {
        /// Lower rating.
        low: u16,
        /// Higher rating.
        high: u16,
    },
}

/// A place on the fitted line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RatingEstimate {
    /// A rating within the fitted range.
    At(f64),
    /// Below the lowest rating fitted.
    Below(u16),
    /// Above the highest rating fitted.
    Above(u16),
}

/// An intrinsic performance rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ipr {
    /// The rating.
    pub value: RatingEstimate,
    /// Lower end of the two-sigma range.
    pub low: RatingEstimate,
    /// Upper end.
    pub high: RatingEstimate,
    /// Decisions it rests on.
    pub decisions: usize,
    /// Fitted sensitivity, in scaled pawns.
    pub sensitivity: f64,
    /// Fitted consistency.
    pub consistency: f64,
    /// Projected average scaled difference on the reference set, in scaled pawns.
    pub difference: f64,
    /// Standard error of its natural logarithm, excess included.
    pub ln_error: f64,
}

/// Everything an IPR is measured against: the reference set and the line the parameters draw through it. Made once for
/// any number of players.
pub struct Yardstick<'a> {
    reference: &'a Reference,
    start: TwoParameter,
    /// Square roots of the excess of MM and ASD.
    excess: (f64, f64),
    line: Line,
}

/// The IPR of one player's decisions; see [`Yardstick::ipr`].
///
/// # Errors
/// If there are too few decisions, the fit does not settle, or the parameters give no line.
pub fn ipr(decisions: &[Decision], parameters: &Parameters, reference: &Reference) -> Result<Ipr, IprError> {
    Yardstick::new(parameters, reference)?.ipr(decisions)
}

impl<'a> Yardstick<'a> {
    /// Draws the line.
    ///
    /// # Errors
    /// If the projected difference does not fall with the rating.
    pub fn new(parameters: &Parameters, reference: &'a Reference) -> Result<Self, IprError> {
        Ok(Self {
            reference,
            start: start(parameters),
            excess: (parameters.null.excess.mm.sqrt(), parameters.null.excess.asd.sqrt()),
            line: Line::new(parameters, reference)?,
        })
    }

    /// The IPR of a player's decisions.
    ///
    /// The range holds two standard errors each way. They come from the scatter that the fitted model itself gives to the
    /// two observed sums, widened by the excess of move-to-move variance (not by form: an IPR speaks of this event), carried
    /// through the fit by its derivatives to the logarithm of the projected difference, and read off the same line.
    ///
    /// # Errors
    /// If there are too few decisions, or the fit does not settle.
    pub fn ipr(&self, decisions: &[Decision]) -> Result<Ipr, IprError> {
        let found = decisions.len();
        if found < MIN_DECISIONS {
            return Err(IprError::TooFew { found });
        }
        let observed = Moments::observed(decisions);
        let unsettled = || IprError::Unsettled {
            matches: observed.mm / found as f64,
            delta: observed.delta / found as f64,
        };
        let fitted = fit(decisions, &observed, &self.start).ok_or_else(unsettled)?;
        let player = model(&fitted, &self.start);
        let difference = self.reference.difference(&player);
        let ln_error = self.ln_error(decisions, &fitted).ok_or_else(unsettled)?;
        let at = |sigmas: f64| self.line.read(difference * libm::exp(sigmas * ln_error));
        Ok(Ipr {
            value: at(0.0),
            // A larger difference is a lower rating.
            low: at(2.0),
            high: at(-2.0),
            decisions: found,
            sensitivity: player.sensitivity,
            consistency: player.consistency,
            difference,
            ln_error,
        })
    }

    /// Standard error of the logarithm of the projected difference, by the delta method.
    fn ln_error(&self, decisions: &[Decision], fitted: &[f64; 2]) -> Option<f64> {
        const STEP: f64 = 1e-4;
        let moved = |k: usize, by: f64| {
            let mut theta = *fitted;
            theta[k] += by;
            model(&theta, &self.start)
        };
        let mut jacobian = [[0.0; 2]; 2];
        let mut gradient = [0.0; 2];
        for k in 0..2 {
            let (up, down) = (moved(k, STEP), moved(k, -STEP));
            let (a, b) = (Moments::projected(decisions, &up), Moments::projected(decisions, &down));
            jacobian[0][k] = (a.mm - b.mm) / (2.0 * STEP);
            jacobian[1][k] = (a.delta - b.delta) / (2.0 * STEP);
            let ratio = self.reference.difference(&up) / self.reference.difference(&down);
            gradient[k] = libm::log(ratio) / (2.0 * STEP);
        }
        let determinant = jacobian[0][0] * jacobian[1][1] - jacobian[0][1] * jacobian[1][0];
        // How much the logarithm moves with each observed sum: the gradient through the inverse of the fit.
        let on_mm = (gradient[0] * jacobian[1][1] - gradient[1] * jacobian[1][0]) / determinant;
        let on_delta = (gradient[1] * jacobian[0][0] - gradient[0] * jacobian[0][1]) / determinant;
        let scatter = Moments::projected(decisions, &model(fitted, &self.start));
        let (f, g) = self.excess;
        let variance = on_mm * on_mm * f * f * scatter.mm_variance
            + on_delta * on_delta * g * g * scatter.delta_variance
            + 2.0 * on_mm * on_delta * f * g * scatter.covariance;
        (variance.is_finite() && variance > 0.0).then(|| variance.sqrt())
    }
}

/// The model in the middle of the fitted ratings: where the fit starts, and the tie rule and unlisted moves for all.
fn start(parameters: &Parameters) -> TwoParameter {
    let middle = parameters.ratings.low.midpoint(parameters.ratings.high);
    TwoParameter {
        rating: middle,
        sensitivity: parameters.sensitivity.at(middle),
        consistency: parameters.consistency.at(middle),
        first_of_two: parameters.ties.first_of_two,
        unlisted: parameters.unlisted,
    }
}

/// Projected difference on the reference set as a function of the rating.
struct Line {
    /// Rating and logarithm of the difference, ascending in rating, falling in difference.
    points: Vec<(u16, f64)>,
}

/// Rating points between two points of the line. In between, the logarithm is straight to a tenth of a point.
const GRID: usize = 20;

impl Line {
    fn new(parameters: &Parameters, reference: &Reference) -> Result<Self, IprError> {
        let (low, high) = (parameters.ratings.low, parameters.ratings.high);
        let ratings = (low..high).step_by(GRID).chain([high]);
        let mut points: Vec<(u16, f64)> = Vec::new();
        for rating in ratings {
            let Some(model) = parameters.projectable(Some(rating)).model() else {
                continue;
            };
            let ln = libm::log(reference.difference(&model));
            if points.last().is_some_and(|(_, before)| ln >= *before) || !ln.is_finite() {
                return Err(IprError::NoLine { low, high });
            }
            points.push((rating, ln));
        }
        if points.len() < 2 {
            return Err(IprError::NoLine { low, high });
        }
        Ok(Self { points })
    }

    fn read(&self, difference: f64) -> RatingEstimate {
        let ln = libm::log(difference);
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return RatingEstimate::Below(0);
        };
        if ln > first.1 || ln.is_nan() {
            return RatingEstimate::Below(first.0);
        }
        if ln < last.1 {
            return RatingEstimate::Above(last.0);
        }
        let after = self.points.partition_point(|(_, value)| *value >= ln);
        let after = after.clamp(1, self.points.len() - 1);
        let ((r0, v0), (r1, v1)) = (self.points[after - 1], self.points[after]);
        let part = (v0 - ln) / (v0 - v1);
        RatingEstimate::At(f64::from(r0) + part * (f64::from(r1) - f64::from(r0)))
    }
}

#[cfg(test)]
mod tests;
