//! From bytes to games, players, events and stored evaluations.
//!
//! This crate never knows what a z-score is.

pub mod absences;
mod alphabet;
pub mod book;
mod chess960;
pub mod clock;
pub mod clock_times;
pub mod collection;
mod copies;
pub mod cross_check;
pub mod day;
mod encoding;
mod encounters;
pub mod event_class;
pub mod fide_table;
pub mod game;
pub mod game_clocks;
pub mod input;
pub mod inspection;
mod letters;
mod lines;
pub mod live;
mod movetext;
mod notation;
mod outcome;
pub mod people;
pub mod platform;
pub mod rating_list;
pub mod ratings;
mod reading;
pub mod sample;
pub mod several_events;
mod split;
mod stamps;
mod start;
pub mod store;
mod tags;
pub mod time_class;
pub mod time_control;
pub mod trf;
mod validate;
mod write_pgn;
mod zip;

pub use absences::{AbsenceError, AbsenceLog, Absences};
pub use book::Book;
pub use collection::{by_event, entries, events, read, stream, stream_bounded};
pub use cross_check::{CrossCheck, Finding, FindingKind, cross_check};
pub use encounters::round_of;
pub use game::{
    Alphabet, Collection, Encoding, Game, Input, Note, Outcome, Place, Quarantined, Side, Stamp, Start,
    Unscored, UnscoredGame,
};
pub use input::ReadError;
pub use people::{Aliases, Person, RatingSource, Roster, roster, roster_with};
pub use several_events::{OneEvent, several_events};
pub use store::{ProfileId, ProfileSummary, Store, StoreError, profile_digest};
pub use trf::{Trf, TrfError};
pub use validate::Entry;
pub use write_pgn::write_pgn;
