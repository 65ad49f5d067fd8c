//! Parameters of the primary model, read from a versioned file.

pub(crate) mod error;

use datasets::clocks::time_class::TimeClass;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::venue::Venue;
use serde::{Deserialize, Serialize};

use crate::choice::deeper_choice::DeeperSearch;
use crate::choice::depth_aware::{DepthAware, DepthAwareAt};
use crate::choice::engine_choice::Helper;
use crate::choice::rating_scale::{log_linear_factor, rating_units};
use crate::choice::{ChoiceModel, TwoParameter, Unlisted};
use crate::null::Null;
use crate::null::strength::Strength;
pub use error::ParameterError;
use error::within;

/// The first fit of the method page, at other settings than any profile: round numbers to compute with in tests.
#[cfg(test)]
pub(crate) const FIRST_FIT: &str = include_str!("../tests/data/first-fit.toml");

/// Parameters of the primary model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Version, printed in every manifest.
    pub version: String,
    /// Version of the parameters whose primary model these have kept, if only the second model was made anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// True for a fit without a calibration of its own.
    pub provisional: bool,
    /// Time class of the games that the null describes.
    pub time_class: TimeClass,
    /// Venue of these games; over the board where a file has none.
    #[serde(default = "over_the_board", skip_serializing_if = "is_over_the_board")]
    pub venue: Venue,
    /// Source of the primary model; absent for numbers taken from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Ratings the fit covers.
    pub ratings: RatingRange,
    /// `s(R) = at_2400 exp(slope x)` with `x = (R - 2400) / 300`.
    pub sensitivity: Sensitivity,
    /// `c(R) = at_2400 + slope x`.
    pub consistency: Consistency,
    pub ties: Ties,
    /// The moves that are not among the lines.
    pub unlisted: Unlisted,
    /// The unlisted moves when only the first lines are looked at, for the table of other choices; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fewer_lines: Vec<FewerLines>,
    /// How honest performances scatter under the two-parameter model.
    pub null: Null,
    /// The depth-aware model, a second model; absent where it was not fitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth_aware: Option<DepthAwareReading>,
    /// Strength of honest players against their ratings: the one that comes with the software where the file has none. The copy in
    /// a bundle has it, so that the bundle can be recomputed later.
    #[serde(default, skip_serializing_if = "Strength::is_unset")]
    pub strength: Strength,
}

fn over_the_board() -> Venue {
    Venue::OverTheBoard
}

// `serde` hands over a reference to the field.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_over_the_board(venue: &Venue) -> bool {
    *venue == Venue::OverTheBoard
}

/// The unlisted moves behind so many lines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FewerLines {
    /// Lines, 2 or more.
    pub lines: u8,
    /// The moves behind the last of them.
    pub unlisted: Unlisted,
}

/// The depth-aware model with the scatter of honest performances under it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthAwareReading {
    /// Its source, where that is not the source of the primary model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// How honest performances scatter under it.
    pub null: Null,
    pub model: DepthAware,
    /// Which moves a helper would give; absent where no choices of engines were fitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helper: Option<Helper>,
    /// Adjustments for deeper searches by another engine, each for one search; empty where none was fitted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deeper: Vec<DeeperSearch>,
}

/// Source of a fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name of the engine.
    pub engine: String,
    /// SHA-256 of its files.
    pub engine_sha256: String,
    /// Its signature under the settings of the fit; `None` in files of before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_signature: Option<String>,
    /// Depth in plies.
    pub depth: u8,
    pub multipv: u8,
    /// Hash in MiB.
    pub hash_mib: u32,
    pub node_cap: u64,
    /// Names and SHA-256 of the collections, `name sha256`.
    pub corpus: Vec<String>,
    /// Seed of the split by event.
    pub seed: String,
    /// Events, performances and decisions in the fitted part.
    pub events: usize,
    pub performances: usize,
    pub decisions: usize,
}

/// Ratings covered, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingRange {
    pub low: u16,
    pub high: u16,
}

impl RatingRange {
    /// Whether a rating lies within.
    pub fn contains(&self, rating: u16) -> bool {
        (self.low..=self.high).contains(&rating)
    }
}

/// Sensitivity as a function of rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sensitivity {
    /// `s` at 2400, in scaled pawns.
    pub at_2400: f64,
    /// Change of `ln s` per 300 points.
    pub ln_slope_per_300: f64,
}

impl Sensitivity {
    /// `s` at a rating, in scaled pawns.
    pub fn at(&self, rating: u16) -> f64 {
        self.at_2400 * log_linear_factor(self.ln_slope_per_300, rating)
    }
}

/// Consistency as a function of rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consistency {
    /// `c` at 2400.
    pub at_2400: f64,
    /// Change of `c` per 300 points.
    pub slope_per_300: f64,
}

impl Consistency {
    /// `c` at a rating.
    pub fn at(&self, rating: u16) -> f64 {
        self.at_2400 + self.slope_per_300 * rating_units(rating)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ties {
    /// Share of the first-listed of two equal lines, 0.5 to 1.
    pub first_of_two: f64,
}

/// A choice model for every rating, with the scatter of honest performances under it: a reading of a player.
pub trait CalibratedModel: Sync {
    type Model: ChoiceModel;
    /// The model at a rating, whether or not the fit covers it.
    fn model(&self, rating: u16) -> Self::Model;
    /// How honest performances scatter under it.
    fn null(&self) -> &Null;
}

impl CalibratedModel for Parameters {
    type Model = TwoParameter;

    fn model(&self, rating: u16) -> TwoParameter {
        self.at(rating)
    }

    fn null(&self) -> &Null {
        &self.null
    }
}

impl CalibratedModel for DepthAwareReading {
    type Model = DepthAwareAt;

    fn model(&self, rating: u16) -> DepthAwareAt {
        self.model.at(rating)
    }

    fn null(&self) -> &Null {
        &self.null
    }
}

/// A model for a rating, or the reason why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projectable {
    Unrated,
    OutsideRange,
    /// No fit for this engine and these settings.
    Uncalibrated,
    Model(TwoParameter),
}

impl Projectable {
    pub fn model(self) -> Option<TwoParameter> {
        match self {
            Self::Model(model) => Some(model),
            Self::Unrated | Self::OutsideRange | Self::Uncalibrated => None,
        }
    }
}

impl Parameters {
    /// The parameters as a file that [`Parameters::parse`] reads back.
    ///
    /// # Errors
    /// If the text cannot be written, which no finite numbers can cause.
    pub fn write(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// Reads a parameter file.
    ///
    /// # Errors
    /// If a field is missing, unknown or out of range.
    pub fn parse(text: &str) -> Result<Self, ParameterError> {
        let mut parameters: Self = toml::from_str(text)?;
        parameters.check()?;
        if parameters.strength.is_unset() {
            parameters.strength = Strength::shipped()?;
        }
        Ok(parameters)
    }

    fn check(&self) -> Result<(), ParameterError> {
        within(
            "ratings.low",
            f64::from(self.ratings.low),
            self.ratings.low < self.ratings.high,
            "below ratings.high",
        )?;
        for rating in [self.ratings.low, self.ratings.high] {
            let model = self.at(rating);
            within("sensitivity", model.sensitivity, model.sensitivity > 0.0, "above 0 at every rating")?;
            within("consistency", model.consistency, model.consistency > 0.0, "above 0 at every rating")?;
        }
        let groups = self.fewer_lines.iter().map(|fewer| fewer.unlisted);
        for unlisted in groups.chain([self.unlisted]) {
            let slope = unlisted.cost_ln_slope_per_300;
            within("slope of the cost of unlisted moves", slope, slope.abs() <= 3.0, "-3 to 3")?;
            for value in [unlisted.behind, unlisted.delta, unlisted.difference] {
                within("distance of the unlisted moves", value, value >= 0.0, "0 or more")?;
            }
        }
        let tie = self.ties.first_of_two;
        within("ties.first_of_two", tie, (0.5..1.0).contains(&tie), "from 0.5 to under 1")?;
        self.null.check()?;
        if !self.strength.is_unset() {
            self.strength.check()?;
        }
        if let Some(second) = &self.depth_aware {
            second.null.check()?;
            second.model.check()?;
            second.helper.as_ref().map_or(Ok(()), Helper::check)?;
            second.deeper.iter().try_for_each(DeeperSearch::check)?;
        }
        Ok(())
    }

    /// Conditions of the games that the null describes.
    pub fn conditions(&self) -> Conditions {
        Conditions { venue: self.venue, class: self.time_class }
    }

    /// The same projections for games under other conditions. They are provisional if the change was measured with others.
    pub(crate) fn under(mut self, strength: &Strength) -> Self {
        if let Some(other) = &strength.conditions {
            (self.time_class, self.venue) = (other.time_class, other.venue);
            self.null = other.primary.applied(&self.null);
            self.provisional |= other.provisional || other.projections != self.version;
            if let Some(second) = &mut self.depth_aware {
                second.null = other.depth_aware.unwrap_or(other.primary).applied(&second.null);
                // Fitted to standard play; how often players under other conditions find a deeper move is not known.
                second.deeper.clear();
            }
        }
        self.strength = strength.clone();
        self
    }

    /// The model at a rating, whether or not the fit covers it.
    pub fn at(&self, rating: u16) -> TwoParameter {
        TwoParameter {
            rating,
            sensitivity: self.sensitivity.at(rating),
            consistency: self.consistency.at(rating),
            first_of_two: self.ties.first_of_two,
            unlisted: self.unlisted,
        }
    }

    /// The model at a rating, or the reason why there is none. Nothing is extrapolated.
    pub fn projectable(&self, rating: Option<u16>) -> Projectable {
        match rating {
            None => Projectable::Unrated,
            Some(r) if !self.ratings.contains(r) => Projectable::OutsideRange,
            Some(r) => Projectable::Model(self.at(r)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_fit_is_as_published() {
        let p = Parameters::parse(FIRST_FIT).expect("reads");
        assert!(p.provisional);
        let Projectable::Model(m) = p.projectable(Some(2400)) else { panic!("2400 is covered") };
        assert!((m.sensitivity - 0.173).abs() < 1e-15);
        assert!((m.consistency - 0.556).abs() < 1e-15);
        let Projectable::Model(higher) = p.projectable(Some(2700)) else { panic!("2700 is covered") };
        // ln s falls .276 per 300 points.
        assert!((libm::log(m.sensitivity / higher.sensitivity) - 0.276).abs() < 1e-12);
    }

    #[test]
    fn a_written_file_reads_back() {
        let p = Parameters::parse(FIRST_FIT).expect("reads");
        assert_eq!(Parameters::parse(&p.write().expect("writes")).expect("reads"), p);
    }

    #[test]
    fn trap_14_ratings_are_exact_and_never_invented() {
        let p = Parameters::parse(FIRST_FIT).expect("reads");
        assert_eq!(p.projectable(None), Projectable::Unrated);
        assert_eq!(p.projectable(Some(1)), Projectable::OutsideRange);
        assert_eq!(p.projectable(Some(1999)), Projectable::OutsideRange);
        assert_eq!(p.projectable(Some(2801)), Projectable::OutsideRange);
        // One point of rating changes the projection: no bands, no rounding to hundreds.
        assert_ne!(p.projectable(Some(2400)), p.projectable(Some(2401)));
    }

    #[test]
    fn impossible_files_are_refused_by_name() {
        let broken = FIRST_FIT.replace("asd = 1.9600", "asd = 0.9600");
        let message = Parameters::parse(&broken).expect_err("refused").to_string();
        assert!(message.contains("null.excess = 0.96"), "{message}");
        assert!(matches!(Parameters::parse("version = 3"), Err(ParameterError::Layout(_))));
    }
}
