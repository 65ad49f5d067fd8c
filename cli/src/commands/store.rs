//! `fairplay store`: what the evaluation store holds, and how it gets smaller.

use anyhow::bail;
use clap::Args;
use datasets::{ProfileSummary, Store};
use reports::visible;
use serde_json::{Value, json};

use crate::arguments::StoreFileOptions;
use crate::config::Config;
use crate::output::facts::table;
use crate::output::json_or;
use crate::output::terminal::say;
use crate::{ExitStatus, Outcome};

/// What stands for a program that was not noted.
const UNKNOWN: &str = "unknown";

#[derive(Clone, Debug, Args)]
pub(crate) struct StoreOptions {
    /// Remove the evaluations of a profile, by its number in the list; can be repeated
    #[arg(long, value_name = "NUMBER")]
    pub(crate) forget: Vec<i64>,
    /// Remove the evaluations that a program gave, in every profile, by its SHA-256 in the list, or `unknown` for those whose program was
    /// not noted; can be repeated
    #[arg(long, value_name = "SHA256")]
    pub(crate) forget_program: Vec<String>,
    /// Compact the file; needs as much free disk space as the file takes
    #[arg(long)]
    pub(crate) compact: bool,
    #[command(flatten)]
    pub(crate) store: StoreFileOptions,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Forgets and compacts, if asked, and prints what there is.
pub(crate) fn run(options: &StoreOptions) -> Outcome {
    let config = Config::of_store(&options.store)?;
    if !config.store.exists() {
        bail!("there is no evaluation store {}", config.store.display());
    }
    let mut store = Store::open(&config.store)?;
    for number in &options.forget {
        if !store.summary()?.iter().any(|profile| profile.number == *number) {
            bail!("the store has no profile {number}; `fairplay store` lists them");
        }
        let taken = store.forget(*number)?;
        say!("Profile {number}: {taken} evaluations taken out.");
    }
    for wanted in &options.forget_program {
        let program = if wanted == UNKNOWN { None } else { Some(wanted.to_lowercase()) };
        if !store.summary()?.iter().any(|profile| profile.programs.contains_key(&program)) {
            bail!("the store has no answers of the program {}; `fairplay store` lists them", visible(wanted));
        }
        let taken = store.forget_program(program.as_deref())?;
        say!("Program {}: {taken} evaluations taken out.", visible(wanted));
    }
    if options.compact {
        let before = store.size()?;
        store.compact()?;
        say!("Compacted from {} to {}.", megabytes(before), megabytes(store.size()?));
    }
    let summary = store.summary()?;
    let profiles = summary.iter().map(|profile| {
        json!({
            "number": profile.number,
            "engine": profile.engine.name,
            "engine_sha256": profile.engine.sha256,
            "engine_signature": profile.engine.signature,
            "settings": profile.settings,
            "evaluations": profile.evaluations,
            "bytes": profile.bytes,
            "programs": programs(profile),
        })
    });
    let profiles: Vec<Value> = profiles.collect();
    let text = json_or(options.json, &profiles, || {
        let columns = "number engine sha256=engine_sha256 signature=engine_signature depth=settings/depth lines=settings/multipv \
                       ends-early-beyond=settings/decided/beyond evaluations bytes";
        let (path, size) = (config.store.display(), megabytes(store.size()?));
        let programs: Vec<Value> = summary.iter().flat_map(programs).collect();
        Ok(format!(
            "{path}  {size}\n{}\n\nBy the program that gave them\n{}\n",
            table(&profiles, columns).join("\n"),
            table(&programs, "number program evaluations").join("\n")
        ))
    })?;
    Ok((ExitStatus::Done, text))
}

/// The evaluations of a profile by program.
fn programs(profile: &ProfileSummary) -> Vec<Value> {
    let entry = |(sha256, evaluations): (&Option<String>, &u64)| {
        let program = sha256.as_deref().unwrap_or(UNKNOWN);
        json!({ "number": profile.number, "program": program, "evaluations": evaluations })
    };
    profile.programs.iter().map(entry).collect()
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
