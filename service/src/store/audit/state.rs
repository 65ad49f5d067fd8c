//! Rows of other tables that entries of the log speak of: who is who, who may do what, what was stored when.
//!
//! An entry holds a hash of each row that its change has touched, as it is after the change. The last hash of a row is the one that
//! it has to have; a row without one was put there by somebody else. The log repeats no value of a row.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params_from_iter};
use sha2::{Digest as _, Sha256};
use uci_pool::hex;

use super::differences::{Difference, Differences};
use super::{Action, Actor, Entry, Place};
use crate::store::{self, Result, StorageError};

/// Lines of one entry that records whole tables.
const LINES: usize = 1_000;

/// Rows of one kind. The query gives two numbers first that name a row, then everything about it that does not change without an
/// entry.
struct Kind {
    name: Name,
    /// What a row is, for people: `{a}` and `{b}` are its numbers.
    row: &'static str,
    sql: &'static str,
}

/// Names of kinds are stored; they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
enum Name {
    Absence,
    AbsenceWithdrawal,
    Attachment,
    Case,
    CaseEntry,
    CaseMember,
    CaseNaming,
    CaseTest,
    CaseWithdrawal,
    Circumstances,
    Complaint,
    Event,
    EventNaming,
    File,
    FirstLink,
    FullTest,
    FullTestOrder,
    FullTestRule,
    Invitation,
    Mail,
    Member,
    Password,
    Person,
    RatingChoice,
    ResetLink,
    Result,
    SecondFactor,
    Source,
    Token,
}

const KINDS: [Kind; 29] = [
    Kind {
        name: Name::Person,
        row: "person {a}: name, role or whether they may sign in",
        sql: "SELECT id AS a, 0 AS b, login, name, role, made, disabled FROM person",
    },
    Kind {
        name: Name::Password,
        row: "person {a}: password",
        sql: "SELECT id AS a, 0 AS b, password FROM person",
    },
    Kind {
        name: Name::SecondFactor,
        row: "person {a}: second factor",
        sql: "SELECT person AS a, 0 AS b, secret, made,
              (SELECT group_concat(hex(hash), ' ' ORDER BY hash) FROM recovery_code
               WHERE recovery_code.person = second_factor.person)
              FROM second_factor WHERE secret IS NOT NULL",
    },
    Kind {
        name: Name::ResetLink,
        row: "person {a}: link for a new password",
        sql: "SELECT person AS a, 0 AS b, hash, expires FROM password_reset",
    },
    Kind {
        name: Name::Mail,
        row: "person {a}: where mail goes",
        sql: "SELECT person AS a, 0 AS b, address, language, made FROM notification_choice",
    },
    Kind {
        name: Name::Invitation,
        row: "invitation {a}",
        sql: "SELECT id AS a, 0 AS b, hash, role, note, maker, made, expires, used, person, revoked FROM invitation
              WHERE maker IS NOT NULL",
    },
    // A start without an administrator revokes those before, and a start with one does so without an entry. They end after a day.
    Kind {
        name: Name::FirstLink,
        row: "invitation {a}, a first link",
        sql: "SELECT id AS a, 0 AS b, hash, role, note, made, expires, used, person FROM invitation WHERE maker IS NULL",
    },
    Kind {
        name: Name::Event,
        row: "event {a}: name, former names or whether it is closed",
        sql: "SELECT id AS a, 0 AS b, name, maker, made, closed,
              (SELECT json_group_array(json_array(name, until, person) ORDER BY rowid) FROM event_former_name
               WHERE event_former_name.event = event.id)
              FROM event",
    },
    Kind {
        name: Name::Member,
        row: "event {a}: person {b} as a member",
        sql: "SELECT event AS a, person AS b, role, made FROM membership",
    },
    Kind {
        name: Name::CaseMember,
        row: "case {a}: person {b} as a member",
        sql: "SELECT case_id AS a, person AS b, role, made FROM case_member",
    },
    Kind {
        name: Name::EventNaming,
        row: "event {a}: naming {b}",
        sql: "SELECT event AS a, id AS b, person, maker, made, ended, counted FROM naming WHERE event IS NOT NULL",
    },
    Kind {
        name: Name::CaseNaming,
        row: "case {a}: naming {b}",
        sql: "SELECT case_id AS a, id AS b, person, maker, made, ended, counted FROM naming WHERE event IS NULL",
    },
    Kind {
        name: Name::Token,
        row: "token {a}",
        sql: "SELECT id AS a, 0 AS b, hash, event, label, scopes, maker, made, expires, revoked FROM api_token",
    },
    Kind {
        name: Name::File,
        row: "file {a}: name, size, SHA-256 or who brought it",
        sql: "SELECT id AS a, 0 AS b, event, name, sha256, bytes, games, unpacked, uploader, token, made FROM file",
    },
    Kind {
        name: Name::Attachment,
        row: "event {a}: attached file {b}",
        sql: "SELECT event AS a, id AS b, kind, name, sha256, entries, encoding, person, made, gone FROM event_input",
    },
    Kind {
        name: Name::RatingChoice,
        row: "event {a}: choice of ratings",
        sql: "SELECT event AS a, 0 AS b, choice FROM rating_choice",
    },
    Kind {
        name: Name::FullTestRule,
        row: "event {a}: rule of the full tests",
        sql: "SELECT event AS a, 0 AS b, switched_on, core_minutes FROM full_test_rule",
    },
    Kind {
        name: Name::Source,
        row: "event {a}: source of its games",
        sql: "SELECT event AS a, 0 AS b, place, delay, each_move, made, stopped FROM live_source",
    },
    Kind {
        name: Name::Circumstances,
        row: "event {a}: circumstances {b}",
        sql: "SELECT event AS a, id AS b, stated, person, made, salt FROM event_circumstances",
    },
    Kind {
        name: Name::Absence,
        row: "absence {a}",
        sql: "SELECT id AS a, 0 AS b, event, at, what, round, player, opponent, moves, plies, person, token FROM absence
              WHERE withdraws IS NULL",
    },
    Kind {
        name: Name::AbsenceWithdrawal,
        row: "withdrawal of absence {a}",
        sql: "SELECT withdraws AS a, 0 AS b, id, event, at, what, round, player, opponent, moves, plies, person, token
              FROM absence WHERE withdraws IS NOT NULL",
    },
    Kind {
        name: Name::Case,
        row: "case {a}: opening",
        sql: "SELECT id AS a, 0 AS b, event, player, name, fide_id, title, kind, prompted, played, person, made, salt
              FROM fair_play_case",
    },
    Kind {
        name: Name::Complaint,
        row: "complaint {a}",
        sql: "SELECT id AS a, 0 AS b, case_id, complaint, person, made, salt FROM case_complaint",
    },
    Kind {
        name: Name::CaseEntry,
        row: "entry {a} of a case",
        sql: "SELECT id AS a, 0 AS b, case_id, what, body, signs, person, made, salt FROM case_entry WHERE withdraws IS NULL",
    },
    Kind {
        name: Name::CaseWithdrawal,
        row: "withdrawal of entry {a} of a case",
        sql: "SELECT withdraws AS a, 0 AS b, id, case_id, what, body, signs, person, made FROM case_entry
              WHERE withdraws IS NOT NULL",
    },
    Kind {
        name: Name::CaseTest,
        row: "case {a}: full test {b}",
        sql: "SELECT case_id AS a, job AS b, digest, person, made FROM case_test",
    },
    Kind {
        name: Name::FullTestOrder,
        row: "full test {a}: whom it is about, or who asked for it",
        sql: "SELECT job AS a, 0 AS b, event, player, name, fide_id, reason, asker, asker_role, second,
              (SELECT group_concat(earlier, ' ' ORDER BY earlier) FROM full_test_earlier
               WHERE full_test_earlier.job = full_test.job)
              FROM full_test",
    },
    Kind {
        name: Name::FullTest,
        row: "full test {a}: its numbers or its bundle",
        sql: "SELECT job AS a, 0 AS b, made, digest, test, beside, left_out FROM full_test_result",
    },
    Kind {
        name: Name::Result,
        row: "result {a}",
        sql: "SELECT id AS a, 0 AS b, event, made, digest, unanswered, screening,
              (SELECT group_concat(file, ' ' ORDER BY file) FROM result_file WHERE result_file.result = result.id),
              (SELECT json_group_array(json_array(place, name, white, black, date, round, score, plies, hex(sha256))
                                       ORDER BY place)
               FROM result_game JOIN trace ON trace.id = result_game.trace WHERE result_game.result = result.id)
              FROM result",
    },
];

impl Kind {
    fn row(&self, a: i64, b: i64) -> String {
        self.row.replace("{a}", &a.to_string()).replace("{b}", &b.to_string())
    }

    /// Calls `each` with the numbers and the hash of every row, or of those with these numbers.
    fn each(
        &self,
        c: &Connection,
        salt: &[u8],
        (a, b): (Option<i64>, Option<i64>),
        mut each: impl FnMut(i64, i64, [u8; 32]),
    ) -> Result<()> {
        let mut sql = format!("SELECT * FROM ({})", self.sql);
        match (a, b) {
            (None, _) => {}
            (Some(_), None) => sql.push_str(" WHERE a = ?1"),
            (Some(_), Some(_)) => sql.push_str(" WHERE a = ?1 AND b = ?2"),
        }
        let mut statement = c.prepare_cached(&sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query(params_from_iter(a.into_iter().chain(b)))?;
        while let Some(row) = rows.next()? {
            // A row without numbers is none of ours; it shows where its numbers are missed.
            let (Ok(a), Ok(b)) = (row.get(0), row.get(1)) else { continue };
            each(a, b, hash(salt, self.name, row, columns)?);
        }
        Ok(())
    }
}

/// SHA-256 over a name of this layout, the salt, the kind and every column, each with its type and its length before it.
fn hash(salt: &[u8], name: Name, row: &Row<'_>, columns: usize) -> Result<[u8; 32]> {
    let mut hash = Sha256::new();
    let mut field = |kind: u8, bytes: &[u8]| {
        hash.update([kind]);
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    field(4, b"fairplay state 1");
    field(4, salt);
    field(3, name.into_str().as_bytes());
    for column in 0..columns {
        match row.get_ref(column)? {
            ValueRef::Null => field(0, &[]),
            ValueRef::Integer(number) => field(1, &number.to_le_bytes()),
            ValueRef::Real(number) => field(2, &number.to_bits().to_le_bytes()),
            ValueRef::Text(text) => field(3, text),
            ValueRef::Blob(bytes) => field(4, bytes),
        }
    }
    Ok(hash.finalize().into())
}

fn salt(c: &Connection) -> Result<Vec<u8>> {
    let salt = store::blob(c, "SELECT salt FROM audit_salt", [])?;
    salt.ok_or(StorageError::Damaged { what: "no salt of the audit log, or one" })
}

/// The rows that a change of this kind touches: one by both numbers, those with a first number, or all of a kind.
fn touched(
    action: Action,
    actor: Actor,
    place: Option<Place>,
    (subject, detail): (&str, &str),
) -> Vec<(Name, Option<i64>, Option<i64>)> {
    let number = last_number(subject);
    let row = |name| (name, number, Some(0));
    let at = place.map(Place::id);
    let of = |name| (name, at, Some(0));
    let all = |name| (name, at, None);
    let is_case = matches!(place, Some(Place::Case(_)));
    let naming = if is_case { Name::CaseNaming } else { Name::EventNaming };
    match action {
        Action::FirstLinkMade => vec![(Name::FirstLink, None, None)],
        Action::Joined => {
            let person = |name| (name, actor.numbers().0, Some(0));
            vec![
                person(Name::Person),
                person(Name::Password),
                row(Name::Invitation),
                (Name::FirstLink, None, None),
            ]
        }
        Action::PasswordChanged => vec![row(Name::Password)],
        Action::PasswordReset => vec![row(Name::Password), row(Name::ResetLink)],
        Action::ResetLinkMade => vec![row(Name::ResetLink)],
        Action::SecondFactorSet | Action::SecondFactorRemoved | Action::RecoveryCodeUsed => {
            vec![row(Name::SecondFactor)]
        }
        Action::Disabled | Action::Enabled => vec![row(Name::Person)],
        Action::Invited | Action::InvitationRevoked => vec![row(Name::Invitation)],
        Action::EventMade => vec![of(Name::Event), all(Name::Member)],
        Action::EventRenamed | Action::EventReopened => vec![of(Name::Event)],
        Action::EventClosed => vec![of(Name::Event), of(Name::Source)],
        Action::SourceFollowed | Action::SourceEnded => vec![of(Name::Source)],
        Action::MemberSet | Action::MemberRemoved => vec![(Name::Member, at, number), all(naming)],
        Action::CaseMemberSet | Action::CaseMemberRemoved => {
            vec![(Name::CaseMember, at, number), all(naming)]
        }
        Action::Named | Action::NamingConfirmed | Action::NamingEnded => vec![all(naming)],
        Action::TokenMade | Action::TokenRevoked => vec![row(Name::Token)],
        Action::Uploaded => vec![row(Name::File)],
        Action::AliasesSet
        | Action::AliasesRemoved
        | Action::ReportSet
        | Action::ReportRemoved
        | Action::BookSet
        | Action::BookRemoved => vec![all(Name::Attachment)],
        Action::RatingSet => vec![of(Name::RatingChoice)],
        Action::FullTestAsked => vec![row(Name::FullTestOrder)],
        Action::FullTestsSet => vec![of(Name::FullTestRule)],
        Action::FullTestMade => vec![row(Name::FullTest)],
        Action::ResultMade => vec![row(Name::Result)],
        Action::CircumstancesStated => {
            let stated = detail.split(',').next().and_then(last_number);
            vec![(Name::Circumstances, at, stated)]
        }
        Action::AbsenceNoted => vec![row(Name::Absence)],
        Action::AbsenceWithdrawn => vec![row(Name::AbsenceWithdrawal)],
        Action::CaseOpened => vec![of(Name::Case), all(Name::CaseMember)],
        Action::CaseComplaintStated => vec![row(Name::Complaint)],
        Action::CaseTestHeld => vec![(Name::CaseTest, at, number)],
        Action::CaseNoted
        | Action::CaseIndicationNoted
        | Action::CaseBreachNoted
        | Action::CaseOutcomeProposed
        | Action::CaseReopeningProposed
        | Action::CaseClosed
        | Action::CaseReopened => vec![row(Name::CaseEntry)],
        Action::CaseNoteWithdrawn | Action::CaseProposalWithdrawn => vec![row(Name::CaseWithdrawal)],
        Action::NotificationChosen => vec![row(Name::Mail)],
        // They change nothing that is kept, work for the engines, or a session.
        Action::SignedIn
        | Action::SignInRefused
        | Action::CodeRefused
        | Action::SignedOut
        | Action::SignedOutEverywhere
        | Action::AccessRefused
        | Action::UploadRefused
        | Action::Saw
        | Action::Exported
        | Action::JobQueued
        | Action::JobPaused
        | Action::JobResumed
        | Action::JobCancelled
        | Action::HandRaised
        | Action::HandLowered
        | Action::RatingListAdded
        | Action::NotificationSent
        | Action::NotificationGivenUp
        | Action::TablesRecorded => Vec::new(),
    }
}

/// The number at the end of a subject such as `person 3`.
pub(super) fn last_number(text: &str) -> Option<i64> {
    text.rsplit(' ').next()?.parse().ok()
}

fn add_line(lines: &mut String, name: Name, a: i64, b: i64, hash: Option<[u8; 32]>) {
    let hash = hash.map_or_else(|| "-".to_owned(), |hash| hex(&hash));
    if !lines.is_empty() {
        lines.push('\n');
    }
    // Writing to a string does not fail.
    let _written = write!(lines, "{} {a} {b} {hash}", name.into_str());
}

/// What an entry says about the rows that its change has touched; `None` if it touches none.
pub(super) fn after(
    c: &Connection,
    action: Action,
    actor: Actor,
    place: Option<Place>,
    words: (&str, &str),
) -> Result<Option<String>> {
    let touched = touched(action, actor, place, words);
    if touched.is_empty() {
        return Ok(None);
    }
    let salt = salt(c)?;
    let mut lines = String::new();
    for (name, a, b) in touched {
        let mut there = false;
        for kind in KINDS.iter().filter(|kind| kind.name == name) {
            kind.each(c, &salt, (a, b), |a, b, hash| {
                there = true;
                add_line(&mut lines, name, a, b, Some(hash));
            })?;
        }
        if let (false, Some(a), Some(b)) = (there, a, b) {
            add_line(&mut lines, name, a, b, None);
        }
    }
    Ok(Some(lines))
}

/// Records every row of every kind, as it is now: for a file of a version whose entries said nothing of them. Each text is
/// for one entry.
pub(super) fn whole(c: &Connection) -> Result<Vec<String>> {
    let salt = salt(c)?;
    let (mut texts, mut lines, mut count) = (Vec::new(), String::new(), 0);
    for kind in &KINDS {
        kind.each(c, &salt, (None, None), |a, b, hash| {
            add_line(&mut lines, kind.name, a, b, Some(hash));
            count += 1;
            if count == LINES {
                texts.push(std::mem::take(&mut lines));
                count = 0;
            }
        })?;
    }
    if count > 0 {
        texts.push(lines);
    }
    Ok(texts)
}

/// The last hash of each row in the log; `None` for one that is gone.
#[derive(Default)]
pub(super) struct LoggedRows(BTreeMap<(Name, i64, i64), Option<String>>);

impl LoggedRows {
    /// Takes what an entry says about rows.
    pub(super) fn note(&mut self, entry: &Entry) {
        for line in entry.state.iter().flat_map(|state| state.lines()) {
            let mut parts = line.split(' ');
            let mut next = || parts.next().unwrap_or_default();
            let (name, a, b, hash) = (next().parse(), next().parse(), next().parse(), next());
            if let (Ok(name), Ok(a), Ok(b)) = (name, a, b) {
                self.0.insert((name, a, b), Some(hash.to_owned()).filter(|hash| hash != "-"));
            }
        }
    }

    /// Compares every row with the log, and says how many there are.
    pub(super) fn compare(mut self, c: &Connection, found: &mut Differences) -> Result<u64> {
        let salt = salt(c)?;
        let mut rows = 0;
        for kind in &KINDS {
            kind.each(c, &salt, (None, None), |a, b, hash| {
                rows += 1;
                let fault = match self.0.remove(&(kind.name, a, b)) {
                    Some(Some(logged)) if logged == hex(&hash) => return,
                    Some(Some(_)) => Difference::Changed,
                    Some(None) | None => Difference::NotLogged,
                };
                found.insert(kind.row(a, b), fault);
            })?;
        }
        let missed = self.0.into_iter().filter(|(_, hash)| hash.is_some());
        for ((name, a, b), _) in missed {
            let kind = KINDS.iter().find(|kind| kind.name == name);
            let row = kind.map_or_else(String::new, |kind| kind.row(a, b));
            found.insert(row, Difference::Gone);
        }
        Ok(rows)
    }
}
