//! The engines of a long run: one store, one profile, engines that stay up from one look to the next.

use std::collections::BTreeSet;
use std::path::Path;

use analyzer::evaluate::{EvaluateError, evaluate};
use analyzer::{Evaluations, GamePlan};
use anyhow::Context;
use datasets::{ProfileId, Store};
use uci_pool::{EngineSpec, Identity, Limits, Pool, PoolError, Settings, identify};

use crate::interrupt;

/// An engine under one set of settings, with the store that keeps its answers.
pub(crate) struct Desk {
    pub(crate) identity: Identity,
    pub(crate) settings: Settings,
    spec: EngineSpec,
    count: usize,
    store: Store,
    profile: ProfileId,
    pool: Option<Pool>,
    /// Positions with the moves played there that have been answered in this run.
    known: BTreeSet<(String, String)>,
}

impl Desk {
    /// Opens the store for an engine; none is started yet.
    pub(crate) fn open(
        spec: EngineSpec,
        settings: &Settings,
        count: usize,
        store: &Path,
    ) -> anyhow::Result<Self> {
        let identity = identify(&spec)
            .with_context(|| format!("the engine {} cannot be used", spec.command.display()))?;
        if let Some(folder) = store.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let mut store = Store::open(store)?;
        let profile = store.profile(&identity, settings)?;
        Ok(Self {
            identity,
            settings: settings.clone(),
            spec,
            count,
            store,
            profile,
            pool: None,
            known: BTreeSet::new(),
        })
    }

    /// Engine processes side by side.
    pub(crate) fn engines(&self) -> usize {
        self.count
    }

    /// The turns of a game that have not been answered in this run.
    pub(crate) fn pending(&self, plan: &GamePlan) -> GamePlan {
        let open =
            |turn: &&analyzer::Turn| !self.known.contains(&(turn.fen.clone(), turn.played.to_string()));
        GamePlan {
            turns: plan.searched().filter(open).cloned().collect(),
        }
    }

    /// Turns that the store has no answer for yet.
    pub(crate) fn missing(&self, plans: &[GamePlan]) -> anyhow::Result<u32> {
        let mut missing = BTreeSet::new();
        for turn in plans.iter().flat_map(GamePlan::searched) {
            if self.store.get(self.profile, &turn.fen, None)?.is_none() {
                missing.insert(turn.fen.as_str());
            }
        }
        Ok(u32::try_from(missing.len()).unwrap_or(u32::MAX))
    }

    /// Answers every turn of the plans. Each answer is in the store before it counts.
    ///
    /// # Errors
    /// If the store or the engines fail, or the user asked to stop.
    pub(crate) fn answer(&mut self, plans: &[GamePlan]) -> Result<Evaluations, EvaluateError> {
        let Self {
            spec,
            settings,
            count,
            store,
            profile,
            pool,
            ..
        } = self;
        let started = Started {
            pool,
            spec,
            settings,
            count: *count,
        };
        let answers = evaluate(
            plans,
            store,
            *profile,
            || started.running(),
            &interrupt::requested,
            &mut |_| (),
        )?;
        let turns = plans.iter().flat_map(GamePlan::searched);
        self.known
            .extend(turns.map(|turn| (turn.fen.clone(), turn.played.to_string())));
        Ok(answers)
    }
}

/// Where engines are kept, and how they are started if they are not there yet.
struct Started<'a> {
    pool: &'a mut Option<Pool>,
    spec: &'a EngineSpec,
    settings: &'a Settings,
    count: usize,
}

impl<'a> Started<'a> {
    fn running(self) -> Result<&'a Pool, PoolError> {
        let running = match self.pool.take() {
            Some(running) => running,
            None => Pool::start(self.spec, self.settings, self.count, Limits::default())?,
        };
        Ok(self.pool.insert(running))
    }
}
