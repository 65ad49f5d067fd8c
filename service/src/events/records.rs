//! Events and their files as they are stored.

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use crate::accounts::members;
use crate::accounts::roles::Role;
use crate::clock;
use crate::events::upload_summary::UploadSummary;
use crate::keys::Key;
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::store::{Result, blob, from_json, row, rows, to_json};
use crate::web::Problem;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Event {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) made: i64,
    pub(crate) found: u64,
    pub(crate) closed: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct FormerName {
    pub(crate) name: String,
    pub(crate) until: i64,
    pub(crate) by: String,
}

/// The size of a file of games, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Size {
    /// Games found, of every kind.
    pub(crate) games: u32,
    /// Bytes after unpacking, up to the beginning of its last game.
    pub(crate) unpacked: u64,
}

/// A file as it is stored, and as programs read of it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct File {
    pub(crate) id: i64,
    /// Its name where it came from, without folders.
    pub(crate) name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub(crate) sha256: String,
    pub(crate) bytes: u64,
    #[serde(flatten, skip_serializing)]
    pub(crate) size: Size,
    #[serde(rename(serialize = "uploaded"), serialize_with = "clock::as_timestamp")]
    pub(crate) made: i64,
}

/// Makes an event whose maker is its chief arbiter.
pub(crate) fn make(c: &Change<'_>, name: &str, maker: i64) -> Result<i64> {
    c.execute("INSERT INTO event (name, maker, made) VALUES (?1, ?2, ?3)", params![name, maker, c.now])?;
    let event = c.last_insert_rowid();
    members::set(c, Place::Event(event), maker, Role::ChiefArbiter)?;
    c.at(Place::Event(event)).log(Action::EventMade, format!("event {event}"), "")?;
    Ok(event)
}

const LISTED: &str =
    "SELECT event.id, event.name, event.made, coalesce(event_summary.found, 0) AS found, event.closed
                      FROM event LEFT JOIN event_summary ON event_summary.event = event.id";

pub(crate) fn by_id(c: &Connection, id: i64) -> Result<Option<Event>> {
    row(c, &format!("{LISTED} WHERE event.id = ?1"), [id])
}

/// Gives an event another name; the one before is kept. Says whether that changed anything.
pub(crate) fn rename(c: &Change<'_>, name: &str) -> Result<bool> {
    c.execute(
        "INSERT INTO event_former_name (event, name, until, person)
         SELECT id, name, ?3, ?4 FROM event WHERE id = ?1 AND name <> ?2",
        params![c.id(), name, c.now, c.person()],
    )?;
    let sql = "UPDATE event SET name = ?2 WHERE id = ?1 AND name <> ?2";
    Ok(c.execute(sql, params![c.id(), name])? == 1)
}

pub(crate) fn former_names(c: &Connection, id: i64) -> Result<Vec<FormerName>> {
    let sql = "SELECT event_former_name.name, until, person.name AS by FROM event_former_name
               JOIN person ON person.id = event_former_name.person
               WHERE event = ?1 ORDER BY event_former_name.rowid DESC LIMIT 100";
    rows(c, sql, [id])
}

/// Closes an event from an instant on, or opens it again. Says whether that changed anything.
pub(crate) fn set_closed(c: &Connection, id: i64, since: Option<i64>) -> Result<bool> {
    let sql = "UPDATE event SET closed = ?2 WHERE id = ?1 AND (closed IS NULL) <> (?2 IS NULL)";
    Ok(c.execute(sql, params![id, since])? == 1)
}

pub(crate) fn open_or_refused(c: &Connection, id: i64) -> Result<(), Problem> {
    match by_id(c, id)?.and_then(|event| event.closed) {
        Some(_) => Err(Problem::refused(Key::RefusedClosed)),
        None => Ok(()),
    }
}

/// Events that have no chief arbiter who may sign in, each with the time when it was made.
pub(crate) fn without_chief(c: &Connection) -> Result<Vec<(i64, i64)>> {
    let sql = "SELECT id, made FROM event WHERE NOT EXISTS
               (SELECT 1 FROM membership JOIN person ON person.id = membership.person
                WHERE membership.event = event.id AND membership.role = ?1 AND person.disabled IS NULL)
               ORDER BY id";
    rows(c, sql, [Role::ChiefArbiter.into_str()])
}

/// Other events of a person that hold a file of this one, byte for byte, oldest first.
pub(crate) fn with_same_files(c: &Connection, event: i64, person: i64) -> Result<Vec<(i64, String)>> {
    let sql = "SELECT DISTINCT event.id, event.name FROM file AS own JOIN file AS other USING (sha256)
               JOIN event ON event.id = other.event JOIN membership ON membership.event = event.id
               WHERE own.event = ?1 AND other.event <> ?1 AND membership.person = ?2 ORDER BY event.id";
    rows(c, sql, [event, person])
}

pub(crate) fn of_person(c: &Connection, person: i64) -> Result<Vec<Event>> {
    let member = "JOIN membership ON membership.event = event.id WHERE membership.person = ?1";
    rows(c, &format!("{LISTED} {member} ORDER BY event.id DESC"), [person])
}

pub(crate) fn files(c: &Connection, event: i64) -> Result<Vec<File>> {
    let sql = "SELECT id, name, sha256, bytes, games, unpacked, made FROM file WHERE event = ?1 ORDER BY id";
    rows(c, sql, [event])
}

/// One piece of a file; `None` behind the last.
pub(crate) fn piece(c: &Connection, file: i64, piece: i64) -> Result<Option<Vec<u8>>> {
    blob(c, "SELECT body FROM file_piece WHERE file = ?1 AND piece = ?2", [file, piece])
}

/// Stores the summary of an event's files in place of the one before.
pub(crate) fn set_summary(c: &Connection, event: i64, summary: &UploadSummary) -> Result<()> {
    c.execute(
        "INSERT INTO event_summary (event, found, summary) VALUES (?1, ?2, ?3)
         ON CONFLICT (event) DO UPDATE SET found = excluded.found, summary = excluded.summary",
        params![event, summary.total(), to_json(summary)?],
    )?;
    Ok(())
}

pub(crate) fn summary(c: &Connection, event: i64) -> Result<UploadSummary> {
    let stored: Option<String> = row(c, "SELECT summary FROM event_summary WHERE event = ?1", [event])?;
    stored.map_or_else(|| Ok(UploadSummary::default()), |text| from_json(&text, "a summary of files"))
}
