//! One player in one event, with the decisions that count.

use datasets::Roster;

use crate::decision::{Assessment, Decision, assess};
use crate::evaluate::{Evaluations, value_apart};
use crate::plan::GamePlan;

/// A performance of a rated player.
#[derive(Clone, Debug, PartialEq)]
pub struct Performance {
    /// Which event, from 0.
    pub event: usize,
    /// Rating in the event.
    pub rating: u16,
    /// Decisions in order of game and move.
    pub decisions: Vec<Decision>,
}

/// The performances of an event, in order of player. Unrated players and players without a decision give none.
/// A game with a position that has no answer is left out as a whole, so that no kind of position goes missing.
#[must_use]
pub fn performances(
    event: usize,
    roster: &Roster,
    plans: &[GamePlan],
    evaluations: &Evaluations,
) -> Vec<Performance> {
    let mut of_person: Vec<Vec<Decision>> = roster.people.iter().map(|_| Vec::new()).collect();
    for (plan, sides) in plans.iter().zip(&roster.games) {
        let Some(decided) = decisions(plan, evaluations) else {
            continue;
        };
        for (ply, decision) in decided {
            let person = if ply % 2 == 0 { sides.0 } else { sides.1 };
            if let Some(list) = of_person.get_mut(person) {
                list.push(decision);
            }
        }
    }
    let rated = roster.people.iter().zip(of_person);
    rated
        .filter_map(|(person, decisions)| {
            let rating = person.rating?;
            (!decisions.is_empty()).then_some(Performance {
                event,
                rating,
                decisions,
            })
        })
        .collect()
}

/// The scored decisions of a game by ply, or `None` if an answer is missing.
fn decisions(plan: &GamePlan, evaluations: &Evaluations) -> Option<Vec<(usize, Decision)>> {
    let mut found = Vec::new();
    for (ply, turn) in plan.turns.iter().enumerate() {
        if turn.excluded.is_some() {
            continue;
        }
        let evaluation = evaluations.of(&turn.fen)?.as_ref().ok()?;
        let apart = evaluations
            .apart(&turn.fen, turn.played)
            .and_then(|answer| answer.as_ref().ok())
            .and_then(value_apart);
        match assess(evaluation, turn.played, turn.legal, apart) {
            Assessment::Scored(decision) => found.push((ply, decision)),
            Assessment::Decided => {}
            Assessment::NeedsPlayedMove | Assessment::Empty => return None,
        }
    }
    Some(found)
}
