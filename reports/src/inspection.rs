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

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    /// `BLESS=1 cargo test -p reports` rewrites the file after a wanted change of the type.
    fn is_current(name: &str, schema: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema").join(name);
        if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
            fs::write(&path, schema).expect("written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(kept, schema, "run the tests with BLESS=1 to rewrite {}", path.display());
    }

    #[test]
    fn schema_files_are_current() {
        is_current("inspection.schema.json", &super::inspection_schema());
        is_current("trf-check.schema.json", &crate::trf_check_schema());
    }
}
