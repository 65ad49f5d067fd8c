//! What the clocks of a game say about its control, and where there is none that fits, which time class they show.
//!
//! Players who begin with an hour and a half do not play a control of a minute and a half, whatever the tag is. Only the
//! start counts here, and the increments that show: whether every step is explained is asked where times are taken
//! ([`crate::clocks::times`]). Clocks that do not run, that count up, or that begin with the fourth move say nothing.

use crate::clocks::game_clocks::GameClocks;
use crate::clocks::time_class::TimeClass;
use crate::clocks::time_control::{ParsedControl, Stage, TimeControl};
use crate::clocks::times::{MoveClock, first_left, start_fits};

/// Fewest stamps of each player that say anything.
const MIN_STAMPS: usize = 5;
/// From so many stamps of each player on, an increment has shown as a clock that rose.
const INCREMENT_SHOWS: usize = 20;
/// Largest increment in use, milliseconds; a clock that rises by more has got the time of a stage.
const MAX_INCREMENT_MS: u64 = 60_000;
/// Increments are multiples of 5 seconds from there on, milliseconds.
const INCREMENT_STEP_MS: u64 = 5_000;
/// What may have been added a move where no rise shows it yet, milliseconds: the usual increment of standard play.
const USUAL_INCREMENT_MS: u64 = 30_000;
/// Most times that a clock gets the time of a further stage.
const MAX_STAGE_GAINS: usize = 2;
const MINUTE_MS: u64 = 60_000;
/// A clock that begins with less was not set, milliseconds.
const MIN_START_MS: u64 = 30_000;

/// What the clocks of one game say about its control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClockWord {
    /// Nothing.
    Silent,
    /// They begin as the control does.
    Fits,
    /// They begin as the other reading of the control does, and not as the one that its text suggests.
    OtherReading,
    /// They fit no reading of the control, or there is no control, and this class is clear from them alone.
    Class(TimeClass),
}

/// Asks the clocks of a game.
pub(crate) fn clock_word(reading: Option<&ParsedControl>, clocks: &GameClocks) -> ClockWord {
    let (white, black) = (&clocks.white, &clocks.black);
    if !runs(white) || !runs(black) {
        return ClockWord::Silent;
    }
    if let Some(reading) = reading {
        match start_fits(&reading.control, white, black) {
            Some(true) => return ClockWord::Fits,
            Some(false) => {
                let other = reading.ambiguity.as_ref().map(|doubt| &doubt.other);
                if other.and_then(|other| start_fits(other, white, black)) == Some(true) {
                    return ClockWord::OtherReading;
                }
            }
            None => {}
        }
    }
    class_by_clocks(white, black).map_or(ClockWord::Silent, ClockWord::Class)
}

fn stamps(moves: &[MoveClock]) -> Vec<u64> {
    moves.iter().filter_map(|m| m.left).map(|left| left.ms).collect()
}

/// Whether a clock goes: it has stamps, begins with some time, and at least half of its stamps differ from the one before.
fn runs(moves: &[MoveClock]) -> bool {
    let left = stamps(moves);
    let changes = left.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let gains = rises(&left).filter(|gain| *gain > MAX_INCREMENT_MS).count();
    left.len() >= MIN_STAMPS
        && first_left(moves).is_some_and(|first| first >= MIN_START_MS)
        && 2 * changes >= left.len() - 1
        && gains <= MAX_STAGE_GAINS
}

fn rises(left: &[u64]) -> impl Iterator<Item = u64> {
    left.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).filter(|gain| *gain > 0)
}

/// The class by the time at the start and the increments that show. `None` if it is not clear.
fn class_by_clocks(white: &[MoveClock], black: &[MoveClock]) -> Option<TimeClass> {
    let base_ms = first_left(white)?.max(first_left(black)?);
    let left = [stamps(white), stamps(black)];
    let small = |left: &Vec<u64>| rises(left).filter(|gain| *gain <= MAX_INCREMENT_MS).max();
    let shown = left.iter().filter_map(small).max().unwrap_or_default();
    let most = match left.iter().all(|left| left.len() >= INCREMENT_SHOWS) {
        true => shown.next_multiple_of(INCREMENT_STEP_MS),
        false => shown.max(USUAL_INCREMENT_MS),
    };
    let class = |base_ms, increment_ms| {
        let stage = Stage { base_ms, increment_ms, ..Stage::default() };
        TimeClass::from_control(&TimeControl::Stages(vec![stage]))
    };
    // The first stamps lack what the first moves took; a base is of whole minutes.
    class(base_ms, shown).filter(|least| class(base_ms.next_multiple_of(MINUTE_MS), most) == Some(*least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocks::comment::ClockTime;
    use crate::clocks::time_control::{Source, read};

    /// Clocks of both players from these seconds on: each move takes `spent` seconds in turn and adds `increment`.
    fn clocks(start: u64, increment: u64, spent: &[u64], moves: usize) -> GameClocks {
        let mut left = start;
        let stamps = spent.iter().cycle().take(moves).map(|spent| {
            left = (left + increment).saturating_sub(*spent);
            MoveClock { left: Some(ClockTime { ms: left * 1000, resolution_ms: 1000 }), spent: None }
        });
        let white: Vec<MoveClock> = stamps.collect();
        GameClocks { black: white.clone(), white, unreadable: 0 }
    }

    fn word(control: Option<&str>, clocks: &GameClocks) -> ClockWord {
        let reading = control.map(|text| read(text, Source::Tag).expect(text));
        clock_word(reading.as_ref(), clocks)
    }

    #[test]
    fn the_start_tells_the_reading() {
        let hours = clocks(5_400, 0, &[60, 90], 30);
        let added = clocks(5_400, 30, &[5, 90], 30);
        for control in ["5400+30", "40/5400+30:1800+30", "90+30"] {
            assert_eq!(word(Some(control), &hours), ClockWord::Fits, "{control}");
            assert_eq!(word(Some(control), &added), ClockWord::Fits, "{control}");
        }
        assert_eq!(word(Some("5400"), &hours), ClockWord::Fits);
        // An increment that the tag lacks: the clocks begin above it, and the class is the same.
        assert_eq!(word(Some("5400"), &added), ClockWord::Class(TimeClass::Standard));
        let bullet = clocks(60, 0, &[1, 2], 30);
        assert_eq!(word(Some("60"), &bullet), ClockWord::Fits);
        assert_eq!(word(Some("60"), &clocks(3_600, 0, &[30, 60], 30)), ClockWord::OtherReading);
        // 90+30 is minutes by its increment; these clocks begin with a minute and a half.
        assert_eq!(word(Some("90+30"), &clocks(90, 30, &[28, 35], 30)), ClockWord::OtherReading);
    }

    #[test]
    fn clocks_that_fit_no_reading_show_a_class_if_it_is_clear() {
        use TimeClass::{Blitz, Rapid, Standard};
        for (control, start, increment, class) in [
            (Some("5400+30"), 180, 2, Blitz),
            (Some("40/7200:3600"), 1_500, 10, Rapid),
            (Some("300+3"), 5_400, 30, Standard),
            (None, 180, 2, Blitz),
            (None, 900, 10, Rapid),
            (None, 5_400, 30, Standard),
            (None, 2_700, 30, Standard),
            (None, 2_700, 0, Rapid),
        ] {
            let game = clocks(start, increment, &[1, 40, 3, 1], 40);
            assert_eq!(word(control, &game), ClockWord::Class(class), "{control:?} {start}+{increment}");
        }
        // 30 + 30 is standard and 30 + 0 rapid: with few moves nobody can tell.
        assert_eq!(word(None, &clocks(1_800, 0, &[10, 40], 10)), ClockWord::Silent);
    }

    #[test]
    fn clocks_that_do_not_run_say_nothing() {
        let still = clocks(5_400, 0, &[0], 30);
        let unset = clocks(0, 0, &[1], 30);
        let few = clocks(5_400, 0, &[60], 4);
        let mut late = clocks(5_400, 0, &[60, 70], 30);
        late.white.iter_mut().take(3).for_each(|m| m.left = None);
        // Time spent in all, written as if it were the time left.
        let mut up = clocks(5_400, 0, &[100], 30);
        up.white.reverse();
        for clocks in [still, unset, few, late, up] {
            assert_eq!(word(Some("180+2"), &clocks), ClockWord::Silent);
            assert_eq!(word(None, &clocks), ClockWord::Silent);
        }
    }
}
