//! Temporary files in the folder of the storage, readable by their owner only and removed on drop.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, TempDir};

const UPLOAD: &str = ".fairplay-upload-";
/// Beginning of the name of an unfinished copy of a file of the service.
pub(crate) const BACKUP: &str = ".fairplay-backup-";
/// A temporary file as old as this was left by a process that was killed.
const MAX_AGE: Duration = Duration::from_secs(86_400);

/// A file with a folder of its own, which is gone with this.
pub(crate) struct TemporaryFile {
    _folder: TempDir,
    pub(crate) path: PathBuf,
}

impl TemporaryFile {
    pub(crate) fn write(data: &Path, name: &str, body: &[u8]) -> std::io::Result<Self> {
        let folder = folder(data)?;
        let path = folder.path().join(name);
        std::fs::write(&path, body)?;
        Ok(Self { _folder: folder, path })
    }

    pub(crate) fn persist(data: &Path, name: &str, file: NamedTempFile) -> std::io::Result<Self> {
        let folder = folder(data)?;
        let path = folder.path().join(name);
        file.persist(&path)?;
        Ok(Self { _folder: folder, path })
    }
}

pub(crate) fn folder(data: &Path) -> std::io::Result<TempDir> {
    TempDir::with_prefix_in(prefix(data), folder_of(data))
}

pub(crate) fn file(data: &Path) -> std::io::Result<NamedTempFile> {
    NamedTempFile::with_prefix_in(prefix(data), folder_of(data))
}

/// With the name of the service's file in it: several servers may have theirs in one folder.
fn prefix(data: &Path) -> OsString {
    let mut prefix = OsString::from(UPLOAD);
    prefix.push(data.file_name().unwrap_or_default());
    prefix.push("-");
    prefix
}

/// The folder that a file lies in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes the temporary files of the server at `data`, which must not run elsewhere.
pub(crate) fn sweep(data: &Path) {
    let own = prefix(data);
    // What follows is random letters and digits; a stroke is of the name of another server's file.
    let is_own =
        |name: &[u8]| name.strip_prefix(own.as_encoded_bytes()).is_some_and(|random| !random.contains(&b'-'));
    remove(folder_of(data), |name, old| old || is_own(name));
}

/// Removes temporary files in a folder that were left by processes that were killed.
pub(crate) fn sweep_old(folder: &Path) {
    remove(folder, |_, old| old);
}

fn remove(folder: &Path, chosen: impl Fn(&[u8], bool) -> bool) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        let ours = [UPLOAD, BACKUP].iter().any(|prefix| name.starts_with(prefix.as_bytes()));
        let changed = entry.metadata().and_then(|data| data.modified()).ok();
        let old = changed.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > MAX_AGE);
        if ours && chosen(name, old) {
            let path = entry.path();
            let gone =
                if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
            if let Err(error) = gone {
                tracing::warn!(%error, "a temporary file stays");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn own_files_go_at_the_start_and_those_of_others_when_they_are_old() {
        let folder = tempfile::tempdir().expect("a folder");
        let make = |name: &str, age: u64| {
            let path = folder.path().join(name);
            let file = File::create(&path).expect("made");
            let at = std::time::SystemTime::now() - Duration::from_secs(age);
            file.set_modified(at).expect("set");
            path
        };
        let data = folder.path().join("fairplay.sqlite");
        let (own, own_folder) = (file(&data).expect("made"), super::folder(&data).expect("made"));
        let paths = [
            own.path().to_owned(),
            own_folder.path().to_owned(),
            make(".fairplay-upload-old", 90_000),
            make(".fairplay-backup-old", 90_000),
            make(".fairplay-backup-new", 60),
            make(".fairplay-upload-new", 60),
            make(".fairplay-upload-fairplay.sqlite-2-new", 60),
            make("fairplay.sqlite", 90_000),
            make("upload-old", 90_000),
        ];
        sweep(&data);
        let left = paths.map(|path| path.exists());
        assert_eq!(left, [false, false, false, false, true, true, true, true, true]);
    }
}
