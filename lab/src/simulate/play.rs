//! One side of a game played again: honestly, or with help on some moves.
//!
//! Only the move made in each position is drawn. Positions never change: the game that another move would
//! have led to is not invented.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::position::Side;
use analyzer::choice::deeper_choice::DeeperSearch;
use analyzer::choice::{ChoiceModel, Choices};
use analyzer::decision::{Decision, PlayedMove};
use analyzer::random::Random;
use analyzer::statistics::bayes_factor::BayesFactor;
use analyzer::statistics::outcomes::{Nodes, Outcomes};
use analyzer::statistics::projection::{Around, Projection};
use analyzer::statistics::statistic::ASD;
use analyzer::statistics::sums::{Observed, Sums, observe};

/// Where the honest moves come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum HonestPart {
    /// The moves that were played.
    #[value(help = "As they were played")]
    Played,
    /// Moves drawn from the choice model at the player's rating. Then the model is true by construction, and only
    /// chance is left: nothing that a model gets wrong about people shows.
    #[value(help = "Drawn from the model at the player's rating")]
    Model,
    /// Moves drawn from the depth-aware model at a strength drawn from the null: rating error of the player and the event, and form
    /// from game to game. The model is true by construction; how strong the player is stays as unknown as in real events.
    #[value(
        help = "Drawn from the depth-aware model at a strength drawn from the null, with form from game to game"
    )]
    Form,
}

/// Where the honest moves of one game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HonestMoves {
    /// The moves that were played.
    Played,
    /// Drawn from the choice model at the player's rating.
    Model,
    /// Drawn from the depth-aware model at this node of a grid of strengths.
    Node(usize),
}

/// When a player gets help.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Help {
    /// On each decision with this probability, 0 to 1, independently.
    Share(f64),
    /// On `helped` decisions of each game, drawn from the `of` in which the model expects the player to lose most (largest projected
    /// scaled difference), the earlier of two equal ones. Known before the move, as it would be to somebody who
    /// asks at the hardest moments.
    Costliest { helped: u32, of: u32 },
    /// In every third game, on each decision with this probability.
    ThirdGames(f64),
}

impl Help {
    /// Whether there is help in a game, counted from 0: with help in every third, in the third, the sixth and so on.
    pub fn in_game(&self, number: u32) -> bool {
        !matches!(self, Self::ThirdGames(_)) || number % 3 == 2
    }
}

/// Who helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Helper {
    /// The engine of the test itself: its first line at the judgment depth. The best case for the test.
    FirstLine,
    /// Another engine or a deeper search, whose choices were attached to the positions.
    Chosen,
}

/// The move made in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSource {
    /// One of the lines, by index.
    Line(usize),
    /// One of the moves that are not among the lines, at the cost the model expects of such a move.
    Unlisted,
    /// The move that was played.
    AsPlayed,
    /// The helper's move.
    Helper,
}

/// A decision under one player's model, with what each move would add.
#[derive(Clone, Debug, PartialEq)]
pub struct PreparedTurn {
    pub projection: Projection,
    /// The projection under the depth-aware model, where there is one.
    pub second: Option<Projection>,
    pub choices: Choices,
    lines: Vec<Observed>,
    unlisted: Observed,
    as_played: Observed,
    helper: Observed,
    /// Rank of the helper's move among the lines, from 0; `None` if it is not among them.
    pub helper_rank: Option<usize>,
    /// The same of the move that was played.
    played_rank: Option<usize>,
    /// Every move as the Bayes factor sees it, where a helper was fitted.
    outcomes: Option<Outcomes>,
}

/// A side under its player's model. Projections are the dear part and are made once for any number of draws.
#[derive(Clone, Debug, PartialEq)]
pub struct PreparedSide {
    pub rating: u16,
    pub turns: Vec<PreparedTurn>,
}

/// A move made, and whether with help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub made: MoveSource,
    /// True if the helper was asked, also if the player would have made the same move alone.
    pub helped: bool,
}

impl PreparedTurn {
    /// `None` if the model cannot project the decision.
    fn new<M: ChoiceModel>(decision: &Decision, model: &Around<M>, helper: PlayedMove) -> Option<Self> {
        let choices = model.at.project(decision)?;
        let mut tried = decision.clone();
        let mut observed = |played| {
            tried.played = played;
            observe(&tried)
        };
        Some(Self {
            projection: model.project_from(decision, &choices)?,
            second: None,
            lines: (0..decision.deltas.len()).map(|k| observed(PlayedMove::Line(k))).collect(),
            unlisted: observed(PlayedMove::Apart {
                difference: choices.unlisted_difference,
                delta: choices.unlisted_delta,
            }),
            as_played: observed(decision.played),
            helper: observed(helper),
            helper_rank: helper.line(),
            played_rank: decision.played_line(),
            outcomes: None,
            choices,
        })
    }

    /// Scaled differences of the lines, in scaled pawns.
    pub fn deltas(&self) -> Vec<f64> {
        self.lines.iter().map(|observed| observed[ASD]).collect()
    }

    /// A move of an honest player at a node of a grid of strengths, drawn; the one played where the chances are not known.
    fn at_node(&self, node: usize, random: &mut Random) -> MoveSource {
        let place = self.outcomes.as_ref().and_then(|outcomes| outcomes.honest(node, random));
        place.map_or(MoveSource::AsPlayed, |place| source((place < self.lines.len()).then_some(place)))
    }

    /// Observed values of a move.
    pub fn observed(&self, made: MoveSource) -> Observed {
        match made {
            MoveSource::Line(index) => self.lines.get(index).copied().unwrap_or_default(),
            MoveSource::Unlisted => self.unlisted,
            MoveSource::AsPlayed => self.as_played,
            MoveSource::Helper => self.helper,
        }
    }
}

/// A line, or an unlisted move.
fn source(line: Option<usize>) -> MoveSource {
    line.map_or(MoveSource::Unlisted, MoveSource::Line)
}

impl PreparedSide {
    /// Prepares a side. `None` if the model cannot project one of its decisions, or if the helper's choice is asked for
    /// and not known for every position: a helper who is asked only where the answer is known would be another helper.
    pub fn new<M: ChoiceModel>(side: &Side, rating: u16, model: &Around<M>, helper: Helper) -> Option<Self> {
        let turns = side.positions.iter().map(|position| {
            let chosen = match helper {
                Helper::FirstLine => PlayedMove::Line(0),
                Helper::Chosen => position.helper?,
            };
            PreparedTurn::new(&position.decision, model, chosen)
        });
        let turns: Option<Vec<PreparedTurn>> = turns.collect();
        turns.map(|turns| Self { rating, turns })
    }

    /// Adds the projections of a second model; without one for some decision there are none at all.
    pub fn with_second<M: ChoiceModel>(mut self, side: &Side, model: &Around<M>) -> Self {
        let projected = side.positions.iter().map(|position| model.project(&position.decision));
        if let Some(projections) = projected.collect::<Option<Vec<Projection>>>() {
            for (turn, projection) in self.turns.iter_mut().zip(projections) {
                turn.second = Some(projection);
            }
        }
        self
    }

    /// Adds what the Bayes factor needs, adjusted for the first moves of a deeper search with these weights; nothing if one decision
    /// cannot be projected.
    pub fn with_outcomes(mut self, side: &Side, nodes: &Nodes, deeper: Option<&DeeperSearch>) -> Self {
        let of = |position: &super::Position| {
            nodes.outcomes(&position.decision, deeper.zip(position.deeper.as_ref()))
        };
        let found = side.positions.iter().map(of);
        if let Some(found) = found.collect::<Option<Vec<Outcomes>>>() {
            for (turn, outcomes) in self.turns.iter_mut().zip(found) {
                turn.outcomes = Some(outcomes);
            }
        }
        self
    }

    /// Plays the side again. Draws from `random` which of the costliest decisions are helped, then in order of move: the honest move
    /// first (unless it is the one played), then whether there is help (shares only).
    pub fn play(&self, honest: HonestMoves, help: Option<&Help>, random: &mut Random) -> Vec<Move> {
        let asked = match help {
            Some(Help::Costliest { helped, of }) => {
                let mut asked = self.costliest(*of);
                while asked.len() > usize::try_from(*helped).unwrap_or(usize::MAX) {
                    asked.swap_remove(random.below(asked.len()));
                }
                asked
            }
            Some(Help::Share(_) | Help::ThirdGames(_)) | None => Vec::new(),
        };
        let turns = self.turns.iter().enumerate();
        turns
            .map(|(index, turn)| {
                let own = match honest {
                    HonestMoves::Played => MoveSource::AsPlayed,
                    HonestMoves::Model => source(turn.choices.draw(random)),
                    HonestMoves::Node(node) => turn.at_node(node, random),
                };
                let helped = match help {
                    None => false,
                    Some(Help::Share(share) | Help::ThirdGames(share)) => random.unit() < *share,
                    Some(Help::Costliest { .. }) => asked.contains(&index),
                };
                Move { made: if helped { MoveSource::Helper } else { own }, helped }
            })
            .collect()
    }

    /// The decisions in which the model expects to lose most.
    fn costliest(&self, count: u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.turns.len()).collect();
        let loss = |k: &usize| self.turns.get(*k).map_or(0.0, |turn| turn.projection.mean(ASD));
        // A stable sort keeps the earlier of two equal ones first.
        order.sort_by(|a, b| loss(b).total_cmp(&loss(a)));
        order.truncate(usize::try_from(count).unwrap_or(usize::MAX));
        order
    }

    /// Adds the moves made to sums.
    pub fn add(&self, moves: &[Move], sums: &mut Sums) {
        for (turn, mv) in self.turns.iter().zip(moves) {
            sums.add(&turn.observed(mv.made), Some(&turn.projection));
        }
    }

    /// Every decision as it might have been played; `None` if something is missing.
    pub fn outcomes(&self) -> Option<Vec<&Outcomes>> {
        self.turns.iter().map(|turn| turn.outcomes.as_ref()).collect()
    }

    /// Adds the moves made to a Bayes factor, and gives the natural logarithm of its value after the game; `None` if something is
    /// missing.
    pub fn observe(&self, moves: &[Move], value: &mut BayesFactor) -> Option<f64> {
        for (turn, mv) in self.turns.iter().zip(moves) {
            let rank = match mv.made {
                MoveSource::Line(index) => Some(index),
                MoveSource::Unlisted => None,
                MoveSource::AsPlayed => turn.played_rank,
                MoveSource::Helper => turn.helper_rank,
            };
            value.observe(turn.outcomes.as_ref()?.played(rank)?);
        }
        Some(value.ln_value_after_game())
    }

    /// Adds the same moves to sums under the second model.
    pub fn add_second(&self, moves: &[Move], sums: &mut Sums) {
        for (turn, mv) in self.turns.iter().zip(moves) {
            sums.add(&turn.observed(mv.made), turn.second.as_ref());
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use analyzer::choice::{TwoParameter, Unlisted};
    use analyzer::parameters::{Consistency, Parameters, Sensitivity};
    use analyzer::strength::Strength;

    /// Round numbers to compute with.
    pub(crate) const FIRST_FIT: &str = include_str!("../../../analyzer/tests/data/first-fit.toml");
    use crate::simulate::Position;
    use analyzer::statistics::bayes_factor::StrengthGrid;
    use analyzer::statistics::outcomes::Strengths;
    use analyzer::statistics::statistic::{MM, T3};
    use analyzer::strength::Shift;

    /// The first fit for players who are exactly as strong as their ratings.
    pub(crate) fn plain() -> Parameters {
        let mut parameters = Parameters::parse(FIRST_FIT).expect("reads");
        parameters.strength = Strength::default();
        parameters
    }

    pub(crate) fn model() -> Around<TwoParameter> {
        let mut parameters = plain();
        parameters.sensitivity = Sensitivity { at_2400: 0.12, ln_slope_per_300: -0.2 };
        parameters.consistency = Consistency { at_2400: 0.5, slope_per_300: 0.0 };
        parameters.ties.first_of_two = 0.55;
        parameters.unlisted = Unlisted { behind: 0.25, delta: 0.3, difference: 0.6, ..Unlisted::default() };
        Around::new(&parameters, 2300)
    }

    pub(crate) fn decision(deltas: &[f64], unlisted: u32, played: PlayedMove) -> Decision {
        Decision { differences: deltas.to_vec(), deltas: deltas.to_vec(), unlisted, played, looks: None }
    }

    /// A side of made-up decisions, two positions after each other being of different sharpness.
    pub(crate) fn side(game: usize, turns: usize, seed: u64) -> Side {
        let mut random = Random::new(seed);
        let positions = (0..turns).map(|k| {
            let step = 0.02 + 0.4 * random.unit();
            let deltas = [0.0, step, 1.5 * step, 2.0 * step];
            Position {
                decision: decision(&deltas, 20, PlayedMove::Line(k % 3)),
                fen: format!("{game} {k}"),
                ply: 16 + 2 * k,
                moves: Vec::new(),
                best_cp: 0,
                helper: None,
                deeper: None,
            }
        });
        Side { event: 0, game, person: game, rating: 2300, positions: positions.collect() }
    }

    fn prepared(turns: usize) -> PreparedSide {
        PreparedSide::new(&side(0, turns, 4), 2300, &model(), Helper::FirstLine).expect("prepared")
    }

    #[test]
    fn honest_moves_follow_the_model() {
        let side = prepared(40);
        let mut random = Random::new(11);
        let (mut sums, rounds) = (Sums::default(), 500);
        let mut unlisted = 0.0;
        for _ in 0..rounds {
            let moves = side.play(HonestMoves::Model, None, &mut random);
            unlisted += moves.iter().filter(|m| m.made == MoveSource::Unlisted).count() as f64;
            side.add(&moves, &mut sums);
        }
        // Every sum within four of its own standard deviations.
        for z in sums.raw_z().expect("z").each() {
            assert!(z.abs() < 4.0, "{z}");
        }
        let expected: f64 = side.turns.iter().map(|t| t.choices.unlisted).sum::<f64>() * f64::from(rounds);
        assert!((unlisted - expected).abs() < 4.0 * expected.sqrt(), "{unlisted} {expected}");
    }

    #[test]
    fn a_share_is_helped_and_the_rest_is_left_as_played() {
        let side = prepared(30);
        let mut random = Random::new(5);
        let mut helped = 0;
        for _ in 0..1_000 {
            for mv in side.play(HonestMoves::Played, Some(&Help::Share(0.2)), &mut random) {
                assert_eq!(mv.helped, mv.made == MoveSource::Helper);
                assert!(mv.helped || mv.made == MoveSource::AsPlayed);
                helped += i32::from(mv.helped);
            }
        }
        // 30,000 coins of .2: 6,000 with a standard deviation of 69.
        assert!((helped - 6_000).abs() < 280, "{helped}");
        let all = side.play(HonestMoves::Played, Some(&Help::Share(1.0)), &mut random);
        let mut sums = Sums::default();
        side.add(&all, &mut sums);
        assert_eq!((sums.compared(MM), sums.compared(ASD)), (30.0, 0.0));
    }

    #[test]
    fn the_costliest_are_those_where_most_is_expected_to_be_lost() {
        let side = prepared(25);
        let moves =
            side.play(HonestMoves::Played, Some(&Help::Costliest { helped: 2, of: 2 }), &mut Random::new(1));
        let expected = |helped: bool| {
            let of = moves.iter().zip(&side.turns).filter(move |(m, _)| m.helped == helped);
            of.map(|(_, t)| t.projection.mean(ASD)).collect::<Vec<f64>>()
        };
        let (asked, left) = (expected(true), expected(false));
        assert_eq!((asked.len(), left.len()), (2, 23));
        let least = asked.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(left.iter().all(|loss| *loss <= least));
        // A game shorter than that is helped throughout.
        let short = prepared(1);
        let moves =
            short.play(HonestMoves::Played, Some(&Help::Costliest { helped: 2, of: 2 }), &mut Random::new(1));
        assert!(moves.iter().all(|m| m.helped));
    }

    #[test]
    fn two_of_the_four_costliest_are_helped() {
        let side = prepared(25);
        let four = side.costliest(4);
        let mut random = Random::new(2);
        let mut counts = [0_u32; 25];
        for _ in 0..3_000 {
            let help = Help::Costliest { helped: 2, of: 4 };
            let moves = side.play(HonestMoves::Played, Some(&help), &mut random);
            assert_eq!(moves.iter().filter(|m| m.helped).count(), 2);
            for (count, mv) in counts.iter_mut().zip(&moves) {
                *count += u32::from(mv.helped);
            }
        }
        // Each of the four half of the time: 1,500 with a standard deviation of 27. No other ever.
        for (place, count) in counts.iter().enumerate() {
            let expected = if four.contains(&place) { 1_500 } else { 0 };
            assert!(count.abs_diff(expected) <= 110, "{place}: {count}");
        }
    }

    #[test]
    fn every_third_game_is_helped() {
        let helped = |help: Help| (0..9).filter(|game| help.in_game(*game)).collect::<Vec<u32>>();
        assert_eq!(helped(Help::ThirdGames(0.6)), [2, 5, 8]);
        assert_eq!(helped(Help::Share(0.2)).len(), 9);
    }

    #[test]
    fn moves_at_a_node_follow_the_model_of_its_strength() {
        let parameters = plain();
        let grid = StrengthGrid::new(Shift { mean: 0.0, variance: 100.0 * 100.0, ..Shift::default() }, 0.0);
        let strengths = Strengths::new(&parameters, 2300, &grid);
        let mut side = prepared(1);
        let decision = decision(&[0.0, 0.3, 0.8], 10, PlayedMove::Line(1));
        let turn = &mut side.turns[0];
        turn.lines.truncate(3);
        turn.outcomes = strengths.outcomes(&decision, vec![0.25; 4]);
        let mut random = Random::new(9);
        // Thirteen nodes in steps of 0.6 standard deviations.
        for (node, rating) in [(0, 1940), (grid.centre(), 2300), (12, 2660)] {
            let choices = Around::new(&parameters, rating).at.project(&decision);
            let expected = choices.expect("projected");
            let mut seen = [0.0; 4];
            for _ in 0..20_000 {
                match side.turns[0].at_node(node, &mut random) {
                    MoveSource::Line(line) => seen[line] += 1.0 / 20_000.0,
                    MoveSource::Unlisted => seen[3] += 1.0 / 20_000.0,
                    other => panic!("{other:?}"),
                }
            }
            // A share of 20,000 has a standard deviation of 0.0035 at most.
            for (seen, expected) in seen.iter().zip(expected.lines.iter().chain([&expected.unlisted])) {
                assert!((seen - expected).abs() < 0.015, "{node}: {seen} {expected}");
            }
        }
        // Without the chances the move is the one played.
        side.turns[0].outcomes = None;
        assert_eq!(side.turns[0].at_node(0, &mut random), MoveSource::AsPlayed);
    }

    #[test]
    fn a_helper_who_is_not_known_everywhere_is_refused() {
        let mut side = side(0, 3, 4);
        assert_eq!(PreparedSide::new(&side, 2300, &model(), Helper::Chosen), None);
        for position in &mut side.positions {
            position.helper = Some(PlayedMove::Line(2));
        }
        let prepared = PreparedSide::new(&side, 2300, &model(), Helper::Chosen).expect("prepared");
        let third = side.positions[0].decision.deltas[2];
        assert_eq!(prepared.turns[0].observed(MoveSource::Helper)[ASD], third);
        assert_eq!(prepared.turns[0].observed(MoveSource::Line(0))[MM], 1.0);
        assert_eq!(prepared.turns[0].observed(MoveSource::Helper)[T3], 1.0);
    }
}
