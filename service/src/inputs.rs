//! What an event is read with beside its games: an alias table, and which ratings players are held to.
//!
//! The same as `fairplay screen` takes on the command line. Every table that was given is kept, because results rest on
//! it; the newest one that was not taken away counts.

use analyzer::rating_choice::RatingChoice;
use datasets::Aliases;
use rusqlite::{Connection, OptionalExtension, params};

use crate::events;
use crate::storage::{Storage, StorageError};

/// What counts when an event is read. When it changes, the event is read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// What the event is called.
    pub(crate) name: String,
    /// Number of its alias table.
    pub(crate) table: Option<i64>,
    /// Which ratings its players are held to.
    pub(crate) rating: RatingChoice,
}

/// An alias table as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// Its number.
    pub(crate) id: i64,
    /// The name that it came with; only shown.
    pub(crate) name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub(crate) sha256: String,
    /// People in it.
    pub(crate) people: u64,
    /// When it came.
    pub(crate) made: i64,
}

/// What counts for an event now.
///
/// # Errors
/// `SQLite`'s, or a choice that does not read.
pub(crate) fn known(connection: &Connection, event: i64) -> Result<Known, StorageError> {
    let name = events::by_id(connection, event)?.map(|event| event.name);
    Ok(Known {
        name: name.unwrap_or_default(),
        table: table(connection, event)?.map(|table| table.id),
        rating: rating(connection, event)?,
    })
}

/// The alias table of an event.
///
/// # Errors
/// `SQLite`'s.
pub(crate) fn table(connection: &Connection, event: i64) -> Result<Option<Table>, StorageError> {
    let found = connection
        .prepare_cached(
            "SELECT id, name, sha256, people, made FROM alias_table WHERE event = ?1 AND gone IS NULL",
        )?
        .query_row([event], |row| {
            Ok(Table {
                id: row.get(0)?,
                name: row.get(1)?,
                sha256: row.get(2)?,
                people: row.get(3)?,
                made: row.get(4)?,
            })
        });
    Ok(found.optional()?)
}

/// An alias table on its way in.
pub(crate) struct NewTable {
    /// The name that it came with.
    pub(crate) name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub(crate) sha256: String,
    /// People in it.
    pub(crate) people: u64,
    /// Its bytes, which read as an alias table.
    pub(crate) body: Vec<u8>,
}

/// Gives an event an alias table in place of the one before.
///
/// # Errors
/// `SQLite`'s.
pub(crate) fn set_table(
    connection: &Connection,
    event: i64,
    new: &NewTable,
    person: Option<i64>,
    now: i64,
) -> Result<i64, StorageError> {
    take_table(connection, event, now)?;
    connection.execute(
        "INSERT INTO alias_table (event, name, sha256, people, body, person, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            event,
            new.name,
            new.sha256,
            i64::try_from(new.people).unwrap_or(i64::MAX),
            new.body,
            person,
            now
        ],
    )?;
    Ok(connection.last_insert_rowid())
}

/// Takes the alias table of an event away. Says whether there was one.
///
/// # Errors
/// `SQLite`'s.
pub(crate) fn take_table(connection: &Connection, event: i64, now: i64) -> Result<bool, StorageError> {
    let sql = "UPDATE alias_table SET gone = ?2 WHERE event = ?1 AND gone IS NULL";
    Ok(connection.execute(sql, [event, now])? > 0)
}

/// Which ratings the players of an event are held to.
///
/// # Errors
/// `SQLite`'s, or a choice that does not read.
pub(crate) fn rating(connection: &Connection, event: i64) -> Result<RatingChoice, StorageError> {
    let stored: Option<String> = connection
        .prepare_cached("SELECT choice FROM rating_choice WHERE event = ?1")?
        .query_row([event], |row| row.get(0))
        .optional()?;
    let Some(stored) = stored else {
        return Ok(RatingChoice::default());
    };
    serde_json::from_str(&stored).map_err(|_| StorageError::Damaged {
        what: "a choice of ratings",
    })
}

/// Says which ratings the players of an event are held to.
///
/// # Errors
/// `SQLite`'s.
pub(crate) fn set_rating(
    connection: &Connection,
    event: i64,
    choice: &RatingChoice,
) -> Result<(), StorageError> {
    let text = serde_json::to_string(choice).map_err(|_| StorageError::Damaged {
        what: "a choice of ratings",
    })?;
    connection.execute(
        "INSERT INTO rating_choice (event, choice) VALUES (?1, ?2)
         ON CONFLICT (event) DO UPDATE SET choice = excluded.choice",
        params![event, text],
    )?;
    Ok(())
}

/// Why a stored table cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// The service's file.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// It cannot be written beside the file to be read.
    #[error("an alias table could not be written to be read: {0}")]
    Write(#[from] std::io::Error),
    /// It reads no more.
    #[error(transparent)]
    Alias(#[from] datasets::people::AliasError),
}

/// A stored alias table, read as the command reads its file, so that it becomes an input of the result.
///
/// # Errors
/// A table that is not there or does not read.
pub(crate) fn aliases(storage: &Storage, table: Option<i64>) -> Result<Aliases, InputError> {
    let Some(id) = table else {
        return Ok(Aliases::default());
    };
    let body = storage.read_now(|c| -> Result<Vec<u8>, StorageError> {
        Ok(
            c.query_row("SELECT body FROM alias_table WHERE id = ?1", [id], |row| {
                row.get(0)
            })?,
        )
    })?;
    let folder = crate::upload::beside(storage)?;
    let path = folder.path().join("aliases.toml");
    std::fs::write(&path, body)?;
    Ok(Aliases::load(&path)?)
}
