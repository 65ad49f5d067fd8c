//! Links that make a person, each good once and for a limited time.
//!
//! The first one, printed when the service starts without an administrator, makes the administrator. What a link is good
//! for stands in the file; the link itself does not, only its hash.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::accounts::people::{self, stored_role};
use crate::accounts::roles::Role;
use crate::accounts::secret::{NoRandomness, Secret};
use crate::clock::DAY;
use crate::store::StorageError;

/// The printed link is good for so many seconds; a restart prints a new one.
pub(crate) const FIRST_GOOD_FOR: i64 = DAY;
/// Other invitations are good for so many seconds.
pub(crate) const GOOD_FOR: i64 = 7 * DAY;

#[derive(Clone, Debug)]
pub(crate) struct Invitation {
    pub(crate) id: i64,
    /// Role at large of who uses it.
    pub(crate) role: Role,
    /// For whom it was meant, in the words of who made it; empty for the first.
    pub(crate) note: String,
    pub(crate) expires: i64,
}

fn read(row: &Row<'_>) -> Result<Invitation, rusqlite::Error> {
    Ok(Invitation { id: row.get(0)?, role: stored_role(row, 1)?, note: row.get(2)?, expires: row.get(3)? })
}

/// Makes an invitation; `maker` is absent for the first.
///
/// # Errors
/// `SQLite`'s, or no randomness.
pub(crate) fn make<E>(
    connection: &Connection,
    role: Role,
    note: &str,
    maker: Option<i64>,
    now: i64,
) -> Result<(i64, Secret), E>
where
    E: From<StorageError> + From<NoRandomness>,
{
    let secret = Secret::generate()?;
    let good_for = if maker.is_some() { GOOD_FOR } else { FIRST_GOOD_FOR };
    connection
        .execute(
            "INSERT INTO invitation (hash, role, note, maker, made, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![secret.hash(), role.name(), note, maker, now, now.saturating_add(good_for)],
        )
        .map_err(StorageError::from)?;
    Ok((connection.last_insert_rowid(), secret))
}

/// The invitation of a secret, if it is still good.
pub(crate) fn find(
    connection: &Connection,
    secret: &Secret,
    now: i64,
) -> Result<Option<Invitation>, StorageError> {
    let sql = "SELECT id, role, note, expires FROM invitation
               WHERE hash = ?1 AND used IS NULL AND revoked IS NULL AND expires > ?2";
    Ok(connection.query_row(sql, params![secret.hash(), now], read).optional()?)
}

/// Invitations that are still good, the first one's aside, newest first.
pub(crate) fn open(connection: &Connection, now: i64) -> Result<Vec<Invitation>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, role, note, expires FROM invitation
         WHERE used IS NULL AND revoked IS NULL AND expires > ?1 AND maker IS NOT NULL ORDER BY id DESC",
    )?;
    let rows = statement.query_map([now], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Marks an invitation as used.
pub(crate) fn used(connection: &Connection, id: i64, person: i64, now: i64) -> Result<(), StorageError> {
    connection
        .execute("UPDATE invitation SET used = ?2, person = ?3 WHERE id = ?1", params![id, now, person])?;
    Ok(())
}

/// Takes an invitation back. Says whether there was one to take back.
pub(crate) fn revoke(connection: &Connection, id: i64, now: i64) -> Result<bool, StorageError> {
    let changed = connection.execute(
        "UPDATE invitation SET revoked = ?2 WHERE id = ?1 AND used IS NULL AND revoked IS NULL",
        params![id, now],
    )?;
    Ok(changed == 1)
}

/// A new first link, if there is no administrator; those printed before are no longer good.
///
/// # Errors
/// `SQLite`'s, or no randomness.
pub(crate) fn first<E>(connection: &Connection, now: i64) -> Result<Option<Secret>, E>
where
    E: From<StorageError> + From<NoRandomness>,
{
    connection
        .execute(
            "UPDATE invitation SET revoked = ?1 WHERE maker IS NULL AND used IS NULL AND revoked IS NULL",
            [now],
        )
        .map_err(StorageError::from)?;
    if people::administrators(connection)? > 0 {
        return Ok(None);
    }
    make(connection, Role::Administrator, "", None, now).map(|(_, secret)| Some(secret))
}
