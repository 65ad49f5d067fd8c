//! The loss profile: in which share of the decisions a move lost more than so many centipawns against the best.
//!
//! It describes. No null of it has been measured, so there is no z here and nothing of it enters an index.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::choice::Choices;
use crate::decision::Decision;

/// The losses that are counted, in centipawns.
const OVER_CP: [u16; 5] = [10, 25, 50, 100, 200];

/// The share of decisions with a loss above a number of centipawns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LossShare {
    /// In centipawns; a loss of exactly so many is not counted.
    pub over_cp: u16,
    /// Share seen, 0 to 1.
    pub observed: f64,
    /// Share projected by the primary model for the rating; absent unless every decision has a projection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
}

/// Whether a difference in pawns lies above each of the losses. Values are whole centipawns, so what a division by 100 leaves
/// behind is rounded away.
fn above(pawns: f64) -> [f64; 5] {
    let loss = (100.0 * pawns).round();
    OVER_CP.map(|over| f64::from(u8::from(loss > f64::from(over))))
}

/// The projected probability of each loss in one decision; the unlisted moves count as one with their mean cost.
pub(crate) fn projected(decision: &Decision, choices: &Choices) -> [f64; 5] {
    let lines = decision.differences.iter().zip(&choices.lines);
    let unlisted = (&choices.unlisted_difference, &choices.unlisted);
    lines.chain([unlisted]).fold([0.0; 5], |mut sums, (pawns, p)| {
        sums.iter_mut().zip(above(*pawns)).for_each(|(sum, above)| *sum += p * above);
        sums
    })
}

/// The profile of some decisions with what was projected for each; empty without decisions.
pub(crate) fn profile<'a>(
    decisions: impl Iterator<Item = (&'a Decision, Option<[f64; 5]>)>,
) -> Vec<LossShare> {
    let (mut n, mut seen, mut expected) = (0_u32, [0.0; 5], Some([0.0; 5]));
    let add = |sums: &mut [f64; 5], values: [f64; 5]| {
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    };
    for (decision, projected) in decisions {
        n += 1;
        add(&mut seen, above(decision.played_difference()));
        expected = expected.zip(projected).map(|(mut sums, projected)| {
            add(&mut sums, projected);
            sums
        });
    }
    if n == 0 {
        return Vec::new();
    }
    let share = |(place, (over_cp, seen)): (usize, (u16, f64))| LossShare {
        over_cp,
        observed: seen / f64::from(n),
        expected: expected.map(|sums| sums[place] / f64::from(n)),
    };
    OVER_CP.into_iter().zip(seen).enumerate().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::PlayedMove;

    fn decision(played: PlayedMove) -> Decision {
        Decision {
            differences: vec![0.0, 0.1, 0.3, 2.0],
            deltas: vec![0.0; 4],
            unlisted: 3,
            played,
            looks: None,
        }
    }

    /// Losses of 0, 10, 30 and 200 centipawns with .4, .3, .15 and .1; all others, at 2.5 pawns, with .05. More than 10: .15 + .1 +
    /// .05 = .3; more than 25 the same; more than 50 and 100: .15; more than 200: .05.
    #[test]
    fn a_profile_by_hand() {
        let choices = Choices {
            rating: 2000,
            lines: vec![0.4, 0.3, 0.15, 0.1],
            unlisted: 0.05,
            unlisted_delta: 0.0,
            unlisted_spread: 0.0,
            unlisted_difference: 2.5,
        };
        let played = [
            PlayedMove::Line(0),
            PlayedMove::Line(1),
            PlayedMove::Line(3),
            PlayedMove::Apart { difference: 3.1, delta: 0.5 },
        ];
        let decisions = played.map(decision);
        let of = projected(&decisions[0], &choices);
        let shares = profile(decisions.iter().map(|decision| (decision, Some(of))));
        let found: Vec<u16> = shares.iter().map(|share| share.over_cp).collect();
        assert_eq!(found, [10, 25, 50, 100, 200]);
        let seen: Vec<f64> = shares.iter().map(|share| share.observed).collect();
        assert_eq!(seen, [0.5, 0.5, 0.5, 0.5, 0.25]);
        for (share, by_hand) in shares.iter().zip([0.3, 0.3, 0.15, 0.15, 0.05]) {
            assert!((share.expected.expect("a projection") - by_hand).abs() < 1e-12, "{share:?}");
        }
    }

    #[test]
    fn one_decision_without_a_projection_leaves_a_description() {
        let decisions = [decision(PlayedMove::Line(0)), decision(PlayedMove::Line(2))];
        let shares = profile(decisions.iter().zip([Some([0.5; 5]), None]));
        assert!(shares.iter().all(|share| share.expected.is_none()), "{shares:?}");
        assert_eq!(shares.iter().map(|s| s.observed).collect::<Vec<_>>(), [0.5, 0.5, 0.0, 0.0, 0.0]);
        assert!(profile(std::iter::empty()).is_empty());
    }
}
