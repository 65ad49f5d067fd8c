//! Tournament reports as they come from real events and from other programs' test suites, and a real broadcast
//! against a report with planted defects.
//!
//! The data are not part of the repository; see `real_data.rs` for where they are looked for.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

mod real;
mod report;

use std::fs;
use std::path::Path;

use datasets::tournament::cross_check::{FindingKind, Said};
use datasets::tournament::trf::{self, InconsistencyKind};
use datasets::{Collection, cross_check, read, roster};

use real::data;

/// Counts of a report: lines (all, read, kept, comments, blank), players, pairings, warnings, contradictions.
type Counts = ([u32; 5], usize, usize, usize, usize);

fn counts(path: &Path) -> Counts {
    let trf = trf::open(path, None).unwrap();
    let lines = trf.lines;
    assert_eq!(lines.all, lines.read + lines.kept + lines.comments + lines.blank);
    (
        [lines.all, lines.read, lines.kept, lines.comments, lines.blank],
        trf.players.len(),
        trf.pairings().len(),
        trf.warnings.len(),
        trf.inconsistencies().len(),
    )
}

/// Reviewed against the files by hand: players are the lines 001, pairings half the rounds with an opponent.
#[test]
fn reports_of_real_events_load_whole() {
    let Some(folder) = data("trf") else { return };
    let expected: [(&str, Counts); 6] = [
        ("2020_06.trf", ([28, 19, 9, 0, 0], 13, 56, 0, 0)),
        ("2021_03.trf", ([24, 15, 9, 0, 0], 9, 36, 0, 0)),
        ("example_trf16.trf", ([297, 289, 8, 0, 0], 284, 980, 0, 0)),
        // The warnings are its rulers and legends without the comment sign.
        ("example_trf26.trf", ([698, 255, 405, 24, 14], 249, 1030, 15, 0)),
        ("trf-import-test.trf", ([42, 22, 12, 4, 4], 16, 36, 0, 0)),
        ("trf-team-import-test.trf", ([72, 33, 29, 5, 5], 26, 14, 0, 0)),
    ];
    for (name, expected) in expected {
        assert_eq!(counts(&folder.join(name)), expected, "{name}");
    }
}

#[test]
fn a_changed_result_is_seen_in_a_real_report() {
    let Some(path) = data("trf/2020_06.trf") else {
        return;
    };
    let text = fs::read_to_string(path).unwrap();
    // Player 1 wins in round 1 against 13; say they drew.
    let planted = text.replacen("8.0         13 b 1", "8.0         13 b =", 1);
    assert_ne!(planted, text);
    let trf = trf::read("planted.trf", planted.as_bytes(), None).unwrap();
    let found = trf.inconsistencies();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].kind, found[0].round), (InconsistencyKind::Results, Some(1)));
}

/// The broadcast and the report made from its own tags.
fn broadcast() -> Option<(Collection, String)> {
    let path = data("live/lezcano-2025-broadcast.pgn")?;
    let collection = read(&[path], None).unwrap();
    let text = report::report(&collection, &roster(&collection), "Broadcast");
    let report = trf::read("own.trf", text.as_bytes(), None).unwrap();
    assert_eq!((report.players.len(), report.inconsistencies().len()), (151, 0));
    // Two games have a result and no moves: forfeits.
    let forfeit = |pairing: &trf::Pairing| pairing.ending().how == trf::How::Forfeit;
    assert_eq!(report.pairings().iter().filter(|pairing| forfeit(pairing)).count(), 2);
    Some((collection, text))
}

#[test]
fn a_broadcast_agrees_with_the_report_of_its_own_tags() {
    let Some((collection, text)) = broadcast() else {
        return;
    };
    let trf = trf::read("own.trf", text.as_bytes(), None).unwrap();
    let check = cross_check(&collection, &roster(&collection), &trf);
    assert_eq!(check.findings, []);
    assert_eq!((check.games.compared, check.pairings.compared), (504, 504));
}

/// Changes a piece of the one line that begins with `start`.
fn change(text: &mut String, start: &str, column: usize, from: &str, to: &str) {
    let lines: Vec<&str> = text.split("\r\n").collect();
    let at: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with(start)).collect();
    let [at] = at.as_slice() else { panic!("{start}") };
    let mut line = lines[*at].to_owned();
    assert_eq!(&line[column - 1..column - 1 + from.len()], from, "{line}");
    line.replace_range(column - 1..column - 1 + from.len(), to);
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    lines[*at] = line;
    *text = lines.join("\r\n");
}

#[test]
fn five_planted_defects_and_nothing_else_are_found() {
    let Some((mut collection, mut text)) = broadcast() else {
        return;
    };
    // 1: a game is removed from the PGN.
    let removed = collection.games.iter().position(|game| game.round == "4.20").unwrap();
    let removed = collection.games.remove(removed);
    // 2: number 1 against 80 in round 1, colours exchanged on both lines.
    change(&mut text, "001    1", 97, "w 1", "b 1");
    change(&mut text, "001   80", 97, "b 0", "w 0");
    // 3: number 1 against 41 in round 2, a win is a draw on both lines.
    change(&mut text, "001    1", 107, "b 1", "b =");
    change(&mut text, "001   41", 107, "w 0", "w =");
    // 4 and 5: a rating and a FIDE number.
    change(&mut text, "001    6", 49, "2448", "2484");
    change(&mut text, "001    7", 58, "     921610", "     921601");

    let trf = trf::read("planted.trf", text.as_bytes(), None).unwrap();
    let people = roster(&collection);
    let check = cross_check(&collection, &people, &trf);
    let found: Vec<(FindingKind, Option<u16>, u32)> = check
        .findings
        .iter()
        .map(|finding| (finding.kind, finding.round, finding.trf_at.unwrap().column))
        .collect();
    assert_eq!(
        found,
        [
            (FindingKind::FideIdDiffers, None, 58),
            (FindingKind::RatingDiffers, None, 49),
            (FindingKind::MissingGame, Some(4), 122),
            (FindingKind::ColoursSwapped, Some(1), 92),
            (FindingKind::ScoredDifferently, Some(2), 102),
        ],
        "{:#?}",
        check.findings
    );
    assert_eq!(check.findings[1].trf, Said::Rating { rating: 2484, others: Vec::new() });
    assert_eq!(check.findings[2].players, [removed.white.name, removed.black.name]);
    assert_eq!(check.games.compared, 503);
    // The report itself now gives two players half a point that their head does not have, and nothing else.
    let kinds: Vec<InconsistencyKind> = trf.inconsistencies().iter().map(|found| found.kind).collect();
    assert_eq!(kinds, [InconsistencyKind::Points, InconsistencyKind::Points]);
}
