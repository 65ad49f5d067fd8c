//! The certificate of a calibration as a page, as Markdown, as JSON and as PDF.
//!
//! One `Document` is made from the certificate in a language and every format prints it, so that none says
//! more than another. The bars and their results stand in the certificate as text and are printed as they were
//! written down. This module knows how a certificate reads and never how its numbers were made.

mod content;
mod envelope;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod tests;

use analyzer::calibration::certificate::Certificate;

#[cfg(feature = "pdf")]
use crate::print::pdf;
use crate::{
    Language, ReportError,
    print::{html as page, markdown},
};

/// One self-contained page: it loads nothing and runs no script.
#[must_use]
pub fn html(certificate: &Certificate, language: Language) -> String {
    page::html(&content::document(certificate, language))
}

/// Markdown with plain tables and no pictures, for a folder of documents.
#[must_use]
pub fn markdown(certificate: &Certificate, language: Language) -> String {
    markdown::markdown(&content::document(certificate, language))
}

/// A PDF on A4 with bookmarks and page numbers. The same certificate in the same language gives the same bytes.
///
/// # Errors
/// [`ReportError::Json`] if the text cannot be written as JSON, [`ReportError::Pdf`] if it cannot be laid out.
#[cfg(feature = "pdf")]
pub fn pdf(certificate: &Certificate, language: Language) -> Result<Vec<u8>, ReportError> {
    pdf::pdf(&content::document(certificate, language))
}

/// The certificate as pretty JSON with a trailing newline; the names are those of the type, a contract.
///
/// # Errors
/// [`ReportError::Json`] if it cannot be serialised.
pub fn json(certificate: &Certificate) -> Result<String, ReportError> {
    Ok(crate::json::pretty(certificate)?)
}

/// The JSON Schema of [`Certificate`], pretty, with a trailing newline.
#[must_use]
pub fn schema() -> String {
    crate::json::schema_of::<Certificate>()
}
