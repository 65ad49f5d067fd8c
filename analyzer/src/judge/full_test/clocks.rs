//! Time used on decisions, where the clocks of the games give it.
//!
//! A time counts only where the time control explains the clocks of the game (`datasets::clocks::times`). What is shown
//! describes: how long the player thought on decisions that agreed with the first line and on those that did not, and
//! whether more time went into harder ones, beside the range of honest performances. No test is made, and nothing of it enters the
//! overall z.

use std::collections::BTreeMap;

use datasets::Game;
use datasets::clocks::game_clocks::move_times;
use datasets::tournament::corpus::facts::Conditions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::player_decision::{PlayerDecision, projected};
use crate::parameters::Parameters;
use crate::statistics::rank_correlation::spearman;

/// Fewer decisions with a time than this show nothing.
pub const MIN_TIMED: u32 = 30;

/// Mean rank correlation of time with difficulty of 41 honest performances of two tournaments (`docs/calibration/clocks.csv`).
const MEAN: f64 = 0.24;

/// Standard deviation of the correlation between players, without what is due to the number of decisions.
const PLAYER_SD: f64 = 0.08;

/// Standard deviations on either side that hold nine in ten of a normal distribution.
const NINE_IN_TEN: f64 = 1.645;

/// Time used on decisions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Clocks {
    /// Decisions of the player.
    pub decisions: u32,
    /// Decisions whose time is known.
    pub timed: u32,
    /// Games of the player whose clocks give times.
    pub games: u32,
    /// The times; absent with fewer than [`MIN_TIMED`] decisions.
    pub used: Option<Used>,
}

/// Times beside matches and difficulty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Used {
    /// Decisions in which the first line was played.
    pub matched: Times,
    pub other: Times,
    /// Decisions with a projection, which the next is over.
    pub projected: u32,
    /// Rank correlation (Spearman) of time with difficulty, `-ln p` of the first line's projected probability: -1 to 1, above
    /// 0 if harder decisions took longer. Absent where one of the two never changes.
    pub with_difficulty: Option<f64>,
    /// Range of the correlation in nine of ten honest performances with as many decisions. Absent outside standard play over the board,
    /// where it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<[f64; 2]>,
}

/// Times of some decisions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Times {
    pub decisions: u32,
    /// Mean time in seconds; absent without decisions.
    pub mean_seconds: Option<f64>,
    /// Median time in seconds.
    pub median_seconds: Option<f64>,
}

/// Looks at the clocks. `games` are those of the event.
pub(super) fn clocks(
    games: &[Game],
    parameters: &Parameters,
    own: &[PlayerDecision],
    rating: impl Fn(usize) -> Option<u16> + Copy,
) -> Clocks {
    let mut of_game: BTreeMap<usize, Option<[Vec<Option<u64>>; 2]>> = BTreeMap::new();
    let mut timed: Vec<(&PlayerDecision, f64, Option<f64>)> = Vec::new();
    for (o, choices) in projected(own, parameters, rating) {
        let times = of_game.entry(o.game).or_insert_with(|| games.get(o.game).and_then(move_times));
        let Some(ms) =
            times.as_ref().and_then(|sides| sides.get(o.ply % 2)?.get(o.ply / 2).copied().flatten())
        else {
            continue;
        };
        let difficulty = choices.flatten().map(|choices| {
            let p = choices.lines.first().copied().unwrap_or(0.0);
            -libm::log(p.max(f64::MIN_POSITIVE))
        });
        timed.push((o, ms as f64 / 1000.0, difficulty));
    }
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Clocks {
        decisions: count(own.len()),
        timed: count(timed.len()),
        games: count(of_game.values().flatten().count()),
        used: (count(timed.len()) >= MIN_TIMED).then(|| {
            let of = |wanted: bool| {
                let seconds = timed.iter().filter(|(o, ..)| o.decision.is_match() == wanted);
                described(seconds.map(|(_, seconds, _)| *seconds).collect())
            };
            let pairs: Vec<(f64, f64)> = timed
                .iter()
                .filter_map(|(_, seconds, difficulty)| Some((*seconds, (*difficulty)?)))
                .collect();
            Used {
                matched: of(true),
                other: of(false),
                projected: count(pairs.len()),
                with_difficulty: spearman(&pairs),
                usual: (parameters.conditions() == Conditions::USUAL).then(|| usual(pairs.len())).flatten(),
            }
        }),
    }
}

/// The range of the correlation in nine of ten honest performances with this number of decisions; `None` with fewer than two.
fn usual(decisions: usize) -> Option<[f64; 2]> {
    // The variance of Spearman's coefficient of n independent pairs is 1 / (n - 1) (Hotelling and Pabst 1936).
    let chance = (decisions > 1).then(|| 1.0 / (decisions as f64 - 1.0))?;
    let width = NINE_IN_TEN * (PLAYER_SD * PLAYER_SD + chance).sqrt();
    Some([MEAN - width, MEAN + width])
}

fn described(mut seconds: Vec<f64>) -> Times {
    seconds.sort_by(f64::total_cmp);
    let n = seconds.len();
    let middle = |at: usize| seconds.get(at).copied();
    Times {
        decisions: u32::try_from(n).unwrap_or(u32::MAX),
        mean_seconds: (n > 0).then(|| seconds.iter().sum::<f64>() / n as f64),
        median_seconds: middle(n / 2).and_then(|upper| {
            let lower = if n.is_multiple_of(2) { middle((n / 2).checked_sub(1)?)? } else { upper };
            Some(f64::midpoint(lower, upper))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::field::mean_and_sd;

    /// The constants are those of the table, and nine in ten of its performances lie in the range.
    #[test]
    fn the_usual_range_is_that_of_the_table() {
        let rows = include_str!("../../../../docs/calibration/clocks.csv").lines().skip(1);
        let rows: Vec<(usize, f64)> = rows
            .map(|row| {
                let (start, correlation) = row.rsplit_once(',').expect("four cells");
                let (_, decisions) = start.rsplit_once(',').expect("four cells");
                (decisions.parse().expect("decisions"), correlation.parse().expect("a correlation"))
            })
            .collect();
        let n = rows.len() as f64;
        let correlations: Vec<f64> = rows.iter().map(|(_, correlation)| *correlation).collect();
        let (mean, sd) = mean_and_sd(&correlations);
        let chance = rows.iter().map(|(decisions, _)| 1.0 / (*decisions as f64 - 1.0)).sum::<f64>() / n;
        assert_eq!((rows.len(), format!("{mean:.2}")), (41, format!("{MEAN:.2}")));
        assert_eq!(format!("{:.2}", (sd * sd - chance).sqrt()), format!("{PLAYER_SD:.2}"));
        let inside = rows.iter().filter(|(decisions, correlation)| {
            let [low, high] = usual(*decisions).expect("decisions");
            (low..=high).contains(correlation)
        });
        // 36.9 expected, with a standard deviation of 1.9.
        assert!((34..=40).contains(&inside.count()));
        // By hand: 1.645 sqrt(.0064 + 1 / 225).
        let [low, high] = usual(226).expect("decisions");
        assert!((low - 0.0687).abs() < 1e-4 && (high - 0.4113).abs() < 1e-4, "{low} {high}");
        assert_eq!(usual(1), None);
    }

    #[test]
    fn means_and_medians_by_hand() {
        let times = described(vec![40.0, 10.0, 100.0, 20.0]);
        assert_eq!((times.decisions, times.mean_seconds, times.median_seconds), (4, Some(42.5), Some(30.0)));
        assert_eq!(described(vec![7.0, 1.0, 2.0]).median_seconds, Some(2.0));
        assert_eq!(described(Vec::new()).median_seconds, None);
    }
}
