//! Shared by both kinds of verification: the list of checks, and searching again.
//!
//! Nothing here decides what is compared with what; that a search gives the same answer whatever the order and the number
//! of engines is what makes the comparison fair.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};

use analyzer::plan::Turn;
use analyzer::screening::EngineEntry;
use analyzer::{Evaluations, GamePlan};
use anyhow::{Context, bail};
use pipeline::SearchPlayedMove;
use reports::bundle::{Check, Checks};
use reports::visible;
use sha2::{Digest, Sha256};
use uci_pool::Identity;

use crate::config::Engines;

/// Positions that differ and are named one by one. The rest is only counted.
const NAMED: usize = 10;

/// What was checked, a line each.
pub(crate) fn list(checks: &[Check]) -> String {
    let mark = |check: &Check| match check.holds {
        Some(true) => "holds  ",
        Some(false) => "DIFFERS",
        None => "skipped",
    };
    checks.iter().map(|check| format!("{}  {}: {}\n", mark(check), check.what, check.detail)).collect()
}

/// The first line of an outcome with files that this program cannot make again: which, and why.
pub(crate) fn uncompared_line(checks: &[Check]) -> Option<String> {
    let open: Vec<&Check> = checks.iter().filter(|check| check.is_uncompared()).collect();
    let names: Vec<String> = open.iter().map(|check| check.what.to_string()).collect();
    let why = open.first()?.detail.to_string();
    let why = why.trim_start_matches("not compared: ");
    Some(format!(
        "NOT COMPARED: {} ({why}). What stands there may be other than the numbers.\n",
        names.join(", ")
    ))
}

/// How many checks hold, and whether a key of the reader's stands for what was checked.
pub(crate) fn conclusion(checks: &[Check], failed: usize, all: usize, attested: bool) -> String {
    match failed {
        0 if checks.iter().any(Check::is_uncompared) => {
            format!("{all} checks hold, and what the first line names was not compared.\n")
        }
        0 if attested => format!("Everything that was checked holds ({all} checks).\n"),
        0 => format!("Consistent, but not attested ({all} checks hold).\n"),
        _ => format!("{failed} of {all} checks do not hold.\n"),
    }
}

/// Identifies the reader's engine, which has to be the one that gave the answers, with the same options.
///
/// Options are compared and never taken over from what is checked: some name files that an engine would write.
///
/// For a document without a signature the identity has none either: the digest is then computed as for that document.
pub(crate) fn same_engine(
    engines: &Engines,
    wanted: &EngineEntry,
    options: &[(String, String)],
) -> anyhow::Result<Identity> {
    let spec = &engines.searchers.spec;
    let mut own = engines.identity()?;
    if !own.answers_like(wanted.signature.as_deref(), &wanted.sha256) {
        bail!(
            "{} is another engine than that of the test, so its answers can be neither compared nor expected to be equal\n  \
             of the test: {}, signature {}, SHA-256 {}\n  found:       {}, signature {}, SHA-256 {}\n  \
             name the engine of the test with --engine FILE; the numbers of a bundle need none: --recompute statistics",
            spec.command.display(),
            visible(&wanted.name),
            visible(wanted.signature.as_deref().unwrap_or("none")),
            visible(&wanted.sha256),
            own.name,
            own.signature.as_deref().unwrap_or("none"),
            own.sha256
        );
    }
    if own.options != Identity::comparable_options(options.to_vec()) {
        let list = |options: &[(String, String)]| visible(&format!("{options:?}"));
        bail!(
            "the engine of the test ran with other options; set the same in your fairplay.toml\n  of the test: {}\n  \
             found:       {}",
            list(options),
            list(&own.options)
        );
    }
    own.signature = own.signature.filter(|_| wanted.signature.is_some());
    Ok(own)
}

/// Searches every position of the games again, into an empty store.
pub(crate) fn everything(plans: &[GamePlan], engines: &Engines) -> anyhow::Result<Evaluations> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let engines = Engines { store: folder.path().join("store.sqlite"), ..engines.clone() };
    Ok(engines.answers(plans, SearchPlayedMove::IfUnlisted)?.answers)
}

/// Searches positions of the games again and compares the answers with those that were kept: all of them, or a number of
/// them with a seed. The seed alone decides which, so that anybody can repeat the very choice, and from a seed that is not
/// known beforehand nobody can know it.
pub(crate) fn search_again(
    plans: &[GamePlan],
    kept: &Evaluations,
    engines: &Engines,
    sample: Option<(usize, u64)>,
    checks: &mut Checks,
) -> anyhow::Result<()> {
    let mut turns: Vec<Turn> = plans.iter().flat_map(GamePlan::searched).cloned().collect();
    if let Some((n, seed)) = sample {
        turns.sort_by_cached_key(|turn| rank(seed, &format!("{} {}", turn.fen, turn.played)));
        turns.dedup_by(|a, b| a.fen == b.fen && a.played == b.played);
        turns.truncate(n);
    }
    let plan = GamePlan { turns };
    let found = everything(std::slice::from_ref(&plan), engines)?;
    let answers = |all: &Evaluations, turn: &Turn| {
        [all.position(&turn.fen), all.apart(&turn.fen, turn.played)].map(|answer| match answer {
            Some(Ok(evaluation)) => Some(Some(evaluation.encode())),
            // Why an engine gave up is not compared; that it did is.
            Some(Err(_)) => Some(None),
            None => None,
        })
    };
    let differ: Vec<&Turn> =
        plan.turns.iter().filter(|turn| answers(kept, turn) != answers(&found, turn)).collect();
    for turn in differ.iter().take(NAMED) {
        checks.add(visible(&turn.fen), false, "the engine's answer differs from the one that was kept");
    }
    let chosen = sample.map_or_else(String::new, |(_, seed)| format!(", chosen with --seed {seed}"));
    let (equal, all) = (plan.turns.len() - differ.len(), plan.turns.len());
    checks.add("positions searched again", differ.is_empty(), format!("{equal} of {all} equal{chosen}"));
    Ok(())
}

/// A number that nobody knows beforehand, from the random keys that the standard library asks the system for.
pub(crate) fn seed() -> u64 {
    RandomState::new().hash_one(0_u8)
}

fn rank(seed: u64, key: &str) -> Vec<u8> {
    Sha256::new().chain_update(seed.to_le_bytes()).chain_update(key).finalize().to_vec()
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
