//! Lines from an untrusted stream, bounded in length.

use std::io::{self, BufRead, Read};

/// Longest line accepted, in bytes. A variation of 200 moves takes one kilobyte.
pub(crate) const MAX_LINE: usize = 64 * 1024;

/// One step of reading a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A whole line without its end. Bytes that are not UTF-8 are replaced: no key or move contains them.
    Line(String),
    /// A line longer than [`MAX_LINE`].
    TooLong,
    End,
}

/// Reads the next line. A last line without a line end is not a line: a process that dies while it writes
/// `bestmove a7a8q` may leave `bestmove a7a8`, which is a different move.
pub(crate) fn next(stream: &mut impl BufRead) -> io::Result<Step> {
    let mut line = Vec::new();
    stream.take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    Ok(match line.pop() {
        Some(b'\n') => Step::Line(String::from_utf8_lossy(&line).into_owned()),
        Some(_) if line.len() == MAX_LINE => Step::TooLong,
        _ => Step::End,
    })
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn all(bytes: &[u8]) -> Vec<Step> {
        // A tiny buffer, so that lines span several reads.
        let mut stream = BufReader::with_capacity(3, bytes);
        let mut found = Vec::new();
        loop {
            found.push(next(&mut stream).expect("memory does not fail"));
            if !matches!(found.last(), Some(Step::Line(_))) {
                return found;
            }
        }
    }

    #[test]
    fn lines_are_split_and_a_half_line_is_no_line() {
        let line = |text: &str| Step::Line(text.to_owned());
        assert_eq!(
            all(b"uciok\n\nreadyok\r\nbestmove a7a8"),
            [line("uciok"), line(""), line("readyok\r"), Step::End]
        );
        assert_eq!(all(b"a\xffb\n"), [line("a\u{fffd}b"), Step::End]);
    }

    #[test]
    fn a_line_may_be_as_long_as_the_bound_and_no_longer() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.push(b'\n');
        assert_eq!(all(&bytes).len(), 2);
        bytes.insert(0, b'x');
        assert_eq!(all(&bytes), [Step::TooLong]);
    }
}
