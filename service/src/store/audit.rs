//! The audit log: who did, saw, exported or changed what, and when.
//!
//! Entries are only added, each with the SHA-256 of the one before it, so that a later change shows. An entry is written in
//! the same transaction as what it tells of. It names people of the service by their number and never a player. A log
//! that was cut off at its end still holds together, so the hash of its head can be printed and kept elsewhere.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest, Sha256};

mod chain;

use crate::store::StorageError;

pub use chain::{Broken, Chain, Fault, NoHead, Noted, verify, verify_with};

/// What was done. The names are stored; they are never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// The link that makes the first administrator was printed.
    FirstLinkMade,
    SignedIn,
    SignInRefused,
    SignedOut,
    /// Somebody signed out everywhere.
    SignedOutEverywhere,
    /// A password was changed.
    PasswordChanged,
    /// An invitation was made.
    Invited,
    /// An invitation was taken back.
    InvitationRevoked,
    /// An invitation was used: a person was made.
    Joined,
    /// A person may no longer sign in.
    Disabled,
    /// A person may sign in again.
    Enabled,
    /// An event was made.
    EventMade,
    /// Somebody became a member of an event, or another kind of member.
    MemberSet,
    /// Somebody is no longer a member of an event.
    MemberRemoved,
    /// A token for programs was made.
    TokenMade,
    /// A token was taken back.
    TokenRevoked,
    /// A file of games was uploaded.
    Uploaded,
    /// A file of games was refused.
    UploadRefused,
    /// A confidential page was seen.
    Saw,
    /// A file was handed out.
    Exported,
    /// A screening was asked for again.
    JobQueued,
    /// Work of the engines was paused.
    JobPaused,
    /// It was let go on.
    JobResumed,
    JobCancelled,
    /// A live source was followed.
    SourceFollowed,
    /// It was followed no longer.
    SourceEnded,
    /// Games of a player were put first.
    HandRaised,
    /// They were put first no longer.
    HandLowered,
    /// A full test was asked for, by a person or by the rule.
    FullTestAsked,
    /// The rule for full tests was switched, or its budget set.
    FullTestsSet,
    /// It was noted that a player left the board or came back.
    AbsenceNoted,
    /// An entry of the log of absences was withdrawn.
    AbsenceWithdrawn,
    /// An event got another name.
    EventRenamed,
    /// An event was closed.
    EventClosed,
    /// A closed event was opened again.
    EventReopened,
    /// An event got an alias table.
    AliasesSet,
    /// The alias table of an event was taken away.
    AliasesRemoved,
    /// It was said which ratings count in an event.
    RatingSet,
    /// A case was opened.
    CaseOpened,
    /// The complaint of a case was written down.
    CaseComplaintStated,
    /// A full test was put into a case.
    CaseTestHeld,
    /// Somebody became a member of a case, or another kind of member.
    CaseMemberSet,
    /// Somebody is no longer a member of a case.
    CaseMemberRemoved,
    /// A note was written in a case.
    CaseNoted,
    /// A note in a case was withdrawn.
    CaseNoteWithdrawn,
    /// A case was closed.
    CaseClosed,
    /// A closed case was opened again.
    CaseReopened,
    /// An event got a tournament report.
    ReportSet,
    /// The tournament report of an event was taken away.
    ReportRemoved,
    /// A rating list was brought.
    RatingListAdded,
    /// An event got an opening book.
    BookSet,
    /// The opening book of an event was taken away.
    BookRemoved,
}

impl Action {
    pub(crate) const ALL: [Self; 52] = [
        Self::FirstLinkMade,
        Self::SignedIn,
        Self::SignInRefused,
        Self::SignedOut,
        Self::SignedOutEverywhere,
        Self::PasswordChanged,
        Self::Invited,
        Self::InvitationRevoked,
        Self::Joined,
        Self::Disabled,
        Self::Enabled,
        Self::EventMade,
        Self::MemberSet,
        Self::MemberRemoved,
        Self::TokenMade,
        Self::TokenRevoked,
        Self::Uploaded,
        Self::UploadRefused,
        Self::Saw,
        Self::Exported,
        Self::JobQueued,
        Self::JobPaused,
        Self::JobResumed,
        Self::JobCancelled,
        Self::SourceFollowed,
        Self::SourceEnded,
        Self::HandRaised,
        Self::HandLowered,
        Self::FullTestAsked,
        Self::FullTestsSet,
        Self::AbsenceNoted,
        Self::AbsenceWithdrawn,
        Self::EventRenamed,
        Self::EventClosed,
        Self::EventReopened,
        Self::AliasesSet,
        Self::AliasesRemoved,
        Self::RatingSet,
        Self::CaseOpened,
        Self::CaseComplaintStated,
        Self::CaseTestHeld,
        Self::CaseMemberSet,
        Self::CaseMemberRemoved,
        Self::CaseNoted,
        Self::CaseNoteWithdrawn,
        Self::CaseClosed,
        Self::CaseReopened,
        Self::ReportSet,
        Self::ReportRemoved,
        Self::RatingListAdded,
        Self::BookSet,
        Self::BookRemoved,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::FirstLinkMade => "first_link_made",
            Self::SignedIn => "signed_in",
            Self::SignInRefused => "sign_in_refused",
            Self::SignedOut => "signed_out",
            Self::SignedOutEverywhere => "signed_out_everywhere",
            Self::PasswordChanged => "password_changed",
            Self::Invited => "invited",
            Self::InvitationRevoked => "invitation_revoked",
            Self::Joined => "joined",
            Self::Disabled => "disabled",
            Self::Enabled => "enabled",
            Self::EventMade => "event_made",
            Self::MemberSet => "member_set",
            Self::MemberRemoved => "member_removed",
            Self::TokenMade => "token_made",
            Self::TokenRevoked => "token_revoked",
            Self::Uploaded => "uploaded",
            Self::UploadRefused => "upload_refused",
            Self::Saw => "saw",
            Self::Exported => "exported",
            Self::JobQueued => "job_queued",
            Self::JobPaused => "job_paused",
            Self::JobResumed => "job_resumed",
            Self::JobCancelled => "job_cancelled",
            Self::SourceFollowed => "source_followed",
            Self::SourceEnded => "source_ended",
            Self::HandRaised => "hand_raised",
            Self::HandLowered => "hand_lowered",
            Self::FullTestAsked => "full_test_asked",
            Self::FullTestsSet => "full_tests_set",
            Self::AbsenceNoted => "absence_noted",
            Self::AbsenceWithdrawn => "absence_withdrawn",
            Self::EventRenamed => "event_renamed",
            Self::EventClosed => "event_closed",
            Self::EventReopened => "event_reopened",
            Self::AliasesSet => "aliases_set",
            Self::AliasesRemoved => "aliases_removed",
            Self::RatingSet => "rating_set",
            Self::CaseOpened => "case_opened",
            Self::CaseComplaintStated => "case_complaint_stated",
            Self::CaseTestHeld => "case_test_held",
            Self::CaseMemberSet => "case_member_set",
            Self::CaseMemberRemoved => "case_member_removed",
            Self::CaseNoted => "case_noted",
            Self::CaseNoteWithdrawn => "case_note_withdrawn",
            Self::CaseClosed => "case_closed",
            Self::CaseReopened => "case_reopened",
            Self::ReportSet => "report_set",
            Self::ReportRemoved => "report_removed",
            Self::RatingListAdded => "rating_list_added",
            Self::BookSet => "book_set",
            Self::BookRemoved => "book_removed",
        }
    }

    /// The action of a stored name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
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
    fn stored(self) -> String {
        match self {
            Self::Person(id) => format!("person {id}"),
            Self::Token(id) => format!("token {id}"),
            Self::Nobody => "nobody".to_owned(),
            Self::Service => "service".to_owned(),
        }
    }

    /// The actor of a stored text.
    pub(crate) fn read(text: &str) -> Option<Self> {
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
    /// To what: `person 3`, `file 7`, or a page.
    pub(crate) subject: String,
    /// What else has to be known, at most a line. No names of players.
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
    let last: Option<(i64, Vec<u8>)> = connection
        .prepare_cached("SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (number, previous) = last.unwrap_or((0, NOTHING_BEFORE.to_vec()));
    let mut entry = Entry {
        number: number.saturating_add(1),
        at,
        actor: record.actor.stored(),
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

/// What an entry about a case concerns.
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
