//! Widths of text in terminal cells, wrapping and cutting.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The text cut to so many cells, with an ellipsis where something is missing.
pub(crate) fn cut(text: &str, max: usize) -> String {
    if width(text) <= max {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or_default();
        if used > max {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}

/// The text filled up with blanks on the right.
pub(crate) fn left(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// The text filled up with blanks on the left.
pub(crate) fn right(text: &str, to: usize) -> String {
    format!("{}{text}", " ".repeat(to.saturating_sub(width(text))))
}

/// Lines of at most so many cells, broken between words and not at no-break spaces; a longer word stands alone.
pub(crate) fn wrap(text: &str, max: usize) -> Vec<String> {
    let breaks = |c: char| c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{202f}');
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(breaks).filter(|word| !word.is_empty()) {
        if !line.is_empty() && width(&line) + 1 + width(word) > max {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_and_combining_characters() {
        assert_eq!(width("李小龙"), 6);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(cut("李小龙", 4), "李…");
        // One cell for a Cyrillic letter, whatever its bytes.
        assert_eq!((width("Щукіна"), width("31\u{a0}600")), (6, 6));
        assert_eq!(cut("Щукіна", 4), "Щук…");
        assert_eq!(right("Щукін", 7), "  Щукін");
        assert_eq!(cut("Anna", 4), "Anna");
        assert_eq!(left("李", 4), "李  ");
        assert_eq!(right("12", 4), "  12");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable x", 4), ["unbreakable", "x"]);
        assert_eq!(wrap("1 из 31\u{a0}600", 7), ["1 из", "31\u{a0}600"]);
    }
}
