//! From the bytes of a report to its lines: encoding, byte order mark, ends of lines, bounds.
//!
//! What a line means is not known here. Nothing is dropped: every line comes out, blank ones too.

use encoding_rs::{WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};
use serde::Serialize;

use super::defect::{Defect, Place};

/// Most bytes of a report. A team event of 250 players takes 100 KB; 9,999 players over 20 rounds take 3 MB.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Most characters of a line: room for well over a thousand rounds.
const MAX_CHARACTERS: usize = 16 * 1024;

/// How the characters of a report are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// UTF-8 and nothing else.
    #[cfg_attr(feature = "clap", value(name = "utf-8"))]
    Utf8,
    /// Central Europe.
    #[serde(rename = "windows-1250")]
    #[cfg_attr(feature = "clap", value(name = "windows-1250"))]
    Windows1250,
    /// Cyrillic.
    #[serde(rename = "windows-1251")]
    #[cfg_attr(feature = "clap", value(name = "windows-1251"))]
    Windows1251,
    /// Western Europe.
    #[serde(rename = "windows-1252")]
    #[cfg_attr(feature = "clap", value(name = "windows-1252"))]
    Windows1252,
}

impl Encoding {
    /// The name as in machine output and on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Windows1250 => "windows-1250",
            Self::Windows1251 => "windows-1251",
            Self::Windows1252 => "windows-1252",
        }
    }
}

/// The text of a report and how it was written.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) encoding: Encoding,
    /// Nobody named the encoding and the bytes are no UTF-8, so Windows-1252 was assumed.
    pub(super) assumed: bool,
}

/// Decodes the bytes. Without `wanted` they are UTF-8 if they are valid as such, else Windows-1252, in which
/// every byte is a character; the reader then warns, because names in another alphabet come out wrong.
pub(super) fn decode(bytes: &[u8], wanted: Option<Encoding>) -> Result<Text, Defect> {
    let whole = |reason: &str| Err(Defect::new(Place { line: 1, column: 1 }, "", reason));
    if bytes.len() > MAX_BYTES {
        return whole("the file is longer than 16 MiB");
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return whole("the file is written in UTF-16; convert it to UTF-8 first");
    }
    let plain = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let utf8 = str::from_utf8(plain);
    let encoding = match (wanted, &utf8) {
        (Some(encoding), _) => encoding,
        (None, Ok(_)) => Encoding::Utf8,
        (None, Err(_)) => Encoding::Windows1252,
    };
    let single = match encoding {
        Encoding::Windows1250 => WINDOWS_1250,
        Encoding::Windows1251 => WINDOWS_1251,
        Encoding::Windows1252 => WINDOWS_1252,
        Encoding::Utf8 => {
            return match utf8 {
                Ok(text) => Ok(Text { text: text.to_owned(), encoding, assumed: false }),
                Err(error) => Err(not_utf8(plain, error.valid_up_to())),
            };
        }
    };
    Ok(Text {
        text: single.decode_without_bom_handling(plain).0.into_owned(),
        encoding,
        assumed: wanted.is_none(),
    })
}

fn not_utf8(bytes: &[u8], valid: usize) -> Defect {
    let before = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default());
    let lines: Vec<&str> = lines(&before).collect();
    let last = lines.last().copied().unwrap_or_default();
    // The text before ends inside the line at fault, or just before it.
    let (line, column) = if before.ends_with(['\n', '\r']) {
        (lines.len() + 1, 1)
    } else {
        (lines.len().max(1), last.chars().count() + 1)
    };
    let place = Place {
        line: u32::try_from(line).unwrap_or(u32::MAX),
        column: u32::try_from(column).unwrap_or(u32::MAX),
    };
    let byte = bytes.get(valid).copied().unwrap_or_default();
    Defect::new(place, "", &format!("byte {byte:#04x} is not UTF-8"))
}

/// The lines, ended by CR LF, LF or CR alone. FIDE's format asks for a CR; files in use have all three.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some(end) = rest.find(['\r', '\n']) else {
            return Some(std::mem::take(&mut rest));
        };
        let (line, tail) = rest.split_at(end);
        rest = tail.strip_prefix("\r\n").unwrap_or_else(|| tail.get(1..).unwrap_or_default());
        Some(line)
    })
}

/// Refuses a line too long to be one, and characters that no text holds: a tab has no fixed width.
pub(super) fn check(number: u32, line: &str) -> Result<(), Defect> {
    for (column, character) in (1_u32..).zip(line.chars()) {
        let place = Place { line: number, column };
        if column as usize > MAX_CHARACTERS {
            return Err(Defect::new(place, "", "the line is longer than 16,384 characters"));
        }
        if character.is_control() || character == '\u{fffd}' {
            let reason = if character == '\t' {
                "a tab stands in a file of fixed columns"
            } else {
                "a control character stands in the line"
            };
            return Err(Defect::new(place, "", reason));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Encoding, check, decode, lines};

    #[test]
    fn lines_end_in_three_ways_and_none_is_lost() {
        let all: Vec<&str> = lines("a\r\nb\n\rc\r\rd").collect();
        assert_eq!(all, ["a", "b", "", "c", "", "d"]);
        assert_eq!(lines("").count(), 0);
        assert_eq!(lines("a\n").count(), 1);
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        let text = decode("\u{feff}012 Żory".as_bytes(), None).expect("UTF-8");
        assert_eq!((text.text.as_str(), text.assumed), ("012 Żory", false));
    }

    #[test]
    fn bytes_that_are_no_utf8_are_read_as_told_or_assumed_aloud() {
        let text = decode(b"M\xfcller", None).expect("every byte is a character");
        assert_eq!(
            (text.text.as_str(), text.encoding, text.assumed),
            ("Müller", Encoding::Windows1252, true)
        );
        let text = decode(b"\xca\xee\xf2", Some(Encoding::Windows1251)).expect("Cyrillic");
        assert_eq!((text.text.as_str(), text.assumed), ("Кот", false));
        let text = decode(b"\xa3ukasz", Some(Encoding::Windows1250)).expect("Polish");
        assert_eq!(text.text, "Łukasz");
        let defect = decode(b"012 x\r\n022 M\xfcller", Some(Encoding::Utf8)).expect_err("no UTF-8");
        assert_eq!((defect.place.line, defect.place.column), (2, 6));
        assert_eq!(decode(b"\xff\xfe0\0", None).expect_err("UTF-16").place.line, 1);
    }

    #[test]
    fn what_no_text_holds_is_refused_where_it_stands() {
        assert_eq!(check(7, "001\t1").expect_err("a tab").place.column, 4);
        assert!(check(7, &"x".repeat(16_384)).is_ok());
        assert!(check(7, &"x".repeat(16_385)).is_err());
        assert!(check(7, "a\0").is_err());
    }
}
