//! The decisions of one player of an event, as the search said or under a narrower view of the same search.

use uci_pool::{Evaluation, Value};

use crate::choice::depth_aware::Looks;
use crate::choice::{ChoiceModel, Choices};
use crate::decision::assessment::{Assessed, Outcome, assessed};
use crate::decision::evaluations::value_apart;
use crate::decision::plan::Turn;
use crate::decision::{Assessment, Decision, assess};
use crate::judge::screen::Event;
use crate::parameters::Rated;
use crate::statistics::sums::{Projection, Sums, observe};

/// A decision with its place.
pub(crate) struct Own {
    /// Index of the game in the event.
    pub(crate) game: usize,
    /// Ply in the game, from 0.
    pub(crate) ply: usize,
    pub(crate) decision: Decision,
}

/// What is taken from each search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// All of it, and how the moves looked.
    Whole,
    /// The row so many plies above the judgment depth. The search had been there on its way.
    Shallower(u8),
}

/// The decisions of everybody for whom `wanted` holds, in the order of play. What a view cannot answer is left out.
pub(crate) fn decisions(event: &Event<'_>, wanted: impl Fn(usize) -> bool, view: View) -> Vec<Own> {
    let mut found = Vec::new();
    for (game, (plan, sides)) in event.plans.iter().zip(&event.roster.games).enumerate() {
        for (ply, turn) in plan.turns.iter().enumerate() {
            let person = if ply.is_multiple_of(2) { sides.0 } else { sides.1 };
            if turn.excluded.is_some() || !wanted(person) {
                continue;
            }
            let assessed = assessed(turn, event.evaluations);
            let decision = match view {
                View::Whole => whole(assessed).map(|(decision, evaluation)| Decision {
                    looks: Looks::of_turn(plan, ply, evaluation),
                    ..decision
                }),
                View::Shallower(plies) => shallower(turn, &assessed, plies),
            };
            if let Some(decision) = decision {
                found.push(Own { game, ply, decision });
            }
        }
    }
    found
}

fn whole(assessed: Assessed<'_>) -> Option<(Decision, &Evaluation)> {
    match assessed.outcome {
        Outcome::Scored(decision) => Some((decision, assessed.evaluation?)),
        Outcome::Excluded(_) => None,
    }
}

fn shallower(turn: &Turn, assessed: &Assessed<'_>, plies: u8) -> Option<Decision> {
    let at = |evaluation: &Evaluation| {
        let depth = evaluation.judgment_depth().checked_sub(plies)?;
        let judgment = evaluation.depths.iter().position(|row| row.depth == depth)?;
        Some(Evaluation { judgment, ..evaluation.clone() })
    };
    let there = at(assessed.evaluation?)?;
    let apart = assessed.apart.and_then(at);
    scored(&there, turn, apart.as_ref().and_then(value_apart))
}

fn scored(evaluation: &Evaluation, turn: &Turn, apart: Option<Value>) -> Option<Decision> {
    match assess(evaluation, turn.played, turn.legal, apart) {
        Assessment::Scored(decision) => Some(decision),
        Assessment::Decided | Assessment::NeedsPlayedMove | Assessment::Empty => None,
    }
}

/// The sums of decisions under a reading, each under the rating that `rating` gives for its game. `None` if one of them
/// has no rating.
pub(crate) fn sums<'a, R: Rated>(
    own: impl IntoIterator<Item = &'a Own>,
    reading: &R,
    rating: impl Fn(usize) -> Option<u16>,
) -> Option<Sums> {
    let mut sums = Sums::default();
    for (own, choices) in projected(own, reading, rating) {
        let projection = choices?.map(|choices| Projection::of(&own.decision, &choices));
        sums.add(&observe(&own.decision), projection.as_ref());
    }
    Some(sums)
}

/// Every decision with its probabilities under a reading; a first `None` where its game has no rating, a second where the
/// decision lacks what the model looks at. The model is made anew only where the rating changes.
pub(crate) fn projected<'a, R: Rated>(
    own: impl IntoIterator<Item = &'a Own>,
    reading: &R,
    rating: impl Fn(usize) -> Option<u16>,
) -> impl Iterator<Item = (&'a Own, Option<Option<Choices>>)> {
    let mut last: Option<(u16, R::Model)> = None;
    own.into_iter().map(move |own| {
        let choices = rating(own.game).map(|at| {
            let model = match last.take() {
                Some((rating, model)) if rating == at => model,
                _ => reading.model(at),
            };
            let choices = model.project(&own.decision);
            last = Some((at, model));
            choices
        });
        (own, choices)
    })
}
