//! From performances to finished parameters: the fit, then the spread under that fit.

use datasets::time_class::TimeClass;

use crate::calibration::fit::{Fit, FitError, fit_from};
use crate::calibration::performance::Performance;
use crate::calibration::spread::{Spread, measure, score};
use crate::parameters::{Gate, Parameters, PerTest, RatingRange, Ties};

/// What is decided before any data are looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Version of the parameters to make.
    pub version: String,
    /// Time class of the games.
    pub time_class: TimeClass,
    /// Ratings to fit; performances outside are left out.
    pub ratings: RatingRange,
    /// Weights of the tests in the overall z.
    pub weights: PerTest<f64>,
    /// Fewest decisions of a performance that gets a z.
    pub gate: u32,
}

/// Parameters and how they were found.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The parameters; they name no source yet.
    pub parameters: Parameters,
    /// The fit.
    pub fit: Fit,
    /// The spread.
    pub spread: Spread,
}

impl Method {
    /// Whether a performance takes part.
    #[must_use]
    pub fn covers(&self, performance: &Performance) -> bool {
        (self.ratings.low..=self.ratings.high).contains(&performance.rating)
    }

    /// Makes parameters from performances. `near` is a fit to much the same games, which shortens the way and does not
    /// change the answer.
    ///
    /// # Errors
    /// If there are too few decisions or the fit does not settle.
    pub fn make(&self, performances: &[&Performance], near: Option<&Fit>) -> Result<Made, FitError> {
        let used: Vec<&Performance> = performances.iter().copied().filter(|p| self.covers(p)).collect();
        let fit = fit_from(&used, near)?;
        let spread = measure(&score(&used, |rating| fit.at(rating)), self.gate);
        Ok(Made {
            parameters: Parameters {
                version: self.version.clone(),
                provisional: true,
                time_class: self.time_class,
                source: None,
                ratings: self.ratings,
                sensitivity: fit.sensitivity,
                consistency: fit.consistency,
                ties: Ties {
                    first_of_two: fit.first_of_two,
                },
                unlisted: fit.unlisted,
                dispersion: spread.dispersion,
                correlation: spread.correlation,
                weights: self.weights,
                gate: Gate { decisions: self.gate },
            },
            fit,
            spread,
        })
    }
}
