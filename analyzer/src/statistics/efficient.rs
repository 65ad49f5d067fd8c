//! The efficient score: move match with each match weighted by how little an honest player would be expected to make it.
//!
//! If somebody takes a share `e` of the moves from the engine, the engine's first move is played with probability
//! `(1 - e) p + e` and every other move `i` with `(1 - e) p_i`, where `p` and `p_i` are the honest probabilities. The
//! derivative of the log likelihood of one decision at `e = 0` is
//!
//! ```text
//! (1 - p) / p    if the first move was played,       both together    (m - p) / p
//!  -1            if another was,                                      with m = 1 or 0.
//! ```
//!
//! The sum over decisions is the score, and among all tests of the same size the one that rejects for a large score
//! gains power fastest as `e` leaves 0: it is locally most powerful against help on a small share of moves (Cox and
//! Hinkley 1974, "Theoretical Statistics", section 4.8; the score of Rao 1948). MM gives every match the same weight
//! and is that test only where all `p` are equal.
//!
//! The score of one decision has the variance `(1 - p) / p`, which grows beyond bounds as `p` falls: a handful of
//! matches at `p = .01` would decide everything, exactly where no calibration has enough decisions to know whether it
//! is .01 or .03. So the weight is `1 / max(p, FLOOR)`. Under honest play the sum keeps mean 0 and its variance is
//! known for any weights, so the floor costs power and no validity.
//!
//! This module must not know where probabilities come from. Like the raw z of the three tests its values assume
//! independent decisions and a model that is exact; the caller holds them against the null.

use crate::statistics::tails::{equivalent_z, headline, lugannani_rice_lower};

/// Matches less probable than this weigh no more than one of this probability. Fixed in advance.
///
/// At .10 one match counts at most ten times as much as one that was certain. On probabilities spread from .05 to
/// .99 as in the tests the floor keeps 94 % of the information about a small share of help; equal weights keep 52 %.
/// Half of that floor keeps everything there and leaves a sum half as skewed again, resting on what is known least.
pub const FLOOR: f64 = 0.10;

/// Weight of a match of this probability.
pub(crate) fn weight(chance: f64) -> f64 {
    1.0 / chance.max(FLOOR)
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Weighted {
    /// Probability of the first move under honest play.
    chance: f64,
    weight: f64,
    matched: bool,
}

/// The efficient score of a set of decisions, in the order they were added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EfficientScore {
    decisions: Vec<Weighted>,
    score: f64,
    variance: f64,
}

impl EfficientScore {
    /// Adds one decision: the probability that an honest player of that rating plays the engine's first move, and whether it
    /// was played. What is no probability adds nothing.
    pub fn add(&mut self, chance: f64, matched: bool) {
        if (0.0..=1.0).contains(&chance) {
            self.push(Weighted { chance, weight: weight(chance), matched });
        }
    }

    /// Adds the decisions of another score.
    pub fn merge(&mut self, other: &Self) {
        for decision in &other.decisions {
            self.push(*decision);
        }
    }

    fn push(&mut self, decision: Weighted) {
        let Weighted { chance, weight, matched } = decision;
        self.score += weight * (if matched { 1.0 - chance } else { -chance });
        self.variance += weight * weight * chance * (1.0 - chance);
        self.decisions.push(decision);
    }

    pub fn decisions(&self) -> usize {
        self.decisions.len()
    }

    /// `S = sum (m - p) / max(p, FLOOR)`, a pure number; positive means more matches than expected.
    pub fn score(&self) -> f64 {
        self.score
    }

    /// The variance of the score under honest play, `sum p (1 - p) / max(p, FLOOR)^2`.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// The score in standard deviations; `None` if nothing is left to chance.
    pub fn raw_z(&self) -> Option<f64> {
        (self.variance > 0.0).then(|| self.score / self.variance.sqrt())
    }

    /// The z that the tail itself is equivalent to, from a saddle point; `None` where [`raw_z`](Self::raw_z) is.
    ///
    /// The weighted matches that were missed are a sum of independent values of which a small one is good play, which
    /// is what [`lugannani_rice_lower`] takes; it differs from the score by a constant and a sign.
    pub fn tail_z(&self) -> Option<f64> {
        self.raw_z()?;
        let outcomes: Vec<Vec<(f64, f64)>> =
            self.decisions.iter().map(|d| vec![(0.0, d.chance), (d.weight, 1.0 - d.chance)]).collect();
        let missed: f64 = self.decisions.iter().map(|d| if d.matched { 0.0 } else { d.weight }).sum();
        Some(equivalent_z(lugannani_rice_lower(&outcomes, missed)))
    }

    /// The leading z: of the two, the one nearer to ordinary.
    ///
    /// Where most weight lies on improbable matches the sum is skewed towards good play and the tail leads.
    pub fn headline_z(&self) -> Option<f64> {
        Some(headline(self.raw_z()?, self.tail_z()?))
    }
}

#[cfg(test)]
pub(crate) mod simulated;
#[cfg(test)]
mod tests;
