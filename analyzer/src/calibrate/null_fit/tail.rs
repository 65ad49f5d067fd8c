//! The heavy tail of form and rating error: the mixture of [`Strength::reached`](crate::null::strength::Strength::reached), fitted to the
//! z of honest performances.

use crate::null::strength::Tail;

/// Where the priors stand highest, and where the search begins.
const START: [f64; 3] = [0.025, 1.5, 0.405_465_108];
/// Steps of the search in `ln share`, mean and `ln sd`, and how often they are halved.
const STEPS: [f64; 3] = [0.8, 0.4, 0.2];
const HALVINGS: usize = 8;

/// The likeliest tail, from z, the share of its variance that is the player's own, and a weight from 0 to 1.
///
/// Priors: share ~ Beta(2, 40); mean ~ N(1.5, 0.75^2); ln sd ~ N(ln 1.5, 0.3^2). A search along the coordinates: with these
/// priors the surface is smooth and has one top near the start.
pub(super) fn fit(performances: &[(f64, f64, f64)]) -> Tail {
    let tail = |at: [f64; 3]| Tail { share: libm::exp(at[0]).min(0.5), mean: at[1], sd: libm::exp(at[2]) };
    let height = |at: [f64; 3]| log_posterior(tail(at), performances);
    let mut at = [libm::log(START[0]), START[1], START[2]];
    let mut here = height(at);
    let mut factor = 1.0;
    for _ in 0..HALVINGS {
        let mut moved = true;
        while moved {
            moved = false;
            for (k, step) in STEPS.iter().enumerate() {
                for sign in [-1.0, 1.0] {
                    let mut next = at;
                    next[k] += sign * factor * step;
                    let there = height(next);
                    if there > here {
                        (at, here, moved) = (next, there, true);
                    }
                }
            }
        }
        factor *= 0.5;
    }
    tail(at)
}

fn log_posterior(tail: Tail, performances: &[(f64, f64, f64)]) -> f64 {
    let Tail { share, mean, sd } = tail;
    let far = [(mean - START[1]) / 0.75, (libm::log(sd) - START[2]) / 0.3];
    let prior = libm::log(share) + 39.0 * libm::log(1.0 - share) - 0.5 * (far[0] * far[0] + far[1] * far[1]);
    let likelihood = performances.iter().map(|(z, own, weight)| {
        let variance = 1.0 - own + own * sd * sd;
        let off = z - mean * own.sqrt();
        let usual = libm::exp(-0.5 * z * z);
        let second = libm::exp(-0.5 * off * off / variance) / variance.sqrt();
        weight * libm::log((1.0 - share) * usual + share * second)
    });
    prior + likelihood.sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn drawn(tail: Tail, n: usize, own: f64) -> Vec<(f64, f64, f64)> {
        let mut random = Random::new(5);
        let mut one = || {
            let usual = random.unit() >= tail.share;
            let form = random.normal();
            let form = if usual { form } else { tail.mean + tail.sd * form };
            (own.sqrt() * form + (1.0 - own).sqrt() * random.normal(), own, 1.0)
        };
        (0..n).map(|_| one()).collect()
    }

    #[test]
    fn without_data_the_prior_speaks() {
        let tail = fit(&[]);
        assert!(
            (tail.share - 0.025).abs() < 1e-3
                && (tail.mean - 1.5).abs() < 1e-9
                && (tail.sd - 1.5).abs() < 1e-6
        );
    }

    #[test]
    fn a_known_tail_comes_back() {
        let truth = Tail { share: 0.08, mean: 3.0, sd: 1.2 };
        let tail = fit(&drawn(truth, 20_000, 0.7));
        assert!((tail.share - truth.share).abs() < 0.02 && (tail.mean - truth.mean).abs() < 0.4, "{tail:?}");
        assert!((tail.sd - truth.sd).abs() < 0.2, "{tail:?}");
    }

    #[test]
    fn a_normal_sample_shortens_the_tail() {
        let none = Tail { share: 0.0, mean: 0.0, sd: 1.0 };
        assert!(fit(&drawn(none, 5_000, 0.5)).share < 0.012);
    }
}
