//! Temporary files in the folder of the storage, readable by their owner only and removed on drop.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, TempDir};

const PREFIX: &str = ".fairplay-upload-";
/// A temporary file as old as this was left by a server that was killed.
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
    TempDir::with_prefix_in(PREFIX, folder_of(data))
}

pub(crate) fn file(data: &Path) -> std::io::Result<NamedTempFile> {
    NamedTempFile::with_prefix_in(PREFIX, folder_of(data))
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

pub(crate) fn sweep(data: &Path) {
    let Ok(entries) = std::fs::read_dir(folder_of(data)) else {
        return;
    };
    for entry in entries.flatten() {
        let ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        let changed = entry.metadata().and_then(|data| data.modified()).ok();
        let old = changed.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > MAX_AGE);
        if ours && old {
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
    fn what_was_left_is_removed_when_it_is_old_and_ours() {
        let folder = tempfile::tempdir().expect("a folder");
        let make = |name: &str, age: u64| {
            let path = folder.path().join(name);
            let file = File::create(&path).expect("made");
            let at = std::time::SystemTime::now() - Duration::from_secs(age);
            file.set_modified(at).expect("set");
            path
        };
        let paths = [
            make(".fairplay-upload-old", 90_000),
            make(".fairplay-upload-new", 60),
            make("fairplay.sqlite", 90_000),
            make("upload-old", 90_000),
        ];
        sweep(&folder.path().join("fairplay.sqlite"));
        assert_eq!(paths.map(|path| path.exists()), [false, true, true, true]);
    }
}
