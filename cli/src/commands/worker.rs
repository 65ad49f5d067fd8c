//! `fairplay worker`: searches positions that others ask for, until it is told to stop.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::arguments::{EngineOptions, RunOptions};
use crate::config::Config;
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct WorkerOptions {
    /// Address of a NATS server with JetStream: `nats://HOST:4222` or `tls://HOST:4222`
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
    /// Niceness of the engine processes
    #[arg(long, value_name = "0 to 19", default_value_t = 10, value_parser = clap::value_parser!(u8).range(0..=19))]
    pub(crate) niceness: u8,
    /// Settings file [default: fairplay/fairplay.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// Searches what a queue asks for.
pub(crate) fn run(options: &WorkerOptions) -> Outcome {
    let WorkerOptions { nats, engine, engines, niceness, config } = options.clone();
    let run = RunOptions { engine, engines, config, ..RunOptions::default() };
    let config = Config::load(&EngineOptions { run, nats, ..EngineOptions::default() })?;
    let Some(address) = &config.queue else {
        bail!(
            "which queue? Name a NATS server with JetStream: --nats nats://HOST:4222, or under [queue] in fairplay.toml"
        );
    };
    work(niceness, &config, address)?;
    Ok((ExitStatus::Done, String::new()))
}

#[cfg(feature = "nats")]
fn work(niceness: u8, config: &Config, address: &service::Address) -> anyhow::Result<()> {
    use service::Notice;
    use service::remote::{Hands, work};
    use uci_pool::Limits;

    use crate::interrupt;

    interrupt::listen();
    let limits = Limits { niceness, ..Limits::default() };
    let hands = Hands::of_engine(config.spec()?, config.engines, limits)?;
    eprintln!(
        "{} ({}…), {} engine processes, for the queue at {}; Ctrl-C finishes what is in hand and ends",
        hands.identity.name,
        hands.identity.sha256.get(..12).unwrap_or_default(),
        hands.engines,
        address.shown()
    );
    let notice: Notice = std::sync::Arc::new(|line| eprintln!("{line}"));
    let told = work(address, &hands, &interrupt::requested, &notice)?;
    eprintln!("{} positions answered, {} known before", told.answered, told.known);
    Ok(())
}

#[cfg(not(feature = "nats"))]
fn work(_: u8, _: &Config, address: &service::Address) -> anyhow::Result<()> {
    bail!(
        "this program was built without the feature `nats`, so it cannot use the queue at {}",
        address.shown()
    )
}
