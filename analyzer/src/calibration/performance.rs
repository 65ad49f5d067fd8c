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

/// Whether the evaluations cover an event: nine in ten of its games that need a search are complete. In an event that
/// was never evaluated some very short games are complete by chance, and those are not a fair sample of anything.
#[must_use]
pub fn is_covered(plans: &[GamePlan], evaluations: &Evaluations) -> bool {
    let needed: Vec<&GamePlan> = plans
        .iter()
        .filter(|plan| plan.searched().next().is_some())
        .collect();
    let complete = needed
        .iter()
        .filter(|plan| decisions(plan, evaluations).is_some())
        .count();
    complete > 0 && complete * 10 >= needed.len() * 9
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

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position};
    use uci_pool::{Bound, DepthLines, Evaluation, Line, Value};

    use super::*;
    use crate::plan::Turn;

    const FENS: [&str; 2] = [
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    ];

    fn plan(fen: &str) -> GamePlan {
        let played = "f1b5".parse().expect("a move");
        GamePlan {
            turns: vec![Turn {
                fen: fen.to_owned(),
                played,
                san: "Bb5".to_owned(),
                legal: 27,
                excluded: None,
            }],
        }
    }

    fn known(fen: &str) -> Evaluations {
        let position: Chess = fen
            .parse::<Fen>()
            .expect("a FEN")
            .into_position(CastlingMode::Standard)
            .expect("legal");
        let line = |(k, mv): (i32, &shakmaty::Move)| Line {
            mv: mv.to_uci(CastlingMode::Standard),
            value: Value::Cp(30 - k),
            bound: Bound::Exact,
        };
        let lines: Vec<Line> = (0..).zip(&position.legal_moves()).map(line).collect();
        let mut evaluations = Evaluations::default();
        let evaluation = Evaluation {
            depths: vec![DepthLines { depth: 12, lines }],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        };
        evaluations.insert(fen.to_owned(), None, Ok(evaluation));
        evaluations
    }

    #[test]
    fn events_that_were_hardly_evaluated_are_not_covered() {
        let (yes, no) = (plan(FENS[0]), plan(FENS[1]));
        let evaluations = known(FENS[0]);
        let nine: Vec<GamePlan> = vec![yes.clone(); 9];
        assert!(is_covered(&nine, &evaluations));
        assert!(is_covered(
            &[nine.clone(), vec![no.clone()]].concat(),
            &evaluations
        ));
        assert!(!is_covered(&[nine, vec![no.clone(); 2]].concat(), &evaluations));
        assert!(!is_covered(&[no], &evaluations));
        assert!(!is_covered(&[], &evaluations));
    }
}
