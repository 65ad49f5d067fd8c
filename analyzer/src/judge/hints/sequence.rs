//! The sequential value of one player as it stood after each round: the Bayes factor of help, which may be read at any time.
//!
//! The prior of an honest player's strength is fixed before the first move: mean and spread are those of the null for date and lag,
//! and neither the field nor the moves change them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::promise::Promise;
use crate::judge::full_test::fitted_search::FittedSearch;
use crate::judge::full_test::player_decision::PlayerDecision;
use crate::null::strength::Shift;
use crate::parameters::DepthAwareReading;
use crate::statistics::bayes_factor::{BayesFactor, MoveChance, StrengthGrid};
use crate::statistics::outcomes::{Nodes, Outcomes, grid};
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
    /// Games after which the value was one that names a player.
    pub crossings: Vec<Crossing>,
}

/// The value after a game, where it is one that few honest players reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Crossing {
    /// The round of the game; absent if its tag names none.
    pub round: Option<u16>,
    /// Games of the player up to then.
    pub games: u32,
    /// Decimal logarithm of the value then.
    pub log10_value: f64,
    /// Decimal logarithm of the value it had to reach.
    pub log10_needed: f64,
}

/// A decision with its move.
pub(crate) struct PlayedOutcome {
    outcomes: Outcomes,
    line: Option<usize>,
}

/// The decisions of a player as the value sees them.
pub(crate) struct PlayerMoves {
    pub(crate) grid: StrengthGrid,
    /// Game by game, in the order of play.
    games: Vec<Vec<PlayedOutcome>>,
}

impl PlayerMoves {
    /// The moves played, game by game.
    pub(crate) fn played(&self) -> Vec<Vec<MoveChance>> {
        let of_game = |game: &Vec<PlayedOutcome>| {
            game.iter().filter_map(|own| own.outcomes.played(own.line).cloned()).collect()
        };
        self.games.iter().map(of_game).collect()
    }

    /// The value after every decision.
    pub(crate) fn values(&self) -> Vec<Sequential> {
        let games = self.played();
        let mut value = BayesFactor::of_moves(self.grid.clone(), games.iter().flatten());
        let mut highest = 0.0_f64;
        let mut found = Vec::new();
        for of_game in games {
            for played in &of_game {
                value.observe(played);
                let now = value.ln_value();
                highest = highest.max(now);
                found.push(Sequential::new(now, highest));
            }
            value.end_game();
        }
        found
    }

    /// The games among the first `finished` after which the value names the player under a promise. `values` and `rounds` have one
    /// entry for each decision.
    pub(super) fn crossings(
        &self,
        values: &[Sequential],
        rounds: &[Option<u16>],
        finished: usize,
        promise: &Promise,
    ) -> Vec<Crossing> {
        let mut ends: Vec<(u32, &Sequential, Option<u16>)> = Vec::new();
        let mut decisions = 0;
        for (game, number) in self.games.iter().zip(1..).take(finished) {
            decisions += game.len();
            let at = decisions.checked_sub(1).and_then(|last| Some((values.get(last)?, *rounds.get(last)?)));
            ends.extend(at.map(|(value, round)| (number, value, round)));
        }
        let finished = self.games.iter().take(finished);
        let games: Vec<Vec<&Outcomes>> =
            finished.map(|game| game.iter().map(|own| &own.outcomes).collect()).collect();
        let values: Vec<f64> =
            ends.iter().map(|(_, value, _)| value.log10_value * std::f64::consts::LN_10).collect();
        let levels = promise.levels(&self.grid, &values, &games).unwrap_or_default();
        let crossing = |((games, value, round), level): ((u32, &Sequential, Option<u16>), f64)| {
            let log10_needed = level * std::f64::consts::LOG10_E;
            let log10_value = value.log10_value;
            (log10_value >= log10_needed).then_some(Crossing { round, games, log10_value, log10_needed })
        };
        ends.into_iter().zip(levels).filter_map(crossing).collect()
    }
}

/// The decisions of a player in the order of play, with the shift expected before the first game and the rating of each game; `None`
/// without a fitted helper, and if one of the decisions cannot be projected. The probabilities are adjusted for the first
/// moves of `deeper`.
pub(crate) fn moves(
    second: &DepthAwareReading,
    own: &[PlayerDecision],
    shift: Shift,
    rating: impl Fn(usize) -> Option<u16>,
    deeper: Option<FittedSearch<'_>>,
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
        let played = of_game.iter().map(|own| {
            let choices = deeper.and_then(|search| search.choices(own));
            let adjusted = deeper.map(|search| search.weights).zip(choices.as_ref());
            let (outcomes, line) = (nodes.outcomes(&own.decision, adjusted)?, own.decision.played_line());
            outcomes.played(line).is_some().then_some(PlayedOutcome { outcomes, line })
        });
        games.push(played.collect::<Option<Vec<PlayedOutcome>>>()?);
    }
    Some(PlayerMoves { grid, games })
}

impl SequentialPath {
    /// The values after every decision, with the rounds they belong to; a decision without one counts and has no row.
    pub fn new(values: &[Sequential], rounds: &[Option<u16>], crossings: Vec<Crossing>) -> Self {
        let mut found: Vec<RoundValue> = Vec::new();
        for ((value, round), decisions) in values.iter().zip(rounds).zip(1..) {
            let Some(round) = *round else { continue };
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
            crossings,
        }
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
        let path = SequentialPath::new(&values, &[Some(1), Some(1), None, Some(3)], Vec::new());
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
        let empty = SequentialPath::new(&[], &[], Vec::new());
        assert_eq!((empty.now.p_value, empty.now.log10_highest), (1.0, 0.0));
    }
}
