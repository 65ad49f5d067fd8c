//! Everything that the null needs, from measured performances: excess, trend, spread, juniors, lasting form, heavy tail.
//!
//! For faster or online play the shift that standard play over the board predicts (trend, ends, lags) is subtracted first. Level, slope
//! over the rating and spread are fitted to the difference.
//!
//! Of online performances a share is taken as helped, and the others are described as if honest.
//!
//! The strength is fitted to the primary model. Other projections (the depth-aware model, another engine) get a level and an excess
//! of their own from the same performances, so that the form of the players cancels.

use std::collections::BTreeMap;

use datasets::day::Day;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::venue::Venue;
use thiserror::Error;

use super::excess::pooled;
use super::measurement::{Measurement, Model};
use super::method::WEIGHTS;
use super::strength::{
    Effect, Estimate, Shift as MeasuredShift, StrengthError, StrengthFit, fit_strength, profile_intervals,
};
use crate::choice::rating_scale::rating_units;
use crate::null::gains::{Noise, SCORES};
use crate::null::strength::conditions::{ModelChange, OtherConditions};
use crate::null::strength::{
    LagClass, LagShift, Lags, PlayerSpread, Shift, Strength, StrengthSource, Trend, above_2700, around_turn,
    before_compression, below_2000, decades,
};
use crate::parameters::Parameters;

mod helped;
mod tail;
mod transfer;

pub use transfer::Transfer;

/// Names of the fixed effects that both fits have.
const JUNIOR: &str = "junior";
const YOUTH: &str = "event for young players";
const ABOVE: &str = "per 100 points above 2700";
const BELOW: &str = "per 100 points under 2000";
/// Fixed effects of the fit of standard play over the board, with the standard deviations of their priors in rating points: level and
/// trend come first.
const EFFECTS: [(&str, f64); 7] = [
    ("level at 2020", 200.0),
    ("per decade before 2020", 100.0),
    ("per decade from 2020", 100.0),
    (JUNIOR, 200.0),
    (ABOVE, 50.0),
    (YOUTH, 200.0),
    (BELOW, 50.0),
];
/// The same under other conditions, each a difference from standard play: level and slope come first. That young players gain more or
/// less than others in faster play is possible and not known.
const DIFFERENCES: [(&str, f64); 4] =
    [("level", 200.0), ("per 300 points of rating", 100.0), (JUNIOR, 50.0), (YOUTH, 50.0)];
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
    /// The fixed effects: their names and priors.
    pub effects: Vec<Effect>,
    /// Their estimates, and the spread.
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

/// The null that a fit starts from, and the conditions of its measurements.
#[derive(Clone, Copy, Debug)]
pub struct Baseline<'a> {
    /// Version of the fit.
    pub version: &'a str,
    /// Strength in standard play over the board. What measurements do not show is as there.
    pub standard: &'a Strength,
    /// Conditions of the measurements with the parameters that projected them; absent for standard play over the board.
    pub other: Option<(Conditions, &'a Parameters)>,
}

impl Baseline<'_> {
    fn effects(&self) -> Vec<Effect> {
        let effects: &[(&str, f64)] = if self.other.is_some() { &DIFFERENCES } else { &EFFECTS };
        effects
            .iter()
            .map(|(name, prior_sd)| Effect { name: (*name).to_owned(), prior_sd: *prior_sd })
            .collect()
    }

    /// The shift of a performance with what the fit does not look for taken out, and the covariates of [`Baseline::effects`].
    fn effects_of(&self, measured: &Measurement, day: Day, points: f64) -> (f64, Vec<f64>) {
        let rating = f64::from(measured.rating);
        let of = |class| if measured.class() == Some(class) { 1.0 } else { 0.0 };
        let (junior, youth) = (of(LagClass::Junior), of(LagClass::YouthEvent));
        if let Some((_, parameters)) = self.other {
            let usual = self.standard.prior(rating, Some(day), measured.class(), 0.0);
            let rest = points - usual.mean - parameters.null.level;
            return (rest, vec![1.0, rating_units(rating), junior, youth]);
        }
        let [before, after] = around_turn(decades(day));
        let old = before_compression(rating, Some(day));
        let covariates = vec![1.0, before, after, junior, above_2700(rating), youth, below_2000(old)];
        // From the rating on the scale up to February 2024.
        (points + rating - old, covariates)
    }
}

/// A performance in the fit.
struct Row<'a> {
    measured: &'a Measurement,
    /// Shift from the published rating, in rating points.
    points: f64,
    /// The shift that is fitted.
    shift: MeasuredShift,
}

/// A shift beside what a fit expects.
struct Residual {
    /// Rating points above the expected shift.
    rest: f64,
    /// Variance of the player's form and rating error, in rating points squared.
    own: f64,
    /// Variance of the residual: moves, event and player.
    variance: f64,
}

impl Row<'_> {
    fn junior(&self) -> bool {
        self.measured.class().is_some()
    }

    /// The residual under a fit; juniors have an extra variance.
    fn residual(&self, spread: &StrengthFit, extra: f64) -> Residual {
        let shift = &self.shift;
        let (event, player) = (spread.event_sd(), spread.player_sd(shift.rating));
        let own = player * player + if self.junior() { extra } else { 0.0 };
        Residual {
            rest: shift.points - spread.mean(&shift.covariates),
            own,
            variance: shift.variance + event * event + own,
        }
    }
}

/// Fits the null. What measurements do not show (new and absent players) is as in `known`.
///
/// # Errors
/// If a day cannot be read, or the performances are too few.
pub fn fit_null(measurements: &[&Measurement], known: &Baseline<'_>) -> Result<NullFit, NullFitError> {
    let of_model = |model: Model| -> Vec<&Measurement> {
        measurements.iter().copied().filter(|m| m.model == model).collect()
    };
    let primary = of_model(Model::Primary);
    if primary.is_empty() {
        return Err(NullFitError::NoPrimary);
    }
    let mut null = excess(Model::Primary, &primary);
    let mut rows = rows(&primary, &null.noise(), known)?;
    let effects = known.effects();
    // Collections of online games hold helped ones.
    let online = known.other.is_some_and(|(conditions, _)| conditions.venue == Venue::Online);
    let tail = known.standard.tail;
    let helped = online.then(|| helped::weigh(&mut rows, &effects, tail)).transpose()?;
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
    let (lasting, pairs) = lasting(&rows, &spread, extra);
    let days = || primary.iter().map(|m| &m.day);
    let mut strength = Strength {
        version: known.version.to_owned(),
        source: StrengthSource {
            performances: rows.len(),
            tournaments: shifts.iter().map(|shift| shift.event + 1).max().unwrap_or(0),
            days: [days().min(), days().max()].map(|day| day.cloned().unwrap_or_default()),
        },
        event_sd: spread.event_sd(),
        player: PlayerSpread {
            sd_at_2400: spread.player_sd(2400.0),
            ln_slope_per_300: spread.ln_player_sd_slope.value,
            lasting,
            ln_error: 0.0,
        },
        conditions: None,
        ..known.standard.clone()
    };
    // The standard error of a mean is part of the spread.
    let shift = |name: &str, usual: f64, extra: f64| {
        let place = effects.iter().position(|effect| effect.name == name);
        place.and_then(|k| spread.effects.get(k)).map(|Estimate { value, error }| LagShift {
            mean: usual + value,
            sd: (extra + error * error).sqrt(),
        })
    };
    let usual = match known.other {
        None => Lags::default(),
        Some(_) => known.standard.lag,
    };
    let lag = &mut strength.lag;
    lag.junior = shift(JUNIOR, usual.junior.mean, extra).unwrap_or_default();
    lag.youth_event = shift(YOUTH, usual.youth_event.mean, extra).unwrap_or_default();
    match known.other {
        None => {
            null.level = spread.effects[0];
            strength.trend = Trend {
                before_2020: spread.effects[1].value,
                from_2020: spread.effects[2].value,
                covariance: std::array::from_fn(|i| std::array::from_fn(|j| spread.effect_covariance[i][j])),
                last_year: primary.iter().filter_map(|m| Some(m.first_day()?.year)).max().unwrap_or(0),
            };
            strength.above_2700 = shift(ABOVE, 0.0, 0.0).unwrap_or_default();
            strength.below_2000 = shift(BELOW, 0.0, 0.0).unwrap_or_default();
        }
        Some((Conditions { venue, class }, parameters)) => {
            null.level = Estimate { value: parameters.null.level, error: spread.effects[0].error };
            let covariance = &spread.effect_covariance;
            strength.conditions = Some(OtherConditions {
                time_class: class,
                venue,
                projections: parameters.version.clone(),
                provisional: false,
                at_2400: spread.effects[0].value,
                per_300: spread.effects[1].value,
                covariance: std::array::from_fn(|i| std::array::from_fn(|j| covariance[i.max(j)][i.min(j)])),
                helped,
                primary: ModelChange::new(&parameters.null, 0.0, null.excess),
                depth_aware: None,
            });
        }
    }
    let expected: Vec<Expected> =
        rows.iter().map(|row| Expected::new(row, &strength, null.level.value)).collect();
    strength.player.ln_error = ln_error(&rows, &expected, &spread, null.freedom);
    let weighted = expected.iter().zip(&rows).map(|(e, row)| (e.z, e.own, row.shift.weight));
    strength.tail = tail::fit(&weighted.collect::<Vec<_>>());
    let mut models = vec![null];
    if let Some(second) = transfer::held_to(&primary, &null, &of_model(Model::DepthAware)) {
        models.push(second);
        let usual = known.other.and_then(|(_, parameters)| Some(parameters.depth_aware.as_ref()?.null));
        if let (Some(other), Some(usual)) = (&mut strength.conditions, usual) {
            let level = second.level.value - usual.level;
            other.depth_aware = Some(ModelChange::new(&usual, level, second.excess));
        }
    }
    Ok(NullFit {
        strength,
        models,
        effects,
        spread,
        juniors: rows.iter().filter(|row| row.junior()).count(),
        pairs,
        shifts,
    })
}

impl NullFit {
    /// Level and excess of other projections, from measurements of some of the same performances with another engine, at other
    /// settings or under another model.
    pub fn transfer(&self, measurements: &[Measurement], others: &[Measurement]) -> Vec<Transfer> {
        transfer::transfer(self, measurements, others)
    }

    /// Overall z of a performance before anything is known of the event; `None` if nothing is left to chance.
    pub fn z(&self, measured: &Measurement, null: &ModelNull) -> Option<f64> {
        Some(measured.gains.overall(&null.noise(), self.prior(measured, null))?.z)
    }

    /// 95 % intervals by profile of `ln sigma_e`, `ln sigma_v` at 2400 and its slope; see [`profile_intervals`].
    pub fn intervals(&self) -> [[Option<f64>; 2]; 3] {
        profile_intervals(&self.shifts, &self.effects, &self.spread)
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

/// Performances whose scores rise with the rating.
fn rows<'a>(
    measurements: &[&'a Measurement],
    noise: &Noise,
    known: &Baseline<'_>,
) -> Result<Vec<Row<'a>>, NullFitError> {
    let mut tournaments: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for measured in measurements {
        let day = measured.first_day().ok_or_else(|| NullFitError::Day(measured.day.clone()))?;
        let Some(found) = measured.gains.shift(noise) else { continue };
        let next = tournaments.len();
        let (points, covariates) = known.effects_of(measured, day, found.points);
        let shift = MeasuredShift {
            event: *tournaments.entry(&measured.tournament).or_insert(next),
            rating: f64::from(measured.rating),
            points,
            variance: found.variance,
            weight: 1.0,
            covariates,
        };
        rows.push(Row { measured, points: found.points, shift });
    }
    Ok(rows)
}

/// Extra variance of juniors, by moments: the squares of their residuals beyond the variance expected, weighted by the precision of
/// a square, and drawn towards [`JUNIOR_PRIOR`].
fn junior_variance(rows: &[Row], spread: &StrengthFit) -> f64 {
    let (pseudo, sd) = JUNIOR_PRIOR;
    let (mut found, mut weights, mut juniors) = (0.0, 0.0, 0.0);
    for row in rows.iter().filter(|row| row.junior()) {
        let Residual { rest, variance, .. } = row.residual(spread, 0.0);
        let weight = row.shift.weight / (variance * variance);
        found += weight * (rest * rest - variance);
        weights += weight;
        juniors += row.shift.weight;
    }
    let mean = if weights > 0.0 { found / weights } else { 0.0 };
    ((pseudo * sd * sd + juniors * mean) / (pseudo + juniors)).max(0.0)
}

/// Share of the variance of form and rating error that a person keeps from tournament to tournament, and the pairs it rests on. The
/// product of two residuals has the expectation `share sd_i sd_j` and, roughly, the product of their variances as its variance.
fn lasting(rows: &[Row], spread: &StrengthFit, extra: f64) -> (f64, usize) {
    let mut people: BTreeMap<usize, Vec<(&MeasuredShift, Residual)>> = BTreeMap::new();
    for row in rows {
        let residual = row.residual(spread, extra);
        people.entry(row.measured.person).or_default().push((&row.shift, residual));
    }
    let (mut products, mut information, mut pairs) = (0.0, 0.0, 0_usize);
    for performances in people.values() {
        for (k, (shift, a)) in performances.iter().enumerate() {
            for (other, b) in performances.iter().skip(k + 1).filter(|b| b.0.event != shift.event) {
                let sd = a.own.sqrt() * b.own.sqrt();
                let weight = shift.weight * other.weight / (a.variance * b.variance);
                products += weight * a.rest * b.rest * sd;
                information += weight * sd * sd;
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
        let spread = row.shift.variance + prior.variance;
        let usual = strength.player_sd(rating);
        Self {
            z: (row.points - prior.mean - level) / spread.sqrt(),
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
