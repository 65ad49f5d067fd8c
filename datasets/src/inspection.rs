//! A file of games before any engine runs: its contents and faults, its players, and where ratings come from.
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
    ASIDE_LISTED, BookPart, Clocks, Completeness, ControlLine, Copies, Doubt, EventLine, Events, FewGames,
    Games, InputFile, Inspection, KindCount, ListedRating, MissingPairing, Mode, NamedClass, Novelty,
    Omission, Pair, PeoplePart, PlatformLine, Player, QuarantinedGame, RatingsPart, Report, RoundLine,
    SCHEMA, SeveralRatings, Step, Subject, TimeControls, Writing,
};
pub use event::{Context, complete};
pub use gather::{Query, Scope, Survey, gather};
pub use rated::with_lists;
