//! A format of files that hold games: it unpacks the bytes of a file to PGN text, or writes what it reads as PGN.

use std::io::{self, BufRead};
use std::ops::ControlFlow;

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
