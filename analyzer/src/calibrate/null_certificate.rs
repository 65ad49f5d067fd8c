//! The certificate of a null: how honest performances of tournaments that were not fitted look under it.
//!
//! The tournaments are dealt into parts by a hash of their identity, and each part is scored with the null fitted to the others. The
//! types here are a document that others read (`certificate.json`, and the pages made from it). Neither people nor
//! tournaments are named in it: a tournament is the hash of its games.

use datasets::tournament::corpus::facts::Conditions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::measurement::{Measurement, Model};
use super::null_fit::{Baseline, NullFitError, fit_null};
use crate::null::strength::conditions::HelpedShare;

mod bars;
mod figures;
mod scored;

/// Version of the document's layout.
pub const SCHEMA: &str = "fairplay/certificate/2";
/// Parts of the split by tournament.
const PARTS: usize = 5;

/// Names of the bars.
pub const BARS: [&str; 8] =
    ["recent_mean", "recent_sd", "slope", "juniors_mean", "youth_mean", "low_mean", "low_sd", "rate"];
/// Names of the populations; those of decades are their years, `2010-2019`. The last one stands apart.
pub const POPULATIONS: [&str; 11] = [
    "all",
    "from_2019",
    "from_november_2021",
    "under_2000",
    "2000-2399",
    "2400-2699",
    "from_2700",
    "juniors",
    "youth",
    "women",
    "sealed",
];

/// Figures of performances that were not fitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NullCertificate {
    /// [`SCHEMA`].
    pub schema: String,
    /// Version of the strength certified.
    pub strength: String,
    /// Time class and venue of the games: `rapid`, `online`; absent for standard play over the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<[String; 2]>,
    /// Share of the performances that the fit takes as helped; absent where it takes all as honest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helped: Option<HelpedShare>,
    /// First and last day of the tournaments, `YYYY-MM-DD`.
    pub days: [String; 2],
    /// Lowest and highest published rating.
    pub ratings: [u16; 2],
    /// Fewest and most decisions of a performance.
    pub decisions: [u32; 2],
    /// How often the sealed part of the corpus was opened.
    pub openings: usize,
    /// The parts of the split.
    pub parts: Vec<Part>,
    /// One for each choice model, the primary one first.
    pub readings: Vec<Reading>,
}

/// One part of the split.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    pub tournaments: usize,
    pub performances: usize,
    /// Standard deviation between events in the fit to the other parts, in rating points.
    pub event_sd: f64,
    /// The same of a player at 2400.
    pub player_sd: f64,
    /// Mean shift of the start of 2025 from a rating of 2400 under the primary model, in rating points.
    pub today: f64,
}

/// One choice model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    pub model: Model,
    /// The first is all.
    pub populations: Vec<Population>,
    /// Change of z without the field per decade.
    pub slope: Option<Figure>,
    /// Tournaments of fifteen or more measured players.
    pub fields: Vec<Field>,
    /// Their players with an index of 60 or more, that is a z with the field of 2 or more.
    pub at_sixty: Rate,
    /// The sealed part under the null of all the others, once it was opened.
    pub sealed: Option<Population>,
    pub bars: Vec<Bar>,
    /// For all bars together for which there is a performance.
    pub all: Passes,
}

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figure {
    pub value: f64,
    /// With tournaments or with people as units, the larger.
    pub error: f64,
}

/// Performances of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Population {
    /// One of [`POPULATIONS`], or a decade.
    pub name: String,
    pub performances: usize,
    pub tournaments: usize,
    pub people: usize,
    /// Share of the largest tournament.
    pub largest: f64,
    /// z without the field.
    pub alone: Figures,
    /// z with what the other measured players of the tournament show.
    pub field: Figures,
    /// The lower of the two, which leads.
    pub leading: Figures,
}

/// Figures of a z.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figures {
    /// Absent for fewer than two tournaments.
    pub mean: Option<Figure>,
    pub sd: Option<Figure>,
    /// At 2.0, 2.5 and 3.0.
    pub rates: Vec<Rate>,
}

/// How often a level was reached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rate {
    pub level: f64,
    /// Performances at or above it.
    pub seen: usize,
    /// Sum of the predicted probabilities; for the z that leads, an upper limit of it.
    pub predicted: f64,
    /// 95 % limits of the count if the prediction is right (Poisson).
    pub limits: [usize; 2],
}

/// One tournament of fifteen or more measured players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Field {
    /// Identity of the tournament.
    pub tournament: String,
    pub players: usize,
    /// Mean of z with the field.
    pub mean: f64,
    /// Whether the mean is within 0.25 of 0: an index from 48.75 to 51.25.
    pub within: bool,
}

/// A bar set beforehand, for z without the field's correction: the z that leads is never higher.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bar {
    /// One of [`BARS`].
    pub name: String,
    /// Lowest and highest value that meets it.
    pub asked: [f64; 2],
    /// Lowest and highest value that does not miss it: `asked`, widened where the data are so few that a right null leaves it.
    pub range: [f64; 2],
    /// Absent without a performance.
    pub found: Option<f64>,
    pub result: BarResult,
    /// Performances at hand, and asked for.
    pub performances: [usize; 2],
    /// Probability of a value in `range`, with the tournaments, people and numbers at hand; absent without a performance.
    pub passes: Option<Passes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BarResult {
    Met,
    NotMet,
    /// Fewer performances than asked for, or a value between `asked` and `range`.
    TooFewData,
}

/// Operating characteristic of bars, by simulation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Passes {
    /// If the null is right.
    pub right: f64,
    /// If the true spread is 15 % larger.
    pub wider: f64,
    /// If 3.00 is reached three times as often.
    pub thrice: f64,
}

/// Measurements of the sealed part, and how often it was opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct SealedPart<'a> {
    pub openings: usize,
    pub measurements: &'a [Measurement],
}

/// Makes the certificate. `known` is what measurements do not show, `draws` the number of simulated certificates behind each
/// probability.
///
/// # Errors
/// If a part cannot be scored, because the others are too few for a fit.
pub fn certify(
    measurements: &[Measurement],
    sealed: SealedPart<'_>,
    known: &Baseline<'_>,
    draws: u64,
) -> Result<NullCertificate, NullFitError> {
    let all: Vec<&Measurement> = measurements.iter().collect();
    let whole = fit_null(&all, known)?;
    let crossed = scored::cross_fit(measurements, known)?;
    let mut of_sealed = scored::scored_with(&sealed.measurements.iter().collect::<Vec<_>>(), &whole);
    let readings = crossed.scored.into_iter().map(|(model, scored)| {
        let simulated = bars::simulate(&scored, &whole.strength, draws);
        let (fields, at_sixty) = figures::fields(&scored);
        Reading {
            model,
            populations: figures::populations(&scored),
            slope: figures::slope(&scored),
            fields,
            at_sixty,
            sealed: of_sealed.remove(&model).map(|scored| figures::sealed(&scored)),
            bars: simulated.bars,
            all: simulated.all,
        }
    });
    let range = |of: &dyn Fn(&Measurement) -> u32| {
        [all.iter().map(|m| of(m)).min().unwrap_or(0), all.iter().map(|m| of(m)).max().unwrap_or(0)]
    };
    Ok(NullCertificate {
        schema: SCHEMA.to_owned(),
        strength: whole.strength.version.clone(),
        conditions: known.other.map(|(Conditions { venue, class }, _)| {
            let venue: &str = venue.into();
            [class.as_str().to_owned(), venue.to_owned()]
        }),
        helped: whole.strength.conditions.as_ref().and_then(|other| other.helped),
        days: whole.strength.source.days.clone(),
        ratings: range(&|m| u32::from(m.rating)).map(|rating| u16::try_from(rating).unwrap_or(u16::MAX)),
        decisions: range(&|m| m.decisions),
        openings: sealed.openings,
        parts: crossed.parts,
        readings: readings.collect(),
    })
}

#[cfg(test)]
mod tests;
