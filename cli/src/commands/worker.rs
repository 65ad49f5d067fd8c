//! `fairplay worker`: searches positions that others ask for, until it is told to stop.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::ExitStatus;
use crate::arguments::EngineOptions;
use crate::config::Config;

/// Options of `worker`.
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

/// Works off a queue.
pub(crate) fn run(options: &WorkerOptions) -> anyhow::Result<ExitStatus> {
    let config = Config::load(&EngineOptions {
        nats: options.nats.clone(),
        engine: options.engine.clone(),
        engines: options.engines,
        config: options.config.clone(),
        ..EngineOptions::default()
    })?;
    let Some(address) = config.queue.clone() else {
        bail!(
            "which queue? Name a NATS server with JetStream: --nats nats://HOST:4222, or under [queue] in fairplay.toml"
        );
    };
    work(options, &config, &address)
}

#[cfg(feature = "nats")]
fn work(options: &WorkerOptions, config: &Config, address: &service::Address) -> anyhow::Result<ExitStatus> {
    use service::Notice;
    use service::remote::{Hands, work};
    use uci_pool::Limits;

    use crate::interrupt;

    interrupt::listen();
    let limits = Limits { niceness: options.niceness, ..Limits::default() };
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
    Ok(ExitStatus::Done)
}

#[cfg(not(feature = "nats"))]
fn work(_: &WorkerOptions, _: &Config, address: &service::Address) -> anyhow::Result<ExitStatus> {
    bail!(
        "this program was built without the feature `nats`, so it cannot use the queue at {}",
        address.shown()
    )
}
