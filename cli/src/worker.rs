//! `fairplay worker`: searches positions that others ask for, until it is told to stop.

use anyhow::bail;

use crate::Ending;
use crate::arguments::{EngineOptions, WorkerOptions};
use crate::config::Config;

/// Works off a queue.
pub(crate) fn run(options: &WorkerOptions) -> anyhow::Result<Ending> {
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
fn work(options: &WorkerOptions, config: &Config, address: &service::Address) -> anyhow::Result<Ending> {
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
    Ok(Ending::Done)
}

#[cfg(not(feature = "nats"))]
fn work(_: &WorkerOptions, _: &Config, address: &service::Address) -> anyhow::Result<Ending> {
    bail!(
        "this program was built without the feature `nats`, so it cannot use the queue at {}",
        address.shown()
    )
}
