//! Games that are not scored, and games that are in doubt, one by one.

use schemars::JsonSchema;
use serde::Serialize;

use crate::pgn::game::{Game, Input, Place, Unscored};

/// A game set aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Aside")]
pub struct AsideGame {
    /// Name of the input.
    pub input: String,
    /// Number within it, from 1.
    pub game: u32,
    /// Byte offset within the decompressed input.
    pub offset: u64,
    /// `Round` tag.
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Why it is set aside.
    #[schemars(with = "String")]
    pub reason: Unscored,
    /// The game that is kept in its place, if there is one.
    pub kept: Option<OtherGame>,
}

impl AsideGame {
    pub(super) fn new(inputs: &[Input], game: &Game, reason: Unscored, kept: Option<Place>) -> Self {
        Self {
            input: input_name(inputs, game.input),
            game: game.number,
            offset: game.offset,
            round: game.round.clone(),
            white: game.white.name.clone(),
            black: game.black.name.clone(),
            reason,
            kept: kept.map(|kept| OtherGame::new(inputs, kept)),
        }
    }
}

/// A game that is scored, and another one that may count in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Doubtful")]
pub struct DoubtfulGame {
    /// Name of the input.
    pub input: String,
    /// Number within it, from 1.
    pub game: u32,
    /// `Round` tag.
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// `second_game`: the same pair has two games in this round; `same_moves`: both have the same moves.
    pub doubt: &'static str,
    /// The other game.
    pub other: OtherGame,
}

/// A game as a place in the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OtherGame {
    /// Name of the input.
    pub input: String,
    /// Number within it, from 1.
    pub game: u32,
}

impl OtherGame {
    pub(super) fn new(inputs: &[Input], place: Place) -> Self {
        Self { input: input_name(inputs, place.input), game: place.number }
    }
}

pub(super) fn input_name(inputs: &[Input], index: usize) -> String {
    inputs.get(index).map(|input| input.name.clone()).unwrap_or_default()
}
