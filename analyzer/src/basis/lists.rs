//! Which stored rating lists the numbers of an event rest on, and which one was valid and is not stored.
//!
//! A list is named by its file, its month and the SHA-256 of its bytes, so that a stranger can tell whether it was the list of
//! the day (FIDE Title Regulations B.01, 1.4.6 a).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rating lists of an event. All of it counts in the digest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatingLists {
    /// Whether the ratings were to come from lists. Without it lists tell age, coefficient and activity alone.
    pub ratings_asked: bool,
    /// Lists that told something of a player, by month and kind.
    pub used: Vec<UsedList>,
    /// Lists that were valid and are not stored, by month and class; empty unless ratings were asked for. No other list stands
    /// in for one of these.
    pub missing: Vec<MissingList>,
    /// Games, of those whose ratings were asked of lists, without a date that says which list was valid.
    pub undated: u32,
}

/// A stored list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UsedList {
    /// Name of its file.
    pub name: String,
    /// First month in which it was valid, `YYYY-MM`.
    pub month: String,
    /// `standard`, `rapid`, `blitz` or `combined`.
    pub kind: String,
    /// SHA-256 of the file, lower-case hex.
    pub sha256: String,
    /// Players whose rating it gave.
    pub ratings: u32,
    /// Players whose age, coefficient or activity it gave, these included.
    pub players: u32,
    /// It gave years of birth alone: of a list that was not valid nothing else is used. False in documents of before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub births_only: bool,
}

/// A list that was valid and is not stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct MissingList {
    /// Its month, `YYYY-MM`.
    pub month: String,
    /// The ratings that it would have given: `standard`, `rapid` or `blitz`.
    pub class: String,
    /// Players who keep the rating of the games' tags because of it.
    pub players: u32,
}

/// A rating of a player and the games that it holds for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DayRating {
    /// Month of the list, `YYYY-MM`; absent for the rating of the games' tags, where the list was not stored or did not name the
    /// player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<String>,
    /// The ratings of the list that were taken: `standard`, `rapid` or `blitz`; absent for the tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    pub rating: u16,
    /// The games, by index; empty where the rating holds for the whole event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<usize>,
}
