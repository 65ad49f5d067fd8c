//! The tables of the service, version by version.
//!
//! The version stands in a table beside them: `SQLite`'s `user_version` is that of the evaluation store in the same file,
//! and the two change for different reasons.

use std::cmp::Ordering;
use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::StorageError;
use super::audit;

/// The statements of each version, on top of those before; the first is version 1.
const VERSIONS: &[&str] = &[
    include_str!("schema.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
    include_str!("schema_6.sql"),
    include_str!("schema_7.sql"),
    include_str!("schema_8.sql"),
    include_str!("schema_9.sql"),
    include_str!("schema_10.sql"),
    include_str!("schema_11.sql"),
];

/// The version from which on entries of the audit log hold hashes of rows.
const HOLDS_ROWS: usize = 10;

/// Brings the tables to the newest version, as a whole or not at all.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StorageError> {
    migrate_to(connection, path, VERSIONS)
}

/// Holds that a file has the newest tables, without changing it.
pub(super) fn check_newest(connection: &Connection, path: &Path) -> Result<(), StorageError> {
    let found: usize = connection.query_row("SELECT version FROM service_version", [], |row| row.get(0))?;
    let (path, known) = (path.to_owned(), VERSIONS.len());
    match found.cmp(&known) {
        Ordering::Equal => Ok(()),
        Ordering::Less => Err(StorageError::Older { path, found, known }),
        Ordering::Greater => Err(StorageError::Newer { path, found, known }),
    }
}

fn migrate_to(connection: &mut Connection, path: &Path, versions: &[&str]) -> Result<(), StorageError> {
    // Two processes may get here at once: the second waits, then finds the work done.
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    change.execute_batch("CREATE TABLE IF NOT EXISTS service_version (version INTEGER NOT NULL)")?;
    let sql = "SELECT coalesce(max(version), 0) FROM service_version";
    let found: usize = change.query_row(sql, [], |row| row.get(0))?;
    let Some(missing) = versions.get(found..) else {
        return Err(StorageError::Newer { path: path.to_owned(), found, known: versions.len() });
    };
    for statements in missing {
        change.execute_batch(statements)?;
    }
    if (1..HOLDS_ROWS).contains(&found) && versions.len() >= HOLDS_ROWS {
        audit::record_tables(&change)?;
    }
    change.execute("DELETE FROM service_version", [])?;
    change.execute("INSERT INTO service_version VALUES (?1)", [versions.len()])?;
    Ok(change.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: &str = "ALTER TABLE person ADD COLUMN telephone TEXT;";

    #[test]
    fn versions_are_applied_once_and_a_newer_file_is_refused() {
        let path = Path::new("x.sqlite");
        let mut file = Connection::open_in_memory().expect("memory");
        for _ in 0..2 {
            migrate(&mut file, path).expect("the tables of today");
        }
        let longer = [VERSIONS, &[NEXT]].concat();
        for _ in 0..2 {
            migrate_to(&mut file, path, &longer).expect("one more");
        }
        let newer = migrate(&mut file, path).expect_err("from a newer program").to_string();
        let known = VERSIONS.len();
        for part in ["x.sqlite".to_owned(), format!("version {}", known + 1), format!("up to {known}")] {
            assert!(newer.contains(&part), "{newer}");
        }
    }

    #[test]
    fn hints_of_the_first_version_keep_their_pages() {
        let mut file = Connection::open_in_memory().expect("memory");
        migrate_to(&mut file, Path::new("x"), &VERSIONS[..1]).expect("the first tables");
        let hints =
            "PRAGMA foreign_keys = 0; INSERT INTO event_hints (event, basis, made, named, json, en, ru, uk)
                     VALUES (1, '', 0, '[]', '{}', 'a \"page\"', 'b', 'c')";
        file.execute_batch(hints).expect("hints");
        migrate(&mut file, Path::new("x")).expect("the tables of today");
        let page = |tag: &str| -> Option<String> {
            let sql = format!("SELECT pages ->> '{tag}' FROM event_hints");
            file.query_row(&sql, [], |row| row.get(0)).expect("one row")
        };
        assert_eq!(
            ["en", "ru", "uk", "de"].map(page),
            [Some("a \"page\"".into()), Some("b".into()), Some("c".into()), None]
        );
    }

    #[test]
    fn tokens_from_before_they_ended_have_ninety_days_from_the_update() {
        let mut file = Connection::open_in_memory().expect("memory");
        migrate_to(&mut file, Path::new("x"), &VERSIONS[..3]).expect("the tables of version 3");
        let token = "PRAGMA foreign_keys = 0; INSERT INTO api_token (hash, event, label, scopes, maker, made)
                     VALUES (x'00', 1, '', '', 1, 0)";
        file.execute_batch(token).expect("a token");
        migrate(&mut file, Path::new("x")).expect("the tables of today");
        let sql = "SELECT expires - CAST(strftime('%s', 'now') AS INTEGER) FROM api_token";
        let left: i64 = file.query_row(sql, [], |row| row.get(0)).expect("one row");
        assert!((90 * 86_400 - 600..=90 * 86_400).contains(&left), "{left}");
    }

    #[test]
    fn messages_and_addresses_from_before_they_were_confirmed_are_kept() {
        let mut file = Connection::open_in_memory().expect("memory");
        migrate_to(&mut file, Path::new("x"), &VERSIONS[..9]).expect("the tables of version 9");
        let before = "PRAGMA foreign_keys = 0;
            INSERT INTO notification_choice VALUES (1, 'a@example.org', 'en', 7);
            INSERT INTO notification VALUES (5, 3, NULL, 10, 20, 1, NULL, NULL, 'busy'), (6, 3, 1, 10, 20, 0, 30, NULL, '');
            INSERT INTO session (hash, person, made, seen) VALUES (x'00', 1, 1, 1);
            INSERT INTO naming (event, person, maker, made) VALUES (1, 2, 3, 4)";
        file.execute_batch(before).expect("a server at work");
        migrate(&mut file, Path::new("x")).expect("the tables of today");
        let text = |sql: &str| -> String { file.query_row(sql, [], |row| row.get(0)).expect("one row") };
        let kept = "SELECT group_concat(concat_ws(' ', id, kind, event, person, made, due, tries, sent, problem), '|') FROM
                    (SELECT * FROM notification ORDER BY id)";
        assert_eq!(text(kept), "5 hints 3 10 20 1 busy|6 hints 3 1 10 20 0 30 ");
        assert_eq!(
            text("SELECT concat_ws(' ', address, confirmed) FROM notification_choice"),
            "a@example.org 7"
        );
        assert_eq!(text("SELECT concat(wrong_codes) FROM session"), "0");
        assert_eq!(text("SELECT coalesce(confirmed, 'none') FROM naming"), "none");
        let open = "INSERT INTO notification (kind, event, made, due, tries, problem) VALUES ('hints', 3, 1, 1, 0, '')";
        assert!(file.execute(open, []).is_err(), "one message of a kind waits");
        let open =
            "INSERT INTO notification (kind, person, made, due, tries, problem) VALUES (?1, 1, 1, 1, 0, '')";
        for kind in ["confirm_address", "codes_closed"] {
            file.execute(open, [kind]).expect("stored");
        }
    }

    #[test]
    fn a_version_that_fails_leaves_nothing_behind() {
        let mut file = Connection::open_in_memory().expect("memory");
        assert!(migrate_to(&mut file, Path::new("x"), &["CREATE TABLE a (b); SELECT nonsense;"]).is_err());
        let tables = file.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0));
        assert_eq!(tables, Ok(0));
    }

    /// What an earlier version left without hashes is recorded as it is, and held to that from then on.
    #[test]
    fn rows_of_an_earlier_version_are_recorded_and_held_to_that() {
        let mut file = Connection::open_in_memory().expect("memory");
        migrate_to(&mut file, Path::new("x"), &VERSIONS[..HOLDS_ROWS - 1]).expect("the tables of before");
        // The store of evaluations has made its own.
        file.execute_batch("CREATE TABLE evaluation (profile INTEGER, fen TEXT, only TEXT, body BLOB)")
            .expect("made");
        let rows = "INSERT INTO person (id, login, name, password, role, made)
                    VALUES (1, 'anna', 'Anna', 'x', 'arbiter', 0), (2, 'ben', 'Ben', 'y', 'arbiter', 0);
                    INSERT INTO event (id, name, maker, made) VALUES (1, 'Open', 1, 0);
                    INSERT INTO membership VALUES (1, 1, 'chief_arbiter', 0)";
        file.execute_batch(rows).expect("rows");
        let check = |file: &Connection| audit::check(file, &[]).expect("checked");
        let before = check(&file).tables.expect("compared");
        assert_eq!((before.rows, before.recorded), (None, None));
        // What entries would say in words is asked of the first entry on.
        let unlogged = ["event 1: person 1 as a member", "person 1: name", "person 2: name"];
        let named: Vec<&String> = before.differences.keys().collect();
        assert!(named.iter().zip(unlogged).all(|(found, name)| found.starts_with(name)), "{named:?}");
        for _ in 0..2 {
            migrate(&mut file, Path::new("x")).expect("the tables of today");
        }
        let chain = check(&file);
        let tables = chain.tables.expect("compared");
        assert_eq!((chain.entries, tables.rows, tables.recorded), (1, Some(6), Some(1)));
        assert_eq!(tables.differences, before.differences, "nothing that is new");
        for (sql, name) in [
            ("UPDATE person SET password = 'y' WHERE id = 1", "person 1: password"),
            ("UPDATE event SET name = 'Other'", "event 1: name"),
        ] {
            file.execute_batch(sql).expect("changed");
            let tables = check(&file).tables.expect("compared");
            assert!(tables.differences.keys().any(|found| found.starts_with(name)), "{tables:?}");
        }
    }
}
