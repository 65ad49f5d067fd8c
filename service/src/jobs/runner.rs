//! The thread that owns the engines: it works on jobs game by game and stores their results.
//!
//! It knows no formula: what is searched and what follows from it is `analyzer`'s. Everything it needs lies in the file,
//! so it can end at any moment: a job that was running is queued again, its answers are in the evaluation store, and the
//! same positions are not searched a second time.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use analyzer::shipped::UnfitError;
use datasets::clocks::time_class::TimeClass;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::venue::Venue;
use pipeline::event_run::StepEnd;
use pipeline::{AnalysisError, CalibratedEngine, EngineSession, EvaluateError, Search, SearchPlayedMove};

mod full_test_job;
mod hints_job;
mod prepared_event;

use crate::app::App;
use crate::events::inputs;
use crate::events::live;
use crate::events::results::{self, Packed};
use crate::jobs::hints;
use crate::jobs::queue::{self, Turns, Waits};
use crate::jobs::searchers::{Searcher, Searchers, SecondEngine, StartError};
use crate::jobs::{self, Job, Kind, Reason};
use crate::store::{Result, StorageError};
use prepared_event::{EventBasis, RunningEvent};

const IDLE_SLEEP: Duration = Duration::from_millis(500);
/// Minimum time between two provisional results of one event.
const RESULT_INTERVAL: Duration = Duration::from_secs(20);

/// How long the engines work for one person while others wait. Reading a large event again takes half a minute.
const TURN: Duration = Duration::from_secs(180);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Idle,
    Worked,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum RunnerError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("the job cannot go on ({}): {detail}", reason.into_str())]
    Job {
        reason: Reason,
        /// For the log. It may name files and never a player.
        detail: String,
    },
}

impl RunnerError {
    fn job(reason: Reason, detail: impl std::fmt::Display) -> Self {
        Self::Job { reason, detail: format!("{detail}") }
    }

    fn inside(detail: impl std::fmt::Display) -> Self {
        Self::job(Reason::Inside, detail)
    }
}

impl From<AnalysisError> for RunnerError {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Parameters(error) => Self::job(Reason::Parameters, error),
            other => Self::inside(other),
        }
    }
}

impl From<EvaluateError> for RunnerError {
    fn from(error: EvaluateError) -> Self {
        match error {
            EvaluateError::Store(error) => StorageError::from(error).into(),
            other => Self::job(Reason::Engine, other),
        }
    }
}

pub(crate) struct Runner<S: Search = Searcher> {
    app: App,
    quick: CalibratedEngine<S>,
    full: Option<CalibratedEngine<S>>,
    /// By name.
    second: BTreeMap<String, EngineSession<S>>,
    /// The name of the one whose first moves hints take into account.
    hints_second: Option<String>,
    running: Option<RunningEvent>,
    shown: BTreeMap<i64, Instant>,
    result_interval: Duration,
    turns: Turns,
    /// Whether the engines rest because the disk is nearly full.
    no_space: bool,
}

impl<S: Search> Runner<S> {
    /// Takes up what was left. `session` keeps its answers in the service's own file.
    pub(crate) fn new(app: &App, session: EngineSession<S>, parameters: Option<String>) -> Result<Self> {
        app.change_now(|c| jobs::take_up(c))?;
        Ok(Self {
            app: app.clone(),
            quick: CalibratedEngine { session, parameters },
            full: None,
            second: BTreeMap::new(),
            hints_second: None,
            running: None,
            shown: BTreeMap::new(),
            result_interval: RESULT_INTERVAL,
            turns: Turns::new(TURN),
            no_space: false,
        })
    }

    /// Full tests as well, where there is a calibration for them. `session` and `parameters` are those of the full test.
    pub(crate) fn deepening(
        mut self,
        session: EngineSession<S>,
        parameters: Option<String>,
    ) -> Result<Self, UnfitError> {
        let engine = CalibratedEngine { session, parameters };
        let mut calibrated = Vec::new();
        for class in TimeClass::ALL {
            for venue in [Venue::OverTheBoard, Venue::Online] {
                let conditions = Conditions { venue, class };
                if engine.exact_parameters(conditions)?.is_some() {
                    calibrated.push(conditions);
                }
            }
        }
        self.full = Some(engine).filter(|_| !calibrated.is_empty());
        self.app.work.set_full_tests(calibrated);
        Ok(self)
    }

    /// Second engines that full tests may be asked for with, in the order of a form.
    pub(crate) fn beside(mut self, engines: Vec<(String, EngineSession<S>)>) -> Self {
        self.app.work.set_second_engines(engines.iter().map(|(name, _)| name.clone()).collect());
        self.second = engines.into_iter().collect();
        self
    }

    /// Hints that take the first moves of one of these second engines into account.
    pub(crate) fn with_hints_by(mut self, name: &str) -> Result<Self, StartError> {
        let takes = |session| self.quick.takes(session, Conditions::USUAL);
        if !self.second.get(name).map_or(Ok(false), takes)? {
            return Err(StartError::SecondForHints { name: name.to_owned() });
        }
        self.hints_second = Some(name.to_owned());
        Ok(self)
    }

    /// Provisional results as often as this, for tests.
    #[cfg(test)]
    pub(crate) fn showing_every(mut self, interval: Duration) -> Self {
        self.result_interval = interval;
        self
    }

    /// Turns of this length, for tests.
    #[cfg(test)]
    pub(crate) fn in_turns_of(mut self, length: Duration) -> Self {
        self.turns = Turns::new(length);
        self
    }

    /// Works until the service stops.
    pub(crate) fn run(mut self) {
        while !self.app.work.stopping() {
            match self.turn() {
                Ok(Turn::Worked) => {}
                Ok(Turn::Idle) => {
                    for engine in [Some(&mut self.quick), self.full.as_mut()].into_iter().flatten() {
                        engine.session.stop_engines();
                    }
                    self.second.values_mut().for_each(EngineSession::stop_engines);
                    std::thread::sleep(IDLE_SLEEP);
                }
                Err(error) => {
                    tracing::error!(%error, "the engines could not go on");
                    std::thread::sleep(IDLE_SLEEP);
                }
            }
        }
    }

    /// Answers one game of the first job in the queue, or finishes that job. What is wrong with a job ends the job.
    pub(crate) fn turn(&mut self) -> Result<Turn> {
        // Read before the states are: an order that comes in between is then seen.
        let interrupts = self.app.work.interrupts();
        let no_space = self.app.has_space(0).is_err();
        if no_space && !self.no_space {
            tracing::warn!("the disk is nearly full, so the engines rest");
        }
        self.no_space = no_space;
        let next = if no_space { None } else { self.next_job()? };
        let Some((job, person)) = next else {
            self.app.work.rest();
            self.running = None;
            return Ok(Turn::Idle);
        };
        let id = job.id;
        if !self.app.change_now(move |c| jobs::begin(c, id))? {
            return Ok(Turn::Worked);
        }
        let begun = Instant::now();
        let worked = self.work(&job, interrupts);
        self.turns.worked(person, job.event, begun.elapsed());
        match worked {
            Ok(()) => {}
            Err(RunnerError::Storage(error)) => return Err(error),
            Err(RunnerError::Job { reason, detail }) => {
                tracing::warn!(job = id, reason = reason.into_str(), detail, "a job failed");
                self.running = None;
                self.app.change_now(move |c| jobs::end(c, id, Some(reason)))?;
            }
        }
        Ok(Turn::Worked)
    }

    /// The job that comes first, and who made its event.
    fn next_job(&self) -> Result<Option<(Job, i64)>> {
        let (mut open, sources, makers) =
            self.app.read_now(|c| Ok((jobs::open(c)?, live::event_numbers(c)?, jobs::makers(c)?)))?;
        // After a start a followed event is unknown until the first request to its source.
        open.retain(|job| !sources.contains(&job.event) || self.app.work.stand(job.event).is_some());
        let waits: Vec<Waits> = open
            .iter()
            .map(|job| {
                let stand = self.app.work.stand(job.event);
                let raised = self.app.read_now(|c| {
                    let named = hints::newest_basis(c, job.event)?.map(|(_, named)| named);
                    Ok(!jobs::priority_players(c, job.event)?.is_empty()
                        || named.is_some_and(|named| !named.is_empty()))
                })?;
                Ok(Waits {
                    job: job.id,
                    event: job.event,
                    person: makers.get(&job.event).copied().unwrap_or_default(),
                    full_test: job.kind == Kind::FullTest,
                    unbegun: job.kind == Kind::Screening && job.total == 0,
                    round_running: stand.is_some_and(|(_, stand)| stand.rounds.running().is_some()),
                    raised,
                })
            })
            .collect::<Result<_>>()?;
        let first = queue::first(&waits, &self.turns);
        Ok(first.and_then(|place| Some((open.swap_remove(place), waits.get(place)?.person))))
    }

    fn work(&mut self, job: &Job, interrupts: u64) -> Result<(), RunnerError> {
        let event = job.event;
        let (files, source, hands, hinted, inputs) = self.app.read_now(|c| {
            Ok((
                crate::events::files(c, event)?,
                live::of_event(c, event)?,
                jobs::priority_players(c, event)?,
                hints::newest_basis(c, event)?,
                inputs::of_event(c, event)?,
            ))
        })?;
        let look = self.app.work.stand(event);
        let basis = EventBasis {
            event,
            files: files.iter().map(|file| file.id).collect(),
            look: look.as_ref().map(|(number, _)| *number),
            first: [hands, hinted.map(|(_, named)| named).unwrap_or_default()].concat(),
            each_move: source.is_some_and(|source| source.each_move),
            inputs,
        };
        if self.running.as_ref().is_none_or(|running| running.basis != basis) {
            self.running = None;
            let snapshot = look.map(|(_, snapshot)| snapshot);
            let session = &self.quick.session;
            let running = RunningEvent::prepare(&self.app, session, basis, &files, snapshot.as_deref())?;
            self.running = Some(running);
        }
        match job.kind {
            Kind::Screening => {
                self.note_covered(job)?;
                self.go_on(job, interrupts)
            }
            Kind::FullTest => self.deepen(job, interrupts),
        }
    }

    fn go_on(&mut self, job: &Job, interrupts: u64) -> Result<(), RunnerError> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        let (work, run, id) = (&self.app.work, &mut running.run, job.id);
        let total = run.total();
        work.note(id, run.done(), total);
        let stop = || work.interrupts() != interrupts;
        let played = SearchPlayedMove::IfUnlisted;
        let step =
            run.step(&mut self.quick.session, played, &stop, &mut |done| work.note(id, done, total))?;
        if step.end == StepEnd::Stopped {
            return Ok(());
        }
        let (done, left) = (run.done(), run.left());
        work.note(id, done, total);
        self.app.change_now(move |c| jobs::note(c, id, done, total))?;
        if step.end == StepEnd::Finished {
            if !running.stored {
                self.store_result(0)?;
                if let Some(running) = &mut self.running {
                    running.stored = true;
                }
            }
            if self.second_answers(true, interrupts)? {
                self.give_hints(true)?;
                self.end(job)?;
            }
            return Ok(());
        }
        let due = self.shown.get(&job.event).is_none_or(|at| at.elapsed() >= self.result_interval);
        if left > 0 && due {
            self.store_result(left)?;
        }
        if self.second_answers(false, interrupts)? { self.give_hints(false) } else { Ok(()) }
    }

    /// A job is done, unless games came that it has not seen: then they are queued.
    fn end(&mut self, job: &Job) -> Result<()> {
        let basis = self.running.as_mut().map(|running| {
            running.stored = false;
            running.basis.clone()
        });
        let Some(EventBasis { event, files, look, inputs, .. }) = basis else {
            return Ok(());
        };
        let (app, id) = (self.app.clone(), job.id);
        app.work.rest();
        self.shown.remove(&event);
        // In one transaction: new games come either before it and are seen, or after it and find no open job.
        self.app.change_now(move |c| {
            jobs::end(c, id, None)?;
            let there = crate::events::files(c, event)?;
            let seen = app.work.stand(event).map(|(number, _)| number);
            let as_read = inputs == inputs::of_event(c, event)?;
            if look != seen || !as_read || !there.iter().map(|file| file.id).eq(files) {
                jobs::queue(c, event)?;
            }
            Ok(())
        })
    }

    /// Stores a provisional screening with `open` unanswered positions, which count as moves without an answer.
    fn store_result(&mut self, open: u64) -> Result<(), RunnerError> {
        let Some(RunningEvent { run, basis, .. }) = &self.running else { return Ok(()) };
        let answers = self.quick.session.stored(&run.event.plans).map_err(RunnerError::inside)?;
        let screened = self.quick.screen(&run.event, &answers)?;
        let packed = Packed::new(&screened.screening, &screened.games)?;
        let (id, files) = (basis.event, basis.files.clone());
        self.app.change_now(move |c| results::store(c, id, &packed, open, &files))?;
        self.shown.insert(id, Instant::now());
        Ok(())
    }
}

/// Starts the thread of the engines, if there are any.
pub(crate) fn start(app: &App) -> Result<Option<std::thread::JoinHandle<()>>, StartError> {
    let Some(engines) = app.settings.engines.clone() else {
        return Ok(None);
    };
    let text = |path: &Option<PathBuf>| match path {
        None => Ok(None),
        Some(path) => match std::fs::read_to_string(path) {
            Ok(text) => Ok(Some(text)),
            Err(source) => Err(StartError::Parameters { path: path.clone(), source }),
        },
    };
    let (parameters, full_parameters) = (text(&engines.parameters)?, text(&engines.full_parameters)?);
    let limits = uci_pool::Limits { niceness: engines.niceness, ..uci_pool::Limits::default() };
    let searchers = Searchers {
        spec: engines.spec.clone(),
        count: engines.count,
        limits,
        queue: engines.queue.clone(),
        notice: Arc::new(|line| tracing::warn!("{line}")),
    };
    let session = |settings: &uci_pool::Settings| searchers.session(settings, app.storage.path());
    let runner = Runner::new(app, session(&engines.settings)?, parameters)?;
    let runner = runner.deepening(session(&engines.full)?, full_parameters)?;
    let mut second = Vec::new();
    for SecondEngine { name, spec, settings, .. } in &engines.second {
        let searchers = Searchers { spec: spec.clone(), queue: None, ..searchers.clone() };
        let session = searchers
            .session(settings, app.storage.path())
            .map_err(|source| StartError::Second { name: name.clone(), source })?;
        second.push((name.clone(), session));
    }
    let mut runner = runner.beside(second);
    if let Some(of_hints) = engines.second.iter().find(|one| one.hints) {
        runner = runner.with_hints_by(&of_hints.name)?;
    }
    std::thread::Builder::new()
        .name("engines".to_owned())
        .spawn(move || runner.run())
        .map(Some)
        .map_err(StartError::Thread)
}
