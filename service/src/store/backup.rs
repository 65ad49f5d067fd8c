//! A copy of the file while the service goes on writing to it, and of the versions of followed games beside it.
//!
//! `SQLite`'s own way of copying (<https://www.sqlite.org/backup.html>): the copy holds one state, whatever is written
//! meanwhile. It is made beside its place, checked in itself, and put there in one step. Version logs are only added to, so
//! their beginning is a log too; they are copied after the file and so know every move that its results rest on.

use std::io::Read as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reports::bundle::sync_folder;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};
use serde::Serialize;
use tempfile::NamedTempFile;
use thiserror::Error;

use crate::events::temporary;
use crate::store::audit::{self, Chain};
use crate::store::{StorageError, VERSIONS, beside, live_folder, reader};

/// Pages copied between two looks at the time: 4 MiB.
const PAGES: i32 = 1024;
/// Most bytes of a value that is read: an attached file is the longest, and has 64 MiB unless the settings say otherwise.
const MAX_VALUE: i32 = 256 * 1024 * 1024;

#[derive(Debug, Error)]
pub enum BackupError {
    /// The file could not be read, or the copy not written.
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("there is no file {}", path.display())]
    Missing { path: PathBuf },
    #[error("{} is not a file of the service", path.display())]
    Foreign { path: PathBuf },
    #[error("{}: `{}` is a view or a virtual table, and no file of the service has one", path.display(), reports::visible(name))]
    NoTable { path: PathBuf, name: String },
    #[error("{} is there already; a copy never replaces a file", path.display())]
    Occupied { path: PathBuf },
    #[error("could not write {}: {source}", path.display())]
    Write { path: PathBuf, source: std::io::Error },
    #[error("the copy does not hold together: {found}")]
    Broken { found: String },
    #[error("the copy was not done after {} minutes; nothing of it was kept", limit.as_secs() / 60)]
    TimeLimit { limit: Duration },
    #[error("the copy was stopped; nothing of it was kept")]
    Stopped,
}

impl From<rusqlite::Error> for BackupError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Storage(error.into())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Copied {
    pub bytes: u64,
    /// Version logs of followed events, in the folder beside the copy.
    pub version_logs: u64,
    pub audit: Chain,
}

/// Opens a file of the service for reading, without bringing its tables up to date. Nothing in it is believed.
///
/// # Errors
/// No such file, one of another kind, or one with something else than tables.
pub fn open_for_reading(path: &Path) -> Result<Connection, BackupError> {
    let foreign = |_| BackupError::Foreign { path: path.to_owned() };
    if !path.is_file() {
        return Err(BackupError::Missing { path: path.to_owned() });
    }
    let tables = |connection: &Connection| {
        let sql = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('service_version', 'audit')";
        connection.query_row(sql, [], |row| row.get::<_, i64>(0))
    };
    let mut connection = reader(path)?;
    distrust(&connection)?;
    let mut count = tables(&connection);
    if count.is_err() && !has_log(path) {
        connection = open_immutable(path)?;
        distrust(&connection)?;
        count = tables(&connection);
    }
    if count.map_err(foreign)? != 2 {
        return Err(BackupError::Foreign { path: path.to_owned() });
    }
    // A virtual table has no page of its own.
    let sql = "SELECT name FROM sqlite_master WHERE type = 'view' OR type = 'table' AND rootpage = 0 LIMIT 1";
    match connection.query_row(sql, [], |row| row.get(0)).optional()? {
        None => Ok(connection),
        Some(name) => Err(BackupError::NoTable { path: path.to_owned(), name }),
    }
}

/// Takes nothing in a file for our own (<https://www.sqlite.org/security.html>): it may come from anybody.
fn distrust(connection: &Connection) -> Result<(), BackupError> {
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    Ok(connection.pragma_update(None, "cell_size_check", true)?)
}

/// Whether changes lie beside the file that are not in it yet.
fn has_log(path: &Path) -> bool {
    beside(path, "-wal").metadata().is_ok_and(|log| log.len() > 0)
}

/// A connection to a file on a medium that nothing can be written to, such as a copy that was set aside: without a place for
/// its index of the log, `SQLite` reads it only if it is told that nobody changes it
/// (<https://www.sqlite.org/uri.html#uriimmutable>).
fn open_immutable(path: &Path) -> Result<Connection, BackupError> {
    let foreign = || BackupError::Foreign { path: path.to_owned() };
    let whole = std::path::absolute(path).map_err(|_| foreign())?;
    let text = whole.to_str().ok_or_else(foreign)?;
    let address = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    Ok(Connection::open_with_flags(format!("file:{address}?immutable=1"), flags)?)
}

/// Copies the file at `from` to `to`, where nothing may be. `go_on` is called after each step with the pages that are copied
/// and with all pages; `limit` is the most that copying may take, without the check afterwards.
///
/// # Errors
/// A file that cannot be read or written, a copy that does not hold together, takes too long or was stopped; then there is
/// nothing at `to`.
pub fn backup(
    from: &Path,
    to: &Path,
    limit: Duration,
    go_on: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Copied, BackupError> {
    let write = |source| BackupError::Write { path: to.to_owned(), source };
    let live = live_folder(to);
    for place in [to, &live] {
        if place.symlink_metadata().is_ok() {
            return Err(BackupError::Occupied { path: place.to_owned() });
        }
    }
    let source = open_for_reading(from)?;
    let folder = temporary::folder_of(to);
    temporary::sweep_old(folder);
    // Made by us alone and readable by its owner alone, whatever is in the folder.
    let place = NamedTempFile::with_prefix_in(temporary::BACKUP, folder).map_err(write)?;
    let mut copy = Connection::open(place.path())?;
    copy_pages(&source, &mut copy, limit, go_on)?;
    // One file, to be carried elsewhere: no log beside it.
    let _mode: String = copy.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))?;
    let found: String = copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found != "ok" {
        return Err(BackupError::Broken { found });
    }
    let chain = audit::verify(&copy)?;
    drop(copy);
    place.as_file().sync_all().map_err(write)?;
    let staged = tempfile::TempDir::with_prefix_in(temporary::BACKUP, folder).map_err(write)?;
    let version_logs = copy_versions(&live_folder(from), staged.path()).map_err(write)?;
    if version_logs > 0 {
        std::fs::rename(staged.path(), &live)
            .map_err(|source| BackupError::Write { path: live.clone(), source })?;
    }
    let file = match place.persist_noclobber(to) {
        Ok(file) => file,
        Err(error) => {
            if version_logs > 0 {
                // Half a copy is none.
                let _gone = std::fs::remove_dir_all(&live);
            }
            return Err(write(error.error));
        }
    };
    sync_folder(folder).map_err(write)?;
    Ok(Copied { bytes: file.metadata().map_err(write)?.len(), version_logs, audit: chain })
}

/// Copies every page within one read transaction: without it the copy would begin again after each write of another process.
/// With a write-ahead log nobody waits for it.
fn copy_pages(
    source: &Connection,
    copy: &mut Connection,
    limit: Duration,
    mut go_on: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<(), BackupError> {
    let begun = Instant::now();
    let look = source.unchecked_transaction()?;
    // The transaction begins with its first read.
    look.query_row("SELECT count(*) FROM service_version", [], |_| Ok(()))?;
    let running = Backup::new(&look, copy)?;
    while running.step(PAGES)? != StepResult::Done {
        let progress = running.progress();
        let pages = |number: i32| u64::try_from(number).unwrap_or(0);
        if go_on(pages(progress.pagecount - progress.remaining), pages(progress.pagecount)).is_break() {
            return Err(BackupError::Stopped);
        }
        if begun.elapsed() > limit {
            return Err(BackupError::TimeLimit { limit });
        }
    }
    Ok(())
}

/// Copies the version log of every event; says how many there are. Nothing else in the folder is ours.
fn copy_versions(from: &Path, to: &Path) -> std::io::Result<u64> {
    let entries = match std::fs::read_dir(from) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error),
    };
    let mut copied = 0;
    for entry in entries {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.parse::<i64>().ok());
        let Some(number) = number else { continue };
        let log = from.join(&name).join(VERSIONS);
        let size = match log.symlink_metadata() {
            Ok(data) if data.is_file() => data.len(),
            _ => continue,
        };
        let folder = to.join(number.to_string());
        std::fs::create_dir(&folder)?;
        let mut copy = std::fs::File::create(folder.join(VERSIONS))?;
        // As far as it goes now: what is added meanwhile belongs to the next copy.
        let mut source = std::fs::File::open(&log)?.take(size);
        std::io::copy(&mut source, &mut copy)?;
        copy.sync_all()?;
        copied += 1;
    }
    Ok(copied)
}
