//! Fits how often honest players, and helpers, make the first move of a deeper search.

use crate::calibrate::choice_fit::ChoiceFitError;
use crate::calibrate::logit::{Choice, Held, Moves, logit};
use crate::choice::deeper_choice::{DeeperChoice, DeeperSearch, FEATURES};
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
    /// Choice of the deeper search.
    pub deeper: DeeperChoice,
    /// The move made, in the order of `moves`.
    pub played: usize,
}

impl DeeperDecision {
    fn place(&self) -> usize {
        self.deeper.place(self.moves.len())
    }

    /// True if the move made is the choice of the deeper search.
    pub fn follows(&self) -> bool {
        self.played == self.place()
    }

    /// The decision with the probabilities of an honest player adjusted for the deeper search.
    #[must_use]
    pub fn adjusted(&self, search: &DeeperSearch) -> Self {
        let mut adjusted = self.clone();
        search.adjust_honest(self.deeper, rating_units(self.rating), &mut adjusted.moves);
        adjusted
    }

    /// Probability of the choice of the deeper search.
    pub fn expected(&self) -> f64 {
        self.moves.get(self.place()).copied().unwrap_or(0.0)
    }
}

impl Moves for &DeeperDecision {
    fn utilities(&self, weights: &[f64]) -> Vec<f64> {
        let mut utilities: Vec<f64> =
            self.moves.iter().map(|p| libm::log(p.max(f64::MIN_POSITIVE))).collect();
        if let Some(chosen) = utilities.get_mut(self.place()) {
            let features = self.deeper.features(self.expected());
            *chosen += features.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>();
        }
        utilities
    }

    fn features(&self, mv: usize) -> impl Iterator<Item = (usize, f64)> {
        let of_choice = (mv == self.place()).then(|| self.deeper.features(self.expected()));
        of_choice.into_iter().flatten().enumerate()
    }
}

/// Weights of the features of [`DeeperChoice`] at 2400 and their changes per 300 points, by greatest likelihood of the moves made.
///
/// # Errors
/// If there are too few decisions, or no lowest point is reached.
pub fn fit_honest(decisions: &[&DeeperDecision]) -> Result<[[f64; 2]; FEATURES], ChoiceFitError> {
    if decisions.len() < MIN_DECISIONS {
        return Err(ChoiceFitError::TooFew { found: decisions.len(), needed: MIN_DECISIONS });
    }
    let choices: Vec<Choice<&DeeperDecision>> = decisions
        .iter()
        .map(|decision| Choice {
            moves: *decision,
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

/// Share of moves that are the choice of the deeper search beyond those that `moves` expects to be, 0 to 1, by greatest likelihood.
pub fn fit_helper_share(decisions: &[&DeeperDecision]) -> f64 {
    // The likelihood is concave in the share, so its slope has one zero.
    let slope = |share: f64| -> f64 {
        let of = |decision: &&DeeperDecision| {
            let own = decision.moves.get(decision.played).copied().unwrap_or(0.0);
            let here = f64::from(u8::from(decision.follows()));
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

    /// Decisions with four lines, drawn from probabilities changed by `adjust`.
    fn drawn(n: usize, adjust: &dyn Fn(DeeperChoice, f64, &mut [f64])) -> Vec<DeeperDecision> {
        let mut random = Random::new(5);
        let decision = |_| {
            let rating = 1800.0 + 1000.0 * random.unit();
            let mut moves: Vec<f64> = (0..5).map(|_| 0.02 + random.unit()).collect();
            let sum: f64 = moves.iter().sum();
            moves.iter_mut().for_each(|p| *p /= sum);
            let place = random.below(5);
            let deeper = DeeperChoice { line: (place < 4).then_some(place) };
            let mut adjusted = moves.clone();
            adjust(deeper, rating, &mut adjusted);
            let played = random.place(adjusted.into_iter()).expect("a move");
            DeeperDecision { moves, rating, deeper, played }
        };
        (0..n).map(decision).collect()
    }

    #[test]
    fn weights_are_found_again() {
        let model = made_up();
        let honest = |deeper, rating: f64, moves: &mut [f64]| {
            model.adjust_honest(deeper, rating_units(rating), moves);
        };
        let decisions = drawn(60_000, &honest);
        let [first, line, unlisted, surprise] =
            fit_honest(&decisions.iter().collect::<Vec<_>>()).expect("settles");
        let found = DeeperSearch { first, line, unlisted, surprise, ..made_up() };
        // Compare the resulting probabilities: the weights are correlated.
        for (line, p) in [(Some(0), 0.4), (Some(2), 0.1), (None, 0.2)] {
            for rating in [-1.5, 0.0, 1.0] {
                let adjusted = |model: &DeeperSearch| {
                    let choice = DeeperChoice { line };
                    let mut moves = [0.0; 5];
                    moves.fill((1.0 - p) / 4.0);
                    moves[line.unwrap_or(4)] = p;
                    model.adjust_honest(choice, rating, &mut moves);
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
        let helper = |deeper, _, moves: &mut [f64]| model.adjust_helper(deeper, moves);
        let decisions = drawn(20_000, &helper);
        let share = fit_helper_share(&decisions.iter().collect::<Vec<_>>());
        assert!((share - 0.4).abs() < 0.02, "{share}");
    }
}
