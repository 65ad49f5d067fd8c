//! The excess of move-to-move variance: how much more the gains of games scatter around their player's than decisions that do
//! not depend on each other would.
//!
//! Games are compared with the other games of the same performance, so neither form nor rating error is in it.

use rayon::prelude::*;

use crate::decision::performance::Performance;
use crate::null::gains::{Gains, SCORES};
use crate::parameters::CalibratedModel;
use crate::statistics::projection::Around;
use crate::statistics::sums::Sums;

/// Gains of each game of a performance; `None` if a decision lacks what the model looks at.
pub fn game_gains<R: CalibratedModel>(performance: &Performance, reading: &R) -> Option<Vec<Gains>> {
    let model = Around::new(reading, performance.rating);
    let games = performance.games.iter().map(|side| {
        let decisions = performance.decisions.get(side.decisions.clone()).unwrap_or_default();
        let sums = Sums::from_decisions(decisions, &model);
        (sums.projected == sums.decisions).then(|| *sums.added())
    });
    games.collect()
}

/// Squares of the gains of games around the player's own shift, in units of their projected variance, for each score, and
/// their degrees of freedom. The shift is fitted to the games, which costs one degree.
pub fn game_squares(games: &[Gains]) -> ([f64; SCORES], u32) {
    let used: Vec<&Gains> =
        games.iter().filter(|game| (0..SCORES).all(|k| game.covariance[k][k] > 0.0)).collect();
    let freedom = u32::try_from(used.len().saturating_sub(1)).unwrap_or(u32::MAX);
    let squares = std::array::from_fn(|k| {
        let (mut with, mut of_square) = (0.0, 0.0);
        for game in &used {
            with += game.derivative[k] * game.gain[k] / game.covariance[k][k];
            of_square += game.derivative[k] * game.derivative[k] / game.covariance[k][k];
        }
        if freedom == 0 || of_square <= 0.0 {
            return 0.0;
        }
        let own = with / of_square;
        let rest = |game: &Gains| game.gain[k] - game.derivative[k] * own;
        used.iter().map(|game| rest(game) * rest(game) / game.covariance[k][k]).sum()
    });
    (squares, freedom)
}

/// The excess of each score from the squares of performances with their degrees of freedom; never below 1, because dependence
/// within a game only adds variance.
pub(crate) fn pooled(squares: impl Iterator<Item = ([f64; SCORES], u32)>) -> [f64; SCORES] {
    let (mut sums, mut freedom) = ([0.0; SCORES], 0.0);
    for (squares, of_one) in squares {
        sums.iter_mut().zip(squares).for_each(|(sum, square)| *sum += square);
        freedom += f64::from(of_one);
    }
    sums.map(|sum| if freedom > 0.0 { (sum / freedom).max(1.0) } else { 1.0 })
}

/// The excess of each score over some performances.
pub fn excess<R: CalibratedModel>(performances: &[&Performance], reading: &R) -> [f64; SCORES] {
    let found: Vec<([f64; SCORES], u32)> = performances
        .par_iter()
        .map(|performance| game_gains(performance, reading).map_or(([0.0; SCORES], 0), |g| game_squares(&g)))
        .collect();
    pooled(found.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::fit::tests::{drawn, true_parameters};
    use crate::null::gains::{EFFICIENT, Noise};
    use crate::null::strength::Shift;
    use crate::statistics::field::mean_and_sd;

    #[test]
    fn squares_by_hand() {
        let game = |gain: f64| Gains {
            gain: [gain; SCORES],
            derivative: [0.01; SCORES],
            covariance: [[4.0; SCORES]; SCORES],
        };
        // Equal games: the own shift makes the mean of 3, so the rests are -2, 0 and 2.
        let (squares, freedom) = game_squares(&[game(1.0), game(3.0), game(5.0)]);
        assert_eq!(freedom, 2);
        assert!(squares.iter().all(|s| (s - 2.0).abs() < 1e-12), "{squares:?}");
        assert_eq!(game_squares(&[game(1.0)]), ([0.0; SCORES], 0));
    }

    /// 300 players whose ratings are 150 points off: the efficient score takes it for help, the rating-free z does not.
    #[test]
    fn a_wrong_rating_does_not_move_the_rating_free_z() {
        let noise = Noise { excess: [1.0; SCORES], weights: [0.0; SCORES] };
        let (players, parameters) = (drawn(11, 300), true_parameters());
        let mut all = Vec::new();
        for (points, efficient_at) in [(-150, 0.4..1.0), (0, -0.15..0.15), (150, -1.0..-0.4)] {
            let (mut efficient, mut free) = (Vec::new(), Vec::new());
            for player in &players {
                let rating = player.rating.checked_add_signed(points).expect("a rating");
                let gains =
                    *Sums::from_decisions(&player.decisions, &Around::new(&parameters, rating)).added();
                efficient.push(gains.z(EFFICIENT, &noise, Shift::default()).expect("z").z);
                free.push(gains.rating_free_z(EFFICIENT, &noise).expect("z"));
            }
            let (moved, (mean, sd)) = (mean_and_sd(&efficient).0, mean_and_sd(&free));
            assert!(efficient_at.contains(&moved), "{points}: {moved}");
            // Standard errors of .058 and .041.
            assert!(mean.abs() < 0.2 && (0.88..1.12).contains(&sd), "{points}: {mean} {sd}");
            all.extend(free);
        }
        let (mean, sd) = mean_and_sd(&all);
        assert!(mean.abs() < 0.15 && sd < 1.10, "{mean} {sd}");
    }

    #[test]
    fn independent_decisions_have_no_excess() {
        let performances = drawn(5, 300);
        let all: Vec<&Performance> = performances.iter().collect();
        let found = excess(&all, &true_parameters());
        // 1,500 degrees of freedom: a standard error of .037.
        assert!(found.iter().all(|a| (1.0..1.12).contains(a)), "{found:?}");
    }
}
