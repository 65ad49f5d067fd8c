//! The restrictions themselves: limits, an empty environment, Landlock for files and signals, seccomp for system calls.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use landlock::RulesetStatus;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CapabilitiesSecureBits, set_capabilities_secure_bits};

use crate::engine::confinement::{Confinement, Effect, Files};

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"))]
mod calls;
mod files;

/// No list of calls has been made for this architecture.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
mod calls {
    pub(super) fn close() -> std::io::Result<()> {
        Err(std::io::ErrorKind::Unsupported.into())
    }
}

/// Largest file that an engine may write, in bytes, where it may write any.
const FILE_BYTES: u64 = 64 << 20;
/// Tablebases are many files.
const OPEN_FILES: u64 = 1024;

/// Restricts this process and becomes the engine. Returns only if that fails.
pub fn enter(confinement: &Confinement, call: &[OsString]) -> io::Error {
    let Some((program, args)) = call.split_first() else {
        return io::Error::other("no program is named");
    };
    if let Err(error) = limit(confinement.memory_mib) {
        return error;
    }
    let mut command = Command::new(program);
    command.args(args).env_clear().env("HOME", "/nonexistent").env("LANG", "C");
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
    // Where the memory of the machine ends, an engine costs a retry; the program that asks it costs more.
    let _first = std::fs::write("/proc/self/oom_score_adj", "1000");
    // Who runs this as root gives the engine nothing of it. Others may not ask, and have nothing to give.
    let _plain = set_capabilities_secure_bits(
        CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED,
    );
    // A kernel without one of them keeps the rest; `Effect` tells.
    let _closed = files::close(confinement);
    let _refused = calls::close();
    command.exec()
}

fn limit(memory_mib: u64) -> io::Result<()> {
    let limits = [
        (Resource::As, memory_mib << 20),
        (Resource::Fsize, FILE_BYTES),
        (Resource::Core, 0),
        (Resource::Nofile, OPEN_FILES),
    ];
    for (resource, most) in limits {
        // Never more than before.
        let most = getrlimit(resource).maximum.map_or(most, |before| before.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

/// What the restrictions do here, tried on a thread that then ends.
pub(super) fn tried() -> Effect {
    let nothing = Confinement { memory_mib: 0, reads: Vec::new(), writes: Vec::new() };
    let trial = std::thread::spawn(move || Effect {
        files: match files::close(&nothing) {
            Ok(RulesetStatus::FullyEnforced) => Files::Closed,
            Ok(RulesetStatus::PartiallyEnforced) => Files::Partly,
            Ok(RulesetStatus::NotEnforced) | Err(_) => Files::Open,
        },
        calls: calls::close().is_ok(),
    });
    trial.join().unwrap_or(Effect { files: Files::Open, calls: false })
}
