//! What other conditions change against standard play over the board: faster play, and play online.

use datasets::clocks::time_class::TimeClass;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::venue::Venue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::choice::rating_scale::rating_units;
use crate::null::Null;
use crate::null::gains::SCORES;
use crate::parameters::error::{ParameterError, within};

/// The shift between standard play over the board and other conditions, and what a choice model has of its own there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherConditions {
    pub time_class: TimeClass,
    pub venue: Venue,
    /// Version of the projections with which they were measured; with others the parameters are provisional.
    pub projections: String,
    /// True if the certificate does not allow acting on it; the sheet then shows an index and no reading.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// Shift at 2400, in rating points.
    pub at_2400: f64,
    /// Its change per 300 points of rating.
    pub per_300: f64,
    /// Covariance of the errors of these two, row by row.
    pub covariance: [[f64; 2]; 2],
    /// Share of the measured performances that the fit takes as helped; absent where it takes all as honest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helped: Option<HelpedShare>,
    pub primary: ModelChange,
    /// Absent where it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth_aware: Option<ModelChange>,
}

/// A share of helped performances, 0 to 1, with its 95 % limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HelpedShare {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// What other conditions change for one choice model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelChange {
    /// Added to its level, in rating points; 0 for the model of the shift.
    pub level: f64,
    /// Excess of each score over that in standard play, above 0: MM, EV, ASD, efficient score.
    pub excess: [f64; SCORES - 1],
}

impl OtherConditions {
    pub fn conditions(&self) -> Conditions {
        Conditions { venue: self.venue, class: self.time_class }
    }

    /// Mean shift at a rating, in rating points.
    pub fn shift(&self, rating: f64) -> f64 {
        self.at_2400 + self.per_300 * rating_units(rating)
    }

    /// Variance of the error of the shift at 2400, in rating points squared: players of an event share it.
    pub fn shared_variance(&self) -> f64 {
        self.covariance[0][0]
    }

    /// What the error of the slope adds at a rating, in rating points squared; it never takes anything away.
    pub fn slope_variance(&self, rating: f64) -> f64 {
        let x = rating_units(rating);
        let [[_, both], [_, slope]] = self.covariance;
        (2.0 * x * both + x * x * slope).max(0.0)
    }

    /// # Errors
    /// If a number is outside its range.
    pub(super) fn check(&self) -> Result<(), ParameterError> {
        for (name, value) in [("conditions.at_2400", self.at_2400), ("conditions.per_300", self.per_300)] {
            within(name, value, value.abs() <= 1000.0, "-1000 to 1000")?;
        }
        let [[level, both], [other, slope]] = self.covariance;
        let definite = level >= 0.0 && slope >= 0.0 && both == other && both * both <= level * slope;
        within("conditions.covariance", both, definite, "that of two numbers")?;
        if let Some(HelpedShare { value, low, high }) = self.helped {
            let ordered = 0.0 <= low && low <= value && value <= high && high <= 1.0;
            within("conditions.helped", value, ordered, "0 to 1, between its limits")?;
        }
        for change in self.depth_aware.iter().chain([&self.primary]) {
            within("conditions level", change.level, change.level.abs() <= 1000.0, "-1000 to 1000")?;
            for factor in change.excess {
                within("conditions excess", factor, factor > 0.0 && factor.is_finite(), "above 0")?;
            }
        }
        Ok(())
    }
}

impl ModelChange {
    /// From the level and the excess of a model under other conditions, and its null in standard play.
    pub fn new(standard: &Null, level: f64, excess: [f64; SCORES]) -> Self {
        let usual = standard.noise().excess;
        Self { level, excess: std::array::from_fn(|k| excess[k] / usual[k]) }
    }

    /// The null of the model under these conditions. An excess is never under 1.
    pub fn applied(&self, standard: &Null) -> Null {
        let mut null = *standard;
        null.level += self.level;
        let mut excess = standard.noise().excess;
        for (excess, factor) in excess.iter_mut().zip(self.excess) {
            *excess = (*excess * factor).max(1.0);
        }
        null.take(excess);
        null
    }
}
