//! The text of a file that people hand over, and messages that quote it.

use std::borrow::Cow;

use crate::pgn::encoding;

/// The text of a table: Unicode as [`unicode`] reads it, else in the code page of Windows that its words are most plausible in, because a
/// spreadsheet saves as *CSV* in the code page of its country.
///
/// # Errors
/// The line and what is wrong, of UTF-16 that breaks off.
pub(crate) fn table(bytes: &[u8]) -> Result<Cow<'_, str>, (usize, String)> {
    match unicode(bytes) {
        Err(_) if wide(bytes).is_none() => {
            let text = encoding::detect(bytes).decode(bytes);
            Ok(Cow::Owned(before_end_mark(&text).to_owned()))
        }
        other => other,
    }
}

/// The text without its byte order mark and what DOS ends a text with: UTF-8, or UTF-16 with or without its mark.
///
/// # Errors
/// The line with the first bytes that are neither, and what to do.
pub(crate) fn unicode(bytes: &[u8]) -> Result<Cow<'_, str>, (usize, String)> {
    if let Some(little) = wide(bytes) {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let units = pairs
            .iter()
            .map(|pair| if little { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) });
        let text: Result<String, _> = char::decode_utf16(units).collect();
        let text = text.ok().filter(|_| rest.is_empty() || *rest == [0x1a]);
        let text =
            text.ok_or_else(|| (1, "this is UTF-16 that breaks off; save the file as UTF-8".to_owned()))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        return Ok(Cow::Owned(before_end_mark(text).to_owned()));
    }
    let text = str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        (line, "this is not UTF-8; save the file as UTF-8".to_owned())
    })?;
    Ok(Cow::Borrowed(before_end_mark(text.strip_prefix('\u{feff}').unwrap_or(text))))
}

/// Whether bytes are UTF-16, and if so whether the low byte comes first: by the mark, else because every second byte of the first line is
/// zero, which no text in bytes holds.
fn wide(bytes: &[u8]) -> Option<bool> {
    match bytes {
        [0xff, 0xfe, ..] => Some(true),
        [0xfe, 0xff, ..] => Some(false),
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => Some(true),
        [0, first, 0, second, ..] if *first != 0 && *second != 0 => Some(false),
        _ => None,
    }
}

/// The text before the Ctrl-Z at its end. A Ctrl-Z inside is left alone: something stands behind it.
fn before_end_mark(text: &str) -> &str {
    let whole = text.trim_end_matches(|c: char| c == '\u{1a}' || c == '\0' || c.is_whitespace());
    match text.get(whole.len()..) {
        Some(end) if end.contains('\u{1a}') => whole,
        _ => text,
    }
}

/// A message that quotes the file: nothing in it may move the cursor of a terminal, and it has an end.
pub(crate) fn printable(message: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    message.trim().chars().map(visible).take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, mark: bool, little: bool) -> Vec<u8> {
        let mark = if mark { "\u{feff}" } else { "" };
        let units: Vec<u16> = mark.encode_utf16().chain(text.encode_utf16()).collect();
        units
            .into_iter()
            .flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() })
            .collect()
    }

    #[test]
    fn text_is_read_as_editors_and_office_programs_save_it() {
        let text = "round\topponent\r\n1\tМороз, Юля\r\n";
        for bytes in [
            text.as_bytes().to_vec(),
            format!("\u{feff}{text}").into_bytes(),
            utf16(text, true, true),
            utf16(text, true, false),
            utf16(text, false, true),
            utf16(text, false, false),
        ] {
            assert_eq!(unicode(&bytes).as_deref(), Ok(text));
            assert_eq!(table(&bytes).as_deref(), Ok(text));
        }
        for (end, left) in [("\u{1a}", ""), ("\r\n\u{1a}\r\n", ""), ("\n", "\n"), ("\u{1a}x", "\u{1a}x")] {
            assert_eq!(unicode(format!("a{end}").as_bytes()).as_deref(), Ok(format!("a{left}").as_str()));
            assert_eq!(
                unicode(&utf16(&format!("ab{end}"), true, true)).as_deref(),
                Ok(format!("ab{left}").as_str())
            );
        }
        assert_eq!(unicode(b"").as_deref(), Ok(""));
    }

    #[test]
    fn a_table_may_be_in_a_code_page_of_windows_and_a_text_may_not() {
        for (name, table_of) in [
            ("Иванов, Пётр", encoding_rs::WINDOWS_1251),
            ("Müller, Jörg", encoding_rs::WINDOWS_1252),
            ("Dvořák, Jiří", encoding_rs::WINDOWS_1250),
        ] {
            let text = format!("round;opponent\n1;\"{name}\"\n");
            let (bytes, _, unmappable) = table_of.encode(&text);
            assert!(!unmappable);
            assert_eq!(table(&bytes).as_deref(), Ok(text.as_str()));
            let refused = unicode(&bytes).expect_err("not UTF-8");
            assert_eq!(refused, (2, "this is not UTF-8; save the file as UTF-8".to_owned()));
        }
        assert!(table(b"\xff\xfea").is_err(), "half a character");
    }
}
