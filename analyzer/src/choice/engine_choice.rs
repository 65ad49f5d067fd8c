//! The helper: which move a strong engine would give, as far as the search of the test can tell.
//!
//! Somebody who is helped need not be helped by the engine of the test. A conditional logit over the legal moves gives the
//! probability that each is the choice of another engine or of a deeper search, from how the moves looked at every depth of the
//! test's own search. It is fitted to the first choices of several engines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::depth_aware::{FEATURES, MoveFeatures, softmax, utilities};
use crate::parameters::error::{ParameterError, within};

/// Weights by the names of [`FEATURES`], in nats per unit of the feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Helper {
    /// Standard deviation of honest form from game to game, in rating points.
    pub game_sd: f64,
    pub weights: BTreeMap<String, f64>,
}

impl Helper {
    /// # Errors
    /// If a feature is not known or a number out of range.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        within("helper.game_sd", self.game_sd, (0.0..=1000.0).contains(&self.game_sd), "0 to 1000")?;
        for (name, weight) in &self.weights {
            let known = FEATURES.iter().any(|(_, feature, _)| feature == name);
            within("helper.weights", *weight, known && weight.is_finite(), "a number for a known feature")?;
        }
        Ok(())
    }

    /// Weights in the order of [`FEATURES`].
    pub fn in_order(&self) -> HelperWeights {
        let of = |(_, name, _): &(_, &str, _)| self.weights.get(*name).copied().unwrap_or(0.0);
        HelperWeights(FEATURES.iter().map(of).collect())
    }
}

/// The weights of a helper in the order of [`FEATURES`].
#[derive(Clone, Debug, PartialEq)]
pub struct HelperWeights(Vec<f64>);

impl HelperWeights {
    /// The probability of each legal move to be the choice of the helper.
    pub fn moves(&self, looks: &MoveFeatures) -> Vec<f64> {
        let mut moves = utilities(looks, &self.0);
        softmax(&mut moves);
        moves
    }

    /// The same of each line, and of all unlisted moves together.
    pub fn outcomes(&self, looks: &MoveFeatures) -> Vec<f64> {
        let mut moves = self.moves(looks);
        let unlisted = moves.split_off(looks.listed().min(moves.len()));
        moves.push(unlisted.iter().sum());
        moves
    }
}
