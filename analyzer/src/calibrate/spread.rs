//! How much honest performances scatter: dispersion of each test, correlation between them, and how the result
//! looks on performances it was not fitted on.

use std::borrow::Borrow;

use rayon::prelude::*;

use crate::calibrate::moments;
use crate::choice::ChoiceModel;
use crate::choice::rating_scale::log_linear_factor;
use crate::decision::performance::Performance;
use crate::null::{Correlation, Dispersion, Gate, Null, PerTest, TESTS};
use crate::statistics::sums::Sums;

/// Squares beyond this many standard deviations count as this many, so that a few helped performances in the
/// corpus cannot widen the spread that is meant to show them.
const WINSOR: f64 = 3.5;
/// Standard deviation of the prior of the slope of the growth, per 300 rating points.
const SLOPE_PRIOR: f64 = 0.5;
/// Steepest slope that is looked at, in twentieths: the growth of a 1400 is e^5 times that of a 2400 there.
const STEEPEST: u8 = 30;
pub const FLOORS: PerTest<f64> = PerTest { mm: 1.15, ev: 1.20, asd: 1.40 };

/// A performance under a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    pub event: usize,
    pub rating: u16,
    /// Sums of its decisions.
    pub sums: Sums,
    /// The same for each of its games.
    pub games: Vec<Sums>,
    /// z of the tests before the dispersion: the headline of normal z and tail.
    pub raw: PerTest<f64>,
    /// The same of the efficient score.
    pub efficient: f64,
}

impl Scored {
    /// Scores a performance; `None` if nothing in it is left to chance.
    pub fn new(performance: &Performance, model: &impl ChoiceModel) -> Option<Self> {
        let sides = performance.games.iter();
        let decisions = sides.map(|side| performance.decisions.get(side.decisions.clone()));
        let games = decisions.map(|d| Sums::from_decisions(d.unwrap_or_default(), model));
        Self::of_games(performance, games.collect())
    }

    /// Scores games of a performance, all or some of them; `None` if nothing in them is left to chance.
    pub fn of_games(performance: &Performance, games: Vec<Sums>) -> Option<Self> {
        let mut sums = Sums::default();
        for game in &games {
            sums.merge(game);
        }
        let raw = sums.headline_z()?;
        Some(Self {
            event: performance.event,
            rating: performance.rating,
            efficient: sums.efficient.headline_z()?,
            sums,
            games,
            raw,
        })
    }
}

/// Scores performances under the model of each rating; those in which nothing is left to chance give nothing.
pub fn score<P: Borrow<Performance> + Sync, M: ChoiceModel>(
    performances: &[P],
    model: impl Fn(u16) -> M + Sync,
) -> Vec<Scored> {
    let one = |p: &P| {
        let p = p.borrow();
        Scored::new(p, &model(p.rating))
    };
    performances.par_iter().filter_map(one).collect()
}

/// Measures the spread on performances with at least `fewest` decisions. The weights are fixed beforehand.
pub fn measure(scored: &[Scored], weights: PerTest<f64>, fewest: u32) -> Null {
    let used: Vec<&Scored> = scored.iter().filter(|s| s.sums.projected >= fewest).collect();
    let slope = slope_of_growth(&used);
    let of = |gain: Gain, floor: f64| Scatter::new(&used, gain, slope).dispersion(floor);
    let dispersion = PerTest::from_fn(|test| of(Gain::Test(test), *FLOORS.each()[test]));
    // It counts matches as MM does, so it has no smaller floor.
    let efficient = of(Gain::Efficient, FLOORS.mm);
    let adjusted = |s: &&Scored| {
        let seen = s.sums.extent();
        dispersion.zip(s.raw, |f, z| z / f.after(seen))
    };
    let adjusted: Vec<PerTest<f64>> = used.iter().map(adjusted).collect();
    let pair = |a: usize, b: usize| {
        correlation(&adjusted.iter().map(|z| (*z.each()[a], *z.each()[b])).collect::<Vec<_>>())
    };
    Null {
        dispersion,
        efficient,
        correlation: Correlation::from_fn(pair),
        weights,
        gate: Gate { decisions: fewest },
    }
}

impl Scored {
    /// Adjusted z of the tests.
    pub fn adjusted(&self, null: &Null) -> PerTest<f64> {
        null.adjust(&self.raw, self.sums.extent())
    }

    pub fn overall_z(&self, null: &Null) -> f64 {
        null.overall(&self.adjusted(null))
    }
}

/// A gain over the projection.
#[derive(Clone, Copy)]
enum Gain {
    /// Of a test, by its index in the list of statistics.
    Test(usize),
    Efficient,
}

impl Gain {
    /// leading z of a performance, before the dispersion.
    fn of_record(self, scored: &Scored) -> f64 {
        match self {
            Self::Test(test) => *scored.raw.each()[test],
            Self::Efficient => scored.efficient,
        }
    }

    /// Gain and its variance over independent decisions.
    fn over(self, sums: &Sums) -> (f64, f64) {
        match self {
            Self::Test(test) => (sums.gain(test), sums.variance(test)),
            Self::Efficient => (sums.efficient.score(), sums.efficient.variance()),
        }
    }
}

/// How the z of a statistic scatters over performances and over single games, if the growth at a rating R is
/// `exp(slope (R - 2400) / 300)` times that at 2400.
struct Scatter {
    slope: f64,
    /// Decisions of each performance, times that factor, and z.
    performances: Vec<(f64, f64)>,
    /// The same for a single game: decisions, and variance of z.
    single: (f64, f64),
}

impl Scatter {
    /// Gains of games are summed and squared apart, so nothing that a player's games share is in the variance of a single
    /// one. The leading z is a little nearer to 0 than the normal z; how much is taken from the performances, where there
    /// are enough decisions.
    fn new(used: &[&Scored], gain_of: Gain, slope: f64) -> Self {
        let grown = |sums: &Sums| {
            let seen = sums.extent();
            f64::from(seen.decisions) * log_linear_factor(slope, seen.rating)
        };
        let (mut squares, mut variances, mut decisions) = (0.0, 0.0, 0.0);
        let (mut record, mut normal) = (0.0, 0.0);
        for performance in used {
            for sums in &performance.games {
                let (gain, variance) = gain_of.over(sums);
                squares += gain * gain;
                variances += variance;
                decisions += variance * grown(sums);
            }
            let (gain, variance) = gain_of.over(&performance.sums);
            if variance > 0.0 {
                let z = gain_of.of_record(performance);
                normal += gain * gain / variance;
                record += z * z;
            }
        }
        let point = |s: &&Scored| (grown(&s.sums), gain_of.of_record(s));
        Self {
            slope,
            performances: used.iter().map(point).collect(),
            single: if variances > 0.0 && normal > 0.0 {
                (decisions / variances, record / normal * squares / variances)
            } else {
                (0.0, 1.0)
            },
        }
    }

    /// `Var z = a + b T` through the variance of single games, with `b`, 0 or more, by least squares on the squares of the
    /// performances, weighted by the variance found. Form and the error of the rating make `b`.
    fn dispersion(&self, floor: f64) -> Dispersion {
        let (t_single, at_single) = self.single;
        let mut b = 0.0;
        for _ in 0..100 {
            let (mut wtt, mut wty) = (0.0, 0.0);
            for (t, z) in &self.performances {
                let further = t - t_single;
                let variance = at_single + b * further;
                let square = (z * z).min(WINSOR * WINSOR * variance);
                let weight = 1.0 / (variance * variance);
                wtt += weight * further * further;
                wty += weight * further * (square - at_single);
            }
            let next = if wtt > 0.0 { (wty / wtt).max(0.0) } else { 0.0 };
            let moved = (next - b).abs() * 100.0;
            b = next;
            if moved < 1e-12 {
                break;
            }
        }
        // What a player's games share is in a single game too, and `within` is the rest.
        let within = (at_single - b * t_single).max(0.1 * at_single);
        Dispersion { floor, within, growth: b, growth_ln_slope_per_300: self.slope }
    }

    /// How badly it fits, in nats: less the logarithm of the normal density of the performances, the squares held.
    fn misfit(&self) -> f64 {
        let Dispersion { within, growth, .. } = self.dispersion(1.0);
        let of = |(t, z): &(f64, f64)| {
            let variance = within + growth * t;
            0.5 * (libm::log(variance) + (z * z / variance).min(WINSOR * WINSOR))
        };
        self.performances.iter().map(of).sum()
    }
}

/// How the growth changes with the rating, as its logarithm per 300 points: 0 or less, one number for all tests, to a
/// twentieth.
///
/// The tests measure nearly the same thing, so they speak with the mean of their voices. A normal prior around 0 holds the
/// number: some hundred performances say little about a difference of spreads, and what they say by chance should not move
/// anybody's z.
fn slope_of_growth(used: &[&Scored]) -> f64 {
    let cost = |slope: f64| {
        let misfit: f64 = (0..TESTS).map(|test| Scatter::new(used, Gain::Test(test), slope).misfit()).sum();
        misfit / 3.0 + 0.5 * (slope / SLOPE_PRIOR) * (slope / SLOPE_PRIOR)
    };
    let mut best = (0.0, cost(0.0));
    for step in 1..=STEEPEST {
        let slope = -f64::from(step) / 20.0;
        let cost = cost(slope);
        if cost < best.1 {
            best = (slope, cost);
        }
    }
    best.0
}

/// Pearson's correlation of values held within the winsor limits.
pub(crate) fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let hold = |z: f64| z.clamp(-WINSOR, WINSOR);
    moments::correlation(pairs.iter().map(|(a, b)| (hold(*a), hold(*b))))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::null::SampleSize;
    use crate::statistics::statistic::Moments;
    use crate::statistics::sums::Projection;

    /// Standard normal quantiles at equal steps: a sample with exactly known shape.
    fn normal(n: usize) -> Vec<f64> {
        use statrs::distribution::{ContinuousCDF, Normal};
        let quantile = |k: usize| Normal::standard().inverse_cdf((k as f64 + 0.5) / n as f64);
        (0..n).map(quantile).collect()
    }

    /// The same growth at every rating.
    fn level(performances: Vec<(f64, f64)>, single: (f64, f64)) -> Scatter {
        Scatter { slope: 0.0, performances, single }
    }

    #[test]
    fn a_growing_spread_is_found_again() {
        // Var z = 2 + .01 T at three sizes, in equal numbers; a single game of 25 decisions has 2.25.
        let mut points = Vec::new();
        for t in [100.0, 200.0, 400.0] {
            let sd: f64 = (2.0_f64 + 0.01 * t).sqrt();
            points.extend(normal(4001).iter().map(|z| (t, z * sd)));
        }
        let found = level(points, (25.0, 2.25)).dispersion(1.15);
        assert!((found.within - 2.0).abs() < 0.02, "{found:?}");
        assert!((found.growth - 0.01).abs() < 0.0005, "{found:?}");
    }

    #[test]
    fn the_floor_holds_and_a_helped_few_do_not_widen_it() {
        let mut points: Vec<(f64, f64)> = normal(1001).iter().map(|z| (200.0, z * 0.9)).collect();
        let seen = SampleSize { decisions: 200, rating: 2000.0 };
        let narrow = level(points, (25.0, 0.9)).dispersion(1.15);
        assert!((narrow.after(seen) - 1.15).abs() < 1e-12 && narrow.growth == 0.0);
        points = normal(1001).iter().map(|z| (200.0, z * 1.3)).collect();
        let clean = level(points.clone(), (25.0, 1.1)).dispersion(1.15).after(seen);
        for point in points.iter_mut().take(5) {
            point.1 = 12.0;
        }
        assert!((clean - 1.3).abs() < 0.02, "{clean}");
        assert!(level(points, (25.0, 1.1)).dispersion(1.15).after(seen) < 1.05 * clean);
    }

    #[test]
    fn what_a_player_shares_is_told_from_what_a_game_has() {
        // Coins of a half: a player's own chance moves by +-.1, so a game of 25 has z variance
        // (.24 + 25 * .01) / .25 = 1.96 and ten games of one player (.24 + 250 * .01) / .25 = 10.96.
        let mut random = crate::random::Random::new(2);
        let performances: Vec<Scored> = (0..400).map(|k| moved(k, 2000, 0.1, &mut random)).collect();
        let d = measure(&performances, EVEN, 100).dispersion.mm;
        let game = SampleSize { decisions: 25, rating: 2000.0 };
        let growth = d.growth_at(2000.0);
        assert!((d.within + 25.0 * growth - 1.96).abs() < 0.12, "{d:?}");
        assert!((growth - 0.04).abs() < 0.003, "{d:?}");
        let shared = d.mixed([game; 10]);
        assert!((shared - 1.4).abs() < 0.05, "{shared}");
    }

    #[test]
    fn a_growth_that_falls_with_the_rating_is_found_again() {
        // As above, the chance of a 2400 moves by .1 (growth .04), that of a 1800 by .1 sqrt e (growth .04 e): a slope of
        // -.5 per 300 points.
        let mut random = crate::random::Random::new(3);
        let root = libm::sqrt(std::f64::consts::E);
        let performances: Vec<Scored> = (0..800)
            .map(|k| match k % 4 {
                0 | 1 => moved(k, 2400, 0.1, &mut random),
                _ => moved(k, 1800, 0.1 * root, &mut random),
            })
            .collect();
        let d = measure(&performances, EVEN, 100).dispersion.mm;
        assert!((d.growth_ln_slope_per_300 + 0.5).abs() < 0.11, "{d:?}");
        assert!((d.growth / 0.04 - 1.0).abs() < 0.15, "{d:?}");
        assert!((d.growth_at(1800.0) / 0.04 / std::f64::consts::E - 1.0).abs() < 0.15, "{d:?}");
        // Players of one kind say nothing about a slope, and neither does a growth that is the same.
        let alike: Vec<Scored> =
            (0..400).map(|k| moved(k, if k % 4 < 2 { 2400 } else { 1800 }, 0.1, &mut random)).collect();
        for same in [&performances[..2], &alike] {
            let d = measure(same, EVEN, 100).dispersion.mm;
            assert!(d.growth_ln_slope_per_300.abs() < 0.11, "{d:?}");
        }
    }

    const EVEN: PerTest<f64> = PerTest { mm: 1.0, ev: 1.0, asd: 1.0 };

    /// Ten games of 25 coins by one player, whose chance is a half more or less a little, by turns.
    fn moved(k: usize, rating: u16, by: f64, random: &mut crate::random::Random) -> Scored {
        let chance = if k.is_multiple_of(2) { 0.5 - by } else { 0.5 + by };
        let games: Vec<Sums> = (0..10)
            .map(|_| {
                let hits: Vec<bool> = (0..25).map(|_| random.unit() < chance).collect();
                coins_of(f64::from(rating), hits)
            })
            .collect();
        scored(rating, games)
    }

    /// A performance of these games.
    pub(crate) fn scored(rating: u16, games: Vec<Sums>) -> Scored {
        let performance =
            Performance { event: 0, rating, year: None, decisions: Vec::new(), games: Vec::new() };
        Scored::of_games(&performance, games).expect("z")
    }

    /// Coins that should fall one way in two, and count alike in all three tests.
    pub(crate) fn coins(hits: impl IntoIterator<Item = bool>) -> Sums {
        coins_of(2400.0, hits)
    }

    /// The same for a player of a rating.
    fn coins_of(rating: f64, hits: impl IntoIterator<Item = bool>) -> Sums {
        let mut sums = Sums::default();
        for hit in hits {
            let hit = if hit { 1.0 } else { 0.0 };
            let observed = [hit, hit, 0.1 * (1.0 - hit), 0.0, 0.0];
            let (coin, none) = (Moments::indicator(0.5), Moments::default());
            let difference = Moments { mean: 0.05, variance: 0.0025 };
            let projection = Projection {
                rating,
                moments: [coin, coin, difference, none, none],
                outcomes: vec![(0.0, 0.5), (0.1, 0.5)],
            };
            sums.add(&observed, Some(&projection));
        }
        sums
    }

    #[test]
    fn correlation_by_hand() {
        let pairs = [(1.0, 2.0), (2.0, 1.0), (3.0, 3.0)];
        assert!((correlation(&pairs) - 0.5).abs() < 1e-15);
    }
}
