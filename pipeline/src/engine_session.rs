//! An engine under one set of settings, with the store that keeps its answers.
//!
//! The caller chooses the order of searches. Every answer is stored before it counts, so a killed run continues from the
//! store and searches nothing twice.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use analyzer::parameters::ParameterError;
use analyzer::{Evaluations, GamePlan, Turn};
use datasets::{ProfileId, Store, StoreError};
use thiserror::Error;
use uci_pool::{EngineError, Identity, PoolError, Settings, SignatureError};

use crate::evaluate::{Progress, SearchPlayedMove, evaluate, stored};
use crate::repeat_check::RepeatCheck;
use crate::search::{EvaluateError, Search};

#[derive(Debug, Error)]
pub enum SessionError {
    #[error("the engine {} cannot be used: {source}", command.display())]
    Engine {
        command: PathBuf,
        #[source]
        source: EngineError,
    },
    #[error("cannot make the folder {}: {source}", folder.display())]
    Folder {
        folder: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("the engine {} cannot be used: {source}", command.display())]
    Signature {
        command: PathBuf,
        #[source]
        source: SignatureError,
    },
    #[error(transparent)]
    Pool(#[from] PoolError),
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Opens the store at a path, which is made with its folder if there is none.
///
/// # Errors
/// A folder or a file that cannot be used.
pub fn open_store(path: &Path) -> Result<Store, SessionError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|source| SessionError::Folder { folder: folder.to_owned(), source })?;
    }
    Ok(Store::open(path)?)
}

/// Starts the engines; called when the store lacks an answer and none are running.
type Start<S> = Box<dyn Fn() -> Result<S, PoolError> + Send>;

pub struct EngineSession<S: Search> {
    pub identity: Identity,
    pub settings: Settings,
    count: usize,
    store: Store,
    profile: ProfileId,
    start: Start<S>,
    running: Option<S>,
    check: RepeatCheck,
    /// Positions with the moves played there that have been answered in this run.
    known: BTreeSet<(String, String)>,
}

impl<S: Search> EngineSession<S> {
    /// `count` engines of this identity, which are started with the first search, and the store of their answers.
    pub fn open(
        identity: Identity,
        settings: &Settings,
        count: usize,
        start: Start<S>,
        mut store: Store,
    ) -> Result<Self, SessionError> {
        let profile = store.profile(&identity, settings)?;
        Ok(Self {
            identity,
            settings: settings.clone(),
            count,
            store,
            profile,
            start,
            running: None,
            check: RepeatCheck::default(),
            known: BTreeSet::new(),
        })
    }

    /// Engine processes running in parallel.
    pub fn engines(&self) -> usize {
        self.count
    }

    /// The turns of a game that have not been answered in this run.
    pub fn pending(&self, plan: &GamePlan) -> GamePlan {
        let open = |turn: &&Turn| !self.known.contains(&(turn.fen.clone(), turn.played.to_string()));
        GamePlan { turns: plan.searched().filter(open).cloned().collect() }
    }

    pub fn missing(&self, plans: &[GamePlan]) -> Result<u32, StoreError> {
        Ok(u32::try_from(self.unanswered(plans)?.len()).unwrap_or(u32::MAX))
    }

    /// The positions without an answer in the store that this engine may use.
    pub fn unanswered(&self, plans: &[GamePlan]) -> Result<BTreeSet<String>, StoreError> {
        let mut missing = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for turn in plans.iter().flat_map(GamePlan::searched) {
            if seen.insert(turn.fen.as_str())
                && self.store.get(self.profile, &turn.fen, None)?.is_none_or(|stored| stored.is_unconfirmed)
            {
                missing.insert(turn.fen.clone());
            }
        }
        Ok(missing)
    }

    /// Answers every turn of the plans, each stored before it counts. `stop` is polled between answers.
    pub fn answer(
        &mut self,
        plans: &[GamePlan],
        played: SearchPlayedMove,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Evaluations, EvaluateError> {
        let Self { store, profile, start, running, check, .. } = self;
        let answers = evaluate(
            plans,
            (store, *profile, check),
            played,
            move || {
                let search = match running.take() {
                    Some(search) => search,
                    None => start()?,
                };
                Ok(&*running.insert(search))
            },
            stop,
            report,
        );
        if answers.is_err() {
            // Answers still under way would be taken for those of the next request.
            self.running = None;
        }
        // Also those of former requests are searched again.
        let withdrawn = self.check.withdrawn();
        self.known.retain(|(fen, _)| !withdrawn.contains(fen));
        let answers = answers?;
        let turns = plans.iter().flat_map(GamePlan::searched);
        self.known.extend(turns.map(|turn| (turn.fen.clone(), turn.played.to_string())));
        Ok(answers)
    }

    /// The answers in the store, without any search.
    pub fn stored(&mut self, plans: &[GamePlan]) -> Result<Evaluations, EvaluateError> {
        stored(plans, &mut self.store, self.profile)
    }

    /// Stops the engines; the next answer that the store lacks starts them again.
    pub fn stop_engines(&mut self) {
        self.running = None;
    }
}
