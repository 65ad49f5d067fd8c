//! Text in UTF-16, which Windows programs save as *Unicode*: with a byte order mark or without one.

use std::io::{self, BufRead, Read};
use std::ops::Range;

use encoding_rs::{CoderResult, Decoder, UTF_16BE, UTF_16LE};

/// Bytes at the beginning of a text by which UTF-16 is told.
pub(crate) const HEAD_BYTES: u64 = 4;

/// A decoder, if the text begins as UTF-16: with a byte order mark, or, without one, with two characters of ASCII.
pub(crate) fn decoder(head: &[u8]) -> Option<Decoder> {
    let ascii = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    let table = match head {
        [0xff, 0xfe, ..] => UTF_16LE,
        [0xfe, 0xff, ..] => UTF_16BE,
        [a, 0, b, 0, ..] if ascii(*a) && ascii(*b) => UTF_16LE,
        [0, a, 0, b, ..] if ascii(*a) && ascii(*b) => UTF_16BE,
        _ => return None,
    };
    Some(table.new_decoder_with_bom_removal())
}

/// Bytes in UTF-16 as text; `None` if they are something else.
pub(crate) fn text(bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    // Memory does not fail, and every character has a form in UTF-8.
    reader(&mut { bytes }, decoder(bytes)?).read_to_string(&mut text).ok()?;
    Some(text)
}

/// The text as UTF-8. Half a character becomes U+FFFD, which no reader takes for anything.
pub(crate) fn reader<'a>(bytes: &'a mut dyn BufRead, decoder: Decoder) -> impl BufRead + 'a {
    Decoded { bytes, decoder, text: vec![0; TEXT_BYTES], left: 0..0, done: false }
}

const TEXT_BYTES: usize = 8 * 1024;

struct Decoded<'a> {
    bytes: &'a mut dyn BufRead,
    decoder: Decoder,
    /// Text that was decoded, of which `left` has not been read.
    text: Vec<u8>,
    left: Range<usize>,
    done: bool,
}

impl BufRead for Decoded<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.left.is_empty() && !self.done {
            let chunk = self.bytes.fill_buf()?;
            let last = chunk.is_empty();
            let (result, taken, written, _) = self.decoder.decode_to_utf8(chunk, &mut self.text, last);
            self.bytes.consume(taken);
            self.done = last && result == CoderResult::InputEmpty;
            self.left = 0..written;
        }
        Ok(self.text.get(self.left.clone()).unwrap_or_default())
    }

    fn consume(&mut self, bytes: usize) {
        self.left.start = self.left.end.min(self.left.start + bytes);
    }
}

impl Read for Decoded<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read as _};

    use super::{decoder, reader, text};

    fn read(bytes: &[u8]) -> Option<String> {
        let decoder = decoder(bytes)?;
        let mut text = String::new();
        // Buffers of one byte: characters are cut everywhere.
        let mut slow = BufReader::with_capacity(1, bytes);
        reader(&mut slow, decoder).read_to_string(&mut text).expect("memory does not fail");
        Some(text)
    }

    fn wide(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn both_orders_are_read_with_a_mark_and_without() {
        for text in ["[White \"Ёж, 李\"]\n1. e4 *", "1. e4 𝄞", "% a"] {
            for bytes in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
                assert_eq!(read(&wide(text, bytes)).as_deref(), Some(text));
                assert_eq!(read(&wide(&format!("\u{feff}{text}"), bytes)).as_deref(), Some(text));
            }
        }
        assert_eq!(text(&wide("1. e4", u16::to_le_bytes)).as_deref(), Some("1. e4"));
        assert_eq!(read(b"[Event \"x\"]"), None);
        assert_eq!(read(b"\0\0\0\0"), None);
        let half = [wide("[E", u16::to_le_bytes), vec![b'x']].concat();
        assert_eq!(read(&half).as_deref(), Some("[E\u{fffd}"));
    }
}
