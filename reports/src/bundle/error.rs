//! What can go wrong while bundles are written and read, and keys are kept.

use std::io;
use std::path::PathBuf;

use super::{MAX_BYTES, MAX_FILES};

/// A name that a file in a bundle may not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` cannot be the name of a file in a bundle: {reason}")]
pub struct NameError {
    /// The name, made harmless for display.
    pub name: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// A manifest that breaks a rule of its format.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// More bytes than any manifest needs.
    #[error("the manifest is larger than {most} bytes")]
    TooLarge {
        /// Bytes allowed.
        most: u64,
    },
    /// Another format or another version of it.
    #[error("the manifest says it is `{found}`; this program reads `{read}`")]
    OtherSchema {
        /// What it says, made harmless for display.
        found: String,
        read: &'static str,
    },
    /// It is no JSON of the right form.
    #[error("the manifest cannot be read")]
    Json(#[from] serde_json::Error),
    /// Its digest over itself does not fit.
    #[error("the manifest says its own digest is {written}, but it is {found}")]
    Digest {
        /// As written, made harmless for display.
        written: String,
        found: String,
    },
    /// The same contents are written in another way.
    #[error("the manifest is not written as bundles are: other spaces, order or marks")]
    NotCanonical,
    /// A name that is not allowed.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Two entries of one name, or entries out of order.
    #[error("the files are not in the order of their names, or `{name}` is there twice")]
    Order {
        /// The later of the two names.
        name: String,
    },
    /// A kind that belongs to the bundle's own files, or one of these files with another kind.
    #[error("`{name}` is not of a kind that it can have")]
    Kind {
        /// Name of the file.
        name: String,
    },
    /// A confidential file in the copy for the defence.
    #[error("`{name}` is confidential, and the copy for the defence may not hold confidential files")]
    Confidential {
        /// Name of the file.
        name: String,
    },
    /// A text that is no SHA-256.
    #[error("what stands as the SHA-256 of {of} is not 64 small hexadecimal digits")]
    NoDigest { of: String },
    /// The name of the software.
    #[error("the name of the software must have 1 to 200 characters and no control characters")]
    Software,
    #[error("{found} files are more than the {MAX_FILES} that a bundle may hold")]
    TooMany { found: usize },
    /// Too many bytes.
    #[error("the files have more than the {MAX_BYTES} bytes that a bundle may hold")]
    TooMuch,
    /// The list of digests is missing or lists something else.
    #[error("SHA256SUMS does not list what the manifest lists")]
    Sums,
    /// The public key is missing, superfluous, or another one.
    #[error("the public key does not fit what the manifest says about the signature")]
    Key,
}

/// A bundle that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// What was to be put into it breaks a rule.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The signature could not be made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// There is something else where the bundle should go.
    #[error("{} is not replaced: {reason}; choose another place, or move it away", path.display())]
    Occupied { path: PathBuf, reason: String },
    /// A name without a folder above it, such as `/`.
    #[error("{} cannot be the place of a bundle", path.display())]
    NoPlace { path: PathBuf },
    /// A file could not be written.
    #[error("cannot write {}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

/// A key that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// No text of the right form.
    #[error("not a {what} in the format of minisign: {reason}")]
    Format {
        /// Public or secret key.
        what: &'static str,
        reason: &'static str,
    },
    /// Its parts do not fit together.
    #[error("the key is damaged: {reason}")]
    Damaged {
        /// What does not fit.
        reason: &'static str,
    },
    /// Protected by a password.
    #[error(
        "the key is protected by a password, and nobody is there to ask; make a copy without one with \
         `minisign -C -W -s FILE`"
    )]
    Protected,
    /// The system gave no random numbers.
    #[error("the system gave no random numbers to make a key from")]
    Random,
}

/// A signature that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The file is not as this program writes it.
    #[error("the signature file is damaged: {reason}")]
    Format { reason: &'static str },
    /// Made with another key.
    #[error("it was made with the key {found}, not with {expected}")]
    OtherKey {
        /// Short name of the key that was to be used.
        expected: String,
        /// Short name of the key that was used.
        found: String,
    },
    /// It belongs to other bytes.
    #[error("it does not belong to these bytes of bundle.json and this key")]
    Message,
    /// Its comment was changed.
    #[error("its comment is not the one that was signed")]
    Comment,
}

/// A key file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// There is none.
    #[error("there is no key at {}; `fairplay key new` makes one", path.display())]
    Missing { path: PathBuf },
    /// There is one, which is never overwritten.
    #[error(
        "there is a key at {} already, and it is not replaced: move it away first, and keep its public half, \
         with which older bundles are checked",
        path.display()
    )]
    Exists { path: PathBuf },
    /// Others may read it.
    #[error(
        "others may read or change {} (mode {mode:03o}): `chmod 600 {}`; if somebody else uses this machine, make a new key",
        path.display(),
        path.display()
    )]
    Open { path: PathBuf, mode: u32 },
    /// It is no key, or a damaged one.
    #[error("{} cannot be used; take it from your copy, or make a new key with `fairplay key new`", path.display())]
    Key { path: PathBuf, source: KeyError },
    /// It could not be read or written.
    #[error("cannot read or write {}", path.display())]
    Io { path: PathBuf, source: io::Error },
}

/// A bundle that could not be looked at, as opposed to one that was and does not hold.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}", path.display())]
pub struct VerifyError {
    /// The folder or archive.
    pub path: PathBuf,
    pub source: io::Error,
}
