//! What does not agree between the log and the tables that it speaks of.

use std::collections::BTreeMap;

use serde::Serialize;

/// What is wrong with something that the log speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// It is not as the last entry about it left it.
    Changed,
    /// No entry put it there.
    NotLogged,
    /// It is gone, and no entry took it away.
    Gone,
    /// Its bytes do not have the sum that was stored with them.
    Contents,
}

/// Differences by what they are about, for people, such as `event 1: person 3 as a member`.
pub(super) type Differences = BTreeMap<String, Difference>;
