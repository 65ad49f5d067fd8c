//! Programs and settings files that tests write for themselves.

use std::path::{Path, PathBuf};

/// Writes a text as a program.
pub(crate) fn write_script(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700)).unwrap();
}

/// The settings file of the user whose home is a folder.
pub(crate) fn settings_file(home: &Path) -> PathBuf {
    let folder = home.join(".config/fairplay");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("fairplay.toml")
}
