//! The text of a table that people hand over, and messages that quote it.

use super::visible::visible_within;

/// The text without its byte order mark, or the line with the first bytes that are not UTF-8.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, (usize, String)> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        (line, "this is not UTF-8".to_owned())
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A message that quotes the file: what cannot be seen is named, and it has an end.
pub(crate) fn printable(message: &str) -> String {
    visible_within(message.trim(), 300)
}
