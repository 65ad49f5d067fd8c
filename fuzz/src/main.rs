//! The command `fuzz`: runs targets, tries a file again.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use fuzz::supervise::supervise;
use fuzz::target::Target;
use fuzz::targets::{self, TARGETS};
use fuzz::work;

/// Feeds the readers damaged input and checks that they refuse it properly.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run targets, one after another
    Run {
        /// Which; all of them if none is named
        targets: Vec<String>,
        /// Seconds for each
        #[arg(long, default_value_t = 600)]
        seconds: u64,
        /// Seed of the run; by the clock if it is not given
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Try files again
    Replay {
        /// The target
        target: String,
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Show the targets
    List,
    /// Try inputs until the time is over; `run` starts this
    #[command(hide = true)]
    Work {
        target: String,
        #[arg(long)]
        seconds: u64,
        #[arg(long)]
        seed: u64,
        #[arg(long)]
        folder: PathBuf,
    },
}

fn main() -> anyhow::Result<ExitCode> {
    let sound = match Arguments::parse().command {
        Command::Run { targets, seconds, seed } => run(&targets, seconds, seed)?,
        Command::Replay { target, files } => replay(named(&target)?, &files)?,
        Command::List => {
            for target in TARGETS {
                println!("{:<8} {}", target.name, target.about);
            }
            true
        }
        Command::Work { target, seconds, seed, folder } => {
            work::work(named(&target)?, Duration::from_secs(seconds), seed, &folder)? == 0
        }
    };
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run(names: &[String], seconds: u64, seed: Option<u64>) -> anyhow::Result<bool> {
    let chosen: Vec<&'static Target> = if names.is_empty() {
        TARGETS.iter().collect()
    } else {
        names.iter().map(|name| named(name)).collect::<anyhow::Result<_>>()?
    };
    let by_clock = || {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.map_or(1, |now| now.as_secs())
    };
    let seed = seed.unwrap_or_else(by_clock);
    let mut sound = true;
    for target in chosen {
        sound &= supervise(target, Duration::from_secs(seconds), seed)?;
    }
    println!("{}", if sound { "nothing was found" } else { "there are findings" });
    Ok(sound)
}

fn replay(target: &'static Target, files: &[PathBuf]) -> anyhow::Result<bool> {
    let folder = tempfile::tempdir()?;
    let mut sound = true;
    for file in files {
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        match work::once(target, bytes, folder.path())? {
            Ok(()) => println!("{}: sound", file.display()),
            Err(failure) => {
                sound = false;
                println!("{}: {}\n  at {}", file.display(), failure.message, failure.place);
            }
        }
    }
    Ok(sound)
}

fn named(name: &str) -> anyhow::Result<&'static Target> {
    targets::named(name).with_context(|| format!("there is no target {name}; `fuzz list` shows them"))
}
