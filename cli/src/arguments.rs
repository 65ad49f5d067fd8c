//! Options that several commands share.

use std::path::PathBuf;

use analyzer::basis::Basis;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use datasets::clocks::time_class::TimeClass;
use pipeline::RatingChoice;
use reports::Language;

mod science;

pub(crate) use science::{CalibrateOptions, DrawnOptions, HelperProfile, PowerOptions, SimulateOptions};

/// Where the engine and the settings come from.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct EngineOptions {
    /// UCI engine to run [default: `$FAIRPLAY_ENGINE`, else `stockfish` on the PATH or in /usr/games]
    #[arg(long, value_name = "FILE")]
    pub(crate) engine: Option<PathBuf>,
    /// Engine processes side by side [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) engines: Option<u16>,
    /// Settings profile
    #[arg(long, value_enum)]
    pub(crate) profile: Option<ProfileName>,
    /// Search depth in plies, instead of the profile's
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<u8>,
    /// Number of lines (`MultiPV`), instead of the profile's
    #[arg(long, value_name = "N")]
    pub(crate) lines: Option<u8>,
    /// Hash in MiB, instead of the profile's
    #[arg(long, value_name = "MIB")]
    pub(crate) hash: Option<u32>,
    /// Node ceiling for one position, instead of the profile's
    #[arg(long, value_name = "NODES")]
    pub(crate) node_cap: Option<u64>,
    /// Search decided positions to the full depth too, which no test counts
    #[arg(long)]
    pub(crate) to_the_end: bool,
    /// Let `fairplay worker` on other machines search: the address of a NATS server with JetStream
    #[arg(long, value_name = "URL")]
    pub(crate) nats: Option<String>,
    /// Evaluation store, shared by all events [default: `$FAIRPLAY_STORE`, else in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Parameter file made by `calibrate` [default: the one shipped for this engine and these settings]
    #[arg(long, value_name = "FILE")]
    pub(crate) parameters: Option<PathBuf>,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// The language of what people read.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct LanguageOptions {
    /// Language of tables and pages; JSON and CSV are the same in every language [default: en]
    #[arg(long, value_name = "LANGUAGE", value_parser = language())]
    pub(crate) lang: Option<Language>,
}

/// The tags of the languages, so that help and completions list them.
pub(crate) fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::all().map(Language::tag)).try_map(|tag| tag.parse::<Language>())
}

/// Named settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileName {
    /// Depth 12 with 5 lines: the quick test.
    Quick,
    /// Depth 14 with 5 lines: the full test.
    Full,
}

/// Which rating each player is held to.
#[derive(Clone, Debug, Args)]
pub(crate) struct RatingOptions {
    /// Time class of the event [default: by the games' time controls and names, else standard]
    #[arg(long, value_enum, value_name = "CLASS")]
    pub(crate) time_class: Option<TimeClass>,
    /// The rating of record; the others are shown beside it
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Basis::Published)]
    pub(crate) rating: Basis,
    /// Take ratings from the stored lists valid on the first day (see `fairplay ratings`), where they have one
    #[arg(long)]
    pub(crate) ratings_from_lists: bool,
    /// Standard deviation of every rating beyond what is usual, in points; it widens every z
    #[arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=600))]
    pub(crate) rating_sd: u16,
    /// Points added to the rating of juniors, by the birth year on the stored lists
    #[arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=600))]
    pub(crate) junior_allowance: u16,
    /// Standard deviation of a junior's rating, in points
    #[arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=600))]
    pub(crate) junior_sd: u16,
    /// Rating that players without one are held to
    #[arg(long, value_name = "RATING", value_parser = clap::value_parser!(u16).range(1..=4000))]
    pub(crate) unrated_as: Option<u16>,
    /// Standard deviation of that rating, in points
    #[arg(long, value_name = "POINTS", default_value_t = 200, value_parser = clap::value_parser!(u16).range(0..=600))]
    pub(crate) unrated_sd: u16,
}

impl RatingOptions {
    pub(crate) fn choice(&self) -> RatingChoice {
        RatingChoice {
            time_class: self.time_class,
            basis: self.rating,
            from_lists: self.ratings_from_lists,
            rating_sd: self.rating_sd,
            junior_allowance: self.junior_allowance,
            junior_sd: self.junior_sd,
            unrated_as: self.unrated_as,
            unrated_sd: self.unrated_sd,
        }
    }
}
