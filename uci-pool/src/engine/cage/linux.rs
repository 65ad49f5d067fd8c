//! The restrictions themselves: limits, an empty environment, Landlock for files and signals, seccomp for the network.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CapabilitiesSecureBits, set_capabilities_secure_bits};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

use crate::engine::confinement::{Confinement, Effect, Files};

/// What programs and interpreters need of a system. No folder in which people or services keep data, and of `/etc` nothing
/// that may hold a secret.
const SYSTEM: [&str; 25] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/home/linuxbrew/.linuxbrew",
    "/etc/alternatives",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/proc",
    "/sys",
    "/dev/random",
    "/dev/urandom",
];
/// Devices that an engine may read and write.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];
/// Newest rules that are asked for; an older kernel takes those that it knows.
const NEWEST: ABI = ABI::V6;
/// Largest file that an engine may write, in bytes, where it may write any.
const FILE_BYTES: u64 = 64 << 20;
/// Tablebases are many files.
const OPEN_FILES: u64 = 1024;
/// Marks a call of the x32 ABI, which has numbers of its own for the same calls.
#[cfg(target_arch = "x86_64")]
const X32: i64 = 0x4000_0000;

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
    // Who runs this as root gives the engine nothing of it. Others may not ask, and have nothing to give.
    let _plain = set_capabilities_secure_bits(
        CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED,
    );
    // A kernel without one of them keeps the rest; `Effect` tells.
    let _closed = close_files(confinement);
    let _unplugged = close_network();
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

fn close_files(confinement: &Confinement) -> Result<RulesetStatus, RulesetError> {
    let (read, all) = (AccessFs::from_read(NEWEST), AccessFs::from_all(NEWEST));
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(DEVICES, device))?
        .add_rules(path_beneath_rules(&confinement.reads, read))?
        .add_rules(path_beneath_rules(&confinement.writes, all))?
        .restrict_self()?;
    Ok(status.ruleset)
}

/// Refuses to make sockets: Landlock knows TCP, and not in every kernel, but neither UDP nor the sockets of the machine.
fn close_network() -> io::Result<()> {
    let calls = [libc::SYS_socket, libc::SYS_io_uring_setup];
    #[cfg(target_arch = "x86_64")]
    let calls = calls.into_iter().flat_map(|call| [call, call | X32]);
    let refused = SeccompAction::Errno(libc::EACCES.unsigned_abs());
    let target = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    let rules = calls.into_iter().map(|call| (call, Vec::new())).collect();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, target);
    let program: BpfProgram = filter.and_then(TryInto::try_into).map_err(io::Error::other)?;
    apply_filter(&program).map_err(io::Error::other)
}

/// What the restrictions do here, tried on a thread that then ends.
pub(super) fn tried() -> Effect {
    let nothing = Confinement { memory_mib: 0, reads: Vec::new(), writes: Vec::new() };
    let trial = std::thread::spawn(move || Effect {
        files: match close_files(&nothing) {
            Ok(RulesetStatus::FullyEnforced) => Files::Closed,
            Ok(RulesetStatus::PartiallyEnforced) => Files::Partly,
            Ok(RulesetStatus::NotEnforced) | Err(_) => Files::Open,
        },
        network: close_network().is_ok(),
    });
    trial.join().unwrap_or(Effect { files: Files::Open, network: false })
}
