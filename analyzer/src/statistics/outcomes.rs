//! Decisions for the Bayes factor: how likely every move was, for players of many strengths and for a helper.

use crate::choice::engine_choice::HelperWeights;
use crate::choice::{ChoiceModel, depth_aware::DepthAwareAt};
use crate::decision::Decision;
use crate::null::strength::Shift;
use crate::parameters::{CalibratedModel, DepthAwareReading};
use crate::random::Random;
use crate::statistics::bayes_factor::{MoveChance, StrengthGrid};

/// Ratings at which the model is asked; beyond them it is the model of the end.
const RATINGS: [f64; 2] = [400.0, 3600.0];

/// A choice model at every node of a grid around one published rating.
#[derive(Clone, Debug)]
pub struct Strengths<M> {
    models: Vec<M>,
    centre: usize,
}

impl<M: ChoiceModel> Strengths<M> {
    pub fn new<R: CalibratedModel<Model = M>>(reading: &R, rating: u16, grid: &StrengthGrid) -> Self {
        let at = |points: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "within the range of a rating"
            )]
            let rating = (f64::from(rating) + points).round().clamp(RATINGS[0], RATINGS[1]) as u16;
            reading.model(rating)
        };
        Self { models: grid.offsets().map(at).collect(), centre: grid.centre() }
    }

    /// A decision with the probability of each line, and of all unlisted moves together, to be the choice of a helper. `None` if the
    /// decision lacks what the model looks at.
    pub fn outcomes(&self, decision: &Decision, helper: Vec<f64>) -> Option<Outcomes> {
        let mut chances: Vec<Vec<f64>> =
            vec![Vec::with_capacity(self.models.len()); decision.deltas.len() + 1];
        let mut cost = 0.0;
        for (node, model) in self.models.iter().enumerate() {
            let choices = model.project(decision)?;
            for (of, p) in chances.iter_mut().zip(choices.lines.iter().chain([&choices.unlisted])) {
                of.push(*p);
            }
            if node == self.centre {
                let lines: f64 = choices.lines.iter().zip(&decision.deltas).map(|(p, d)| p * d).sum();
                cost = lines + choices.unlisted * choices.unlisted_delta;
            }
        }
        let outcomes = chances.into_iter().zip(helper);
        Some(Outcomes(outcomes.map(|(chances, helper)| MoveChance { chances, helper, cost }).collect()))
    }
}

/// The depth-aware model at every node, with the fitted helper.
#[derive(Clone, Debug)]
pub struct Nodes {
    strengths: Strengths<DepthAwareAt>,
    helper: HelperWeights,
}

/// The grid for a player with this expected shift, before the level of the model; `None` if no helper was fitted.
pub fn grid(reading: &DepthAwareReading, shift: Shift) -> Option<StrengthGrid> {
    let helper = reading.helper.as_ref()?;
    Some(StrengthGrid::new(shift.at_level(reading.null.level), helper.game_sd))
}

impl Nodes {
    /// `None` if no helper was fitted.
    pub fn new(reading: &DepthAwareReading, rating: u16, grid: &StrengthGrid) -> Option<Self> {
        let helper = reading.helper.as_ref()?.in_order();
        Some(Self { strengths: Strengths::new(reading, rating, grid), helper })
    }

    /// The decision with the fitted helper, and with what another search says of the helper's choice where there is one; `None` if the
    /// decision lacks what the model looks at.
    pub fn outcomes(&self, decision: &Decision, other: Option<OtherChoice>) -> Option<Outcomes> {
        let mut helper = self.helper.outcomes(decision.looks.as_ref()?);
        if let Some(other) = other {
            other.mix_into(&mut helper);
        }
        self.strengths.outcomes(decision, helper)
    }
}

/// The first choice of another engine or of a deeper search in a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OtherChoice {
    /// The line of the test that it is; `None` for a move that is not among the lines.
    pub line: Option<usize>,
    /// Share of the helper's moves that are this choice, beyond those of which the fitted helper knows, 0 to 1.
    pub share: f64,
}

impl OtherChoice {
    /// [`Self::share`] of one strong engine in the choices of another: Stockfish 19 and 15.1 at depth 16 have the same first move in 73 %
    /// of 5,649 decisions, of which the fitted helper expects 57 %; `0.57 + 0.4 (1 - 0.57)` is 0.74 (`docs/power`).
    pub const SHARE: f64 = 0.4;

    /// Mixes the choice into the probabilities of a helper, those of the unlisted moves together being the last.
    fn mix_into(self, helper: &mut [f64]) {
        let chosen = self.line.unwrap_or_else(|| helper.len().saturating_sub(1));
        for (place, chance) in helper.iter_mut().enumerate() {
            let here = if place == chosen { self.share } else { 0.0 };
            *chance = here + (1.0 - self.share) * *chance;
        }
    }
}

/// Every line, and the unlisted moves together as the last, as they might have been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes(Vec<MoveChance>);

impl Outcomes {
    #[cfg(test)]
    pub(crate) fn made_up(all: Vec<MoveChance>) -> Self {
        Self(all)
    }

    /// The decision with a line, or with an unlisted move; `None` if there is no such line.
    pub fn played(&self, line: Option<usize>) -> Option<&MoveChance> {
        let (unlisted, lines) = self.0.split_last()?;
        line.map_or(Some(unlisted), |line| lines.get(line))
    }

    /// The place of a move of an honest player at a node, drawn.
    pub fn honest(&self, node: usize, random: &mut Random) -> Option<usize> {
        random.place(self.0.iter().map(|of| of.chances.get(node).copied().unwrap_or(0.0)))
    }

    /// Lines in order, then the unlisted moves.
    pub fn all(&self) -> &[MoveChance] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_choice_is_mixed_in() {
        let close = |line, expected: [f64; 3]| {
            let mut helper = [0.5, 0.3, 0.2];
            OtherChoice { line, share: 0.4 }.mix_into(&mut helper);
            assert!(helper.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{helper:?}");
        };
        close(Some(1), [0.3, 0.58, 0.12]);
        close(None, [0.3, 0.18, 0.52]);
    }
}
