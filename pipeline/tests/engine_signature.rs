//! Signatures of a real engine; skipped with a printed reason where Debian's Stockfish 15.1 is not installed.

use std::cell::Cell;

use analyzer::shipped::known_signature;
use pipeline::{identity_with_signature, open_store, signature_of};
use uci_pool::{EngineSpec, Limits, Pool, Settings, find_engine, identify};

fn debian(test: &str) -> Option<EngineSpec> {
    let command = find_engine()?;
    let spec = EngineSpec::of(command);
    let engine = identify(&spec).expect("an engine");
    if engine.name == "Stockfish 15.1" {
        return Some(spec);
    }
    println!("skipped {test}: {} is installed and not Stockfish 15.1", engine.name);
    None
}

fn signature(spec: &EngineSpec, settings: &Settings) -> String {
    let pool = Pool::start(spec, settings, 2, Limits::default()).expect("a pool");
    signature_of(&pool).expect("a signature")
}

#[test]
fn the_shipped_fits_name_the_signature_that_the_engine_has() {
    let Some(spec) = debian("the_shipped_fits_name_the_signature_that_the_engine_has") else { return };
    let settings = Settings::QUICK.to_the_end();
    let known = known_signature(&identify(&spec).expect("an engine"), &settings).expect("reads");
    let Some(known) = known else {
        println!("skipped: this is another build of Stockfish 15.1 than the one of the fit");
        return;
    };
    assert_eq!(signature(&spec, &settings), known);
}

#[test]
fn an_option_that_changes_answers_changes_the_signature_and_the_number_of_engines_does_not() {
    let Some(spec) = debian("an_option_that_changes_answers") else { return };
    let settings = Settings { depth: 4, multipv: 3, decided: None, ..Settings::QUICK };
    let plain = signature(&spec, &settings);
    let alone = Pool::start(&spec, &settings, 1, Limits::default()).expect("a pool");
    assert_eq!(signature_of(&alone).expect("a signature"), plain);
    let options = vec![("Use NNUE".to_owned(), "false".to_owned())];
    assert_ne!(signature(&EngineSpec { options, ..spec.clone() }, &settings), plain);
    assert_ne!(signature(&spec, &Settings { depth: 5, ..settings.clone() }), plain);
}

#[test]
fn an_engine_is_asked_once_for_each_settings() {
    let Some(spec) = debian("an_engine_is_asked_once_for_each_settings") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let settings = Settings { depth: 3, multipv: 2, ..Settings::QUICK };
    let asked = Cell::new(0);
    let notice = |line: &str| asked.set(asked.get() + u32::from(line.contains("test positions")));
    let found: Vec<Option<String>> = [&settings, &settings, &settings.to_the_end()]
        .map(|settings| {
            let mut store = open_store(&folder.path().join("store.sqlite")).expect("a store");
            let engines = (2, &Limits::default());
            identity_with_signature(&spec, settings, engines, &mut store, &notice)
                .expect("an engine")
                .signature
        })
        .into();
    assert_eq!(asked.get(), 1, "a rule for decided positions changes no signature");
    assert!(found[0].is_some() && found.iter().all(|signature| *signature == found[0]));
}
