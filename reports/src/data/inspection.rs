//! Inspections as JSON, and the schema of that JSON.

use datasets::inspection::Inspection;

use crate::ReportError;

/// The inspection as pretty JSON with a trailing newline; the names are those of the type, a contract.
///
/// # Errors
/// [`ReportError::Json`] if it cannot be serialised.
pub fn inspection_json(inspection: &Inspection) -> Result<String, ReportError> {
    Ok(crate::json::pretty(inspection)?)
}

/// The JSON Schema of [`Inspection`], pretty, with a trailing newline.
#[must_use]
pub fn inspection_schema() -> String {
    crate::json::schema_of::<Inspection>()
}
