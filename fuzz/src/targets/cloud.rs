//! The JSON of `LiveChessCloud`, from a folder, and the PGN that is made of it.
//!
//! An input is several files: a line `=== NAME` begins each.

use std::fs;

use datasets::live::{DgtCloud, Limits, Source as _, games};
use serde_json::Value;

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "cloud",
    about: "LiveChessCloud: tournament, rounds and games in JSON",
    run,
    words: WORDS,
    made: Vec::new,
    data: &[],
};

const FILES: [&str; 7] = [
    "tournament.json",
    "round-1/index.json",
    "round-1/game-1.json",
    "round-1/game-2.json",
    "round-2/index.json",
    "round-2/game-1.json",
    "round-200/index.json",
];

fn run(bytes: &[u8], bench: &mut Bench) {
    let folder = bench.empty_folder("cloud");
    for (name, content) in parts(bytes) {
        let path = bench.file(&format!("cloud/{name}"), content);
        assert!(path.starts_with(&folder), "outside the folder");
    }
    let mut source = DgtCloud::from_folder(folder.clone(), Limits::default());
    for _ in 0..2 {
        match source.poll() {
            Ok(update) => {
                for note in &update.notes {
                    bench.trace.said("note", note);
                }
                bench.trace.count("documents", update.documents.len());
                for document in &update.documents {
                    let text = str::from_utf8(&document.bytes).expect("what we write is UTF-8");
                    let written = text.lines().filter(|line| line.starts_with("[Event \"")).count();
                    let reading = games(document);
                    assert_eq!(reading.games.len(), written, "written {written} games, read others:\n{text}");
                    for game in &reading.games {
                        assert!(game.complete || game.fault.is_some(), "no result in: {text}");
                        let fault =
                            game.fault.as_ref().map_or_else(String::new, |fault| fault.reason.to_string());
                        bench.trace.said("fault", &fault);
                        assert!(fault != "tag does not close", "{text}");
                    }
                    bench.trace.count("games", written);
                }
            }
            Err(error) => bench.trace.said("failed", &error.to_string()),
        }
        // The second look finds a file gone.
        let _ = fs::remove_file(folder.join("round-1/game-1.json"));
    }
    let _ = serde_json::from_slice::<Value>(bytes);
}

fn parts(bytes: &[u8]) -> Vec<(&'static str, &[u8])> {
    let mut found: Vec<(&'static str, &[u8])> = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(4).position(|window| window == b"=== ") {
        let Some(begins) = rest.get(at + 4..) else { break };
        let end = begins.iter().position(|b| *b == b'\n').unwrap_or(begins.len());
        let (name, content) = begins.split_at(end);
        let content = content.get(1..).unwrap_or_default();
        let length = content.windows(4).position(|window| window == b"=== ").unwrap_or(content.len());
        let name = name.trim_ascii();
        if let Some(known) = FILES.iter().find(|file| file.as_bytes() == name) {
            found.push((known, &content[..length]));
        }
        rest = &content[length..];
    }
    found
}

const WORDS: &[&[u8]] = &[
    b"=== tournament.json\n",
    b"=== round-1/index.json\n",
    b"=== round-1/game-1.json\n",
    b"=== round-1/game-2.json\n",
    b"=== round-2/index.json\n",
    b"=== round-200/index.json\n",
    b"{\"name\": \"x\", \"rounds\": [{\"count\": 2, \"live\": 0}]}",
    b"{\"date\": null, \"pairings\": [{\"white\": null, \"black\": null}]}",
    b"{\"moves\": [\"e4 45+5\", \"e5\"], \"live\": false, \"result\": \"WHITEWIN\"}",
    b"\"lname\": []",
    b"\"date\": {}",
    b"\"count\": 18446744073709551615",
    b"\"chess960\": 519",
    b"\"chess960\": 960",
    b"\"moves\": [",
    b"\"e4 5400+30\"",
    b"\"O-O\"",
    b"\"K}\"",
    b"\"{\"",
    b"\"1-0\"",
    b"\"\\n\\n[Event \\\"x\\\"]\\n\"",
    b"\"comment\": \"} 1-0 {\"",
    b"\"result\": \"+/-\"",
    b"\"result\": \"1/2-1/2\"",
    b"\"lname\": \"a\\\"]\\n\\n1. e4 1-0\"",
    b"\"lname\": \"\\u2028\\u0000\"",
    b"\"\\ud800\"",
    b"null",
    b"true",
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b"1e400",
    b"-1",
];
