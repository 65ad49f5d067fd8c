//! The engines of a long run: one store, one profile, engines that stay up from one look to the next.
//!
//! What is searched, and in which order, is the caller's choice. Whatever was answered is in the store before it
//! counts, so a run that is killed goes on from there and searches nothing twice.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use datasets::{ProfileId, Store, StoreError};
use thiserror::Error;
use uci_pool::{EngineError, EngineSpec, Identity, Limits, Pool, PoolError, Settings, identify};

use crate::evaluate::{EvaluateError, Progress, evaluate, stored};
use crate::{Evaluations, GamePlan, Turn};

/// Why there is no desk.
#[derive(Debug, Error)]
pub enum DeskError {
    /// The engine cannot be used.
    #[error("the engine {} cannot be used: {source}", command.display())]
    Engine {
        /// Its program.
        command: PathBuf,
        /// Why.
        #[source]
        source: EngineError,
    },
    /// The folder of the store cannot be made.
    #[error("cannot make the folder {}: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An engine under one set of settings, with the store that keeps its answers.
pub struct Desk {
    /// Which engine.
    pub identity: Identity,
    /// What is asked of it.
    pub settings: Settings,
    spec: EngineSpec,
    count: usize,
    limits: Limits,
    store: Store,
    profile: ProfileId,
    pool: Option<Pool>,
    /// Positions with the moves played there that have been answered in this run.
    known: BTreeSet<(String, String)>,
}

impl Desk {
    /// Opens the store for `count` engines side by side; none is started yet.
    ///
    /// # Errors
    /// An engine or a store that cannot be used.
    pub fn open(
        spec: EngineSpec,
        settings: &Settings,
        count: usize,
        limits: Limits,
        store: &Path,
    ) -> Result<Self, DeskError> {
        let identity = identify(&spec).map_err(|source| DeskError::Engine {
            command: spec.command.clone(),
            source,
        })?;
        if let Some(folder) = store.parent() {
            std::fs::create_dir_all(folder).map_err(|source| DeskError::Folder {
                folder: folder.to_owned(),
                source,
            })?;
        }
        let mut store = Store::open(store)?;
        let profile = store.profile(&identity, settings)?;
        Ok(Self {
            identity,
            settings: settings.clone(),
            spec,
            count,
            limits,
            store,
            profile,
            pool: None,
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
        GamePlan {
            turns: plan.searched().filter(open).cloned().collect(),
        }
    }

    /// Turns that the store has no answer for yet.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn missing(&self, plans: &[GamePlan]) -> Result<u32, StoreError> {
        let mut missing = BTreeSet::new();
        for turn in plans.iter().flat_map(GamePlan::searched) {
            if self.store.get(self.profile, &turn.fen, None)?.is_none() {
                missing.insert(turn.fen.as_str());
            }
        }
        Ok(u32::try_from(missing.len()).unwrap_or(u32::MAX))
    }

    /// Answers every turn of the plans. Each answer is in the store before it counts. `stop` is looked at between answers.
    ///
    /// # Errors
    /// If the store or the engines fail, or `stop` says so.
    pub fn answer(
        &mut self,
        plans: &[GamePlan],
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Evaluations, EvaluateError> {
        let Self {
            spec,
            settings,
            count,
            limits,
            store,
            profile,
            pool,
            ..
        } = self;
        let started = Started {
            pool,
            spec,
            settings,
            limits,
            count: *count,
        };
        let answers = evaluate(plans, store, *profile, || started.running(), stop, report)?;
        let turns = plans.iter().flat_map(GamePlan::searched);
        self.known
            .extend(turns.map(|turn| (turn.fen.clone(), turn.played.to_string())));
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
        self.pool = None;
    }
}

/// Where engines are kept, and how they are started if they are not there yet.
struct Started<'a> {
    pool: &'a mut Option<Pool>,
    spec: &'a EngineSpec,
    settings: &'a Settings,
    limits: &'a Limits,
    count: usize,
}

impl<'a> Started<'a> {
    fn running(self) -> Result<&'a Pool, PoolError> {
        let running = match self.pool.take() {
            Some(running) => running,
            None => Pool::start(self.spec, self.settings, self.count, self.limits.clone())?,
        };
        Ok(self.pool.insert(running))
    }
}
