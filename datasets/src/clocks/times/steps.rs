//! One player's steps: what each move took, and whether the control explains it.

use super::{MIN_STEPS, MoveClock, Player, WhyNot, enough};
use crate::clocks::time_control::Stage;

/// From this increment on, equal stamps are no accident, milliseconds.
const STANDS_STILL_MS: u64 = 5_000;
/// So many equal stamps in a row are a clock that stood still.
const STILL_STEPS: usize = 3;

/// The sum of one player's steps.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) times: Vec<Option<u64>>,
    pub(super) steps: u32,
    pub(super) explained: u32,
    pub(super) compared: u32,
    pub(super) agreed: u32,
    /// The control has an increment, and no step shows it.
    pub(super) increment_hidden: bool,
}

impl Tally {
    pub(super) fn check(&self, player: Player) -> Result<(), WhyNot> {
        let (explained, steps) = (self.explained, self.steps);
        if steps < MIN_STEPS {
            return Err(WhyNot::TooFewSteps { player, steps });
        }
        if !enough(explained, steps) {
            return Err(WhyNot::Unexplained { player, explained, steps });
        }
        Ok(())
    }
}

/// The stages one after the other as moves go by.
pub(super) struct Walk<'a> {
    stages: &'a [Stage],
    at: usize,
    made: u32,
}

impl<'a> Walk<'a> {
    pub(super) fn new(stages: &'a [Stage]) -> Self {
        Self { stages, at: 0, made: 0 }
    }

    fn stage(&self) -> Stage {
        self.stages.get(self.at).copied().unwrap_or_default()
    }

    /// One move; the increment it earned, and the time of the stage that begins behind it, if one does.
    pub(super) fn step(&mut self) -> (u64, Option<u64>) {
        let stage = self.stage();
        self.made = self.made.saturating_add(1);
        if stage.moves.is_none_or(|moves| self.made < moves) {
            return (stage.increment_ms, None);
        }
        self.made = 0;
        // A last stage with a number of moves repeats.
        if self.at + 1 < self.stages.len() {
            self.at += 1;
        }
        (stage.increment_ms, Some(self.stage().base_ms))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Standing {
    #[default]
    Runs,
    Still,
    /// The first step of a clock that stood still before: it holds the time of all those steps.
    Behind,
}

/// Finds the steps where a clock stood still. One entry per move.
fn standing(stages: &[Stage], moves: &[MoveClock]) -> Vec<Standing> {
    let mut found = vec![Standing::Runs; moves.len()];
    if stages.iter().any(|s| s.increment_ms < STANDS_STILL_MS) {
        return found;
    }
    let left = |index: usize| moves.get(index).and_then(|m| m.left).map(|left| left.ms);
    let mut from = 0;
    while from < moves.len() {
        let mut end = from + 1;
        while end < moves.len() && left(end).is_some() && left(end) == left(from) {
            end += 1;
        }
        if end - from > STILL_STEPS {
            for place in found.iter_mut().take(end).skip(from + 1) {
                *place = Standing::Still;
            }
            if let Some(place) = found.get_mut(end) {
                *place = Standing::Behind;
            }
        }
        from = end;
    }
    found
}

pub(super) fn from_left(stages: &[Stage], moves: &[MoveClock], tolerance_ms: u64) -> Tally {
    let mut tally = Tally { times: Vec::with_capacity(moves.len()), ..Tally::default() };
    let mut walk = Walk::new(stages);
    let standing = standing(stages, moves);
    let mut before: Option<u64> = None;
    // A stage's time that has not shown on the clock yet.
    let mut pending: Option<u64> = None;
    let (mut increments, mut shown) = (false, false);
    for (index, now) in moves.iter().enumerate() {
        let (increment, began) = walk.step();
        let left = now.left.map(|left| left.ms);
        let mut spent = None;
        pending = began.or(pending);
        if let (Some(before), Some(left)) = (before, left) {
            tally.steps += 1;
            let gave = before.saturating_add(increment);
            let mut explained = gave.saturating_add(tolerance_ms) >= left;
            if explained {
                // At the move that ends a stage the new time may be in what is left. If there is enough of it, a very
                // long thought would look like a short one.
                let open = began.is_some_and(|added| left.saturating_add(tolerance_ms) >= added);
                spent = (!open).then(|| gave.saturating_sub(left));
            } else if let Some(added) = pending
                && gave.saturating_add(added).saturating_add(tolerance_ms) >= left
            {
                explained = true;
                spent = Some(gave.saturating_add(added).saturating_sub(left));
                pending = None;
            }
            let standing = standing.get(index).copied().unwrap_or_default();
            if standing != Standing::Runs {
                spent = None;
            }
            tally.explained += u32::from(explained && standing != Standing::Still);
            increments |= increment > 0;
            shown |= increment > 0 && spent.is_some_and(|spent| spent < increment);
            if let (Some(own), Some(written)) = (spent, now.spent) {
                tally.compared += 1;
                tally.agreed += u32::from(own.abs_diff(written.ms) <= tolerance_ms);
            }
        }
        tally.times.push(spent);
        before = left;
    }
    tally.increment_hidden = increments && !shown;
    tally
}

/// Times as written, checked against the time there was.
pub(super) fn from_spent(stages: &[Stage], moves: &[MoveClock]) -> Tally {
    let mut tally = Tally { times: Vec::with_capacity(moves.len()), ..Tally::default() };
    let mut walk = Walk::new(stages);
    let mut allowed = walk.stage().base_ms;
    let (mut used, mut coarse) = (0_u64, 0_u64);
    for now in moves {
        // The increment before a move is there while it is thought about, on electronic clocks.
        let (increment, began) = walk.step();
        allowed = allowed.saturating_add(increment);
        let mut time = None;
        if let Some(spent) = now.spent {
            used = used.saturating_add(spent.ms);
            // Every time may be rounded up.
            coarse = coarse.saturating_add(spent.resolution_ms);
            tally.steps += 1;
            if used <= allowed.saturating_add(coarse) {
                tally.explained += 1;
                time = Some(spent.ms);
            }
        }
        allowed = allowed.saturating_add(began.unwrap_or(0));
        tally.times.push(time);
    }
    tally
}
