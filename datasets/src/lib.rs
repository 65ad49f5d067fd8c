//! From bytes to games, players, events and stored evaluations.
//!
//! This crate never knows what a z-score is.

mod alphabet;
pub mod collection;
mod copies;
mod encoding;
pub mod game;
pub mod input;
mod letters;
mod lines;
mod movetext;
mod notation;
mod outcome;
pub mod people;
mod reading;
pub mod sample;
mod split;
mod stamps;
mod start;
pub mod store;
mod tags;
mod validate;

pub use collection::{by_event, events, read, stream};
pub use game::{
    Alphabet, Collection, Encoding, Game, Input, Note, Outcome, Place, Quarantined, Side, Stamp, Start,
    Unscored, UnscoredGame,
};
pub use input::ReadError;
pub use people::{Person, RatingSource, Roster, roster};
pub use store::{ProfileId, ProfileSummary, Store, StoreError};
pub use validate::Entry;
