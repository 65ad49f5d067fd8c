//! Attachments: an alias table, a tournament report and an opening book of an event, and which ratings its players are held to.
//!
//! The same as `fairplay screen` and `fairplay test` take on the command line. Every file that was given is kept, because
//! results rest on it; of each kind the newest one that was not taken away counts.

use std::error::Error;

use datasets::ratings::list::{IndexError, StoredList, stored};
use datasets::tournament::trf::{self, Encoding};
use datasets::{Aliases, Trf};
use pipeline::RatingChoice;
use rusqlite::{Connection, params};
use serde::Deserialize;
use strum::IntoStaticStr;

use crate::events::temporary::TemporaryFile;
use crate::store::audit::Action;
use crate::store::change::Change;
use crate::store::{Result, Storage, StorageError, from_json, row, rows, to_json};

/// Kinds of attachments. The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Kind {
    /// Who is who, as people confirmed it.
    Aliases,
    /// The tournament report: who played whom, by the organisers.
    Report,
    /// An opening book: which positions had been played before.
    Book,
}

impl Kind {
    /// In the audit log: its name, and the actions of giving it and taking it away.
    fn logged(self) -> (&'static str, Action, Action) {
        match self {
            Self::Aliases => ("alias table", Action::AliasesSet, Action::AliasesRemoved),
            Self::Report => ("tournament report", Action::ReportSet, Action::ReportRemoved),
            Self::Book => ("opening book", Action::BookSet, Action::BookRemoved),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Attachment {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub(crate) sha256: String,
    /// People in it, or positions.
    pub(crate) entries: u64,
    pub(crate) encoding: Option<String>,
    pub(crate) made: i64,
}

pub(crate) fn given(c: &Connection, event: i64, kind: Kind) -> Result<Option<Attachment>> {
    let sql = "SELECT id, name, sha256, entries, encoding, made FROM event_input
               WHERE event = ?1 AND kind = ?2 AND gone IS NULL";
    row(c, sql, params![event, kind.into_str()])
}

#[derive(Clone, Debug)]
pub(crate) struct NewAttachment {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) sha256: String,
    pub(crate) entries: u64,
    pub(crate) encoding: Option<Encoding>,
    /// Its bytes, which read as what it is.
    pub(crate) body: Vec<u8>,
}

/// Gives an event a file in place of the one of its kind before, and notes it in the audit log.
pub(crate) fn give(c: &Change<'_>, new: &NewAttachment) -> Result<()> {
    let NewAttachment { kind, name, sha256, entries, encoding, body } = new;
    retire(c, *kind)?;
    let encoding = encoding.map(Encoding::as_str);
    c.execute(
        "INSERT INTO event_input (event, kind, name, sha256, entries, encoding, body, person, made)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![c.id(), kind.into_str(), name, sha256, entries, encoding, body, c.person(), c.now],
    )?;
    let (title, action, _) = kind.logged();
    c.log(action, format!("{title} {}", c.last_insert_rowid()), format!("sha256 {sha256}"))
}

/// Takes the file of a kind away from an event, and notes it in the audit log. Says whether there was one.
pub(crate) fn take(c: &Change<'_>, kind: Kind) -> Result<bool> {
    let was_there = retire(c, kind)?;
    if was_there {
        c.log(kind.logged().2, format!("event {}", c.id()), "")?;
    }
    Ok(was_there)
}

fn retire(c: &Change<'_>, kind: Kind) -> Result<bool> {
    let sql = "UPDATE event_input SET gone = ?3 WHERE event = ?1 AND kind = ?2 AND gone IS NULL";
    Ok(c.execute(sql, params![c.id(), kind.into_str(), c.now])? > 0)
}

/// The bytes of a file of an event, whether it still counts or not.
pub(crate) fn body(c: &Connection, event: i64, id: i64) -> Result<Vec<u8>> {
    let sql = "SELECT body FROM event_input WHERE event = ?1 AND id = ?2";
    Ok(c.prepare_cached(sql)?.query_row([event, id], |row| row.get(0))?)
}

pub(crate) fn rating(c: &Connection, event: i64) -> Result<RatingChoice> {
    let sql = "SELECT choice FROM rating_choice WHERE event = ?1";
    let stored: Option<String> = row(c, sql, [event])?;
    stored.map_or_else(|| Ok(RatingChoice::default()), |text| from_json(&text, "a choice of ratings"))
}

pub(crate) fn lists_on_file(c: &Connection) -> Result<Vec<StoredList>> {
    stored(c).map_err(|error| match error {
        IndexError::Sqlite(error) => StorageError::Sqlite(error),
        _ => StorageError::Damaged { what: "a rating list" },
    })
}

/// Events that have files, or a source that is followed. Rating lists say which ratings lag, so all of them depend on the lists.
pub(crate) fn with_games(c: &Connection) -> Result<Vec<i64>> {
    rows(
        c,
        "SELECT event FROM file UNION SELECT event FROM live_source WHERE stopped IS NULL ORDER BY event",
        [],
    )
}

pub(crate) fn set_rating(c: &Connection, event: i64, choice: &RatingChoice) -> Result<()> {
    c.execute(
        "INSERT INTO rating_choice (event, choice) VALUES (?1, ?2)
         ON CONFLICT (event) DO UPDATE SET choice = excluded.choice",
        params![event, to_json(choice)?],
    )?;
    Ok(())
}

/// A stored file, or why it cannot be used.
type Read<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Writes an attachment beside the storage, where it can be read.
fn write(storage: &Storage, event: i64, id: Option<i64>, name: &str) -> Read<Option<TemporaryFile>> {
    let Some(id) = id else { return Ok(None) };
    let body = storage.read_now(|c| body(c, event, id))?;
    Ok(Some(TemporaryFile::write(storage.path(), name, &body)?))
}

/// A stored alias table, read as the command reads its file, so that it becomes an input of the result.
pub(crate) fn aliases(storage: &Storage, event: i64, table: Option<i64>) -> Read<Aliases> {
    match write(storage, event, table, "aliases.toml")? {
        None => Ok(Aliases::default()),
        Some(file) => Ok(Aliases::load(&file.path)?),
    }
}

pub(crate) fn book(storage: &Storage, event: i64, book: Option<i64>) -> Read<Option<TemporaryFile>> {
    write(storage, event, book, "opening.book")
}

/// The tournament report that counts for an event now, read as the command reads its file.
pub(crate) fn report(storage: &Storage, event: i64) -> Read<Option<(Attachment, Trf)>> {
    let Some(attachment) = storage.read_now(|c| given(c, event, Kind::Report))? else {
        return Ok(None);
    };
    // It is kept even if it is replaced meanwhile.
    let body = storage.read_now(|c| body(c, event, attachment.id))?;
    let encoding = attachment.encoding.as_deref().and_then(encoding);
    let report = trf::read(&attachment.name, &body, encoding)?;
    Ok(Some((attachment, report)))
}

pub(crate) const ENCODINGS: [Encoding; 4] =
    [Encoding::Utf8, Encoding::Windows1250, Encoding::Windows1251, Encoding::Windows1252];

pub(crate) fn encoding(name: &str) -> Option<Encoding> {
    ENCODINGS.into_iter().find(|known| known.as_str() == name)
}
