//! One player in one event, with the decisions that count.

use std::ops::Range;

use datasets::{Game, GameResult, Roster};

use crate::decision::Decision;
use crate::decision::assessment::{AssessedTurn, View, assessed_turns};
use crate::decision::evaluations::Evaluations;
use crate::decision::plan::{Exclusion, GamePlan, Sides};

/// A performance of a rated player.
#[derive(Clone, Debug, PartialEq)]
pub struct Performance {
    /// Which event, from 0.
    pub event: usize,
    /// Rating in the event.
    pub rating: u16,
    /// Year of the first game, if its date has one.
    pub year: Option<u16>,
    /// Decisions in order of game and move.
    pub decisions: Vec<Decision>,
    /// The games they come from, in the same order; games without a decision are not among them.
    pub games: Vec<GameSide>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSide {
    /// Index of the game in its event.
    pub game: usize,
    /// Its decisions, as indices into [`Performance::decisions`].
    pub decisions: Range<usize>,
    /// Whether the player had White.
    pub white: bool,
    /// Points scored, in halves of a point: 0, 1 or 2; absent without a result.
    pub half_points: Option<u8>,
}

/// Event, first game in it, and whether the player had White there: what tells a performance apart under any search.
pub(crate) type Key = (usize, usize, bool);

impl Performance {
    /// Its key; `None` without a game.
    pub(crate) fn key(&self) -> Option<Key> {
        let first = self.games.first()?;
        Some((self.event, first.game, first.white))
    }

    /// Share of the points scored in the games that have a result, 0 to 1.
    pub fn score(&self) -> Option<f64> {
        let points: Vec<u8> = self.games.iter().filter_map(|g| g.half_points).collect();
        let scored: u32 = points.iter().map(|p| u32::from(*p)).sum();
        (!points.is_empty()).then(|| f64::from(scored) / (2.0 * points.len() as f64))
    }
}

/// The performances of an event, in order of player. Unrated players and players without a decision give none.
/// A side of a game with a position that has no answer is left out as a whole, so that no kind of position goes missing.
pub fn performances(
    event: usize,
    games: &[Game],
    roster: &Roster,
    plans: &[GamePlan],
    evaluations: &Evaluations,
) -> Vec<Performance> {
    let mut of_person: Vec<Option<Performance>> = roster
        .people
        .iter()
        .map(|person| {
            Some(Performance {
                event,
                rating: person.rating?,
                year: None,
                decisions: Vec::new(),
                games: Vec::new(),
            })
        })
        .collect();
    for (index, ((game, plan), sides)) in games.iter().zip(plans).zip(&roster.games).enumerate() {
        for (person, white) in [(sides.0, true), (sides.1, false)] {
            let Some(Some(performance)) = of_person.get_mut(person) else {
                continue;
            };
            let Some(decided) = complete_decisions(plan, evaluations, [white, !white]) else {
                continue;
            };
            let first = performance.decisions.len();
            performance.decisions.extend(decided.into_iter().filter_map(|turn| turn.with_features(plan)));
            let decisions = first..performance.decisions.len();
            if !decisions.is_empty() {
                performance.year = performance.year.or_else(|| year(&game.date));
                performance.games.push(GameSide {
                    game: index,
                    decisions,
                    white,
                    half_points: half_points(game.result, white),
                });
            }
        }
    }
    let found = of_person.into_iter().flatten();
    found.filter(|p| !p.decisions.is_empty()).collect()
}

/// The year of a date as PGN writes it; an unknown year is none.
fn year(date: &str) -> Option<u16> {
    let year: u16 = date.get(..4)?.parse().ok()?;
    (1400..=2999).contains(&year).then_some(year)
}

pub(crate) fn half_points(result: GameResult, white: bool) -> Option<u8> {
    match (result, white) {
        (GameResult::White, true) | (GameResult::Black, false) => Some(2),
        (GameResult::White, false) | (GameResult::Black, true) => Some(0),
        (GameResult::Draw, _) => Some(1),
        (GameResult::Unknown, _) => None,
    }
}

/// Whether the evaluations cover an event: nine in ten of its games that need a search are complete. In an event that
/// was never evaluated some very short games are complete by chance, and those are not a fair sample of anything.
pub fn is_covered(plans: &[GamePlan], evaluations: &Evaluations) -> bool {
    let needed: Vec<&GamePlan> = plans.iter().filter(|plan| plan.searched().next().is_some()).collect();
    let complete =
        needed.iter().filter(|plan| complete_decisions(plan, evaluations, [true, true]).is_some()).count();
    complete > 0 && complete * 10 >= needed.len() * 9
}

/// The decisions of some sides of a game, or `None` if an answer is missing.
pub fn complete_decisions<'a>(
    plan: &'a GamePlan,
    evaluations: &'a Evaluations,
    sides: Sides,
) -> Option<Vec<AssessedTurn<'a>>> {
    let turns = assessed_turns(plan, evaluations, sides, View::Complete);
    let searched = turns.filter(|assessed| assessed.turn.excluded.is_none());
    let kept = |assessed: &AssessedTurn<'_>| assessed.outcome.as_ref().err() != Some(&Exclusion::Decided);
    searched.filter(kept).map(|assessed| assessed.outcome.is_ok().then_some(assessed)).collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position};
    use uci_pool::{Bound, DepthLines, Evaluation, Line, Value};

    use super::*;
    use crate::decision::plan::Turn;

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
        let position: Chess =
            fen.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("legal");
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
        assert!(is_covered(&[nine.clone(), vec![no.clone()]].concat(), &evaluations));
        assert!(!is_covered(&[nine, vec![no.clone(); 2]].concat(), &evaluations));
        assert!(!is_covered(&[no], &evaluations));
        assert!(!is_covered(&[], &evaluations));
    }
}
