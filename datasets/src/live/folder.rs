//! A folder in which PGN files appear, grow and change: one file for each round of a broadcast, say.
//!
//! Files that do not end in `.pgn` and folders within the folder are left alone. A file that cannot be read does not
//! hide the others; it is named in the notes, and what it held before stays.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::live::file::{self, Stamp};
use crate::live::source::{Document, Limits, Source, SourceError, Update, refuse_other};

#[derive(Clone, Debug)]
pub struct FolderSource {
    path: PathBuf,
    limits: Limits,
    /// Each file as last read, by name.
    seen: BTreeMap<String, (Stamp, Document)>,
    asked: bool,
}

impl FolderSource {
    /// Follows the folder at `path`.
    #[must_use]
    pub fn new(path: PathBuf, limits: Limits) -> Self {
        Self { path, limits, seen: BTreeMap::new(), asked: false }
    }

    fn list(&self) -> Result<BTreeMap<String, PathBuf>, SourceError> {
        let failed = |source| SourceError::Read { path: self.path.clone(), source };
        let mut found = BTreeMap::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = file::name(&path);
            if name.to_ascii_lowercase().ends_with(".pgn") && path.is_file() {
                found.insert(name, path);
            }
            if found.len() > self.limits.documents {
                return Err(SourceError::TooMany {
                    name: self.path.display().to_string(),
                    limit: self.limits.documents,
                });
            }
        }
        Ok(found)
    }

    /// The file's bytes if they may have changed.
    fn look(&self, name: &str, path: &Path, at: u64) -> Result<Option<(Stamp, Document)>, SourceError> {
        let stamp = Stamp::new(&file::metadata(path)?);
        if self.seen.get(name).is_some_and(|(before, _)| before.is_still(stamp)) {
            return Ok(None);
        }
        let bytes = file::read(path, self.limits.document_bytes)?;
        refuse_other(name, &bytes)?;
        Ok(Some((stamp.seen_at(at), Document::new(name.to_owned(), bytes, at))))
    }
}

impl Source for FolderSource {
    fn poll(&mut self, at: u64) -> Result<Update, SourceError> {
        let files = self.list()?;
        let before = self.seen.len();
        self.seen.retain(|name, _| files.contains_key(name));
        let mut changed = !self.asked || self.seen.len() != before;
        let mut notes = Vec::new();
        for (name, path) in &files {
            match self.look(name, path, at) {
                Ok(None) => {}
                Ok(Some((stamp, document))) => match self.seen.get_mut(name) {
                    Some((seen, old)) if old.sha256 == document.sha256 => *seen = stamp,
                    _ => {
                        self.seen.insert(name.clone(), (stamp, document));
                        changed = true;
                    }
                },
                Err(error) => notes.push(error.to_string()),
            }
        }
        self.asked = true;
        let documents = if changed {
            self.seen.values().map(|(_, document)| document.clone()).collect()
        } else {
            Vec::new()
        };
        Ok(Update { changed, documents, notes, retry_after: None })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::FolderSource;
    use crate::live::source::{Limits, Source, SourceError, Update};

    const LATER: u64 = 9_000_000_000;

    fn texts(update: &Update) -> Vec<(&str, &str)> {
        update.documents.iter().map(|d| (d.name.as_str(), str::from_utf8(&d.bytes).expect("text"))).collect()
    }

    #[test]
    fn files_appear_change_and_go() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
        let mut source = FolderSource::new(folder.path().to_owned(), Limits::default());
        let first = source.poll(LATER).expect("an empty folder is a folder");
        assert!(first.changed && first.documents.is_empty());
        assert!(!source.poll(LATER).expect("listed").changed);

        put("round-2.pgn", "1. d4");
        put("round-1.pgn", "1. e4");
        put("notes.txt", "not a game");
        fs::create_dir(folder.path().join("old.pgn")).expect("made");
        let update = source.poll(LATER).expect("listed");
        assert_eq!(texts(&update), [("round-1.pgn", "1. e4"), ("round-2.pgn", "1. d4")]);
        assert!(!source.poll(LATER).expect("listed").changed);

        put("round-2.pgn", "1. d4 d5");
        let update = source.poll(LATER + 5).expect("listed");
        assert_eq!(texts(&update)[1].1, "1. d4 d5");
        let fetched: Vec<u64> = update.documents.iter().map(|d| d.fetched_at).collect();
        assert_eq!(fetched, [LATER, LATER + 5], "each says when its own bytes came");

        fs::remove_file(folder.path().join("round-1.pgn")).expect("removed");
        assert_eq!(texts(&source.poll(LATER).expect("listed")), [("round-2.pgn", "1. d4 d5")]);
    }

    #[test]
    fn one_bad_file_does_not_hide_the_others() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.pgn"), b"\x1f\x8b\x08").expect("written");
        fs::write(folder.path().join("b.pgn"), b"1. e4").expect("written");
        fs::write(folder.path().join("c.pgn"), b"1. e4 e5 2. Nf3").expect("written");
        let limits = Limits { document_bytes: 10, ..Limits::default() };
        let update = FolderSource::new(folder.path().to_owned(), limits).poll(LATER).expect("listed");
        assert_eq!(texts(&update), [("b.pgn", "1. e4")]);
        assert_eq!(update.notes.len(), 2);
        assert!(update.notes[0].contains("a.pgn") && update.notes[0].contains("compressed"));
        assert!(update.notes[1].contains("c.pgn") && update.notes[1].contains("10 bytes"));
    }

    #[test]
    fn the_bounds_hold() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.pgn", "b.pgn"] {
            fs::write(folder.path().join(name), b"1. e4").expect("written");
        }
        let limits = Limits { documents: 1, ..Limits::default() };
        let error = FolderSource::new(folder.path().to_owned(), limits).poll(LATER);
        assert!(matches!(error, Err(SourceError::TooMany { limit: 1, .. })));
        let missing = FolderSource::new(folder.path().join("no"), Limits::default()).poll(LATER);
        assert!(matches!(missing, Err(SourceError::Read { .. })));
    }
}
