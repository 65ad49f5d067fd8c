//! Decisions, choice models, the three tests, the index, and the pipeline that pulls them together.
//!
//! A statistic here is a function from decisions to numbers and can be tested without an engine.
//! This crate never knows HTML, HTTP or how files are laid out on disk.

pub mod screening;
