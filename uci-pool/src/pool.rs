//! Engines side by side: requests go in, answers come out in the order in which they are ready.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use thiserror::Error;

use crate::engine::{self, EngineError};
use crate::identity::{self, Identity};
use crate::request::{Answer, Request};
use crate::settings::{Settings, SettingsError};
use crate::spec::{EngineSpec, resolve};
use crate::worker::{Recipe, Worker};

/// Most engines in one pool.
const MAX_ENGINES: usize = 1024;

/// How long and how often the pool tries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time an engine has for its handshake, and again for setting its options.
    pub handshake: Duration,
    /// Time a search has before its engine is killed and replaced. It never ends a search with a result: a
    /// search stopped by the clock does not repeat itself.
    pub position: Duration,
    /// Tries for one request before it fails; 0 counts as 1.
    pub tries: u32,
    /// How far engines step back behind other programs of the machine, 0 to 19 as `nice` counts; it changes when an answer
    /// comes and never the answer. Where the system has no `nice`, engines run as they are.
    pub niceness: u8,
}

impl Default for Limits {
    /// 10 s for the handshake, 120 s for a position, 3 tries, stepping back behind nobody.
    fn default() -> Self {
        Self { handshake: Duration::from_secs(10), position: Duration::from_secs(120), tries: 3, niceness: 0 }
    }
}

/// Why a pool cannot start.
#[derive(Debug, Error)]
pub enum PoolError {
    /// A search setting is out of range.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The engine cannot be used.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No engine, or more than the pool can hold.
    #[error("{asked} engines were asked for, allowed is 1 to {MAX_ENGINES}")]
    Engines { asked: usize },
    /// The system gives no thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// The engines are not on this machine and cannot be reached.
    #[error("{0}")]
    Elsewhere(String),
}

/// What a pool has done so far.
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

#[derive(Default)]
pub(crate) struct Counts {
    answered: AtomicU64,
    pub(crate) retries: AtomicU64,
    pub(crate) restarts: AtomicU64,
    pub(crate) nodes: AtomicU64,
}

/// What the pool and its workers share.
#[derive(Default)]
pub(crate) struct Shared {
    work: Mutex<VecDeque<Request>>,
    work_ready: Condvar,
    answers: Mutex<VecDeque<Answer>>,
    answer_ready: Condvar,
    /// One place for each worker.
    pids: Mutex<Vec<Option<u32>>>,
    pub(crate) closing: AtomicBool,
    pub(crate) counts: Counts,
}

/// A lock whose holder panicked still guards sound data: every critical section here is a single step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// The next request; waits for one, and gives `None` once the pool closes.
    pub(crate) fn take(&self) -> Option<Request> {
        let idle = |work: &mut VecDeque<Request>| work.is_empty() && !self.closing.load(Ordering::Relaxed);
        let mut work =
            self.work_ready.wait_while(lock(&self.work), idle).unwrap_or_else(PoisonError::into_inner);
        if self.closing.load(Ordering::Relaxed) { None } else { work.pop_front() }
    }

    pub(crate) fn put(&self, answer: Answer) {
        self.counts.answered.fetch_add(1, Ordering::Relaxed);
        lock(&self.answers).push_back(answer);
        self.answer_ready.notify_one();
    }

    pub(crate) fn set_pid(&self, slot: usize, pid: Option<u32>) {
        if let Some(place) = lock(&self.pids).get_mut(slot) {
            *place = pid;
        }
    }

    fn close(&self) {
        // Under the lock, or a worker that is about to wait would miss it.
        let mut work = lock(&self.work);
        self.closing.store(true, Ordering::Relaxed);
        work.clear();
        self.work_ready.notify_all();
    }
}

/// A pool of engines. Every request submitted gets exactly one [`Answer`], whatever the engines do.
///
/// Dropping the pool takes no further requests, asks the engines to quit, kills those that do not within half a
/// second, and waits until processes and threads are gone.
pub struct Pool {
    shared: Arc<Shared>,
    identity: Arc<Identity>,
    workers: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Checks the settings, starts the first engine, and checks every option against what it offers. The other
    /// engines start with their first requests.
    ///
    /// # Errors
    ///
    /// [`PoolError`] if a setting or the number of engines is out of range, or if the engine cannot be used.
    pub fn start(
        spec: &EngineSpec,
        settings: &Settings,
        engines: usize,
        limits: Limits,
    ) -> Result<Self, PoolError> {
        settings.validate()?;
        if !(1..=MAX_ENGINES).contains(&engines) {
            return Err(PoolError::Engines { asked: engines });
        }
        let program = resolve(&spec.command)?;
        let recipe = Recipe { program, spec: spec.clone(), settings: settings.clone(), limits };
        let shared = Arc::new(Shared { pids: Mutex::new(vec![None; engines]), ..Shared::default() });
        let first = engine::patiently(&recipe.limits, || {
            let mut first = recipe.start(&shared)?;
            recipe.configure(&mut first, &shared)?;
            Ok(first)
        })?;
        let identity = Arc::new(identity::of(&first, &recipe.program, spec)?);

        let recipe = Arc::new(recipe);
        let mut pool = Self { shared, identity, workers: Vec::with_capacity(engines) };
        let mut first = Some(first);
        for slot in 0..engines {
            let (shared, identity) = (Arc::clone(&pool.shared), Arc::clone(&pool.identity));
            let worker = Worker::new(shared, Arc::clone(&recipe), identity, slot, first.take());
            let thread = thread::Builder::new()
                .name(format!("engine-{slot}"))
                .spawn(move || worker.run())
                .map_err(PoolError::Thread)?;
            pool.workers.push(thread);
        }
        Ok(pool)
    }

    /// Who the engines are.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Queues a request and returns at once.
    pub fn submit(&self, request: Request) {
        lock(&self.shared.work).push_back(request);
        self.shared.work_ready.notify_one();
    }

    /// The next answer, in no particular order; `None` if there is none within `wait`.
    pub fn next(&self, wait: Duration) -> Option<Answer> {
        let answers = lock(&self.shared.answers);
        let (mut answers, _) = self
            .shared
            .answer_ready
            .wait_timeout_while(answers, wait, |answers| answers.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        answers.pop_front()
    }

    /// What has been done so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        let counts = &self.shared.counts;
        Counters {
            answered: counts.answered.load(Ordering::Relaxed),
            retries: counts.retries.load(Ordering::Relaxed),
            restarts: counts.restarts.load(Ordering::Relaxed),
            nodes: counts.nodes.load(Ordering::Relaxed),
        }
    }

    /// Process ids of the engines that run at this moment, so that tests can kill them.
    #[must_use]
    pub fn child_pids(&self) -> Vec<u32> {
        lock(&self.shared.pids).iter().flatten().copied().collect()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.close();
        for worker in self.workers.drain(..) {
            // A worker that panicked has dropped its engine while unwinding.
            let _ = worker.join();
        }
    }
}
