//! Performances made by drawing games: how often honest play passes the levels that no corpus is large enough to show.
//!
//! A performance is nine game sides of one rating band, drawn without replacement, never both sides of one game. Every
//! decision is projected under the parameters of its own part of the split, which were fitted on other events.
//!
//! An effect shared by all games of a player, the error of the rating and form, is not in such a
//! performance. So it is divided by the dispersion of games of different players ([`Dispersion::mixed`]) and not by that
//! of one player's, which would make every rate look too low. Performances as they were played show the rest.
//!
//! [`Dispersion::mixed`]: crate::parameters::Dispersion::mixed

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::calibrate::certificate::{Resampled, ResampledBand};
use crate::calibrate::moments::{moments, rate};
use crate::null::{Null, PerTest};
use crate::random::Random;
use crate::statistics::sums::Sums;

/// Levels of the overall z.
pub const LEVELS: [f64; 6] = [2.0, 2.5, 3.0, 3.5, 4.25, 5.0];

/// Draws per piece of work; also the number whose moments are taken.
const CHUNK: usize = 10_000;

/// One side of one game with its sums.
#[derive(Clone, Debug)]
pub struct Side {
    /// The game, the same for both of its sides and for nothing else.
    pub game: (usize, usize),
    /// Lowest rating of the band of 200.
    pub band: u16,
    /// Part of the split.
    pub part: usize,
    /// Sums under the parameters fitted to the other parts.
    pub sums: Sums,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Games in a performance.
    pub games: usize,
    /// Performances in all; divided evenly over the bands that can give any.
    pub draws: usize,
    pub seed: u64,
}

/// Draws performances and counts. `nulls` holds one for each part; a performance of games from several parts
/// uses the dispersion of the part of its first game.
pub fn resample(sides: &[Side], nulls: &[Null], plan: Plan) -> Resampled {
    let bands: BTreeSet<u16> = sides.iter().map(|s| s.band).collect();
    let pools: Vec<(u16, Vec<&Side>)> = bands
        .into_iter()
        .map(|band| (band, sides.iter().filter(|s| s.band == band).collect::<Vec<_>>()))
        .filter(|(_, pool)| pool.len() >= 5 * plan.games)
        .collect();
    let chunks = plan.draws.div_ceil(CHUNK * pools.len().max(1));
    let bands: Vec<(ResampledBand, Vec<f64>)> = pools
        .iter()
        .map(|(low, pool)| {
            let parts: Vec<Counted> = (0..chunks)
                .into_par_iter()
                .map(|chunk| {
                    let index = (u64::from(*low) << 32) | chunk as u64;
                    count(pool, nulls, plan, &mut Random::stream(plan.seed, &[index]), chunk == 0)
                })
                .collect();
            let mut above = [0; LEVELS.len()];
            for part in &parts {
                for (sum, n) in above.iter_mut().zip(part.above) {
                    *sum += n;
                }
            }
            let drawn: usize = parts.iter().map(|p| p.drawn).sum();
            let values: Vec<f64> = parts.into_iter().flat_map(|p| p.values).collect();
            let rates = LEVELS.iter().zip(above).map(|(level, n)| rate(n, drawn, *level, 0.0, 1.0));
            let band = ResampledBand {
                low: *low,
                pool: pool.len(),
                moments: moments(&values),
                rates: rates.collect(),
            };
            (band, values)
        })
        .collect();
    let drawn = bands.len() * chunks * CHUNK;
    let values: Vec<f64> = bands.iter().flat_map(|(_, values)| values.iter().copied()).collect();
    let bands: Vec<ResampledBand> = bands.into_iter().map(|(band, _)| band).collect();
    let rates = LEVELS.iter().enumerate().map(|(k, level)| {
        let seen = bands.iter().filter_map(|b| Some(b.rates.get(k)?.seen)).sum();
        rate(seen, drawn, *level, 0.0, 1.0)
    });
    Resampled {
        games: plan.games,
        drawn,
        seed: plan.seed,
        moments: moments(&values),
        rates: rates.collect(),
        bands,
    }
}

struct Counted {
    drawn: usize,
    above: [usize; LEVELS.len()],
    /// Overall z of every draw, if they were asked for.
    values: Vec<f64>,
}

fn count(pool: &[&Side], nulls: &[Null], plan: Plan, random: &mut Random, keep: bool) -> Counted {
    let mut counted = Counted { drawn: 0, above: [0; LEVELS.len()], values: Vec::new() };
    for _ in 0..CHUNK {
        let chosen = draw(pool, plan.games, random);
        let Some(null) = chosen.first().and_then(|side| nulls.get(side.part)) else {
            continue;
        };
        counted.drawn += 1;
        // The tails cost far more than the sums. The leading z is never further from 0 than the normal z, so a
        // performance whose normal z cannot reach the lowest level needs no tail.
        if !keep && bound(&chosen, null).is_none_or(|z| z < LEVELS[0]) {
            continue;
        }
        let mut sums = Sums::default();
        for side in &chosen {
            sums.merge(&side.sums);
        }
        let Some(z) = sums.headline_z() else {
            continue;
        };
        let z = adjusted(z, &chosen, null);
        for (n, level) in counted.above.iter_mut().zip(LEVELS) {
            *n += usize::from(z >= level);
        }
        if keep {
            counted.values.push(z);
        }
    }
    counted
}

/// Nine sides of different games.
fn draw<'a>(pool: &[&'a Side], games: usize, random: &mut Random) -> Vec<&'a Side> {
    let mut chosen: Vec<&Side> = Vec::with_capacity(games);
    // The pool holds at least five times as many sides, so a free one is found at once as a rule.
    let mut tries = 0;
    while chosen.len() < games && tries < 100 * games {
        tries += 1;
        if let Some(side) = pool.get(random.below(pool.len()))
            && chosen.iter().all(|c| c.game != side.game)
        {
            chosen.push(side);
        }
    }
    chosen
}

/// Overall z of games that different players played.
fn adjusted(z: PerTest<f64>, chosen: &[&Side], null: &Null) -> f64 {
    let games = || chosen.iter().map(|side| side.sums.extent());
    null.overall(&null.dispersion.zip(z, |f, z| z / f.mixed(games())))
}

/// Not less than the overall z of the primary model, from the sums alone.
fn bound(chosen: &[&Side], null: &Null) -> Option<f64> {
    let z = PerTest::try_from_fn(|test| {
        let (mut gain, mut variance) = (0.0, 0.0);
        for Side { sums, .. } in chosen {
            gain += sums.gain(test);
            variance += sums.variance(test);
        }
        (variance > 0.0).then(|| (gain / variance.sqrt()).max(0.0))
    })?;
    Some(adjusted(z, chosen, null))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::spread::tests::coins;

    /// Coins that count in all three tests and should fall one way in two; they do so with the given chance. The second
    /// half of the pool mirrors the first if that is honest, so that the pool has no luck of its own.
    fn pool(sides: usize, chance: f64) -> Vec<Side> {
        let mut random = Random::new(11);
        let mut hits: Vec<bool> = (0..25 * sides).map(|_| random.unit() < chance).collect();
        if chance == 0.5 {
            let (first, second) = hits.split_at_mut(25 * sides / 2);
            for (mirror, hit) in second.iter_mut().zip(first) {
                *mirror = !*hit;
            }
        }
        hits.chunks(25).enumerate().map(|(k, hits)| side(k, hits)).collect()
    }

    fn side(k: usize, hits: &[bool]) -> Side {
        Side { game: (0, k / 2), band: 2000, part: 0, sums: coins(hits.iter().copied()) }
    }

    /// Tests that are one and the same, with no dispersion beyond chance: the overall z is the z of the coins.
    fn plain() -> Null {
        let mut null =
            crate::parameters::Parameters::parse(crate::parameters::FIRST_FIT).expect("reads").null;
        for f in null.dispersion.each_mut() {
            (f.floor, f.within, f.growth) = (1.0, 1.0, 0.0);
        }
        null.correlation = crate::null::Correlation { mm_ev: 1.0, mm_asd: 1.0, ev_asd: 1.0 };
        null
    }

    #[test]
    fn honest_coins_give_nominal_rates() {
        let plan = Plan { games: 9, draws: 40_000, seed: 5 };
        let found = resample(&pool(4_000, 0.5), &[plain()], plan);
        assert_eq!(found.drawn, 40_000);
        assert!(found.moments.mean.abs() < 0.04, "{:?}", found.moments);
        assert!((found.moments.sd - 1.0).abs() < 0.03, "{:?}", found.moments);
        // 225 coins: P(hits >= 128) = .0227 of z >= 2.0 in the normal approximation; half-steps of the mid-P leave
        // the rate within a fifth of nominal.
        let at_two = found.rates[0];
        assert!((at_two.share[0] / at_two.nominal - 1.0).abs() < 0.2, "{at_two:?}");
        assert!(found.rates[2].share[0] < 0.004);
        assert_eq!(resample(&pool(4_000, 0.5), &[plain()], plan), found, "the seed decides");
    }

    #[test]
    fn the_shortcut_misses_nothing() {
        let sides = pool(400, 0.58);
        let pool: Vec<&Side> = sides.iter().collect();
        let plan = Plan { games: 9, draws: 1, seed: 1 };
        let all = count(&pool, &[plain()], plan, &mut Random::new(3), true);
        let short = count(&pool, &[plain()], plan, &mut Random::new(3), false);
        assert!(all.above[0] > 1_000);
        assert_eq!(all.above, short.above);
    }

    #[test]
    fn no_game_is_drawn_twice() {
        let sides = pool(46, 0.5);
        let pool: Vec<&Side> = sides.iter().collect();
        let mut random = Random::new(9);
        for _ in 0..200 {
            let games: BTreeSet<(usize, usize)> =
                draw(&pool, 9, &mut random).iter().map(|s| s.game).collect();
            assert_eq!(games.len(), 9);
        }
    }
}
