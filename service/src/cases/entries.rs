//! The entries of a case: notes, outcomes, reasons for opening it again. They are only added.

use rusqlite::{Connection, OptionalExtension, params};

use super::known;
use crate::storage::StorageError;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A note of a member.
    Note,
    /// The case was closed; the text is the outcome.
    Closed,
    /// It was opened again; the text is the reason.
    Reopened,
    /// A note was withdrawn by its author.
    Withdrawn,
}

impl What {
    const ALL: [Self; 4] = [Self::Note, Self::Closed, Self::Reopened, Self::Withdrawn];

    /// As stored; never changed.
    fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Closed => "closed",
            Self::Reopened => "reopened",
            Self::Withdrawn => "withdrawn",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) id: i64,
    pub(crate) what: What,
    pub(crate) text: String,
    /// The note that it withdraws.
    pub(crate) withdraws: Option<i64>,
    /// Number of its author.
    pub(crate) person: i64,
    pub(crate) by: String,
    pub(crate) made: i64,
}

/// The entries of a case, oldest first.
pub(crate) fn of_case(connection: &Connection, case: i64) -> Result<Vec<Entry>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT case_entry.id, what, body, withdraws, person.id, person.name, case_entry.made FROM case_entry
         JOIN person ON person.id = case_entry.person WHERE case_id = ?1 ORDER BY case_entry.id",
    )?;
    let rows = statement.query_map([case], |row| {
        let what: String = row.get(1)?;
        Ok(Entry {
            id: row.get(0)?,
            what: known(What::ALL.into_iter().find(|one| one.name() == what), 1)?,
            text: row.get(2)?,
            withdraws: row.get(3)?,
            person: row.get(4)?,
            by: row.get(5)?,
            made: row.get(6)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Since when a case is closed; `None` if it is open or not there.
pub(crate) fn closed(connection: &Connection, case: i64) -> Result<Option<i64>, StorageError> {
    let found = connection
        .prepare_cached(
            "SELECT CASE what WHEN 'closed' THEN made END FROM case_entry
             WHERE case_id = ?1 AND what IN ('closed', 'reopened') ORDER BY id DESC LIMIT 1",
        )?
        .query_row([case], |row| row.get(0));
    Ok(found.optional()?.flatten())
}

/// Adds an entry; its number.
pub(crate) fn add(
    connection: &Connection,
    case: i64,
    (what, text): (What, &str),
    person: i64,
    now: i64,
) -> Result<i64, StorageError> {
    connection.execute(
        "INSERT INTO case_entry (case_id, what, body, person, made) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![case, what.name(), text, person, now],
    )?;
    Ok(connection.last_insert_rowid())
}

/// Withdraws a note of a person's own. Says whether there was one that is not withdrawn yet.
pub(crate) fn withdraw(
    connection: &Connection,
    case: i64,
    note: i64,
    person: i64,
    now: i64,
) -> Result<bool, StorageError> {
    let added = connection.execute(
        "INSERT INTO case_entry (case_id, what, body, withdraws, person, made)
         SELECT case_id, ?4, '', id, person, ?5 FROM case_entry
         WHERE case_id = ?1 AND id = ?2 AND person = ?3 AND what = ?6 ON CONFLICT DO NOTHING",
        params![case, note, person, What::Withdrawn.name(), now, What::Note.name()],
    )?;
    Ok(added == 1)
}
