//! The sequential value of one player as it stood after each round: the Bayes factor of help, which may be read at any time.
//!
//! The prior of an honest player's strength is fixed before the first move: mean and spread are those of the null for date and lag,
//! and neither the field nor the moves change them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::judge::full_test::player_decision::PlayerDecision;
use crate::null::strength::Shift;
use crate::parameters::DepthAwareReading;
use crate::statistics::bayes_factor::{BayesFactor, MoveChance, StrengthGrid};
use crate::statistics::outcomes::{Nodes, grid};
use crate::statistics::results::Sequential;

/// The value after the games of one round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundValue {
    pub round: u16,
    /// Decisions up to then.
    pub decisions: u32,
    /// Decimal logarithm of the value then.
    pub log10_value: f64,
    /// Decimal logarithm of the highest value up to then.
    pub log10_highest: f64,
}

/// The value of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Course")]
pub struct SequentialPath {
    /// Decisions so far.
    pub decisions: u32,
    /// The value now.
    pub now: Sequential,
    /// After each round played, in the order of play.
    pub rounds: Vec<RoundValue>,
}

/// The decisions of a player as the value sees them.
pub(crate) struct PlayerMoves {
    pub(crate) grid: StrengthGrid,
    /// Game by game, in the order of play.
    pub(crate) games: Vec<Vec<MoveChance>>,
}

impl PlayerMoves {
    /// The value after every decision.
    pub(crate) fn values(&self) -> Vec<Sequential> {
        let mut value = BayesFactor::new(self.grid.clone());
        let mut highest = 0.0_f64;
        let mut found = Vec::new();
        for of_game in &self.games {
            for played in of_game {
                value.observe(played);
                let now = value.ln_value();
                highest = highest.max(now);
                found.push(Sequential::new(now, highest));
            }
            value.end_game();
        }
        found
    }
}

/// The decisions of a player in the order of play, with the shift expected before the first game and the rating of each game; `None`
/// without a fitted helper, and if one of the decisions cannot be projected.
pub(crate) fn moves(
    second: &DepthAwareReading,
    own: &[PlayerDecision],
    shift: Shift,
    rating: impl Fn(usize) -> Option<u16>,
) -> Option<PlayerMoves> {
    let grid = grid(second, shift)?;
    let mut last: Option<(u16, Nodes)> = None;
    let mut games = Vec::new();
    for of_game in own.chunk_by(|a, b| a.game == b.game) {
        let at = rating(of_game.first()?.game)?;
        let (_, nodes) = match last.take() {
            Some((rating, nodes)) if rating == at => last.insert((rating, nodes)),
            _ => last.insert((at, Nodes::new(second, at, &grid)?)),
        };
        let played =
            of_game.iter().map(|own| nodes.outcomes(&own.decision)?.played(own.decision.played_line()));
        games.push(played.collect::<Option<Vec<MoveChance>>>()?);
    }
    Some(PlayerMoves { grid, games })
}

impl SequentialPath {
    /// The values after every decision, with the rounds they belong to; a decision without one counts and has no row.
    pub fn new(values: &[Sequential], rounds: impl IntoIterator<Item = Option<u16>>) -> Self {
        let mut found: Vec<RoundValue> = Vec::new();
        for ((value, round), decisions) in values.iter().zip(rounds).zip(1..) {
            let Some(round) = round else { continue };
            let Sequential { log10_value, log10_highest, .. } = *value;
            let then = RoundValue { round, decisions, log10_value, log10_highest };
            match found.last_mut() {
                Some(last) if last.round == round => *last = then,
                _ => found.push(then),
            }
        }
        Self {
            decisions: u32::try_from(values.len()).unwrap_or(u32::MAX),
            now: values.last().copied().unwrap_or_else(|| Sequential::new(0.0, 0.0)),
            rounds: found,
        }
    }

    /// Whether the value has ever reached `1 / alpha`.
    pub fn reaches(&self, alpha: f64) -> bool {
        alpha > 0.0 && self.now.log10_highest >= -libm::log10(alpha)
    }

    /// Decimal logarithm of the highest value up to the end of a round; 0 before the first.
    pub fn highest_through(&self, round: u16) -> f64 {
        let up_to = self.rounds.iter().filter(|value| value.round <= round);
        up_to.map(|value| value.log10_highest).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_after_each_round() {
        let ln_10 = std::f64::consts::LN_10;
        let values = [0.5, 1.5, 1.0, 2.0].map(|log10| Sequential::new(log10 * ln_10, (log10 + 0.25) * ln_10));
        let path = SequentialPath::new(&values, [Some(1), Some(1), None, Some(3)]);
        let row = |round, decisions, log10: f64| (round, decisions, log10);
        let rows: Vec<(u16, u32, f64)> = path
            .rounds
            .iter()
            .map(|r| row(r.round, r.decisions, (100.0 * r.log10_value).round() / 100.0))
            .collect();
        assert_eq!(rows, [row(1, 2, 1.5), row(3, 4, 2.0)]);
        assert!((path.highest_through(2) - 1.75).abs() < 1e-12);
        assert_eq!((path.highest_through(0), path.decisions), (0.0, 4));
        assert!((path.now.p_value - libm::pow(10.0, -2.25)).abs() < 1e-12);
        assert!(path.reaches(1.0) && path.reaches(0.006) && !path.reaches(0.005));
        assert!(!path.reaches(0.0) && !path.reaches(f64::NAN));
        let empty = SequentialPath::new(&[], []);
        assert_eq!((empty.now.p_value, empty.now.log10_highest), (1.0, 0.0));
    }
}
