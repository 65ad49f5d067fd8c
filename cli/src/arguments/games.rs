//! Options of the commands that look after games, people, ratings, reports and sources.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// Options of `inspect`.
#[derive(Clone, Debug, Args)]
pub(crate) struct InspectOptions {
    /// PGN files, plain, .gz or .zst; folders of them; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Only the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Alias table: who is who, as confirmed by people [default: ./aliases.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,
    /// Compare the games with this tournament report
    #[arg(long, value_name = "REPORT.trf")]
    pub(crate) trf: Option<PathBuf>,
    /// How the report is written, if it is not UTF-8 [default: windows-1252, with a warning]
    #[arg(long, value_enum, value_name = "NAME", requires = "trf")]
    pub(crate) encoding: Option<ReportEncoding>,
    /// Say where games left this opening book
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: Option<PathBuf>,
    /// Take everything as one event, although there are several Event tags
    #[arg(long, conflicts_with_all = ["summary", "fast"])]
    pub(crate) together: bool,
    /// Only count, as for a collection of many events
    #[arg(long)]
    pub(crate) summary: bool,
    /// Only count, and read nothing but tags: moves are not validated
    #[arg(long)]
    pub(crate) fast: bool,
    /// Print whole lists instead of their first 20 lines
    #[arg(long)]
    pub(crate) all: bool,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Store that keeps rating lists [default: `$FAIRPLAY_STORE`, else in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// What to do with the people of an event.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum PeopleCommand {
    /// Suggest which spellings may be one person. Nothing is joined: a human decides.
    Suggest(SuggestOptions),
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

/// Options of `people suggest`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SuggestOptions {
    #[command(flatten)]
    pub(crate) people: PeopleOptions,
    /// Compare with these known people instead: a FIDE rating list (TXT, XML, CSV), an alias table (.toml), or a PGN file
    /// of another event
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
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
            value_parser = clap::value_parser!(u16).range(1..=i64::from(datasets::book::MAX_PLIES)))]
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

/// A source of games that are being played, and how often it is asked.
#[derive(Clone, Debug, Args)]
pub(crate) struct SourceOptions {
    /// A PGN file that grows, a folder of them, an http(s) address, or a `LiveChessCloud` tournament (folder or address)
    #[arg(value_name = "SOURCE")]
    pub(crate) source: String,
    /// Seconds between two looks
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) interval: u64,
    /// Look once and end
    #[arg(long)]
    pub(crate) once: bool,
    /// The source is a `LiveChessCloud` tournament, although its name does not say so
    #[arg(long)]
    pub(crate) dgt: bool,
    /// Largest document in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub(crate) max_size: u64,
}

/// Options of `feed`.
#[derive(Clone, Debug, Args)]
pub(crate) struct FeedOptions {
    #[command(flatten)]
    pub(crate) source: SourceOptions,
    /// Folder for the games and their versions [default: named after the source]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the changes as JSON, one a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Commands on tournament reports.
#[derive(Debug, Subcommand)]
pub(crate) enum TrfCommand {
    /// Compare an event's games with its tournament report. Code 3 if anything differs, 1 if the report is refused.
    Check(TrfCheckOptions),
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
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// Print as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
}
