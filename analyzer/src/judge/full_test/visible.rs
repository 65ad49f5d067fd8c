//! The smallest help that a performance could have shown.
//!
//! Every report says what it could not have seen. This is the answer in advance, from the projections alone: it does not
//! look at the moves played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::player_decision::{PlayerDecision, projected};
use crate::choice::Choices;
use crate::choice::engine_choice::Helper;
use crate::null::strength::Shift;
use crate::null::{Null, TESTS};
use crate::parameters::Parameters;
use crate::statistics::overall::Shifts;
use crate::statistics::statistic::{STATISTICS, Tail};
use crate::statistics::sums::Sums;
use crate::statistics::tails::{equivalent_z, headline, poisson_binomial_mid};

/// Sums of MM, EV and ASD over all decisions if a helper chooses every move.
pub type HelpedSums = [f64; TESTS];

/// The engine of the test itself helps: all matches and no loss, the best case for the test.
pub fn by_first_line(decisions: u32) -> HelpedSums {
    let n = f64::from(decisions);
    [n, n, 0.0]
}

/// Another strong engine helps, as the fitted helper expects it to choose. An unlisted move costs what the primary model expects of
/// one. `None` if a decision has no projection.
pub(super) fn by_other_engine(
    helper: &Helper,
    own: &[PlayerDecision],
    parameters: &Parameters,
    rating: impl Fn(usize) -> Option<u16>,
) -> Option<HelpedSums> {
    let weights = helper.in_order();
    let mut sums = HelpedSums::default();
    for (own, choices) in projected(own, parameters, rating) {
        let mut lines = weights.outcomes(own.decision.looks.as_ref()?);
        let unlisted = lines.pop()?;
        let helped = Choices { lines, unlisted, ..choices?? };
        for (sum, statistic) in sums.iter_mut().zip(&STATISTICS) {
            *sum += (statistic.project)(&own.decision, &helped).mean;
        }
    }
    Some(sums)
}

/// Shares of helped decisions that would have been detected.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Visible {
    /// The threshold of the overall z.
    pub level: f64,
    /// Share detected once in two, 0 to 1; absent if not even help on every decision would be.
    pub half: Option<f64>,
    /// Share detected four times in five; absent likewise.
    pub four_fifths: Option<f64>,
}

/// The z with a fifth of the normal distribution above it.
const FIFTH: f64 = 0.841_621_233_572_914_3;

/// The smallest share of decisions, each helped with the same probability, that a performance would have shown at a
/// threshold of the overall z. `None` below the gate.
///
/// The honest part is taken to go as expected of the player, `E`. At a share `x` a test then counts on average `E + x (h - E)`,
/// `h` what the helper's moves give. The overall z of those sums is the z
/// reached or passed once in two. Honest performances scatter by 1 around theirs, and four in five reach a level from 0.84 above
/// it. Help leaves less to chance, so this second share is a little too large, never too small.
pub fn smallest_visible(
    sums: &Sums,
    helped: &HelpedSums,
    null: &Null,
    shifts: &Shifts,
    level: f64,
) -> Option<Visible> {
    if sums.projected < null.gate.decisions || !level.is_finite() {
        return None;
    }
    let z = |share: f64| expected_z(sums, helped, null, shifts, share);
    z(0.0)?;
    let reach = |target: f64| {
        if z(1.0)? < target {
            return None;
        }
        let (mut low, mut high) = (0.0, 1.0);
        // To a thousandth of a percentage point.
        for _ in 0..17 {
            let middle = 0.5 * (low + high);
            if z(middle)? < target {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(high)
    };
    Some(Visible { level, half: reach(level), four_fifths: reach(level + FIFTH) })
}

/// The overall z that leads of what is expected at a share of help.
fn expected_z(sums: &Sums, helped: &HelpedSums, null: &Null, shifts: &Shifts, share: f64) -> Option<f64> {
    let z = |shift: Shift| {
        let shift = shift.at_level(null.level);
        let mut gains = *sums.added();
        for test in 0..TESTS {
            let honest = gains.derivative[test] * shift.mean;
            gains.gain[test] = expected_gain(sums, helped, test, honest, share)?;
        }
        gains.overall(&null.noise(), shift).map(|found| found.z)
    };
    let alone = z(shifts.alone)?;
    let lower = shifts.field.and_then(z).map_or(alone, |field| field.min(alone));
    Some(lower).filter(|z| z.is_finite())
}

/// The gain of one test at a share of help for a player whose honest part gains so much; `None` if nothing is left to chance.
fn expected_gain(sums: &Sums, helped: &HelpedSums, test: usize, honest: f64, share: f64) -> Option<f64> {
    let (expected, variance) = (sums.expected(test), sums.variance(test));
    let statistic = &STATISTICS[test];
    let turned = if statistic.larger_is_better { 1.0 } else { -1.0 };
    let helped = turned * (helped[test] - expected);
    let gain = honest + share * (helped - honest);
    let normal = gain / variance.sqrt();
    let z = match statistic.tail {
        Tail::Indicator => headline(normal, between(sums.chances(test), expected + turned * gain)),
        Tail::Normal => normal,
    };
    (variance > 0.0).then(|| z * variance.sqrt())
}

/// The z equivalent to the tail of a count that need not be whole: between those of its neighbours.
fn between(chances: &[f64], count: f64) -> f64 {
    let below = count.max(0.0).floor();
    let z = |count: f64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number from 0 to the number of decisions"
        )]
        let whole = count as u32;
        equivalent_z(poisson_binomial_mid(chances, whole))
    };
    let part = (count - below).clamp(0.0, 1.0);
    let low = z(below);
    if part > 0.0 { low + part * (z(below + 1.0) - low) } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::null::PerTest;
    use crate::parameters::FIRST_FIT;
    use crate::statistics::projection::Projection;
    use crate::statistics::statistic::Moments;
    use crate::statistics::sums::Observed;

    fn parameters() -> Parameters {
        Parameters::parse(FIRST_FIT).expect("reads")
    }

    fn coins(n: u32, p: f64) -> Sums {
        let mut sums = Sums::default();
        let (coin, none) = (Moments::indicator(p), Moments::default());
        let difference = Moments { mean: 0.1 * (1.0 - p), variance: 0.01 * p * (1.0 - p) };
        let projection = Projection {
            moments: [coin, coin, difference, none, none],
            slopes: [0.001, 0.001, -0.0001],
            ..Projection::default()
        };
        for _ in 0..n {
            sums.add(&Observed::default(), Some(&projection));
        }
        sums
    }

    #[test]
    fn coins_by_hand() {
        // MM alone on 400 coins of 1/2: z = x 200 / 10 / 1.15 by the normal approximation, so 4.25 takes 24.4 %. The
        // exact tail of an even coin is a little thinner than normal or equal, so the normal z leads within a hair.
        let null = Null { weights: PerTest { mm: 1.0, ev: 0.0, asd: 0.0 }, ..parameters().null };
        let smallest = |helped: &HelpedSums| {
            smallest_visible(&coins(400, 0.5), helped, &null, &Shifts::default(), 4.25).expect("visible")
        };
        let visible = smallest(&by_first_line(400));
        let by_hand = 4.25 * 1.15 / 20.0;
        assert!((visible.half.expect("seen") - by_hand).abs() < 0.004, "{visible:?}");
        let four_fifths = (4.25 + FIFTH) * 1.15 / 20.0;
        assert!((visible.four_fifths.expect("seen") - four_fifths).abs() < 0.006, "{visible:?}");
        // A helper who plays the first line in three of four decisions shows half as much.
        let other = smallest(&[300.0, 300.0, 10.0]);
        assert!((other.half.expect("seen") - 2.0 * by_hand).abs() < 0.008, "{other:?}");
    }

    #[test]
    fn what_cannot_be_seen_is_not_promised() {
        // 100 coins of .95: all matches give z = 5 / 2.18 = 2.3 at most.
        let (null, none, all) = (parameters().null, Shifts::default(), by_first_line(100));
        let visible = smallest_visible(&coins(100, 0.95), &all, &null, &none, 4.25).expect("over the gate");
        assert_eq!((visible.half, visible.four_fifths), (None, None));
        assert_eq!(smallest_visible(&coins(99, 0.5), &by_first_line(99), &null, &none, 2.5), None);
    }
}
