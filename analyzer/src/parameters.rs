//! Parameters of the method of record, read from a versioned file.

use datasets::time_class::TimeClass;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::choice::{TwoParameter, Unlisted};

/// The first fit of the method page, at other settings than any profile: round numbers to compute with in tests.
#[cfg(test)]
pub(crate) const FIRST_FIT: &str = include_str!("../tests/data/first-fit.toml");

/// A parameter file that cannot be used.
#[derive(Debug, Error)]
pub enum ParameterError {
    /// Not the layout expected.
    #[error("the parameter file cannot be read: {0}")]
    Layout(#[from] toml::de::Error),
    /// A value outside its range.
    #[error("the parameter file gives {name} = {value}, which must be {range}")]
    Range {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The range in words.
        range: &'static str,
    },
    /// Correlations that no three variables can have.
    #[error("the correlations {mm_ev}, {mm_asd}, {ev_asd} cannot belong to three variables")]
    Correlation {
        /// MM with EV.
        mm_ev: f64,
        /// MM with ASD.
        mm_asd: f64,
        /// EV with ASD.
        ev_asd: f64,
    },
}

/// Parameters of the method of record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Version, printed in every manifest.
    pub version: String,
    /// True for a fit without a calibration of its own.
    pub provisional: bool,
    /// Time class of the games it was made from.
    pub time_class: TimeClass,
    /// What the fit was made from; absent for numbers taken from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Ratings the fit covers.
    pub ratings: RatingRange,
    /// `s(R) = at_2400 exp(slope x + curve x^2)` with `x = (R - 2400) / 300`.
    pub sensitivity: Sensitivity,
    /// `c(R) = at_2400 + slope x + curve x^2`.
    pub consistency: Consistency,
    /// The tie rule.
    pub ties: Ties,
    /// The moves that are not among the lines.
    pub unlisted: Unlisted,
    /// Dispersion of each test.
    pub dispersion: PerTest<Dispersion>,
    /// Correlation of the adjusted z of the tests on honest play.
    pub correlation: Correlation,
    /// Weights of the tests in the overall z.
    pub weights: PerTest<f64>,
    /// Sample gate.
    pub gate: Gate,
}

/// What a fit was made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name of the engine.
    pub engine: String,
    /// Its SHA-256.
    pub engine_sha256: String,
    /// Depth in plies.
    pub depth: u8,
    /// Number of lines.
    pub multipv: u8,
    /// Hash in MiB.
    pub hash_mib: u32,
    /// Node ceiling.
    pub node_cap: u64,
    /// Names and SHA-256 of the collections, `name sha256`.
    pub corpus: Vec<String>,
    /// Seed of the split by event.
    pub seed: String,
    /// Events, performances and decisions in the fitted part.
    pub events: usize,
    /// Performances.
    pub performances: usize,
    /// Decisions.
    pub decisions: usize,
}

/// Ratings covered, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingRange {
    /// Lowest.
    pub low: u16,
    /// Highest.
    pub high: u16,
}

/// Sensitivity as a function of rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sensitivity {
    /// `s` at 2400, in scaled pawns.
    pub at_2400: f64,
    /// Change of `ln s` per 300 points.
    pub ln_slope_per_300: f64,
    /// Change of that slope per 300 points, halved: `ln s` is a parabola in the rating.
    #[serde(default)]
    pub ln_curve_per_300: f64,
}

impl Sensitivity {
    /// `s` at a rating, in scaled pawns.
    #[must_use]
    pub fn at(&self, rating: u16) -> f64 {
        let x = steps(rating);
        self.at_2400 * libm::exp((self.ln_slope_per_300 + self.ln_curve_per_300 * x) * x)
    }
}

/// Rating in steps of 300 from 2400.
#[must_use]
pub fn steps(rating: u16) -> f64 {
    (f64::from(rating) - 2400.0) / 300.0
}

/// Consistency as a function of rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consistency {
    /// `c` at 2400.
    pub at_2400: f64,
    /// Change of `c` per 300 points.
    pub slope_per_300: f64,
    /// Change of that slope per 300 points, halved.
    #[serde(default)]
    pub curve_per_300: f64,
}

impl Consistency {
    /// `c` at a rating.
    #[must_use]
    pub fn at(&self, rating: u16) -> f64 {
        let x = steps(rating);
        self.at_2400 + (self.slope_per_300 + self.curve_per_300 * x) * x
    }
}

/// The tie rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ties {
    /// Share of the first-listed of two equal lines, 0.5 to 1.
    pub first_of_two: f64,
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

/// What a rating allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projectable {
    /// No rating.
    Unrated,
    /// Outside the range of the fit.
    OutsideRange,
    /// No fit for this engine and these settings.
    Uncalibrated,
    /// A model for this rating.
    Model(TwoParameter),
}

impl Projectable {
    /// The model, if there is one.
    #[must_use]
    pub fn model(self) -> Option<TwoParameter> {
        match self {
            Self::Model(model) => Some(model),
            Self::Unrated | Self::OutsideRange | Self::Uncalibrated => None,
        }
    }
}

impl Parameters {
    /// The parameters as a file that [`Parameters::parse`] reads back.
    ///
    /// # Errors
    /// If the text cannot be written, which no finite numbers can cause.
    pub fn write(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(self)
    }

    /// Reads a parameter file.
    ///
    /// # Errors
    /// If a field is missing, unknown or out of range.
    pub fn parse(text: &str) -> Result<Self, ParameterError> {
        let parameters: Self = toml::from_str(text)?;
        parameters.check()?;
        Ok(parameters)
    }

    fn check(&self) -> Result<(), ParameterError> {
        let within = |name, value: f64, ok: bool, range| {
            if ok && value.is_finite() {
                Ok(())
            } else {
                Err(ParameterError::Range { name, value, range })
            }
        };
        within(
            "ratings.low",
            f64::from(self.ratings.low),
            self.ratings.low < self.ratings.high,
            "below ratings.high",
        )?;
        for rating in [self.ratings.low, self.ratings.high] {
            let model = self.at(rating);
            within(
                "sensitivity",
                model.sensitivity,
                model.sensitivity > 0.0,
                "above 0 at every rating",
            )?;
            within(
                "consistency",
                model.consistency,
                model.consistency > 0.0,
                "above 0 at every rating",
            )?;
        }
        let Unlisted {
            behind,
            delta,
            difference,
        } = self.unlisted;
        for value in [behind, delta, difference] {
            within("distance of the unlisted moves", value, value >= 0.0, "0 or more")?;
        }
        let tie = self.ties.first_of_two;
        within(
            "ties.first_of_two",
            tie,
            (0.5..1.0).contains(&tie),
            "from 0.5 to under 1",
        )?;
        for d in [self.dispersion.mm, self.dispersion.ev, self.dispersion.asd] {
            within("dispersion floor", d.floor, d.floor >= 1.0, "1 or more")?;
            within("dispersion within", d.within, d.within > 0.0, "above 0")?;
            within("dispersion growth", d.growth, d.growth >= 0.0, "0 or more")?;
        }
        let w = self.weights;
        for value in [w.mm, w.ev, w.asd] {
            within("weight", value, value >= 0.0, "0 or more")?;
        }
        within(
            "sum of weights",
            w.mm + w.ev + w.asd,
            w.mm + w.ev + w.asd > 0.0,
            "above 0",
        )?;
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

    /// The model at a rating, without regard to the range of the fit.
    /// The model at a rating, whether or not the fit covers it.
    #[must_use]
    pub fn at(&self, rating: u16) -> TwoParameter {
        TwoParameter {
            sensitivity: self.sensitivity.at(rating),
            consistency: self.consistency.at(rating),
            first_of_two: self.ties.first_of_two,
            unlisted: self.unlisted,
        }
    }

    /// What a rating allows: a model, or the reason why there is none. Nothing is extrapolated.
    #[must_use]
    pub fn projectable(&self, rating: Option<u16>) -> Projectable {
        match rating {
            None => Projectable::Unrated,
            Some(r) if r < self.ratings.low || r > self.ratings.high => Projectable::OutsideRange,
            Some(r) => Projectable::Model(self.at(r)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_fit_is_as_published() {
        let p = Parameters::parse(FIRST_FIT).expect("reads");
        assert!(p.provisional);
        let Projectable::Model(m) = p.projectable(Some(2400)) else {
            panic!("2400 is covered")
        };
        assert!((m.sensitivity - 0.173).abs() < 1e-15);
        assert!((m.consistency - 0.556).abs() < 1e-15);
        let Projectable::Model(higher) = p.projectable(Some(2700)) else {
            panic!("2700 is covered")
        };
        // ln s falls .276 per 300 points.
        assert!((libm::log(m.sensitivity / higher.sensitivity) - 0.276).abs() < 1e-12);
    }

    #[test]
    fn a_written_file_reads_back() {
        let p = Parameters::parse(FIRST_FIT).expect("reads");
        assert_eq!(Parameters::parse(&p.write().expect("writes")).expect("reads"), p);
    }

    #[test]
    fn trap_14_ratings_are_exact_and_never_invented() {
        let p = Parameters::parse(FIRST_FIT).expect("reads");
        assert_eq!(p.projectable(None), Projectable::Unrated);
        assert_eq!(p.projectable(Some(1)), Projectable::OutsideRange);
        assert_eq!(p.projectable(Some(1999)), Projectable::OutsideRange);
        assert_eq!(p.projectable(Some(2801)), Projectable::OutsideRange);
        // One point of rating changes the projection: no bands, no rounding to hundreds.
        assert_ne!(p.projectable(Some(2400)), p.projectable(Some(2401)));
    }

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

    #[test]
    fn impossible_files_are_refused_by_name() {
        let broken = FIRST_FIT.replace("asd = { floor = 1.40", "asd = { floor = 0.40");
        let message = Parameters::parse(&broken).expect_err("refused").to_string();
        assert!(message.contains("dispersion floor = 0.4"), "{message}");
        let impossible = FIRST_FIT.replace("mm_ev = 0.78", "mm_ev = -0.78");
        assert!(matches!(
            Parameters::parse(&impossible),
            Err(ParameterError::Correlation { .. })
        ));
        assert!(matches!(
            Parameters::parse("version = 3"),
            Err(ParameterError::Layout(_))
        ));
    }
}
