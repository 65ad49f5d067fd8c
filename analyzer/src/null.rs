//! Scatter of honest performances under one choice model: what turns gains of the tests into z.
//!
//! What belongs to chess and not to an engine (form, rating error, trend) is in [`crate::strength`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::parameters::error::{ParameterError, within};
use gains::{Noise, SCORES};

pub mod gains;
pub mod strength;

/// The null of a choice model with one engine and its settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Null {
    /// Strength of honest players at the start of 2020 less the one that the model projects for their rating, in rating
    /// points: a projection fitted to earlier games expects less of today's players.
    pub level: f64,
    /// Excess of the variance of the efficient score.
    pub efficient_excess: f64,
    /// Excess `a` of the move-to-move variance of each test, 1 or more: moves of one game are not independent.
    pub excess: PerTest<f64>,
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

/// Sample gate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Fewest decisions for an index.
    pub decisions: u32,
}

impl Null {
    /// # Errors
    /// If a number is outside its range.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        within("null.level", self.level, self.level.abs() <= 1000.0, "-1000 to 1000")?;
        for a in self.excess.each().into_iter().chain([&self.efficient_excess]) {
            within("null.excess", *a, *a >= 1.0, "1 or more")?;
        }
        let weights = self.weights.each();
        for value in weights {
            within("weight", *value, *value >= 0.0, "0 or more")?;
        }
        let sum = weights.into_iter().sum();
        within("sum of weights", sum, sum > 0.0, "above 0")
    }

    /// Takes over a measured excess of MM, EV, ASD and the efficient score.
    pub(crate) fn take(&mut self, [mm, ev, asd, efficient, _]: [f64; SCORES]) {
        self.excess = PerTest { mm, ev, asd };
        self.efficient_excess = efficient;
    }

    /// Excess and weights of the scores, MM, EV and ASD, then the efficient and the rating score, which are no part of the
    /// overall z.
    pub fn noise(&self) -> Noise {
        let (PerTest { mm, ev, asd }, w) = (self.excess, self.weights);
        let excess = [mm, ev, asd, self.efficient_excess, 1.0];
        Noise { excess, weights: [w.mm, w.ev, w.asd, 0.0, 0.0] }
    }
}
