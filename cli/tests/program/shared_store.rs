//! One store for several programs whose answers to the test positions are the same.

use serde_json::Value;
use uci_pool::{EngineSpec, Identity, Settings, identify};

use crate::home::{Home, sample_games, write_script};

/// An engine of the machine behind a script, which changes every value by the filter.
fn script(home: &Home, name: &str, filter: &str) -> String {
    let path = format!("./{name}.sh");
    let engine = uci_pool::find_engine().expect("an engine");
    write_script(
        &home.path(&path),
        &format!("#!/bin/sh\n# {name}\n{} | sed -u '{filter}'\n", engine.display()),
    );
    path
}

#[test]
fn an_engine_that_lies_after_its_proof_does_not_change_the_numbers_of_an_honest_one() {
    let test = "an_engine_that_lies_after_its_proof_does_not_change_the_numbers_of_an_honest_one";
    let Some(home) = Home::with_engine(test) else { return };
    home.put("event.pgn", &sample_games()[..6].concat());
    let screen = |engine: &str, store: &str, out: &str| {
        let words =
            ["screen", "event.pgn", "--depth", "6", "--lines", "3", "--engine", engine, "--store", store];
        home.run(&[&words[..], &["--out", out]].concat())
    };
    let [honest, build, liar] = [("honest", ""), ("build", ""), ("liar", "s/ score cp / score cp 1/")]
        .map(|(name, filter)| script(&home, name, filter));
    let sha256 = |engine: &str| identify(&EngineSpec::of(home.path(engine))).expect("an identity").sha256;

    let (code, _, error) = screen(&honest, "alone.sqlite", "alone");
    assert!(matches!(code, Some(0 | 3)), "{error}");
    let alone = home.read_json("alone/screening.json");
    let signature = alone["manifest"]["engine"]["signature"].as_str().expect("a signature").to_owned();
    // The other two answered the test positions in the same way.
    let settings = Settings { depth: 6, multipv: 3, ..Settings::QUICK }.to_the_end();
    let mut store = datasets::Store::open(&home.path("store.sqlite")).expect("a store");
    for engine in [&build, &liar] {
        let identity = identify(&EngineSpec::of(home.path(engine))).expect("an identity");
        let known = Identity { signature: Some(signature.clone()), ..identity };
        store.remember(&known, &settings).expect("remembered");
    }
    drop(store);

    let (code, _, error) = screen(&liar, "store.sqlite", "lied");
    assert!(matches!(code, Some(0 | 3)), "{error}");
    assert_ne!(
        home.read_json("lied/screening.json")["manifest"]["evaluations"],
        alone["manifest"]["evaluations"]
    );
    let (code, _, error) = screen(&honest, "store.sqlite", "honest");
    assert_eq!(code, Some(1), "{error}");
    let forget = format!("--forget-program {}", sha256(&liar));
    assert!(error.contains(&forget) && error.contains(&sha256(&honest)), "{error}");

    let (_, listed, _) = home.run(&["store", "--store", "store.sqlite"]);
    assert!(listed.contains(&sha256(&liar)), "{listed}");
    let (code, _, error) =
        home.run(&["store", "--store", "store.sqlite", "--forget-program", &sha256(&liar)]);
    assert_eq!(code, Some(0), "{error}");
    let (code, _, error) =
        home.run(&["store", "--store", "store.sqlite", "--forget-program", &sha256(&liar)]);
    assert!(code == Some(1) && error.contains("no answers of the program"), "{error}");
    // Half of the answers by another build, which is as honest.
    for (engine, out) in [(&build, "build"), (&honest, "honest")] {
        let (code, _, error) = screen(engine, "store.sqlite", out);
        assert!(matches!(code, Some(0 | 3)), "{error}");
    }
    let found = home.read_json("honest/screening.json");
    assert_eq!(found["manifest"]["digest"], alone["manifest"]["digest"]);
    assert_eq!(found["manifest"]["evaluations"], alone["manifest"]["evaluations"]);
    let programs = |document: &Value| document["manifest"]["programs"].as_array().expect("a list").clone();
    let (by_build, by_honest) = (programs(&found), programs(&alone));
    assert_eq!(by_build[0]["sha256"], sha256(&build), "{by_build:?}");
    assert_eq!(by_honest[0]["sha256"], sha256(&honest), "{by_honest:?}");
    assert_eq!(by_build[0]["evaluations"], by_honest[0]["evaluations"]);
    assert_eq!((by_build.len(), by_honest.len()), (1, 1));
    let page = std::fs::read_to_string(home.path("honest/sheet.html")).expect("a sheet");
    assert!(page.contains("another program: ") && page.contains(&sha256(&build)), "the sheet says so");
    let (code, said, error) =
        home.run(&["verify", "honest", "--pgn", "event.pgn", "--engine", &honest, "--recompute", "all"]);
    assert!(code == Some(4) || code == Some(0), "{said} {error}");
}
