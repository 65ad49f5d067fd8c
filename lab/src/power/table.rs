//! The result of a power experiment, as it is kept in files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::score::Statistic;
use crate::simulate::{Help, HonestPart};
use analyzer::judge::screen::document::{EngineEntry, InputEntry, SettingsEntry};

/// Version of the layout of [`PowerDocument`].
pub(crate) const SCHEMA: &str = "power-1";

/// `power.json`: the table and what it was made from. Field names are a contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PowerDocument {
    /// [`SCHEMA`].
    pub(crate) schema: String,
    /// Inputs.
    pub(crate) manifest: PowerManifest,
    /// The rates.
    pub(crate) table: PowerTable,
}

/// Inputs of a power experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PowerManifest {
    /// Engine of the test.
    pub(crate) engine: EngineEntry,
    pub(crate) settings: SettingsEntry,
    /// Software and version.
    pub(crate) software: String,
    /// The games.
    pub(crate) inputs: Vec<InputEntry>,
    /// Events used.
    pub(crate) events: usize,
    /// Events of the inputs whose evaluations are not in the store.
    pub(crate) events_left_out: usize,
}

/// Detection rates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PowerTable {
    /// Where the honest moves came from.
    pub(crate) honest: HonestPart,
    /// Who helped, in words.
    pub(crate) helper: String,
    /// The deeper search that the Bayes factor took into account, and the helpers that it averages over, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) deeper: Option<String>,
    /// Version of the parameters.
    pub(crate) parameters: String,
    /// Whether they are provisional.
    pub(crate) provisional: bool,
    /// Seed of every draw.
    pub(crate) seed: u64,
    /// Games drawn from.
    pub(crate) bands: Vec<BandSize>,
    /// One row for each band, number of games, kind of help and rule.
    pub(crate) rows: Vec<PowerRow>,
}

/// Games of a band.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct BandSize {
    /// Middle of the band.
    pub(crate) band: u16,
    /// Lowest rating.
    pub(crate) low: u16,
    /// Highest rating.
    pub(crate) high: u16,
    /// Players in an event.
    pub(crate) performances: usize,
    /// Games with a side in the band.
    pub(crate) games: usize,
    /// Sides of games.
    pub(crate) sides: usize,
    pub(crate) decisions: usize,
    /// Sides left out: rating outside the fit, or a helper's choice missing.
    pub(crate) left_out: usize,
    /// Mean rating over the sides.
    pub(crate) mean_rating: f64,
}

/// One detection rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PowerRow {
    /// Middle of the rating band.
    pub(crate) band: u16,
    /// Games of a performance.
    pub(crate) games: u32,
    pub(crate) help: Help,
    /// Statistic compared with the threshold.
    pub(crate) statistic: Statistic,
    /// The false-alarm rate the threshold was set to; absent for a threshold fixed beforehand.
    pub(crate) false_alarm_rate: Option<f64>,
    /// The threshold in the statistic's unit. At or above a fixed one is a detection, strictly beyond an equalised one;
    /// for the mean loss, below it.
    pub(crate) threshold: f64,
    /// Performances detected.
    pub(crate) detected: u32,
    /// Performances drawn.
    pub(crate) of: u32,
    /// Lower end of the 95 % interval of the rate. It covers the draw, not the choice of the games drawn from.
    pub(crate) low: f64,
    /// Upper end.
    pub(crate) high: f64,
    /// Honest performances beyond the same threshold.
    pub(crate) false_alarms: u32,
    /// Honest performances drawn.
    pub(crate) honest: u32,
    /// Performances with too few decisions for any rule; they count as not detected.
    pub(crate) below_gate: u32,
    /// Mean number of decisions of a performance.
    pub(crate) mean_decisions: f64,
    /// Mean number of them made with help.
    pub(crate) mean_helped: f64,
}

impl PowerRow {
    /// The detection rate, 0 to 1.
    pub(crate) fn rate(&self) -> f64 {
        f64::from(self.detected) / f64::from(self.of.max(1))
    }
}
