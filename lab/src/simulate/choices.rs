//! Moves of a helper: the first line of another engine, or of a deeper search, in the same positions.
//!
//! The choices are read from an evaluation store under the helper's own engine and settings. Nothing is searched here.

use analyzer::choice::Unlisted;
use analyzer::choice::deeper_choice::DeeperChoices;
use analyzer::decision::scale;
use analyzer::{PlayedMove, value_apart};
use datasets::store::{ProfileId, Store, StoreError};
use shakmaty::uci::UciMove;
use uci_pool::Value;

use super::position::{Position, Side};

/// How far the choices of a helper cover the sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Coverage {
    /// Sides left out because a choice is missing.
    pub(crate) left_out: usize,
    /// Decisions of the sides with a choice for every position.
    pub(crate) decisions: usize,
    /// Of them, those in which the helper plays the first line of the engine of the test.
    pub(crate) first: usize,
    /// Of them, those in which it is the last choice of the deeper search, where there is one.
    pub(crate) deeper: usize,
    /// Of them, those in which the helper's move is not among the lines.
    pub(crate) unlisted: usize,
}

/// Writes the helper's choices into the positions and takes out every side that lacks one. `helper` is the helper's profile in
/// the store, `test` the one the sides were made with, asked for the value of a helper's move outside the lines.
///
/// # Errors
/// If the store cannot be read.
pub(crate) fn attach(
    store: &Store,
    helper: ProfileId,
    test: ProfileId,
    sides: &mut Vec<Side>,
    unlisted: &Unlisted,
) -> Result<Coverage, StoreError> {
    let choice = |position: &Position, cost: (f64, f64)| -> Result<Option<PlayedMove>, StoreError> {
        let evaluation = store.get(helper, &position.fen, None)?;
        let Some(mv) = evaluation.and_then(|found| Some(found.evaluation.lines().first()?.mv)) else {
            return Ok(None);
        };
        let listed = position.moves.contains(&mv);
        let apart = if listed { None } else { store.get(test, &position.fen, Some(mv))? };
        Ok(Some(seen(position, mv, apart.and_then(|found| value_apart(&found.evaluation)), cost)))
    };
    let mut coverage = Coverage::default();
    let mut covered = Vec::with_capacity(sides.len());
    for mut side in std::mem::take(sides) {
        let cost = unlisted.cost(side.rating);
        for position in &mut side.positions {
            position.helper = choice(position, cost)?;
        }
        let helper: Option<Vec<PlayedMove>> = side.positions.iter().map(|position| position.helper).collect();
        let Some(helper) = helper else {
            coverage.left_out += 1;
            continue;
        };
        coverage.decisions += helper.len();
        coverage.first += helper.iter().filter(|played| **played == PlayedMove::Line(0)).count();
        let same = |p: &&Position| {
            let deeper = p.deeper.as_ref().and_then(|deeper| deeper.lines.last());
            deeper.zip(p.helper).is_some_and(|(deeper, helper)| *deeper == helper.line())
        };
        coverage.deeper += side.positions.iter().filter(same).count();
        coverage.unlisted +=
            helper.iter().filter(|played| matches!(played, PlayedMove::Apart { .. })).count();
        covered.push(side);
    }
    *sides = covered;
    Ok(coverage)
}

/// Writes the choices of a deeper search at some depths into the positions and takes out every side that lacks one. The coverage counts
/// the last choices.
///
/// # Errors
/// If the store cannot be read.
pub(crate) fn attach_deeper(
    store: &Store,
    deeper: ProfileId,
    depths: &[u8],
    sides: &mut Vec<Side>,
) -> Result<Coverage, StoreError> {
    let mut coverage = Coverage::default();
    for side in sides.iter_mut() {
        for position in &mut side.positions {
            let line = |mv| position.moves.iter().position(|listed| *listed == mv);
            let search = store.get(deeper, &position.fen, None)?;
            position.deeper = search
                .and_then(|search| DeeperChoices::new(&search.evaluation, depths.iter().copied(), line));
        }
    }
    let before = sides.len();
    sides.retain(|side| side.positions.iter().all(|position| position.deeper.is_some()));
    coverage.left_out = before - sides.len();
    let all = sides.iter().flat_map(|side| &side.positions).filter_map(|position| position.deeper.as_ref());
    for last in all.filter_map(|choices| choices.lines.last()) {
        coverage.decisions += 1;
        coverage.first += usize::from(*last == Some(0));
        coverage.unlisted += usize::from(last.is_none());
    }
    Ok(coverage)
}

/// The helper's move as the engine of the test sees it. A move outside the lines has the value of its search apart,
/// which may not exceed the last line's; where it was never searched, the mean cost of a played unlisted move,
/// in scaled pawns and in pawns.
fn seen(position: &Position, mv: UciMove, apart: Option<Value>, unlisted: (f64, f64)) -> PlayedMove {
    if let Some(index) = position.moves.iter().position(|listed| *listed == mv) {
        return PlayedMove::Line(index);
    }
    let decision = &position.decision;
    let furthest = decision.differences.last().copied().unwrap_or(0.0);
    let last = decision.deltas.last().copied().unwrap_or(0.0);
    match apart {
        Some(value) => {
            let difference = scale::difference(Value::Cp(position.best_cp), value).max(furthest);
            let best = f64::from(position.best_cp) / 100.0;
            PlayedMove::Apart { difference, delta: scale::scaled_difference(best, difference) }
        }
        None => PlayedMove::Apart {
            difference: (furthest + unlisted.1).min(scale::CAP_PAWNS),
            delta: last + unlisted.0,
        },
    }
}

#[cfg(test)]
mod tests {
    use uci_pool::{Bound, DepthLines, Evaluation, Identity, Line, Settings};

    use super::*;
    use crate::simulate::fixtures::decision;

    const UNLISTED: Unlisted =
        Unlisted { behind: 0.2, delta: 0.3, difference: 0.5, cost_ln_slope_per_300: 0.0, cost_spread: 0.0 };

    fn mv(text: &str) -> UciMove {
        text.parse().expect("a move")
    }

    fn side(game: usize, fens: &[&str]) -> Side {
        let positions = fens.iter().map(|fen| Position {
            decision: decision(&[0.0, 0.1], 10, PlayedMove::Line(1)),
            fen: (*fen).to_owned(),
            ply: 20,
            moves: vec![mv("e2e4"), mv("d2d4")],
            best_cp: 0,
            helper: None,
            deeper: None,
        });
        Side { event: 0, game, person: 0, rating: 2400, positions: positions.collect() }
    }

    fn evaluation(first: &str, cp: i32) -> Evaluation {
        Evaluation {
            depths: vec![DepthLines {
                depth: 18,
                lines: vec![Line { mv: mv(first), value: Value::Cp(cp), bound: Bound::Exact }],
            }],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        }
    }

    #[test]
    fn choices_are_the_first_lines_under_the_other_profile() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::open(&folder.path().join("store.sqlite")).expect("a store");
        let engine = Identity {
            name: "Engine".to_owned(),
            author: String::new(),
            sha256: "ab".to_owned(),
            signature: None,
            options: Vec::new(),
        };
        let deeper = Settings { depth: 18, multipv: 1, ..Settings::QUICK };
        let test = store.profile(&engine, &Settings::QUICK).expect("a profile");
        let helper = store.profile(&engine, &deeper).expect("a profile");
        for (fen, first) in [("a", "d2d4"), ("b", "a2a3"), ("c", "h2h3"), ("d", "e2e4")] {
            store.put(helper, fen, None, &evaluation(first, 5)).expect("stored");
        }
        // The engine of the test has seen a2a3 apart, at a pawn less.
        store.put(test, "b", Some(mv("a2a3")), &evaluation("a2a3", -100)).expect("stored");

        let mut sides = vec![side(0, &["a", "b", "c"]), side(1, &["d", "never searched"]), side(2, &["d"])];
        let coverage = attach(&store, helper, test, &mut sides, &UNLISTED).expect("reads");
        assert_eq!(coverage, Coverage { left_out: 1, decisions: 4, first: 1, deeper: 0, unlisted: 2 });
        let helper: Vec<Option<PlayedMove>> = sides[0].positions.iter().map(|p| p.helper).collect();
        assert_eq!(helper[0], Some(PlayedMove::Line(1)));
        // From 0 to -1: ln 2.
        let Some(PlayedMove::Apart { difference, delta }) = helper[1] else { panic!("not among the lines") };
        assert!((difference - 1.0).abs() < 1e-12 && (delta - std::f64::consts::LN_2).abs() < 1e-12);
        assert_eq!(helper[2], Some(PlayedMove::Apart { difference: 0.6, delta: 0.4 }));
        assert_eq!(sides[1].game, 2);
    }

    #[test]
    fn a_flattered_move_costs_as_much_as_the_last_line() {
        let side = side(0, &["a"]);
        let flattered = seen(&side.positions[0], mv("a2a3"), Some(Value::Cp(500)), UNLISTED.cost(2400));
        let PlayedMove::Apart { difference, .. } = flattered else { panic!("not among the lines") };
        assert!((difference - 0.1).abs() < 1e-12);
    }
}
