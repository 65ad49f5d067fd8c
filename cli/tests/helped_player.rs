//! From a PGN to the papers: a made-up player who was helped passes the threshold, and one of the same rating against the same
//! opponents, whose moves were all drawn from the model, does not. Skips with a printed reason where there is no engine.
//!
//! The games were made by `analyzer/examples/played_games.rs`. The test runs with the profile `quick`, so the papers say what a
//! quick test may say, whatever the z.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The official threshold over the board.
const THRESHOLD: f64 = 5.0;
/// From where a z may support other evidence.
const SUPPORTING: f64 = 2.5;

/// Tests a player of the match into a folder.
fn tested(folder: &Path, player: &str) -> Value {
    let event = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/played.pgn");
    let output = Command::new(env!("CARGO_BIN_EXE_fairplay"))
        .arg("test")
        .arg(event)
        .args(["--player", player, "--profile", "quick", "--json", "--out"])
        .arg(folder.join(player))
        .arg("--store")
        .arg(folder.join("store.sqlite"))
        .current_dir(folder)
        .env_remove("FAIRPLAY_STORE")
        .env_remove("FAIRPLAY_ENGINE")
        .stdin(Stdio::null())
        .output()
        .expect("runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn overall_z(test: &Value) -> f64 {
    test["player"]["overall_z"].as_f64().expect("enough decisions for a z")
}

#[test]
fn a_helped_player_passes_the_threshold_and_an_honest_one_of_the_same_rating_does_not() {
    if uci_pool::find_engine().is_none() {
        println!("skipped: no engine is installed (scripts/setup.sh installs one)");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let helped = tested(folder.path(), "Helm");
    let honest = tested(folder.path(), "Hart");
    assert_eq!(helped["player"]["rating"], honest["player"]["rating"]);
    assert!(overall_z(&helped) > THRESHOLD, "{}", overall_z(&helped));
    assert!(overall_z(&honest) < SUPPORTING, "{}", overall_z(&honest));
    // A quick test is a hint and nothing beyond, however high.
    for (test, player) in [(&helped, "Helm"), (&honest, "Hart")] {
        let said: Vec<&str> = test["rules"]["statements"]
            .as_array()
            .expect("statements")
            .iter()
            .filter_map(|said| said["statement"].as_str())
            .collect();
        assert!(said.contains(&"hints_only") && !said.contains(&"meets_threshold"), "{said:?}");
        let page = std::fs::read_to_string(folder.path().join(player).join("dossier.html")).expect("a page");
        let z = format!("{:+.2}", overall_z(test)).replace('-', "\u{2212}");
        assert!(page.contains(&z) && page.contains("quick test, a hint only"), "{z}");
        if cfg!(feature = "pdf") {
            let pdf = std::fs::read(folder.path().join(player).join("dossier.pdf")).expect("a PDF");
            assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 50_000);
        }
    }
}
