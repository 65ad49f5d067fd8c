//! The `fairplay` command: arguments, progress and exit codes. Nothing is computed here.

// One place writes, so that nothing from outside reaches a terminal as it came.
#![warn(clippy::print_stderr, clippy::print_stdout)]

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

mod address_login;
pub mod anchor;
pub mod arguments;
mod commands;
pub mod config;
mod follow;
mod interrupt;
pub mod output;
mod progress;
pub mod run;
pub mod sample;
pub mod stored_events;

use commands::{
    audit, batch, book, calibrate, demo, dossier, engine_cage, engines, feed, import, inspect, key, manual,
    people, ratings, screen, serve, store, test, timestamp, trf, verify, watch, worker,
};
use config::ConfigOptions;

use crate::output::terminal::say;

/// Fair-play analysis of chess events with the statistics of Kenneth W. Regan.
#[derive(Debug, Parser)]
#[command(name = "fairplay", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Screen the bundled event with a real engine and say where the sheet is.
    Demo(demo::DemoOptions),
    /// Fetch the games of an event or a player from Lichess or Chess.com.
    Import(import::ImportOptions),
    /// Examine games before any engine runs: contents, faults, players, sources of ratings.
    Inspect(inspect::InspectOptions),
    /// Screen every player of an event: a quick test whose result is a hint, never a finding.
    Screen(screen::ScreenOptions),
    /// Screen many events, each for itself, with a summary over all of them; goes on where it was stopped.
    Batch(Box<batch::BatchOptions>),
    /// Test one player in full, with a dossier for a panel, a defence expert and a court.
    Test(Box<test::TestOptions>),
    /// Check a screening folder or an evidence bundle: files, digests, pages, signature and, on request, the engine's work.
    #[command(after_help = verify::EXIT_CODES)]
    Verify(verify::VerifyOptions),
    /// Make the copy of an evidence bundle for the player's side.
    #[command(subcommand)]
    Dossier(dossier::DossierCommand),
    /// Make or show the key that signs evidence bundles.
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// Let a time-stamping authority confirm when a bundle was signed (RFC 3161).
    #[command(subcommand)]
    Timestamp(timestamp::TimestampCommand),
    /// Suggest which spellings of names may be one person, and show contradictions.
    #[command(subcommand)]
    People(people::PeopleCommand),
    /// Build a dated opening book, to see where games left known positions.
    #[command(subcommand)]
    Book(book::BookCommand),
    /// Fit the models to events whose evaluations are in the store.
    Calibrate(Box<calibrate::CalibrateOptions>),
    /// Follow running games and keep every version of each.
    Feed(feed::FeedOptions),
    /// Follow a running event and give hints for arbiters after every round.
    Watch(Box<watch::WatchOptions>),
    /// Examine the engine: name, identity, and whether it repeats itself bit for bit.
    Engines(engines::EnginesOptions),
    /// Restrict this process and become an engine.
    #[command(hide = true)]
    EngineCage(engine_cage::EngineCageOptions),
    /// Compare games with a tournament report (TRF).
    #[command(subcommand)]
    Trf(trf::TrfCommand),
    /// Store FIDE rating lists and look up ratings as of a day.
    Ratings(ratings::RatingsOptions),
    /// Start the server: events, people with roles, and pages in a browser.
    Serve(Box<serve::ServeOptions>),
    /// Search positions for other machines with the engine of this one, over a NATS server.
    Worker(worker::WorkerOptions),
    /// Check the audit log of a server, and print the hash of its head.
    Audit(audit::AuditOptions),
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
    /// Write manual pages into a folder, one for the program and each command.
    #[command(hide = true)]
    Manual(manual::ManualOptions),
}

/// How a command ended, short of an error, with its exit code (documented in the README).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    Done = 0,
    /// A check did not hold. What and where has been printed.
    Failed = 1,
    /// Finished, but some games are in quarantine, events of a batch are incomplete, or games and tournament report differ.
    Quarantined = 3,
    /// All checks pass, and there is no signature.
    Unsigned = 4,
    /// All checks pass, and the key of the signature came with the bundle.
    InsideKey = 5,
    /// All checks pass, and pages or tables were not compared: another version made them, or one built with other formats.
    Uncompared = 6,
}

/// The exit status of a command, and the text that it prints at its end. Commands that run on print as they go.
pub(crate) type Outcome = anyhow::Result<(ExitStatus, String)>;

/// Runs the command line.
pub fn main() -> ExitCode {
    config::cage::use_this_program();
    if address_login::is_given(std::env::args_os().skip(1)) {
        Arguments::command().error(ErrorKind::ValueValidation, address_login::REFUSED).exit();
    }
    let outcome = run(&Arguments::parse().command);
    match outcome.and_then(|(status, text)| output::print(status, &text)) {
        Ok(status) => ExitCode::from(status as u8),
        Err(error) => {
            say!("fairplay: {}", output::in_words(&error));
            ExitCode::from(1)
        }
    }
}

fn run(command: &Command) -> Outcome {
    match command {
        Command::Demo(options) => demo::run(options),
        Command::Import(options) => import::run(options),
        Command::Inspect(options) => inspect::run(options),
        Command::Screen(options) => screen::run(options),
        Command::Batch(options) => batch::run(options),
        Command::Test(options) => test::run(options),
        Command::Verify(options) => verify::run(options),
        Command::Dossier(command) => dossier::run(command),
        Command::Key(command) => key::run(command),
        Command::Timestamp(command) => timestamp::run(command),
        Command::People(command) => people::run(command),
        Command::Book(command) => book::run(command),
        Command::Calibrate(options) => calibrate::run(options),
        Command::Feed(options) => feed::run(options),
        Command::Watch(options) => watch::run(options),
        Command::Engines(options) => engines::run(options),
        Command::EngineCage(options) => engine_cage::run(options),
        Command::Trf(command) => trf::run(command),
        Command::Ratings(options) => ratings::run(options),
        Command::Serve(options) => serve::run(options),
        Command::Worker(options) => worker::run(options),
        Command::Audit(options) => audit::run(options),
        Command::Store(options) => store::run(options),
        Command::Backup(options) => serve::backup(options),
        Command::Config(options) => config::print(options),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "fairplay", &mut script);
            Ok((ExitStatus::Done, String::from_utf8(script)?))
        }
        Command::Manual(options) => manual::run(options),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
        let error = Arguments::try_parse_from(["fairplay", "screen", "event.pgn", "--lang", "ua"]);
        let error = error.expect_err("no such language").to_string();
        assert!(error.contains("'ua'") && error.contains("en, ru, uk"), "{error}");
    }
}
