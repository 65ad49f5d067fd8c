//! `fairplay verify`: checks a screening folder, and on request does the engine's work again. A bundle is handed on to
//! `verify_bundle`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use analyzer::Evaluations;
use analyzer::evaluate::{Played, evaluate};
use analyzer::screening::Screening;
use anyhow::{Context, bail};
use datasets::{Aliases, Store};
use sha2::{Digest, Sha256};
use uci_pool::{Identity, Limits, Pool, identify};

use crate::Ending;
use crate::arguments::{Recompute, VerifyOptions};
use crate::config::{cores, given_engine};
use crate::interrupt;
use crate::recompute::{self, Checks, everything, seed, some};
use crate::run::{Engines, Loaded, Run, load, screened};
use crate::screen::{RUN, SCREENING, SUMS};
use crate::verify_bundle;

/// Verifies a folder or a bundle.
pub(crate) fn run(options: &VerifyOptions, out: &mut dyn Write) -> anyhow::Result<Ending> {
    if verify_bundle::is_bundle(&options.folder) {
        return verify_bundle::run(options, out);
    }
    if options.key.is_some() {
        bail!(
            "{} is not a bundle, and only bundles are signed: --key has nothing to check",
            options.folder.display()
        );
    }
    if options.parameters.is_some() {
        bail!(
            "{} is not a bundle; a screening folder names its own parameters, so --parameters has nothing to say",
            options.folder.display()
        );
    }
    let mut checks = Checks::default();
    files(&options.folder, &mut checks)?;
    let text = read(&options.folder.join(SCREENING))?;
    let written: Screening = serde_json::from_slice(&text)
        .with_context(|| format!("{} is not a screening", options.folder.join(SCREENING).display()))?;
    checks.equal("digest over the numbers", &written.manifest.digest, &written.digest()?);
    checks.add("players.csv repeats the numbers", same_table(&options.folder, &written)?, "row by row");
    if let Some(recompute) = options.recompute {
        again(options, recompute, &written, &mut checks)?;
    }
    print(&checks, options.json, out)?;
    Ok(if checks.0.iter().all(|check| check.holds) { Ending::Done } else { Ending::Failed })
}

/// Checks the list of digests: every file it names, and no file left out.
fn files(folder: &Path, checks: &mut Checks) -> anyhow::Result<()> {
    let list = folder.join(SUMS);
    let text = String::from_utf8(read(&list)?).with_context(|| format!("{} is not text", list.display()))?;
    let mut named = BTreeSet::new();
    for line in text.lines() {
        let Some((sum, name)) = line.split_once("  ") else {
            bail!("{}: the line `{line}` is not a digest and a name", list.display());
        };
        if name.contains(['/', '\\']) || name == ".." {
            bail!("{}: `{name}` is not the name of a file in this folder", list.display());
        }
        named.insert(name.to_owned());
        match std::fs::read(folder.join(name)) {
            Ok(bytes) => checks.equal(name, sum, &analyzer::digest::hex(&Sha256::digest(&bytes))),
            Err(error) => checks.add(name, false, format!("cannot be read: {error}")),
        }
    }
    for needed in [SCREENING, "players.csv", "decisions.csv", "sheet.html", RUN] {
        if !named.contains(needed) {
            checks.add(needed, false, format!("not listed in {SUMS}"));
        }
    }
    Ok(())
}

fn same_table(folder: &Path, written: &Screening) -> anyhow::Result<bool> {
    Ok(std::fs::read(folder.join("players.csv"))
        .is_ok_and(|bytes| reports::players_table(written).csv().is_ok_and(|table| table == bytes)))
}

/// Reads the inputs again, searches again, computes again, and compares.
fn again(
    options: &VerifyOptions,
    recompute: Recompute,
    written: &Screening,
    checks: &mut Checks,
) -> anyhow::Result<()> {
    let mut run: Run = serde_json::from_slice(&read(&options.folder.join(RUN))?)
        .with_context(|| format!("{} does not say what was run", options.folder.join(RUN).display()))?;
    if let Some(engine) = given_engine(options.engine.as_ref()) {
        run.engine = engine;
    }
    let inputs = if options.pgn.is_empty() { run.inputs.clone() } else { options.pgn.clone() };
    if inputs.iter().any(|path| path.as_os_str() == "-") {
        bail!("the games came from standard input; name the file with --pgn");
    }
    let collection = datasets::read(&inputs, run.event.as_deref())?;
    let (_, aliases) = match &run.aliases {
        Some(table) => crate::people::aliases(Some(table))?,
        None => (None, Aliases::default()),
    };
    for input in collection.inputs.iter().chain(aliases.input()) {
        let known = written.manifest.inputs.iter().any(|entry| entry.sha256 == input.sha256);
        checks.add(format!("input {}", input.name), known, input.sha256.clone());
    }
    let loaded =
        load(collection, Some(&run.name), &run.name, &aliases, run.rating, run.book.as_deref(), &run.store)?;
    let spec = run.spec();
    let count = options.engines.map_or_else(cores, usize::from);
    let engines = Engines {
        spec: &spec,
        settings: &run.settings,
        count,
        // A queue may know the answers already, and then nothing would be searched again.
        queue: None,
    };
    let identity =
        identify(&spec).with_context(|| format!("the engine {} cannot be used", spec.command.display()))?;
    let answers = match recompute {
        Recompute::All => everything(&loaded.plans, &engines)?,
        Recompute::Some(n) => {
            let answers = stored(&run, &engines, &loaded, &identity)?;
            some(&engines, &answers, n, options.seed.unwrap_or_else(seed), checks)?;
            answers
        }
        Recompute::Statistics => stored(&run, &engines, &loaded, &identity)?,
    };
    checks.equal("engine", &written.manifest.engine.sha256, &identity.sha256);
    let outcome = screened(&loaded, &answers, &identity, &run.settings, run.parameters.as_deref())?.screening;
    checks.equal("evaluations", &written.manifest.evaluations, &outcome.manifest.evaluations);
    checks.equal("digest recomputed from the games", &written.manifest.digest, &outcome.manifest.digest);
    Ok(())
}

/// The evaluations as the store holds them; what it has lost meanwhile is searched again.
fn stored(
    run: &Run,
    engines: &Engines<'_>,
    loaded: &Loaded,
    identity: &Identity,
) -> anyhow::Result<Evaluations> {
    interrupt::listen();
    if !run.store.is_file() {
        bail!("the store {} is gone; use --recompute all", run.store.display());
    }
    let mut store = Store::open(&run.store)?;
    let profile = store.profile(identity, engines.settings)?;
    let start = || Pool::start(engines.spec, engines.settings, engines.count, Limits::default());
    Ok(evaluate(
        &loaded.plans,
        &mut store,
        profile,
        Played::Wanted,
        start,
        &interrupt::requested,
        &mut |_| (),
    )?)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn print(checks: &Checks, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&checks.0)?)?;
        return Ok(());
    }
    recompute::list(&checks.0, out)?;
    let failed = checks.0.iter().filter(|check| !check.holds).count();
    if failed == 0 {
        writeln!(out, "Everything that was checked holds ({} checks).", checks.0.len())?;
    } else {
        writeln!(out, "{failed} of {} checks do not hold.", checks.0.len())?;
    }
    Ok(())
}
