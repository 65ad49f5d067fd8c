//! `fairplay engines`: which engine, and does it repeat itself.

use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use datasets::clocks::time_class::TimeClass;
use serde::Serialize;
use uci_pool::{Evaluation, Identity, Limits, Pool, Request, Settings};

use crate::arguments::EngineOptions;
use crate::config::Config;
use crate::output::facts::facts;
use crate::output::json_or;
use crate::run::parameters_for;
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct EnginesOptions {
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// A position with much to find, and one to fill the hash in between.
const POSITIONS: [&str; 2] = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "r3k2r/pp1n1ppp/2p1pn2/q7/1bPP4/2NBPN2/PP3PPP/R2QK2R w KQkq - 0 10",
];

/// The report on an engine.
#[derive(Debug, Serialize)]
struct Look {
    path: String,
    identity: Identity,
    settings: Settings,
    /// Version of the parameters that fit.
    calibrated: Option<String>,
    repeats: bool,
    seconds_per_position: f64,
}

pub(crate) fn run(options: &EnginesOptions) -> Outcome {
    let config = Config::load(&options.engine)?;
    let spec = config.spec()?;
    let identity = config.identity()?;
    let fitted =
        parameters_for(config.parameters.as_deref(), &identity, &config.settings, TimeClass::Standard)?;
    let pool = Pool::start(&spec, &config.settings, 1, Limits::default())?;
    let started = Instant::now();
    let [first, between, again] = [POSITIONS[0], POSITIONS[1], POSITIONS[0]].map(|fen| search(&pool, fen));
    let seconds = started.elapsed().as_secs_f64() / 3.0;
    let repeats = first? == again?;
    between?;
    let look = Look {
        path: spec.command.display().to_string(),
        identity,
        settings: config.settings,
        calibrated: fitted.map(|parameters| parameters.version),
        repeats,
        seconds_per_position: seconds,
    };
    let text = json_or(options.json, &look, || {
        let fields = "engine=identity/name path sha256=identity/sha256 signature=identity/signature depth=settings/depth lines=settings/multipv \
                      hash-in-MiB=settings/hash_mib calibrated seconds_per_position repeats";
        let differs = "Two searches of one position differ: this engine cannot be used for evidence.\n";
        Ok(facts(&look, fields)? + if repeats { "" } else { differs })
    })?;
    Ok((if repeats { ExitStatus::Done } else { ExitStatus::Failed }, text))
}

fn search(pool: &Pool, fen: &str) -> anyhow::Result<Evaluation> {
    pool.submit(Request { fen: fen.to_owned(), only: None });
    loop {
        if let Some(answer) = pool.next(Duration::from_millis(200)) {
            match answer.result {
                Ok(evaluation) => return Ok(evaluation),
                Err(failure) => bail!("the engine did not answer: {}", failure.reason),
            }
        }
    }
}
