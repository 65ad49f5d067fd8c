//! The level of a z that is looked at several times, after equal parts of the evidence.
//!
//! The sums behind the z grow by independent parts, so the z of two looks go together. The probability that any of `K` looks
//! reaches a constant level is summed up from look to look (Armitage, McPherson and Rowe 1969, "Repeated significance tests on
//! accumulating data", Journal of the Royal Statistical Society A 132, 235-244), and the level for a stated probability is that of
//! Pocock (1977, Biometrika 64, 191-199), on one side. What an event or a player has in common in all looks makes the z go together
//! more, and the probability smaller (Slepian 1962). Parts that are very unequal make it larger, up to the sum over the looks.

use super::field::upper_tail;
use super::tails::equivalent_z;

/// With more looks than this the level is that of independent looks.
const MAX_LOOKS: u16 = 30;
/// Width of a step of integration, in standard deviations of one part; Simpson's rule moves the level by under 1e-5.
const STEP: f64 = 0.25;
/// Lower end of the integration, in standard deviations of the sum.
const LOWEST: f64 = -8.0;
/// Halvings of the interval of the level, which is under 1 wide.
const HALVINGS: usize = 18;

/// The z that honest play reaches at any of `looks` looks with probability `tail`, from above 0 to 1/2.
pub fn level(looks: u16, tail: f64) -> f64 {
    let (mut low, mut high) = (equivalent_z(tail), equivalent_z(tail / f64::from(looks.max(1))));
    if !(2..=MAX_LOOKS).contains(&looks) {
        return high;
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if ever(looks, middle) > tail { low = middle } else { high = middle }
    }
    high
}

/// Probability that any of the looks reaches the level.
fn ever(looks: u16, level: f64) -> f64 {
    let normal = |x: f64| libm::exp(-0.5 * x * x) / std::f64::consts::TAU.sqrt();
    // The sum after a look, where no look has reached the level: values with their weights times density.
    let mut below: Vec<(f64, f64)> = nodes(1.0, level).map(|(x, weight)| (x, weight * normal(x))).collect();
    let mut reached = upper_tail(level);
    for look in 2..=looks {
        let root = f64::from(look).sqrt();
        reached += below.iter().map(|(x, mass)| mass * upper_tail(level * root - x)).sum::<f64>();
        let density = |y: f64| below.iter().map(|(x, mass)| mass * normal(y - x)).sum::<f64>();
        below = nodes(root, level).map(|(y, weight)| (y, weight * density(y))).collect();
    }
    reached
}

/// Nodes and weights of Simpson's rule for the sum whose standard deviation is `root`, up to the level.
fn nodes(root: f64, level: f64) -> impl Iterator<Item = (f64, f64)> {
    let (from, to) = (LOWEST * root, level * root);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred")]
    let pairs = ((to - from) / (2.0 * STEP)).ceil().max(1.0) as usize;
    let step = (to - from) / (2 * pairs) as f64;
    (0..=2 * pairs).map(move |k| {
        let weight = if k == 0 || k == 2 * pairs {
            1.0
        } else if k % 2 == 1 {
            4.0
        } else {
            2.0
        };
        (from + k as f64 * step, weight * step / 3.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Jennison and Turnbull 2000, "Group Sequential Methods", table 2.1: two sides, 0.05 and 0.01; one side has half of it.
    #[test]
    fn levels_are_those_of_the_published_table() {
        for (looks, of_20, of_100) in
            [(1, 1.960, 2.576), (2, 2.178, 2.772), (5, 2.413, 2.986), (10, 2.555, 3.117), (20, 2.672, 3.225)]
        {
            let found = [level(looks, 0.025), level(looks, 0.005)];
            assert!((found[0] - of_20).abs() < 0.001, "{looks}: {found:?}");
            assert!((found[1] - of_100).abs() < 0.001, "{looks}: {found:?}");
        }
    }

    #[test]
    fn it_lies_between_one_look_and_looks_without_connection() {
        for tail in [0.2 / 20.0, 0.2 / 60.0, 0.2 / 400.0] {
            for looks in [2, 9, 30] {
                let found = level(looks, tail);
                assert!(found > equivalent_z(tail) && found < equivalent_z(tail / f64::from(looks)));
            }
            assert_eq!(level(31, tail), equivalent_z(tail / 31.0));
        }
    }

    /// Nine looks at sums of nine parts, drawn.
    #[test]
    fn drawn_sums_reach_it_as_often_as_stated() {
        let (tail, of) = (0.02, 40_000_u32);
        let level = level(9, tail);
        let reaches = |k: u32| {
            let mut random = Random::stream(5, &[u64::from(k)]);
            let mut sum = 0.0;
            (1..=9).any(|look| {
                sum += random.normal();
                sum / f64::from(look).sqrt() >= level
            })
        };
        let rate = (0..of).filter(|k| reaches(*k)).count() as f64 / f64::from(of);
        // Four standard errors.
        assert!((rate - tail).abs() < 4.0 * (tail * (1.0 - tail) / f64::from(of)).sqrt(), "{rate}");
    }
}
