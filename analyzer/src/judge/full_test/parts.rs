//! The result by game, by colour and by move range, and its course through the event.
//!
//! A part is shown beside its projection. It has a z only where it holds enough decisions for one, and a game never has:
//! the unit of judgement is the player in the event. What is highest among several parts was picked after the fact; the
//! correction for that is made elsewhere.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PlayerShifts;
use super::player_decision::{PlayerDecision, sums};
use super::sensitivity::overall;
use crate::choice::ChoiceModel;
use crate::decision::plan::FIRST_TURN;
use crate::judge::hints::sequence::PlayerMoves;
use crate::judge::screen::document::{Start, Tests};
use crate::parameters::{CalibratedModel, Parameters};
use crate::statistics::overall::judge;
pub use crate::statistics::results::Sequential;

/// First and last turn of each range. The first begins where decisions usually do.
const RANGES: [[u32; 2]; 4] = [[1, 20], [21, 30], [31, 40], [41, 60]];

/// Which decisions a part holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "by")]
pub enum Of {
    /// One game, by its index in the event.
    Game { game: usize },
    /// The games with White, or with Black.
    Colour {
        /// Whether with White.
        white: bool,
    },
    /// Where decisions begin, in a test that begins at the first position that had not been played before the event.
    Start {
        /// `novelty`: there, which is all of them. `turn_9`: of these, those from turn 9 on.
        rule: Start,
    },
    /// Turns of the player, both ends included.
    Turns { first: u32, last: u32 },
}

/// Some of the player's decisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    pub of: Of,
    pub decisions: u32,
    /// The three tests; no z below the gate.
    pub tests: Tests,
    /// Overall z of the primary model; absent below the gate, and for a single game.
    pub overall_z: Option<f64>,
    /// Overall z of the second model; absent likewise.
    pub depth_aware_z: Option<f64>,
}

/// The result after so many games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// The last of the games, by its index in the event.
    pub game: usize,
    /// Decisions so far.
    pub decisions: u32,
    /// Overall z so far; absent below the gate. Not to be read as a test at every look.
    pub overall_z: Option<f64>,
    /// The same of the second model.
    pub depth_aware_z: Option<f64>,
    /// The sequential value so far, which may be read at every look; absent without a fitted helper.
    pub sequential: Option<Sequential>,
}

/// The parts, in the order of a table: starts, where a book says which there are, colours, ranges, games.
pub(super) fn parts(
    parameters: &Parameters,
    shifts: &PlayerShifts,
    own: &[PlayerDecision],
    start: Start,
    rating: impl Fn(usize) -> Option<u16> + Copy,
) -> Vec<Part> {
    let games: BTreeSet<usize> = own.iter().map(|o| o.game).collect();
    let colours = [true, false].map(|white| Of::Colour { white });
    let ranges = RANGES.map(|[first, last]| Of::Turns { first, last });
    let starts = [Start::Novelty, Start::Turn9].map(|rule| Of::Start { rule });
    let starts = starts.into_iter().filter(|_| start == Start::Novelty);
    let all = starts.chain(colours).chain(ranges);
    all.chain(games.into_iter().map(|game| Of::Game { game }))
        .filter_map(|of| part(of, parameters, shifts, own, rating))
        .collect()
}

fn part(
    of: Of,
    parameters: &Parameters,
    shifts: &PlayerShifts,
    own: &[PlayerDecision],
    rating: impl Fn(usize) -> Option<u16> + Copy,
) -> Option<Part> {
    let chosen = || own.iter().filter(move |o| of.holds(o));
    let sums = sums(chosen(), parameters, rating)?;
    if sums.decisions == 0 {
        return None;
    }
    let judged = judge(&sums, Some(&parameters.null), &shifts.record);
    let whole = !matches!(of, Of::Game { .. });
    let mut tests = judged.tests;
    if !whole {
        for test in tests.each_mut() {
            (test.z, test.tail_z, test.z_adjusted) = (None, None, None);
        }
    }
    let second = parameters.depth_aware.as_ref().filter(|_| whole);
    let second = second.map(|second| overall(second, &shifts.second, chosen(), rating));
    Some(Part {
        of,
        decisions: sums.decisions,
        tests,
        overall_z: judged.overall_z.filter(|_| whole),
        depth_aware_z: second.and_then(|(z, n)| z.filter(|_| n == sums.projected)),
    })
}

impl Of {
    fn holds(self, own: &PlayerDecision) -> bool {
        let turn = u32::try_from(own.ply / 2 + 1).unwrap_or(u32::MAX);
        match self {
            Self::Game { game } => own.game == game,
            Self::Colour { white } => own.ply.is_multiple_of(2) == white,
            Self::Start { rule } => rule == Start::Novelty || turn >= FIRST_TURN,
            Self::Turns { first, last } => (first..=last).contains(&turn),
        }
    }
}

/// The standing after every game.
pub(super) fn course(
    parameters: &Parameters,
    shifts: &PlayerShifts,
    (own, moves): (&[PlayerDecision], Option<&PlayerMoves>),
    rating: impl Fn(usize) -> Option<u16> + Copy,
) -> Vec<Standing> {
    let second = parameters.depth_aware.as_ref();
    let sequential = moves.map_or_else(Vec::new, PlayerMoves::values);
    let mut standings = Vec::new();
    for (index, o) in own.iter().enumerate() {
        if own.get(index + 1).is_some_and(|next| next.game == o.game) {
            continue;
        }
        let so_far = || own.iter().take(index + 1);
        let (overall_z, decisions) = overall(parameters, &shifts.record, so_far(), rating);
        let second = second.map(|second| overall(second, &shifts.second, so_far(), rating));
        standings.push(Standing {
            game: o.game,
            decisions,
            overall_z,
            depth_aware_z: second.and_then(|(z, n)| z.filter(|_| n == decisions)),
            sequential: sequential.get(index).copied(),
        });
    }
    standings
}

/// Mean projected probability of the first line, 0 to 1: how forcing positions were for a player of this rating.
pub(super) fn forcedness<R: CalibratedModel>(
    own: &[PlayerDecision],
    reading: &R,
    rating: u16,
) -> Option<f64> {
    let model = reading.model(rating);
    let mut sum = 0.0;
    let mut n = 0.0;
    for o in own {
        sum += model.project(&o.decision)?.lines.first()?;
        n += 1.0;
    }
    (n > 0.0).then(|| sum / n)
}
