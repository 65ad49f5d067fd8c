//! The result of a power experiment, as it is kept in files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::judge::screen::document::{EngineEntry, InputEntry, SettingsEntry};
use crate::power::score::Statistic;
use crate::simulate::{Help, HonestPart};

/// Version of the layout of [`PowerDocument`].
pub const SCHEMA: &str = "power-1";

/// `power.json`: the table and what it was made from. Field names are a contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PowerDocument {
    /// [`SCHEMA`].
    pub schema: String,
    /// What it was made from.
    pub manifest: PowerManifest,
    /// The rates.
    pub table: PowerTable,
}

/// What a power experiment was made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PowerManifest {
    /// Engine of the test.
    pub engine: EngineEntry,
    pub settings: SettingsEntry,
    /// Software and version.
    pub software: String,
    /// The games.
    pub inputs: Vec<InputEntry>,
    /// Events used.
    pub events: usize,
    /// Events of the inputs whose evaluations are not in the store.
    pub events_left_out: usize,
}

/// Detection rates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PowerTable {
    /// Where the honest moves came from.
    pub honest: HonestPart,
    /// Who helped, in words.
    pub helper: String,
    /// Version of the parameters.
    pub parameters: String,
    /// Whether they are provisional.
    pub provisional: bool,
    /// Seed of every draw.
    pub seed: u64,
    /// What was drawn from.
    pub bands: Vec<BandSize>,
    /// One row for each band, number of games, kind of help and rule.
    pub rows: Vec<PowerRow>,
}

/// What a band was drawn from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BandSize {
    /// Middle of the band.
    pub band: u16,
    /// Lowest rating.
    pub low: u16,
    /// Highest rating.
    pub high: u16,
    /// Players in an event.
    pub performances: usize,
    /// Games with a side in the band.
    pub games: usize,
    /// Sides of games.
    pub sides: usize,
    pub decisions: usize,
    /// Sides left out: rating outside the fit, or a helper's choice missing.
    pub left_out: usize,
    /// Mean rating over the sides.
    pub mean_rating: f64,
}

/// One detection rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PowerRow {
    /// Middle of the rating band.
    pub band: u16,
    /// Games of a performance.
    pub games: u32,
    /// What help the performances had.
    pub help: Help,
    /// What is compared with the threshold.
    pub statistic: Statistic,
    /// The false-alarm rate the threshold was set to; absent for a threshold fixed beforehand.
    pub false_alarm_rate: Option<f64>,
    /// The threshold in the statistic's unit. At or above a fixed one is a detection, strictly beyond an equalised one;
    /// for the mean loss, below it.
    pub threshold: f64,
    /// Performances detected.
    pub detected: u32,
    /// Performances drawn.
    pub of: u32,
    /// Lower end of the 95 % interval of the rate. It covers the draw, not the choice of the games drawn from.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Honest performances beyond the same threshold.
    pub false_alarms: u32,
    /// Honest performances drawn.
    pub honest: u32,
    /// Performances with too few decisions for any rule; they count as not detected.
    pub below_gate: u32,
    /// Mean number of decisions of a performance.
    pub mean_decisions: f64,
    /// Mean number of them made with help.
    pub mean_helped: f64,
}

impl PowerRow {
    /// The detection rate, 0 to 1.
    #[must_use]
    pub fn rate(&self) -> f64 {
        f64::from(self.detected) / f64::from(self.of.max(1))
    }
}
