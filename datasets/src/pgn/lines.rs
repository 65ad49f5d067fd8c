//! Pieces of lines of at most [`PIECE_BYTES`] bytes: in a hostile file a line may be gigabytes long.

use std::io::{self, BufRead};

/// Longest piece of a line in bytes. A tag line has to fit into one.
pub(crate) const PIECE_BYTES: usize = 64 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) offset: u64,
    pub(crate) starts: bool,
    pub(crate) ends: bool,
}

/// Reads pieces of lines. Lines end with LF, CR LF or CR, in any mixture.
pub(crate) struct Lines<R> {
    reader: R,
    offset: u64,
    starts: bool,
    after_cr: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, offset: 0, starts: true, after_cr: false }
    }

    /// Puts the next piece into `into`, without its line end; `None` at the end of the stream.
    pub(crate) fn next(&mut self, into: &mut Vec<u8>) -> io::Result<Option<Piece>> {
        into.clear();
        if self.after_cr {
            self.after_cr = false;
            if fill(&mut self.reader)?.first() == Some(&b'\n') {
                self.take(1);
            }
        }
        let (offset, starts) = (self.offset, self.starts);
        loop {
            let chunk = fill(&mut self.reader)?;
            if chunk.is_empty() {
                self.starts = true;
                return Ok((!into.is_empty()).then_some(Piece { offset, starts, ends: true }));
            }
            let room = PIECE_BYTES - into.len();
            let window = &chunk[..chunk.len().min(room)];
            if let Some(end) = window.iter().position(|&b| b == b'\n' || b == b'\r') {
                into.extend_from_slice(&window[..end]);
                self.after_cr = window[end] == b'\r';
                self.take(end + 1);
                self.starts = true;
                return Ok(Some(Piece { offset, starts, ends: true }));
            }
            let mut taken = window.len();
            into.extend_from_slice(window);
            let full = into.len() == PIECE_BYTES;
            if full {
                // No character is cut between two pieces.
                let cut = open_character(into).min(taken);
                into.truncate(into.len() - cut);
                taken -= cut;
            }
            self.take(taken);
            if full {
                self.starts = false;
                return Ok(Some(Piece { offset, starts, ends: false }));
            }
        }
    }

    fn take(&mut self, bytes: usize) {
        self.reader.consume(bytes);
        self.offset += bytes as u64;
    }
}

/// The bytes at the end that begin a character of UTF-8 and do not finish it, 0 to 3.
fn open_character(bytes: &[u8]) -> usize {
    let end = &bytes[bytes.len().saturating_sub(3)..];
    let start = end.iter().rposition(|b| *b >= 0xc0).unwrap_or(end.len());
    match str::from_utf8(&end[start..]) {
        Err(error) if error.error_len().is_none() => end.len() - start,
        _ => 0,
    }
}

/// `fill_buf` that carries on after an interrupted system call.
fn fill(reader: &mut impl BufRead) -> io::Result<&[u8]> {
    loop {
        match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => break,
        }
    }
    // The buffer is filled now, so this call hands it out without reading again.
    reader.fill_buf()
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{Lines, PIECE_BYTES};

    /// Every piece of `text` as (offset, starts, ends, bytes), read through a buffer of `capacity` bytes.
    fn pieces(text: &[u8], capacity: usize) -> Vec<(u64, bool, bool, Vec<u8>)> {
        let mut lines = Lines::new(BufReader::with_capacity(capacity, text));
        let mut bytes = Vec::new();
        let mut all = Vec::new();
        while let Some(piece) = lines.next(&mut bytes).expect("memory does not fail") {
            all.push((piece.offset, piece.starts, piece.ends, bytes.clone()));
        }
        all
    }

    #[test]
    fn the_three_line_ends_are_one() {
        for capacity in [1, 2, 3, 64] {
            let all = pieces(b"a\nbc\r\nd\re\r\r\nf", capacity);
            let seen: Vec<(u64, &[u8])> = all.iter().map(|p| (p.0, p.3.as_slice())).collect();
            assert_eq!(
                seen,
                [(0, &b"a"[..]), (2, b"bc"), (6, b"d"), (8, b"e"), (10, b""), (12, b"f")],
                "buffer of {capacity}"
            );
            assert!(all.iter().all(|p| p.1 && p.2));
        }
    }

    #[test]
    fn a_long_line_comes_in_pieces() {
        let mut text = vec![b'x'; 2 * PIECE_BYTES + 5];
        text.extend_from_slice(b"\ny");
        let all = pieces(&text, 1000);
        let shape: Vec<(u64, bool, bool, usize)> = all.iter().map(|p| (p.0, p.1, p.2, p.3.len())).collect();
        let piece = PIECE_BYTES as u64;
        assert_eq!(
            shape,
            [
                (0, true, false, PIECE_BYTES),
                (piece, false, false, PIECE_BYTES),
                (2 * piece, false, true, 5),
                (2 * piece + 6, true, true, 1)
            ]
        );
    }

    #[test]
    fn no_character_is_cut_between_pieces() {
        let text = [&vec![b'x'; PIECE_BYTES - 2], "…e4".as_bytes()].concat();
        for capacity in [1, 1000, 2 * PIECE_BYTES] {
            let all = pieces(&text, capacity);
            let whole: Vec<u8> = all.iter().flat_map(|p| p.3.clone()).collect();
            assert_eq!(whole, text, "buffer of {capacity}");
            if capacity > 3 {
                assert!(all.iter().all(|p| str::from_utf8(&p.3).is_ok()), "buffer of {capacity}");
            }
        }
        let bytes = vec![0xff; 2 * PIECE_BYTES + 1];
        assert_eq!(pieces(&bytes, 4096).iter().map(|p| p.3.len()).sum::<usize>(), bytes.len());
    }

    #[test]
    fn nothing_gives_nothing() {
        assert!(pieces(b"", 8).is_empty());
        assert_eq!(pieces(b"\n", 8).len(), 1);
    }
}
