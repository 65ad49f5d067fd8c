//! The command line.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

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
    /// Look at who played: spellings that may be one person, and what does not fit together.
    #[command(subcommand)]
    People(PeopleCommand),
    /// A dated opening book: when a game left what had been played before.
    #[command(subcommand)]
    Book(BookCommand),
    /// Fit the method of record to events whose evaluations are in the store.
    Calibrate(CalibrateOptions),
    /// Follow games while they are played, and keep every version of each.
    Feed(FeedOptions),
    /// Look at the engine: name, identity, and whether it repeats itself bit for bit.
    Engines(EnginesOptions),
    /// Tournament reports (TRF): check an event's games against one, or make one from the games.
    #[command(subcommand)]
    Trf(TrfCommand),
    /// Keep FIDE rating lists and look up ratings as of a day.
    Ratings(RatingsOptions),
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
    /// Alias table: who is who, as confirmed by people [default: ./aliases.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,
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

/// What to do with the people of an event.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum PeopleCommand {
    /// Suggest which spellings may be one person. Nothing is joined: a human decides.
    Suggest(PeopleOptions),
    /// List everybody who played, as told apart.
    List(PeopleOptions),
}

/// Options of `people`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PeopleOptions {
    /// PGN files, plain, .gz or .zst; folders of them; `-` for standard input
    #[arg(required = true, value_name = "EVENT.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Only the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Alias table: who is who, as confirmed by people [default: ./aliases.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to do with an opening book.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Build a book from archives of games.
    Build {
        /// PGN archives, plain, .gz or .zst; folders of them
        #[arg(required = true, value_name = "ARCHIVE.pgn")]
        inputs: Vec<PathBuf>,
        /// File for the book
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Plies of each game to look at
        #[arg(long, value_name = "PLIES", default_value_t = datasets::book::PLIES,
            value_parser = clap::value_parser!(u16).range(1..=i64::from(datasets::book::MOST_PLIES)))]
        plies: u16,
    },
    /// Say what a book was made from.
    Info {
        /// The book
        #[arg(value_name = "FILE")]
        book: PathBuf,
        /// Print as JSON
        #[arg(long)]
        json: bool,
    },
    /// Say where each game of an event left what had been played before the event began.
    Novelty {
        /// The book
        #[arg(value_name = "FILE")]
        book: PathBuf,
        /// PGN files, plain, .gz or .zst; folders of them; `-` for standard input
        #[arg(required = true, value_name = "EVENT.pgn")]
        inputs: Vec<PathBuf>,
        /// Judge all games by what had been played before this day, YYYY-MM-DD [default: each event's first day]
        #[arg(long, value_name = "DAY", value_parser = parse_day)]
        before: Option<datasets::book::Day>,
        /// Print as JSON
        #[arg(long)]
        json: bool,
    },
}

fn parse_day(text: &str) -> Result<datasets::book::Day, String> {
    match datasets::book::Span::of_tag(text) {
        Some(span) if span.earliest == span.latest => Ok(span.earliest),
        _ => Err("give a whole day, as in 2025-04-12".to_owned()),
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
    /// Folder for the certificate: how honest play that each fit has not seen looks under it
    #[arg(long, value_name = "DIR")]
    pub(crate) certificate: PathBuf,
    /// Parts of the split: each part of the events is judged by a fit to the others
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=20))]
    pub(crate) parts: u8,
    /// Performances of nine games to draw for the rates at high levels
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(crate) resample: usize,
    /// Seed of the split by event
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
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Options of `feed`.
#[derive(Clone, Debug, Args)]
pub(crate) struct FeedOptions {
    /// A PGN file that grows, a folder of them, an http(s) address, or a `LiveChessCloud` tournament (folder or address)
    #[arg(value_name = "SOURCE")]
    pub(crate) source: String,
    /// Seconds between two looks
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) interval: u64,
    /// Look once and end
    #[arg(long)]
    pub(crate) once: bool,
    /// Folder for the games and their versions [default: named after the source]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// The source is a `LiveChessCloud` tournament, although its name does not say so
    #[arg(long)]
    pub(crate) dgt: bool,
    /// Largest document in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub(crate) max_size: u64,
    /// Print the changes as JSON, one a line
    #[arg(long)]
    pub(crate) json: bool,
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

/// Commands on tournament reports.
#[derive(Debug, Subcommand)]
pub(crate) enum TrfCommand {
    /// Compare an event's games with its tournament report. Code 3 if anything differs, 1 if the report is refused.
    Check(TrfCheckOptions),
    /// Make a report from the games' own tags.
    Make(TrfMakeOptions),
}

/// Options of `trf check`.
#[derive(Clone, Debug, Args)]
pub(crate) struct TrfCheckOptions {
    /// PGN file, plain, .gz or .zst; a folder of them; `-` for standard input
    #[arg(value_name = "EVENT.pgn")]
    pub(crate) games: PathBuf,
    /// Tournament report, TRF16 or TRF26
    #[arg(value_name = "REPORT.trf")]
    pub(crate) report: PathBuf,
    /// Only the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// How the report is written, if it is not UTF-8 [default: windows-1252, with a warning]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) encoding: Option<ReportEncoding>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `trf make`.
#[derive(Clone, Debug, Args)]
pub(crate) struct TrfMakeOptions {
    /// PGN file, plain, .gz or .zst; a folder of them; `-` for standard input
    #[arg(value_name = "EVENT.pgn")]
    pub(crate) games: PathBuf,
    /// File for the report
    #[arg(long, value_name = "FILE.trf")]
    pub(crate) out: PathBuf,
    /// Only the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Name of the event [default: the Event tag, else the file's name]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Write over an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

/// Encodings of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportEncoding {
    /// UTF-8 and nothing else.
    #[value(name = "utf-8")]
    Utf8,
    /// Central Europe.
    #[value(name = "windows-1250")]
    Windows1250,
    /// Cyrillic.
    #[value(name = "windows-1251")]
    Windows1251,
    /// Western Europe.
    #[value(name = "windows-1252")]
    Windows1252,
}

/// Options of `ratings`.
#[derive(Clone, Debug, Args)]
pub(crate) struct RatingsOptions {
    #[command(subcommand)]
    pub(crate) command: crate::ratings::Command,
    /// Store that keeps the lists [default: `$FAIRPLAY_STORE`, else in the user's data folder]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) store: Option<PathBuf>,
    /// Settings file [default: ./fairplay.toml, then the user's configuration folder]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// Print as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
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
    fn recompute_takes_all_or_a_number() {
        assert_eq!(parse_recompute("all"), Ok(Recompute::All));
        assert_eq!(parse_recompute("20"), Ok(Recompute::Some(20)));
        assert!(parse_recompute("0").is_err());
        assert!(parse_recompute("some").is_err());
    }
}
