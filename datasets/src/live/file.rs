//! PGN files on this machine that grow while games are played: one file, or a folder with one for each round, say.
//!
//! A file is read at every question and compared by its hash; sizes and times of files prove nothing. It may be caught in
//! the middle of being written: the bytes are handed out as they are, and [`crate::live::reading`] leaves a half-written last
//! game for the next time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::live::source::{Document, Limits, REST, Source, SourceError, Update};

/// A file, which need not be there yet, or the PGN files of a folder, without folders in it. A file of a folder that cannot
/// be read does not hide the others; it is named in the notes, and its earlier content stays. What is no file, such as a pipe, is
/// named once and never opened to be read.
#[derive(Clone, Debug)]
pub struct FileSource {
    path: PathBuf,
    limits: Limits,
    /// Each file as last read, by name.
    documents: BTreeMap<String, Document>,
    /// Names of what is neither a file nor a folder.
    passed_by: BTreeSet<String>,
    asked: bool,
}

impl FileSource {
    pub fn new(path: PathBuf, limits: Limits) -> Self {
        Self { path, limits, documents: BTreeMap::new(), passed_by: BTreeSet::new(), asked: false }
    }

    fn list(&mut self, notes: &mut Vec<String>) -> Result<BTreeMap<String, PathBuf>, SourceError> {
        let whole = self.path.clone();
        let failed = |source| SourceError::Read { path: whole.clone(), source };
        let mut found = BTreeMap::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = name(&path);
            if !name.to_ascii_lowercase().ends_with(".pgn") {
                continue;
            }
            // A link to nothing has no kind.
            let kind = path.metadata().map(|data| data.file_type());
            if kind.as_ref().is_ok_and(fs::FileType::is_file) {
                found.insert(name, path);
            } else if kind.is_ok_and(|kind| !kind.is_dir()) && self.passed_by.insert(name) {
                notes.push(SourceError::Read { path, source: no_file() }.to_string());
            }
            if found.len() > self.limits.documents {
                let (name, limit) = (self.path.display().to_string(), self.limits.documents);
                return Err(SourceError::TooMany { name, limit });
            }
        }
        Ok(found)
    }
}

impl Source for FileSource {
    fn poll_while(&mut self, go_on: &dyn Fn() -> bool) -> Result<Update, SourceError> {
        let alone = !self.path.is_dir();
        let mut notes = Vec::new();
        let files = if alone {
            BTreeMap::from([(name(&self.path), self.path.clone())])
        } else {
            self.list(&mut notes)?
        };
        let before = self.documents.len();
        self.documents.retain(|name, _| files.contains_key(name));
        let mut changed = !self.asked || self.documents.len() != before;
        let mut first = true;
        for (name, path) in files {
            if !std::mem::take(&mut first) && !go_on() {
                notes.push(REST.to_owned());
                break;
            }
            let bytes = read(&path, self.limits.document_bytes);
            match bytes.and_then(|bytes| Document::checked(name.clone(), bytes)) {
                Ok(new) if self.documents.get(&name).is_some_and(|old| old.sha256 == new.sha256) => {}
                Ok(new) => {
                    self.documents.insert(name, new);
                    changed = true;
                }
                Err(error) if alone => return Err(error),
                Err(error) => notes.push(error.to_string()),
            }
        }
        self.asked = true;
        let documents = if changed { self.documents.values().cloned().collect() } else { Vec::new() };
        Ok(Update { changed, documents, notes, retry_after: None })
    }
}

fn no_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is no file but a pipe, a socket, a device or a folder")
}

/// Opens a file. A pipe that nobody writes to would hold whoever opens it, so nothing is waited for, and what was opened is
/// asked what it is.
fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(no_file()) }
}

/// The whole file, if it is within the bound.
pub(crate) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, SourceError> {
    let mut bytes = Vec::new();
    // The file may grow between asking for its size and reading it, so the bound is on the bytes that are read.
    open(path)
        .and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(|source| SourceError::Read { path: path.to_owned(), source })?;
    if bytes.len() as u64 > limit {
        return Err(SourceError::TooLarge { name: path.display().to_string(), limit });
    }
    Ok(bytes)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(update: &Update) -> Vec<(&str, &str)> {
        update.documents.iter().map(|d| (d.name.as_str(), str::from_utf8(&d.bytes).expect("text"))).collect()
    }

    #[test]
    fn growth_is_a_change_and_rest_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("live.pgn");
        let mut source = FileSource::new(path.clone(), Limits::default());
        assert!(matches!(source.poll(), Err(SourceError::Read { .. })), "not there yet");
        fs::write(&path, b"1. e4").expect("written");
        let first = source.poll().expect("read");
        assert_eq!(texts(&first), [("live.pgn", "1. e4")]);
        assert!(!source.poll().expect("read").changed);
        fs::write(&path, b"1. d4").expect("written");
        assert_eq!(source.poll().expect("read").documents[0].bytes, b"1. d4", "the same size at once");
        let limits = |document_bytes| Limits { document_bytes, ..Limits::default() };
        assert!(FileSource::new(path.clone(), limits(5)).poll().is_ok());
        let error = FileSource::new(path, limits(4)).poll();
        assert!(matches!(error, Err(SourceError::TooLarge { limit: 4, .. })));
    }

    #[test]
    fn files_of_a_folder_appear_change_and_go() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
        let mut source = FileSource::new(folder.path().to_owned(), Limits::default());
        let first = source.poll().expect("an empty folder is a folder");
        assert!(first.changed && first.documents.is_empty());
        assert!(!source.poll().expect("listed").changed);

        put("round-2.pgn", "1. d4");
        put("round-1.pgn", "1. e4");
        put("notes.txt", "not a game");
        fs::create_dir(folder.path().join("old.pgn")).expect("made");
        let update = source.poll().expect("listed");
        assert_eq!(texts(&update), [("round-1.pgn", "1. e4"), ("round-2.pgn", "1. d4")]);
        assert!(!source.poll().expect("listed").changed);

        put("round-2.pgn", "1. d4 d5");
        let update = source.poll().expect("listed");
        assert_eq!(texts(&update)[1].1, "1. d4 d5");

        fs::remove_file(folder.path().join("round-1.pgn")).expect("removed");
        assert_eq!(texts(&source.poll().expect("listed")), [("round-2.pgn", "1. d4 d5")]);
    }

    #[test]
    fn one_bad_file_does_not_hide_the_others_and_the_bounds_hold() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.pgn"), b"\x1f\x8b\x08").expect("written");
        fs::write(folder.path().join("b.pgn"), b"1. e4").expect("written");
        fs::write(folder.path().join("c.pgn"), b"1. e4 e5 2. Nf3").expect("written");
        let poll = |limits| FileSource::new(folder.path().to_owned(), limits).poll();
        let update = poll(Limits { document_bytes: 10, ..Limits::default() }).expect("listed");
        assert_eq!(texts(&update), [("b.pgn", "1. e4")]);
        assert_eq!(update.notes.len(), 2);
        assert!(update.notes[0].contains("a.pgn") && update.notes[0].contains("compressed"));
        assert!(update.notes[1].contains("c.pgn") && update.notes[1].contains("10 bytes"));
        let error = poll(Limits { documents: 2, ..Limits::default() });
        assert!(matches!(error, Err(SourceError::TooMany { limit: 2, .. })));
        let missing = FileSource::new(folder.path().join("no"), Limits::default()).poll();
        assert!(matches!(missing, Err(SourceError::Read { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_or_a_socket_is_named_once_and_holds_nobody() {
        use std::process::Command;
        let folder = tempfile::tempdir().expect("a folder");
        let place = |name: &str| folder.path().join(name);
        assert!(Command::new("mkfifo").arg(place("a.pgn")).status().expect("run").success());
        let _socket = std::os::unix::net::UnixListener::bind(place("b.pgn")).expect("bound");
        std::os::unix::fs::symlink("/dev/zero", place("c.pgn")).expect("linked");
        std::os::unix::fs::symlink(place("a.pgn"), place("d.pgn")).expect("linked");
        fs::write(place("e.pgn"), b"1. e4").expect("written");
        // Whatever holds the thread is an error and not a test without end.
        let (send, receive) = std::sync::mpsc::channel();
        let (whole, alone) = (folder.path().to_owned(), ["a.pgn", "c.pgn", "d.pgn"].map(place));
        std::thread::spawn(move || {
            let mut source = FileSource::new(whole, Limits::default());
            let looks = [source.poll(), source.poll()];
            let alone = alone.map(|path| FileSource::new(path, Limits::default()).poll());
            send.send((looks, alone)).expect("somebody waits");
        });
        let (looks, alone) = receive.recv_timeout(std::time::Duration::from_secs(20)).expect("nothing hangs");
        let [first, second] = looks.map(|look| look.expect("listed"));
        assert_eq!(texts(&first), [("e.pgn", "1. e4")]);
        assert_eq!(first.notes.len(), 4, "{:?}", first.notes);
        assert!(first.notes.iter().all(|note| note.contains("it is no file")), "{:?}", first.notes);
        assert!(!second.changed && second.notes.is_empty(), "{:?}", second.notes);
        for look in alone {
            let error = look.expect_err("no file").to_string();
            assert!(error.contains("it is no file"), "{error}");
        }
    }
}
