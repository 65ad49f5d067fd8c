//! What is in a file of games, what is wrong with it, who is who and where ratings come from: before any
//! engine runs.
//!
//! An event is read as a whole, with everything that `screen` looks at. A collection of many events is counted while it
//! streams past, in memory that does not grow with it, and what was then not looked at is said. Nothing is repaired
//! or decided here; how many moves of a game can be scored is asked of the caller, who knows the rules.

mod clocks;
mod completeness;
mod controls;
mod document;
mod event;
mod events;
mod gather;
mod kinds;
mod next;
mod people;
mod rated;
mod tally;

pub use document::{
    ASIDE_LISTED, BookPart, Broken, Clocks, Completeness, ControlLine, Copies, Counted, Doubt, EventLine,
    Events, FewGames, Games, InputFile, Inspection, ListedRating, Mode, Named, Novelty, Pair, PeoplePart,
    PlatformLine, Player, RatingsPart, Reading, Report, RoundLine, SCHEMA, SeveralRatings, Step, Subject,
    TimeControls, Unchecked, Unmet,
};
pub use event::{Context, complete};
pub use gather::{Asked, Found, Scope, gather};
pub use rated::with_lists;
