//! Makes a new input from one that is there: damage of the kinds that files suffer.
//!
//! The readers are line-oriented and know words, so most of the damage is done to lines, words and numbers, some to
//! single bytes. Nothing here knows a format; the words of a format come with the target.

use crate::random::Random;

/// Longest input made in the usual way.
const USUAL_BYTES: usize = 24 * 1024;
/// Longest input made by repeating a piece, once in some thousands: beyond every bound on a line or a game.
const HUGE_BYTES: usize = 3 * 1024 * 1024;
/// One input in so many is made huge.
const HUGE_ONCE_IN: usize = 6000;

/// Numbers at the edges of types, tables and ranges.
const NUMBERS: [&str; 30] = [
    "0",
    "1",
    "-1",
    "2",
    "9",
    "10",
    "59",
    "60",
    "99",
    "100",
    "127",
    "128",
    "255",
    "256",
    "999",
    "1000",
    "4000",
    "4001",
    "9999",
    "10000",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551616",
    "1e400",
];

/// Characters that readers stumble over: ends of lines, marks, spaces of other kinds, other alphabets, half a character.
const ODD: [&[u8]; 26] = [
    b"\n",
    b"\r\n",
    b"\r",
    b"\0",
    b"\t",
    b"\x1a",
    b"\x1b[31m",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xc3",
    b"\xff",
    "\u{a0}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{85}".as_bytes(),
    "\u{202e}".as_bytes(),
    "\u{301}".as_bytes(),
    "Ü".as_bytes(),
    "ß".as_bytes(),
    "İ".as_bytes(),
    "К".as_bytes(),
    "٣".as_bytes(),
    "½".as_bytes(),
    "♘".as_bytes(),
    "𝟗".as_bytes(),
    "\\".as_bytes(),
    b"%",
];

/// A change of `base`. `others` are inputs that pieces may come from, `words` the words of the format.
pub fn mutate(base: &[u8], others: &[&[u8]], words: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let mut bytes = base.to_vec();
    // Mostly a few changes, sometimes many.
    let most = *random.pick(&[1, 1, 2, 2, 4, 8, 24]).unwrap_or(&1);
    for _ in 0..=random.below(most) {
        change(&mut bytes, others, words, random);
        bytes.truncate(USUAL_BYTES);
    }
    if random.one_in(HUGE_ONCE_IN) {
        swell(&mut bytes, random);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, others: &[&[u8]], words: &[&[u8]], random: &mut Random) {
    match random.below(20) {
        0 => {
            let at = random.below(bytes.len());
            let bit = 1_u8 << random.below(8);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= bit;
            }
        }
        1 => {
            let (at, new) = (random.below(bytes.len()), random.byte());
            if let Some(byte) = bytes.get_mut(at) {
                *byte = new;
            }
        }
        2 => {
            let span = span(bytes, random);
            bytes.drain(span.0..span.1);
        }
        3 => {
            let span = span(bytes, random);
            let piece = bytes[span.0..span.1].to_vec();
            insert(bytes, &piece, random);
        }
        4 | 5 => {
            let word = random.pick(words).copied().unwrap_or_default();
            insert(bytes, word, random);
        }
        6 | 7 => {
            let word = random.pick(words).copied().unwrap_or_default();
            let span = word_span(bytes, random);
            bytes.splice(span.0..span.1, word.iter().copied());
        }
        8 => {
            let odd = random.pick(&ODD).copied().unwrap_or_default();
            insert(bytes, odd, random);
        }
        9 | 10 => number(bytes, random),
        11 => {
            let end = random.below(bytes.len() + 1);
            bytes.truncate(end);
        }
        12 => splice(bytes, others, random),
        13 => {
            let other = random.pick(others).copied().unwrap_or_default();
            let span = line_span(other, random);
            let line = other.get(span.0..span.1).unwrap_or_default();
            let at = line_span(bytes, random).0;
            bytes.splice(at..at, line.iter().copied());
        }
        14 => {
            let span = line_span(bytes, random);
            bytes.drain(span.0..span.1);
        }
        15 => {
            let span = line_span(bytes, random);
            let line = bytes[span.0..span.1].to_vec();
            let at = line_span(bytes, random).0;
            bytes.splice(at..at, line);
        }
        16 => delimiter(bytes, random),
        17 => {
            // One blank more or less moves everything behind it by a column.
            let at = random.below(bytes.len() + 1);
            if bytes.get(at) == Some(&b' ') && random.one_in(2) {
                bytes.remove(at);
            } else {
                bytes.insert(at, b' ');
            }
        }
        18 => {
            let (at, times) = (random.below(bytes.len()), 1 << random.below(9));
            let end = (at + 1 + random.below(12)).min(bytes.len());
            let piece = bytes.get(at..end).unwrap_or_default().repeat(times);
            bytes.splice(at..at, piece);
        }
        _ => line_ends(bytes, random),
    }
}

/// A stretch, short ones more often.
fn span(bytes: &[u8], random: &mut Random) -> (usize, usize) {
    let from = random.below(bytes.len());
    let most = 1 << random.below(11);
    let to = (from + 1 + random.below(most)).min(bytes.len());
    (from.min(to), to)
}

/// A stretch without blanks and ends of lines.
fn word_span(bytes: &[u8], random: &mut Random) -> (usize, usize) {
    around(bytes, random, |byte| byte.is_ascii_whitespace())
}

/// A line with its end.
fn line_span(bytes: &[u8], random: &mut Random) -> (usize, usize) {
    let (from, to) = around(bytes, random, |byte| byte == b'\n');
    (from, (to + 1).min(bytes.len()))
}

fn around(bytes: &[u8], random: &mut Random, ends: impl Fn(u8) -> bool) -> (usize, usize) {
    let at = random.below(bytes.len());
    let (before, after) = bytes.split_at(at);
    let from = before.iter().rposition(|&b| ends(b)).map_or(0, |end| end + 1);
    let to = after.iter().position(|&b| ends(b)).map_or(bytes.len(), |end| at + end);
    (from, to)
}

fn insert(bytes: &mut Vec<u8>, piece: &[u8], random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, piece.iter().copied());
}

/// Puts another number in place of one that is there.
fn number(bytes: &mut Vec<u8>, random: &mut Random) {
    let start = random.below(bytes.len());
    let digit = |b: &u8| b.is_ascii_digit();
    let Some(from) = bytes.get(start..).and_then(|rest| rest.iter().position(digit)).map(|at| start + at)
    else {
        return;
    };
    let to = from + bytes[from..].iter().take_while(|b| digit(b)).count();
    let new = if random.one_in(2) {
        random.pick(&NUMBERS).copied().unwrap_or_default().to_owned()
    } else {
        let most = 1 << random.below(20);
        random.below(most).to_string()
    };
    bytes.splice(from..to, new.bytes());
}

/// The beginning of this one and the end of another.
fn splice(bytes: &mut Vec<u8>, others: &[&[u8]], random: &mut Random) {
    let other = random.pick(others).copied().unwrap_or_default();
    let (cut, start) = if random.one_in(2) {
        (line_span(bytes, random).0, line_span(other, random).0)
    } else {
        (random.below(bytes.len() + 1), random.below(other.len() + 1))
    };
    bytes.truncate(cut);
    bytes.extend_from_slice(other.get(start..).unwrap_or_default());
}

/// Removes a sign that opens, closes or divides, or puts another in its place.
fn delimiter(bytes: &mut Vec<u8>, random: &mut Random) {
    const SIGNS: &[u8] = b"[]{}()<>\"'`|,;:.=/-+*#&!?$%";
    let start = random.below(bytes.len());
    let found = bytes.get(start..).and_then(|rest| rest.iter().position(|b| SIGNS.contains(b)));
    let Some(at) = found.map(|at| start + at) else {
        return;
    };
    if random.one_in(2) {
        bytes.remove(at);
    } else if let Some(sign) = random.pick(SIGNS) {
        bytes[at] = *sign;
    }
}

/// All lines end another way.
fn line_ends(bytes: &mut Vec<u8>, random: &mut Random) {
    let end: &[u8] =
        random.pick(&[b"\r\n".as_slice(), b"\r", b"\n", b"\n\n", b" "]).copied().unwrap_or_default();
    *bytes = bytes.split(|&b| b == b'\n').collect::<Vec<_>>().join(end);
}

/// Repeats a piece until the input is beyond the bounds on lines, tags or games.
fn swell(bytes: &mut Vec<u8>, random: &mut Random) {
    let (from, to) = span(bytes, random);
    let piece = bytes.get(from..to).unwrap_or_default().to_vec();
    if piece.is_empty() {
        return;
    }
    let size = *random.pick(&[70 * 1024, 300 * 1024, 1100 * 1024, HUGE_BYTES]).unwrap_or(&HUGE_BYTES);
    let swollen = piece.repeat(size / piece.len());
    bytes.splice(to..to, swollen);
}

#[cfg(test)]
mod tests {
    use super::{HUGE_BYTES, USUAL_BYTES, mutate};
    use crate::random::Random;

    #[test]
    fn one_seed_gives_one_run_and_sizes_are_bounded() {
        let seeds: [&[u8]; 3] = [b"[White \"A\"]\n\n1. e4 e5 17 *\n", b"", b"x"];
        let run = || {
            let mut random = Random::new(7);
            let mut made = Vec::new();
            for round in 0..20_000 {
                let bytes = mutate(seeds[round % 3], &seeds, &[b"O-O", b"$1"], &mut random);
                assert!(bytes.len() <= USUAL_BYTES + HUGE_BYTES);
                made.push(bytes.len());
            }
            made
        };
        let first = run();
        assert_eq!(first, run());
        assert!(first.iter().any(|&length| length > 60 * 1024), "no input was made huge");
    }
}
