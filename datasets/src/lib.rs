//! From bytes to games, players, events and stored evaluations.
//!
//! This crate never knows what a z-score is.

pub mod clock;
pub mod clock_times;
pub mod book;
pub mod collection;
pub mod cross_check;
mod encounters;
pub mod fide_table;
pub mod game;
pub mod input;
mod lines;
mod movetext;
pub mod people;
pub mod platform;
pub mod rating_list;
pub mod ratings;
pub mod sample;
mod split;
pub mod store;
mod tags;
pub mod time_class;
pub mod time_control;
pub mod trf;
mod validate;
mod zip;

pub use book::Book;
pub use collection::{by_event, events, read, stream};
pub use cross_check::{CrossCheck, Finding, FindingKind, cross_check};
pub use game::{Collection, Game, Input, Outcome, Quarantined, Side, Unscored, UnscoredGame};
pub use input::ReadError;
pub use people::{Aliases, Person, RatingSource, Roster, roster, roster_with};
pub use store::{ProfileId, ProfileSummary, Store, StoreError};
pub use trf::{Trf, TrfError};
pub use validate::Entry;
