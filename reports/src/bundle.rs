//! The evidence bundle: what a panel, a defence expert and a court receive, as a folder and as one `.zip`, and the
//! verification of both by a stranger without a network.
//!
//! A bundle holds the files it is given, `SHA256SUMS` for `sha256sum -c`, and `bundle.json`, which lists every file with
//! size, SHA-256 and kind. A signed one holds `key.pub` and `bundle.json.minisig` as well, in the format of minisign. The
//! same contents, instant and key give the same bytes.
//!
//! This module never knows what the files contain or how a number was made, and it unpacks nothing to a disk: verification
//! reads an archive from front to back and compares.

mod archive;
mod contents;
mod error;
mod finding;
pub mod key_file;
mod manifest;
mod origin;
mod place;
mod sign;
mod timestamp;
pub mod trusted_time;
mod verify;
mod write;

#[cfg(test)]
mod example;
#[cfg(test)]
mod tampering;

pub use error::BundleError;
pub use finding::{Check, Checks, Compared, Finding, Outcome, Trust, Verification};
pub use manifest::{Edition, FileEntry, Kind, Manifest, NamedList, Signer};
pub use origin::Origin;
#[cfg(test)]
pub(crate) use origin::tests::as_0_3_0;
pub use place::sync_folder;
pub use sign::{PublicKey, SecretKey, Signature};
pub use timestamp::Timestamp;
pub use verify::Verifier;
pub use write::{Bundle, Content, Description};

pub const MANIFEST: &str = "bundle.json";
/// The signature over the manifest.
pub const SIGNATURE: &str = "bundle.json.minisig";
/// The public half of the key that signed.
pub const KEY: &str = "key.pub";
/// The list of digests as `sha256sum -c` reads it.
pub const SUMS: &str = "SHA256SUMS";

/// Files in a bundle at most. More is refused when writing and when verifying.
pub const MAX_FILES: usize = 1_000;
/// Bytes of all files together at most: 1 GiB, well below the 4 GiB at which the layout of a `.zip` changes.
pub const MAX_BYTES: u64 = 1 << 30;
/// Bytes of a manifest at most: 1 MiB, four times what the most files with the longest names need.
pub const MAX_MANIFEST: u64 = 1 << 20;
/// Bytes of a key or a signature at most. Written ones have a few hundred.
pub const MAX_KEY: u64 = 4_096;
