//! Hints of an event as they were given: every one is kept, as it was shown.
//!
//! What they say is made by `analyzer` and worded by `reports`; nothing is added to it here.

pub(crate) mod page;

use rusqlite::{Connection, OptionalExtension, params};

use crate::storage::StorageError;

/// Hints to be stored.
pub(crate) struct New {
    /// The round up to which every game was over, if there is one.
    pub(crate) round: Option<u16>,
    /// SHA-256 of the round and the games they were made from.
    pub(crate) basis: String,
    /// Players whom they name.
    pub(crate) named: Vec<String>,
    pub(crate) json: String,
    /// For people, in English, Russian and Ukrainian: markup made by `reports`.
    pub(crate) pages: [String; 3],
}

/// Hints as they are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) id: i64,
    /// The round up to which every game was over, if there is one.
    pub(crate) round: Option<u16>,
    /// When they were made.
    pub(crate) made: i64,
}

pub(crate) fn store(connection: &Connection, event: i64, new: &New, now: i64) -> Result<i64, StorageError> {
    let named =
        serde_json::to_string(&new.named).map_err(|error| StorageError::NotWritten(error.to_string()))?;
    let [en, ru, uk] = &new.pages;
    connection.execute(
        "INSERT INTO event_hints (event, round, basis, made, named, json, en, ru, uk)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![event, new.round, new.basis, now, named, new.json, en, ru, uk],
    )?;
    Ok(connection.last_insert_rowid())
}

/// What the newest hints were made from, and whom they name.
///
/// # Errors
/// `SQLite`'s, or a list that does not read.
pub(crate) fn newest_basis(
    connection: &Connection,
    event: i64,
) -> Result<Option<(String, Vec<String>)>, StorageError> {
    let found: Option<(String, String)> = connection
        .prepare_cached("SELECT basis, named FROM event_hints WHERE event = ?1 ORDER BY id DESC LIMIT 1")?
        .query_row([event], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let damaged = |_| StorageError::Damaged { what: "a list of players in hints" };
    found.map(|(basis, named)| Ok((basis, serde_json::from_str(&named).map_err(damaged)?))).transpose()
}

/// The newest hints of an event, newest first, at most a hundred.
pub(crate) fn list(connection: &Connection, event: i64) -> Result<Vec<Listed>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, round, made FROM event_hints WHERE event = ?1 ORDER BY id DESC LIMIT 100",
    )?;
    let rows = statement
        .query_map([event], |row| Ok(Listed { id: row.get(0)?, round: row.get(1)?, made: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Which document of hints is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Json,
    Page(reports::Language),
}

/// A document of hints of an event: of those with a number, else of the newest.
pub(crate) fn document(
    connection: &Connection,
    event: i64,
    id: Option<i64>,
    wanted: Wanted,
) -> Result<Option<String>, StorageError> {
    let column = match wanted {
        Wanted::Json => "json",
        Wanted::Page(language) => language.tag(),
    };
    let sql = format!(
        "SELECT {column} FROM event_hints WHERE event = ?1 AND (?2 IS NULL OR id = ?2) ORDER BY id DESC LIMIT 1"
    );
    Ok(connection.prepare_cached(&sql)?.query_row(params![event, id], |row| row.get(0)).optional()?)
}
