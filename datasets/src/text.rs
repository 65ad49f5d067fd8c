//! How people and their programs write text, numbers and tables, apart from what they mean.

pub(crate) mod csv_rows;
pub(crate) mod digits;
pub(crate) mod table_text;
pub(crate) mod toml_text;

use serde::de::DeserializeOwned;
use thiserror::Error;

pub use toml_text::Backslashes;

/// A place in a text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct TextFault {
    /// From 1.
    pub line: usize,
    /// A lower-case fragment without characters that move the cursor of a terminal.
    pub message: String,
}

impl From<(usize, String)> for TextFault {
    fn from((line, message): (usize, String)) -> Self {
        Self { line, message: table_text::printable(&message) }
    }
}

/// The text of a file that somebody wrote, as editors and office programs save it: UTF-8, or UTF-16 with or without its mark. The mark
/// and the Ctrl-Z by which DOS ends a text are left out.
///
/// # Errors
/// Bytes that are neither.
pub fn plain_text(bytes: &[u8]) -> Result<String, TextFault> {
    Ok(table_text::unicode(bytes)?.into_owned())
}

/// Reads TOML that people write by hand.
///
/// # Errors
/// The line and what is wrong there; where a path of Windows stands in double quotes, how it is written.
pub fn read_toml<T: DeserializeOwned>(text: &str, backslashes: Backslashes) -> Result<T, TextFault> {
    Ok(toml_text::parse(text, &toml_text::Lines::new(text), backslashes)?)
}
