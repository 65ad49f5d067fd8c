//! Evidence bundles of full tests: attachments, the custody log, writing, reading back and computing again.
//!
//! Errors are for a person to read, so they are `anyhow` errors with the file they belong to.

pub mod attachments;
pub mod custody_log;
pub mod defence_copy;
pub mod evidence;
pub mod export;

pub use attachments::{AttachmentFiles, Attachments};
pub use custody_log::{CustodyLog, CustodyStatements};
pub use evidence::Evidence;
