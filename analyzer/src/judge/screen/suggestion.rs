//! The next step that an index suggests.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::parameters::{Parameters, Projectable};
use crate::statistics::overall::Judgement;

/// The step that an index suggests. A hint, never a judgment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Suggestion {
    /// No rating, so no projection.
    Unrated,
    /// The rating lies outside the range the parameters were fitted on.
    RatingOutsideRange,
    /// Too few decisions for an index.
    Insufficient,
    /// No calibration for this engine and these settings, or only a provisional one: nothing is invited to.
    NotCalibrated,
    /// Index under 60.
    Normal,
    /// Index from 60: look at the context.
    LookAtContext,
    /// Index from 65: ask for a full test.
    AskForFullTest,
}

/// The next step that an index suggests (Regan's readings). A rating is asked for before a sample is.
pub fn reading(projectable: &Projectable, judged: &Judgement, parameters: Option<&Parameters>) -> Suggestion {
    match (projectable, judged.roi) {
        (Projectable::Unrated, _) => Suggestion::Unrated,
        (Projectable::OutsideRange, _) => Suggestion::RatingOutsideRange,
        (Projectable::Uncalibrated, _) => Suggestion::NotCalibrated,
        (Projectable::Model(_), None) => Suggestion::Insufficient,
        // No reading without a calibration: an uncalibrated index says more about its parameters than about people.
        (Projectable::Model(_), Some(_)) if parameters.is_none_or(|p| p.provisional) => {
            Suggestion::NotCalibrated
        }
        (Projectable::Model(_), Some(roi)) if roi >= 65.0 => Suggestion::AskForFullTest,
        (Projectable::Model(_), Some(roi)) if roi >= 60.0 => Suggestion::LookAtContext,
        (Projectable::Model(_), Some(_)) => Suggestion::Normal,
    }
}
