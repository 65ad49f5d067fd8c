//! The evaluation store: answers of an engine about positions under given settings, in one `SQLite` file (write-ahead log)
//! that several processes may share. An entry is written once and never changes; a second, different answer means that
//! the promise of equal bits was broken, and is an error.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params};
use sha2::{Digest, Sha256};
use shakmaty::uci::UciMove;
use thiserror::Error;
use uci_pool::{Evaluation, Identity, Settings, hex};

pub mod sums;

/// Version of the tables. Increase it with every change of the layout.
const SCHEMA: i64 = 1;

/// Marks the file as ours in `SQLite`'s header: "FAIR".
const APPLICATION: i64 = 0x4641_4952;

/// How long one process waits for another one's write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

const TABLES: &str = "
    CREATE TABLE profile (
        id       INTEGER PRIMARY KEY,
        engine   TEXT NOT NULL,
        settings TEXT NOT NULL,
        digest   TEXT NOT NULL UNIQUE
    );
    CREATE TABLE evaluation (
        profile INTEGER NOT NULL REFERENCES profile (id),
        fen     TEXT NOT NULL,
        only    TEXT NOT NULL,
        body    BLOB NOT NULL,
        PRIMARY KEY (profile, fen, only)
    ) WITHOUT ROWID;
";

/// Signatures by bytes, options and settings; in stores of before they are added.
const SIGNATURES: &str =
    "CREATE TABLE IF NOT EXISTS signature (engine TEXT PRIMARY KEY, signature TEXT NOT NULL)";

/// Why the store could not answer.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error("could not open the evaluation store {}: {source}", path.display())]
    Open { path: PathBuf, source: rusqlite::Error },
    #[error("the evaluation store {} has layout {found}, this version reads up to {SCHEMA}", path.display())]
    Newer { path: PathBuf, found: i64 },
    #[error("{} is a database but not an evaluation store", path.display())]
    Foreign { path: PathBuf },
    #[error("the evaluation store failed: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("the stored evaluation of {fen} is damaged: {reason}")]
    Damaged { fen: String, reason: String },
    #[error("a second evaluation of {fen} under the same engine and settings differs from the stored one")]
    Differs { fen: String },
    #[error("an engine profile in the evaluation store does not read: {0}")]
    Profile(#[from] serde_json::Error),
}

/// An engine with its settings, within one store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileId(i64);

/// The entries of one profile.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileSummary {
    /// Its number within this store.
    pub number: i64,
    pub engine: Identity,
    pub settings: Settings,
    pub evaluations: u64,
    /// Bytes of the evaluations themselves, without keys and `SQLite`'s own.
    pub bytes: u64,
}

/// The key of an engine with its settings, in this store and elsewhere: a SHA-256, lower-case hex. An engine counts by its
/// signature and options. One without a signature counts by its whole identity, as it did before there were signatures.
pub fn profile_digest(engine: &Identity, settings: &Settings) -> Result<String, serde_json::Error> {
    let engine = match &engine.signature {
        Some(signature) => serde_json::to_string(&(signature, &engine.options))?,
        None => serde_json::to_string(engine)?,
    };
    let mut hash = Sha256::new();
    for part in [engine, serde_json::to_string(settings)?] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    Ok(hex(&hash.finalize()))
}

/// The same by the bytes of the engine, whatever its signature.
fn digest_by_bytes(engine: &Identity, settings: &Settings) -> Result<String, serde_json::Error> {
    profile_digest(&Identity { signature: None, ..engine.clone() }, settings)
}

pub struct Store {
    connection: Connection,
}

impl Store {
    /// Opens the store at `path`, which is made if there is none. The folder has to exist.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let start = Instant::now();
        loop {
            match Self::try_open(path) {
                // Changing a new file to WAL does not wait for others that do the same, so the waiting is done here.
                Err(StoreError::Open { source, .. })
                    if source.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                        && start.elapsed() < BUSY_TIMEOUT =>
                {
                    std::thread::sleep(Duration::from_millis(10));
                }
                other => return other,
            }
        }
    }

    fn try_open(path: &Path) -> Result<Self, StoreError> {
        let open = |source| StoreError::Open { path: path.to_owned(), source };
        let mut connection = Connection::open(path).map_err(open)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(open)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(open)?;
        // Before any change, so that a foreign file stays as it is. In one transaction, because another process may be
        // making the tables.
        let look = connection.transaction().map_err(open)?;
        let is_made = is_store(&look, path)?;
        look.finish().map_err(open)?;
        connection.pragma_update(None, "journal_mode", "WAL").map_err(open)?;
        // With FULL, a commit is on the disk when it returns, even in WAL mode.
        connection.pragma_update(None, "synchronous", "FULL").map_err(open)?;
        if !is_made {
            // Two processes may get here at once: the second waits, then finds the tables made.
            let change =
                connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(open)?;
            if !is_store(&change, path)? {
                change.execute_batch(TABLES).map_err(open)?;
                change.pragma_update(None, "application_id", APPLICATION).map_err(open)?;
                change.pragma_update(None, "user_version", SCHEMA).map_err(open)?;
            }
            change.commit().map_err(open)?;
        }
        connection.execute_batch(SIGNATURES).map_err(open)?;
        sums::prepare(&mut connection).map_err(open)?;
        Ok(Self { connection })
    }

    /// The profile of an engine with its settings, made if it is new. Answers that were stored under the bytes of the engine,
    /// before it had a signature, are taken over.
    pub fn profile(&mut self, engine: &Identity, settings: &Settings) -> Result<ProfileId, StoreError> {
        let digest = profile_digest(engine, settings)?;
        let before = digest_by_bytes(engine, settings)?;
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        change.execute(
            "INSERT INTO profile (engine, settings, digest) VALUES (?1, ?2, ?3) ON CONFLICT (digest) DO NOTHING",
            params![serde_json::to_string(engine)?, serde_json::to_string(settings)?, digest],
        )?;
        let find = |digest: &str| {
            change
                .query_row("SELECT id FROM profile WHERE digest = ?1", [digest], |row| row.get::<_, i64>(0))
                .optional()
        };
        let id = find(&digest)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
        if let Some(before) = find(&before)?.filter(|before| *before != id) {
            take_over(&change, before, id)?;
        }
        change.commit()?;
        Ok(ProfileId(id))
    }

    /// The signature of an engine under these settings, if it was remembered for its bytes and options.
    pub fn signature(&self, engine: &Identity, settings: &Settings) -> Result<Option<String>, StoreError> {
        let digest = digest_by_bytes(engine, settings)?;
        let mut find = self.connection.prepare_cached("SELECT signature FROM signature WHERE engine = ?1")?;
        Ok(find.query_row([digest], |row| row.get(0)).optional()?)
    }

    /// Remembers the signature of an engine under these settings for its bytes and options. One without a signature changes
    /// nothing.
    pub fn remember(&mut self, engine: &Identity, settings: &Settings) -> Result<(), StoreError> {
        let digest = digest_by_bytes(engine, settings)?;
        if let Some(signature) = &engine.signature {
            let keep = "INSERT OR REPLACE INTO signature (engine, signature) VALUES (?1, ?2)";
            self.connection.execute(keep, params![digest, signature])?;
        }
        Ok(())
    }

    /// The evaluation of a position, or of one move of it (`only`), if it is there.
    pub fn get(
        &self,
        profile: ProfileId,
        fen: &str,
        only: Option<UciMove>,
    ) -> Result<Option<Evaluation>, StoreError> {
        let only = key(only);
        let found: Option<(Vec<u8>, Option<Vec<u8>>)> = self
            .connection
            .prepare_cached("SELECT body, sum FROM evaluation WHERE profile = ?1 AND fen = ?2 AND only = ?3")?
            .query_row(params![profile.0, fen, only], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((body, sum)) = found else { return Ok(None) };
        let damaged = |reason: String| StoreError::Damaged { fen: fen.to_owned(), reason };
        if sum.is_some_and(|sum| sum != sums::sum(fen.as_bytes(), only.as_bytes(), &body)) {
            return Err(damaged("its sum is another".to_owned()));
        }
        Evaluation::decode(&body).map(Some).map_err(|error| damaged(error.to_string()))
    }

    /// Runs several reads in one transaction: a transaction for each would take as long as the read itself.
    pub fn reading<T, E: From<StoreError>>(&self, read: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        let failed = |error: rusqlite::Error| E::from(StoreError::from(error));
        self.connection.execute_batch("BEGIN").map_err(failed)?;
        let done = read(self);
        // A shared borrow cannot write, so nothing is lost.
        self.connection.execute_batch("ROLLBACK").map_err(failed)?;
        done
    }

    /// Stores an evaluation. It is on the disk when this returns. To store an equal one again changes nothing.
    /// If another evaluation stands there, that one is kept and [`StoreError::Differs`] returned.
    pub fn put(
        &mut self,
        profile: ProfileId,
        fen: &str,
        only: Option<UciMove>,
        evaluation: &Evaluation,
    ) -> Result<(), StoreError> {
        let body = evaluation.encode();
        let only = key(only);
        let added = self
            .connection
            .prepare_cached(
                "INSERT INTO evaluation (profile, fen, only, body, sum) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (profile, fen, only) DO NOTHING",
            )?
            .execute(params![
                profile.0,
                fen,
                only,
                body,
                sums::sum(fen.as_bytes(), only.as_bytes(), &body)
            ])?;
        if added == 1 {
            return Ok(());
        }
        let stored: Vec<u8> = self
            .connection
            .prepare_cached("SELECT body FROM evaluation WHERE profile = ?1 AND fen = ?2 AND only = ?3")?
            .query_row(params![profile.0, fen, only], |row| row.get(0))?;
        if stored == body { Ok(()) } else { Err(StoreError::Differs { fen: fen.to_owned() }) }
    }

    /// Removes an evaluation; one that is not there changes nothing.
    pub fn remove(&mut self, profile: ProfileId, fen: &str, only: Option<UciMove>) -> Result<(), StoreError> {
        let remove = "DELETE FROM evaluation WHERE profile = ?1 AND fen = ?2 AND only = ?3";
        self.connection.prepare_cached(remove)?.execute(params![profile.0, fen, key(only)])?;
        Ok(())
    }

    /// Profiles in the order in which they were made.
    pub fn summary(&self) -> Result<Vec<ProfileSummary>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT engine, settings, count(body), coalesce(sum(length(body)), 0), profile.id
             FROM profile LEFT JOIN evaluation ON evaluation.profile = profile.id
             GROUP BY profile.id ORDER BY profile.id",
        )?;
        let mut rows = statement.query([])?;
        let mut profiles = Vec::new();
        while let Some(row) = rows.next()? {
            profiles.push(ProfileSummary {
                number: row.get(4)?,
                engine: serde_json::from_str(&row.get::<_, String>(0)?)?,
                settings: serde_json::from_str(&row.get::<_, String>(1)?)?,
                evaluations: row.get::<_, i64>(2)?.unsigned_abs(),
                bytes: row.get::<_, i64>(3)?.unsigned_abs(),
            });
        }
        Ok(profiles)
    }

    /// Deletes the evaluations of a profile, by its number, and gives how many there were. [`Store::compact`] then shrinks the
    /// file.
    pub fn forget(&mut self, number: i64) -> Result<u64, StoreError> {
        let taken = self.connection.execute("DELETE FROM evaluation WHERE profile = ?1", [number])?;
        Ok(taken as u64)
    }

    /// Writes the file anew without gaps. Positions come in no order, so a store that has grown holds pages that are not
    /// full. Others may read meanwhile; it needs as much free room on the disk as the file takes.
    pub fn compact(&mut self) -> Result<(), StoreError> {
        self.connection.execute_batch("VACUUM")?;
        // The new file is in the log of changes until here.
        self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }

    /// Bytes of the file, free room within included.
    pub fn size(&self) -> Result<u64, StoreError> {
        let number = |sql: &str| self.connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        let bytes = number("PRAGMA page_count")? * number("PRAGMA page_size")?;
        Ok(bytes.unsigned_abs())
    }
}

/// Moves the answers of one profile to another, whose answers are the same.
fn take_over(change: &Transaction<'_>, from: i64, to: i64) -> Result<(), StoreError> {
    let differs = "SELECT old.fen FROM evaluation AS old JOIN evaluation AS new USING (fen, only)
                   WHERE old.profile = ?1 AND new.profile = ?2 AND old.body <> new.body";
    if let Some(fen) = change.query_row(differs, [from, to], |row| row.get(0)).optional()? {
        return Err(StoreError::Differs { fen });
    }
    change.execute("UPDATE OR IGNORE evaluation SET profile = ?2 WHERE profile = ?1", [from, to])?;
    change.execute("DELETE FROM evaluation WHERE profile = ?1", [from])?;
    change.execute("DELETE FROM profile WHERE id = ?1", [from])?;
    Ok(())
}

/// The move asked for, or nothing for a search of all moves.
fn key(only: Option<UciMove>) -> String {
    only.map(|mv| mv.to_string()).unwrap_or_default()
}

/// Whether the database is a store; `false` for an empty one.
fn is_store(connection: &Connection, path: &Path) -> Result<bool, StoreError> {
    let number = |sql: &str| -> Result<i64, StoreError> {
        let found = connection.query_row(sql, [], |row| row.get(0));
        found.map_err(|source| StoreError::Open { path: path.to_owned(), source })
    };
    let application = number("PRAGMA application_id")?;
    let found = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_master")?;
    match (application, found, tables) {
        (0, 0, 0) => Ok(false),
        (APPLICATION, SCHEMA, _) => Ok(true),
        (APPLICATION, newer, _) if newer > SCHEMA => {
            Err(StoreError::Newer { path: path.to_owned(), found: newer })
        }
        _ => Err(StoreError::Foreign { path: path.to_owned() }),
    }
}

#[cfg(test)]
mod tests;
