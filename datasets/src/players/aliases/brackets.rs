//! How deep the brackets of a TOML file go, found without going there.
//!
//! `toml` 1.2 stops at 80 levels, but a closing bracket that closes nothing brings its count down, and then a file of some
//! hundred kilobytes uses up the stack and ends the program. So the words are looked through first, one after another.
//! Whether the file is a table is not known here.

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// Most brackets that may be open at once. A table of aliases opens four.
const MAX_OPEN: usize = 64;

/// Where one bracket too many opens, in bytes.
///
/// Only a bracket of its own kind closes another, so that no more levels can be open for `toml` than here.
pub(crate) fn too_deep(text: &str) -> Option<usize> {
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
