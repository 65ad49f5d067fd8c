//! Rating lists, FIDE's table of expected scores, ratings of playing sites, and the ratings of an event's players.

mod event_days;
pub mod fide_table;
pub mod list;
mod lookup;
pub mod platform;

pub use event_days::EventDays;
pub use lookup::{Entrant, FromList, PassedOver, Ratings, as_of, order};
