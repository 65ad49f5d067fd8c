//! Searchers answer positions: engines of this machine, or a queue that engines of other machines work off.

use std::path::{Path, PathBuf};

use analyzer::shipped::UnfitError;
use datasets::Store;
use pipeline::{EngineSession, Search, SessionError, identity_with_signature, open_store};
use uci_pool::{EngineSpec, Identity, Limits, Pool, PoolError, Settings};

use crate::jobs::queue_address::{Address, Notice};
use crate::store::StorageError;

/// How long an answer is waited for before it is waited for again.
#[cfg(feature = "nats")]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(1);

pub type Searcher = Box<dyn Search + Send>;

#[derive(Clone)]
pub struct Searchers {
    /// Which engine. It has to be on this machine even if others search: its identity is part of every result.
    pub spec: EngineSpec,
    /// Processes side by side, if it searches here.
    pub count: usize,
    pub limits: Limits,
    pub queue: Option<Address>,
    pub notice: Notice,
}

impl Searchers {
    /// The engine with its signature, for which it may have to be asked. It is asked on this machine even if others search.
    ///
    /// # Errors
    /// An engine or a store that cannot be used.
    pub fn identity(&self, settings: &Settings, store: &mut Store) -> Result<Identity, SessionError> {
        let notice = |line: &str| (self.notice)(line);
        identity_with_signature(&self.spec, settings, (self.count, &self.limits), store, &notice)
    }

    /// Opens the store for them; nothing is searched but test positions, if the engine is new.
    ///
    /// # Errors
    /// An engine or a store that cannot be used.
    pub fn session(
        &self,
        settings: &Settings,
        store: &Path,
    ) -> Result<EngineSession<Searcher>, SessionError> {
        let mut store = open_store(store)?;
        let identity = self.identity(settings, &mut store)?;
        let (this, asked, engine) = (self.clone(), settings.clone(), identity.clone());
        let start = move || -> Result<Searcher, PoolError> {
            match &this.queue {
                None => Ok(Box::new(Pool::start(&this.spec, &asked, this.count, this.limits.clone())?)),
                #[cfg(feature = "nats")]
                Some(address) => {
                    let profile = crate::remote::Profile { engine: engine.clone(), settings: asked.clone() };
                    let remote = crate::remote::remote(address, profile, this.notice.clone());
                    let remote = remote.map_err(|error| PoolError::Elsewhere(error.to_string()))?;
                    let (spec, settings, limits) = (this.spec.clone(), asked.clone(), this.limits.clone());
                    Ok(Box::new(remote.judged_by(Box::new(move |request| {
                        let pool = Pool::start(&spec, &settings, 1, limits.clone())
                            .map_err(|error| error.to_string())?;
                        pool.submit(request.clone());
                        loop {
                            if let Some(answer) = pool.next(PATIENCE) {
                                return answer.result.map_err(|failure| failure.reason);
                            }
                        }
                    }))))
                }
                #[cfg(not(feature = "nats"))]
                Some(address) => {
                    let _identity = &engine;
                    Err(PoolError::Elsewhere(format!(
                        "this program was built without the feature `nats`, so it cannot use the queue at {}",
                        address.shown()
                    )))
                }
            }
        };
        EngineSession::open(identity, settings, self.count, Box::new(start), store)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engines {
    pub spec: EngineSpec,
    /// Its settings for quick tests.
    pub settings: Settings,
    pub count: usize,
    pub queue: Option<Address>,
    /// How far they step back behind other programs, 0 to 19 as `nice` counts.
    pub niceness: u8,
    /// A file of parameters, if not those that come with the software.
    pub parameters: Option<PathBuf>,
    pub full: Settings,
    pub full_parameters: Option<PathBuf>,
    /// Those that a full test may be asked for with.
    pub second: Vec<SecondEngine>,
}

/// Another engine, whose first moves a full test can be asked to compare. It searches on this machine even if the engine of the test
/// does not: workers have that engine alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondEngine {
    /// What people choose it by.
    pub name: String,
    pub spec: EngineSpec,
    pub settings: Settings,
    /// Whether hints take its first moves into account as well.
    pub hints: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    EngineSession(#[from] SessionError),
    #[error("the second engine `{name}` cannot be used: {source}")]
    Second {
        name: String,
        #[source]
        source: SessionError,
    },
    #[error(
        "the hints cannot take the second engine `{name}` into account: it is not the search that the sequential value was fitted to\n  \
         set `hints = false` for it in fairplay.toml; `fairplay engines get` installs the right one"
    )]
    SecondForHints { name: String },
    #[error("could not read {}: {source}", path.display())]
    Parameters {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("the parameters cannot be used: {0}")]
    Unfit(#[from] UnfitError),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("cannot start a thread: {0}")]
    Thread(#[source] std::io::Error),
}
