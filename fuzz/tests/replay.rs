//! Every seed and every former finding through its target, as `make test` runs it.
//!
//! Inputs that once failed lie among the seeds as `found-…`, so that the fault cannot come back unseen.

use std::fs;

use fuzz::attempt::attempt;
use fuzz::mutate::mutate;
use fuzz::random::Random;
use fuzz::target::{files_in, home};
use fuzz::targets::TARGETS;

/// Changed seeds tried for each target: enough to see that a target runs, too few to find anything.
const TRIES: usize = 300;

#[test]
fn every_seed_is_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    for target in TARGETS {
        let files = files_in(&home().join("seeds").join(target.name)).expect("the seeds");
        assert!(!files.is_empty(), "{} has no seeds", target.name);
        for file in files {
            let bytes = fs::read(&file).expect("a seed");
            if let Err(failure) = attempt(target, &bytes, folder.path()) {
                panic!("{}: {} at {}", file.display(), failure.message, failure.place);
            }
        }
        for bytes in (target.made)() {
            if let Err(failure) = attempt(target, &bytes, folder.path()) {
                panic!("a made seed of {}: {} at {}", target.name, failure.message, failure.place);
            }
        }
    }
}

#[test]
fn findings_that_are_left_are_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    for file in files_in(&home().join("findings")).expect("the findings") {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let of = |target: &&fuzz::target::Target| name.starts_with(&format!("{}-", target.name));
        let Some(target) = TARGETS.iter().find(of) else {
            panic!("{} belongs to no target", file.display());
        };
        let bytes = fs::read(&file).expect("a finding");
        if let Err(failure) = attempt(target, &bytes, folder.path()) {
            panic!("{}: {} at {}", file.display(), failure.message, failure.place);
        }
    }
}

#[test]
fn a_few_changes_of_the_seeds_are_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    for target in TARGETS {
        let files = files_in(&home().join("seeds").join(target.name)).expect("the seeds");
        let seeds: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("a seed")).collect();
        let all: Vec<&[u8]> = seeds.iter().map(Vec::as_slice).collect();
        let mut random = Random::new(2031);
        let mut marks = std::collections::BTreeSet::new();
        for _ in 0..TRIES {
            let base = random.pick(&all).copied().unwrap_or_default();
            let bytes = mutate(base, &all, target.words, &mut random);
            match attempt(target, &bytes, folder.path()) {
                Ok(found) => marks.extend(found),
                Err(failure) => {
                    let text = String::from_utf8_lossy(&bytes);
                    panic!("{}: {} at {}\n{text}", target.name, failure.message, failure.place);
                }
            }
        }
        assert!(marks.len() > 3, "{} says nothing about what it does", target.name);
    }
}
