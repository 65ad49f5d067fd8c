//! The games and decisions of the player, one by one.

use datasets::{Game, StoodMove};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::player_decision::{PlayerDecision, projected};
use crate::basis::RatingHistory;
use crate::choice::Choices;
use crate::decision::performance::half_points;
use crate::judge::screen::document::{GameTrace, LineTrace};
use crate::judge::screen::{Event, Screened};
use crate::parameters::Parameters;
use crate::statistics::overall::{Shifts, leading};
use crate::statistics::projection::Around;
use crate::statistics::sums::{Sums, observe};

/// A game of the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameEntry {
    /// Its index in the event, which decisions and parts name it by.
    pub index: usize,
    /// SHA-256 of its content.
    pub sha256: String,
    /// Date as written.
    pub date: String,
    /// Round as written.
    pub round: String,
    /// Whether the player had White.
    pub white: bool,
    /// Name of the opponent.
    pub opponent: String,
    pub opponent_rating: Option<u16>,
    /// Points scored, in halves: 0, 1 or 2; absent without a result.
    pub half_points: Option<u8>,
    /// The player's rating in it, as used.
    pub rating: Option<u16>,
    pub decisions: u32,
    /// Class of every move of the player, one letter each.
    pub classes: String,
    /// An illegal move that stood, before which the game ends here; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood: Option<StoodMove>,
}

/// A decision of the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DecisionEntry {
    /// The game's index in the event.
    pub game: usize,
    /// Number of the move in the game, from 1.
    pub turn: u32,
    /// Position before it.
    pub fen: String,
    /// Move played, in SAN.
    pub played: String,
    /// Rank of the move played among the lines, from 1; absent if it was searched apart.
    pub rank: Option<usize>,
    /// Scaled difference of the move played, in scaled pawns.
    pub delta: f64,
    /// The lines, best first.
    pub lines: Vec<LineEntry>,
    /// Contribution of the decision to the overall z of the primary model: these add up to it, before exact tails.
    pub weight: Option<f64>,
}

/// A line of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LineEntry {
    /// Move in SAN.
    pub san: String,
    /// Centipawns from the mover's side; absent for a mate.
    pub cp: Option<i32>,
    /// Moves to mate, negative if the mover is mated; absent otherwise.
    pub mate: Option<i32>,
    /// Probability under the primary model.
    pub probability: Option<f64>,
    /// Probability under the second model.
    pub depth_aware: Option<f64>,
}

pub(super) fn games(
    event: &Event<'_>,
    screened: &Screened,
    person: usize,
    own: &[PlayerDecision],
    course: &RatingHistory,
) -> Vec<GameEntry> {
    let players = &screened.screening.players;
    let entry = |(index, (game, played)): (usize, (&GameTrace, &Game))| {
        let white = game.white == person;
        if !white && game.black != person {
            return None;
        }
        let other = if white { game.black } else { game.white };
        let opponent = players.get(other);
        let of_the_day = event.ratings.get(other).filter(|known| known.is_by_game());
        let own_moves = game.moves.iter().skip(usize::from(!white)).step_by(2);
        let mine = own.iter().filter(|o| o.game == index).count();
        Some(GameEntry {
            index,
            sha256: game.sha256.clone(),
            date: game.date.clone(),
            round: game.round.clone(),
            white,
            opponent: opponent.map_or_else(String::new, |p| p.name.clone()),
            opponent_rating: match of_the_day {
                Some(known) => known.in_game(index),
                None => opponent.and_then(|p| p.rating),
            },
            half_points: half_points(played.result, white),
            rating: course.at(event.basis, index),
            decisions: u32::try_from(mine).unwrap_or(u32::MAX),
            classes: own_moves.map(|mv| mv.class.letter()).collect(),
            stood: played.stood().cloned(),
        })
    };
    let games = screened.games.iter().zip(&event.collection.games);
    games.enumerate().filter_map(entry).collect()
}

pub(super) fn decisions(
    screened: &Screened,
    own: &[PlayerDecision],
    parameters: &Parameters,
    whole: Option<&Sums>,
    shifts: &Shifts,
    rating: impl Fn(usize) -> Option<u16> + Copy,
) -> Vec<DecisionEntry> {
    let second: Vec<Option<Choices>> = match &parameters.depth_aware {
        Some(second) => projected(own, second, rating).map(|(_, c)| c.flatten()).collect(),
        None => own.iter().map(|_| None).collect(),
    };
    let record = projected(own, parameters, rating);
    let entry = |((o, record), second): ((&PlayerDecision, Option<Option<Choices>>), Option<Choices>)| {
        let trace = screened.games.get(o.game)?.moves.get(o.ply)?;
        let record = record.flatten();
        let at = |choices: &Option<Choices>, k: usize| choices.as_ref().and_then(|c| c.lines.get(k).copied());
        let line = |(k, line): (usize, &LineTrace)| LineEntry {
            san: line.san.clone(),
            cp: line.cp,
            mate: line.mate,
            probability: at(&record, k),
            depth_aware: at(&second, k),
        };
        Some(DecisionEntry {
            game: o.game,
            turn: u32::try_from(o.ply / 2 + 1).unwrap_or(u32::MAX),
            fen: trace.fen.clone(),
            played: trace.san.clone(),
            rank: trace.rank.map(|rank| rank + 1),
            delta: o.decision.played_delta(),
            weight: whole.and_then(|sums| weight_of(o, rating(o.game), sums, parameters, shifts)),
            lines: trace.lines.iter().enumerate().map(line).collect(),
        })
    };
    record.zip(second).filter_map(entry).collect()
}

/// Contribution of one decision to the overall z: the overall z is linear in the gains of the tests, so what the decisions add
/// sums to it. `None` where nothing is left to chance, or below the gate.
fn weight_of(
    own: &PlayerDecision,
    rating: Option<u16>,
    sums: &Sums,
    parameters: &Parameters,
    shifts: &Shifts,
) -> Option<f64> {
    let null = &parameters.null;
    if sums.projected < null.gate.decisions {
        return None;
    }
    let projection = Around::new(parameters, rating?).project(&own.decision)?;
    let shift = leading(sums, null, shifts)?.shift.at_level(null.level);
    projection.gains(&observe(&own.decision)).contribution(sums.added(), &null.noise(), shift)
}
