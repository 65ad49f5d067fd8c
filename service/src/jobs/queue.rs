//! The order of jobs. The same jobs and turns give the same order.
//!
//! Within a job the games are ordered by `analyzer::hints::search_order`; this is the same rule one level up. First comes the
//! screening of a round that is being played. Next comes a screening that has not begun since it was asked for: its first step
//! tells whether anything has to be searched, and results that need no search do not wait. Then come full tests of an event that
//! is being played. Everything else waits for its turn: people have the engines one after the other, each for a while, so that
//! nobody's large event holds up the others. Of one person full tests, which are short and awaited, come first, then events in
//! which a hand is raised, then the event that had the engines longest ago, then the older job. A person is here whoever made the
//! event.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waits {
    pub(crate) job: i64,
    pub(crate) event: i64,
    /// Who made the event.
    pub(crate) person: i64,
    pub(crate) full_test: bool,
    pub(crate) round_running: bool,
    /// A screening that has not begun.
    pub(crate) unbegun: bool,
    /// Whether an arbiter's raised hand or a hint concerns a player of its event.
    pub(crate) raised: bool,
}

/// Who had the engines when.
pub(crate) struct Turns {
    length: Duration,
    /// Turns that are over.
    count: u64,
    /// The number of the last turn of each person, and of each event.
    people: BTreeMap<i64, u64>,
    events: BTreeMap<i64, u64>,
    /// What each person used of the turn that is not over.
    used: BTreeMap<i64, Duration>,
}

impl Turns {
    /// Turns of a length; a game that was begun is finished.
    pub(crate) fn new(length: Duration) -> Self {
        Self { length, count: 0, people: BTreeMap::new(), events: BTreeMap::new(), used: BTreeMap::new() }
    }

    /// The engines worked for somebody's event for a time.
    pub(crate) fn worked(&mut self, person: i64, event: i64, time: Duration) {
        let used = self.used.entry(person).or_default();
        *used = used.saturating_add(time);
        if *used >= self.length {
            self.used.remove(&person);
            self.count += 1;
            self.people.insert(person, self.count);
            self.events.insert(event, self.count);
        }
    }
}

/// The place of the job that comes first.
pub(crate) fn first(waiting: &[Waits], turns: &Turns) -> Option<usize> {
    let last = |of: &BTreeMap<i64, u64>, id: i64| of.get(&id).copied().unwrap_or(0);
    (0..waiting.len()).min_by_key(|place| {
        let job = waiting.get(*place).copied().unwrap_or_default();
        (
            Reverse(job.round_running && !job.full_test),
            Reverse(job.unbegun),
            Reverse(job.round_running),
            last(&turns.people, job.person),
            Reverse(job.full_test),
            Reverse(job.raised),
            last(&turns.events, job.event),
            job.job,
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Duration = Duration::from_secs(60);

    #[test]
    fn a_running_round_then_full_tests_then_raised_hands_then_the_oldest() {
        let job = |job, round_running, raised| Waits { job, round_running, raised, ..Waits::default() };
        let full =
            |number, round_running, raised| Waits { full_test: true, ..job(number, round_running, raised) };
        let mut waiting = vec![
            job(1, false, false),
            job(2, false, true),
            job(4, true, false),
            job(3, true, false),
            job(5, true, true),
            job(0, false, false),
            full(7, false, false),
            full(6, true, false),
            full(8, false, true),
        ];
        let turns = Turns::new(TURN);
        let mut order = Vec::new();
        while let Some(place) = first(&waiting, &turns) {
            order.push(waiting.remove(place).job);
        }
        assert_eq!(order, [5, 3, 4, 6, 8, 7, 2, 0, 1]);
        assert_eq!(first(&[], &turns), None);
    }

    /// What was stated anew is counted before the full test that is under way goes on, whoever has the engines.
    #[test]
    fn a_screening_that_has_not_begun_comes_before_all_but_a_running_round() {
        let mut turns = Turns::new(TURN);
        turns.worked(1, 1, TURN);
        let stated = Waits { job: 3, event: 3, person: 1, unbegun: true, ..Waits::default() };
        let test =
            Waits { job: 2, event: 2, person: 2, full_test: true, round_running: true, ..Waits::default() };
        let round = Waits { job: 4, event: 4, person: 1, round_running: true, ..Waits::default() };
        assert_eq!(first(&[test, stated], &turns), Some(1));
        assert_eq!(first(&[test, stated, round], &turns), Some(2));
        assert_eq!(first(&[test, Waits { unbegun: false, ..stated }], &turns), Some(0));
    }

    /// Works through jobs of so many steps each, twenty seconds a step; the jobs in the order of their steps.
    fn worked_through(mut jobs: Vec<(Waits, u32)>, turns: &mut Turns) -> Vec<i64> {
        let mut order = Vec::new();
        loop {
            let waiting: Vec<Waits> = jobs.iter().map(|(job, _)| *job).collect();
            let Some(place) = first(&waiting, turns) else { return order };
            let (job, left) = &mut jobs[place];
            order.push(job.job);
            turns.worked(job.person, job.event, TURN / 3);
            *left -= 1;
            if *left == 0 {
                jobs.remove(place);
            }
        }
    }

    #[test]
    fn people_take_turns_and_a_large_event_holds_up_nobody() {
        let of = |person, job| Waits { job, event: job, person, ..Waits::default() };
        let mut turns = Turns::new(TURN);
        let order = worked_through(vec![(of(1, 1), 20_000), (of(2, 2), 5), (of(3, 3), 2)], &mut turns);
        assert_eq!(order[..13], [1, 1, 1, 2, 2, 2, 3, 3, 1, 1, 1, 2, 2]);
        assert!(order[13..].iter().all(|job| *job == 1));

        // Many jobs of one person have no more than one; neither have raised hands.
        let mut many: Vec<_> = (1..=50).map(|job| (Waits { raised: true, ..of(1, job) }, 3)).collect();
        many.push((Waits { full_test: true, ..of(1, 51) }, 3));
        many.push((of(2, 52), 6));
        let order = worked_through(many, &mut Turns::new(TURN));
        assert_eq!(order[..15], [51, 51, 51, 52, 52, 52, 1, 1, 1, 52, 52, 52, 2, 2, 2]);
    }

    #[test]
    fn a_running_round_waits_for_no_turn() {
        let mut turns = Turns::new(TURN);
        turns.worked(1, 1, TURN);
        let live = Waits { job: 1, event: 1, person: 1, round_running: true, ..Waits::default() };
        let other = Waits { job: 2, event: 2, person: 2, full_test: true, ..Waits::default() };
        assert_eq!(first(&[other, live], &turns), Some(1));
    }
}
