//! Outcome of every file of other programs' test suites, compared with a reviewed list.
//!
//! The files are not part of the repository (see `real_data.rs`); the list is, and it holds counts and reasons
//! only. Each line was looked at: a game is read, or refused for a precise and right reason. `BLESS=1` writes
//! the list anew after a wanted change; look at every line that changes.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use datasets::read;

/// The files under a folder, in order of name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    let deeper = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.into_iter().flat_map(deeper).collect()
}

/// `file: games G, unscored U (reason N, ...), quarantined Q (first: reason)`, and notes on the games.
fn line(root: &Path, path: &Path) -> String {
    let name = path.strip_prefix(root).unwrap().display();
    // The words of a refusal are the system's; that the file cannot be read is what counts.
    let Ok(found) = read(&[path.to_owned()], None) else {
        return format!("{name}: cannot be read\n");
    };
    // No number is left out: no game vanishes.
    let mut numbers: Vec<u32> = found.games.iter().map(|game| game.number).collect();
    numbers.extend(found.unscored.iter().map(|game| game.number));
    numbers.extend(found.quarantine.iter().map(|game| game.game));
    numbers.sort_unstable();
    assert!(numbers.iter().copied().eq((1..).take(numbers.len())), "{name}");
    let mut line = format!("{name}: games {}", found.games.len());
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    for game in &found.unscored {
        *reasons.entry(format!("{:?}", game.reason)).or_default() += 1;
    }
    for (reason, count) in reasons {
        write!(line, ", {reason} {count}").unwrap();
    }
    let mut faults: BTreeMap<String, u32> = BTreeMap::new();
    for game in &found.quarantine {
        *faults.entry(game.reason.to_string()).or_default() += 1;
    }
    if !found.quarantine.is_empty() {
        write!(line, ", quarantined {}", found.quarantine.len()).unwrap();
        for (reason, count) in faults.into_iter().take(3) {
            write!(line, "; {count} {reason}").unwrap();
        }
    }
    let mut notes: BTreeMap<String, u32> = BTreeMap::new();
    for game in &found.games {
        for note in &game.notes {
            *notes.entry(note.kind().to_owned()).or_default() += 1;
        }
        *notes.entry(game.alphabet.as_str().to_owned()).or_default() += 1;
        *notes.entry(game.encoding.as_str().to_owned()).or_default() += 1;
    }
    notes.retain(|note, _| !matches!(note.as_str(), "english" | "ascii" | "utf-8"));
    for (note, count) in notes {
        write!(line, " | {note} {count}").unwrap();
    }
    line.push('\n');
    line
}

#[test]
fn every_file_becomes_what_was_reviewed() {
    let root = std::env::var_os("FAIRPLAY_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    if !root.join("torture").exists() || !root.join("chess960").exists() {
        eprintln!("skipped: {} has no torture and chess960", root.display());
        return;
    }
    let seen: String = ["torture", "chess960"]
        .iter()
        .flat_map(|folder| files(&root.join(folder)))
        .map(|path| line(&root, &path))
        .collect();
    let snapshot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/torture.txt");
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::create_dir_all(snapshot.parent().unwrap()).unwrap();
        fs::write(&snapshot, &seen).unwrap();
        return;
    }
    let reviewed = fs::read_to_string(&snapshot).unwrap();
    for (seen, reviewed) in seen.lines().zip(reviewed.lines()) {
        assert_eq!(seen, reviewed, "run with BLESS=1 after a wanted change");
    }
    assert_eq!(seen.lines().count(), reviewed.lines().count());
}
