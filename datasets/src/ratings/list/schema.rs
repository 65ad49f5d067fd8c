//! The tables for rating lists, beside the evaluation store's own in its file, which [`Store`] opens, checks and makes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};
use thiserror::Error;

use super::ListError;
use crate::store::{Store, StoreError};

/// Version of these tables. Increase it with every change of the layout.
const SCHEMA: i64 = 1;

/// How long one process waits for another one's write. To add a list takes seconds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);

const TABLES: &str = "
    CREATE TABLE rating_schema (version INTEGER NOT NULL);
    CREATE TABLE rating_list (
        id         INTEGER PRIMARY KEY,
        name       TEXT NOT NULL,
        sha256     TEXT NOT NULL UNIQUE,
        layout     TEXT NOT NULL,
        period     TEXT NOT NULL,
        period_how TEXT NOT NULL,
        kind       TEXT NOT NULL,
        kind_how   TEXT NOT NULL,
        players    INTEGER NOT NULL,
        refused    INTEGER NOT NULL,
        UNIQUE (period, kind)
    );
    CREATE TABLE rating_entry (
        list           INTEGER NOT NULL REFERENCES rating_list (id),
        fide_id        INTEGER,
        key            TEXT NOT NULL,
        name           TEXT NOT NULL,
        federation     TEXT,
        female         INTEGER,
        title          TEXT,
        birth_year     INTEGER,
        standard       INTEGER,
        standard_games INTEGER,
        standard_k     INTEGER,
        rapid          INTEGER,
        rapid_games    INTEGER,
        rapid_k        INTEGER,
        blitz          INTEGER,
        blitz_games    INTEGER,
        blitz_k        INTEGER,
        flag           TEXT NOT NULL
    );
    CREATE INDEX rating_entry_id ON rating_entry (fide_id, list);
    CREATE INDEX rating_entry_key ON rating_entry (key, list);
";

/// Why the lists could not answer.
#[derive(Debug, Error)]
pub enum IndexError {
    /// The file is no store, or could not be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the rating lists in {} have layout {found}, this version reads up to {SCHEMA}", path.display())]
    Newer { path: PathBuf, found: i64 },
    /// The list could not be read.
    #[error(transparent)]
    List(#[from] ListError),
    #[error("{name} does not say from which month it is valid; say it with --period")]
    PeriodUnknown { name: String },
    #[error("{name} is another list of the same kind and month as {stored}, which is stored already")]
    Another { name: String, stored: String },
    #[error("the stored list {name} is damaged: {what}")]
    Damaged {
        name: String,
        /// The part that does not parse.
        what: &'static str,
    },
    #[error("the rating lists failed: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

/// Opens the file at `path` and makes the tables if they are not there.
pub(crate) fn open(path: &Path) -> Result<Connection, IndexError> {
    drop(Store::open(path)?);
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // Entries go in before their list: only when they are read is it known what list it is.
    connection.pragma_update(None, "foreign_keys", false)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // A list is added in the order of its names, so its numbers go to every corner of their index: 64 MiB hold it.
    connection.pragma_update(None, "cache_size", -65_536)?;
    if !has_table(&connection, "rating_schema")? {
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if !has_table(&change, "rating_schema")? {
            change.execute_batch(TABLES)?;
            change.execute("INSERT INTO rating_schema (version) VALUES (?1)", [SCHEMA])?;
        }
        change.commit()?;
    }
    check_version(&connection, path)?;
    Ok(connection)
}

/// Opens the file at `path` to ask the lists in it, and changes nothing; `None` if there is no file or there are no tables.
pub(crate) fn open_existing(path: &Path) -> Result<Option<Connection>, IndexError> {
    if !path.is_file() {
        return Ok(None);
    }
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    if !has_table(&connection, "rating_schema")? {
        return Ok(None);
    }
    check_version(&connection, path)?;
    Ok(Some(connection))
}

fn check_version(connection: &Connection, path: &Path) -> Result<(), IndexError> {
    let found: i64 = connection.query_row("SELECT max(version) FROM rating_schema", [], |row| row.get(0))?;
    match found > SCHEMA {
        true => Err(IndexError::Newer { path: path.to_owned(), found }),
        false => Ok(()),
    }
}

/// Whether the file has a table now. rusqlite's `table_exists` answers from the schema that the connection loaded last,
/// which may be older than a table that another connection made; a statement reads the schema again.
pub(crate) fn has_table(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    let query = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)";
    connection.query_row(query, [name], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_another_connection_is_seen() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.sqlite");
        let before = Connection::open(&path).expect("opens");
        before.execute_batch("CREATE TABLE first (x)").expect("writes");
        assert!(!has_table(&before, "second").expect("reads"));
        let other = Connection::open(&path).expect("opens");
        other.execute_batch("CREATE TABLE second (x)").expect("writes");
        assert!(has_table(&before, "second").expect("reads"));
    }
}
