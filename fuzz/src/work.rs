//! The process that tries inputs. It may be killed by what it tries, so it writes each input down first.
//!
//! A panic is caught, made short and written to the findings, and the work goes on. A hang ends the process; so do, without
//! being asked, a stack that is used up and memory that is not there. What is then left to do is for [`crate::supervise`].

use std::collections::BTreeSet;
use std::fs;
use std::io::{Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

use crate::attempt::{Failure, attempt};
use crate::minimise::minimise;
use crate::mutate::mutate;
use crate::random::Random;
use crate::target::{Target, home};

/// Most time on the processor for one input.
pub const MOST_TIME: Duration = Duration::from_secs(2);
/// Exit status of a process that took longer.
pub const HANGS: i32 = 86;
/// File in the folder of the work that holds the input at hand: its length in eight bytes, then the bytes.
pub const CURRENT: &str = "current";
/// Stack of the thread that reads: what Rust gives a thread, a quarter of what the main thread usually has.
const STACK: usize = 2 * 1024 * 1024;
/// Most inputs that are kept because they did something new.
const MOST_KEPT: usize = 5000;
/// Findings after which a target is given up: it needs mending first.
const MOST_FINDINGS: usize = 20;

/// Messages between the thread that tries inputs and the one that watches it.
#[derive(Debug, Default)]
struct Watch {
    /// Number of the attempt.
    attempt: AtomicU64,
    done: AtomicBool,
}

/// Says that the work is done, however it ends.
struct WatchGuard(Arc<Watch>);

impl Drop for WatchGuard {
    fn drop(&mut self) {
        self.0.done.store(true, Ordering::SeqCst);
    }
}

/// Tries inputs for `time`, and gives the number of findings.
///
/// # Errors
/// Seeds that cannot be read, or a folder that cannot be written to.
pub fn work(target: &'static Target, time: Duration, seed: u64, folder: &Path) -> anyhow::Result<usize> {
    let seeds = target.seeds()?;
    let folder = folder.to_owned();
    watched(move |watch| Work::new(target, seeds, seed, &folder)?.run(time, watch))
}

/// Tries one input. Ends the process if it takes too long.
///
/// # Errors
/// A thread that cannot be started.
pub fn once(target: &'static Target, bytes: Vec<u8>, folder: &Path) -> anyhow::Result<Result<(), Failure>> {
    let folder = folder.to_owned();
    watched(move |watch| {
        watch.attempt.store(1, Ordering::SeqCst);
        Ok(attempt(target, &bytes, &folder).map(|_| ()))
    })
}

/// Does a job in a thread with the usual stack, under watch.
fn watched<T: Send + 'static>(
    job: impl FnOnce(&Watch) -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    let watch = Arc::new(Watch::default());
    let told = Arc::clone(&watch);
    // Which thread it is, so that its time on the processor can be read.
    let (say, hear) = std::sync::mpsc::channel();
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
        // Outside Linux there is nothing to read, and the clock on the wall has to do.
        let _ = say.send(fs::read_link("/proc/thread-self").ok());
        let told = WatchGuard(told);
        job(&told.0)
    })?;
    let link = hear.recv().ok().flatten();
    let thread = link.map(|link| Path::new("/proc").join(link));
    let thread = thread.filter(|thread| on_processor(thread).is_some());
    watch_over(&watch, thread.as_deref());
    worker.join().map_err(|_| anyhow::anyhow!("the work broke off"))?
}

/// Ends the process if one attempt takes more than [`MOST_TIME`].
fn watch_over(watch: &Watch, thread: Option<&Path>) {
    let begun = Instant::now();
    let spent = || match thread {
        // A thread that has just ended has no time any more.
        Some(thread) => on_processor(thread),
        // Nothing to read on this system: a machine with other work to do may well stand still for a while.
        None => Some(begun.elapsed() / 5),
    };
    let (mut last, mut since) = (0, None);
    // Replaying a file is short: ask often at first.
    let mut pause = Duration::from_millis(1);
    while !watch.done.load(Ordering::SeqCst) {
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
        let (now, spent) = (watch.attempt.load(Ordering::SeqCst), spent());
        if now != last || now == 0 {
            (last, since) = (now, spent);
        } else if let (Some(since), Some(spent)) = (since, spent)
            && spent.saturating_sub(since) > MOST_TIME
        {
            std::process::exit(HANGS);
        }
    }
}

/// Time of a thread on the processor: the first number of its `schedstat`, in nanoseconds.
fn on_processor(thread: &Path) -> Option<Duration> {
    let text = fs::read_to_string(thread.join("schedstat")).ok()?;
    let nanoseconds = text.split_ascii_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

struct Work {
    target: &'static Target,
    seeds: Vec<Vec<u8>>,
    kept: Vec<Vec<u8>>,
    marks: BTreeSet<u64>,
    places: BTreeSet<String>,
    random: Random,
    seed: u64,
    folder: PathBuf,
    current: fs::File,
    attempts: u64,
}

impl Work {
    fn new(target: &'static Target, seeds: Vec<Vec<u8>>, seed: u64, folder: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            target,
            seeds,
            kept: Vec::new(),
            marks: BTreeSet::new(),
            places: BTreeSet::new(),
            random: Random::new(seed),
            seed,
            folder: folder.to_owned(),
            current: fs::File::create(folder.join(CURRENT)).context("the folder of the work")?,
            attempts: 0,
        })
    }

    fn run(mut self, time: Duration, watch: &Watch) -> anyhow::Result<usize> {
        let begun = Instant::now();
        let mut said = Duration::ZERO;
        for place in 0..self.seeds.len() {
            let bytes = self.seeds[place].clone();
            self.attempt(&bytes, watch)?;
        }
        while begun.elapsed() < time && self.places.len() < MOST_FINDINGS {
            let bytes = self.next();
            self.attempt(&bytes, watch)?;
            if begun.elapsed() >= said + Duration::from_secs(30) {
                said = begun.elapsed();
                self.say(begun.elapsed());
            }
        }
        self.say(begun.elapsed());
        Ok(self.places.len())
    }

    /// The next input: a change of a seed or of an input that did something new, the latest ones more often.
    fn next(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        let base = if self.kept.is_empty() || random.one_in(3) {
            random.pick(&self.seeds)
        } else if random.one_in(3) {
            let latest = self.kept.len().saturating_sub(50);
            random.pick(&self.kept[latest..])
        } else {
            random.pick(&self.kept)
        };
        let base = base.map(Vec::as_slice).unwrap_or_default();
        let mut others: Vec<&[u8]> = Vec::with_capacity(4);
        for _ in 0..2 {
            others.extend(random.pick(&self.seeds).map(Vec::as_slice));
            others.extend(random.pick(&self.kept).map(Vec::as_slice));
        }
        mutate(base, &others, self.target.words, random)
    }

    fn attempt(&mut self, bytes: &[u8], watch: &Watch) -> anyhow::Result<()> {
        self.attempts += 1;
        watch.attempt.store(self.attempts, Ordering::SeqCst);
        self.current.rewind()?;
        self.current.write_all(&[&(bytes.len() as u64).to_le_bytes(), bytes].concat())?;
        match attempt(self.target, bytes, &self.folder) {
            Ok(marks) => {
                let new = marks.iter().filter(|mark| self.marks.insert(**mark)).count();
                // A huge input is slow, and its beginning shows nothing new.
                if new > 0 && bytes.len() < 64 * 1024 {
                    self.keep(bytes);
                }
            }
            Err(failure) if self.places.insert(failure.place.clone()) => {
                // Making it short may take longer than one attempt may.
                watch.attempt.store(0, Ordering::SeqCst);
                self.found(bytes, &failure)?;
            }
            Err(_) => {}
        }
        Ok(())
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.kept.len() < MOST_KEPT {
            self.kept.push(bytes.to_vec());
        } else {
            let place = self.random.below(MOST_KEPT);
            self.kept[place] = bytes.to_vec();
        }
    }

    fn found(&mut self, bytes: &[u8], failure: &Failure) -> anyhow::Result<()> {
        let (target, folder) = (self.target, self.folder.clone());
        let mut still =
            |bytes: &[u8]| attempt(target, bytes, &folder).is_err_and(|again| again.place == failure.place);
        let short = minimise(bytes, Duration::from_secs(20), &mut still);
        let path = write_finding(target, &short)?;
        println!(
            "FINDING {}: {} at {}\n  seed {}, attempt {}, {} bytes: {}\n  again: {}",
            target.name,
            failure.message.replace('\n', "\n  "),
            failure.place,
            self.seed,
            self.attempts,
            short.len(),
            path.display(),
            again(target, &path)
        );
        Ok(())
    }

    fn say(&self, elapsed: Duration) {
        println!(
            "{}: {} s, {} executions, {:.0} per second, {} kept, {} marks, {} findings",
            self.target.name,
            elapsed.as_secs(),
            self.attempts,
            self.attempts as f64 / elapsed.as_secs_f64().max(1e-9),
            self.kept.len(),
            self.marks.len(),
            self.places.len()
        );
    }
}

/// Writes the bytes to the findings and gives the path. `FUZZ_FINDINGS` names another folder than `fuzz/findings`.
///
/// # Errors
/// A folder that cannot be written to.
pub fn write_finding(target: &Target, bytes: &[u8]) -> anyhow::Result<PathBuf> {
    let hash: String = uci_pool::hex(&Sha256::digest(bytes)).chars().take(12).collect();
    let folder = std::env::var_os("FUZZ_FINDINGS").map_or_else(|| home().join("findings"), PathBuf::from);
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{}-{hash}", target.name));
    fs::write(&path, bytes).with_context(|| path.display().to_string())?;
    Ok(path)
}

/// The command that tries a file again.
pub fn again(target: &Target, path: &Path) -> String {
    format!("cargo run --profile fuzz -p fuzz -- replay {} '{}'", target.name, path.display())
}
