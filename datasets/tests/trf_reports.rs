//! Tournament reports as they come from real events and from other programs' test suites.
//!
//! The data are not part of the repository; see `real_data.rs` for where they are looked for.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::path::{Path, PathBuf};

use datasets::trf;

fn data(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("FAIRPLAY_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    let path = folder.join(name);
    if !path.exists() {
        eprintln!("skipped: {} is not there", path.display());
    }
    path.exists().then_some(path)
}

#[test]
fn look() {
    let Some(folder) = data("trf") else { return };
    for name in [
        "2020_06",
        "2021_03",
        "example_trf16",
        "example_trf26",
        "trf-import-test",
        "trf-team-import-test",
    ] {
        match trf::open(&folder.join(format!("{name}.trf")), None) {
            Ok(t) => {
                println!(
                    "{name} {:?} players {} teams {} nat {} kept {} pairings {} warnings {}",
                    t.lines,
                    t.players.len(),
                    t.teams.len(),
                    t.national.len(),
                    t.kept.len(),
                    t.pairings().len(),
                    t.warnings.len()
                );
                for w in t.warnings.iter().take(25) {
                    println!("  W {} {}", w.place, w.text);
                }
                let i = t.inconsistencies();
                println!("  inconsistencies {}", i.len());
                for w in i.iter().take(25) {
                    println!("  I {} {:?} {}", w.place, w.kind, w.text);
                }
            }
            Err(e) => println!("{name} {e}"),
        }
    }
}
