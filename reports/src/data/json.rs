//! The screening as JSON, and the schema of that JSON.

use analyzer::screening::Screening;

use schemars::JsonSchema;
use serde::Serialize;

use crate::ReportError;

/// Any document as pretty JSON with a trailing newline.
pub(crate) fn pretty<T: Serialize>(document: &T) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(document)?;
    text.push('\n');
    Ok(text)
}

/// The JSON Schema of a document, pretty, with a trailing newline.
pub(crate) fn schema_of<T: JsonSchema>() -> String {
    format!("{:#}\n", schemars::schema_for!(T).to_value())
}

/// The screening as pretty JSON with a trailing newline; the names are those of the type, a contract.
///
/// # Errors
/// [`ReportError::Json`] if the screening cannot be serialised.
pub fn json(s: &Screening) -> Result<String, ReportError> {
    Ok(pretty(s)?)
}

/// The JSON Schema of [`Screening`], pretty, with a trailing newline.
#[must_use]
pub fn screening_schema() -> String {
    schema_of::<Screening>()
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::example;

    #[test]
    fn json_round_trips_exactly() {
        let screening = example::screening();
        let text = json(&screening).unwrap();
        assert!(text.ends_with("}\n"));
        let back: Screening = serde_json::from_str(&text).unwrap();
        assert_eq!(back, screening);
        assert_eq!(json(&back).unwrap(), text);
    }

    /// `BLESS=1 cargo test -p reports` rewrites the files after a wanted change of a type.
    #[test]
    fn schema_files_are_current() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema");
        for (name, schema) in [
            ("screening", screening_schema()),
            ("hints", crate::paper::hints::schema()),
            ("certificate", crate::paper::certificate::schema()),
            ("dossier", crate::paper::dossier::schema()),
            ("custody", crate::paper::custody::schema()),
            ("premises", analyzer::full_test::premises_schema()),
            ("bundle", crate::bundle::schema()),
            ("bundle-check", crate::bundle::verification_schema()),
            ("power", crate::power_schema()),
            ("events", crate::events_schema()),
            ("inspection", crate::inspection_schema()),
            ("trf-check", crate::trf_check_schema()),
        ] {
            let path = folder.join(format!("{name}.schema.json"));
            if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
                fs::write(&path, &schema).expect("written");
            }
            let kept = fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(kept, schema, "run the tests with BLESS=1 to rewrite {}", path.display());
        }
    }
}
