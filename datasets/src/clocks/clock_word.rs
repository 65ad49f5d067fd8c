//! What the clocks of a game say about its control, and where there is none that fits, which time class they show.
//!
//! Players who begin with an hour and a half do not play a control of a minute and a half, whatever the tag is. Only the
//! start counts here, and the increments that show: whether every step is explained is asked where times are taken
//! ([`crate::clocks::times`]). Clocks that do not run, that count up, that begin with the fourth move or with more time than
//! any game has say nothing.

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
/// Part of a control's time, as a fraction, that is left at the first moves: controls of 90 and 100 minutes lie further apart.
const NEAR: [u64; 2] = [92, 100];
/// Most time that a player has at the start in any use, with some to spare, milliseconds: three hours, for all moves of a league
/// game. A clock that begins with more is no clock of hours: `15:00:00` is a quarter of an hour to the hundredth of a second.
const MAX_START_MS: u64 = 4 * 60 * MINUTE_MS;
/// A clock that begins with less was not set, milliseconds.
const MIN_START_MS: u64 = 30_000;

/// What the clocks of one game say about its control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClockWord {
    /// Nothing.
    Silent,
    /// They begin as the control does.
    Fits,
    /// They begin below the control as its text suggests it and above its other reading: the players were late, or it is neither.
    Below,
    /// They begin as the other reading of the control does, and not as the one that its text suggests.
    OtherReading,
    /// They fit no reading of the control, or there is no control; what they show by themselves.
    Alone(ClockedTime),
}

/// What clocks show of a control, in one game or in several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockedTime {
    /// Time at the start, as far as the first stamps show it, milliseconds.
    pub(crate) begin_ms: u64,
    /// The largest increment that shows, milliseconds.
    increment_ms: u64,
    /// Stamps of the player who has fewer.
    stamps: usize,
}

impl ClockedTime {
    /// `None` if the clocks do not show how the game began: somebody set them to more time later.
    fn from_moves(white: &[MoveClock], black: &[MoveClock]) -> Option<Self> {
        let begin_ms = first_left(white)?.max(first_left(black)?);
        let left = [stamps(white), stamps(black)];
        let set_later = |left: &Vec<u64>| {
            left.windows(2).any(|pair| {
                pair[1].saturating_sub(pair[0]) > MAX_INCREMENT_MS
                    && pair[1] > begin_ms.saturating_add(MAX_INCREMENT_MS)
            })
        };
        if left.iter().any(set_later) {
            return None;
        }
        let small = |left: &Vec<u64>| rises(left).filter(|gain| *gain <= MAX_INCREMENT_MS).max();
        let increment_ms = left.iter().filter_map(small).max().unwrap_or_default();
        Some(Self { begin_ms, increment_ms, stamps: left.iter().map(Vec::len).min().unwrap_or_default() })
    }

    /// The fastest and the slowest class that it may be.
    pub(crate) fn classes(self) -> [Option<TimeClass>; 2] {
        let most = match self.stamps >= INCREMENT_SHOWS {
            true => self.increment_ms.next_multiple_of(INCREMENT_STEP_MS),
            false => self.increment_ms.max(USUAL_INCREMENT_MS),
        };
        let class = |base_ms, increment_ms| {
            let stage = Stage { base_ms, increment_ms, ..Stage::default() };
            TimeClass::from_control(&TimeControl::Stages(vec![stage]))
        };
        // The first stamps lack what the first moves took; a base is of whole minutes.
        [class(self.begin_ms, self.increment_ms), class(self.begin_ms.next_multiple_of(MINUTE_MS), most)]
    }

    /// The class, if it is clear.
    pub(crate) fn class(self) -> Option<TimeClass> {
        let [fastest, slowest] = self.classes();
        fastest.filter(|_| fastest == slowest)
    }

    /// Whether it may be of a class.
    pub(crate) fn may_be(self, class: TimeClass) -> bool {
        let [fastest, slowest] = self.classes();
        fastest.is_none_or(|fastest| fastest <= class) && slowest.is_none_or(|slowest| class <= slowest)
    }

    /// The same of a game that begins with this time, milliseconds.
    pub(crate) fn beginning_at(self, begin_ms: u64) -> Self {
        Self { begin_ms, ..self }
    }

    /// The same beside another game at one control: an increment that shows in one of them was added in both.
    pub(crate) fn beside(self, other: Self) -> Self {
        Self {
            begin_ms: self.begin_ms,
            increment_ms: self.increment_ms.max(other.increment_ms),
            stamps: self.stamps.saturating_add(other.stamps),
        }
    }
}

/// Asks the clocks of a game.
pub(crate) fn clock_word(reading: Option<&ParsedControl>, clocks: &GameClocks) -> ClockWord {
    let (white, black) = (&clocks.white, &clocks.black);
    if !runs(white) || !runs(black) {
        return ClockWord::Silent;
    }
    let is_possible =
        [white, black].iter().all(|moves| first_left(moves).is_none_or(|left| left <= MAX_START_MS));
    if let Some(reading) = reading {
        match start_fits(&reading.control, white, black) {
            Some(true) if reading.ambiguity.is_none() || begins_near(&reading.control, white, black) => {
                return ClockWord::Fits;
            }
            Some(true) => return ClockWord::Below,
            Some(false) if !is_possible => {}
            Some(false) => {
                let other = reading.ambiguity.as_ref().map(|doubt| &doubt.other);
                if let Some(other) = other
                    && start_fits(other, white, black) == Some(true)
                    && begins_near(other, white, black)
                {
                    return ClockWord::OtherReading;
                }
            }
            None => {}
        }
    }
    let shown = ClockedTime::from_moves(white, black).filter(|_| is_possible);
    shown.map_or(ClockWord::Silent, ClockWord::Alone)
}

/// Whether one player at least begins with nearly all of the control's time. Two meanings of one text lie far apart, and a
/// control between them is neither: an hour and a half is not `180` in minutes.
fn begins_near(control: &TimeControl, white: &[MoveClock], black: &[MoveClock]) -> bool {
    let Some((white_stages, black_stages)) = control.stages() else { return false };
    [(white_stages, white), (black_stages, black)].into_iter().any(|(stages, moves)| {
        let base_ms = stages.first().map_or(0, |stage| stage.base_ms);
        first_left(moves).is_some_and(|left| left.saturating_mul(NEAR[1]) >= base_ms.saturating_mul(NEAR[0]))
    })
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

    /// The fastest and the slowest class of clocks that fit no control.
    fn classes(control: Option<&str>, clocks: &GameClocks) -> [Option<TimeClass>; 2] {
        match word(control, clocks) {
            ClockWord::Alone(shown) => shown.classes(),
            other => panic!("{control:?} {other:?}"),
        }
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
        assert_eq!(classes(Some("5400"), &added), [Some(TimeClass::Standard); 2]);
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
            assert_eq!(classes(control, &game), [Some(class); 2], "{control:?} {start}+{increment}");
        }
        // 30 + 30 is standard and 30 + 0 rapid: with few moves nobody can tell, but blitz it is not.
        let few = clocks(1_800, 0, &[10, 40], 10);
        assert_eq!(classes(None, &few), [Some(Rapid), Some(Standard)]);
        let ClockWord::Alone(shown) = word(None, &few) else { panic!("clocks that run") };
        assert!(shown.may_be(Rapid) && shown.may_be(Standard) && !shown.may_be(Blitz));
        // Another game of the event in which no increment shows either says that there is none; one with an increment, that there is.
        assert_eq!(shown.beside(shown).class(), Some(Rapid));
        let ClockWord::Alone(added) = word(None, &clocks(1_800, 30, &[1, 40], 20)) else { panic!("clocks") };
        assert!(shown.beside(added).may_be(Standard));
    }

    /// 180 is three minutes or three hours; clocks between the two fit neither.
    #[test]
    fn clocks_between_two_meanings_fit_neither() {
        use TimeClass::{Blitz, Rapid, Standard};
        for (control, start, class) in [
            ("180+2", 5_430, [Standard; 2]),
            ("120", 5_400, [Standard; 2]),
            ("60+1", 2_000, [Rapid; 2]),
            ("180", 5_400, [Standard; 2]),
        ] {
            let game = clocks(start, 0, &[10, 40], 30);
            assert_eq!(classes(Some(control), &game), class.map(Some), "{control} {start}");
        }
        // Below what the text suggests and above what else it may mean: nothing is claimed.
        assert_eq!(word(Some("90"), &clocks(3_600, 0, &[10, 40], 30)), ClockWord::Below);
        // One player who comes late is no other control.
        let mut late = clocks(3_590, 0, &[10, 40], 30);
        late.black = clocks(2_500, 0, &[10, 40], 30).white;
        assert_eq!(word(Some("60"), &late), ClockWord::OtherReading);
        assert_eq!(classes(Some("5400+30"), &clocks(182, 0, &[9, 12], 10)), [Some(Blitz), Some(Rapid)]);
    }

    /// A clock that was set after the game had begun does not show how much time there was.
    #[test]
    fn clocks_that_were_corrected_say_nothing() {
        let later = |start: u64, then: u64| {
            let before = clocks(start, 0, &[5, 9], 4);
            let mut game = clocks(then, 0, &[30, 60], 30);
            game.white.splice(0..0, before.white);
            game.black.splice(0..0, before.black);
            game
        };
        for (start, then) in [(180, 5_400), (600, 5_430), (3_600, 7_200)] {
            assert_eq!(word(None, &later(start, then)), ClockWord::Silent, "{start} {then}");
        }
        // The time of a further stage is no correction.
        assert_eq!(classes(None, &later(5_400, 4_500)), [Some(TimeClass::Standard); 2]);
    }

    /// Minutes, seconds and hundredths look like hours: nobody begins with fifteen of them.
    #[test]
    fn clocks_beyond_any_game_say_nothing() {
        for (control, hours) in [
            (Some("15+10"), 15),
            (Some("900+10"), 15),
            (Some("5+3"), 5),
            (Some("300"), 5),
            (Some("5400+30"), 90),
            // 900 minutes are no other meaning of a quarter of an hour.
            (Some("900"), 15),
            (None, 15),
            (None, 90),
        ] {
            let game = clocks(hours * 3_600, 0, &[10, 12], 30);
            assert_eq!(word(control, &game), ClockWord::Silent, "{control:?} {hours}");
        }
        // A day for all moves is a control, and clocks that begin so fit it.
        assert_eq!(word(Some("86400"), &clocks(86_400, 0, &[10, 12], 30)), ClockWord::Fits);
        assert_eq!(classes(None, &clocks(3 * 3_600, 0, &[10, 90], 30)), [Some(TimeClass::Standard); 2]);
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
