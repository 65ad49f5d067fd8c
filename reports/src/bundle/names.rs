//! Which names a file in a bundle may have.
//!
//! A bundle travels between systems that disagree about letters, capitals and separators, and it comes from strangers. So
//! a name is one part, in small Latin letters, and none that any system gives a meaning of its own.

use super::{KEY, MANIFEST, ManifestError, SIGNATURE, SUMS};
use crate::visible;

/// Characters of a name at most. With the folder in front it stays below what old archivers and Windows take.
pub(super) const MAX_NAME: usize = 80;

/// Names that Windows takes for devices, with any ending: Microsoft, "Naming Files, Paths, and Namespaces".
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let numbered = |prefix: &str| {
        stem.strip_prefix(prefix)
            .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    matches!(stem, "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

/// Checks the name of a file that was given to be put into a bundle.
///
/// # Errors
/// [`ManifestError::Rule`] with what is wrong.
pub(super) fn check(name: &str) -> Result<(), ManifestError> {
    let known = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-".contains(&b);
    let reason = if name.is_empty() || name.len() > MAX_NAME {
        "it must have 1 to 80 characters"
    } else if !name.bytes().all(known) {
        "only the letters a to z, digits, `.`, `_` and `-` may stand in it"
    } else if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        "it must begin with a letter or a digit"
    } else if name.ends_with('.') || name.contains("..") {
        "a point must have something behind it"
    } else if is_device(name) {
        "Windows takes it for a device"
    } else if [MANIFEST, SIGNATURE, KEY, SUMS].iter().any(|own| own.eq_ignore_ascii_case(name)) {
        "the bundle itself writes a file of this name"
    } else {
        return Ok(());
    };
    let name = visible(name);
    Err(ManifestError::Rule(format!("`{name}` cannot be the name of a file in a bundle: {reason}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_taken() {
        for name in
            ["dossier.pdf", "dossier-en.html", "games.pgn", "0", "a_b.json.zst", "console.txt", "com10"]
        {
            assert!(check(name).is_ok(), "{name}");
        }
        assert!(check(&"a".repeat(MAX_NAME)).is_ok());
    }

    #[test]
    fn names_that_lead_elsewhere_or_mean_something_are_refused() {
        for name in [
            "",
            ".",
            "..",
            ".hidden",
            "-rf",
            "a/b",
            "/etc/passwd",
            "..\\a",
            "c:a",
            "a..b",
            "a.",
            "Games.pgn",
            "games pgn",
            "партии.pgn",
            "a\0b",
            "a\nb",
            "con",
            "nul.txt",
            "com1.json",
            "lpt0",
            "bundle.json",
            "bundle.json.minisig",
            "key.pub",
            "sha256sums",
        ] {
            assert!(check(name).is_err(), "{name:?}");
        }
        assert!(check(&"a".repeat(MAX_NAME + 1)).is_err());
        let error = check("a\u{1b}[31m").expect_err("refused").to_string();
        assert!(error.contains("`a\\u{1b}[31m`"), "{error}");
    }
}
