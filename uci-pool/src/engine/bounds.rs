//! What an engine in a cage may take together with the programs that it starts, and that none of them outlives this program.
//!
//! The programs of an engine stay in its process group, since the cage refuses to leave it. A thread looks at the resident
//! memory and the number of processes of each group, and a guard, a process of its own, kills the groups if this program ends
//! without having done so. On Linux only, as the cage is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufRead, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::call::Bounds;
use crate::engine::group::kill;

/// Processes of one engine. An interpreter with an engine behind it has two or three.
const MOST_PROCESSES: usize = 256;
/// Shortest time between two looks.
const PAUSE: Duration = Duration::from_millis(250);
/// Longer on machines with many processes, so that looking takes at most one part in so many of one core.
const SHARE: u32 = 200;

/// An engine under bounds. Dropped before the system forgets its process id.
pub(crate) struct Bounded {
    leader: u32,
    stopped: Arc<OnceLock<String>>,
}

struct Group {
    leader: u32,
    memory_mib: u64,
    stopped: Arc<OnceLock<String>>,
}

/// The engines in cages of this program.
struct Engines {
    groups: Vec<Group>,
    watched: bool,
    guard: Option<Child>,
}

static ENGINES: Mutex<Engines> = Mutex::new(Engines { groups: Vec::new(), watched: false, guard: None });

/// Whoever panicked while it held the lock left at most a group that is gone already.
fn engines() -> MutexGuard<'static, Engines> {
    ENGINES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bounded {
    /// Bounds the process group of a process that has not been waited for.
    pub(crate) fn new(leader: u32, bounds: &Bounds) -> io::Result<Self> {
        let stopped = Arc::new(OnceLock::new());
        let bounded = Self { leader, stopped: Arc::clone(&stopped) };
        let mut engines = engines();
        engines.groups.push(Group { leader, memory_mib: bounds.memory_mib, stopped });
        if engines.tell('+', leader).is_err() {
            engines.start_guard(bounds)?;
        }
        if !engines.watched {
            thread::Builder::new().name("engine-bounds".to_owned()).spawn(watch)?;
            engines.watched = true;
        }
        Ok(bounded)
    }

    /// Why the engine was stopped here, if it was.
    pub(crate) fn stopped(&self) -> Option<&str> {
        self.stopped.get().map(String::as_str)
    }
}

impl Drop for Bounded {
    fn drop(&mut self) {
        let mut engines = engines();
        engines.groups.retain(|group| group.leader != self.leader);
        // Without a guard there is nobody to tell.
        let _gone = engines.tell('-', self.leader);
    }
}

impl Engines {
    fn tell(&mut self, sign: char, leader: u32) -> io::Result<()> {
        let pipe = self.guard.as_mut().and_then(|guard| guard.stdin.as_mut());
        pipe.ok_or(io::ErrorKind::NotConnected)?.write_all(format!("{sign}{leader}\n").as_bytes())
    }

    /// A guard that knows all groups, in the place of one that has ended.
    fn start_guard(&mut self, bounds: &Bounds) -> io::Result<()> {
        if let Some(mut ended) = self.guard.take() {
            // Its pipe is closed, and so it ends.
            ended.stdin = None;
            let _status = ended.wait();
        }
        let (program, args) = &bounds.guard;
        let mut command = Command::new(program);
        command.args(args).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C on the terminal is for this program, which then ends its engines.
        command.process_group(0);
        self.guard = Some(command.spawn()?);
        let leaders: Vec<u32> = self.groups.iter().map(|group| group.leader).collect();
        leaders.into_iter().try_for_each(|leader| self.tell('+', leader))
    }
}

/// The body of a guard: hears which groups there are, `+` and `-` before the number of each, and kills those that are left when
/// there is nothing more to hear, however the program that spoke has ended.
pub fn guard(input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        if let Some(leader) = line.strip_prefix('+') {
            groups.extend(leader.parse::<u32>());
        } else if let Some(leader) = line.strip_prefix('-').and_then(|leader| leader.parse().ok()) {
            groups.remove(&leader);
        }
    }
    groups.into_iter().for_each(kill);
}

/// Looks until there is no engine left.
fn watch() {
    loop {
        let started = Instant::now();
        {
            let mut engines = engines();
            if engines.groups.is_empty() {
                engines.watched = false;
                return;
            }
            let members = members();
            for group in &engines.groups {
                let processes = members.get(&group.leader).map_or(&[][..], Vec::as_slice);
                if let Some(why) = excess(processes, group.memory_mib) {
                    let _first = group.stopped.set(why);
                    kill(group.leader);
                }
            }
        }
        thread::sleep(PAUSE.max(started.elapsed() * SHARE));
    }
}

/// What these processes take beyond their bounds.
fn excess(processes: &[u32], memory_mib: u64) -> Option<String> {
    if processes.len() > MOST_PROCESSES {
        return Some(format!("the engine started more than {MOST_PROCESSES} programs and was stopped"));
    }
    // The memory of one process is bounded by its address space.
    let taken = || processes.iter().filter_map(|process| resident_kib(*process)).sum::<u64>();
    (processes.len() > 1 && taken() > memory_mib * 1024).then(|| {
        format!(
            "the engine and the programs that it started took more than {memory_mib} MiB of memory and were stopped"
        )
    })
}

/// The processes of each process group.
fn members() -> BTreeMap<u32, Vec<u32>> {
    let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let process = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok());
        if let Some((process, group)) = process.and_then(|process| Some((process, group_of(process)?))) {
            groups.entry(group).or_default().push(process);
        }
    }
    groups
}

/// `proc_pid_stat(5)`: behind the name in brackets, which may be any bytes, stand state, parent and group.
fn group_of(process: u32) -> Option<u32> {
    let stat = fs::read(format!("/proc/{process}/stat")).ok()?;
    let name = stat.iter().rposition(|byte| *byte == b')')?;
    let fields = String::from_utf8_lossy(stat.get(name + 1..)?).into_owned();
    fields.split_ascii_whitespace().nth(2)?.parse().ok()
}

/// Memory of a process that is in no file, in KiB. What several processes share counts for each of them.
fn resident_kib(process: u32) -> Option<u64> {
    let status = fs::read(format!("/proc/{process}/status")).ok()?;
    let status = String::from_utf8_lossy(&status).into_owned();
    let own = ["RssAnon:", "RssShmem:", "VmSwap:"];
    let lines = status.lines().filter_map(|line| own.iter().find_map(|field| line.strip_prefix(field)));
    Some(lines.filter_map(|value| value.split_ascii_whitespace().next()?.parse::<u64>().ok()).sum())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    /// What a shell script in a group of its own, with these bounds, is stopped for.
    fn stopped(script: &str, memory_mib: u64) -> String {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]).process_group(0).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("a shell");
        let bounds = Bounds { memory_mib, guard: ("/bin/cat".into(), Vec::new()) };
        let bounded = Bounded::new(child.id(), &bounds).expect("bounds");
        // It ends when the last of them has.
        let mut text = String::new();
        child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("read");
        let why = bounded.stopped().unwrap_or_default().to_owned();
        drop(bounded);
        child.wait().expect("waited for");
        why
    }

    #[test]
    fn programs_of_an_engine_have_one_memory_together() {
        // Each holds 48 MiB and then waits.
        let hold = "head -c 48M /dev/zero | tail -c 48M | sleep 60";
        let both = format!("({hold}) & ({hold}) & wait");
        let why = stopped(&both, 80);
        assert!(why.contains("took more than 80 MiB"), "{why}");
        let fits = "head -c 48M /dev/zero | tail -c 48M | sleep 2";
        assert_eq!(stopped(fits, 80), "");
    }

    #[test]
    fn an_engine_has_a_limited_number_of_programs() {
        let why = stopped("n=0; while [ $n -lt 300 ]; do sleep 60 & n=$((n+1)); done; wait", 4096);
        assert!(why.contains("more than 256 programs"), "{why}");
    }

    #[test]
    fn a_guard_kills_the_groups_that_are_left() {
        let start = || Command::new("/bin/sleep").arg("60").process_group(0).spawn().expect("a program");
        let (mut left, mut ended) = (start(), start());
        let told = format!("+{}\n+{}\nnothing\n-{}\n", left.id(), ended.id(), ended.id());
        guard(told.as_bytes());
        assert!(!left.wait().expect("killed").success());
        assert!(ended.try_wait().expect("a process").is_none(), "it was taken off the list");
        kill(ended.id());
        ended.wait().expect("killed");
    }

    #[test]
    fn a_name_hides_no_process() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join(std::ffi::OsStr::from_bytes(b") S 1 1\xff"));
        // A link and no copy: a file that was just written may still be open in a process that another test is starting.
        std::os::unix::fs::symlink("/bin/sleep", &program).expect("a link");
        let mut child = Command::new(&program).arg("60").process_group(0).spawn().expect("a program");
        assert_eq!(group_of(child.id()), Some(child.id()));
        assert!(resident_kib(child.id()).is_some_and(|kib| kib > 0));
        kill(child.id());
        child.wait().expect("killed");
    }
}
