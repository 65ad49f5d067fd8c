//! From a PGN to the papers: a made-up player who was helped passes the threshold, and one of the same rating against the same
//! opponents, whose moves were all drawn from the model, does not. Skips with a printed reason where there is no engine.
//!
//! The games were made by `analyzer/examples/played_games.rs`. The test runs with the profile `quick`, so the papers say what a
//! quick test may say, whatever the z.

use std::path::Path;

use serde_json::Value;

use crate::home::Home;

/// The official threshold over the board.
const THRESHOLD: f64 = 5.0;
/// From where a z may support other evidence.
const SUPPORTING: f64 = 2.5;

/// Tests a player of the match into a folder.
fn tested(home: &Home, player: &str) -> Value {
    let event = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/played.pgn");
    let arguments = ["test", event.to_str().expect("a plain path"), "--player", player, "--out", player];
    let more = ["--profile", "quick", "--json", "--store", "store.sqlite"];
    home.json(&[&arguments[..], &more].concat(), 0)
}

fn overall_z(test: &Value) -> f64 {
    test["player"]["overall_z"].as_f64().expect("enough decisions for a z")
}

#[test]
fn a_helped_player_passes_the_threshold_and_an_honest_one_of_the_same_rating_does_not() {
    let Some(home) = Home::with_engine("a_helped_player_passes_the_threshold") else {
        return;
    };
    let helped = tested(&home, "Helm");
    let honest = tested(&home, "Hart");
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
        let page = std::fs::read_to_string(home.path(player).join("dossier.html")).expect("a page");
        let z = format!("{:+.2}", overall_z(test)).replace('-', "\u{2212}");
        assert!(page.contains(&z) && page.contains("quick test, a hint only"), "{z}");
        if cfg!(feature = "pdf") {
            let pdf = std::fs::read(home.path(player).join("dossier.pdf")).expect("a PDF");
            assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 50_000);
        }
    }
}
