//! Files that a caged engine may open: Landlock.

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use crate::engine::confinement::Confinement;

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
    // Node ends without it.
    "/etc/pki/tls/openssl.cnf",
    "/etc/ssl/openssl.cnf",
    "/dev/random",
    "/dev/urandom",
];
/// What runtimes ask the kernel about the machine, as a rule when they start: a file of `/proc` that the kernel has dropped from
/// its caches meanwhile is another file to Landlock, and closed.
const MACHINE: [&str; 18] = [
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/uptime",
    "/proc/version",
    "/proc/sys/kernel/cap_last_cap",
    "/proc/sys/kernel/ngroups_max",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/pid_max",
    "/proc/sys/kernel/threads-max",
    "/proc/sys/vm/max_map_count",
    "/proc/sys/vm/mmap_min_addr",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/kernel/mm/transparent_hugepage",
];
/// What a process reads of itself. The engine has the number of the launcher, so these files are its own; programs that it
/// starts have other numbers and cannot read theirs. Not the whole folder: the network of the machine lies in it.
const OWN: [&str; 11] = [
    "/proc/self/auxv",
    "/proc/self/cgroup",
    "/proc/self/cmdline",
    "/proc/self/comm",
    "/proc/self/limits",
    "/proc/self/maps",
    "/proc/self/mountinfo",
    "/proc/self/mounts",
    "/proc/self/stat",
    "/proc/self/statm",
    "/proc/self/status",
];
/// Folders of itself that it may list.
const OWN_LISTS: [&str; 2] = ["/proc/self/fd", "/proc/self/task"];
/// Devices that an engine may read and write.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];
/// Newest rules that are asked for; an older kernel takes those that it knows.
const NEWEST: ABI = ABI::V6;

/// Closes all other files, TCP, and signals to programs outside, for this thread and what it starts.
pub(super) fn close(confinement: &Confinement) -> Result<RulesetStatus, RulesetError> {
    let (read, all) = (AccessFs::from_read(NEWEST), AccessFs::from_all(NEWEST));
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(MACHINE, AccessFs::ReadFile | AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(OWN, AccessFs::ReadFile))?
        .add_rules(path_beneath_rules(OWN_LISTS, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(DEVICES, device))?
        .add_rules(path_beneath_rules(&confinement.reads, read))?
        .add_rules(path_beneath_rules(&confinement.writes, all))?
        .restrict_self()?;
    Ok(status.ruleset)
}
