//! A whole broadcast, replayed as if it were being written.
//!
//! The data are not part of the repository; see `real_data.rs` for where they are looked for.
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

mod real;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use datasets::live::{Change, Document, LiveGame, Tracker, games};

fn broadcast() -> Option<Vec<u8>> {
    fs::read(real::data("live/lezcano-2025-broadcast.pgn")?).ok()
}

fn read(bytes: &[u8]) -> Vec<LiveGame> {
    games(&Document::new("live.pgn".to_owned(), bytes.to_vec())).games
}

fn kind(change: Change) -> &'static str {
    match change {
        Change::New => "new",
        Change::Extended { .. } => "extended",
        Change::Changed { .. } => "changed",
        Change::Amended => "amended",
        Change::Unchanged => "unchanged",
        Change::Vanished => "vanished",
        Change::Returned => "returned",
    }
}

#[test]
fn a_broadcast_in_growing_pieces_only_grows() {
    let Some(bytes) = broadcast() else { return };
    let whole = read(&bytes);
    assert_eq!(whole.len(), 504);
    let mut tracker = Tracker::in_memory();
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    // A step that is prime to the length of everything in the file.
    for cut in (0..bytes.len()).step_by(20_011).chain([bytes.len()]) {
        for report in tracker.observe(&read(&bytes[..cut]), false, cut as u64).unwrap() {
            *seen.entry(kind(report.change)).or_default() += 1;
        }
    }
    eprintln!("{} looks: {seen:?}", bytes.len() / 20_011 + 2);
    for never in ["changed", "amended", "vanished", "returned"] {
        assert_eq!(seen.get(never), None, "{seen:?}");
    }
    assert_eq!(seen["new"], 504);
    assert_eq!(tracker.games().len(), 504);
    for (tracked, truth) in tracker.games().iter().zip(&whole) {
        assert_eq!(tracked.latest.moves, truth.moves);
    }
}

#[test]
fn a_round_played_move_by_move_only_grows() {
    let Some(bytes) = broadcast() else { return };
    let texts: Vec<String> =
        read(&bytes).iter().take(40).map(|game| String::from_utf8(game.text.clone()).unwrap()).collect();
    let mut tracker = Tracker::in_memory();
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    // All boards at once, each cut at the same share of its moves, as a broadcast shows a running round.
    for share in 1..=50 {
        let mut text = String::new();
        for game in &texts {
            let (tags, moves) = game.split_once("\n\n").unwrap();
            let words: Vec<&str> = moves.split_inclusive("} ").collect();
            let shown = words.len() * share / 50;
            let end = if share == 50 { "" } else { "*" };
            let _ = write!(text, "{tags}\n\n{}{end}\n\n\n", words[..shown].concat());
        }
        for report in tracker.observe(&read(text.as_bytes()), false, share as u64).unwrap() {
            *seen.entry(kind(report.change)).or_default() += 1;
        }
    }
    eprintln!("50 looks at 40 boards: {seen:?}");
    assert_eq!(seen.get("changed"), None, "{seen:?}");
    assert_eq!(seen.get("vanished"), None, "{seen:?}");
    assert_eq!(seen["new"], 40);
}
