//! The command line.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use uci_pool::Settings;

/// Fair-play analysis of chess events: screening with the statistics of Kenneth W. Regan.
#[derive(Debug, Parser)]
#[command(name = "fairplay", version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Screen the bundled event with a real engine and say where the sheet is.
    Demo(DemoOptions),
    /// Screen every player of an event: a quick test whose result is a hint, never a finding.
    Screen(ScreenOptions),
    /// Check a screening folder: files, digest and, on request, the engine's work.
    Verify(VerifyOptions),
    /// Fit the method of record to events whose evaluations are in the store.
    Calibrate(CalibrateOptions),
    /// Measure how often help is seen, against its share, the number of games and simple rules.
    Power(PowerOptions),
    /// Make up an event from real positions, with help for some players, for tests and for teaching.
    Simulate(SimulateOptions),
    /// Look at the engine: name, identity, and whether it repeats itself bit for bit.
    Engines(EnginesOptions),
    /// Print every setting in force and where it comes from.
    Config(ConfigOptions),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

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
    /// Evaluation store, shared by all events [default: `$FAIRPLAY_STORE`, else in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Parameter file made by `calibrate` [default: the one shipped for this engine and these settings]
    #[arg(long, value_name = "FILE")]
    pub(crate) parameters: Option<PathBuf>,
    /// Settings file [default: ./fairplay.toml, then the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// Named settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileName {
    /// Depth 12 with 5 lines: the quick test.
    Quick,
    /// Depth 15 with 12 lines.
    Full,
}

/// Options of `demo`.
#[derive(Clone, Debug, Args)]
pub(crate) struct DemoOptions {
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "out/demo")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Options of `screen`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ScreenOptions {
    /// PGN files, plain, .gz or .zst; folders of them; `-` for standard input
    #[arg(required = true, value_name = "EVENT.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Only the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Folder for the results [default: named after the first input]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the screening as JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
    /// Print every player, not only the highest indices
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Options of `verify`.
#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyOptions {
    /// A folder written by `screen` or `demo`
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Run the engine again: `all` positions into an empty store, or N of them against the store
    #[arg(long, value_name = "all|N", value_parser = parse_recompute)]
    pub(crate) recompute: Option<Recompute>,
    /// The PGN inputs, if they have moved since
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Vec<PathBuf>,
    /// Print the checks as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// UCI engine to run, if it has moved since
    #[arg(long, value_name = "FILE")]
    pub(crate) engine: Option<PathBuf>,
    /// Engine processes side by side [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) engines: Option<u16>,
}

/// How much to search again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recompute {
    /// Everything.
    All,
    /// So many positions.
    Some(usize),
}

fn parse_recompute(text: &str) -> Result<Recompute, String> {
    if text == "all" {
        return Ok(Recompute::All);
    }
    match text.parse::<usize>() {
        Ok(n) if n > 0 => Ok(Recompute::Some(n)),
        _ => Err("give `all` or a number above 0".to_owned()),
    }
}

/// Options of `calibrate`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CalibrateOptions {
    /// PGN collections; only events that are in the store, nine games in ten or more, are used
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// File for the parameters
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Version to write into the file
    #[arg(long, value_name = "NAME")]
    pub(crate) name: String,
    /// Per cent of the events to hold out for the check
    #[arg(long, value_name = "PERCENT", default_value_t = 30, value_parser = clap::value_parser!(u8).range(0..=90))]
    pub(crate) hold_out: u8,
    /// Seed of the split by event
    #[arg(long, value_name = "TEXT", default_value = "fairplay")]
    pub(crate) seed: String,
    /// Rounds of the bootstrap over events that gives the standard errors
    #[arg(long, value_name = "N", default_value_t = 0)]
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
    #[arg(long, value_enum, default_value_t = HonestFrom::Played)]
    pub(crate) honest_from: HonestFrom,
    #[command(flatten)]
    pub(crate) helper: HelperOptions,
    /// Seed of every draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
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

/// Where honest moves come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HonestFrom {
    /// As they were played.
    Played,
    /// Drawn from the model at the player's rating.
    Model,
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

/// Options of `engines`.
#[derive(Clone, Debug, Args)]
pub(crate) struct EnginesOptions {
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Options of `config`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ConfigOptions {
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Prints a completion script.
pub(crate) fn completions(shell: clap_complete::Shell) {
    clap_complete::generate(
        shell,
        &mut Arguments::command(),
        "fairplay",
        &mut std::io::stdout(),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn helper_settings_replace_those_of_the_test() {
        let profile = HelperProfile::parse("depth=18,lines=1").expect("reads");
        let settings = profile.over(&Settings::QUICK);
        assert_eq!((settings.depth, settings.multipv, settings.hash_mib), (18, 1, 16));
        for text in [
            "",
            "depth",
            "depth=x",
            "depth=18;lines=1",
            "threads=4",
            "depth=999",
        ] {
            assert!(HelperProfile::parse(text).is_err(), "{text}");
        }
        assert!(parse_share("0.2").is_ok());
        assert!(
            ["1.1", "-0.1", "NaN", "half"]
                .iter()
                .all(|text| parse_share(text).is_err())
        );
    }

    #[test]
    fn recompute_takes_all_or_a_number() {
        assert_eq!(parse_recompute("all"), Ok(Recompute::All));
        assert_eq!(parse_recompute("20"), Ok(Recompute::Some(20)));
        assert!(parse_recompute("0").is_err());
        assert!(parse_recompute("some").is_err());
    }
}
