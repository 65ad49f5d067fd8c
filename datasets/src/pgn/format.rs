//! The formats of files that hold games, and the list of them. Plain PGN needs none.
//!
//! A format turns the bytes of a file into PGN text: it unpacks them, or writes the games it reads as PGN.

use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;

use flate2::bufread::MultiGzDecoder;

use super::zip;

/// Bytes at the beginning of a file by which its format is recognised.
pub(crate) const HEAD_BYTES: u64 = 4;
pub(crate) const BUFFER_BYTES: usize = 128 * 1024;

/// Takes the text of a file. A break ends the reading at once.
pub type Consume<'a> = &'a mut dyn FnMut(&mut dyn BufRead) -> io::Result<ControlFlow<()>>;

/// A format of files.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Recognises a file by its first four bytes: names lie.
    pub recognises: fn(&[u8]) -> bool,
    /// Hands the text of a file to `consume`.
    pub read: fn(&mut dyn BufRead, Consume<'_>) -> io::Result<ControlFlow<()>>,
}

/// Every format but plain text. A new one is one file beside this one and a line here.
pub const FORMATS: &[Format] = &[GZIP, zip::ZIP, ZSTD];

const GZIP: Format = Format {
    recognises: |head| head.starts_with(&[0x1f, 0x8b]),
    read: |bytes, consume| consume(&mut BufReader::with_capacity(BUFFER_BYTES, MultiGzDecoder::new(bytes))),
};

const ZSTD: Format = Format {
    // A frame, or the skippable frame that parallel compressors put first.
    recognises: |head| matches!(head, [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]),
    read: |bytes, consume| {
        consume(&mut BufReader::with_capacity(BUFFER_BYTES, zstd::Decoder::with_buffer(bytes)?))
    },
};
