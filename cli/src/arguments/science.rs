//! Options of the commands that calibrate, simulate and measure.

use std::path::PathBuf;

use analyzer::calibration::split::Half;
use analyzer::simulate::HonestPart;
use clap::Args;
use datasets::clocks::time_class::TimeClass;
use uci_pool::Settings;

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

/// Options of `power`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PowerOptions {
    /// PGN files of honest play; only events that are in the store are used
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Folder for power.json, power.csv, power.md and power.svg
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the result as JSON instead of tables
    #[arg(long)]
    pub(crate) json: bool,
    /// Middles of the rating bands
    #[arg(long, value_name = "RATINGS", value_delimiter = ',', default_values_t = [2000, 2300, 2600])]
    pub(crate) bands: Vec<u16>,
    /// Half the width of a band in rating points
    #[arg(long, value_name = "POINTS", default_value_t = 100)]
    pub(crate) half_width: u16,
    /// Games of a performance
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [4, 9, 27])]
    pub(crate) games: Vec<u32>,
    /// Shares of helped moves in per cent
    #[arg(long, value_name = "PERCENT", value_delimiter = ',', default_values_t = [5.0, 10.0, 20.0, 33.0])]
    pub(crate) shares: Vec<f64>,
    /// Help on so many moves of each game, those where most is at stake
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [2])]
    pub(crate) costliest: Vec<u32>,
    /// Helped performances for each rate
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) performances: u32,
    /// Honest performances for each band and number of games
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) honest: u32,
    /// False-alarm rates at which the rules are compared
    #[arg(long, value_name = "RATES", value_delimiter = ',', default_values_t = [0.01, 0.001])]
    pub(crate) false_alarm_rates: Vec<f64>,
    /// Where the honest moves come from
    #[arg(long, value_enum, default_value_t = HonestPart::Played)]
    pub(crate) honest_from: HonestPart,
    #[command(flatten)]
    pub(crate) drawn: DrawnOptions,
    #[command(flatten)]
    pub(crate) helper: HelperOptions,
    /// Search for the helper first, in so many sides of games of each band; can be stopped, and the same command goes on
    #[arg(long, value_name = "SIDES", requires = "helper_profile")]
    pub(crate) helper_sides: Option<usize>,
    /// Seed of every draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Which sides of games `power` and `simulate` draw from.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct DrawnOptions {
    /// Draw from the sample of `calibrate --sample` as well, so many games: the sample whose seed and ratings the parameters
    /// name
    #[arg(long, value_name = "GAMES")]
    pub(crate) sample: Option<usize>,
    /// Draw from one half of the events, as `calibrate --half` divides them
    #[arg(long, value_enum, value_name = "HALF")]
    pub(crate) half: Option<Half>,
}

/// Who helps in `power` and `simulate`.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct HelperOptions {
    /// Help from another search whose evaluations are in the store, such as `depth=18,lines=1` [default: the first
    /// line of the test itself]
    #[arg(long, value_name = "SETTINGS", value_parser = HelperProfile::parse)]
    pub(crate) helper_profile: Option<HelperProfile>,
    /// The helper's engine, if it is another one
    #[arg(long, value_name = "FILE", requires = "helper_profile")]
    pub(crate) helper_engine: Option<PathBuf>,
}

/// The helper's settings where they differ from those of the test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HelperProfile {
    depth: Option<u8>,
    lines: Option<u8>,
    hash: Option<u32>,
    nodes: Option<u64>,
}

impl HelperProfile {
    fn parse(text: &str) -> Result<Self, String> {
        fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<Option<T>, String> {
            let parsed = value.parse().map_err(|_| format!("`{value}` is no {name}"))?;
            Ok(Some(parsed))
        }
        let mut profile = Self::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            match name.trim() {
                "depth" => profile.depth = number(name, value)?,
                "lines" => profile.lines = number(name, value)?,
                "hash" => profile.hash = number(name, value)?,
                "nodes" => profile.nodes = number(name, value)?,
                _ => return Err(format!("`{name}` is not one of depth, lines, hash, nodes")),
            }
        }
        Ok(profile)
    }

    /// The helper's settings, those of the test where nothing else was said.
    pub(crate) fn over(&self, test: &Settings) -> Settings {
        Settings {
            depth: self.depth.unwrap_or(test.depth),
            multipv: self.lines.unwrap_or(test.multipv),
            hash_mib: self.hash.unwrap_or(test.hash_mib),
            node_cap: self.nodes.unwrap_or(test.node_cap),
            // The helper is asked in positions that the test counts, so it hardly ever meets the border.
            decided: test.decided,
        }
    }
}

/// Options of `simulate`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SimulateOptions {
    /// PGN files to take positions from; only events that are in the store are used
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// File for the decisions, .csv or .json
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Players
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) players: u32,
    /// Games of each
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub(crate) games: u32,
    /// Rating of all players
    #[arg(long, value_name = "RATING", default_value_t = 2400)]
    pub(crate) rating: u16,
    /// Take positions of players within so many points of that rating
    #[arg(long, value_name = "POINTS", default_value_t = 150)]
    pub(crate) within: u16,
    /// How many players get help
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) helped: u32,
    /// Share of their moves with help, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = parse_share)]
    pub(crate) share: f64,
    /// Instead of a share: so many moves of each game, those where most is at stake
    #[arg(long, value_name = "N", conflicts_with = "share")]
    pub(crate) costliest: Option<u32>,
    #[command(flatten)]
    pub(crate) drawn: DrawnOptions,
    #[command(flatten)]
    pub(crate) helper: HelperOptions,
    /// Seed of every draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("give a number from 0 to 1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helper_settings_replace_those_of_the_test() {
        let profile = HelperProfile::parse("depth=18,lines=1").expect("reads");
        let settings = profile.over(&Settings::QUICK);
        assert_eq!((settings.depth, settings.multipv, settings.hash_mib), (18, 1, 16));
        for text in ["", "depth", "depth=x", "depth=18;lines=1", "threads=4", "depth=999"] {
            assert!(HelperProfile::parse(text).is_err(), "{text}");
        }
        assert!(parse_share("0.2").is_ok());
        assert!(["1.1", "-0.1", "NaN", "half"].iter().all(|text| parse_share(text).is_err()));
    }
}
