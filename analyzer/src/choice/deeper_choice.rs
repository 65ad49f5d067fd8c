//! Adjusts choice probabilities for the first move of a deeper search, for honest players and for a helper.
//!
//! Players find the first move of a deeper search more often than their probabilities under the search of the test say. A test that
//! took all such moves for help would accuse them, so the weights are fitted to honest moves with [`crate::calibrate::deeper_fit`].

use serde::{Deserialize, Serialize};

use crate::parameters::error::{ParameterError, within};

/// Features of the deeper search's choice.
pub(crate) const FEATURES: usize = 4;

/// Largest surprise that counts, in nats: rarer moves are too few to fit.
const MAX_SURPRISE: f64 = 6.0;

/// A deeper search with one line, and how its first move changes choice probabilities.
///
/// Each weight is its value at 2400 and its change per 300 rating points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeeperSearch {
    /// Name of the engine.
    pub engine: String,
    /// Signature of the engine under the settings of the fit; `None` if it has not been proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_signature: Option<String>,
    /// Depth in plies.
    pub depth: u8,
    /// Share of a helper's moves that come from this search, 0 to 1; the others follow the fitted helper.
    pub helper_share: f64,
    /// Nats by which the choice is likelier as an honest move where it is the first line of the test.
    pub first: [f64; 2],
    /// The same where it is another line.
    pub line: [f64; 2],
    /// The same where it is not among the lines.
    pub unlisted: [f64; 2],
    /// The same for each nat of its surprise `-ln p` under the choice model, up to 6.
    pub surprise: [f64; 2],
}

/// The first choice of the deeper search in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeeperChoice {
    /// The line of the test that it is; `None` for a move that is not among the lines.
    pub line: Option<usize>,
}

impl DeeperChoice {
    /// Its place among `outcomes`: the lines, then one entry for all unlisted moves.
    pub(crate) fn place(self, outcomes: usize) -> usize {
        self.line.unwrap_or(usize::MAX).min(outcomes.saturating_sub(1))
    }

    /// Features of the choice, where the choice model gives it this probability.
    pub(crate) fn features(self, probability: f64) -> [f64; FEATURES] {
        let is = |yes: bool| f64::from(u8::from(yes));
        let surprise = -libm::log(probability.max(f64::MIN_POSITIVE));
        [
            is(self.line == Some(0)),
            is(self.line.is_some_and(|line| line > 0)),
            is(self.line.is_none()),
            surprise.clamp(0.0, MAX_SURPRISE),
        ]
    }
}

impl DeeperSearch {
    /// # Errors
    /// If a number is out of range.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        let share = self.helper_share;
        within("deeper.helper_share", share, (0.0..=1.0).contains(&share), "0 to 1")?;
        for weight in self.weights().into_iter().flatten() {
            within("deeper weights", weight, weight.abs() <= 10.0, "-10 to 10")?;
        }
        Ok(())
    }

    fn weights(&self) -> [[f64; 2]; FEATURES] {
        [self.first, self.line, self.unlisted, self.surprise]
    }

    /// Adjusts the probabilities of an honest player's moves: the lines, then one entry for all unlisted moves.
    /// `rating` is that of the model, in steps of 300 from 2400.
    pub fn adjust_honest(&self, choice: DeeperChoice, rating: f64, moves: &mut [f64]) {
        let place = choice.place(moves.len());
        let Some(chosen) = moves.get_mut(place) else { return };
        let features = choice.features(*chosen).into_iter().zip(self.weights());
        let nats: f64 = features.map(|(x, [at_2400, slope])| x * (at_2400 + slope * rating)).sum();
        *chosen *= libm::exp(nats);
        let sum: f64 = moves.iter().sum();
        for p in moves {
            *p /= sum;
        }
    }

    /// Adjusts the probabilities of a helper's moves, in the same order.
    pub fn adjust_helper(&self, choice: DeeperChoice, moves: &mut [f64]) {
        let chosen = choice.place(moves.len());
        for (place, p) in moves.iter_mut().enumerate() {
            let here = if place == chosen { self.helper_share } else { 0.0 };
            *p = here + (1.0 - self.helper_share) * *p;
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn made_up() -> DeeperSearch {
        DeeperSearch {
            engine: "Engine".to_owned(),
            engine_signature: None,
            depth: 16,
            helper_share: 0.4,
            first: [0.5, 0.1],
            line: [1.0, 0.0],
            unlisted: [2.0, 0.0],
            surprise: [-0.25, 0.0],
        }
    }

    /// By hand: the odds of the choice grow by the weights, those of the others among themselves stay.
    #[test]
    fn honest_odds_grow_by_the_weights() {
        let adjusted = |line: Option<usize>, rating: f64| {
            let mut moves = [0.5, 0.3, 0.2];
            made_up().adjust_honest(DeeperChoice { line }, rating, &mut moves);
            moves
        };
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        let [first, second, unlisted] = adjusted(Some(0), 2.0);
        close(first / (1.0 - first), libm::exp(0.7 - 0.25 * std::f64::consts::LN_2));
        close(second / unlisted, 1.5);
        close(first + second + unlisted, 1.0);
        let [_, second, _] = adjusted(Some(1), 2.0);
        close(second / (1.0 - second), 0.3 / 0.7 * libm::exp(1.0 + 0.25 * libm::log(0.3)));
        let [.., unlisted] = adjusted(None, 0.0);
        close(unlisted / (1.0 - unlisted), 0.2 / 0.8 * libm::exp(2.0 + 0.25 * libm::log(0.2)));
    }

    #[test]
    fn a_helper_takes_the_choice_so_much_more_often() {
        let adjusted = |line| {
            let mut moves = [0.5, 0.3, 0.2];
            made_up().adjust_helper(DeeperChoice { line }, &mut moves);
            moves
        };
        for (found, expected) in [(adjusted(Some(1)), [0.3, 0.58, 0.12]), (adjusted(None), [0.3, 0.18, 0.52])]
        {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
    }

    #[test]
    fn a_surprise_without_bounds_does_not_count() {
        let [.., surprise] = DeeperChoice { line: Some(2) }.features(0.0);
        assert_eq!(surprise, MAX_SURPRISE);
        assert!(made_up().check().is_ok());
        assert!(DeeperSearch { helper_share: 1.1, ..made_up() }.check().is_err());
        assert!(DeeperSearch { line: [f64::NAN, 0.0], ..made_up() }.check().is_err());
    }
}
