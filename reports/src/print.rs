//! Printers: each makes a file of a document.
//!
//! A new printer of documents is one file here and one line of [`PRINTERS`]. Tables of values
//! are written as CSV and Parquet by [`crate::table`].

pub(crate) mod html;
pub(crate) mod layout;
pub(crate) mod markdown;
pub(crate) mod markup;
#[cfg(feature = "pdf")]
pub(crate) mod pdf;
pub(crate) mod terminal;
