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
use crate::store::change::Change;
use crate::store::{self, Result};

/// The printed link is good for so many seconds; a restart prints a new one.
const FIRST_GOOD_FOR: i64 = DAY;
const GOOD_FOR: i64 = 7 * DAY;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Invitation {
    pub(crate) id: i64,
    pub(crate) role: Role,
    /// For whom it was meant, in the words of who made it; empty for the first.
    pub(crate) note: String,
    pub(crate) expires: i64,
}

/// Makes an invitation; only the service makes one without a person, the first.
pub(crate) fn make(c: &Change<'_>, role: Role, note: &str) -> Result<(i64, Secret)> {
    let secret = Secret::generate()?;
    let good_for = if c.person().is_some() { GOOD_FOR } else { FIRST_GOOD_FOR };
    let expires = c.now.saturating_add(good_for);
    let sql =
        "INSERT INTO invitation (hash, role, note, maker, made, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    c.execute(sql, params![secret.hash(), role.into_str(), note, c.person(), c.now, expires])?;
    Ok((c.last_insert_rowid(), secret))
}

/// The invitation of a secret, if it is still good.
pub(crate) fn find(c: &Connection, secret: &Secret, now: i64) -> Result<Option<Invitation>> {
    let sql = "SELECT id, role, note, expires FROM invitation
               WHERE hash = ?1 AND used IS NULL AND revoked IS NULL AND expires > ?2";
    store::row(c, sql, params![secret.hash(), now])
}

/// Invitations that are still good, the first one's aside, newest first.
pub(crate) fn open(c: &Connection, now: i64) -> Result<Vec<Invitation>> {
    let sql = "SELECT id, role, note, expires FROM invitation
               WHERE used IS NULL AND revoked IS NULL AND expires > ?1 AND maker IS NOT NULL ORDER BY id DESC";
    store::rows(c, sql, [now])
}

pub(crate) fn used(c: &Change<'_>, id: i64, person: i64) -> Result<()> {
    c.execute("UPDATE invitation SET used = ?2, person = ?3 WHERE id = ?1", params![id, c.now, person])?;
    Ok(())
}

/// Whether a person invited another one, directly or through others.
pub(crate) fn has_invited(c: &Connection, person: i64, other: i64) -> Result<bool> {
    let sql = "WITH RECURSIVE guest (id) AS (
                   SELECT person FROM invitation WHERE maker = ?1 AND person IS NOT NULL
                   UNION SELECT person FROM invitation JOIN guest ON maker = guest.id WHERE person IS NOT NULL)
               SELECT 1 FROM guest WHERE id = ?2";
    Ok(c.prepare_cached(sql)?.exists([person, other])?)
}

/// Takes an invitation back. Says whether there was one to take back.
pub(crate) fn revoke(c: &Change<'_>, id: i64) -> Result<bool> {
    let sql = "UPDATE invitation SET revoked = ?2 WHERE id = ?1 AND used IS NULL AND revoked IS NULL";
    Ok(c.execute(sql, params![id, c.now])? == 1)
}

/// A new first link, if there is no administrator; those printed before are no longer good.
pub(crate) fn first(c: &Change<'_>) -> Result<Option<Secret>> {
    let sql = "UPDATE invitation SET revoked = ?1 WHERE maker IS NULL AND used IS NULL AND revoked IS NULL";
    c.execute(sql, [c.now])?;
    if people::has_administrator(c)? {
        return Ok(None);
    }
    make(c, Role::Administrator, "").map(|(_, secret)| Some(secret))
}
