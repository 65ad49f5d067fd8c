//! The audit log of a day, and copies of the file while it is written to.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use rusqlite::Connection;

use super::test_server::{Browser, TestServer, says};
use crate::accounts::roles::Role;
use crate::store::audit::{self, Action, HeadList, heads};
use crate::store::backup::{self, BackupError, Copied};
use crate::web::rate_limit::MAX_REFUSALS;

const HOUR: Duration = Duration::from_secs(3_600);

fn backup(from: &Path, to: &Path) -> Result<Copied, BackupError> {
    backup::backup(from, to, HOUR, |_, _| ControlFlow::Continue(()))
}

fn log(server: &TestServer) -> Vec<(String, String, Option<i64>, String)> {
    server.log(None).into_iter().map(|e| (e.actor, e.action, e.event, e.subject)).collect()
}

#[test]
fn the_log_tells_who_did_and_saw_what() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let (_, arbiter) = server.person("arbiter", Role::Arbiter);
    let set = server.post(
        &chief,
        &format!("/events/{event}/members"),
        &[("login", "arbiter"), ("role", "arbiter")],
    );
    set.leads();
    server.get(&arbiter, &format!("/events/{event}")).has_status(StatusCode::OK);
    server.get(&arbiter, &format!("/events/{event}/members")).has_status(StatusCode::NOT_FOUND);
    server.get(&chief, &format!("/events/{event}/files/1"));
    server.upload(&arbiter, &format!("/events/{event}/files"), "", ("x.pgn", b"no games"));
    server.post(&Browser::default(), "/login", &[("login", "chief"), ("password", "wrong password")]);
    let entry = |actor: &str, action: Action, event: Option<i64>, subject: &str| {
        (actor.to_owned(), action.into_str().to_owned(), event, subject.to_owned())
    };
    let sha256 = uci_pool::hex(&<sha2::Sha256 as sha2::Digest>::digest(b"no games"));
    let expected = [
        entry("person 1", Action::EventMade, Some(1), "event 1"),
        entry("person 1", Action::Uploaded, Some(1), "file 1"),
        entry("person 1", Action::MemberSet, Some(1), "person 2"),
        entry("person 2", Action::Saw, Some(1), "/events/{event}"),
        entry("person 2", Action::AccessRefused, None, "/events/{event}/members"),
        entry("person 1", Action::Exported, Some(1), "file 1"),
        entry("person 1", Action::Saw, Some(1), "/events/{event}/files/{file}"),
        entry("person 2", Action::UploadRefused, Some(1), &format!("sha256 {sha256}")),
        // The refused form comes back on its page.
        entry("person 2", Action::Saw, Some(1), "/events/{event}"),
        entry("nobody", Action::SignInRefused, None, ""),
    ];
    assert_eq!(log(&server), expected);
    let page = server.get(&chief, &format!("/events/{event}/audit")).text();
    says(&page, &["games added", "member set", "file handed out", "file refused"]);
    assert!(!page.contains("sign-in refused"), "that is not about the event");
    let (_, investigator) = server.person("investigator", Role::Investigator);
    let whole = server.get(&investigator, "/audit").text();
    assert!(whole.contains("sign-in refused"), "{whole}");
    for name in ["Birch", "Oak", "Elm", "Ash"] {
        assert!(!whole.contains(name), "the log names no player: {name}");
    }
    let chain = server.read(audit::verify);
    assert!(chain.broken.is_none() && chain.entries > 8, "{chain:?}");
}

#[test]
fn long_logs_are_turned_page_by_page() {
    let server = TestServer::new();
    let (_, admin) = server.person("admin", Role::Administrator);
    server.write(|c| (0..150).try_for_each(|n| c.log(Action::Saw, format!("page-{n}-"), "")));
    let first = server.get(&admin, "/audit").text();
    assert!(first.contains("page-149-") && !first.contains("page-10-"));
    let older = first.split("?below=").nth(1).and_then(|rest| rest.split('"').next()).expect("older entries");
    let second = server.get(&admin, &format!("/audit?below={older}")).text();
    assert!(second.contains("page-10-") && !second.contains("page-149-"));
    server.get(&admin, "/audit?below=x").has_status(StatusCode::NOT_FOUND);
}

#[test]
fn a_copy_holds_one_state_while_writing_goes_on() {
    let server = TestServer::new();
    server.event("chief");
    let stop = AtomicBool::new(false);
    let to = server.folder.path().join("copy.sqlite");
    let copied = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut n = 0;
            while !stop.load(Ordering::SeqCst) {
                let page = format!("{n}").repeat(50);
                server.write(move |c| c.log(Action::Saw, page, ""));
                n += 1;
            }
        });
        while server.rows("audit") < 4 {
            std::thread::sleep(Duration::from_millis(10));
        }
        let copied = backup(server.app.storage.path(), &to);
        stop.store(true, Ordering::SeqCst);
        copied
    });
    let copied = copied.expect("copied");
    assert!(copied.audit.broken.is_none() && copied.audit.entries > 2, "{copied:?}");
    assert_eq!(copied.bytes, std::fs::metadata(&to).expect("there").len());
    // Newer than the copy by what was written meanwhile, and both hold.
    let now = server.read(audit::verify);
    assert!(now.broken.is_none() && now.entries >= copied.audit.entries);
    assert_eq!(copied.version_logs, 0);
    let again = backup(server.app.storage.path(), &to);
    assert!(matches!(again, Err(BackupError::Occupied { .. })), "a copy replaces nothing");

    let mut settings = server.app.settings.clone();
    settings.data = to;
    let opened = crate::app::App::open(settings).expect("the copy is a service");
    let chain = opened.storage.read_now(audit::verify).expect("read");
    assert_eq!(chain, copied.audit);
}

/// A file of several steps, with a write between each two.
#[test]
fn writes_do_not_start_a_copy_again_and_a_stopped_copy_leaves_nothing() {
    let server = TestServer::new();
    server.write(|c| {
        c.execute_batch("CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(13000000))")?;
        Ok(())
    });
    let from = server.app.storage.path();
    let to = server.folder.path().join("copy.sqlite");
    let mut steps = Vec::new();
    let copied = backup::backup(from, &to, HOUR, |pages, all| {
        server.write(|c| c.log(Action::Saw, "a page", ""));
        steps.push((pages, all));
        if steps.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let copied = copied.expect("done in a few steps");
    assert!(
        steps.len() > 2 && steps.is_sorted() && steps.iter().all(|(pages, all)| pages < all),
        "{steps:?}"
    );
    assert_eq!(copied.audit.entries, 0, "the state at the beginning");

    let other = server.folder.path().join("other.sqlite");
    let stopped = backup::backup(from, &other, HOUR, |_, _| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(BackupError::Stopped)));
    let late = backup::backup(from, &other, Duration::ZERO, |_, _| ControlFlow::Continue(()));
    assert!(matches!(late, Err(BackupError::TimeLimit { .. })));
    assert_eq!(server.leftovers(), ["copy.sqlite"]);
}

#[test]
fn a_page_that_is_damaged_while_the_service_runs_shows_in_its_health() {
    let server = TestServer::new();
    let health = || server.get(&Browser::default(), "/health").status;
    server.app.check_file();
    assert_eq!(health(), StatusCode::OK);
    let path = server.app.storage.path();
    let connection = Connection::open(path).expect("opened");
    connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .expect("everything is in the file itself");
    let mut bytes = std::fs::read(path).expect("read");
    let end = bytes.len();
    bytes[end - 3 * 4096..].fill(0xa5);
    // In place, as a disk does it.
    let mut file = std::fs::OpenOptions::new().write(true).open(path).expect("opened");
    std::io::Write::write_all(&mut file, &bytes).expect("written");
    server.app.check_file();
    assert_eq!(health(), StatusCode::INTERNAL_SERVER_ERROR);
}

#[test]
fn only_files_of_the_service_are_copied() {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    assert!(matches!(backup(&from, &to), Err(BackupError::Missing { .. })));
    std::fs::write(&from, b"no database at all, but long enough to look at").expect("written");
    assert!(matches!(backup(&from, &to), Err(BackupError::Foreign { .. })));
    assert!(backup::open_for_reading(&from).is_err());
    let other = folder.path().join("other.sqlite");
    drop(datasets::Store::open(&other).expect("a store"));
    assert!(matches!(backup(&other, &to), Err(BackupError::Foreign { .. })), "evaluations only");
    assert!(!to.exists());
}

#[test]
fn versions_of_followed_games_are_copied_too() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    let live = server.folder.path().join("fairplay.sqlite-live");
    let log = |number: &str, bytes: &[u8]| {
        std::fs::create_dir_all(live.join(number)).expect("made");
        std::fs::write(live.join(number).join("versions.jsonl"), bytes).expect("written");
    };
    log(&event.to_string(), b"{\"one\":1}\n");
    log("17", b"{}\n");
    log("../outside", b"no");
    log("notes", b"no");
    std::fs::write(live.join("1").join("look.pgn"), "left behind").expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc", live.join("99")).expect("linked");
    let to = server.folder.path().join("copy.sqlite");
    let copied = backup(server.app.storage.path(), &to).expect("copied");
    assert_eq!(copied.version_logs, 2);
    let copy = server.folder.path().join("copy.sqlite-live");
    let mut there: Vec<_> =
        std::fs::read_dir(&copy).expect("listed").map(|entry| entry.expect("an entry").file_name()).collect();
    there.sort();
    assert_eq!(there, ["1", "17"]);
    let kept = std::fs::read(copy.join("1/versions.jsonl")).expect("read");
    assert_eq!(kept, b"{\"one\":1}\n");
    assert!(!copy.join("1/look.pgn").exists());
    // Neither the file nor the folder of another copy is replaced.
    std::fs::remove_file(&to).expect("removed");
    let again = backup(server.app.storage.path(), &to);
    assert!(matches!(again, Err(BackupError::Occupied { path }) if path == copy));
    assert!(!to.exists());
}

/// Who leaves the page of the engines open is in the log once; who comes back to it, once more.
#[test]
fn a_page_that_loads_itself_again_is_one_look() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let other = server.member_of(event, "other", Role::Arbiter);
    let before = server.rows("audit");
    let look = |browser: &Browser| {
        server.get(browser, &format!("/events/{event}/engines")).has_status(StatusCode::OK);
    };
    for _ in 0..30 {
        look(&chief);
        server.clock.advance(20);
    }
    assert_eq!(server.rows("audit"), before + 1);
    look(&other);
    assert_eq!(server.rows("audit"), before + 2, "somebody else");
    server.clock.advance(61);
    look(&chief);
    assert_eq!(server.rows("audit"), before + 3, "a new look");
}

#[test]
fn heads_are_noted_beside_the_file_and_tell_of_entries_that_were_cut_off() {
    let server = TestServer::new();
    server.event("chief");
    let list = heads::path(server.app.storage.path());
    for _ in 0..2 {
        heads::note(&server.app.storage).expect("noted");
    }
    server.write(|c| c.log(Action::Saw, "page", ""));
    heads::note(&server.app.storage).expect("noted");
    let noted = heads::read(&list).expect("a list");
    assert_eq!(noted.len(), 2, "the same head is noted once");
    let check = || {
        let place = [HeadList { place: "list".to_owned(), heads: noted.clone() }];
        server.read(move |c| audit::verify_with(c, &place))
    };
    let whole = check();
    assert!(whole.holds());
    assert_eq!(whole.noted[0].through, whole.entries);
    // Somebody with the file cuts the last entry off; what is left holds together.
    server.write(|c| {
        Ok(c.execute_batch(
            "DROP TRIGGER audit_is_not_shortened;
             DELETE FROM audit WHERE number = (SELECT max(number) FROM audit)",
        )?)
    });
    assert!(server.read(audit::verify).holds());
    let cut = check();
    assert!(cut.broken.is_none() && !cut.holds());
    assert_eq!(cut.noted[0].missing, noted.last().map(ToString::to_string));
    std::fs::write(&list, "nonsense\n").expect("written");
    assert!(heads::read(&list).is_err());
}

/// Somebody who may sign in and tries what is not theirs is in the log, and cannot fill it.
#[test]
fn refused_access_is_noted_at_a_bounded_rate() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let (stranger, browser) = server.person("stranger", Role::Arbiter);
    let refusals = || {
        let entries = server.log(None).into_iter();
        entries.filter(|entry| entry.action == "access_refused").collect::<Vec<_>>()
    };
    server.get(&Browser::default(), &format!("/events/{event}"));
    assert!(refusals().is_empty(), "who is not signed in has no name");
    server.get(&browser, &format!("/events/{event}/audit")).has_status(StatusCode::NOT_FOUND);
    server.get(&chief, &format!("/events/{event}/files/999")).has_status(StatusCode::NOT_FOUND);
    server.post(&browser, "/cases/7/notes", &[("text", "x")]).has_status(StatusCode::NOT_FOUND);
    let told: Vec<_> = refusals().into_iter().map(|e| (e.actor, e.event, e.subject, e.detail)).collect();
    let by = |person: i64, path: &str, detail: &str| {
        (format!("person {person}"), None, path.to_owned(), detail.to_owned())
    };
    let expected = [
        by(stranger, "/events/{event}/audit", "404, event 1"),
        by(1, "/events/{event}/files/{file}", "404, event 1"),
        by(stranger, "/cases/{case}/notes", "404, case 7"),
    ];
    assert_eq!(told, expected);
    for _ in 0..100 {
        server.get(&browser, "/cases/7");
    }
    let of_stranger = |name: &str| refusals().into_iter().filter(|entry| entry.actor == name).count();
    let name = format!("person {stranger}");
    assert_eq!(of_stranger(&name), MAX_REFUSALS as usize);
    let last = refusals().pop().expect("an entry").detail;
    assert!(last.ends_with("further ones of this hour are not noted"), "{last}");
    server.clock.advance(3_600);
    server.get(&browser, "/cases/7");
    assert_eq!(of_stranger(&name), MAX_REFUSALS as usize + 1);
    // A program with a token that is none.
    server.api("no token", "GET", &format!("/api/v1/events/{event}"), "");
    assert_eq!(of_stranger("nobody"), 1);
}

#[cfg(unix)]
/// As on a medium that nothing can be written to: no index of the log can be made beside the file.
#[test]
fn a_file_beside_which_nothing_can_be_written_is_read() {
    let server = TestServer::new();
    server.event("chief");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a 100% copy?#1.sqlite");
    let entries = server.read(audit::verify).entries;
    let from = server.app.storage.path().to_owned();
    let connection = Connection::open(&from).expect("opened");
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("written into the file");
    std::fs::copy(from, &path).expect("copied");
    let index = folder.path().join("a 100% copy?#1.sqlite-shm");
    std::os::unix::fs::symlink("nowhere", index).expect("a link, which SQLite does not follow");
    let connection = backup::open_for_reading(&path).expect("opened");
    let chain = audit::verify(&connection).expect("read");
    assert_eq!((chain.entries, chain.broken), (entries, None));
    // With changes beside it, the file alone would not be the whole.
    std::fs::write(folder.path().join("a 100% copy?#1.sqlite-wal"), b"changes").expect("written");
    assert!(backup::open_for_reading(&path).is_err());
}
