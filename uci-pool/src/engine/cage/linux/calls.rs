//! The system calls that a caged engine may make: a list, and everything else is refused.
//!
//! The list has what C libraries, language runtimes and shells need to compute, to read and write what Landlock leaves open,
//! and to start programs. What is not on it gives `EPERM`. `ENOSYS` is the answer to calls that are newer than the list and
//! to those for which programs have another way, because they take that way only if the kernel does not know the call.
//!
//! Calls that are allowed with every argument cost nothing from Linux 5.11 on: the kernel remembers them and does not run the
//! filter.

use std::io;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter, sock_filter,
};

/// Allowed with every argument.
#[rustfmt::skip]
const FREE: &[c_long] = &[
    // Waiting, time, and what a search does all the time.
    libc::SYS_futex, FUTEX_WAITV, FUTEX_WAKE, FUTEX_WAIT, FUTEX_REQUEUE,
    libc::SYS_read, libc::SYS_write, libc::SYS_readv, libc::SYS_writev, libc::SYS_sched_yield,
    libc::SYS_clock_gettime, libc::SYS_clock_getres, libc::SYS_clock_nanosleep, libc::SYS_gettimeofday,
    libc::SYS_nanosleep, libc::SYS_times, libc::SYS_getrusage, libc::SYS_getitimer, libc::SYS_setitimer,
    libc::SYS_timer_create, libc::SYS_timer_settime, libc::SYS_timer_gettime, libc::SYS_timer_getoverrun,
    libc::SYS_timer_delete, libc::SYS_restart_syscall,
    libc::SYS_ppoll, libc::SYS_pselect6, libc::SYS_epoll_create1, libc::SYS_epoll_ctl, libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2, libc::SYS_eventfd2, libc::SYS_signalfd4,
    libc::SYS_timerfd_create, libc::SYS_timerfd_settime, libc::SYS_timerfd_gettime,
    // Memory of its own. The limit of the address space bounds all of it.
    libc::SYS_brk, libc::SYS_mmap, libc::SYS_munmap, libc::SYS_mremap, libc::SYS_mprotect, libc::SYS_madvise,
    libc::SYS_mincore, libc::SYS_msync, libc::SYS_mlock, libc::SYS_mlock2, libc::SYS_munlock,
    libc::SYS_mlockall, libc::SYS_munlockall, libc::SYS_membarrier, libc::SYS_pkey_alloc, libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect, libc::SYS_get_mempolicy, libc::SYS_set_mempolicy, libc::SYS_mbind,
    MAP_SHADOW_STACK, MSEAL,
    // Threads, signals, programs that it starts. Landlock keeps signals inside.
    libc::SYS_set_tid_address, libc::SYS_set_robust_list, libc::SYS_rseq,
    libc::SYS_sched_getaffinity, libc::SYS_sched_getscheduler, libc::SYS_sched_getparam,
    libc::SYS_sched_get_priority_max, libc::SYS_sched_get_priority_min, libc::SYS_getcpu, libc::SYS_getpriority,
    libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn, libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend, libc::SYS_rt_sigtimedwait, libc::SYS_sigaltstack,
    libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill,
    libc::SYS_execve, libc::SYS_execveat, libc::SYS_wait4, libc::SYS_waitid,
    libc::SYS_exit, libc::SYS_exit_group,
    // What it is and where it runs.
    libc::SYS_getpid, libc::SYS_getppid, libc::SYS_gettid, libc::SYS_getuid, libc::SYS_geteuid,
    libc::SYS_getgid, libc::SYS_getegid, libc::SYS_getresuid, libc::SYS_getresgid, libc::SYS_getgroups,
    libc::SYS_capget, libc::SYS_uname, libc::SYS_sysinfo, libc::SYS_getrandom,
    // Its own limits, which it can only lower.
    libc::SYS_getrlimit, libc::SYS_setrlimit,
    // Files, as far as Landlock goes. Names and sizes are known to whoever may search the folders.
    libc::SYS_close, libc::SYS_close_range, libc::SYS_dup, libc::SYS_dup3, libc::SYS_pipe2,
    libc::SYS_lseek, libc::SYS_pread64, libc::SYS_pwrite64, libc::SYS_preadv, libc::SYS_pwritev,
    libc::SYS_preadv2, libc::SYS_pwritev2, libc::SYS_sendfile, libc::SYS_copy_file_range, libc::SYS_readahead,
    libc::SYS_fadvise64, libc::SYS_fsync, libc::SYS_fdatasync, libc::SYS_ftruncate, libc::SYS_fallocate,
    libc::SYS_getdents64, libc::SYS_fstat, libc::SYS_newfstatat, libc::SYS_statx, libc::SYS_statfs,
    libc::SYS_fstatfs, libc::SYS_faccessat, libc::SYS_faccessat2, libc::SYS_readlinkat, libc::SYS_getcwd,
    libc::SYS_chdir, libc::SYS_fchdir, libc::SYS_umask, libc::SYS_mkdirat, libc::SYS_unlinkat,
    libc::SYS_renameat2,
    // What goes over a pair of sockets; other sockets cannot be made.
    libc::SYS_sendmsg, libc::SYS_recvmsg, libc::SYS_sendto, libc::SYS_recvfrom, libc::SYS_shutdown,
    libc::SYS_getsockopt, libc::SYS_getsockname, libc::SYS_getpeername,
];

// The same number on every architecture; the crate does not name them everywhere.
const FUTEX_WAITV: c_long = 449;
const MAP_SHADOW_STACK: c_long = 453;
const FUTEX_WAKE: c_long = 454;
const FUTEX_WAIT: c_long = 455;
const FUTEX_REQUEUE: c_long = 456;
const MSEAL: c_long = 462;
/// Calls from here on came after Linux 6.12 and were not looked at.
const UNKNOWN: u32 = 463;

/// Calls of x86-64 that newer architectures have in one form only.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const FREE_HERE: &[c_long] = &[
    libc::SYS_arch_prctl, libc::SYS_time, libc::SYS_alarm, libc::SYS_pause, libc::SYS_poll, libc::SYS_select,
    libc::SYS_epoll_create, libc::SYS_epoll_wait, libc::SYS_eventfd, libc::SYS_signalfd, libc::SYS_fork,
    libc::SYS_vfork, libc::SYS_getpgrp, libc::SYS_dup2, libc::SYS_pipe, libc::SYS_creat, libc::SYS_stat,
    libc::SYS_lstat, libc::SYS_access, libc::SYS_readlink, libc::SYS_getdents, libc::SYS_mkdir, libc::SYS_rmdir,
    libc::SYS_unlink, libc::SYS_rename, libc::SYS_renameat,
];
#[cfg(target_arch = "aarch64")]
const FREE_HERE: &[c_long] = &[libc::SYS_renameat];
#[cfg(target_arch = "riscv64")]
const FREE_HERE: &[c_long] = &[libc::SYS_riscv_hwprobe, libc::SYS_riscv_flush_icache];

/// Refused as if the kernel did not know them: C libraries and runtimes then use an older call or do without.
const WITH_ANOTHER_WAY: [c_long; 5] = [
    // Its flags lie in memory, where a filter cannot see them.
    libc::SYS_clone3,
    libc::SYS_openat2,
    // Its memory counts neither as address space nor as a file.
    libc::SYS_memfd_create,
    libc::SYS_pidfd_open,
    libc::SYS_io_uring_setup,
];

/// An argument, by its place from 0, whose bits under a mask have a value; of each argument the lower 32 bits count.
type Condition = (u8, u64, u64);

const ALL: u64 = 0xffff_ffff;
/// Namespaces of its own, children that are not its own, and tracing.
const NOT_FOR_CHILDREN: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_PARENT
    | libc::CLONE_PTRACE;

/// `fcntl` without those that watch files, keep others from opening them, or send signals.
const FCNTL: [i32; 13] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_GETPIPE_SZ,
];
/// `ioctl` that asks whether something is a terminal, and sets what belongs to a descriptor.
const IOCTL: [u32; 8] = [
    0x5401,      // TCGETS
    0x802c_542a, // TCGETS2
    0x5413,      // TIOCGWINSZ
    0x540f,      // TIOCGPGRP
    0x541b,      // FIONREAD
    0x5421,      // FIONBIO
    0x5450,      // FIONCLEX
    0x5451,      // FIOCLEX
];
/// `prctl` about names and about what only this thread feels.
const PRCTL: [i32; 9] = [
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_GET_DUMPABLE,
    libc::PR_CAPBSET_READ,
    libc::PR_SET_NO_NEW_PRIVS,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_SET_TIMERSLACK,
    libc::PR_SET_THP_DISABLE,
    libc::PR_SET_VMA,
];

/// Allowed where all conditions of one of the sets hold.
fn conditional() -> Vec<(c_long, Vec<Vec<Condition>>)> {
    let is = |place: u8, value: u64| (place, ALL, value);
    let flag = |value: i32| u64::from(value.cast_unsigned());
    let one_of = |place: u8, values: &[u32]| -> Vec<Vec<Condition>> {
        values.iter().map(|value| vec![is(place, u64::from(*value))]).collect()
    };
    let commands = |values: &[i32]| values.iter().map(|value| value.cast_unsigned()).collect::<Vec<u32>>();
    let own = |call: c_long| (call, vec![vec![is(0, 0)]]);
    // Landlock closes this way of cutting a file short from Linux 6.2 on: opened to be read, and emptied.
    let opened = |place: u8| {
        let mode = |value: i32| vec![(place, flag(libc::O_ACCMODE), flag(value))];
        vec![vec![(place, flag(libc::O_TRUNC), 0)], mode(libc::O_WRONLY), mode(libc::O_RDWR)]
    };
    let fifo = |place: u8| vec![vec![(place, u64::from(libc::S_IFMT), u64::from(libc::S_IFIFO))]];
    vec![
        (libc::SYS_clone, vec![vec![(0, flag(NOT_FOR_CHILDREN), 0)]]),
        // A datagram could be sent from one of a pair to any socket of the machine.
        (libc::SYS_socketpair, vec![vec![is(0, flag(libc::AF_UNIX)), (1, 0xf, flag(libc::SOCK_STREAM))]]),
        (libc::SYS_fcntl, one_of(1, &commands(&FCNTL))),
        (libc::SYS_ioctl, one_of(1, &IOCTL)),
        (libc::SYS_prctl, one_of(0, &commands(&PRCTL))),
        // Of itself alone: `nice`, `ionice` and `taskset` run inside.
        own(libc::SYS_prlimit64),
        own(libc::SYS_sched_setaffinity),
        own(libc::SYS_getpgid),
        own(libc::SYS_getsid),
        (libc::SYS_setpriority, vec![vec![is(0, 0), is(1, 0)]]),
        (libc::SYS_ioprio_get, vec![vec![is(0, 1), is(1, 0)]]),
        (libc::SYS_ioprio_set, vec![vec![is(0, 1), is(1, 0)]]),
        // A question, and no change.
        (libc::SYS_personality, vec![vec![is(0, ALL)]]),
        (libc::SYS_openat, opened(2)),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_open, opened(1)),
        (libc::SYS_mknodat, fifo(2)),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_mknod, fifo(1)),
    ]
}

/// Refuses all other calls to this thread and to what it starts.
pub(super) fn close() -> io::Result<()> {
    apply_filter(&program()?).map_err(io::Error::other)
}

fn program() -> io::Result<BpfProgram> {
    let mut rules: Vec<(c_long, Vec<SeccompRule>)> =
        FREE.iter().chain(FREE_HERE).map(|call| (*call, Vec::new())).collect();
    for (call, sets) in conditional() {
        let rule = |set: Vec<Condition>| {
            let conditions = set.into_iter().map(|(place, mask, value)| {
                let compared = SeccompCmpOp::MaskedEq(mask);
                SeccompCondition::new(place, SeccompCmpArgLen::Dword, compared, value)
            });
            SeccompRule::new(conditions.collect::<Result<_, _>>()?)
        };
        let sets = sets.into_iter().map(rule).collect::<Result<_, _>>().map_err(io::Error::other)?;
        rules.push((call, sets));
    }
    let target = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    let refused = SeccompAction::Errno(libc::EPERM.cast_unsigned());
    let filter = SeccompFilter::new(rules.into_iter().collect(), refused, SeccompAction::Allow, target);
    let rest: BpfProgram = filter.and_then(TryInto::try_into).map_err(io::Error::other)?;
    Ok(answers().into_iter().chain(rest).collect())
}

/// Where the second argument of a call lies in `struct seccomp_data`; its number lies at 0.
const SECOND_ARGUMENT: u32 = 24;

/// The beginning of the filter, before the architecture is compared: it lets nothing pass. Numbers of the x32 ABI are larger than
/// all others and end here as well.
fn answers() -> BpfProgram {
    let answer = |error: i32| libc::SECCOMP_RET_ERRNO | error.cast_unsigned();
    let statement = |code: u32, jt: u8, jf: u8, k: u32| sock_filter {
        code: u16::try_from(code).unwrap_or_default(),
        jt,
        jf,
        k,
    };
    let load = |place: u32| statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, place);
    // Without a match so many statements are skipped.
    let test = |test: u32, k: u32, skipped: u8| statement(libc::BPF_JMP | test | libc::BPF_K, 0, skipped, k);
    let result = |error: i32| statement(libc::BPF_RET | libc::BPF_K, 0, 0, answer(error));
    let when = |compared: u32, k: u32| [test(compared, k, 1), result(libc::ENOSYS)];
    let known = WITH_ANOTHER_WAY.iter().filter_map(|call| u32::try_from(*call).ok());
    let known = known.flat_map(|call| when(libc::BPF_JEQ, call));
    // Programs in Pascal give each new thread the ordinary policy, which it has. Whose thread it is cannot be seen here, so the
    // call succeeds and does nothing.
    let scheduler = u32::try_from(libc::SYS_sched_setscheduler).unwrap_or(UNKNOWN);
    let ordinary = [
        test(libc::BPF_JEQ, scheduler, 3),
        load(SECOND_ARGUMENT),
        test(libc::BPF_JEQ, libc::SCHED_OTHER.cast_unsigned(), 1),
        result(0),
    ];
    std::iter::once(load(0)).chain(when(libc::BPF_JGE, UNKNOWN)).chain(known).chain(ordinary).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_listed_once() {
        let conditional: Vec<c_long> = conditional().into_iter().map(|(call, _)| call).collect();
        let mut calls: Vec<c_long> =
            [FREE, FREE_HERE, &WITH_ANOTHER_WAY, &conditional].into_iter().flatten().copied().collect();
        calls.sort_unstable();
        for pair in calls.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
        assert!(calls.iter().all(|call| *call < c_long::from(UNKNOWN)));
        // The kernel takes no more statements.
        assert!(program().expect("a filter").len() < 4096);
    }
}
