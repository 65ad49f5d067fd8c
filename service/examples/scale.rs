//! How much a queue carries, with engines that only remember:
//! `cargo run --release -p service --features nats --example scale -- [WORKERS] [POSITIONS] [NATS-SERVER]`.
//!
//! A NATS server of its own, WORKERS (200) workers with a connection each, and one run that asks for POSITIONS (1,000,000) different positions. Each worker takes,
//! answers and ticks off as `fairplay worker` does; its engine gives one recorded answer at once, the one of the first
//! position of chess, so whatever is measured is the queue and not the search. Every few seconds a worker leaves and
//! another one comes. Server, workers and asker share this machine. Figures are printed; a lost or doubled answer is an error.

use std::collections::{HashSet, VecDeque};
use std::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pipeline::Search as _;
use service::remote::{Hands, Profile, WorkerTold, remote, work};
use service::{Address, Notice};
use uci_pool::{Answer, EngineSpec, Evaluation, Identity, Limits, Pool, Request, Settings, find_engine};

#[path = "../src/remote/tests/jetstream.rs"]
mod jetstream;

type Failed = Box<dyn Error + Send + Sync>;

/// The board of the first position of chess, White to move.
const FIRST: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
/// Positions that a worker can search at the same time.
const ENGINES: usize = 4;
/// How often a worker leaves and another one comes.
const CHANGE: Duration = Duration::from_secs(5);

/// An engine that knows one answer.
struct Recorded {
    known: Evaluation,
    answers: Mutex<VecDeque<Answer>>,
    ready: Condvar,
}

impl pipeline::Search for Recorded {
    fn submit(&self, request: Request) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.push_back(Answer { request, result: Ok(self.known.clone()), tries: 1, worker: 0 });
        self.ready.notify_one();
    }

    fn next(&self, wait: Duration) -> Option<Answer> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.ready.wait_timeout_while(answers, wait, |answers| answers.is_empty());
        let (mut answers, _) = waited.unwrap_or_else(PoisonError::into_inner);
        answers.pop_front()
    }
}

/// The position of a number: the same board at another half-move and move; past 900,000 with fewer rights to castle.
fn position(number: u64) -> Request {
    let rights = ["KQkq", "Kkq", "Qkq", "KQk", "KQq", "Kk", "Qq", "K", "Q"];
    let place = usize::try_from(number / 900_000).unwrap_or_default() % rights.len();
    let rights = rights.get(place).copied().unwrap_or_default();
    Request { fen: format!("{FIRST} {rights} - {} {}", number % 100, number / 100 % 9_000 + 1), only: None }
}

/// One real answer, with the engine that gave it.
fn recorded() -> Result<(Identity, Evaluation), Failed> {
    let spec = EngineSpec::of(find_engine().ok_or("no engine was found")?);
    let identity = uci_pool::identify(&spec)?;
    let pool = Pool::start(&spec, &Settings::QUICK, 1, Limits::default())?;
    pool.submit(position(0));
    let answer = pool.next(Duration::from_secs(120)).ok_or("the engine is silent")?;
    Ok((identity, answer.result?))
}

/// Megabytes of memory of a process, CPU seconds, from `/proc`.
fn used(pid: u32) -> Option<(u64, f64)> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit_once(") ")?.1.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((kib / 1024, (user + system) / 100.0))
}

fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => size(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}

fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: u64| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (workers, positions) = (usize::try_from(number(200)?)?, number(1_000_000)?);
    let program = arguments.next().unwrap_or_else(|| "/usr/sbin/nats-server".to_owned());
    let (identity, known) = recorded()?;
    println!("one answer: {} bytes", known.encode().len());
    let server = jetstream::Server::start(Path::new(&program), &[]);
    let address = Address { url: server.url(), credentials: None, trusted: None };
    let notice: Notice = Arc::new(|line| eprintln!("{line}"));

    let started = AtomicUsize::new(0);
    let start = |address: &Address| {
        let hands = Hands {
            name: format!("worker-{}", started.fetch_add(1, Ordering::Relaxed)),
            identity: identity.clone(),
            engines: ENGINES,
            start: {
                let known = known.clone();
                Box::new(move |_: &Settings| {
                    Ok(Recorded { known: known.clone(), answers: Mutex::default(), ready: Condvar::new() })
                })
            },
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (address, stopped) = (address.clone(), Arc::clone(&stop));
        let thread = std::thread::spawn(move || {
            let quiet: Notice = Arc::new(|_| {});
            work(&address, &hands, &|| stopped.load(Ordering::Relaxed), &quiet)
        });
        (stop, thread)
    };
    let mut there: VecDeque<_> = (0..workers).map(|_| start(&address)).collect();
    let mut gone = Vec::new();

    let profile = Profile { engine: identity.clone(), settings: Settings::QUICK };
    let asks = remote(&address, profile, notice)?;
    let begun = Instant::now();
    for number in 0..positions {
        asks.submit(position(number));
    }
    let mut seen: HashSet<String> = HashSet::new();
    let (mut told, mut changed) = (Instant::now(), Instant::now());
    while (seen.len() as u64) < positions {
        if let Some(answer) = asks.next(Duration::from_secs(1)) {
            answer.result?;
            if !seen.insert(answer.request.fen) {
                return Err("a position was answered twice".into());
            }
        }
        if changed.elapsed() > CHANGE {
            changed = Instant::now();
            if let Some((stop, thread)) = there.pop_front() {
                stop.store(true, Ordering::Relaxed);
                gone.push(thread);
                there.push_back(start(&address));
            }
        }
        if told.elapsed() > Duration::from_secs(30) {
            told = Instant::now();
            let rate = seen.len() as f64 / begun.elapsed().as_secs_f64();
            println!("{} answered, {rate:.0} a second", seen.len());
        }
    }
    let took = begun.elapsed().as_secs_f64();
    let came = gone.len();
    for (stop, thread) in there {
        stop.store(true, Ordering::Relaxed);
        gone.push(thread);
    }
    let server_used = used(server.pid());
    let own = used(std::process::id());
    let disk = size(server.folder());
    let mut sum = WorkerTold::default();
    for thread in gone {
        let told = thread.join().map_err(|_| "a worker panicked")??;
        sum.answered += told.answered;
        sum.known += told.known;
    }
    println!("workers {workers}, of which {came} left and were replaced; positions {positions}");
    println!("{took:.1} s, {:.0} positions a second", positions as f64 / took);
    println!(
        "searched {} ({} more than once), known before {}",
        sum.answered,
        sum.answered.saturating_sub(positions),
        sum.known
    );
    for (what, used) in [("server", server_used), ("workers and asker", own)] {
        if let Some((memory, seconds)) = used {
            println!("{what}: {memory} MB, {seconds:.0} CPU seconds");
        }
    }
    println!("disk of the server: {} MB", disk / 1_000_000);
    Ok(())
}
