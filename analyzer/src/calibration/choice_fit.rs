//! Fits the depth-aware choice model: a conditional logit on the features of every legal move, then one on its own
//! surprises. Both are convex, so there is one answer and every start leads to it. The weights of the features are straight
//! lines in the rating; those of the temper, which are few, are parabolas.

use std::borrow::Borrow;

use rayon::prelude::*;
use thiserror::Error;

use crate::calibration::event_weights::event_weights;
use crate::calibration::fit::unlisted_cost;
use crate::calibration::logit::{Choice, at, logit};
use crate::calibration::performance::Performance;
use crate::depth_aware::{DepthAware, FEATURES, Looks, TEMPER, Weight, softmax, temper_rows, utilities};
use crate::parameters::steps;

/// Fewest decisions for a fit of some two hundred weights.
pub const FEWEST: usize = 10_000;

/// Ridge on the weights of the features: each counts as if one decision had spoken for 0 with this weight. It keeps the
/// weights of rare features (a promotion, an interposition) small where there is little to go by.
const RIDGE: f64 = 1.0;

/// The same for the temper, whose few numbers are well determined.
const TEMPER_RIDGE: f64 = 0.01;

/// Why a fit failed.
#[derive(Debug, Error)]
pub enum ChoiceFitError {
    /// Too little to fit.
    #[error("{found} decisions are too few to fit the depth-aware model; {needed} are the least")]
    TooFew {
        /// Decisions given.
        found: usize,
        /// Fewest that are accepted.
        needed: usize,
    },
    /// No lowest point was reached.
    #[error("the fit of the depth-aware model did not settle (the next step promises {promise:.2e} nats)")]
    Unsettled {
        /// What the next step promises, in nats over all decisions.
        promise: f64,
    },
}

/// The first stage: the features.
struct Featured<'a> {
    looks: &'a Looks,
    rating: f64,
    weight: f64,
    played: usize,
}

impl Choice for Featured<'_> {
    fn rating(&self) -> f64 {
        self.rating
    }

    fn weight(&self) -> f64 {
        self.weight
    }

    fn played(&self) -> usize {
        self.played
    }

    fn utilities(&self, weights: &[f64]) -> Vec<f64> {
        utilities(self.looks, weights)
    }

    fn features(&self, mv: usize) -> impl Iterator<Item = (usize, f64)> {
        let row = self.looks.row(mv).iter();
        row.map(|(feature, value)| (usize::from(*feature), f64::from(*value)))
    }
}

/// The second stage: the surprises.
struct Tempered {
    rows: Vec<[f64; TEMPER.len()]>,
    rating: f64,
    weight: f64,
    played: usize,
}

impl Choice for Tempered {
    fn rating(&self) -> f64 {
        self.rating
    }

    fn weight(&self) -> f64 {
        self.weight
    }

    fn played(&self) -> usize {
        self.played
    }

    fn utilities(&self, weights: &[f64]) -> Vec<f64> {
        let of = |row: &[f64; TEMPER.len()]| row.iter().zip(weights).map(|(x, w)| x * w).sum();
        self.rows.iter().map(of).collect()
    }

    fn features(&self, mv: usize) -> impl Iterator<Item = (usize, f64)> {
        self.rows.get(mv).into_iter().flatten().copied().enumerate()
    }
}

/// Fits the model, starting at another fit where there is one: the answer is the same, the way is shorter. Decisions
/// whose moves nobody looked at are left out.
///
/// # Errors
/// If there are too few decisions, or no lowest point is reached.
pub fn fit_choices<P: Borrow<Performance>>(
    performances: &[P],
    start: Option<&DepthAware>,
) -> Result<DepthAware, ChoiceFitError> {
    let performances: Vec<&Performance> = performances.iter().map(Borrow::borrow).collect();
    let weighted = performances.iter().zip(event_weights(&performances));
    let featured: Vec<Featured<'_>> = weighted
        .flat_map(|(p, weight)| {
            let looked_at = p
                .decisions
                .iter()
                .filter_map(|decision| decision.looks.as_deref());
            looked_at.filter_map(move |looks| {
                Some(Featured {
                    looks,
                    rating: steps(p.rating),
                    weight,
                    played: looks.played()?,
                })
            })
        })
        .collect();
    if featured.len() < FEWEST {
        return Err(ChoiceFitError::TooFew {
            found: featured.len(),
            needed: FEWEST,
        });
    }
    let unsettled = |promise| ChoiceFitError::Unsettled { promise };
    let from = theta(start.map(|s| &s.features), FEATURES.len(), 2);
    let first = logit(&featured, FEATURES.len(), RIDGE, from).map_err(unsettled)?;
    let tempered: Vec<Tempered> = featured
        .par_iter()
        .map(|choice| {
            let mut p = choice.utilities(&at(&first, FEATURES.len(), choice.rating));
            softmax(&mut p);
            Tempered {
                rows: temper_rows(choice.looks, &p),
                rating: choice.rating,
                weight: choice.weight,
                played: choice.played,
            }
        })
        .collect();
    let from = theta(start.map(|s| &s.temper), TEMPER.len(), 3);
    let second = logit(&tempered, TEMPER.len(), TEMPER_RIDGE, from).map_err(unsettled)?;
    let (unlisted_delta, unlisted_difference) = unlisted_cost(performances.iter().copied());
    Ok(DepthAware {
        features: named(&first, FEATURES.iter().map(|(_, name, _)| *name)),
        temper: named(&second, TEMPER.into_iter()),
        unlisted_delta,
        unlisted_difference,
    })
}

fn named(theta: &[f64], names: impl ExactSizeIterator<Item = &'static str>) -> Vec<Weight> {
    let width = names.len();
    let factor = |power: usize, k: usize| theta.get(power * width + k).copied().unwrap_or(0.0);
    let weight = |(k, name): (usize, &'static str)| Weight {
        name: name.to_owned(),
        at_2400: factor(0, k),
        slope_per_300: factor(1, k),
        curve_per_300: factor(2, k),
    };
    names.enumerate().map(weight).collect()
}

/// Weights to start at, so many powers of the rating: those of another fit, else 0.
fn theta(start: Option<&Vec<Weight>>, width: usize, powers: usize) -> Vec<f64> {
    let mut theta = vec![0.0; powers * width];
    for (k, weight) in start.into_iter().flatten().enumerate() {
        let factors = [weight.at_2400, weight.slope_per_300, weight.curve_per_300];
        for (power, factor) in factors.into_iter().enumerate().take(powers) {
            if let Some(own) = theta.get_mut(power * width + k) {
                *own = factor;
            }
        }
    }
    theta
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_little_is_refused() {
        assert!(matches!(
            fit_choices::<Performance>(&[], None),
            Err(ChoiceFitError::TooFew {
                found: 0,
                needed: FEWEST
            })
        ));
    }
}
