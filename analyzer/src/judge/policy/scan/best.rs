//! The best block of rounds, found exactly and without trying every set.
//!
//! For rounds in a row every block is tried. For any rounds there may be a thousand million sets, and yet few can be
//! best: `sum S / sqrt(sum v)` is quasi-convex where it is positive, so a best set lies at a corner of all points
//! `(sum S, sum v)`, and a corner is best for some line `S - lambda v` with `lambda > 0`. Such a set is the beginning of
//! the rounds in order of `S_r - lambda v_r`. That order changes only where two rounds swap, so one `lambda` between each two
//! swaps is enough.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Blocks;

/// The best block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// Its z. Where it is 0 or less and any rounds may be named, a block not tried may be a little nearer to 0.
    pub z: f64,
    /// Its rounds, from 0, in ascending order.
    pub rounds: Vec<usize>,
}

/// The best block; the first of equal ones. `None` if the lengths asked for leave no block.
pub(super) fn best(increments: &[f64], variances: &[f64], blocks: Blocks) -> Option<Best> {
    match blocks {
        Blocks::Contiguous { least, most } => contiguous(increments, variances, least, most),
        Blocks::Any { least } => any(increments, variances, least),
    }
}

fn contiguous(increments: &[f64], variances: &[f64], least: usize, most: usize) -> Option<Best> {
    let mut best: Option<(f64, usize, usize)> = None;
    for start in 0..increments.len() {
        let rounds = increments.iter().zip(variances).skip(start).take(most);
        let (mut sum, mut variance) = (0.0, 0.0);
        for (before, (s, v)) in rounds.enumerate() {
            sum += s;
            variance += v;
            let z = sum / variance.sqrt();
            if before + 1 >= least && best.is_none_or(|(highest, ..)| z > highest) {
                best = Some((z, start, before + 1));
            }
        }
    }
    best.map(|(z, start, length)| Best { z, rounds: (start..start + length).collect() })
}

/// One round while the order is looked for.
#[derive(Clone, Copy)]
struct Round {
    number: usize,
    increment: f64,
    variance: f64,
}

fn any(increments: &[f64], variances: &[f64], least: usize) -> Option<Best> {
    let mut order: Vec<Round> = increments
        .iter()
        .zip(variances)
        .enumerate()
        .map(|(number, (&increment, &variance))| Round { number, increment, variance })
        .collect();
    let mut best: Option<Best> = None;
    for lambda in between_swaps(&order) {
        order.sort_by(|a, b| by_line(a, b, lambda));
        let (mut sum, mut variance) = (0.0, 0.0);
        for (before, round) in order.iter().enumerate() {
            sum += round.increment;
            variance += round.variance;
            let z = sum / variance.sqrt();
            if before + 1 >= least && best.as_ref().is_none_or(|b| z > b.z) {
                let rounds = order.iter().take(before + 1).map(|r| r.number).collect();
                best = Some(Best { z, rounds });
            }
        }
    }
    if let Some(best) = &mut best {
        best.rounds.sort_unstable();
    }
    best
}

/// Falling `S - lambda v`, then by number, so that ties have one order everywhere.
fn by_line(a: &Round, b: &Round, lambda: f64) -> Ordering {
    let value = |round: &Round| round.increment - lambda * round.variance;
    value(b).total_cmp(&value(a)).then(a.number.cmp(&b.number))
}

/// One `lambda` before, between and after the values above 0 at which two rounds swap.
fn between_swaps(rounds: &[Round]) -> Vec<f64> {
    let mut swaps: Vec<f64> = rounds
        .iter()
        .enumerate()
        .flat_map(|(k, a)| rounds.iter().skip(k + 1).map(move |b| (a, b)))
        .map(|(a, b)| (a.increment - b.increment) / (a.variance - b.variance))
        .filter(|lambda| *lambda > 0.0 && lambda.is_finite())
        .collect();
    swaps.sort_by(f64::total_cmp);
    let (Some(first), Some(last)) = (swaps.first(), swaps.last()) else {
        return vec![1.0];
    };
    let mut between = vec![first / 2.0];
    between.extend(swaps.windows(2).filter_map(|pair| match pair {
        [low, high] if high > low => Some(low + (high - low) / 2.0),
        _ => None,
    }));
    between.push(last * 2.0);
    between
}
