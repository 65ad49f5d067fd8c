//! Evidence bundles of full tests: attachments, the custody log, writing, reading back and computing again.

use std::path::PathBuf;

use thiserror::Error;

pub mod attachments;
pub mod custody_log;
pub mod defence_copy;
pub mod evidence;

pub use attachments::{AttachmentFiles, Attachments};
pub use custody_log::{CustodyLog, CustodyStatements};
pub use evidence::Evidence;

use crate::PlayerGamesError;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a bundle cannot be read, computed again or written.
#[derive(Debug, Error)]
pub enum EvidenceError {
    #[error("{file} cannot be used")]
    File {
        file: String,
        #[source]
        cause: Cause,
    },
    #[error("cannot write {}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        cause: Cause,
    },
    #[error("{0}")]
    Refused(String),
    #[error("the bundle cannot be read back")]
    ReadBack(#[source] Box<EvidenceError>),
    #[error(transparent)]
    Test(#[from] PlayerGamesError),
    #[error(transparent)]
    Other(Cause),
}

impl EvidenceError {
    /// An error about a file, by its name.
    fn file<E: Into<Cause>>(file: impl Into<String>) -> impl FnOnce(E) -> Self {
        move |cause| Self::File { file: file.into(), cause: cause.into() }
    }

    /// An error that names its file itself.
    fn other(cause: impl Into<Cause>) -> Self {
        Self::Other(cause.into())
    }
}
