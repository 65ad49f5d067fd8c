//! Why an engine cannot be used.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why an engine cannot be used.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error("engine `{}` was not found", command.display())]
    NotFound { command: PathBuf },
    #[error("cannot read engine file `{}`: {source}", path.display())]
    File {
        path: PathBuf,
        /// Message of the operating system.
        source: io::Error,
    },
    #[error("cannot start engine `{}`: {source}", program.display())]
    Start {
        program: PathBuf,
        /// Message of the operating system.
        source: io::Error,
    },
    #[error("no handshake with engine `{}`: {reason}", program.display())]
    Handshake {
        program: PathBuf,
        /// A lower-case fragment.
        reason: String,
    },
    #[error("engine option `{name}`: {reason}")]
    Option {
        name: String,
        /// Why it cannot be set.
        reason: String,
    },
    #[error("the engine now calls itself `{found}`, before it was `{expected}`")]
    Renamed {
        /// Name at the start of the pool.
        expected: String,
        /// Name of the replacement.
        found: String,
    },
}
