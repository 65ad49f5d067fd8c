//! From bytes to games, players, events and stored evaluations.
//!
//! This crate never knows what a z-score is.

pub mod game;

pub use game::{Collection, Game, Input, Outcome, Quarantined, Side, Unscored, UnscoredGame};
