//! The check of a log, entry by entry, and against heads that were noted elsewhere.

use std::collections::BTreeSet;

use rusqlite::Connection;
use serde::Serialize;
use thiserror::Error;
use uci_pool::hex;

use super::texts::TextHashes;
use super::{COLUMNS, Entry, NOTHING_BEFORE};
use crate::store::StorageError;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chain {
    /// Entries that hold together, from the first on.
    pub entries: u64,
    /// Hash of the last of them, lower-case hex; of nothing: 64 zeros.
    pub head: String,
    pub broken: Option<BrokenEntry>,
    /// The heads that were noted elsewhere, place by place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub noted: Vec<HeadListCheck>,
    /// Texts of cases that are not those of the log, such as `case 3, entry 5`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed_texts: Vec<String>,
}

/// The heads that were noted in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadList {
    /// The place, for people.
    pub place: String,
    pub heads: Vec<Head>,
}

/// Heads from one place, compared with the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeadListCheck {
    /// The place, for people.
    pub place: String,
    /// How many heads were noted there.
    pub heads: u64,
    /// The last entry that they reach; what came later is not attested by them.
    pub through: u64,
    /// The first of them that is not in the log; absent if all are.
    pub missing: Option<String>,
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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl Head {
    pub(super) fn new(number: u64, hash: &[u8]) -> Self {
        Self { number, hash: hex(hash) }
    }

    /// The number of its entry, from 1; 0 for the head of an empty log.
    pub fn number(&self) -> u64 {
        self.number
    }
}

impl std::fmt::Display for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.number, self.hash)
    }
}

impl Chain {
    /// The head, to be noted elsewhere.
    pub fn head(&self) -> Head {
        Head { number: self.entries, hash: self.head.clone() }
    }

    /// Whether the log holds together, with every head that was noted and with the texts that it speaks of.
    pub fn holds(&self) -> bool {
        let missing = self.noted.iter().any(|noted| noted.missing.is_some());
        self.broken.is_none() && !missing && self.changed_texts.is_empty()
    }
}

/// Goes through the whole log, entry by entry.
///
/// # Errors
/// The storage's. A log that does not hold is no error but a finding.
pub fn verify(connection: &Connection) -> Result<Chain, StorageError> {
    verify_with(connection, &[])
}

/// [`verify`], and whether the heads that were noted are still in the log: without them a log that was cut off at its end
/// holds.
///
/// # Errors
/// As there.
pub fn verify_with(connection: &Connection, noted: &[HeadList]) -> Result<Chain, StorageError> {
    let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM audit ORDER BY number"))?;
    let mut rows = statement.query([])?;
    let mut chain = Chain {
        entries: 0,
        head: hex(&NOTHING_BEFORE),
        broken: None,
        noted: Vec::new(),
        changed_texts: Vec::new(),
    };
    // The heads that were not met yet.
    let mut sought: BTreeSet<&Head> = noted.iter().flat_map(|noted| &noted.heads).collect();
    sought.remove(&chain.head());
    let mut texts = TextHashes::default();
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
        sought.remove(&chain.head());
        texts.note(&entry);
        previous = entry.hash;
    }
    chain.noted = noted
        .iter()
        .map(|noted| HeadListCheck {
            place: noted.place.clone(),
            heads: noted.heads.len() as u64,
            through: noted.heads.iter().map(Head::number).max().unwrap_or(0),
            missing: noted.heads.iter().find(|head| sought.contains(head)).map(Head::to_string),
        })
        .collect();
    if chain.broken.is_none() {
        chain.changed_texts = texts.changed(connection)?;
    }
    Ok(chain)
}
