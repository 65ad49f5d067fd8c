//! The runner against a reader that fails on purpose: a panic, a hang, a stack and a memory that run out.

use std::path::Path;
use std::process::{Command, Output};

fn fuzz(arguments: &[&str], sick: &str, findings: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fuzz"))
        .args(arguments)
        .env("FUZZ_SICK", sick)
        .env("FUZZ_FINDINGS", findings)
        .env_remove("FAIRPLAY_DATA")
        .output()
        .expect("it runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs until the failure is found, and gives what was said and what was written.
fn found(sick: &str) -> (String, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = fuzz(&["run", "sick", "--seconds", "1", "--seed", "1"], sick, folder.path());
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let files: Vec<_> = std::fs::read_dir(folder.path())
        .expect("the findings")
        .map(|file| file.expect("a finding").path())
        .collect();
    assert_eq!(files.len(), 1, "{said}");
    let again = fuzz(&["replay", "sick", &files[0].display().to_string()], sick, folder.path());
    assert!(!again.status.success(), "the finding is not there when tried again");
    (said, std::fs::read(&files[0]).expect("a finding"))
}

#[test]
fn a_panic_is_found_and_made_short() {
    let (said, bytes) = found("well, it panics now");
    assert_eq!(bytes, b"it panics");
    assert!(said.contains("it panics") && said.contains("seed 1"), "{said}");
}

#[test]
fn a_hang_is_found() {
    let (said, bytes) = found("it hangs");
    assert_eq!(bytes, b"it hangs");
    assert!(said.contains("more than 2 s"), "{said}");
}

#[test]
fn a_stack_that_runs_out_is_found() {
    let (said, bytes) = found("well, it goes deep");
    assert_eq!(bytes, b"it goes deep");
    assert!(said.contains("stack or memory"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_memory_that_runs_out_is_found() {
    let (said, bytes) = found("well, it takes memory");
    assert_eq!(bytes, b"it takes memory");
    assert!(said.contains("stack or memory"), "{said}");
}

#[test]
fn a_sound_reader_is_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = fuzz(&["run", "sick", "--seconds", "1", "--seed", "7"], "nothing", folder.path());
    let said = text(&output);
    assert!(output.status.success() && said.contains("nothing was found"), "{said}");
    assert!(text(&fuzz(&["list"], "", folder.path())).contains("pgn"));
    assert_eq!(fuzz(&["run", "other"], "", folder.path()).status.code(), Some(1));
}
