//! Faults of the disk for tests: a layer between `SQLite` and the system that fails calls, tears writes and forgets what was
//! not synced when the power is cut.
//!
//! The layer is `SQLite`'s own default within the process once a folder is watched; files elsewhere go through it untouched.
//! Locks and shared memory are those of the system, so what is tested is the mode that a server runs in. A sync of a watched
//! file never reaches the real disk: it only marks what a power cut may no longer take back.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[allow(unsafe_code, reason = "SQLite takes a disk as a table of C functions")]
mod shim;

/// Bytes that a disk writes as a whole.
const SECTOR: usize = 512;

/// A call of `SQLite` to the system that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Call {
    Open,
    Read,
    Write,
    Truncate,
    Sync,
    /// A piece of the shared memory beside a write-ahead log is mapped.
    Map,
}

/// What becomes of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It does nothing and reports an error of the device.
    Error,
    /// It does nothing and reports a full disk.
    Full,
    /// Half of the bytes are written, then an error is reported.
    Half,
    /// It may be done or not; the power is gone.
    Crash,
}

/// A fault at the `at`-th call of a kind, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub call: Call,
    pub at: u64,
    pub effect: Effect,
    /// Every later call of that kind fails as well.
    pub lasting: bool,
}

/// A write or truncation that is not known to be on the disk.
struct Unsynced {
    offset: u64,
    before: Vec<u8>,
    /// What was written; none for a truncation to `offset`.
    after: Option<Vec<u8>>,
    length_before: u64,
}

#[derive(Default)]
struct State {
    fault: Option<Fault>,
    /// Syncs report success and do nothing.
    lying: bool,
    counts: BTreeMap<Call, u64>,
    struck: u64,
    dead: bool,
    open: usize,
    unsynced: BTreeMap<PathBuf, Vec<Unsynced>>,
}

impl State {
    /// Counts a call; what becomes of it if it is one that fails.
    fn meets(&mut self, call: Call) -> Option<Effect> {
        if self.dead {
            return Some(Effect::Error);
        }
        let count = self.counts.entry(call).or_default();
        *count += 1;
        let fault =
            self.fault.filter(|f| f.call == call && (f.at == *count || (f.lasting && f.at < *count)))?;
        self.struck += 1;
        self.dead |= fault.effect == Effect::Crash;
        Some(fault.effect)
    }
}

type Shared = Arc<Mutex<State>>;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folders that are watched.
static WATCHED: Mutex<Vec<(PathBuf, Shared)>> = Mutex::new(Vec::new());

fn watcher(path: &Path) -> Option<Shared> {
    let watched = locked(&WATCHED);
    watched.iter().find(|(folder, _)| path.starts_with(folder)).map(|(_, state)| Arc::clone(state))
}

/// The files of `SQLite` in one folder and those below. Faults end when it is dropped.
pub struct Disk {
    folder: PathBuf,
    state: Shared,
}

impl Disk {
    /// Watches a folder. Files that are open already are not touched.
    ///
    /// # Errors
    /// No such folder, or `SQLite` refuses the layer.
    pub fn under(folder: &Path) -> io::Result<Self> {
        shim::install()?;
        // `SQLite` follows links too.
        let folder = folder.canonicalize()?;
        let state = Shared::default();
        locked(&WATCHED).push((folder.clone(), Arc::clone(&state)));
        Ok(Self { folder, state })
    }

    /// Chooses the fault, or none, and counts calls from zero.
    pub fn choose(&self, fault: Option<Fault>) {
        let mut state = locked(&self.state);
        (state.fault, state.struck) = (fault, 0);
        state.counts.clear();
    }

    /// Whether syncs report success and do nothing.
    pub fn lie(&self, lying: bool) {
        locked(&self.state).lying = lying;
    }

    /// Calls of a kind since the fault was chosen.
    pub fn calls(&self, call: Call) -> u64 {
        locked(&self.state).counts.get(&call).copied().unwrap_or(0)
    }

    /// How many calls the fault has struck.
    pub fn struck(&self) -> u64 {
        locked(&self.state).struck
    }

    /// Everything that was written is on the disk, as after the command `sync`.
    pub fn sync(&self) {
        locked(&self.state).unsynced.clear();
    }

    /// Cuts the power now: from here on every call fails and changes nothing.
    pub fn cut(&self) {
        locked(&self.state).dead = true;
    }

    /// Whether the power is cut.
    pub fn is_dead(&self) -> bool {
        locked(&self.state).dead
    }

    /// How many files are open.
    pub fn open_files(&self) -> usize {
        locked(&self.state).open
    }

    /// Gives the power back, without faults. What was not synced before the cut is there for every fourth seed, and gone for
    /// the next; else there is of each write everything, nothing, some of its sectors, or sectors of noise, and writes keep no
    /// order among each other.
    ///
    /// # Errors
    /// Files that are still open; a file that cannot be changed.
    pub fn power_on(&self, seed: u64) -> io::Result<()> {
        let mut state = locked(&self.state);
        if state.open > 0 {
            return Err(io::Error::other(format!("{} files are open", state.open)));
        }
        let mut random = Random(seed);
        let fate = match seed % 4 {
            0 => Some(1),
            1 => Some(0),
            _ => None,
        };
        for (path, writes) in std::mem::take(&mut state.unsynced) {
            match OpenOptions::new().read(true).write(true).open(&path) {
                Ok(mut file) => lose(&mut file, &writes, fate, &mut random)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        *state = State::default();
        Ok(())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        locked(&WATCHED).retain(|(folder, _)| *folder != self.folder);
        let mut state = locked(&self.state);
        (state.fault, state.lying, state.dead) = (None, false, false);
    }
}

/// Takes a file back to its last sync, then does some of the later writes again.
fn lose(file: &mut File, writes: &[Unsynced], fate: Option<u64>, random: &mut Random) -> io::Result<()> {
    for write in writes.iter().rev() {
        put(file, write.offset, &write.before)?;
        file.set_len(write.length_before)?;
    }
    for write in writes {
        let fate = fate.unwrap_or_else(|| random.below(4));
        let Some(after) = &write.after else {
            if fate > 0 {
                file.set_len(write.offset)?;
            }
            continue;
        };
        match fate {
            0 => {}
            1 => put(file, write.offset, after)?,
            _ => {
                for (sector, bytes) in (0_u64..).zip(after.chunks(SECTOR)) {
                    let place = write.offset + sector * SECTOR as u64;
                    match random.below(3) {
                        0 => {}
                        1 => put(file, place, bytes)?,
                        _ if fate == 2 => put(file, place, bytes)?,
                        _ => put(file, place, &random.bytes(bytes.len()))?,
                    }
                }
            }
        }
    }
    Ok(())
}

fn put(file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// `SplitMix64` (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        std::iter::repeat_with(|| self.next().to_le_bytes()).flatten().take(count).collect()
    }
}

#[cfg(test)]
mod tests;
