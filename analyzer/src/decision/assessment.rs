//! The walk from a plan and the engine's answers to decisions. Screening, full test and calibration share it, so they
//! cannot drift apart.

use std::sync::Arc;

use uci_pool::{Evaluation, Value};

use crate::choice::depth_aware::MoveFeatures;
use crate::decision::evaluations::{Evaluations, value_apart};
use crate::decision::plan::{Exclusion, GamePlan, Sides, Turn};
use crate::decision::{Decision, assess};

/// Which part of each search is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// The judgment depth.
    Complete,
    /// The row this many plies above it, from the same search.
    Shallower(u8),
}

/// A turn with the engine's answers and the decision or exclusion that follows.
pub struct AssessedTurn<'a> {
    pub ply: usize,
    pub turn: &'a Turn,
    pub outcome: Result<Decision, Exclusion>,
    /// The search of the position, if there is one.
    pub evaluation: Option<&'a Evaluation>,
    /// The search of the move played alone, if that was needed.
    restricted: Option<&'a Evaluation>,
}

impl AssessedTurn<'_> {
    /// Value of the move played where it was searched alone.
    pub(crate) fn restricted_value(&self) -> Option<Value> {
        self.restricted.and_then(value_apart)
    }

    /// Features of the moves for the depth-aware model; `None` for an unusual position or a search of another one.
    pub(crate) fn features(&self, plan: &GamePlan) -> Option<Arc<MoveFeatures>> {
        MoveFeatures::of_turn(plan, self.ply, self.evaluation?)
    }

    /// The decision with the features of its moves; `None` where the turn is excluded.
    pub fn with_features(self, plan: &GamePlan) -> Option<Decision> {
        let looks = self.outcome.is_ok().then(|| self.features(plan)).flatten();
        self.outcome.ok().map(|decision| Decision { looks, ..decision })
    }
}

/// The turns of some sides of a game, in order of play.
pub(crate) fn assessed_turns<'a>(
    plan: &'a GamePlan,
    evaluations: &'a Evaluations,
    sides: Sides,
    view: View,
) -> impl Iterator<Item = AssessedTurn<'a>> {
    let turns = plan.turns.iter().enumerate().zip(sides.into_iter().cycle());
    turns.filter(|(_, wanted)| *wanted).map(move |((ply, turn), _)| {
        let evaluation = evaluations.position(&turn.fen).and_then(|answer| answer.as_ref().ok());
        let restricted = evaluations.apart(&turn.fen, turn.played).and_then(|answer| answer.as_ref().ok());
        let outcome = match (turn.excluded, evaluation) {
            (Some(reason), _) => Err(reason),
            (None, None) => Err(Exclusion::Failed),
            (None, Some(evaluation)) => decide(turn, evaluation, restricted, view),
        };
        AssessedTurn { ply, turn, outcome, evaluation, restricted }
    })
}

fn decide(
    turn: &Turn,
    evaluation: &Evaluation,
    restricted: Option<&Evaluation>,
    view: View,
) -> Result<Decision, Exclusion> {
    let plies = match view {
        View::Complete => {
            return assess(evaluation, turn.played, turn.legal, restricted.and_then(value_apart));
        }
        View::Shallower(plies) => plies,
    };
    let at = |evaluation: &Evaluation| {
        let depth = evaluation.judgment_depth().checked_sub(plies)?;
        let judgment = evaluation.depths.iter().position(|row| row.depth == depth)?;
        Some(Evaluation { judgment, ..evaluation.clone() })
    };
    let there = at(evaluation).ok_or(Exclusion::Failed)?;
    let restricted = restricted.and_then(at);
    assess(&there, turn.played, turn.legal, restricted.as_ref().and_then(value_apart))
}
