//! State that the engines' thread shares with the pages: progress, rate, and interrupts.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use analyzer::policy::Mode;
use analyzer::screening::EventSummary;
use datasets::tournament::corpus::facts::Conditions;
use pipeline::LiveSnapshot;
use serde::Serialize;

use crate::events::boards::Board;

/// Seconds within which a reload counts as the same look at a page; browsers reload every twenty.
const SAME_LOOK: i64 = 60;

/// How far the work on an event is. The names are a contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Progress {
    pub(crate) done: u64,
    pub(crate) total: u64,
    /// Positions searched per minute since the engines took the job up; absent before the first.
    pub(crate) per_minute: Option<f64>,
    /// Seconds that the rest takes at this rate; absent before the first.
    pub(crate) seconds_left: Option<u64>,
}

impl Progress {
    /// From what was done when the engines took the job up, what is done now, and the time between.
    pub(crate) fn at_rate(before: u64, done: u64, total: u64, took: Duration) -> Self {
        let searched = done.saturating_sub(before) as f64;
        let seconds = took.as_secs_f64();
        let rate = (searched > 0.0 && seconds > 0.0).then(|| searched / seconds);
        Self {
            done,
            total,
            per_minute: rate.map(|rate| rate * 60.0),
            seconds_left: rate.map(|rate| whole((total.saturating_sub(done) as f64 / rate).ceil())),
        }
    }
}

/// A number of seconds that is at least 0 and far below what overflows.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "held between 0 and 10^12")]
pub(crate) fn whole(seconds: f64) -> u64 {
    seconds.clamp(0.0, 1e12) as u64
}

#[derive(Clone, Copy, Debug)]
struct InHand {
    job: i64,
    before: u64,
    done: u64,
    total: u64,
    since: Instant,
}

/// An event as its source shows it, with a number that grows when it changes.
pub(crate) type Look = (u64, Arc<LiveSnapshot>);

#[derive(Default)]
pub(crate) struct Work {
    /// Grows with every order that must not wait for the end of a game.
    interrupts: AtomicU64,
    stopping: AtomicBool,
    in_hand: Mutex<Option<InHand>>,
    full_tests: Mutex<Vec<Conditions>>,
    second_engines: Mutex<Vec<String>>,
    stands: Mutex<BTreeMap<i64, Look>>,
    /// For each event the screening that the engines are at, and whether the newest hints are of its games as they are.
    covered: Mutex<BTreeMap<i64, (i64, bool)>>,
    boards: Mutex<BTreeMap<i64, Arc<Vec<Board>>>>,
    pgn: Mutex<BTreeMap<i64, Arc<Vec<u8>>>>,
    /// When each session saw the progress of an event last, in seconds since 1970.
    looks: Mutex<BTreeMap<(String, i64), i64>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Work {
    /// The engines are to look up at once.
    pub(crate) fn interrupt(&self) {
        self.interrupts.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn interrupts(&self) -> u64 {
        self.interrupts.load(Ordering::SeqCst)
    }

    /// Stops the engines and the follower of live sources.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        self.interrupt();
    }

    pub(crate) fn stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }

    /// Sets the progress of the current job; its clock starts with the first call.
    pub(crate) fn note(&self, job: i64, done: u64, total: u64) {
        let mut in_hand = lock(&self.in_hand);
        let known = in_hand.filter(|known| known.job == job);
        *in_hand = Some(InHand {
            job,
            before: known.map_or(done, |known| known.before),
            done,
            total,
            since: known.map_or_else(Instant::now, |known| known.since),
        });
    }

    /// Notes whether the newest hints of an event are of its games and inputs as a screening has them.
    pub(crate) fn set_covered(&self, event: i64, job: i64, covered: bool) {
        lock(&self.covered).insert(event, (job, covered));
    }

    /// Whether they are, as far as the engines have said of that screening.
    pub(crate) fn covers(&self, event: i64, job: i64) -> bool {
        lock(&self.covered).get(&event) == Some(&(job, true))
    }

    pub(crate) fn rest(&self) {
        *lock(&self.in_hand) = None;
    }

    pub(crate) fn progress(&self, job: i64) -> Option<Progress> {
        let known = lock(&self.in_hand).filter(|known| known.job == job)?;
        Some(Progress::at_rate(known.before, known.done, known.total, known.since.elapsed()))
    }

    pub(crate) fn set_full_tests(&self, calibrated: Vec<Conditions>) {
        *lock(&self.full_tests) = calibrated;
    }

    /// Whether a full test can be made here of the games of an event; without one, of any games.
    pub(crate) fn makes_full_tests(&self, event: Option<&EventSummary>) -> bool {
        lock(&self.full_tests).iter().any(|known| {
            event.is_none_or(|event| {
                known.class.as_str() == event.time_class
                    && *known == Mode::conditions(event.mode, known.class)
            })
        })
    }

    pub(crate) fn set_second_engines(&self, names: Vec<String>) {
        *lock(&self.second_engines) = names;
    }

    /// The names of the second engines that a full test may be asked for with.
    pub(crate) fn second_engines(&self) -> Vec<String> {
        lock(&self.second_engines).clone()
    }

    pub(crate) fn set_stand(&self, event: i64, stand: LiveSnapshot) {
        let mut stands = lock(&self.stands);
        let number = stands.get(&event).map_or(1, |(number, _)| number.saturating_add(1));
        stands.insert(event, (number, Arc::new(stand)));
    }

    pub(crate) fn stand(&self, event: i64) -> Option<Look> {
        lock(&self.stands).get(&event).cloned()
    }

    /// The boards of an event as its source showed them last; those of a stand may be later, because its moves wait.
    pub(crate) fn set_boards(&self, event: i64, boards: Vec<Board>) {
        lock(&self.boards).insert(event, Arc::new(boards));
    }

    /// Those boards; `None` before the first request to the source.
    pub(crate) fn boards(&self, event: i64) -> Option<Arc<Vec<Board>>> {
        lock(&self.boards).get(&event).cloned()
    }

    /// The games of an event as its source wrote them, each in its current version.
    pub(crate) fn set_pgn(&self, event: i64, text: Vec<u8>) {
        lock(&self.pgn).insert(event, Arc::new(text));
    }

    pub(crate) fn pgn(&self, event: i64) -> Option<Arc<Vec<u8>>> {
        lock(&self.pgn).get(&event).cloned()
    }

    /// A session sees the progress of an event. Says whether it has been seeing it: then this is no new look.
    pub(crate) fn sees(&self, session: &str, event: i64, now: i64) -> bool {
        let mut looks = lock(&self.looks);
        looks.retain(|_, at| (now.saturating_sub(SAME_LOOK)..=now).contains(at));
        looks.insert((session.to_owned(), event), now).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_rest_by_hand() {
        let at = |before, done, total, seconds| {
            Progress::at_rate(before, done, total, Duration::from_secs(seconds))
        };
        // 30 positions in 60 seconds: 30 a minute, the other 45 take 90 seconds.
        let progress = at(100, 130, 175, 60);
        assert_eq!((progress.per_minute, progress.seconds_left), (Some(30.0), Some(90)));
        // What was stored before counts as done and not as fast.
        assert_eq!(at(100, 100, 175, 60).per_minute, None);
        assert_eq!(at(0, 5, 10, 0).seconds_left, None);
        // 3 in 2 seconds; the last one takes two thirds of a second, which is one when rounded up.
        assert_eq!(at(0, 3, 4, 2).seconds_left, Some(1));
        assert_eq!(at(0, 4, 4, 2).seconds_left, Some(0));
        assert_eq!(at(0, 5, 4, 2).seconds_left, Some(0));
    }
}
