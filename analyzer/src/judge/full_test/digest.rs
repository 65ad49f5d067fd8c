//! The digest of a full test.

use serde_json::Value;
use sha2::{Digest, Sha256};
use uci_pool::hex;

use crate::digest::Rule;
use crate::judge::full_test::FullTest;
use crate::judge::screen::digest::strip;

/// Layout of full tests whose digest is that of [`before_canonical_json`].
const OLD_SCHEMA: &str = "fairplay/dossier/1";

/// The names of other people are left out as well, so that a copy without them has the same digest.
const RULE: Rule = Rule {
    volatile: &[
        "games.*.opponent",
        "report.name",
        "report.player.findings",
        "place.name",
        "absences.name",
        "several.events.*.name",
    ],
    unordered: &[],
};

impl FullTest {
    /// SHA-256 over every number of a full test, by the rule of the document's layout.
    ///
    /// # Errors
    /// If the document cannot be written as JSON.
    pub fn digest(&self) -> Result<String, serde_json::Error> {
        if self.schema == OLD_SCHEMA { before_canonical_json(self) } else { RULE.digest(self) }
    }

    /// The digest of a `dossier.json`, which may hold keys that this version does not know.
    ///
    /// # Errors
    /// If it is not JSON, or of an old layout and not a full test.
    pub fn digest_of_file(json: &[u8]) -> Result<String, serde_json::Error> {
        let value: Value = serde_json::from_slice(json)?;
        if value.get("schema").and_then(Value::as_str) == Some(OLD_SCHEMA) {
            return before_canonical_json(&serde_json::from_slice(json)?);
        }
        RULE.digest(&value)
    }
}

/// The digest of the first layout: over the fields as this software writes them, in their order.
fn before_canonical_json(test: &FullTest) -> Result<String, serde_json::Error> {
    let mut numbers = test.clone();
    strip(&mut numbers.manifest, &mut numbers.event);
    if let Some(report) = &mut numbers.report {
        report.name.clear();
    }
    if let Some(place) = &mut numbers.place {
        place.name.clear();
    }
    if let Some(absences) = &mut numbers.absences {
        absences.name.clear();
    }
    for event in numbers.several.iter_mut().flat_map(|several| &mut several.events) {
        event.name.clear();
    }
    // This clears the findings of the report too.
    numbers.name_opponents(|_| String::new());
    Ok(hex(&Sha256::digest(serde_json::to_vec(&numbers)?)))
}
