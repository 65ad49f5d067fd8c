//! Words of an engine that people read: in errors, identities and reports.

/// The text with U+FFFD for each character that steers a terminal, turns the direction of text, or cannot be seen. Names of engines
/// need no joiners.
pub(crate) fn printable(text: &str) -> String {
    let hides = |c| steers_display(c) || matches!(c, '\u{200c}' | '\u{200d}');
    text.trim().chars().map(|c| if hides(c) { '\u{fffd}' } else { c }).collect()
}

/// Whether a character steers a terminal, turns the direction of text, or cannot be seen. Joiners that real names need (U+200C,
/// U+200D) are not among them.
pub fn steers_display(c: char) -> bool {
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
