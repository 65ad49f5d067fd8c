use std::fs;

use super::*;

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fairplay.sqlite");
    (folder, path)
}

fn clock() -> Clock {
    Clock::standing_at(1_793_179_800)
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
fn what_is_written_is_there_after_reopening_and_the_evaluation_store_lies_beside_it() {
    let (_folder, path) = place();
    let storage = Storage::open(&path, &clock()).expect("new");
    storage.write_now(|c| add(c, "birch")).expect("written");
    assert_eq!(count(&storage), 1);
    drop(storage);
    assert_eq!(Store::open(&path).expect("a store").summary().expect("read").len(), 0);
    assert_eq!(count(&Storage::open(&path, &clock()).expect("the same")), 1);
}

#[test]
fn the_log_is_write_ahead_and_commits_are_full() {
    let (_folder, path) = place();
    let storage = Storage::open(&path, &clock()).expect("new");
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
    let storage = Storage::open(&path, &clock()).expect("new");
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
    let storage = Storage::open(&path, &clock()).expect("new");
    storage.write_now(|c| add(c, "birch")).expect("written");
    let mut files = 0;
    for entry in fs::read_dir(folder.path()).expect("listed") {
        let mode = entry.expect("an entry").metadata().expect("there").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
        files += 1;
    }
    assert!(files >= 2, "the file and its log");
}

#[test]
fn readers_cannot_write() {
    let (_folder, path) = place();
    let storage = Storage::open(&path, &clock()).expect("new");
    assert!(storage.read_now(|c| add(c, "elm")).is_err());
    assert_eq!(count(&storage), 0);
}

#[test]
fn foreign_files_and_newer_ones_are_refused_and_left_alone() {
    let (folder, path) = place();
    fs::write(&path, b"these are not the pages of a database, whatever they are").expect("written");
    assert!(Storage::open(&path, &clock()).is_err());

    let other = folder.path().join("other.sqlite");
    let connection = Connection::open(&other).expect("opened");
    connection.execute_batch("CREATE TABLE songs (title)").expect("made");
    drop(connection);
    let before = fs::read(&other).expect("read");
    assert!(Storage::open(&other, &clock()).is_err());
    assert_eq!(fs::read(&other).expect("read"), before);

    let newer = folder.path().join("newer.sqlite");
    drop(Storage::open(&newer, &clock()).expect("new"));
    let connection = Connection::open(&newer).expect("opened");
    connection.execute("INSERT INTO service_migration VALUES (99, 'later', '', 0)", []).expect("added");
    drop(connection);
    let Err(error) = Storage::open(&newer, &clock()) else {
        panic!("a newer file was opened");
    };
    assert!(error.to_string().contains("newer program"), "{error}");
}

/// One file for every version there ever was, as statements, with people, an event and an audit log in it. Each has to come
/// out with everything in it, in today's tables. `BLESS=1 cargo test -p service` writes the file of a version that is
/// new; those that are there are never changed.
#[test]
fn files_of_every_version_are_brought_up_to_date() {
    let (folder, fresh) = place();
    drop(Storage::open(&fresh, &clock()).expect("new"));
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/versions");
    for version in 1..=migrations::MIGRATIONS.len() {
        let name = kept.join(format!("{version:04}.sql"));
        let newest = version == migrations::MIGRATIONS.len();
        if newest && !name.exists() && std::env::var_os("BLESS").is_some_and(|value| value == "1") {
            fs::write(&name, dumped()).expect("written");
        }
        let statements = fs::read_to_string(&name).expect("a file for every version");
        let path = folder.path().join(format!("{version}.sqlite"));
        let old = Connection::open(&path).expect("opened");
        old.execute_batch(&statements).expect("restored");
        let rows = |c: &Connection, table: &str| -> i64 {
            c.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).expect("counted")
        };
        let tables = ["person", "event", "file", "membership", "audit"];
        let before = tables.map(|table| rows(&old, table));
        assert!(before.iter().all(|rows| *rows > 0), "version {version}: {before:?}");
        drop(old);
        drop(Storage::open(&path, &clock()).expect("brought up to date"));
        let now = reader(&path).expect("opened");
        assert_eq!(tables.map(|table| rows(&now, table)), before, "version {version}");
        assert_eq!(shape(&now), shape(&reader(&fresh).expect("opened")), "version {version}");
        let broken: i64 = now
            .query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))
            .expect("checked");
        assert_eq!(broken, 0, "version {version}");
        // What was asked for before there were full tests is a screening, and stays in its state.
        if rows(&now, "job") > 0 {
            let jobs = crate::jobs::of_event(&now, 1).expect("jobs that read");
            let screening = jobs.last().expect("a job");
            assert_eq!(screening.kind, crate::jobs::Kind::Screening, "version {version}");
            assert_eq!(screening.state, crate::jobs::State::Queued, "version {version}");
        }
        let tests = crate::jobs::full_tests::of_event(&now, 1).expect("full tests that read");
        let rule = crate::jobs::full_tests::rule::of_event_now(&now, 1).expect("a rule that reads");
        if version >= 4 {
            let found = (tests[0].who.name.as_str(), tests[0].after_round, rule.on, rule.core_minutes);
            assert_eq!(found, ("Birch, Anna", Some(2), false, 30.0));
            let ledger = crate::jobs::full_tests::rule::ledger(&now, 1).expect("choices that read");
            assert_eq!(ledger.log().len(), 1);
        } else {
            assert!(tests.is_empty() && rule == crate::jobs::full_tests::rule::Rule::default());
        }
        let cases = crate::cases::of_person(&now, 1).expect("cases that read");
        let brought = migrations::MIGRATIONS.iter().position(|step| step.name == "cases");
        if brought.is_some_and(|step| version > step) {
            let entries = crate::cases::entries::of_case(&now, 1).expect("entries that read");
            let complaints = crate::cases::complaints(&now, 1).expect("complaints that read");
            let found = (cases.len(), entries.len(), complaints.len());
            assert_eq!(found, (1, 2, 1), "version {version}");
            assert_eq!(complaints[0].complaint.facts, "Away after each move.");
            assert!(cases[0].closed.is_some());
        } else {
            assert!(cases.is_empty(), "version {version}");
        }
        let chain = crate::store::audit::verify(&now).expect("read");
        assert!(chain.broken.is_none() && chain.entries > 0, "version {version}: {chain:?}");
    }
}

/// Alias tables had a table of their own once; those that were given, and those taken away, are among the inputs now.
#[test]
fn alias_tables_of_before_are_inputs_now() {
    use crate::events::attachments::{self, Kind};

    let (_folder, path) = place();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/versions/0005.sql");
    let statements = fs::read_to_string(kept).expect("version 5");
    let old = Connection::open(&path).expect("opened");
    old.execute_batch(&statements).expect("restored");
    old.execute_batch(
        "INSERT INTO alias_table VALUES (3, 1, 'first.toml', 'aa', 2, x'01', 1, 10, 20);
         INSERT INTO alias_table VALUES (7, 1, 'second.toml', 'bb', 5, x'0203', NULL, 20, NULL);",
    )
    .expect("added");
    drop(old);
    drop(Storage::open(&path, &clock()).expect("brought up to date"));
    let now = reader(&path).expect("opened");
    let given = attachments::given(&now, 1, Kind::Aliases).expect("read").expect("there");
    assert_eq!(
        (given.id, given.name.as_str(), given.sha256.as_str(), given.entries, given.made),
        (7, "second.toml", "bb", 5, 20)
    );
    assert_eq!(attachments::body(&now, 1, 7).expect("read"), [2, 3]);
    assert_eq!(attachments::body(&now, 1, 3).expect("kept"), [1]);
    assert!(attachments::body(&now, 2, 7).is_err(), "another event's");
    assert_eq!(attachments::given(&now, 1, Kind::Report).expect("read"), None);
}

/// A service with something in every table, as statements.
fn dumped() -> String {
    let house = crate::tests::house::House::new();
    let (event, _) = house.event("chief");
    house.result(event, &reports::example::screening(), &reports::example::games());
    let full_tests = house.app.storage.write_now(move |c| -> Result<(), StorageError> {
        use analyzer::hints::{Budget, Choices, Who};

        use crate::jobs::full_tests::{ask, settle, took};

        use crate::jobs::full_tests::rule;

        let now = clock().now();
        let who = Who { name: "Birch, Anna".to_owned(), fide_id: None };
        let job = ask(c, event, &who, "remark after round 2", now)?.expect("asked");
        settle(c, job, Some(2))?;
        took(c, job, 90.0, 40)?;
        let rule = rule::Rule { on: false, core_minutes: 30.0 };
        rule::set(c, event, rule, now)?;
        let budget = Budget { core_minutes: 30.0, used: 0.0, seconds_per_position: 0.65 };
        let choices = Choices { after_round: 2, budget, log: Vec::new() };
        rule::keep(c, event, &choices)
    });
    full_tests.expect("written");
    let player = &reports::example::screening().players[0];
    let case = house.case(event, player, (1, crate::accounts::roles::Role::ChiefArbiter));
    let filled = house.app.storage.write_now(move |c| -> Result<(), StorageError> {
        use crate::cases::complaint::{Complaint, Raised};
        use crate::cases::entries::{What, add};

        let now = clock().now();
        add(c, case, (What::Note, "a note"), 1, now)?;
        add(c, case, (What::Closed, "an outcome"), 1, now)?;
        let complaint =
            Complaint { facts: "Away after each move.".to_owned(), ..Complaint::empty(Raised::InTournament) };
        crate::cases::state(c, case, &complaint, 1, now)?;
        Ok(())
    });
    filled.expect("written");
    let (_, admin) = house.person("admin", crate::accounts::roles::Role::Administrator);
    house.post(&admin, "/people/invite", &[("note", "for Clara"), ("role", "arbiter")]);
    let file = reader(house.app.storage.path()).expect("opened");
    let texts = |sql: &str| -> Vec<String> {
        let mut statement = file.prepare(sql).expect("a statement");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.collect::<Result<_, _>>().expect("texts")
    };
    let number = |pragma: &str| -> i64 {
        file.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get(0)).expect("a number")
    };
    let mut out = format!(
        "PRAGMA application_id = {};\nPRAGMA user_version = {};\n",
        number("application_id"),
        number("user_version")
    );
    let made = "FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND sql IS NOT NULL";
    for sql in texts(&format!("SELECT sql {made} AND type = 'table' ORDER BY rowid")) {
        out.extend([sql.as_str(), ";\n"]);
    }
    for table in texts(&format!("SELECT name {made} AND type = 'table' ORDER BY rowid")) {
        let columns = texts(&format!("SELECT 'quote(' || name || ')' FROM pragma_table_info('{table}')"));
        let values = columns.join(" || ',' || ");
        for row in texts(&format!("SELECT {values} FROM {table}")) {
            out.extend(["INSERT INTO ", &table, " VALUES (", &row, ");\n"]);
        }
    }
    for sql in texts(&format!("SELECT sql {made} AND type <> 'table' ORDER BY rowid")) {
        out.extend([sql.as_str(), ";\n"]);
    }
    out
}

/// Every table, index and trigger.
fn shape(connection: &Connection) -> Vec<(String, Option<String>)> {
    let mut statement = connection
        .prepare("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
        .expect("a statement");
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
    rows.collect::<Result<_, _>>().expect("texts")
}
