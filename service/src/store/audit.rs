//! The audit log: who did, saw, exported or changed what, and when.
//!
//! Entries are only added, each with the SHA-256 of the one before it, so that a later change shows. An entry is written in
//! the same transaction as what it tells of. It names people of the service by their number and never a player. A log
//! that was cut off at its end still holds together, so the hash of its head can be printed and kept elsewhere.

use rusqlite::types::Value;
use rusqlite::{Connection, params};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use strum::{EnumString, IntoStaticStr, VariantArray};

mod chain;

use crate::keys::Key;
use crate::store::{self, StorageError};

pub use chain::{BrokenEntry, Chain, Fault, Head, NotAHead, verify, verify_with};

macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident: $key:ident,)*) => {
        /// Names are stored; they never change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
        #[strum(serialize_all = "snake_case")]
        pub(crate) enum Action {
            $($(#[$doc])* $name,)*
        }

        impl Action {
            pub(crate) fn name(self) -> &'static str {
                self.into()
            }

            /// The message with its name.
            pub(crate) fn key(self) -> Key {
                match self {
                    $(Self::$name => Key::$key,)*
                }
            }
        }
    };
}

actions! {
    /// The link that makes the first administrator was printed.
    FirstLinkMade: ActionFirstLinkMade,
    SignedIn: ActionSignedIn,
    SignInRefused: ActionSignInRefused,
    SignedOut: ActionSignedOut,
    SignedOutEverywhere: ActionSignedOutEverywhere,
    PasswordChanged: ActionPasswordChanged,
    Invited: ActionInvited,
    InvitationRevoked: ActionInvitationRevoked,
    /// An invitation was used: a person was made.
    Joined: ActionJoined,
    Disabled: ActionDisabled,
    Enabled: ActionEnabled,
    EventMade: ActionEventMade,
    MemberSet: ActionMemberSet,
    MemberRemoved: ActionMemberRemoved,
    TokenMade: ActionTokenMade,
    TokenRevoked: ActionTokenRevoked,
    Uploaded: ActionUploaded,
    UploadRefused: ActionUploadRefused,
    Saw: ActionSaw,
    Exported: ActionExported,
    /// A screening was asked for again.
    JobQueued: ActionJobQueued,
    JobPaused: ActionJobPaused,
    JobResumed: ActionJobResumed,
    JobCancelled: ActionJobCancelled,
    SourceFollowed: ActionSourceFollowed,
    SourceEnded: ActionSourceEnded,
    /// Games of a player were put first.
    HandRaised: ActionHandRaised,
    HandLowered: ActionHandLowered,
    /// A full test was asked for, by a person or by the rule.
    FullTestAsked: ActionFullTestAsked,
    FullTestsSet: ActionFullTestsSet,
    AbsenceNoted: ActionAbsenceNoted,
    AbsenceWithdrawn: ActionAbsenceWithdrawn,
    EventRenamed: ActionEventRenamed,
    EventClosed: ActionEventClosed,
    EventReopened: ActionEventReopened,
    AliasesSet: ActionAliasesSet,
    AliasesRemoved: ActionAliasesRemoved,
    RatingSet: ActionRatingSet,
    CaseOpened: ActionCaseOpened,
    CaseComplaintStated: ActionCaseComplaintStated,
    CaseTestHeld: ActionCaseTestHeld,
    CaseMemberSet: ActionCaseMemberSet,
    CaseMemberRemoved: ActionCaseMemberRemoved,
    CaseNoted: ActionCaseNoted,
    CaseNoteWithdrawn: ActionCaseNoteWithdrawn,
    CaseClosed: ActionCaseClosed,
    CaseReopened: ActionCaseReopened,
    ReportSet: ActionReportSet,
    ReportRemoved: ActionReportRemoved,
    RatingListAdded: ActionRatingListAdded,
    BookSet: ActionBookSet,
    BookRemoved: ActionBookRemoved,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    Person(i64),
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
        log(c, now, self, None, action, subject, detail)
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

/// An entry as it stands in the log.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
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

/// Adds an entry, within the change that it tells of. `subject` is such as `person 3`, `file 7`, or a page; `detail` is at
/// most a line, without names of players.
pub(crate) fn log(
    connection: &Connection,
    at: i64,
    actor: Actor,
    event: Option<i64>,
    action: Action,
    subject: impl Into<String>,
    detail: impl Into<String>,
) -> Result<(), StorageError> {
    let last: Option<(i64, Vec<u8>)> =
        store::row(connection, "SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1", [])?;
    let (number, previous) = last.unwrap_or((0, NOTHING_BEFORE.to_vec()));
    let mut entry = Entry {
        number: number.saturating_add(1),
        at,
        actor: actor.name(),
        action: action.name().to_owned(),
        event,
        subject: subject.into(),
        detail: detail.into(),
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    Everything,
    Event(i64),
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
    let sql =
        format!("SELECT {COLUMNS} FROM audit WHERE {chosen} AND number < ?2 ORDER BY number DESC LIMIT ?3");
    store::rows(connection, &sql, params![value, below, most])
}

#[cfg(test)]
mod tests;
