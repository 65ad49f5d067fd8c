//! How high the Bayes factor of an honest player goes, game by game: the exact boundary of a sequential test.
//!
//! Ville's bound holds for every prior and every game, and is seldom reached: a mean over many alternatives jumps over a level or
//! ends below it. For the positions that a player had, the probability can be computed instead. With the value `B_g` after game `g`
//! and a boundary `b`,
//!
//! ```text
//! P(B_g >= b_g at some g <= G) = E_Q[1 / B_tau; tau <= G]          tau: the first game with B_g >= b_g
//! ```
//!
//! because `B` is the density of help `Q`, with the alternatives and strengths in their weights, against honest play `P` (Wald's
//! likelihood ratio identity; Siegmund 1976, "Importance sampling in the Monte Carlo study of sequential tests", Annals of Statistics
//! 4, 673-684). Under `Q` a boundary is passed often, so a thousand drawn paths give a rare probability of `P` to a few per cent.
//!
//! The probability that may be used up to each game is fixed beforehand (Lan and DeMets 1983, "Discrete sequential boundaries for
//! clinical trials", Biometrika 70, 659-663), and what a game leaves over is kept for later ones. This module must not know who plays,
//! and must not choose how much may be used.

use super::{BayesFactor, Costs, MAX_RATIO, MoveChance, StrengthGrid, Weighed};
use crate::random::Random;
use crate::statistics::outcomes::Outcomes;

/// Paths drawn.
const PATHS: u64 = 1000;
/// Start of their random numbers, the same for everybody: a boundary is a function of positions and prior.
const SEED: u64 = 20_261_124;

/// Boundary after each game, as natural logarithms of the value. An honest player passes it at this game or before with the
/// probability `allowed` for this game. It is infinite where nothing is allowed, and never under `lowest`.
pub fn boundary(grid: &StrengthGrid, games: &[Vec<&Outcomes>], allowed: &[f64], lowest: f64) -> Vec<f64> {
    let moves = games.iter().flatten().filter_map(|outcomes| outcomes.all().first());
    let start = BayesFactor::of_moves(grid.clone(), moves);
    let mut inside: Vec<Vec<f64>> = (0..PATHS).map(|number| path(&start, games, number)).collect();
    let mut used = 0.0;
    let of_game = |(game, allowed): (usize, &f64)| {
        let at = |path: &Vec<f64>| path.get(game).copied().unwrap_or(f64::NEG_INFINITY);
        inside.sort_by(|a, b| at(b).total_cmp(&at(a)));
        let mut level = f64::INFINITY;
        let mut passed = 0;
        for path in &inside {
            let weight = libm::exp(-at(path)) / PATHS as f64;
            if at(path) < lowest || used + weight > *allowed {
                break;
            }
            used += weight;
            level = at(path);
            passed += 1;
        }
        inside.drain(..passed);
        level
    };
    allowed.iter().take(games.len()).enumerate().map(of_game).collect()
}

/// Values after each game of somebody who is helped as one of the alternatives says. The path ends where [`MAX_RATIO`] takes
/// probability away from help.
fn path(start: &BayesFactor, games: &[Vec<&Outcomes>], number: u64) -> Vec<f64> {
    let mut random = Random::stream(SEED, &[number]);
    let (mut value, grid) = (start.clone(), &start.grid);
    let drawn = random.place(start.alternatives.iter().map(|weighed| weighed.weight));
    let Some(Weighed { alternative, helper, .. }) = drawn.and_then(|k| start.alternatives.get(k)) else {
        return Vec::new();
    };
    let player = grid.draw_player(&mut random);
    let mut costs = Costs::default();
    let mut values = Vec::with_capacity(games.len());
    for (number, game) in games.iter().enumerate() {
        let node = grid.draw_node(player, &mut random);
        let helped = random.unit() < alternative.chance(number);
        for outcomes in game {
            let Some(cost) = outcomes.all().first().map(|outcome| outcome.cost) else { return values };
            let place = costs.add(cost);
            let share = if helped { alternative.pattern().share(place) } else { 0.0 };
            let Some(played) = played(outcomes, node, (share, *helper), &mut random) else { return values };
            value.observe(played);
        }
        values.push(value.ln_value_after_game());
    }
    values
}

/// A move of an honest player of this strength, or with the probability `share` of one of the helpers.
fn played<'a>(
    outcomes: &'a Outcomes,
    node: usize,
    (share, helper): (f64, usize),
    random: &mut Random,
) -> Option<&'a MoveChance> {
    let all = outcomes.all();
    if random.unit() >= share {
        return all.get(outcomes.honest(node, random)?);
    }
    let of_helper = |outcome: &MoveChance| outcome.helpers.get(helper).copied().unwrap_or(0.0);
    let choice = all.get(random.place(all.iter().map(of_helper))?)?;
    let own = choice.chances.get(node).copied().unwrap_or(0.0);
    (random.unit() * of_helper(choice) <= MAX_RATIO * own).then_some(choice)
}

#[cfg(test)]
mod tests;
