//! How far a performance lies from its projection, in rating points.
//!
//! Each test gains `S - E` over its projection at the published rating, turned so that more is better. If the player played
//! like `R + t`, the gain is `D t` on average, `D` its derivative in the rating on the same decisions, and its variance is
//! `a V`: `V` by the choice model, decision by decision, and `a` the excess of what moves of one game share. The tests are
//! put together as in the overall z, with the correlation that the choice model gives them.

use crate::calibrate::strength::Shift;
use crate::choice::ChoiceModel;
use crate::decision::Decision;
use crate::decision::performance::Performance;
use crate::null::{PerTest, TESTS};
use crate::parameters::CalibratedModel;
use crate::statistics::statistic::{ASD, EV, MM, STATISTICS};

/// Half the width of the difference quotient of a projection, in rating points.
const STEP: u16 = 25;

/// Sums of decisions of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Gains {
    /// Observed less projected, larger for better play.
    gain: [f64; TESTS],
    /// Covariance of the sums, turned likewise.
    covariance: [[f64; TESTS]; TESTS],
    /// Change of the projected sums per rating point, turned likewise.
    derivative: [f64; TESTS],
}

/// The gains of one performance.
#[derive(Clone, Debug, PartialEq)]
pub struct PerformanceGains {
    all: Gains,
    games: Vec<Gains>,
}

/// Sign by which a test is turned so that larger means better play.
fn turned(test: usize) -> f64 {
    if STATISTICS[test].larger_is_better { 1.0 } else { -1.0 }
}

impl Gains {
    /// `None` if a decision lacks what the model looks at.
    fn new<R: CalibratedModel>(decisions: &[Decision], rating: u16, calibrated: &R) -> Option<Self> {
        let [below, at, above] =
            [rating.saturating_sub(STEP), rating, rating.saturating_add(STEP)].map(|r| calibrated.model(r));
        let mut sums = Self::default();
        for decision in decisions {
            let means = |model: &R::Model| {
                let choices = model.project(decision)?;
                let mut moments = [(0.0, 0.0); TESTS];
                for (test, moments) in moments.iter_mut().enumerate() {
                    let found = (STATISTICS[test].project)(decision, &choices);
                    *moments = (turned(test) * found.mean, found.variance);
                }
                Some(moments)
            };
            let (low, here, high) = (means(&below)?, means(&at)?, means(&above)?);
            for test in 0..TESTS {
                sums.gain[test] += turned(test) * (STATISTICS[test].observe)(decision) - here[test].0;
                sums.derivative[test] += (high[test].0 - low[test].0) / f64::from(2 * STEP);
                sums.covariance[test][test] += here[test].1;
            }
            // A first line is one of the equal best, and an equal best has no scaled difference.
            for (a, b, product) in [(MM, EV, here[MM].0), (MM, ASD, 0.0), (EV, ASD, 0.0)] {
                let covariance = product - here[a].0 * here[b].0;
                sums.covariance[a][b] += covariance;
                sums.covariance[b][a] += covariance;
            }
        }
        Some(sums)
    }
}

impl PerformanceGains {
    /// The gains of a performance at its published rating. `None` if a decision lacks what the model looks at, or nothing is
    /// left to chance.
    pub fn new<R: CalibratedModel>(performance: &Performance, calibrated: &R) -> Option<Self> {
        let games = performance.games.iter().map(|side| {
            let decisions = performance.decisions.get(side.decisions.clone()).unwrap_or_default();
            Gains::new(decisions, performance.rating, calibrated)
        });
        let games: Vec<Gains> = games.collect::<Option<_>>()?;
        let mut all = Gains::default();
        for game in &games {
            for a in 0..TESTS {
                all.gain[a] += game.gain[a];
                all.derivative[a] += game.derivative[a];
                for b in 0..TESTS {
                    all.covariance[a][b] += game.covariance[a][b];
                }
            }
        }
        let informative = (0..TESTS).all(|k| all.covariance[k][k] > 0.0 && all.derivative[k] > 0.0);
        informative.then_some(Self { all, games })
    }

    /// The shift from the published rating, with the weights of the tests in the overall z.
    pub fn shift(
        &self,
        excess: PerTest<f64>,
        weights: PerTest<f64>,
        (event, rating, covariates): (usize, u16, Vec<f64>),
    ) -> Shift {
        let (mut gain, mut derivative, mut variance) = (0.0, 0.0, 0.0);
        let sd = |k: usize| self.all.covariance[k][k].sqrt();
        for a in 0..TESTS {
            let weight = weights.each()[a];
            let scale = weight / (excess.each()[a].sqrt() * sd(a));
            gain += scale * self.all.gain[a];
            derivative += scale * self.all.derivative[a];
            for b in 0..TESTS {
                variance += weight * weights.each()[b] * self.all.covariance[a][b] / (sd(a) * sd(b));
            }
        }
        Shift {
            event,
            rating: f64::from(rating),
            points: gain / derivative,
            variance: variance / (derivative * derivative),
            covariates,
        }
    }
}

/// The excess `a` of each test: how much more the gains of games scatter around their player's than decisions that do not
/// depend on each other would. Pooled over the games of each performance, so that neither form nor rating error is in it.
pub fn excess(performances: &[PerformanceGains]) -> PerTest<f64> {
    PerTest::from_fn(|test| {
        let (mut squares, mut freedom) = (0.0, 0.0);
        for performance in performances {
            let games = || performance.games.iter().filter(|g| g.covariance[test][test] > 0.0);
            let (mut with, mut of_square, mut count) = (0.0, 0.0, 0.0);
            for game in games() {
                let (d, v) = (game.derivative[test], game.covariance[test][test]);
                with += d * game.gain[test] / v;
                of_square += d * d / v;
                count += 1.0;
            }
            if count < 2.0 || of_square <= 0.0 {
                continue;
            }
            let own = with / of_square;
            for game in games() {
                let rest = game.gain[test] - game.derivative[test] * own;
                squares += rest * rest / game.covariance[test][test];
            }
            freedom += count - 1.0;
        }
        if freedom > 0.0 { squares / freedom } else { 1.0 }
    })
}

#[cfg(test)]
mod tests;
