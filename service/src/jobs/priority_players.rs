//! Raised hands: players whose games the engines take up first. They change the order of work and no number.

use rusqlite::{Connection, params};

use crate::storage::StorageError;

/// Most hands raised in one event.
pub(crate) const MOST: usize = 50;

/// The hands raised in an event, in order of name.
pub(crate) fn raised(connection: &Connection, event: i64) -> Result<Vec<String>, StorageError> {
    let mut statement =
        connection.prepare_cached("SELECT who FROM raised_hand WHERE event = ?1 ORDER BY who")?;
    let rows = statement.query_map([event], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Raises a hand for a player, by name or FIDE number.
pub(crate) fn raise(connection: &Connection, event: i64, who: &str, now: i64) -> Result<(), StorageError> {
    connection.execute(
        "INSERT INTO raised_hand (event, who, made) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        params![event, who, now],
    )?;
    Ok(())
}

/// Lowers it.
pub(crate) fn lower(connection: &Connection, event: i64, who: &str) -> Result<(), StorageError> {
    connection.execute("DELETE FROM raised_hand WHERE event = ?1 AND who = ?2", params![event, who])?;
    Ok(())
}
