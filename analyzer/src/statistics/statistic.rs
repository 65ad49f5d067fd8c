//! The statistics of a decision, and the list of them.
//!
//! A new one is a record in [`STATISTICS`]: sums, means and raw z follow from the list.

use crate::choice::Choices;
use crate::decision::Decision;

/// Unit of a mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// From 0 to 1.
    Share,
    ScaledPawns,
    Centipawns,
}

/// How the tail of a sum of decisions is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// A decision adds 1 or 0: exact, Poisson-binomial.
    Indicator,
    /// Normal. For a sum of scaled differences the exact tail of good play is the thinner one, so the normal z leads.
    Normal,
}

/// Mean and variance under a choice model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    pub mean: f64,
    pub variance: f64,
}

impl Moments {
    /// Of an event with this probability.
    pub fn indicator(chance: f64) -> Self {
        Self { mean: chance, variance: chance * (1.0 - chance) }
    }
}

/// A function of the move chosen in a decision.
#[derive(Clone, Copy, Debug)]
pub struct Statistic {
    /// Name in documents.
    pub key: &'static str,
    pub unit: Unit,
    pub larger_is_better: bool,
    pub tail: Tail,
    /// Value of the move played.
    pub observe: fn(&Decision) -> f64,
    /// Mean and variance over the moves that could have been played.
    pub project: fn(&Decision, &Choices) -> Moments,
}

/// The statistics, tests first.
pub static STATISTICS: [Statistic; COUNT] = [
    // Share of decisions in which the first line was played; variance `p_0 (1 - p_0)`.
    Statistic {
        key: "mm",
        unit: Unit::Share,
        larger_is_better: true,
        tail: Tail::Indicator,
        observe: |decision| indicator(decision.is_match()),
        project: |_, choices| Moments::indicator(choices.lines.first().copied().unwrap_or(0.0)),
    },
    // Share of decisions in which a line equal to the best was played; variance `q (1 - q)`.
    Statistic {
        key: "ev",
        unit: Unit::Share,
        larger_is_better: true,
        tail: Tail::Indicator,
        observe: |decision| indicator(decision.is_equal_match()),
        project: |decision, choices| {
            Moments::indicator(choices.lines.iter().take(decision.equal_best()).sum())
        },
    },
    // Average scaled difference: mean `E = sum p_i delta_i`, variance `sum p_i (delta_i - E)^2` (two papers print it
    // without the square).
    Statistic {
        key: "asd",
        unit: Unit::ScaledPawns,
        larger_is_better: false,
        tail: Tail::Normal,
        observe: Decision::played_delta,
        project: |decision, choices| {
            let moments = difference(choices, &decision.deltas, choices.unlisted_delta);
            let spread = choices.unlisted_spread * choices.unlisted_spread;
            Moments { variance: moments.variance + choices.unlisted * spread, ..moments }
        },
    },
    // Share of decisions in which one of the first three lines was played.
    Statistic {
        key: "t3",
        unit: Unit::Share,
        larger_is_better: true,
        tail: Tail::Normal,
        observe: |decision| indicator(decision.is_top_three()),
        project: |_, choices| Moments::indicator(choices.lines.iter().take(3).sum()),
    },
    // Mean loss against the first line, each capped at 1000 centipawns.
    Statistic {
        key: "mean_error_cp",
        unit: Unit::Centipawns,
        larger_is_better: false,
        tail: Tail::Normal,
        observe: |decision| 100.0 * decision.played_difference(),
        project: |decision, choices| {
            let pawns = difference(choices, &decision.differences, choices.unlisted_difference);
            Moments { mean: 100.0 * pawns.mean, variance: 10_000.0 * pawns.variance }
        },
    },
];
/// How many there are.
pub const COUNT: usize = 5;

/// Index of move match in [`STATISTICS`].
pub const MM: usize = 0;
/// Index of equal-value match.
pub const EV: usize = 1;
/// Index of the average scaled difference.
pub const ASD: usize = 2;
/// Index of agreement with the first three lines.
pub const T3: usize = 3;
/// Index of the mean loss.
pub const LOSS: usize = 4;

/// Moments of the difference to the best value, the unlisted moves taken as one.
fn difference(choices: &Choices, lines: &[f64], unlisted: f64) -> Moments {
    let mean = expected(choices, lines.iter().copied(), unlisted);
    let squares = lines.iter().map(|d| (d - mean) * (d - mean));
    let behind = unlisted - mean;
    Moments { mean, variance: expected(choices, squares, behind * behind) }
}

/// `sum p_i v_i` over the lines, and the unlisted moves as one.
fn expected(choices: &Choices, values: impl Iterator<Item = f64>, unlisted: f64) -> f64 {
    choices.lines.iter().zip(values).map(|(p, v)| p * v).sum::<f64>() + choices.unlisted * unlisted
}

fn indicator(yes: bool) -> f64 {
    if yes { 1.0 } else { 0.0 }
}

/// Values of a decision, observed and projected, under some statistics.
pub fn values<const N: usize>(
    statistics: &[Statistic],
    decision: &Decision,
    choices: &Choices,
) -> ([f64; N], [Moments; N]) {
    let mut values = ([0.0; N], [Moments::default(); N]);
    for ((observed, moments), statistic) in values.0.iter_mut().zip(&mut values.1).zip(statistics) {
        *observed = (statistic.observe)(decision);
        *moments = (statistic.project)(decision, choices);
    }
    values
}

/// Values of the move played, in the order of [`STATISTICS`].
pub type Observed = [f64; COUNT];

/// Values of the move played in a decision.
pub fn observe(decision: &Decision) -> Observed {
    let mut observed = Observed::default();
    for (value, statistic) in observed.iter_mut().zip(&STATISTICS) {
        *value = (statistic.observe)(decision);
    }
    observed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statistic_stands_at_its_index() {
        let keys: Vec<&str> = STATISTICS.iter().map(|statistic| statistic.key).collect();
        assert_eq!(keys, ["mm", "ev", "asd", "t3", "mean_error_cp"]);
        assert_eq!([MM, EV, ASD, T3, LOSS], [0, 1, 2, 3, 4]);
    }
}
