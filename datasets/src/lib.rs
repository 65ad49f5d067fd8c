//! From bytes to games, players, events and stored evaluations.
//!
//! This crate never knows what a z-score is.

pub mod collection;
pub mod game;
pub mod input;
mod lines;
pub mod live;
mod movetext;
pub mod people;
pub mod sample;
mod split;
pub mod store;
mod tags;
mod validate;

pub use collection::{by_event, events, read, stream};
pub use game::{Collection, Game, Input, Outcome, Quarantined, Side, Unscored, UnscoredGame};
pub use input::ReadError;
pub use people::{Person, RatingSource, Roster, roster};
pub use store::{ProfileId, ProfileSummary, Store, StoreError};
pub use validate::Entry;
