//! The same decisions, asked of another program. Its match rates have neither an expectation nor a z, so they are no second,
//! independent test in the sense of the rules.
//!
//! Where another engine has no calibration of its own there is no z. Nor is there an expectation: people find what a
//! stronger search finds more often than a model of the weaker one says, so that everybody would seem to play above it. What can
//! be said is how often the player chose *its* first move, and how often the opponents did in the same games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;
use uci_pool::{Identity, Line, Settings};

use super::player_decision::PlayerDecision;
use crate::choice::deeper_choice::{DeeperChoices, DeeperSearch};
use crate::decision::evaluations::Evaluations;
use crate::decision::plan::Turn;
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

/// Another engine with its answers to the same positions; only first moves are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Second<'a> {
    pub engine: &'a Identity,
    pub settings: &'a Settings,
    /// Its answers.
    pub evaluations: &'a Evaluations,
}

/// A second engine beside a test of an event, with the weights that were fitted to its search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FittedSearch<'a> {
    pub(crate) engine: Second<'a>,
    pub(crate) event: &'a Event<'a>,
    pub(crate) weights: &'a DeeperSearch,
}

impl<'a> FittedSearch<'a> {
    /// `None` if none of the weights were fitted to this very search.
    pub(crate) fn new(engine: Second<'a>, event: &'a Event<'a>, known: &'a [DeeperSearch]) -> Option<Self> {
        let weights = known.iter().find(|fitted| fitted.is_search_of(engine.engine, engine.settings))?;
        Some(Self { engine, event, weights })
    }

    /// The choices in a decision at the depths that were fitted, with the weights; `None` where there is no answer.
    pub(crate) fn choices(&self, own: &PlayerDecision) -> Option<(&'a DeeperSearch, DeeperChoices)> {
        let turn = self.event.plans.get(own.game)?.turns.get(own.ply)?;
        let test = lines(self.event.evaluations, turn)?;
        let search = self.engine.evaluations.position(&turn.fen)?.as_ref().ok()?;
        let line = |first| test.iter().position(|line| line.mv == first);
        Some((self.weights, DeeperChoices::new(search, self.weights.depths(), line)?))
    }
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

fn lines<'a>(evaluations: &'a Evaluations, turn: &Turn) -> Option<&'a [Line]> {
    Some(evaluations.position(&turn.fen)?.as_ref().ok()?.lines())
}
