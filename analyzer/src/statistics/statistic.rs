//! The statistics of a decision, and the list of them.
//!
//! A new one is a type here and a line in [`STATISTICS`]: sums, means and raw z follow from the list.

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
    /// A decision adds one of its scaled differences: saddle point.
    Differences,
    /// None: a descriptive figure.
    Descriptive,
}

/// Mean and variance under a choice model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    pub mean: f64,
    pub variance: f64,
}

impl Moments {
    /// Of an event with this probability.
    #[must_use]
    pub fn indicator(chance: f64) -> Self {
        Self { mean: chance, variance: chance * (1.0 - chance) }
    }
}

/// A function of the move chosen in a decision.
pub trait Statistic: Sync {
    /// Name in documents.
    fn key(&self) -> &'static str;
    fn unit(&self) -> Unit;
    fn larger_is_better(&self) -> bool;
    fn tail(&self) -> Tail;
    /// Value of the move played.
    fn observe(&self, decision: &Decision) -> f64;
    /// Mean and variance over the moves that could have been played.
    fn project(&self, decision: &Decision, choices: &Choices) -> Moments;
}

/// The statistics, tests first.
pub const STATISTICS: &[&dyn Statistic] = &[&MoveMatch, &EqualMatch, &ScaledDifference, &TopThree, &MeanLoss];
/// How many there are.
pub const COUNT: usize = STATISTICS.len();

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

/// Share of decisions in which the first line was played; variance `p_0 (1 - p_0)`.
struct MoveMatch;

impl Statistic for MoveMatch {
    fn key(&self) -> &'static str {
        "mm"
    }

    fn unit(&self) -> Unit {
        Unit::Share
    }

    fn larger_is_better(&self) -> bool {
        true
    }

    fn tail(&self) -> Tail {
        Tail::Indicator
    }

    fn observe(&self, decision: &Decision) -> f64 {
        indicator(decision.is_match())
    }

    fn project(&self, _: &Decision, choices: &Choices) -> Moments {
        Moments::indicator(choices.lines.first().copied().unwrap_or(0.0))
    }
}

/// Share of decisions in which a line equal to the best was played; variance `q (1 - q)`.
struct EqualMatch;

impl Statistic for EqualMatch {
    fn key(&self) -> &'static str {
        "ev"
    }

    fn unit(&self) -> Unit {
        Unit::Share
    }

    fn larger_is_better(&self) -> bool {
        true
    }

    fn tail(&self) -> Tail {
        Tail::Indicator
    }

    fn observe(&self, decision: &Decision) -> f64 {
        indicator(decision.is_equal_match())
    }

    fn project(&self, decision: &Decision, choices: &Choices) -> Moments {
        Moments::indicator(choices.lines.iter().take(decision.equal_best()).sum())
    }
}

/// Average scaled difference: mean `E = sum p_i delta_i`, variance `sum p_i (delta_i - E)^2` (two papers print it
/// without the square).
struct ScaledDifference;

impl Statistic for ScaledDifference {
    fn key(&self) -> &'static str {
        "asd"
    }

    fn unit(&self) -> Unit {
        Unit::ScaledPawns
    }

    fn larger_is_better(&self) -> bool {
        false
    }

    fn tail(&self) -> Tail {
        Tail::Differences
    }

    fn observe(&self, decision: &Decision) -> f64 {
        decision.played_delta()
    }

    fn project(&self, decision: &Decision, choices: &Choices) -> Moments {
        let mean = expected(choices, decision.deltas.iter().copied(), choices.unlisted_delta);
        let squares = decision.deltas.iter().map(|d| (d - mean) * (d - mean));
        let behind = choices.unlisted_delta - mean;
        Moments { mean, variance: expected(choices, squares, behind * behind) }
    }
}

/// Share of decisions in which one of the first three lines was played.
struct TopThree;

impl Statistic for TopThree {
    fn key(&self) -> &'static str {
        "t3"
    }

    fn unit(&self) -> Unit {
        Unit::Share
    }

    fn larger_is_better(&self) -> bool {
        true
    }

    fn tail(&self) -> Tail {
        Tail::Descriptive
    }

    fn observe(&self, decision: &Decision) -> f64 {
        indicator(decision.is_top_three())
    }

    fn project(&self, _: &Decision, choices: &Choices) -> Moments {
        Moments::indicator(choices.lines.iter().take(3).sum())
    }
}

/// Mean loss against the first line, each capped at 1000 centipawns.
struct MeanLoss;

impl Statistic for MeanLoss {
    fn key(&self) -> &'static str {
        "mean_error_cp"
    }

    fn unit(&self) -> Unit {
        Unit::Centipawns
    }

    fn larger_is_better(&self) -> bool {
        false
    }

    fn tail(&self) -> Tail {
        Tail::Descriptive
    }

    fn observe(&self, decision: &Decision) -> f64 {
        100.0 * decision.played_difference()
    }

    fn project(&self, decision: &Decision, choices: &Choices) -> Moments {
        let (differences, unlisted) = (&decision.differences, choices.unlisted_difference);
        let mean = expected(choices, differences.iter().copied(), unlisted);
        let squares = differences.iter().map(|d| (d - mean) * (d - mean));
        let behind = unlisted - mean;
        let variance = expected(choices, squares, behind * behind);
        Moments { mean: 100.0 * mean, variance: 10_000.0 * variance }
    }
}

/// `sum p_i v_i` over the lines, and the unlisted moves as one.
fn expected(choices: &Choices, values: impl Iterator<Item = f64>, unlisted: f64) -> f64 {
    choices.lines.iter().zip(values).map(|(p, v)| p * v).sum::<f64>() + choices.unlisted * unlisted
}

fn indicator(yes: bool) -> f64 {
    if yes { 1.0 } else { 0.0 }
}

/// Values of a decision, observed and projected, under some statistics.
#[must_use]
pub fn values<const N: usize>(
    statistics: &[&dyn Statistic],
    decision: &Decision,
    choices: &Choices,
) -> ([f64; N], [Moments; N]) {
    let mut values = ([0.0; N], [Moments::default(); N]);
    for ((observed, moments), statistic) in values.0.iter_mut().zip(&mut values.1).zip(statistics) {
        *observed = statistic.observe(decision);
        *moments = statistic.project(decision, choices);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statistic_stands_at_its_index() {
        let keys: Vec<&str> = STATISTICS.iter().map(|statistic| statistic.key()).collect();
        assert_eq!(keys, ["mm", "ev", "asd", "t3", "mean_error_cp"]);
        assert_eq!([MM, EV, ASD, T3, LOSS], [0, 1, 2, 3, 4]);
    }
}
