//! A real engine with everything it is asked written down, so that a test can count what was searched.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::home::write_script;

/// Its requests go to a file in the folder where it runs.
const LOGGED: &str = "#!/bin/sh\ntee -a searches.log | ENGINE\n";

/// Makes the program at a place. Its text, and so its identity, depends on the engine alone.
pub(crate) fn write(script: &Path, engine: &Path) {
    write_script(script, &LOGGED.replace("ENGINE", &engine.display().to_string()));
}

/// How often each question was put to the engines that ran in some folders. One process in each, so the lines stand in
/// the order of the searches.
pub(crate) fn searches(folders: &[PathBuf]) -> BTreeMap<(String, String), u32> {
    let mut counts = BTreeMap::new();
    for folder in folders {
        let log = std::fs::read(folder.join("searches.log")).unwrap_or_default();
        let (log, mut position) = (String::from_utf8_lossy(&log).into_owned(), String::new());
        for line in log.lines() {
            if let Some(now) = line.strip_prefix("position ") {
                now.clone_into(&mut position);
            } else if line.starts_with("go ") && !position.is_empty() {
                *counts.entry((position.clone(), line.to_owned())).or_default() += 1;
            }
        }
    }
    counts
}
