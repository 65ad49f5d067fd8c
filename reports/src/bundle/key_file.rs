//! Keys in files: the operator's secret key, which only its owner may read, and public keys, which anybody may.
//!
//! A secret key lies here without a password, as the key of a server does, because nobody is there to type one. Whoever
//! can read the file can sign as the operator. Nothing here overwrites a key.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use super::{KeyError, KeyFileError, MAX_KEY, PublicKey, SecretKey};

/// Writes a new secret key for its owner alone (mode 0600), together with the folders above it.
///
/// # Errors
/// [`KeyFileError::Exists`] if there is a file already, [`KeyFileError::Io`].
pub fn create(path: &Path, key: &SecretKey) -> Result<(), KeyFileError> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::AlreadyExists => KeyFileError::Exists { path: path.to_owned() },
        _ => KeyFileError::Io { path: path.to_owned(), source },
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|source| KeyFileError::Io { path: folder.to_owned(), source })?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(failed)?;
    let written = file.write_all(key.text().as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        // Half a key is none, and would stand in the way of the next attempt.
        let _ = fs::remove_file(path);
    }
    written.map_err(failed)
}

/// Reads the operator's secret key.
///
/// # Errors
/// [`KeyFileError::Missing`], [`KeyFileError::Open`] if others may read or change it, [`KeyFileError::Key`],
/// [`KeyFileError::Io`].
pub fn read(path: &Path) -> Result<SecretKey, KeyFileError> {
    let file = open(path)?;
    private(path, &file)?;
    SecretKey::parse(&text(path, file, "secret key")?)
        .map_err(|source| KeyFileError::Key { path: path.to_owned(), source })
}

/// Reads a public key, whoever wrote it.
///
/// # Errors
/// [`KeyFileError::Missing`], [`KeyFileError::Key`], [`KeyFileError::Io`].
pub fn read_public(path: &Path) -> Result<PublicKey, KeyFileError> {
    let file = open(path)?;
    PublicKey::parse(&text(path, file, "public key")?)
        .map_err(|source| KeyFileError::Key { path: path.to_owned(), source })
}

fn open(path: &Path) -> Result<File, KeyFileError> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => KeyFileError::Missing { path: path.to_owned() },
        _ => KeyFileError::Io { path: path.to_owned(), source },
    };
    // Asked first, because opening a pipe would wait for somebody to write into it.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(failed(io::Error::other("it is not a file")));
    }
    File::open(path).map_err(failed)
}

fn text(path: &Path, file: File, what: &'static str) -> Result<String, KeyFileError> {
    let mut bytes = Vec::new();
    file.take(MAX_KEY + 1)
        .read_to_end(&mut bytes)
        .map_err(|source| KeyFileError::Io { path: path.to_owned(), source })?;
    let reason = if bytes.len() as u64 > MAX_KEY {
        "it is far too long"
    } else {
        match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(_) => "it is not text",
        }
    };
    Err(KeyFileError::Key { path: path.to_owned(), source: KeyError::Format { what, reason } })
}

/// Refuses a secret that its group or everybody may read or change. Looks at the file that was opened, not at the name
/// again, which could meanwhile lead elsewhere.
#[cfg(unix)]
fn private(path: &Path, file: &File) -> Result<(), KeyFileError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = file
        .metadata()
        .map_err(|source| KeyFileError::Io { path: path.to_owned(), source })?
        .permissions()
        .mode()
        & 0o777;
    if mode & 0o077 == 0 {
        return Ok(());
    }
    Err(KeyFileError::Open { path: path.to_owned(), mode })
}

/// Elsewhere there are no such permissions to look at.
#[cfg(not(unix))]
fn private(_: &Path, _: &File) -> Result<(), KeyFileError> {
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
        assert!(matches!(error, KeyFileError::Exists { .. }), "{error}");
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
            assert!(matches!(error, KeyFileError::Key { .. }), "{error}");
        }
        assert!(matches!(read(folder.path()), Err(KeyFileError::Io { .. })));
    }
}
