//! Made-up decisions to measure error rates and power on.
//!
//! Probabilities of the first move are drawn from .05 to .99: half of them evenly, half with the arcsine law, which
//! piles them up at both ends. The result has the mean of `p (1 - p)`, .158, that a depth-aware choice model was
//! measured to leave (.162), and the U shape that such models have.

use crate::random::Random;
use crate::statistics::tails::equivalent_z;

/// Nine games of 30 decisions.
pub(crate) const DECISIONS: u32 = 270;

#[derive(Clone, Copy, Default)]
pub(crate) struct Play {
    /// Standard deviation, in logits, of what a player brings to the event.
    pub(crate) form: f64,
    /// Share of moves taken from the engine.
    pub(crate) help: f64,
}

/// The decisions of one player in one event: what the model says, and whether the first move was played.
pub(crate) fn event(play: Play, seed: u64, number: u64) -> Vec<(f64, bool)> {
    let mut random = Random::stream(seed, &[number]);
    let form = if play.form > 0.0 { play.form * equivalent_z(random.unit()) } else { 0.0 };
    let odds = libm::exp(form);
    (0..DECISIONS)
        .map(|_| {
            let p = chance(&mut random);
            let own = odds * p / (odds * p + 1.0 - p);
            let helped = random.unit() < play.help;
            // Drawn in any case, so that help changes nothing else about an event.
            let own_move = random.unit() < own;
            (p, helped || own_move)
        })
        .collect()
}

fn chance(random: &mut Random) -> f64 {
    let (arcsine, u) = (random.unit() < 0.5, random.unit());
    let place = if arcsine {
        let half = libm::sin(std::f64::consts::FRAC_PI_2 * u);
        half * half
    } else {
        u
    };
    0.05 + 0.94 * place
}

#[test]
fn the_made_up_decisions_have_the_spread_they_claim() {
    let all: Vec<f64> = (0..500).flat_map(|n| event(Play::default(), 1, n)).map(|(p, _)| p).collect();
    let n = all.len() as f64;
    assert!(all.iter().all(|p| (0.05..=0.99).contains(p)));
    assert!((all.iter().sum::<f64>() / n - 0.52).abs() < 0.004);
    assert!((all.iter().map(|p| p * (1.0 - p)).sum::<f64>() / n - 0.158).abs() < 0.001);
    // What the likelihood ratio lives on: the mean of (1 - p) / p, 2.835 by numerical integration.
    assert!((all.iter().map(|p| (1.0 - p) / p).sum::<f64>() / n - 2.835).abs() < 0.04);
}

#[test]
fn form_adds_to_the_dispersion_of_move_match_as_the_method_says() {
    // 1 + sigma^2 sum p (1 - p) = 1 + .04 * .158 * 270 = 2.71, a dispersion of 1.65; the shift is not quite linear.
    let n = 4_000;
    let squares = (0..n).map(|number| {
        let play = Play { form: 0.2, help: 0.0 };
        let (mut gain, mut variance) = (0.0, 0.0);
        for (p, matched) in event(play, 4, number) {
            gain += if matched { 1.0 - p } else { -p };
            variance += p * (1.0 - p);
        }
        gain * gain / variance
    });
    let dispersion = (squares.sum::<f64>() / n as f64).sqrt();
    assert!((dispersion - 1.65).abs() < 0.05, "{dispersion}");
}
