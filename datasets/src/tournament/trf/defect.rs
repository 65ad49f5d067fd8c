//! Defects and warnings of a report with their places.

use std::fmt;
use std::io;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text::visible::visible_within;

/// A place in a report. Lines and columns count from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Defect {
    /// Where.
    pub place: Place,
    /// The text at that place, at most 40 characters, what cannot be seen named; empty where there is none.
    pub at: String,
    pub reason: String,
}

impl Defect {
    pub(super) fn new(place: Place, at: &str, reason: &str) -> Self {
        Self { place, at: visible_within(at, 40), reason: reason.to_owned() }
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)?;
        if self.at.is_empty() { Ok(()) } else { write!(f, ": `{}`", self.at) }
    }
}

/// Something odd that does not keep a report from being read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// Description of the oddity, as a lower-case fragment.
    pub text: String,
}

#[derive(Debug, Error)]
pub enum TrfError {
    #[error("could not read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{name} is not a tournament report that can be read{}", listed(defects, *more))]
    Refused {
        name: String,
        /// In order of place; at least one.
        defects: Vec<Defect>,
        more: usize,
    },
}

fn listed(defects: &[Defect], more: usize) -> String {
    let mut lines: Vec<String> = defects.iter().map(|defect| format!("\n  {defect}")).collect();
    if more > 0 {
        lines.push(format!("\n  and {more} more"));
    }
    lines.concat()
}
