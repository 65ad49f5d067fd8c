//! A made-up event: players of one rating, some of them helped, in positions drawn from a pool of real ones.
//!
//! It is for tests and for teaching. The moves of different games do not make a legal game together, so the result is
//! a table of decisions and never a PGN.

use anyhow::bail;
use rayon::prelude::*;
use serde::Serialize;

use crate::simulate::{
    Help, Helper, HonestMoves, Move, MoveSource, PreparedSide, PreparedTurn, Side, expected,
};
use analyzer::judge::screen::document::{FieldCheck, Tests};
use analyzer::parameters::Parameters;
use analyzer::random::Random;
use analyzer::statistics::field::{self, FieldIndex};
use analyzer::statistics::overall::{Shifts, judge};
use analyzer::statistics::projection::Around;
use analyzer::statistics::statistic::{ASD, EV, MM};
use analyzer::statistics::sums::Sums;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EventPlan {
    /// Players, 1 to 100,000.
    pub(crate) players: u32,
    /// Games of each, 1 to 1,000.
    pub(crate) games: u32,
    pub(crate) rating: u16,
    /// How many of them get help; the first ones by number.
    pub(crate) helped: u32,
    pub(crate) help: Help,
    pub(crate) helper: Helper,
    pub(crate) seed: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SimulatedEvent {
    pub(crate) players: Vec<SimulatedPlayer>,
    pub(crate) field: FieldCheck,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SimulatedPlayer {
    pub(crate) number: u32,
    pub(crate) rating: u16,
    pub(crate) helped: bool,
    pub(crate) helped_decisions: u32,
    pub(crate) tests: Tests,
    /// Overall z; absent below the gate.
    pub(crate) overall_z: Option<f64>,
    /// Index; absent below the gate.
    pub(crate) roi: Option<f64>,
    pub(crate) decisions: Vec<SimulatedDecision>,
}

/// A made-up choice in a real position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SimulatedDecision {
    /// Game of the player, from 1.
    pub(crate) game: u32,
    /// Projected probability of the first line.
    pub(crate) p_first: f64,
    /// Projected probability of a line equal to the best.
    pub(crate) p_equal: f64,
    /// Projected scaled difference, in scaled pawns.
    pub(crate) expected_delta: f64,
    /// Scaled differences of the lines, in scaled pawns.
    pub(crate) deltas: Vec<f64>,
    /// Rank of the move made among the lines, from 0; absent if it is not among them.
    pub(crate) played: Option<usize>,
    pub(crate) delta: f64,
    pub(crate) helped: bool,
}

/// Makes an event: every game of a player is a side drawn with replacement, every honest move is drawn from the model
/// at the rating. Each player has a sequence of pseudo-random numbers of their own, so that the number of threads
/// does not matter and a larger event begins with the same players.
///
/// # Errors
/// If the parameters do not cover the rating, no side is left, or the numbers of players make no sense.
pub(crate) fn simulate(
    sides: &[Side],
    parameters: &Parameters,
    plan: &EventPlan,
) -> anyhow::Result<SimulatedEvent> {
    let EventPlan { players, games, rating, helped, .. } = *plan;
    if !(1..=100_000).contains(&players) || !(1..=1_000).contains(&games) || helped > players {
        bail!("{helped} helped of {players} players in {games} games each cannot be made");
    }
    let (low, high) = (parameters.ratings.low, parameters.ratings.high);
    if !parameters.ratings.contains(rating) {
        bail!("the parameters cover ratings from {low} to {high}, not {rating}");
    }
    let model = Around::new(parameters, rating);
    let pool: Vec<Option<PreparedSide>> =
        sides.par_iter().map(|side| PreparedSide::new(side, rating, &model, plan.helper)).collect();
    let pool: Vec<PreparedSide> = pool.into_iter().flatten().collect();
    if pool.is_empty() {
        bail!("there is no side of a game with decisions to draw from");
    }
    let players: Vec<(SimulatedPlayer, Option<FieldIndex>)> =
        (1..=players).into_par_iter().map(|number| player(&pool, parameters, plan, number)).collect();
    let indices: Vec<FieldIndex> = players.iter().filter_map(|(_, index)| *index).collect();
    let players = players.into_iter().map(|(player, _)| player).collect();
    Ok(SimulatedEvent { field: field::check(&indices, Some(&parameters.strength)), players })
}

fn player(
    pool: &[PreparedSide],
    parameters: &Parameters,
    plan: &EventPlan,
    number: u32,
) -> (SimulatedPlayer, Option<FieldIndex>) {
    let mut random = Random::stream(plan.seed, &[u64::from(number)]);
    let helped = number <= plan.helped;
    let help = helped.then_some(&plan.help);
    let mut sums = Sums::default();
    let mut decisions = Vec::new();
    for game in 1..=plan.games {
        let Some(side) = pool.get(random.below(pool.len())) else { continue };
        let moves = side.play(HonestMoves::Model, help, &mut random);
        side.add(&moves, &mut sums);
        decisions.extend(rows(side, &moves, game));
    }
    let alone = expected(parameters, &parameters.null, f64::from(plan.rating));
    let judged = judge(&sums, Some(&parameters.null), &Shifts { alone, field: None });
    let index = judged.leading.zip(judged.roi);
    let index = index.map(|(found, leading)| FieldIndex { leading, alone: found.alone });
    let count = decisions.iter().filter(|d: &&SimulatedDecision| d.helped).count();
    let player = SimulatedPlayer {
        number,
        rating: plan.rating,
        helped,
        helped_decisions: u32::try_from(count).unwrap_or(u32::MAX),
        tests: judged.tests,
        overall_z: judged.overall_z,
        roi: judged.roi,
        decisions,
    };
    (player, index)
}

fn rows(side: &PreparedSide, moves: &[Move], game: u32) -> Vec<SimulatedDecision> {
    let row = |(turn, mv): (&PreparedTurn, &Move)| SimulatedDecision {
        game,
        p_first: turn.projection.mean(MM),
        p_equal: turn.projection.mean(EV),
        expected_delta: turn.projection.mean(ASD),
        deltas: turn.deltas(),
        played: match mv.made {
            MoveSource::Line(index) => Some(index),
            MoveSource::Helper => turn.helper_rank,
            MoveSource::Unlisted | MoveSource::AsPlayed => None,
        },
        delta: turn.observed(mv.made)[ASD],
        helped: mv.helped,
    };
    side.turns.iter().zip(moves).map(row).collect()
}

/// Names of the columns, which are a contract.
const HEAD: &str = "player,rating,player_helped,overall_z,roi,game,p_first,p_equal,expected_delta,deltas,played,delta,helped";

/// Every decision with its player, in order. An absent number is an empty cell, and the differences of the lines stand in
/// one cell with spaces between.
pub(crate) fn simulated_csv(event: &SimulatedEvent) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEAD.split(','))?;
    for p in &event.players {
        let player = (p.number, p.rating, p.helped, p.overall_z, p.roi);
        for d in &p.decisions {
            let deltas = d.deltas.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
            let decision =
                (d.game, d.p_first, d.p_equal, d.expected_delta, deltas, d.played, d.delta, d.helped);
            writer.serialize((player, decision))?;
        }
    }
    Ok(writer.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::fixtures::{FIRST_FIT, side};

    fn plan() -> EventPlan {
        EventPlan {
            players: 60,
            games: 9,
            rating: 2300,
            helped: 5,
            help: Help::Share(0.5),
            helper: Helper::FirstLine,
            seed: 1,
        }
    }

    fn sides() -> Vec<Side> {
        (0..40).map(|k| side(k, 22 + k % 9, 100 + k as u64)).collect()
    }

    fn parameters() -> Parameters {
        Parameters::parse(FIRST_FIT).expect("reads")
    }

    #[test]
    fn an_honest_field_is_narrower_than_the_bell_by_the_spread_of_strength() {
        let honest = EventPlan { players: 400, helped: 0, ..plan() };
        let event = simulate(&sides(), &parameters(), &honest).expect("made");
        assert_eq!(event.field.players, 400);
        // Drawn from the model at the rating, without form and excess, both of which the null allows for.
        let (mean, sd) = (event.field.roi_mean.expect("mean"), event.field.roi_sd.expect("sd"));
        assert!((mean - 50.0).abs() < 0.6, "{mean}");
        assert!((2.2..4.3).contains(&sd), "{sd}");
    }

    #[test]
    fn helped_players_stand_out_and_everything_repeats() {
        let event = simulate(&sides(), &parameters(), &plan()).expect("made");
        assert_eq!(event.players.len(), 60);
        let roi = |p: &SimulatedPlayer| p.roi.expect("over the gate");
        let (helped, honest): (Vec<_>, Vec<_>) = event.players.iter().partition(|p| p.helped);
        assert_eq!(helped.len(), 5);
        assert!(helped.iter().all(|p| roi(p) > 65.0));
        assert!(honest.iter().all(|p| roi(p) < 65.0 && p.helped_decisions == 0));
        for p in &event.players {
            let n = p.decisions.len() as f64;
            let matches = p.decisions.iter().filter(|d| d.played == Some(0)).count() as f64;
            assert!((matches / n - p.tests.mm.observed.expect("observed")).abs() < 1e-12);
            let expected: f64 = p.decisions.iter().map(|d| d.p_first).sum();
            assert!((expected / n - p.tests.mm.expected.expect("expected")).abs() < 1e-12);
            let delta: f64 = p.decisions.iter().map(|d| d.delta).sum();
            assert!((delta / n - p.tests.asd.observed.expect("observed")).abs() < 1e-12);
            assert!(p.decisions.iter().all(|d| !d.helped || d.played == Some(0)));
        }
        assert_eq!(simulate(&sides(), &parameters(), &plan()).expect("made"), event);
        // A smaller event is the beginning of the larger one.
        let smaller = EventPlan { players: 7, ..plan() };
        let smaller = simulate(&sides(), &parameters(), &smaller).expect("made");
        assert_eq!(smaller.players[..], event.players[..7]);
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        let p = parameters();
        for (sides, plan, reason) in [
            (sides(), EventPlan { rating: 1500, ..plan() }, "cover ratings from 2000 to 2800, not 1500"),
            (sides(), EventPlan { helped: 61, ..plan() }, "61 helped of 60 players"),
            (sides(), EventPlan { players: 0, helped: 0, ..plan() }, "0 helped of 0 players"),
            (sides(), EventPlan { helper: Helper::Chosen, ..plan() }, "there is no side"),
            (Vec::new(), plan(), "there is no side"),
        ] {
            let error = simulate(&sides, &p, &plan).expect_err(reason).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn every_decision_is_a_row() {
        let decision = |played, helped| SimulatedDecision {
            game: 2,
            p_first: 0.5,
            p_equal: 0.625,
            expected_delta: 0.0625,
            deltas: vec![0.0, 0.25],
            played,
            delta: 0.25,
            helped,
        };
        let player = SimulatedPlayer {
            number: 1,
            rating: 2300,
            helped: true,
            helped_decisions: 1,
            tests: Tests::default(),
            overall_z: None,
            roi: None,
            decisions: vec![decision(Some(1), true), decision(None, false)],
        };
        let event = SimulatedEvent { players: vec![player], field: field::check(&[], None) };
        let text = String::from_utf8(simulated_csv(&event).expect("written")).expect("text");
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            rows,
            [
                "1,2300,true,,,2,0.5,0.625,0.0625,0 0.25,1,0.25,true",
                "1,2300,true,,,2,0.5,0.625,0.0625,0 0.25,,0.25,false",
            ]
        );
    }
}
