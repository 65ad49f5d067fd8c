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

/// Reads TOML, or gives the line and what is wrong there.
pub(crate) fn parse<T: DeserializeOwned>(text: &str, lines: &Lines) -> Result<T, (usize, String)> {
    if let Some(at) = too_deep(text) {
        return Err((lines.at(at), "too many brackets are open".to_owned()));
    }
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| lines.at(span.start));
        (line, error.message().trim().to_owned())
    })
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
    use super::{MAX_OPEN, too_deep};
    use crate::players::Aliases;

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
