//! Engines side by side: requests go in, answers come out in the order in which they are ready.

pub(crate) mod shared;
pub(crate) mod worker;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use thiserror::Error;

use crate::engine;
use crate::engine::identity::{self, Identity};
use crate::engine::spec::{EngineError, EngineSpec, Limits, resolve};
pub use crate::pool::shared::Counters;
use crate::pool::shared::{Shared, Waiting, lock};
use crate::pool::worker::{Recipe, Worker};
use crate::request::{Answer, Request};
use crate::settings::{Settings, SettingsError};

const MAX_ENGINES: usize = 1024;

/// Why a pool cannot start.
#[derive(Debug, Error)]
pub enum PoolError {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("{asked} engines were asked for, allowed is 1 to {MAX_ENGINES}")]
    Engines { asked: usize },
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    #[error("{0}")]
    Elsewhere(String),
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
    /// If a setting or the number of engines is out of range, or the engine cannot be used.
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
        let identity = Arc::new(identity::identify_running(&first, &recipe.program, spec)?);

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
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Queues a request and returns at once.
    pub fn submit(&self, request: Request) {
        lock(&self.shared.work).push_back(Waiting { request, not_by: None });
        self.shared.work_ready.notify_one();
    }

    /// The same before all that waits, for another engine process than `worker` where there is one.
    pub fn submit_elsewhere(&self, request: Request, worker: usize) {
        let not_by = (self.workers.len() > 1).then_some(worker);
        lock(&self.shared.work).push_front(Waiting { request, not_by });
        // The one that wakes up might be the one that leaves it to others.
        self.shared.work_ready.notify_all();
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

    /// Counts since the start.
    pub fn counters(&self) -> Counters {
        *lock(&self.shared.counters)
    }

    /// Process ids of the engines that run at this moment, so that tests can kill them.
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
