//! A server that is killed while people upload: what was acknowledged is there.

use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use sha2::{Digest as _, Sha256};

use super::floods::started;
use super::home::Home;
use super::http::{Body, Person};
use super::mutation::Random;
use super::server::Server;
use super::tally::Probe;
use super::world::game;

pub(super) const NAME: &str = "kill -9 under uploads";

const ROUNDS: usize = 6;
const PEOPLE: [&str; 3] = ["ash", "elm", "oak"];

/// Uploads with a token until told to stop; the sums of what the server took.
fn uploads(
    address: &str,
    event: &str,
    token: &str,
    (round, person): (usize, usize),
    stop: &AtomicBool,
) -> (usize, Vec<(String, String)>) {
    let (mut sent, mut taken) = (0, Vec::new());
    let bearer = format!("Bearer {token}");
    while !stop.load(Ordering::SeqCst) {
        sent += 1;
        let white = format!("White {person}-{round}-{sent}, A");
        let body = game("Open", 1 + sent % 9, &white, &format!("Black {person}-{round}-{sent}, B"), "");
        let path = format!("/api/v1/events/{event}/files?name={person}-{round}-{sent}.pgn");
        let headers = [("Authorization", bearer.as_str())];
        let request = Person::nobody(address).request(
            "POST",
            &path,
            &headers,
            &Body::Bytes("application/octet-stream", body.as_bytes()),
        );
        if super::http::ask(address, &request).status == 201 {
            let sum: String =
                Sha256::digest(body.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
            taken.push((event.to_owned(), sum));
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    (sent, taken)
}

/// Names of the temporary files that are there.
fn unfinished_files(home: &Home) -> Vec<OsString> {
    let names = std::fs::read_dir(home.folder()).unwrap().filter_map(|entry| Some(entry.ok()?.file_name()));
    names.filter(|name| name.to_string_lossy().contains("-upload-")).collect()
}

pub(super) fn killed() -> Probe {
    let mut probe = Probe::new(NAME);
    let (home, mut server, admin) = started("");
    let tokens: Vec<(String, String)> = PEOPLE
        .iter()
        .map(|login| {
            let person = admin.invites("chief_arbiter", login, login);
            let event =
                person.upload("/events", login, ("a.pgn", game("Open", 1, login, "Birch, B", "").as_bytes()));
            let event = event.leads_to();
            let fields = [("label", "uploader"), ("scope", "upload_games"), ("days", "5")];
            let page = person.post(&format!("/events/{event}/tokens"), &fields).text();
            let mut words = page.split(|c: char| !c.is_ascii_hexdigit());
            let token = words.rfind(|word| word.len() == 64 && *word != person.word);
            (event, token.unwrap_or_else(|| panic!("no token: {page}")).to_owned())
        })
        .collect();
    let (taken, sent) = (Arc::new(Mutex::new(Vec::new())), AtomicUsize::new(0));
    let mut random = Random::new(9);
    for round in 0..ROUNDS {
        let (stop, address) = (AtomicBool::new(false), server.address.clone());
        std::thread::scope(|scope| {
            for (person, (event, token)) in tokens.iter().enumerate() {
                let (stop, address, taken, sent) = (&stop, &address, &taken, &sent);
                scope.spawn(move || {
                    let (tried, took) = uploads(address, event, token, (round, person), stop);
                    sent.fetch_add(tried, Ordering::SeqCst);
                    taken.lock().unwrap().extend(took);
                });
            }
            std::thread::sleep(Duration::from_millis(300 + random.below(900) as u64));
            server.kill();
            stop.store(true, Ordering::SeqCst);
        });
        let before = unfinished_files(&home);
        server = Server::start(home.folder(), &[], false);
        let file =
            Connection::open_with_flags(home.path("s.sqlite"), OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        for (event, sum) in taken.lock().unwrap().iter() {
            let sql = "SELECT count(*) FROM file WHERE event = ?1 AND sha256 = ?2 AND bytes =
                       (SELECT sum(length(body)) FROM file_piece WHERE file = file.id)";
            let there: u64 = file.query_row(sql, [event, sum], |row| row.get(0)).unwrap();
            probe.holds(there == 1, || {
                format!("round {round}: file {sum} of event {event} was acknowledged and is lost")
            });
        }
        drop(file);
        let (code, told, said) = home.run(&["audit", "s.sqlite"]);
        probe.holds(code == Some(0), || format!("round {round}: {told}{said}"));
        // Those of the present server may be there: it goes on with the work of before.
        let left: Vec<_> = unfinished_files(&home).into_iter().filter(|name| before.contains(name)).collect();
        probe.holds(left.is_empty(), || format!("round {round}: files of before are left: {left:?}"));
    }
    let (taken, sent) = (taken.lock().unwrap().len(), sent.load(Ordering::SeqCst));
    probe.holds(taken > ROUNDS, || format!("{taken} of {sent} uploads were acknowledged: nothing is tried"));
    probe.note(format!("{ROUNDS} kills, {sent} uploads sent, {taken} acknowledged"));
    probe
}
