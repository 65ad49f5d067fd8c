//! One thread with one engine: takes requests, answers every one of them, replaces the engine when it fails.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::engine::identity::Identity;
use crate::engine::options;
use crate::engine::spec::{EngineError, EngineSpec, Limits};
use crate::evaluation::Evaluation;
use crate::pool::shared::Shared;
use crate::request::{Answer, Failure, NO_CHESS960, Request, Task};
use crate::settings::Settings;

/// Wait before the second start in a row; doubled with each failure up to [`MAX_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// Longest wait between two starts.
const MAX_PAUSE: Duration = Duration::from_secs(2);
/// Failed starts in a row, about five seconds in all, after which the engine counts as gone.
const GONE: u32 = 8;
/// How often a pause looks up to see whether the pool is closing.
const GLANCE: Duration = Duration::from_millis(50);

/// Everything that a worker needs to start an engine.
pub(crate) struct Recipe {
    pub(crate) program: PathBuf,
    pub(crate) spec: EngineSpec,
    pub(crate) settings: Settings,
    pub(crate) limits: Limits,
}

impl Recipe {
    /// Starts an engine without setting anything.
    pub(crate) fn start(&self, shared: &Shared) -> Result<Engine, EngineError> {
        let call = self.spec.call(&self.program, self.settings.hash_mib, self.limits.niceness);
        Engine::start(&self.program, &call, self.limits.handshake, &shared.closing)
    }

    /// Checks and sets the options.
    pub(crate) fn configure(&self, engine: &mut Engine, shared: &Shared) -> Result<(), EngineError> {
        let options = options::to_set(&self.spec, &self.settings, &engine.offered)?;
        engine
            .configure(&options, self.limits.handshake, &shared.closing)
            .map_err(|Failure { reason }| EngineError::Handshake { program: self.program.clone(), reason })
    }
}

/// Why a try failed.
struct Failed {
    reason: String,
    /// The next try may succeed.
    again: bool,
}

/// A worker; [`Worker::run`] is the body of its thread.
pub(crate) struct Worker {
    shared: Arc<Shared>,
    recipe: Arc<Recipe>,
    identity: Arc<Identity>,
    slot: usize,
    engine: Option<Engine>,
    /// Whether there has been an engine: the next one is a replacement.
    had_engine: bool,
    failed_starts: u32,
    /// When and why the last start failed.
    last_failure: Option<(Instant, String)>,
}

impl Worker {
    pub(crate) fn new(
        shared: Arc<Shared>,
        recipe: Arc<Recipe>,
        identity: Arc<Identity>,
        slot: usize,
        engine: Option<Engine>,
    ) -> Self {
        let had_engine = engine.is_some();
        shared.set_pid(slot, engine.as_ref().map(Engine::id));
        Self { shared, recipe, identity, slot, engine, had_engine, failed_starts: 0, last_failure: None }
    }

    /// Works until the pool closes. A request that fails never ends the worker.
    pub(crate) fn run(mut self) {
        while let Some(request) = self.shared.take(self.slot) {
            let answer = self.answer(request);
            self.shared.put(answer);
        }
        self.shared.set_pid(self.slot, None);
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }

    fn answer(&mut self, request: Request) -> Answer {
        let task = match Task::new(&request) {
            Ok(task) => task,
            Err(failure) => {
                return Answer { request, result: Err(failure), tries: 0, worker: self.slot };
            }
        };
        let most = self.recipe.limits.tries.max(1);
        let mut tries = 1;
        loop {
            match self.attempt(&task) {
                Ok(evaluation) => {
                    return Answer { request, result: Ok(evaluation), tries, worker: self.slot };
                }
                Err(failed)
                    if !failed.again || tries >= most || self.shared.closing.load(Ordering::Relaxed) =>
                {
                    let result = Err(Failure::new(failed.reason));
                    return Answer { request, result, tries, worker: self.slot };
                }
                Err(_) => {
                    tries += 1;
                    self.shared.count(|counters| counters.retries += 1);
                }
            }
        }
    }

    fn attempt(&mut self, task: &Task) -> Result<Evaluation, Failed> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.replace()?,
        };
        if !engine.can_search(task) {
            self.engine = Some(engine);
            return Err(Failed { reason: NO_CHESS960.to_owned(), again: false });
        }
        let Recipe { settings, limits, .. } = &*self.recipe;
        match engine.search(task, settings, limits.position, &self.shared.closing) {
            Ok((evaluation, nodes)) => {
                self.shared.count(|counters| counters.nodes += nodes);
                self.engine = Some(engine);
                Ok(evaluation)
            }
            Err(Failure { reason }) => {
                // The id is withdrawn before the process is reaped: afterwards it may belong to a stranger.
                self.shared.set_pid(self.slot, None);
                drop(engine);
                Err(Failed { reason, again: true })
            }
        }
    }

    /// A fresh engine, after a pause if the last start failed.
    fn replace(&mut self) -> Result<Engine, Failed> {
        if let Some((at, reason)) = &self.last_failure {
            let pause = FIRST_PAUSE.saturating_mul(1 << (self.failed_starts - 1).min(16)).min(MAX_PAUSE);
            let left = pause.saturating_sub(at.elapsed());
            if self.failed_starts < GONE {
                self.pause(left);
            } else if !left.is_zero() {
                // Waiting longer for each of thousands of requests helps nobody.
                return Err(Failed { reason: reason.clone(), again: false });
            }
        }
        match self.start() {
            Ok(engine) => {
                self.failed_starts = 0;
                self.last_failure = None;
                if self.had_engine {
                    self.shared.count(|counters| counters.restarts += 1);
                }
                self.had_engine = true;
                Ok(engine)
            }
            Err(error) => {
                let reason = error.to_string();
                self.failed_starts = self.failed_starts.saturating_add(1);
                self.last_failure = Some((Instant::now(), reason.clone()));
                Err(Failed { reason, again: self.failed_starts < GONE })
            }
        }
    }

    fn start(&self) -> Result<Engine, EngineError> {
        let mut engine = self.recipe.start(&self.shared)?;
        if engine.name != self.identity.name {
            let (expected, found) = (self.identity.name.clone(), engine.name.clone());
            return Err(EngineError::Renamed { expected, found });
        }
        self.recipe.configure(&mut engine, &self.shared)?;
        self.shared.set_pid(self.slot, Some(engine.id()));
        Ok(engine)
    }

    fn pause(&self, length: Duration) {
        let end = Instant::now() + length;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || self.shared.closing.load(Ordering::Relaxed) {
                return;
            }
            thread::sleep(left.min(GLANCE));
        }
    }
}
