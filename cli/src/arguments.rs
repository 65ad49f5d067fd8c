//! The command line.

use std::path::PathBuf;

mod beside;
mod bundles;
mod games;
mod science;
mod screening;
mod service;
mod watch;

pub(crate) use beside::BesideOptions;
pub(crate) use bundles::{CustodyOptions, DefenceOptions, DossierCommand, KeyCommand, KeyOptions};
pub(crate) use games::{
    BookCommand, FeedOptions, InspectOptions, PeopleCommand, PeopleOptions, RatingsOptions, ReportEncoding,
    SourceOptions, SuggestOptions, TrfCheckOptions, TrfCommand,
};
pub(crate) use science::{
    CalibrateOptions, DrawnOptions, HalfName, HelperProfile, HonestFrom, PowerOptions, SimulateOptions,
};
pub(crate) use screening::{AttentionName, CircumstanceOptions, ModeName, SecondTestName};
pub(crate) use screening::{DemoOptions, Recompute, ScreenOptions, TestOptions, VerifyOptions};
pub(crate) use service::{AuditOptions, BackupOptions, LogName, ServeOptions, WorkerOptions};
pub(crate) use watch::{LookAfter, WatchOptions};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use reports::Language;

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
    /// Look at games before any engine runs: what is in them, what is wrong, who is who, where ratings come from.
    Inspect(InspectOptions),
    /// Screen every player of an event: a quick test whose result is a hint, never a finding.
    Screen(ScreenOptions),
    /// Test one player from every side: what a panel, a defence expert and a court need to see.
    Test(Box<TestOptions>),
    /// Check a screening folder or an evidence bundle: files, digests, signature and, on request, the engine's work.
    Verify(VerifyOptions),
    /// Look after the bundles that `test` writes: the copy for the player's side.
    #[command(subcommand)]
    Dossier(DossierCommand),
    /// The key that signs evidence bundles.
    #[command(subcommand)]
    Key(KeyCommand),
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
    /// Follow an event while it is played, and say after every round what the evidence allows: hints for arbiters.
    Watch(Box<WatchOptions>),
    /// Measure how often help is seen, against its share, the number of games and simple rules.
    Power(PowerOptions),
    /// Make up an event from real positions, with help for some players, for tests and for teaching.
    Simulate(SimulateOptions),
    /// Look at the engine: name, identity, and whether it repeats itself bit for bit.
    Engines(EnginesOptions),
    /// Tournament reports (TRF): check an event's games against one, or make one from the games.
    #[command(subcommand)]
    Trf(TrfCommand),
    /// Keep FIDE rating lists and look up ratings as of a day.
    Ratings(RatingsOptions),
    /// Start the server: people with roles, events and pages in a browser, on one file.
    Serve(Box<ServeOptions>),
    /// Search positions that `--nats` on other machines asks for, with an engine of this one.
    Worker(WorkerOptions),
    /// Check the audit log of a server's file, and print the hash of its head.
    Audit(AuditOptions),
    /// Show what the evaluation store holds; take evaluations of an old engine out, and make the file small again.
    Store(StoreOptions),
    /// Copy a server's file while it runs, and check the copy.
    Backup(BackupOptions),
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
fn language() -> impl TypedValueParser<Value = Language> {
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

/// Options of `engines`.
#[derive(Clone, Debug, Args)]
pub(crate) struct EnginesOptions {
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Options of `store`.
#[derive(Clone, Debug, Args)]
pub(crate) struct StoreOptions {
    /// Take the evaluations of a profile out, by its number in the list; may be given more than once
    #[arg(long, value_name = "NUMBER")]
    pub(crate) forget: Vec<i64>,
    /// Write the file anew without gaps; needs as much free room as it takes
    #[arg(long)]
    pub(crate) compact: bool,
    /// Evaluation store [default: `$FAIRPLAY_STORE`, else in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `config`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ConfigOptions {
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Prints a completion script.
pub(crate) fn completions(shell: clap_complete::Shell) {
    clap_complete::generate(shell, &mut Arguments::command(), "fairplay", &mut std::io::stdout());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn an_unknown_language_is_refused_with_the_known_ones() {
        let parse = |tag| Arguments::try_parse_from(["fairplay", "screen", "event.pgn", "--lang", tag]);
        let error = parse("ua").expect_err("no such language").to_string();
        assert!(error.contains("'ua'") && error.contains("en, ru, uk"), "{error}");
        let Command::Screen(options) = parse("uk").expect("Ukrainian").command else {
            panic!("another command");
        };
        assert_eq!(options.language.lang, Some(Language::UKRAINIAN));
    }
}
