//! One decision: the engine's lines in a position in which the player under test chose a move.

pub mod assessment;
pub mod evaluations;
pub mod performance;
pub mod plan;
pub mod scale;

use std::sync::Arc;

use shakmaty::uci::UciMove;
use uci_pool::{Evaluation, Line, Value};

use crate::choice::depth_aware::MoveFeatures;
use crate::decision::plan::Exclusion;

/// A position is decided when its best value lies beyond this, in centipawns, either way. Judged on the
/// best value alone, so a blunder out of a level position stays in (Regan).
pub const DECIDED_CP: i32 = 300;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayedMove {
    Line(usize),
    /// Not among the lines: searched apart at the same depth. Its value may not exceed the last line's.
    Apart {
        /// Raw difference to the best value in pawns, 0 to 10.
        difference: f64,
        /// Scaled difference, 0 or more.
        delta: f64,
    },
}

impl PlayedMove {
    /// The line that it is; `None` for an unlisted move.
    pub fn line(self) -> Option<usize> {
        match self {
            Self::Line(line) => Some(line),
            Self::Apart { .. } => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Raw differences of the lines to the best value, in pawns, in the engine's order; the first is 0.
    pub differences: Vec<f64>,
    /// Scaled differences of the lines, in scaled pawns.
    pub deltas: Vec<f64>,
    /// Legal moves that are not among the lines. What they cost is for the choice model to say.
    pub unlisted: u32,
    pub played: PlayedMove,
    /// How every legal move looked, for the depth-aware model; absent where nobody looked.
    pub looks: Option<Arc<MoveFeatures>>,
}

/// Whether the best value decides the position.
pub fn is_decided(best: Value) -> bool {
    best.centipawns().is_none_or(|cp| cp.unsigned_abs() > DECIDED_CP.unsigned_abs())
}

/// Assesses a turn: `played` in UCI, `legal` the number of legal moves, `apart` the value of the played move
/// where it was searched apart.
///
/// # Errors
/// [`Exclusion::Decided`] if the best value lies beyond 3.00 pawns; [`Exclusion::Failed`] without lines, or where the move
/// played is not among them and was not searched apart.
pub fn assess(
    evaluation: &Evaluation,
    played: UciMove,
    legal: u32,
    apart: Option<Value>,
) -> Result<Decision, Exclusion> {
    let lines = evaluation.lines();
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return Err(Exclusion::Failed);
    };
    let Some(best_cp) = first.value.centipawns().filter(|_| !is_decided(first.value)) else {
        return Err(Exclusion::Decided);
    };
    let best = f64::from(best_cp) / 100.0;
    let pair = |value: Value| {
        let difference = scale::difference(first.value, value);
        (difference, scale::scaled_difference(best, difference))
    };
    let played = match lines.iter().position(|line| line.mv == played) {
        Some(index) => PlayedMove::Line(index),
        None => {
            let Some(value) = apart else {
                return Err(Exclusion::Failed);
            };
            let (difference, delta) = pair(value.min(last.value));
            PlayedMove::Apart { difference, delta }
        }
    };
    let (differences, deltas): (Vec<f64>, Vec<f64>) =
        lines.iter().map(|line: &Line| pair(line.value)).unzip();
    let listed = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    Ok(Decision { unlisted: legal.saturating_sub(listed), differences, deltas, played, looks: None })
}

impl Decision {
    /// The decision as a search with fewer lines would have shown it: a move played from a line that is cut off was
    /// searched apart. Nobody has looked at its moves.
    pub fn first_lines(&self, lines: usize) -> Self {
        let kept = self.deltas.len().min(lines.max(1));
        let cut = u32::try_from(self.deltas.len() - kept).unwrap_or(u32::MAX);
        let first = |values: &[f64]| values.iter().take(kept).copied().collect();
        Self {
            differences: first(&self.differences),
            deltas: first(&self.deltas),
            unlisted: self.unlisted.saturating_add(cut),
            played: match self.played {
                PlayedMove::Line(index) if index >= kept => {
                    PlayedMove::Apart { difference: self.played_difference(), delta: self.played_delta() }
                }
                played => played,
            },
            looks: None,
        }
    }

    /// Number of lines equal to the best value, 1 or more.
    pub fn equal_best(&self) -> usize {
        self.differences.iter().take_while(|d| **d == 0.0).count().max(1)
    }

    /// The line that was played; `None` for an unlisted move.
    pub fn played_line(&self) -> Option<usize> {
        self.played.line()
    }

    /// Whether the first line was played.
    pub fn is_match(&self) -> bool {
        self.played == PlayedMove::Line(0)
    }

    /// Whether a line equal to the best value, to the centipawn, was played.
    pub fn is_equal_match(&self) -> bool {
        matches!(self.played, PlayedMove::Line(index) if index < self.equal_best())
    }

    /// Whether one of the first three lines was played.
    pub fn is_top_three(&self) -> bool {
        matches!(self.played, PlayedMove::Line(index) if index < 3)
    }

    /// Scaled difference of the played move, in scaled pawns.
    pub fn played_delta(&self) -> f64 {
        match self.played {
            PlayedMove::Line(index) => self.deltas.get(index).copied().unwrap_or(0.0),
            PlayedMove::Apart { delta, .. } => delta,
        }
    }

    /// Raw difference of the played move, in pawns.
    pub fn played_difference(&self) -> f64 {
        match self.played {
            PlayedMove::Line(index) => self.differences.get(index).copied().unwrap_or(0.0),
            PlayedMove::Apart { difference, .. } => difference,
        }
    }
}

#[cfg(test)]
mod tests {
    use uci_pool::{Bound, DepthLines};

    use super::*;

    fn uci(text: &str) -> UciMove {
        text.parse().expect("a move")
    }

    fn evaluation(lines: &[(&str, Value)]) -> Evaluation {
        let lines: Vec<Line> = lines
            .iter()
            .map(|(mv, value)| Line { mv: uci(mv), value: *value, bound: Bound::Exact })
            .collect();
        Evaluation {
            depths: vec![DepthLines { depth: 12, lines }],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        }
    }

    fn scored(assessed: Result<Decision, Exclusion>) -> Decision {
        assessed.expect("a decision")
    }

    #[test]
    fn trap_03_equal_best_moves_are_not_misses() {
        let e = evaluation(&[("e2e4", Value::Cp(30)), ("d2d4", Value::Cp(30)), ("c2c4", Value::Cp(10))]);
        let second = scored(assess(&e, uci("d2d4"), 20, None));
        assert!(!second.is_match());
        assert!(second.is_equal_match());
        assert_eq!(second.played_delta(), 0.0);
        assert!(!scored(assess(&e, uci("c2c4"), 20, None)).is_equal_match());
    }

    #[test]
    fn trap_04_an_unlisted_move_is_searched_apart_and_never_beats_the_last_line() {
        let e = evaluation(&[("e2e4", Value::Cp(30)), ("d2d4", Value::Cp(10))]);
        assert_eq!(assess(&e, uci("a2a3"), 20, None), Err(Exclusion::Failed));
        // A shallow flatterer says +50: the last listed line's +10 is the ceiling.
        let flattered = scored(assess(&e, uci("a2a3"), 20, Some(Value::Cp(50))));
        assert!((flattered.played_difference() - 0.20).abs() < 1e-12);
        let worse = scored(assess(&e, uci("a2a3"), 20, Some(Value::Cp(-70))));
        assert!((worse.played_difference() - 1.0).abs() < 1e-12);
        assert_eq!(worse.unlisted, 18);
        // A listed move keeps the value it has among its rivals, whatever a search apart would say.
        let listed = scored(assess(&e, uci("d2d4"), 20, Some(Value::Cp(-500))));
        assert!((listed.played_difference() - 0.20).abs() < 1e-12);
    }

    #[test]
    fn trap_07_a_mate_in_the_list_truncates_nothing() {
        let e = evaluation(&[("e2e4", Value::Cp(0)), ("d2d4", Value::Mate(-2)), ("c2c4", Value::Mate(-1))]);
        let d = scored(assess(&e, uci("c2c4"), 3, None));
        assert_eq!(d.differences, vec![0.0, 10.0, 10.0]);
        assert_eq!(d.unlisted, 0);
        assert_eq!(d.played_difference(), 10.0);
    }

    #[test]
    fn trap_08_the_best_value_alone_decides() {
        let level = evaluation(&[("e2e4", Value::Cp(0)), ("d2d4", Value::Cp(-900))]);
        assert_eq!(scored(assess(&level, uci("d2d4"), 20, None)).played_difference(), 9.0);
        let edge = evaluation(&[("e2e4", Value::Cp(300)), ("d2d4", Value::Cp(-900))]);
        assert!(assess(&edge, uci("d2d4"), 20, None).is_ok());
        for best in [Value::Cp(301), Value::Cp(-301), Value::Mate(4), Value::Mate(-4)] {
            let e = evaluation(&[("e2e4", best)]);
            assert_eq!(assess(&e, uci("a2a3"), 20, None), Err(Exclusion::Decided), "{best:?}");
        }
    }

    #[test]
    fn no_lines_give_no_decision() {
        assert_eq!(assess(&evaluation(&[]), uci("a2a3"), 20, None), Err(Exclusion::Failed));
    }
}
