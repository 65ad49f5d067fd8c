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

    /// Probability of each line, and of all unlisted moves together, to be the choice of the fitted helper; `None` if the decision
    /// lacks what the model looks at.
    pub fn helper(&self, decision: &Decision) -> Option<Vec<f64>> {
        Some(self.helper.outcomes(decision.looks.as_ref()?))
    }

    /// The decision with the fitted helper; `None` if it lacks what the model looks at.
    pub fn outcomes(&self, decision: &Decision) -> Option<Outcomes> {
        self.outcomes_with(decision, self.helper(decision)?)
    }

    /// The same with these probabilities of a helper.
    pub fn outcomes_with(&self, decision: &Decision, helper: Vec<f64>) -> Option<Outcomes> {
        self.strengths.outcomes(decision, helper)
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
