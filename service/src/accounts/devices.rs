//! Browsers in which somebody signed in before (device cookies,
//! <https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies>).
//!
//! Wrong passwords of such a browser for that person have a count of their own, so that others at the same address, such as a
//! playing hall, cannot close the sign-in for it. It lets nobody in.

use rusqlite::{Connection, params};

use crate::accounts::secret::Secret;
use crate::clock::DAY;
use crate::store::Result;
use crate::store::change::Change;

/// A browser is known for so many seconds.
pub(crate) const GOOD_FOR: i64 = 365 * DAY;
/// Most browsers of one person: the newest.
const MAX: i64 = 20;

/// Whether a person signed in with this browser.
pub(crate) fn is_known(c: &Connection, secret: &Secret, person: i64, now: i64) -> Result<bool> {
    let sql = "SELECT 1 FROM device WHERE hash = ?1 AND person = ?2 AND made > ?3";
    let oldest = now.saturating_sub(GOOD_FOR);
    Ok(c.prepare_cached(sql)?.exists(params![secret.hash(), person, oldest])?)
}

/// Makes a browser known.
pub(crate) fn add(c: &Change<'_>, person: i64) -> Result<Secret> {
    let secret = Secret::generate()?;
    let sql = "INSERT INTO device (hash, person, made) VALUES (?1, ?2, ?3)";
    c.execute(sql, params![secret.hash(), person, c.now])?;
    let sql = "DELETE FROM device WHERE person = ?1 AND hash NOT IN
               (SELECT hash FROM device WHERE person = ?1 ORDER BY made DESC LIMIT ?2)";
    c.execute(sql, [person, MAX])?;
    Ok(secret)
}

/// Forgets all browsers of a person.
pub(crate) fn forget(c: &Connection, person: i64) -> Result<()> {
    c.execute("DELETE FROM device WHERE person = ?1", [person])?;
    Ok(())
}
