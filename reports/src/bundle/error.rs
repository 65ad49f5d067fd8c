//! Errors of writing and reading bundles, and of keeping keys.

use std::io;
use std::path::PathBuf;

use super::{MAX_BYTES, MAX_FILES};

/// A name that a file in a bundle may not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` cannot be the name of a file in a bundle: {reason}")]
pub struct NameError {
    /// Made harmless for display.
    pub name: String,
    pub reason: &'static str,
}

/// A manifest that breaks a rule of its format.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    #[error("the manifest is larger than {most} bytes")]
    TooLarge { most: u64 },
    #[error("the manifest says it is `{found}`; this program reads `{read}`")]
    OtherSchema {
        /// Made harmless for display, as all that comes from a file.
        found: String,
        read: &'static str,
    },
    #[error("the manifest cannot be read")]
    Json(#[from] serde_json::Error),
    #[error("the manifest says its own digest is {written}, but it is {found}")]
    Digest { written: String, found: String },
    #[error("the manifest is not written as bundles are: other spaces, order or marks")]
    NotCanonical,
    #[error(transparent)]
    Name(#[from] NameError),
    #[error("the files are not in the order of their names, or `{name}` is there twice")]
    Order { name: String },
    /// A kind that belongs to the bundle's own files, or one of these files with another kind.
    #[error("`{name}` is not of a kind that it can have")]
    Kind { name: String },
    #[error("`{name}` is confidential, and the copy for the defence may not hold confidential files")]
    Confidential { name: String },
    #[error("what stands as the SHA-256 of {of} is not 64 small hexadecimal digits")]
    NoDigest { of: String },
    #[error("the name of the software must have 1 to 200 characters and no control characters")]
    Software,
    #[error("{found} files are more than the {MAX_FILES} that a bundle may hold")]
    TooMany { found: usize },
    #[error("the files have more than the {MAX_BYTES} bytes that a bundle may hold")]
    TooMuch,
    #[error("SHA256SUMS does not list what the manifest lists")]
    Sums,
    #[error("the public key does not fit what the manifest says about the signature")]
    Key,
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
    #[error("the key is damaged: {reason}")]
    Damaged { reason: &'static str },
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
    #[error("the signature file is damaged: {reason}")]
    Format { reason: &'static str },
    #[error("it was made with the key {found}, not with {expected}")]
    OtherKey {
        /// Short name of the key that was to be used.
        expected: String,
        /// Short name of the key that was used.
        found: String,
    },
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
