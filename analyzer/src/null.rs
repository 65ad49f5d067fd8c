//! How honest performances scatter: what turns gains of the tests into z.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::parameters::{ParameterError, within};

/// The null of a reading: dispersion of the tests, correlation between them, how they are put together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Null {
    /// Dispersion of each test.
    pub dispersion: PerTest<Dispersion>,
    /// Dispersion of the efficient score.
    pub efficient: Dispersion,
    /// Correlation of the adjusted z of the tests on honest play.
    pub correlation: Correlation,
    /// Weights of the tests in the overall z.
    pub weights: PerTest<f64>,
    /// Sample gate.
    pub gate: Gate,
}

/// One number for each test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PerTest<T> {
    /// Move match.
    pub mm: T,
    /// Equal-value match.
    pub ev: T,
    /// Average scaled difference.
    pub asd: T,
}

/// Dispersion `f`: after T decisions of one player `f^2 = within + growth T`, and never less than `floor^2`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dispersion {
    /// Least `f` allowed, 1 or more (Regan).
    pub floor: f64,
    /// Variance of z from game to game of one player, above 0: what turns depending on each other do.
    pub within: f64,
    /// What form and the error of the rating add per decision, 0 or more: they are the same in all games of a player,
    /// so they grow with the sample.
    pub growth: f64,
}

impl Dispersion {
    /// `f` after so many decisions of one player.
    #[must_use]
    pub fn after(&self, decisions: u32) -> f64 {
        let measured = self.within + self.growth * f64::from(decisions);
        measured.max(self.floor * self.floor).sqrt()
    }

    /// `f` of games of different players, with so many decisions in each game: what they do not share does not add up,
    /// and no floor holds, so that the shape of the null can be looked at by itself.
    #[must_use]
    pub fn mixed(&self, games: impl IntoIterator<Item = u32>) -> f64 {
        let (mut sum, mut squares) = (0.0, 0.0);
        for decisions in games {
            sum += f64::from(decisions);
            squares += f64::from(decisions) * f64::from(decisions);
        }
        let together = if sum > 0.0 { squares / sum } else { 0.0 };
        (self.within + self.growth * together).sqrt()
    }
}

/// Correlations between the tests.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correlation {
    /// MM with EV.
    pub mm_ev: f64,
    /// MM with ASD.
    pub mm_asd: f64,
    /// EV with ASD.
    pub ev_asd: f64,
}

/// Sample gate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Fewest decisions for an index.
    pub decisions: u32,
}

impl Null {
    /// Checks that three variables can scatter so.
    ///
    /// # Errors
    /// If a number is outside its range.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        let f = &self.dispersion;
        for d in [f.mm, f.ev, f.asd, self.efficient] {
            within("dispersion floor", d.floor, d.floor >= 1.0, "1 or more")?;
            within("dispersion within", d.within, d.within > 0.0, "above 0")?;
            within("dispersion growth", d.growth, d.growth >= 0.0, "0 or more")?;
        }
        let w = self.weights;
        for value in [w.mm, w.ev, w.asd] {
            within("weight", value, value >= 0.0, "0 or more")?;
        }
        let sum = w.mm + w.ev + w.asd;
        within("sum of weights", sum, sum > 0.0, "above 0")?;
        let Correlation {
            mm_ev,
            mm_asd,
            ev_asd,
        } = self.correlation;
        let each = [mm_ev, mm_asd, ev_asd].iter().all(|r| r.abs() < 1.0);
        let determinant =
            1.0 + 2.0 * mm_ev * mm_asd * ev_asd - mm_ev * mm_ev - mm_asd * mm_asd - ev_asd * ev_asd;
        if each && determinant > 0.0 {
            Ok(())
        } else {
            Err(ParameterError::Correlation {
                mm_ev,
                mm_asd,
                ev_asd,
            })
        }
    }

    /// `w'z / sqrt(w'Rw)`: the tests measure nearly the same thing, so they are not added as if independent.
    #[must_use]
    pub fn overall(&self, z: &PerTest<f64>) -> f64 {
        let (w, r) = (&self.weights, &self.correlation);
        let gain = w.mm * z.mm + w.ev * z.ev + w.asd * z.asd;
        let variance = w.mm * w.mm
            + w.ev * w.ev
            + w.asd * w.asd
            + 2.0 * (w.mm * w.ev * r.mm_ev + w.mm * w.asd * r.mm_asd + w.ev * w.asd * r.ev_asd);
        gain / variance.sqrt()
    }

    /// Adjusted z of tests over so many decisions: `z / f`.
    #[must_use]
    pub fn adjust(&self, z: &PerTest<f64>, decisions: u32) -> PerTest<f64> {
        let f = &self.dispersion;
        PerTest {
            mm: z.mm / f.mm.after(decisions),
            ev: z.ev / f.ev.after(decisions),
            asd: z.asd / f.asd.after(decisions),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dispersion_by_hand() {
        let d = Dispersion {
            floor: 1.2,
            within: 1.0,
            growth: 0.01,
        };
        // 1 + .01 * 20 = 1.2 is under the floor's 1.44; 1 + .01 * 125 = 2.25 is over it.
        assert!((d.after(20) - 1.2).abs() < 1e-15);
        assert!((d.after(125) - 1.5).abs() < 1e-15);
        // Games of 30 and 10 decisions by two players: (900 + 100) / 40 = 25 decisions' worth, 1 + .25.
        assert!((d.mixed([30, 10]) - 1.25_f64.sqrt()).abs() < 1e-15);
        assert!((d.mixed([125]) - d.after(125)).abs() < 1e-15);
    }
}
