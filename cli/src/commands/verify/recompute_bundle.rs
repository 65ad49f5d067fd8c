//! `fairplay verify BUNDLE --recompute`: the numbers of a bundle made again from what is in it, and the engine's work.
//!
//! A stranger has the bundle and nothing else. So everything that is compared is compared with what the bundle itself
//! says, and what it rests on and does not hold is named.

use std::collections::{BTreeMap, BTreeSet};

use analyzer::full_test::FullTest;
use anyhow::{Context, bail};
use reports::bundle::{Edition, Manifest};
use reports::visible;
use serde_json::Value;

use super::options::{Recompute, VerifyOptions};
use super::recompute::{Checks, belong, compare, everything, same_engine, seed, some};
use crate::config::{Config, Engines};
use pipeline::bundle::Evidence;
use reports::bundle_files::{DOSSIER, EVALUATIONS, GAMES, PARAMETERS, TABLES};

const NAMED: usize = 8;

/// Computes again and compares.
///
/// # Errors
/// If nothing can be computed: a file is missing or broken, the engine is another one, the user stops.
pub(crate) fn checks(
    options: &VerifyOptions,
    recompute: Recompute,
    manifest: &Manifest,
    files: &BTreeMap<String, Vec<u8>>,
) -> anyhow::Result<Checks> {
    let evidence = Evidence::read(files)?;
    // Before anything long: the wrong engine is better known now.
    let engine = match recompute {
        Recompute::Statistics => None,
        Recompute::All | Recompute::Some(_) => Some(engine(options, &evidence)?),
    };
    let mut checks = Checks::default();
    texts(&evidence, manifest, files, &mut checks)?;
    games(options, &evidence, manifest, &mut checks)?;
    let test = &evidence.test;
    checks.equal(
        format!("digest of {EVALUATIONS}"),
        &visible(&test.manifest.evaluations),
        &evidence.answers.sha256(),
    );
    let made = evidence.premises.rebuild(evidence.games.clone())?;
    let belong = belong(&made.plans, &evidence.answers);
    let each = || "each to a turn, and none is missing".to_owned();
    checks.add(
        "answers belong to the games",
        belong.is_ok(),
        belong.as_ref().err().cloned().unwrap_or_else(each),
    );
    statistics(options, &evidence, &mut checks)?;
    let Some(config) = engine else {
        return Ok(checks);
    };
    if let Err(reason) = belong {
        bail!("the engine was not run: {reason}");
    }
    let engines = Engines { settings: evidence.settings()?, ..config.local_engines()? };
    match recompute {
        Recompute::All => compare(&evidence.answers, &everything(&made.plans, &engines)?, &mut checks),
        Recompute::Some(n) => {
            let seed = options.seed.unwrap_or_else(seed);
            some(&engines, &evidence.answers, n, seed, &mut checks)?;
        }
        Recompute::Statistics => {}
    }
    Ok(checks)
}

/// The engine to run, which has to be the one of the test.
fn engine(options: &VerifyOptions, evidence: &Evidence) -> anyhow::Result<Config> {
    let config = Config::load(&options.reader())?;
    same_engine(&config.spec()?, &evidence.test.manifest.engine, &evidence.premises.engine_options)?;
    Ok(config)
}

/// Compares the facts that several files repeat.
fn texts(
    evidence: &Evidence,
    manifest: &Manifest,
    files: &BTreeMap<String, Vec<u8>>,
    checks: &mut Checks,
) -> anyhow::Result<()> {
    let digest = &evidence.test.manifest.digest;
    checks.equal("digest over the numbers, as the manifest has it", &manifest.numbers, digest);
    if let Some(bytes) = files.get(DOSSIER) {
        checks.equal("digest over the numbers that are written", digest, &FullTest::digest_of_file(bytes)?);
    }
    checks.equal(
        "digest over the numbers, as the custody has it",
        &visible(&evidence.custody.numbers),
        digest,
    );
    for (name, table) in TABLES {
        if let Some(bytes) = files.get(name) {
            let same = table(&evidence.test).csv().is_ok_and(|made| &made == bytes);
            checks.add(format!("{name} repeats the numbers"), same, "row by row");
        }
    }
    Ok(())
}

/// The games against what identifies them, and against the PGN that was given.
fn games(
    options: &VerifyOptions,
    evidence: &Evidence,
    manifest: &Manifest,
    checks: &mut Checks,
) -> anyhow::Result<()> {
    let premises = &evidence.premises.games;
    if manifest.edition == Edition::Complete {
        let pairs = evidence.games.iter().zip(premises);
        let same = pairs.filter(|(game, premise)| game.sha256 == premise.sha256).count();
        checks.add(
            format!("{GAMES} holds the games of the test"),
            same == premises.len() && same == evidence.games.len(),
            format!("{same} of {} by SHA-256", premises.len()),
        );
    }
    if options.pgn.is_empty() {
        return Ok(());
    }
    let collection = datasets::read(&options.pgn, None)?;
    for input in &collection.inputs {
        let inputs = &evidence.test.manifest.inputs;
        let known = inputs.iter().any(|entry| entry.sha256 == input.sha256);
        checks.add(format!("input {}", visible(&input.name)), known, input.sha256.clone());
    }
    let there: BTreeSet<&str> = collection.games.iter().map(|game| game.sha256.as_str()).collect();
    let found = premises.iter().filter(|game| there.contains(game.sha256.as_str())).count();
    checks.add(
        "the games stand in the PGN that was given",
        found == premises.len(),
        format!("{found} of {} by SHA-256", premises.len()),
    );
    Ok(())
}

/// The numbers, from the games, the premises and the answers.
fn statistics(options: &VerifyOptions, evidence: &Evidence, checks: &mut Checks) -> anyhow::Result<()> {
    let given = match &options.parameters {
        Some(path) => {
            Some(std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?)
        }
        None => None,
    };
    let (parameters, from) = evidence.parameters(given.as_deref())?;
    checks.add("parameters", true, format!("{}: {from}", visible(&parameters.version)));
    let same = analyzer::Parameters::parse(&evidence.parameters).is_ok_and(|inside| inside == parameters);
    checks.add(format!("{PARAMETERS} holds these parameters"), same, "number by number");
    let found = evidence.compute(&parameters)?;
    let written = &evidence.test.manifest.digest;
    let again = "digest over the numbers computed again";
    checks.equal(again, &visible(written), &found.manifest.digest);
    let differences = differences(&evidence.test, &found)?;
    let software = &evidence.test.manifest.software;
    let detail = if differences.is_empty() {
        "each as it is written".to_owned()
    } else if *software == found.manifest.software {
        differences.join("; ")
    } else {
        format!("made with {}; {}", visible(software), differences.join("; "))
    };
    checks.add("numbers computed again", differences.is_empty(), detail);
    Ok(())
}

/// The first numbers that differ, by their place in the document.
fn differences(written: &FullTest, found: &FullTest) -> anyhow::Result<Vec<String>> {
    let mut list = Vec::new();
    differ("", &serde_json::to_value(written)?, &serde_json::to_value(found)?, &mut list);
    // What the digest does not cover.
    list.retain(|(place, _)| {
        !["manifest.digest", "manifest.software", "manifest.inputs", "event.name"]
            .iter()
            .any(|left_out| place.starts_with(left_out))
    });
    let more = list.len().saturating_sub(NAMED);
    let mut said: Vec<String> = list.into_iter().take(NAMED).map(|(_, said)| said).collect();
    if more > 0 {
        said.push(format!("and {more} more"));
    }
    Ok(said)
}

fn differ(place: &str, written: &Value, found: &Value, list: &mut Vec<(String, String)>) {
    let below = |name: &str| match place {
        "" => name.to_owned(),
        place => format!("{place}.{name}"),
    };
    match (written, found) {
        (Value::Object(a), Value::Object(b)) => {
            let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for name in names {
                let (a, b) = (a.get(name), b.get(name));
                differ(&below(name), a.unwrap_or(&Value::Null), b.unwrap_or(&Value::Null), list);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            for index in 0..a.len().max(b.len()) {
                let (a, b) = (a.get(index), b.get(index));
                let place = below(&index.to_string());
                differ(&place, a.unwrap_or(&Value::Null), b.unwrap_or(&Value::Null), list);
            }
        }
        (a, b) if a == b => {}
        (a, b) => {
            let short = |value: &Value| visible(&value.to_string().chars().take(60).collect::<String>());
            list.push((
                place.to_owned(),
                format!("{}: written {}, found {}", visible(place), short(a), short(b)),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_differs_is_named_by_its_place() {
        let mut list = Vec::new();
        let written = json!({"a": {"b": [1, 2.5, "x"]}, "c": null});
        let found = json!({"a": {"b": [1, 2.25]}, "c": 3});
        differ("", &written, &found, &mut list);
        let said: Vec<&str> = list.iter().map(|(_, said)| said.as_str()).collect();
        assert_eq!(
            said,
            [
                "a.b.1: written 2.5, found 2.25",
                "a.b.2: written \"x\", found null",
                "c: written null, found 3"
            ]
        );
        let mut none = Vec::new();
        differ("", &written, &written, &mut none);
        assert!(none.is_empty());
    }
}
