//! The entries of a case: notes, outcomes, reasons for opening it again. They are only added.

use rusqlite::{Connection, params};
use serde::Deserialize;
use strum::IntoStaticStr;

use crate::keys::Key;
use crate::store::change::Change;
use crate::store::{Result, row, rows};

/// The kind of an entry. The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum What {
    Note,
    /// The case was closed; the text is the outcome.
    Closed,
    /// It was opened again; the text is the reason.
    Reopened,
    Withdrawn,
}

impl What {
    /// Its words; none for a withdrawal, which shows at its note.
    pub(crate) fn key(self) -> Option<Key> {
        match self {
            Self::Note => Some(Key::CaseNote),
            Self::Closed => Some(Key::CaseEntryClosed),
            Self::Reopened => Some(Key::CaseEntryReopened),
            Self::Withdrawn => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Entry {
    pub(crate) id: i64,
    pub(crate) what: What,
    pub(crate) text: String,
    pub(crate) withdraws: Option<i64>,
    pub(crate) person: i64,
    pub(crate) by: String,
    pub(crate) made: i64,
}

/// The entries of a case, oldest first.
pub(crate) fn of_case(c: &Connection, case: i64) -> Result<Vec<Entry>> {
    let sql = "SELECT case_entry.id, what, body AS text, withdraws, person, person.name AS by, case_entry.made
               FROM case_entry JOIN person ON person.id = case_entry.person WHERE case_id = ?1 ORDER BY case_entry.id";
    rows(c, sql, [case])
}

/// Since when a case is closed; `None` if it is open or not there.
pub(crate) fn closed(c: &Connection, case: i64) -> Result<Option<i64>> {
    let sql = "SELECT CASE what WHEN 'closed' THEN made END FROM case_entry
               WHERE case_id = ?1 AND what IN ('closed', 'reopened') ORDER BY id DESC LIMIT 1";
    Ok(row::<Option<i64>>(c, sql, [case])?.flatten())
}

pub(crate) fn add(c: &Change<'_>, what: What, text: &str) -> Result<i64> {
    let sql = "INSERT INTO case_entry (case_id, what, body, person, made) VALUES (?1, ?2, ?3, ?4, ?5)";
    c.execute(sql, params![c.id(), what.into_str(), text, c.person(), c.now])?;
    Ok(c.last_insert_rowid())
}

/// Withdraws a note of a person's own. Says whether there was one that is not withdrawn yet.
pub(crate) fn withdraw(c: &Change<'_>, note: i64) -> Result<bool> {
    let added = c.execute(
        "INSERT INTO case_entry (case_id, what, body, withdraws, person, made)
         SELECT case_id, 'withdrawn', '', id, person, ?4 FROM case_entry
         WHERE case_id = ?1 AND id = ?2 AND person = ?3 AND what = 'note' ON CONFLICT DO NOTHING",
        params![c.id(), note, c.person(), c.now],
    )?;
    Ok(added == 1)
}
