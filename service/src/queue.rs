//! Which job the engines take up next. A pure function: the same jobs give the same order.
//!
//! Within a job the games are ordered by `analyzer::hints::search_order`; this is the same rule one level up: a round
//! that is being played comes before everything that is over, then events in which a hand is raised, then the older job.

use std::cmp::Reverse;

/// A job that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waits {
    /// Its number.
    pub(crate) job: i64,
    /// Whether a round of its event is being played now.
    pub(crate) round_running: bool,
    /// Whether an arbiter's raised hand or a hint concerns a player of its event.
    pub(crate) raised: bool,
}

/// The place of the job that comes first.
pub(crate) fn first(waiting: &[Waits]) -> Option<usize> {
    (0..waiting.len()).min_by_key(|place| {
        let job = waiting.get(*place).copied().unwrap_or_default();
        (Reverse(job.round_running), Reverse(job.raised), job.job)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_round_then_raised_hands_then_the_oldest() {
        let job = |job, round_running, raised| Waits {
            job,
            round_running,
            raised,
        };
        let mut waiting = vec![
            job(1, false, false),
            job(2, false, true),
            job(4, true, false),
            job(3, true, false),
            job(5, true, true),
            job(0, false, false),
        ];
        let mut order = Vec::new();
        while let Some(place) = first(&waiting) {
            order.push(waiting.remove(place).job);
        }
        assert_eq!(order, [5, 3, 4, 2, 0, 1]);
        assert_eq!(first(&[]), None);
    }
}
