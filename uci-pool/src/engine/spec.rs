//! Which engine to run, where it lies, how long it is waited for, and why it cannot be used. Nothing here starts a process.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, io};

use thiserror::Error;

use crate::engine::cage::Cage;
use crate::engine::call::Call;

/// An engine as the operator names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Program: a path, or a bare name that is looked up on `PATH`.
    pub command: PathBuf,
    /// Arguments of the program.
    pub args: Vec<String>,
    /// Further files that decide results (network, wasm, script); hashed into the identity.
    pub files: Vec<PathBuf>,
    /// Options to set, name and value. `Threads`, `Hash` and `MultiPV` belong to the search settings.
    pub options: Vec<(String, String)>,
    /// What it may do; `None` lets it do whatever this program may.
    pub cage: Option<Cage>,
}

impl EngineSpec {
    /// A program alone: no arguments, no further files, options as they are, no cage.
    pub fn of(command: PathBuf) -> Self {
        Self { command, args: Vec::new(), files: Vec::new(), options: Vec::new(), cage: None }
    }

    /// What arguments and options say; some of them name files.
    pub(crate) fn values(&self) -> Vec<&String> {
        self.options.iter().map(|(_, value)| value).chain(&self.args).collect()
    }

    /// Command and arguments that run the engine, whose file is `program`: through the launcher of its cage, and through `nice`
    /// where it is to have a lower priority. Both replace themselves by the engine and leave no process of their own.
    pub(crate) fn call(&self, program: &Path, hash_mib: u32, niceness: u8) -> Call {
        let mut call: Vec<OsString> = Vec::new();
        if let Some(nice) = (niceness > 0).then(|| resolve(Path::new("nice")).ok()).flatten() {
            call.extend([nice.into(), "-n".into(), niceness.min(19).to_string().into()]);
        }
        call.push(program.into());
        call.extend(self.args.iter().map(OsString::from));
        match &self.cage {
            Some(cage) => cage.around((program, &self.files, &self.values()), hash_mib, call),
            None => Call { program: call.remove(0).into(), args: call, bounds: None },
        }
    }
}

/// How long and how often the pool tries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time an engine has for its handshake, and again for setting its options.
    pub handshake: Duration,
    /// Time a search has before its engine is killed and replaced. It never ends a search with a result: a
    /// search stopped by the clock does not repeat itself.
    pub position: Duration,
    /// Tries for one request before it fails; 0 counts as 1.
    pub tries: u32,
    /// How far engines step back behind other programs of the machine, 0 to 19 as `nice` counts; it changes when an answer
    /// comes and never the answer. Where the system has no `nice`, engines run as they are.
    pub niceness: u8,
}

impl Default for Limits {
    /// 10 s for the handshake, 120 s for a position, 3 tries, stepping back behind nobody.
    fn default() -> Self {
        Self { handshake: Duration::from_secs(10), position: Duration::from_secs(120), tries: 3, niceness: 0 }
    }
}

/// Why an engine cannot be used.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error("engine `{}` was not found", command.display())]
    NotFound { command: PathBuf },
    #[error("cannot read engine file `{}`: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("cannot start engine `{}`: {source}", program.display())]
    Start { program: PathBuf, source: io::Error },
    #[error("no handshake with engine `{}`: {reason}", program.display())]
    Handshake { program: PathBuf, reason: String },
    #[error("engine option `{name}`: {reason}")]
    Option { name: String, reason: String },
    #[error("the engine now calls itself `{found}`, before it was `{expected}`")]
    Renamed { expected: String, found: String },
}

/// Finds a Stockfish: `stockfish` on `PATH`, else where Debian installs it (often not on `PATH`), else `/usr/local/bin`.
pub fn find_engine() -> Option<PathBuf> {
    let usual = ["/usr/games/stockfish", "/usr/local/bin/stockfish"];
    on_path(Path::new("stockfish"))
        .or_else(|| usual.into_iter().map(PathBuf::from).find(|path| path.is_file()))
}

/// The file that will be run and hashed.
pub(crate) fn resolve(command: &Path) -> Result<PathBuf, EngineError> {
    let bare = command.components().count() == 1
        && !command.is_absolute()
        && command.parent() == Some(Path::new(""));
    let found = if bare { on_path(command) } else { command.is_file().then(|| command.to_owned()) };
    found.ok_or_else(|| EngineError::NotFound { command: command.to_owned() })
}

fn on_path(name: &Path) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    // Windows has `stockfish.exe` and lets people write `stockfish`.
    let mut program = name.as_os_str().to_owned();
    program.push(env::consts::EXE_SUFFIX);
    // An empty entry means the current folder; a program picked up from there by accident has no place in evidence.
    env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .flat_map(|folder| [folder.join(name), folder.join(&program)])
        .find(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_looked_up_and_paths_are_taken_as_they_are() {
        assert!(resolve(Path::new("sh")).expect("every system has a shell").is_absolute());
        assert!(matches!(resolve(Path::new("no-such-engine")), Err(EngineError::NotFound { .. })));
        assert!(resolve(Path::new("./sh")).is_err(), "a path is not looked up");
        assert!(resolve(Path::new("/tmp")).is_err(), "a folder is no engine");
        assert!(resolve(Path::new("")).is_err());
    }
}
