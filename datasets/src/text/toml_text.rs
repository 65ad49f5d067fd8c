//! TOML that people write by hand: its lines, and how deep its brackets go.
//!
//! `toml` 1.2 stops at 80 levels, but a closing bracket that closes nothing brings its count down, and then a file of some
//! hundred kilobytes uses up the stack and ends the program. So the words are looked through first, one after another.

use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// Most brackets that may be open at once. A table of aliases opens four.
const MAX_OPEN: usize = 64;

/// Where the lines of a text end. Every row asks for its line, so the text is gone through once and not each time.
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect())
    }

    /// The line that byte `at` stands in, from 1.
    pub(crate) fn at(&self, at: usize) -> usize {
        1 + self.0.partition_point(|end| *end < at)
    }
}

/// What a backslash in double quotes may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backslashes {
    /// A character of a text, such as a line end.
    OfText,
    /// No control character: all values are paths, addresses and names. `"tools\new\table"` would hold a line end and a tab.
    OfPaths,
}

/// What to do about a path of Windows in double quotes.
const SINGLE_QUOTES: &str = "in double quotes a backslash begins an escape, so write a path in single quotes, as in \
                             'C:\\Program Files\\x.exe', or with / in place of \\";

/// Reads TOML, or gives the line and what is wrong there.
pub(crate) fn parse<T: DeserializeOwned>(
    text: &str,
    lines: &Lines,
    backslashes: Backslashes,
) -> Result<T, (usize, String)> {
    if let Some(at) = too_deep(text) {
        return Err((lines.at(at), "too many brackets are open".to_owned()));
    }
    if let Some((at, string)) = path_with_escapes(text, backslashes) {
        return Err((lines.at(at), format!("{string}: {SINGLE_QUOTES}")));
    }
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| lines.at(span.start));
        let message = error.message().trim();
        let written = text.lines().nth(line - 1).unwrap_or_default();
        let escape = message.contains("escape") && written.contains('\\');
        (line, if escape { format!("{message}; {SINGLE_QUOTES}") } else { message.to_owned() })
    })
}

/// A string in double quotes with a backslash that was meant as one: of a path that begins with a drive, or, where all values are
/// paths, of an escape for a control character. Gives its place in bytes and the string as written.
fn path_with_escapes(text: &str, backslashes: Backslashes) -> Option<(usize, &str)> {
    for token in Source::new(text).lex() {
        if token.kind() != TokenKind::BasicString {
            continue;
        }
        let (at, end) = (token.span().start(), token.span().end());
        let written = text.get(at..end).unwrap_or_default();
        let inside = written.trim_matches('"');
        let drive = matches!(inside.as_bytes(), [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic());
        let mut escapes = Vec::new();
        let mut letters = inside.chars();
        while let Some(letter) = letters.next() {
            if letter == '\\' {
                escapes.push(letters.next().unwrap_or_default());
            }
        }
        let meant = |escape: &char| match backslashes {
            _ if drive => !matches!(escape, '\\' | '"'),
            Backslashes::OfPaths => matches!(escape, 'b' | 't' | 'n' | 'f' | 'r' | 'e'),
            Backslashes::OfText => false,
        };
        if escapes.iter().any(meant) {
            return Some((at, written));
        }
    }
    None
}

/// Where one bracket too many opens, in bytes. Only a bracket of its own kind closes another, as for `toml`.
fn too_deep(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    for token in Source::new(text).lex() {
        match token.kind() {
            kind @ (TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket) => {
                if open.len() == MAX_OPEN {
                    return Some(token.span().start());
                }
                open.push(kind);
            }
            TokenKind::RightSquareBracket => {
                open.pop_if(|kind| *kind == TokenKind::LeftSquareBracket);
            }
            TokenKind::RightCurlyBracket => {
                open.pop_if(|kind| *kind == TokenKind::LeftCurlyBracket);
            }
            _ => {}
        }
    }
    None
}

/// A basic string. Characters that steer a terminal or turn the direction of text are written as codes.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        let plain = c == ' ' || c.is_alphanumeric() || (c.is_ascii_graphic() && !matches!(c, '"' | '\\'));
        if plain {
            out.push(c);
        } else {
            // Writing into a string does not fail.
            let _ = write!(out, "\\U{:08X}", u32::from(c));
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{Backslashes, Lines, MAX_OPEN, parse, too_deep};
    use crate::players::Aliases;

    fn read(text: &str, backslashes: Backslashes) -> Result<toml::Table, (usize, String)> {
        parse(text, &Lines::new(text), backslashes)
    }

    #[test]
    fn a_path_of_windows_in_double_quotes_is_told_how_it_is_written() {
        let [text, paths] = [Backslashes::OfText, Backslashes::OfPaths];
        for (value, kind) in [
            // No escape at all, one that is, and both.
            (r#""C:\Program Files\Stockfish\stockfish.exe""#, text),
            (r#""c:\new\table""#, text),
            (r#""D:\temp\fish.exe""#, text),
            (r#""engines\stockfish.exe""#, text),
            (r#""\\server\share\x.exe""#, text),
            (r#""engines\new\table.exe""#, paths),
            (r#"["a", "C:\engines\x"]"#, text),
        ] {
            let (line, said) = read(&format!("a = 1\npath = {value}\n"), kind).expect_err(value);
            assert!(
                line == 2 && said.contains("single quotes") && said.contains("with /"),
                "{value}: {said}"
            );
        }
        for (value, kind) in [
            (r#"'C:\Program Files\x.exe'"#, paths),
            (r#""C:/Program Files/x.exe""#, paths),
            (r#""C:\\Program Files\\new.exe""#, paths),
            (r#""two\nlines and \"quotes\"""#, text),
            (r#""a \u00fc""#, paths),
        ] {
            read(&format!("path = {value}\n"), kind).expect(value);
        }
        let (line, said) = read("a = 1\nb = = 2\n", text).expect_err("no value");
        assert!(line == 2 && !said.contains("single quotes"), "{said}");
    }

    #[test]
    fn brackets_are_counted_where_they_are_brackets() {
        assert_eq!(too_deep("[[person]]\nhandles = { a = [\"[[[{\"] } # [[[{\n"), None);
        let many = |n: usize| "x = ".to_owned() + &"[".repeat(n);
        assert_eq!(too_deep(&many(MAX_OPEN)), None);
        assert_eq!(too_deep(&many(MAX_OPEN + 1)), Some(4 + MAX_OPEN));
        // A bracket of the other kind closes nothing.
        assert!(too_deep(&"{]".repeat(100)).is_some());
        assert_eq!(too_deep(&"[]{}".repeat(100)), None);
    }

    #[test]
    fn brackets_that_fool_the_count_of_toml_do_not_use_up_the_stack() {
        let text = "{g \"\nn\nn[\"\"]\ns=".repeat(20_000);
        let error = Aliases::parse(text.as_bytes()).expect_err("no table");
        assert_eq!(error.to_string(), "line 192 of the alias table: too many brackets are open");
    }
}
