//! The settings of the engines, and why they cannot be started.

use std::path::PathBuf;

use analyzer::shipped::UnfitError;
use pipeline::SessionError;
use uci_pool::EngineSpec;

use crate::jobs::queue_address::Address;
use crate::store::StorageError;

/// The engines of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engines {
    pub spec: EngineSpec,
    /// Its settings for quick tests.
    pub settings: uci_pool::Settings,
    /// Processes side by side.
    pub count: usize,
    /// The queue, if engines of other machines search.
    pub queue: Option<Address>,
    /// How far they step back behind other programs, 0 to 19 as `nice` counts.
    pub niceness: u8,
    /// A file of parameters, if not those that come with the software.
    pub parameters: Option<PathBuf>,
    /// Its settings for full tests.
    pub full: uci_pool::Settings,
    /// A file of parameters for full tests, if not those that come with the software.
    pub full_parameters: Option<PathBuf>,
}

/// Why the engines cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    EngineSession(#[from] SessionError),
    #[error("could not read {}: {source}", path.display())]
    Parameters {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("the parameters for full tests cannot be used: {0}")]
    Full(#[from] UnfitError),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("cannot start a thread: {0}")]
    Thread(#[source] std::io::Error),
}
