use std::fs;

use super::*;

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fairplay.sqlite");
    (folder, path)
}

fn add(connection: &Connection, login: &str) -> Result<i64, StorageError> {
    connection.execute(
        "INSERT INTO person (login, name, password, role, made) VALUES (?1, ?1, 'x', 'arbiter', 0)",
        [login],
    )?;
    Ok(connection.last_insert_rowid())
}

fn count(storage: &Storage) -> i64 {
    storage
        .read_now(|c| {
            Ok::<_, StorageError>(c.query_row("SELECT count(*) FROM person", [], |row| row.get(0))?)
        })
        .expect("counted")
}

#[test]
fn the_log_is_write_ahead_and_commits_are_full() {
    let (_folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    let pragma = |name: &'static str| {
        storage.write_now(move |c| {
            Ok::<_, StorageError>(c.query_row(&format!("PRAGMA {name}"), [], |row| {
                row.get_ref(0).map(|value| match value {
                    rusqlite::types::ValueRef::Integer(number) => number.to_string(),
                    value => value.as_str().unwrap_or_default().to_owned(),
                })
            })?)
        })
    };
    // 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
    for (name, value) in [("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1")] {
        assert_eq!(pragma(name).expect("read"), value, "{name}");
    }
}

#[test]
fn a_failed_change_leaves_nothing_and_those_beside_it_stand() {
    let (_folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    let failed = storage.write_now(|c| {
        add(c, "oak")?;
        add(c, "oak")
    });
    assert!(matches!(failed, Err(StorageError::Sqlite(_))));
    assert_eq!(count(&storage), 0);
    let threads: Vec<_> = (0..20)
        .map(|n| {
            let storage = storage.clone();
            // Every second one fails after it has written.
            std::thread::spawn(move || {
                storage.write_now(move |c| {
                    add(c, &format!("person-{n}"))?;
                    if n % 2 == 0 { Ok(()) } else { Err(StorageError::Damaged { what: "nothing" }) }
                })
            })
        })
        .collect();
    let stood = threads.into_iter().map(|t| t.join().expect("joined"));
    assert_eq!(stood.filter(Result::is_ok).count(), 10);
    assert_eq!(count(&storage), 10);
}

#[cfg(unix)]
#[test]
fn the_file_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    storage.write_now(|c| add(c, "birch")).expect("written");
    let mut files = 0;
    for entry in fs::read_dir(folder.path()).expect("listed") {
        let mode = entry.expect("an entry").metadata().expect("there").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
        files += 1;
    }
    assert!(files >= 2, "the file and its log");
    drop(storage);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).expect("opened to everybody");
    let _storage = Storage::open(&path).expect("again");
    assert_eq!(path.metadata().expect("there").permissions().mode() & 0o777, 0o660);
}

#[test]
fn readers_cannot_write() {
    let (_folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    assert!(storage.read_now(|c| add(c, "elm")).is_err());
    assert_eq!(count(&storage), 0);
}

#[test]
fn foreign_files_and_newer_ones_are_refused_and_left_alone() {
    let (folder, path) = place();
    fs::write(&path, b"these are not the pages of a database, whatever they are").expect("written");
    assert!(Storage::open(&path).is_err());

    let other = folder.path().join("other.sqlite");
    let connection = Connection::open(&other).expect("opened");
    connection.execute_batch("CREATE TABLE songs (title)").expect("made");
    drop(connection);
    let before = fs::read(&other).expect("read");
    assert!(Storage::open(&other).is_err());
    assert_eq!(fs::read(&other).expect("read"), before);

    let newer = folder.path().join("newer.sqlite");
    drop(Storage::open(&newer).expect("new"));
    let connection = Connection::open(&newer).expect("opened");
    connection.execute("UPDATE service_version SET version = 99", []).expect("added");
    drop(connection);
    let Err(error) = Storage::open(&newer) else {
        panic!("a newer file was opened");
    };
    assert!(error.to_string().contains("newer program"), "{error}");
}

/// A full disk undoes the whole transaction: changes before it are told so, and changes after it go into the next one.
#[test]
fn each_change_beside_a_full_disk_is_told_whether_it_stands() {
    let (_folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    storage
        .write_now(|c| {
            let pages: i64 = c.query_row("PRAGMA page_count", [], |row| row.get(0))?;
            c.execute_batch(&format!("PRAGMA max_page_count = {}; CREATE TABLE blobs (x)", pages + 20))?;
            Ok::<_, StorageError>(())
        })
        .expect("bounded");
    let (go, gate) = std::sync::mpsc::channel::<()>();
    let mut told = Vec::new();
    // The first holds the thread until the others wait behind it, so that all are in one batch.
    let first = storage.writer.submit(move |c| {
        let _opened = gate.recv();
        add(c, "person-0").map(|_| ())
    });
    told.push(first.expect("queued"));
    for n in 1..6 {
        let next = storage.writer.submit(move |c| {
            if n == 2 {
                c.execute("INSERT INTO blobs VALUES (zeroblob(1000000))", [])?;
            }
            add(c, &format!("person-{n}")).map(|_| ())
        });
        told.push(next.expect("queued"));
    }
    go.send(()).expect("it waits");
    let told = told.into_iter().map(|answer| answer.blocking_recv().expect("answered").is_ok());
    let told: Vec<bool> = told.collect();
    assert_eq!(told, [false, false, false, true, true, true]);
    let logins =
        storage.read_now(|c| rows::<String>(c, "SELECT login FROM person ORDER BY login", [])).expect("read");
    assert_eq!(logins, ["person-3", "person-4", "person-5"]);
}

#[test]
fn a_panic_in_a_change_undoes_it_and_writing_goes_on() {
    let (_folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    let failed = storage.write_now(|c| -> Result<i64> {
        add(c, "oak")?;
        panic!("a fault in a change");
    });
    assert!(matches!(failed, Err(StorageError::NotWritten(_))), "{failed:?}");
    storage.write_now(|c| add(c, "elm")).expect("written");
    assert_eq!(count(&storage), 1);
}

#[test]
fn a_second_server_on_the_file_is_refused() {
    let (_folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    assert!(matches!(Storage::open(&path), Err(StorageError::InUse { .. })));
    #[cfg(unix)]
    {
        let link = path.with_extension("link");
        std::os::unix::fs::symlink(&path, &link).expect("linked");
        assert!(matches!(Storage::open(&link), Err(StorageError::InUse { .. })), "under another name");
    }
    drop(storage);
    Storage::open(&path).expect("the first one ended");
}

#[test]
fn a_file_with_a_damaged_page_is_refused() {
    let (folder, path) = place();
    drop(Storage::open(&path).expect("new"));
    let connection = Connection::open(&path).expect("opened");
    connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .expect("everything is in the file itself");
    let whole = fs::read(&path).expect("read");
    let (page, damaged) = (4096, folder.path().join("damaged.sqlite"));
    // The first page says what the file is, and is looked at before.
    for first in (page..whole.len()).step_by(9 * page) {
        let mut bytes = whole.clone();
        for (place, byte) in bytes.iter_mut().skip(first).take(page).enumerate() {
            *byte = u8::try_from(place * 151 % 256).expect("a byte");
        }
        fs::write(&damaged, bytes).expect("written");
        let Err(error) = Storage::open(&damaged) else {
            panic!("page at {first} was not seen");
        };
        assert!(error.to_string().contains("damaged") || error.to_string().contains("malformed"), "{error}");
    }
    fs::write(&damaged, whole).expect("written");
    Storage::open(&damaged).expect("whole again");
}

#[test]
fn an_emptied_file_is_no_new_installation() {
    for ending in ["-wal", "-live"] {
        let (_folder, path) = place();
        fs::write(beside(&path, ending), b"").expect("written");
        for emptied in [false, true] {
            if emptied {
                fs::write(&path, b"").expect("written");
            }
            assert!(matches!(Storage::open(&path), Err(StorageError::Emptied { .. })), "{ending} {emptied}");
            assert_eq!(path.exists(), emptied);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_was_moved_away_is_not_written() {
    let (folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    let aside = folder.path().join("aside.sqlite");
    fs::rename(&path, &aside).expect("moved");
    fs::write(&path, b"").expect("another one");
    let failed = storage.write_now(|c| add(c, "oak"));
    assert!(matches!(failed, Err(StorageError::Moved { .. })), "{failed:?}");
    fs::rename(&aside, &path).expect("back");
    storage.write_now(|c| add(c, "oak")).expect("written");
}

/// A disk that is not mounted leaves what lies beside the file where it was.
#[test]
fn a_missing_or_empty_file_beside_what_belongs_to_one_is_no_new_installation() {
    for ending in ["-wal", LIVE, "-heads", "-signing.key"] {
        for is_there in [false, true] {
            let (_folder, path) = place();
            if is_there {
                fs::write(&path, b"").expect("written");
            }
            let remains = beside(&path, ending);
            fs::write(&remains, b"of a server").expect("written");
            let Err(error) = Storage::open(&path) else { panic!("{ending}: a new installation") };
            let error = error.to_string();
            for part in [ending, "mounted", "backup", "move what is beside it away"] {
                assert!(error.contains(part), "{error}");
            }
            assert_eq!(path.metadata().map_or(0, |file| file.len()), 0, "nothing was made");
            fs::remove_file(remains).expect("moved away");
            Storage::open(&path).expect("a new installation");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_second_name_of_the_file_gets_no_second_server() {
    let (folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    storage.write_now(|c| add(c, "birch")).expect("written");
    let other = folder.path().join("other.sqlite");
    fs::hard_link(&path, &other).expect("linked");
    let Err(error) = Storage::open(&other) else { panic!("two servers on one file") };
    assert!(error.to_string().contains("2 names"), "{error}");
    assert!(change_beside_server(&other, |c| add(c, "oak")).is_err(), "nor a change beside it");
    let far = tempfile::tempdir_in(folder.path()).expect("a folder");
    let third = far.path().join("third.sqlite");
    fs::hard_link(&path, &third).expect("linked");
    assert!(Storage::open(&third).is_err(), "from another folder");
    assert!(!beside(&other, "-wal").exists() && !beside(&third, "-wal").exists());
    fs::remove_file(other).expect("removed");
    fs::remove_file(third).expect("removed");
    drop(storage);
    assert_eq!(count(&Storage::open(&path).expect("under its own name")), 1);
}

/// Whoever copies the file of a server that has stopped has everything, whatever connections the process still holds.
#[test]
fn a_closed_file_is_whole_by_itself() {
    let (folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    for n in 0..20 {
        storage.write_now(move |c| add(c, &format!("person-{n}"))).expect("written");
    }
    assert_eq!(count(&storage), 20, "and a connection that reads is kept");
    assert!(beside(&path, "-wal").metadata().expect("there").len() > 0);
    let beside_it = storage.clone();
    storage.close().expect("closed");
    assert!(beside(&path, "-wal").metadata().map_or(0, |log| log.len()) == 0);
    let copy = folder.path().join("copy.sqlite");
    fs::copy(&path, &copy).expect("copied");
    assert_eq!(count(&Storage::open(&copy).expect("the copy")), 20);
    assert!(matches!(beside_it.write_now(|c| add(c, "late")), Err(StorageError::Stopped)));
}

#[test]
fn what_stays_beside_the_file_is_said() {
    let (_folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    let other = reader(&path).expect("opened");
    let look = other.unchecked_transaction().expect("begun");
    look.query_row("SELECT count(*) FROM person", [], |_| Ok(())).expect("read");
    storage.write_now(|c| add(c, "birch")).expect("written");
    assert!(matches!(storage.close(), Err(StorageError::LogKept)));
}

/// A file of the service that somebody has changed, opened as `fairplay audit` does.
fn opened_after(sql: &str) -> Result<(tempfile::TempDir, Connection), backup::BackupError> {
    let (folder, path) = place();
    let storage = Storage::open(&path).expect("new");
    storage.close().expect("closed");
    drop(storage);
    let connection = Connection::open(&path).expect("opened");
    connection.execute_batch(sql).expect(sql);
    drop(connection);
    Ok((folder, backup::open_for_reading(&path)?))
}

#[test]
fn a_file_of_a_stranger_with_something_else_than_tables_is_refused() {
    let endless = "DROP TABLE audit; CREATE VIEW audit AS WITH RECURSIVE n(number) AS
                   (SELECT 1 UNION ALL SELECT number + 1 FROM n) SELECT number, 0 AS at, '' AS actor FROM n";
    assert!(matches!(opened_after(endless), Err(backup::BackupError::Foreign { .. })));
    let beside = endless.replacen("DROP TABLE audit; CREATE VIEW audit", "CREATE VIEW other", 1);
    for sql in [
        &beside,
        "CREATE VIRTUAL TABLE words USING fts5(text)",
        "DROP TABLE person; CREATE VIEW person AS SELECT 1",
    ] {
        let Err(backup::BackupError::NoTable { .. }) = opened_after(sql) else { panic!("{sql}") };
    }
}

#[test]
fn a_file_of_a_stranger_takes_neither_memory_nor_time_without_end() {
    let log = "DROP TABLE audit; CREATE TABLE audit (number INTEGER, at INTEGER, actor TEXT, action TEXT, event INTEGER,
               subject TEXT, detail TEXT AS (CAST(zeroblob(SIZE) AS TEXT)), state TEXT, previous BLOB, hash BLOB);
               INSERT INTO audit (number, at, actor, action, subject, previous, hash)
               VALUES (1, 1, '', '', '', zeroblob(32), zeroblob(32))";
    for size in ["900000000", "300000000", "2000000"] {
        let (_folder, connection) = opened_after(&log.replace("SIZE", size)).expect("tables");
        let error = audit::check(&connection, &[]).expect_err(size).to_string();
        assert!(error.contains("too big"), "{error}");
    }
    // What is stored as large as that, and not in the log.
    let name =
        "INSERT INTO event (id, name, maker, made) VALUES (1, CAST(zeroblob(300000000) AS TEXT), 1, 1)";
    let (_folder, connection) = opened_after(&format!("PRAGMA foreign_keys = 0; {name}")).expect("tables");
    let error = audit::check(&connection, &[]).expect_err("a long name").to_string();
    assert!(error.contains("too big"), "{error}");

    let (_folder, mut connection) = opened_after("SELECT 1").expect("tables");
    let limit = Duration::from_millis(200);
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
    let begun = Instant::now();
    let late = within(&mut connection, limit, |c| Ok(c.query_row(endless, [], |row| row.get::<_, i64>(0))?));
    assert!(matches!(late, Err(StorageError::TimeLimit { .. })), "{late:?}");
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert!(within(&mut connection, limit, |c| audit::check(c, &[])).is_ok(), "and the file is read again");
}
