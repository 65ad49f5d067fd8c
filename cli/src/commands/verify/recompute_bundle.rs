//! `fairplay verify BUNDLE --recompute`: the numbers of a bundle made again from what is in it, and the engine's work.
//!
//! A stranger has the bundle and nothing else. So everything that is compared is compared with what the bundle itself
//! says, and what it rests on and does not hold is named.

use std::collections::{BTreeMap, BTreeSet};

use analyzer::full_test::{FullTest, GamePremise};
use anyhow::bail;
use pipeline::bundle::Evidence;
use reports::bundle::{Checks, Compared, Edition, Manifest};
use reports::bundle_files::{EVALUATIONS, GAMES, PARAMETERS};
use reports::visible;
use serde_json::Value;

use super::options::{Recompute, VerifyOptions};
use super::recompute::{belong, same_engine, search_again, seed};
use crate::config::{Config, Engines};
use crate::output::read_text;

const NAMED: usize = 8;

/// Computes again and compares.
pub(crate) fn checks(
    options: &VerifyOptions,
    recompute: Recompute,
    manifest: &Manifest,
    files: &BTreeMap<String, Vec<u8>>,
) -> anyhow::Result<Checks> {
    let evidence = Evidence::read(files)?;
    // Before anything long: the wrong engine is better known now.
    let engines = match recompute {
        Recompute::Statistics => None,
        Recompute::All | Recompute::Some(_) => Some(engine(options, &evidence)?),
    };
    let mut checks = Checks::default();
    games(options, &evidence, manifest, &mut checks)?;
    let test = &evidence.test;
    checks.equal(
        format!("digest of {EVALUATIONS}"),
        &visible(&test.manifest.evaluations),
        &evidence.answers.sha256(),
    );
    let made = evidence.premises.rebuild(evidence.games.clone())?;
    let belong = belong(&made.plans, &evidence.answers);
    let detail = belong.as_ref().err().map_or("each to a turn, and none is missing", String::as_str);
    checks.add("answers belong to the games", belong.is_ok(), detail);
    statistics(options, &evidence, &mut checks)?;
    let Some(engines) = engines else {
        return Ok(checks);
    };
    if let Err(reason) = belong {
        bail!("the engine was not run: {reason}");
    }
    let sample = match recompute {
        Recompute::Some(n) => Some((n, options.seed.unwrap_or_else(seed))),
        Recompute::All | Recompute::Statistics => None,
    };
    search_again(&made.plans, &evidence.answers, &engines, sample, &mut checks)?;
    Ok(checks)
}

/// The engines to run, with the settings of the test. They have to answer like the engine of the test.
fn engine(options: &VerifyOptions, evidence: &Evidence) -> anyhow::Result<Engines> {
    let config = Config::of_run(&options.run)?;
    let engines = Engines { settings: evidence.settings()?, ..config.local_engines()? };
    same_engine(&engines, &evidence.test.manifest.engine, &evidence.premises.engine_options)?;
    Ok(engines)
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
    // A game that counts up to an illegal move stands there with the move.
    let broken = collection.quarantine.iter().filter_map(|game| game.legal.as_ref());
    let broken: BTreeSet<&str> = broken.map(|game| game.sha256.as_str()).collect();
    let stands = |game: &&GamePremise| {
        let hash = game.sha256.as_str();
        there.contains(hash) || (game.stood.is_some() && broken.contains(hash))
    };
    let found = premises.iter().filter(stands).count();
    checks.add(
        "the games stand in the PGN that was given",
        found == premises.len(),
        format!("{found} of {} by SHA-256", premises.len()),
    );
    Ok(())
}

/// The numbers, from the games, the premises and the answers.
fn statistics(options: &VerifyOptions, evidence: &Evidence, checks: &mut Checks) -> anyhow::Result<()> {
    let given = options.run.parameters.as_deref().map(read_text).transpose()?;
    let (parameters, from) = evidence.parameters(given.as_deref())?;
    checks.add("parameters", true, format!("{}: {from}", visible(&parameters.version)));
    let same = analyzer::Parameters::parse(&evidence.parameters).is_ok_and(|inside| inside == parameters);
    checks.add(format!("{PARAMETERS} holds these parameters"), same, "number by number");
    let found = evidence.compute(&parameters)?;
    let written = &evidence.test.manifest.digest;
    checks.equal(Compared::DigestComputed, &visible(written), &found.manifest.digest);
    let differences = differences(&evidence.test, &found)?;
    let software = &evidence.test.manifest.software;
    let detail = match differences.as_slice() {
        [] => "each as it is written".to_owned(),
        some if *software == found.manifest.software => some.join("; "),
        some => format!("made with {}; {}", visible(software), some.join("; ")),
    };
    checks.add("numbers computed again", differences.is_empty(), detail);
    Ok(())
}

/// The first numbers that differ, by their place in the document.
fn differences(written: &FullTest, found: &FullTest) -> anyhow::Result<Vec<String>> {
    let mut list = differ(&serde_json::to_value(written)?, &serde_json::to_value(found)?);
    // What the digest does not cover.
    let left_out = ["manifest.digest", "manifest.software", "manifest.inputs", "event.name"];
    list.retain(|line| !left_out.iter().any(|place| line.starts_with(place)));
    let more = list.len().saturating_sub(NAMED);
    list.truncate(NAMED);
    list.extend((more > 0).then(|| format!("and {more} more")));
    Ok(list)
}

fn differ(written: &Value, found: &Value) -> Vec<String> {
    let (mut old, mut new) = (BTreeMap::new(), BTreeMap::new());
    leaves(String::new(), written, &mut old);
    leaves(String::new(), found, &mut new);
    let short = |value: &Value| visible(&value.to_string().chars().take(60).collect::<String>());
    let places: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let pairs = places
        .into_iter()
        .map(|place| (place, [&old, &new].map(|all| *all.get(place).unwrap_or(&&Value::Null))));
    pairs
        .filter(|(_, [old, new])| old != new)
        .map(|(place, [old, new])| {
            format!("{}: written {}, found {}", visible(place), short(old), short(new))
        })
        .collect()
}

/// The values of a document that hold no others, by their places.
fn leaves<'a>(place: String, value: &'a Value, all: &mut BTreeMap<String, &'a Value>) {
    let below = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| leaves(below(name), value, all)),
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(k, value)| leaves(below(&k.to_string()), value, all));
        }
        _ => {
            all.insert(place, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_differs_is_named_by_its_place() {
        let written = json!({"a": {"b": [1, 2.5, "x"]}, "c": null});
        let found = json!({"a": {"b": [1, 2.25]}, "c": 3});
        let differences = [
            "a.b.1: written 2.5, found 2.25",
            "a.b.2: written \"x\", found null",
            "c: written null, found 3",
        ];
        assert_eq!(differ(&written, &found), differences);
        assert!(differ(&written, &written).is_empty());
    }
}
