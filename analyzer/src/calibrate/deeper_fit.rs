//! Fits how often honest players, and helpers, make the first moves of a deeper search.

use crate::calibrate::choice_fit::ChoiceFitError;
use crate::calibrate::logit::{Choice, Held, Moves, logit};
use crate::choice::deeper_choice::{DeeperChoices, DeeperSearch, FEATURES};
use crate::choice::rating_scale::rating_units;

/// Fewest decisions for a fit.
pub const MIN_DECISIONS: usize = 500;

/// Ridge towards 0 in decisions; three times as much on the changes per 300 points.
const RIDGE: f64 = 10.0;

/// A decision of an honest player, or of another engine.
#[derive(Clone, Debug, PartialEq)]
pub struct DeeperDecision {
    /// Probabilities of the moves without the deeper search: the lines, then one entry for all unlisted moves.
    pub moves: Vec<f64>,
    /// Rating of the model that they are from.
    pub rating: f64,
    /// Choices of the deeper search.
    pub deeper: DeeperChoices,
    /// The move made, in the order of `moves`.
    pub played: usize,
}

impl DeeperDecision {
    /// Share of the depths at which the move made is first, 0 to 1.
    pub fn follows(&self) -> f64 {
        self.deeper.shares(self.moves.len()).get(self.played).copied().unwrap_or(0.0)
    }

    /// The decision with the choice at the full depth alone.
    #[must_use]
    pub fn at_last_depth(&self) -> Self {
        let lines = self.deeper.lines.last().into_iter().copied().collect();
        Self { deeper: DeeperChoices { lines }, ..self.clone() }
    }

    /// The decision with the probabilities of an honest player adjusted for the deeper search.
    #[must_use]
    pub fn adjusted(&self, search: &DeeperSearch) -> Self {
        let mut adjusted = self.clone();
        search.adjust_honest(&self.deeper, rating_units(self.rating), &mut adjusted.moves);
        adjusted
    }

    /// Expected value of [`Self::follows`] if the move is drawn from `moves`.
    pub fn expected(&self) -> f64 {
        self.deeper.shares(self.moves.len()).iter().zip(&self.moves).map(|(share, p)| share * p).sum()
    }
}

/// A decision with the features of its moves.
struct Featured<'a> {
    moves: &'a [f64],
    features: Vec<(usize, [f64; FEATURES])>,
}

impl Moves for Featured<'_> {
    fn utilities(&self, weights: &[f64]) -> Vec<f64> {
        let mut utilities: Vec<f64> =
            self.moves.iter().map(|p| libm::log(p.max(f64::MIN_POSITIVE))).collect();
        for (place, features) in &self.features {
            if let Some(utility) = utilities.get_mut(*place) {
                *utility += features.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>();
            }
        }
        utilities
    }

    fn features(&self, mv: usize) -> impl Iterator<Item = (usize, f64)> {
        let of_move = self.features.iter().filter(move |(place, _)| *place == mv);
        of_move.flat_map(|(_, features)| features.iter().copied().enumerate())
    }
}

/// Weights of the features of [`DeeperChoices`] at 2400 and their changes per 300 points, by greatest likelihood of the moves made.
///
/// # Errors
/// If there are too few decisions, or no lowest point is reached.
pub fn fit_honest(decisions: &[&DeeperDecision]) -> Result<[[f64; 2]; FEATURES], ChoiceFitError> {
    if decisions.len() < MIN_DECISIONS {
        return Err(ChoiceFitError::TooFew { found: decisions.len(), needed: MIN_DECISIONS });
    }
    let choices: Vec<Choice<Featured<'_>>> = decisions
        .iter()
        .map(|decision| Choice {
            moves: Featured { moves: &decision.moves, features: decision.deeper.features(&decision.moves) },
            rating: rating_units(decision.rating),
            weight: 1.0,
            played: decision.played,
        })
        .collect();
    let held = Held::to_zero([[RIDGE; FEATURES], [3.0 * RIDGE; FEATURES]].concat());
    let found = logit(&choices, FEATURES, &held, vec![0.0; 2 * FEATURES])
        .map_err(|promise| ChoiceFitError::Unsettled { promise })?;
    let of = |power: usize, k: usize| found.get(power * FEATURES + k).copied().unwrap_or(0.0);
    Ok(std::array::from_fn(|k| [of(0, k), of(1, k)]))
}

/// Share of moves that come from the deeper search, 0 to 1, where the others are made as `moves` says, by greatest likelihood.
pub fn fit_helper_share(decisions: &[&DeeperDecision]) -> f64 {
    // The likelihood is concave in the share, so its slope has one zero.
    let slope = |share: f64| -> f64 {
        let of = |decision: &&DeeperDecision| {
            let own = decision.moves.get(decision.played).copied().unwrap_or(0.0);
            let here = decision.follows();
            (here - own) / (share * here + (1.0 - share) * own).max(f64::MIN_POSITIVE)
        };
        decisions.iter().map(of).sum()
    };
    let (mut low, mut high) = (0.0, 1.0 - 1e-9);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::deeper_choice::tests::made_up;
    use crate::random::Random;

    /// Decisions with four lines and choices at some depths, drawn from probabilities changed by `adjust`.
    fn drawn(
        n: usize,
        depths: usize,
        adjust: &dyn Fn(&DeeperChoices, f64, &mut [f64]),
    ) -> Vec<DeeperDecision> {
        let mut random = Random::new(5);
        let decision = |_| {
            let rating = 1800.0 + 1000.0 * random.unit();
            let mut moves: Vec<f64> = (0..5).map(|_| 0.02 + random.unit()).collect();
            let sum: f64 = moves.iter().sum();
            moves.iter_mut().for_each(|p| *p /= sum);
            let place = |random: &mut Random| Some(random.below(5)).filter(|place| *place < 4);
            let deeper = DeeperChoices { lines: (0..depths).map(|_| place(&mut random)).collect() };
            let mut adjusted = moves.clone();
            adjust(&deeper, rating, &mut adjusted);
            let played = random.place(adjusted.into_iter()).expect("a move");
            DeeperDecision { moves, rating, deeper, played }
        };
        (0..n).map(decision).collect()
    }

    #[test]
    fn weights_are_found_again() {
        let model = made_up();
        let honest = |deeper: &DeeperChoices, rating: f64, moves: &mut [f64]| {
            model.adjust_honest(deeper, rating_units(rating), moves);
        };
        let decisions = drawn(60_000, 2, &honest);
        let [first, line, unlisted, surprise] =
            fit_honest(&decisions.iter().collect::<Vec<_>>()).expect("settles");
        let found = DeeperSearch { first, line, unlisted, surprise, ..made_up() };
        // Compare the resulting probabilities: the weights are correlated.
        for (line, p) in [(Some(0), 0.4), (Some(2), 0.1), (None, 0.2)] {
            for rating in [-1.5, 0.0, 1.0] {
                let adjusted = |model: &DeeperSearch| {
                    let choice = DeeperChoices { lines: vec![line, Some(3)] };
                    let mut moves = [0.0; 5];
                    moves.fill((1.0 - p) / 4.0);
                    moves[line.unwrap_or(4)] = p;
                    model.adjust_honest(&choice, rating, &mut moves);
                    moves[line.unwrap_or(4)]
                };
                assert!((adjusted(&found) - adjusted(&model)).abs() < 0.02, "{found:?}");
            }
        }
        assert!(matches!(fit_honest(&[]), Err(ChoiceFitError::TooFew { found: 0, .. })));
    }

    #[test]
    fn the_share_is_found_again() {
        let model = made_up();
        let helper = |deeper: &DeeperChoices, _, moves: &mut [f64]| {
            let model = DeeperSearch { other_share: Some(0.4), ..model.clone() };
            moves.copy_from_slice(&model.helpers(deeper, moves).pop().expect("with another engine"));
        };
        for depths in [1, 3] {
            let decisions = drawn(20_000, depths, &helper);
            let share = fit_helper_share(&decisions.iter().collect::<Vec<_>>());
            assert!((share - 0.4).abs() < 0.025, "{share}");
        }
    }
}
