//! From the bytes of a report to its lines, blank ones too: encoding, byte order mark, ends of lines, bounds.

use super::defect::{Defect, Place};
use crate::pgn::encoding::Encoding;
use crate::text::table_text::unicode;
use crate::text::utf16;

/// Most bytes of a report. A team event of 250 players takes 100 KB; 9,999 players over 20 rounds take 3 MB.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Most characters of a line: room for well over a thousand rounds.
const MAX_CHARACTERS: usize = 16 * 1024;

/// Decodes the bytes. UTF-16 is told by its mark or its first characters, whatever is wanted, and comes as UTF-8. Else, without `wanted`,
/// they are UTF-8 if they are valid as such, or Windows-1252, in which every byte is a character; the reader then warns, because names
/// in another alphabet come out wrong.
pub(super) fn decode(bytes: &[u8], wanted: Option<Encoding>) -> Result<(String, Encoding), Defect> {
    let whole = |reason: &str| Defect::new(Place { line: 1, column: 1 }, "", reason);
    if bytes.len() > MAX_BYTES {
        return Err(whole("the file is longer than 16 MiB"));
    }
    if utf16::decoder(bytes).is_some() {
        let text = unicode(bytes).map_err(|(_, reason)| whole(&reason))?;
        return Ok((text.into_owned(), Encoding::Utf8));
    }
    // DOS ends a text with Ctrl-Z, and what was joined there has one at its end.
    let ended = bytes.trim_ascii_end().strip_suffix(b"\x1a").map(<[u8]>::trim_ascii_end);
    let bytes = ended.unwrap_or(bytes);
    let plain = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let encoding = match (wanted, str::from_utf8(plain)) {
        (Some(Encoding::Utf8), Err(error)) => return Err(not_utf8(plain, error.valid_up_to())),
        (Some(encoding), _) => encoding,
        (None, Ok(_)) => Encoding::Utf8,
        (None, Err(_)) => Encoding::Windows1252,
    };
    Ok((encoding.decode(plain), encoding))
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
    fn bytes_are_read_as_told_or_as_utf8_or_as_western() {
        for (bytes, wanted, text, encoding) in [
            ("\u{feff}012 Żory".as_bytes(), None, "012 Żory", Encoding::Utf8),
            (b"M\xfcller", None, "Müller", Encoding::Windows1252),
            (b"012 x\r\n\x1a", None, "012 x", Encoding::Utf8),
            (b"012 x\x1a\r\n", None, "012 x", Encoding::Utf8),
            (b"\xca\xee\xf2", Some(Encoding::Windows1251), "Кот", Encoding::Windows1251),
            (b"\xa3ukasz", Some(Encoding::Windows1250), "Łukasz", Encoding::Windows1250),
        ] {
            assert_eq!(decode(bytes, wanted), Ok((text.to_owned(), encoding)));
        }
        let defect = decode(b"012 x\r\n022 M\xfcller", Some(Encoding::Utf8)).expect_err("no UTF-8");
        assert_eq!((defect.place.line, defect.place.column), (2, 6));
    }

    #[test]
    fn a_report_saved_as_unicode_by_windows_is_read() {
        let text = "012 Кубок\r\n042 2025/05/01\r\n";
        let wide =
            |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        let marked = format!("\u{feff}{text}");
        for bytes in [
            wide(&marked, u16::to_le_bytes),
            wide(&marked, u16::to_be_bytes),
            wide(text, u16::to_le_bytes),
            wide(text, u16::to_be_bytes),
        ] {
            assert_eq!(decode(&bytes, None), Ok((text.to_owned(), Encoding::Utf8)));
            assert_eq!(decode(&bytes, Some(Encoding::Windows1251)), Ok((text.to_owned(), Encoding::Utf8)));
        }
        let defect = decode(b"\xff\xfe0\x001", None).expect_err("half a character");
        assert!(defect.to_string().contains("UTF-16 that breaks off"), "{defect}");
    }

    #[test]
    fn what_no_text_holds_is_refused_where_it_stands() {
        assert_eq!(check(7, "001\t1").expect_err("a tab").place.column, 4);
        assert!(check(7, &"x".repeat(16_384)).is_ok());
        assert!(check(7, &"x".repeat(16_385)).is_err());
        assert!(check(7, "a\0").is_err());
    }
}
