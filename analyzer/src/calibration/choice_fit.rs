//! Fits the depth-aware choice model: a conditional logit on the features of every legal move, then one on its own
//! surprises. Both are convex, so there is one answer and every start leads to it.

use std::borrow::Borrow;

use rayon::prelude::*;
use thiserror::Error;

use crate::calibration::descent::lowest;
use crate::calibration::fit::unlisted_cost;
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

/// Decisions summed in one piece.
const PIECE: usize = 256;

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
    #[error("the fit of the depth-aware model did not settle (largest slope {slope:.2e} per decision)")]
    Unsettled {
        /// Largest slope per decision.
        slope: f64,
    },
}

/// A decision as the fit sees it: what there was to choose from, what was chosen, by whom.
trait Choice: Sync {
    /// Rating in steps of 300 from 2400.
    fn rating(&self) -> f64;
    /// The move played.
    fn played(&self) -> usize;
    /// The sum of weight times feature for every move.
    fn utilities(&self, weights: &[f64]) -> Vec<f64>;
    /// Adds a move's features, each times `factor`.
    fn add(&self, mv: usize, factor: f64, to: &mut [f64]);
}

/// The first stage: the features.
struct Featured<'a> {
    looks: &'a Looks,
    rating: f64,
    played: usize,
}

impl Choice for Featured<'_> {
    fn rating(&self) -> f64 {
        self.rating
    }

    fn played(&self) -> usize {
        self.played
    }

    fn utilities(&self, weights: &[f64]) -> Vec<f64> {
        utilities(self.looks, weights)
    }

    fn add(&self, mv: usize, factor: f64, to: &mut [f64]) {
        for (feature, value) in self.looks.row(mv) {
            if let Some(sum) = to.get_mut(usize::from(*feature)) {
                *sum += factor * f64::from(*value);
            }
        }
    }
}

/// The second stage: the surprises.
struct Tempered {
    rows: Vec<[f64; TEMPER.len()]>,
    rating: f64,
    played: usize,
}

impl Choice for Tempered {
    fn rating(&self) -> f64 {
        self.rating
    }

    fn played(&self) -> usize {
        self.played
    }

    fn utilities(&self, weights: &[f64]) -> Vec<f64> {
        let of = |row: &[f64; TEMPER.len()]| row.iter().zip(weights).map(|(x, w)| x * w).sum();
        self.rows.iter().map(of).collect()
    }

    fn add(&self, mv: usize, factor: f64, to: &mut [f64]) {
        for (sum, value) in to.iter_mut().zip(self.rows.get(mv).into_iter().flatten()) {
            *sum += factor * value;
        }
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
    let of = |p: &'_ Performance| -> Vec<(f64, std::sync::Arc<Looks>)> {
        let rating = steps(p.rating);
        p.decisions
            .iter()
            .filter_map(|d| Some((rating, d.looks.clone()?)))
            .collect()
    };
    let looked: Vec<(f64, std::sync::Arc<Looks>)> = performances.iter().flat_map(|p| of(p)).collect();
    let featured: Vec<Featured<'_>> = looked
        .iter()
        .filter_map(|(rating, looks)| {
            Some(Featured {
                looks,
                rating: *rating,
                played: looks.played()?,
            })
        })
        .collect();
    if featured.len() < FEWEST {
        return Err(ChoiceFitError::TooFew {
            found: featured.len(),
            needed: FEWEST,
        });
    }
    let first = logit(&featured, FEATURES.len(), RIDGE, start.map(|s| &s.features))?;
    let tempered: Vec<Tempered> = featured
        .par_iter()
        .map(|choice| {
            let mut p = choice.utilities(&at(&first, choice.rating));
            softmax(&mut p);
            Tempered {
                rows: temper_rows(choice.looks, &p),
                rating: choice.rating,
                played: choice.played,
            }
        })
        .collect();
    let second = logit(&tempered, TEMPER.len(), TEMPER_RIDGE, start.map(|s| &s.temper))?;
    let (unlisted_delta, unlisted_difference) = unlisted_cost(&performances);
    Ok(DepthAware {
        features: named(&first, FEATURES.iter().map(|(_, name, _)| *name)),
        temper: named(&second, TEMPER.into_iter()),
        unlisted_delta,
        unlisted_difference,
    })
}

/// Weights at a rating: the first half at 2400, the second half their change per step.
fn at(theta: &[f64], rating: f64) -> Vec<f64> {
    let (level, slope) = theta.split_at(theta.len() / 2);
    level.iter().zip(slope).map(|(a, b)| a + b * rating).collect()
}

fn named(theta: &[f64], names: impl Iterator<Item = &'static str>) -> Vec<Weight> {
    let (level, slope) = theta.split_at(theta.len() / 2);
    let pairs = level.iter().zip(slope).zip(names);
    pairs
        .map(|((at_2400, slope_per_300), name)| Weight {
            name: name.to_owned(),
            at_2400: *at_2400,
            slope_per_300: *slope_per_300,
        })
        .collect()
}

fn logit<C: Choice>(
    choices: &[C],
    width: usize,
    ridge: f64,
    start: Option<&Vec<Weight>>,
) -> Result<Vec<f64>, ChoiceFitError> {
    let start = start.map_or_else(
        || vec![0.0; 2 * width],
        |weights| {
            let level = weights.iter().map(|w| w.at_2400);
            level.chain(weights.iter().map(|w| w.slope_per_300)).collect()
        },
    );
    lowest(start, |theta| nats(choices, theta, ridge)).map_err(|slope| ChoiceFitError::Unsettled { slope })
}

/// Mean surprise of the moves played, in nats, with the ridge, and its slopes. Summed in pieces in a fixed order, so that
/// the number of threads does not matter.
fn nats<C: Choice>(choices: &[C], theta: &[f64], ridge: f64) -> (f64, Vec<f64>) {
    let width = theta.len() / 2;
    let pieces: Vec<(f64, Vec<f64>)> = choices
        .par_chunks(PIECE)
        .map(|piece| {
            let (mut sum, mut slopes) = (0.0, vec![0.0; theta.len()]);
            let mut own = vec![0.0; width];
            for choice in piece {
                let mut p = choice.utilities(&at(theta, choice.rating()));
                softmax(&mut p);
                let played = choice.played();
                sum -= libm::log(p.get(played).copied().unwrap_or(0.0).max(f64::MIN_POSITIVE));
                own.fill(0.0);
                for (mv, p) in p.iter().enumerate() {
                    choice.add(mv, *p, &mut own);
                }
                choice.add(played, -1.0, &mut own);
                let (level, slope) = slopes.split_at_mut(width);
                for ((level, slope), own) in level.iter_mut().zip(slope).zip(&own) {
                    *level += own;
                    *slope += own * choice.rating();
                }
            }
            (sum, slopes)
        })
        .collect();
    let n = choices.len() as f64;
    let mut value = theta.iter().map(|w| 0.5 * ridge * w * w).sum::<f64>() / n;
    let mut slopes: Vec<f64> = theta.iter().map(|w| ridge * w / n).collect();
    for (sum, part) in pieces {
        value += sum / n;
        for (slope, part) in slopes.iter_mut().zip(part) {
            *slope += part / n;
        }
    }
    (value, slopes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Three moves with two features each; the player follows a known logit.
    struct Toy {
        rows: Vec<[f64; 2]>,
        rating: f64,
        played: usize,
    }

    impl Choice for Toy {
        fn rating(&self) -> f64 {
            self.rating
        }

        fn played(&self) -> usize {
            self.played
        }

        fn utilities(&self, weights: &[f64]) -> Vec<f64> {
            self.rows
                .iter()
                .map(|r| r[0] * weights[0] + r[1] * weights[1])
                .collect()
        }

        fn add(&self, mv: usize, factor: f64, to: &mut [f64]) {
            for (sum, value) in to.iter_mut().zip(self.rows[mv]) {
                *sum += factor * value;
            }
        }
    }

    const TRUTH: [f64; 4] = [1.5, -0.8, 0.4, 0.2];

    fn toys(n: usize) -> Vec<Toy> {
        let mut random = Random::new(5);
        let mut draw = || {
            let rating = 4.0 * random.unit() - 2.0;
            let rows: Vec<[f64; 2]> = (0..3).map(|_| [random.unit(), 2.0 * random.unit()]).collect();
            let mut toy = Toy {
                rows,
                rating,
                played: 0,
            };
            let mut p = toy.utilities(&at(&TRUTH, rating));
            softmax(&mut p);
            let mut u = random.unit();
            toy.played = p
                .iter()
                .position(|p| {
                    u -= p;
                    u < 0.0
                })
                .unwrap_or(2);
            toy
        };
        (0..n).map(|_| draw()).collect()
    }

    #[test]
    fn slopes_are_those_of_the_value() {
        let toys = toys(300);
        let theta = [0.3, -0.2, 0.1, 0.5];
        let (_, slopes) = nats(&toys, &theta, 3.0);
        for k in 0..4 {
            let mut moved = theta;
            moved[k] += 1e-6;
            let up = nats(&toys, &moved, 3.0).0;
            moved[k] -= 2e-6;
            let down = nats(&toys, &moved, 3.0).0;
            assert!(((up - down) / 2e-6 - slopes[k]).abs() < 1e-7, "{k}");
        }
    }

    #[test]
    fn a_known_logit_is_found_again() {
        let toys = toys(40_000);
        let found = logit(&toys, 2, 0.01, None).expect("settles");
        for (found, truth) in found.iter().zip(TRUTH) {
            assert!((found - truth).abs() < 0.08, "{found} {truth}");
        }
        // Another start leads to the same place.
        let other = named(&[3.0, 3.0, -3.0, 1.0], ["a", "b"].into_iter());
        let again = logit(&toys, 2, 0.01, Some(&other)).expect("settles");
        for (a, b) in found.iter().zip(&again) {
            assert!((a - b).abs() < 1e-3, "{a} {b}");
        }
    }

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
