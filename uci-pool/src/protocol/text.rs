//! Words of an engine that people read: in errors, identities and reports.

/// The text with U+FFFD for each character that steers a terminal, turns the direction of text, or cannot be seen.
pub(crate) fn printable(text: &str) -> String {
    text.trim().chars().map(|c| if steers(c) { '\u{fffd}' } else { c }).collect()
}

fn steers(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}
