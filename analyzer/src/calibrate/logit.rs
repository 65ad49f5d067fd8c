//! The conditional logit whose weights are polynomials in the rating: greatest likelihood by Newton's method.
//!
//! The likelihood is concave and the ridge makes it strictly so: there is one answer, and every start leads to it.

use rayon::prelude::*;

use super::cholesky::Cholesky;
use crate::choice::depth_aware::softmax;

/// Steps before giving up.
const STEPS: u32 = 60;
const HALVINGS: u32 = 30;
/// The search ends when the next step promises less than this, in nats over all decisions: far below what the choice of
/// the decisions leaves open.
const PROMISE: f64 = 1e-6;
/// Moves less likely than this are left out of the curvature, not of the slopes: they change the way and not the end.
const NEGLIGIBLE: f64 = 1e-4;
/// Choices summed in one piece.
const PIECE: usize = 1024;

/// A choice: its moves, the one played, and the rating of the player.
pub(crate) struct Choice<M> {
    pub(crate) moves: M,
    /// Rating in steps of 300 from 2400.
    pub(crate) rating: f64,
    /// How much it counts; 1 for an average choice.
    pub(crate) weight: f64,
    pub(crate) played: usize,
}

pub(crate) trait Moves: Sync {
    /// The sum of weight times feature for every move.
    fn utilities(&self, weights: &[f64]) -> Vec<f64>;
    /// A move's features that are not 0, by number.
    fn features(&self, mv: usize) -> impl Iterator<Item = (usize, f64)>;
}

impl<const N: usize> Moves for Vec<[f64; N]> {
    fn utilities(&self, weights: &[f64]) -> Vec<f64> {
        let of = |row: &[f64; N]| row.iter().zip(weights).map(|(x, w)| x * w).sum();
        self.iter().map(of).collect()
    }

    fn features(&self, mv: usize) -> impl Iterator<Item = (usize, f64)> {
        self.get(mv).into_iter().flatten().copied().enumerate()
    }
}

/// Weights of `width` features at a rating: first those at 2400, then the factors of the rating, then of its square, as
/// far as `theta` goes.
pub(crate) fn at(theta: &[f64], width: usize, rating: f64) -> Vec<f64> {
    let mut weights = vec![0.0; width];
    let mut power = 1.0;
    for factors in theta.chunks_exact(width) {
        for (weight, factor) in weights.iter_mut().zip(factors) {
            *weight += factor * power;
        }
        power *= rating;
    }
    weights
}

/// Prior on the weights. All numbers are in the order of the weights.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// How strongly each weight is held to its place, in units of one decision.
    pub(crate) ridge: Vec<f64>,
    pub(crate) to: Vec<f64>,
    /// Slopes of the surprise that the fit ends with: 0 for a fit that explains its own choices.
    pub(crate) left: Vec<f64>,
}

impl Held {
    /// Weights held to 0, each as strongly as is said.
    pub(crate) fn to_zero(ridge: Vec<f64>) -> Self {
        let zeros = vec![0.0; ridge.len()];
        Self { ridge, to: zeros.clone(), left: zeros }
    }

    fn value(&self, theta: &[f64]) -> f64 {
        let places = self.ridge.iter().zip(&self.to);
        let off = theta.iter().zip(places);
        let off: f64 = off.map(|(w, (ridge, to))| ridge * (w - to) * (w - to)).sum();
        let left: f64 = theta.iter().zip(&self.left).map(|(w, left)| w * left).sum();
        0.5 * off - left
    }

    fn slopes(&self, theta: &[f64]) -> Vec<f64> {
        let places = self.ridge.iter().zip(self.to.iter().zip(&self.left));
        let slope = |(w, (ridge, (to, left))): (&f64, (&f64, (&f64, &f64)))| ridge * (w - to) - left;
        theta.iter().zip(places).map(slope).collect()
    }
}

/// Fits the weights of `width` features, as many powers of the rating as `start` has.
///
/// # Errors
/// Gain that the next step still promises, in nats over all decisions, if no step helps any more.
pub(crate) fn logit<M: Moves>(
    choices: &[Choice<M>],
    width: usize,
    held: &Held,
    start: Vec<f64>,
) -> Result<Vec<f64>, f64> {
    let runs = runs(choices);
    let mut theta = start;
    let mut value = nats(&runs, &theta, width, held);
    let mut promise = f64::INFINITY;
    for _ in 0..STEPS {
        let ground = Ground::under(&runs, &theta, width, held);
        let Some(step) = ground.step() else { break };
        promise = 0.5 * step.iter().zip(&ground.slopes).map(|(s, g)| s * g).sum::<f64>();
        if promise < PROMISE {
            return Ok(theta);
        }
        let mut factor = 1.0;
        let mut next = None;
        for _ in 0..HALVINGS {
            let there: Vec<f64> = theta.iter().zip(&step).map(|(t, s)| t - factor * s).collect();
            let lower = nats(&runs, &there, width, held);
            if lower < value {
                next = Some((there, lower));
                break;
            }
            factor *= 0.5;
        }
        let Some((there, lower)) = next else { break };
        (theta, value) = (there, lower);
    }
    // Close to the top the sum of the surprises has no digits left to show a gain.
    if promise < 1e3 * PROMISE { Ok(theta) } else { Err(promise) }
}

/// Slopes of the surprise of the moves played at some weights: what a fit with these weights leaves of these choices.
pub(crate) fn slopes<M: Moves>(choices: &[Choice<M>], width: usize, theta: &[f64]) -> Vec<f64> {
    Ground::under(&runs(choices), theta, width, &Held::to_zero(vec![0.0; theta.len()])).slopes
}

/// Decisions of one rating, which share their weights, in pieces of a bounded size. Summed in this order, so that the
/// number of threads does not matter.
fn runs<M: Moves>(choices: &[Choice<M>]) -> Vec<&[Choice<M>]> {
    choices
        .chunk_by(|a, b| a.rating.to_bits() == b.rating.to_bits())
        .flat_map(|run| run.chunks(PIECE))
        .collect()
}

/// Surprise of the moves played, in nats, with what holds the weights.
fn nats<M: Moves>(runs: &[&[Choice<M>]], theta: &[f64], width: usize, held: &Held) -> f64 {
    let of_run = |run: &&[Choice<M>]| {
        let weights = at(theta, width, run.first().map_or(0.0, |choice| choice.rating));
        run.iter().map(|choice| surprise(choice, &weights)).sum::<f64>()
    };
    let sums: Vec<f64> = runs.par_iter().map(of_run).collect();
    held.value(theta) + sums.iter().sum::<f64>()
}

fn surprise<M: Moves>(choice: &Choice<M>, weights: &[f64]) -> f64 {
    let mut p = choice.moves.utilities(weights);
    softmax(&mut p);
    let played = p.get(choice.played).copied().unwrap_or(0.0);
    -choice.weight * libm::log(played.max(f64::MIN_POSITIVE))
}

/// Slopes and curvature of the surprise.
struct Ground {
    slopes: Vec<f64>,
    /// Row by row, the lower triangle filled.
    curvature: Vec<f64>,
}

/// The same at one rating, for the weights at that rating.
struct Piece {
    rating: f64,
    slopes: Vec<f64>,
    curvature: Vec<f64>,
}

impl Ground {
    fn under<M: Moves>(runs: &[&[Choice<M>]], theta: &[f64], width: usize, held: &Held) -> Self {
        let size = theta.len();
        let mut ground = Self { slopes: held.slopes(theta), curvature: vec![0.0; size * size] };
        let rows = ground.curvature.chunks_exact_mut(size).enumerate();
        for ((k, row), ridge) in rows.zip(&held.ridge) {
            if let Some(own) = row.get_mut(k) {
                *own = *ridge;
            }
        }
        // A group at a time: all pieces at once would fill the memory.
        for group in runs.chunks(64) {
            let pieces: Vec<Piece> = group.par_iter().map(|run| piece(run, theta, width)).collect();
            for piece in &pieces {
                ground.add(piece, width);
            }
        }
        ground
    }

    fn add(&mut self, piece: &Piece, width: usize) {
        let size = self.slopes.len();
        let powers: Vec<f64> = (0..size / width)
            .scan(1.0, |power, _| {
                let own = *power;
                *power *= piece.rating;
                Some(own)
            })
            .collect();
        for (slopes, power) in self.slopes.chunks_exact_mut(width).zip(&powers) {
            for (slope, own) in slopes.iter_mut().zip(&piece.slopes) {
                *slope += own * power;
            }
        }
        for (i, own) in piece.curvature.chunks_exact(width).enumerate() {
            for (a, high) in powers.iter().enumerate() {
                for (b, low) in powers.iter().enumerate().take(a + 1) {
                    let start = (a * width + i) * size + b * width;
                    if let Some(to) = self.curvature.get_mut(start..start + width) {
                        for (to, own) in to.iter_mut().zip(own) {
                            *to += high * low * own;
                        }
                    }
                }
            }
        }
    }

    /// Newton's step; `None` if the curvature is not that of a bowl.
    fn step(&self) -> Option<Vec<f64>> {
        Some(Cholesky::new(&self.curvature, self.slopes.len())?.solve(&self.slopes))
    }
}

/// Slopes and curvature of decisions of one rating. The whole square is filled.
fn piece<M: Moves>(run: &[Choice<M>], theta: &[f64], width: usize) -> Piece {
    let rating = run.first().map_or(0.0, |choice| choice.rating);
    let weights = at(theta, width, rating);
    let mut found = Piece { rating, slopes: vec![0.0; width], curvature: vec![0.0; width * width] };
    let mut mean = vec![0.0; width];
    let mut row: Vec<(usize, f64)> = Vec::new();
    for choice in run {
        let mut p = choice.moves.utilities(&weights);
        softmax(&mut p);
        mean.fill(0.0);
        for (mv, p) in p.iter().enumerate() {
            row.clear();
            row.extend(choice.moves.features(mv).filter(|(k, _)| *k < width));
            for (k, x) in &row {
                mean[*k] += p * x;
            }
            if *p < NEGLIGIBLE {
                continue;
            }
            for (i, x) in &row {
                let own = &mut found.curvature[i * width..(i + 1) * width];
                let factor = choice.weight * p * x;
                for (j, y) in &row {
                    own[*j] += factor * y;
                }
            }
        }
        for (i, a) in mean.iter().enumerate() {
            found.slopes[i] += choice.weight * a;
            if *a != 0.0 {
                let own = &mut found.curvature[i * width..(i + 1) * width];
                for (own, b) in own.iter_mut().zip(&mean) {
                    *own -= choice.weight * a * b;
                }
            }
        }
        for (k, x) in choice.moves.features(choice.played).filter(|(k, _)| *k < width) {
            found.slopes[k] -= choice.weight * x;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Three moves with two features each; the player follows a known logit.
    type Toy = Choice<Vec<[f64; 2]>>;

    const TRUTH: [f64; 4] = [1.5, -0.8, 0.4, 0.2];

    fn toys(n: usize) -> Vec<Toy> {
        let mut random = Random::new(5);
        let mut draw = |k: usize| {
            // Runs of ten share a rating, as a player's decisions do.
            let rating = (k / 10 * 7 % 41) as f64 / 10.0 - 2.0;
            let moves: Vec<[f64; 2]> = (0..3).map(|_| [random.unit(), 2.0 * random.unit()]).collect();
            let mut toy = Toy {
                moves,
                rating,
                // Weights that have nothing to do with the choice: the truth stays where it is.
                weight: 0.5 + (k % 3) as f64 / 2.0,
                played: 0,
            };
            let mut p = toy.moves.utilities(&at(&TRUTH, 2, rating));
            softmax(&mut p);
            let mut u = random.unit();
            let drawn = p.iter().position(|p| {
                u -= p;
                u < 0.0
            });
            toy.played = drawn.unwrap_or(2);
            toy
        };
        (0..n).map(&mut draw).collect()
    }

    #[test]
    fn slopes_and_curvature_are_those_of_the_value() {
        let toys = toys(300);
        let toys = runs(&toys);
        let theta = [0.3, -0.2, 0.1, 0.5, -0.1, 0.05];
        let held = Held {
            ridge: vec![3.0, 1.0, 0.0, 2.0, 3.0, 5.0],
            to: vec![0.2, 0.0, -0.4, 0.1, 0.0, 0.3],
            left: vec![1.0, -2.0, 0.0, 0.5, 4.0, 0.0],
        };
        let ground = Ground::under(&toys, &theta, 2, &held);
        let moved = |k: usize, by: f64| {
            let mut moved = theta;
            moved[k] += by;
            moved
        };
        for k in 0..6 {
            let value = |by: f64| nats(&toys, &moved(k, by), 2, &held);
            let slope = (value(1e-5) - value(-1e-5)) / 2e-5;
            assert!((slope - ground.slopes[k]).abs() < 1e-4, "{k}: {slope}");
            let up = Ground::under(&toys, &moved(k, 1e-5), 2, &held).slopes;
            let down = Ground::under(&toys, &moved(k, -1e-5), 2, &held).slopes;
            for j in k..6 {
                let curvature = (up[j] - down[j]) / 2e-5;
                let found = ground.curvature[j * 6 + k];
                assert!(
                    (curvature - found).abs() < 1e-4 * found.abs().max(1.0),
                    "{j} {k}: {curvature} {found}"
                );
            }
        }
    }

    #[test]
    fn a_known_logit_is_found_again_from_any_start() {
        let toys = toys(40_000);
        let held = Held::to_zero(vec![0.01; 4]);
        let found = logit(&toys, 2, &held, vec![0.0; 4]).expect("settles");
        for (found, truth) in found.iter().zip(TRUTH) {
            assert!((found - truth).abs() < 0.08, "{found} {truth}");
        }
        let again = logit(&toys, 2, &held, vec![3.0, 3.0, -3.0, 1.0]).expect("settles");
        for (a, b) in found.iter().zip(&again) {
            assert!((a - b).abs() < 1e-4, "{a} {b}");
        }
    }

    /// Other weights leave slopes. A fit that is to end with these slopes is a fit with those weights, wherever it starts.
    #[test]
    fn a_fit_that_leaves_what_others_leave_is_theirs() {
        let toys = toys(2_000);
        let others = vec![1.1, -0.3, 0.2, 0.6];
        let held = Held { left: slopes(&toys, 2, &others), ..Held::to_zero(vec![0.0; 4]) };
        let found = logit(&toys, 2, &held, vec![0.0; 4]).expect("settles");
        for (found, other) in found.iter().zip(&others) {
            assert!((found - other).abs() < 1e-3, "{found} {other}");
        }
        // Held there as well: the strength makes no difference any more.
        let tied = Held { ridge: vec![100.0; 4], to: others.clone(), ..held };
        let found = logit(&toys, 2, &tied, vec![0.0; 4]).expect("settles");
        for (found, other) in found.iter().zip(&others) {
            assert!((found - other).abs() < 1e-3, "{found} {other}");
        }
    }
}
