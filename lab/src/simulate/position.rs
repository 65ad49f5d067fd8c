//! The decisions of a side of a game together with where they come from.

use datasets::Roster;
use shakmaty::uci::UciMove;

use analyzer::choice::deeper_choice::DeeperChoices;
use analyzer::decision::evaluations::Evaluations;
use analyzer::decision::performance::complete_decisions;
use analyzer::decision::plan::{GamePlan, Sides, Turn};
use analyzer::decision::{Decision, PlayedMove};

/// A scored decision and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// The decision, with the move that was played.
    pub decision: Decision,
    pub fen: String,
    /// Ply in the game, from 0; even ones are White's.
    pub ply: usize,
    /// The move of each line, in the order of the decision's.
    pub moves: Vec<UciMove>,
    /// Best value in centipawns from the mover's side.
    pub best_cp: i32,
    /// The move a helper beside the engine of the test would give, once it is known.
    pub helper: Option<PlayedMove>,
    /// The first choices of a deeper search that the Bayes factor takes into account, once they are known.
    pub deeper: Option<DeeperChoices>,
}

/// One player's decisions in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Which event, from 0.
    pub event: usize,
    /// Which game of the event, from 0. Both sides of a game share it.
    pub game: usize,
    /// Which player of the event, from 0.
    pub person: usize,
    pub rating: u16,
    /// The decisions in order of move; never empty.
    pub positions: Vec<Position>,
}

/// The sides of an event that have a rated player and at least one decision, in order of game, White first. A side
/// with a position that has no answer is left out, so that no kind of position goes missing.
pub fn sides(event: usize, roster: &Roster, plans: &[GamePlan], evaluations: &Evaluations) -> Vec<Side> {
    let mut found = Vec::new();
    for (game, (plan, seats)) in plans.iter().zip(&roster.games).enumerate() {
        for (person, side) in [(seats.0, [true, false]), (seats.1, [false, true])] {
            let rating = roster.people.get(person).and_then(|p| p.rating);
            if let Some(rating) = rating
                && let Some(positions) = positions(plan, evaluations, side)
                && !positions.is_empty()
            {
                found.push(Side { event, game, person, rating, positions });
            }
        }
    }
    found
}

impl Side {
    /// Its positions as searches, each with a move that has to get a value; those without one are left out.
    pub fn searches(&self, mv: impl Fn(&Position) -> Option<UciMove>) -> GamePlan {
        let turn = |position: &Position| {
            Some(Turn {
                fen: position.fen.clone(),
                played: mv(position)?,
                san: String::new(),
                legal: 0,
                excluded: None,
            })
        };
        GamePlan { turns: self.positions.iter().filter_map(turn).collect() }
    }
}

/// The scored decisions of some sides of a game, or `None` if an answer is missing.
fn positions(plan: &GamePlan, evaluations: &Evaluations, sides: Sides) -> Option<Vec<Position>> {
    let decided = complete_decisions(plan, evaluations, sides)?.into_iter().map(|assessed| {
        let lines = assessed.evaluation?.lines();
        Some(Position {
            fen: assessed.turn.fen.clone(),
            ply: assessed.ply,
            decision: assessed.with_features(plan)?,
            moves: lines.iter().map(|line| line.mv).collect(),
            best_cp: lines.first().and_then(|line| line.value.centipawns())?,
            helper: None,
            deeper: None,
        })
    });
    decided.collect()
}

#[cfg(test)]
mod tests {
    use analyzer::decision::performance::performances;

    use super::*;
    use crate::fixtures::{bundled, made_up};

    #[test]
    fn sides_hold_the_decisions_that_performances_hold() {
        // Two entry points over the same rules: they may not drift apart.
        let collection = bundled();
        let roster = datasets::roster(&collection);
        let plans = analyzer::plan::all(&collection.games);
        let evaluations = made_up(&plans, 3);
        let sides = sides(7, &roster, &plans, &evaluations);
        let performances = performances(7, &collection.games, &roster, &plans, &evaluations);
        assert_eq!(performances.len(), 10);
        // A side whose moves all fall in the opening has no decision; no made-up value decides a position.
        let has = |plan: &GamePlan, side: usize| {
            let mut turns = plan.turns.iter().skip(side).step_by(2);
            turns.any(|turn| turn.excluded.is_none())
        };
        let counted = plans.iter().flat_map(|plan| [has(plan, 0), has(plan, 1)]);
        assert_eq!(sides.len(), counted.filter(|yes| *yes).count());
        let mut people: Vec<usize> = sides.iter().map(|s| s.person).collect();
        people.sort_unstable();
        people.dedup();
        for (person, performance) in people.into_iter().zip(&performances) {
            let of_person = sides.iter().filter(|s| s.person == person);
            let decisions: Vec<Decision> =
                of_person.clone().flat_map(|s| s.positions.iter().map(|p| p.decision.clone())).collect();
            assert_eq!(decisions, performance.decisions);
            for side in of_person {
                assert_eq!((side.event, side.rating), (7, performance.rating));
                assert!(
                    side.positions.windows(2).all(|w| w[0].ply < w[1].ply && (w[1].ply - w[0].ply) % 2 == 0)
                );
            }
        }
        assert!(super::sides(7, &roster, &plans, &Evaluations::default()).is_empty());
    }

    #[test]
    fn of_a_game_with_answers_for_one_side_that_side_is_taken() {
        let collection = bundled();
        let roster = datasets::roster(&collection);
        let plans = analyzer::plan::all(&collection.games);
        let all = made_up(&plans, 3);
        let long = plans.iter().position(|plan| plan.searched().count() > 40);
        let long = long.expect("a long game");
        let mut white = Evaluations::default();
        let turns = plans[long].turns.iter().step_by(2);
        for turn in turns.filter(|turn| turn.excluded.is_none()) {
            for only in [None, Some(turn.played)] {
                let answer = only.map_or_else(|| all.position(&turn.fen), |mv| all.apart(&turn.fen, mv));
                if let Some(answer) = answer {
                    white.insert(turn.fen.clone(), only, answer.clone());
                }
            }
        }
        let of_long = |evaluations: &Evaluations| {
            let mut found = sides(7, &roster, &plans, evaluations);
            found.retain(|side| side.game == long);
            found
        };
        let both = of_long(&all);
        assert_eq!(both.len(), 2);
        assert_eq!(of_long(&white), both[..1]);
    }
}
