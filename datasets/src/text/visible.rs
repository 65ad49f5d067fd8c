//! Words of a file in a message about it: what cannot be seen is written as its number with its name.

/// Most characters of a word of a file that a message quotes.
pub(crate) const MOST: usize = 80;

/// The text, at most so many characters of it, with every character that nobody can see, or tell from a space, written as
/// `[U+00A0 NO-BREAK SPACE]`; ends of lines are spaces. Everything else stays, also typographic signs, which can be seen.
/// Nothing is cut in the middle of a code.
pub(crate) fn visible_within(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    for c in text.chars() {
        let shown = Shown::new(c);
        length += shown.length();
        if length > most {
            break;
        }
        shown.put(&mut out);
    }
    out
}

enum Shown {
    Itself(char),
    Code(String),
}

impl Shown {
    fn new(c: char) -> Self {
        match c {
            ' ' => Self::Itself(c),
            '\n' | '\r' => Self::Itself(' '),
            _ if !hides(c) => Self::Itself(c),
            _ => match name(c) {
                Some(name) => Self::Code(format!("[U+{:04X} {name}]", u32::from(c))),
                None => Self::Code(format!("[U+{:04X}]", u32::from(c))),
            },
        }
    }

    fn length(&self) -> usize {
        match self {
            Self::Itself(_) => 1,
            Self::Code(code) => code.len(),
        }
    }

    fn put(&self, out: &mut String) {
        match self {
            Self::Itself(c) => out.push(*c),
            Self::Code(code) => out.push_str(code),
        }
    }
}

/// Whether a character leaves no ink, or only looks like a space.
fn hides(c: char) -> bool {
    c.is_control()
        || c.is_whitespace()
        || name(c).is_some()
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e01ef}')
}

/// Whether a character leaves no ink and parts no words: it can stand within a word without being seen.
pub(crate) fn is_unseen(c: char) -> bool {
    hides(c) && !c.is_whitespace() && c != '\u{2800}' && c != '\u{fffd}'
}

/// The name in the Unicode character database, of the characters that files are known to hold.
fn name(c: char) -> Option<&'static str> {
    Some(match c {
        '\0' => "NULL",
        '\t' => "TAB",
        '\u{b}' => "VERTICAL TAB",
        '\u{c}' => "FORM FEED",
        '\u{1a}' => "SUBSTITUTE, Ctrl-Z",
        '\u{1b}' => "ESCAPE",
        '\u{7f}' => "DELETE",
        '\u{85}' => "NEXT LINE",
        '\u{a0}' => "NO-BREAK SPACE",
        '\u{ad}' => "SOFT HYPHEN",
        '\u{34f}' => "COMBINING GRAPHEME JOINER",
        '\u{61c}' => "ARABIC LETTER MARK",
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => "HANGUL FILLER",
        '\u{1680}' => "OGHAM SPACE MARK",
        '\u{180e}' => "MONGOLIAN VOWEL SEPARATOR",
        '\u{2000}' | '\u{2001}' => "QUAD",
        '\u{2002}' => "EN SPACE",
        '\u{2003}' => "EM SPACE",
        '\u{2004}' => "THREE-PER-EM SPACE",
        '\u{2005}' => "FOUR-PER-EM SPACE",
        '\u{2006}' => "SIX-PER-EM SPACE",
        '\u{2007}' => "FIGURE SPACE",
        '\u{2008}' => "PUNCTUATION SPACE",
        '\u{2009}' => "THIN SPACE",
        '\u{200a}' => "HAIR SPACE",
        '\u{200b}' => "ZERO WIDTH SPACE",
        '\u{200c}' => "ZERO WIDTH NON-JOINER",
        '\u{200d}' => "ZERO WIDTH JOINER",
        '\u{200e}' => "LEFT-TO-RIGHT MARK",
        '\u{200f}' => "RIGHT-TO-LEFT MARK",
        '\u{2028}' => "LINE SEPARATOR",
        '\u{2029}' => "PARAGRAPH SEPARATOR",
        '\u{202a}' => "LEFT-TO-RIGHT EMBEDDING",
        '\u{202b}' => "RIGHT-TO-LEFT EMBEDDING",
        '\u{202c}' => "POP DIRECTIONAL FORMATTING",
        '\u{202d}' => "LEFT-TO-RIGHT OVERRIDE",
        '\u{202e}' => "RIGHT-TO-LEFT OVERRIDE",
        '\u{202f}' => "NARROW NO-BREAK SPACE",
        '\u{205f}' => "MEDIUM MATHEMATICAL SPACE",
        '\u{2060}' => "WORD JOINER",
        '\u{2061}'..='\u{2064}' => "INVISIBLE OPERATOR",
        '\u{2066}' => "LEFT-TO-RIGHT ISOLATE",
        '\u{2067}' => "RIGHT-TO-LEFT ISOLATE",
        '\u{2068}' => "FIRST STRONG ISOLATE",
        '\u{2069}' => "POP DIRECTIONAL ISOLATE",
        '\u{206a}'..='\u{206f}' => "DEPRECATED FORMAT CHARACTER",
        '\u{2800}' => "BRAILLE PATTERN BLANK",
        '\u{3000}' => "IDEOGRAPHIC SPACE",
        '\u{feff}' => "ZERO WIDTH NO-BREAK SPACE, byte order mark",
        '\u{fffd}' => "REPLACEMENT CHARACTER",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::visible_within;

    #[test]
    fn what_cannot_be_seen_is_named() {
        for (text, expected) in [
            ("e4\u{a0}e5", "e4[U+00A0 NO-BREAK SPACE]e5"),
            ("\u{202f}Nf3", "[U+202F NARROW NO-BREAK SPACE]Nf3"),
            ("\u{1a}", "[U+001A SUBSTITUTE, Ctrl-Z]"),
            ("a\u{7}\u{1b}[31m", "a[U+0007][U+001B ESCAPE][31m"),
            ("x\u{e0041}", "x[U+E0041]"),
            ("Müller, Ёж 7…Qb6 “x” – 李", "Müller, Ёж 7…Qb6 “x” – 李"),
            ("{open\n 1-0", "{open  1-0"),
            ("", ""),
        ] {
            assert_eq!(visible_within(text, 80), expected);
        }
        assert_eq!(visible_within("ab\u{a0}c", 25), "ab[U+00A0 NO-BREAK SPACE]");
        assert_eq!(visible_within("ab\u{a0}c", 24), "ab", "no code is cut");
        assert_eq!(visible_within(&"x".repeat(90), 80).len(), 80);
    }
}
