//! A reader that fails in every way there is, to show that the runner sees it. It is not among the targets.

use std::hint::black_box;

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "sick",
    about: "fails on purpose",
    run,
    words: &[],
    made: || {
        let wanted = std::env::var("FUZZ_SICK").unwrap_or_default();
        vec![wanted.into_bytes()]
    },
    data: &[],
};

fn run(bytes: &[u8], bench: &mut Bench) {
    let has = |word: &str| bytes.windows(word.len()).any(|window| window == word.as_bytes());
    assert!(!has("it panics"), "it panics");
    if has("it hangs") {
        let mut turns = 0_u64;
        while black_box(turns) < u64::MAX {
            turns = turns.wrapping_add(2) & !1;
        }
    }
    if has("it goes deep") {
        bench.trace.count("depth", deep(1));
    }
    if has("it takes memory") {
        let mut held: Vec<Vec<u8>> = Vec::new();
        while held.len() < 1_000_000 {
            held.push(black_box(Vec::with_capacity(64 * 1024 * 1024)));
        }
    }
}

#[expect(unconditional_recursion, reason = "it fails on purpose")]
fn deep(depth: usize) -> usize {
    let held = black_box([depth; 64]);
    deep(black_box(held[0] + 1)) + held[63]
}
