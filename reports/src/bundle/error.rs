//! Errors of bundles and of the keys that sign them.

use std::io;
use std::path::PathBuf;

/// A bundle or a key that cannot be written, read or used.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    #[error("the manifest cannot be read")]
    Json(#[from] serde_json::Error),
    /// A manifest, a key or a signature that breaks a rule of its format.
    #[error("{0}")]
    Rule(String),
    #[error("{} is not replaced: {reason}; choose another place, or move it away", path.display())]
    Occupied { path: PathBuf, reason: &'static str },
    #[error("cannot read or write {}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("there is no key at {}; `fairplay key new` makes one", path.display())]
    NoKey { path: PathBuf },
    #[error(
        "there is a key at {} already, and it is not replaced: move it away first, and keep its public half, \
         with which older bundles are checked",
        path.display()
    )]
    KeyExists { path: PathBuf },
    #[error(
        "others may read or change {} (mode {mode:03o}): `chmod 600 {}`; if somebody else uses this machine, make a new key",
        path.display(),
        path.display()
    )]
    OpenKey { path: PathBuf, mode: u32 },
    #[error("{} cannot be used; take it from your copy, or make a new key with `fairplay key new`", path.display())]
    Key { path: PathBuf, source: Box<Self> },
}

pub(super) fn refused<T>(rule: impl Into<String>) -> Result<T, BundleError> {
    Err(BundleError::Rule(rule.into()))
}
