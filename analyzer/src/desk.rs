//! The engines of a long run: one store, one profile, engines that stay up from one look to the next.
//!
//! What is searched, and in which order, is the caller's choice. Whatever was answered is in the store before it
//! counts, so a run that is killed goes on from there and searches nothing twice.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use datasets::{ProfileId, Store, StoreError};
use thiserror::Error;
use uci_pool::{EngineError, Identity, PoolError, Settings};

use crate::evaluate::{EvaluateError, Played, Progress, Search, evaluate, stored};
use crate::{Evaluations, GamePlan, Turn};

/// Why there is no desk.
#[derive(Debug, Error)]
pub enum DeskError {
    /// The engine cannot be used.
    #[error("the engine {} cannot be used: {source}", command.display())]
    Engine {
        command: PathBuf,
        #[source]
        source: EngineError,
    },
    /// The folder of the store cannot be made.
    #[error("cannot make the folder {}: {source}", folder.display())]
    Folder {
        folder: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Starts what searches. It is called when the store lacks something and nothing is running.
type Start<S> = Box<dyn Fn() -> Result<S, PoolError> + Send>;

/// An engine under one set of settings, with the store that keeps its answers.
pub struct Desk<S: Search> {
    pub identity: Identity,
    /// What is asked of it.
    pub settings: Settings,
    count: usize,
    store: Store,
    profile: ProfileId,
    start: Start<S>,
    running: Option<S>,
    /// Positions with the moves played there that have been answered in this run.
    known: BTreeSet<(String, String)>,
}

impl<S: Search> Desk<S> {
    /// Opens the store for something that answers as the engine of this identity does, `count` positions at a time; none is
    /// started yet.
    ///
    /// # Errors
    /// A store that cannot be used.
    pub fn with(
        identity: Identity,
        settings: &Settings,
        count: usize,
        start: Start<S>,
        store: &Path,
    ) -> Result<Self, DeskError> {
        if let Some(folder) = store.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|source| DeskError::Folder { folder: folder.to_owned(), source })?;
        }
        let mut store = Store::open(store)?;
        let profile = store.profile(&identity, settings)?;
        Ok(Self {
            identity,
            settings: settings.clone(),
            count,
            store,
            profile,
            start,
            running: None,
            known: BTreeSet::new(),
        })
    }

    /// Engine processes side by side.
    pub fn engines(&self) -> usize {
        self.count
    }

    /// The turns of a game that have not been answered in this run.
    pub fn pending(&self, plan: &GamePlan) -> GamePlan {
        let open = |turn: &&Turn| !self.known.contains(&(turn.fen.clone(), turn.played.to_string()));
        GamePlan { turns: plan.searched().filter(open).cloned().collect() }
    }

    /// Turns that the store has no answer for yet.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn missing(&self, plans: &[GamePlan]) -> Result<u32, StoreError> {
        Ok(u32::try_from(self.unanswered(plans)?.len()).unwrap_or(u32::MAX))
    }

    /// The positions that the store has no answer for yet.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn unanswered(&self, plans: &[GamePlan]) -> Result<BTreeSet<String>, StoreError> {
        let mut missing = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for turn in plans.iter().flat_map(GamePlan::searched) {
            if seen.insert(turn.fen.as_str()) && self.store.get(self.profile, &turn.fen, None)?.is_none() {
                missing.insert(turn.fen.clone());
            }
        }
        Ok(missing)
    }

    /// Answers every turn of the plans. Each answer is in the store before it counts. `stop` is looked at between answers.
    ///
    /// # Errors
    /// If the store or the engines fail, or `stop` says so.
    pub fn answer(
        &mut self,
        plans: &[GamePlan],
        played: Played,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Evaluations, EvaluateError> {
        let Self { store, profile, start, running, .. } = self;
        let answers = evaluate(
            plans,
            store,
            *profile,
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
            // What was asked and not waited for would come as the answer to something else.
            self.running = None;
        }
        let answers = answers?;
        let turns = plans.iter().flat_map(GamePlan::searched);
        self.known.extend(turns.map(|turn| (turn.fen.clone(), turn.played.to_string())));
        Ok(answers)
    }

    /// The answers that the store holds already; nothing is searched.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn stored(&mut self, plans: &[GamePlan]) -> Result<Evaluations, EvaluateError> {
        stored(plans, &mut self.store, self.profile)
    }

    /// Ends the engines; the next answer that the store lacks starts them again.
    pub fn rest(&mut self) {
        self.running = None;
    }
}
