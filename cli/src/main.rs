//! The `fairplay` command: arguments, progress and exit codes. Nothing is computed here.

use std::process::ExitCode;

use clap::Parser;

mod arguments;
mod beside;
mod book;
mod calibrate;
mod config;
mod custody;
mod defence;
mod demo;
mod dossier;
mod each_event;
mod engines;
mod evidence;
mod feed;
mod follow;
mod inspect;
mod interrupt;
mod key;
mod output;
mod people;
mod power;
mod progress;
mod ratings;
mod recompute;
mod recompute_bundle;
mod run;
mod sample;
mod screen;
mod serve;
mod simulate;
mod store;
mod stored_events;
mod test;
mod trf;
mod verify;
mod verify_bundle;
mod watch;
mod worker;

use arguments::{Arguments, Command, DossierCommand};

/// How a command ended, short of an error. The exit codes are documented in the README.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Code 0.
    Done,
    /// Code 1: a check did not hold. What and where has been printed.
    Failed,
    /// Code 3: finished, but some games are in quarantine or games and tournament report differ.
    Quarantined,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let ending = match &arguments.command {
        Command::Demo(options) => demo::run(options),
        Command::Inspect(options) => output::printed(|out| inspect::run(options, out)),
        Command::Screen(options) => screen::run(options),
        Command::Test(options) => test::run(options),
        Command::Verify(options) => output::printed(|out| verify::run(options, out)),
        Command::Dossier(DossierCommand::Defence(options)) => {
            output::printed(|out| defence::run(options, out))
        }
        Command::Key(command) => output::printed(|out| key::run(command, out)),
        Command::People(command) => output::printed(|out| people::run(command, out)),
        Command::Book(command) => output::printed(|out| book::run(command, out)),
        Command::Calibrate(options) => calibrate::run(options),
        Command::Feed(options) => feed::run(options),
        Command::Watch(options) => watch::run(options),
        Command::Power(options) => power::run(options),
        Command::Simulate(options) => simulate::run(options),
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
            arguments::completions(*shell);
            Ok(Ending::Done)
        }
    };
    match ending {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Failed) => ExitCode::from(1),
        Ok(Ending::Quarantined) => ExitCode::from(3),
        Err(error) => {
            eprintln!("fairplay: {error:#}");
            ExitCode::from(1)
        }
    }
}
