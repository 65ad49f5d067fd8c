//! `fairplay store`: what the evaluation store holds, and how it gets smaller.

use std::io::Write;

use anyhow::bail;
use clap::Args;
use datasets::{ProfileSummary, Store};
use serde::Serialize;
use serde_json::Value;
use uci_pool::Settings;

use crate::ExitStatus;
use crate::arguments::StoreFileOptions;
use crate::config::Config;
use crate::output::facts::table;
use crate::output::write_json;

/// Options of `store`.
#[derive(Clone, Debug, Args)]
pub(crate) struct StoreOptions {
    /// Remove the evaluations of a profile, by its number in the list; can be repeated
    #[arg(long, value_name = "NUMBER")]
    pub(crate) forget: Vec<i64>,
    /// Compact the file; needs as much free disk space as the file takes
    #[arg(long)]
    pub(crate) compact: bool,
    #[command(flatten)]
    pub(crate) store: StoreFileOptions,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A profile in machine output.
#[derive(Debug, Serialize)]
struct Held {
    number: i64,
    engine: String,
    engine_sha256: String,
    settings: Settings,
    evaluations: u64,
    bytes: u64,
}

impl From<ProfileSummary> for Held {
    fn from(found: ProfileSummary) -> Self {
        Self {
            number: found.number,
            engine: found.engine.name,
            engine_sha256: found.engine.sha256,
            settings: found.settings,
            evaluations: found.evaluations,
            bytes: found.bytes,
        }
    }
}

/// Forgets and compacts, if asked, and prints what there is.
pub(crate) fn run(options: &StoreOptions, out: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let config = Config::of_store(&options.store)?;
    if !config.store.exists() {
        bail!("there is no evaluation store {}", config.store.display());
    }
    let mut store = Store::open(&config.store)?;
    for number in &options.forget {
        let known = store.summary()?.iter().any(|profile| profile.number == *number);
        if !known {
            bail!("the store has no profile {number}; `fairplay store` lists them");
        }
        let taken = store.forget(*number)?;
        eprintln!("Profile {number}: {taken} evaluations taken out.");
    }
    if options.compact {
        let before = store.size()?;
        store.compact()?;
        eprintln!("Compacted from {} to {}.", megabytes(before), megabytes(store.size()?));
    }
    let held: Vec<Held> = store.summary()?.into_iter().map(Held::from).collect();
    if options.json {
        write_json(out, &held)?;
        return Ok(ExitStatus::Done);
    }
    writeln!(out, "{}  {}", config.store.display(), megabytes(store.size()?))?;
    let rows: Vec<Value> = held.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
    let columns = "number engine sha256=engine_sha256 depth=settings/depth lines=settings/multipv \
                   ends-early-beyond=settings/decided/beyond evaluations bytes";
    writeln!(out, "{}", table(&rows, columns).join("\n"))?;
    Ok(ExitStatus::Done)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
