//! Strength of honest players against their published ratings: the null in rating points, the same for every engine.
//!
//! A player rated `R` in an event at date `y` plays like an honest player of strength
//!
//! ```text
//! theta = R + level + trend(y) + lag + ends(R) + d(R) + u + v      u ~ N(0, event_sd^2)      shared by the ratings of an event
//!                                                                  v ~ N(0, player_sd(R)^2)  form and rating error of one player
//! ```
//!
//! `d` is what other conditions change (rapid, blitz, play online): 0 for standard play over the board. Each has a file of its own, in
//! which trend and ends are those of standard play.
//!
//! `level` belongs to the projection (it says for which date a choice model was fitted) and stands in the parameter file.
//! Everything else belongs to chess and stands in one file of its own. Mean and variance of `theta - R` are computed
//! before the player's own moves are looked at; what the other players of the event show estimates `u`.

use datasets::day::Day;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::choice::rating_scale::log_linear_factor;
use crate::parameters::error::{ParameterError, within};

pub mod conditions;
pub mod field;

use conditions::OtherConditions;

/// The file that comes with the software, for standard play over the board.
pub const SHIPPED: &str = include_str!("../../parameters/strength.toml");

/// 2020-01-01 in days since 1970-01-01: the date at which the trend is 0 and its slope changes.
const TURN: i64 = 18_262;
/// Days of a decade.
const DECADE: f64 = 3652.5;

/// Decades from 2020-01-01 to a day.
pub(crate) fn decades(day: Day) -> f64 {
    (day.ordinal() - TURN) as f64 / DECADE
}

/// Decades before the turn, 0 or less, and after it.
pub(crate) fn around_turn(decades: f64) -> [f64; 2] {
    [decades.min(0.0), decades.max(0.0)]
}

/// The parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    /// Version, printed in every manifest.
    pub version: String,
    pub source: StrengthSource,
    pub trend: Trend,
    /// Standard deviation of what the ratings of an event share, in rating points.
    pub event_sd: f64,
    pub player: PlayerSpread,
    /// Mean shift per 100 points of rating above 2700, with its error: projections are fitted to few players there.
    #[serde(default)]
    pub above_2700: LagShift,
    /// Mean shift per 100 points of rating under 2000 on the scale up to February 2024, with its error.
    #[serde(default)]
    pub below_2000: LagShift,
    pub lag: Lags,
    pub tail: Tail,
    /// What the games have that standard play over the board has not; absent for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<OtherConditions>,
}

/// Performances the parameters were fitted to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrengthSource {
    pub performances: usize,
    pub tournaments: usize,
    /// First and last day of their tournaments, `YYYY-MM-DD`.
    pub days: [String; 2],
}

/// Mean shift of today's players, in rating points: 0 at the start of 2020, a line before and another after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trend {
    /// Points per decade up to 2020.
    pub before_2020: f64,
    /// Points per decade from 2020.
    pub from_2020: f64,
    /// Covariance of the errors of level at 2020, slope before and slope after, row by row.
    pub covariance: [[f64; 3]; 3],
    /// Last year of the fit; later dates have the trend of its end.
    pub last_year: u16,
}

/// Form and rating error of one player in one event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSpread {
    /// Standard deviation at a rating of 2400, in rating points.
    pub sd_at_2400: f64,
    /// Change of its logarithm per 300 rating points.
    pub ln_slope_per_300: f64,
    /// Share of the variance that is the same in all events of a person, 0 to 1.
    pub lasting: f64,
    /// Standard error of the logarithm of a z's spread.
    pub ln_error: f64,
}

/// Hundreds of rating points above 2700.
pub(crate) fn above_2700(rating: f64) -> f64 {
    ((rating - 2700.0) / 100.0).max(0.0)
}

/// Hundreds of rating points under 2000.
pub(crate) fn below_2000(rating: f64) -> f64 {
    ((2000.0 - rating) / 100.0).max(0.0)
}

/// The first day of the lists to which FIDE added 0.4 (2000 - R) for ratings under 2000.
const COMPRESSED: Day = Day { year: 2024, month: 3, day: 1 };

/// The rating on the scale that was in use up to February 2024.
pub(crate) fn before_compression(rating: f64, day: Option<Day>) -> f64 {
    if day.is_some_and(|day| day >= COMPRESSED) && rating < 2000.0 {
        2000.0 - (2000.0 - rating) / 0.6
    } else {
        rating
    }
}

/// Players whose rating is known to lag behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lags {
    pub junior: LagShift,
    /// Players of events for young players.
    #[serde(default)]
    pub youth_event: LagShift,
    pub new_player: LagShift,
    pub long_absent: LagShift,
}

/// A mean shift with the spread of it between players, in rating points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LagShift {
    pub mean: f64,
    /// Standard deviation beyond that of other players.
    pub sd: f64,
}

/// Why a rating is taken to lag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LagClass {
    /// 18 or younger in the year of the event.
    Junior,
    /// In an event for young players, 18 or younger as far as is known.
    YouthEvent,
    /// Development coefficient 40: new to the list, or under 18 with a rating under 2300 (Rating Regulations B.02, 8.3.3).
    NewPlayer,
    /// Flagged as inactive on the list.
    LongAbsent,
}

/// The heavy tail of `v`: a share of players whose strength lies further from the rating, in units of the player's standard
/// deviation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tail {
    /// Share, 0 to 0.5.
    pub share: f64,
    /// Mean of the second component.
    pub mean: f64,
    /// Its standard deviation, above 0.
    pub sd: f64,
}

/// Expected distance of an honest player's strength from the published rating, before the player's own moves are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shift {
    /// Mean, in rating points.
    pub mean: f64,
    /// Variance, in rating points squared.
    pub variance: f64,
    /// The part of the variance that is form and rating error of this player.
    pub own: f64,
}

impl Shift {
    /// The shift for another projection: its level added.
    pub fn at_level(self, level: f64) -> Self {
        Self { mean: self.mean + level, ..self }
    }

    /// With what the other players of the event show: `points` with `variance` in place of what all players of the event share.
    pub fn with_field(self, points: f64, variance: f64) -> Self {
        Self { mean: self.mean + points, variance: self.own + variance, own: self.own }
    }

    /// The part of the variance that all players of the event share: between events, and the error of level and trend.
    pub fn shared(self) -> f64 {
        self.variance - self.own
    }
}

impl Strength {
    /// Reads a file.
    ///
    /// # Errors
    /// If a field is missing, unknown or out of range.
    pub fn parse(text: &str) -> Result<Self, ParameterError> {
        let strength: Self = toml::from_str(text)?;
        strength.check()?;
        Ok(strength)
    }

    /// The file that comes with the software.
    ///
    /// # Errors
    /// If it does not read, which a test rules out.
    pub fn shipped() -> Result<Self, ParameterError> {
        Self::parse(SHIPPED)
    }

    /// Whether it names no version: a parameter file need not hold it.
    pub fn is_unset(&self) -> bool {
        self.version.is_empty()
    }

    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        let Self { event_sd, player, tail, .. } = self;
        within("event_sd", *event_sd, *event_sd >= 0.0, "0 or more")?;
        within("player.sd_at_2400", player.sd_at_2400, player.sd_at_2400 > 0.0, "above 0")?;
        within("player.lasting", player.lasting, (0.0..=1.0).contains(&player.lasting), "0 to 1")?;
        let slope = player.ln_slope_per_300;
        within("player.ln_slope_per_300", slope, slope.abs() <= 3.0, "-3 to 3")?;
        within("player.ln_error", player.ln_error, player.ln_error >= 0.0, "0 or more")?;
        within("tail.share", tail.share, (0.0..=0.5).contains(&tail.share), "0 to 0.5")?;
        within("tail.sd", tail.sd, tail.sd > 0.0, "above 0")?;
        let Lags { junior, youth_event, new_player, long_absent } = self.lag;
        for lag in [junior, youth_event, new_player, long_absent, self.above_2700, self.below_2000] {
            within("lag sd", lag.sd, lag.sd >= 0.0 && lag.mean.is_finite(), "0 or more")?;
        }
        for k in 0..3 {
            let own = self.trend.covariance[k][k];
            within("trend.covariance", own, own >= 0.0, "0 or more on the diagonal")?;
        }
        self.conditions.as_ref().map_or(Ok(()), OtherConditions::check)
    }

    /// Decades from 2020-01-01 to a day, none later than the end of the fit: before the turn, and after it.
    pub fn decades(&self, day: Option<Day>) -> [f64; 2] {
        let last = Day { year: self.trend.last_year, month: 12, day: 31 };
        around_turn(decades(day.unwrap_or(last).min(last)))
    }

    /// Mean shift of a date from 2020-01-01 on, in rating points. Without a date, that of the end of the fit.
    pub fn trend(&self, day: Option<Day>) -> f64 {
        let [before, after] = self.decades(day);
        self.trend.before_2020 * before + self.trend.from_2020 * after
    }

    /// Mean shift of a rating above 2700 or under 2000, in rating points, with its error; 0 for others. From March 2024 on, what was
    /// added to ratings under 2000 is no longer a part of it.
    pub fn ends(&self, rating: f64, day: Option<Day>) -> LagShift {
        let before = before_compression(rating, day);
        let (above, below) = (above_2700(rating), below_2000(before));
        LagShift {
            mean: before - rating + above * self.above_2700.mean + below * self.below_2000.mean,
            sd: above * self.above_2700.sd + below * self.below_2000.sd,
        }
    }

    /// Mean shift and spread of a lag class.
    pub fn lag(&self, class: Option<LagClass>) -> LagShift {
        match class {
            None => LagShift::default(),
            Some(LagClass::Junior) => self.lag.junior,
            Some(LagClass::YouthEvent) => self.lag.youth_event,
            Some(LagClass::NewPlayer) => self.lag.new_player,
            Some(LagClass::LongAbsent) => self.lag.long_absent,
        }
    }

    /// Standard deviation of form and rating error of one player in one event at a rating, in rating points.
    pub fn player_sd(&self, rating: f64) -> f64 {
        self.player.sd_at_2400 * log_linear_factor(self.player.ln_slope_per_300, rating)
    }

    /// The shift of a player before anybody of the event is looked at, for a projection of level 0. `sd` is the standard
    /// deviation of the rating beyond the usual, in rating points.
    pub fn prior(&self, rating: f64, day: Option<Day>, class: Option<LagClass>, sd: f64) -> Shift {
        let [before, after] = self.decades(day);
        let x = [1.0, before, after];
        let mut error = 0.0;
        for (a, row) in x.iter().zip(&self.trend.covariance) {
            error += row.iter().zip(&x).map(|(c, b)| a * b * c).sum::<f64>();
        }
        let lag = self.lag(class);
        let usual = self.player_sd(rating);
        let ends = self.ends(rating, day);
        let mut own = usual * usual + lag.sd * lag.sd + ends.sd * ends.sd + sd * sd;
        let mut mean = self.trend(day) + lag.mean + ends.mean;
        if let Some(other) = &self.conditions {
            mean += other.shift(rating);
            own += other.slope_variance(rating);
            error += other.shared_variance();
        }
        Shift { mean, variance: own + self.event_sd * self.event_sd + error, own }
    }

    /// Probability that an honest player reaches a z or more. `own` is the share of the z's variance that is the player's own
    /// form and rating error, 0 to 1. Integrates over the heavy tail of `v` and over the error of the spread (Gauss-Hermite,
    /// three nodes).
    pub fn reached(&self, z: f64, own: f64) -> f64 {
        let Tail { share, mean, sd } = self.tail;
        let normal = Normal::standard();
        let own = own.clamp(0.0, 1.0);
        let nodes = [(-1.0, 1.0 / 6.0), (0.0, 2.0 / 3.0), (1.0, 1.0 / 6.0)];
        let at = |step: f64| {
            let spread = libm::exp(step * 3.0_f64.sqrt() * self.player.ln_error);
            let component = |mean: f64, sd: f64| {
                let scale = (1.0 - own + own * sd * sd).sqrt();
                normal.sf((z / spread - mean * own.sqrt()) / scale)
            };
            (1.0 - share) * component(0.0, 1.0) + share * component(mean, sd)
        };
        nodes.into_iter().map(|(step, weight)| weight * at(step)).sum()
    }
}

#[cfg(test)]
mod tests;
