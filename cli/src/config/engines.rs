//! The engines of a run: started when the store lacks an answer, with a bar for the user, and stopped by Ctrl-C.

use std::path::{Path, PathBuf};

use analyzer::{Evaluations, GamePlan};
use anyhow::Context;
use datasets::tournament::corpus::facts::Conditions;
use pipeline::bundle::custody_log::now;
use pipeline::{CalibratedEngine, EngineSession, Progress, SearchPlayedMove, SessionError, open_store};
use reports::custody::EngineRun;
use service::{Searcher, Searchers};
use uci_pool::{Identity, Settings};

use crate::interrupt;
use crate::output::{read_text, unusable};
use crate::progress::Reporter;

/// Engines with their search settings, and the store that keeps their answers.
#[derive(Clone)]
pub struct Engines {
    pub searchers: Searchers,
    pub settings: Settings,
    pub store: PathBuf,
}

/// The answers to the positions of a run, and the work that it took.
pub struct Answered {
    pub answers: Evaluations,
    pub identity: Identity,
    pub work: EngineRun,
}

impl Engines {
    /// The engine with its signature.
    ///
    /// # Errors
    /// An engine or a store that cannot be used.
    pub fn identity(&self) -> Result<Identity, SessionError> {
        self.searchers.identity(&self.settings, &mut open_store(&self.store)?)
    }

    pub(crate) fn session(&self) -> Result<EngineSession<Searcher>, SessionError> {
        self.searchers.session(&self.settings, &self.store)
    }

    /// The engines with the parameters of a file, if not the shipped ones are used. A file that does not fit is an error.
    pub(crate) fn calibrated(&self, file: Option<&Path>) -> anyhow::Result<CalibratedEngine<Searcher>> {
        let parameters = file.map(read_text).transpose()?;
        let engine = CalibratedEngine { session: self.session()?, parameters };
        if let Some(path) = file {
            engine.parameters(Conditions::USUAL).with_context(unusable(path))?;
        }
        Ok(engine)
    }

    /// Answers the positions of games from the store and the engines, until the user stops it.
    pub fn answers(&self, plans: &[GamePlan], played: SearchPlayedMove) -> anyhow::Result<Answered> {
        Reporter::new("").during(|show| self.answered(plans, played, show))
    }

    /// The same, for a caller who shows how far it has come.
    pub(crate) fn answered(
        &self,
        plans: &[GamePlan],
        played: SearchPlayedMove,
        show: &mut dyn FnMut(&Progress),
    ) -> anyhow::Result<Answered> {
        interrupt::listen();
        let mut session = self.session()?;
        let mut last = Progress::default();
        let from = now()?;
        let answers = session.answer(plans, played, &interrupt::requested, &mut |progress| {
            last = *progress;
            show(progress);
        });
        let whole = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        let local = self.searchers.queue.is_none();
        Ok(Answered {
            answers: answers?,
            work: EngineRun {
                engine: (&session.identity).into(),
                from,
                to: now()?,
                processes: if local { whole(self.searchers.count) } else { 0 },
                searched: whole(last.done.saturating_sub(last.stored)),
                stored: whole(last.stored),
            },
            identity: session.identity,
        })
    }
}
