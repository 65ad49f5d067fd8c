//! Results written by earlier builds are verified by the rule of their time.
//!
//! The files in `golden` were made by the build of commit 3cabcbf from the bundled event under invented names, with
//! Stockfish 15.1 at `quick`.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::home::fairplay;

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn verify(path: &Path, more: &[&str]) -> Output {
    let folder = path.parent().expect("a folder");
    fairplay(folder, &["verify"]).arg(path).args(more).output().expect("runs")
}

#[test]
fn a_screening_folder_of_an_earlier_build_holds() {
    let output = verify(&golden("screening-schema-1"), &[]);
    assert_eq!(output.status.code(), Some(6), "{output:?}");
    // Its page was laid out by that build.
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("NOT COMPARED: ") && !said.contains("Consistent"), "{said}");
    assert!(said.contains("skipped  sheet.html") && said.contains("fairplay/screening/1"), "{said}");
}

/// A bundle of before the null in rating points still holds by its digests; its parameters have an older layout, so its numbers
/// cannot be made again by this build, which says so.
#[test]
fn a_bundle_of_an_earlier_build_holds_and_its_old_parameters_are_named() {
    let packed = std::fs::read(golden("bundle-schema-1.zip.zst")).expect("reads");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bundle.zip");
    let mut bundle = zstd::decode_all(&packed[..]).expect("unpacks");
    std::fs::write(&path, &bundle).expect("writes");
    let output = verify(&path, &[]);
    assert_eq!(output.status.code(), Some(6), "{output:?}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("NOT COMPARED: ") && !said.contains("Consistent"), "{said}");
    assert!(said.contains("skipped  ") && said.contains("fairplay/dossier/1"), "{said}");
    let output = verify(&path, &["--recompute", "statistics"]);
    let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && said.contains("parameters.toml"), "{said}");

    // One byte of the answers changed is found.
    let middle = bundle.len() / 2;
    bundle[middle] ^= 1;
    std::fs::write(&path, &bundle).expect("writes");
    assert_eq!(verify(&path, &[]).status.code(), Some(1));
}
