//! Engines on other machines: positions go out over NATS JetStream, answers come back.
//!
//! Positions are independent of each other and an answer is a pure function of engine, settings and position, so what
//! reaches past one machine is a queue and nothing else. The queue promises that a position is handed out at least once; the
//! key of an evaluation makes once of it: a position is asked for once, answered once, and an answer that is there is not
//! searched again. Who searches must not change what comes out: the first answer stands, every answer names its worker, and
//! one that is found to be wrong is shut out by whoever asked.
//!
//! [`Remote`] is a [`Search`](pipeline::Search) like the pool of engines here, so whatever runs on the one runs on the other.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::{Client, ConnectOptions};
use thiserror::Error;
use uci_pool::{EngineError, PoolError};

use crate::jobs::queue_address::Address;

mod publisher;
mod queue;
#[cfg(test)]
mod tests;
pub(crate) mod wire;
mod worker;

pub use publisher::{Judge, Remote, remote};
pub use queue::QueueError;
pub use wire::Profile;
pub use worker::{Hands, Start, WorkerTold, work};

/// How often a connection is tried for a sign of life, so that a cut is noticed.
const PING: Duration = Duration::from_secs(5);
/// How long a request to the queue may take before it is made again.
const REQUEST: Duration = Duration::from_secs(5);
pub(crate) const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Why engines on other machines cannot be used, or why a worker ends.
#[derive(Debug, Error)]
pub enum RemoteError {
    #[error("the credentials {} cannot be read: {source}", path.display())]
    Credentials {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// Nobody answers, or does not let us in.
    #[error(
        "the queue at {url} cannot be reached: {reason}. Is `nats-server -js` running there, and are name and password right?"
    )]
    Reach {
        /// The address without a password.
        url: String,
        reason: String,
    },
    #[error("{0}; is the server started with JetStream (`nats-server -js`)?")]
    Queue(#[from] QueueError),
    #[error("the profile cannot be written: {0}")]
    Profile(#[from] serde_json::Error),
    #[error("the engine cannot be used: {0}")]
    Engine(#[from] EngineError),
    #[error("the engines cannot be started: {0}")]
    Pool(#[from] PoolError),
    #[error(
        "this worker, {name}, gave an answer that two other searches of the position did not give, and is shut out of the run. Run \
         `fairplay engines` here, and look at the memory of this machine"
    )]
    ShutOut { name: String },
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

impl Address {
    /// Connects. A connection that is lost later comes back by itself.
    ///
    /// # Errors
    /// If nobody answers there at first.
    pub(crate) async fn connect(&self) -> Result<Client, RemoteError> {
        let mut options =
            ConnectOptions::new().name("fairplay").ping_interval(PING).request_timeout(Some(REQUEST));
        if let Some(path) = &self.trusted {
            options = options.add_root_certificates(path.clone());
        }
        if let Some(path) = &self.credentials {
            options = options
                .credentials_file(path)
                .await
                .map_err(|source| RemoteError::Credentials { path: path.clone(), source })?;
        }
        // The client takes neither from an address.
        match self.login() {
            Some((name, Some(password))) => {
                options = options.user_and_password(name.to_owned(), password.to_owned());
            }
            Some((token, None)) => options = options.token(token.to_owned()),
            None => {}
        }
        let shown = self.shown();
        options
            .connect(shown.split(',').map(str::trim).collect::<Vec<_>>())
            .await
            .map_err(|error| RemoteError::Reach { url: self.shown(), reason: error.to_string() })
    }
}

/// A runtime for the connection's own tasks.
pub(crate) fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).thread_name("queue").enable_all().build()
}
