//! From performances to parameters: the fits, then the excess under each.

use datasets::clocks::time_class::TimeClass;
use datasets::tournament::venue::Venue;
use thiserror::Error;

use crate::calibrate::anchor::Anchor;
use crate::calibrate::choice_fit::{ChoiceFitError, fit_choices};
use crate::calibrate::excess::excess;
use crate::calibrate::fewer_lines::fewer_lines;
use crate::calibrate::fit::{Fit, FitError, fit_from};
use crate::choice::depth_aware::DepthAware;
use crate::decision::performance::Performance;
use crate::null::strength::Strength;
use crate::null::{Gate, Null, PerTest};
use crate::parameters::{DepthAwareReading, ParameterError, Parameters, RatingRange, Ties};

/// Weights of the tests in the overall z. MM and EV are almost the same number (their correlation on honest play is
/// .98), so together they count as much as ASD, which is another one.
pub const WEIGHTS: PerTest<f64> = PerTest { mm: 0.5, ev: 0.5, asd: 1.0 };

/// Choices fixed before any data are looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Version of the parameters to make.
    pub version: String,
    pub time_class: TimeClass,
    pub venue: Venue,
    /// Ratings to fit; performances outside are left out.
    pub ratings: RatingRange,
    /// Lines of the search.
    pub multipv: u8,
    /// Weights of the tests in the overall z.
    pub weights: PerTest<f64>,
    /// Fewest decisions of a performance that gets a z.
    pub gate: u32,
    /// Parameters of another search of the same games that the fit is held to. Level and excess are then the anchor's, which a few
    /// players do not show.
    pub anchor: Option<Anchor>,
    /// Parameters whose primary model is kept as it is; only the second model is then made.
    pub record: Option<Parameters>,
}

/// Parameters and how they were found.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedParameters {
    /// The parameters; what is new in them names no source yet.
    pub parameters: Parameters,
    /// The fit of the two-parameter model to the same moves, which is the primary model unless that was kept.
    pub fit: Fit,
}

/// Why parameters could not be made.
#[derive(Debug, Error)]
pub enum MakeError {
    #[error(transparent)]
    Fit(#[from] FitError),
    #[error(transparent)]
    Choice(#[from] ChoiceFitError),
    /// The strength of honest players that comes with the software does not read.
    #[error(transparent)]
    Strength(#[from] ParameterError),
}

impl Method {
    /// Whether a performance takes part.
    pub fn covers(&self, performance: &Performance) -> bool {
        let anchored = |anchor: &Anchor| anchor.counterpart(performance).is_some();
        self.ratings.contains(performance.rating) && self.anchor.as_ref().is_none_or(anchored)
    }

    /// Makes parameters from performances. `near` was made from much the same games, which shortens the way and does not
    /// change the answer. With too few decisions for the depth-aware model there is no second model, which is an error only where nothing
    /// else was to be made.
    ///
    /// # Errors
    /// If there are too few decisions for the two-parameter model, or a fit does not settle.
    pub fn make(
        &self,
        performances: &[&Performance],
        near: Option<&FittedParameters>,
    ) -> Result<FittedParameters, MakeError> {
        let used: Vec<&Performance> = performances.iter().copied().filter(|p| self.covers(p)).collect();
        let fit = fit_from(&used, near.map(|made| &made.fit), self.anchor.as_ref())?;
        let start = near.and_then(|made| made.parameters.depth_aware.as_ref());
        let depth_aware = self.depth_aware(&used, start.map(|reading| &reading.model))?;
        if let Some(kept) = &self.record {
            let parameters = keeping(kept, &self.version, depth_aware);
            return Ok(FittedParameters { parameters, fit });
        }
        let mut parameters = Parameters {
            record: None,
            version: self.version.clone(),
            provisional: true,
            time_class: self.time_class,
            venue: self.venue,
            source: None,
            ratings: self.ratings,
            sensitivity: fit.sensitivity,
            consistency: fit.consistency,
            ties: Ties { first_of_two: fit.first_of_two },
            unlisted: fit.unlisted,
            fewer_lines: fewer_lines(&used, &fit, self.multipv),
            null: self.null(),
            depth_aware,
            strength: Strength::shipped()?,
        };
        match &self.anchor {
            Some(anchor) => parameters.null = anchor.parameters.null,
            None => parameters.null.take(excess(&used, &parameters)),
        }
        Ok(FittedParameters { parameters, fit })
    }

    /// The second model; none with too few decisions, or where the anchor has none.
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
            Err(ChoiceFitError::TooFew { .. }) if self.record.is_none() => return Ok(None),
            Err(unsettled) => return Err(unsettled),
        };
        let mut reading =
            DepthAwareReading { source: None, model, null: self.null(), helper: None, deeper: Vec::new() };
        match held {
            Some((_, second)) => {
                reading.null = second.null;
                reading.helper = second.helper.clone();
            }
            None => reading.null.take(excess(used, &reading)),
        }
        Ok(Some(reading))
    }

    /// The null before anything is measured: no excess, and the level of the ratings of the fit.
    fn null(&self) -> Null {
        Null {
            level: 0.0,
            efficient_excess: 1.0,
            excess: PerTest { mm: 1.0, ev: 1.0, asd: 1.0 },
            weights: self.weights,
            gate: Gate { decisions: self.gate },
        }
    }
}

/// The primary model as it is, with another second model.
fn keeping(kept: &Parameters, version: &str, second: Option<DepthAwareReading>) -> Parameters {
    Parameters {
        version: version.to_owned(),
        record: Some(kept.version.clone()),
        depth_aware: second,
        ..kept.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::fit::tests::drawn;
    use crate::shipped::QUICK_STOCKFISH_15_1;

    #[test]
    fn a_reading_of_record_that_is_kept_stays_as_it_is() {
        let kept = Parameters::parse(QUICK_STOCKFISH_15_1).expect("reads");
        let mut second = kept.depth_aware.clone().expect("a second model");
        second.null.gate.decisions = 120;
        second.source = kept.source.clone();
        let with = keeping(&kept, "next-1", Some(second.clone()));
        let text = with.write().expect("writes");
        let read = Parameters::parse(&text).expect("reads");
        assert_eq!(read.record.as_deref(), Some(kept.version.as_str()));
        assert_eq!((read.version.as_str(), &read.depth_aware), ("next-1", &Some(second)));
        let record = |parameters: Parameters| Parameters {
            version: String::new(),
            record: None,
            depth_aware: None,
            ..parameters
        };
        assert_eq!(record(read), record(kept));
    }

    #[test]
    fn nothing_is_kept_for_a_second_reading_that_cannot_be_made() {
        let kept = Parameters::parse(QUICK_STOCKFISH_15_1).expect("reads");
        let mut method = Method {
            version: "next-1".to_owned(),
            time_class: kept.time_class,
            venue: kept.venue,
            ratings: kept.ratings,
            multipv: 5,
            weights: WEIGHTS,
            gate: 100,
            anchor: None,
            record: None,
        };
        let performances = drawn(3, 30);
        let performances: Vec<&Performance> = performances.iter().collect();
        assert!(method.make(&performances, None).is_ok());
        method.record = Some(kept);
        let error = method.make(&performances, None).expect_err("nobody looked at the moves");
        assert!(matches!(error, MakeError::Choice(ChoiceFitError::TooFew { .. })), "{error}");
    }
}
