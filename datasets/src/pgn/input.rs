//! Opens files, compressed files, folders and standard input, and hashes the bytes as they lie on disk.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;
use uci_pool::hex;

use super::packing::{BUFFER_BYTES, Consume, Format, GZIP, HEAD_BYTES, ZIP, ZSTD, is_of_a_mac};
use crate::pgn::game::Input;
use crate::text::utf16;

/// Every format but plain text. A new one is one file beside this one and a line here.
pub const FORMATS: &[Format] = &[GZIP, ZIP, ZSTD];

#[derive(Debug, Error)]
pub enum ReadError {
    #[error("could not open {}: {source}", path.display())]
    Open { path: PathBuf, source: io::Error },
    #[error("could not read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error(
        "no file in {} or the folders in it ends in .pgn, .pgn.zst or .pgn.gz, and no .zip, .gz or .zst there holds games",
        path.display()
    )]
    EmptyFolder { path: PathBuf },
}

/// The first bytes of a file, at most `most`. A caller with a limit asks for one byte more and sees whether it is there.
pub(crate) fn beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Most folders within one another that are looked into.
const MAX_DEPTH: usize = 32;

/// The files behind `path`: itself, or the PGN files and packed games of a folder and of the folders in it, in order of their
/// paths, as those of an archive with the same tree. Folders whose name begins with a dot are left alone, and none is read twice,
/// however links lead. `is_packed_games` tells of a file of another name whether it holds games.
pub(crate) fn files(
    path: &Path,
    is_packed_games: &dyn Fn(&Path) -> Result<bool, ReadError>,
) -> Result<Vec<PathBuf>, ReadError> {
    let open = |source| ReadError::Open { path: path.to_owned(), source };
    if is_standard_input(path) || !fs::metadata(path).map_err(open)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut folders = vec![(path.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let open = |source| ReadError::Open { path: folder.clone(), source };
        if depth > MAX_DEPTH || !seen.insert(fs::canonicalize(&folder).map_err(open)?) {
            continue;
        }
        for entry in fs::read_dir(&folder).map_err(open)? {
            let file = entry.map_err(open)?.path();
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if file.is_dir() && !name.starts_with('.') && name != "__MACOSX" {
                folders.push((file, depth + 1));
            } else if file.is_file() && (is_pgn_name(&file) || is_packed_games(&file)?) {
                found.push(file);
            }
        }
    }
    found.sort_unstable();
    if found.is_empty() { Err(ReadError::EmptyFolder { path: path.to_owned() }) } else { Ok(found) }
}

pub(super) fn is_pgn_name(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    !is_of_a_mac(&name) && [".pgn", ".pgn.zst", ".pgn.gz"].iter().any(|end| name.ends_with(end))
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Streams the text of one file, in UTF-16 or in an encoding of bytes, through `consume` and says what was read. If `consume` breaks, the rest of the file is
/// not read, its hash stays unknown and `None` comes back.
pub(crate) fn with_text(
    path: &Path,
    formats: &[Format],
    consume: Consume<'_>,
) -> Result<Option<Input>, ReadError> {
    if is_standard_input(path) {
        return with_reader(path, "-".to_owned(), io::stdin().lock(), formats, consume);
    }
    let file = File::open(path).map_err(|source| ReadError::Open { path: path.to_owned(), source })?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    with_reader(path, name, file, formats, consume)
}

/// As [`with_text`] in every format, at most `most_bytes` of text: the size of a packed file does not limit what it
/// unpacks to. A larger file fails to read, with [`io::ErrorKind::FileTooLarge`].
pub(crate) fn with_bounded_text(
    path: &Path,
    most_bytes: u64,
    consume: Consume<'_>,
) -> Result<Option<Input>, ReadError> {
    with_text(path, FORMATS, &mut |text| {
        let mut text = text.take(most_bytes.saturating_add(1));
        let done = consume(&mut text);
        if text.limit() == 0 {
            let message = "it unpacks to more bytes than are read";
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        done
    })
}

pub(super) fn with_reader(
    path: &Path,
    name: String,
    reader: impl Read,
    formats: &[Format],
    consume: Consume<'_>,
) -> Result<Option<Input>, ReadError> {
    let failed = |source| ReadError::Read { path: path.to_owned(), source };
    let mut hash = Sha256::new();
    let mut bytes = BufReader::with_capacity(BUFFER_BYTES, Hashing { reader, hash: &mut hash });
    // A pipe may deliver byte by byte, so the first bytes are collected and put back in front.
    let mut head = Vec::new();
    bytes.by_ref().take(HEAD_BYTES).read_to_end(&mut head).map_err(failed)?;
    let format = formats.iter().find(|format| (format.recognises)(&head));
    let mut bytes = Cursor::new(head).chain(bytes);
    let mut text = |bytes: &mut dyn BufRead| utf8(bytes, consume);
    let done = match format {
        Some(format) => (format.read)(&mut bytes, &mut text),
        None => text(&mut bytes),
    };
    if done.map_err(failed)?.is_break() {
        return Ok(None);
    }
    // A decompressor may leave bytes behind its last frame; they belong to the file as it lies on disk.
    io::copy(&mut bytes, &mut io::sink()).map_err(failed)?;
    drop(bytes);
    Ok(Some(Input { name, sha256: hex(&hash.finalize()) }))
}

/// Hands on a text, one in UTF-16 as UTF-8.
fn utf8(bytes: &mut dyn BufRead, consume: Consume<'_>) -> io::Result<ControlFlow<()>> {
    let mut head = Vec::new();
    bytes.take(utf16::HEAD_BYTES).read_to_end(&mut head)?;
    let decoder = utf16::decoder(&head);
    let mut bytes = Cursor::new(head).chain(bytes);
    match decoder {
        Some(decoder) => consume(&mut utf16::reader(&mut bytes, decoder)),
        None => consume(&mut bytes),
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
    use std::ops::ControlFlow;
    use std::path::Path;

    use flate2::{Compression, write::GzEncoder};
    use sha2::{Digest, Sha256};

    use super::{FORMATS, with_text};
    use super::{Input, ReadError, files, hex, with_bounded_text, with_reader};

    /// The text behind a file, and what is said about the file.
    fn text(path: &Path) -> Result<(String, Input), ReadError> {
        let mut text = String::new();
        let input = with_text(path, FORMATS, &mut |bytes| {
            bytes.read_to_string(&mut text).map(|_| ControlFlow::Continue(()))
        })?;
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
    }

    #[test]
    fn utf16_is_read_packed_or_not_and_hashed_as_it_lies_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("wide.pgn");
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
        for bytes in [wide("\u{feff}1. e4 Ёж *"), wide("1. e4 Ёж *"), gzip(&wide("1. e4 Ёж *"))] {
            fs::write(&path, &bytes).expect("written");
            let (read, input) = text(&path).expect("read");
            assert_eq!((read.as_str(), input.sha256), ("1. e4 Ёж *", hex(&Sha256::digest(&bytes))));
        }
    }

    #[test]
    fn a_folder_gives_its_pgn_files_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(matches!(files(folder.path(), &|_| Ok(false)), Err(ReadError::EmptyFolder { .. })));
        for name in ["b.pgn", "a.PGN.zst", "c.pgn.gz", "notes.txt", "d.pgn.bak", "._b.pgn", ".DS_Store"] {
            fs::write(folder.path().join(name), b"").expect("written");
        }
        for sub in ["sub.pgn", "sub.pgn/deep", ".hidden", "__MACOSX"] {
            fs::create_dir(folder.path().join(sub)).expect("made");
        }
        for name in
            ["sub.pgn/z.pgn", "sub.pgn/deep/e.pgn", "sub.pgn/notes.txt", ".hidden/h.pgn", "__MACOSX/m.pgn"]
        {
            fs::write(folder.path().join(name), b"").expect("written");
        }
        // A link to a folder above it ends.
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path(), folder.path().join("sub.pgn/deep/up")).expect("linked");
        let names: Vec<String> = files(folder.path(), &|_| Ok(false))
            .expect("listed")
            .iter()
            .map(|file| file.strip_prefix(folder.path()).expect("below it").display().to_string())
            .map(|name| name.replace('\\', "/"))
            .collect();
        assert_eq!(names, ["a.PGN.zst", "b.pgn", "c.pgn.gz", "sub.pgn/deep/e.pgn", "sub.pgn/z.pgn"]);
    }

    #[test]
    fn a_bound_is_kept_to_the_byte() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("packed.pgn.gz");
        fs::write(&path, gzip(b"1. e4 *")).expect("written");
        let read = |most| {
            let read = with_bounded_text(&path, most, &mut |text| {
                text.read_to_string(&mut String::new()).map(|_| ControlFlow::Continue(()))
            });
            match read {
                Err(ReadError::Read { source, .. }) => Err(source.kind()),
                other => Ok(other.expect("reads").is_some()),
            }
        };
        assert_eq!((read(7), read(u64::MAX)), (Ok(true), Ok(true)));
        assert_eq!((read(6), read(0)), (Err(io::ErrorKind::FileTooLarge), Err(io::ErrorKind::FileTooLarge)));
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
        let input = with_reader(Path::new("-"), "-".to_owned(), Drip(&packed), FORMATS, &mut |bytes| {
            bytes.read_to_string(&mut text).map(|_| ControlFlow::Continue(()))
        });
        assert_eq!(text, "1. e4 *");
        assert_eq!(input.expect("read").expect("to the end").sha256, hex(&Sha256::digest(&packed)));
    }
}
