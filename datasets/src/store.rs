//! The evaluation store: answers of an engine about positions under given settings, in one `SQLite` file (write-ahead log)
//! that several processes may share. An entry is written once and never changes; a second, different answer means that
//! the promise of equal bits was broken, and is an error.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
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

/// Tables of later versions, which are added to older stores: signatures by bytes, options and settings; programs; answers of one program
/// that another gave again; and what the share that is searched again is drawn by.
const LATER_TABLES: &str = "
    CREATE TABLE IF NOT EXISTS signature (engine TEXT PRIMARY KEY, signature TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS program (id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE);
    CREATE TABLE IF NOT EXISTS confirmation (
        profile INTEGER NOT NULL,
        fen     TEXT NOT NULL,
        only    TEXT NOT NULL,
        program INTEGER NOT NULL REFERENCES program (id),
        PRIMARY KEY (profile, fen, only, program)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS draw (secret TEXT NOT NULL);
";

/// Columns of later versions of the table of evaluations.
const LATER_COLUMNS: [(&str, &str); 2] = [("program", "INTEGER REFERENCES program (id)"), ("sum", "BLOB")];

/// Of the answers of other programs, one in so many is used only after it was searched again. A program that answers a share f of n
/// positions otherwise than the engine of a run passes with probability (1 - f/20)^n: below one in 100 from 90 such answers on.
const CONFIRMED_ONE_IN: u64 = 20;

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

/// An engine with its settings, within one store, and the program that asks: builds of one engine share their answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileId {
    profile: i64,
    program: Option<i64>,
}

impl ProfileId {
    /// Takes the answers of every program as they are: for fits over stored answers, which start no engine.
    #[must_use]
    pub fn of_any_program(self) -> Self {
        Self { program: None, ..self }
    }
}

/// An answer in the store.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredAnswer {
    pub evaluation: Evaluation,
    /// SHA-256 of the program that gave it ([`Identity::sha256`]); `None` in stores of before programs were noted, and for a worker
    /// that does not say.
    pub program: Option<String>,
    /// Another program gave it, and it is in the share of such answers that are used only after the program that asks has given
    /// them too.
    pub is_unconfirmed: bool,
}

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
    /// The evaluations by the program that gave them.
    pub programs: Programs,
}

/// Numbers of answers by the SHA-256 of the program that gave them; `None` where that is not known.
pub type Programs = BTreeMap<Option<String>, u64>;

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
    /// Known to nobody who cannot read the file: no engine can tell which of its answers will be searched again.
    secret: String,
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
        let secret = add_later_tables(&mut connection).map_err(open)?;
        Ok(Self { connection, secret })
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
        let program = program(&change, &engine.sha256)?;
        if let Some(before) = find(&before)?.filter(|before| *before != id) {
            let by = "UPDATE evaluation SET program = ?2 WHERE profile = ?1 AND program IS NULL";
            change.execute(by, [before, program])?;
            take_over(&change, before, id)?;
        }
        change.commit()?;
        Ok(ProfileId { profile: id, program: Some(program) })
    }

    /// SHA-256 of the program that asks; `None` if any does.
    pub fn program(&self, profile: ProfileId) -> Result<Option<String>, StoreError> {
        let mut find = self.connection.prepare_cached("SELECT sha256 FROM program WHERE id = ?1")?;
        Ok(find.query_row([profile.program], |row| row.get(0)).optional()?)
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

    /// The answer about a position, or about one move of it (`only`), if it is there.
    pub fn get(
        &self,
        profile: ProfileId,
        fen: &str,
        only: Option<UciMove>,
    ) -> Result<Option<StoredAnswer>, StoreError> {
        let ProfileId { profile, program: own } = profile;
        let only = key(only);
        let mut find = self.connection.prepare_cached(
            "SELECT body, sum, program, sha256 FROM evaluation LEFT JOIN program ON program.id = evaluation.program
             WHERE profile = ?1 AND fen = ?2 AND only = ?3",
        )?;
        let mut rows = find.query(params![profile, fen, only])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let (body, sum): (Vec<u8>, Option<Vec<u8>>) = (row.get(0)?, row.get(1)?);
        let (by, program): (Option<i64>, Option<String>) = (row.get(2)?, row.get(3)?);
        let damaged = |reason: String| StoreError::Damaged { fen: fen.to_owned(), reason };
        if sum.is_some_and(|sum| sum != sums::sum(fen.as_bytes(), only.as_bytes(), &body)) {
            return Err(damaged("its sum is another".to_owned()));
        }
        let evaluation = Evaluation::decode(&body).map_err(|error| damaged(error.to_string()))?;
        let is_unconfirmed = own.is_some() && by != own && self.is_drawn(profile, fen, &only) && {
            let confirmed =
                "SELECT 1 FROM confirmation WHERE profile = ?1 AND fen = ?2 AND only = ?3 AND program = ?4";
            !self.connection.prepare_cached(confirmed)?.exists(params![profile, fen, only, own])?
        };
        Ok(Some(StoredAnswer { evaluation, program, is_unconfirmed }))
    }

    /// Whether an answer of another program is in the share that is searched again.
    fn is_drawn(&self, profile: i64, fen: &str, only: &str) -> bool {
        let mut hash = Sha256::new();
        for part in [&self.secret, &profile.to_string(), fen, only] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        let first =
            hash.finalize().iter().take(8).fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
        first.is_multiple_of(CONFIRMED_ONE_IN)
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

    /// Stores an evaluation that the program of the profile gave. It is on the disk when this returns. To store an equal one again
    /// changes nothing, or confirms the answer of another program. If another evaluation stands there, that one is kept and
    /// [`StoreError::Differs`] returned.
    pub fn put(
        &mut self,
        profile: ProfileId,
        fen: &str,
        only: Option<UciMove>,
        evaluation: &Evaluation,
    ) -> Result<(), StoreError> {
        self.insert(profile, profile.program, fen, only, evaluation)
    }

    /// The same of an evaluation that another program gave, by its SHA-256; `None` if that is not known.
    pub fn put_of(
        &mut self,
        profile: ProfileId,
        program_sha256: Option<&str>,
        fen: &str,
        only: Option<UciMove>,
        evaluation: &Evaluation,
    ) -> Result<(), StoreError> {
        let by = program_sha256.map(|sha256| program(&self.connection, sha256)).transpose()?;
        self.insert(profile, by, fen, only, evaluation)
    }

    fn insert(
        &mut self,
        ProfileId { profile, program: own }: ProfileId,
        by: Option<i64>,
        fen: &str,
        only: Option<UciMove>,
        evaluation: &Evaluation,
    ) -> Result<(), StoreError> {
        let body = evaluation.encode();
        let only = key(only);
        let added = self
            .connection
            .prepare_cached(
                "INSERT INTO evaluation (profile, fen, only, body, sum, program) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (profile, fen, only) DO NOTHING",
            )?
            .execute(params![profile, fen, only, body, sums::sum(fen.as_bytes(), only.as_bytes(), &body), by])?;
        if added == 1 {
            return Ok(());
        }
        let (stored, before): (Vec<u8>, Option<i64>) = self
            .connection
            .prepare_cached(
                "SELECT body, program FROM evaluation WHERE profile = ?1 AND fen = ?2 AND only = ?3",
            )?
            .query_row(params![profile, fen, only], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if stored != body {
            return Err(StoreError::Differs { fen: fen.to_owned() });
        }
        // What was drawn was searched again for the program that asks, whoever searched.
        if own.is_some() && before != own && self.is_drawn(profile, fen, &only) {
            let confirm =
                "INSERT OR IGNORE INTO confirmation (profile, fen, only, program) VALUES (?1, ?2, ?3, ?4)";
            self.connection.prepare_cached(confirm)?.execute(params![profile, fen, only, own])?;
        }
        Ok(())
    }

    /// Removes an evaluation; one that is not there changes nothing.
    pub fn remove(&mut self, profile: ProfileId, fen: &str, only: Option<UciMove>) -> Result<(), StoreError> {
        let ProfileId { profile, .. } = profile;
        for table in ["evaluation", "confirmation"] {
            let remove = format!("DELETE FROM {table} WHERE profile = ?1 AND fen = ?2 AND only = ?3");
            self.connection.prepare_cached(&remove)?.execute(params![profile, fen, key(only)])?;
        }
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
                programs: self.programs(row.get(4)?)?,
            });
        }
        Ok(profiles)
    }

    fn programs(&self, profile: i64) -> Result<Programs, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT sha256, count(*) FROM evaluation LEFT JOIN program ON program.id = evaluation.program
             WHERE profile = ?1 GROUP BY sha256",
        )?;
        let rows =
            statement.query_map([profile], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs())))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Deletes the evaluations of a profile, by its number, and gives how many there were. [`Store::compact`] then shrinks the
    /// file.
    pub fn forget(&mut self, number: i64) -> Result<u64, StoreError> {
        self.connection.execute("DELETE FROM confirmation WHERE profile = ?1", [number])?;
        let taken = self.connection.execute("DELETE FROM evaluation WHERE profile = ?1", [number])?;
        Ok(taken as u64)
    }

    /// Deletes every evaluation that a program gave and every confirmation by it, and gives the number of evaluations; `None` stands
    /// for those whose program is not known.
    pub fn forget_program(&mut self, sha256: Option<&str>) -> Result<u64, StoreError> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let of = "program IS (SELECT id FROM program WHERE sha256 = ?1)";
        change.execute(
            &format!(
                "DELETE FROM confirmation WHERE {of} OR (profile, fen, only) IN
                 (SELECT profile, fen, only FROM evaluation WHERE {of})"
            ),
            [sha256],
        )?;
        let taken = change.execute(&format!("DELETE FROM evaluation WHERE {of}"), [sha256])?;
        change.commit()?;
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

/// The number of a program within the store.
fn program(connection: &Connection, sha256: &str) -> Result<i64, rusqlite::Error> {
    connection
        .prepare_cached("INSERT INTO program (sha256) VALUES (?1) ON CONFLICT (sha256) DO NOTHING")?
        .execute([sha256])?;
    connection
        .prepare_cached("SELECT id FROM program WHERE sha256 = ?1")?
        .query_row([sha256], |row| row.get(0))
}

/// Whether evaluations have a column, which stores of earlier versions may lack.
fn has_column(connection: &Connection, name: &str) -> Result<bool, rusqlite::Error> {
    connection.prepare("SELECT 1 FROM pragma_table_info('evaluation') WHERE name = ?1")?.exists([name])
}

/// Adds what stores of earlier versions lack, and gives the secret of the draw. Evaluations of before stay without a program and
/// without a sum.
fn add_later_tables(connection: &mut Connection) -> Result<String, rusqlite::Error> {
    let whole = |connection: &Connection| -> Result<Option<String>, rusqlite::Error> {
        let tables = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'draw'";
        for (column, _) in LATER_COLUMNS {
            if !has_column(connection, column)? {
                return Ok(None);
            }
        }
        if !connection.prepare(tables)?.exists([])? {
            return Ok(None);
        }
        connection.query_row("SELECT secret FROM draw", [], |row| row.get(0)).optional()
    };
    if let Some(secret) = whole(connection)? {
        return Ok(secret);
    }
    // Of several processes that get here at once, the later ones find it done.
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if let Some(secret) = whole(&change)? {
        return Ok(secret);
    }
    change.execute_batch(LATER_TABLES)?;
    for (column, declared) in LATER_COLUMNS {
        if !has_column(&change, column)? {
            change.execute_batch(&format!("ALTER TABLE evaluation ADD COLUMN {column} {declared}"))?;
        }
    }
    let known = change.query_row("SELECT secret FROM draw", [], |row| row.get(0)).optional()?;
    let secret = match known {
        Some(secret) => secret,
        None => {
            let keys = [RandomState::new(), RandomState::new()].map(|state| state.hash_one(0_u64));
            let secret = format!("{:016x}{:016x}", keys[0], keys[1]);
            change.execute("INSERT INTO draw (secret) VALUES (?1)", [&secret])?;
            secret
        }
    };
    change.commit()?;
    Ok(secret)
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
