//! Why an engine cannot be used.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why an engine cannot be used.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error("engine `{}` was not found", command.display())]
    NotFound { command: PathBuf },
    /// The program, or a file that decides results, cannot be read.
    #[error("cannot read engine file `{}`: {source}", path.display())]
    File {
        path: PathBuf,
        /// Message of the operating system.
        source: io::Error,
    },
    /// The system cannot run the program.
    #[error("cannot start engine `{}`: {source}", program.display())]
    Start {
        program: PathBuf,
        /// Message of the operating system.
        source: io::Error,
    },
    /// The program ran but did not complete the handshake.
    #[error("no handshake with engine `{}`: {reason}", program.display())]
    Handshake {
        program: PathBuf,
        /// A lower-case fragment.
        reason: String,
    },
    /// An option that the engine does not offer, or a value that it does not take.
    #[error("engine option `{name}`: {reason}")]
    Option {
        /// Name of the option.
        name: String,
        /// Why it cannot be set.
        reason: String,
    },
    /// A replacement that is a different engine.
    #[error("the engine now calls itself `{found}`, before it was `{expected}`")]
    Renamed {
        /// Name at the start of the pool.
        expected: String,
        /// Name of the replacement.
        found: String,
    },
}
