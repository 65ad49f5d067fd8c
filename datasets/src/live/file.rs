//! A PGN file that grows while games are played.
//!
//! The file may be caught in the middle of being written. That is no error: the bytes are handed out as they are, and
//! [`crate::live::reading`] leaves a half-written last game for the next time.

use std::fs::{self, File, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::live::source::{Document, Limits, Source, SourceError, Update, refuse_other};

/// A file is read again although its size and time are the same, if it was written so shortly before it was read: two
/// writes may carry one time. Seconds; two is the coarsest step of a file system in use (FAT).
const RACY_SECONDS: u64 = 2;

#[derive(Clone, Debug)]
pub struct FileSource {
    path: PathBuf,
    limits: Limits,
    seen: Option<(Stamp, String)>,
}

impl FileSource {
    /// Follows the file at `path`, which need not be there yet.
    #[must_use]
    pub fn new(path: PathBuf, limits: Limits) -> Self {
        Self { path, limits, seen: None }
    }
}

impl Source for FileSource {
    fn poll(&mut self, at: u64) -> Result<Update, SourceError> {
        let stamp = Stamp::new(&metadata(&self.path)?);
        if self.seen.as_ref().is_some_and(|(before, _)| before.is_still(stamp)) {
            return Ok(Update::unchanged());
        }
        let bytes = read(&self.path, self.limits.document_bytes)?;
        let name = name(&self.path);
        refuse_other(&name, &bytes)?;
        let document = Document::new(name, bytes, at);
        let same = self.seen.as_ref().is_some_and(|(_, sha256)| *sha256 == document.sha256);
        self.seen = Some((stamp.seen_at(at), document.sha256.clone()));
        if same {
            return Ok(Update::unchanged());
        }
        Ok(Update { changed: true, documents: vec![document], ..Update::default() })
    }
}

/// Size and time of a file. Equal stamps mean equal bytes only if the stamp is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    bytes: u64,
    /// Time of the last change: seconds and nanoseconds since 1970, if the system knows it.
    written: Option<(u64, u32)>,
    /// The bytes were read well after the last change. Of a stamp just taken, whether it may be compared at all.
    settled: bool,
}

impl Stamp {
    pub(crate) fn new(metadata: &Metadata) -> Self {
        let written = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
            .map(|since| (since.as_secs(), since.subsec_nanos()));
        Self { bytes: metadata.len(), written, settled: written.is_some() }
    }

    /// The stamp of bytes read at `at`.
    pub(crate) fn seen_at(self, at: u64) -> Self {
        Self {
            settled: self.written.is_some_and(|(seconds, _)| seconds.saturating_add(RACY_SECONDS) < at),
            ..self
        }
    }

    /// Whether bytes seen under this stamp are those under `now` for certain.
    pub(crate) fn is_still(self, now: Self) -> bool {
        self.settled && self == now
    }
}

pub(crate) fn metadata(path: &Path) -> Result<Metadata, SourceError> {
    fs::metadata(path).map_err(|source| SourceError::Read { path: path.to_owned(), source })
}

/// The whole file, if it is within the bound.
pub(crate) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, SourceError> {
    let failed = |source| SourceError::Read { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    // The file may grow between asking for its size and reading it, so the bound is on what is read.
    File::open(path)
        .map_err(failed)?
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(SourceError::TooLarge { name: path.display().to_string(), limit });
    }
    Ok(bytes)
}

pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::{Duration, UNIX_EPOCH};

    use super::FileSource;
    use crate::live::source::{Limits, Source, SourceError};

    /// Long after any file of these tests was written.
    const LATER: u64 = 9_000_000_000;

    fn touch(path: &std::path::Path, seconds: u64) {
        File::options()
            .write(true)
            .open(path)
            .and_then(|file| file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds)))
            .expect("times can be set");
    }

    #[test]
    fn growth_is_a_change_and_rest_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("live.pgn");
        let mut source = FileSource::new(path.clone(), Limits::default());
        assert!(matches!(source.poll(LATER), Err(SourceError::Read { .. })), "not there yet");
        fs::write(&path, b"1. e4").expect("written");
        let first = source.poll(LATER).expect("read");
        assert!(first.changed);
        assert_eq!(first.documents[0].name, "live.pgn");
        assert_eq!(first.documents[0].bytes, b"1. e4");
        assert_eq!(first.documents[0].fetched_at, LATER);
        assert!(!source.poll(LATER + 1).expect("read").changed);
        fs::write(&path, b"1. e4 e5").expect("written");
        assert_eq!(source.poll(LATER + 2).expect("read").documents[0].bytes, b"1. e4 e5");
    }

    #[test]
    fn a_new_time_on_the_same_bytes_is_no_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("live.pgn");
        fs::write(&path, b"1. e4").expect("written");
        let mut source = FileSource::new(path.clone(), Limits::default());
        assert!(source.poll(LATER).expect("read").changed);
        touch(&path, 1_000_000);
        assert!(!source.poll(LATER).expect("read").changed);
    }

    #[test]
    fn two_writes_within_one_tick_are_both_seen() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("live.pgn");
        let mut source = FileSource::new(path.clone(), Limits::default());
        for text in [b"1. e4", b"1. d4", b"1. c4"] {
            fs::write(&path, text).expect("written");
            touch(&path, 1_000_000);
            let update = source.poll(1_000_001).expect("read");
            assert!(update.changed, "same size, same time, other bytes");
            assert_eq!(update.documents[0].bytes, text);
        }
    }

    #[test]
    fn the_bound_holds() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("live.pgn");
        fs::write(&path, b"12345").expect("written");
        let limits = |document_bytes| Limits { document_bytes, ..Limits::default() };
        assert!(FileSource::new(path.clone(), limits(5)).poll(LATER).is_ok());
        assert!(matches!(
            FileSource::new(path, limits(4)).poll(LATER),
            Err(SourceError::TooLarge { limit: 4, .. })
        ));
    }
}
