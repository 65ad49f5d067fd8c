//! Clock comments, time controls, time classes, and the time each move took.

pub mod comment;
pub mod event_class;
pub mod game_clocks;
mod series;
pub(crate) mod stamps;
pub mod time_class;
pub mod time_control;
pub mod times;
