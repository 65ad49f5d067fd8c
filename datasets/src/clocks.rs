//! Clock comments, time controls, time classes, and the time each move took.

pub(crate) mod berserk;
pub(crate) mod clock_word;
pub mod comment;
pub mod condition;
mod game_class;
pub mod game_clocks;
mod series;
pub(crate) mod stamps;
pub mod time_class;
pub mod time_control;
pub mod times;
mod words;
