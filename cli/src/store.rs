//! `fairplay store`: what the evaluation store holds, and how it gets smaller.

use std::io::Write;

use anyhow::bail;
use datasets::{ProfileSummary, Store};
use serde::Serialize;
use uci_pool::Settings;

use crate::Ending;
use crate::arguments::{EngineOptions, StoreOptions};
use crate::config::Config;

/// What is said about a profile.
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
pub(crate) fn run(options: &StoreOptions, out: &mut dyn Write) -> anyhow::Result<Ending> {
    let config = Config::load(&EngineOptions {
        store: options.store.clone(),
        config: options.config.clone(),
        ..EngineOptions::default()
    })?;
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
        writeln!(out, "{}", serde_json::to_string_pretty(&held)?)?;
        return Ok(Ending::Done);
    }
    writeln!(out, "{}  {}", config.store.display(), megabytes(store.size()?))?;
    for profile in &held {
        let Settings { depth, multipv, decided, .. } = &profile.settings;
        writeln!(
            out,
            "{:>3}  {} ({}…), depth {depth}, {multipv} lines{}: {} evaluations, {}",
            profile.number,
            profile.engine,
            profile.engine_sha256.get(..12).unwrap_or(&profile.engine_sha256),
            if decided.is_some() { ", decided positions ended early" } else { "" },
            profile.evaluations,
            megabytes(profile.bytes)
        )?;
    }
    Ok(Ending::Done)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
