//! What an event is read with beside its games: an alias table, a tournament report, an opening book, and which ratings players
//! are held to.
//!
//! The same as `fairplay screen` and `fairplay test` take on the command line. Every file that was given is kept, because
//! results rest on it; of each kind the newest one that was not taken away counts.

use std::path::PathBuf;

use datasets::trf::{self, Encoding};
use datasets::{Aliases, Trf};
use pipeline::RatingChoice;
use rusqlite::{Connection, OptionalExtension, params};
use tempfile::TempDir;

use crate::audit::{self, Action, Actor, Record};
use crate::events;
use crate::events::rating_lists;
use crate::storage::{Storage, StorageError};

/// What counts when an event is read. When it changes, the event is read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// What the event is called.
    pub(crate) name: String,
    /// Number of its alias table.
    pub(crate) table: Option<i64>,
    /// Number of its opening book.
    pub(crate) book: Option<i64>,
    /// Which ratings its players are held to.
    pub(crate) rating: RatingChoice,
    /// SHA-256 of the rating lists, where those ratings are asked of them.
    pub(crate) lists: Vec<String>,
}

/// What kinds of files an event is given beside its games. The names are stored; they are never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Who is who, as people confirmed it.
    Aliases,
    /// The tournament report: who played whom, by the organisers.
    Report,
    /// An opening book: which positions had been played before.
    Book,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Aliases => "aliases",
            Self::Report => "report",
            Self::Book => "book",
        }
    }

    /// In the audit log: what it is called, and the actions of giving it and taking it away.
    fn logged(self) -> (&'static str, Action, Action) {
        match self {
            Self::Aliases => ("alias table", Action::AliasesSet, Action::AliasesRemoved),
            Self::Report => ("tournament report", Action::ReportSet, Action::ReportRemoved),
            Self::Book => ("opening book", Action::BookSet, Action::BookRemoved),
        }
    }
}

/// Such a file as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    pub(crate) id: i64,
    /// The name that it came with; only shown.
    pub(crate) name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub(crate) sha256: String,
    /// People in it, or positions.
    pub(crate) entries: u64,
    /// How its characters are written, where somebody said it.
    pub(crate) encoding: Option<String>,
    pub(crate) made: i64,
}

/// What counts for an event now.
///
/// # Errors
/// `SQLite`'s, or a choice that does not read.
pub(crate) fn known(connection: &Connection, event: i64) -> Result<Known, StorageError> {
    let name = events::by_id(connection, event)?.map(|event| event.name);
    let rating = rating(connection, event)?;
    let lists = if rating.asks_lists() { rating_lists::on_file(connection)? } else { Vec::new() };
    Ok(Known {
        lists: lists.into_iter().map(|list| list.sha256).collect(),
        name: name.unwrap_or_default(),
        table: given(connection, event, Kind::Aliases)?.map(|table| table.id),
        book: given(connection, event, Kind::Book)?.map(|book| book.id),
        rating,
    })
}

/// The file of a kind that counts for an event now.
pub(crate) fn given(connection: &Connection, event: i64, kind: Kind) -> Result<Option<Input>, StorageError> {
    let found = connection
        .prepare_cached(
            "SELECT id, name, sha256, entries, encoding, made FROM event_input
             WHERE event = ?1 AND kind = ?2 AND gone IS NULL",
        )?
        .query_row(params![event, kind.name()], |row| {
            Ok(Input {
                id: row.get(0)?,
                name: row.get(1)?,
                sha256: row.get(2)?,
                entries: row.get(3)?,
                encoding: row.get(4)?,
                made: row.get(5)?,
            })
        });
    Ok(found.optional()?)
}

/// A file on its way in.
#[derive(Clone, Debug)]
pub(crate) struct NewInput {
    pub(crate) kind: Kind,
    /// The name that it came with.
    pub(crate) name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub(crate) sha256: String,
    /// People in it, or positions.
    pub(crate) entries: u64,
    /// How its characters are written, where somebody said it.
    pub(crate) encoding: Option<Encoding>,
    /// Its bytes, which read as what it is.
    pub(crate) body: Vec<u8>,
}

/// Gives an event a file in place of the one of its kind before, and notes it in the audit log.
pub(crate) fn give(
    connection: &Connection,
    event: i64,
    new: &NewInput,
    person: i64,
    now: i64,
) -> Result<(), StorageError> {
    gone(connection, event, new.kind, now)?;
    connection.execute(
        "INSERT INTO event_input (event, kind, name, sha256, entries, encoding, body, person, made)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            event,
            new.kind.name(),
            new.name,
            new.sha256,
            i64::try_from(new.entries).unwrap_or(i64::MAX),
            new.encoding.map(Encoding::as_str),
            new.body,
            person,
            now
        ],
    )?;
    let (what, action, _) = new.kind.logged();
    let record = Record {
        actor: Actor::Person(person),
        action,
        event: Some(event),
        subject: format!("{what} {}", connection.last_insert_rowid()),
        detail: format!("sha256 {}", new.sha256),
    };
    audit::append(connection, now, record)
}

/// Takes the file of a kind away from an event, and notes it in the audit log. Says whether there was one.
pub(crate) fn take(
    connection: &Connection,
    event: i64,
    kind: Kind,
    person: i64,
    now: i64,
) -> Result<bool, StorageError> {
    let was_there = gone(connection, event, kind, now)?;
    if was_there {
        let record = Record {
            actor: Actor::Person(person),
            action: kind.logged().2,
            event: Some(event),
            subject: format!("event {event}"),
            detail: String::new(),
        };
        audit::append(connection, now, record)?;
    }
    Ok(was_there)
}

fn gone(connection: &Connection, event: i64, kind: Kind, now: i64) -> Result<bool, StorageError> {
    let sql = "UPDATE event_input SET gone = ?3 WHERE event = ?1 AND kind = ?2 AND gone IS NULL";
    Ok(connection.execute(sql, params![event, kind.name(), now])? > 0)
}

/// The bytes of a file of an event, whether it still counts or not.
///
/// # Errors
/// `SQLite`'s, or no such file.
pub(crate) fn body(connection: &Connection, event: i64, id: i64) -> Result<Vec<u8>, StorageError> {
    Ok(connection
        .prepare_cached("SELECT body FROM event_input WHERE event = ?1 AND id = ?2")?
        .query_row([event, id], |row| row.get(0))?)
}

/// Which ratings the players of an event are held to.
///
/// # Errors
/// `SQLite`'s, or a choice that does not read.
pub(crate) fn rating(connection: &Connection, event: i64) -> Result<RatingChoice, StorageError> {
    let stored: Option<String> = connection
        .prepare_cached("SELECT choice FROM rating_choice WHERE event = ?1")?
        .query_row([event], |row| row.get(0))
        .optional()?;
    let Some(stored) = stored else {
        return Ok(RatingChoice::default());
    };
    serde_json::from_str(&stored).map_err(|_| StorageError::Damaged { what: "a choice of ratings" })
}

/// Events whose ratings are asked of the rating lists.
///
/// # Errors
/// `SQLite`'s, or a choice that does not read.
pub(crate) fn asking_lists(connection: &Connection) -> Result<Vec<i64>, StorageError> {
    let mut statement = connection.prepare_cached("SELECT event FROM rating_choice ORDER BY event")?;
    let events = statement.query_map([], |row| row.get::<_, i64>(0))?;
    let mut asking = Vec::new();
    for event in events {
        let event = event?;
        if rating(connection, event)?.asks_lists() {
            asking.push(event);
        }
    }
    Ok(asking)
}

/// Says which ratings the players of an event are held to.
pub(crate) fn set_rating(
    connection: &Connection,
    event: i64,
    choice: &RatingChoice,
) -> Result<(), StorageError> {
    let text =
        serde_json::to_string(choice).map_err(|_| StorageError::Damaged { what: "a choice of ratings" })?;
    connection.execute(
        "INSERT INTO rating_choice (event, choice) VALUES (?1, ?2)
         ON CONFLICT (event) DO UPDATE SET choice = excluded.choice",
        params![event, text],
    )?;
    Ok(())
}

/// Why a stored file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// It cannot be written beside the file to be read.
    #[error("a file of an event could not be written to be read: {0}")]
    Write(#[from] std::io::Error),
    /// It reads no more.
    #[error(transparent)]
    Alias(#[from] datasets::players::AliasError),
    /// It reads no more.
    #[error(transparent)]
    Report(#[from] trf::TrfError),
}

/// A stored alias table, read as the command reads its file, so that it becomes an input of the result.
///
/// # Errors
/// A table that is not there or does not read.
pub(crate) fn aliases(storage: &Storage, event: i64, table: Option<i64>) -> Result<Aliases, InputError> {
    let Some(id) = table else {
        return Ok(Aliases::default());
    };
    let body = storage.read_now(|c| body(c, event, id))?;
    let folder = events::upload::beside(storage)?;
    let path = folder.path().join("aliases.toml");
    std::fs::write(&path, body)?;
    Ok(Aliases::load(&path)?)
}

/// A stored opening book beside the storage, where it can be read. It is gone with this.
pub(crate) struct BookFile {
    _folder: TempDir,
    pub(crate) path: PathBuf,
}

/// Writes a stored opening book to be read.
///
/// # Errors
/// A book that is not there, or what stands in the way of writing it.
pub(crate) fn book(storage: &Storage, event: i64, book: Option<i64>) -> Result<Option<BookFile>, InputError> {
    let Some(id) = book else { return Ok(None) };
    let body = storage.read_now(|c| body(c, event, id))?;
    let folder = events::upload::beside(storage)?;
    let path = folder.path().join("opening.book");
    std::fs::write(&path, body)?;
    Ok(Some(BookFile { _folder: folder, path }))
}

/// The tournament report that counts for an event now, read as the command reads its file.
///
/// # Errors
/// A report that does not read.
pub(crate) fn report(storage: &Storage, event: i64) -> Result<Option<(Input, Trf)>, InputError> {
    let found = storage.read_now(|c| -> Result<_, StorageError> {
        let Some(input) = given(c, event, Kind::Report)? else {
            return Ok(None);
        };
        let body = body(c, event, input.id)?;
        Ok(Some((input, body)))
    })?;
    let Some((input, body)) = found else {
        return Ok(None);
    };
    let encoding = input.encoding.as_deref().and_then(encoding);
    let report = trf::read(&input.name, &body, encoding)?;
    Ok(Some((input, report)))
}

/// How the characters of a report may be written.
pub(crate) const ENCODINGS: [Encoding; 4] =
    [Encoding::Utf8, Encoding::Windows1250, Encoding::Windows1251, Encoding::Windows1252];

/// An encoding by its name.
pub(crate) fn encoding(name: &str) -> Option<Encoding> {
    ENCODINGS.into_iter().find(|known| known.as_str() == name)
}
