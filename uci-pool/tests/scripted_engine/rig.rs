//! Shared by the tests that drive a pool: positions, settings, requests and answers.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use uci_pool::{Answer, EngineSpec, Limits, Pool, Request, Settings};

/// Positions from ordinary games, and some with few moves.
pub const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 4 11",
    "8/5pk1/6p1/3P3p/4K2P/6P1/8/8 w - - 0 45",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30",
    "8/P6k/8/8/8/8/6K1/8 w - - 0 60",
    "r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 4 8",
    "2r3k1/1p3p1p/p3p1p1/3pP3/1P1R4/P3P3/5PPP/6K1 b - - 2 25",
    "rnbqkb1r/pp2pppp/5n2/2ppP3/3P4/2N5/PPP2PPP/R1BQKBNR w KQkq d6 0 5",
    "7k/8/8/8/8/8/8/K7 w - - 0 90",
];

pub const SETTINGS: Settings =
    Settings { depth: 4, multipv: 3, hash_mib: 16, node_cap: 1_000_000, decided: None };

/// Long enough for any answer, short enough that a hanging test ends.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn scripted(args: &[&str]) -> EngineSpec {
    EngineSpec {
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        ..EngineSpec::of(PathBuf::from(env!("CARGO_BIN_EXE_scripted-engine")))
    }
}

/// A pool of one engine whose commands are written down; `log` ends it and gives them.
pub struct Logged {
    folder: tempfile::TempDir,
    pub pool: Pool,
}

impl Logged {
    pub fn start(args: &[&str], settings: &Settings) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let spec = scripted(&[args, &["--log", text(&log)]].concat());
        Self { pool: Pool::start(&spec, settings, 1, limits()).expect("a pool"), folder }
    }

    pub fn log(self) -> String {
        drop(self.pool);
        std::fs::read_to_string(self.folder.path().join("log")).expect("a log")
    }
}

pub fn limits() -> Limits {
    Limits { handshake: Duration::from_secs(10), position: Duration::from_secs(20), tries: 3, niceness: 0 }
}

pub fn request(fen: &str) -> Request {
    Request { fen: fen.to_owned(), only: None }
}

pub fn requests() -> Vec<Request> {
    POSITIONS.iter().map(|fen| request(fen)).collect()
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("a readable path")
}

/// One answer, or the test fails.
pub fn wait(pool: &Pool) -> Answer {
    pool.next(PATIENCE).expect("every request gets an answer")
}

/// Submits everything and gives the answers by request.
pub fn ask(pool: &Pool, requests: &[Request]) -> HashMap<Request, Answer> {
    for request in requests {
        pool.submit(request.clone());
    }
    let answers: HashMap<Request, Answer> =
        requests.iter().map(|_| wait(pool)).map(|answer| (answer.request.clone(), answer)).collect();
    assert_eq!(answers.len(), requests.len(), "every request is answered once");
    assert_eq!(pool.next(Duration::ZERO), None, "nothing is answered twice");
    answers
}

/// Encoded evaluations in the order of `requests`; every one must have succeeded.
pub fn evaluate(pool: &Pool, requests: &[Request]) -> Vec<Vec<u8>> {
    let answers = ask(pool, requests);
    requests.iter().map(|request| answers[request].result.as_ref().expect("an evaluation").encode()).collect()
}

/// Whether a process exists, zombies included.
pub fn exists(pid: u32) -> bool {
    Path::new(&format!("/proc/{pid}")).exists()
}

/// Waits until `condition` holds.
pub fn eventually(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// `kill -9`; false if the process had already ended by itself, or was replaced.
pub fn kill(pid: u32) -> bool {
    // The shell's own `kill`: the program of that name is not on every machine.
    std::process::Command::new("/bin/sh")
        .args(["-c", &format!("kill -9 {pid} 2>/dev/null")])
        .status()
        .expect("a shell")
        .success()
}
