//! One player in several events: each for itself, and all of them together.
//!
//! Together means: the sums of all decisions, held against the null of one performance whose form and rating error are
//! drawn anew for every event. After T decisions of one event a test's z has the variance `f^2 = within + growth T`, of
//! which `growth T` is what all decisions of that event share: form, and the error of the rating. In the sum over events
//! with variances `V_1`, `V_2`, ... these parts do not add up across events, so that
//!
//! `f^2 = sum V_e f_e^2 / sum V_e`, with `f_e` the dispersion of event e, floor included.
//!
//! With one event this is the ordinary result. A Stouffer sum of the events' z, weighted by the square root of their
//! decisions, has the same variance of 1 under this null; it is printed beside it. If form and rating error were the same
//! in all events, the dispersion of one performance of that length would hold; that z stands there too. The rows are no
//! choices to pick from: all of them are printed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::player_decision::PlayerDecision;
use super::player_decision::sums;
use crate::judge::screen::document::PlayerResult;
use crate::null::{Null, PerTest};
use crate::parameters::{CalibratedModel, Parameters};
use crate::statistics::overall::adjusted;
use crate::statistics::rating_error::widened;
use crate::statistics::sums::Sums;
use datasets::Game;
use datasets::ratings::list::Day;

/// Half the width of the difference quotient for the error of the rating, in rating points.
const STEP: u16 = 25;

/// One player's decisions in one event, as sums.
#[derive(Clone, Debug, PartialEq)]
pub struct Performance {
    entry: EventEntry,
    parameters: String,
    sd: u16,
    record: Under,
    second: Option<Under>,
}

/// The sums under a reading; and under a rating a step lower and higher, where the rating is uncertain.
#[derive(Clone, Debug, PartialEq)]
struct Under {
    null: Null,
    sums: Sums,
    around: Option<[Sums; 2]>,
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
    /// Dispersion of each test under the primary model.
    pub dispersion: PerTest<f64>,
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
    /// Sums, form and rating error anew in every event: the way that leads.
    Sums,
    /// Sums, form and rating error the same in all events.
    OnePerformance,
    /// The events' z, weighted by the square root of their decisions (Stouffer).
    Weighted,
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
        parameters: &Parameters,
        rating: impl Fn(usize) -> Option<u16> + Copy,
    ) -> Option<Self> {
        let day = |game: &Game| Day::parse(&game.date);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let record = under(own, parameters, rating, player.rating_sd)?;
        let second = parameters.depth_aware.as_ref();
        let second = second.and_then(|second| under(own, second, rating, player.rating_sd));
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
            sd: player.rating_sd,
            second: second.filter(|second| second.sums.projected == record.sums.projected),
            record,
        })
    }
}

fn under<R: CalibratedModel>(
    own: &[PlayerDecision],
    reading: &R,
    rating: impl Fn(usize) -> Option<u16> + Copy,
    sd: u16,
) -> Option<Under> {
    let at = |shift: i16| sums(own, reading, |game| rating(game)?.checked_add_signed(shift));
    let found = at(0).filter(|sums| sums.projected == sums.decisions)?;
    let step = STEP.cast_signed();
    let around = (sd > 0).then(|| Some([at(-step)?, at(step)?])).flatten();
    Some(Under { null: *reading.null(), sums: found, around })
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
    let null = &events.first()?.record.null;
    let sums: Vec<&Sums> = events.iter().map(|e| &e.record.sums).collect();
    let (merged, f) = (merged(&sums), dispersion(null, &sums));
    let (z_adjusted, _) = together(null, &sums)?;
    let n = f64::from(merged.projected);
    let row = |way: Way, events: &[&Performance]| Together {
        way,
        decisions: events.iter().map(|e| e.record.sums.projected).sum(),
        overall_z: of_record(events, way),
        depth_aware_z: of_second(events, way),
    };
    let mut rows: Vec<Together> =
        [Way::Sums, Way::OnePerformance, Way::Weighted].map(|way| row(way, events)).into();
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
        dispersion: f,
        observed: PerTest::from_fn(|test| merged.compared(test) / n),
        expected: PerTest::from_fn(|test| merged.expected(test) / n),
        z_adjusted,
        rows,
    })
}

fn of_record(events: &[&Performance], way: Way) -> Option<f64> {
    let under: Vec<&Under> = events.iter().map(|e| &e.record).collect();
    overall(&under, way, sd(events))
}

fn of_second(events: &[&Performance], way: Way) -> Option<f64> {
    let under: Option<Vec<&Under>> = events.iter().map(|e| e.second.as_ref()).collect();
    overall(&under?, way, sd(events))
}

/// The error of a rating is taken as the same in all events, which widens most.
fn sd(events: &[&Performance]) -> f64 {
    f64::from(events.iter().map(|e| e.sd).max().unwrap_or_default())
}

fn overall(under: &[&Under], way: Way, sd: f64) -> Option<f64> {
    let null = &under.first()?.null;
    let total: u32 = under.iter().map(|u| u.sums.projected).sum();
    if total < null.gate.decisions {
        return None;
    }
    let z = |pick: &dyn Fn(&Under) -> Option<Sums>| -> Option<f64> {
        let sums: Option<Vec<Sums>> = under.iter().map(|u| pick(u)).collect();
        let sums = sums?;
        put_together(null, &sums.iter().collect::<Vec<_>>(), way)
    };
    let found = z(&|u| Some(u.sums.clone()))?;
    if sd <= 0.0 {
        return Some(found);
    }
    // Events with a certain rating stay where they are.
    let moved = |k: usize| {
        z(&|u: &Under| match &u.around {
            Some(around) => around.get(k).cloned(),
            None => Some(u.sums.clone()),
        })
    };
    let slope = (moved(1)? - moved(0)?) / f64::from(2 * STEP);
    Some(widened(found, slope, sd))
}

fn put_together(null: &Null, sums: &[&Sums], way: Way) -> Option<f64> {
    match way {
        Way::Sums | Way::Without { .. } => together(null, sums).map(|(_, z)| z),
        Way::OnePerformance => adjusted(&merged(sums), null).map(|(_, z)| z),
        Way::Weighted => {
            let (mut gain, mut weight) = (0.0, 0.0);
            for sums in sums.iter().filter(|sums| sums.projected > 0) {
                let (_, z) = adjusted(sums, null)?;
                gain += f64::from(sums.projected).sqrt() * z;
                weight += f64::from(sums.projected);
            }
            (weight > 0.0).then(|| gain / weight.sqrt())
        }
    }
}

fn merged(sums: &[&Sums]) -> Sums {
    let mut all = Sums::default();
    for sums in sums {
        all.merge(sums);
    }
    all
}

/// Adjusted z of the tests and overall z of the sums, form anew in every event.
fn together(null: &Null, sums: &[&Sums]) -> Option<(PerTest<f64>, f64)> {
    let z = merged(sums).headline_z()?.zip(dispersion(null, sums), |z, f| z / f);
    Some((z, null.overall(&z)))
}

/// `f` of the sum of events: their own, weighted by their variances.
fn dispersion(null: &Null, sums: &[&Sums]) -> PerTest<f64> {
    PerTest::from_fn(|test| {
        let dispersion = null.dispersion.each()[test];
        let (mut weighed, mut all) = (0.0, 0.0);
        for sums in sums {
            let f = dispersion.after(sums.extent());
            weighed += sums.variance(test) * f * f;
            all += sums.variance(test);
        }
        if all > 0.0 { (weighed / all).sqrt() } else { dispersion.floor }
    })
}

#[cfg(test)]
mod tests;
