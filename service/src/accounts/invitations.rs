//! Links that make a person, each good once and for a limited time.
//!
//! The first one, printed when the service starts without an administrator, makes the administrator. What a link is good
//! for stands in the file; the link itself does not, only its hash.

use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::accounts::people;
use crate::accounts::roles::Role;
use crate::accounts::secret::Secret;
use crate::clock::DAY;
use crate::store::{self, StorageError};

/// The printed link is good for so many seconds; a restart prints a new one.
pub(crate) const FIRST_GOOD_FOR: i64 = DAY;
/// Other invitations are good for so many seconds.
pub(crate) const GOOD_FOR: i64 = 7 * DAY;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Invitation {
    pub(crate) id: i64,
    /// Role at large of who uses it.
    pub(crate) role: Role,
    /// For whom it was meant, in the words of who made it; empty for the first.
    pub(crate) note: String,
    pub(crate) expires: i64,
}

/// Makes an invitation; `maker` is absent for the first.
pub(crate) fn make(
    connection: &Connection,
    role: Role,
    note: &str,
    maker: Option<i64>,
    now: i64,
) -> Result<(i64, Secret), StorageError> {
    let secret = Secret::generate()?;
    let good_for = if maker.is_some() { GOOD_FOR } else { FIRST_GOOD_FOR };
    let sql =
        "INSERT INTO invitation (hash, role, note, maker, made, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let values = params![secret.hash(), role.name(), note, maker, now, now.saturating_add(good_for)];
    connection.execute(sql, values)?;
    Ok((connection.last_insert_rowid(), secret))
}

/// The invitation of a secret, if it is still good.
pub(crate) fn find(c: &Connection, secret: &Secret, now: i64) -> Result<Option<Invitation>, StorageError> {
    let sql = "SELECT id, role, note, expires FROM invitation
               WHERE hash = ?1 AND used IS NULL AND revoked IS NULL AND expires > ?2";
    store::row(c, sql, params![secret.hash(), now])
}

/// Invitations that are still good, the first one's aside, newest first.
pub(crate) fn open(c: &Connection, now: i64) -> Result<Vec<Invitation>, StorageError> {
    let sql = "SELECT id, role, note, expires FROM invitation
               WHERE used IS NULL AND revoked IS NULL AND expires > ?1 AND maker IS NOT NULL ORDER BY id DESC";
    store::rows(c, sql, [now])
}

pub(crate) fn used(c: &Connection, id: i64, person: i64, now: i64) -> Result<(), StorageError> {
    c.execute("UPDATE invitation SET used = ?2, person = ?3 WHERE id = ?1", params![id, now, person])?;
    Ok(())
}

/// Takes an invitation back. Says whether there was one to take back.
pub(crate) fn revoke(c: &Connection, id: i64, now: i64) -> Result<bool, StorageError> {
    let sql = "UPDATE invitation SET revoked = ?2 WHERE id = ?1 AND used IS NULL AND revoked IS NULL";
    Ok(c.execute(sql, params![id, now])? == 1)
}

/// A new first link, if there is no administrator; those printed before are no longer good.
pub(crate) fn first(connection: &Connection, now: i64) -> Result<Option<Secret>, StorageError> {
    let sql = "UPDATE invitation SET revoked = ?1 WHERE maker IS NULL AND used IS NULL AND revoked IS NULL";
    connection.execute(sql, [now])?;
    if people::has_administrator(connection)? {
        return Ok(None);
    }
    make(connection, Role::Administrator, "", None, now).map(|(_, secret)| Some(secret))
}
