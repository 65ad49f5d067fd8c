//! A game as read, and what could not be read.

use serde::{Deserialize, Serialize};
use shakmaty::Move;

use crate::people::normalised;

/// One input: a file, a member of a folder, or standard input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// File name as given, without the folders above it; `-` for standard input.
    pub name: String,
    /// SHA-256 of the bytes as they lie on disk (compressed bytes for compressed files), lower-case hex.
    pub sha256: String,
}

/// One player's tags in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Name as written, white space trimmed.
    pub name: String,
    /// FIDE identity number, if the tag holds one (a positive number of at most nine digits).
    pub fide_id: Option<u32>,
    /// Rating from the tag, if it holds a number from 1 to 4000; `0`, `-`, `?` and prose are no rating.
    pub rating: Option<u16>,
    /// Title as written.
    pub title: Option<String>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*` or nothing readable.
    Unknown,
}

/// A game whose every move was read and is legal, from the standard starting position.
#[derive(Clone, Debug)]
pub struct Game {
    /// Index into [`Collection::inputs`].
    pub input: usize,
    /// Number within its input, from 1, counting every game found there.
    pub number: u32,
    /// Byte offset of the game's first byte within its (decompressed) input.
    pub offset: u64,
    /// `Event` tag.
    pub event: String,
    /// `Date` tag as written.
    pub date: String,
    /// `Round` tag as written.
    pub round: String,
    /// White's tags.
    pub white: Side,
    /// Black's tags.
    pub black: Side,
    /// Result.
    pub result: Outcome,
    /// `TimeControl` tag as written.
    pub time_control: Option<String>,
    /// Main line.
    pub moves: Vec<Move>,
    /// SHA-256 over date, round, both names, result and moves in UCI, lower-case hex: the game's identity
    /// whatever file it stands in.
    pub sha256: String,
}

impl Game {
    /// Whether the `Event` tag names both players, as broadcasts write it: then it is the title of the game and
    /// does not say which event it belongs to.
    #[must_use]
    pub fn names_itself(&self) -> bool {
        let tag = normalised(&self.event);
        let names = [&self.white.name, &self.black.name].map(|name| normalised(name));
        names
            .iter()
            .all(|name| !name.is_empty() && tag.contains(name.as_str()))
    }
}

/// Why a readable game gives no decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unscored {
    /// A forfeit, a bye or a bare result: no move was played on the board.
    NoMoves,
    /// A variant other than standard chess, Chess960 included.
    Variant,
    /// Starts from a set-up position.
    SetUp,
    /// Repeats another game: same players, round, date, result and moves.
    Duplicate,
    /// Both sides carry the same name or FIDE number, so no move can be told to be one person's.
    SamePlayer,
}

/// A game that was read and set aside with a reason.
#[derive(Clone, Debug)]
pub struct UnscoredGame {
    /// Index into [`Collection::inputs`].
    pub input: usize,
    /// Number within its input, from 1.
    pub number: u32,
    /// Byte offset within its (decompressed) input.
    pub offset: u64,
    /// `Date` tag as written.
    pub date: String,
    /// Round tag as written.
    pub round: String,
    /// White's tags.
    pub white: Side,
    /// Black's tags.
    pub black: Side,
    /// Result: a forfeit has one though nobody moved.
    pub result: Outcome,
    /// Plies found: validated in standard games from the starting position, only counted in others.
    pub plies: u32,
    /// The reason.
    pub reason: Unscored,
}

/// A game that does not hold together, with the place where it breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quarantined {
    /// Index into [`Collection::inputs`].
    pub input: usize,
    /// Number within its input, from 1.
    pub game: u32,
    /// Byte offset of the game within its (decompressed) input.
    pub offset: u64,
    /// Plies read before the break.
    pub ply: u32,
    /// The token that could not be read, at most 80 characters.
    pub token: String,
    /// What is wrong, as a lower-case fragment.
    pub reason: String,
}

/// Everything found in the inputs: games in = games + unscored + quarantined.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The inputs, in the order given (a folder's files by name).
    pub inputs: Vec<Input>,
    /// Games with moves, in canonical order: by date, round, white, black, hash; so the order in the file is immaterial.
    pub games: Vec<Game>,
    /// Games set aside.
    pub unscored: Vec<UnscoredGame>,
    /// Games that do not hold together.
    pub quarantine: Vec<Quarantined>,
}
