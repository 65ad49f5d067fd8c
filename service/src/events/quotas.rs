//! What one person may bring in a time, so that nobody fills the disk for everybody else.
//!
//! What a token brings counts for the person who made the token.

use std::path::Path;

use rusqlite::{Connection, params};

use crate::clock::DAY;
use crate::keys::Key;
use crate::store::audit::Actor;
use crate::store::{Result, VERSIONS, live_folder, row, rows};
use crate::web::Problem;
use crate::web::limits::Limits;

/// Most sources that are followed at once: each look has a thread of its own.
pub(crate) const MAX_SOURCES: usize = 128;
/// The time within which the versions of followed games count.
const MONTH: i64 = 30 * DAY;
const MIB: u64 = 1024 * 1024;

/// The limit is named in the refusal.
fn held(count: u64, limit: u64, why: Key, unit: u64) -> Result<(), Problem> {
    if count <= limit {
        return Ok(());
    }
    Err(Problem::Refused { why, detail: Some((limit / unit).to_string().into()) })
}

fn number(c: &Connection, sql: &str, values: impl rusqlite::Params) -> Result<u64> {
    Ok(row(c, sql, values)?.unwrap_or(0))
}

/// Whether somebody may bring a file of so many bytes now.
pub(crate) fn may_bring(
    c: &Connection,
    limits: &Limits,
    actor: Actor,
    bytes: u64,
    now: i64,
) -> Result<(), Problem> {
    let (person, token) = actor.numbers();
    let maker = || row::<i64>(c, "SELECT maker FROM api_token WHERE id = ?1", [token]);
    let Some(person) = person.map_or_else(maker, |person| Ok(Some(person)))? else {
        return Ok(());
    };
    let since = now.saturating_sub(DAY);
    let sql = "SELECT file.bytes FROM file LEFT JOIN api_token ON api_token.id = file.token
               WHERE file.made > ?2 AND coalesce(file.uploader, api_token.maker) = ?1
               UNION ALL SELECT length(body) FROM event_input WHERE made > ?2 AND person = ?1";
    let brought: Vec<u64> = rows(c, sql, [person, since])?;
    let files = brought.len() as u64 + 1;
    held(files, limits.files_a_day.into(), Key::RefusedFilesADay, 1)?;
    let sum = brought.iter().fold(bytes, |sum, bytes| sum.saturating_add(*bytes));
    held(sum, limits.bytes_a_day, Key::RefusedBytesADay, MIB)
}

/// Whether a person may make an event now.
pub(crate) fn may_make(c: &Connection, limits: &Limits, person: i64, now: i64) -> Result<(), Problem> {
    let sql = "SELECT count(*) FROM event WHERE maker = ?1 AND made > ?2";
    let made = number(c, sql, params![person, now.saturating_sub(DAY)])?;
    held(made + 1, limits.events_a_day.into(), Key::RefusedEventsADay, 1)
}

/// Whether a person may follow one more source now. `data` is the file of the service: the versions lie beside it.
pub(crate) fn may_follow(
    c: &Connection,
    limits: &Limits,
    person: i64,
    now: i64,
    data: &Path,
) -> Result<(), Problem> {
    let all = number(c, "SELECT count(*) FROM live_source WHERE stopped IS NULL", [])?;
    held(all + 1, MAX_SOURCES as u64, Key::RefusedManySources, 1)?;
    let of_person = "live_source JOIN event ON event.id = live_source.event WHERE event.maker = ?1";
    let own = number(c, &format!("SELECT count(*) FROM {of_person} AND stopped IS NULL"), [person])?;
    held(own + 1, limits.sources_of_one.into(), Key::RefusedOwnSources, 1)?;
    let sql = format!("SELECT event.id FROM {of_person} AND live_source.made > ?2");
    let events: Vec<i64> = rows(c, &sql, [person, now.saturating_sub(MONTH)])?;
    let size = |event: &i64| {
        let log = live_folder(data).join(event.to_string()).join(VERSIONS);
        log.metadata().map_or(0, |log| log.len())
    };
    let versions = events.iter().map(size).fold(0_u64, u64::saturating_add);
    held(versions, limits.version_bytes, Key::RefusedVersions, MIB)
}
