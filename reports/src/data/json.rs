//! Documents as JSON, and the schemas of that JSON. The names in it are those of the types, a contract.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ReportError;

pub(crate) fn pretty<T: Serialize>(document: &T) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(document)?;
    text.push('\n');
    Ok(text)
}

/// A document as pretty JSON with a trailing newline.
pub fn json<T: Serialize>(document: &T) -> Result<String, ReportError> {
    Ok(pretty(document)?)
}

/// The JSON Schema of a document, pretty, with a trailing newline.
pub fn schema_of<T: JsonSchema>() -> String {
    format!("{:#}\n", schemars::schema_for!(T).to_value())
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use analyzer::screening::Screening;

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
            ("screening", schema_of::<Screening>()),
            ("hints", schema_of::<crate::hints::Looked<'static>>()),
            ("dossier", schema_of::<analyzer::full_test::FullTest>()),
            ("custody", schema_of::<crate::custody::Custody>()),
            ("premises", analyzer::full_test::premises_schema()),
            ("bundle", schema_of::<crate::bundle::Manifest>()),
            ("bundle-check", schema_of::<crate::bundle::Verification>()),
            ("events", schema_of::<crate::Events<'static>>()),
            ("batch", schema_of::<analyzer::batch::Batch>()),
            ("inspection", schema_of::<datasets::inspection::Inspection>()),
            ("trf-check", schema_of::<crate::TrfCheck<'static>>()),
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
