//! The file of a server that was stopped, changed by somebody who has it: `fairplay audit` finds each change.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};

use super::home::{Home, interrupt};
use super::mutation::Random;
use super::tally::Probe;
use super::world::World;

pub(super) const NAME: &str = "audit: changes of a stopped file";

/// Entries of the log, what people may do, what was stored.
const CHANGES: [&str; 34] = [
    "UPDATE audit SET detail = detail || 'x' WHERE number = 3",
    "UPDATE audit SET at = at - 3600 WHERE number = 4",
    "UPDATE audit SET actor = 'person 99' WHERE number = 7",
    "UPDATE audit SET previous = zeroblob(32) WHERE number = 5",
    "UPDATE audit SET hash = randomblob(32) WHERE number = (SELECT max(number) FROM audit)",
    "DELETE FROM audit WHERE number = 6",
    "DELETE FROM audit WHERE number > (SELECT max(number) - 5 FROM audit)",
    "DELETE FROM audit WHERE number > 1",
    "DELETE FROM audit",
    "INSERT INTO membership SELECT 1, id, 'chief_arbiter', 1 FROM person WHERE login = 'stranger'",
    "DELETE FROM membership WHERE role = 'arbiter'",
    "UPDATE membership SET role = 'chief_arbiter' WHERE role = 'arbiter'",
    "INSERT INTO case_member SELECT 1, id, 'panel_member', 1 FROM person WHERE login = 'stranger'",
    "DELETE FROM case_member WHERE role = 'panel_member'",
    "UPDATE person SET role = 'administrator' WHERE login = 'stranger'",
    "UPDATE person SET disabled = 1 WHERE login = 'chief'",
    "UPDATE person SET login = 'eve' WHERE login = 'chief'",
    "UPDATE person SET password = (SELECT password FROM person WHERE login = 'stranger') WHERE login = 'admin'",
    "DELETE FROM second_factor",
    "UPDATE second_factor SET secret = zeroblob(20)",
    "INSERT INTO session (hash, person, made, seen) VALUES (zeroblob(32), 1, 1, 1)",
    "UPDATE api_token SET scopes = 'report_absences'",
    "UPDATE event SET name = 'Other name' WHERE id = 1",
    "UPDATE event SET closed = 1 WHERE id = 1",
    "UPDATE event_circumstances SET stated = replace(stated, '90', '15')",
    "UPDATE case_entry SET body = body || '!' WHERE id = 1",
    "UPDATE case_entry SET made = made - 86400",
    "DELETE FROM case_entry WHERE id = (SELECT max(id) FROM case_entry)",
    "UPDATE case_complaint SET complaint = replace(complaint, 'x-evil', 'x-good')",
    "UPDATE file_piece SET body = CAST(replace(CAST(body AS TEXT), '1-0', '0-1') AS BLOB)",
    "UPDATE result SET screening = zeroblob(10)",
    "DELETE FROM result_file",
    "UPDATE trace SET body = zeroblob(10) WHERE id = 1",
    "UPDATE evaluation SET body = zeroblob(10)",
];

/// Columns of contents, each with bits that are flipped one by one.
const CONTENTS: [(&str, &str); 6] = [
    ("file_piece", "body"),
    ("event_input", "body"),
    ("result", "screening"),
    ("trace", "body"),
    ("evaluation", "body"),
    ("case_entry", "body"),
];
const BITS: usize = 3;

/// A change of a copy; how many rows it changed.
type Change<'a> = &'a dyn Fn(&Connection) -> rusqlite::Result<usize>;

/// Whether `fairplay audit` finds a change of a copy, and what it said. `None` if nothing was changed.
fn audit_of_changed(home: &Home, change: Change<'_>) -> Option<(bool, String)> {
    let copy = home.path("copy.sqlite");
    for (from, to) in [("s.sqlite", "copy.sqlite"), ("s.sqlite-heads", "copy.sqlite-heads")] {
        std::fs::copy(home.path(from), home.path(to)).unwrap();
    }
    let file = Connection::open(&copy).unwrap();
    let triggers: Vec<(String, String)> = {
        let mut list = file.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").unwrap();
        let rows = list.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    for (name, _) in &triggers {
        file.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    let changed = change(&file).unwrap();
    for (_, sql) in &triggers {
        file.execute_batch(sql).unwrap();
    }
    leave(file);
    let (code, told, said) = home.run(&["audit", "copy.sqlite"]);
    (changed > 0).then(|| (code == Some(1) && !told.is_empty(), format!("{code:?} {told}{said}")))
}

/// Closes a file so that it is whole by itself.
fn leave(file: Connection) {
    file.pragma_update(None, "wal_checkpoint", "TRUNCATE").unwrap();
    file.close().map_err(|(_, error)| error).unwrap();
}

/// Flips one bit of one row of a column.
fn flip(file: &Connection, (table, column): (&str, &str), random: u64) -> rusqlite::Result<usize> {
    let mut random = Random::new(random);
    let sql =
        format!("SELECT CAST({column} AS BLOB), typeof({column}) FROM {table} WHERE length({column}) > 0");
    let mut rows: Vec<(Vec<u8>, String)> = file
        .prepare(&sql)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    if rows.is_empty() {
        return Ok(0);
    }
    let row = random.below(rows.len());
    let (mut bytes, kind) = rows.swap_remove(row);
    let before = bytes.clone();
    let at = random.below(bytes.len());
    // Text stays text.
    bytes[at] ^= if kind == "text" { 1 } else { 1 << random.below(8) };
    let sql = format!("UPDATE {table} SET {column} = CAST(?1 AS {kind}) WHERE CAST({column} AS BLOB) = ?2");
    file.execute(&sql, params![bytes, before])
}

/// Stops the server, so that its last head is noted, and makes one file of what it wrote.
fn stop(world: &World, file: &Path) {
    interrupt(&world.server.child);
    let (begun, process) = (Instant::now(), format!("/proc/{}/stat", world.server.child.id()));
    let ended = || std::fs::read_to_string(&process).is_ok_and(|stat| stat.contains(") Z "));
    while !ended() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the server does not stop");
        std::thread::sleep(Duration::from_millis(20));
    }
    leave(Connection::open(file).unwrap());
}

pub(super) fn changed(world: &World) -> Probe {
    let mut probe = Probe::new(NAME);
    let file = world.home.path("s.sqlite");
    stop(world, &file);
    let home = &world.home;
    let (code, told, said) = home.run(&["audit", "s.sqlite"]);
    probe.holds(code == Some(0), || format!("the untouched file: {code:?} {told}{said}"));
    for sql in CHANGES {
        match audit_of_changed(home, &|file| file.execute(sql, [])) {
            Some((found, told)) => probe.holds(found, || format!("{sql}: {told}")),
            None => probe.holds(false, || format!("{sql}: it changed nothing")),
        }
    }
    for column in CONTENTS {
        for bit in 0..BITS {
            let name = format!("bit {bit} of {}.{}", column.0, column.1);
            match audit_of_changed(home, &|file| flip(file, column, 31 + bit as u64)) {
                Some((found, told)) => probe.holds(found, || format!("{name}: {told}")),
                None => probe.holds(false, || format!("{name}: there are no rows")),
            }
        }
    }
    probe
}
