//! Judgements of players: screening, full test, live hints, and the rules they are held to.

pub mod batch;
pub mod full_test;
pub mod hints;
pub mod policy;
pub mod screen;
