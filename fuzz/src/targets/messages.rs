//! Messages of the queue to engines on other machines: questions and answers.

use service::fuzzed::{answer, question};

use crate::target::{Bench, Target};

pub(super) const TARGET: Target =
    Target { name: "messages", about: "messages of the queue", run, words: WORDS, made: Vec::new, data: &[] };

fn run(bytes: &[u8], bench: &mut Bench) {
    match question(bytes) {
        Ok(written) => {
            assert_eq!(question(&written).as_ref(), Ok(&written), "a question in two spellings");
            bench.trace.said("question", "read");
        }
        Err(reason) => bench.trace.said("no question", &reason),
    }
    match answer(bytes) {
        Ok((found, written)) => {
            assert_eq!(written, bytes, "two spellings of one answer");
            bench.trace.count("depths", found.depths.len());
        }
        Err(reason) => {
            assert!(reason.chars().count() <= 600, "a reason without an end");
            bench.trace.said("no answer", &reason);
        }
    }
}

const WORDS: &[&[u8]] = &[
    b"{\"fen\":\"",
    b"\"only\":\"e2e4\"",
    b"\"again\":true",
    b"null",
    b" w KQkq - 0 1",
    b"8/8/8/8/8/k7/8/K7",
    b"\x01\x01\x00",
    b"\x00",
];
