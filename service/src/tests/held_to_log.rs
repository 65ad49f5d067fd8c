//! The tables held to the audit log: every change that no entry tells of is named, and a server that was used in every way has none.

use std::collections::BTreeMap;
use std::time::Instant;

use axum::http::StatusCode;
use datasets::Store;
use reports::example;
use uci_pool::{Identity, Settings};

use super::resetting::{NEW, link};
use super::test_server::{Browser, GAMES, PASSWORD, TestServer, says};
use crate::accounts::roles::Role;
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::clock::DAY;
use crate::store::StorageError;
use crate::store::audit::{self, Action, Actor, Chain, Difference, Place};
use crate::store::change::Change;

/// A person as if they had joined by an invitation.
fn joined(server: &TestServer, login: &str, role: Role) -> (i64, Browser) {
    let (id, browser) = server.person(login, role);
    let session = browser.session.clone().expect("a session");
    server.write(move |c| {
        let c = c.by(Actor::Person(id));
        if role != Role::Arbiter {
            c.log(Action::SecondFactorSet, format!("person {id}"), "")?;
        }
        c.log(Action::Joined, "invitation 0", format!("{}, {}", role.into_str(), log_detail(&session)))
    });
    (id, browser)
}

/// A session as the log has it.
fn log_detail(secret: &str) -> String {
    sessions::log_detail(&Secret::from_outside(secret).expect("a secret"))
}

fn signed_in(server: &TestServer, person: i64) -> Browser {
    let browser = server.session(person);
    let session = log_detail(browser.session.as_deref().expect("a session"));
    server.write(move |c| {
        c.by(Actor::Person(person)).log(Action::SignedIn, format!("person {person}"), session)
    });
    browser
}

fn check(server: &TestServer) -> Chain {
    server.read(|c| audit::check(c, &[]))
}

/// A server on which somebody did everything that is kept.
fn busy() -> TestServer {
    let live = tempfile::tempdir().expect("a folder");
    let server = TestServer::with(|settings| settings.live.folders = vec![live.path().to_owned()]);
    let first = server.app.first_link().expect("asked").expect("nobody is there");
    let account = [("name", "Ada"), ("login", "ada"), ("password", PASSWORD), ("again", PASSWORD)];
    let path = first.split_once("8080").expect("an address").1;
    server.post(&Browser::default(), path, &account).leads();
    assert!(server.app.first_link().expect("asked").is_none());
    let (_, admin) = joined(&server, "admin", Role::Administrator);
    let (chief_id, chief) = joined(&server, "chief", Role::ChiefArbiter);
    let (officer_id, officer) = joined(&server, "officer", Role::FairPlayOfficer);
    let (panel_id, panel) = joined(&server, "panel", Role::PanelMember);
    let (arbiter_id, arbiter) = joined(&server, "arbiter", Role::Arbiter);
    let post = |browser: &Browser, path: &str, fields: &[(&str, &str)]| {
        server.post(browser, path, fields).leads();
    };

    // People and how they sign in.
    for (note, role) in [("for Anna", "arbiter"), ("for Ben", "investigator")] {
        let link = server.post(&admin, "/people/invite", &[("note", note), ("role", role)]);
        if role == "arbiter" {
            let account = [("name", "Anna"), ("login", "anna"), ("password", PASSWORD), ("again", PASSWORD)];
            post(&Browser::default(), &link.between("http://localhost:8080", '<'), &account);
        }
    }
    post(&admin, "/people/invitations/3/revoke", &[]);
    let changed = [("old", PASSWORD), ("password", NEW), ("again", NEW)];
    let session = server.post(&arbiter, "/account", &changed).cookie("fairplay");
    let arbiter = Browser { session, language: None };
    let codes = super::second_factors::set_up(&server, &arbiter);
    let fields = [("login", "arbiter"), ("password", NEW), ("code", codes[0].as_str())];
    post(&Browser::default(), "/login", &fields);
    link(&server, "panel").expect("a link that nobody uses");
    let reset = link(&server, "arbiter").expect("a link");
    post(&Browser::default(), &reset, &[("password", PASSWORD), ("again", PASSWORD)]);
    let arbiter = signed_in(&server, arbiter_id);
    for how in ["disable", "enable"] {
        post(&admin, &format!("/people/{panel_id}/{how}"), &[]);
    }
    let panel_again = signed_in(&server, panel_id);
    server.get(&panel, "/").leads();
    post(&chief, "/account/mail", &[("address", "chief@example.org")]);
    post(&officer, "/account/mail", &[("address", "officer@example.org")]);
    post(&officer, "/account/mail", &[("address", "")]);

    // An event with everything about it.
    let event = server.upload(&chief, "/events", "Spring Open", ("spring.pgn", GAMES.as_bytes())).number();
    let of = |rest: &str| format!("/events/{event}{rest}");
    let more = GAMES.replace("Birch, Anna", "Birch, Bea");
    server.upload(&chief, &of("/files"), "", ("more.pgn", more.as_bytes())).leads();
    for (login, role) in
        [("officer", "fair_play_officer"), ("arbiter", "chief_arbiter"), ("arbiter", "arbiter")]
    {
        post(&chief, &of("/members"), &[("login", login), ("role", role)]);
    }
    post(&chief, &of(&format!("/members/{arbiter_id}/remove")), &[]);
    post(&chief, &of("/members"), &[("login", "arbiter"), ("role", "arbiter")]);
    for name in ["Summer Open", "Autumn Open"] {
        post(&chief, &of("/name"), &[("name", name)]);
    }
    post(&chief, &of("/close"), &[]);
    post(&chief, &of("/reopen"), &[]);
    let table = "[[person]]\nname = \"Birch, Anna\"\naliases = [\"Byrch\"]\nconfirmed_by = \"B\"\ndate = 2026-03-01\n";
    for _ in 0..2 {
        server.upload(&chief, &of("/aliases"), "", ("a.toml", table.as_bytes())).leads();
    }
    post(&chief, &of("/aliases/remove"), &[]);
    post(&chief, &of("/rating"), &[("basis", "published"), ("rating_sd", "90"), ("unrated_sd", "90")]);
    for players in ["60", "62"] {
        let fields = [("mode", "over_the_board"), ("players", players), ("first_day", "2026-03-01")];
        post(&chief, &of("/circumstances"), &fields);
    }
    for _ in 0..2 {
        let fields = [("label", "uploader"), ("scope", "read_results")];
        server.post(&chief, &of("/tokens"), &fields).has_status(StatusCode::OK);
    }
    post(&chief, &of("/tokens/1/revoke"), &[]);
    let tap = |what, moves| {
        [
            ("round", "2"),
            ("player", "Birch, Anna"),
            ("opponent", "Oak, Boris"),
            ("what", what),
            ("moves", moves),
        ]
    };
    post(&arbiter, &of("/absences"), &tap("left", "12"));
    post(&arbiter, &of("/absences"), &tap("back", "13"));
    post(&arbiter, &of("/absences/2/withdraw"), &[]);
    super::full_tests::set(&server, &chief, event, true, "90");
    let followed = live.path().join("games.pgn");
    std::fs::write(&followed, GAMES).expect("written");
    let place = followed.to_str().expect("text");
    let source = super::following::follow(&server, &chief, place, "0");
    super::following::follow(&server, &chief, place, "0");
    post(&chief, &format!("/events/{source}/source/stop"), &[]);
    post(&chief, &format!("/events/{source}/close"), &[]);

    // Results and a case.
    let (screening, games) = (example::screening(), example::games());
    server.result(event, &screening, &games);
    let test = super::full_tests::stored(&server, event, &screening.players[0]);
    server.write(move |c| c.at(Place::Event(event)).log(Action::FullTestAsked, format!("job {test}"), ""));
    let case = super::cases::open(&server, &officer, event, &[]);
    let of = |rest: &str| format!("{case}{rest}");
    for (login, role) in [("panel", "panel_member"), ("chief", "chief_arbiter"), ("chief", "panel_member")] {
        post(&officer, &of("/members"), &[("login", login), ("role", role)]);
    }
    post(&officer, &of(&format!("/members/{chief_id}/remove")), &[]);
    post(&officer, &of("/notes"), &[("text", "Asked the arbiter.")]);
    post(&officer, &of("/notes"), &[("text", "A slip.")]);
    post(&officer, &of("/notes/2/withdraw"), &[]);
    for facts in ["Ten matches.", "Twelve matches."] {
        post(&officer, &of("/complaint"), &[("raised", "in_tournament"), ("facts", facts)]);
    }
    post(&officer, &of("/full-tests"), &[("test", &test.to_string())]);
    let panel = panel_again;
    let entries = || server.rows("case_entry").to_string();
    let outcome = [("text", "The panel finds play as expected.")];
    post(&panel, &of("/close"), &outcome);
    post(&panel, &of(&format!("/proposals/{}/withdraw", entries())), &[]);
    post(&panel, &of("/close"), &outcome);
    post(&officer, &of(&format!("/proposals/{}/sign", entries())), &[]);
    post(&officer, &of("/reopen"), &[("text", "New evidence.")]);
    post(&panel, &of(&format!("/proposals/{}/sign", entries())), &[]);

    // Namings for an event that nobody answers for.
    let (lone, browser) = joined(&server, "lone", Role::ChiefArbiter);
    let orphan = server.upload(&browser, "/events", "Winter Open", ("w.pgn", GAMES.as_bytes())).number();
    post(&admin, &format!("/people/{lone}/disable"), &[]);
    let name = |login: &str| {
        post(&admin, "/people/chief", &[("event", &orphan.to_string()), ("login", login)]);
    };
    name("arbiter");
    post(&admin, "/people/namings/1/revoke", &[]);
    name("officer");
    server.clock.advance(DAY);
    says(&server.page(&signed_in(&server, officer_id), &format!("/events/{orphan}")), &["Winter Open"]);

    let engine = Identity {
        name: "Made Up 1".to_owned(),
        author: String::new(),
        sha256: "00ff".to_owned(),
        signature: None,
        options: Vec::new(),
    };
    let mut store = Store::open(server.app.storage.path()).expect("opened");
    let profile = store.profile(&engine, &Settings::QUICK).expect("a profile");
    for n in 0..3 {
        let evaluation = super::faulty_disk::evaluation(n);
        store.put(profile, &format!("position {n}"), None, &evaluation).expect("put");
    }
    server
}

/// Makes a change as somebody does who has the file, checks it, and takes it back.
fn found(server: &TestServer, sql: &'static str) -> BTreeMap<String, Difference> {
    let chain = server.app.storage.write_now(move |c| {
        let triggers: Vec<String> =
            crate::store::rows(c, "SELECT name FROM sqlite_master WHERE type = 'trigger'", [])?;
        c.execute_batch("SAVEPOINT tried; PRAGMA defer_foreign_keys = ON")?;
        for trigger in triggers {
            c.execute_batch(&format!("DROP TRIGGER {trigger}"))?;
        }
        let done = c.execute_batch(sql);
        let chain = done.map_err(StorageError::from).and_then(|()| audit::check(c, &[]));
        c.execute_batch("ROLLBACK TO tried; RELEASE tried")?;
        chain
    });
    let chain = chain.expect(sql);
    assert!(chain.broken.is_none() && !chain.holds(), "{sql}: {chain:?}");
    assert!(!chain.findings().is_empty(), "{sql}");
    let mut all = chain.tables.expect("compared").differences;
    all.extend(chain.changed_texts.into_iter().map(|text| (text, Difference::Changed)));
    all
}

#[test]
fn a_server_that_was_used_in_every_way_is_as_its_log_says() {
    let server = busy();
    let begun = Instant::now();
    let chain = check(&server);
    println!("{} entries checked in {:?}", chain.entries, begun.elapsed());
    assert!(chain.holds(), "{:#?}", chain.findings());
    let tables = chain.tables.expect("compared");
    assert!(tables.rows.is_some_and(|rows| rows > 60) && tables.recorded.is_none(), "{tables:?}");
    assert!(tables.bytes > 4 * GAMES.len() as u64, "{tables:?}");
    // Nothing of it is in the log in words.
    let log = server.log(None);
    assert!(log.iter().all(|entry| !format!("{entry:?}").contains("Autumn Open")));
    server.app.check_file();
    server.get(&Browser::default(), "/health").has_status(StatusCode::OK);
    let restarted = server.restarted();
    assert!(check(&restarted).holds(), "a restart adds nothing that no entry tells of");
}

/// What somebody can do who has the file and leaves the log alone.
#[test]
fn every_change_of_the_tables_beside_the_log_is_named() {
    use Difference::{Changed, Contents, Gone, NotLogged};
    let server = busy();
    for (sql, named, difference) in [
        // What a case holds.
        ("UPDATE case_entry SET body = body || '!' WHERE id = 1", "case 1, entry 1", Changed),
        ("DELETE FROM case_entry WHERE id = (SELECT max(id) FROM case_entry)", "entry 9 of a case", Gone),
        ("UPDATE case_entry SET made = made - 86400 * 30", "case 1, entry 1", Changed),
        ("UPDATE case_entry SET person = 2", "case 1, entry 1", Changed),
        ("UPDATE case_entry SET salt = randomblob(16)", "case 1, entry 1", Changed),
        ("UPDATE case_entry SET what = 'indication' WHERE id = 1", "entry 1 of a case", Changed),
        ("DELETE FROM case_entry WHERE withdraws = 2", "withdrawal of entry 2 of a case", Gone),
        ("UPDATE case_complaint SET complaint = replace(complaint, 'Ten', 'Six')", "complaint 1", Changed),
        ("DELETE FROM case_complaint", "complaint 2", Gone),
        ("UPDATE fair_play_case SET player = 'name-0'", "case 1: opening", Changed),
        ("UPDATE case_test SET digest = '00'", "case 1: full test", Changed),
        ("UPDATE event_circumstances SET made = 1", "event 1: circumstances 1", Changed),
        // Who may do what.
        (
            "INSERT INTO membership VALUES (1, 1, 'chief_arbiter', 1)",
            "event 1: person 1 as a member",
            NotLogged,
        ),
        (
            "DELETE FROM membership WHERE event = 1 AND role = 'arbiter'",
            "event 1: person 6 as a member",
            Gone,
        ),
        ("UPDATE membership SET role = 'chief_arbiter' WHERE person = 6", "event 1: person 6 as a", Changed),
        (
            "INSERT INTO case_member VALUES (1, 1, 'panel_member', 1)",
            "case 1: person 1 as a member",
            NotLogged,
        ),
        ("UPDATE person SET role = 'administrator' WHERE id = 6", "person 6: name, role", Changed),
        (
            "INSERT INTO person (login, name, password, role, made) VALUES ('eve', 'Eve', 'x', 'arbiter', 1)",
            "person 9: password",
            NotLogged,
        ),
        ("UPDATE person SET login = 'eve' WHERE id = 3", "person 3: name, role", Changed),
        ("UPDATE person SET disabled = NULL WHERE login = 'lone'", "person 8: name, role", Changed),
        (
            "UPDATE person SET password = (SELECT password FROM person WHERE id = 2) WHERE id = 1",
            "person 1: password",
            Changed,
        ),
        ("DELETE FROM second_factor", "person 2: second factor", Gone),
        ("UPDATE second_factor SET secret = zeroblob(20)", "person 2: second factor", Changed),
        ("INSERT INTO recovery_code VALUES (zeroblob(32), 2)", "person 2: second factor", Changed),
        (
            "INSERT INTO session (hash, person, made, seen) VALUES (zeroblob(32), 1, 1, 1)",
            "person 1: a session",
            NotLogged,
        ),
        // Beside one that began at that very time, and in its place.
        (
            "INSERT INTO session (hash, person, made, seen) SELECT zeroblob(32), person, made, seen FROM session WHERE person = 1 LIMIT 1",
            "person 1: a session",
            NotLogged,
        ),
        (
            "UPDATE session SET hash = zeroblob(32) WHERE hash = (SELECT min(hash) FROM session WHERE person = 1)",
            "person 1: a session",
            NotLogged,
        ),
        ("UPDATE invitation SET revoked = NULL WHERE id = 3", "invitation 3", Changed),
        ("UPDATE password_reset SET expires = expires + 86400", "person 5: link for a new password", Changed),
        ("UPDATE api_token SET revoked = NULL", "token 1", Changed),
        ("UPDATE naming SET counted = 1", "event 4: naming 1", Changed),
        ("UPDATE notification_choice SET address = 'eve@example.org'", "person 3: where mail goes", Changed),
        // What an event is.
        ("UPDATE event SET name = 'Other name' WHERE id = 1", "event 1: name, former names", Changed),
        ("DELETE FROM event_former_name", "event 1: name, former names", Changed),
        ("UPDATE event SET closed = NULL WHERE id = 2", "event 2: name, former names", Changed),
        (
            "UPDATE rating_choice SET choice = replace(choice, '90', '99')",
            "event 1: choice of ratings",
            Changed,
        ),
        ("UPDATE full_test_rule SET core_minutes = 1", "event 1: rule of the full tests", Changed),
        ("UPDATE live_source SET place = '/elsewhere'", "event 2: source of its games", Changed),
        ("UPDATE absence SET moves = 1 WHERE id = 1", "absence 1", Changed),
        ("DELETE FROM absence WHERE withdraws = 2", "withdrawal of absence 2", Gone),
        // What was stored.
        (
            "UPDATE file_piece SET body = CAST(replace(CAST(body AS TEXT), '1-0', '0-1') AS BLOB)",
            "file 1: its bytes",
            Contents,
        ),
        ("UPDATE file_piece SET piece = piece + 1 WHERE file = 1", "file 1: its bytes", Contents),
        (
            "UPDATE file SET sha256 = (SELECT sha256 FROM file WHERE id = 2) || '' WHERE id = 3",
            "file 3: name",
            Changed,
        ),
        ("UPDATE event_input SET body = zeroblob(10)", "event 1: bytes of attached file 1", Contents),
        ("UPDATE event_input SET gone = NULL WHERE id = 2", "event 1: attached file 2", Changed),
        ("UPDATE result SET screening = zeroblob(10)", "result 1", Changed),
        ("UPDATE result_game SET score = '0-1'", "result 1", Changed),
        ("DELETE FROM result_file", "result 1", Changed),
        ("UPDATE trace SET body = zeroblob(10) WHERE id = 1", "game 1 of the results: its bytes", Contents),
        ("UPDATE full_test_result SET beside = test", "full test 1: its numbers", Changed),
        ("UPDATE full_test SET name = 'Somebody'", "full test 1: whom", Changed),
        ("UPDATE evaluation SET body = zeroblob(10)", "evaluation of position 0", Contents),
        (
            "UPDATE evaluation SET body = (SELECT body FROM evaluation WHERE fen = 'position 2') WHERE fen = 'position 1'",
            "evaluation of position 1",
            Contents,
        ),
        ("UPDATE audit_salt SET salt = randomblob(32)", "person 1: password", Changed),
    ] {
        let found = found(&server, sql);
        let named = named.replace("full test 1", &full_test(&server));
        let hit = found.iter().any(|(what, how)| what.starts_with(&named) && *how == difference);
        assert!(hit, "{sql}: {named} {difference:?} in {found:#?}");
    }
    assert!(check(&server).holds(), "everything was taken back");
}

fn full_test(server: &TestServer) -> String {
    let job: i64 = server.read(|c| Ok(c.query_row("SELECT job FROM full_test", [], |row| row.get(0))?));
    format!("full test {job}")
}

/// One bit, wherever it lies in what is stored.
#[test]
fn one_bit_of_any_stored_content_is_found() {
    let server = busy();
    let columns = [
        ("file_piece", "body"),
        ("event_input", "body"),
        ("result", "screening"),
        ("trace", "body"),
        ("full_test_result", "test"),
        ("full_test_result", "beside"),
        ("evaluation", "body"),
        ("person", "password"),
        ("case_entry", "body"),
        ("event", "name"),
    ];
    for (table, column) in columns {
        for place in [0, 7, 1_000_003] {
            let chain = server.app.storage.write_now(move |c| {
                c.execute_batch("SAVEPOINT tried; DROP TRIGGER IF EXISTS case_entry_is_not_changed")?;
                flip(c, table, column, place)?;
                let chain = audit::check(c, &[]);
                c.execute_batch("ROLLBACK TO tried; RELEASE tried")?;
                chain
            });
            assert!(!chain.expect("checked").holds(), "{table}.{column}, {place}");
        }
    }
}

/// Changes the lowest bit of one byte in the first row that has bytes in a column.
fn flip(c: &rusqlite::Connection, table: &str, column: &str, place: usize) -> Result<(), StorageError> {
    let sql = format!(
        "SELECT CAST({column} AS BLOB), typeof({column}) FROM {table} WHERE length({column}) > 0 LIMIT 1"
    );
    let (mut bytes, kind): (Vec<u8>, String) = c.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let before = bytes.clone();
    let at = place % bytes.len();
    bytes[at] ^= 1;
    let sql = format!("UPDATE {table} SET {column} = CAST(?1 AS {kind}) WHERE CAST({column} AS BLOB) = ?2");
    let changed = c.execute(&sql, rusqlite::params![bytes, before])?;
    assert!(changed > 0, "{table}.{column}");
    Ok(())
}

#[test]
fn a_difference_is_told_by_the_daily_check_and_damaged_bytes_show_in_the_health() {
    let server = busy();
    let health = || server.get(&Browser::default(), "/health").status;
    let change = |sql: &'static str| server.write(move |c: &Change<'_>| Ok(c.execute_batch(sql)?));
    change("UPDATE event SET name = 'Other name' WHERE id = 1");
    server.app.check_file();
    assert_eq!(health(), StatusCode::OK, "people are asked, and the service goes on");
    change("UPDATE file_piece SET body = zeroblob(length(body)) WHERE file = 1");
    server.app.check_file();
    assert_eq!(health(), StatusCode::INTERNAL_SERVER_ERROR);
}

/// 100 MB of games, as two events of a long season have them.
#[test]
fn a_hundred_megabytes_are_checked_in_reasonable_time() {
    let server = TestServer::new();
    let (_, chief) = joined(&server, "chief", Role::ChiefArbiter);
    let event = server.upload(&chief, "/events", "Open", ("a.pgn", GAMES.as_bytes())).number();
    server.write(move |c| {
        use sha2::Digest as _;
        let piece = vec![b'x'; 1 << 20];
        let mut sum = sha2::Sha256::new();
        for _ in 0..100 {
            sum.update(&piece);
        }
        let sha256 = uci_pool::hex(&sum.finalize());
        c.execute(
            "INSERT INTO file (id, event, name, sha256, bytes, games, unpacked, uploader, made)
             VALUES (2, ?1, 'large', ?2, 100 * 1048576, 1, 1, 1, 1)",
            rusqlite::params![event, sha256],
        )?;
        for n in 0..100 {
            c.execute("INSERT INTO file_piece VALUES (2, ?1, ?2)", rusqlite::params![n, piece])?;
        }
        c.at(Place::Event(event)).log(Action::Uploaded, "file 2", format!("sha256 {sha256}"))
    });
    let begun = Instant::now();
    let chain = server.app.storage.check_now().expect("checked");
    println!("100 MiB checked in {:?}", begun.elapsed());
    assert!(chain.holds(), "{:?}", chain.findings());
    assert!(begun.elapsed().as_secs() < 60);
}
