//! FIDE rating lists as published since 2001: fixed columns, comma-separated and XML. A layout that is not recognised is
//! refused as a whole; a line that does not fit its layout is kept aside with its number, column and text.

use std::io;

use serde::Serialize;
use thiserror::Error;

use crate::pgn::input::ReadError;

mod cells;
pub mod index;
mod layout;
pub mod period;
mod progress;
mod read;
mod schema;
mod xml;

pub use index::{Added, Entry, IndexError, Lists, StoredList, stored};
pub use period::YearMonth;

pub use crate::day::Day;
pub use read::{load, stream, stream_bounded};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "snake_case")]
pub enum RatingClass {
    // 60 minutes or more.
    #[cfg_attr(feature = "clap", value(alias = "classical"))]
    Standard,
    // More than 10 and less than 60 minutes, 60 moves' increment counted (Laws of Chess, A.1).
    Rapid,
    // 10 minutes or less, 60 moves' increment counted (Laws of Chess, B.1).
    Blitz,
}

impl RatingClass {
    /// `standard`, `rapid` or `blitz`, as in machine output.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[strum(serialize_all = "snake_case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "snake_case")]
pub enum ListKind {
    Standard,
    Rapid,
    Blitz,
    #[cfg_attr(feature = "clap", value(skip))]
    Combined,
}

impl ListKind {
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    pub fn holds(self, class: RatingClass) -> bool {
        match self {
            Self::Standard => class == RatingClass::Standard,
            Self::Rapid => class == RatingClass::Rapid,
            Self::Blitz => class == RatingClass::Blitz,
            Self::Combined => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    Given,
    Header,
    FileName,
    /// There was only one kind then: FIDE's first rapid and blitz lists are of July 2012.
    History,
}

impl How {
    /// For people, after *from*.
    pub fn text(self) -> &'static str {
        match self {
            Self::Given => "the command line",
            Self::Header => "the header",
            Self::FileName => "the file's name",
            Self::History => "the date: before July 2012 there was one kind",
        }
    }
}

/// Statements of the operator about a list. The list must agree with them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    pub period: Option<YearMonth>,
    pub kind: Option<ListKind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    pub rating: u16,
    /// Rated games in the list's period, where the list says.
    pub games_in_period: Option<u16>,
    /// Development coefficient, where the list says.
    pub k: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sex {
    /// `F`, or the flag `w` of the lists that have no column for it.
    Female,
    Male,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ListedPlayer {
    /// FIDE identity number, up to nine digits.
    pub fide_id: Option<u32>,
    /// Name as written, trimmed; official lists hold a few empty ones.
    pub name: String,
    pub federation: Option<String>,
    pub sex: Option<Sex>,
    /// Title: `GM`, `WIM`, ...; the one-letter forms of lists before 2012 are written out.
    pub title: Option<String>,
    pub birth_year: Option<u16>,
    pub standard: Option<Listed>,
    pub rapid: Option<Listed>,
    pub blitz: Option<Listed>,
    /// The flag as written: `i` inactive, `w` woman, `wi` both; older lists have more letters.
    pub flag: String,
    pub inactive: bool,
}

impl ListedPlayer {
    pub fn rating(&self, class: RatingClass) -> Option<Listed> {
        match class {
            RatingClass::Standard => self.standard,
            RatingClass::Rapid => self.rapid,
            RatingClass::Blitz => self.blitz,
        }
    }
}

/// A line (in XML: a `player` element) that does not fit the layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// Line, from 1. In XML the line on which the element ends.
    pub line: u64,
    /// First character of the offending cell, from 1. In XML and between commas always 1.
    pub column: usize,
    pub cell: String,
    pub reason: &'static str,
    /// The line, at most 200 characters.
    pub text: String,
}

/// Lines (in XML: elements) by what became of them: lines = header + players + refused + blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub lines: u64,
    pub header: u64,
    pub players: u64,
    pub refused: u64,
    /// Empty lines, and the end mark of DOS.
    pub blank: u64,
}

impl Counts {
    pub fn balance(&self) -> bool {
        self.lines == self.header + self.players + self.refused + self.blank
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListHead {
    pub name: String,
    /// SHA-256 of the file as it lies on disk, lower-case hex.
    pub sha256: String,
    pub layout: &'static str,
    /// The month from which the list is valid, and how it was found.
    pub period: Option<(YearMonth, How)>,
    /// Which ratings it holds, and how that was found.
    pub kind: (ListKind, How),
    pub counts: Counts,
    /// The first refused lines, at most [`MAX_REFUSED_KEPT`]; `counts` knows how many there are.
    pub refused: Vec<Refused>,
}

/// Refused lines kept with their text.
pub const MAX_REFUSED_KEPT: usize = 1000;

/// Most lines or players of a list. FIDE's longest has two million.
pub const MAX_LINES: u64 = 20_000_000;

/// A whole list in memory. [`stream`] reads one without keeping it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingList {
    pub head: ListHead,
    pub players: Vec<ListedPlayer>,
}

#[derive(Debug, Error)]
pub enum ListError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("{name}, line {line}, column {column}: not the layout of a known rating list ({reason}): {text}")]
    Layout {
        name: String,
        line: u64,
        column: usize,
        reason: &'static str,
        /// The line, at most 200 characters.
        text: String,
    },
    #[error("{name}, line {line}: the XML does not hold together: {reason}")]
    Broken { name: String, line: u64, reason: String },
    #[error("{name} does not say whether its ratings are standard, rapid or blitz; say it with --kind")]
    KindUnknown { name: String },
    #[error("{name}: the {what} is {one} by {one_how} and {other} by {other_how}")]
    Disagree {
        name: String,
        /// `period` or `kind`.
        what: &'static str,
        one: String,
        one_how: &'static str,
        other: String,
        other_how: &'static str,
    },
    #[error("the reading of {name} was stopped")]
    Stopped { name: String },
    #[error("{name} has more than {MAX_LINES} lines")]
    TooLong { name: String },
}

/// A refusal passes through readers that know nothing of lists.
impl From<ListError> for io::Error {
    fn from(error: ListError) -> Self {
        Self::other(error)
    }
}
