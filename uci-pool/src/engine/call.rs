//! How the process of an engine is started.

use std::ffi::OsString;
use std::path::PathBuf;

/// Program and arguments, which may be those of a launcher.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<OsString>,
    /// Of an engine in a cage.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "there are cages on Linux only"))]
    pub(crate) bounds: Option<Bounds>,
}

/// The bounds of an engine with all programs that it starts.
#[derive(Clone, Debug)]
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "there are cages on Linux only"))]
pub(crate) struct Bounds {
    /// Resident memory of all its processes.
    pub(crate) memory_mib: u64,
    /// Command and arguments that start a guard.
    pub(crate) guard: (PathBuf, Vec<OsString>),
}
