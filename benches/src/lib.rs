//! Inputs the benchmarks share: made-up evaluations for real games, so that no engine is needed.

use analyzer::{Evaluations, GamePlan};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use uci_pool::{Bound, DepthLines, Evaluation, Line, Value};

/// Evaluations for every turn of the plans: five lines with falling values, the played move among them in two
/// cases of three, else searched apart. Deterministic.
#[must_use]
pub fn made_up(plans: &[GamePlan]) -> Evaluations {
    let mut evaluations = Evaluations::default();
    let mut seed: u64 = 1;
    for turn in plans.iter().flat_map(GamePlan::searched) {
        let Some(position) = position(&turn.fen) else {
            continue;
        };
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mut moves: Vec<_> = position
            .legal_moves()
            .iter()
            .map(|mv| mv.to_uci(CastlingMode::Standard))
            .collect();
        let listed = seed >> 62 != 0;
        moves.sort_by_key(|mv| (*mv == turn.played) != listed);
        if listed {
            // The played move is among the first five, not always first.
            let place = usize::try_from(seed >> 40).unwrap_or(0) % moves.len().min(5);
            moves.swap(0, place);
        }
        let mut value = i32::try_from(seed >> 33 & 127).unwrap_or(0) - 64;
        let mut lines = Vec::new();
        for mv in moves.iter().take(5) {
            lines.push(Line {
                mv: *mv,
                value: Value::Cp(value),
                bound: Bound::Exact,
            });
            value -= i32::try_from(seed >> 20 & 31).unwrap_or(0);
        }
        evaluations.insert(turn.fen.clone(), None, Ok(evaluation(lines)));
        if !listed {
            let apart = vec![Line {
                mv: turn.played,
                value: Value::Cp(value - 20),
                bound: Bound::Exact,
            }];
            evaluations.insert(turn.fen.clone(), Some(turn.played), Ok(evaluation(apart)));
        }
    }
    evaluations
}

fn position(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>()
        .ok()?
        .into_position(CastlingMode::Standard)
        .ok()
}

fn evaluation(lines: Vec<Line>) -> Evaluation {
    let pvs = lines.iter().map(|line| vec![line.mv]).collect();
    Evaluation {
        depths: vec![DepthLines { depth: 12, lines }],
        judgment: 0,
        pvs,
        nodes: 1,
        truncated: false,
    }
}
