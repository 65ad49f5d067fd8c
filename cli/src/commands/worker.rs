//! `fairplay worker`: searches positions that others ask for, until it is told to stop.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::arguments::{EngineOptions, RunOptions};
use crate::config::Config;
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct WorkerOptions {
    /// Address of a NATS server with JetStream: `nats://HOST:4222` or `tls://HOST:4222`; one with a name and a password only in the
    /// settings file
    /// [default: `nats` under `[queue]` in the settings file]
    #[arg(long, value_name = "URL")]
    pub(crate) nats: Option<String>,
    /// UCI engine to run; only positions for exactly this program are taken
    /// [default: `$FAIRPLAY_ENGINE`, else `stockfish` on the PATH or in /usr/games]
    #[arg(long, value_name = "FILE")]
    pub(crate) engine: Option<PathBuf>,
    /// Number of engine processes [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) engines: Option<u16>,
    /// Name of this worker in the messages of others, another one for each worker [default: name of the machine and number of the
    /// process]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Niceness of the engine processes
    #[arg(long, value_name = "0 to 19", default_value_t = 10, value_parser = clap::value_parser!(u8).range(0..=19))]
    pub(crate) niceness: u8,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// Searches what a queue asks for.
pub(crate) fn run(options: &WorkerOptions) -> Outcome {
    let WorkerOptions { nats, engine, engines, name, niceness, config } = options.clone();
    let run = RunOptions { engine, engines, config, ..RunOptions::default() };
    let config = Config::load(&EngineOptions { run, nats, ..EngineOptions::default() })?;
    let Some(address) = &config.queue else {
        bail!(
            "which queue? Name a NATS server with JetStream: --nats nats://HOST:4222, or under [queue] in fairplay.toml"
        );
    };
    let name = name.unwrap_or_else(|| format!("{}/{}", machine(), std::process::id()));
    work(&name, niceness, &config, address)?;
    Ok((ExitStatus::Done, String::new()))
}

/// The name of this machine, where the system tells it without asking a program.
fn machine() -> String {
    let file = ["/proc/sys/kernel/hostname", "/etc/hostname"]
        .iter()
        .find_map(|path| std::fs::read_to_string(path).ok());
    let name = file.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "worker".to_owned() } else { name.to_owned() }
}

#[cfg(feature = "nats")]
fn work(name: &str, niceness: u8, config: &Config, address: &service::Address) -> anyhow::Result<()> {
    use service::Notice;
    use service::remote::{Hands, work};
    use uci_pool::Limits;

    use crate::interrupt;
    use crate::output::terminal::say;

    interrupt::listen();
    let limits = Limits { niceness, ..Limits::default() };
    let hands = Hands::of_engine(name, config.spec()?, config.engines, limits)?;
    say!(
        "{}: {} ({}…), {} engine processes, for the queue at {}; Ctrl-C finishes what is in hand and ends",
        hands.name,
        hands.identity.name,
        hands.identity.sha256.get(..12).unwrap_or_default(),
        hands.engines,
        address.shown()
    );
    let notice: Notice = std::sync::Arc::new(|line| say!("{line}"));
    let told = work(address, &hands, &interrupt::requested, &notice)?;
    say!("{} positions answered, {} known before", told.answered, told.known);
    Ok(())
}

#[cfg(not(feature = "nats"))]
fn work(_: &str, _: u8, _: &Config, address: &service::Address) -> anyhow::Result<()> {
    bail!(
        "this program was built without the feature `nats`, so it cannot use the queue at {}",
        address.shown()
    )
}
