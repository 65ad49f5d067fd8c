//! What an engine may do: read its own files and those of the system, compute, answer. No more.
//!
//! An engine is a program of somebody else that runs with the rights of whoever starts it. In a cage it is started through a
//! launcher, a program of ours that restricts itself ([`enter`]) and then becomes the engine, so the engine is the same
//! process and as fast. Restrictions are those of Linux; no other system has them here.

use std::ffi::OsString;
use std::path::{Path, PathBuf, absolute};

use crate::engine::call::{Bounds, Call};

pub use crate::engine::confinement::{Confinement, Effect, Files};

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub use linux::enter;

#[cfg(target_os = "linux")]
pub use crate::engine::bounds::guard;

/// Memory beside the hash, in MiB: the program, its network, stacks, and the libraries of interpreters. As much address space
/// for each process, and as much resident memory for all processes of an engine together.
const MEMORY_MIB: u64 = 4096;
/// The argument behind those of [`Cage::args`] that makes the launcher a guard.
const GUARD: &str = "--guard";
/// How a launcher that cannot start the engine begins its only line.
pub const FAILED: &str = "cannot start in a cage: ";

/// The launcher of engines, and what they may reach beside the system's programs and libraries and their own files.
///
/// The launcher is called with `args`, and then `--memory-mib N [--read=PATH]… [--write=PATH]… -- PROGRAM ARGUMENT…`, and hands
/// that to [`enter`]. Called with `args` and `--guard`, it hands its standard input to [`guard`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    pub launcher: PathBuf,
    /// Its first arguments.
    pub args: Vec<String>,
    /// Files and folders that are none of an engine's business. The folder of an engine is open to it unless one of them is that
    /// folder or lies below it.
    pub private: Vec<PathBuf>,
    /// Files and folders that it may read in addition.
    pub reads: Vec<PathBuf>,
    /// Files and folders that it may write.
    pub writes: Vec<PathBuf>,
}

impl Cage {
    /// The launcher with its arguments, for an engine that is called as `call` and has `hash_mib` of hash.
    pub(crate) fn around(
        &self,
        (program, files, values): (&Path, &[PathBuf], &[&String]),
        hash_mib: u32,
        call: Vec<OsString>,
    ) -> Call {
        let memory_mib = MEMORY_MIB + u64::from(hash_mib);
        let first: Vec<OsString> = self.args.iter().map(OsString::from).collect();
        let guard = first.iter().cloned().chain([GUARD.into()]).collect();
        let mut args = first;
        args.extend(["--memory-mib".into(), memory_mib.to_string().into()]);
        let paths = |name: &str, paths: Vec<PathBuf>| {
            let name = OsString::from(name);
            paths.into_iter().map(move |path| {
                let mut arg = name.clone();
                arg.push(path);
                arg
            })
        };
        args.extend(paths("--read=", self.readable(program, files, values)));
        args.extend(paths("--write=", self.writes.clone()));
        args.push("--".into());
        args.extend(call);
        let bounds = Bounds { memory_mib, guard: (self.launcher.clone(), guard) };
        Call { program: self.launcher.clone(), args, bounds: Some(bounds) }
    }

    /// Whether an engine may read a file, whose path has no links, because it belongs to the engine.
    pub(crate) fn opens(
        &self,
        (program, files, values): (&Path, &[PathBuf], &[&String]),
        file: &Path,
    ) -> bool {
        self.readable(program, files, values).iter().any(|open| file.starts_with(open))
    }

    /// The files that belong to an engine: its program, what its arguments and options name, and what lies beside them.
    fn readable(&self, program: &Path, files: &[PathBuf], values: &[&String]) -> Vec<PathBuf> {
        let private: Vec<PathBuf> = self.private.iter().map(|path| real(path)).collect();
        let open = |folder: &Path| {
            folder.components().count() > 2 && !private.iter().any(|path| path.starts_with(folder))
        };
        let beside = |path: &Path| program.parent().map(|folder| folder.join(path));
        // A list of tablebases is several folders in one value.
        let values =
            values.iter().flat_map(std::env::split_paths).filter(|path| !path.as_os_str().is_empty());
        let values = values.flat_map(|path| [beside(&path), Some(path)]).flatten();
        let named = [program.to_owned()].into_iter().chain(files.iter().cloned()).chain(values);
        let mut readable = self.reads.clone();
        for path in named.filter(|path| path.exists()) {
            // What a link names as well: a program and its network may be linked from a folder of programs.
            for path in [absolute(&path).unwrap_or_else(|_| path.clone()), real(&path)] {
                let folder = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
                readable.extend(folder.map(real).filter(|folder| open(folder)));
                if path.is_file() {
                    readable.push(path);
                }
            }
        }
        readable.sort();
        readable.dedup();
        readable
    }
}

/// A path without links, as far as it is there.
pub(crate) fn real(path: &Path) -> PathBuf {
    let path = absolute(path).unwrap_or_else(|_| path.to_owned());
    match (path.canonicalize(), path.parent(), path.file_name()) {
        (Ok(found), ..) => found,
        (Err(_), Some(folder), Some(name)) => real(folder).join(name),
        _ => path,
    }
}

impl Effect {
    /// What it is on this machine: tried, on a thread of its own. `None` where there are no cages.
    pub fn here() -> Option<Self> {
        #[cfg(target_os = "linux")]
        return Some(linux::tried());
        #[cfg(not(target_os = "linux"))]
        return None;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::engine::spec::EngineSpec;

    #[test]
    fn an_engine_reads_its_folder_unless_something_private_lies_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| real(&folder.path().join(name));
        fs::create_dir_all(at("home/engines/tables")).expect("a folder");
        for name in ["home/engine", "home/net.nnue", "home/engines/engine", "home/service.sqlite"] {
            fs::write(at(name), "").expect("written");
        }
        let cage = Cage {
            launcher: "launcher".into(),
            args: vec!["cage".to_owned()],
            private: vec![at("home/service.sqlite"), at("home/not-yet")],
            reads: vec![at("more")],
            writes: vec![at("log")],
        };
        let option = |name: &str, value: String| (name.to_owned(), value);
        let tables = format!("{}:/nowhere", at("home/engines/tables").display());
        let spec = EngineSpec {
            options: vec![option("EvalFile", "net.nnue".to_owned()), option("SyzygyPath", tables)],
            ..EngineSpec::of(at("home/engine"))
        };
        // The network lies beside the program, in a folder that holds more.
        let expected = [at("home/engine"), at("home/engines/tables"), at("home/net.nnue"), at("more")];
        assert_eq!(cage.readable(&spec.command, &spec.files, &spec.values()), expected);
        let own = EngineSpec::of(at("home/engines/engine"));
        assert_eq!(
            cage.readable(&own.command, &own.files, &own.values()),
            [at("home/engines"), at("home/engines/engine"), at("more")]
        );

        let call =
            cage.around((&own.command, &own.files, &own.values()), 16, vec!["nice".into(), "engine".into()]);
        let args: Vec<String> = call.args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
        assert_eq!(call.program, Path::new("launcher"));
        let bounds = call.bounds.expect("bounds");
        assert_eq!((bounds.memory_mib, bounds.guard.1), (4112, vec!["cage".into(), "--guard".into()]));
        assert_eq!(args[..3], ["cage", "--memory-mib", "4112"]);
        assert_eq!(
            args[args.len() - 4..],
            [
                format!("--write={}", at("log").display()),
                "--".to_owned(),
                "nice".to_owned(),
                "engine".to_owned()
            ]
        );
    }
}
