//! Where tests find real data.
//!
//! The data are not part of the repository. They are looked for in the folder that `FAIRPLAY_DATA` names, else in
//! `../shared/data` beside the workspace; a test that misses them says so and ends.
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::path::{Path, PathBuf};

/// A file or folder of the data, if it is there.
pub(crate) fn data(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("FAIRPLAY_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    let path = folder.join(name);
    if !path.exists() {
        eprintln!("skipped: {} is not there", path.display());
    }
    path.exists().then_some(path)
}
