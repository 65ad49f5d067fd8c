//! The digest of a screening.

use sha2::{Digest, Sha256};
use uci_pool::hex;

use crate::judge::screen::document::{EventSummary, Manifest, Screening};

impl Screening {
    /// SHA-256 over every number of a screening that does not depend on the order, the names or the offsets of
    /// its input files, nor on the version of this software.
    ///
    /// # Errors
    /// If the document cannot be written as JSON, which no screening made here can cause.
    pub fn digest(&self) -> Result<String, serde_json::Error> {
        let mut numbers = self.clone();
        strip(&mut numbers.manifest, &mut numbers.event);
        for entry in &mut numbers.unscored {
            (entry.input, entry.game, entry.offset) = (String::new(), 0, 0);
            entry.partner = None;
        }
        numbers.notes.clear();
        for entry in &mut numbers.quarantine {
            (entry.input, entry.game, entry.offset) = (String::new(), 0, 0);
        }
        numbers.unscored.sort_by(|a, b| {
            (&a.white, &a.black, a.plies, a.reason).cmp(&(&b.white, &b.black, b.plies, b.reason))
        });
        numbers.quarantine.sort_by(|a, b| (&a.token, &a.reason, a.ply).cmp(&(&b.token, &b.reason, b.ply)));
        Ok(hex(&Sha256::digest(serde_json::to_vec(&numbers)?)))
    }
}

/// Takes out what depends on files, on the version of the software, and the digest itself.
pub(crate) fn strip(manifest: &mut Manifest, event: &mut EventSummary) {
    manifest.digest.clear();
    manifest.software.clear();
    manifest.inputs.clear();
    event.name.clear();
}
