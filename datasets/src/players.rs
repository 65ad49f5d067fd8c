//! Who played: players across the spellings of their names.
//!
//! The rules are few and plain, because a wrong merge mixes two people's moves. A FIDE number decides. A name
//! without a number joins the one person of that name who has a number, and nobody if there are two. Names
//! are compared without regard to case, white space and commas, and in no cleverer way. An alias table adds
//! what a named human has confirmed (`aliases`); similarity only suggests (`similarity`, `suggest`). Nothing
//! here knows how anybody played.

pub mod aliases;
mod disguise;
mod find;
mod groups;
pub(crate) mod letters;
mod mention;
mod name;
mod readings;
mod reason;
mod roster;
mod rounds;
pub mod similarity;
pub(crate) mod spelling;
mod suggest;
mod words;

pub use aliases::{AliasError, Aliases};
pub use find::find_people;
pub use groups::{SamePerson, same_people};
pub use mention::NameFilter;
pub use name::is_handle;
pub use roster::{Person, RatingSource, Roster, roster, roster_with};
pub(crate) use spelling::{is_bye, is_nameless, normalised};
pub use suggest::{Finding, Suggestion, Suggestions, against, findings, suggestions};
