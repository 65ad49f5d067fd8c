//! A live source can be asked for its documents, bytes with their hash, and says whether they changed.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use sha2::{Digest, Sha256};
use thiserror::Error;
use uci_pool::hex;

use crate::text::utf16;

/// The note of a look that was cut short.
pub(crate) const REST: &str = "the time for one look is over; the rest is left for the next";

/// A place where games appear while they are played. Nothing happens between two calls.
pub trait Source: Send {
    /// Asks once, for as long as `go_on` says so: it is asked before each question but the first. What was left out comes at
    /// the next look, and a note says so. After an error it can be asked again; [`SourceError::retry_after`] says when.
    fn poll_while(&mut self, go_on: &dyn Fn() -> bool) -> Result<Update, SourceError>;

    /// Asks once, however long it takes.
    fn poll(&mut self) -> Result<Update, SourceError> {
        self.poll_while(&|| true)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Update {
    /// False if nothing changed since the last question that was answered.
    pub changed: bool,
    /// Everything the source holds now, in order of name; empty if nothing changed.
    pub documents: Vec<Document>,
    /// Parts that could not be used or were left alone, for people.
    pub notes: Vec<String>,
    /// When the source asks to be left alone for a while although it answered.
    pub retry_after: Option<Duration>,
}

impl Update {
    /// The answer of a source with one document; `sha256` is the hash of the one handed out last.
    pub(crate) fn of_one(document: Document, sha256: &mut String) -> Self {
        if *sha256 == document.sha256 {
            return Self::default();
        }
        sha256.clone_from(&document.sha256);
        Self { changed: true, documents: vec![document], ..Self::default() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Name within the source: a file name, or a round.
    pub name: String,
    /// The text; one in UTF-16 as UTF-8.
    pub bytes: Vec<u8>,
    /// SHA-256 of the bytes as they came.
    pub sha256: String,
}

impl Document {
    pub fn new(name: String, bytes: Vec<u8>) -> Self {
        let sha256 = hex(&Sha256::digest(&bytes));
        Self { name, bytes, sha256 }
    }

    /// Refuses bytes that would read as a text without games: they would look like games that vanished.
    pub(crate) fn checked(name: String, bytes: Vec<u8>) -> Result<Self, SourceError> {
        let start = bytes.trim_ascii_start();
        let page = [&b"<!doctype"[..], b"<html", b"<?xml"]
            .iter()
            .any(|head| start.get(..head.len()).is_some_and(|start| start.eq_ignore_ascii_case(head)));
        let what = match bytes.as_slice() {
            [0x1f, 0x8b, ..] | [0x28, 0xb5, 0x2f, 0xfd, ..] => {
                "is compressed; a file that grows has to be plain text"
            }
            _ if page => "is a web page, not PGN",
            _ => {
                let text = utf16::text(&bytes);
                let whole = Self::new(name, bytes);
                return Ok(match text {
                    Some(text) => Self { bytes: text.into_bytes(), ..whole },
                    None => whole,
                });
            }
        };
        Err(SourceError::NotText { name, what })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of one document, after unpacking.
    pub document_bytes: u64,
    pub documents: usize,
    /// Longest time for one answer over the network, from the first byte out to the last byte in.
    pub timeout: Duration,
    /// Whether only addresses of the public internet are asked: for a server whose users name the address. It counts for
    /// every redirect as well, and no proxy is used then, because a proxy would look names up itself.
    pub public_only: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            document_bytes: 64 * 1024 * 1024,
            documents: 1024,
            timeout: Duration::from_secs(30),
            public_only: false,
        }
    }
}

/// Why a source could not answer. Every variant names the place.
#[derive(Debug, Error)]
pub enum SourceError {
    #[error("could not read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{name} has more than {limit} bytes")]
    TooLarge { name: String, limit: u64 },
    #[error("{name} holds more than {limit} documents")]
    TooMany { name: String, limit: usize },
    #[error("{name} {what}")]
    NotText { name: String, what: &'static str },
    #[error("{file}: {place}: {reason}")]
    Defect {
        file: String,
        /// The place within the JSON, such as `pairings[3].white.fideid`; `line L column C` if it is no JSON.
        place: String,
        reason: String,
    },
    #[error("the address {url} cannot be used: {reason}")]
    Address { url: String, reason: String },
    #[error("{url} answered with status {status}")]
    Status { url: String, status: u16, retry_after: Duration },
    #[error("{url} gave no answer: {reason}")]
    Transport { url: String, reason: String, retry_after: Duration },
}

impl SourceError {
    /// When it makes sense to ask again, if the source or the number of failures in a row says so.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } | Self::Transport { retry_after, .. } => Some(*retry_after),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Digest as _, Document, Sha256, SourceError, hex};

    #[test]
    fn a_document_carries_its_hash() {
        let document = Document::new("a.pgn".to_owned(), b"abc".to_vec());
        // FIPS 180-2, appendix B.1.
        assert_eq!(document.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn what_is_no_pgn_is_named() {
        let check = |bytes: &[u8]| Document::checked("a".to_owned(), bytes.to_vec());
        assert!(check(b"[Event \"x\"]").is_ok() && check(b"").is_ok());
        for packed in [&b"\x1f\x8b\x08"[..], b"\x28\xb5\x2f\xfd\0", b" \n<!DOCTYPE html>", b"<html>"] {
            assert!(matches!(check(packed), Err(SourceError::NotText { .. })));
        }
        let wide = check(b"\xff\xfe[\0E\0").expect("UTF-16 is text");
        assert_eq!(
            (wide.bytes.as_slice(), wide.sha256),
            (&b"[E"[..], hex(&Sha256::digest(b"\xff\xfe[\0E\0")))
        );
    }
}
