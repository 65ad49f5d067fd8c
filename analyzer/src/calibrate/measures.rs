//! Measures of held-out performances: moments, rates and quantiles, together and by one property at a time.

use std::collections::BTreeMap;

use crate::calibrate::certificate::{Group, GroupRow, Measure};
use crate::calibrate::held_out::HeldOut;
use crate::calibrate::moments::{moments_by_event, quantiles, rate, shared};
use crate::statistics::overall::{INDEX_MEAN, INDEX_SD, index};

/// Levels at which rates of performances as played are compared.
const LEVELS: [f64; 4] = [2.0, 2.5, 3.0, 3.5];

/// Points of a quantile plot.
const POINTS: usize = 101;

/// A statistic of a performance.
type Pick = fn(&HeldOut) -> f64;
/// The same of its games with one colour.
type PickColour = fn(&HeldOut, usize) -> Option<f64>;
/// Values of a part, each with its event.
type Rows = Vec<(usize, f64)>;

/// The overall z, the index and the three tests. `long` are the performances over the gate, `all` the short ones too.
pub(crate) fn measures(long: &[&HeldOut], all: &[HeldOut], gate: u32) -> Vec<Measure> {
    let one = |name: &str, pick: Pick, colour: PickColour, mean: f64, sd: f64| {
        let by_event: Rows = long.iter().map(|p| (p.scored.event, pick(p))).collect();
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
                by_rating(long, pick),
                by_decisions(long, pick),
                below_gate(all, gate, pick),
                by_colour(long, gate, colour),
                by_decade(long, pick),
                by_result(long, pick),
            ],
        }
    };
    vec![
        one("overall", |p| p.overall, |p, k| Some(p.colours.get(k)?.as_ref()?.1), 0.0, 1.0),
        one(
            "index",
            |p| index(p.overall),
            |p, k| Some(index(p.colours.get(k)?.as_ref()?.1)),
            INDEX_MEAN,
            INDEX_SD,
        ),
        one("mm", |p| p.tests.mm, |p, k| Some(p.colours.get(k)?.as_ref()?.0.mm), 0.0, 1.0),
        one("ev", |p| p.tests.ev, |p, k| Some(p.colours.get(k)?.as_ref()?.0.ev), 0.0, 1.0),
        one("asd", |p| p.tests.asd, |p, k| Some(p.colours.get(k)?.as_ref()?.0.asd), 0.0, 1.0),
    ]
}

/// Rows in order of key.
fn group<K: Ord>(by: &str, rows: BTreeMap<K, (String, Rows)>) -> Group {
    Group {
        by: by.to_owned(),
        rows: rows
            .into_values()
            .map(|(label, values)| GroupRow { label, moments: moments_by_event(&values) })
            .collect(),
    }
}

fn by_rating(long: &[&HeldOut], pick: Pick) -> Group {
    let mut rows: BTreeMap<u16, (String, Rows)> = BTreeMap::new();
    for p in long {
        let low = p.scored.rating / 200 * 200;
        let row = rows.entry(low).or_insert_with(|| (format!("{low}-{}", low + 199), Vec::new()));
        row.1.push((p.scored.event, pick(p)));
    }
    group("rating", rows)
}

/// Quarters by number of decisions.
fn by_decisions(long: &[&HeldOut], pick: Pick) -> Group {
    let mut order: Vec<&HeldOut> = long.to_vec();
    order.sort_by_key(|p| p.scored.sums.projected);
    let mut rows: BTreeMap<usize, (String, Rows)> = BTreeMap::new();
    for quarter in 0..4 {
        let part = order.get(quarter * order.len() / 4..(quarter + 1) * order.len() / 4).unwrap_or_default();
        let decisions = |p: Option<&&HeldOut>| p.map_or(0, |p| p.scored.sums.projected);
        let label = format!("{}-{}", decisions(part.first()), decisions(part.last()));
        rows.insert(quarter, (label, part.iter().map(|p| (p.scored.event, pick(p))).collect()));
    }
    group("decisions", rows)
}

/// Performances too short for an index, by fifths of the gate: what the gate keeps away.
fn below_gate(all: &[HeldOut], gate: u32, pick: Pick) -> Group {
    let step = (gate / 5).max(1);
    let mut rows: BTreeMap<u32, (String, Rows)> = BTreeMap::new();
    for p in all {
        let n = p.scored.sums.projected;
        let low = n / step * step;
        if low >= step && n < gate {
            let label = || (format!("{low}-{}", (low + step).min(gate) - 1), Vec::new());
            rows.entry(low).or_insert_with(label).1.push((p.scored.event, pick(p)));
        }
    }
    group("below_gate", rows)
}

/// Games with one colour, if they hold at least half the decisions that the gate asks for.
fn by_colour(long: &[&HeldOut], gate: u32, pick: PickColour) -> Group {
    let mut rows = BTreeMap::new();
    for (k, label) in ["white", "black"].into_iter().enumerate() {
        let enough = long.iter().filter(|p| p.colour_decisions.get(k).is_some_and(|n| 2 * n >= gate));
        let values: Rows = enough.filter_map(|p| Some((p.scored.event, pick(p, k)?))).collect();
        rows.insert(k, (label.to_owned(), values));
    }
    group("colour", rows)
}

fn by_decade(long: &[&HeldOut], pick: Pick) -> Group {
    let mut rows: BTreeMap<u16, (String, Rows)> = BTreeMap::new();
    for p in long {
        let decade = p.year.map_or(u16::MAX, |year| year / 10 * 10);
        let label = || {
            let known = p.year.map(|_| format!("{decade}-{}", decade + 9));
            (known.unwrap_or_else(|| "unknown".to_owned()), Vec::new())
        };
        rows.entry(decade).or_insert_with(label).1.push((p.scored.event, pick(p)));
    }
    group("decade", rows)
}

fn by_result(long: &[&HeldOut], pick: Pick) -> Group {
    let mut rows: BTreeMap<usize, (String, Rows)> = BTreeMap::new();
    for p in long {
        let (key, label) = match p.score {
            Some(share) if share < 0.4 => (0, "under 40 %"),
            Some(share) if share <= 0.6 => (1, "40 % to 60 %"),
            Some(_) => (2, "over 60 %"),
            None => (3, "unknown"),
        };
        let row = rows.entry(key).or_insert_with(|| (label.to_owned(), Vec::new()));
        row.1.push((p.scored.event, pick(p)));
    }
    group("result", rows)
}
