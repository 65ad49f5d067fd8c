//! Files of the user's own folders. Nothing is taken from the current folder: it may come from a stranger, together with the games.

use std::path::{Path, PathBuf};

use crate::output::terminal::say;

/// A file that a command uses without being asked to: the one that its flag names, else the one of the user's configuration folder, if
/// there is one. Says on standard error which it is, and that one of that name in the current folder is not read: that may come from a
/// stranger, together with the games.
pub(crate) fn own_or_named(named: Option<&Path>, (name, what, flag): (&str, &str, &str)) -> Option<PathBuf> {
    let own = || in_config_folder(name).filter(|path| path.is_file());
    let path = named.map(Path::to_owned).or_else(own);
    if let Some(path) = &path {
        say!("{what}: {}", path.display());
    }
    let here = Path::new(name);
    if here.is_file() && !path.as_deref().is_some_and(|path| same_file(path, here)) {
        say!("Not read: {name} in this folder; name it with {flag} if it is yours.");
    }
    path
}

fn same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// A file of the user's own configuration folder. Never one of the current folder: that may come from a stranger,
/// together with the games, and a settings file chooses programs, stores and parameters.
pub(crate) fn in_config_folder(name: &str) -> Option<PathBuf> {
    own_file("XDG_CONFIG_HOME", ".config", name)
}

pub(crate) fn in_data_folder(name: &str) -> Option<PathBuf> {
    own_file("XDG_DATA_HOME", ".local/share", name)
}

fn absolute(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

pub(crate) fn home() -> Option<PathBuf> {
    // Windows has no HOME.
    absolute("HOME").or_else(|| absolute("USERPROFILE"))
}

fn own_file(variable: &str, below_home: &str, name: &str) -> Option<PathBuf> {
    let folder = absolute(variable).or_else(|| Some(home()?.join(below_home)))?;
    Some(folder.join("fairplay").join(name))
}
