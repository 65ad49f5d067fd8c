//! The way of a list's entries into the file and out of it, piece by piece.
//!
//! A list has up to two million entries, and whoever else writes to the file must not wait for all of them: a server that cannot
//! write shows no page. So they go in over many small changes with a pause behind each, in which another writer gets its turn.
//! Nobody sees them before the list itself is there, because every question goes through the lists. The entries that a killed
//! run has left belong to no list, and are removed later.

use std::time::{Duration, SystemTime};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::{IndexError, Listed, ListedPlayer, Sex};
use crate::players::normalised;

/// Entries of one change: a few hundredths of a second.
pub(super) const PIECE: u16 = 2_000;
/// The pause behind it. A writer that waits asks again after at most 25 milliseconds during its first tenth of a second
/// (`sqliteDefaultBusyCallback`), so it finds the first or the second pause.
const PAUSE: Duration = Duration::from_millis(30);
/// Numbers of lists are nanoseconds since 1970 began; older numbers are far below.
const FIRST: i64 = 1_000_000_000_000_000_000;
/// After so many nanoseconds nobody copies any more: a day.
const LEFT: i64 = 86_400_000_000_000;

/// A number for a list that comes in.
pub(super) fn number() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(FIRST, |since| i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
}

/// One change of a few entries, and the pause behind it.
fn piece<T>(
    connection: &Connection,
    change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let changed = change(&transaction)?;
    transaction.commit()?;
    std::thread::sleep(PAUSE);
    Ok(changed)
}

/// Stores players of a list that is not there yet.
pub(super) fn put(connection: &Connection, list: i64, players: &[ListedPlayer]) -> rusqlite::Result<()> {
    piece(connection, |change| {
        let marks = vec!["?"; 18].join(", ");
        let mut insert = change.prepare_cached(&format!("INSERT INTO rating_entry VALUES ({marks})"))?;
        for player in players {
            let numbers = |listed: Option<Listed>| {
                (listed.map(|l| l.rating), listed.and_then(|l| l.games_in_period), listed.and_then(|l| l.k))
            };
            let [standard, rapid, blitz] = [player.standard, player.rapid, player.blitz].map(numbers);
            insert.execute(params![
                list,
                player.fide_id,
                normalised(&player.name),
                player.name,
                player.federation,
                player.sex.map(|sex| sex == Sex::Female),
                player.title,
                player.birth_year,
                standard.0,
                standard.1,
                standard.2,
                rapid.0,
                rapid.1,
                rapid.2,
                blitz.0,
                blitz.1,
                blitz.2,
                player.flag,
            ])?;
        }
        Ok(())
    })
}

/// Removes the entries of a number that is no list, or no list any more.
pub(super) fn forget(connection: &Connection, id: i64) -> Result<(), IndexError> {
    let (first, last): (Option<i64>, Option<i64>) = connection.query_row(
        "SELECT min(rowid), max(rowid) FROM rating_entry WHERE list = ?1",
        [id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let (Some(first), Some(last)) = (first, last) else {
        return Ok(());
    };
    // No index has the list alone, so entries are looked for by their rows.
    for from in (first..=last).step_by(usize::from(PIECE)) {
        let sql = "DELETE FROM rating_entry WHERE rowid BETWEEN ?2 AND ?3 AND list = ?1";
        let to = from.saturating_add(i64::from(PIECE) - 1);
        piece(connection, |change| change.prepare_cached(sql)?.execute((id, from, to)))?;
    }
    Ok(())
}

/// Removes the entries that killed runs have left, once it is certain that nobody copies them any more.
pub(super) fn sweep(connection: &Connection) -> Result<(), IndexError> {
    let old = number().saturating_sub(LEFT);
    let sql = "SELECT list FROM rating_entry WHERE list BETWEEN ?1 AND ?2 AND list NOT IN (SELECT id FROM rating_list)
               LIMIT 1";
    let next = || connection.query_row(sql, [FIRST, old], |row| row.get(0)).optional();
    while let Some(id) = next()? {
        forget(connection, id)?;
    }
    Ok(())
}
