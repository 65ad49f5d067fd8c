//! Errors of writing and reading bundles, and of keeping keys.

use std::io;
use std::path::PathBuf;

/// A manifest that cannot be read, or that breaks a rule of its format.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    #[error("the manifest cannot be read")]
    Json(#[from] serde_json::Error),
    #[error("{0}")]
    Rule(String),
}

/// A bundle that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error("{} is not replaced: {reason}; choose another place, or move it away", path.display())]
    Occupied { path: PathBuf, reason: String },
    #[error("{} cannot be the place of a bundle", path.display())]
    NoPlace { path: PathBuf },
    #[error("cannot write {}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

/// A key that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("not a {what} in the format of minisign: {reason}")]
    Format {
        /// Public or secret key.
        what: &'static str,
        reason: &'static str,
    },
    #[error("the key is damaged: {0}")]
    Damaged(&'static str),
    #[error(
        "the key is protected by a password, and nobody is there to ask; make a copy without one with \
         `minisign -C -W -s FILE`"
    )]
    Protected,
    #[error("the system gave no random numbers to make a key from")]
    Random,
}

/// A signature that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    #[error("the signature file is damaged: {0}")]
    Format(&'static str),
    #[error("it was made with the key {found}, not with {expected}")]
    OtherKey { expected: String, found: String },
    #[error("it does not belong to these bytes of bundle.json and this key")]
    Message,
    #[error("its comment is not the one that was signed")]
    Comment,
}

/// A key file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    #[error("there is no key at {}; `fairplay key new` makes one", path.display())]
    Missing { path: PathBuf },
    #[error(
        "there is a key at {} already, and it is not replaced: move it away first, and keep its public half, \
         with which older bundles are checked",
        path.display()
    )]
    Exists { path: PathBuf },
    #[error(
        "others may read or change {} (mode {mode:03o}): `chmod 600 {}`; if somebody else uses this machine, make a new key",
        path.display(),
        path.display()
    )]
    Open { path: PathBuf, mode: u32 },
    #[error("{} cannot be used; take it from your copy, or make a new key with `fairplay key new`", path.display())]
    Key { path: PathBuf, source: KeyError },
    #[error("cannot read or write {}", path.display())]
    Io { path: PathBuf, source: io::Error },
}

/// A bundle that could not be looked at, as opposed to one that was and does not hold.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}", path.display())]
pub struct VerifyError {
    pub path: PathBuf,
    pub source: io::Error,
}
