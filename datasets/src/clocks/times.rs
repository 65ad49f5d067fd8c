//! Time per move, only where the control explains the clocks.
//!
//! `%clk` is time left. The time spent on a move is what was left before it, plus what the control added, minus what is
//! left after it. If the control is not the one that was played, that difference is a number without meaning. So the
//! clocks must agree with the control first: at least 95 % of each player's steps, and the start. A game that does
//! not gets no times and a reason. No step is repaired.
//!
//! Checks:
//! - A step is two stamps of one player in a row. It is explained if the time spent comes out at zero or more, within
//!   the tolerance: the coarseness of the stamps (1 second for whole seconds), because both ends may be cut off.
//! - A stage's time may be added at the move that ends the stage before it, or later: some clocks add it when the time
//!   runs out. It is added once.
//! - The first stamp may not exceed what the control gives up to that move, counting one increment before the first
//!   move, as electronic clocks add it. It may be under half of the base for one player (who came late), not for both.
//!   Exactly half of the base where the control has an increment is how an online arena shows a player who gave up
//!   half the time and the increment: the control is then not what that player had.
//! - An increment must show: if no move of either player took less than the increment in 20 steps each, the control
//!   may have had none, and then every time would be too long.
//! - A clock must run. Boards of broadcasts send the same time again and again when their clock is not connected. Where
//!   the increment is 5 seconds or more, three stamps in a row that are the same as the one before are such a clock:
//!   those steps are not explained, and the step behind them, which holds the time of all, has no time.
//! - With `%emt` alone, the sum of the times spent may never exceed what the control gave.
//! - With both, 95 % of the steps must agree within the tolerance.

mod steps;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::clocks::comment::ClockTime;
use crate::clocks::time_control::ParsedControl;
use crate::clocks::time_control::{Stage, TimeControl};
use steps::{Tally, Walk, from_left, from_spent};

/// Fewer steps of a player than this show nothing.
const MIN_STEPS: u32 = 5;
/// The share of steps that must be explained, in percent.
const MIN_PERCENT: u32 = 95;
/// From this many steps on, an increment must have shown.
const INCREMENT_SHOWS: u32 = 20;
/// First stamps up to this move say how the game began.
const OPENING_MOVES: usize = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveClock {
    /// Time left behind the move, from `%clk`.
    pub left: Option<ClockTime>,
    /// Time spent on the move, from `%emt`.
    pub spent: Option<ClockTime>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    White,
    Black,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimesPerMove {
    /// Milliseconds White spent on each move. `None` where the stamps do not say: a first move, a gap, an unexplained
    /// step, a step where a stage's time may or may not have been added.
    pub white: Vec<Option<u64>>,
    pub black: Vec<Option<u64>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum WhyNot {
    #[error("no time control")]
    NoControl,
    #[error("the time control has no stages")]
    NoStages,
    #[error("the clock of a control with delay does not show the time spent")]
    Delay,
    #[error("no clock stamps")]
    #[strum(serialize = "no_readable_clock")]
    NoStamps,
    #[error("{player} has {steps} steps, {MIN_STEPS} are needed")]
    TooFewSteps { player: Player, steps: u32 },
    #[error("{player} begins with more time than the control gives")]
    StartTooHigh { player: Player },
    #[error("both players begin with less than half of the control's time")]
    StartTooLow,
    #[error("{player} begins with half of the time, as in an arena game played without increment")]
    HalfTime { player: Player },
    #[error("the control explains {explained} of {player}'s {steps} steps")]
    Unexplained { player: Player, explained: u32, steps: u32 },
    #[error("the increment shows in none of {steps} steps")]
    NoIncrement { steps: u32 },
    #[error("time left and time spent agree in {agreed} of {compared} steps")]
    Disagree { agreed: u32, compared: u32 },
}

/// Time per move of a game from its first position. `white` and `black` hold one entry per move of the player.
pub fn times(
    control: Option<&TimeControl>,
    white: &[MoveClock],
    black: &[MoveClock],
) -> Result<TimesPerMove, WhyNot> {
    let control = control.ok_or(WhyNot::NoControl)?;
    let (white_stages, black_stages) = control.stages().ok_or(WhyNot::NoStages)?;
    let moves = || white.iter().chain(black);
    if moves().all(|m| m.left.is_none() && m.spent.is_none()) {
        return Err(WhyNot::NoStamps);
    }
    if white_stages.iter().chain(black_stages).any(|s| s.delay_ms > 0) {
        return Err(WhyNot::Delay);
    }
    let tolerance_ms =
        moves().flat_map(|m| [m.left, m.spent]).flatten().map(|t| t.resolution_ms).max().unwrap_or(1000);
    let sides = [(Player::White, white_stages, white), (Player::Black, black_stages, black)];
    let by_clock = moves().any(|m| m.left.is_some());
    if by_clock {
        check_start(&sides, tolerance_ms)?;
    }
    let mut tallies = Vec::with_capacity(2);
    for (player, stages, moves) in sides {
        let tally = if by_clock { from_left(stages, moves, tolerance_ms) } else { from_spent(stages, moves) };
        tally.check(player)?;
        tallies.push(tally);
    }
    let sum = |what: fn(&Tally) -> u32| tallies.iter().map(what).sum::<u32>();
    let (compared, agreed) = (sum(|t| t.compared), sum(|t| t.agreed));
    if !enough(agreed, compared) {
        return Err(WhyNot::Disagree { agreed, compared });
    }
    if tallies.iter().all(|t| t.increment_hidden && t.steps >= INCREMENT_SHOWS) {
        return Err(WhyNot::NoIncrement { steps: sum(|t| t.steps) });
    }
    let mut times = tallies.into_iter().map(|t| t.times);
    Ok(TimesPerMove { white: times.next().unwrap_or_default(), black: times.next().unwrap_or_default() })
}

/// Whether the first stamps fit a control. `None` without stages, or where a player has no stamp in the first moves.
pub(crate) fn start_fits(control: &TimeControl, white: &[MoveClock], black: &[MoveClock]) -> Option<bool> {
    let (white_stages, black_stages) = control.stages()?;
    if [white, black].iter().any(|moves| first_left(moves).is_none()) {
        return None;
    }
    let resolution = white.iter().chain(black).filter_map(|m| m.left).map(|t| t.resolution_ms).max();
    let sides = [(Player::White, white_stages, white), (Player::Black, black_stages, black)];
    let start = check_start(&sides, resolution.unwrap_or(1000));
    Some(matches!(start, Ok(()) | Err(WhyNot::HalfTime { .. })))
}

/// The first stamp of time left, if it stands at one of the moves that say how the game began, in milliseconds.
pub(crate) fn first_left(moves: &[MoveClock]) -> Option<u64> {
    moves.iter().take(OPENING_MOVES).find_map(|m| m.left).map(|left| left.ms)
}

/// A reading after a look at the clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The control: the reading's own, or the other one if only that explains the clocks.
    pub control: TimeControl,
    /// The text was open to doubt and the clocks fit one reading alone.
    pub by_clocks: bool,
    pub times: Result<TimesPerMove, WhyNot>,
}

/// Settles a text that may mean two controls by the game's clocks.
pub fn settle(reading: &ParsedControl, white: &[MoveClock], black: &[MoveClock]) -> Settled {
    let first = times(Some(&reading.control), white, black);
    let second =
        reading.ambiguity.as_ref().map(|doubt| (&doubt.other, times(Some(&doubt.other), white, black)));
    match (first, second) {
        (Err(_), Some((other, Ok(found)))) => {
            Settled { control: other.clone(), by_clocks: true, times: Ok(found) }
        }
        (first, second) => Settled {
            control: reading.control.clone(),
            by_clocks: first.is_ok() && matches!(second, Some((_, Err(_)))),
            times: first,
        },
    }
}

/// At least [`MIN_PERCENT`]; of nothing, nothing is missing.
fn enough(part: u32, whole: u32) -> bool {
    u64::from(part) * 100 >= u64::from(whole) * u64::from(MIN_PERCENT)
}

fn check_start(sides: &[(Player, &[Stage], &[MoveClock]); 2], tolerance_ms: u64) -> Result<(), WhyNot> {
    let mut low = 0;
    for &(player, stages, moves) in sides {
        let Some((index, left)) =
            moves.iter().enumerate().find_map(|(index, m)| m.left.map(|left| (index, left.ms)))
        else {
            continue;
        };
        let first = stages.first().copied().unwrap_or_default();
        // What the control gives up to that move, and the increment that electronic clocks add before the first.
        let mut most = first.base_ms.saturating_add(first.increment_ms);
        let mut walk = Walk::new(stages);
        for _ in 0..=index {
            let (increment, stage) = walk.step();
            most = most.saturating_add(increment).saturating_add(stage.unwrap_or(0));
        }
        if left > most.saturating_add(tolerance_ms) {
            return Err(WhyNot::StartTooHigh { player });
        }
        if index < OPENING_MOVES {
            if index == 0 && first.increment_ms > 0 && left.abs_diff(first.base_ms / 2) <= tolerance_ms {
                return Err(WhyNot::HalfTime { player });
            }
            low += u32::from(left < first.base_ms / 2);
        }
    }
    if low == 2 { Err(WhyNot::StartTooLow) } else { Ok(()) }
}
