//! Shared by both kinds of verification: the list of checks, and searching again.
//!
//! Nothing here decides what is compared with what; that a search gives the same answer whatever the order and the number
//! of engines is what makes the comparison fair.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::time::Duration;

use analyzer::screening::EngineEntry;
use analyzer::{Evaluations, GamePlan};
use anyhow::{Context, bail};
use pipeline::{Progress, SearchPlayedMove};
use reports::bundle::Check;
use reports::visible;
use sha2::{Digest, Sha256};
use uci_pool::{EngineSpec, Identity, Limits, Pool, Request, identify};

use crate::config::Engines;
use crate::interrupt;
use crate::progress::Reporter;

/// Positions that differ and are named one by one. The rest is only counted.
const NAMED: usize = 10;

/// The checks made, in order.
#[derive(Debug, Default)]
pub(crate) struct Checks(pub(crate) Vec<Check>);

impl Checks {
    pub(crate) fn add(&mut self, what: impl Into<String>, holds: bool, detail: impl Into<String>) {
        self.0.push(Check { what: what.into(), holds, detail: detail.into() });
    }

    pub(crate) fn equal(&mut self, what: impl Into<String>, written: &str, found: &str) {
        let holds = written == found;
        let detail = if holds { found.to_owned() } else { format!("written {written}, found {found}") };
        self.add(what, holds, detail);
    }
}

/// Prints what was checked, a line each.
pub(crate) fn list(checks: &[Check], out: &mut dyn Write) -> std::io::Result<()> {
    for check in checks {
        let mark = if check.holds { "holds  " } else { "DIFFERS" };
        writeln!(out, "{mark}  {}: {}", check.what, check.detail)?;
    }
    Ok(())
}

/// Identifies the reader's engine, which has to be the one that gave the answers, with the same options.
///
/// Options are compared and never taken over from what is checked: some name files that an engine would write.
///
/// # Errors
/// If the engine cannot be used, or is another one, or runs with other options.
pub(crate) fn same_engine(
    spec: &EngineSpec,
    wanted: &EngineEntry,
    options: &[(String, String)],
) -> anyhow::Result<Identity> {
    let own =
        identify(spec).with_context(|| format!("the engine {} cannot be used", spec.command.display()))?;
    if own.sha256 != wanted.sha256 {
        bail!(
            "{} is another engine than that of the test, so its answers can be neither compared nor expected to be equal\n  \
             of the test: {}, SHA-256 {}\n  found:       {}, SHA-256 {}\n  \
             name the engine of the test with --engine FILE; the numbers of a bundle need none: --recompute statistics",
            spec.command.display(),
            visible(&wanted.name),
            visible(&wanted.sha256),
            own.name,
            own.sha256
        );
    }
    if own.options != Identity::comparable_options(options.to_vec()) {
        let list = |options: &[(String, String)]| -> String {
            let each = options.iter().map(|(name, value)| format!("{name} = {value}"));
            match options {
                [] => "none".to_owned(),
                _ => visible(&each.collect::<Vec<_>>().join(", ")),
            }
        };
        bail!(
            "the engine of the test ran with other options; set the same in your fairplay.toml\n  of the test: {}\n  \
             found:       {}",
            list(options),
            list(&own.options)
        );
    }
    Ok(own)
}

/// Searches every position of the games again, into an empty store.
///
/// # Errors
/// If the engine cannot be run, or the user stops.
pub(crate) fn everything(plans: &[GamePlan], engines: &Engines) -> anyhow::Result<Evaluations> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let engines = Engines { store: folder.path().join("store.sqlite"), ..engines.clone() };
    Ok(engines.answers(plans, SearchPlayedMove::IfUnlisted)?.answers)
}

pub(crate) fn compare(kept: &Evaluations, found: &Evaluations, checks: &mut Checks) {
    let (kept, found) = (kept.all(), found.all());
    let found: BTreeMap<_, _> =
        found.into_iter().map(|(fen, only, answer)| (key(fen, only.as_ref()), answer)).collect();
    let mut differ = Vec::new();
    for (fen, only, answer) in &kept {
        let same = match (found.get(&key(fen, only.as_ref())), answer) {
            (Some(Ok(new)), Ok(old)) => new == old,
            // Why an engine gave up is not compared; that it did is.
            (Some(Err(_)), Err(_)) => true,
            _ => false,
        };
        if !same {
            differ.push(*fen);
        }
    }
    let more = found.len().saturating_sub(kept.len());
    told(&differ, checks);
    let detail = format!("{} of {} equal", kept.len() - differ.len(), kept.len());
    let detail = if more > 0 { format!("{detail}; {more} answers were not kept") } else { detail };
    checks.add("positions searched again", differ.is_empty() && more == 0, detail);
}

/// Searches `n` of the positions that were kept again, and compares. Which ones follows from the seed alone, so that
/// anybody can repeat the very choice, and from a seed that is not known beforehand nobody can know it.
///
/// # Errors
/// If the engine cannot be run, or the user stops.
pub(crate) fn some(
    engines: &Engines,
    kept: &Evaluations,
    n: usize,
    seed: u64,
    checks: &mut Checks,
) -> anyhow::Result<()> {
    interrupt::listen();
    let mut order: Vec<(Vec<u8>, Request)> = kept
        .all()
        .into_iter()
        .map(|(fen, only, _)| {
            let (fen, only) = (fen.to_owned(), only);
            (rank(seed, &key(&fen, only.as_ref())), Request { fen, only })
        })
        .collect();
    order.sort_by(|a, b| a.0.cmp(&b.0));
    order.truncate(n);
    let searchers = &engines.searchers;
    let pool = Pool::start(&searchers.spec, &engines.settings, searchers.count, Limits::default())?;
    let mut progress = Progress { total: order.len(), ..Progress::default() };
    let mut reporter = Reporter::new();
    for (_, request) in order {
        pool.submit(request);
    }
    let mut differ = Vec::new();
    while progress.done < progress.total {
        if interrupt::requested() {
            reporter.finish();
            bail!("stopped after {} of {} positions", progress.done, progress.total);
        }
        let Some(answer) = pool.next(Duration::from_millis(100)) else {
            continue;
        };
        progress.done += 1;
        reporter.show(&progress);
        let Request { fen, only } = answer.request;
        let before = match only {
            Some(played) => kept.apart(&fen, played),
            None => kept.position(&fen),
        };
        let same = match (&answer.result, before) {
            (Ok(new), Some(Ok(old))) => new == old,
            (Err(_), Some(Err(_))) => true,
            _ => false,
        };
        if !same {
            differ.push(fen);
        }
    }
    reporter.finish();
    // Answers come in the order in which engines are done, which is nobody's business.
    differ.sort();
    let named: Vec<&str> = differ.iter().map(String::as_str).collect();
    told(&named, checks);
    checks.add(
        "positions searched again",
        differ.is_empty(),
        format!("{} of {} equal, chosen with --seed {seed}", progress.total - differ.len(), progress.total),
    );
    Ok(())
}

fn told(differ: &[&str], checks: &mut Checks) {
    for fen in differ.iter().take(NAMED) {
        checks.add(visible(fen), false, "the engine's answer differs from the one that was kept");
    }
}

/// A number that nobody knows beforehand, from the random keys that the standard library asks the system for.
pub(crate) fn seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0_u8)
}

fn rank(seed: u64, key: &str) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(seed.to_le_bytes());
    hash.update(key.as_bytes());
    hash.finalize().to_vec()
}

fn key<M: ToString>(fen: &str, only: Option<&M>) -> String {
    match only {
        Some(mv) => format!("{fen} {}", mv.to_string()),
        None => fen.to_owned(),
    }
}

/// Whether the answers are those to the positions of the games, each of them and no other. No position of anybody else's
/// choosing may reach an engine.
pub(crate) fn belong(plans: &[GamePlan], kept: &Evaluations) -> Result<(), String> {
    let mut asked: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for turn in plans.iter().flat_map(GamePlan::searched) {
        let played = asked.entry(turn.fen.as_str()).or_default();
        played.insert(turn.played.to_string());
    }
    for (fen, only, _) in kept.all() {
        let known = asked.get(fen);
        if !known.is_some_and(|played| only.is_none_or(|mv| played.contains(&mv.to_string()))) {
            return Err(format!("an answer to {} belongs to no turn of the games", visible(fen)));
        }
    }
    match asked.keys().find(|fen| kept.position(fen).is_none()) {
        Some(fen) => Err(format!("the answer to {fen} is missing")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_follows_the_seed_and_nothing_else() {
        let order = |seed: u64| {
            let mut keys = ["a", "b", "c", "d", "e", "f", "g", "h"];
            keys.sort_by_key(|key| rank(seed, key));
            keys
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        assert_ne!(seed(), seed());
        assert_eq!(key("fen", Some(&"e2e4")), "fen e2e4");
    }

    #[test]
    fn answers_that_belong_to_no_turn_are_found() {
        let mut kept = Evaluations::default();
        assert_eq!(belong(&[], &kept), Ok(()));
        kept.insert("8/8/8/8/8/8/8/8 w - - 0 1".to_owned(), None, Err("silent".to_owned()));
        let said = belong(&[], &kept).expect_err("no turn");
        assert!(said.contains("belongs to no turn"), "{said}");
    }
}
