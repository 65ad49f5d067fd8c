//! Measures of held-out performances: moments, rates and quantiles, together and by one property at a time.

use std::collections::BTreeMap;

use crate::calibrate::certificate::{Group, GroupRow, Measure};
use crate::calibrate::held_out::HeldOut;
use crate::calibrate::moments::{moments_by_event, quantiles, rate, shared};
use crate::null::PerTest;
use crate::statistics::overall::{INDEX_MEAN, INDEX_SD, index};

/// Levels at which rates of performances as played are compared.
const LEVELS: [f64; 4] = [2.0, 2.5, 3.0, 3.5];

/// Points of a quantile plot.
const POINTS: usize = 101;

/// The z of a performance, or of its games with one colour: of the tests and overall.
type Pick = fn(&PerTest<f64>, f64) -> f64;
/// Values of a part, each with its event.
type Rows = Vec<(usize, f64)>;
/// Label and values of each part, in order of key.
type Parts<K> = BTreeMap<K, (String, Rows)>;

/// The overall z, the index and the three tests. `long` are the performances over the gate, `all` the short ones too.
pub(crate) fn measures(long: &[&HeldOut], all: &[HeldOut], gate: u32) -> Vec<Measure> {
    let one = |(name, pick, mean, sd): (&str, Pick, f64, f64)| {
        let of = |p: &HeldOut| (p.scored.event, pick(&p.tests, p.overall));
        let by_event: Rows = long.iter().map(|p| of(p)).collect();
        let values: Vec<f64> = by_event.iter().map(|(_, value)| *value).collect();
        let rates = LEVELS.map(|level| {
            let level = mean + sd * level;
            rate(values.iter().filter(|v| **v >= level).count(), values.len(), level, mean, sd)
        });
        Measure {
            name: name.to_owned(),
            all: moments_by_event(&by_event),
            shared: shared(&by_event),
            rates: rates.to_vec(),
            quantiles: quantiles(&values, mean, sd, POINTS),
            groups: vec![
                group("rating", long.iter().copied(), of, by_rating),
                by_decisions(long.to_vec(), of),
                // What the gate keeps away.
                group("below_gate", all.iter(), of, |p| below_gate(p, gate)),
                by_colour(long, gate, pick),
                group("decade", long.iter().copied(), of, by_decade),
                group("result", long.iter().copied(), of, by_result),
            ],
        }
    };
    let measures: [(&str, Pick, f64, f64); 5] = [
        ("overall", |_, z| z, 0.0, 1.0),
        ("index", |_, z| index(z), INDEX_MEAN, INDEX_SD),
        ("mm", |tests, _| tests.mm, 0.0, 1.0),
        ("ev", |tests, _| tests.ev, 0.0, 1.0),
        ("asd", |tests, _| tests.asd, 0.0, 1.0),
    ];
    measures.map(one).into()
}

/// A group of the performances that have a key, by key and its label.
fn group<'a, K: Ord>(
    by: &str,
    performances: impl Iterator<Item = &'a HeldOut>,
    of: impl Fn(&HeldOut) -> (usize, f64),
    key: impl Fn(&HeldOut) -> Option<(K, String)>,
) -> Group {
    let mut parts: Parts<K> = BTreeMap::new();
    for p in performances {
        if let Some((key, label)) = key(p) {
            parts.entry(key).or_insert((label, Vec::new())).1.push(of(p));
        }
    }
    finish(by, parts)
}

fn finish<K>(by: &str, parts: Parts<K>) -> Group {
    let row = |(label, values): (String, Rows)| GroupRow { label, moments: moments_by_event(&values) };
    Group { by: by.to_owned(), rows: parts.into_values().map(row).collect() }
}

fn by_rating(p: &HeldOut) -> Option<(u16, String)> {
    let low = p.scored.rating / 200 * 200;
    Some((low, format!("{low}-{}", low + 199)))
}

/// Performances too short for an index, by fifths of the gate.
fn below_gate(p: &HeldOut, gate: u32) -> Option<(u32, String)> {
    let (step, n) = ((gate / 5).max(1), p.scored.sums.projected);
    let low = n / step * step;
    (low >= step && n < gate).then(|| (low, format!("{low}-{}", (low + step).min(gate) - 1)))
}

fn by_decade(p: &HeldOut) -> Option<(u16, String)> {
    let Some(decade) = p.year.map(|year| year / 10 * 10) else {
        return Some((u16::MAX, "unknown".to_owned()));
    };
    Some((decade, format!("{decade}-{}", decade + 9)))
}

fn by_result(p: &HeldOut) -> Option<(usize, String)> {
    let (key, label) = match p.score {
        Some(share) if share < 0.4 => (0, "under 40 %"),
        Some(share) if share <= 0.6 => (1, "40 % to 60 %"),
        Some(_) => (2, "over 60 %"),
        None => (3, "unknown"),
    };
    Some((key, label.to_owned()))
}

fn by_decisions(mut order: Vec<&HeldOut>, of: impl Fn(&HeldOut) -> (usize, f64)) -> Group {
    order.sort_by_key(|p| p.scored.sums.projected);
    let parts = (0..4).map(|quarter| {
        let part = order.get(quarter * order.len() / 4..(quarter + 1) * order.len() / 4).unwrap_or_default();
        let decisions = |p: Option<&&HeldOut>| p.map_or(0, |p| p.scored.sums.projected);
        let label = format!("{}-{}", decisions(part.first()), decisions(part.last()));
        (quarter, (label, part.iter().map(|p| of(p)).collect()))
    });
    finish("decisions", parts.collect())
}

/// Games with one colour, if they hold at least half the decisions that the gate asks for.
fn by_colour(long: &[&HeldOut], gate: u32, pick: Pick) -> Group {
    let parts = ["white", "black"].into_iter().enumerate().map(|(k, label)| {
        let enough = long.iter().filter(|p| p.colour_decisions.get(k).is_some_and(|n| 2 * n >= gate));
        let value = |p: &&HeldOut| {
            let (tests, overall) = p.colours.get(k)?.as_ref()?;
            Some((p.scored.event, pick(tests, *overall)))
        };
        (k, (label.to_owned(), enough.filter_map(value).collect()))
    });
    finish("colour", parts.collect())
}
