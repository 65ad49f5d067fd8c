//! `fairplay engines`: which engines there are, what they are calibrated for, and whether the one in use repeats itself.

mod build;
mod get;

use std::path::Path;
use std::time::{Duration, Instant};

use analyzer::shipped::recommended_engine;
use anyhow::bail;
use clap::{Args, Subcommand};
use datasets::tournament::corpus::facts::Conditions;
use pipeline::{open_store, remembered_signature};
use serde::Serialize;
use serde_json::{Value, json};
use uci_pool::{EngineSpec, Evaluation, Identity, Limits, Pool, Request, Settings, identify};

use crate::arguments::EngineOptions;
use crate::config::{Config, cage, installed_engines};
use crate::output::facts::{facts, table};
use crate::output::json_or;
use crate::run::parameters_for;
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct EnginesOptions {
    #[command(subcommand)]
    pub(crate) command: Option<EnginesCommand>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum EnginesCommand {
    /// Build Stockfish 19 or take a given engine, check that it is calibrated, and put it where `fairplay` finds it.
    Get(get::GetOptions),
}

/// A position with much to find, and one to fill the hash in between.
const POSITIONS: [&str; 2] = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "r3k2r/pp1n1ppp/2p1pn2/q7/1bPP4/2NBPN2/PP3PPP/R2QK2R w KQkq - 0 10",
];

/// The report on the engines of this machine.
#[derive(Debug, Serialize)]
struct Report {
    /// The engine in use.
    path: String,
    identity: Identity,
    settings: Settings,
    /// Version of the parameters that fit.
    calibrated: Option<String>,
    /// Name of the engine that is recommended.
    recommended: Option<String>,
    repeats: bool,
    seconds_per_position: f64,
    /// What is closed to engines on this machine.
    cage: &'static str,
    /// Each engine of this machine: path, name, versions of the parameters that fit under `quick` and `full`, whether it is used.
    installed: Vec<Value>,
}

pub(crate) fn run(options: &EnginesOptions) -> Outcome {
    if let Some(EnginesCommand::Get(options)) = &options.command {
        return get::run(options);
    }
    let config = Config::load(&options.engine)?;
    let spec = config.spec()?;
    let identity = config.identity()?;
    let fitted =
        parameters_for(config.parameters.as_deref(), &identity, &config.settings, Conditions::USUAL)?;
    let pool = Pool::start(&spec, &config.settings, 1, Limits::default())?;
    let started = Instant::now();
    let [first, between, again] = [POSITIONS[0], POSITIONS[1], POSITIONS[0]].map(|fen| search(&pool, fen));
    let seconds = started.elapsed().as_secs_f64() / 3.0;
    let repeats = first? == again?;
    between?;
    let report = Report {
        path: spec.command.display().to_string(),
        identity,
        calibrated: fitted.map(|parameters| parameters.version),
        recommended: recommended_engine()?,
        repeats,
        seconds_per_position: seconds,
        cage: cage::effect(),
        installed: installed(&spec, &config.store)?,
        settings: config.settings,
    };
    let text = json_or(options.json, &report, || {
        let fields = "engine=identity/name path sha256=identity/sha256 signature=identity/signature depth=settings/depth lines=settings/multipv \
                      hash-in-MiB=settings/hash_mib calibrated recommended seconds_per_position repeats cage";
        let list =
            table(&report.installed, "engine calibrated-for-quick=quick calibrated-for-full=full used path")
                .join("\n");
        let advice = match (&report.calibrated, repeats) {
            (_, false) => "Two searches of one position differ: this engine cannot be used for evidence.\n",
            (None, true) => {
                "No calibration fits this engine under these settings: sheets show no index. `fairplay engines get` builds \
                 Stockfish 19, which has one; --engine FILE or fairplay.toml names another.\n"
            }
            (Some(_), true) => "",
        };
        Ok(format!("{}\nEngines of this machine\n{list}\n{advice}", facts(&report, fields)?))
    })?;
    Ok((if repeats { ExitStatus::Done } else { ExitStatus::Failed }, text))
}

/// The engine in use and those that would be found without it. Of their calibrations only what is known without asking them.
fn installed(used: &EngineSpec, store: &Path) -> anyhow::Result<Vec<Value>> {
    let store = open_store(store)?;
    let others = installed_engines().into_iter().filter(|path| *path != used.command);
    let others = others.map(|path| EngineSpec { cage: used.cage.clone(), ..EngineSpec::of(path) });
    let look = |spec: &EngineSpec| -> anyhow::Result<Value> {
        let identity = match identify(spec) {
            Ok(identity) => identity,
            Err(error) => return Ok(json!({ "path": spec.command, "engine": error.to_string() })),
        };
        let fitted = |settings: &Settings| -> anyhow::Result<String> {
            let Some(signature) = remembered_signature(&identity, settings, &store)? else {
                return Ok("not asked yet".to_owned());
            };
            let identity = Identity { signature: Some(signature), ..identity.clone() };
            let fitted = parameters_for(None, &identity, settings, Conditions::USUAL)?;
            Ok(fitted.map_or_else(|| "none".to_owned(), |parameters| parameters.version))
        };
        let (quick, full) = (fitted(&Settings::QUICK)?, fitted(&Settings::FULL)?);
        let used = spec.command == used.command;
        Ok(
            json!({ "path": spec.command, "engine": identity.name, "quick": quick, "full": full, "used": used }),
        )
    };
    std::iter::once(used.clone()).chain(others).map(|spec| look(&spec)).collect()
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
