//! Time controls and clocks of real games.
//!
//! The data are not part of the repository; see `real_data.rs`. The reviewed values here are the controls alone.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

mod real;

use std::collections::BTreeSet;
use std::path::Path;

use datasets::clocks::time_class::TimeClass;
use datasets::clocks::time_control::{Source, read};
use datasets::inspection::{Query, Scope, gather};
use datasets::ratings::platform::platform;

use real::data;

fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    let bytes = if path.extension().is_some_and(|e| e == "zst") {
        zstd::decode_all(&bytes[..]).unwrap()
    } else {
        bytes
    };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Checks games with clocks, explained ones and those whose clocks settle a doubt; the rest must be refused with a reason.
fn check(name: &str, clocks: u64, explained: u64, settled: u64) {
    let Some(path) = data(name) else { return };
    let found =
        gather(&[path], Query { scope: Scope::Summary, ..Query::default() }).unwrap().inspection.clocks;
    assert_eq!(
        (found.with, found.explained, found.settled_by_clocks),
        (clocks, explained, settled),
        "{name}"
    );
    let refused: u64 = found.refused.iter().map(|reason| reason.games).sum();
    assert_eq!(explained + refused, clocks, "{name} {found:#?}");
}

#[test]
fn clocks_of_online_games() {
    // Refused by hand inspection: too short, another control than the tag's, clocks that stand still.
    check("online-games.pgn.zst", 2798, 2758, 0);
    check("chess960/chesscom_live_chess960.pgn", 21, 21, 0);
    check("chess960/fatics_chess960.pgn", 12, 12, 0);
}

#[test]
fn clocks_of_a_broadcast_settle_what_90_plus_30_means() {
    // 26 games refused: boards whose clock stood still or jumped.
    check("live/lezcano-2025-broadcast.pgn", 502, 476, 476);
    check("otb-events.pgn.zst", 484, 455, 455);
}

fn line(source: Source, text: &str) -> String {
    let name = if source == Source::OnlineTag { "online" } else { "tag" };
    match read(text, source) {
        Err(refused) => format!("{name} | {text} | refused: {refused} |"),
        Ok(found) => {
            let class = TimeClass::from_control(&found.control).map_or("no class", TimeClass::as_str);
            let doubt = found.ambiguity.map(|doubt| format!(" {} not {}", doubt.rule.as_str(), doubt.other));
            let doubt = doubt.unwrap_or_default();
            format!("{name} | {text} | {} | {class} |{doubt}", found.control)
        }
    }
}

const REVIEWED: &str = include_str!("time_controls.txt");

fn source(name: &str) -> Source {
    if name == "online" { Source::OnlineTag } else { Source::Tag }
}

#[test]
fn values_that_occur_are_read_as_reviewed() {
    let mut lines = 0;
    for reviewed in REVIEWED.lines().filter(|l| !l.starts_with('#')) {
        let mut parts = reviewed.split(" | ");
        let (name, text) = (parts.next().unwrap(), parts.next().unwrap());
        assert_eq!(line(source(name), text), reviewed);
        lines += 1;
    }
    assert!(lines > 100, "{lines} lines");
}

#[test]
fn every_value_that_occurs_is_reviewed() {
    let Some(folder) = data("torture") else { return };
    let folder = folder.parent().unwrap();
    let mut missing = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !name.contains(".pgn") {
                continue;
            }
            let text = text(&path);
            let mut site = String::new();
            for row in text.lines() {
                if row.starts_with("[Site ") {
                    site = row.to_owned();
                }
                let Some(value) = row.strip_prefix("[TimeControl \"") else { continue };
                // Some collections of online games name no platform in `Site`.
                let online = platform(&site).is_some() || name.starts_with("online");
                let source = if online { Source::OnlineTag } else { Source::Tag };
                let value = value.split_once("\"]").map_or(value, |(value, _)| value);
                let line = line(source, value.trim());
                if !REVIEWED.lines().any(|l| l == line) {
                    missing.insert(line);
                }
            }
        }
    }
    let missing: Vec<String> = missing.into_iter().collect();
    assert!(missing.is_empty(), "not reviewed:\n{}", missing.join("\n"));
}
