//! The one file that everything lies in: `SQLite` with a write-ahead log.
//!
//! The evaluation store is in the same file, with its own tables; it opens the path by itself. One thread writes
//! (see `writer`), a few connections read side by side, and no task of the server ever waits for the disk itself. What
//! the tables mean is known to the modules that use them, not here.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use datasets::{Store, StoreError};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Params, TransactionBehavior};
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
/// Steps of `SQLite`'s machine between two looks at the time.
const PROGRESS_STEPS: i32 = 1_000;
/// Ending of the folder beside the file that holds the versions of followed games.
const LIVE: &str = "-live";
/// Name of the versions of one event, in a folder of its own there.
pub(crate) const VERSIONS: &str = "versions.jsonl";

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
    #[error(
        "{} has tables of version {found} and this program makes version {known}; start the server once with this \
         program first",
        path.display()
    )]
    Older { path: PathBuf, found: usize, known: usize },
    #[error("{} is used by another server", path.display())]
    InUse { path: PathBuf },
    #[error("{} was moved away or replaced; put it back, or start the server again", path.display())]
    Moved { path: PathBuf },
    #[error("could not lock {}: {source}", path.display())]
    Lock { path: PathBuf, source: std::io::Error },
    #[error(
        "{} is missing or empty, but {} beside it belongs to a file that was in use. Is the disk of the file not \
         mounted? Put the file or a backup of it back; for a new installation move what is beside it away",
        path.display(), beside.display()
    )]
    Emptied { path: PathBuf, beside: PathBuf },
    /// `SQLite` would keep a log of changes of its own under each name, and the changes of one would be lost.
    #[error(
        "{} has {names} names (hard links): under another one a second server could use it. Remove the others, which \
         `find -samefile` lists; copies are made with `fairplay backup`",
        path.display()
    )]
    Linked { path: PathBuf, names: u64 },
    #[error("the check was not done after {} minutes", limit.as_secs() / 60)]
    TimeLimit { limit: Duration },
    /// `SQLite`'s check of the pages; `found` is the first thing that it names.
    #[error("the file is damaged; go back to a copy. SQLite's check of its pages says: {found}")]
    Pages { found: String },
    #[error("the database failed: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("the database holds a row that does not read: {0}")]
    Row(#[from] serde_rusqlite::Error),
    #[error("the change could not be written: {0}")]
    NotWritten(String),
    /// The disk failed while the change was written, and again while it was taken back: a restart may find it.
    #[error("it is not known whether the change was written: {0}")]
    NotKnown(String),
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    #[error("the thread that writes could not be started: {0}")]
    Thread(std::io::Error),
    #[error("too many changes wait to be written")]
    Busy,
    #[error("the database is closed")]
    Stopped,
    #[error(
        "somebody still reads the file, so its newest changes stay in FILE-wal beside it: keep the two together"
    )]
    LogKept,
    #[error("the database holds {what} that does not read")]
    Damaged { what: &'static str },
}

pub(crate) type Result<T, E = StorageError> = std::result::Result<T, E>;

/// Where the file lies, and which one it was when it was opened.
struct Place {
    path: PathBuf,
    file: Option<(u64, u64)>,
}

impl Place {
    fn check(&self) -> Result<()> {
        let same = file_number(&self.path) == self.file;
        if same { Ok(()) } else { Err(StorageError::Moved { path: self.path.clone() }) }
    }
}

/// Device and number of the file at a path; none without a file, and on systems without such numbers.
fn file_number(path: &Path) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        path.metadata().ok().map(|file| (file.dev(), file.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// The file, open for reading and writing. Clones share it.
#[derive(Clone)]
pub(crate) struct Storage {
    place: Arc<Place>,
    writer: Writer,
    idle: Arc<Mutex<Vec<Connection>>>,
    readers: Arc<Semaphore>,
    _lock: Arc<File>,
}

impl Storage {
    /// Opens the file, which is made if there is none, and brings its tables up to date. The folder has to exist.
    /// Refused are a file that is no database of ours, comes from a newer program, is damaged or used by another server, and
    /// a missing or empty one beside the remains of one that was in use.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        refuse_emptied(path)?;
        refuse_linked(path)?;
        // The store checks the kind of file, makes its own tables and sets the write-ahead log; a foreign file is refused
        // by it before anything is changed.
        make_private(path);
        let lock = lock(path)?;
        drop(Store::open(path)?);
        let mut connection = Connection::open(path)?;
        tracing::info!("checking the pages of the file");
        quick_check(&connection)?;
        prepare(&connection)?;
        schema::migrate(&mut connection, path)?;
        let place = Arc::new(Place { path: path.to_owned(), file: file_number(path) });
        Ok(Self {
            writer: Writer::start(connection, Arc::clone(&place))?,
            place,
            idle: Arc::default(),
            readers: Arc::new(Semaphore::new(MAX_READERS)),
            _lock: Arc::new(lock),
        })
    }

    /// Checks the pages of the file as they are on the disk, with nothing of them in memory, then the audit log and what it
    /// speaks of.
    pub(crate) fn check_now(&self) -> Result<audit::Chain> {
        let connection = reader(self.path())?;
        integrity_check(&connection)?;
        audit::check(&connection, &[])
    }

    /// Ends all writing and brings everything into the file itself, so that it is whole without the log of changes beside it.
    /// What is asked afterwards is refused.
    ///
    /// # Errors
    /// The log could not be emptied: the newest changes lie beside the file.
    pub(crate) fn close(&self) -> Result<()> {
        self.readers.close();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.writer.close()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.place.path
    }

    /// Whether the file is still where it was opened; one that was moved away is written no longer.
    pub(crate) fn in_place(&self) -> Result<()> {
        self.place.check()
    }

    /// Bytes that are free for this program on the disk of the file; none where the system does not tell.
    pub(crate) fn free_bytes(&self) -> Option<u64> {
        #[cfg(unix)]
        {
            let disk = rustix::fs::statvfs(self.path()).ok()?;
            Some(disk.f_bavail.saturating_mul(disk.f_frsize))
        }
        #[cfg(not(unix))]
        None
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
            None => reader(self.path())?,
        };
        let look = connection.unchecked_transaction().map_err(StorageError::from)?;
        let answer = work(&look);
        look.finish().map_err(StorageError::from)?;
        idle().push(connection);
        answer
    }
}

/// Changes the file of a server that may be running, as a whole or not at all. The file has to have the newest tables.
pub(crate) fn change_beside_server<T>(path: &Path, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
    refuse_linked(path)?;
    let mut connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    prepare(&connection)?;
    schema::check_newest(&connection, path)?;
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = work(&change)?;
    change.commit()?;
    Ok(done)
}

/// A place beside the data file, by the ending of its name.
pub(crate) fn beside(data: &Path, ending: &str) -> PathBuf {
    let mut name = data.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// The folder of the version logs, beside the service's file.
pub(crate) fn live_folder(path: &Path) -> PathBuf {
    beside(path, LIVE)
}

/// Keeps other servers from the file until the returned handle is closed. What is locked is a file beside it: to close a
/// handle of the file itself would end the locks that `SQLite` holds on it
/// (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
fn lock(path: &Path) -> Result<File> {
    // Under every name of the file the same.
    let place = beside(&path.canonicalize().unwrap_or_else(|_| path.to_owned()), "-lock");
    let file = private().create(true).open(&place);
    let file = file.map_err(|source| StorageError::Lock { path: place.clone(), source })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StorageError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => Err(StorageError::Lock { path: place, source }),
    }
}

/// A file without content is a new installation, unless something of an old one lies beside it.
fn refuse_emptied(path: &Path) -> Result<()> {
    if path.metadata().is_ok_and(|data| data.len() > 0) {
        return Ok(());
    }
    match ["-wal", LIVE, "-heads", "-signing.key"]
        .map(|ending| beside(path, ending))
        .into_iter()
        .find(|beside| beside.exists())
    {
        Some(beside) => Err(StorageError::Emptied { path: path.to_owned(), beside }),
        None => Ok(()),
    }
}

/// Refuses a file with several names. What keeps other servers away lies beside one of them, and so does `SQLite`'s log
/// (<https://www.sqlite.org/howtocorrupt.html>, 2.6).
fn refuse_linked(path: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        let names = path.metadata().map_or(1, |file| std::os::unix::fs::MetadataExt::nlink(&file));
        if names > 1 {
            return Err(StorageError::Linked { path: path.to_owned(), names });
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// How a file is opened for writing that only its owner may read.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes an empty file that only its owner may read, if there is none, and takes the rights of others to an old one away; what
/// `SQLite` puts beside it gets the same rights. Whether it can be made is seen when it is opened.
fn make_private(path: &Path) {
    let _made = private().create_new(true).open(path);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let rights = path.metadata().map(|file| file.permissions());
        if let Ok(mut rights) = rights
            && rights.mode() & 0o007 != 0
        {
            rights.set_mode(rights.mode() & 0o770);
            if let Err(error) = std::fs::set_permissions(path, rights) {
                tracing::warn!(%error, "everybody may read the file");
            }
        }
    }
}

/// Reads every page of a file and checks that they hold together
/// (<https://www.sqlite.org/pragma.html#pragma_quick_check>).
///
/// # Errors
/// The first thing that does not hold, or a page that cannot be read.
pub fn quick_check(connection: &Connection) -> Result<(), StorageError> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(StorageError::Pages { found }) }
}

/// [`quick_check`], and whether the indexes agree with the tables: several times as long
/// (<https://www.sqlite.org/pragma.html#pragma_integrity_check>).
///
/// # Errors
/// As there.
pub fn integrity_check(connection: &Connection) -> Result<(), StorageError> {
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(StorageError::Pages { found }) }
}

/// Looks at a file that may be anybody's, for at most so long.
///
/// # Errors
/// Those of the work, or that it was not done in time.
pub fn within<T>(
    connection: &mut Connection,
    limit: Duration,
    work: impl FnOnce(&Connection) -> Result<T, StorageError>,
) -> Result<T, StorageError> {
    let begun = Instant::now();
    connection.progress_handler(PROGRESS_STEPS, Some(move || begun.elapsed() >= limit))?;
    let done = work(connection);
    connection.progress_handler(0, None::<fn() -> bool>)?;
    // What was interrupted comes back as an error of many kinds.
    if done.is_err() && begun.elapsed() >= limit { Err(StorageError::TimeLimit { limit }) } else { done }
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
