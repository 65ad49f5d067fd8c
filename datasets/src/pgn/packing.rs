//! Formats of files that hold games, beside plain PGN: gzip, zstd, and the one file inside a `.zip`, as FIDE packs its lists.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;

use flate2::bufread::MultiGzDecoder;
use zip::ZipArchive;

/// Bytes at the beginning of a file by which its format is recognised.
pub(crate) const HEAD_BYTES: u64 = 4;
pub(crate) const BUFFER_BYTES: usize = 128 * 1024;

/// Takes the text of a file. A break ends the reading at once.
pub(crate) type Consume<'a> = &'a mut dyn FnMut(&mut dyn BufRead) -> io::Result<ControlFlow<()>>;

#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Recognises a file by its first four bytes: names lie.
    pub recognises: fn(&[u8]) -> bool,
    pub read: fn(&mut dyn BufRead, Consume<'_>) -> io::Result<ControlFlow<()>>,
}

pub(crate) const GZIP: Format = Format {
    recognises: |head| head.starts_with(&[0x1f, 0x8b]),
    read: |bytes, consume| consume(&mut BufReader::with_capacity(BUFFER_BYTES, MultiGzDecoder::new(bytes))),
};

pub(crate) const ZSTD: Format = Format {
    // A frame, or the skippable frame that parallel compressors put first.
    recognises: |head| matches!(head, [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]),
    read: |bytes, consume| {
        consume(&mut BufReader::with_capacity(BUFFER_BYTES, zstd::Decoder::with_buffer(bytes)?))
    },
};

/// Larger zip archives are refused. Packed bytes; FIDE's largest list takes 50 million.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;

/// An archive with several files is refused, because it does not say which one is meant; folders and what a Mac adds of its own
/// are none. The list of contents lies at the end of an archive, so the packed bytes are held in memory.
pub(crate) const ZIP: Format = Format {
    recognises: |head| head == b"PK\x03\x04",
    read: |bytes, consume| {
        let invalid = |what| io::Error::new(io::ErrorKind::InvalidData, what);
        let mut packed = Vec::new();
        bytes.take(MAX_BYTES + 1).read_to_end(&mut packed)?;
        if packed.len() as u64 > MAX_BYTES {
            return Err(invalid("the zip archive is larger than 1 GiB"));
        }
        let mut archive = ZipArchive::new(Cursor::new(packed))?;
        let files = (0..archive.len()).filter(|&at| {
            // A name that is not known is no reason to leave a file out.
            let name = archive.name_for_index(at).and_then(Result::ok);
            name.is_none_or(|name| !name.ends_with(['/', '\\']) && !is_of_a_mac(&name))
        });
        let files: Vec<usize> = files.take(2).collect();
        let file = match files.as_slice() {
            [] if archive.is_empty() => 0,
            [] => return Err(invalid("the zip archive holds no file")),
            [one] => *one,
            _ => return Err(invalid("the zip archive holds more than one file")),
        };
        let mut file = BufReader::with_capacity(BUFFER_BYTES, archive.by_index(file)?);
        let done = consume(&mut file)?;
        if done.is_continue() {
            // The checksum is compared at the end.
            io::copy(&mut file, &mut io::sink())?;
        }
        Ok(done)
    },
};

/// Whether a file is one that a Mac puts beside those of its user: `__MACOSX/…`, `._games.pgn`, `.DS_Store`.
pub(crate) fn is_of_a_mac(name: &str) -> bool {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.starts_with("__MACOSX/") || last.starts_with("._") || last.eq_ignore_ascii_case(".DS_Store")
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::ops::ControlFlow;

    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    use super::*;

    const TEXT: &[u8] = b"a rating list, as it were; a rating list, as it were";

    fn archive(method: CompressionMethod, names: &[&str]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            let options = SimpleFileOptions::default().compression_method(method);
            writer.start_file(*name, options).expect("a file");
            writer.write_all(TEXT).expect("memory does not fail");
        }
        writer.finish().expect("memory does not fail").into_inner()
    }

    fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        let done = (ZIP.read)(&mut { bytes }, &mut |file| {
            file.read_to_end(&mut text).map(|_| ControlFlow::Continue(()))
        })?;
        assert!(done.is_continue());
        Ok(text)
    }

    #[test]
    fn one_file_is_read_stored_or_deflated() {
        for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
            assert_eq!(read(&archive(method, &["../list.txt"])).expect("an archive"), TEXT);
        }
    }

    #[test]
    fn what_a_mac_adds_is_no_file() {
        let names = ["Open/", "Open/list.txt", "__MACOSX/Open/._list.txt", "Open/.DS_Store", "._list.txt"];
        assert_eq!(read(&archive(CompressionMethod::Deflated, &names)).expect("one file"), TEXT);
        let alone = archive(CompressionMethod::Deflated, &["__MACOSX/._list.txt", ".DS_Store"]);
        assert_eq!(read(&alone).expect_err("none").to_string(), "the zip archive holds no file");
        let two = archive(CompressionMethod::Deflated, &["a.txt", "__MACOSX/._a.txt", "b.txt"]);
        assert!(read(&two).is_err());
    }

    #[test]
    fn damaged_archives_and_several_files_are_refused() {
        let two = archive(CompressionMethod::Deflated, &["a.txt", "b.txt"]);
        assert_eq!(read(&two).expect_err("two").to_string(), "the zip archive holds more than one file");
        let mut one = archive(CompressionMethod::Stored, &["a.txt"]);
        for end in 0..one.len() {
            assert!(read(&one[..end]).is_err(), "cut at {end}");
        }
        let text = one.windows(4).position(|window| window == b"list").expect("stored");
        one[text] = b'L';
        assert!(read(&one).is_err(), "the checksum is wrong");
    }
}
