//! `fairplay engines` and `fairplay engines get` with a real engine; skipped with a printed reason without Debian's Stockfish.

use uci_pool::{EngineSpec, identify};

use crate::home::{Home, write_script};

#[test]
fn a_calibrated_engine_is_put_into_the_data_folder_and_used() {
    let Some(home) = Home::with_engine("a_calibrated_engine_is_put_into_the_data_folder_and_used") else {
        return;
    };
    let engine = uci_pool::find_engine().unwrap();
    let name = identify(&EngineSpec::of(engine.clone())).unwrap().name;
    if name != "Stockfish 15.1" {
        println!("skipped: {name} is installed");
        return;
    }
    let quick = analyzer::Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1).unwrap().version;
    let place = home.path(".local/share/fairplay/engines/stockfish-15.1");
    let place = place.to_str().unwrap();
    for _ in 0..2 {
        let said = home.text(&["engines", "get", engine.to_str().unwrap()], 0);
        assert!(said.contains(place) && said.contains(&quick), "{said}");
    }
    let report = home.json(&["engines", "--depth", "3", "--json"], 0);
    assert_eq!(report["path"], place);
    let installed = report["installed"].as_array().unwrap();
    let paths: Vec<_> = installed.iter().map(|engine| engine["path"].as_str().unwrap()).collect();
    assert_eq!(paths, [place, engine.to_str().unwrap()]);
    assert_eq!((&installed[0]["used"], &installed[1]["used"]), (&true.into(), &false.into()));
    assert!(installed.iter().all(|engine| engine["engine"] == "Stockfish 15.1"));
    // Another build has to be asked first; Debian's is known.
    assert!(installed.iter().all(|engine| engine["quick"] == quick.as_str()), "{installed:?}");
}

#[test]
fn an_engine_with_other_answers_is_not_installed() {
    let Some(home) = Home::with_engine("an_engine_with_other_answers_is_not_installed") else { return };
    let engine = uci_pool::find_engine().unwrap();
    // The evaluation of before there were networks.
    let script = home.path("other.sh");
    let text =
        format!("#!/bin/sh\n{{ echo setoption name Use NNUE value false; cat; }} | {}\n", engine.display());
    write_script(&script, &text);
    let (code, _, said) = home.run(&["engines", "get", "other.sh", "--depth", "3"]);
    assert!(
        code != Some(0) && said.contains("was not installed") && said.contains("Stockfish 15.1"),
        "{said}"
    );
    assert!(!home.path(".local/share/fairplay/engines").exists());
    let (code, _, said) = home.run(&["engines", "get", "missing"]);
    assert!(code != Some(0) && said.contains("missing cannot be read"), "{said}");
}
