//! The custody of the example; the people are invented.

use super::*;

/// A complete copy: stated by whom it was asked for and why, and not who ran it.
pub(crate) fn custody() -> Custody {
    serde_json::from_str(include_str!("../../../fixtures/custody.json")).expect("the stored custody")
}

/// The copy for the defence that is made of it, unsigned.
pub(crate) fn copy() -> Custody {
    let complete = custody();
    Custody {
        copied: Some(Copied {
            manifest: "3".repeat(64),
            created: complete.made,
            signed_by: complete.signed_by.clone(),
            made: Timestamp::from_seconds(complete.made.seconds() + 88_600).expect("in range"),
        }),
        signed_by: None,
        ..complete.without_names(|text| text.contains("Rivers"))
    }
}
