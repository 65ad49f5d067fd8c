//! Runs the work in a process of its own, and picks up what it leaves if an input ends it.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::minimise::minimise;
use crate::target::Target;
use crate::work::{CURRENT, HANGS, MOST_TIME, again, write_finding};

/// Most memory of the process, in KiB of addresses: readers stream, so no input may need more.
const MOST_MEMORY_KIB: u32 = 3 * 1024 * 1024;

/// Tries one target for `time` and says whether nothing was found.
///
/// # Errors
/// A process that cannot be started, or a folder that cannot be used.
pub fn supervise(target: &Target, time: Duration, seed: u64) -> anyhow::Result<bool> {
    // In memory where there is such a folder: every input is written down.
    let shared = Path::new("/dev/shm");
    let folder = if shared.is_dir() { tempfile::tempdir_in(shared) } else { tempfile::tempdir() }
        .context("a folder to work in")?;
    println!("{}: {}, {} s, seed {seed}", target.name, target.about, time.as_secs());
    let status = bounded()?
        .args(["work", target.name])
        .args(["--seconds", &time.as_secs().to_string()])
        .args(["--seed", &seed.to_string(), "--folder"])
        .arg(folder.path())
        .status()
        .context("the work")?;
    match status.code() {
        Some(0) => return Ok(true),
        // Findings, already written and told.
        Some(1) => return Ok(false),
        _ => {}
    }
    let why = reason(status);
    let bytes = current(&folder.path().join(CURRENT))?;
    let tried = folder.path().join("tried");
    let mut still = |bytes: &[u8]| {
        fs::write(&tried, bytes).is_ok() && ends_badly(target, &tried).is_ok_and(|again| again == why)
    };
    if !still(&bytes) {
        println!("  the input at hand does not end the process when tried alone; it is kept as it is");
    }
    let short = minimise(&bytes, Duration::from_secs(120), &mut still);
    let path = write_finding(target, &short)?;
    println!(
        "FINDING {}: {why}\n  seed {seed}, {} bytes: {}\n  again: {}",
        target.name,
        short.len(),
        path.display(),
        again(target, &path)
    );
    Ok(false)
}

/// This program with less memory than the machine has, where the shell can see to it.
fn bounded() -> anyhow::Result<Command> {
    let program = std::env::current_exe().context("the path of this program")?;
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!("ulimit -v {MOST_MEMORY_KIB} 2>/dev/null; exec \"$0\" \"$@\""))
        .arg(program);
    Ok(command)
}

fn reason(status: ExitStatus) -> String {
    if status.code() == Some(HANGS) {
        format!("it takes more than {} s on the processor", MOST_TIME.as_secs())
    } else {
        format!("the process ended with {status}: stack or memory used up")
    }
}

/// Tries a file in a process of its own; the reason if it does not come back with an answer.
fn ends_badly(target: &Target, file: &Path) -> anyhow::Result<String> {
    let mut child = bounded()?
        .args(["replay", target.name])
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return match status.code() {
                Some(0 | 1) => Ok("it comes back".to_owned()),
                _ => Ok(reason(status)),
            };
        }
        // Replaying watches its own time; this is for a machine that stands still.
        if begun.elapsed() > MOST_TIME * 20 {
            child.kill()?;
            child.wait()?;
            anyhow::bail!("no answer");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn current(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = fs::read(path).context("the input at hand")?;
    let (length, rest) = bytes.split_at_checked(8).context("the input at hand is cut off")?;
    let length = u64::from_le_bytes(length.try_into()?);
    let length = usize::try_from(length)?.min(rest.len());
    Ok(rest[..length].to_vec())
}
