//! The one file that everything lies in: `SQLite` with a write-ahead log.
//!
//! The evaluation store is in the same file, with its own tables; it opens the path by itself. One thread writes
//! (see `writer`), a few connections read side by side, and no task of the server ever waits for the disk itself. What
//! the tables mean is known to the modules that use them, not here.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use datasets::{Store, StoreError};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::accounts::secret::NoRandomness;

pub mod audit;
pub(crate) mod backup;
pub(crate) mod bundle_key;
pub(crate) mod change;
mod schema;
mod writer;

use writer::Writer;

/// How long a connection waits for another process's write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);
const MAX_READERS: usize = 8;

#[derive(Debug, Error)]
pub enum StorageError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "{} was written by a newer program: its tables have version {found}, this program knows versions up to \
         {known}; use the newer program, or a backup from before",
        path.display()
    )]
    Newer { path: PathBuf, found: usize, known: usize },
    #[error("the database failed: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("the database holds a row that does not read: {0}")]
    Row(#[from] serde_rusqlite::Error),
    #[error("the change could not be written: {0}")]
    NotWritten(String),
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    #[error("the thread that writes could not be started: {0}")]
    Thread(std::io::Error),
    #[error("too many changes wait to be written")]
    Busy,
    #[error("the database is closed")]
    Stopped,
    #[error("the database holds {what} that does not read")]
    Damaged { what: &'static str },
}

pub(crate) type Result<T, E = StorageError> = std::result::Result<T, E>;

/// The file, open for reading and writing. Clones share it.
#[derive(Clone)]
pub(crate) struct Storage {
    path: Arc<PathBuf>,
    writer: Writer,
    idle: Arc<Mutex<Vec<Connection>>>,
    readers: Arc<Semaphore>,
}

impl Storage {
    /// Opens the file, which is made if there is none, and brings its tables up to date. The folder has to exist.
    /// A file that is no database of ours, or comes from a newer program, is refused.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        // The store checks the kind of file, makes its own tables and sets the write-ahead log; a foreign file is refused
        // by it before anything is changed.
        make_private(path);
        drop(Store::open(path)?);
        let mut connection = Connection::open(path)?;
        prepare(&connection)?;
        schema::migrate(&mut connection, path)?;
        Ok(Self {
            path: Arc::new(path.to_owned()),
            writer: Writer::start(connection)?,
            idle: Arc::default(),
            readers: Arc::new(Semaphore::new(MAX_READERS)),
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Changes something, as a whole or not at all. It is on the disk when this returns.
    pub(crate) async fn write<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StorageError> + Send + 'static,
    {
        self.writer.submit(work)?.await.map_err(|_| StorageError::Stopped)?
    }

    /// [`Storage::write`] for a caller that may wait: start, tests, commands.
    pub(crate) fn write_now<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StorageError> + Send + 'static,
    {
        self.writer.submit(work)?.blocking_recv().map_err(|_| StorageError::Stopped)?
    }

    /// Asks something. All questions of one call see the same state.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let permit = Arc::clone(&self.readers).acquire_owned().await.map_err(|_| StorageError::Stopped)?;
        let storage = self.clone();
        let answer = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            storage.read_now(work)
        });
        answer.await.map_err(|_| StorageError::Stopped)?
    }

    /// [`Storage::read`] for a caller that may wait.
    pub(crate) fn read_now<T, E>(&self, work: impl FnOnce(&Connection) -> Result<T, E>) -> Result<T, E>
    where
        E: From<StorageError>,
    {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let connection = match kept {
            Some(connection) => connection,
            None => reader(&self.path)?,
        };
        let look = connection.unchecked_transaction().map_err(StorageError::from)?;
        let answer = work(&look);
        look.finish().map_err(StorageError::from)?;
        idle().push(connection);
        answer
    }
}

/// A place beside the data file, by the ending of its name.
pub(crate) fn beside(data: &Path, ending: &str) -> PathBuf {
    let mut name = data.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Makes an empty file that only its owner may read, if there is none; what `SQLite` puts beside it gets the same rights.
/// Whether it can be made is seen when it is opened.
fn make_private(path: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _made = options.open(path);
}

fn prepare(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // With FULL, a commit is on the disk when it returns, even with a write-ahead log.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // What was deleted, such as an ended session, does not linger in free pages.
    connection.pragma_update(None, "secure_delete", true)
}

/// A connection that cannot change anything.
pub(crate) fn reader(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Every row of a query: into a struct by the names of the columns, into a tuple or a number by their places.
pub(crate) fn rows<T: DeserializeOwned>(c: &Connection, sql: &str, params: impl Params) -> Result<Vec<T>> {
    let mut statement = c.prepare_cached(sql)?;
    Ok(serde_rusqlite::from_rows(statement.query(params)?).collect::<Result<_, _>>()?)
}

/// The first row of a query, as [`rows`] reads it.
pub(crate) fn row<T: DeserializeOwned>(c: &Connection, sql: &str, params: impl Params) -> Result<Option<T>> {
    let mut statement = c.prepare_cached(sql)?;
    Ok(serde_rusqlite::from_rows(statement.query(params)?).next().transpose()?)
}

/// The bytes in the first row of a query.
pub(crate) fn blob(c: &Connection, sql: &str, params: impl Params) -> Result<Option<Vec<u8>>> {
    Ok(c.prepare_cached(sql)?.query_row(params, |row| row.get(0)).optional()?)
}

/// A value as it is stored in a column of text.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| StorageError::NotWritten(error.to_string()))
}

/// A value that [`to_json`] has written.
pub(crate) fn from_json<T: DeserializeOwned>(text: &str, what: &'static str) -> Result<T> {
    serde_json::from_str(text).map_err(|_| StorageError::Damaged { what })
}

#[cfg(test)]
mod tests;
