//! The certificate of a calibration as a document.
//!
//! The bars and their results stand in the certificate as text and are printed as they were written down. This module
//! knows how a certificate reads and never how its numbers were made.

mod content;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod tests;

pub use content::document;
