//! Games that are still growing: every beginning of a document, and the versions of its games.

use datasets::live::{Document, LiveGame, Tracker, games};

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "live",
    about: "half-written documents and the versions of their games",
    run,
    words: WORDS,
    made: Vec::new,
    data: &["live", "torture/moveless"],
};

/// Beginnings of the document that are looked at, besides the whole.
const LOOKS: usize = 12;

fn run(bytes: &[u8], bench: &mut Bench) {
    let mut tracker = Tracker::in_memory();
    let mut before: Option<(bool, Vec<LiveGame>)> = None;
    for (look, end) in ends(bytes).into_iter().enumerate() {
        let document = Document::new("live.pgn".to_owned(), bytes[..end].to_vec());
        let reading = games(&document);
        sound(&reading.games, &document);
        let complete: Vec<LiveGame> = reading.games.iter().filter(|game| game.complete).cloned().collect();
        if let Some((rested, before)) = &before {
            grown(before, &complete, *rested, end);
        }
        bench.trace.count("games", reading.games.len());
        bench.trace.count("complete", complete.len());
        observed(&mut tracker, &reading.games, look as u64, bench);
        before = Some((rests(&document.bytes), complete));
    }
}

/// Where the document is cut: behind line ends, where no token and no result can go on, spread over the whole.
fn ends(bytes: &[u8]) -> Vec<usize> {
    let lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let lines: Vec<usize> = lines.map(|(at, _)| at + 1).collect();
    let step = lines.len().div_ceil(LOOKS).max(1);
    let mut ends: Vec<usize> = lines.into_iter().step_by(step).collect();
    // And once in the middle of anything, last, with the whole behind it.
    ends.push(bytes.len());
    ends.dedup();
    ends
}

fn sound(games: &[LiveGame], document: &Document) {
    assert!(games.is_sorted_by(|a, b| a.offset < b.offset), "games out of order");
    let (last, others) = match games.split_last() {
        Some((last, others)) => (Some(last), others),
        None => (None, games),
    };
    assert!(others.iter().all(|game| game.complete), "an incomplete game in the middle");
    for game in others.iter().chain(last) {
        assert!(game.offset < document.bytes.len() as u64, "a game outside");
        assert!(!game.text.is_empty(), "a game without text");
        if let Some(fault) = &game.fault {
            assert!(fault.token.chars().count() <= 80 && !fault.reason.to_string().is_empty(), "{fault:?}");
        }
    }
}

/// Whether the document ends with a blank line. Before that a comment may still follow the last result.
fn rests(bytes: &[u8]) -> bool {
    let mut lines = bytes.rsplit(|byte| *byte == b'\n');
    lines.next() == Some(b"") && lines.next().is_some_and(|line| line.trim_ascii().is_empty())
}

/// A complete game stays where it is. Only the last one may be taken back, as long as the document did not rest behind it.
fn grown(before: &[LiveGame], now: &[LiveGame], rested: bool, end: usize) {
    let least = before.len() - usize::from(!rested && !before.is_empty());
    assert!(now.len() >= least, "a complete game is gone at byte {end}");
    for (old, new) in before[..least].iter().zip(now) {
        assert_eq!(old.offset, new.offset, "a complete game begins elsewhere at byte {end}");
        assert_eq!(old.moves, new.moves, "a complete game has other moves at byte {end}");
    }
}

fn observed(tracker: &mut Tracker, games: &[LiveGame], at: u64, bench: &mut Bench) {
    let known = tracker.games().len();
    let versions: Vec<usize> = tracker.games().iter().map(|game| game.versions.len()).collect();
    let reports = tracker.observe(games, at.is_multiple_of(3), at).expect("no log is written");
    assert!(tracker.games().len() >= known, "a game is forgotten");
    for (game, before) in tracker.games().iter().zip(versions) {
        assert!(game.versions.len() >= before, "a version is forgotten");
    }
    assert!(reports.len() >= games.len(), "a game is not reported");
    for report in &reports {
        bench.trace.said("change", &format!("{:?}", report.change));
        // The token follows, and there are as many as one likes.
        let fault = report.fault.as_deref().unwrap_or_default();
        let reason = fault.split_once(" at ply ").map_or(fault, |(reason, _)| reason);
        bench.trace.said("fault", reason);
    }
    for game in tracker.games() {
        let document = Document::new(String::new(), game.latest.text.clone());
        let newest = game.versions.last().map(|version| version.sha256.as_str());
        assert_eq!(Some(document.sha256.as_str()), newest, "a version with another text");
    }
}

const WORDS: &[&[u8]] = &[
    b"[Event \"x\"]\n",
    b"[White \"Birch, Ada\"]\n",
    b"[Black \"Elm, Carl\"]\n",
    b"[Round \"1.2\"]\n",
    b"[Result \"*\"]\n",
    b"[Result \"1-0\"]\n",
    b"\n\n",
    b"\n",
    b" 1-0\n\n",
    b" 1/2-1/2\n",
    b" 1/2",
    b" *\n",
    b"1. e4 e5 ",
    b"2. Nf3 Nc6 ",
    b"O-O",
    b"O-O-O ",
    b"{",
    b"}",
    b"(",
    b")",
    b"{[%clk 1:30:00]} ",
    b"; note\n",
    b"% note\n",
    b"Kd4 Ke5 ",
    b"--",
    b"\xef\xbb\xbf",
];
