//! What was done to the evidence of the example; the people are invented.

use super::*;

fn at(second: u64) -> Timestamp {
    // 2026-10-28T09:30:00Z
    Timestamp::from_seconds(1_793_179_800 + second).expect("in range")
}

fn input(name: &str, digit: &str) -> InputRead {
    InputRead { name: Some(name.to_owned()), sha256: digit.repeat(64), read: at(0) }
}

/// A complete copy: stated by whom it was asked for and why, and not who ran it.
pub(crate) fn custody() -> Custody {
    let run = |name: &str, from: u64, searched: u64| EngineRun {
        engine: EngineEntry { name: name.to_owned(), sha256: "0".repeat(64) },
        from: at(from),
        to: at(from + 600),
        processes: 2,
        searched,
        stored: 100,
    };
    Custody {
        schema: Custody::SCHEMA.to_owned(),
        numbers: "5a".repeat(32),
        requested_by: Some(Stated::As("the chief arbiter".to_owned())),
        reason: Some(Stated::As("remark of T. Rivers after round 3".to_owned())),
        operator: None,
        language: Language::English,
        inputs: vec![input("open.pgn", "1"), input("Rivers.pgn", "2")],
        runs: vec![run("Stockfish 15.1", 5, 1), run("Stockfish 19", 700, 312)],
        made: at(1_400),
        software: "fairplay 0.1.0".to_owned(),
        signed_by: Some(Signer {
            key_id: "0123456789ABCDEF".to_owned(),
            fingerprint: "f".repeat(64),
            public_key: "RWQ".to_owned(),
        }),
        copied: None,
    }
}

/// The copy for the defence that is made of it, unsigned.
pub(crate) fn copy() -> Custody {
    let complete = custody();
    Custody {
        copied: Some(Copied {
            manifest: "3".repeat(64),
            created: complete.made,
            signed_by: complete.signed_by.clone(),
            made: at(90_000),
        }),
        signed_by: None,
        ..complete.without_names(|text| text.contains("Rivers"))
    }
}
