//! The evaluation store: what an engine said about a position under given settings.
//!
//! One `SQLite` file (write-ahead log) that several processes may share. An evaluation is a pure function of
//! engine, settings and position, so an entry is written once and never changes; a second, different answer
//! means that the promise of equal bits was broken, and is an error. The store knows no games and no players.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};
use sha2::{Digest, Sha256};
use shakmaty::uci::UciMove;
use thiserror::Error;
use uci_pool::{Evaluation, Identity, Settings, hex};

/// Version of the tables. Increase it with every change of the layout.
const SCHEMA: i64 = 1;

/// Marks the file as ours in `SQLite`'s header: "FAIR".
const APPLICATION: i64 = 0x4641_4952;

/// How long one process waits for another one's write.
const PATIENCE: Duration = Duration::from_secs(30);

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

/// Why the store could not answer.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file could not be opened or prepared as a store.
    #[error("could not open the evaluation store {}: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What `SQLite` says.
        source: rusqlite::Error,
    },
    /// The file belongs to a newer version of this software.
    #[error("the evaluation store {} has layout {found}, this version reads up to {SCHEMA}", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its layout.
        found: i64,
    },
    /// A database, but of another kind.
    #[error("{} is a database but not an evaluation store", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// `SQLite` failed.
    #[error("the evaluation store failed: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// What is stored for a position does not read as an evaluation.
    #[error("the stored evaluation of {fen} is damaged: {reason}")]
    Damaged {
        /// The position.
        fen: String,
        /// What does not read.
        reason: String,
    },
    /// The same engine with the same settings answered differently than before.
    #[error("a second evaluation of {fen} under the same engine and settings differs from the stored one")]
    Differs {
        /// The position.
        fen: String,
    },
    /// A profile does not read as an engine and its settings, or could not be written as one.
    #[error("an engine profile in the evaluation store does not read: {0}")]
    Profile(#[from] serde_json::Error),
}

/// An engine with its settings, within one store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileId(i64);

/// What the store holds for one profile.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileSummary {
    /// The engine.
    pub engine: Identity,
    /// Its settings.
    pub settings: Settings,
    /// Number of evaluations.
    pub evaluations: u64,
    /// Bytes of the evaluations themselves, without keys and `SQLite`'s own.
    pub bytes: u64,
}

fn digest_of(engine: &str, settings: &str) -> String {
    let mut hash = Sha256::new();
    for part in [engine, settings] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hex(&hash.finalize())
}

/// What names an engine with its settings, in this store and elsewhere: a SHA-256 over both, lower-case hex.
///
/// # Errors
/// If they cannot be written as JSON, which nothing in them can cause.
pub fn profile_digest(engine: &Identity, settings: &Settings) -> Result<String, serde_json::Error> {
    Ok(digest_of(
        &serde_json::to_string(engine)?,
        &serde_json::to_string(settings)?,
    ))
}

/// The evaluation store.
pub struct Store {
    connection: Connection,
}

impl Store {
    /// Opens the store at `path`, which is made if there is none. The folder has to exist.
    ///
    /// # Errors
    /// A file that cannot be opened, is no store, or was written by a newer version.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let start = Instant::now();
        loop {
            match Self::try_open(path) {
                // Changing a new file to WAL does not wait for others that do the same, so the waiting is done here.
                Err(StoreError::Open { source, .. })
                    if source.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                        && start.elapsed() < PATIENCE =>
                {
                    std::thread::sleep(Duration::from_millis(10));
                }
                other => return other,
            }
        }
    }

    fn try_open(path: &Path) -> Result<Self, StoreError> {
        let open = |source| StoreError::Open {
            path: path.to_owned(),
            source,
        };
        let mut connection = Connection::open(path).map_err(open)?;
        connection.busy_timeout(PATIENCE).map_err(open)?;
        connection
            .pragma_update(None, "foreign_keys", true)
            .map_err(open)?;
        // Before anything is changed: a foreign file stays as it is. In one transaction, or another process that makes
        // the tables between two questions would look like a stranger.
        let look = connection.transaction().map_err(open)?;
        check_kind(&look, path)?;
        look.finish().map_err(open)?;
        connection
            .pragma_update(None, "journal_mode", "WAL")
            .map_err(open)?;
        // With FULL, a commit is on the disk when it returns, even in WAL mode.
        connection
            .pragma_update(None, "synchronous", "FULL")
            .map_err(open)?;
        // Two processes may get here at once: the second waits, then finds the tables made.
        let change = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(open)?;
        if check_kind(&change, path)? == Kind::Empty {
            change.execute_batch(TABLES).map_err(open)?;
            change
                .pragma_update(None, "application_id", APPLICATION)
                .map_err(open)?;
            change.pragma_update(None, "user_version", SCHEMA).map_err(open)?;
        }
        change.commit().map_err(open)?;
        Ok(Self { connection })
    }

    /// The profile of an engine with its settings, made if it is new.
    ///
    /// # Errors
    /// `SQLite`'s.
    pub fn profile(&mut self, engine: &Identity, settings: &Settings) -> Result<ProfileId, StoreError> {
        let engine = serde_json::to_string(engine)?;
        let settings = serde_json::to_string(settings)?;
        let digest = digest_of(&engine, &settings);
        let change = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        change.execute(
            "INSERT INTO profile (engine, settings, digest) VALUES (?1, ?2, ?3) ON CONFLICT (digest) DO NOTHING",
            params![engine, settings, digest],
        )?;
        let id = change.query_row("SELECT id FROM profile WHERE digest = ?1", [&digest], |row| {
            row.get(0)
        })?;
        change.commit()?;
        Ok(ProfileId(id))
    }

    /// The evaluation of a position, or of one move of it (`only`), if it is there.
    ///
    /// # Errors
    /// `SQLite`'s, or an entry that does not read as an evaluation.
    pub fn get(
        &self,
        profile: ProfileId,
        fen: &str,
        only: Option<UciMove>,
    ) -> Result<Option<Evaluation>, StoreError> {
        let body: Option<Vec<u8>> = self
            .connection
            .prepare_cached("SELECT body FROM evaluation WHERE profile = ?1 AND fen = ?2 AND only = ?3")?
            .query_row(params![profile.0, fen, key(only)], |row| row.get(0))
            .optional()?;
        let decoded = body.map(|body| Evaluation::decode(&body)).transpose();
        decoded.map_err(|error| StoreError::Damaged {
            fen: fen.to_owned(),
            reason: error.to_string(),
        })
    }

    /// Stores an evaluation. It is on the disk when this returns. To store an equal one again changes nothing.
    ///
    /// # Errors
    /// `SQLite`'s, or [`StoreError::Differs`] if another evaluation stands there; that one is kept.
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
                "INSERT INTO evaluation (profile, fen, only, body) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (profile, fen, only) DO NOTHING",
            )?
            .execute(params![profile.0, fen, only, body])?;
        if added == 1 {
            return Ok(());
        }
        let stored: Vec<u8> = self
            .connection
            .prepare_cached("SELECT body FROM evaluation WHERE profile = ?1 AND fen = ?2 AND only = ?3")?
            .query_row(params![profile.0, fen, only], |row| row.get(0))?;
        if stored == body {
            Ok(())
        } else {
            Err(StoreError::Differs { fen: fen.to_owned() })
        }
    }

    /// What the store holds, profile by profile, in the order in which they were made.
    ///
    /// # Errors
    /// `SQLite`'s, or a profile that does not read.
    pub fn summary(&self) -> Result<Vec<ProfileSummary>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT engine, settings, count(body), coalesce(sum(length(body)), 0)
             FROM profile LEFT JOIN evaluation ON evaluation.profile = profile.id
             GROUP BY profile.id ORDER BY profile.id",
        )?;
        let mut rows = statement.query([])?;
        let mut profiles = Vec::new();
        while let Some(row) = rows.next()? {
            profiles.push(ProfileSummary {
                engine: serde_json::from_str(&row.get::<_, String>(0)?)?,
                settings: serde_json::from_str(&row.get::<_, String>(1)?)?,
                evaluations: row.get::<_, i64>(2)?.unsigned_abs(),
                bytes: row.get::<_, i64>(3)?.unsigned_abs(),
            });
        }
        Ok(profiles)
    }
}

/// The move asked for, or nothing for a search of all moves.
fn key(only: Option<UciMove>) -> String {
    only.map(|mv| mv.to_string()).unwrap_or_default()
}

#[derive(PartialEq, Eq)]
enum Kind {
    Empty,
    Store,
}

fn check_kind(connection: &Connection, path: &Path) -> Result<Kind, StoreError> {
    let number = |sql: &str| -> Result<i64, StoreError> {
        let found = connection.query_row(sql, [], |row| row.get(0));
        found.map_err(|source| StoreError::Open {
            path: path.to_owned(),
            source,
        })
    };
    let application = number("PRAGMA application_id")?;
    let found = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_master")?;
    match (application, found, tables) {
        (0, 0, 0) => Ok(Kind::Empty),
        (APPLICATION, SCHEMA, _) => Ok(Kind::Store),
        (APPLICATION, newer, _) if newer > SCHEMA => Err(StoreError::Newer {
            path: path.to_owned(),
            found: newer,
        }),
        _ => Err(StoreError::Foreign {
            path: path.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::thread;

    use rusqlite::Connection;
    use shakmaty::uci::UciMove;
    use tempfile::TempDir;
    use uci_pool::{Bound, DepthLines, Evaluation, Identity, Line, Settings, Value};

    use super::{Store, StoreError};

    const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const SETTINGS: Settings = Settings {
        depth: 12,
        multipv: 5,
        hash_mib: 16,
        node_cap: 1_000_000,
    };

    fn engine(name: &str) -> Identity {
        Identity {
            name: name.to_owned(),
            author: "somebody".to_owned(),
            sha256: "00ff".to_owned(),
            options: vec![("EvalFile".to_owned(), "net.nnue".to_owned())],
        }
    }

    fn mv(text: &str) -> UciMove {
        text.parse().expect("a move")
    }

    fn evaluation(centipawns: i32) -> Evaluation {
        let line = Line {
            mv: mv("e2e4"),
            value: Value::Cp(centipawns),
            bound: Bound::Exact,
        };
        Evaluation {
            depths: vec![DepthLines {
                depth: 12,
                lines: vec![line],
            }],
            judgment: 0,
            pvs: vec![vec![mv("e2e4"), mv("e7e5")]],
            nodes: 1234,
            truncated: false,
        }
    }

    fn place() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("evaluations.sqlite");
        (folder, path)
    }

    #[test]
    fn what_is_put_is_found_after_reopening() {
        let (_folder, path) = place();
        let mut store = Store::open(&path).expect("a new store");
        let profile = store.profile(&engine("one"), &SETTINGS).expect("a profile");
        assert_eq!(store.get(profile, FEN, None).expect("read"), None);
        store.put(profile, FEN, None, &evaluation(30)).expect("stored");
        store
            .put(profile, FEN, Some(mv("a2a3")), &evaluation(-10))
            .expect("stored");
        drop(store);

        let mut store = Store::open(&path).expect("the same store");
        let again = store.profile(&engine("one"), &SETTINGS).expect("a profile");
        assert_eq!(again, profile);
        assert_eq!(store.get(profile, FEN, None).expect("read"), Some(evaluation(30)));
        assert_eq!(
            store.get(profile, FEN, Some(mv("a2a3"))).expect("read"),
            Some(evaluation(-10))
        );
        let other = store
            .profile(
                &engine("one"),
                &Settings {
                    depth: 13,
                    ..SETTINGS
                },
            )
            .expect("a profile");
        assert_ne!(other, profile);
        assert_eq!(store.get(other, FEN, None).expect("read"), None);

        let summary = store.summary().expect("read");
        let counts: Vec<(u8, u64)> = summary
            .iter()
            .map(|p| (p.settings.depth, p.evaluations))
            .collect();
        assert_eq!(counts, [(12, 2), (13, 0)]);
        let bytes = evaluation(30).encode().len() + evaluation(-10).encode().len();
        assert_eq!(
            (summary[0].bytes, &summary[0].engine),
            (bytes as u64, &engine("one"))
        );
    }

    #[test]
    fn a_second_answer_has_to_be_the_same() {
        let (_folder, path) = place();
        let mut store = Store::open(&path).expect("a new store");
        let profile = store.profile(&engine("one"), &SETTINGS).expect("a profile");
        store.put(profile, FEN, None, &evaluation(30)).expect("stored");
        store
            .put(profile, FEN, None, &evaluation(30))
            .expect("equal is fine");
        let error = store
            .put(profile, FEN, None, &evaluation(31))
            .expect_err("another answer");
        assert!(error.to_string().contains(FEN), "{error}");
        assert_eq!(store.get(profile, FEN, None).expect("read"), Some(evaluation(30)));
    }

    #[test]
    fn two_connections_share_a_store() {
        let (_folder, path) = place();
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                let path = path.clone();
                thread::spawn(move || {
                    let mut store = Store::open(&path).expect("opened by all at once");
                    let profile = store.profile(&engine("one"), &SETTINGS).expect("a profile");
                    for position in 0..10 {
                        let fen = format!("position {position}");
                        store
                            .put(profile, &fen, None, &evaluation(position))
                            .expect("stored");
                        let own = format!("{fen} of {writer}");
                        store
                            .put(profile, &own, None, &evaluation(writer))
                            .expect("stored");
                    }
                })
            })
            .collect();
        for writer in writers {
            writer.join().expect("no writer fails");
        }
        let store = Store::open(&path).expect("the same store");
        let summary = store.summary().expect("read");
        assert_eq!(summary.iter().map(|p| p.evaluations).collect::<Vec<_>>(), [50]);
    }

    #[test]
    fn damage_names_the_position() {
        let (_folder, path) = place();
        let mut store = Store::open(&path).expect("a new store");
        let profile = store.profile(&engine("one"), &SETTINGS).expect("a profile");
        store.put(profile, FEN, None, &evaluation(30)).expect("stored");
        store
            .connection
            .execute("UPDATE evaluation SET body = x'ff00'", [])
            .expect("damaged");
        let error = store.get(profile, FEN, None).expect_err("not an evaluation");
        assert!(
            matches!(&error, StoreError::Damaged { fen, .. } if fen == FEN),
            "{error}"
        );
    }

    #[test]
    fn newer_and_foreign_files_are_refused_and_left_alone() {
        let (folder, path) = place();
        Store::open(&path)
            .expect("a new store")
            .connection
            .pragma_update(None, "user_version", 2)
            .expect("set");
        assert!(matches!(
            Store::open(&path),
            Err(StoreError::Newer { found: 2, .. })
        ));

        let foreign = folder.path().join("foreign.sqlite");
        Connection::open(&foreign)
            .expect("made")
            .execute_batch("CREATE TABLE mine (x)")
            .expect("a table");
        let before = std::fs::read(&foreign).expect("read");
        assert!(matches!(Store::open(&foreign), Err(StoreError::Foreign { .. })));
        assert_eq!(std::fs::read(&foreign).expect("read"), before);

        let text = folder.path().join("text.sqlite");
        std::fs::write(&text, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *".repeat(50)).expect("written");
        let error = Store::open(&text).err().expect("no database").to_string();
        assert!(error.contains("text.sqlite"), "{error}");
        assert!(Store::open(&folder.path().join("no/such/folder.sqlite")).is_err());
    }

    #[test]
    fn trap_16_names_are_data_and_not_sql() {
        let (_folder, path) = place();
        let mut store = Store::open(&path).expect("a new store");
        for name in [
            "O'Connor",
            "'); DROP TABLE evaluation; --",
            "=cmd|' /C calc'!A1",
            "<script>\"\0",
        ] {
            let profile = store.profile(&engine(name), &SETTINGS).expect(name);
            store.put(profile, name, None, &evaluation(1)).expect(name);
            assert_eq!(
                store.get(profile, name, None).expect(name),
                Some(evaluation(1)),
                "{name}"
            );
        }
        let names: Vec<String> = store
            .summary()
            .expect("read")
            .into_iter()
            .map(|p| p.engine.name)
            .collect();
        assert_eq!(
            names,
            [
                "O'Connor",
                "'); DROP TABLE evaluation; --",
                "=cmd|' /C calc'!A1",
                "<script>\"\0"
            ]
        );
    }
}
