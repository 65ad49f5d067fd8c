//! How honest performances scatter: what turns gains of the tests into z.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::choice::rating_scale::log_linear_factor;
use crate::parameters::error::{ParameterError, within};

/// The null of a reading: dispersion of the tests, correlation between them, how they are put together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Null {
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

pub const TESTS: usize = 3;

impl<T> PerTest<T> {
    /// From the value of each test, by its index in the list of statistics.
    pub fn from_fn(value: impl FnMut(usize) -> T) -> Self {
        let [mm, ev, asd] = std::array::from_fn(value);
        Self { mm, ev, asd }
    }

    /// As [`PerTest::from_fn`], if every test has a value.
    pub fn try_from_fn(mut value: impl FnMut(usize) -> Option<T>) -> Option<Self> {
        Some(Self { mm: value(0)?, ev: value(1)?, asd: value(2)? })
    }

    /// In the order of the list of statistics.
    pub fn each(&self) -> [&T; TESTS] {
        [&self.mm, &self.ev, &self.asd]
    }

    pub fn each_mut(&mut self) -> [&mut T; TESTS] {
        [&mut self.mm, &mut self.ev, &mut self.asd]
    }

    pub fn zip<U, V>(self, other: PerTest<U>, mut with: impl FnMut(T, U) -> V) -> PerTest<V> {
        PerTest { mm: with(self.mm, other.mm), ev: with(self.ev, other.ev), asd: with(self.asd, other.asd) }
    }
}

/// How much of a player was seen: what a dispersion depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleSize {
    pub decisions: u32,
    /// Mean rating they were projected for.
    pub rating: f64,
}

/// Dispersion `f`: after T decisions of one player rated R `f^2 = within + growth exp(slope (R - 2400) / 300) T`, and never
/// less than `floor^2`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dispersion {
    /// Least `f` allowed, 1 or more (Regan).
    pub floor: f64,
    /// Variance of z from game to game of one player, above 0: what turns depending on each other do.
    pub within: f64,
    /// Added per decision by form and the error of the rating, 0 or more: they are the same in all games of a player,
    /// so they grow with the sample. At a rating of 2400.
    pub growth: f64,
    /// Change of the logarithm of `growth` per 300 rating points: published ratings of weaker players, many of them
    /// young, say less about today's strength.
    #[serde(default)]
    pub growth_ln_slope_per_300: f64,
}

impl Dispersion {
    /// `f` after so many decisions of one player.
    pub fn after(&self, seen: SampleSize) -> f64 {
        let measured = self.within + self.growth_at(seen.rating) * f64::from(seen.decisions);
        measured.max(self.floor * self.floor).sqrt()
    }

    pub fn growth_at(&self, rating: f64) -> f64 {
        self.growth * log_linear_factor(self.growth_ln_slope_per_300, rating)
    }

    /// `f` of games of different players, as they were seen in each game: what they do not share does not add up,
    /// and no floor holds, so that the shape of the null can be looked at by itself.
    pub fn mixed(&self, games: impl IntoIterator<Item = SampleSize>) -> f64 {
        let (mut sum, mut squares) = (0.0, 0.0);
        for seen in games {
            let decisions = f64::from(seen.decisions);
            sum += decisions;
            squares += self.growth_at(seen.rating) * decisions * decisions;
        }
        let grown = if sum > 0.0 { squares / sum } else { 0.0 };
        (self.within + grown).sqrt()
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

impl Correlation {
    /// Between two different tests, the first with the lower index.
    pub fn between(&self, first: usize, second: usize) -> f64 {
        match (first, second) {
            (0, 1) => self.mm_ev,
            (0, _) => self.mm_asd,
            _ => self.ev_asd,
        }
    }

    /// From the correlation of each pair of tests.
    pub fn from_fn(mut value: impl FnMut(usize, usize) -> f64) -> Self {
        Self { mm_ev: value(0, 1), mm_asd: value(0, 2), ev_asd: value(1, 2) }
    }
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
        for d in f.each().into_iter().chain([&self.efficient]) {
            within("dispersion floor", d.floor, d.floor >= 1.0, "1 or more")?;
            within("dispersion within", d.within, d.within > 0.0, "above 0")?;
            within("dispersion growth", d.growth, d.growth >= 0.0, "0 or more")?;
            let slope = d.growth_ln_slope_per_300;
            within("slope of dispersion growth", slope, slope.abs() <= 3.0, "-3 to 3")?;
        }
        let w = self.weights;
        for value in w.each() {
            within("weight", *value, *value >= 0.0, "0 or more")?;
        }
        let sum = w.each().into_iter().sum();
        within("sum of weights", sum, sum > 0.0, "above 0")?;
        let Correlation { mm_ev, mm_asd, ev_asd } = self.correlation;
        let each = [mm_ev, mm_asd, ev_asd].iter().all(|r| r.abs() < 1.0);
        let determinant =
            1.0 + 2.0 * mm_ev * mm_asd * ev_asd - mm_ev * mm_ev - mm_asd * mm_asd - ev_asd * ev_asd;
        if each && determinant > 0.0 {
            Ok(())
        } else {
            Err(ParameterError::Correlation { mm_ev, mm_asd, ev_asd })
        }
    }

    /// `w'z / sqrt(w'Rw)`: the tests measure nearly the same thing, so they are not added as if independent.
    pub fn overall(&self, z: &PerTest<f64>) -> f64 {
        let (w, z) = (self.weights.each(), z.each());
        let (mut gain, mut squares, mut products) = (0.0, 0.0, 0.0);
        for a in 0..TESTS {
            gain += w[a] * z[a];
            squares += w[a] * w[a];
            for b in a + 1..TESTS {
                products += w[a] * w[b] * self.correlation.between(a, b);
            }
        }
        gain / (squares + 2.0 * products).sqrt()
    }

    /// Adjusted z of tests over so many decisions: `z / f`.
    pub fn adjust(&self, z: &PerTest<f64>, seen: SampleSize) -> PerTest<f64> {
        self.dispersion.zip(*z, |f, z| z / f.after(seen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dispersion_by_hand() {
        let d = Dispersion { floor: 1.2, within: 1.0, growth: 0.01, growth_ln_slope_per_300: -0.5 };
        let seen = |decisions, rating| SampleSize { decisions, rating };
        // 1 + .01 * 20 = 1.2 is under the floor's 1.44; 1 + .01 * 125 = 2.25 is over it.
        assert!((d.after(seen(20, 2400.0)) - 1.2).abs() < 1e-15);
        assert!((d.after(seen(125, 2400.0)) - 1.5).abs() < 1e-15);
        // 600 points lower the growth is e times as large, at 600 higher as much smaller.
        assert!(
            (libm::pow(d.after(seen(125, 1800.0)), 2.0) - (1.0 + 1.25 * std::f64::consts::E)).abs() < 1e-12
        );
        assert!(
            (libm::pow(d.after(seen(200, 3000.0)), 2.0) - (1.0 + 2.0 / std::f64::consts::E)).abs() < 1e-12
        );
        // Games of 30 and 10 decisions by two players: (900 + 100) / 40 = 25 decisions' worth, 1 + .25.
        assert!((d.mixed([seen(30, 2400.0), seen(10, 2400.0)]) - 1.25_f64.sqrt()).abs() < 1e-15);
        assert!((d.mixed([seen(125, 2100.0)]) - d.after(seen(125, 2100.0))).abs() < 1e-15);
    }
}
