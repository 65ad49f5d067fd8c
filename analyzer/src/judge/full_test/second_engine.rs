//! The same decisions, asked of another program. Its match rates have neither an expectation nor a z, so they are no second,
//! independent test in the sense of the rules.
//!
//! Where another engine has no calibration of its own there is no z. Nor is there an expectation: people find what a
//! stronger search finds more often than a model of the weaker one says, so that everybody would seem to play above it. What can
//! be said is how often the player chose *its* first move, and how often the opponents did in the same games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;

use super::fitted_search::{Second, lines};
use super::player_decision::PlayerDecision;
use crate::judge::hints::sequence::PlayerMoves;
use crate::judge::screen::Event;
use crate::judge::screen::document::{EngineEntry, SettingsEntry};
use crate::statistics::results::Sequential;

/// The player's decisions by another engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SecondEngine {
    pub engine: EngineEntry,
    pub settings: SettingsEntry,
    pub player: Agreement,
    /// The opponents in the same games.
    pub opponents: Agreement,
    /// The sequential value over all games, adjusted for the first moves of this engine; absent where it has not been fitted how often
    /// honest players make them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequential: Option<Sequential>,
}

/// How often moves were those of two engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Agreement {
    /// Decisions that both engines answered.
    pub decisions: u32,
    /// Of them, those in which both have the same first move.
    pub same_first: u32,
    /// Moves played that are the first move of the engine of the test.
    pub first_matches: u32,
    /// Moves played that are the first move of the other.
    pub second_matches: u32,
}

/// Compares. `own` are the player's decisions, `theirs` those of the opponents in the same games; `adjusted` the player's moves
/// with probabilities adjusted for the first moves of this engine.
pub(super) fn compare(
    event: &Event<'_>,
    second: &Second<'_>,
    own: &[PlayerDecision],
    theirs: &[PlayerDecision],
    adjusted: Option<&PlayerMoves>,
) -> SecondEngine {
    SecondEngine {
        engine: second.engine.into(),
        settings: second.settings.into(),
        player: agreement(event, second, own),
        opponents: agreement(event, second, theirs),
        sequential: adjusted.and_then(|moves| moves.values().last().copied()),
    }
}

fn agreement(event: &Event<'_>, second: &Second<'_>, decisions: &[PlayerDecision]) -> Agreement {
    let mut found = Agreement::default();
    for [played, first, other] in decisions.iter().filter_map(|own| moves(event, second, own)) {
        found.decisions += 1;
        found.same_first += u32::from(first == other);
        found.first_matches += u32::from(played == first);
        found.second_matches += u32::from(played == other);
    }
    found
}

/// The move played and the first moves of both engines; `None` where one of them has none.
fn moves(event: &Event<'_>, second: &Second<'_>, own: &PlayerDecision) -> Option<[UciMove; 3]> {
    let turn = event.plans.get(own.game)?.turns.get(own.ply)?;
    let first = |evaluations| Some(lines(evaluations, turn)?.first()?.mv);
    Some([turn.played, first(event.evaluations)?, first(second.evaluations)?])
}
