//! Files that say how a run is made: `fairplay.toml`, and `run.json` in a folder of results.

use cli::config;
use cli::run::RunRecord;

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "settings",
    about: "fairplay.toml and run.json",
    run,
    words: WORDS,
    made: || vec![b"a=".iter().chain(&b"[".repeat(20_000)).copied().collect()],
    data: &[],
};

fn run(bytes: &[u8], bench: &mut Bench) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        match config::check(text) {
            Ok(()) => bench.trace.said("settings", "read"),
            Err(error) => bench.trace.said("settings refused", &error.to_string()),
        }
    }
    match serde_json::from_slice::<RunRecord>(bytes) {
        Ok(record) => {
            let written = serde_json::to_vec(&record).expect("written");
            let again: RunRecord = serde_json::from_slice(&written).expect("as it was written");
            assert_eq!(serde_json::to_vec(&again).expect("written"), written);
            bench.trace.said("record", "read");
        }
        Err(error) => bench.trace.said("record refused", &error.to_string()),
    }
}

const WORDS: &[&[u8]] = &[
    b"profile = \"quick\"\n",
    b"lang = \"uk\"\n",
    b"[engine]\n",
    b"path = ",
    b"args = [",
    b"[profiles.",
    b"depth = ",
    b"multipv = ",
    b"[serve]\n",
    b"[queue]\n",
    b"nats = \"",
    b"[[",
    b"]]",
    b"\"\"\"",
    b"\"inputs\":[",
    b"\"engine_options\":[[",
    b"\"settings\":{",
    b"18446744073709551616",
];
