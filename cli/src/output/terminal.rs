//! The one place that writes to standard output and standard error. Names, keys, addresses and reasons come from outside, so characters
//! that steer a terminal or turn the direction of text are written as their codes, whoever put the text together.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};

use reports::visible;
use serde::de::IgnoredAny;
use uci_pool::steers_display;

/// Writes a line to standard error, in the words of `format!`.
macro_rules! say {
    ($($words:tt)*) => { $crate::output::terminal::to_stderr(&format!($($words)*), '\n') };
}
pub(crate) use say;

/// Writes a line to standard error. Nobody may be there to read it any more.
pub(crate) fn to_stderr(line: &str, end: char) {
    let _ = write!(io::stderr().lock(), "{}{end}", lines(line, false));
}

/// Writes a text to standard output at once.
pub(crate) fn to_stdout(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let safe =
        if serde_json::from_str::<IgnoredAny>(text).is_ok() { json(text) } else { lines(text, has_colour()) };
    out.write_all(safe.as_bytes())?;
    out.flush()
}

/// Whether standard output is a terminal whose user wants colours.
pub(crate) fn has_colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// The text with codes in the place of characters that steer; ends of lines and tabulators stay, and colours where they are wanted.
fn lines(text: &str, colour: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(|c| steers_display(c) && c != '\n' && c != '\t') {
        let (before, from) = rest.split_at(place);
        out.push_str(before);
        let length = if colour { colour_code(from) } else { 0 };
        let (own, after) = from.split_at(length);
        out.push_str(own);
        let mut after = after.chars();
        if length == 0 {
            out.push_str(&after.next().map(|c| visible(c.encode_utf8(&mut [0; 4]))).unwrap_or_default());
        }
        rest = after.as_str();
    }
    out + rest
}

/// Bytes of the code for a colour with which a text begins (ECMA-48, SGR); 0 if it does not begin with one.
fn colour_code(text: &str) -> usize {
    let Some(code) = text.strip_prefix("\u{1b}[") else {
        return 0;
    };
    let numbers = code.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(code.len());
    let ends = code.get(numbers..).is_some_and(|end| end.starts_with('m'));
    if ends { numbers + "\u{1b}[m".len() } else { 0 }
}

/// A JSON document with its own escapes in the place of characters that steer. Those of JSON itself, between values, are white space.
fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if steers_display(c) && !c.is_ascii_whitespace() {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Memory does not fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}[31mb\u{7}\r\u{9b}2J\u{202e}\u{ad}\u{e0041}c\u{7f}";

    #[test]
    fn what_steers_a_terminal_is_written_as_its_code() {
        let safe = lines(&format!("1\t{HOSTILE}\n2"), false);
        assert_eq!(safe, "1\ta\\u{1b}[31mb\\u{7}\\u{d}\\u{9b}2J\\u{202e}\\u{ad}\\u{e0041}c\\u{7f}\n2");
        assert_eq!(lines(&safe, false), safe, "a text that is harmless stays");
        assert_eq!(lines("Ο’Κόννορ 李\n", true), "Ο’Κόννορ 李\n");
    }

    #[test]
    fn colours_stay_where_they_are_wanted_and_nothing_else_of_their_kind() {
        let coloured = "\u{1b}[1;33mz 5.1\u{1b}[0m";
        assert_eq!(lines(coloured, true), coloured);
        assert!(!lines(coloured, false).contains('\u{1b}'));
        for other in ["\u{1b}[2J", "\u{1b}]0;title\u{7}", "\u{1b}[31", "\u{1b}", "\u{1b}[?25lm", "\u{9b}1m"] {
            assert!(!lines(other, true).contains(['\u{1b}', '\u{9b}']), "{other:?}");
        }
    }

    #[test]
    fn json_keeps_its_meaning() {
        let document = serde_json::json!({ HOSTILE: [HOSTILE, 1] });
        let text = serde_json::to_string_pretty(&document).expect("JSON") + "\n";
        let safe = json(&text);
        assert!(!safe.chars().any(|c| steers_display(c) && c != '\n'), "{safe:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&safe).expect("JSON"), document);
    }
}
