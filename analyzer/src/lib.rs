//! Decisions, choice models, statistics and the judgements made of them.
//!
//! A statistic here is a function from decisions to numbers and can be tested without an engine.
//! This crate never knows HTML, HTTP, engines, or how files are laid out on disk.
//!
//! - [`decision`]: the moves that count, each with the engine's lines
//! - [`choice`]: how likely a player of a rating is to choose each move
//! - [`statistics`]: what decisions add up to, and how unlikely that is
//! - [`null`], [`parameters`]: how honest performances scatter, as fitted
//! - [`judge`]: screening, full test, live hints, and what the rules say about them
//! - [`calibrate`]: the fit and its certificate

#[cfg(test)]
extern crate self as analyzer;
#[cfg(test)]
#[path = "../tests/fixtures/mod.rs"]
mod fixtures;

pub mod basis;
pub mod calibrate;
pub mod choice;
pub mod decision;
pub mod digest;
pub mod judge;
pub mod null;
pub mod parameters;
pub mod random;
pub mod search_settings;
pub mod shipped;
pub mod statistics;

pub use calibrate as calibration;
pub use choice::{ChoiceModel, Choices, TwoParameter, depth_aware};
pub use decision::evaluations::{Evaluations, value_apart};
pub use decision::plan::{self, GamePlan, Turn};
pub use decision::{Decision, PlayedMove};
pub use judge::screen::{Screened, document as screening, means, screen};
pub use judge::{batch, full_test, hints, policy, screen};
pub use null::strength;
pub use parameters::{ParameterError, Parameters};
pub use statistics::{field, ipr, overall};
