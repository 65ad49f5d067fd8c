//! Events in which everybody plays honestly, to see whether the hints keep what they promise.
//!
//! Positions are those of the shipped reference set, moves are drawn from the shipped choice probabilities, and every
//! player is judged by the shipped parameters after every round. A model that were exact would make this too easy: real
//! players differ from it, and the null says by how much. So a made-up player has form. Their
//! strength differs from the rating by a normal amount for the event and by another for each game, and the two deviations
//! are set so that the overall z spreads as the calibration found it: with standard deviation 1 whatever the round.
//! The spread is among the figures, so that nobody has to take this on trust.
//!
//! Every player gets a full test after every round from which there is a z. That is more than any budget allows and so
//! the worst case. No full calibration is shipped, so the z comes from the quick one; under honest play that is the same
//! distribution, which is all that is asked here.

use std::num::{NonZeroU16, NonZeroU32};

use anyhow::{Context, bail};
use rayon::prelude::*;

use analyzer::Parameters;
use analyzer::choice::Choices;
use analyzer::decision::{Decision, PlayedMove};
use analyzer::hints::{LookPlan, Promise};
use analyzer::ipr::Reference;
use analyzer::policy::looks::Bars;
use analyzer::policy::{Action, Regulations};
use analyzer::random::Random;
use analyzer::statistics::bayes_factor::{BayesFactor, StrengthGrid};
use analyzer::statistics::outcomes::{Outcomes, Strengths};
use analyzer::statistics::overall::adjusted;
use analyzer::statistics::projection::{Around, Projection};
use analyzer::statistics::statistic::{ASD, LOSS};
use analyzer::statistics::sums::{Observed, Sums, observe};
use analyzer::statistics::tails::equivalent_z;
use analyzer::strength::Shift;

use crate::simulate::expected;

/// Strengths that moves are drawn at lie on a grid of so many rating points.
const STEP: u16 = 25;
const STRENGTHS: [u16; 2] = [800, 3400];
/// Ratings that made-up players have, from and to, in steps of 100.
const RATINGS: [u16; 2] = [1800, 2600];
/// Below this a tail need not be computed: no level is so low but the one for a player singled out.
const LOW_Z: f64 = 1.9;
/// How often a single honest player's value ever gets so rare, by Ville's bound, is among the figures.
pub const ALPHAS: [f64; 3] = [0.05, 0.01, 0.001];
/// By how many points a player is stronger whose rating lags.
const LAG: f64 = 200.0;
/// Form beyond so many deviations is not drawn.
const FARTHEST: f64 = 4.0;

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
    /// Standard deviation of what all players of an event share.
    pub shared: f64,
    /// Share of players who are stronger by 200 points more, 0 to 1.
    pub lagging: f64,
}

impl Form {
    /// The form under which overall z have a mean of 0 and a standard deviation of about 1.
    pub const MEASURED: Self = Self { mean: 10.0, event: 79.0, game: 197.0, shared: 0.0, lagging: 0.0 };
    /// The same with players stronger than the null expects, by a mean z of 0.28.
    pub const STRONGER: Self = Self { mean: 62.0, ..Self::MEASURED };
}

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
    /// Player-events whose sequential value reached one over each of [`ALPHAS`] after any game.
    pub reached: [u32; ALPHAS.len()],
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    pub round: u16,
    /// Player-events with a z.
    pub n: u32,
    pub mean: f64,
    pub sd: f64,
}

impl Plan {
    fn looks(&self) -> LookPlan {
        LookPlan::Rounds { rounds: self.rounds }
    }

    fn promise(&self, looks: LookPlan) -> Promise {
        Promise { false_hints: self.false_hints, players: self.players, looks }
    }
}

struct Course {
    /// z after each round; none below the gate.
    z: Vec<Option<f64>>,
    log10_highest: f64,
    /// Whether the value after a game names the player.
    named: bool,
}

struct OfRating {
    grid: StrengthGrid,
    outcomes: Vec<Outcomes>,
    shift: Shift,
    projections: Vec<Projection>,
}

struct Table {
    /// Observed values of each line, by position.
    lines: Vec<Vec<Observed>>,
    /// Probabilities by strength on the grid and position.
    choices: Vec<Vec<Choices>>,
    /// By rating in steps of 100.
    ratings: Vec<OfRating>,
}

impl Table {
    fn new(reference: &Reference, parameters: &Parameters) -> Self {
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
                let model = Around::new(parameters, rating);
                let shift = expected(parameters, &parameters.null, f64::from(rating));
                let grid = StrengthGrid::new(shift.at_level(parameters.null.level), GAME_SD);
                let strengths = Strengths::new(parameters, rating, &grid);
                OfRating {
                    shift,
                    projections: decisions.iter().filter_map(|decision| model.project(decision)).collect(),
                    outcomes: decisions
                        .iter()
                        .filter_map(|decision| strengths.outcomes(decision, helper(decision)))
                        .collect(),
                    grid,
                }
            })
            .collect();
        let lines = decisions.iter().map(|decision| {
            let mut tried = decision.clone();
            let mut observed = |played| {
                tried.played = played;
                observe(&tried)
            };
            let lines = 0..decision.deltas.len();
            lines.map(|line| observed(PlayedMove::Line(line))).collect()
        });
        Self { lines: lines.collect(), choices, ratings }
    }

    /// The move that somebody of a strength makes, and its line.
    fn play(&self, strength: f64, position: usize, random: &mut Random) -> Option<(Observed, Option<usize>)> {
        let step = ((strength - f64::from(STRENGTHS[0])) / f64::from(STEP)).round();
        let last = self.choices.len().saturating_sub(1);
        let at = (0..=last).find(|k| *k as f64 >= step).unwrap_or(last);
        let choices = self.choices.get(at)?.get(position)?;
        let lines = self.lines.get(position)?;
        if let Some(line) = choices.draw(random) {
            return Some((*lines.get(line)?, Some(line)));
        }
        let mut unlisted = Observed::default();
        unlisted[ASD] = choices.unlisted_delta;
        unlisted[LOSS] = 100.0 * choices.unlisted_difference;
        Some((unlisted, None))
    }
}

/// Standard deviation of form from game to game that the value allows for, in rating points.
const GAME_SD: f64 = Form::MEASURED.game;

/// A helper who takes one of the best moves: its probability falls with the scaled difference, by e per 0.05 scaled pawns.
fn helper(decision: &Decision) -> Vec<f64> {
    let mut weights: Vec<f64> = decision.deltas.iter().map(|delta| libm::exp(-20.0 * delta)).collect();
    weights.push(if decision.unlisted > 0 { 0.02 } else { 0.0 });
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|w| w / total).collect()
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
pub fn honest_events(reference: &Reference, parameters: &Parameters, plan: &Plan) -> anyhow::Result<Figures> {
    if !ratings().all(|rating| parameters.ratings.contains(rating)) {
        let (covered, [from, to]) = (&parameters.ratings, RATINGS);
        bail!(
            "the parameters cover ratings from {} to {}, and made-up players have {from} to {to}",
            covered.low,
            covered.high
        );
    }
    let rules = Regulations::shipped()?;
    let rung = rules.ladder.iter().find(|rung| rung.action == Action::Intrusive);
    let levels = rung.and_then(|rung| rung.levels.as_ref());
    let levels = levels.context("the rules name no level for intrusive steps")?;
    let table = Table::new(reference, parameters);
    let events: Vec<Vec<Course>> = (0..plan.events)
        .into_par_iter()
        .map(|event| {
            let players = 0..plan.players.get();
            players.filter_map(|player| course(&table, parameters, plan, (event, player))).collect()
        })
        .collect();

    let planned = plan.promise(plan.looks());
    let bars = |promise: &Promise| -> Vec<Option<f64>> {
        let bars = promise.bars(&rules.multiplicity);
        let level = |round| bars.after(round, levels).map(|level| level.z);
        (1..=plan.rounds.get()).map(level).collect()
    };
    let each_round = |z: f64| vec![Some(z); usize::from(plan.rounds.get())];
    let one_look = Bars::of_one_look(planned.players, &rules.multiplicity).after(0, levels);
    let one_look = one_look.context("the rules name no level for one look")?.z;
    let singled_out = levels.singled_out.z;

    let ever = |bars: Vec<Option<f64>>| {
        move |course: &Course| {
            let mut looks = course.z.iter().zip(&bars);
            looks.any(|(z, bar)| z.zip(*bar).is_some_and(|(z, bar)| z >= bar))
        }
    };
    let at_last =
        |bar: f64| move |course: &Course| course.z.last().copied().flatten().is_some_and(|z| z >= bar);
    let reached = |alpha: f64| move |course: &Course| course.log10_highest >= -libm::log10(alpha);
    let named = |course: &Course| course.named;
    let players =
        |fits: &dyn Fn(&Course) -> bool| count(events.iter().flatten().filter(|course| fits(course)));
    let any = |fits: &dyn Fn(&Course) -> bool| count(events.iter().filter(|event| event.iter().any(fits)));
    Ok(Figures {
        events: plan.events,
        player_events: players(&|_| true),
        spread: (1..=plan.rounds.get()).map(|round| spread(round, &events)).collect(),
        over_at_one_look: any(&at_last(one_look)),
        over_at_any_look: any(&ever(each_round(one_look))),
        intrusive: any(&ever(bars(&planned))),
        intrusive_open: any(&ever(bars(&plan.promise(LookPlan::Open)))),
        singled_out: [players(&at_last(singled_out)), players(&ever(each_round(singled_out)))],
        events_named: any(&named),
        named: players(&named),
        reached: ALPHAS.map(|alpha| players(&reached(alpha))),
    })
}

fn count(items: impl Iterator) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

fn spread(round: u16, events: &[Vec<Course>]) -> Spread {
    let at = usize::from(round) - 1;
    let values: Vec<f64> =
        events.iter().flatten().filter_map(|course| course.z.get(at).copied().flatten()).collect();
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = values.iter().map(|z| (z - mean) * (z - mean)).sum();
    Spread { round, n: count(values.iter()), mean, sd: (squares / (n - 1.0).max(1.0)).sqrt() }
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
    let OfRating { grid, outcomes, shift, projections } = table.ratings.get(own)?;
    // One number for all players of the event.
    let shared = plan.form.shared * normal(&mut Random::stream(plan.seed, &[u64::from(event)]));
    let form = plan.form.mean + shared + plan.form.event * normal(&mut random);
    let form = form + if random.unit() < plan.form.lagging { LAG } else { 0.0 };
    let mut sums = Sums::default();
    let mut value = BayesFactor::new(grid.clone(), 1);
    let (mut ends, mut games) = (Vec::new(), Vec::new());
    let mut z = Vec::with_capacity(usize::from(plan.rounds.get()));
    let [fewest, most] = plan.decisions;
    let more = usize::from(most.saturating_sub(fewest)) + 1;
    for _ in 0..plan.rounds.get() {
        let strength = rating + form + plan.form.game * normal(&mut random);
        let decisions = usize::from(fewest) + random.below(more);
        let positions: Vec<usize> = (0..decisions).map(|_| random.below(projections.len())).collect();
        let mut game = Vec::with_capacity(decisions);
        for position in positions {
            let projection = projections.get(position)?;
            let (observed, line) = table.play(strength, position, &mut random)?;
            sums.add(&observed, Some(projection));
            let outcomes = outcomes.get(position)?;
            value.observe(outcomes.played(line)?);
            game.push(outcomes);
        }
        ends.push(value.ln_value_after_game());
        games.push(game);
        z.push(overall(&sums, parameters, *shift));
    }
    let levels = plan.promise(plan.looks()).levels(grid, &ends, &games).unwrap_or_default();
    let named = ends.iter().zip(levels).any(|(end, level)| *end >= level);
    let highest = ends.into_iter().fold(0.0, f64::max);
    Some(Course { z, log10_highest: highest * std::f64::consts::LOG10_E, named })
}

/// Overall z; where it is low, without the tails, which could only move it nearer to 0.
fn overall(sums: &Sums, parameters: &Parameters, shift: Shift) -> Option<f64> {
    let null = &parameters.null;
    if sums.projected < null.gate.decisions {
        return None;
    }
    let raw = sums.added().overall(&null.noise(), shift.at_level(null.level))?.z;
    if raw < LOW_Z { Some(raw) } else { adjusted(sums, null, shift).map(|found| found.overall.z) }
}

#[cfg(test)]
mod tests;
