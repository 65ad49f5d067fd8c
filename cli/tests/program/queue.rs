//! One event searched here and by workers over NATS JetStream: the same digest, with whatever happens on the way.
//!
//! Runs Debian's `nats-server`, which `make test` installs; without it or an engine the tests are skipped and say so.

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use datasets::pgn::sample;

#[path = "../../../service/src/remote/tests/jetstream.rs"]
mod jetstream;

use self::jetstream::{Gate, Server as Nats};
use crate::home::{fairplay, settings_file, until};
use crate::logged_engine::{self, CHECKS, searches};

/// How long a run may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A program that ends with the test.
struct Running(Child);

impl Running {
    fn kill(&mut self) {
        let _gone = self.0.kill();
        let _ended = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A folder with an engine's script, games, and settings for short searches.
struct Room {
    folder: tempfile::TempDir,
    engine: PathBuf,
    /// The engine that the script starts.
    stockfish: PathBuf,
}

impl Room {
    fn new(engine: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("engine.sh");
        logged_engine::write(&script, engine);
        std::fs::write(folder.path().join("event.pgn"), sample::PGN).unwrap();
        Self { engine: script, stockfish: engine.to_owned(), folder }
    }

    /// A folder below with settings that name the engine.
    fn desk(&self, name: &str) -> PathBuf {
        self.desk_of(name, |_| self.engine.clone())
    }

    /// The same with its own script: other bytes, and a shell command whose output the engine reads first.
    fn desk_with(&self, name: &str, before: &str) -> PathBuf {
        self.desk_of(name, |desk| {
            let script = desk.join("engine.sh");
            logged_engine::write_with(&script, &self.stockfish, before);
            script
        })
    }

    fn desk_of(&self, name: &str, engine: impl Fn(&Path) -> PathBuf) -> PathBuf {
        let desk = self.folder.path().join(name);
        std::fs::create_dir(&desk).unwrap();
        let settings = format!(
            "profile = \"short\"\n[engine]\npath = {:?}\nwrites = [{desk:?}]\nprocesses = 1\n\
             [profiles.short]\ndepth = 3\nmultipv = 2\nhash_mib = 16\nnode_cap = 20000\n",
            engine(&desk)
        );
        std::fs::write(settings_file(&desk), settings).unwrap();
        desk
    }

    fn screen(&self, desk: &Path, more: &[&str]) -> Running {
        let event = self.folder.path().join("event.pgn");
        let arguments = ["screen", event.to_str().unwrap(), "--out", "out", "--store", "store.sqlite"];
        let log = std::fs::File::create(desk.join("screen.log")).unwrap();
        let mut command = fairplay(desk, &[&arguments, more].concat());
        Running(command.stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }

    fn worker(&self, desk: &Path, url: &str) -> Running {
        let log =
            std::fs::OpenOptions::new().create(true).append(true).open(desk.join("worker.log")).unwrap();
        let mut command = fairplay(desk, &["worker", "--nats", url]);
        Running(command.stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }
}

fn finished(run: &mut Running, desk: &Path) -> String {
    let begun = Instant::now();
    while run.0.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    let log = std::fs::read_to_string(desk.join("screen.log")).unwrap();
    assert!(run.0.wait().unwrap().success(), "{log}");
    let text = std::fs::read(desk.join("out/screening.json")).unwrap();
    let screening: serde_json::Value = serde_json::from_slice(&text).unwrap();
    screening["manifest"]["digest"].as_str().unwrap().to_owned()
}

/// Waits until the engines of some desks were asked so many questions.
fn asked(desks: &[PathBuf], number: u32) {
    let count = || searches(desks).values().sum::<u32>();
    until(|| count() >= number, || format!("only {} searches", count()));
}

/// Waits until a log says something.
fn said(file: &Path, wanted: &str) {
    let log = || std::fs::read_to_string(file).unwrap_or_default();
    until(|| log().contains(wanted), || format!("{wanted} is not said: {}", log()));
}

/// A room and the program of the server, or `None` with a printed reason.
fn room(test: &str) -> Option<(Room, PathBuf)> {
    Some((Room::new(&uci_pool::find_engine()?), jetstream::program(test)?))
}

#[test]
fn an_event_has_one_digest_here_and_over_the_queue() {
    let Some((room, program)) = room("an_event_has_one_digest_here_and_over_the_queue") else { return };
    let here = room.desk("here");
    let expected = finished(&mut room.screen(&here, &[]), &here);
    let once = searches(&[here]);

    for workers in [1_usize, 2] {
        let nats = Nats::start(&program, &[]);
        let desk = room.desk(&format!("asks-{workers}"));
        let desks: Vec<PathBuf> =
            // Other bytes and the same answers.
            (0..workers).map(|k| room.desk_with(&format!("{workers}-{k}"), &format!(": build {k}"))).collect();
        let _workers: Vec<Running> = desks.iter().map(|desk| room.worker(desk, &nats.url())).collect();
        let mut run = room.screen(&desk, &["--nats", &nats.url()]);
        assert_eq!(finished(&mut run, &desk), expected, "{workers} workers");
        let found = searches(&desks);
        assert!(found.keys().eq(once.keys()), "each position");
        let twice: u32 = found.values().map(|times| times - 1).sum();
        assert!(
            (10..=CHECKS).contains(&twice),
            "{twice} positions were searched twice, ten or a few more as a check"
        );
        assert!(searches(&[desk]).is_empty(), "whoever asks does not search");
    }
}

#[test]
fn nothing_is_lost_when_workers_server_and_network_fail() {
    let Some((room, program)) = room("nothing_is_lost_when_workers_server_and_network_fail") else { return };
    let here = room.desk("here");
    let expected = finished(&mut room.screen(&here, &[]), &here);
    let once = searches(&[here]);

    let mut nats = Nats::start(&program, &[]);
    let gate = Gate::to(nats.port);
    let desk = room.desk("asks");
    let desks: Vec<PathBuf> = (0..4).map(|worker| room.desk(&format!("worker-{worker}"))).collect();
    // The first one comes through a network that can be cut.
    let url = |worker: usize| if worker == 0 { gate.url() } else { nats.url() };
    let mut workers: Vec<Running> =
        desks.iter().enumerate().map(|(worker, desk)| room.worker(desk, &url(worker))).collect();
    let mut run = room.screen(&desk, &["--nats", &nats.url()]);
    let all = u32::try_from(once.len()).unwrap();

    asked(&desks, all / 8);
    for worker in [1, 2] {
        workers[worker].kill();
        workers[worker] = room.worker(&desks[worker], &nats.url());
    }
    asked(&desks, all / 4);
    gate.cut();
    asked(&desks, all / 2);
    nats.kill();
    std::thread::sleep(Duration::from_millis(500));
    nats.again(&program);
    asked(&desks, all * 5 / 8);
    gate.mend();
    // Nobody is left for a moment.
    workers.clear();
    std::thread::sleep(Duration::from_millis(500));
    workers.extend(desks.iter().map(|desk| room.worker(desk, &nats.url())));

    assert_eq!(finished(&mut run, &desk), expected);
    let found = searches(&desks);
    let lost: Vec<_> = once.keys().filter(|key| !found.contains_key(*key)).collect();
    assert!(lost.is_empty(), "never searched: {lost:?}");
    // One in the engine and one beside it for each worker that was killed or cut off: two killed, one cut off, four
    // when the server went, four at the end.
    let twice: u32 = found.values().map(|times| times - 1).sum();
    println!("{} positions, {twice} searched again", found.len());
    assert!(twice <= 2 * (2 + 1 + 4 + 4) + CHECKS, "{twice} positions were searched again");
    drop(workers);
}

#[test]
fn a_worker_with_other_answers_takes_nothing() {
    let Some((room, program)) = room("a_worker_with_other_answers_takes_nothing") else { return };
    // The evaluation of before there were networks.
    let other = room.desk_with("other", "echo setoption name Use NNUE value false");

    let nats = Nats::start(&program, &[]);
    let desk = room.desk("asks");
    let _worker = room.worker(&other, &nats.url());
    let _run = room.screen(&desk, &["--nats", &nats.url()]);
    said(&other.join("worker.log"), "leaves them to others");
    said(&desk.join("screen.log"), "no worker takes them; start `fairplay worker` with Stockfish");
    assert!(searches(&[other]).is_empty());
}

#[test]
fn a_queue_is_closed_to_whoever_has_no_password() {
    let Some((room, program)) = room("a_queue_is_closed_to_whoever_has_no_password") else { return };
    let nats = Nats::start(&program, &["--user", "hall", "--pass", "secret"]);
    let desk = room.desk("worker");
    let out = fairplay(&desk, &["worker", "--nats", &nats.url()]).output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(!out.status.success() && said.contains("cannot be reached"), "{said}");

    // The login stands in the settings file, and on no command line.
    let with = nats.url().replace("//", "//hall:secret@");
    let refused = fairplay(&desk, &["worker", "--nats", &with]).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("settings file") && !said.contains("secret"), "{said}");
    let asks = room.desk("asks");
    for desk in [&desk, &asks] {
        let settings = std::fs::read_to_string(settings_file(desk)).unwrap();
        std::fs::write(settings_file(desk), settings + &format!("[queue]\nnats = {with:?}\n")).unwrap();
    }
    let log = std::fs::File::create(desk.join("worker.log")).unwrap();
    let mut worker = fairplay(&desk, &["worker"]);
    let _worker = Running(worker.stdout(Stdio::null()).stderr(log).spawn().unwrap());
    let mut run = room.screen(&asks, &[]);
    finished(&mut run, &asks);
    for log in [desk.join("worker.log"), asks.join("screen.log")] {
        let log = std::fs::read_to_string(log).unwrap();
        assert!(!log.contains("secret"), "a password is printed: {log}");
    }
}
