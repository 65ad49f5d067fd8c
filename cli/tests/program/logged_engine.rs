//! A real engine with everything it is asked written down, so that a test can count what was searched.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use uci_pool::signature;

use crate::home::write_script;

/// Its requests go to a file in the folder where it runs.
const LOGGED: &str = "#!/bin/sh\n{ BEFORE; tee -a searches.log; } | ENGINE\n";

/// Makes the program at a place.
pub(crate) fn write(script: &Path, engine: &Path) {
    write_with(script, engine, "true");
}

/// The same with a command of the shell, whose output the engine reads first.
pub(crate) fn write_with(script: &Path, engine: &Path, before: &str) {
    let text = LOGGED.replace("BEFORE", before).replace("ENGINE", &engine.display().to_string());
    write_script(script, &text);
}

/// Most checks by a second search in a run of the bundled event, which has 2,500 positions: the first ten, and one in 200 of the others,
/// drawn at random. More than 34 of these are drawn once in ten million runs.
pub(crate) const CHECKS: u32 = 44;

/// How often each question was put to the engines that ran in some folders, those for a signature aside. One process in each,
/// so the lines stand in the order of the searches.
pub(crate) fn searches(folders: &[PathBuf]) -> BTreeMap<(String, String), u32> {
    let mut counts = BTreeMap::new();
    let test_positions: Vec<String> =
        signature::requests().into_iter().map(|request| format!("fen {}", request.fen)).collect();
    for folder in folders {
        let log = std::fs::read(folder.join("searches.log")).unwrap_or_default();
        let (log, mut position) = (String::from_utf8_lossy(&log).into_owned(), String::new());
        for line in log.lines() {
            if let Some(now) = line.strip_prefix("position ") {
                now.clone_into(&mut position);
            } else if line.starts_with("go ") && !position.is_empty() && !test_positions.contains(&position) {
                *counts.entry((position.clone(), line.to_owned())).or_default() += 1;
            }
        }
    }
    counts
}
