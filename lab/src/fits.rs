//! Fits whose results stand in parameter files.

pub mod anchored;
pub mod deeper;
pub mod engine_choice;
pub mod strength;
