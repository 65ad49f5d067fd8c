//! From bytes to games, players, events and stored evaluations.
//!
//! This crate never knows what a z-score is.

mod alphabet;
pub mod book;
mod chess960;
pub mod clocks;
pub mod collection;
mod copies;
pub mod day;
mod encoding;
pub mod game;
pub mod input;
pub mod inspection;
mod letters;
mod lines;
pub mod live;
mod movetext;
mod notation;
mod outcome;
pub mod people;
pub mod ratings;
mod reading;
pub mod sample;
mod split;
mod start;
pub mod store;
mod tags;
pub mod tournament;
mod validate;
mod write_pgn;
mod zip;

pub use clocks::{
    comment as clock, event_class, game_clocks, time_class, time_control, times as clock_times,
};
pub use ratings::{fide_table, list as rating_list, platform};
pub use tournament::{absences, cross_check, trf};

pub use book::Book;
pub use collection::{by_event, entries, events, read, stream, stream_bounded};
pub use game::{
    Alphabet, Collection, Encoding, Game, Input, Note, Outcome, Place, Quarantined, Side, Stamp, Start,
    Unscored, UnscoredGame,
};
pub use input::ReadError;
pub use people::{Aliases, Person, RatingSource, Roster, roster, roster_with};
pub use store::{ProfileId, ProfileSummary, Store, StoreError, profile_digest};
pub use tournament::absences::{AbsenceError, AbsenceLog, Absences};
pub use tournament::cross_check::{CrossCheck, Finding, FindingKind, cross_check};
pub use tournament::encounters::round_of;
pub use tournament::several_events::{OneEvent, several_events};
pub use tournament::trf::{Trf, TrfError};
pub use validate::Entry;
pub use write_pgn::write_pgn;
