//! State that a pool and its workers share.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::request::{Answer, Request};

/// A request that waits, and the worker that leaves it to others.
pub(super) struct Waiting {
    pub(super) request: Request,
    pub(super) not_by: Option<usize>,
}

/// Counts of a pool since its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests answered, failures included.
    pub answered: u64,
    /// Tries beyond the first.
    pub retries: u64,
    /// Engines started in place of another.
    pub restarts: u64,
    /// Nodes of all completed searches.
    pub nodes: u64,
}

/// Queues, process numbers and counters of a pool.
#[derive(Default)]
pub(crate) struct Shared {
    pub(super) work: Mutex<VecDeque<Waiting>>,
    pub(super) work_ready: Condvar,
    pub(super) answers: Mutex<VecDeque<Answer>>,
    pub(super) answer_ready: Condvar,
    /// One place for each worker.
    pub(super) pids: Mutex<Vec<Option<u32>>>,
    pub(crate) closing: AtomicBool,
    pub(super) counters: Mutex<Counters>,
}

/// A lock whose holder panicked still guards sound data: every critical section here is a single step.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// The next request for a worker; waits for one, and gives `None` once the pool closes.
    pub(crate) fn take(&self, worker: usize) -> Option<Request> {
        let next = |work: &VecDeque<Waiting>| work.iter().position(|waiting| waiting.not_by != Some(worker));
        let idle =
            |work: &mut VecDeque<Waiting>| next(work).is_none() && !self.closing.load(Ordering::Relaxed);
        let mut work =
            self.work_ready.wait_while(lock(&self.work), idle).unwrap_or_else(PoisonError::into_inner);
        if self.closing.load(Ordering::Relaxed) {
            return None;
        }
        let place = next(&work)?;
        work.remove(place).map(|waiting| waiting.request)
    }

    pub(crate) fn put(&self, answer: Answer) {
        self.count(|counters| counters.answered += 1);
        lock(&self.answers).push_back(answer);
        self.answer_ready.notify_one();
    }

    pub(crate) fn count(&self, step: impl FnOnce(&mut Counters)) {
        step(&mut lock(&self.counters));
    }

    pub(crate) fn set_pid(&self, slot: usize, pid: Option<u32>) {
        if let Some(place) = lock(&self.pids).get_mut(slot) {
            *place = pid;
        }
    }

    pub(super) fn close(&self) {
        // Under the lock, or a worker that is about to wait would miss it.
        let mut work = lock(&self.work);
        self.closing.store(true, Ordering::Relaxed);
        work.clear();
        self.work_ready.notify_all();
    }
}
