//! The digest of a full test.

use crate::digest::Rule;
use crate::judge::full_test::FullTest;
use crate::judge::screen::digest::strip;

/// The names of other people are left out as well, so that a copy without them has the same digest.
const RULE: Rule<FullTest> = Rule {
    volatile: &[
        "games.*.opponent",
        // A copy for the player's side leaves it out if it is the name of somebody else too.
        "games.*.stood.arbiter",
        "report.name",
        "report.player.findings",
        "stated.place",
        "stated.organiser",
        "stated.chief_arbiter",
        "stated.time_control",
        "place.name",
        "absences.name",
        "telemetry.name",
        "several.events.*.name",
    ],
    unordered: &[],
    first_layout: Some(("fairplay/dossier/1", clear)),
};

impl FullTest {
    /// SHA-256 over every number of a full test, by the rule of the document's layout.
    ///
    /// # Errors
    /// If the document cannot be written as JSON.
    pub fn digest(&self) -> Result<String, serde_json::Error> {
        RULE.digest(self)
    }

    /// The digest of a `dossier.json`, which may hold keys that this version does not know.
    ///
    /// # Errors
    /// If it is not JSON, or of an old layout and not a full test.
    pub fn digest_of_file(json: &[u8]) -> Result<String, serde_json::Error> {
        RULE.digest_of_file(json)
    }
}

/// Clears what the digest of the first layout leaves out.
fn clear(test: &mut FullTest) {
    strip(&mut test.manifest, &mut test.event);
    if let Some(report) = &mut test.report {
        report.name.clear();
    }
    if let Some(place) = &mut test.place {
        place.name.clear();
    }
    if let Some(absences) = &mut test.absences {
        absences.name.clear();
    }
    if let Some(telemetry) = &mut test.telemetry {
        telemetry.name.clear();
    }
    for event in test.several.iter_mut().flat_map(|several| &mut several.events) {
        event.name.clear();
    }
    // This clears the findings of the report too.
    test.name_opponents(|_| String::new());
}
