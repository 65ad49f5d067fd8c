//! Decisions, choice models, the three tests, the index, and the pipeline that pulls them together.
//!
//! A statistic here is a function from decisions to numbers and can be tested without an engine.
//! This crate never knows HTML, HTTP or how files are laid out on disk.

pub mod basis;
pub mod calibration;
pub mod choice;
pub mod decision;
pub mod depth_aware;
pub mod depth_study;
pub mod desk;
pub mod digest;
pub mod efficient;
pub mod evaluate;
pub mod field;
pub mod full_test;
pub mod hints;
pub mod ipr;
pub mod loaded;
pub mod means;
pub mod notes;
pub mod null;
mod outcome;
pub mod overall;
pub mod parameters;
pub mod plan;
pub mod player_games;
pub mod policy;
pub mod power;
pub mod random;
pub mod rating_choice;
pub mod rating_error;
pub mod scale;
pub mod screen;
pub mod screening;
pub mod search_settings;
mod second_reading;
pub mod sequential;
pub mod shipped;
pub mod simulate;
pub mod stand;
pub mod tails;
pub mod three_tests;
mod trace;

pub use choice::{ChoiceModel, Choices, TwoParameter};
pub use decision::{Decision, Played};
pub use evaluate::{EvaluateError, Evaluations, Progress};
pub use parameters::{ParameterError, Parameters};
pub use plan::{GamePlan, Turn};
pub use screen::{Screened, screen};
