//! The certificate of a calibration: how honest play that was not fitted looks under the parameters.
//!
//! The types here are a document that others read (`certificate.json`, and the pages made from it). Names of
//! players never stand in it; names of events do, because a split by event is only a split if it can be checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calibrate::prediction::Prediction;
use crate::calibrate::split::Half;
use crate::null::{Dispersion, PerTest};

/// Version of the document's layout.
pub const SCHEMA: &str = "fairplay/certificate/1";

/// Figures of held-out performances.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Certificate {
    /// [`SCHEMA`].
    pub schema: String,
    /// The reading certified: by the two-parameter model, which is the primary one, or by the depth-aware model.
    pub reading: ReadingName,
    /// Version of the parameters certified, as in every manifest.
    pub parameters: String,
    /// Name of the settings, `quick` or `full`, or what the user called them.
    pub profile: String,
    /// Time class the corpus belongs to: `standard`, `rapid` or `blitz`.
    pub time_class: String,
    /// Name of the engine.
    pub engine: String,
    /// SHA-256 of the engine, lower-case hex.
    pub engine_sha256: String,
    /// Search depth in plies.
    pub depth: u8,
    /// Lines.
    pub multipv: u8,
    /// Hash in MiB.
    pub hash_mib: u32,
    /// Node ceiling of a search.
    pub node_cap: u64,
    /// Software that made it.
    pub software: String,
    /// Games the figures rest on.
    pub corpus: Corpus,
    /// Lowest and highest rating fitted.
    pub ratings: [u16; 2],
    /// Fewest decisions of a performance that gets a z.
    pub gate: u32,
    /// Parameters with their bootstrap standard errors.
    pub fitted: Vec<Fitted>,
    pub dispersion: PerTest<Dispersion>,
    /// Correlations MM-EV, MM-ASD, EV-ASD of the adjusted z.
    pub correlation: [f64; 3],
    /// Weights of the tests in the overall z, fixed before the held-out performances were looked at.
    pub weights: PerTest<f64>,
    /// MM, EV, ASD (adjusted z), overall z and index, each on all held-out performances and in groups.
    pub measures: Vec<Measure>,
    /// Observed and projected means by rating.
    pub bands: Vec<BandMeans>,
    /// How well the choice models predict moves; absent where nobody looked at the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prediction: Option<Prediction>,
    /// The depth-aware model less the primary model, on the same performances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// Version of the parameters whose primary model was kept and is certified by itself; it may have seen some of these
    /// performances. Absent where both readings were made here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The primary model less that of the anchor, on the same performances; absent without an anchor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchored>,
    /// Resampled performances.
    pub resampled: Resampled,
    /// How far two fits from disjoint halves of the events differ on a third set.
    pub agreement: Agreement,
    /// The bars set before the corpus was evaluated, and what was found.
    pub bars: Vec<Bar>,
}

/// Which of the two readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadingName {
    /// By the two-parameter model: the primary model.
    TwoParameter,
    /// By the depth-aware model.
    DepthAware,
}

/// How far two readings of honest performances lie apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// Moments of the one overall z less the other.
    pub moments: Moments,
    /// Correlation between the two.
    pub correlation: f64,
}

/// Parameters that a fit was held to, and its distance from them on performances that it has not seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Anchored {
    /// Version of the anchor's parameters.
    pub parameters: String,
    /// Overall z of these parameters less that of the anchor.
    pub difference: Difference,
}

/// The games behind a certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Corpus {
    /// Collections, `name sha256`.
    pub inputs: Vec<String>,
    /// Seed of the split.
    pub seed: String,
    /// Games asked for as a random sample of player-events; absent where only whole events were taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<usize>,
    /// The half of the events that was taken; absent where all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half: Option<Half>,
    /// The parts of the split: every part is scored with parameters fitted to the other parts.
    pub folds: Vec<Fold>,
    /// Games evaluated.
    pub games: usize,
    /// Rated performances, short ones included.
    pub performances: usize,
    /// Decisions in them.
    pub decisions: usize,
    /// First and last year of the events, where known.
    pub years: Option<[u16; 2]>,
}

/// One part of the split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fold {
    /// Events by name.
    pub events: Vec<String>,
    /// Performances in them.
    pub performances: usize,
    /// Decisions in them.
    pub decisions: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fitted {
    /// Name, as in the parameter file.
    pub name: String,
    /// Value fitted to all events.
    pub value: f64,
    /// Standard deviation over fits to events drawn with replacement.
    pub standard_error: f64,
}

/// One statistic on held-out performances.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measure {
    /// `mm`, `ev`, `asd`, `overall` or `index`.
    pub name: String,
    /// All performances over the gate.
    pub all: Moments,
    /// Standard deviation of what the performances of one event share; see [`crate::calibrate::moments::shared`]. Absent where no
    /// event has two of them, and in certificates made before it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<f64>,
    /// Seen and nominal rates.
    pub rates: Vec<Rate>,
    /// Points of the quantile plot, lowest first: what a standard normal (for the index, mean 50 and SD 5) would give
    /// and what was seen.
    pub quantiles: Vec<Quantile>,
    /// The same by rating band, number of decisions, colour, decade and result.
    pub groups: Vec<Group>,
}

/// Moments of a statistic.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Moments {
    /// Performances.
    pub n: usize,
    pub mean: f64,
    /// Standard deviation (divisor n - 1); 0 for a single one.
    pub sd: f64,
    /// Skewness (third standardised moment); 0 for fewer than three.
    pub skew: f64,
    /// Standard errors with events as units; absent where values are drawn, and for fewer than two events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Errors>,
}

/// Standard errors of moments of performances that hang together by event (jackknife that leaves out one event at a time).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Errors {
    /// Events that the performances come from.
    pub events: usize,
    /// Standard error of the mean.
    pub mean: f64,
    /// Standard error of the standard deviation.
    pub sd: f64,
}

/// How often a level was passed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rate {
    /// Level of z (for the index, of the index).
    pub level: f64,
    /// Performances at or above it.
    pub seen: usize,
    /// Number a standard normal expects.
    pub expected: f64,
    /// Share seen, with the exact 95 % limits of a binomial share (Clopper and Pearson 1934).
    pub share: [f64; 3],
    /// Nominal share.
    pub nominal: f64,
}

/// A point of a quantile plot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Quantile {
    /// Nominal quantile.
    pub nominal: f64,
    pub seen: f64,
}

/// Performances divided by one property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// `rating`, `decisions`, `colour`, `decade` or `result`.
    pub by: String,
    /// The parts in order.
    pub rows: Vec<GroupRow>,
}

/// One part of a [`Group`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupRow {
    /// Label: `2000-2199`, `100-137`, `white`, `2010-2019`, `scored 60 % or more`.
    pub label: String,
    pub moments: Moments,
}

/// Observed and projected means in a band of 200 rating points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BandMeans {
    /// Lowest rating of the band.
    pub low: u16,
    /// Decisions of all performances, short ones included.
    pub decisions: u32,
    /// Observed, projected share of the first line.
    pub mm: [f64; 2],
    /// Observed, projected share of moves equal to the best.
    pub ev: [f64; 2],
    /// Observed, projected average scaled difference.
    pub asd: [f64; 2],
}

/// Performances made by drawing games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Resampled {
    /// Games in a performance, one side of each.
    pub games: usize,
    /// Performances drawn.
    pub drawn: usize,
    pub seed: u64,
    /// Moments of the overall z.
    pub moments: Moments,
    /// Rates of the overall z at 2.0, 2.5, 3.0, 3.5, 4.25 and 5.00.
    pub rates: Vec<Rate>,
    /// The same moments and rates by rating band.
    pub bands: Vec<ResampledBand>,
}

/// Resampled performances of one rating band.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResampledBand {
    /// Lowest rating of the band of 200.
    pub low: u16,
    /// Game sides to draw from.
    pub pool: usize,
    /// Moments of the overall z.
    pub moments: Moments,
    pub rates: Vec<Rate>,
}

/// Two fits from disjoint halves of the events, on performances that neither has seen. Each fifth of the events is
/// that third set in turn, and two fits are made of two fifths each; the events are dealt into fifths more than once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Agreement {
    /// Performances scored by both.
    pub n: usize,
    /// How often the events were dealt into fifths.
    #[serde(default = "one")]
    pub dealings: usize,
    /// Root mean square over the turns of the mean difference of the overall z.
    pub mean: f64,
    /// Standard deviation of the difference within a turn, root mean square over the turns.
    pub sd: f64,
}

fn one() -> usize {
    1
}

/// A bar and whether it was met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bar {
    /// The requirement, in words with numbers.
    pub asked: String,
    /// The figure found, in the same words.
    pub found: String,
    /// Whether it was met.
    pub met: bool,
}
