//! The one thread that writes.
//!
//! Work comes through a channel. What waits is written in one transaction, each piece in its own savepoint, and answered
//! once the transaction is on the disk: two hundred people who open a page at once cost one wait for the disk and not
//! two hundred.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};
use tokio::sync::oneshot;

use super::{Place, StorageError};

const MAX_BATCH: usize = 64;
/// Pieces that may wait. Beyond it callers are told that the service is busy.
const MAX_WAITING: usize = 1024;
/// How long the last step waits for others who read.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Tells the caller what became of the work, once the transaction is through or has failed.
type Answer = Box<dyn FnOnce(Result<(), StorageError>) + Send>;
type Work = Box<dyn FnOnce(Result<&Connection, StorageError>) -> Answer + Send>;

enum Message {
    Write(Work),
    /// Nothing comes after it; the answer says whether everything is in the file itself.
    Close(oneshot::Sender<Result<(), StorageError>>),
}

/// The way to the writing thread. It ends when the last of these is gone, or with [`Writer::close`].
#[derive(Clone)]
pub(super) struct Writer(SyncSender<Message>);

impl Writer {
    /// Starts the thread with a connection of its own.
    pub(super) fn start(connection: Connection, place: Arc<Place>) -> Result<Self, StorageError> {
        let (send, receive) = sync_channel(MAX_WAITING);
        thread::Builder::new()
            .name("storage".to_owned())
            .spawn(move || {
                if let Some(told) = write_all(&connection, &place, &receive) {
                    let emptied = empty_log(&connection);
                    // The last connection takes the log away.
                    drop(connection);
                    let _gone = told.send(emptied);
                }
            })
            .map_err(StorageError::Thread)?;
        Ok(Self(send))
    }

    /// Queues work and returns the channel of its answer. If the work fails, nothing that it did remains.
    /// Too much waits, or the thread is gone.
    pub(super) fn submit<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, E>>, StorageError>
    where
        T: Send + 'static,
        E: From<StorageError> + Send + 'static,
    {
        let (send, receive) = oneshot::channel();
        let work: Work = Box::new(move |connection: Result<&Connection, StorageError>| {
            let done = match connection {
                Ok(connection) => in_savepoint(connection, work),
                Err(error) => Err(E::from(error)),
            };
            Box::new(move |committed| {
                // Somebody who went away needs no answer.
                let _gone = send.send(committed.map_err(E::from).and(done));
            })
        });
        self.0.try_send(Message::Write(work)).map_err(|error| match error {
            TrySendError::Full(_) => StorageError::Busy,
            TrySendError::Disconnected(_) => StorageError::Stopped,
        })?;
        Ok(receive)
    }

    /// Ends the thread after what waits already, with everything in the file itself and nothing in the log beside it.
    pub(super) fn close(&self) -> Result<(), StorageError> {
        let (send, receive) = oneshot::channel();
        self.0.send(Message::Close(send)).map_err(|_| StorageError::Stopped)?;
        receive.blocking_recv().map_err(|_| StorageError::Stopped)?
    }
}

/// Brings the log of changes into the file and empties it.
fn empty_log(connection: &Connection) -> Result<(), StorageError> {
    connection.busy_timeout(CLOSE_TIMEOUT)?;
    let busy: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    if busy { Err(StorageError::LogKept) } else { Ok(()) }
}

/// Why nothing of a batch is told as written, and how.
type Failed = (fn(String) -> StorageError, String);

/// Writes until nobody can ask any more, or until somebody closes and wants to know when that is done.
fn write_all(
    connection: &Connection,
    place: &Place,
    waiting: &Receiver<Message>,
) -> Option<oneshot::Sender<Result<(), StorageError>>> {
    // Whether the write-ahead log may hold a transaction whose commit failed.
    let mut unsettled = false;
    loop {
        let first = match waiting.recv().ok()? {
            Message::Write(first) => first,
            Message::Close(told) => return Some(told),
        };
        let begun = place.check().and_then(|()| {
            if unsettled {
                write_over(connection)?;
                unsettled = false;
            }
            Ok(connection.execute_batch("BEGIN IMMEDIATE")?)
        });
        if let Err(error) = begun {
            first(Err(error))(Ok(()));
            continue;
        }
        let mut answers = vec![first(Ok(connection))];
        let mut closing = None;
        // SQLite undoes the whole transaction by itself on some errors, such as a full disk. A further piece would then
        // commit alone, so it waits for the next transaction.
        while answers.len() < MAX_BATCH && !connection.is_autocommit() {
            match waiting.try_recv() {
                Ok(Message::Write(next)) => answers.push(next(Ok(connection))),
                Ok(Message::Close(told)) => {
                    closing = Some(told);
                    break;
                }
                Err(_) => break,
            }
        }
        let committed: Result<(), Failed> = if connection.is_autocommit() {
            Err((StorageError::NotWritten, "it was undone with another change beside it".to_owned()))
        } else {
            connection.execute_batch("COMMIT").map_err(|error| {
                // A failed commit may leave the transaction open.
                let _undone = connection.execute_batch("ROLLBACK");
                // On a full disk the end of the transaction is not in the log.
                let whole = error.sqlite_error_code() != Some(ErrorCode::DiskFull);
                unsettled = whole && write_over(connection).is_err();
                let told = if unsettled { StorageError::NotKnown } else { StorageError::NotWritten };
                (told as fn(String) -> StorageError, error.to_string())
            })
        };
        for answer in answers {
            answer(committed.clone().map_err(|(told, why)| told(why)));
        }
        if closing.is_some() {
            return closing;
        }
    }
}

/// Writes a transaction that changes nothing. Where a commit failed in its sync, the write-ahead log may hold all of it, and
/// the next start would take it as done (<https://www.sqlite.org/walformat.html>, "Recovery"); what is written next lies over it.
fn write_over(connection: &Connection) -> Result<(), rusqlite::Error> {
    let changes = "BEGIN IMMEDIATE; UPDATE service_version SET version = version + 1;
                   UPDATE service_version SET version = version - 1; COMMIT";
    connection.execute_batch(changes).inspect_err(|_| {
        let _undone = connection.execute_batch("ROLLBACK");
    })
}

fn in_savepoint<T, E: From<StorageError>>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, E>,
) -> Result<T, E> {
    let batch = |sql: &str| connection.execute_batch(sql).map_err(|e| E::from(StorageError::Sqlite(e)));
    batch("SAVEPOINT piece")?;
    // A panic must not end the thread that writes for everybody.
    let done = catch_unwind(AssertUnwindSafe(|| work(connection)))
        .unwrap_or_else(|_| Err(E::from(StorageError::NotWritten("it panicked".to_owned()))))
        .and_then(|value| batch("RELEASE piece").map(|()| value));
    if done.is_err() && batch("ROLLBACK TO piece; RELEASE piece").is_err() {
        // The savepoint is gone or cannot be undone: nothing of the batch may be committed.
        let _undone = connection.execute_batch("ROLLBACK");
    }
    done
}
