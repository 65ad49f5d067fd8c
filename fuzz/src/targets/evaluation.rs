//! Evaluations as they lie in the store.

use uci_pool::Evaluation;

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "evaluation",
    about: "answers of engines in the store",
    run,
    words: WORDS,
    made: Vec::new,
    data: &[],
};

fn run(bytes: &[u8], bench: &mut Bench) {
    match Evaluation::decode(bytes) {
        Ok(found) => {
            assert_eq!(found.encode(), bytes, "two spellings of one evaluation");
            assert!(found.judgment < found.depths.len() || found.lines().is_empty());
            bench.trace.count("depths", found.depths.len());
            bench.trace.count("lines", found.lines().len());
            bench.trace.count("variations", found.pvs.len());
        }
        Err(error) => bench.trace.said("refused", &error.to_string()),
    }
}

const WORDS: &[&[u8]] = &[
    b"\x01\x00",
    b"\x01\x01",
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
    b"\x80\x00",
    b"\x0c\x07",
    b"\x00\x70",
];
