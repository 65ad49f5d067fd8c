//! `fairplay engine-cage`: restricts itself and becomes an engine, or guards the engines of the program that starts it. Only this
//! program calls it.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::Outcome;

#[derive(Clone, Debug, Args)]
pub(crate) struct EngineCageOptions {
    /// Hear on standard input which process groups are engines, and kill those that are left when it ends
    #[arg(long, exclusive = true)]
    guard: bool,
    /// Address space of the engine
    #[arg(long, value_name = "MIB", default_value_t = 0)]
    memory_mib: u64,
    /// File or folder that the engine may read, beside programs and libraries of the system
    #[arg(long, value_name = "PATH")]
    read: Vec<PathBuf>,
    /// File or folder that the engine may write
    #[arg(long, value_name = "PATH")]
    write: Vec<PathBuf>,
    /// The engine with its arguments
    #[arg(last = true, required_unless_present = "guard", value_name = "ENGINE")]
    call: Vec<OsString>,
}

#[cfg(target_os = "linux")]
pub(crate) fn run(options: &EngineCageOptions) -> Outcome {
    use uci_pool::cage::{self, Confinement, FAILED, enter};

    let EngineCageOptions { guard, memory_mib, read, write, call } = options.clone();
    if guard {
        cage::guard(std::io::stdin().lock());
        return Ok((crate::ExitStatus::Done, String::new()));
    }
    let error = enter(&Confinement { memory_mib, reads: read, writes: write }, &call);
    // Whoever started it reads what the engine would have said.
    Ok((crate::ExitStatus::Failed, format!("{FAILED}{error}\n")))
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn run(_: &EngineCageOptions) -> Outcome {
    anyhow::bail!("there are cages on Linux only")
}
