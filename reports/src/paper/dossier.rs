//! The dossier of one player in one event: what a panel, an expert of the defence and a court receive.
//!
//! As with certificates, one `Document` is made in a language and every format prints it.
//! The JSON is the full test itself, with nothing rounded. A dossier holds numbers, their limits and what speaks for
//! the player; it must never hold a verdict, nor a number that the full test does not hold.

mod content;
mod tables;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod tests;

use analyzer::full_test::FullTest;

use crate::paper::custody::Custody;
#[cfg(feature = "pdf")]
use crate::print::pdf;
use crate::{
    Language, ReportError,
    print::{self, html as page, markdown},
};

pub use tables::{decisions_table, games_table, sensitivity_table};

/// One self-contained page: it loads nothing and runs no script.
#[must_use]
pub fn html(test: &FullTest, custody: &Custody, language: Language) -> String {
    page::html(&content::document(test, custody, language))
}

/// The result in short, as a part of a page that has a head and a style of its own: it begins below a heading of the second
/// level.
#[must_use]
pub fn summary(test: &FullTest, language: Language) -> String {
    page::fragment(&content::summary(test, language).blocks).finish()
}

/// The dossier in every format, each file with its name.
///
/// # Errors
/// If one of them cannot be printed.
pub(crate) fn files(
    test: &FullTest,
    custody: &Custody,
    language: Language,
) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    print::files("dossier", &content::document(test, custody, language), print::PRINTERS)
}

/// Markdown with plain tables and no pictures, for a folder of documents.
#[must_use]
pub fn markdown(test: &FullTest, custody: &Custody, language: Language) -> String {
    markdown::markdown(&content::document(test, custody, language))
}

/// A PDF on A4 with bookmarks and page numbers. The same test and custody in the same language give the same bytes.
///
/// # Errors
/// [`ReportError::Json`] if the text cannot be written as JSON, [`ReportError::Pdf`] if it cannot be laid out.
#[cfg(feature = "pdf")]
pub fn pdf(test: &FullTest, custody: &Custody, language: Language) -> Result<Vec<u8>, ReportError> {
    pdf::pdf(&content::document(test, custody, language))
}

/// The full test as pretty JSON with a trailing newline; the names are those of the type, a contract.
///
/// # Errors
/// [`ReportError::Json`] if it cannot be serialised.
pub fn json(test: &FullTest) -> Result<String, ReportError> {
    Ok(crate::json::pretty(test)?)
}

/// The JSON Schema of [`FullTest`], pretty, with a trailing newline.
#[must_use]
pub fn schema() -> String {
    crate::json::schema_of::<FullTest>()
}
