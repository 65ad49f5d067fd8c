//! From bytes to games, players, events and stored evaluations. This crate never knows what a z-score is.

pub mod book;
pub mod clocks;
pub mod day;
pub mod inspection;
pub mod live;
pub mod pgn;
pub mod platforms;
pub mod players;
pub mod ratings;
pub mod store;
pub mod text;
pub mod tournament;

pub use book::Book;
pub use pgn::{
    AcceptedGame, Alphabet, Collection, Encoding, Entry, Game, GameDefect, GameResult, Input, NotAccepted,
    Note, Place, Quarantined, ReadError, Side, Stamp, Start, StoodMove, TagText, TextMark, Unscored,
    UnscoredGame, accept, by_event, entries, input_files, one_file, raw_games, read, stream, stream_bounded,
    unpacked, why_no_games, write_pgn,
};
pub use players::{Aliases, Person, RatingSource, Roster, roster, roster_with};
pub use store::{ProfileId, ProfileSummary, Programs, Store, StoreError, StoredAnswer, profile_digest};
pub use tournament::absences::{AbsenceError, AbsenceLog, Absences};
pub use tournament::cross_check::{CrossCheck, Finding, FindingKind, cross_check};
pub use tournament::encounters::round_of;
pub use tournament::laws::{Claim, Ending, OnTheBoard, PlayedUnder, Positions};
pub use tournament::several_events::{OneEvent, read_events, several_events};
pub use tournament::trf::{Trf, TrfError};
