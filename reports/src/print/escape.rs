//! Text from outside, made harmless for each format without losing any of it: what cannot be shown safely is shown as its
//! code, and CSV keeps the very characters.

/// Shows characters that steer a terminal or turn the direction of text as `\u{..}`.
///
/// Joiners that real names need (U+200C, U+200D) stay.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character steers a terminal or turns the direction of text.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// A text with other text in the place of some characters.
fn replaced(text: &str, replacement: fn(char) -> Option<&'static str>) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match replacement(c) {
            Some(other) => out.push_str(other),
            None => out.push(c),
        }
    }
    out
}

/// Text for an HTML element or a quoted attribute.
pub(crate) fn html(text: &str) -> String {
    replaced(&visible(text), |c| match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        _ => None,
    })
}

/// JSON text for a `<script type="application/json">`: what could end the element or a line is written as `\uXXXX`.
///
/// The characters replaced can only stand inside strings, so the JSON keeps its meaning.
pub(crate) fn script_json(json: &str) -> String {
    replaced(json, |c| match c {
        '<' => Some("\\u003c"),
        '>' => Some("\\u003e"),
        '&' => Some("\\u0026"),
        '\u{2028}' => Some("\\u2028"),
        '\u{2029}' => Some("\\u2029"),
        _ => None,
    })
}

/// Text for Markdown, within a line: what would be markup gets a backslash in front.
///
/// Links that a viewer makes of bare addresses are broken up as well, because names come from strangers.
pub(crate) fn markdown(text: &str) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len());
    for (place, c) in text.char_indices() {
        let marks = r"\`*_[]<>|~&#$@!";
        if marks.contains(c) || text[place..].starts_with("://") {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The same for text that begins a line or an item, where more is markup: bullets, numbers, rules.
pub(crate) fn markdown_line(text: &str) -> String {
    let line = markdown(text);
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at(digits);
    if rest.starts_with(['+', '-', '=']) && digits == 0 || rest.starts_with(['.', ')']) && digits > 0 {
        return format!("{number}\\{rest}");
    }
    line
}

/// Text for a CSV cell: a cell that a spreadsheet would read as a formula gets an apostrophe in front.
///
/// Only for text. Numbers are written as they are, so that a negative z stays a number.
pub(crate) fn csv_text(text: &str) -> String {
    let formula = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if text.starts_with(formula) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steering_characters_are_shown() {
        assert_eq!(visible("a\u{1b}[31mb\u{7}\u{202e}c"), "a\\u{1b}[31mb\\u{7}\\u{202e}c");
        assert_eq!(visible("Ο’Κόννορ 李 \u{200d}"), "Ο’Κόννορ 李 \u{200d}");
    }

    #[test]
    fn markup_is_text() {
        assert_eq!(html("<a b='c' d=\"e\">&\0"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;\\u{0}");
    }

    #[test]
    fn markdown_is_text() {
        for (text, escaped) in [
            ("<img src=x> [a](b) `c` **d** | e", "\\<img src=x\\> \\[a\\](b) \\`c\\` \\*\\*d\\*\\* \\| e"),
            ("# heading\n# two", "\\# heading\\\\u{a}\\# two"),
            ("1.02", "1.02"),
            ("2000-2199, SD 1.02", "2000-2199, SD 1.02"),
            ("https://example.org", "https\\://example.org"),
        ] {
            assert_eq!(markdown(text), escaped);
        }
        let lines = ["- a", "+ a", "1. a", "12) a", "--- ", "2000-2199", "a - b"].map(markdown_line);
        assert_eq!(lines, ["\\- a", "\\+ a", "1\\. a", "12\\) a", "\\--- ", "2000-2199", "a - b"]);
    }

    #[test]
    fn scripts_cannot_be_ended_from_within() {
        assert_eq!(script_json("\"</script>&\u{2028}\""), "\"\\u003c/script\\u003e\\u0026\\u2028\"");
    }

    #[test]
    fn formulas_become_text() {
        for start in ["=", "+", "-", "@", "\t", "\r"] {
            let cell = format!("{start}1+1");
            assert_eq!(csv_text(&cell), format!("'{cell}"));
        }
        assert_eq!(csv_text("O'Connor"), "O'Connor");
    }
}
