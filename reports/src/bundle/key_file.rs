//! Keys in files. A secret key lies here without a password, as the key of a server does, because nobody is there to type one:
//! whoever can read the file can sign as the operator. Nothing here overwrites a key.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use super::error::refused;
use super::{BundleError, MAX_KEY, PublicKey, SecretKey};

fn failed(path: &Path) -> impl Fn(io::Error) -> BundleError + use<'_> {
    move |source| BundleError::Io { path: path.to_owned(), source }
}

/// Writes a new secret key for its owner alone (mode 0600), together with the folders above it.
pub fn create(path: &Path, key: &SecretKey) -> Result<(), BundleError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(failed(folder))?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => BundleError::KeyExists { path: path.to_owned() },
        _ => failed(path)(error),
    })?;
    let written = file.write_all(key.text().as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        // Half a key is none, and would stand in the way of the next attempt.
        let _ = fs::remove_file(path);
    }
    written.map_err(failed(path))
}

/// Reads the operator's secret key.
///
/// # Errors
/// [`BundleError::NoKey`], [`BundleError::OpenKey`] if others may read or change it, [`BundleError::Key`],
/// [`BundleError::Io`].
pub fn read(path: &Path) -> Result<SecretKey, BundleError> {
    let file = open(path)?;
    private(path, &file)?;
    parsed(path, file, SecretKey::parse)
}

/// Reads a public key, whoever wrote it.
pub fn read_public(path: &Path) -> Result<PublicKey, BundleError> {
    parsed(path, open(path)?, PublicKey::parse)
}

fn open(path: &Path) -> Result<File, BundleError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => BundleError::NoKey { path: path.to_owned() },
        _ => failed(path)(error),
    };
    // Asked first, because opening a pipe would wait for somebody to write into it.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(failed(io::Error::other("it is not a file")));
    }
    File::open(path).map_err(failed)
}

fn parsed<T>(path: &Path, file: File, parse: fn(&str) -> Result<T, BundleError>) -> Result<T, BundleError> {
    let mut bytes = Vec::new();
    file.take(MAX_KEY + 1).read_to_end(&mut bytes).map_err(failed(path))?;
    let key = match str::from_utf8(&bytes) {
        Ok(text) if bytes.len() as u64 <= MAX_KEY => parse(text),
        _ => refused("it is far too long for a key, or not text"),
    };
    key.map_err(|source| BundleError::Key { path: path.to_owned(), source: Box::new(source) })
}

/// Refuses a secret that its group or everybody may read or change. Looks at the file that was opened, not at the name
/// again, which could meanwhile lead elsewhere.
#[cfg(unix)]
fn private(path: &Path, file: &File) -> Result<(), BundleError> {
    let metadata = file.metadata().map_err(failed(path))?;
    let mode = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o777;
    if mode & 0o077 == 0 {
        return Ok(());
    }
    Err(BundleError::OpenKey { path: path.to_owned(), mode })
}

/// Elsewhere there are no such permissions to look at.
#[cfg(not(unix))]
fn private(_: &Path, _: &File) -> Result<(), BundleError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SecretKey {
        SecretKey::from_seed([7; 32], *b"examples").expect("a key")
    }

    #[test]
    fn a_key_is_kept_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/folder/signing.key");
        create(&path, &key()).expect("written");
        assert_eq!(read(&path).expect("read").public(), key().public());
        let before = fs::read(&path).expect("bytes");
        let other = SecretKey::generate().expect("a key");
        let error = create(&path, &other).expect_err("refused");
        assert!(matches!(error, BundleError::KeyExists { .. }), "{error}");
        assert_eq!(fs::read(&path).expect("bytes"), before);
        let public = folder.path().join("key.pub");
        fs::write(&public, key().public().text()).expect("written");
        assert_eq!(&read_public(&public).expect("read"), key().public());
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_others_may_read_is_refused_with_what_to_do() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("signing.key");
        create(&path, &key()).expect("written");
        let mode = fs::metadata(&path).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600);
        for mode in [0o640, 0o604, 0o620, 0o644, 0o777] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("set");
            let error = read(&path).expect_err("refused").to_string();
            assert!(error.contains(&format!("(mode {mode:o})")) && error.contains("chmod 600"), "{error}");
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).expect("set");
        assert!(read(&path).is_ok());
    }

    #[test]
    fn a_missing_or_damaged_key_says_what_to_do() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("signing.key");
        let error = read(&path).expect_err("refused").to_string();
        assert!(error.contains("fairplay key new"), "{error}");
        create(&path, &key()).expect("written");
        for bytes in [vec![], vec![0xff; 100], vec![b'a'; 5_000], key().public().text().into_bytes()] {
            fs::write(&path, bytes).expect("written");
            let error = read(&path).expect_err("refused");
            assert!(matches!(error, BundleError::Key { .. }), "{error}");
        }
        assert!(matches!(read(folder.path()), Err(BundleError::Io { .. })));
    }
}
