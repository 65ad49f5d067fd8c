//! The attacks on the program as one table: probes, attempts, failures.
//!
//! It attacks the real program on this machine alone, over the loopback addresses and in temporary folders, with choices from
//! a fixed seed. With `FAIRPLAY_ATTACKS=all`, as `make attack` sets it, all probes run, otherwise those that take under a minute; words
//! after `--` choose those whose names hold one of them.
//! Single attacks are tests of their own in `tests/program` and in `service/src/tests`; here are the matrices and floods.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
mod probes;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    probes::main()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    println!("skipped: the attacks read /proc and use several loopback addresses, as Linux has them");
    ExitCode::SUCCESS
}
