//! A full test for the tests, stored as JSON: invented names, and numbers that agree with each other where the dossier
//! shows both. Eight games of 30 decisions each, the same few positions again and again.

pub(crate) mod rules;

use analyzer::full_test::{DecisionEntry, FullTest};
use serde::Deserialize;

use crate::example::{renamed, stored};

/// The player and the opponents; two of them break careless writers.
pub(crate) const NAMES: [&str; 9] = [
    "O'Connor, Ann",
    "Rivers, Tom",
    "Nováková, Žofie",
    "Field, Max",
    "Stone, Eva",
    "Hill, Ola",
    "Brook, Ida",
    "Marsh, Per",
    "Lake, Uma",
];

const FULL: &str = include_str!("../../../fixtures/full_test.json");
const BARE: &str = include_str!("../../../fixtures/bare.json");
const DECISIONS: &str = include_str!("../../../fixtures/decisions.json");
const PER_GAME: usize = 30;

#[derive(Deserialize)]
struct Decisions {
    kinds: Vec<DecisionEntry>,
    /// The kind of each decision.
    order: Vec<usize>,
}

fn decisions() -> Vec<DecisionEntry> {
    let Decisions { kinds, order } = serde_json::from_str(DECISIONS).expect("the stored decisions");
    let decision = |(place, kind): (usize, usize)| DecisionEntry {
        game: place / PER_GAME,
        turn: u32::try_from(place % PER_GAME + 9).expect("small"),
        ..kinds[kind].clone()
    };
    order.into_iter().enumerate().map(decision).collect()
}

pub(crate) fn full_test() -> FullTest {
    with_names(NAMES)
}

/// The same with other names.
pub(crate) fn with_names(names: [&str; 9]) -> FullTest {
    FullTest { decisions: decisions(), ..stored(FULL, &renamed(NAMES, names)) }
}

/// A full test in which nothing could be projected.
pub(crate) fn bare() -> FullTest {
    let mut t = FullTest { decisions: decisions(), ..stored(BARE, &|_, _| ()) };
    for decision in &mut t.decisions {
        decision.weight = None;
        for line in &mut decision.lines {
            (line.probability, line.depth_aware) = (None, None);
        }
    }
    t
}

/// Names, dates and moves that break careless writers.
pub(crate) const HOSTILE: &str = "<script>alert(1)</script> `a` | [b](http://c) \u{202e}#let x = 1 李";

/// Keys under which a stranger's word can stand.
const FOREIGN: [&str; 20] = [
    "name",
    "rating_source",
    "time_class",
    "time_class_from",
    "sha256",
    "software",
    "parameters",
    "evaluations",
    "opponent",
    "date",
    "round",
    "classes",
    "players",
    "digest",
    "logged_by",
    "note",
    "first_day",
    "first",
    "second",
    "result",
];

/// The example with them.
pub(crate) fn hostile() -> FullTest {
    let foreign = |key: &str, text: &mut String| {
        if FOREIGN.contains(&key) {
            HOSTILE.clone_into(text);
        }
    };
    let mut t = FullTest { decisions: decisions(), ..stored(FULL, &foreign) };
    t.ipr.missing = vec![HOSTILE.to_owned()];
    for decision in t.decisions.iter_mut().step_by(2) {
        HOSTILE.clone_into(&mut decision.fen);
        HOSTILE.clone_into(&mut decision.played);
        for line in &mut decision.lines {
            HOSTILE.clone_into(&mut line.san);
        }
    }
    t
}
