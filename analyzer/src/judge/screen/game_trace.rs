//! The games of a screening move by move, for the pages and for `decisions.csv`; not part of `screening.json`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::choice::depth_aware::Reason;

/// One game move by move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameTrace {
    /// Index of White in the players of the screening.
    pub white: usize,
    /// Index of Black.
    pub black: usize,
    /// Date tag as written.
    pub date: String,
    /// Round tag as written.
    pub round: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(deserialize_with = "result_tag")]
    pub result: ResultTag,
    /// Name of the input.
    pub input: String,
    /// Number within its input, from 1.
    pub number: u32,
    /// The game's identity: SHA-256 of its content.
    pub sha256: String,
    /// Every ply in order.
    pub moves: Vec<MoveTrace>,
}

/// The result of a game as PGN writes it. The name keeps `serde` from reading it as a part of its input.
pub type ResultTag = &'static str;

/// Reads a result back as one of the four there are.
fn result_tag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ResultTag, D::Error> {
    let tag = String::deserialize(deserializer)?;
    ["1-0", "0-1", "1/2-1/2", "*"]
        .into_iter()
        .find(|known| *known == tag)
        .ok_or_else(|| D::Error::custom("not the result of a game"))
}

/// One ply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveTrace {
    /// Position before the move.
    pub fen: String,
    /// The move played, in SAN.
    pub san: String,
    /// The move played, in UCI.
    pub uci: String,
    pub class: MoveClass,
    /// The engine's lines at the judgment depth, best first; empty where no search was needed.
    pub lines: Vec<LineTrace>,
    /// Index of the played move in `lines`; absent if it was searched apart or not at all.
    pub rank: Option<usize>,
    /// Value of the played move in pawns from the mover's side, mates as in [`LineTrace::mate`].
    pub played_value: Option<LineTrace>,
    /// The numbers behind a scored decision.
    pub scored: Option<ScoredTrace>,
    /// Time used on the move in seconds; absent where the clocks of the game do not give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// A line as shown to people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineTrace {
    /// Move in SAN.
    pub san: String,
    /// Centipawns from the mover's side; absent for mates.
    pub cp: Option<i32>,
    /// Mate in so many moves; negative if the mover is mated.
    pub mate: Option<i32>,
    /// Projected probability of this move for a player of this rating; absent without a projection.
    pub probability: Option<f64>,
}

/// The numbers behind a scored decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoredTrace {
    /// Scaled difference of the played move, in scaled pawns, 0 or more.
    pub delta: f64,
    /// Loss in centipawns, capped at 1000.
    pub loss_cp: f64,
    /// Projected probability of the first line.
    pub p_first: Option<f64>,
    /// Projected probability of a line equal to the best.
    pub p_equal: Option<f64>,
    /// Projected scaled difference.
    pub expected_delta: Option<f64>,
    /// Figures of the depth-aware model; absent without one.
    pub second: Option<SecondTrace>,
}

/// A decision under the depth-aware model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SecondTrace {
    /// Probability of the first line.
    pub p_first: f64,
    /// Probability of the move played.
    pub p_played: Option<f64>,
    /// The strongest reason for the move played, or against it.
    pub reason: Option<Reason>,
}

/// One letter per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveClass {
    /// `b`: opening turns, left out.
    Opening,
    /// `M`: scored, equal to the best value.
    Match,
    /// `0`: scored, inferior.
    Inferior,
    /// `e`: the position was decided.
    Decided,
    /// `f`: one legal move.
    Forced,
    /// `r`: the position had occurred before.
    Repeated,
    /// `l`: after turn 60.
    Late,
    /// `g`: the Laws had ended the game.
    GameOver,
    /// `x`: no engine answered.
    Failed,
}

impl MoveClass {
    pub fn letter(self) -> char {
        match self {
            Self::Opening => 'b',
            Self::Match => 'M',
            Self::Inferior => '0',
            Self::Decided => 'e',
            Self::Forced => 'f',
            Self::Repeated => 'r',
            Self::Late => 'l',
            Self::GameOver => 'g',
            Self::Failed => 'x',
        }
    }
}
