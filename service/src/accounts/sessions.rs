//! Sessions: from signing in to signing out.
//!
//! The browser keeps a secret in a cookie, the file keeps its hash. A session ends after some time without a request, at the
//! latest some hours after it began, with a change of the password, and when its person is disabled. For administrators and
//! members of cases both times are those of ASVS 4.0.3, level 2 (3.3.2).

use std::net::IpAddr;

use rusqlite::{Connection, params};
use serde::Deserialize;
use uci_pool::hex;

use crate::accounts::people::{self, Person};
use crate::accounts::second_factor;
use crate::accounts::secret::Secret;
use crate::accounts::wrong_codes;
use crate::clock::{HOUR, MINUTE};
use crate::store::audit::{SESSION, SESSION_NAME};
use crate::store::change::Change;
use crate::store::{self, Result};

/// A session ends after so many seconds without a request: a break between rounds is shorter.
pub(crate) const MAX_IDLE: i64 = 4 * HOUR;
/// A session ends so many seconds after it began: the longest day in a playing hall.
pub(crate) const MAX_AGE: i64 = 16 * HOUR;
/// The same two for those who have to have a second factor.
pub(crate) const MAX_IDLE_WITH_FACTOR: i64 = 30 * MINUTE;
pub(crate) const MAX_AGE_WITH_FACTOR: i64 = 12 * HOUR;
/// A session that began so many seconds after now was made before the clock of the machine was set back: its age is unknown.
const MAX_AHEAD: i64 = 5 * MINUTE;
/// The last request is noted at most so often, so that reading pages does not become writing.
const NOTED_EVERY: i64 = 5 * MINUTE;

#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) person: Person,
    /// When the password was last given in it.
    pub(crate) confirmed: i64,
    /// What was before it, until it was shown.
    pub(crate) before: Option<Before>,
    /// The person has to have a second factor.
    pub(crate) needs_factor: bool,
    /// The last request was long enough ago to be noted anew.
    pub(crate) to_note: bool,
}

/// What was before a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Before {
    /// When the sign-in before it was.
    pub(crate) at: i64,
    pub(crate) from: String,
    /// Wrong codes since then after the right password.
    pub(crate) wrong_codes: i64,
}

/// Begins a session from a network address.
pub(crate) fn begin(c: &Change<'_>, person: i64, address: IpAddr) -> Result<Secret> {
    let (secret, address) = (Secret::generate()?, address.to_canonical().to_string());
    let sql =
        "INSERT INTO session (hash, person, made, seen, confirmed, address, before, before_from, wrong_codes)
               SELECT ?1, id, ?3, ?3, ?3, ?4, signed_in, signed_in_from, ?5 FROM person WHERE id = ?2";
    let wrong_codes = wrong_codes::untold(c, person)?;
    c.execute(sql, params![secret.hash(), person, c.now, address, wrong_codes])?;
    let sql = "UPDATE person SET signed_in = ?2, signed_in_from = ?3 WHERE id = ?1";
    c.execute(sql, params![person, c.now, address])?;
    Ok(secret)
}

/// Notes that what was before a session was shown.
pub(crate) fn note_shown(c: &Change<'_>, secret: &Secret) -> Result<()> {
    c.execute("UPDATE session SET before = NULL WHERE hash = ?1", [secret.hash()])?;
    Ok(())
}

/// A session as its person sees it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OwnSession {
    /// The beginning of its hash: it opens nothing.
    pub(crate) name: String,
    pub(crate) made: i64,
    pub(crate) seen: i64,
    pub(crate) address: String,
    pub(crate) is_this: bool,
}

/// A session that has just begun, as the log has it: by the first eight bytes of its hash, which no other secret can be found for.
pub(crate) fn log_detail(secret: &Secret) -> String {
    let hash = secret.hash();
    format!("{SESSION}{}", hex(hash.get(..8).unwrap_or(&hash)))
}

/// The sessions of a person that have not ended, newest first; `secret` is that of the present one.
pub(crate) fn of_person(
    c: &Connection,
    person: &Person,
    secret: &Secret,
    now: i64,
) -> Result<Vec<OwnSession>> {
    let (max_idle, max_age) = limits(second_factor::is_needed(c, person)?);
    let sql = format!(
        "SELECT {SESSION_NAME} AS name, made, seen, address, hash = ?2 AS is_this FROM session
         WHERE person = ?1 AND made > ?3 AND seen > ?4 ORDER BY made DESC, hash"
    );
    let [oldest, idle] = [now.saturating_sub(max_age), now.saturating_sub(max_idle)];
    store::rows(c, &sql, params![person.id, secret.hash(), oldest, idle])
}

/// Ends one session of a person by its name; says whether there was one.
pub(crate) fn end_named(c: &Connection, person: i64, name: &str) -> Result<bool> {
    let sql = format!("DELETE FROM session WHERE person = ?1 AND {SESSION_NAME} = ?2");
    Ok(c.execute(&sql, params![person, name])? > 0)
}

/// Ends all sessions of a person but one.
pub(crate) fn end_others(c: &Connection, person: i64, secret: &Secret) -> Result<()> {
    c.execute("DELETE FROM session WHERE person = ?1 AND hash <> ?2", params![person, secret.hash()])?;
    Ok(())
}

fn limits(with_factor: bool) -> (i64, i64) {
    if with_factor { (MAX_IDLE_WITH_FACTOR, MAX_AGE_WITH_FACTOR) } else { (MAX_IDLE, MAX_AGE) }
}

pub(crate) fn find(c: &Connection, secret: &Secret, now: i64) -> Result<Option<Session>> {
    let sql =
        "SELECT person, made, seen, confirmed, before, before_from, wrong_codes FROM session WHERE hash = ?1";
    let found = store::row::<(i64, i64, i64, i64, Option<i64>, String, i64)>(c, sql, [secret.hash()])?;
    let Some((person, made, seen, confirmed, before, from, wrong_codes)) = found else { return Ok(None) };
    let person = people::by_id(c, person)?.filter(|person| person.disabled.is_none());
    let Some(person) = person else { return Ok(None) };
    let needs_factor = second_factor::is_needed(c, &person)?;
    let (max_idle, max_age) = limits(needs_factor);
    let ahead = made.max(seen) > now.saturating_add(MAX_AHEAD);
    if ahead || now >= made.saturating_add(max_age) || now >= seen.saturating_add(max_idle) {
        return Ok(None);
    }
    let to_note = now >= seen.saturating_add(NOTED_EVERY);
    let before = before.map(|at| Before { at, from, wrong_codes });
    Ok(Some(Session { person, confirmed, before, needs_factor, to_note }))
}

/// Notes that the password was given again.
pub(crate) fn confirm(c: &Change<'_>, secret: &Secret) -> Result<()> {
    c.execute("UPDATE session SET confirmed = ?2 WHERE hash = ?1", params![secret.hash(), c.now])?;
    Ok(())
}

pub(crate) fn note(c: &Change<'_>, secret: &Secret) -> Result<()> {
    c.execute("UPDATE session SET seen = ?2 WHERE hash = ?1 AND seen < ?2", params![secret.hash(), c.now])?;
    Ok(())
}

pub(crate) fn end(c: &Connection, secret: &Secret) -> Result<()> {
    c.execute("DELETE FROM session WHERE hash = ?1", [secret.hash()])?;
    Ok(())
}

pub(crate) fn end_all(c: &Connection, person: i64) -> Result<()> {
    c.execute("DELETE FROM session WHERE person = ?1", [person])?;
    Ok(())
}

pub(crate) fn sweep(c: &Change<'_>) -> Result<()> {
    let sql = "DELETE FROM session WHERE made <= ?1 OR seen <= ?2 OR max(made, seen) > ?3";
    let [oldest, idle, ahead] =
        [c.now.saturating_sub(MAX_AGE), c.now.saturating_sub(MAX_IDLE), c.now.saturating_add(MAX_AHEAD)];
    c.execute(sql, [oldest, idle, ahead])?;
    Ok(())
}
