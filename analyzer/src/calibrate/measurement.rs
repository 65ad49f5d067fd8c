//! One performance as the null sees it: what a fit of the strength and its certificate are made from.
//!
//! Rows of numbers without names, so that a calibration can be made again, and checked by others, without any engine.

use datasets::day::Day;
use serde::{Deserialize, Serialize};

use crate::null::gains::{Gains, SCORES};
use crate::null::strength::LagClass;

/// Age in years up to which a player is a junior.
const JUNIOR: u8 = 18;

/// Which choice model projected.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Model {
    /// The two-parameter model, the primary one.
    Primary,
    DepthAware,
}

/// One performance under one model. Scores in the order MM, EV, ASD, efficient score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// Identity of the tournament.
    pub tournament: String,
    /// Its first day, `YYYY-MM-DD`.
    pub day: String,
    /// Number of the person in the corpus.
    pub person: usize,
    /// Published rating.
    pub rating: u16,
    /// Age in years at the end of the event's year; absent where no list says.
    pub age: Option<u8>,
    /// Whether the event is for young players, by its name.
    pub youth: bool,
    /// Whether it is for women, by its name.
    pub women: bool,
    pub games: u32,
    pub decisions: u32,
    pub model: Model,
    pub gains: Gains,
    /// Squares of the gains of single games around the player's own, in units of their projected variance.
    pub game_squares: [f64; SCORES],
    /// Degrees of freedom of these squares.
    pub game_freedom: u32,
}

impl Measurement {
    /// The first day of the tournament; `None` if it is not a day.
    pub fn first_day(&self) -> Option<Day> {
        Day::parse(&self.day)
    }

    /// A junior by age, or by the event where no list gives the age.
    pub fn class(&self) -> Option<LagClass> {
        match (self.age.map(|age| age <= JUNIOR), self.youth) {
            (Some(false), _) | (None, false) => None,
            (Some(true), false) => Some(LagClass::Junior),
            (_, true) => Some(LagClass::YouthEvent),
        }
    }
}
