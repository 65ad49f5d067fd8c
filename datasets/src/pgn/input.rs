//! Opens files, compressed files, folders and standard input.
//!
//! The bytes are hashed as they lie on disk while they stream past.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::zip;
use crate::pgn::game::Input;
use uci_pool::hex;

/// Why an input could not be read. Every variant names the input.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file or folder could not be opened or listed.
    #[error("could not open {}: {source}", path.display())]
    Open {
        /// The file or folder.
        path: PathBuf,
        source: io::Error,
    },
    /// The file could not be read to its end, or what is compressed in it is damaged.
    #[error("could not read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    /// A folder without a single PGN file.
    #[error("no file in {} ends in .pgn, .pgn.zst or .pgn.gz", path.display())]
    EmptyFolder { path: PathBuf },
    /// Text in UTF-16, which would read as a file without games.
    #[error("{} is written in UTF-16; convert it to UTF-8 first", path.display())]
    Utf16 { path: PathBuf },
}

/// The first bytes of a file, at most `most`. A caller with a limit asks for one byte more and sees whether it is there.
pub(crate) fn beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The files behind `path`: itself, or the PGN files of a folder in order of name. Subfolders are left alone.
pub(crate) fn files(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let open = |source| ReadError::Open { path: path.to_owned(), source };
    if is_standard_input(path) || !fs::metadata(path).map_err(open)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(open)? {
        let file = entry.map_err(open)?.path();
        if is_pgn_name(&file) && file.is_file() {
            found.push(file);
        }
    }
    found.sort_unstable();
    if found.is_empty() { Err(ReadError::EmptyFolder { path: path.to_owned() }) } else { Ok(found) }
}

fn is_pgn_name(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    [".pgn", ".pgn.zst", ".pgn.gz"].iter().any(|end| name.ends_with(end))
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Streams one file through `consume` and says what was read. `consume` returns `None` to stop early; then the
/// rest of the file is not read, its hash stays unknown and `None` comes back.
pub(crate) fn with_text(
    path: &Path,
    consume: impl FnOnce(&mut dyn BufRead) -> io::Result<Option<()>>,
) -> Result<Option<Input>, ReadError> {
    if is_standard_input(path) {
        return with_reader(path, "-".to_owned(), io::stdin().lock(), consume);
    }
    let file = File::open(path).map_err(|source| ReadError::Open { path: path.to_owned(), source })?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    with_reader(path, name, file, consume)
}

fn with_reader(
    path: &Path,
    name: String,
    reader: impl Read,
    consume: impl FnOnce(&mut dyn BufRead) -> io::Result<Option<()>>,
) -> Result<Option<Input>, ReadError> {
    let failed = |source| ReadError::Read { path: path.to_owned(), source };
    let mut hash = Sha256::new();
    let mut bytes = BufReader::with_capacity(BUFFER_BYTES, Hashing { reader, hash: &mut hash });
    // A pipe may deliver byte by byte, so the first bytes are collected and put back in front.
    let mut head = Vec::with_capacity(4);
    bytes.by_ref().take(4).read_to_end(&mut head).map_err(failed)?;
    if matches!(head.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        return Err(ReadError::Utf16 { path: path.to_owned() });
    }
    let packing = Packing::from_magic(&head);
    let mut bytes = Cursor::new(head).chain(bytes);
    let done = match packing {
        Packing::Plain => consume(&mut bytes),
        Packing::Gzip => {
            consume(&mut BufReader::with_capacity(BUFFER_BYTES, MultiGzDecoder::new(&mut bytes)))
        }
        Packing::Zip => zip::with_file(&mut bytes, consume),
        Packing::Zstd => zstd::Decoder::with_buffer(&mut bytes)
            .and_then(|decoder| consume(&mut BufReader::with_capacity(BUFFER_BYTES, decoder))),
    };
    if done.map_err(failed)?.is_none() {
        return Ok(None);
    }
    // A decompressor may leave bytes behind its last frame; they belong to the file as it lies on disk.
    io::copy(&mut bytes, &mut io::sink()).map_err(failed)?;
    drop(bytes);
    Ok(Some(Input { name, sha256: hex(&hash.finalize()) }))
}

const BUFFER_BYTES: usize = 128 * 1024;

enum Packing {
    Plain,
    Gzip,
    Zip,
    Zstd,
}

impl Packing {
    /// By the first bytes: names lie.
    fn from_magic(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, ..] => Self::Gzip,
            head if head == zip::MAGIC => Self::Zip,
            // A frame, or the skippable frame that parallel compressors put first.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            _ => Self::Plain,
        }
    }
}

/// A reader that fails after so many bytes: the size of a packed file does not limit what it unpacks to.
pub(crate) struct AtMost<'a> {
    reader: &'a mut dyn BufRead,
    left: u64,
}

impl<'a> AtMost<'a> {
    pub(crate) fn new(reader: &'a mut dyn BufRead, bytes: u64) -> Self {
        Self { reader, left: bytes }
    }
}

impl Read for AtMost<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for AtMost<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.reader.fill_buf()?;
        let most = usize::try_from(self.left).unwrap_or(usize::MAX);
        match bytes {
            [] => Ok(bytes),
            _ if most == 0 => {
                Err(io::Error::new(io::ErrorKind::FileTooLarge, "it unpacks to more bytes than are read"))
            }
            bytes => Ok(&bytes[..bytes.len().min(most)]),
        }
    }

    fn consume(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes as u64);
        self.reader.consume(bytes);
    }
}

struct Hashing<'a, R> {
    reader: R,
    hash: &'a mut Sha256,
}

impl<R: Read> Read for Hashing<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(into)?;
        self.hash.update(&into[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{self, Read, Write};
    use std::path::Path;

    use flate2::{Compression, write::GzEncoder};
    use sha2::{Digest, Sha256};

    use super::{AtMost, ReadError, files, hex, with_reader, with_text};
    use crate::pgn::game::Input;

    /// The text behind a file, and what is said about the file.
    fn text(path: &Path) -> Result<(String, Input), ReadError> {
        let mut text = String::new();
        let input = with_text(path, |bytes| bytes.read_to_string(&mut text).map(|_| Some(())))?;
        Ok((text, input.expect("read to the end")))
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).expect("memory does not fail");
        encoder.finish().expect("memory does not fail")
    }

    #[test]
    fn compression_is_told_by_the_bytes_and_the_file_is_hashed() {
        let folder = tempfile::tempdir().expect("a folder");
        let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 1).expect("memory does not fail");
        let two_frames = [zstd(b"1. e4 "), zstd(b"e5 *")].concat();
        let two_members = [gzip(b"1. e4 "), gzip(b"e5 *")].concat();
        for (name, bytes) in
            [("plain.pgn.gz", b"1. e4 e5 *".to_vec()), ("a.pgn", two_frames), ("b.pgn.zst", two_members)]
        {
            let path = folder.path().join(name);
            fs::write(&path, &bytes).expect("written");
            let (read, input) = text(&path).expect(name);
            assert_eq!(read, "1. e4 e5 *", "{name}");
            assert_eq!(input, Input { name: name.to_owned(), sha256: hex(&Sha256::digest(&bytes)) });
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("missing.pgn");
        let error = text(&missing).expect_err("nothing there").to_string();
        assert!(error.contains("could not open") && error.contains("missing.pgn"), "{error}");

        let cut = folder.path().join("cut.pgn.gz");
        fs::write(&cut, &gzip(b"1. e4 e5 2. Nf3 Nc6 *")[..20]).expect("written");
        let error = text(&cut).expect_err("cut off").to_string();
        assert!(error.contains("could not read") && error.contains("cut.pgn.gz"), "{error}");

        let wide = folder.path().join("wide.pgn");
        fs::write(&wide, b"\xff\xfe[\0E\0").expect("written");
        assert!(matches!(text(&wide), Err(ReadError::Utf16 { .. })));
    }

    #[test]
    fn a_folder_gives_its_pgn_files_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(matches!(files(folder.path()), Err(ReadError::EmptyFolder { .. })));
        for name in ["b.pgn", "a.PGN.zst", "c.pgn.gz", "notes.txt", "d.pgn.bak"] {
            fs::write(folder.path().join(name), b"").expect("written");
        }
        fs::create_dir(folder.path().join("sub.pgn")).expect("made");
        let names: Vec<String> = files(folder.path())
            .expect("listed")
            .iter()
            .map(|f| f.file_name().expect("a name").to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, ["a.PGN.zst", "b.pgn", "c.pgn.gz"]);
    }

    #[test]
    fn a_bound_is_kept_to_the_byte() {
        let read = |most| {
            let mut text = String::new();
            AtMost::new(&mut b"1. e4 *".as_slice(), most)
                .read_to_string(&mut text)
                .map_err(|error| error.kind())
        };
        assert_eq!((read(7), read(u64::MAX)), (Ok(7), Ok(7)));
        assert_eq!((read(6), read(0)), (Err(io::ErrorKind::FileTooLarge), Err(io::ErrorKind::FileTooLarge)));
        let mut nothing: &[u8] = b"";
        assert_eq!(AtMost::new(&mut nothing, 0).read(&mut [0; 4]).ok(), Some(0));
    }

    /// Delivers one byte at a time, as a slow pipe may.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let end = into.len().min(1);
            self.0.read(&mut into[..end])
        }
    }

    #[test]
    fn a_slow_pipe_reads_like_a_file() {
        let packed = gzip(b"1. e4 *");
        let mut text = String::new();
        let input = with_reader(Path::new("-"), "-".to_owned(), Drip(&packed), |bytes| {
            bytes.read_to_string(&mut text).map(|_| Some(()))
        });
        assert_eq!(text, "1. e4 *");
        assert_eq!(input.expect("read").expect("to the end").sha256, hex(&Sha256::digest(&packed)));
    }
}
