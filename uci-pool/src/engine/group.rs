//! The process group of an engine, whose leader is the process that was started: it has the programs that the engine starts.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

fn pid(process: u32) -> Option<Pid> {
    i32::try_from(process).ok().and_then(Pid::from_raw)
}

/// Kills a group. As long as its leader was not waited for, its number belongs to no other group.
pub(crate) fn kill(leader: u32) {
    // A group without processes needs no signal.
    let _gone = pid(leader).map(|leader| kill_process_group(leader, Signal::KILL));
}

/// Whether a child has ended. It is not waited for, so its number stays its own.
pub(crate) fn has_ended(child: u32) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    pid(child).is_none_or(|child| !matches!(waitid(WaitId::Pid(child), look), Ok(None)))
}
