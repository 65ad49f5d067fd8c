//! Priority players: their games are searched first. They change the order of work and no number.

use rusqlite::{Connection, params};

use crate::store::{StorageError, rows};

/// Most of them in one event.
pub(crate) const MAX_PLAYERS: usize = 50;

/// Those of an event, in order of name.
pub(crate) fn list(c: &Connection, event: i64) -> Result<Vec<String>, StorageError> {
    rows(c, "SELECT who FROM raised_hand WHERE event = ?1 ORDER BY who", [event])
}

/// Adds a player, by name or FIDE number.
pub(crate) fn add(c: &Connection, event: i64, who: &str, now: i64) -> Result<(), StorageError> {
    let sql = "INSERT INTO raised_hand (event, who, made) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    c.execute(sql, params![event, who, now])?;
    Ok(())
}

pub(crate) fn remove(c: &Connection, event: i64, who: &str) -> Result<(), StorageError> {
    c.execute("DELETE FROM raised_hand WHERE event = ?1 AND who = ?2", params![event, who])?;
    Ok(())
}
