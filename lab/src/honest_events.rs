//! Events in which everybody plays honestly, to see whether the hints keep what they promise.
//!
//! Positions are those of the shipped reference set, moves are drawn from the shipped choice probabilities, and every
//! player is judged by the shipped parameters after every round. A model that were exact would make this too easy: real
//! players differ from it, and the dispersion of the calibration says by how much. So a made-up player has form. Their
//! strength differs from the rating by a normal amount for the event and by another for each game, and the two deviations
//! are set so that the overall z spreads as the calibration found it: with standard deviation 1 whatever the round.
//! The spread is among the figures, so that nobody has to take this on trust.
//!
//! Every player gets a full test after every round from which there is a z. That is more than any budget allows and so
//! the worst case. No full calibration is shipped, so the z comes from the quick one; under honest play that is the same
//! distribution, which is all that is asked here.

use std::num::{NonZeroU16, NonZeroU32};

use rayon::prelude::*;
use thiserror::Error;

use analyzer::Parameters;
use analyzer::choice::Choices;
use analyzer::decision::Played;
use analyzer::hints::promise::{ALPHAS, Looks, Promise};
use analyzer::hints::sequence::honest_play;
use analyzer::ipr::Reference;
use analyzer::policy::{Action, RegulationError, Regulations};
use analyzer::random::Random;
use analyzer::statistics::overall::adjusted;
use analyzer::statistics::sequential::{HonestPlay, SequentialError, SequentialValue};
use analyzer::statistics::statistic::{ASD, LOSS, MM};
use analyzer::statistics::sums::{Observed, Projection, Sums, observe};
use analyzer::statistics::tails::equivalent_z;

/// Strengths that moves are drawn at lie on a grid of so many rating points.
const STEP: u16 = 25;
const STRENGTHS: [u16; 2] = [800, 3400];
/// Ratings that made-up players have, from and to, in steps of 100.
const RATINGS: [u16; 2] = [1800, 2600];
/// Below this a tail need not be computed: no level is so low but the one for a player singled out.
const LOW_Z: f64 = 1.9;
/// Form beyond so many deviations is not drawn.
const FARTHEST: f64 = 4.0;

/// Why events cannot be made.
#[derive(Debug, Error)]
pub enum HonestEventsError {
    /// The rules do not read.
    #[error(transparent)]
    Regulations(#[from] RegulationError),
    /// The model of honest play is invalid.
    #[error(transparent)]
    Sequential(#[from] SequentialError),
    #[error("the parameters cover ratings from {low} to {high}, and made-up players have {from} to {to}")]
    Ratings { low: u16, high: u16, from: u16, to: u16 },
    #[error("the rules name no level for intrusive steps")]
    NoLevel,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    pub events: u32,
    pub players: NonZeroU32,
    /// Rounds of each; everybody plays in all of them.
    pub rounds: NonZeroU16,
    /// Honest players named per event, on average and at most, as promised.
    pub false_hints: f64,
    /// How players differ from their ratings.
    pub form: Form,
    /// Fewest and most decisions of a game, evenly drawn.
    pub decisions: [u16; 2],
    pub seed: u64,
}

/// How honest players differ from the model of their rating, in rating points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Form {
    /// By how much they are stronger than their ratings on average.
    pub mean: f64,
    /// Standard deviation for the whole event.
    pub event: f64,
    /// Standard deviation from game to game.
    pub game: f64,
}

impl Form {
    /// The form under which overall z have a mean of 0 and a standard deviation of 1, as `quick-4` was measured to give.
    pub const MEASURED: Self = Self { mean: 10.0, event: 112.0, game: 197.0 };
    /// The same with the mean of +0.28 that honest performances of the 2020s were measured to have.
    pub const TODAY: Self = Self { mean: 75.0, ..Self::MEASURED };
}

/// Counts over all events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    pub events: u32,
    pub player_events: u32,
    /// How overall z spread after each round.
    pub spread: Vec<Spread>,
    /// Events in which anybody was over the rules' level for one look at the last look.
    pub over_at_one_look: u32,
    /// Events in which anybody was over the rules' level for one look at any look.
    pub over_at_any_look: u32,
    /// Events in which anybody was over the level of all looks at any look: with permission for intrusive steps.
    pub intrusive: u32,
    /// The same with shares for an unknown number of rounds.
    pub intrusive_open: u32,
    /// Player-events over the level for somebody singled out, at the last look and at any look.
    pub singled_out: [u32; 2],
    /// Events in which anybody was named for unobtrusive steps.
    pub events_named: u32,
    /// Players named, in all events together.
    pub named: u32,
    /// Player-events whose sequential value ever reached one over each of [`ALPHAS`].
    pub reached: [u32; ALPHAS.len()],
}

/// The overall z after one round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    pub round: u16,
    /// Player-events with a z.
    pub n: u32,
    pub mean: f64,
    pub sd: f64,
}

struct Course {
    /// z after each round; none below the gate.
    z: Vec<Option<f64>>,
    log10_highest: f64,
}

struct OfRating {
    /// Honest play, for the sequential value.
    honest: HonestPlay,
    projections: Vec<Projection>,
}

/// Everything that is made once.
struct Table {
    /// Observed values of each line, by position.
    lines: Vec<Vec<Observed>>,
    /// Probabilities by strength on the grid and position.
    choices: Vec<Vec<Choices>>,
    /// By rating in steps of 100.
    ratings: Vec<OfRating>,
}

impl Table {
    fn new(reference: &Reference, parameters: &Parameters) -> Result<Self, SequentialError> {
        let decisions = reference.decisions();
        let choices: Vec<Vec<Choices>> = strengths()
            .collect::<Vec<u16>>()
            .par_iter()
            .map(|strength| {
                let model = parameters.at(*strength);
                decisions.iter().map(|decision| model.choices(decision)).collect()
            })
            .collect();
        let ratings = ratings()
            .map(|rating| {
                let model = parameters.at(rating);
                let project = |decision| Projection::new(decision, &model.choices(decision));
                Ok(OfRating {
                    honest: honest_play(&parameters.null, rating)?,
                    projections: decisions.iter().map(project).collect(),
                })
            })
            .collect::<Result<_, SequentialError>>()?;
        let lines = decisions.iter().map(|decision| {
            let mut tried = decision.clone();
            let mut observed = |played| {
                tried.played = played;
                observe(&tried)
            };
            let lines = 0..decision.deltas.len();
            lines.map(|line| observed(Played::Line(line))).collect()
        });
        Ok(Self { lines: lines.collect(), choices, ratings })
    }

    /// The move that somebody of a strength makes.
    fn play(&self, strength: f64, position: usize, random: &mut Random) -> Option<(Observed, bool)> {
        let step = ((strength - f64::from(STRENGTHS[0])) / f64::from(STEP)).round();
        let last = self.choices.len().saturating_sub(1);
        let at = (0..=last).find(|k| *k as f64 >= step).unwrap_or(last);
        let choices = self.choices.get(at)?.get(position)?;
        let lines = self.lines.get(position)?;
        let mut left = random.unit();
        for (line, p) in choices.lines.iter().enumerate() {
            if left < *p {
                return Some((*lines.get(line)?, line == 0));
            }
            left -= p;
        }
        let mut unlisted = Observed::default();
        unlisted[ASD] = choices.unlisted_delta;
        unlisted[LOSS] = 100.0 * choices.unlisted_difference;
        Some((unlisted, false))
    }
}

fn strengths() -> impl Iterator<Item = u16> {
    (STRENGTHS[0]..=STRENGTHS[1]).step_by(usize::from(STEP))
}

fn ratings() -> impl Iterator<Item = u16> {
    (RATINGS[0]..=RATINGS[1]).step_by(100)
}

/// Makes the events and counts.
///
/// # Errors
/// If the parameters do not cover the made-up players, or the rules name no level.
pub fn honest_events(
    reference: &Reference,
    parameters: &Parameters,
    plan: &Plan,
) -> Result<Figures, HonestEventsError> {
    if !ratings().all(|rating| parameters.ratings.contains(rating)) {
        return Err(HonestEventsError::Ratings {
            low: parameters.ratings.low,
            high: parameters.ratings.high,
            from: RATINGS[0],
            to: RATINGS[1],
        });
    }
    let rules = Regulations::shipped()?;
    let rung = rules.ladder.iter().find(|rung| rung.action == Action::Intrusive);
    let levels = rung.and_then(|rung| rung.levels.as_ref()).ok_or(HonestEventsError::NoLevel)?;
    let table = Table::new(reference, parameters)?;
    let promise = |looks| Promise { false_hints: plan.false_hints, players: plan.players, looks };
    let planned = promise(Looks::Rounds { rounds: plan.rounds });
    let bars = |promise: &Promise| -> Vec<Option<f64>> {
        let level = |round| promise.bar(round, levels, &rules.multiplicity).map(|level| level.z);
        (1..=plan.rounds.get()).map(level).collect()
    };
    let judge = Judge {
        one: planned.bar_of_one_look(levels, &rules.multiplicity).z,
        planned: bars(&planned),
        open: bars(&promise(Looks::Open)),
        singled_out: levels.singled_out.z,
        log10_needed: -libm::log10(planned.alpha(1)),
    };
    let numbers: Vec<u32> = (0..plan.events).collect();
    let events: Vec<(Figures, Vec<Moments>)> = numbers
        .par_iter()
        .map(|event| {
            let players = 0..plan.players.get();
            let courses: Vec<Course> =
                players.filter_map(|player| course(&table, parameters, plan, (*event, player))).collect();
            judge.event(&courses, plan.rounds)
        })
        .collect();
    let mut sum = Figures::default();
    let mut moments = vec![Moments::default(); usize::from(plan.rounds.get())];
    for (figures, of_event) in &events {
        sum.add(figures);
        for (moments, of_event) in moments.iter_mut().zip(of_event) {
            moments.add(of_event);
        }
    }
    sum.spread = (1..).zip(&moments).map(|(round, m)| m.spread(round)).collect();
    Ok(sum)
}

fn course(
    table: &Table,
    parameters: &Parameters,
    plan: &Plan,
    (event, player): (u32, u32),
) -> Option<Course> {
    let mut random = Random::stream(plan.seed, &[u64::from(event), u64::from(player)]);
    let normal = |random: &mut Random| equivalent_z(random.unit()).clamp(-FARTHEST, FARTHEST);
    let own = random.below(table.ratings.len());
    let rating = f64::from(RATINGS[0]) + 100.0 * own as f64;
    let OfRating { honest, projections } = table.ratings.get(own)?;
    let form = plan.form.mean + plan.form.event * normal(&mut random);
    let mut sums = Sums::default();
    let mut value = SequentialValue::against(honest);
    let mut z = Vec::with_capacity(usize::from(plan.rounds.get()));
    let [fewest, most] = plan.decisions;
    let more = usize::from(most.saturating_sub(fewest)) + 1;
    for _ in 0..plan.rounds.get() {
        let strength = rating + form + plan.form.game * normal(&mut random);
        let decisions = usize::from(fewest) + random.below(more);
        for _ in 0..decisions {
            let position = random.below(projections.len());
            let projection = projections.get(position)?;
            let (observed, matched) = table.play(strength, position, &mut random)?;
            sums.add(&observed, Some(projection));
            value.observe(projection.mean(MM), matched).ok()?;
        }
        z.push(overall(&sums, parameters));
    }
    Some(Course { z, log10_highest: value.log10_highest() })
}

/// Overall z; where it is low, without the tails, which could only move it nearer to 0.
fn overall(sums: &Sums, parameters: &Parameters) -> Option<f64> {
    let scatter = &parameters.null;
    if sums.projected < scatter.gate.decisions {
        return None;
    }
    let raw = scatter.overall(&scatter.adjust(&sums.raw_z()?, sums.extent()));
    if raw < LOW_Z { Some(raw) } else { adjusted(sums, scatter).map(|(_, z)| z) }
}

/// The levels that everybody is held to.
struct Judge {
    one: f64,
    planned: Vec<Option<f64>>,
    open: Vec<Option<f64>>,
    singled_out: f64,
    log10_needed: f64,
}

impl Judge {
    fn event(&self, courses: &[Course], rounds: NonZeroU16) -> (Figures, Vec<Moments>) {
        let mut figures = Figures { events: 1, ..Figures::default() };
        let mut moments = vec![Moments::default(); usize::from(rounds.get())];
        let ever = |course: &Course, bars: &[Option<f64>]| {
            let over = |(z, bar): (&Option<f64>, &Option<f64>)| z.zip(*bar).is_some_and(|(z, bar)| z >= bar);
            course.z.iter().zip(bars).any(over)
        };
        let last = |course: &Course| course.z.last().copied().flatten();
        let flag = |yes: bool| u32::from(yes);
        let any = |level: f64| vec![Some(level); usize::from(rounds.get())];
        let (one, singled_out) = (any(self.one), any(self.singled_out));
        figures.over_at_one_look = flag(courses.iter().any(|c| last(c).is_some_and(|z| z >= self.one)));
        figures.over_at_any_look = flag(courses.iter().any(|c| ever(c, &one)));
        figures.intrusive = flag(courses.iter().any(|c| ever(c, &self.planned)));
        figures.intrusive_open = flag(courses.iter().any(|c| ever(c, &self.open)));
        for course in courses {
            figures.player_events += 1;
            figures.singled_out[0] += flag(last(course).is_some_and(|z| z >= self.singled_out));
            figures.singled_out[1] += flag(ever(course, &singled_out));
            figures.named += flag(course.log10_highest >= self.log10_needed);
            for (reached, alpha) in figures.reached.iter_mut().zip(ALPHAS) {
                *reached += flag(course.log10_highest >= -libm::log10(alpha));
            }
            for (moments, z) in moments.iter_mut().zip(&course.z) {
                z.iter().for_each(|z| moments.take(*z));
            }
        }
        figures.events_named = flag(figures.named > 0);
        (figures, moments)
    }
}

impl Figures {
    fn add(&mut self, other: &Self) {
        self.events += other.events;
        self.player_events += other.player_events;
        self.over_at_one_look += other.over_at_one_look;
        self.over_at_any_look += other.over_at_any_look;
        self.intrusive += other.intrusive;
        self.intrusive_open += other.intrusive_open;
        for (mine, theirs) in self.singled_out.iter_mut().zip(other.singled_out) {
            *mine += theirs;
        }
        self.events_named += other.events_named;
        self.named += other.named;
        for (mine, theirs) in self.reached.iter_mut().zip(other.reached) {
            *mine += theirs;
        }
    }
}

/// Sums of z and of its squares.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    n: u32,
    sum: f64,
    squares: f64,
}

impl Moments {
    fn take(&mut self, z: f64) {
        self.n += 1;
        self.sum += z;
        self.squares += z * z;
    }

    fn add(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn spread(&self, round: u16) -> Spread {
        let n = f64::from(self.n);
        let mean = if self.n > 0 { self.sum / n } else { 0.0 };
        let squares = (self.squares - n * mean * mean).max(0.0);
        Spread { round, n: self.n, mean, sd: if self.n > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 } }
    }
}

#[cfg(test)]
mod tests;
