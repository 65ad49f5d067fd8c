//! Rounds chosen after the fact: how often the best block of rounds of an honest player is this good.
//!
//! Somebody looks at eleven rounds and says *look at rounds 4 to 7*. The z of that block is the greatest of many, so its
//! own tail says too little. Under the null the increments of the rounds are independent and normal with mean 0 and a
//! stated variance each; the best block's z, `max over B of sum S_r / sqrt(sum v_r)`, is drawn often enough, and the share
//! that reaches the z seen comes with exact limits (Clopper and Pearson 1934).
//!
//! Two bounds need no draw: the tail of one block alone from below, and that tail times the number of blocks from above
//! (Bonferroni). Far out, where no draw gets, the upper one is nearly exact. The tail of one block comes from the caller, who knows
//! how heavy it is; the draws are normal.
//!
//! The variances must hold all of the null already. This module knows no rounds' dates, results or games, and chooses no
//! block for anybody: whoever names the rounds also says which others could have been named.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::random::Random;
use crate::statistics::intervals::limits;
use crate::statistics::tails::equivalent_z;

/// Most rounds; with more, drawing takes minutes.
pub const MAX_ROUNDS: usize = 30;
/// Most draws.
pub const MAX_DRAWS: u32 = 10_000_000;
/// Draws that tell 1 in 1000 within a tenth or so.
pub const USUAL_DRAWS: u32 = 100_000;

/// Which blocks of rounds could have been named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum Blocks {
    /// Rounds in a row.
    Contiguous {
        /// At least so many.
        least: usize,
        /// At most so many.
        most: usize,
    },
}

/// Why nothing can be said about a choice of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ScanError {
    #[error("{rounds} rounds; 1 to {MAX_ROUNDS} can be scanned")]
    Rounds {
        /// Rounds given.
        rounds: usize,
    },
    #[error("blocks of {least} to {most} rounds do not exist among {rounds}")]
    Lengths {
        /// Least length asked for.
        least: usize,
        /// Greatest.
        most: usize,
        /// Rounds given.
        rounds: usize,
    },
    #[error("{name} {place} is {value}, which must be {range}")]
    Range {
        /// Quantity out of range.
        name: &'static str,
        /// Which, from 0.
        place: usize,
        value: f64,
        /// The range in words.
        range: &'static str,
    },
}

/// A z that was the best of many blocks, corrected for that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scan {
    /// Which blocks could have been named.
    pub blocks: Blocks,
    pub rounds: usize,
    /// How many blocks that is.
    pub number: u64,
    /// The z seen.
    pub seen: f64,
    /// Tail of one block that was named before: a lower bound.
    pub at_least: f64,
    /// That times the number of blocks, and never more than 1: an upper bound.
    pub at_most: f64,
    /// Draws made.
    pub draws: u32,
    /// Seed of the draws.
    pub seed: u64,
    /// Draws whose best block reached the z seen.
    pub reached: u32,
    /// Their share with its 95 % limits.
    pub share: [f64; 3],
    /// The z that the smaller of upper limit and upper bound is equivalent to, but not more than the lower bound leaves.
    pub z_at_least: f64,
}

/// How often the best block of an honest player reaches the z seen. `tail` is how often a block that was named before does.
///
/// # Errors
/// If numbers, block lengths or the number of draws are out of range, or the z seen is not above 0: a block that
/// is not even good needs no correction.
pub fn scan(
    variances: &[f64],
    blocks: Blocks,
    (seen, tail): (f64, f64),
    draws: u32,
    seed: u64,
) -> Result<Scan, ScanError> {
    check(variances, blocks)?;
    ranged("z", 0, seen, seen > 0.0 && seen <= 37.0, "above 0 and at most 37")?;
    ranged("tail", 0, tail, (0.0..=1.0).contains(&tail), "from 0 to 1")?;
    let enough = (1..=MAX_DRAWS).contains(&draws);
    ranged("draws", 0, f64::from(draws), enough, "from 1 to 10,000,000")?;
    let deviations: Vec<f64> = variances.iter().map(|v| v.sqrt()).collect();
    let mut increments = vec![0.0; variances.len()];
    let mut reached = 0_u32;
    for draw in 0..draws {
        let mut random = Random::stream(seed, &[u64::from(draw)]);
        fill(&mut increments, &deviations, &mut random);
        if best(&increments, variances, blocks).is_some_and(|z| z >= seen) {
            reached += 1;
        }
    }
    let number = number(variances.len(), blocks);
    let at_most = (tail * number as f64).min(1.0);
    let [low, high] = limits(reached as usize, draws as usize);
    Ok(Scan {
        blocks,
        rounds: variances.len(),
        number,
        seen,
        at_least: tail,
        at_most,
        draws,
        seed,
        reached,
        share: [f64::from(reached) / f64::from(draws), low, high],
        z_at_least: equivalent_z(high.min(at_most).max(tail)),
    })
}

/// Normal increments, two at a time (Box and Muller 1958).
fn fill(increments: &mut [f64], deviations: &[f64], random: &mut Random) {
    for (pair, deviations) in increments.chunks_mut(2).zip(deviations.chunks(2)) {
        // From above 0 to 1, so that the logarithm is finite.
        let radius = (-2.0 * libm::log(1.0 - random.unit())).sqrt();
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * random.unit());
        for ((increment, deviation), part) in pair.iter_mut().zip(deviations).zip([cos, sin]) {
            *increment = deviation * radius * part;
        }
    }
}

/// z of the best block; `None` if the lengths asked for leave no block.
fn best(increments: &[f64], variances: &[f64], Blocks::Contiguous { least, most }: Blocks) -> Option<f64> {
    let mut best: Option<f64> = None;
    for start in 0..increments.len() {
        let rounds = increments.iter().zip(variances).skip(start).take(most);
        let (mut sum, mut variance) = (0.0, 0.0);
        for (before, (s, v)) in rounds.enumerate() {
            sum += s;
            variance += v;
            let z = sum / variance.sqrt();
            if before + 1 >= least && best.is_none_or(|highest| z > highest) {
                best = Some(z);
            }
        }
    }
    best
}

fn number(rounds: usize, Blocks::Contiguous { least, most }: Blocks) -> u64 {
    (least..=most).map(|length| u64::try_from(rounds + 1 - length).unwrap_or(u64::MAX)).sum()
}

fn check(variances: &[f64], blocks: Blocks) -> Result<(), ScanError> {
    let rounds = variances.len();
    if !(1..=MAX_ROUNDS).contains(&rounds) {
        return Err(ScanError::Rounds { rounds });
    }
    for (place, value) in variances.iter().copied().enumerate() {
        let ok = (1e-9..=1e9).contains(&value);
        ranged("variance", place, value, ok, "from 1e-9 to 1e9")?;
    }
    let Blocks::Contiguous { least, most } = blocks;
    if least >= 1 && least <= most && most <= rounds {
        Ok(())
    } else {
        Err(ScanError::Lengths { least, most, rounds })
    }
}

fn ranged(
    name: &'static str,
    place: usize,
    value: f64,
    ok: bool,
    range: &'static str,
) -> Result<(), ScanError> {
    if ok {
        return Ok(());
    }
    Err(ScanError::Range { name, place, value, range })
}

#[cfg(test)]
mod tests;
