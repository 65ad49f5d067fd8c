//! What is made of one turn: left out with a reason, or a decision. Screening and full test share it, so they cannot
//! drift apart.

use uci_pool::{Evaluation, Value};

use crate::decision::evaluations::{Evaluations, value_apart};
use crate::decision::plan::Turn;
use crate::decision::{Assessment, Decision, assess};
use crate::judge::screen::document::Exclusion;

/// What was made of a turn.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Excluded(Exclusion),
    Scored(Decision),
}

/// A turn with what the engine said.
pub(crate) struct Assessed<'a> {
    pub(crate) outcome: Outcome,
    /// The search of the position, if there is one.
    pub(crate) evaluation: Option<&'a Evaluation>,
    /// The search of the move played, if that was needed.
    pub(crate) apart: Option<&'a Evaluation>,
}

impl Assessed<'_> {
    /// Value of the move played where it was searched apart.
    pub(crate) fn value_apart(&self) -> Option<Value> {
        self.apart.and_then(value_apart)
    }
}

pub(crate) fn assessed<'a>(turn: &Turn, evaluations: &'a Evaluations) -> Assessed<'a> {
    let evaluation = evaluations.of(&turn.fen).and_then(|answer| answer.as_ref().ok());
    let apart = evaluations.apart(&turn.fen, turn.played).and_then(|answer| answer.as_ref().ok());
    let outcome = match (turn.excluded, evaluation) {
        (Some(reason), _) => Outcome::Excluded(reason),
        (None, None) => Outcome::Excluded(Exclusion::Failed),
        (None, Some(evaluation)) => {
            match assess(evaluation, turn.played, turn.legal, apart.and_then(value_apart)) {
                Assessment::Decided => Outcome::Excluded(Exclusion::Decided),
                // A played move that could not be searched apart is a failed search as well.
                Assessment::NeedsPlayedMove | Assessment::Empty => Outcome::Excluded(Exclusion::Failed),
                Assessment::Scored(decision) => Outcome::Scored(decision),
            }
        }
    };
    Assessed { outcome, evaluation, apart }
}
