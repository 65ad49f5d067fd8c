//! The record of how often the sealed part of the corpus was opened.

use std::path::Path;

use anyhow::{Context, bail};
use pipeline::bundle::custody_log::now;
use serde::{Deserialize, Serialize};

use crate::corpus::write;

/// The record in the repository.
pub(crate) const OPENINGS: &str = "docs/calibration/openings.csv";
/// Its columns.
const COLUMNS: [&str; 2] = ["day", "release"];

/// One row.
#[derive(Serialize, Deserialize)]
struct Opening {
    /// `YYYY-MM-DD`.
    day: String,
    release: String,
}

/// The releases for which the part was opened, each once.
///
/// # Errors
/// If the record cannot be read: without one nobody knows how often the part was opened.
pub(crate) fn releases(path: &Path) -> anyhow::Result<Vec<String>> {
    Ok(read(path)?.into_iter().map(|opening| opening.release).collect())
}

/// Adds an opening, unless the part was opened for this release before: a measurement may take several runs.
///
/// # Errors
/// If the record cannot be read or written.
pub(super) fn record(path: &Path, release: &str) -> anyhow::Result<()> {
    let mut openings = read(path)?;
    if openings.iter().any(|opening| opening.release == release) {
        eprintln!("the sealed part was opened for {release} before");
        return Ok(());
    }
    let day = now()?.to_string().chars().take(10).collect();
    openings.push(Opening { day, release: release.to_owned() });
    eprintln!("opening {} of the sealed part, for {release}", openings.len());
    write(path, openings.iter())
}

fn read(path: &Path) -> anyhow::Result<Vec<Opening>> {
    let unreadable = || format!("cannot read the record of openings {}", path.display());
    let mut reader = csv::Reader::from_path(path).with_context(unreadable)?;
    if reader.headers().with_context(unreadable)?.iter().ne(COLUMNS) {
        bail!("{} is no record of openings: its columns are others", path.display());
    }
    let mut openings = Vec::new();
    for row in reader.deserialize() {
        openings.push(row.with_context(unreadable)?);
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_counts_once_for_a_release() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("openings.csv");
        let missing = releases(&path).expect_err("no record");
        assert!(format!("{missing:#}").contains("openings.csv"), "{missing:#}");
        std::fs::write(&path, "day,release\n").expect("written");
        assert_eq!(releases(&path).expect("reads"), Vec::<String>::new());
        for release in ["2.0", "2.0", "2.1"] {
            record(&path, release).expect("recorded");
        }
        assert_eq!(releases(&path).expect("reads"), ["2.0", "2.1"]);
        std::fs::write(&path, "date,release\n").expect("written");
        assert!(releases(&path).is_err(), "other columns");
    }

    #[test]
    fn the_record_in_the_repository_reads() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(OPENINGS);
        releases(&path).expect("reads");
    }
}
