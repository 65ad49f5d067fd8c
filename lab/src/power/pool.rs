//! The games of a rating band, and performances drawn from them.

use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroU16, NonZeroU32};

use rayon::prelude::*;

use super::score::Score;
use crate::simulate::{Help, Helper, HonestMoves, HonestPart, PreparedSide, Side, expected};
use analyzer::choice::deeper_choice::DeeperSearch;
use analyzer::hints::{LookPlan, Promise};
use analyzer::parameters::Parameters;
use analyzer::random::Random;
use analyzer::statistics::bayes_factor::{BayesFactor, StrengthGrid};
use analyzer::statistics::outcomes::{self, Nodes, Outcomes};
use analyzer::statistics::projection::Around;
use analyzer::statistics::sums::Sums;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BandPool {
    /// Games with at least one side in the band.
    pub(crate) games: Vec<Vec<PreparedSide>>,
    /// Players of an event, one per event and person.
    pub(crate) performances: usize,
    pub(crate) sides: usize,
    pub(crate) decisions: usize,
    /// Sides in the band whose rating the parameters do not cover, or whose helper is not known.
    pub(crate) left_out: usize,
    /// Mean rating over the sides; 0 without any.
    pub(crate) mean_rating: f64,
    /// Strengths of a player of the middle of the band, where a helper was fitted.
    grid: Option<StrengthGrid>,
    /// Helpers that the Bayes factor averages over.
    helpers: usize,
}

/// How the performances of a pool are drawn and read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing<'a> {
    /// Games of a performance.
    pub(crate) games: u32,
    pub(crate) honest: HonestPart,
    pub(crate) help: Option<&'a Help>,
    pub(crate) parameters: &'a Parameters,
    /// Whether to compute the boundary of hints, which takes a thousand paths for each performance.
    pub(crate) hints: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Drawn {
    /// Scores under the rules; `None` below the gate.
    pub(crate) score: Option<Score>,
    pub(crate) decisions: u32,
    /// Those made with help.
    pub(crate) helped: u32,
}

impl BandPool {
    /// The sides with a rating from `low` to `high`, each prepared under the model of its own player's rating.
    pub(crate) fn new(
        sides: &[Side],
        (low, high): (u16, u16),
        parameters: &Parameters,
        helper: Helper,
        deeper: Option<&DeeperSearch>,
    ) -> Self {
        let grid = parameters.depth_aware.as_ref().and_then(|second| {
            let middle = 0.5 * (f64::from(low) + f64::from(high));
            outcomes::grid(second, expected(parameters, &second.null, middle))
        });
        let inside: Vec<&Side> = sides.iter().filter(|s| (low..=high).contains(&s.rating)).collect();
        let prepared: Vec<Option<PreparedSide>> = inside
            .par_iter()
            .map(|side| {
                if !parameters.ratings.contains(side.rating) {
                    return None;
                }
                let model = Around::new(parameters, side.rating);
                let prepared = PreparedSide::new(side, side.rating, &model, helper)?;
                Some(match &parameters.depth_aware {
                    Some(second) => {
                        let prepared = prepared.with_second(side, &Around::new(second, side.rating));
                        match grid.as_ref().and_then(|grid| Nodes::new(second, side.rating, grid)) {
                            Some(nodes) => prepared.with_outcomes(side, &nodes, deeper),
                            None => prepared,
                        }
                    }
                    None => prepared,
                })
            })
            .collect();
        let mut games: BTreeMap<(usize, usize), Vec<PreparedSide>> = BTreeMap::new();
        let mut people = BTreeSet::new();
        let (mut count, mut decisions, mut ratings) = (0, 0, 0.0);
        for (side, prepared) in inside.iter().zip(prepared) {
            if let Some(prepared) = prepared {
                count += 1;
                decisions += prepared.turns.len();
                ratings += f64::from(side.rating);
                people.insert((side.event, side.person));
                games.entry((side.event, side.game)).or_default().push(prepared);
            }
        }
        let mut outcomes = games.values().flatten().filter_map(PreparedSide::outcomes).flatten();
        let helpers = outcomes.next().and_then(|outcomes| Some(outcomes.all().first()?.helpers.len()));
        Self {
            helpers: helpers.unwrap_or(1),
            games: games.into_values().collect(),
            performances: people.len(),
            sides: count,
            decisions,
            left_out: inside.len() - count,
            mean_rating: if count > 0 { ratings / count as f64 } else { 0.0 },
            grid,
        }
    }

    /// Whether the strength of an honest player can be drawn: a helper was fitted, and with it a spread of form.
    pub(crate) fn draws_strength(&self) -> bool {
        self.grid.is_some()
    }

    /// Draws a performance: each time a game with replacement, then one of its sides in the band.
    ///
    /// `games_from` decides which games and `moves_from` which moves, so that the same games can be played with
    /// different help.
    pub(crate) fn draw(
        &self,
        drawing: &Drawing<'_>,
        (games_from, moves_from): (&mut Random, &mut Random),
    ) -> Drawn {
        let Drawing { parameters, .. } = *drawing;
        let (mut sums, mut second) = (Sums::default(), Sums::default());
        let (mut helped, mut ratings) = (0_u32, 0.0);
        let mut value = self.grid.clone().map(|grid| BayesFactor::new(grid, self.helpers));
        let (mut ends, mut played) = (Vec::new(), Vec::new());
        let strength = self.grid.as_ref().filter(|_| drawing.honest == HonestPart::Form);
        let strength = strength.map(|grid| (grid, grid.draw_player(moves_from)));
        for number in 0..drawing.games {
            let Some(game) = self.games.get(games_from.below(self.games.len())) else { continue };
            let Some(side) = game.get(games_from.below(game.len())) else { continue };
            let honest = match (drawing.honest, strength) {
                (HonestPart::Form, Some((grid, player))) => {
                    HonestMoves::Node(grid.draw_node(player, moves_from))
                }
                (HonestPart::Model, _) => HonestMoves::Model,
                (HonestPart::Played | HonestPart::Form, _) => HonestMoves::Played,
            };
            let help = drawing.help.filter(|help| help.in_game(number));
            let moves = side.play(honest, help, moves_from);
            side.add(&moves, &mut sums);
            if parameters.depth_aware.is_some() {
                side.add_second(&moves, &mut second);
            }
            value = value.and_then(|mut value| {
                ends.push(side.observe(&moves, &mut value)?);
                played.push(side);
                Some(value)
            });
            helped += moves.iter().map(|m| u32::from(m.helped)).sum::<u32>();
            ratings += f64::from(side.rating) * side.turns.len() as f64;
        }
        let mean = ratings / f64::from(sums.projected.max(1));
        let mut score = Score::new(&sums, &second, mean, parameters);
        if let Some(score) = &mut score {
            score.ln_bayes_factor = value.and(ends.last().copied());
            let grid = self.grid.as_ref().filter(|_| drawing.hints);
            score.ln_over_boundary = grid.and_then(|grid| over_boundary(grid, &ends, &played));
        }
        Drawn { score, decisions: sums.projected, helped }
    }
}

/// Players and rounds of the event that hints are computed for.
const HINTED: (u32, u16) = (60, 9);

/// How far the value is above the level that names a player in an event of [`HINTED`], in natural logarithms: the most after any game.
/// Minus infinity where no value is high enough to name anybody.
fn over_boundary(grid: &StrengthGrid, ends: &[f64], games: &[&PreparedSide]) -> Option<f64> {
    let looks = LookPlan::Rounds { rounds: NonZeroU16::new(HINTED.1)? };
    let promise = Promise::usual(NonZeroU32::new(HINTED.0)?, looks);
    let games: Vec<Vec<&Outcomes>> = games.iter().map(|side| side.outcomes()).collect::<Option<_>>()?;
    let levels = promise.levels(grid, ends, &games).unwrap_or_default();
    Some(ends.iter().zip(levels).map(|(end, level)| end - level).fold(f64::NEG_INFINITY, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::fixtures::{FIRST_FIT, side};

    #[test]
    fn a_band_takes_its_own_and_counts_the_rest() {
        let parameters = Parameters::parse(FIRST_FIT).expect("reads");
        let mut sides: Vec<Side> = (0..6).map(|k| side(k / 2, 20, k as u64)).collect();
        for (k, rating) in [1950, 2050, 2100, 2101, 1900, 2000].into_iter().enumerate() {
            sides[k].rating = rating;
            sides[k].person = k;
        }
        // 1950 and 1900 lie in the band but below 2000, where the fit begins.
        let pool = BandPool::new(&sides, (1900, 2100), &parameters, Helper::FirstLine, None);
        assert_eq!((pool.sides, pool.left_out, pool.games.len(), pool.performances), (3, 2, 3, 3));
        assert_eq!(pool.decisions, 60);
        assert!((pool.mean_rating - 2050.0).abs() < 1e-9);
        let none = BandPool::new(&sides, (2600, 2700), &parameters, Helper::FirstLine, None);
        assert_eq!((none.sides, none.games.len()), (0, 0));
    }

    #[test]
    fn the_same_games_can_be_played_with_and_without_help() {
        let parameters = Parameters::parse(FIRST_FIT).expect("reads");
        let sides: Vec<Side> = (0..12).map(|k| side(k, 15 + k, k as u64)).collect();
        let pool = BandPool::new(&sides, (2200, 2400), &parameters, Helper::FirstLine, None);
        let draw = |help: Option<&Help>| {
            let (mut a, mut b) = (Random::new(1), Random::new(2));
            let honest = HonestPart::Played;
            let drawing = Drawing { games: 9, honest, help, parameters: &parameters, hints: false };
            pool.draw(&drawing, (&mut a, &mut b))
        };
        let (without, with) = (draw(None), draw(Some(&Help::Costliest { helped: 2, of: 2 })));
        assert_eq!(without.decisions, with.decisions);
        assert_eq!((without.helped, with.helped), (0, 18));
        let z = |drawn: Drawn| drawn.score.expect("over the gate").record.overall;
        assert!(z(with) > z(without));
    }
}
