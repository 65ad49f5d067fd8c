//! Papers: dossiers with their custody, live hints, and the files of a full test; each is made of numbers
//! that are given to it.

pub mod batch;
pub mod bundle_files;
pub mod custody;
pub mod dossier;
pub mod hints;
pub mod null_certificate;
pub mod telemetry;
