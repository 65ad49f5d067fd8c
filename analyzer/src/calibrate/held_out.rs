//! Every performance under parameters that were fitted to other events.
//!
//! The events are dealt into parts; each part is scored with parameters made from the other parts. So every
//! performance is held out once, and none was seen by the parameters that judge it.

use rayon::prelude::*;

use crate::calibrate::anchor::Anchor;
use crate::calibrate::method::{FittedParameters, MakeError, Method};
use crate::calibrate::prediction::{Prediction, Predictions};
use crate::calibrate::resample::Side;
use crate::calibrate::split::EventSet;
use crate::calibrate::spread::Scored;
use crate::decision::performance::Performance;
use crate::null::{Null, PerTest};
use crate::parameters::CalibratedModel;

/// A performance judged by parameters that did not see it.
#[derive(Clone, Debug)]
pub struct HeldOut {
    pub scored: Scored,
    /// Adjusted z of the tests.
    pub tests: PerTest<f64>,
    pub overall: f64,
    /// Overall z, and adjusted z of the tests, of the games with White and with Black, each with its decisions.
    pub colours: [Option<(PerTest<f64>, f64)>; 2],
    /// Decisions with White and with Black.
    pub colour_decisions: [u32; 2],
    pub year: Option<u16>,
    /// Share of points scored, 0 to 1, where known.
    pub score: Option<f64>,
}

/// All performances under one reading.
#[derive(Clone, Debug, Default)]
pub struct Reread {
    /// The null of each part, made from the other parts.
    pub nulls: Vec<Null>,
    /// Performances in order of part and event.
    pub performances: Vec<HeldOut>,
    pub sides: Vec<Side>,
    /// Overall z under this reading of the anchor and under this one, of the performances over the gate that have both; empty
    /// without an anchor.
    pub anchored: Vec<[f64; 2]>,
}

/// All performances, each under the parameters of its part.
#[derive(Clone, Debug)]
pub struct CrossFitted {
    /// The primary model.
    pub record: Reread,
    /// The depth-aware model; absent where one of the parts has none.
    pub depth_aware: Option<Reread>,
    /// Overall z of the primary and of the depth-aware model, of the performances over the gate that have both.
    pub pairs: Vec<[f64; 2]>,
    /// How well the moves were predicted.
    pub prediction: Option<Prediction>,
}

/// Makes parameters without each part in turn, starting at what was made from all of them, and scores it. `fitted` hears of
/// every fit.
///
/// # Errors
/// If the other parts of any part are too few for a fit, or it does not settle.
pub fn cross_fit(
    events: &[EventSet],
    part: &[usize],
    parts: usize,
    method: &Method,
    whole: &FittedParameters,
    fitted: &dyn Fn(),
) -> Result<CrossFitted, MakeError> {
    let (mut record, mut depth_aware, mut pairs) = (Reread::default(), Some(Reread::default()), Vec::new());
    let mut predictions = Predictions::default();
    for number in 0..parts {
        let others: Vec<&Performance> = of_parts(events, part, |p| p != number);
        let FittedParameters { parameters, fit } = method.make(&others, Some(whole))?;
        fitted();
        if parameters.depth_aware.is_none() {
            depth_aware = None;
        }
        let second = parameters.depth_aware.as_ref();
        let own: Vec<&Performance> = of_parts(events, part, |p| p == number);
        let own: Vec<&Performance> = own.into_iter().filter(|p| method.covers(p)).collect();
        // The primary model and the other one of each performance.
        let read: Vec<(Option<HeldOut>, Option<HeldOut>)> = own
            .par_iter()
            .map(|p| (hold_out(p, &parameters), second.and_then(|second| hold_out(p, second))))
            .collect();
        for (performance, (first, other)) in own.iter().zip(read) {
            if let (Some(a), Some(b)) = (&first, &other)
                && a.scored.sums.projected >= method.gate
            {
                pairs.push([a.overall, b.overall]);
            }
            if let Some(anchor) = &method.anchor {
                record.compare(performance, first.as_ref(), anchor, &anchor.parameters);
                if let (Some(reread), Some(second)) = (&mut depth_aware, &anchor.parameters.depth_aware) {
                    reread.compare(performance, other.as_ref(), anchor, second);
                }
            }
            record.take(performance, number, first);
            if let Some(depth_aware) = &mut depth_aware {
                depth_aware.take(performance, number, other);
            }
            if let Some(second) = second {
                let rating = performance.rating;
                predictions.add(performance, &fit.at(rating), &second.model.at(rating));
            }
        }
        record.nulls.push(parameters.null);
        if let (Some(reread), Some(second)) = (&mut depth_aware, second) {
            reread.nulls.push(second.null);
        }
    }
    let complete = depth_aware.is_some();
    Ok(CrossFitted { record, depth_aware, pairs, prediction: predictions.finish().filter(|_| complete) })
}

impl Reread {
    fn take(&mut self, performance: &Performance, part: usize, held: Option<HeldOut>) {
        if let Some(held) = held {
            self.sides.extend(sides(performance, part, &held));
            self.performances.push(held);
        }
    }

    /// Notes what a reading of the anchor says about a performance beside what this one says.
    fn compare<R: CalibratedModel>(
        &mut self,
        performance: &Performance,
        held: Option<&HeldOut>,
        anchor: &Anchor,
        reading: &R,
    ) {
        let gate = reading.null().gate.decisions;
        if let Some(held) = held.filter(|held| held.scored.sums.projected >= gate)
            && let Some(z) = anchor.overall_z(performance, reading)
        {
            self.anchored.push([z, held.overall]);
        }
    }
}

/// The performances of the events whose part is wanted.
pub fn of_parts<'a>(
    events: &'a [EventSet],
    part: &[usize],
    wanted: impl Fn(usize) -> bool,
) -> Vec<&'a Performance> {
    let chosen = events.iter().zip(part).filter(|(_, part)| wanted(**part));
    chosen.flat_map(|(event, _)| &event.performances).collect()
}

/// Judges a performance; `None` if nothing in it is left to chance.
pub fn hold_out<R: CalibratedModel>(performance: &Performance, reading: &R) -> Option<HeldOut> {
    let (model, null) = (reading.model(performance.rating), reading.null());
    let scored = Scored::new(performance, &model)?;
    let colour = |white: bool| {
        let games = performance.games.iter().zip(&scored.games);
        let own = games.filter(|(side, _)| side.white == white);
        let part = Scored::of_games(performance, own.map(|(_, sums)| sums.clone()).collect());
        let decisions = part.as_ref().map_or(0, |s| s.sums.projected);
        let judged = part.map(|s| (s.adjusted(null), s.overall_z(null)));
        (judged, decisions)
    };
    let (white, black) = (colour(true), colour(false));
    Some(HeldOut {
        tests: scored.adjusted(null),
        overall: scored.overall_z(null),
        scored,
        colours: [white.0, black.0],
        colour_decisions: [white.1, black.1],
        year: performance.year,
        score: performance.score(),
    })
}

impl Anchor {
    /// Overall z of the same performance under a reading of the anchor; `None` where it has too few decisions for one.
    pub fn overall_z<R: CalibratedModel>(&self, performance: &Performance, reading: &R) -> Option<f64> {
        let held = hold_out(self.counterpart(performance)?, reading)?;
        (held.scored.sums.projected >= reading.null().gate.decisions).then_some(held.overall)
    }
}

fn sides(performance: &Performance, part: usize, held: &HeldOut) -> Vec<Side> {
    let games = performance.games.iter().zip(&held.scored.games);
    games
        .map(|(side, sums)| Side {
            game: (performance.event, side.game),
            band: performance.rating / 200 * 200,
            part,
            sums: sums.clone(),
        })
        .collect()
}
