//! The digest of a full test.

use sha2::{Digest, Sha256};
use uci_pool::hex;

use crate::judge::full_test::FullTest;
use crate::judge::screen::digest::strip;

impl FullTest {
    /// SHA-256 over every number of a full test, by the same rule. The names of other people are left out as well, so that
    /// a copy without them has the same digest.
    ///
    /// # Errors
    /// If the document cannot be written as JSON, which no test made here can cause.
    pub fn digest(&self) -> Result<String, serde_json::Error> {
        let mut numbers = self.clone();
        strip(&mut numbers.manifest, &mut numbers.event);
        if let Some(report) = &mut numbers.report {
            report.strip();
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
        numbers.name_opponents(|_| String::new());
        Ok(hex(&Sha256::digest(serde_json::to_vec(&numbers)?)))
    }
}
