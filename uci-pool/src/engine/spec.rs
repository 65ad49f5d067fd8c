//! Which engine to run, and where it lies. Nothing here starts a process.

use std::env;
use std::path::{Path, PathBuf};

use crate::engine::error::EngineError;

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
}

/// Finds a Stockfish: `stockfish` on `PATH`, else where Debian installs it (often not on `PATH`), else `/usr/local/bin`.
pub fn find_engine() -> Option<PathBuf> {
    let usual = ["/usr/games/stockfish", "/usr/local/bin/stockfish"];
    on_path("stockfish").or_else(|| usual.into_iter().map(PathBuf::from).find(|path| path.is_file()))
}

/// The file that will be run and hashed.
pub(crate) fn resolve(command: &Path) -> Result<PathBuf, EngineError> {
    let bare = command.components().count() == 1
        && !command.is_absolute()
        && command.parent() == Some(Path::new(""));
    let found = if bare { on_path(command) } else { command.is_file().then(|| command.to_owned()) };
    found.ok_or_else(|| EngineError::NotFound { command: command.to_owned() })
}

fn on_path(name: impl AsRef<Path>) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    // An empty entry means the current folder; a program picked up from there by accident has no place in evidence.
    env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&name))
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
