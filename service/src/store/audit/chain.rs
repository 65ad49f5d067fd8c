//! The check of a log, entry by entry, and against heads that were noted elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;
use rusqlite::limits::Limit;
use serde::Serialize;
use thiserror::Error;
use uci_pool::hex;

use super::differences::{Difference, Differences};
use super::named::Named;
use super::state::LoggedRows;
use super::texts::TextHashes;
use super::{Action, COLUMNS, Entry, NOTHING_BEFORE, contents};
use crate::store::StorageError;

/// Most bytes of an entry. One that records tables takes some hundred thousand.
const MAX_ENTRY: i32 = 1024 * 1024;

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
    /// The tables and the stored bytes; absent where only the log was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesCheck>,
}

/// The tables that the log speaks of, compared with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TablesCheck {
    /// Rows that were compared with the hashes of the log; absent for a file of an earlier version, whose entries hold none.
    pub rows: Option<u64>,
    /// The entry that took the tables as they were, if an earlier version made the file: what was changed before it shows only
    /// as far as entries say it in words.
    pub recorded: Option<u64>,
    /// Stored bytes that were compared with their sums.
    pub bytes: u64,
    /// What does not agree, by what it is about, such as `event 1: person 3 as a member`.
    pub differences: BTreeMap<String, Difference>,
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

    /// Whether the log holds together, with every head that was noted and with what was compared with it.
    pub fn holds(&self) -> bool {
        let missing = self.noted.iter().any(|noted| noted.missing.is_some());
        let agrees = self.tables.as_ref().is_none_or(|tables| tables.differences.is_empty());
        self.broken.is_none() && !missing && self.changed_texts.is_empty() && agrees
    }

    /// Whether stored bytes are not what they were: the disk is the first to be asked.
    pub fn is_damaged(&self) -> bool {
        let mut differences = self.tables.iter().flat_map(|tables| tables.differences.values());
        differences.any(|difference| *difference == Difference::Contents)
    }

    /// What does not hold, as sentences.
    pub fn findings(&self) -> Vec<String> {
        let broken = self.broken.iter().map(|BrokenEntry { number, reason }| {
            let reason = match reason {
                Fault::Missing => "it is missing, or another one came in between",
                Fault::NotLinked => "it does not go on from the entry before it",
                Fault::Changed => "its hash does not belong to what it says",
            };
            format!("entry {number} does not hold: {reason}")
        });
        let missing = self.noted.iter().filter_map(|HeadListCheck { place, missing, .. }| {
            let (head, place) = (missing.as_ref()?, reports::visible(place));
            Some(format!(
                "head {head}, noted in {place}, is not in the log: something was cut off or changed"
            ))
        });
        let texts = self
            .changed_texts
            .iter()
            .map(|text| format!("{text}: text, author or time are not those that the log speaks of"));
        let differences = self.tables.iter().flat_map(|tables| &tables.differences);
        let differences = differences.map(|(what, difference)| {
            let how = match difference {
                Difference::Changed => "not as the log has it",
                Difference::NotLogged => "no entry of the log put it there",
                Difference::Gone => "it is gone, and no entry of the log took it away",
                Difference::Contents => "not what was stored",
            };
            format!("{what}: {how}")
        });
        broken.chain(missing).chain(texts).chain(differences).collect()
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
    walk(connection, noted, |_| ())
}

/// [`verify_with`], and whether the tables and the stored bytes are those that the log speaks of. It reads everything.
///
/// # Errors
/// As there.
pub fn check(connection: &Connection, noted: &[HeadList]) -> Result<Chain, StorageError> {
    // The log and the tables at one instant, whatever a server writes meanwhile.
    let _look = connection.is_autocommit().then(|| connection.unchecked_transaction()).transpose()?;
    let (mut logged, mut named, mut recorded) = (LoggedRows::default(), Named::default(), None);
    let mut chain = walk(connection, noted, |entry| {
        logged.note(entry);
        named.note(entry);
        if entry.action == Action::TablesRecorded.into_str() {
            recorded = recorded.or_else(|| u64::try_from(entry.number).ok());
        }
    })?;
    if chain.broken.is_some() {
        return Ok(chain);
    }
    let mut differences = Differences::new();
    named.compare(connection, &mut differences)?;
    let rows = has_state(connection)?.then(|| logged.compare(connection, &mut differences)).transpose()?;
    let bytes = contents::compare(connection, &mut differences)?;
    chain.tables = Some(TablesCheck { rows, recorded, bytes, differences });
    Ok(chain)
}

/// Whether entries may say something of rows; not in a file of an earlier version.
fn has_state(connection: &Connection) -> Result<bool, StorageError> {
    let sql = "SELECT 1 FROM pragma_table_info('audit') WHERE name = 'state'";
    Ok(connection.prepare(sql)?.exists([])?)
}

/// Goes through the log and calls `each` with every entry that holds. A longer value than any of ours is an error.
fn walk(
    connection: &Connection,
    noted: &[HeadList],
    each: impl FnMut(&Entry),
) -> Result<Chain, StorageError> {
    let before = connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_ENTRY)?;
    let walked = walk_all(connection, noted, each);
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, before)?;
    let (mut chain, texts) = walked?;
    if chain.broken.is_none() {
        chain.changed_texts = texts.changed(connection)?;
    }
    Ok(chain)
}

fn walk_all(
    connection: &Connection,
    noted: &[HeadList],
    mut each: impl FnMut(&Entry),
) -> Result<(Chain, TextHashes), StorageError> {
    let columns =
        if has_state(connection)? { COLUMNS.to_owned() } else { COLUMNS.replace("state", "NULL AS state") };
    let mut statement = connection.prepare(&format!("SELECT {columns} FROM audit ORDER BY number"))?;
    let mut rows = statement.query([])?;
    let mut chain = Chain {
        entries: 0,
        head: hex(&NOTHING_BEFORE),
        broken: None,
        noted: Vec::new(),
        changed_texts: Vec::new(),
        tables: None,
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
        each(&entry);
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
    Ok((chain, texts))
}
