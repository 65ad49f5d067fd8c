//! Every performance under parameters that were fitted to other events.
//!
//! The events are dealt into parts; each part is scored with parameters made from the other parts. So every
//! performance is held out once, and none was seen by the parameters that judge it.

use crate::calibration::fit::{Fit, FitError};
use crate::calibration::method::Method;
use crate::calibration::performance::Performance;
use crate::calibration::resample::Side;
use crate::calibration::split::EventSet;
use crate::calibration::spread::{Scored, adjust, overall_z};
use crate::parameters::{Parameters, PerTest};

/// A performance judged by parameters that did not see it.
#[derive(Clone, Debug)]
pub struct HeldOut {
    /// Its sums.
    pub scored: Scored,
    /// Adjusted z of the tests.
    pub tests: PerTest<f64>,
    /// Overall z.
    pub overall: f64,
    /// Overall z, and adjusted z of the tests, of the games with White and with Black, each with its decisions.
    pub colours: [Option<(PerTest<f64>, f64)>; 2],
    /// Decisions with White and with Black.
    pub colour_decisions: [u32; 2],
    /// Year, where known.
    pub year: Option<u16>,
    /// Share of points scored, 0 to 1, where known.
    pub score: Option<f64>,
}

/// All performances, each under the parameters of its part, and what the parts were.
#[derive(Clone, Debug)]
pub struct CrossFitted {
    /// Parameters of each part, made from the other parts.
    pub parameters: Vec<Parameters>,
    /// Performances in order of event.
    pub performances: Vec<HeldOut>,
    /// The game sides in them.
    pub sides: Vec<Side>,
}

/// Fits without each part in turn, starting at the fit to all of them, and scores it.
///
/// # Errors
/// If the other parts of any part are too few for a fit, or it does not settle.
pub fn cross_fit(
    events: &[EventSet],
    part: &[usize],
    parts: usize,
    method: &Method,
    whole: &Fit,
) -> Result<CrossFitted, FitError> {
    let mut found = CrossFitted {
        parameters: Vec::new(),
        performances: Vec::new(),
        sides: Vec::new(),
    };
    for number in 0..parts {
        let others: Vec<&Performance> = of_parts(events, part, |p| p != number);
        let parameters = method.make(&others, Some(whole))?.parameters;
        let own = of_parts(events, part, |p| p == number);
        for performance in own.into_iter().filter(|p| method.covers(p)) {
            if let Some(held) = hold_out(performance, &parameters) {
                found.sides.extend(sides(performance, number, &held));
                found.performances.push(held);
            }
        }
        found.parameters.push(parameters);
    }
    Ok(found)
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
#[must_use]
pub fn hold_out(performance: &Performance, parameters: &Parameters) -> Option<HeldOut> {
    let model = parameters.at(performance.rating);
    let scored = Scored::of(performance, &model, |_| true)?;
    let colour = |white: bool| {
        let part = Scored::of(performance, &model, |side| side.white == white);
        let decisions = part.as_ref().map_or(0, |s| s.sums.projected);
        let judged = part.map(|s| (adjust(&s, &parameters.dispersion), overall_z(&s, parameters)));
        (judged, decisions)
    };
    let (white, black) = (colour(true), colour(false));
    Some(HeldOut {
        tests: adjust(&scored, &parameters.dispersion),
        overall: overall_z(&scored, parameters),
        scored,
        colours: [white.0, black.0],
        colour_decisions: [white.1, black.1],
        year: performance.year,
        score: performance.score(),
    })
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
