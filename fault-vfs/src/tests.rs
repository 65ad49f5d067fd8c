use super::*;

use rusqlite::Connection;

fn opened(folder: &Path) -> Connection {
    let connection = Connection::open(folder.join("x.sqlite")).expect("opened");
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).expect("set");
    assert_eq!(mode, "wal");
    connection.execute_batch("PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS t (x)").expect("made");
    connection
}

fn rows(connection: &Connection) -> i64 {
    let found: String =
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("checked");
    assert_eq!(found, "ok");
    connection.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).expect("counted")
}

#[test]
fn a_fault_strikes_its_call_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = Disk::under(folder.path()).expect("watched");
    let connection = opened(folder.path());
    let add = |value: i64| connection.execute("INSERT INTO t VALUES (?1)", [value]);
    for (call, effect, said) in [
        (Call::Write, Effect::Full, "full"),
        (Call::Write, Effect::Error, "disk I/O error"),
        (Call::Write, Effect::Half, "disk I/O error"),
        (Call::Sync, Effect::Error, "disk I/O error"),
    ] {
        disk.choose(Some(Fault { call, at: 1, effect, lasting: false }));
        let error = add(1).expect_err("failed").to_string();
        assert!(error.contains(said), "{error}");
        assert_eq!(disk.struck(), 1);
        let before = rows(&connection);
        add(2).expect("the next one");
        assert_eq!(rows(&connection), before + 1);
    }
    assert!(disk.calls(Call::Read) + disk.calls(Call::Map) > 0 && disk.calls(Call::Write) > 2);
    let other = tempfile::tempdir().expect("a folder");
    disk.choose(Some(Fault { call: Call::Write, at: 1, effect: Effect::Full, lasting: true }));
    opened(other.path()).execute("INSERT INTO t VALUES (1)", []).expect("elsewhere nothing fails");
}

/// With honest syncs nothing that was committed is lost; if syncs lie, much is.
#[test]
fn a_power_cut_takes_back_what_was_not_synced() {
    let mut lost = 0;
    for seed in 0..20 {
        let folder = tempfile::tempdir().expect("a folder");
        let disk = Disk::under(folder.path()).expect("watched");
        let connection = opened(folder.path());
        let add = |value: i64| connection.execute("INSERT INTO t VALUES (?1)", [value]);
        add(1).expect("written");
        disk.lie(seed % 2 == 1);
        add(2).expect("written");
        disk.choose(Some(Fault { call: Call::Write, at: 2, effect: Effect::Crash, lasting: false }));
        add(3).expect_err("the power went");
        assert!(disk.is_dead() && disk.power_on(seed).is_err(), "the file is open");
        drop(connection);
        disk.power_on(seed).expect("on again");
        let found = rows(&opened(folder.path()));
        assert!((1..=3).contains(&found), "{found}");
        if seed % 2 == 1 {
            lost += i64::from(found < 2);
        } else {
            assert!(found >= 2, "seed {seed}: {found}");
        }
    }
    assert!(lost > 0, "no lie was ever found out");
}
