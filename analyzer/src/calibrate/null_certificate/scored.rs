//! Performances scored with a null that has not seen them.

use std::collections::{BTreeMap, BTreeSet};

use datasets::day::Day;
use sha2::{Digest, Sha256};

use super::{PARTS, Part};
use crate::calibrate::measurement::{Measurement, Model};
use crate::calibrate::null_fit::{Baseline, ModelNull, NullFit, NullFitError, fit_null};
use crate::null::strength::Shift;
use crate::null::strength::field::{Member, leave_one_out};

/// Levels of z whose rates are compared with the prediction.
pub(super) const LEVELS: [f64; 3] = [2.0, 2.5, 3.0];
/// The day on which the trend of [`Part::today`] is read.
const TODAY: Day = Day { year: 2025, month: 1, day: 1 };

/// A z with the predicted probabilities of [`LEVELS`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Z {
    pub(super) z: f64,
    pub(super) reached: [f64; 3],
}

/// A performance under a null fitted to other tournaments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scored {
    pub(super) measured: Measurement,
    pub(super) day: Day,
    pub(super) alone: Z,
    pub(super) field: Z,
    /// Shares of the variance of the z without the field: form and rating error of the player, and what the event shares.
    pub(super) own: f64,
    pub(super) event: f64,
}

impl Scored {
    pub(super) fn junior(&self) -> bool {
        self.measured.class().is_some()
    }

    /// The lower z, with the lower predictions, each an upper limit for the lower of two.
    pub(super) fn leading(&self) -> Z {
        let (a, b) = (&self.alone, &self.field);
        Z { z: a.z.min(b.z), reached: std::array::from_fn(|k| a.reached[k].min(b.reached[k])) }
    }
}

/// The part of a tournament: a hash of its identity, so that a later corpus leaves it where it is.
fn part(tournament: &str) -> usize {
    let hash = Sha256::digest(tournament.as_bytes());
    hash.iter().take(4).fold(0_usize, |number, byte| number << 8 | usize::from(*byte)) % PARTS
}

/// Every part scored with the null of the others.
pub(super) struct CrossFit {
    pub(super) parts: Vec<Part>,
    pub(super) scored: BTreeMap<Model, Vec<Scored>>,
}

/// Scores each part with the null of the others.
pub(super) fn cross_fit(
    measurements: &[Measurement],
    known: &Baseline<'_>,
) -> Result<CrossFit, NullFitError> {
    let mut parts = Vec::new();
    let mut scored: BTreeMap<Model, Vec<Scored>> = BTreeMap::new();
    for number in 0..PARTS {
        let (of_part, others): (Vec<_>, Vec<_>) =
            measurements.iter().partition(|m| part(&m.tournament) == number);
        if of_part.is_empty() {
            continue;
        }
        let fit = fit_null(&others, known)?;
        for (model, of_model) in scored_with(&of_part, &fit) {
            scored.entry(model).or_default().extend(of_model);
        }
        let primary = fit.models.first().map_or(0.0, |null| null.level.value);
        parts.push(Part {
            tournaments: of_part.iter().map(|m| &m.tournament).collect::<BTreeSet<_>>().len(),
            performances: of_part.iter().filter(|m| m.model == Model::Primary).count(),
            event_sd: fit.strength.event_sd,
            player_sd: fit.strength.player_sd(2400.0),
            today: primary + fit.strength.prior(2400.0, Some(TODAY), None, 0.0).mean,
        });
    }
    Ok(CrossFit { parts, scored })
}

/// Performances of tournaments that a fit has not seen, under each of its models.
pub(super) fn scored_with(measurements: &[&Measurement], fit: &NullFit) -> BTreeMap<Model, Vec<Scored>> {
    let mut tournaments: BTreeMap<&str, Vec<&Measurement>> = BTreeMap::new();
    for measured in measurements {
        tournaments.entry(&measured.tournament).or_default().push(measured);
    }
    let mut scored: BTreeMap<Model, Vec<Scored>> = BTreeMap::new();
    for null in &fit.models {
        for measured in tournaments.values() {
            let of_model: Vec<_> = measured.iter().copied().filter(|m| m.model == null.model).collect();
            let found = score(&of_model, fit, null);
            if !found.is_empty() {
                scored.entry(null.model).or_default().extend(found);
            }
        }
    }
    scored
}

/// The performances of one tournament under one model.
fn score(measurements: &[&Measurement], fit: &NullFit, null: &ModelNull) -> Vec<Scored> {
    let (noise, strength) = (null.noise(), &fit.strength);
    let event_variance = strength.event_sd * strength.event_sd;
    let priors: Vec<Shift> = measurements.iter().map(|m| fit.prior(m, null)).collect();
    let member =
        |(measured, prior): (&&Measurement, &Shift)| Some(Member::new(measured.gains.shift(&noise)?, *prior));
    let members: Vec<Option<Member>> = measurements.iter().zip(&priors).map(member).collect();
    let shared = priors.first().map_or(0.0, |prior| prior.shared());
    let fields = leave_one_out(&members, shared);
    let mut scored = Vec::new();
    for ((measured, prior), field) in measurements.iter().copied().zip(&priors).zip(&fields) {
        let with_field = prior.with_field(field.points, field.variance);
        let z = |shift: Shift| {
            let found = measured.gains.overall(&noise, shift)?;
            Some((
                Z { z: found.z, reached: LEVELS.map(|level| strength.reached(level, found.own)) },
                found.own,
            ))
        };
        let (Some(day), Some((alone, own)), Some((field, _))) =
            (measured.first_day(), z(*prior), z(with_field))
        else {
            continue;
        };
        let event = if prior.own > 0.0 { own * event_variance / prior.own } else { 0.0 };
        scored.push(Scored { measured: measured.clone(), day, alone, field, own, event });
    }
    scored
}
