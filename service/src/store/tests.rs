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
