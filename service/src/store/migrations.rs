//! The tables of the service, version by version.
//!
//! A migration that was published is never changed; what comes later is a new file and one line in [`MIGRATIONS`]. They
//! carry their own version, in a table beside them: the file is also an evaluation store, whose version stands in
//! `SQLite`'s `user_version`, and the two change for different reasons.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior, params};
use sha2::{Digest, Sha256};
use uci_pool::hex;

use super::StorageError;

pub(crate) struct Migration {
    /// What it brings, as in its file's name.
    pub(crate) name: &'static str,
    pub(crate) sql: &'static str,
}

/// Every step, in order; the first is number 1.
pub(crate) const MIGRATIONS: &[Migration] = &[
    Migration { name: "people-events-audit", sql: include_str!("migrations/0001-people-events-audit.sql") },
    Migration { name: "results", sql: include_str!("migrations/0002-results.sql") },
    Migration { name: "jobs", sql: include_str!("migrations/0003-jobs.sql") },
    Migration { name: "full-tests", sql: include_str!("migrations/0004-full-tests.sql") },
    Migration {
        name: "absences-and-settings",
        sql: include_str!("migrations/0005-absences-and-settings.sql"),
    },
    Migration { name: "cases", sql: include_str!("migrations/0006-cases.sql") },
    Migration { name: "inputs", sql: include_str!("migrations/0007-inputs.sql") },
];

const LEDGER: &str = "
    CREATE TABLE IF NOT EXISTS service_migration (
        number INTEGER PRIMARY KEY,
        name   TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        at     INTEGER NOT NULL
    );
";

/// Brings the tables to the newest version; says how many steps that took. A step happens as a whole or not at all.
///
/// # Errors
/// A file from a newer program, a ledger that tells of other steps than ours, or `SQLite`'s own.
pub(crate) fn migrate(connection: &mut Connection, path: &Path, now: i64) -> Result<usize, StorageError> {
    migrate_to(connection, path, now, MIGRATIONS)
}

fn migrate_to(
    connection: &mut Connection,
    path: &Path,
    now: i64,
    steps: &[Migration],
) -> Result<usize, StorageError> {
    // Two processes may get here at once: the second waits, then finds the work done.
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    change.execute_batch(LEDGER)?;
    let done = applied(&change)?;
    if done.len() > steps.len() {
        return Err(StorageError::Newer { path: path.to_owned(), found: done.len(), known: steps.len() });
    }
    for (number, (step, (name, sha256))) in (1_i64..).zip(steps.iter().zip(&done)) {
        if step.name != name || fingerprint(step) != *sha256 {
            return Err(StorageError::OtherTables { path: path.to_owned(), number, name: name.clone() });
        }
    }
    for (number, step) in (1_i64..).zip(steps).skip(done.len()) {
        change.execute_batch(step.sql)?;
        change.execute(
            "INSERT INTO service_migration (number, name, sha256, at) VALUES (?1, ?2, ?3, ?4)",
            params![number, step.name, fingerprint(step), now],
        )?;
    }
    change.commit()?;
    Ok(steps.len() - done.len())
}

/// Name and fingerprint of every step that was taken, in order.
fn applied(connection: &Connection) -> Result<Vec<(String, String)>, rusqlite::Error> {
    connection
        .prepare("SELECT name, sha256 FROM service_migration ORDER BY number")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

fn fingerprint(step: &Migration) -> String {
    hex(&Sha256::digest(step.sql.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: Migration = Migration { name: "next", sql: "ALTER TABLE person ADD COLUMN telephone TEXT;" };

    fn shape(connection: &Connection) -> Vec<String> {
        let mut statement = connection
            .prepare("SELECT name || ': ' || coalesce(sql, '') FROM sqlite_master ORDER BY name")
            .expect("a statement");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.collect::<Result<_, _>>().expect("texts")
    }

    /// The fingerprints of published steps. A change here breaks files that people have: write a new step.
    #[test]
    fn published_steps_never_change() {
        let published = [
            ("people-events-audit", "18c06797e2b8335ea0e96e312dc610229b3f71b7d901fbf3798a4898d94e8ebc"),
            ("results", "9bb8c7be417def471c95d5b1fdc9d6f7528d5d2b59825c48e0fc00311c906c13"),
            ("jobs", "5fee85bb80052591e314b6e3546447c857661d3681146bdc60975b892354470e"),
            ("full-tests", "66ada7ac5dce48941138b47261b7a75665a6b50dc65e52e72c843051941471f7"),
            ("absences-and-settings", "950e3f3cedfaae4b0f499716de82ff1a3643b31fae0f3ab20a83c9e3c4bfd3b9"),
            ("cases", "22b444ea30eede6bd883b33d3b314952e296dffc9703aca9541db161bf07ea21"),
            ("inputs", "289bb470aee951d6fef93aaec6a85898be3038f592f3e43c66e517ba64591fef"),
        ];
        let ours: Vec<(&str, String)> =
            MIGRATIONS.iter().map(|step| (step.name, fingerprint(step))).collect();
        let ours: Vec<(&str, &str)> = ours.iter().map(|(name, sha256)| (*name, sha256.as_str())).collect();
        assert_eq!(ours, published);
    }

    #[test]
    fn steps_are_taken_once_and_the_ledger_is_held_to() {
        let path = Path::new("x.sqlite");
        let mut file = Connection::open_in_memory().expect("memory");
        assert_eq!(migrate(&mut file, path, 5).expect("new"), MIGRATIONS.len());
        assert_eq!(migrate(&mut file, path, 6).expect("known"), 0);

        let known = MIGRATIONS.len();
        let and = |next: Migration| -> Vec<Migration> {
            let ours = MIGRATIONS.iter().map(|step| Migration { name: step.name, sql: step.sql });
            ours.chain([next]).collect()
        };
        let longer = and(NEXT);
        assert_eq!(migrate_to(&mut file, path, 7, &longer).expect("one more"), 1);
        let newer = migrate(&mut file, path, 8).expect_err("from a newer program").to_string();
        assert!(
            newer.contains("x.sqlite")
                && newer.contains(&format!("version {}", known + 1))
                && newer.contains(&format!("up to {known}")),
            "{newer}"
        );
        let other = and(Migration { name: "next", sql: "SELECT 1;" });
        let error = migrate_to(&mut file, path, 9, &other).expect_err("another last step");
        assert!(
            matches!(error, StorageError::OtherTables { number, .. } if usize::try_from(number) == Ok(known + 1)),
            "{error}"
        );
    }

    #[test]
    fn a_step_that_fails_leaves_nothing_behind() {
        let path = Path::new("x.sqlite");
        let mut file = Connection::open_in_memory().expect("memory");
        let broken = [Migration { name: "broken", sql: "CREATE TABLE a (b); SELECT nonsense;" }];
        assert!(migrate_to(&mut file, path, 1, &broken).is_err());
        assert_eq!(shape(&file), Vec::<String>::new());
    }
}
