//! Results of the statistics, as the documents carry them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::null::TESTS;

/// The three tests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tests {
    /// Move match: share of decisions in which the first line was played, 0 to 1.
    pub mm: TestResult,
    /// Equal-value match: share in which a line equal to the best was played, 0 to 1.
    pub ev: TestResult,
    /// Average scaled difference, in scaled pawns; smaller is better play.
    pub asd: TestResult,
}

impl Tests {
    /// In the order of the list of statistics.
    pub fn each_mut(&mut self) -> [&mut TestResult; TESTS] {
        [&mut self.mm, &mut self.ev, &mut self.asd]
    }
}

/// One test. z is turned so that larger always means better play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestResult {
    /// Observed mean; absent without decisions.
    pub observed: Option<f64>,
    /// Projected mean; absent without a rating.
    pub expected: Option<f64>,
    /// Raw z.
    pub z: Option<f64>,
    /// The z that the exact tail of MM or EV is equivalent to; absent for ASD.
    pub tail_z: Option<f64>,
    /// z against the expected shift from the published rating, from the one of `z` and `tail_z` that is nearer to 0.
    pub z_adjusted: Option<f64>,
}

/// Descriptive figures beside the tests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Also {
    /// Share of decisions in which one of the first three lines was played, 0 to 1.
    pub t3: Projected,
    /// Mean loss against the first line, in centipawns, each capped at 1000.
    pub mean_error_cp: Projected,
}

/// An observed mean beside its projection.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Projected {
    /// Observed mean.
    pub observed: Option<f64>,
    /// Projected mean.
    pub expected: Option<f64>,
}

/// The three tests of the second model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SecondTests {
    /// Move match.
    pub mm: SecondTest,
    /// Equal-value match.
    pub ev: SecondTest,
    /// Average scaled difference.
    pub asd: SecondTest,
}

/// One test of the second model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SecondTest {
    /// Projected mean: a share for MM and EV, scaled pawns for ASD.
    pub expected: f64,
    /// z against the expected shift from the published rating.
    pub z_adjusted: f64,
}

/// The field against what honest play would give: `ROI = 50 + 5z`, expected mean 50 and SD 5, without the field's correction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldCheck {
    /// Players with an index.
    pub players: u32,
    /// Mean index.
    pub roi_mean: Option<f64>,
    /// Standard deviation of the index (divisor n - 1).
    pub roi_sd: Option<f64>,
    /// Distance of the mean from 50 that 95 of 100 honest fields keep: the ratings of an event share an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Players expected at or above 60, 65 and 70 of the leading index among these, were all honest.
    pub expected_at: Levels<f64>,
    /// Players seen there.
    pub seen_at: Levels<u32>,
    /// The same expectation as a curve: players expected at or above each whole index from 20 to 80, were all
    /// honest. Absent in documents of before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected_above: Vec<f64>,
}

/// First index of [`FieldCheck::expected_above`].
pub const CURVE_FROM: u8 = 20;
/// Last index of [`FieldCheck::expected_above`].
pub const CURVE_TO: u8 = 80;

/// A number for each of the levels 60, 65 and 70 of the index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Levels<T> {
    /// At 60.
    #[serde(rename = "60")]
    pub at_60: T,
    /// At 65.
    #[serde(rename = "65")]
    pub at_65: T,
    /// At 70.
    #[serde(rename = "70")]
    pub at_70: T,
}

/// A sequential value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sequential {
    /// Decimal logarithm of the value.
    pub log10_value: f64,
    /// Decimal logarithm of the highest value so far.
    pub log10_highest: f64,
    /// Probability that an honest player's value ever gets as high, at most.
    pub p_value: f64,
}

impl Sequential {
    /// From natural logarithms; the start, 1, is among the values so far.
    pub fn new(ln_value: f64, ln_highest: f64) -> Self {
        let ln_highest = ln_highest.max(0.0);
        Self {
            log10_value: ln_value * std::f64::consts::LOG10_E,
            log10_highest: ln_highest * std::f64::consts::LOG10_E,
            p_value: libm::exp(-ln_highest),
        }
    }
}
