//! The contents of a folder or an archive: names, sizes and digests, and the bytes of the few small files that
//! verification reads itself. Nothing is believed and nothing is written.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use analyzer::digest::hex;
use sha2::{Digest, Sha256};

use super::{Finding, KEY, MANIFEST, MAX_BYTES, MAX_FILES, MAX_KEY, MAX_MANIFEST, SIGNATURE, archive};
use crate::visible;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileState {
    pub(super) size: u64,
    /// SHA-256, lower-case hex.
    pub(super) sha256: String,
    /// The bytes, if this is a file that is read here and not larger than it may be.
    pub(super) bytes: Option<Vec<u8>>,
}

/// Everything that was found.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// By name, made harmless for display.
    pub(super) files: BTreeMap<String, FileState>,
    /// Files that could not be read or should not be there.
    pub(super) findings: Vec<Finding>,
}

/// How many bytes of a file are kept: of those that verification reads itself, and of those that are wanted.
fn kept(name: &str, wanted: &[&str]) -> u64 {
    match name {
        MANIFEST => MAX_MANIFEST,
        SIGNATURE | KEY => MAX_KEY,
        _ if wanted.contains(&name) => MAX_BYTES,
        _ => 0,
    }
}

fn digest(name: &str, wanted: &[&str], source: &mut dyn Read) -> io::Result<FileState> {
    let most = kept(name, wanted);
    let mut bytes = Vec::new();
    let mut sum = Sha256::new();
    let mut size = 0_u64;
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => buffer.get(..read).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        sum.update(read);
        size += read.len() as u64;
        if size <= most {
            bytes.extend_from_slice(read);
        }
    }
    Ok(FileState { size, sha256: hex(&sum.finalize()), bytes: (size <= most).then_some(bytes) })
}

impl Contents {
    /// Reads an archive from front to back. The bytes of the `wanted` files are kept.
    ///
    /// # Errors
    /// Those of `source`; an archive that ends early is a finding.
    pub(super) fn of_archive(source: &mut dyn Read, wanted: &[&str]) -> io::Result<Self> {
        let mut contents = Self::default();
        let damages = archive::read(source, &mut |name, bytes| {
            let found = digest(&name, wanted, bytes)?;
            // A second file of one name is a damage of the archive; the first one is looked at.
            contents.files.entry(name).or_insert(found);
            Ok(())
        })?;
        let finding = |damage: archive::Damage| Finding::ArchiveDamaged {
            offset: damage.offset,
            reason: damage.reason,
        };
        contents.findings.extend(damages.into_iter().map(finding));
        Ok(contents)
    }

    /// Reads the files of a folder. Links, folders and whatever else is no ordinary file are findings and are not opened. The
    /// bytes of the `wanted` files are kept.
    pub(super) fn of_folder(folder: &Path, wanted: &[&str]) -> io::Result<Self> {
        // One more than allowed is enough to know.
        let entries = fs::read_dir(folder)?.take(MAX_FILES + 3);
        let mut names = entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
        names.sort();
        let mut contents = Self::default();
        if names.len() > MAX_FILES + 2 {
            contents.findings.push(Finding::TooMany { most: MAX_FILES as u64 });
            return Ok(contents);
        }
        let mut left = MAX_BYTES + MAX_MANIFEST + MAX_KEY;
        for name in names {
            let shown = visible(&name.to_string_lossy());
            let path = folder.join(&name);
            match file(&path, &shown, wanted, left) {
                Ok(found) => {
                    left = left.saturating_sub(found.size);
                    // Two names that are shown alike are no names of a bundle, so which one is kept does not matter.
                    contents.files.entry(shown).or_insert(found);
                }
                Err(error) => {
                    contents.findings.push(Finding::Unreadable { name: shown, reason: error.to_string() });
                }
            }
        }
        Ok(contents)
    }
}

/// Reads a file of a folder, if it is one and has at most `most` bytes.
fn file(path: &Path, name: &str, wanted: &[&str], most: u64) -> io::Result<FileState> {
    let kind = fs::symlink_metadata(path)?;
    if !kind.is_file() {
        return Err(io::Error::other("it is not an ordinary file but a folder, a link or a device"));
    }
    if kind.len() > most {
        return Err(io::Error::other("with it the files are larger than a bundle may be"));
    }
    // It may grow while it is read.
    digest(name, wanted, &mut File::open(path)?.take(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_in_pieces_and_kept_only_where_it_is_needed() {
        // FIPS 180-2: SHA-256 of a million letters a.
        let million = vec![b'a'; 1_000_000];
        let found = digest("games.pgn", &[], &mut million.as_slice()).expect("memory does not fail");
        assert_eq!(found.sha256, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
        assert_eq!((found.size, found.bytes), (1_000_000, None));
        let found =
            digest("games.pgn", &["games.pgn"], &mut million.as_slice()).expect("memory does not fail");
        assert_eq!(found.bytes.as_ref(), Some(&million));
        let found = digest(MANIFEST, &[], &mut million.as_slice()).expect("memory does not fail");
        assert_eq!(found.bytes, Some(million));
        let key = vec![b'a'; 4_097];
        let [long, short] =
            [4_097, 4_096].map(|n| digest(KEY, &[], &mut &key[..n]).expect("memory does not fail").bytes);
        assert_eq!((long, short.map(|b| b.len())), (None, Some(4_096)));
    }

    #[cfg(unix)]
    #[test]
    fn links_folders_and_pipes_are_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("file"), "text").expect("written");
        fs::create_dir(folder.path().join("folder")).expect("made");
        std::os::unix::fs::symlink("file", folder.path().join("link")).expect("made");
        let contents = Contents::of_folder(folder.path(), &[]).expect("reads");
        assert_eq!(contents.files.keys().collect::<Vec<_>>(), ["file"]);
        assert_eq!(contents.findings.len(), 2);
    }

    #[test]
    fn a_folder_of_too_many_files_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        for n in 0..MAX_FILES + 3 {
            fs::write(folder.path().join(n.to_string()), "").expect("written");
        }
        let contents = Contents::of_folder(folder.path(), &[]).expect("reads");
        assert!(contents.files.is_empty());
        assert!(matches!(contents.findings.as_slice(), [Finding::TooMany { most: 1_000 }]));
    }

    #[test]
    fn a_file_beyond_the_bound_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("large");
        fs::write(&path, "12345").expect("written");
        assert_eq!(file(&path, "large", &[], 5).map(|found| found.size).ok(), Some(5));
        assert!(file(&path, "large", &[], 4).is_err());
    }
}
