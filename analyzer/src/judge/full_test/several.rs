//! One player in several events: each for itself, and all of them together.
//!
//! Together means: the sums of all decisions against the shift expected of all events together. Form and rating error have one
//! share that is the same in all events of a person, fitted to people with several events, and does not average out; the rest,
//! and what the ratings of an event share, is drawn anew in every event. What the result would be if all of a player's form and
//! rating error lasted stands beside it. The rows are no choices to pick from: all of them are printed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PlayerShifts;
use super::player_decision::PlayerDecision;
use super::player_decision::sums;
use crate::judge::screen::document::PlayerResult;
use crate::null::gains::pooled_shift;
use crate::null::strength::Shift;
use crate::null::{Null, PerTest};
use crate::parameters::{CalibratedModel, Parameters};
use crate::statistics::overall::{Leading, Shifts, leading};
use crate::statistics::sums::Sums;
use datasets::Game;
use datasets::ratings::list::Day;

/// One player's decisions in one event, as sums.
#[derive(Clone, Debug, PartialEq)]
pub struct Performance {
    entry: EventEntry,
    parameters: String,
    /// Share of a player's form and rating error that is the same in all events.
    lasting: f64,
    record: Under,
    second: Option<Under>,
}

/// The sums under a reading, and the player's shift there.
#[derive(Clone, Debug, PartialEq)]
struct Under {
    null: Null,
    sums: Sums,
    shifts: Shifts,
}

/// One event of the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventEntry {
    pub name: String,
    /// First day on which the player sat down, as `YYYY-MM-DD`; absent without a full date.
    pub first_day: Option<String>,
    pub last_day: Option<String>,
    /// Rating held to.
    pub rating: Option<u16>,
    /// Games whose moves were classified.
    pub games: u32,
    pub decisions: u32,
    /// Overall z of the primary model of this event alone.
    pub overall_z: Option<f64>,
    /// The same of the second model.
    pub depth_aware_z: Option<f64>,
    /// Overall z of the primary model of the events up to this one together; absent below the gate.
    pub combined_z: Option<f64>,
    /// The same of the second model.
    pub combined_depth_aware_z: Option<f64>,
}

/// Several events of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Several {
    /// The events, in order of date; the last is the one that is tested.
    pub events: Vec<EventEntry>,
    /// All of them together; absent with the reason below.
    pub combined: Option<Combined>,
    /// Why they cannot be read together.
    pub apart: Option<Apart>,
}

/// Why events cannot be read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Apart {
    /// There is one event only.
    OneEvent,
    /// They were judged by different parameters, as events of different time classes are.
    OtherParameters,
    /// Too few decisions, or decisions without a projection.
    TooFew,
}

/// All events together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Combined {
    pub decisions: u32,
    /// Mean of the expected shift, in rating points.
    pub shift: f64,
    /// Its standard deviation.
    pub shift_sd: f64,
    /// Observed means of MM, EV and ASD.
    pub observed: PerTest<f64>,
    /// Projected means.
    pub expected: PerTest<f64>,
    /// Adjusted z of each test under the primary model.
    pub z_adjusted: PerTest<f64>,
    /// The result, and what it is under other ways to put events together; the one that leads first.
    pub rows: Vec<Together>,
}

/// Events put together in one way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Together {
    /// How.
    pub way: Way,
    pub decisions: u32,
    /// Overall z of the primary model.
    pub overall_z: Option<f64>,
    /// The same of the second model.
    pub depth_aware_z: Option<f64>,
}

/// A way to put events together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Way {
    /// Sums, with the share of form and rating error that lasts: the way that leads.
    Sums,
    /// Sums, form and rating error the same in all events.
    OnePerformance,
    /// As the one that leads, without one of the events.
    Without {
        /// Its place in the list.
        event: usize,
    },
}

impl Performance {
    /// The player's decisions in an event as sums. `None` if one of them has no projection.
    pub(super) fn new(
        name: &str,
        games: &[Game],
        player: &PlayerResult,
        own: &[PlayerDecision],
        (parameters, shifts): (&Parameters, &PlayerShifts),
        rating: impl Fn(usize) -> Option<u16> + Copy,
    ) -> Option<Self> {
        let day = |game: &Game| Day::parse(&game.date);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let record = under(own, parameters, shifts.record, rating)?;
        let second = parameters.depth_aware.as_ref();
        let second = second.and_then(|second| under(own, second, shifts.second, rating));
        Some(Self {
            entry: EventEntry {
                name: name.to_owned(),
                first_day: games.iter().filter_map(day).min().map(|day| day.to_string()),
                last_day: games.iter().filter_map(day).max().map(|day| day.to_string()),
                rating: player.rating,
                games: count(games.len()),
                decisions: player.scored,
                overall_z: player.overall_z,
                depth_aware_z: player.depth_aware.as_ref().map(|d| d.overall_z),
                combined_z: None,
                combined_depth_aware_z: None,
            },
            parameters: parameters.version.clone(),
            lasting: parameters.strength.player.lasting,
            second: second.filter(|second| second.sums.projected == record.sums.projected),
            record,
        })
    }
}

fn under<R: CalibratedModel>(
    own: &[PlayerDecision],
    reading: &R,
    shifts: Shifts,
    rating: impl Fn(usize) -> Option<u16> + Copy,
) -> Option<Under> {
    let found = sums(own, reading, rating).filter(|sums| sums.projected == sums.decisions)?;
    Some(Under { null: *reading.null(), sums: found, shifts })
}

/// Reads events together, in order of date.
pub fn several(performances: &[Performance]) -> Several {
    let all: Vec<&Performance> = performances.iter().collect();
    let apart = apart(&all);
    let events = all.iter().enumerate().map(|(place, performance)| {
        let so_far = all.get(..=place).unwrap_or_default();
        let together = (self::apart(so_far).is_none() || so_far.len() == 1).then_some(so_far);
        EventEntry {
            combined_z: together.and_then(|events| of_record(events, Way::Sums)),
            combined_depth_aware_z: together.and_then(|events| of_second(events, Way::Sums)),
            ..performance.entry.clone()
        }
    });
    Several { events: events.collect(), combined: if apart.is_none() { combined(&all) } else { None }, apart }
}

fn apart(events: &[&Performance]) -> Option<Apart> {
    let total: u32 = events.iter().map(|e| e.record.sums.projected).sum();
    let first = events.first()?;
    if events.len() < 2 {
        Some(Apart::OneEvent)
    } else if events.iter().any(|e| e.parameters != first.parameters) {
        Some(Apart::OtherParameters)
    } else if total < first.record.null.gate.decisions {
        Some(Apart::TooFew)
    } else {
        None
    }
}

fn combined(events: &[&Performance]) -> Option<Combined> {
    let under: Vec<&Under> = events.iter().map(|e| &e.record).collect();
    let merged = merged(&under);
    let found = together(&under, lasting(events)?)?;
    let n = f64::from(merged.projected);
    let row = |way: Way, events: &[&Performance]| Together {
        way,
        decisions: events.iter().map(|e| e.record.sums.projected).sum(),
        overall_z: of_record(events, way),
        depth_aware_z: of_second(events, way),
    };
    let mut rows: Vec<Together> = [Way::Sums, Way::OnePerformance].map(|way| row(way, events)).into();
    for event in 0..events.len() {
        let others: Vec<&Performance> = events
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != event)
            .map(|(_, performance)| *performance)
            .collect();
        let mut without = row(Way::Sums, &others);
        without.way = Way::Without { event };
        rows.push(without);
    }
    Some(Combined {
        decisions: merged.projected,
        shift: found.shift.mean,
        shift_sd: found.shift.variance.sqrt(),
        observed: PerTest::from_fn(|test| merged.compared(test) / n),
        expected: PerTest::from_fn(|test| merged.expected(test) / n),
        z_adjusted: found.z.tests,
        rows,
    })
}

fn lasting(events: &[&Performance]) -> Option<f64> {
    Some(events.first()?.lasting)
}

fn of_record(events: &[&Performance], way: Way) -> Option<f64> {
    let under: Vec<&Under> = events.iter().map(|e| &e.record).collect();
    overall(&under, way, lasting(events)?)
}

fn of_second(events: &[&Performance], way: Way) -> Option<f64> {
    let under: Option<Vec<&Under>> = events.iter().map(|e| e.second.as_ref()).collect();
    overall(&under?, way, lasting(events)?)
}

fn overall(under: &[&Under], way: Way, lasting: f64) -> Option<f64> {
    let gate = under.first()?.null.gate.decisions;
    let total: u32 = under.iter().map(|u| u.sums.projected).sum();
    let lasting = if way == Way::OnePerformance { 1.0 } else { lasting };
    let found = together(under, lasting).filter(|_| total >= gate)?;
    Some(found.z.overall.z)
}

fn merged(under: &[&Under]) -> Sums {
    let mut all = Sums::default();
    for of_event in under {
        all.merge(&of_event.sums);
    }
    all
}

/// The z of all events. `lasting` is the share of a player's own variance that all of them have in common.
fn together(under: &[&Under], lasting: f64) -> Option<Leading> {
    let null = &under.first()?.null;
    let noise = null.noise();
    let between = |a: &Shift, b: &Shift| lasting * (a.own * b.own).sqrt();
    let pooled = |shift: fn(&Shifts) -> Shift| {
        let parts: Vec<_> = under.iter().map(|u| (u.sums.added(), shift(&u.shifts))).collect();
        pooled_shift(&parts, &noise, between)
    };
    // An event without others counts as it is.
    let field = under.iter().any(|u| u.shifts.field.is_some());
    let shifts = Shifts {
        alone: pooled(|shifts| shifts.alone),
        field: field.then(|| pooled(|shifts| shifts.field.unwrap_or(shifts.alone))),
    };
    leading(&merged(under), null, &shifts)
}

#[cfg(test)]
mod tests;
