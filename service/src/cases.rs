//! Cases: what belongs to one player in one event, seen by the members of the case and by nobody else.
//!
//! A case is only added to: a wrong note is withdrawn by a further entry, a complaint is written down again. The software
//! writes no outcome; a person does, under their name.

use analyzer::hints::Who;
use rusqlite::{Connection, OptionalExtension, Row, params};

pub(crate) mod changes;
pub(crate) mod complaint;
pub(crate) mod entries;
pub(crate) mod files;
pub(crate) mod list_page;
pub(crate) mod page;
pub(crate) mod rules;

use crate::keys::Key;
use crate::members::{self, Place};
use crate::problem::Problem;
use crate::roles::{Permission, Role};
use crate::store::{self, StorageError};
use complaint::{Complaint, Raised};
use rules::Played;

/// What prompted a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// A complaint, and when it was raised.
    Complaint(Raised),
    /// A report of an arbiter.
    ArbiterReport,
    Statistics,
}

impl Prompt {
    pub(crate) const ALL: [Self; 4] = [
        Self::Complaint(Raised::InTournament),
        Self::Complaint(Raised::PostTournament),
        Self::ArbiterReport,
        Self::Statistics,
    ];

    /// As stored and in forms; never changed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Complaint(raised) => raised.name(),
            Self::ArbiterReport => "arbiter_report",
            Self::Statistics => "statistics",
        }
    }

    /// The kind of a stored name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|prompt| prompt.name() == name)
    }
}

/// What is needed to open a case.
#[derive(Clone, Debug)]
pub(crate) struct NewCase {
    /// Number of the event.
    pub(crate) event: i64,
    /// What the address of the player ends with.
    pub(crate) player: String,
    pub(crate) who: Who,
    /// What it is called.
    pub(crate) title: String,
    pub(crate) kind: Prompt,
    pub(crate) prompted: String,
    /// How the event was played.
    pub(crate) played: Played,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) id: i64,
    /// What it was opened with.
    pub(crate) opened: NewCase,
    /// Name of the event.
    pub(crate) event_name: String,
    pub(crate) by: String,
    pub(crate) made: i64,
    /// Since when it is closed.
    pub(crate) closed: Option<i64>,
}

const LISTED: &str = "SELECT fair_play_case.id, fair_play_case.event, player, fair_play_case.name, fide_id, title, kind, prompted, played,
    event.name, person.name, fair_play_case.made,
    (SELECT CASE what WHEN 'closed' THEN made END FROM case_entry
     WHERE case_id = fair_play_case.id AND what IN ('closed', 'reopened') ORDER BY id DESC LIMIT 1)
    FROM fair_play_case JOIN event ON event.id = fair_play_case.event JOIN person ON person.id = fair_play_case.person";

/// What is stored under a name that is not known is damaged.
fn known<T>(found: Option<T>, column: usize) -> Result<T, rusqlite::Error> {
    found.ok_or(rusqlite::Error::InvalidColumnType(
        column,
        "a name that is not known".to_owned(),
        rusqlite::types::Type::Text,
    ))
}

fn read(row: &Row<'_>) -> Result<Case, rusqlite::Error> {
    Ok(Case {
        id: row.get(0)?,
        opened: NewCase {
            event: row.get(1)?,
            player: row.get(2)?,
            who: Who { name: row.get(3)?, fide_id: row.get(4)? },
            title: row.get(5)?,
            kind: known(Prompt::named(&row.get::<_, String>(6)?), 6)?,
            prompted: row.get(7)?,
            played: known(Played::named(&row.get::<_, String>(8)?), 8)?,
        },
        event_name: row.get(9)?,
        by: row.get(10)?,
        made: row.get(11)?,
        closed: row.get(12)?,
    })
}

/// Opens a case; its number. Whoever opens it is its first member, with the role that they have in the event.
pub(crate) fn open(
    connection: &Connection,
    new: &NewCase,
    (person, role): (i64, Role),
    now: i64,
) -> Result<i64, StorageError> {
    connection.execute(
        "INSERT INTO fair_play_case (event, player, name, fide_id, title, kind, prompted, played, person, made)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            new.event,
            new.player,
            new.who.name,
            new.who.fide_id,
            new.title,
            new.kind.name(),
            new.prompted,
            new.played.name(),
            person,
            now
        ],
    )?;
    let id = connection.last_insert_rowid();
    members::set(connection, Place::Case(id), person, role, now)?;
    Ok(id)
}

/// The case with a number.
pub(crate) fn by_id(connection: &Connection, id: i64) -> Result<Option<Case>, StorageError> {
    let sql = format!("{LISTED} WHERE fair_play_case.id = ?1");
    Ok(connection.prepare_cached(&sql)?.query_row([id], read).optional()?)
}

/// The cases that a person is a member of, newest first.
pub(crate) fn of_person(connection: &Connection, person: i64) -> Result<Vec<Case>, StorageError> {
    let sql = format!(
        "{LISTED} JOIN case_member ON case_member.case_id = fair_play_case.id WHERE case_member.person = ?1
         ORDER BY fair_play_case.id DESC"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([person], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether a person has to do with cases: a member of one, or somebody who may open one in an event of theirs.
pub(crate) fn concern(connection: &Connection, person: i64) -> Result<bool, StorageError> {
    let member =
        connection.prepare_cached("SELECT 1 FROM case_member WHERE person = ?1")?.exists([person])?;
    if member {
        return Ok(true);
    }
    let sql = "SELECT DISTINCT role FROM membership WHERE person = ?1";
    let roles: Vec<Role> = store::rows(connection, sql, [person])?;
    Ok(roles.iter().any(|role| role.may(Permission::OpenCases)))
}

/// Cases that nobody manages who may sign in, each with the time when it was opened.
pub(crate) fn unmanaged(c: &Connection) -> Result<Vec<(i64, i64)>, StorageError> {
    let mut unmanaged = Vec::new();
    for (case, made) in store::rows(c, "SELECT id, made FROM fair_play_case ORDER BY id", [])? {
        if members::managers(c, Place::Case(case))?.is_empty() {
            unmanaged.push((case, made));
        }
    }
    Ok(unmanaged)
}

/// A full test that a case holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) job: i64,
    /// Digest of its numbers when it was put into the case.
    pub(crate) digest: String,
    /// Who put it there.
    pub(crate) by: String,
    pub(crate) made: i64,
}

/// The full tests that a case holds, in the order in which they came.
pub(crate) fn tests(connection: &Connection, case: i64) -> Result<Vec<Held>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT job, digest, person.name, case_test.made FROM case_test JOIN person ON person.id = case_test.person
         WHERE case_id = ?1 ORDER BY case_test.made, job",
    )?;
    let rows = statement.query_map([case], |row| {
        Ok(Held { job: row.get(0)?, digest: row.get(1)?, by: row.get(2)?, made: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Numbers of the full tests of a player that were made, oldest first.
pub(crate) fn tests_of(
    connection: &Connection,
    event: i64,
    player: &str,
) -> Result<Vec<(i64, i64)>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT job, made FROM full_test_result JOIN full_test USING (job) WHERE event = ?1 AND player = ?2 ORDER BY job",
    )?;
    let rows = statement.query_map(params![event, player], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Puts a full test into a case. Says whether it is one of that player that was made and is not there yet.
pub(crate) fn hold(
    connection: &Connection,
    case: i64,
    job: i64,
    person: i64,
    now: i64,
) -> Result<bool, StorageError> {
    let added = connection.execute(
        "INSERT INTO case_test (case_id, job, digest, person, made)
         SELECT fair_play_case.id, job, digest, ?3, ?4 FROM fair_play_case
         JOIN full_test ON full_test.event = fair_play_case.event AND full_test.player = fair_play_case.player
         JOIN full_test_result USING (job)
         WHERE fair_play_case.id = ?1 AND job = ?2 ON CONFLICT DO NOTHING",
        [case, job, person, now],
    )?;
    Ok(added == 1)
}

/// A complaint as it stood at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stated {
    pub(crate) complaint: Complaint,
    /// Who wrote it down.
    pub(crate) by: String,
    pub(crate) made: i64,
}

/// The complaint of a case as it stood each time, oldest first.
///
/// # Errors
/// `SQLite`'s, or a complaint that does not read.
pub(crate) fn complaints(connection: &Connection, case: i64) -> Result<Vec<Stated>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT complaint, person.name, case_complaint.made FROM case_complaint
         JOIN person ON person.id = case_complaint.person WHERE case_id = ?1 ORDER BY case_complaint.id",
    )?;
    let rows = statement.query_map([case], |row| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?)))?;
    rows.map(|row| {
        let (text, by, made) = row?;
        let complaint =
            serde_json::from_str(&text).map_err(|_| StorageError::Damaged { what: "a complaint" })?;
        Ok(Stated { complaint, by, made })
    })
    .collect()
}

/// Writes down the complaint of a case. Says whether that changed anything.
///
/// # Errors
/// `SQLite`'s, or a complaint that does not read.
pub(crate) fn state(
    connection: &Connection,
    case: i64,
    complaint: &Complaint,
    person: i64,
    now: i64,
) -> Result<bool, StorageError> {
    let newest = complaints(connection, case)?.pop();
    if newest.is_some_and(|newest| newest.complaint == *complaint) {
        return Ok(false);
    }
    let text =
        serde_json::to_string(complaint).map_err(|error| StorageError::NotWritten(error.to_string()))?;
    connection.execute(
        "INSERT INTO case_complaint (case_id, complaint, person, made) VALUES (?1, ?2, ?3, ?4)",
        params![case, text, person, now],
    )?;
    Ok(true)
}

/// Nothing if a case is open, else the refusal that people read.
///
/// # Errors
/// The case is closed, or `SQLite`'s.
pub(crate) fn open_or_refused(connection: &Connection, case: i64) -> Result<(), Problem> {
    match entries::closed(connection, case)? {
        Some(_) => Err(Problem::refused(Key::RefusedCaseClosed)),
        None => Ok(()),
    }
}
