//! What answers positions: engines of this machine, or a queue that engines of other machines work off.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pipeline::{EngineSession, Search, SessionError};
use uci_pool::{EngineSpec, Limits, Pool, PoolError, Settings, identify};

pub type Searcher = Box<dyn Search + Send>;

/// Takes a line for people: what stands in the way while a run waits.
pub type Notice = Arc<dyn Fn(&str) + Send + Sync>;

/// Where a queue of NATS JetStream is, and how to be let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// `nats://host:4222`, or `tls://host:4222`; a name and a password may stand in it, several servers with commas between.
    pub url: String,
    /// A file of NATS credentials.
    pub credentials: Option<PathBuf>,
    /// Certificates as PEM to be trusted beside the system's own.
    pub trusted: Option<PathBuf>,
}

impl Address {
    /// Name and password as they stand in the address, or a token alone; those of the first server that has any.
    #[must_use]
    pub fn login(&self) -> Option<(&str, Option<&str>)> {
        let (before, _) = self.url.split(',').find_map(|server| server.rsplit_once('@'))?;
        let login = before.split_once("://").map_or(before, |(_, login)| login).trim();
        Some(match login.split_once(':') {
            Some((name, password)) => (name, Some(password)),
            None => (login, None),
        })
    }

    /// The address as it may be shown: without name and password.
    #[must_use]
    pub fn shown(&self) -> String {
        let one = |url: &str| match (url.split_once("://"), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            _ => url.to_owned(),
        };
        self.url.split(',').map(one).collect::<Vec<_>>().join(",")
    }
}

/// Engines here or elsewhere.
#[derive(Clone)]
pub struct Searchers {
    /// Which engine. It has to be on this machine even if others search: its identity is part of every result.
    pub spec: EngineSpec,
    /// Processes side by side, if it searches here.
    pub count: usize,
    /// How long and how often they try.
    pub limits: Limits,
    /// The queue, if others search.
    pub queue: Option<Address>,
    /// Who is told what stands in the way.
    pub notice: Notice,
}

impl Searchers {
    /// Opens the store for them; nothing is started yet.
    ///
    /// # Errors
    /// An engine or a store that cannot be used.
    pub fn session(
        &self,
        settings: &Settings,
        store: &Path,
    ) -> Result<EngineSession<Searcher>, SessionError> {
        let identity = identify(&self.spec)
            .map_err(|source| SessionError::Engine { command: self.spec.command.clone(), source })?;
        let (this, asked, engine) = (self.clone(), settings.clone(), identity.clone());
        let start = move || -> Result<Searcher, PoolError> {
            match &this.queue {
                None => Ok(Box::new(Pool::start(&this.spec, &asked, this.count, this.limits.clone())?)),
                #[cfg(feature = "nats")]
                Some(address) => {
                    let profile = crate::remote::Profile { engine: engine.clone(), settings: asked.clone() };
                    let remote = crate::remote::remote(address, profile, Arc::clone(&this.notice));
                    Ok(Box::new(remote.map_err(|error| PoolError::Elsewhere(error.to_string()))?))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_holds_no_password() {
        let address = |url: &str| Address { url: url.to_owned(), credentials: None, trusted: None };
        let shown = |url: &str| address(url).shown();
        let login = |url: &str| {
            let address = address(url);
            address.login().map(|(name, word)| (name.to_owned(), word.map(str::to_owned)))
        };
        let both = |name: &str, word: &str| Some((name.to_owned(), Some(word.to_owned())));
        assert_eq!(login("nats://host:4222"), None);
        assert_eq!(login("tls://me:p@ss@host:4222"), both("me", "p@ss"));
        assert_eq!(login("one,nats://you:x:y@two"), both("you", "x:y"));
        assert_eq!(login("nats://token@two"), Some(("token".to_owned(), None)));
        assert_eq!(shown("nats://host:4222"), "nats://host:4222");
        assert_eq!(shown("tls://me:p@ss@host:4222"), "tls://host:4222");
        assert_eq!(shown("me:secret@one,nats://t@two"), "one,nats://two");
    }
}
