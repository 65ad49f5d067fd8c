//! The version log on disk: JSON lines, only ever appended to. Each holds what a version adds to the one before, and the
//! hash of the whole, and is forced to disk before anything is reported. Half a line, left by a stop in the middle of
//! writing, is taken off at the next start, and a line that says so is put in its place.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use uci_pool::hex;

/// Version of the layout, in the first line.
const FORMAT: u32 = 1;

/// Largest log that is taken up, in bytes. The log of an open of nine rounds stays under a hundredth of it.
const LOG_BYTES: u64 = 1024 * 1024 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Change {
    New,
    /// The moves before stand, and more follow, or the end of a half-written game came.
    Extended {
        /// Number of plies that stand from before; the first new one is the next.
        from_ply: usize,
    },
    /// A move that was published is another now, or is gone.
    Changed {
        /// The first ply that differs, from 1.
        ply: usize,
    },
    /// The moves are the same; result, tags or comments are not.
    Amended,
    Unchanged,
    /// The source holds it no more. Its versions stay.
    Vanished,
    /// It had vanished and is there again, as it was.
    Returned,
}

#[derive(Debug, Error)]
pub enum TrackerError {
    #[error("could not use the version log {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("another program is using the version log {}", path.display())]
    Busy { path: PathBuf },
    #[error("the version log {} has more than {limit} bytes; begin a new one", path.display())]
    TooLarge { path: PathBuf, limit: u64 },
    #[error("the version log {} is damaged in line {line}: {reason}", path.display())]
    Damaged { path: PathBuf, line: usize, reason: String },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case")]
pub(crate) enum Record {
    Versions {
        format: u32,
    },
    Version {
        /// When it was seen, seconds since 1970-01-01 UTC.
        at: u64,
        /// Number of the game, from 0, in the order of appearance.
        game: usize,
        change: Change,
        document: String,
        plies: usize,
        /// Whether a result or another game stood behind it.
        complete: bool,
        /// Bytes of the version before that stay, from its start.
        keep: usize,
        add: Text,
        sha256: String,
    },
    Vanished {
        /// When, seconds since 1970-01-01 UTC.
        at: u64,
        game: usize,
    },
    Returned {
        /// When, seconds since 1970-01-01 UTC.
        at: u64,
        game: usize,
    },
    Torn {
        /// When it was found, seconds since 1970-01-01 UTC.
        at: u64,
        bytes: u64,
        sha256: String,
    },
}

/// Bytes in JSON: as text if they are UTF-8, else in hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Text {
    Text(String),
    Hex(String),
}

impl Text {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        match str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Hex(hex(bytes)),
        }
    }

    /// The bytes; `None` if the hex is none.
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Text(text) => Some(text.as_bytes().to_vec()),
            Self::Hex(hex) if hex.len().is_multiple_of(2) && hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
                hex.as_bytes()
                    .chunks_exact(2)
                    .map(|pair| str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok()))
                    .collect()
            }
            Self::Hex(_) => None,
        }
    }
}

#[derive(Debug)]
pub(crate) struct VersionLog {
    path: PathBuf,
    file: File,
}

#[derive(Debug)]
pub(crate) struct OpenedLog {
    pub(crate) log: VersionLog,
    pub(crate) records: Vec<(usize, Record)>,
    /// Bytes of half a line that were taken off.
    pub(crate) torn: Option<u64>,
}

impl VersionLog {
    /// Opens the log, or begins one. `at` is the time, for a note about half a line.
    pub(crate) fn open(path: &Path, at: u64) -> Result<OpenedLog, TrackerError> {
        let failed = |source| TrackerError::File { path: path.to_owned(), source };
        let mut file =
            File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(TrackerError::Busy { path: path.to_owned() });
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let mut bytes = Vec::new();
        (&mut file).take(LOG_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > LOG_BYTES {
            return Err(TrackerError::TooLarge { path: path.to_owned(), limit: LOG_BYTES });
        }
        let mut log = Self { path: path.to_owned(), file };
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let mut records = log.parse(&bytes[..whole])?;
        let rest = &bytes[whole..];
        let mut torn = None;
        let mut new = Vec::new();
        log.file.seek(SeekFrom::Start(whole as u64)).map_err(failed)?;
        if !rest.is_empty() {
            if let Ok(record) = serde_json::from_slice(rest) {
                // Only the line end is missing.
                new.push(record);
            } else {
                let bytes = rest.len() as u64;
                torn = Some(bytes);
                new.push(Record::Torn { at, bytes, sha256: hex(&Sha256::digest(rest)) });
            }
            log.file.set_len(whole as u64).map_err(failed)?;
        }
        if records.is_empty() && !matches!(new.first(), Some(Record::Versions { .. })) {
            new.insert(0, Record::Versions { format: FORMAT });
        }
        let first = records.len() + 1;
        log.append(&new)?;
        records.extend((first..).zip(new));
        match records.first() {
            Some((_, Record::Versions { format: FORMAT })) => Ok(OpenedLog { log, records, torn }),
            _ => Err(log.damaged(1, "it is no version log of this program")),
        }
    }

    fn parse(&self, bytes: &[u8]) -> Result<Vec<(usize, Record)>, TrackerError> {
        let lines = bytes.split(|&b| b == b'\n').zip(1..).filter(|(line, _)| !line.is_empty());
        lines
            .map(|(line, number)| match serde_json::from_slice(line) {
                Ok(record) => Ok((number, record)),
                Err(error) => Err(self.damaged(number, &error.to_string())),
            })
            .collect()
    }

    /// Appends records and forces them to disk. On failure, what was written of them is taken off again if possible.
    pub(crate) fn append(&mut self, records: &[Record]) -> Result<(), TrackerError> {
        if records.is_empty() {
            return Ok(());
        }
        let written = self.write(records);
        written.map_err(|source| TrackerError::File { path: self.path.clone(), source })
    }

    fn write(&mut self, records: &[Record]) -> io::Result<()> {
        let mut text = Vec::new();
        for record in records {
            serde_json::to_writer(&mut text, record)?;
            text.push(b'\n');
        }
        let start = self.file.stream_position()?;
        let written = self.file.write_all(&text).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // If this fails too, the next start finds half a line and says so.
            let _ = self.file.set_len(start);
            let _ = self.file.seek(SeekFrom::Start(start));
        }
        written
    }

    pub(crate) fn damaged(&self, line: usize, reason: &str) -> TrackerError {
        TrackerError::Damaged { path: self.path.clone(), line, reason: reason.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Change, Record, Text, TrackerError, VersionLog};

    fn record(game: usize) -> Record {
        Record::Version {
            at: 5,
            game,
            change: Change::New,
            document: "a.pgn".to_owned(),
            plies: 2,
            complete: true,
            keep: 0,
            add: Text::new(b"1. e4 e5 *"),
            sha256: "00".to_owned(),
        }
    }

    #[test]
    fn half_a_line_is_found_wherever_it_breaks() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("versions.jsonl");
        let mut log = VersionLog::open(&path, 1).expect("begun").log;
        log.append(&[record(0), record(1)]).expect("written");
        drop(log);
        let whole = fs::read(&path).expect("there");
        let lines: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
        assert_eq!(lines.len(), 3);
        for cut in lines[1] + 1..=whole.len() {
            fs::write(&path, &whole[..cut]).expect("written");
            let opened = VersionLog::open(&path, 9).expect("half a line is no damage");
            let torn = (cut - lines[1] - 1) as u64;
            let found: Vec<Record> = opened.records.into_iter().map(|(_, r)| r).collect();
            let header = Record::Versions { format: 1 };
            if torn == 0 {
                assert_eq!((opened.torn, found), (None, vec![header, record(0)]));
            } else if cut + 1 >= whole.len() {
                assert_eq!((opened.torn, found), (None, vec![header, record(0), record(1)]));
            } else {
                assert_eq!(opened.torn, Some(torn), "cut at {cut}");
                assert_eq!(found[..2], [header, record(0)]);
                assert!(matches!(found[2], Record::Torn { at: 9, bytes, .. } if bytes == torn));
            }
            drop(opened.log);
            let again = VersionLog::open(&path, 10).expect("put in order");
            assert_eq!(again.torn, None);
        }
    }

    #[test]
    fn damage_before_the_end_is_named_and_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("versions.jsonl");
        let mut log = VersionLog::open(&path, 1).expect("begun").log;
        log.append(&[record(0)]).expect("written");
        drop(log);
        let text = fs::read_to_string(&path).expect("there");
        let damaged =
            text.replacen("\"game\"", "\"gone\"", 1) + "{\"record\":\"vanished\",\"at\":1,\"game\":0}\n";
        fs::write(&path, &damaged).expect("written");
        let error = VersionLog::open(&path, 1).expect_err("damaged");
        assert!(matches!(error, TrackerError::Damaged { line: 2, .. }), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("there"), damaged);
        fs::write(&path, "{\"record\":\"vanished\",\"at\":1,\"game\":0}\n").expect("written");
        assert!(matches!(
            VersionLog::open(&path, 1).expect_err("no first line"),
            TrackerError::Damaged { line: 1, .. }
        ));
    }

    #[test]
    fn one_writer_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("versions.jsonl");
        let first = VersionLog::open(&path, 1).expect("begun");
        assert!(matches!(VersionLog::open(&path, 1), Err(TrackerError::Busy { .. })));
        drop(first);
        assert!(VersionLog::open(&path, 1).is_ok());
    }

    #[test]
    fn any_bytes_come_back() {
        for bytes in [&b""[..], b"abc", "Müller".as_bytes(), b"M\xfcller", b"\0\xff"] {
            let json = serde_json::to_string(&Text::new(bytes)).expect("JSON");
            let text: Text = serde_json::from_str(&json).expect("JSON");
            assert_eq!(text.bytes().as_deref(), Some(bytes), "{json}");
        }
        for hex in ["0", "zz", "+1"] {
            assert_eq!(Text::Hex(hex.to_owned()).bytes(), None);
        }
    }
}
