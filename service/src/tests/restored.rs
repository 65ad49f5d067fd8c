//! A restore as `docs/operate.md` describes it: a copy is made, work goes on, the file is lost or damaged, the copy is put in its
//! place.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use rusqlite::Connection;

use super::following::followed;
use super::test_server::{Browser, GAMES, TestServer};
use crate::app::{App, Settings};
use crate::events::live::follower::Follower;
use crate::store::audit::{self, HeadList, heads};
use crate::store::backup::{Copied, backup};
use crate::store::{beside, live_folder};

const LIMIT: Duration = Duration::from_secs(600);

/// A server with a followed event, and a copy made before the event was named anew.
struct Rehearsal {
    server: TestServer,
    chief: Browser,
    event: i64,
    copy: PathBuf,
    copied: Copied,
}

fn rehearsal() -> Rehearsal {
    let (server, chief, event, _) = followed(GAMES.to_owned(), "0");
    Follower::new(&server.app).look_now().expect("looked");
    heads::note(&server.app.storage).expect("noted");
    let copy = server.folder.path().join("copy.sqlite");
    let copied = backup(server.app.storage.path(), &copy, LIMIT, |_, _| ControlFlow::Continue(()));
    let copied = copied.expect("copied");
    assert_eq!(copied.version_logs, 1);
    server.post(&chief, &format!("/events/{event}/name"), &[("name", "After the copy")]).leads();
    heads::note(&server.app.storage).expect("noted");
    Rehearsal { server, chief, event, copy, copied }
}

/// Waits until a server that was dropped has closed its file, where the system tells, and brings what its log holds into it.
fn closed(path: &Path) {
    let begun = Instant::now();
    let is_open = || {
        let handles = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
        handles.filter_map(|handle| fs::read_link(handle.path()).ok()).any(|file| file == path)
    };
    while is_open() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the file is not closed");
        std::thread::sleep(Duration::from_millis(5));
    }
    let last = Connection::open(path).expect("opened");
    last.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("brought in");
}

fn refused(settings: &Settings) -> String {
    match App::open(settings.clone()) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("opened"),
    }
}

/// As `docs/operate.md` says.
fn put_back(path: &Path, copy: &Path) {
    for ending in ["-wal", "-shm"] {
        let _gone = fs::remove_file(beside(path, ending));
    }
    let _gone = fs::remove_dir_all(live_folder(path));
    fs::rename(copy, path).expect("put back");
    fs::rename(live_folder(copy), live_folder(path)).expect("put back");
}

/// What a copy holds is there again, what came after it is not, and the noted heads say so.
#[track_caller]
fn holds(server: &TestServer, rehearsal: (&Browser, i64, &Copied)) {
    let (chief, event, copied) = rehearsal;
    let page = server.page(chief, &format!("/events/{event}"));
    assert!(page.contains("Live Open") && !page.contains("After the copy"), "{page}");
    let path = server.app.storage.path();
    let noted = heads::read(&heads::path(path)).expect("read");
    let list = HeadList { place: "beside the file".to_owned(), heads: noted };
    let chain = server.read(move |c| audit::verify_with(c, &[list]));
    // The page that was just seen is an entry too.
    assert_eq!(chain.entries, copied.audit.entries + 1);
    let check = chain.noted.first().expect("a list");
    assert!(check.missing.is_some() && check.through > copied.audit.entries, "{check:?}");
    assert!(!chain.holds() && chain.broken.is_none(), "the list reaches further than the log");
    fs::rename(heads::path(path), path.with_extension("heads-before")).expect("moved away");
    assert!(server.read(audit::verify).holds());
    Follower::new(&server.app).look_now().expect("the versions go on");
    let change = server.post(chief, &format!("/events/{event}/name"), &[("name", "Again")]);
    assert_eq!(change.status, StatusCode::SEE_OTHER);
}

#[test]
fn a_lost_file_is_put_back_from_a_copy() {
    let Rehearsal { server, chief, event, copy, copied } = rehearsal();
    let server = server.reopened(|settings| {
        closed(&settings.data);
        fs::remove_file(&settings.data).expect("lost");
        let said = refused(settings);
        assert!(said.contains("Put the file or a backup of it back"), "{said}");
        put_back(&settings.data, &copy);
    });
    holds(&server, (&chief, event, &copied));
}

#[test]
fn a_damaged_file_is_refused_until_a_copy_is_put_in_its_place() {
    let Rehearsal { server, chief, event, copy, copied } = rehearsal();
    let server = server.reopened(|settings| {
        closed(&settings.data);
        let mut bytes = fs::read(&settings.data).expect("read");
        for byte in bytes.iter_mut().skip(3 * 4096).take(4096) {
            *byte = byte.wrapping_mul(151).wrapping_add(77);
        }
        fs::write(&settings.data, bytes).expect("damaged");
        let said = refused(settings);
        assert!(said.contains("the file is damaged; go back to a copy"), "{said}");
        put_back(&settings.data, &copy);
    });
    holds(&server, (&chief, event, &copied));
}
