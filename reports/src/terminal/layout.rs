//! Widths of text in terminal cells, wrapping and cutting.

/// Cells a character takes: two for East Asian wide characters and emoji, none for combining marks.
fn cells(c: char) -> usize {
    match u32::from(c) {
        0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5bd | 0x64b..=0x65f | 0x200c..=0x200d | 0xfe00..=0xfe0f => {
            0
        }
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// Cells a text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(cells).sum()
}

/// The text cut to so many cells, with an ellipsis where something is missing.
pub(super) fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += cells(c);
        if used > most {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}

/// The text filled up with blanks on the right.
pub(super) fn left(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// The text filled up with blanks on the left.
pub(super) fn right(text: &str, to: usize) -> String {
    format!("{}{text}", " ".repeat(to.saturating_sub(width(text))))
}

/// Lines of at most so many cells, broken between words and not at no-break spaces; a longer word stands alone.
pub(super) fn wrap(text: &str, most: usize) -> Vec<String> {
    let breaks = |c: char| c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{202f}');
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(breaks).filter(|word| !word.is_empty()) {
        if !line.is_empty() && width(&line) + 1 + width(word) > most {
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
