//! From performances to finished parameters: the fits, then the spread under each.

use datasets::time_class::TimeClass;
use thiserror::Error;

use crate::calibration::anchor::Anchor;
use crate::calibration::choice_fit::{ChoiceFitError, fit_choices};
use crate::calibration::fit::{Fit, FitError, fit_from};
use crate::calibration::performance::Performance;
use crate::calibration::spread::{measure, score};
use crate::depth_aware::DepthAware;
use crate::null::PerTest;
use crate::parameters::{DepthAwareReading, Parameters, RatingRange, Ties};

/// Weights of the tests in the overall z. MM and EV are almost the same number (their correlation on honest play is
/// .98), so together they count as much as ASD, which is another one.
pub const WEIGHTS: PerTest<f64> = PerTest {
    mm: 0.5,
    ev: 0.5,
    asd: 1.0,
};

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
    /// Parameters of another search of the same games that the fit is held to. The dispersion is then the anchor's: it is
    /// made by form, ratings and turns that depend on each other, which are the same, and a few players do not show it.
    pub anchor: Option<Anchor>,
}

/// Parameters and how they were found.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The parameters; they name no source yet.
    pub parameters: Parameters,
    /// The fit of the two-parameter model.
    pub fit: Fit,
}

/// Why parameters could not be made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// The two-parameter model.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// The depth-aware model.
    #[error(transparent)]
    Choice(#[from] ChoiceFitError),
}

impl Method {
    /// Whether a performance takes part.
    #[must_use]
    pub fn covers(&self, performance: &Performance) -> bool {
        let anchored = |anchor: &Anchor| anchor.of(performance).is_some();
        self.ratings.contains(performance.rating) && self.anchor.as_ref().is_none_or(anchored)
    }

    /// Makes parameters from performances. `near` was made from much the same games, which shortens the way and does not
    /// change the answer. With too few decisions for the depth-aware model there is no second reading.
    ///
    /// # Errors
    /// If there are too few decisions for the two-parameter model, or a fit does not settle.
    pub fn make(&self, performances: &[&Performance], near: Option<&Made>) -> Result<Made, MakeError> {
        let used: Vec<&Performance> = performances.iter().copied().filter(|p| self.covers(p)).collect();
        let fit = fit_from(&used, near.map(|made| &made.fit), self.anchor.as_ref())?;
        let null = match &self.anchor {
            Some(anchor) => anchor.parameters.null,
            None => measure(&score(&used, |rating| fit.at(rating)), self.weights, self.gate),
        };
        let start = near.and_then(|made| made.parameters.depth_aware.as_ref());
        let depth_aware = self.depth_aware(&used, start.map(|reading| &reading.model))?;
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
                fewer_lines: Vec::new(),
                null,
                depth_aware,
            },
            fit,
        })
    }

    /// The second reading; none with too few decisions, or where the anchor has none.
    fn depth_aware(
        &self,
        used: &[&Performance],
        start: Option<&DepthAware>,
    ) -> Result<Option<DepthAwareReading>, ChoiceFitError> {
        let anchor = self.anchor.as_ref();
        let held = anchor.and_then(|anchor| Some((anchor, anchor.parameters.depth_aware.as_ref()?)));
        if anchor.is_some() && held.is_none() {
            return Ok(None);
        }
        let model = match fit_choices(used, start, held.map(|(anchor, second)| (anchor, &second.model))) {
            Ok(model) => model,
            Err(ChoiceFitError::TooFew { .. }) => return Ok(None),
            Err(unsettled) => return Err(unsettled),
        };
        let null = match held {
            Some((_, second)) => second.null,
            None => measure(&score(used, |rating| model.at(rating)), self.weights, self.gate),
        };
        Ok(Some(DepthAwareReading { model, null }))
    }
}
