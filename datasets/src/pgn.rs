//! Games out of PGN: every game in the bytes comes out as a game, as one set aside, or in quarantine.

mod accepted;
mod alphabet;
mod archive;
pub(crate) mod chess960;
pub mod collection;
pub(crate) mod copies;
mod dates;
mod defect;
pub(crate) mod encoding;
pub mod game;
mod glyphs;
pub mod input;
mod letters;
pub(crate) mod lines;
mod lower_case;
pub(crate) mod marks;
pub(crate) mod movetext;
mod no_games;
mod notation;
mod one_file;
mod packing;
pub(crate) mod reading;
pub(crate) mod result;
pub mod sample;
pub(crate) mod split;
pub(crate) mod start;
pub(crate) mod tags;
mod tavreli;
pub(crate) mod validate;
mod values;
mod write_pgn;

pub use accepted::{AcceptedGame, NotAccepted, accept};
pub use archive::{input_files, unpacked};
pub use collection::{by_event, entries, read, read_with, stream, stream_bounded};
pub use defect::GameDefect;
pub use game::{
    Alphabet, Collection, Encoding, Game, GameResult, Input, Note, Place, Quarantined, Side, Stamp, Start,
    StoodMove, TagText, TextMark, Unscored, UnscoredGame,
};
pub use input::{FORMATS, ReadError};
pub use no_games::why_no_games;
pub use one_file::{one_file, raw_games};
pub use packing::Format;
pub use validate::Entry;
pub use write_pgn::write_pgn;
