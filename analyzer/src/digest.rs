//! Digests over numbers, independent of how games lie in their files.

use sha2::{Digest, Sha256};
pub use uci_pool::hex;

use crate::full_test::FullTest;
use crate::hints::Hints;
use crate::screening::{EventSummary, Manifest, Screening};

/// SHA-256 over every number of a screening that does not depend on the order, the names or the offsets of
/// its input files, nor on the version of this software.
///
/// # Errors
/// If the document cannot be written as JSON, which no screening made here can cause.
pub fn of_screening(screening: &Screening) -> Result<String, serde_json::Error> {
    let mut numbers = screening.clone();
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

/// SHA-256 over every number of a full test, by the same rule. The names of other people are left out as well, so that
/// a copy without them has the same digest.
///
/// # Errors
/// If the document cannot be written as JSON, which no test made here can cause.
pub fn of_full_test(test: &FullTest) -> Result<String, serde_json::Error> {
    let mut numbers = test.clone();
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

/// SHA-256 over every number of live hints, by the same rule. When the look was made is not one of them.
///
/// # Errors
/// If the document cannot be written as JSON, which no look made here can cause.
pub fn of_hints(hints: &Hints) -> Result<String, serde_json::Error> {
    let mut numbers = hints.clone();
    strip(&mut numbers.manifest, &mut numbers.event);
    numbers.at = None;
    Ok(hex(&Sha256::digest(serde_json::to_vec(&numbers)?)))
}

/// Takes out what depends on files, on the version of the software, and the digest itself.
fn strip(manifest: &mut Manifest, event: &mut EventSummary) {
    manifest.digest.clear();
    manifest.software.clear();
    manifest.inputs.clear();
    event.name.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_two_lower_case_digits_a_byte() {
        assert_eq!(hex(&[0, 10, 255]), "000aff");
        // FIPS 180-2: SHA-256 of the empty message.
        assert_eq!(&hex(&Sha256::digest(b""))[..16], "e3b0c44298fc1c14");
    }
}
