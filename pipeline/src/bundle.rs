//! Evidence bundles of full tests: attachments, the custody log, writing, reading back and computing again.

use std::path::PathBuf;

use thiserror::Error;

pub mod attachments;
pub mod custody_log;
pub mod defence_copy;
pub mod evidence;
pub mod export;

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
    #[error("{} has {size} bytes; at most {max} are read", path.display())]
    TooLarge { path: PathBuf, size: u64, max: u64 },
    #[error("no game fits any pairing of {}: is this the report of this event?", .0.display())]
    OtherReport(PathBuf),
    #[error("the player is not among the players of the event")]
    NoPlayer,
    #[error("the clock of this machine gives no date that a bundle can carry")]
    Clock,
    #[error("the bundle holds no {0}, without which its numbers cannot be made again")]
    Missing(String),
    #[error("the numbers rest on the parameters `{wanted}`, and the file given holds `{given}`")]
    OtherParameters { wanted: String, given: String },
    #[error("game {number} of {file} does not hold together")]
    Game { file: &'static str, number: usize },
    #[error(
        "{file} would still name somebody else than the player, at {place}: `{text}`; the copy was not written"
    )]
    Name { file: &'static str, place: String, text: String },
    #[error("the bundle cannot be read back")]
    ReadBack(#[source] Box<EvidenceError>),
    #[error(
        "the files of the bundle give the digest {found} and not {written}, so it was not written; this is a mistake in the program, please report it"
    )]
    Digest { written: String, found: String },
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
