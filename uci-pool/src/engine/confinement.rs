//! The restrictions of a cage as values.

use std::path::PathBuf;

/// The restrictions of one engine process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// Address space of each process.
    pub memory_mib: u64,
    pub reads: Vec<PathBuf>,
    pub writes: Vec<PathBuf>,
}

/// What a cage does on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Whether files are closed to engines: fully, as far as an older kernel can, or not at all.
    pub files: Files,
    /// Whether a list says which system calls engines may make: none that connects, changes who may use a file, reaches another
    /// program, or leaves the process group.
    pub calls: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    Closed,
    /// The kernel knows a part of the rules: before Linux 6.12 signals to other programs, before 6.2 cutting files short.
    Partly,
    Open,
}
