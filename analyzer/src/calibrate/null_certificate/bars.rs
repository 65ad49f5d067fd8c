//! The bars set beforehand, and how well each tells a right null from a wrong one.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::figures::{by_tournament, from_2019, from_november_2021, mean_and_sd, slope_of};
use super::scored::{LEVELS, Scored};
use super::{Bar, BarResult, Passes};
use crate::null::strength::Strength;
use crate::null::strength::decades;
use crate::random::Random;

/// Index of 3.00 in [`LEVELS`].
const THREE: usize = 2;
/// How much wider the true spread is in the second simulated world.
const WIDER: f64 = 1.15;
/// Fewest tournaments from 2019 on, largest share of one, and fewest performances from November 2021 on.
const RECENT: (usize, f64, usize) = (120, 0.03, 250);
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

    fn passes(&self, value: f64) -> bool {
        let [low, high] = self.criterion.range;
        low <= value && value <= high
    }
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
    /// Probability that a right null meets every bar that has a value.
    pub(super) all: f64,
}

/// Compares with the bars, and simulates `draws` certificates with the same tournaments, people and numbers in each of three worlds.
pub(super) fn simulate(scored: &[Scored], strength: &Strength, draws: u64) -> Simulated {
    let held: Vec<Held> = CRITERIA.iter().map(|criterion| Held::new(*criterion, scored)).collect();
    let seen: Vec<f64> = scored.iter().map(|s| s.alone.z).collect();
    let found: Vec<Option<f64>> = held.iter().map(|held| held.value(&seen)).collect();
    let world = World::new(scored, strength);
    // Which bars pass in the three worlds, one draw after another.
    let passed: Vec<Vec<[bool; 3]>> = (0..draws)
        .into_par_iter()
        .map(|draw| {
            let worlds = world.draw(draw);
            let in_each = |held: &Held| {
                worlds.each_ref().map(|zs| held.value(zs).is_some_and(|value| held.passes(value)))
            };
            held.iter().map(in_each).collect()
        })
        .collect();
    let share = |of: &dyn Fn(&Vec<[bool; 3]>) -> bool| {
        passed.iter().filter(|draw| of(draw)).count() as f64 / draws.max(1) as f64
    };
    let present: BTreeSet<usize> = (0..held.len()).filter(|k| found[*k].is_some()).collect();
    let bar = |(k, held): (usize, &Held)| {
        let result = match found[k] {
            Some(value) if held.enough => match held.passes(value) {
                true => BarResult::Met,
                false => BarResult::NotMet,
            },
            _ => BarResult::TooFewData,
        };
        Bar {
            name: held.criterion.name.to_owned(),
            range: held.criterion.range,
            found: found[k],
            result,
            performances: [held.members.len(), held.criterion.performances],
            passes: found[k].map(|_| Passes {
                right: share(&|draw| draw[k][0]),
                wider: share(&|draw| draw[k][1]),
                thrice: share(&|draw| draw[k][2]),
            }),
        }
    };
    Simulated {
        bars: held.iter().enumerate().map(bar).collect(),
        all: share(&|draw| present.iter().all(|k| draw[*k][0])),
    }
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
