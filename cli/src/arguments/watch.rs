//! Options of `watch`.

use std::num::{NonZeroU16, NonZeroU32};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::screening::RatingOptions;
use super::{EngineOptions, LanguageOptions, SourceOptions};

/// When hints are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LookAfter {
    /// After each complete round, on complete rounds only.
    Round,
    /// Whenever something new has been searched, on all moves that stand.
    Move,
}

/// Options of `watch`.
#[derive(Clone, Debug, Args)]
pub(crate) struct WatchOptions {
    #[command(flatten)]
    pub(crate) source: SourceOptions,
    /// Name of the event [default: the Event tag of most games]
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Folder for games, versions and hints [default: named after the source]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// When hints are given
    #[arg(long, value_enum, default_value = "round")]
    pub(crate) look_after: LookAfter,
    /// Transmission delay: leave a move out until it has been there for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=86_400))]
    pub(crate) delay: u64,
    /// Rounds of the event, over which the chance that the rules allow for one look is shared [default: unknown]
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<NonZeroU16>,
    /// Players of the event, if not all of them are in the games [default: those in the games so far]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<NonZeroU32>,
    /// Honest players named per event, on average and at most; above 0 and at most 1
    #[arg(long, value_name = "NUMBER", default_value_t = analyzer::hints::promise::FALSE_HINTS, value_parser = share)]
    pub(crate) false_hints: f64,
    /// A player singled out before the event, by name or FIDE number; can be repeated
    #[arg(long, value_name = "WHO")]
    pub(crate) singled_out: Vec<String>,
    /// A player named in a formal complaint with observation; can be repeated
    #[arg(long, value_name = "WHO")]
    pub(crate) complaint: Vec<String>,
    /// A player whose games are to be searched first; can be repeated, and has no other effect
    #[arg(long, value_name = "WHO")]
    pub(crate) hand: Vec<String>,
    /// Core-minutes for full tests in the whole event
    #[arg(long, value_name = "MINUTES", default_value_t = analyzer::hints::escalation::CORE_MINUTES, value_parser = minutes)]
    pub(crate) budget: f64,
    /// Core-seconds that one position of a full test is expected to take
    #[arg(long, value_name = "SECONDS", default_value_t = analyzer::hints::escalation::SECONDS_PER_POSITION, value_parser = seconds)]
    pub(crate) seconds_per_position: f64,
    /// Parameter file for full tests [default: the one shipped for this engine, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) full_parameters: Option<PathBuf>,
    /// Print the hints as JSON, one line for each look
    #[arg(long)]
    pub(crate) json: bool,
    /// Alias table: who is who, as confirmed by people [default: ./aliases.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) rating: RatingOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

fn share(text: &str) -> Result<f64, String> {
    number(text, |n| n > 0.0 && n <= 1.0, "a number above 0 and at most 1")
}

fn minutes(text: &str) -> Result<f64, String> {
    number(text, |n| (0.0..=1e6).contains(&n), "a number from 0 to 1000000")
}

fn seconds(text: &str) -> Result<f64, String> {
    number(text, |n| n > 0.0 && n <= 1e4, "a number above 0 and at most 10000")
}

fn number(text: &str, fits: impl Fn(f64) -> bool, range: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|n| fits(*n));
    number.ok_or_else(|| format!("give {range}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused() {
        assert_eq!((share("0.2"), minutes("0"), seconds("1.5")), (Ok(0.2), Ok(0.0), Ok(1.5)));
        for text in ["0", "-1", "NaN", "inf", "1.01", "", "x"] {
            assert!(share(text).is_err(), "{text}");
        }
        assert!(minutes("-1").is_err() && minutes("NaN").is_err() && seconds("0").is_err());
    }
}
