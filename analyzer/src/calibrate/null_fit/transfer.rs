//! Level and excess of other projections, held to those of a fit.
//!
//! The same performances are measured twice: with the projections of the fit, and with those of another model, engine or setting.
//! Form and luck of the players are the same in both, so the differences need few performances (control variates; Hammersley and
//! Handscomb 1964, 5.5).

use std::collections::BTreeMap;

use super::{ModelNull, NullFit, excess};
use crate::calibrate::measurement::Measurement;
use crate::calibrate::strength::Estimate;
use crate::statistics::field::mean_and_sd;

/// Fewest performances measured both ways.
const MIN_COMMON: usize = 10;

/// Other projections beside those of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    /// Level and excess of the other projections; `performances` are those measured both ways.
    pub null: ModelNull,
    /// Mean difference of overall z, the other projections less those of the fit.
    pub z_difference: f64,
    /// Standard deviation of the difference.
    pub z_difference_sd: f64,
}

fn key(m: &Measurement) -> (&str, usize) {
    (&m.tournament, m.person)
}

/// The performances measured both ways: with the projections of the fit, and with the others.
fn pairs<'a>(measurements: &[&'a Measurement], others: &[&'a Measurement]) -> Vec<[&'a Measurement; 2]> {
    let known: BTreeMap<_, &Measurement> = measurements.iter().map(|m| (key(m), *m)).collect();
    others.iter().filter_map(|other| Some([*known.get(&key(other))?, *other])).collect()
}

/// For each model that was measured both ways often enough.
pub(super) fn transfer(fit: &NullFit, measurements: &[Measurement], others: &[Measurement]) -> Vec<Transfer> {
    let mut transfers = Vec::new();
    for own in &fit.models {
        let ours: Vec<&Measurement> = measurements.iter().filter(|m| m.model == own.model).collect();
        let theirs: Vec<&Measurement> = others.iter().filter(|m| m.model == own.model).collect();
        let Some(null) = held_to(&ours, own, &theirs) else { continue };
        let difference = |[one, other]: [&Measurement; 2]| Some(fit.z(other, &null)? - fit.z(one, own)?);
        let differences: Vec<f64> = pairs(&ours, &theirs).into_iter().filter_map(difference).collect();
        let (z_difference, z_difference_sd) = mean_and_sd(&differences);
        transfers.push(Transfer { null, z_difference, z_difference_sd });
    }
    transfers
}

/// Level from the mean difference of the shifts, weighted by the precision from move to move; its error is that of the difference,
/// with tournaments as units. Excess from the ratio on the same games. `None` for too few performances in common.
pub(super) fn held_to(
    measurements: &[&Measurement],
    own: &ModelNull,
    others: &[&Measurement],
) -> Option<ModelNull> {
    let model = others.first().map(|m| m.model)?;
    let (ours, theirs): (Vec<&Measurement>, Vec<&Measurement>) =
        pairs(measurements, others).into_iter().map(|[one, other]| (one, other)).unzip();
    if theirs.len() < MIN_COMMON {
        return None;
    }
    let mut null = excess(model, &theirs);
    let same = excess(own.model, &ours).excess;
    for ((other, own), same) in null.excess.iter_mut().zip(own.excess).zip(same) {
        *other = (own * *other / same).max(1.0);
    }
    let (own_noise, noise) = (own.noise(), null.noise());
    let both = ours.into_iter().zip(theirs);
    let differences: Vec<(&str, f64, f64)> = both
        .filter_map(|(one, other)| {
            let (shift, other) = (one.gains.shift(&own_noise)?, other.gains.shift(&noise)?);
            let weight = 1.0 / (other.variance + shift.variance);
            Some((one.tournament.as_str(), other.points - shift.points, weight))
        })
        .collect();
    let weights: f64 = differences.iter().map(|(.., weight)| weight).sum();
    let mean = differences.iter().map(|(_, difference, weight)| weight * difference).sum::<f64>() / weights;
    let mut of_event: BTreeMap<&str, f64> = BTreeMap::new();
    for (event, difference, weight) in &differences {
        *of_event.entry(event).or_default() += weight * (difference - mean);
    }
    let squares: f64 = of_event.values().map(|sum| sum * sum).sum();
    null.level = Estimate { value: own.level.value + mean, error: squares.sqrt() / weights };
    Some(null)
}
