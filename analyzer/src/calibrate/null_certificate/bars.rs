//! The bars set beforehand, and how well they tell a right null from a wrong one.
//!
//! A right null misses a narrow range by chance when the data are few. A bar therefore counts as missed only outside the range
//! that a right null leaves, over all bars together, with a probability of [`MISSED_IF_RIGHT`] or less.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::figures::{by_tournament, from_2019, from_november_2021, slope_of};
use super::scored::{LEVELS, Scored};
use super::{Bar, BarResult, Passes};
use crate::null::strength::{Strength, decades};
use crate::random::Random;
use crate::statistics::field::mean_and_sd;

/// Index of 3.00 in [`LEVELS`].
const THREE: usize = 2;
/// How much wider the true spread is in the second simulated world.
const WIDER: f64 = 1.15;
/// Fewest tournaments from 2019 on, largest share of one, and fewest performances from November 2021 on.
const RECENT: (usize, f64, usize) = (120, 0.03, 250);
/// Probability that a right null misses any bar.
const MISSED_IF_RIGHT: f64 = 0.05;
/// The part of it that the rate has: few players reach 3.00, and a rate that is too high is what harms them. The other bars share
/// the rest.
const RATE_MISSED_IF_RIGHT: f64 = 0.02;
const SEED: u64 = 20_190_101;

#[derive(Clone, Copy)]
enum Quantity {
    Mean,
    Sd,
    /// Per decade.
    Slope,
    /// Seen over predicted at 3.00.
    Rate,
}

#[derive(Clone, Copy)]
struct Criterion {
    name: &'static str,
    of: fn(&Scored) -> bool,
    quantity: Quantity,
    range: [f64; 2],
    performances: usize,
}

/// The acceptance lines. The slope takes all years: from 2019 on alone its error is twice the range.
const CRITERIA: [Criterion; 8] = {
    use Quantity::{Mean, Rate, Sd, Slope};
    const fn new(
        name: &'static str,
        of: fn(&Scored) -> bool,
        quantity: Quantity,
        range: [f64; 2],
        performances: usize,
    ) -> Criterion {
        Criterion { name, of, quantity, range, performances }
    }
    [
        new("recent_mean", from_2019, Mean, [-0.10, 0.10], 1000),
        new("recent_sd", from_2019, Sd, [0.93, 1.05], 1000),
        new("slope", |_| true, Slope, [-0.08, 0.08], 1000),
        new("juniors_mean", Scored::junior, Mean, [-0.15, 0.15], 200),
        new("youth_mean", |s| s.measured.youth, Mean, [-0.15, 0.15], 200),
        new("low_mean", |s| s.measured.rating < 2000, Mean, [-0.15, 0.15], 200),
        new("low_sd", |s| s.measured.rating < 2000, Sd, [0.0, 1.08], 200),
        new("rate", |_| true, Rate, [1.0 / 1.5, 1.5], 2000),
    ]
};

/// A criterion with the places of its performances.
struct Held {
    criterion: Criterion,
    members: Vec<usize>,
    /// Decades of the members, for the slope.
    decades: Vec<f64>,
    /// Predicted number at 3.00.
    predicted: f64,
    enough: bool,
}

impl Held {
    fn new(criterion: Criterion, scored: &[Scored]) -> Self {
        let members: Vec<usize> =
            scored.iter().enumerate().filter(|(_, s)| (criterion.of)(s)).map(|(k, _)| k).collect();
        let of = || members.iter().filter_map(|k| scored.get(*k));
        let enough = members.len() >= criterion.performances
            && (!criterion.name.starts_with("recent") || recent_enough(&of().collect::<Vec<_>>()));
        Self {
            criterion,
            decades: of().map(|s| decades(s.day)).collect(),
            predicted: of().map(|s| s.alone.reached[THREE]).sum(),
            enough,
            members,
        }
    }

    fn value(&self, zs: &[f64]) -> Option<f64> {
        let values: Vec<f64> = self.members.iter().filter_map(|k| zs.get(*k)).copied().collect();
        if values.len() < 2 {
            return None;
        }
        let (mean, sd) = mean_and_sd(&values);
        match self.criterion.quantity {
            Quantity::Mean => Some(mean),
            Quantity::Sd => Some(sd),
            Quantity::Slope => slope_of(&self.decades, &values),
            Quantity::Rate => {
                let seen = values.iter().filter(|z| **z >= LEVELS[THREE]).count();
                Some(seen as f64 / self.predicted)
            }
        }
    }

    /// The range asked for, widened to hold all but a part of the values of a right null among `bars` bars: the same part at each
    /// end, or all of it above where low values harm nobody.
    fn range(&self, right: &mut [f64], bars: usize) -> [f64; 2] {
        let [low, high] = self.criterion.range;
        let others = (MISSED_IF_RIGHT - RATE_MISSED_IF_RIGHT) / (bars.max(2) - 1) as f64;
        let (low, above) = match self.criterion.quantity {
            Quantity::Rate => (0.0, RATE_MISSED_IF_RIGHT),
            _ if low == 0.0 => (low, others),
            _ => (low, others / 2.0),
        };
        right.sort_by(f64::total_cmp);
        let inside = (1.0 - above) * right.len() as f64;
        let outside = (0..right.len()).take_while(|k| (right.len() - k) as f64 > inside).count();
        let ends = [right.get(outside), right.iter().nth_back(outside)];
        [ends[0].map_or(low, |end| end.min(low)), ends[1].map_or(high, |end| end.max(high))]
    }
}

fn inside([low, high]: [f64; 2], value: f64) -> bool {
    low <= value && value <= high
}

fn recent_enough(members: &[&Scored]) -> bool {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for unit in by_tournament(members) {
        *sizes.entry(unit).or_default() += 1;
    }
    let (tournaments, share, latest) = RECENT;
    let largest = sizes.values().copied().max().unwrap_or(0) as f64;
    sizes.len() >= tournaments
        && largest <= share * members.len() as f64
        && members.iter().filter(|s| from_november_2021(s)).count() >= latest
}

/// The bars with what was found and their operating characteristics.
pub(super) struct Simulated {
    pub(super) bars: Vec<Bar>,
    /// For all bars that have a value together.
    pub(super) all: Passes,
}

/// Compares with the bars, and simulates `draws` certificates with the same tournaments, people and numbers in each of three worlds.
pub(super) fn simulate(scored: &[Scored], strength: &Strength, draws: u64) -> Simulated {
    let seen: Vec<f64> = scored.iter().map(|s| s.alone.z).collect();
    let held: Vec<(Held, Option<f64>)> = CRITERIA
        .iter()
        .map(|criterion| Held::new(*criterion, scored))
        .map(|held| {
            let found = held.value(&seen);
            (held, found)
        })
        .collect();
    let present: Vec<usize> = (0..held.len()).filter(|k| held[*k].1.is_some()).collect();
    let world = World::new(scored, strength);
    // Value of every bar in the three worlds, one draw after another.
    let drawn: Vec<Vec<[Option<f64>; 3]>> = (0..draws)
        .into_par_iter()
        .map(|draw| {
            let worlds = world.draw(draw);
            held.iter().map(|(held, _)| worlds.each_ref().map(|zs| held.value(zs))).collect()
        })
        .collect();
    let ranges: Vec<[f64; 2]> = held
        .iter()
        .enumerate()
        .map(|(k, (held, _))| {
            let mut right: Vec<f64> = drawn.iter().filter_map(|draw| draw[k][0]).collect();
            held.range(&mut right, present.len())
        })
        .collect();
    // Share of the draws of each world that miss none of some bars.
    let passes = |bars: &[usize]| {
        let of = |world: usize| {
            let met = |draw: &&Vec<[Option<f64>; 3]>| {
                bars.iter().all(|k| draw[*k][world].is_some_and(|value| inside(ranges[*k], value)))
            };
            drawn.iter().filter(met).count() as f64 / draws.max(1) as f64
        };
        Passes { right: of(0), wider: of(1), thrice: of(2) }
    };
    let bar = |(k, (held, found)): (usize, &(Held, Option<f64>))| {
        let asked = held.criterion.range;
        let result = match *found {
            Some(value) if held.enough && !inside(ranges[k], value) => BarResult::NotMet,
            Some(value) if held.enough && inside(asked, value) => BarResult::Met,
            _ => BarResult::TooFewData,
        };
        Bar {
            name: held.criterion.name.to_owned(),
            asked,
            range: ranges[k],
            found: *found,
            result,
            performances: [held.members.len(), held.criterion.performances],
            passes: found.map(|_| passes(&[k])),
        }
    };
    Simulated { bars: held.iter().enumerate().map(bar).collect(), all: passes(&present) }
}

/// Source of simulated z. Each is the sum of a part shared by the event, form and rating error, of which a share lasts, and
/// noise from move to move.
struct World<'a> {
    scored: &'a [Scored],
    strength: &'a Strength,
    tournaments: Vec<usize>,
    people: Vec<usize>,
}

impl<'a> World<'a> {
    fn new(scored: &'a [Scored], strength: &'a Strength) -> Self {
        let mut known: BTreeMap<usize, usize> = BTreeMap::new();
        let people = scored.iter().map(|s| {
            let next = known.len();
            *known.entry(s.measured.person).or_insert(next)
        });
        let people = people.collect();
        Self { scored, strength, tournaments: by_tournament(&scored.iter().collect::<Vec<_>>()), people }
    }

    /// z if the null is right, if the spread is wider, and if 3.00 is reached three times as often.
    fn draw(&self, draw: u64) -> [Vec<f64>; 3] {
        let mut random = Random::stream(SEED, &[draw]);
        let units = |units: &[usize]| units.iter().max().map_or(0, |last| last + 1);
        let shared: Vec<f64> = (0..units(&self.tournaments)).map(|_| random.normal()).collect();
        let lasting: Vec<f64> = (0..units(&self.people)).map(|_| random.normal()).collect();
        let (kept, tail) = (self.strength.player.lasting, self.strength.tail);
        let mut worlds: [Vec<f64>; 3] = Default::default();
        for ((s, tournament), person) in self.scored.iter().zip(&self.tournaments).zip(&self.people) {
            let form = kept.sqrt() * lasting[*person] + (1.0 - kept).sqrt() * random.normal();
            let usual = random.unit() >= tail.share;
            let form = if usual { form } else { tail.mean + tail.sd * form };
            let moves = (1.0 - s.own - s.event).max(0.0).sqrt() * random.normal();
            let z = s.event.sqrt() * shared[*tournament] + s.own.sqrt() * form + moves;
            // Twice as many again at 3.00 or above.
            let raised = random.unit() < 2.0 * s.alone.reached[THREE];
            let thrice = if raised { z.max(LEVELS[THREE] + z.abs() / 4.0) } else { z };
            for (world, z) in worlds.iter_mut().zip([z, WIDER * z, thrice]) {
                world.push(z);
            }
        }
        worlds
    }
}
