//! The `fairplay` command: arguments, progress and exit codes. Nothing is computed here.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub mod arguments;
mod commands;
pub mod config;
mod follow;
mod interrupt;
mod output;
mod progress;
pub mod run;
pub mod sample;
pub mod stored_events;

use arguments::CalibrateOptions;
use commands::{
    book, calibrate, demo, dossier, engines, feed, inspect, key, people, ratings, screen, serve, store, test,
    trf, verify, watch, worker,
};
use config::ConfigOptions;

/// Fair-play analysis of chess events with the statistics of Kenneth W. Regan.
#[derive(Debug, Parser)]
#[command(name = "fairplay", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Screen the bundled event with a real engine and say where the sheet is.
    Demo(demo::DemoOptions),
    /// Examine games before any engine runs: contents, faults, players, sources of ratings.
    Inspect(inspect::InspectOptions),
    /// Screen every player of an event: a quick test whose result is a hint, never a finding.
    Screen(screen::ScreenOptions),
    /// Test one player in full, with a dossier for a panel, a defence expert and a court.
    Test(Box<test::TestOptions>),
    /// Check a screening folder or an evidence bundle: files, digests, signature and, on request, the engine's work.
    Verify(verify::VerifyOptions),
    /// Make the copy of an evidence bundle for the player's side.
    #[command(subcommand)]
    Dossier(dossier::DossierCommand),
    /// Make or show the key that signs evidence bundles.
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// List the players: spellings that may be one person, and contradictions.
    #[command(subcommand)]
    People(people::PeopleCommand),
    /// Build and use a dated opening book, to see where games left known positions.
    #[command(subcommand)]
    Book(book::BookCommand),
    /// Fit the models to events whose evaluations are in the store.
    Calibrate(CalibrateOptions),
    /// Follow running games and keep every version of each.
    Feed(feed::FeedOptions),
    /// Follow a running event and give hints for arbiters after every round.
    Watch(Box<watch::WatchOptions>),
    /// Examine the engine: name, identity, and whether it repeats itself bit for bit.
    Engines(engines::EnginesOptions),
    /// Compare games with a tournament report (TRF).
    #[command(subcommand)]
    Trf(trf::TrfCommand),
    /// Store FIDE rating lists and look up ratings as of a day.
    Ratings(ratings::RatingsOptions),
    /// Start the server: events, people with roles, and pages in a browser.
    Serve(Box<serve::ServeOptions>),
    /// Search positions for other machines, with an engine of this one (see `--nats`).
    Worker(worker::WorkerOptions),
    /// Check the audit log of a server, and print the hash of its head.
    Audit(serve::AuditOptions),
    /// Show the evaluation store, remove evaluations of an old engine, compact the file.
    Store(store::StoreOptions),
    /// Copy the file of a running server, and check the copy.
    Backup(serve::BackupOptions),
    /// Print the settings in force.
    Config(ConfigOptions),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// How a command ended, short of an error. The exit codes are documented in the README.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// Code 0.
    Done,
    /// Code 1: a check did not hold. What and where has been printed.
    Failed,
    /// Code 3: finished, but some games are in quarantine or games and tournament report differ.
    Quarantined,
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let status = match &arguments.command {
        Command::Demo(options) => demo::run(options),
        Command::Inspect(options) => output::printed(|out| inspect::run(options, out)),
        Command::Screen(options) => screen::run(options),
        Command::Test(options) => test::run(options),
        Command::Verify(options) => output::printed(|out| verify::run(options, out)),
        Command::Dossier(command) => output::printed(|out| dossier::run(command, out)),
        Command::Key(command) => output::printed(|out| key::run(command, out)),
        Command::People(command) => output::printed(|out| people::run(command, out)),
        Command::Book(command) => output::printed(|out| book::run(command, out)),
        Command::Calibrate(options) => calibrate::run(options),
        Command::Feed(options) => feed::run(options),
        Command::Watch(options) => watch::run(options),
        Command::Engines(options) => output::printed(|out| engines::run(options, out)),
        Command::Trf(command) => output::printed(|out| trf::run(command, out)),
        Command::Ratings(options) => output::printed(|out| ratings::run(options, out)),
        Command::Serve(options) => serve::run(options),
        Command::Worker(options) => worker::run(options),
        Command::Audit(options) => output::printed(|out| serve::audit(options, out)),
        Command::Store(options) => output::printed(|out| store::run(options, out)),
        Command::Backup(options) => output::printed(|out| serve::backup(options, out)),
        Command::Config(options) => output::printed(|out| config::print(options, out)),
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut Arguments::command(), "fairplay", &mut std::io::stdout());
            Ok(ExitStatus::Done)
        }
    };
    match status {
        Ok(ExitStatus::Done) => ExitCode::SUCCESS,
        Ok(ExitStatus::Failed) => ExitCode::from(1),
        Ok(ExitStatus::Quarantined) => ExitCode::from(3),
        Err(error) => {
            eprintln!("fairplay: {error:#}");
            ExitCode::from(1)
        }
    }
}

#[cfg(test)]
mod tests {
    use reports::Language;

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
