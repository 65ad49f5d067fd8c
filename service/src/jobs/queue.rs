//! The order of jobs. A pure function: the same jobs give the same order.
//!
//! Within a job the games are ordered by `analyzer::hints::search_order`; this is the same rule one level up: the
//! screening of a round that is being played comes first, then full tests, which are short and awaited, then
//! everything that is over. Among equals events in which a hand is raised come first, then the older job.

use std::cmp::Reverse;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waits {
    pub(crate) job: i64,
    pub(crate) full_test: bool,
    pub(crate) round_running: bool,
    /// Whether an arbiter's raised hand or a hint concerns a player of its event.
    pub(crate) raised: bool,
}

/// The place of the job that comes first.
pub(crate) fn first(waiting: &[Waits]) -> Option<usize> {
    (0..waiting.len()).min_by_key(|place| {
        let job = waiting.get(*place).copied().unwrap_or_default();
        let screens_now = job.round_running && !job.full_test;
        (Reverse(screens_now), Reverse(job.full_test), Reverse(job.raised), job.job)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_round_then_full_tests_then_raised_hands_then_the_oldest() {
        let job = |job, round_running, raised| Waits { job, full_test: false, round_running, raised };
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
        let mut order = Vec::new();
        while let Some(place) = first(&waiting) {
            order.push(waiting.remove(place).job);
        }
        assert_eq!(order, [5, 3, 4, 8, 6, 7, 2, 0, 1]);
        assert_eq!(first(&[]), None);
    }
}
