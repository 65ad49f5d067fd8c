//! The check of a log, entry by entry, and against heads that were noted elsewhere.

use rusqlite::Connection;
use serde::Serialize;
use thiserror::Error;
use uci_pool::hex;

use super::{COLUMNS, Entry, NOTHING_BEFORE};
use crate::store::StorageError;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chain {
    /// Entries that hold together, from the first on.
    pub entries: u64,
    /// Hash of the last of them, lower-case hex; of nothing: 64 zeros.
    pub head: String,
    pub broken: Option<BrokenEntry>,
    /// Whether the entry that somebody noted is there with the hash that was noted; absent if none was asked for.
    pub noted: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BrokenEntry {
    /// The number it has, or should have.
    pub number: i64,
    pub reason: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The number before it is not the one before its own: something is missing, or came in between.
    Missing,
    /// It does not go on from the entry before it.
    NotLinked,
    /// Its hash does not belong to what it says.
    Changed,
}

/// A head as it was noted elsewhere: number and hash, written `12:ab03…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    number: u64,
    hash: String,
}

/// A text that is no head of a log.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is not a head like 12:HASH, a number and 64 hexadecimal digits", reports::visible(text))]
pub struct NotAHead {
    text: String,
}

impl std::str::FromStr for Head {
    type Err = NotAHead;

    fn from_str(text: &str) -> Result<Self, NotAHead> {
        let head = text.split_once(':').and_then(|(number, hash)| {
            let fits = hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit());
            let number = number.parse().ok()?;
            fits.then(|| Self { number, hash: hash.to_ascii_lowercase() })
        });
        head.ok_or_else(|| NotAHead { text: text.chars().take(100).collect() })
    }
}

impl Chain {
    pub fn noted_as(&self) -> String {
        format!("{}:{}", self.entries, self.head)
    }
}

/// Goes through the whole log, entry by entry.
///
/// # Errors
/// The storage's. A log that does not hold is no error but a finding.
pub fn verify(connection: &Connection) -> Result<Chain, StorageError> {
    verify_with(connection, None)
}

/// [`verify`], and whether a head that was noted is still in the log: without it a log that was cut off at its end holds.
///
/// # Errors
/// As there.
pub fn verify_with(connection: &Connection, noted: Option<&Head>) -> Result<Chain, StorageError> {
    let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM audit ORDER BY number"))?;
    let mut rows = statement.query([])?;
    let mut chain = Chain {
        entries: 0,
        head: hex(&NOTHING_BEFORE),
        broken: None,
        noted: noted.map(|noted| noted.number == 0 && noted.hash == hex(&NOTHING_BEFORE)),
    };
    let mut previous = NOTHING_BEFORE.to_vec();
    while let Some(row) = rows.next()? {
        let expected = i64::try_from(chain.entries).unwrap_or(i64::MAX).saturating_add(1);
        // A field of another type than we write was not written by us.
        let Ok(entry) = serde_rusqlite::from_row::<Entry>(row) else {
            chain.broken = Some(BrokenEntry { number: expected, reason: Fault::Changed });
            break;
        };
        let fault = if entry.number != expected {
            Some(Fault::Missing)
        } else if entry.previous != previous {
            Some(Fault::NotLinked)
        } else if entry.hash != entry.computed() {
            Some(Fault::Changed)
        } else {
            None
        };
        if let Some(reason) = fault {
            chain.broken = Some(BrokenEntry { number: expected, reason });
            break;
        }
        chain.entries += 1;
        chain.head = hex(&entry.hash);
        if noted.is_some_and(|noted| noted.number == chain.entries && noted.hash == chain.head) {
            chain.noted = Some(true);
        }
        previous = entry.hash;
    }
    Ok(chain)
}
