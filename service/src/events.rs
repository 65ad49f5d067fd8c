//! Events and their files: what is stored and found again.

pub(crate) mod absences;
pub(crate) mod attachments;
pub(crate) mod boards;
pub(crate) mod files;
pub(crate) mod list_page;
pub(crate) mod live;
pub(crate) mod page;
pub(crate) mod rating_lists;
pub(crate) mod report_page;
pub(crate) mod result_cache;
pub(crate) mod results;
pub(crate) mod settings;
pub(crate) mod trf_cache;
pub(crate) mod upload;
pub(crate) mod upload_summary;

use rusqlite::{Connection, OptionalExtension, params};

use crate::events::upload_summary::{Account, Size};
use crate::keys::Key;
use crate::problem::Problem;
use crate::roles::Role;
use crate::storage::StorageError;

/// Bytes of a file are stored in pieces of this size.
pub(crate) const PIECE_BYTES: usize = 256 * 1024;

/// An event as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) id: i64,
    /// What its makers call it.
    pub(crate) name: String,
    /// When it was made.
    pub(crate) made: i64,
    /// Games found in its files.
    pub(crate) found: u64,
    /// Since when it is closed.
    pub(crate) closed: Option<i64>,
}

/// A name that an event had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormerName {
    pub(crate) name: String,
    pub(crate) until: i64,
    pub(crate) by: String,
}

/// A file of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) id: i64,
    /// Its name where it came from, without folders.
    pub(crate) name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub(crate) sha256: String,
    /// How many bytes.
    pub(crate) bytes: u64,
    /// What a first look at it gave.
    pub(crate) size: Size,
    pub(crate) made: i64,
}

pub(crate) fn make(connection: &Connection, name: &str, maker: i64, now: i64) -> Result<i64, StorageError> {
    connection
        .execute("INSERT INTO event (name, maker, made) VALUES (?1, ?2, ?3)", params![name, maker, now])?;
    Ok(connection.last_insert_rowid())
}

const LISTED: &str = "SELECT event.id, event.name, event.made, coalesce(event_account.found, 0), event.closed
                      FROM event LEFT JOIN event_account ON event_account.event = event.id";

fn listed(row: &rusqlite::Row<'_>) -> Result<Event, rusqlite::Error> {
    Ok(Event {
        id: row.get(0)?,
        name: row.get(1)?,
        made: row.get(2)?,
        found: row.get(3)?,
        closed: row.get(4)?,
    })
}

/// The event with a number.
pub(crate) fn by_id(connection: &Connection, id: i64) -> Result<Option<Event>, StorageError> {
    let sql = format!("{LISTED} WHERE event.id = ?1");
    Ok(connection.prepare_cached(&sql)?.query_row([id], listed).optional()?)
}

/// Gives an event another name; the one before is kept. Says whether that changed anything.
pub(crate) fn rename(
    connection: &Connection,
    id: i64,
    name: &str,
    person: i64,
    now: i64,
) -> Result<bool, StorageError> {
    connection.execute(
        "INSERT INTO event_former_name (event, name, until, person)
         SELECT id, name, ?3, ?4 FROM event WHERE id = ?1 AND name <> ?2",
        params![id, name, now, person],
    )?;
    let sql = "UPDATE event SET name = ?2 WHERE id = ?1 AND name <> ?2";
    Ok(connection.execute(sql, params![id, name])? == 1)
}

/// The names that an event had, newest first.
pub(crate) fn former_names(connection: &Connection, id: i64) -> Result<Vec<FormerName>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT event_former_name.name, until, person.name FROM event_former_name
         JOIN person ON person.id = event_former_name.person
         WHERE event = ?1 ORDER BY event_former_name.rowid DESC LIMIT 100",
    )?;
    let rows = statement
        .query_map([id], |row| Ok(FormerName { name: row.get(0)?, until: row.get(1)?, by: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Closes an event from an instant on, or opens it again. Says whether that changed anything.
pub(crate) fn set_closed(connection: &Connection, id: i64, since: Option<i64>) -> Result<bool, StorageError> {
    let changed = connection.execute(
        "UPDATE event SET closed = ?2 WHERE id = ?1 AND (closed IS NULL) <> (?2 IS NULL)",
        params![id, since],
    )?;
    Ok(changed == 1)
}

/// Since when an event is closed; `None` if it is open or not there.
pub(crate) fn closed(connection: &Connection, id: i64) -> Result<Option<i64>, StorageError> {
    let found = connection
        .prepare_cached("SELECT closed FROM event WHERE id = ?1")?
        .query_row([id], |row| row.get(0));
    Ok(found.optional()?.flatten())
}

/// Nothing if an event is open, else the refusal that people read.
///
/// # Errors
/// The event is closed, or `SQLite`'s.
pub(crate) fn open_or_refused(connection: &Connection, id: i64) -> Result<(), Problem> {
    match closed(connection, id)? {
        Some(_) => Err(Problem::refused(Key::RefusedClosed)),
        None => Ok(()),
    }
}

/// Events that have no chief arbiter who may sign in, each with the time when it was made.
pub(crate) fn without_chief(connection: &Connection) -> Result<Vec<(i64, i64)>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, made FROM event WHERE NOT EXISTS
         (SELECT 1 FROM membership JOIN person ON person.id = membership.person
          WHERE membership.event = event.id AND membership.role = ?1 AND person.disabled IS NULL)
         ORDER BY id",
    )?;
    let rows = statement.query_map([Role::ChiefArbiter.name()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The events that a person is a member of, newest first.
pub(crate) fn of_person(connection: &Connection, person: i64) -> Result<Vec<Event>, StorageError> {
    let sql = format!(
        "{LISTED} JOIN membership ON membership.event = event.id WHERE membership.person = ?1 ORDER BY event.id DESC"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([person], listed)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The files of an event, in the order in which they came.
pub(crate) fn files(connection: &Connection, event: i64) -> Result<Vec<File>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, name, sha256, bytes, games, unpacked, made FROM file WHERE event = ?1 ORDER BY id",
    )?;
    let rows = statement.query_map([event], |row| {
        Ok(File {
            id: row.get(0)?,
            name: row.get(1)?,
            sha256: row.get(2)?,
            bytes: row.get(3)?,
            size: Size { games: row.get(4)?, unpacked: row.get(5)? },
            made: row.get(6)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// One piece of a file of an event; `None` behind the last.
pub(crate) fn piece(
    connection: &Connection,
    event: i64,
    file: i64,
    piece: i64,
) -> Result<Option<Vec<u8>>, StorageError> {
    let found = connection
        .prepare_cached(
            "SELECT body FROM file_piece JOIN file ON file.id = file_piece.file
             WHERE file.event = ?1 AND file.id = ?2 AND piece = ?3",
        )?
        .query_row([event, file, piece], |row| row.get(0));
    Ok(found.optional()?)
}

/// What a file is, before its bytes are stored.
pub(crate) struct NewFile<'a> {
    pub(crate) name: &'a str,
    pub(crate) sha256: &'a str,
    pub(crate) bytes: u64,
    pub(crate) size: Size,
    /// Who brought it, a person or a token.
    pub(crate) uploader: Option<i64>,
    pub(crate) token: Option<i64>,
}

/// Stores a file with its bytes.
///
/// # Errors
/// `SQLite`'s, or what reading `bytes` fails with.
pub(crate) fn add_file(
    connection: &Connection,
    event: i64,
    file: &NewFile<'_>,
    bytes: &mut dyn std::io::Read,
    now: i64,
) -> Result<i64, StorageError> {
    connection.execute(
        "INSERT INTO file (event, name, sha256, bytes, games, unpacked, uploader, token, made)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            event,
            file.name,
            file.sha256,
            i64::try_from(file.bytes).unwrap_or(i64::MAX),
            file.size.games,
            i64::try_from(file.size.unpacked).unwrap_or(i64::MAX),
            file.uploader,
            file.token,
            now
        ],
    )?;
    let id = connection.last_insert_rowid();
    let mut insert =
        connection.prepare_cached("INSERT INTO file_piece (file, piece, body) VALUES (?1, ?2, ?3)")?;
    for piece in 0_i64.. {
        let mut body = Vec::new();
        let mut part = std::io::Read::take(&mut *bytes, PIECE_BYTES as u64);
        std::io::Read::read_to_end(&mut part, &mut body)
            .map_err(|error| StorageError::NotWritten(error.to_string()))?;
        if body.is_empty() {
            break;
        }
        insert.execute(params![id, piece, body])?;
    }
    Ok(id)
}

/// Stores what is in the files of an event, in place of what was known before.
pub(crate) fn set_account(
    connection: &Connection,
    event: i64,
    account: &Account,
    files: &[i64],
) -> Result<(), StorageError> {
    for table in ["event_account", "event_unscored", "event_quarantine"] {
        connection.execute(&format!("DELETE FROM {table} WHERE event = ?1"), [event])?;
    }
    connection.execute(
        "INSERT INTO event_account (event, found, games, unscored, quarantined, players, first_date, last_date)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            event,
            account.found(),
            account.games,
            account.unscored(),
            account.quarantined(),
            account.players,
            account.first_date,
            account.last_date
        ],
    )?;
    for (reason, games) in &account.unscored_by_reason {
        connection.execute(
            "INSERT INTO event_unscored (event, reason, games) VALUES (?1, ?2, ?3)",
            params![event, reason, games],
        )?;
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO event_quarantine (event, file, game, position, ply, token, reason)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for broken in &account.quarantine {
        let file = files.get(broken.file).ok_or(StorageError::Damaged { what: "a game of no file" })?;
        insert.execute(params![
            event,
            file,
            broken.game,
            i64::try_from(broken.offset).unwrap_or(i64::MAX),
            broken.ply,
            broken.token,
            broken.reason
        ])?;
    }
    boards::store(connection, event, &account.boards)
}

/// What is in the files of an event. The second lists the file of each game in quarantine by number.
pub(crate) fn account(connection: &Connection, event: i64) -> Result<Account, StorageError> {
    let mut account = connection
        .query_row(
            "SELECT games, players, first_date, last_date FROM event_account WHERE event = ?1",
            [event],
            |row| {
                Ok(Account {
                    games: row.get(0)?,
                    players: row.get(1)?,
                    first_date: row.get(2)?,
                    last_date: row.get(3)?,
                    ..Account::default()
                })
            },
        )
        .optional()?
        .unwrap_or_default();
    let mut statement = connection
        .prepare_cached("SELECT reason, games FROM event_unscored WHERE event = ?1 ORDER BY reason")?;
    let rows = statement.query_map([event], |row| Ok((row.get(0)?, row.get(1)?)))?;
    account.unscored_by_reason = rows.collect::<Result<_, _>>()?;
    let places: Vec<i64> = files(connection, event)?.iter().map(|file| file.id).collect();
    let mut statement = connection.prepare_cached(
        "SELECT file, game, position, ply, token, reason FROM event_quarantine WHERE event = ?1 ORDER BY file, game",
    )?;
    let mut rows = statement.query([event])?;
    while let Some(row) = rows.next()? {
        let file: i64 = row.get(0)?;
        let place = places.iter().position(|id| *id == file);
        account.quarantine.push(upload_summary::Broken {
            file: place.ok_or(StorageError::Damaged { what: "a game of no file" })?,
            game: row.get(1)?,
            offset: row.get(2)?,
            ply: row.get(3)?,
            token: row.get(4)?,
            reason: row.get(5)?,
        });
    }
    Ok(account)
}
