//! Options of `calibrate`.

use std::path::PathBuf;

use analyzer::calibration::split::Half;
use clap::Args;
use datasets::clocks::time_class::TimeClass;

use super::{EngineOptions, LanguageOptions};

/// Options of `calibrate`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CalibrateOptions {
    /// PGN collections; only events that are in the store, nine games in ten or more, are used, and the sample
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// File for the parameters
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Version to write into the file
    #[arg(long, value_name = "NAME")]
    pub(crate) name: String,
    /// Folder for the certificate: how honest play that each fit has not seen looks under it
    #[arg(long, value_name = "DIR")]
    pub(crate) certificate: PathBuf,
    /// Parts of the split: each part of the events is judged by a fit to the others
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=20))]
    pub(crate) parts: u8,
    /// Performances of nine games to draw for the rates at high levels
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(crate) resample: usize,
    /// Take so many games, of a balanced random sample of player-events, beside the events that are in the store as a
    /// whole; of each game only the sides of the players drawn
    #[arg(long, value_name = "GAMES")]
    pub(crate) sample: Option<usize>,
    /// Take only one half of the events, chosen by a hash of their names: what is fitted to one half can be measured on the
    /// other
    #[arg(long, value_enum, value_name = "HALF")]
    pub(crate) half: Option<Half>,
    /// Evaluate what the store lacks of the sample first; can be stopped, and the same command goes on
    #[arg(long, requires = "sample")]
    pub(crate) evaluate: bool,
    /// Time class to fit; events of other classes are left out
    #[arg(long, value_enum, value_name = "CLASS", default_value_t = TimeClass::Standard)]
    pub(crate) time_class: TimeClass,
    /// Seed of the split by event, and of the sample
    #[arg(long, value_name = "TEXT", default_value = "fairplay")]
    pub(crate) seed: String,
    /// Rounds of the bootstrap over events that gives the standard errors
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) bootstrap: u32,
    /// Lowest rating the fit may claim
    #[arg(long, value_name = "RATING", default_value_t = 2000)]
    pub(crate) low: u16,
    /// Highest rating the fit may claim
    #[arg(long, value_name = "RATING", default_value_t = 2800)]
    pub(crate) high: u16,
    /// Fewest decisions of a performance for the spread, and of a player for an index
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) gate: u32,
    /// Hold the fit to other parameters of the same engine, whose evaluations of the same games are in the store: it finds
    /// in the players what those find, so that a few games fix it
    #[arg(long, value_name = "FILE")]
    pub(crate) anchor: Option<PathBuf>,
    /// Keep the primary model of these parameters as it is, and make and certify only the second model
    #[arg(long, value_name = "FILE", conflicts_with = "anchor")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}
