//! Decisions for the Bayes factor: how likely every move was, for players of many strengths and for a helper.

use crate::choice::deeper_choice::{DeeperChoices, DeeperSearch};
use crate::choice::engine_choice::HelperWeights;
use crate::choice::rating_scale::rating_units;
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
        Some(Outcomes(
            outcomes.map(|(chances, helper)| MoveChance { chances, helpers: vec![helper], cost }).collect(),
        ))
    }
}

/// The depth-aware model at every node, with the fitted helper.
#[derive(Clone, Debug)]
pub struct Nodes {
    strengths: Strengths<DepthAwareAt>,
    helper: HelperWeights,
    /// Ratings of the nodes in steps of 300 from 2400.
    ratings: Vec<f64>,
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
        let ratings = grid.offsets().map(|points| rating_units(f64::from(rating) + points)).collect();
        let strengths = Strengths::new(reading, rating, grid);
        Some(Self { strengths, helper, ratings })
    }

    /// The decision with the fitted helper, adjusted for the first moves of a deeper search if they are given with its weights; `None` if
    /// it lacks what the model looks at.
    pub fn outcomes(
        &self,
        decision: &Decision,
        deeper: Option<(&DeeperSearch, &DeeperChoices)>,
    ) -> Option<Outcomes> {
        let helper = self.helper.outcomes(decision.looks.as_ref()?);
        let mut outcomes = self.strengths.outcomes(decision, helper)?;
        if let Some((search, choices)) = deeper {
            outcomes.adjust(choices, search, &self.ratings);
        }
        Some(outcomes)
    }
}

/// Every line, and the unlisted moves together as the last, as they might have been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes(Vec<MoveChance>);

impl Outcomes {
    /// Adjusts the moves of honest players at nodes of these ratings, and of helpers, for the first moves of a deeper search.
    fn adjust(&mut self, choices: &DeeperChoices, deeper: &DeeperSearch, ratings: &[f64]) {
        let fitted: Vec<f64> = self.0.iter().filter_map(|of| of.helpers.first().copied()).collect();
        for of in &mut self.0 {
            of.helpers.clear();
        }
        for helper in deeper.helpers(choices, &fitted) {
            for (of, p) in self.0.iter_mut().zip(helper) {
                of.helpers.push(p);
            }
        }
        for (node, rating) in ratings.iter().enumerate() {
            let at = |of: &MoveChance| of.chances.get(node).copied().unwrap_or(0.0);
            let mut moves: Vec<f64> = self.0.iter().map(at).collect();
            deeper.adjust_honest(choices, *rating, &mut moves);
            for (of, p) in self.0.iter_mut().zip(moves) {
                if let Some(chance) = of.chances.get_mut(node) {
                    *chance = p;
                }
            }
        }
    }

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
