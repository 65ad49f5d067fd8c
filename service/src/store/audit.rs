//! The audit log: who did, saw, exported or changed what, and when.
//!
//! Entries are only added, each with the SHA-256 of the one before it, so that a later change shows. An entry is written in
//! the same transaction as what it tells of. It names people of the service by their number and never a player. A log
//! that was cut off at its end still holds together, so the hash of its head can be printed and kept elsewhere. It holds a
//! hash of each row of other tables that it speaks of, with which the tables are compared.

use rusqlite::types::Value;
use rusqlite::{Connection, params};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use strum::{EnumString, IntoStaticStr, VariantArray};

mod chain;
mod contents;
mod differences;
pub mod heads;
mod named;
mod state;
mod texts;

use crate::store::{self, Result};

pub use chain::{
    BrokenEntry, Chain, Fault, Head, HeadList, HeadListCheck, NotAHead, TablesCheck, check, verify,
    verify_with,
};
pub use differences::Difference;
pub(crate) use named::{SESSION, SESSION_NAME};
pub(crate) use texts::Seal;

/// Names are stored and chosen by messages; they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Action {
    FirstLinkMade,
    SignedIn,
    SignInRefused,
    SignedOut,
    /// Somebody signed in, or a program with a token, asked for what is not there or not theirs to see.
    AccessRefused,
    SignedOutEverywhere,
    PasswordChanged,
    SecondFactorSet,
    SecondFactorRemoved,
    RecoveryCodeUsed,
    /// A wrong code was given after the right password.
    CodeRefused,
    /// A link for a new password was made on the machine of the server.
    ResetLinkMade,
    /// Such a link was used.
    PasswordReset,
    Invited,
    InvitationRevoked,
    /// An invitation was used: a person was made.
    Joined,
    Disabled,
    Enabled,
    EventMade,
    MemberSet,
    MemberRemoved,
    /// Somebody was named for an event or a case that nobody answered for.
    Named,
    NamingConfirmed,
    NamingEnded,
    TokenMade,
    TokenRevoked,
    Uploaded,
    UploadRefused,
    Saw,
    Exported,
    JobQueued,
    JobPaused,
    JobResumed,
    JobCancelled,
    SourceFollowed,
    SourceEnded,
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
    CircumstancesStated,
    CaseOpened,
    CaseComplaintStated,
    CaseTestHeld,
    CaseMemberSet,
    CaseMemberRemoved,
    CaseNoted,
    CaseIndicationNoted,
    CaseBreachNoted,
    CaseNoteWithdrawn,
    CaseOutcomeProposed,
    CaseReopeningProposed,
    CaseProposalWithdrawn,
    CaseClosed,
    CaseReopened,
    ReportSet,
    ReportRemoved,
    RatingListAdded,
    BookSet,
    BookRemoved,
    /// Somebody chose where mail about changed hints goes, or that none comes.
    NotificationChosen,
    /// A message that hints have changed was handed over.
    NotificationSent,
    /// Such a message was tried in vain until it was given up.
    NotificationGivenUp,
    /// The engines gave a result of an event.
    ResultMade,
    FullTestMade,
    /// The tables as they were when a version of the program began to hold them to the log.
    TablesRecorded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Event(i64),
    Case(i64),
}

impl Place {
    pub(crate) fn id(self) -> i64 {
        match self {
            Self::Event(id) | Self::Case(id) => id,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Actor {
    Person(i64),
    Token(i64),
    Nobody,
    Service,
}

impl Actor {
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

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Entry {
    pub(crate) number: i64,
    pub(crate) at: i64,
    pub(crate) actor: String,
    pub(crate) action: String,
    pub(crate) event: Option<i64>,
    pub(crate) subject: String,
    pub(crate) detail: String,
    /// See [`state`].
    state: Option<String>,
    previous: Vec<u8>,
    hash: Vec<u8>,
}

/// Length of a hash in bytes, and what stands before the first entry.
const NOTHING_BEFORE: [u8; 32] = [0; 32];

const COLUMNS: &str = "number, at, actor, action, event, subject, detail, state, previous, hash";

impl Entry {
    /// SHA-256 over a name of this layout, the previous hash and every field; each has its length before it, so that no two
    /// entries give the same bytes.
    fn computed(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        let mut field = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        // Entries without a state are as they were before there was one.
        field(if self.state.is_some() { b"fairplay audit 2" } else { b"fairplay audit 1" });
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
        if let Some(state) = &self.state {
            field(state.as_bytes());
        }
        hash.finalize().into()
    }
}

/// Adds an entry, within the change that it tells of. `subject` is such as `person 3`, `file 7`, or a page; `detail` is at
/// most a line, without names of players. An entry about a case stands under no event and names the case alone as its
/// subject: who reads the log of the event need not know that there is a case.
pub(super) fn log(
    connection: &Connection,
    at: i64,
    actor: Actor,
    place: Option<Place>,
    action: Action,
    subject: String,
    detail: String,
) -> Result<()> {
    let state = state::after(connection, action, actor, place, (&subject, &detail))?;
    let (event, subject, detail) = match place {
        None => (None, subject, detail),
        Some(Place::Event(event)) => (Some(event), subject, detail),
        Some(Place::Case(number)) => {
            let parts = [subject, detail].into_iter().filter(|part| !part.is_empty());
            (None, case(number), parts.collect::<Vec<_>>().join(", "))
        }
    };
    append(
        connection,
        Entry {
            number: 0,
            at,
            actor: actor.name(),
            action: action.into_str().to_owned(),
            event,
            subject,
            detail,
            state,
            previous: Vec::new(),
            hash: Vec::new(),
        },
    )
}

/// Adds entries that record the tables as they are, for a file from before entries said anything of them.
pub(super) fn record_tables(connection: &Connection) -> Result<()> {
    let at: i64 = connection.query_row("SELECT unixepoch()", [], |row| row.get(0))?;
    for state in state::whole(connection)? {
        append(
            connection,
            Entry {
                number: 0,
                at,
                actor: Actor::Service.name(),
                action: Action::TablesRecorded.into_str().to_owned(),
                event: None,
                subject: String::new(),
                detail: String::new(),
                state: Some(state),
                previous: Vec::new(),
                hash: Vec::new(),
            },
        )?;
    }
    Ok(())
}

/// Adds an entry as the next one.
fn append(connection: &Connection, mut entry: Entry) -> Result<()> {
    let (number, previous) = last(connection)?;
    entry.number = number.saturating_add(1);
    entry.previous = previous;
    entry.hash = entry.computed().to_vec();
    connection
        .prepare_cached(&format!(
            "INSERT INTO audit ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
        ))?
        .execute(params![
            entry.number,
            entry.at,
            entry.actor,
            entry.action,
            entry.event,
            entry.subject,
            entry.detail,
            entry.state,
            entry.previous,
            entry.hash
        ])?;
    Ok(())
}

/// Number and hash of the last entry.
fn last(c: &Connection) -> Result<(i64, Vec<u8>)> {
    let last = store::row(c, "SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1", [])?;
    Ok(last.unwrap_or((0, NOTHING_BEFORE.to_vec())))
}

/// The head of the log.
pub(crate) fn head(c: &Connection) -> Result<Head> {
    let (number, hash) = last(c)?;
    Ok(Head::new(u64::try_from(number).unwrap_or(0), &hash))
}

/// Whether a head is that of an entry of the log.
fn holds(c: &Connection, head: &Head) -> Result<bool> {
    let number = i64::try_from(head.number()).ok();
    let hash = store::blob(c, "SELECT hash FROM audit WHERE number = ?1", [number])?;
    let hash = hash.or_else(|| (head.number() == 0).then(|| NOTHING_BEFORE.to_vec()));
    Ok(hash.is_some_and(|hash| Head::new(head.number(), &hash) == *head))
}

pub(crate) fn case(case: i64) -> String {
    format!("case {case}")
}

/// Entries about an event, a case or everything, from newest to oldest, below a number.
pub(crate) fn page(c: &Connection, place: Option<Place>, below: i64, most: u32) -> Result<Vec<Entry>> {
    let (chosen, value) = match place {
        None => ("?1 IS NULL", Value::Null),
        Some(Place::Event(event)) => ("event = ?1", Value::Integer(event)),
        // The second condition is that of the index.
        Some(Place::Case(number)) => ("subject = ?1 AND subject GLOB 'case *'", Value::Text(case(number))),
    };
    let sql =
        format!("SELECT {COLUMNS} FROM audit WHERE {chosen} AND number < ?2 ORDER BY number DESC LIMIT ?3");
    store::rows(c, &sql, params![value, below, most])
}

#[cfg(test)]
mod tests;
