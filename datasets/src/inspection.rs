//! A file of games before any engine runs: its contents and faults, its players, and where ratings come from.
//!
//! An event is read as a whole. A collection of many events is counted while it streams past, in memory that does not
//! grow with it, and what was then not looked at is said. How many moves can be scored is asked of the caller.

mod control_words;
mod controls;
mod counts;
mod document;
mod event;
mod events;
mod gather;
mod people;
mod rated;
mod remarks;
mod set_aside;

pub use document::{
    ASIDE_LISTED, Clocks, Completeness, ControlLine, Doubt, EventLine, Events, Games, Inspection, KindCount,
    ListedRating, Mode, NamedClass, Omission, Pair, PeoplePart, Player, QuarantinedGame, RatingsPart,
    ReadingRemark, Remarks, RoundLine, SCHEMA, SeveralRatings, Step, Subject, TimeControls, Writing,
};
pub use event::{CompleteError, Context, complete};
pub use gather::{Query, Scope, Survey, gather};
pub use set_aside::{AsideGame, DoubtfulGame, OtherGame};
