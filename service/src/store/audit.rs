//! The audit log: who did, saw, exported or changed what, and when.
//!
//! Entries are only added, each with the SHA-256 of the one before it, so that a later change shows. An entry is written in
//! the same transaction as what it tells of. It names people of the service by their number and never a player. A log
//! that was cut off at its end still holds together, so the hash of its head can be printed and kept elsewhere.

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params};
use sha2::{Digest, Sha256};
use strum::{EnumString, IntoStaticStr, VariantArray};

mod chain;

use crate::store::{self, StorageError};

pub use chain::{BrokenEntry, Chain, Fault, Head, NotAHead, verify, verify_with};

/// Names are stored; they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Action {
    /// The link that makes the first administrator was printed.
    FirstLinkMade,
    SignedIn,
    SignInRefused,
    SignedOut,
    SignedOutEverywhere,
    PasswordChanged,
    Invited,
    InvitationRevoked,
    /// An invitation was used: a person was made.
    Joined,
    Disabled,
    Enabled,
    EventMade,
    MemberSet,
    MemberRemoved,
    TokenMade,
    TokenRevoked,
    Uploaded,
    UploadRefused,
    Saw,
    Exported,
    /// A screening was asked for again.
    JobQueued,
    JobPaused,
    JobResumed,
    JobCancelled,
    SourceFollowed,
    SourceEnded,
    /// Games of a player were put first.
    HandRaised,
    HandLowered,
    /// A full test was asked for, by a person or by the rule.
    FullTestAsked,
    FullTestsSet,
    AbsenceNoted,
    AbsenceWithdrawn,
    EventRenamed,
    EventClosed,
    EventReopened,
    AliasesSet,
    AliasesRemoved,
    RatingSet,
    /// A case was opened.
    CaseOpened,
    CaseComplaintStated,
    CaseTestHeld,
    CaseMemberSet,
    CaseMemberRemoved,
    CaseNoted,
    CaseNoteWithdrawn,
    CaseClosed,
    CaseReopened,
    ReportSet,
    ReportRemoved,
    RatingListAdded,
    BookSet,
    BookRemoved,
}

impl Action {
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    /// A person, by number.
    Person(i64),
    /// A program with a token, by the number of the token.
    Token(i64),
    /// Somebody who is not signed in.
    Nobody,
    Service,
}

impl Actor {
    /// Adds an entry about no event and no case.
    pub(crate) fn log(
        self,
        c: &Connection,
        now: i64,
        action: Action,
        subject: impl Into<String>,
        detail: impl Into<String>,
    ) -> Result<(), StorageError> {
        let (subject, detail) = (subject.into(), detail.into());
        append(c, now, Record { actor: self, action, event: None, subject, detail })
    }

    /// The numbers of the person and of the token, for a row that refers to either.
    pub(crate) fn numbers(self) -> (Option<i64>, Option<i64>) {
        match self {
            Self::Person(id) => (Some(id), None),
            Self::Token(id) => (None, Some(id)),
            Self::Nobody | Self::Service => (None, None),
        }
    }

    fn name(self) -> String {
        match self {
            Self::Person(id) => format!("person {id}"),
            Self::Token(id) => format!("token {id}"),
            Self::Nobody => "nobody".to_owned(),
            Self::Service => "service".to_owned(),
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text.split_once(' ') {
            None if text == "nobody" => Some(Self::Nobody),
            None if text == "service" => Some(Self::Service),
            Some(("person", id)) => id.parse().ok().map(Self::Person),
            Some(("token", id)) => id.parse().ok().map(Self::Token),
            _ => None,
        }
    }
}

/// An entry to be made.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) actor: Actor,
    pub(crate) action: Action,
    pub(crate) event: Option<i64>,
    /// Such as `person 3`, `file 7`, or a page.
    pub(crate) subject: String,
    /// At most a line, without names of players.
    pub(crate) detail: String,
}

/// An entry as it stands in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) number: i64,
    pub(crate) at: i64,
    pub(crate) actor: String,
    pub(crate) action: String,
    pub(crate) event: Option<i64>,
    pub(crate) subject: String,
    pub(crate) detail: String,
    previous: Vec<u8>,
    hash: Vec<u8>,
}

/// Length of a hash in bytes, and what stands before the first entry.
const NOTHING_BEFORE: [u8; 32] = [0; 32];

const COLUMNS: &str = "number, at, actor, action, event, subject, detail, previous, hash";

impl Entry {
    fn read(row: &Row<'_>) -> Result<Self, rusqlite::Error> {
        Ok(Self {
            number: row.get(0)?,
            at: row.get(1)?,
            actor: row.get(2)?,
            action: row.get(3)?,
            event: row.get(4)?,
            subject: row.get(5)?,
            detail: row.get(6)?,
            previous: row.get(7)?,
            hash: row.get(8)?,
        })
    }

    /// SHA-256 over a name of this layout, the previous hash and every field; each has its length before it, so that no two
    /// entries give the same bytes.
    fn computed(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        let mut field = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        field(b"fairplay audit 1");
        field(&self.previous);
        field(&self.number.to_le_bytes());
        field(&self.at.to_le_bytes());
        field(self.actor.as_bytes());
        field(self.action.as_bytes());
        match self.event {
            Some(event) => field(&event.to_le_bytes()),
            None => field(&[]),
        }
        field(self.subject.as_bytes());
        field(self.detail.as_bytes());
        hash.finalize().into()
    }
}

/// Adds an entry, within the change that it tells of.
pub(crate) fn append(connection: &Connection, at: i64, record: Record) -> Result<(), StorageError> {
    let last: Option<(i64, Vec<u8>)> =
        store::row(connection, "SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1", [])?;
    let (number, previous) = last.unwrap_or((0, NOTHING_BEFORE.to_vec()));
    let mut entry = Entry {
        number: number.saturating_add(1),
        at,
        actor: record.actor.name(),
        action: record.action.name().to_owned(),
        event: record.event,
        subject: record.subject,
        detail: record.detail,
        previous,
        hash: Vec::new(),
    };
    entry.hash = entry.computed().to_vec();
    connection
        .prepare_cached(&format!(
            "INSERT INTO audit ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
        ))?
        .execute(params![
            entry.number,
            entry.at,
            entry.actor,
            entry.action,
            entry.event,
            entry.subject,
            entry.detail,
            entry.previous,
            entry.hash
        ])?;
    Ok(())
}

/// The subject of an entry about a case.
pub(crate) fn case(case: i64) -> String {
    format!("case {case}")
}

/// Which entries are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    Everything,
    /// Those about an event.
    Event(i64),
    /// Those about a case.
    Case(i64),
}

/// Entries from newest to oldest, below a number.
pub(crate) fn page(
    connection: &Connection,
    about: About,
    below: i64,
    most: u32,
) -> Result<Vec<Entry>, StorageError> {
    let (chosen, value) = match about {
        About::Everything => ("?1 IS NULL", Value::Null),
        About::Event(event) => ("event = ?1", Value::Integer(event)),
        // The second condition is that of the index.
        About::Case(number) => ("subject = ?1 AND subject GLOB 'case *'", Value::Text(case(number))),
    };
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM audit WHERE {chosen} AND number < ?2 ORDER BY number DESC LIMIT ?3"
    ))?;
    let rows = statement.query_map(params![value, below, most], Entry::read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests;
