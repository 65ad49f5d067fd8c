use super::*;
use crate::random::Random;

fn shift() -> Shift {
    Shift { mean: 20.0, variance: 8100.0, own: 6400.0 }
}

/// Decisions between a good move and another: the chance of the good one rises with strength from `base` by a logistic curve, and a
/// helper plays it with probability `helper`.
#[derive(Clone, Copy)]
struct Coin {
    base: f64,
    helper: f64,
    cost: f64,
}

impl Coin {
    fn chance(self, points: f64) -> f64 {
        1.0 / (1.0 + (1.0 - self.base) / self.base * libm::exp(-0.002 * points))
    }

    fn played(self, grid: &StrengthGrid, good: bool) -> MoveChance {
        let chances = grid.offsets().map(|points| self.chance(points));
        MoveChance {
            chances: chances.map(|p| if good { p } else { 1.0 - p }).collect(),
            helpers: vec![if good { self.helper } else { 1.0 - self.helper }],
            cost: self.cost,
        }
    }
}

fn value(grid: &StrengthGrid, games: &[Vec<MoveChance>]) -> BayesFactor {
    let mut value = BayesFactor::new(grid.clone(), 1);
    for game in games {
        add(&mut value, game);
    }
    value
}

fn add(value: &mut BayesFactor, game: &[MoveChance]) {
    for played in game {
        value.observe(played);
    }
    value.end_game();
}

#[test]
fn the_grid_has_the_mean_and_the_spread_of_the_null() {
    let grid = StrengthGrid::new(shift(), 120.0);
    let nodes: Vec<f64> = grid.offsets().collect();
    assert!((nodes[grid.centre()] - 20.0).abs() < 1e-9, "{nodes:?}");
    let half = grid.form.len() / 2;
    let moment = |k: i32| -> f64 {
        let of = |(w, points): (&f64, &f64)| w * libm::pow(points - 20.0, f64::from(k));
        grid.player.iter().zip(nodes.iter().skip(half)).map(of).sum()
    };
    assert!((moment(0) - 1.0).abs() < 1e-12 && moment(1).abs() < 1e-9);
    assert!((moment(2).sqrt() / 90.0 - 1.0).abs() < 0.005, "{}", moment(2).sqrt());
    let off = |k: usize| 54.0 * (k as f64 - half as f64);
    let form: f64 = grid.form.iter().enumerate().map(|(k, w)| w * off(k) * off(k)).sum();
    // Cut off beyond 2.5 standard deviations.
    assert!((form.sqrt() / 120.0 - 1.0).abs() < 0.05, "{}", form.sqrt());
    assert_eq!(StrengthGrid::new(shift(), 0.0).form, [1.0]);
}

#[test]
fn critical_decisions_are_those_that_cost_most_so_far() {
    let mut costs = Costs::default();
    // The first of one, the second of two, the first of three, the third of four equal ones and less.
    let places = [0.5, 0.2, 0.9, 0.2].map(|cost| costs.add(cost));
    assert_eq!(places, [30.0, 30.0, 10.0, 30.0]);
    assert_eq!(costs.add(0.9), 12.0);
    let critical = Pattern::Critical { moves: 8.0, share: 0.5 };
    assert_eq!([7.9, 8.0, 8.1].map(|place| critical.share(place)), [0.5, 0.5, 0.0]);
}

#[test]
fn the_weights_of_the_alternatives_add_up_to_one() {
    let all = alternatives();
    assert_eq!(all.len(), 5 + 3 + 72 + 6);
    assert!((all.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-12);
}

/// The same value by sums over every strength and every form, game by game and alternative by alternative.
#[test]
fn a_value_by_brute_force() {
    let grid = StrengthGrid::new(shift(), 100.0);
    let coins = [
        Coin { base: 0.5, helper: 0.9, cost: 0.1 },
        Coin { base: 0.2, helper: 0.6, cost: 0.3 },
        Coin { base: 0.7, helper: 0.8, cost: 0.2 },
    ];
    let seen = [[true, true, false], [true, false, true]];
    // The last decision costs most of the six: its place is 5 of 30.
    let cost = |game: usize, k: usize| if (game, k) == (1, 2) { 0.9 } else { coins[k].cost };
    let played =
        |game: usize, k: usize| MoveChance { cost: cost(game, k), ..coins[k].played(&grid, seen[game][k]) };
    let games: Vec<Vec<MoveChance>> = (0..2).map(|game| (0..3).map(|k| played(game, k)).collect()).collect();
    let found = value(&grid, &games);
    let nodes: Vec<f64> = grid.offsets().collect();
    let half = grid.form.len() / 2;
    let likelihood = |node: usize, game: usize, shares: [f64; 3]| -> f64 {
        let form = grid.form.iter().enumerate().map(|(f, weight)| {
            let points = nodes[node + f];
            let of = |k: usize| {
                let p = coins[k].chance(points);
                let (p, h) =
                    if seen[game][k] { (p, coins[k].helper) } else { (1.0 - p, 1.0 - coins[k].helper) };
                (1.0 - shares[k]) * p + shares[k] * h
            };
            weight * of(0) * of(1) * of(2)
        });
        form.sum()
    };
    assert_eq!(nodes.len(), grid.player.len() + 2 * half);
    let total =
        |of: &dyn Fn(usize) -> f64| -> f64 { (0..grid.player.len()).map(|k| grid.player[k] * of(k)).sum() };
    let honest = total(&|k| likelihood(k, 0, [0.0; 3]) * likelihood(k, 1, [0.0; 3]));
    let cases: [(Alternative, f64); 5] = [
        (
            Alternative::Uniform { share: 0.33 },
            total(&|k| likelihood(k, 0, [0.33; 3]) * likelihood(k, 1, [0.33; 3])),
        ),
        (
            Alternative::SomeGames { share: 0.6 },
            total(&|k| {
                let game = |g| 2.0 / 3.0 * likelihood(k, g, [0.0; 3]) + likelihood(k, g, [0.6; 3]) / 3.0;
                game(0) * game(1)
            }),
        ),
        (
            Alternative::From { game: 1, share: 1.0 },
            total(&|k| likelihood(k, 0, [0.0; 3]) * likelihood(k, 1, [1.0; 3])),
        ),
        (
            Alternative::Critical { moves: 8.0, share: 0.5 },
            total(&|k| likelihood(k, 0, [0.0; 3]) * likelihood(k, 1, [0.0, 0.0, 0.5])),
        ),
        (
            Alternative::Critical { moves: 4.0, share: 1.0 },
            total(&|k| likelihood(k, 0, [0.0; 3]) * likelihood(k, 1, [0.0; 3])),
        ),
    ];
    for (alternative, expected) in cases {
        let (_, ln) = found.each().into_iter().find(|(of, _)| *of == alternative).expect("there");
        assert!((ln - libm::log(expected / honest)).abs() < 1e-12, "{alternative:?}: {ln}");
    }
    let mean: f64 = found
        .each()
        .into_iter()
        .zip(alternatives())
        .map(|((_, ln), (_, weight))| weight * libm::exp(ln))
        .sum();
    assert!((found.ln_value() - libm::log(mean)).abs() < 1e-12);
}

/// The value over two helpers is the mean of the values with one of them, and so are the shares of the moves, weighted by value.
#[test]
fn a_value_over_two_helpers() {
    let grid = StrengthGrid::new(shift(), 100.0);
    let moves = |helpers: &[f64]| -> Vec<Vec<MoveChance>> {
        let coin = |k: usize| Coin { base: 0.3 + 0.1 * k as f64, helper: 0.5, cost: k as f64 };
        let played = |(k, good): (usize, bool)| {
            let own = |helper: &f64| if good { *helper } else { 1.0 - helper };
            MoveChance { helpers: helpers.iter().map(own).collect(), ..coin(k).played(&grid, good) }
        };
        let game = [true, true, false, true, true].into_iter().enumerate().map(played).collect();
        vec![game; 2]
    };
    let [strong, weak, both] = [&[0.95][..], &[0.4], &[0.95, 0.4]].map(|of| explain(&grid, &moves(of)));
    let [a, b] = [&strong, &weak].map(|of| libm::exp(of.ln_value));
    assert!(a > 1.2 && b < 0.9, "{a} {b}");
    assert!((libm::exp(both.ln_value) - f64::midpoint(a, b)).abs() < 1e-12);
    let all: f64 = both.alternatives.iter().map(|(_, share)| share).sum();
    assert!((all - 1.0).abs() < 1e-12);
    for (k, of_both) in both.moves.iter().flatten().enumerate() {
        let of = |one: &Explanation| one.moves.iter().flatten().copied().nth(k).expect("a move");
        assert!((of_both - (a * of(&strong) + b * of(&weak)) / (a + b)).abs() < 1e-3, "{of_both}");
    }
}

/// Over everything that an honest player can play, the value has the mean 1.
#[test]
fn an_honest_player_expects_one() {
    let grid = StrengthGrid::new(shift(), 100.0);
    // Every decision costs more than all before, so those from the fourth on are critical.
    let coin =
        |g: usize, k: usize| Coin { base: 0.3 + 0.1 * k as f64, helper: 0.75, cost: (3 * g + k) as f64 };
    let mut mean = 0.0;
    for outcome in 0..64_usize {
        let game = |g: usize| -> Vec<MoveChance> {
            (0..3).map(|k| coin(g, k).played(&grid, outcome >> (3 * g + k) & 1 == 1)).collect()
        };
        let found = value(&grid, &[game(0), game(1)]);
        mean += libm::exp(found.honest.ln_sum() + found.ln_value());
    }
    assert!((mean - 1.0).abs() < 1e-10, "{mean}");
}

/// Nine games of thirty decisions of somebody of a strength, helped on a share of the moves of some games.
fn event(
    grid: &StrengthGrid,
    strength: f64,
    helped: &dyn Fn(usize) -> f64,
    random: &mut Random,
) -> Vec<Vec<MoveChance>> {
    let game = |number: usize, random: &mut Random| {
        let form = strength + 100.0 * random.normal();
        (0..30)
            .map(|_| {
                let coin = Coin { base: 0.25 + 0.6 * random.unit(), helper: 0.85, cost: random.unit() };
                let chance = if random.unit() < helped(number) { coin.helper } else { coin.chance(form) };
                coin.played(grid, random.unit() < chance)
            })
            .collect()
    };
    (0..9).map(|number| game(number, random)).collect()
}

#[test]
fn honest_players_seldom_reach_a_level_at_any_time() {
    let grid = StrengthGrid::new(shift(), 100.0);
    let mut random = Random::new(3);
    let (mut at_20, mut at_5) = (0, 0);
    for _ in 0..2000 {
        let strength = 20.0 + 90.0 * random.normal();
        let mut value = BayesFactor::new(grid.clone(), 1);
        let mut highest = f64::NEG_INFINITY;
        for game in event(&grid, strength, &|_| 0.0, &mut random) {
            add(&mut value, &game);
            highest = highest.max(value.ln_value());
        }
        at_20 += u32::from(highest >= libm::log(20.0));
        at_5 += u32::from(highest >= libm::log(5.0));
    }
    // At most 100 and 400 of 2,000, and not so few that the value says nothing.
    assert!(at_20 <= 115 && (40..=420).contains(&at_5), "{at_20} {at_5}");
}

#[test]
fn help_in_three_games_is_seen_there_and_strength_is_not_taken_for_help() {
    let grid = StrengthGrid::new(shift(), 100.0);
    let mut random = Random::new(8);
    let in_three = |number: usize| if number % 3 == 1 { 1.0 } else { 0.0 };
    let (mut seen, mut by_games, mut stronger) = (0, 0, 0.0);
    for _ in 0..40 {
        let found = value(&grid, &event(&grid, 20.0, &in_three, &mut random));
        seen += u32::from(found.ln_value() > libm::log(20.0));
        let of = |wanted: Alternative| {
            found.each().into_iter().find(|(of, _)| *of == wanted).map_or(0.0, |(_, ln)| ln)
        };
        by_games +=
            u32::from(of(Alternative::SomeGames { share: 1.0 }) > of(Alternative::Uniform { share: 0.2 }));
        // Two standard deviations stronger than expected, and not helped.
        stronger += value(&grid, &event(&grid, 200.0, &|_| 0.0, &mut random)).ln_value() / 40.0;
    }
    assert!(seen >= 20 && by_games >= 25, "{seen} {by_games}");
    assert!(stronger < 0.5, "{stronger}");
}

/// One decision, help on every second one: the helped part of its probability, by hand.
#[test]
fn the_probability_that_a_move_was_helped_by_hand() {
    let grid = StrengthGrid::new(Shift { mean: 0.0, variance: 1.0, own: 1.0 }, 0.0);
    let played = MoveChance { chances: vec![0.2; grid.nodes()], helpers: vec![0.8], cost: 0.1 };
    let found = explain(&grid, &[vec![played]]);
    assert!((found.alternatives.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-12);
    // By each alternative the value is (1 - e) + 4 e, and the helped part 4 e: one decision is never critical, a game of some is
    // helped once in three, and a run that begins later leaves it honest.
    let mut value = 0.0;
    let mut helped = 0.0;
    for (alternative, weight) in alternatives() {
        let share = match alternative {
            Alternative::Uniform { share } | Alternative::UpTo { share, .. } => share,
            Alternative::SomeGames { share } => share / 3.0,
            Alternative::From { game, share } => {
                if game == 0 {
                    share
                } else {
                    0.0
                }
            }
            Alternative::Critical { .. } => 0.0,
        };
        value += weight * (1.0 + 3.0 * share);
        helped += weight * 4.0 * share;
    }
    assert!((found.moves[0][0] - helped / value).abs() < 1e-4, "{} {}", found.moves[0][0], helped / value);
}

#[test]
fn helped_moves_and_games_are_pointed_at() {
    let grid = StrengthGrid::new(shift(), 100.0);
    let mut random = Random::new(21);
    let games = event(&grid, 20.0, &|number| if number == 4 || number == 7 { 1.0 } else { 0.0 }, &mut random);
    let found = explain(&grid, &games);
    let of_game: Vec<f64> = found.moves.iter().map(|moves| moves.iter().sum()).collect();
    let mut order: Vec<usize> = (0..9).collect();
    order.sort_by(|a, b| of_game[*b].total_cmp(&of_game[*a]));
    assert_eq!([order[0].min(order[1]), order[0].max(order[1])], [4, 7], "{of_game:?}");
    assert!(found.moves.iter().flatten().all(|p| (0.0..=1.0 + 1e-9).contains(p)));
}
