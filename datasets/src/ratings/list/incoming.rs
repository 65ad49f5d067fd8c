//! The way of a list's entries into the file and out of it, piece by piece.
//!
//! A list has up to two million entries, and whoever else writes to the file must not wait for all of them: a server that cannot
//! write shows no page. So they go in over many small changes with a pause behind each, in which another writer gets its turn.
//! Nobody sees them before the list itself is there, because every question goes through the lists. What a run that was
//! killed has left is of no list, and is removed later.

use std::time::{Duration, SystemTime};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::IndexError;

/// Entries of one change: a few hundredths of a second.
const PIECE: i64 = 2_000;
/// The pause behind it. A writer that waits asks again after at most 25 milliseconds during its first tenth of a second
/// (`sqliteDefaultBusyCallback`), so it finds the first or the second pause.
const PAUSE: Duration = Duration::from_millis(30);
/// Numbers of lists are nanoseconds since 1970 began; those from before this was so are far below.
const FIRST: i64 = 1_000_000_000_000_000_000;
/// After so many nanoseconds nobody copies any more: a day.
const LEFT: i64 = 86_400_000_000_000;

fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(FIRST, |since| i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
}

/// One change of a few entries, and the pause behind it.
fn piece(
    connection: &Connection,
    change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<usize>,
) -> rusqlite::Result<usize> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let changed = change(&transaction)?;
    transaction.commit()?;
    std::thread::sleep(PAUSE);
    Ok(changed)
}

/// Copies the entries of the temporary table; the number of the list that they will be.
pub(super) fn copy(connection: &Connection) -> Result<i64, IndexError> {
    let id = now();
    let last: Option<i64> =
        connection.query_row("SELECT max(rowid) FROM temp.incoming", [], |row| row.get(0))?;
    let mut columns =
        connection.prepare("SELECT name FROM pragma_table_info('rating_entry') WHERE name <> 'list'")?;
    let columns = columns.query_map([], |row| row.get::<_, String>(0))?;
    let columns = columns.collect::<Result<Vec<_>, _>>()?.join(", ");
    let sql = format!(
        "INSERT INTO main.rating_entry (list, {columns})
         SELECT ?1, {columns} FROM temp.incoming WHERE rowid > ?2 AND rowid <= ?3"
    );
    let mut from = 0;
    while from < last.unwrap_or(0) {
        let to = from.saturating_add(PIECE);
        piece(connection, |change| change.prepare_cached(&sql)?.execute(params![id, from, to]))?;
        from = to;
    }
    Ok(id)
}

/// Removes the entries of a number that is no list, or no list any more.
pub(super) fn forget(connection: &Connection, id: i64) -> Result<(), IndexError> {
    let (first, last): (Option<i64>, Option<i64>) = connection.query_row(
        "SELECT min(rowid), max(rowid) FROM rating_entry WHERE list = ?1",
        [id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let (Some(mut from), Some(last)) = (first, last) else {
        return Ok(());
    };
    while from <= last {
        let to = from.saturating_add(PIECE);
        piece(connection, |change| {
            let sql = "DELETE FROM rating_entry WHERE rowid >= ?2 AND rowid < ?3 AND list = ?1";
            change.prepare_cached(sql)?.execute(params![id, from, to])
        })?;
        from = to;
    }
    Ok(())
}

/// Removes what runs that were killed have left, once it is certain that nobody copies it any more.
pub(super) fn sweep(connection: &Connection) -> Result<(), IndexError> {
    let old = now().saturating_sub(LEFT);
    loop {
        let left: Option<i64> = connection
            .query_row(
                "SELECT list FROM rating_entry WHERE list BETWEEN ?1 AND ?2
                 AND list NOT IN (SELECT id FROM rating_list) LIMIT 1",
                [FIRST, old],
                |row| row.get(0),
            )
            .optional()?;
        match left {
            Some(id) => forget(connection, id)?,
            None => return Ok(()),
        }
    }
}
