use super::*;
use crate::null::strength::Shift;

fn grid() -> StrengthGrid {
    StrengthGrid::new(Shift { mean: 20.0, variance: 8100.0, own: 6400.0 }, 120.0)
}

/// Two games of five decisions between two moves, no two of them alike.
fn games(grid: &StrengthGrid) -> Vec<Vec<Outcomes>> {
    let decision = |k: usize| {
        let base = 0.25 + 0.057 * k as f64;
        let good = |points: f64| 1.0 / (1.0 + (1.0 - base) / base * libm::exp(-0.003 * points));
        let of = |is_good: bool| MoveChance {
            chances: grid.offsets().map(|p| if is_good { good(p) } else { 1.0 - good(p) }).collect(),
            helpers: vec![if is_good { 0.9 - 0.013 * k as f64 } else { 0.1 + 0.013 * k as f64 }],
            cost: 0.1 * (k * 7 % 10) as f64,
        };
        Outcomes::made_up(vec![of(true), of(false)])
    };
    [0..5, 5..10].map(|game| game.map(decision).collect()).into()
}

/// Value after each game, and probability as honest play, of every way to play them.
fn all(grid: &StrengthGrid, games: &[Vec<Outcomes>]) -> Vec<([f64; 2], f64)> {
    let of = |outcome: usize| {
        let mut value = BayesFactor::new(grid.clone(), 1);
        let values = [0, 1].map(|game| {
            for (k, decision) in games[game].iter().enumerate() {
                value.observe(&decision.all()[outcome >> (5 * game + k) & 1]);
            }
            value.ln_value_after_game()
        });
        (values, libm::exp(value.ln_honest()))
    };
    (0..1 << 10).map(of).collect()
}

fn borrowed(games: &[Vec<Outcomes>]) -> Vec<Vec<&Outcomes>> {
    games.iter().map(|game| game.iter().collect()).collect()
}

/// Summed over everything that can be played, the probability of passing is the one that was allowed, up to each game.
#[test]
fn honest_players_pass_it_with_the_probability_allowed() {
    let grid = grid();
    let games = games(&grid);
    let all = all(&grid, &games);
    assert!((all.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
    for allowed in [[0.05, 0.10], [0.02, 0.04], [0.0, 0.03], [0.04, 0.04]] {
        let levels = boundary(&grid, &borrowed(&games), &allowed, f64::NEG_INFINITY);
        let passes = |through: usize| -> f64 {
            let of = |(values, _): &&([f64; 2], f64)| (0..=through).any(|game| values[game] >= levels[game]);
            all.iter().filter(of).map(|(_, p)| p).sum()
        };
        for (found, allowed) in [passes(0), passes(1)].into_iter().zip(allowed) {
            // A thousand paths, and single ways to play the first game that weigh several hundredths.
            assert!((found - allowed).abs() <= 0.15 * allowed + 0.02, "{found} of {allowed}, {levels:?}");
        }
        assert_eq!(allowed[0] <= 0.0, levels[0] == f64::INFINITY);
    }
}

#[test]
fn no_level_is_under_the_lowest_and_a_later_game_changes_none() {
    let grid = grid();
    let games = games(&grid);
    let games = borrowed(&games);
    let free = boundary(&grid, &games, &[0.05, 0.10], f64::NEG_INFINITY);
    assert_eq!(boundary(&grid, &games[..1], &[0.05], f64::NEG_INFINITY), free[..1]);
    let lowest = free[1] + 0.1;
    let held = boundary(&grid, &games, &[0.05, 0.10], lowest);
    assert!(held.iter().all(|level| *level >= lowest), "{held:?} {free:?}");
    assert!(boundary(&grid, &[], &[0.1], 0.0).is_empty());
}
