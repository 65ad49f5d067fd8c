//! Everything that the null needs, from measured performances: excess, trend, spread, juniors, lasting form, heavy tail.
//!
//! The strength is fitted to the primary model. Other projections (the depth-aware model, another engine) get a level and an excess
//! of their own from the same performances, so that the form of the players cancels.

use std::collections::BTreeMap;

use thiserror::Error;

use super::excess::pooled;
use super::measurement::{Measurement, Model};
use super::method::WEIGHTS;
use super::strength::{
    Effect, Estimate, Shift as MeasuredShift, StrengthError, StrengthFit, fit_strength, profile_intervals,
};
use crate::choice::rating_scale::rating_units;
use crate::null::gains::{Noise, SCORES};
use crate::null::strength::{
    LagClass, LagShift, Lags, PlayerSpread, Shift, Strength, StrengthSource, Trend, above_2700, around_turn,
    before_compression, below_2000, decades,
};

mod tail;
mod transfer;

pub use transfer::Transfer;

/// Fixed effects of the fit, with the standard deviations of their priors in rating points.
pub const EFFECTS: [(&str, f64); 7] = [
    ("level at 2020", 200.0),
    ("per decade before 2020", 100.0),
    ("per decade from 2020", 100.0),
    ("junior", 200.0),
    ("per 100 points above 2700", 50.0),
    ("event for young players", 200.0),
    ("per 100 points under 2000", 50.0),
];
/// Index of the junior in [`EFFECTS`].
const JUNIOR: usize = 3;
/// Index of the strongest players.
const TOP: usize = 4;
/// Index of the events for young players.
const YOUTH: usize = 5;
/// Index of ratings under 2000.
const LOW: usize = 6;
/// Prior of the extra spread of juniors: as many juniors, with this extra standard deviation in rating points. A rating of a player
/// who improves by 100 points a year lags behind by 0 to 150.
const JUNIOR_PRIOR: (f64, f64) = (20.0, 60.0);
/// Prior of the lasting share of form and rating error: mean and standard deviation.
const LASTING_PRIOR: (f64, f64) = (0.5, 0.25);
/// Fits of the spread, each with the extra variance of juniors from the one before; it then moves by under a point.
const ROUNDS: usize = 2;

/// The fitted null.
#[derive(Clone, Debug, PartialEq)]
pub struct NullFit {
    pub strength: Strength,
    /// The primary model, then the depth-aware one where it was measured.
    pub models: Vec<ModelNull>,
    /// Effects in the order of [`EFFECTS`], and the spread.
    pub spread: StrengthFit,
    /// Performances of juniors.
    pub juniors: usize,
    /// Pairs of performances of one person in two tournaments.
    pub pairs: usize,
    shifts: Vec<MeasuredShift>,
}

/// What the null of a choice model has of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelNull {
    pub model: Model,
    /// Mean shift at the start of 2020, in rating points: says for which date the model was fitted.
    pub level: Estimate,
    /// Excess of move-to-move variance of each score, at least 1.
    pub excess: [f64; SCORES],
    /// Degrees of freedom of the excess.
    pub freedom: u64,
    pub performances: usize,
}

impl ModelNull {
    pub fn noise(&self) -> Noise {
        Noise { excess: self.excess, weights: [WEIGHTS.mm, WEIGHTS.ev, WEIGHTS.asd, 0.0, 0.0] }
    }
}

/// Why there is no null.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NullFitError {
    #[error("no performance was measured under the primary model")]
    NoPrimary,
    #[error("{0:?} is no day")]
    Day(String),
    #[error(transparent)]
    Strength(#[from] StrengthError),
}

/// A performance in the fit.
struct Row<'a> {
    measured: &'a Measurement,
    /// From the rating on the scale up to February 2024.
    shift: MeasuredShift,
}

impl Row<'_> {
    fn junior(&self) -> bool {
        self.measured.class().is_some()
    }
}

/// Fits the null. What measurements do not show (new and absent players) is as in `known`, and so is the version.
///
/// # Errors
/// If a day cannot be read, or the performances are too few.
pub fn fit_null(measurements: &[&Measurement], known: &Strength) -> Result<NullFit, NullFitError> {
    let of_model = |model: Model| -> Vec<&Measurement> {
        measurements.iter().copied().filter(|m| m.model == model).collect()
    };
    let primary = of_model(Model::Primary);
    if primary.is_empty() {
        return Err(NullFitError::NoPrimary);
    }
    let mut null = excess(Model::Primary, &primary);
    let rows = rows(&primary, &null.noise())?;
    let effects = EFFECTS.map(|(name, prior_sd)| Effect { name: name.to_owned(), prior_sd });
    let mut shifts: Vec<MeasuredShift> = rows.iter().map(|row| row.shift.clone()).collect();
    let mut spread = fit_strength(&shifts, &effects)?;
    let mut extra = 0.0;
    for _ in 0..ROUNDS {
        extra = junior_variance(&rows, &spread);
        for (shift, row) in shifts.iter_mut().zip(&rows) {
            shift.variance = row.shift.variance + if row.junior() { extra } else { 0.0 };
        }
        spread = fit_strength(&shifts, &effects)?;
    }
    null.level = spread.effects[0];
    // The standard error of a mean is part of the spread.
    let shift = |k: usize, extra: f64| {
        let Estimate { value, error } = spread.effects[k];
        LagShift { mean: value, sd: (extra + error * error).sqrt() }
    };
    let (lasting, pairs) = lasting(&rows, &spread, extra);
    let days = || primary.iter().map(|m| &m.day);
    let mut strength = Strength {
        version: known.version.clone(),
        source: StrengthSource {
            performances: rows.len(),
            tournaments: shifts.iter().map(|shift| shift.event + 1).max().unwrap_or(0),
            days: [days().min(), days().max()].map(|day| day.cloned().unwrap_or_default()),
        },
        trend: Trend {
            before_2020: spread.effects[1].value,
            from_2020: spread.effects[2].value,
            covariance: std::array::from_fn(|i| std::array::from_fn(|j| spread.effect_covariance[i][j])),
            last_year: primary.iter().filter_map(|m| Some(m.first_day()?.year)).max().unwrap_or(0),
        },
        event_sd: spread.event_sd(),
        player: PlayerSpread {
            sd_at_2400: spread.player_sd(2400.0),
            ln_slope_per_300: spread.ln_player_sd_slope.value,
            lasting,
            ln_error: 0.0,
        },
        above_2700: shift(TOP, 0.0),
        below_2000: shift(LOW, 0.0),
        lag: Lags { junior: shift(JUNIOR, extra), youth_event: shift(YOUTH, extra), ..known.lag },
        tail: known.tail,
    };
    let expected: Vec<Expected> =
        rows.iter().map(|row| Expected::new(row, &strength, null.level.value)).collect();
    strength.player.ln_error = ln_error(&rows, &expected, &spread, null.freedom);
    strength.tail = tail::fit(&expected.iter().map(|e| (e.z, e.own)).collect::<Vec<_>>());
    let mut models = vec![null];
    models.extend(transfer::held_to(&primary, &null, &of_model(Model::DepthAware))?);
    Ok(NullFit {
        strength,
        models,
        spread,
        juniors: rows.iter().filter(|row| row.junior()).count(),
        pairs,
        shifts,
    })
}

impl NullFit {
    /// Level and excess of other projections, from measurements of some of the same performances with another engine, at other
    /// settings or under another model.
    ///
    /// # Errors
    /// If a day cannot be read.
    pub fn transfer(
        &self,
        measurements: &[Measurement],
        others: &[Measurement],
    ) -> Result<Vec<Transfer>, NullFitError> {
        transfer::transfer(self, measurements, others)
    }

    /// Overall z of a performance before anything is known of the event; `None` if nothing is left to chance.
    pub fn z(&self, measured: &Measurement, null: &ModelNull) -> Option<f64> {
        Some(measured.gains.overall(&null.noise(), self.prior(measured, null))?.z)
    }

    /// 95 % intervals by profile of `ln sigma_e`, `ln sigma_v` at 2400 and its slope; see [`profile_intervals`].
    pub fn intervals(&self) -> [[Option<f64>; 2]; 3] {
        let effects = EFFECTS.map(|(name, prior_sd)| Effect { name: name.to_owned(), prior_sd });
        profile_intervals(&self.shifts, &effects, &self.spread)
    }

    /// The null of a choice model.
    pub fn of(&self, model: Model) -> Option<&ModelNull> {
        self.models.iter().find(|null| null.model == model)
    }

    /// Shift of a performance before anybody's moves are looked at.
    pub fn prior(&self, measured: &Measurement, null: &ModelNull) -> Shift {
        let rating = f64::from(measured.rating);
        self.strength.prior(rating, measured.first_day(), measured.class(), 0.0).at_level(null.level.value)
    }
}

/// The excess of each score: squares of single games around the player's own level, pooled over the performances, so that neither
/// form nor rating error is in it.
fn excess(model: Model, measurements: &[&Measurement]) -> ModelNull {
    let freedom: u64 = measurements.iter().map(|m| u64::from(m.game_freedom)).sum();
    let excess = pooled(measurements.iter().map(|m| (m.game_squares, m.game_freedom)));
    let level = Estimate { value: 0.0, error: 0.0 };
    ModelNull { model, level, excess, freedom, performances: measurements.len() }
}

/// Performances whose scores rise with the rating, with the covariates in the order of [`EFFECTS`].
fn rows<'a>(measurements: &[&'a Measurement], noise: &Noise) -> Result<Vec<Row<'a>>, NullFitError> {
    let mut tournaments: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for measured in measurements {
        let day = measured.first_day().ok_or_else(|| NullFitError::Day(measured.day.clone()))?;
        let Some(found) = measured.gains.shift(noise) else { continue };
        let next = tournaments.len();
        let [before, after] = around_turn(decades(day));
        let rating = f64::from(measured.rating);
        let old = before_compression(rating, Some(day));
        let of = |class| if measured.class() == Some(class) { 1.0 } else { 0.0 };
        let (junior, youth) = (of(LagClass::Junior), of(LagClass::YouthEvent));
        let shift = MeasuredShift {
            event: *tournaments.entry(&measured.tournament).or_insert(next),
            rating,
            points: found.points + rating - old,
            variance: found.variance,
            covariates: vec![1.0, before, after, junior, above_2700(rating), youth, below_2000(old)],
        };
        rows.push(Row { measured, shift });
    }
    Ok(rows)
}

/// Extra variance of juniors, by moments: the squares of their residuals beyond the variance expected, weighted by the precision of
/// a square, and drawn towards [`JUNIOR_PRIOR`].
fn junior_variance(rows: &[Row], spread: &StrengthFit) -> f64 {
    let (pseudo, sd) = JUNIOR_PRIOR;
    let (mut found, mut weights, mut juniors) = (0.0, 0.0, 0.0);
    for Row { shift, .. } in rows.iter().filter(|row| row.junior()) {
        let rest = shift.points - spread.mean(&shift.covariates);
        let (event, player) = (spread.event_sd(), spread.player_sd(shift.rating));
        let usual = shift.variance + event * event + player * player;
        let weight = 1.0 / (usual * usual);
        found += weight * (rest * rest - usual);
        weights += weight;
        juniors += 1.0;
    }
    let mean = if weights > 0.0 { found / weights } else { 0.0 };
    ((pseudo * sd * sd + juniors * mean) / (pseudo + juniors)).max(0.0)
}

/// Share of the variance of form and rating error that a person keeps from tournament to tournament, and the pairs it rests on. The
/// product of two residuals has the expectation `share sd_i sd_j` and, roughly, the product of their variances as its variance.
fn lasting(rows: &[Row], spread: &StrengthFit, extra: f64) -> (f64, usize) {
    let mut people: BTreeMap<usize, Vec<(usize, f64, f64, f64)>> = BTreeMap::new();
    for row in rows {
        let shift = &row.shift;
        let (event, player) = (spread.event_sd(), spread.player_sd(shift.rating));
        let own = player * player + if row.junior() { extra } else { 0.0 };
        let all = shift.variance + event * event + own;
        let rest = shift.points - spread.mean(&shift.covariates);
        people.entry(row.measured.person).or_default().push((shift.event, rest, own.sqrt(), all));
    }
    let (mut products, mut information, mut pairs) = (0.0, 0.0, 0_usize);
    for performances in people.values() {
        for (k, a) in performances.iter().enumerate() {
            for b in performances.iter().skip(k + 1).filter(|b| b.0 != a.0) {
                products += a.1 * b.1 * a.2 * b.2 / (a.3 * b.3);
                information += (a.2 * b.2) * (a.2 * b.2) / (a.3 * b.3);
                pairs += 1;
            }
        }
    }
    let (prior, sd) = LASTING_PRIOR;
    let precision = 1.0 / (sd * sd);
    let share = (products + precision * prior) / (information + precision);
    (share.clamp(0.0, 1.0), pairs)
}

/// A performance under the fitted null.
struct Expected {
    z: f64,
    /// Shares of its variance, which add up to 1 with the error of the trend.
    own: f64,
    usual: f64,
    event: f64,
    moves: f64,
}

impl Expected {
    fn new(row: &Row, strength: &Strength, level: f64) -> Self {
        let rating = row.shift.rating;
        let prior = strength.prior(rating, row.measured.first_day(), row.measured.class(), 0.0);
        let added = rating - before_compression(rating, row.measured.first_day());
        let spread = row.shift.variance + prior.variance;
        let usual = strength.player_sd(rating);
        Self {
            z: (row.shift.points - added - prior.mean - level) / spread.sqrt(),
            own: prior.own / spread,
            usual: usual * usual / spread,
            event: strength.event_sd * strength.event_sd / spread,
            moves: row.shift.variance / spread,
        }
    }
}

/// Standard error of the logarithm of a z's spread, by the delta method: of the spread's three numbers with their covariance, and
/// of the excess, whose logarithm has the variance 2 over its degrees of freedom.
fn ln_error(rows: &[Row], expected: &[Expected], spread: &StrengthFit, freedom: u64) -> f64 {
    let n = rows.len() as f64;
    let mut slopes = [0.0; 3];
    let mut moves = 0.0;
    for (row, e) in rows.iter().zip(expected) {
        for (slope, part) in
            slopes.iter_mut().zip([e.event, e.usual, e.usual * rating_units(row.shift.rating)])
        {
            *slope += part / n;
        }
        moves += e.moves / n;
    }
    let mut variance = 0.25 * moves * moves * 2.0 / (freedom as f64).max(1.0);
    for (a, covariances) in slopes.iter().zip(&spread.spread_covariance) {
        for (b, covariance) in slopes.iter().zip(covariances) {
            variance += a * b * covariance;
        }
    }
    variance.max(0.0).sqrt()
}

#[cfg(test)]
pub(crate) mod tests;
