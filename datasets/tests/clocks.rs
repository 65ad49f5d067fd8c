//! Time controls and clocks of real games.
//!
//! The data are not part of the repository; see `real_data.rs`. The reviewed values here are the controls alone.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

mod real;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use datasets::clocks::comment::{read_clock, read_elapsed};
use datasets::clocks::time_class::{TimeClass, played_online};
use datasets::clocks::time_control::{Source, read};
use datasets::clocks::times::{MoveClock, Settled, settle};

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

fn tag<'a>(game: &'a str, name: &str) -> Option<&'a str> {
    let at = game.find(&format!("[{name} \""))? + name.len() + 3;
    game[at..].split_once("\"]").map(|(value, _)| value)
}

/// White's and Black's stamps, by a scan of the main line: one entry per move that is followed by a comment.
fn clocks(game: &str) -> (Vec<MoveClock>, Vec<MoveClock>) {
    let moves = game.rsplit_once("\"]").map_or("", |(_, moves)| moves);
    let (mut white, mut black) = (Vec::new(), Vec::new());
    let mut rest = moves;
    let mut depth = 0;
    let mut to_move = 0;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match c {
            '{' => {
                length = rest.find('}').map_or(rest.len(), |end| end + 1);
                let command = |name: &str| {
                    let mut values =
                        rest[..length].split("[%").filter_map(|command| command.strip_prefix(name));
                    values.next().and_then(|value| Some(value.split_once(']')?.0))
                };
                let side = if to_move == 1 { &mut white } else { &mut black };
                if let (0, Some(last)) = (depth, side.last_mut()) {
                    let last: &mut MoveClock = last;
                    let clock = |text| read_clock(text).unwrap();
                    last.left = last.left.or(command("clk").map(clock));
                    last.spent = last.spent.or(command("emt").map(|text| read_elapsed(text).unwrap()));
                }
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            c if c.is_ascii_alphabetic() => {
                length = rest.find(|c: char| c.is_whitespace() || "{}()".contains(c)).unwrap_or(rest.len());
                if depth == 0 {
                    if to_move == 0 { &mut white } else { &mut black }.push(MoveClock::default());
                    to_move = 1 - to_move;
                }
            }
            // Move numbers, results, annotations.
            c if !c.is_whitespace() => {
                length = rest
                    .find(|c: char| c.is_whitespace() || c == '.' || "{}()".contains(c))
                    .map_or(rest.len(), |end| end.max(1));
                // "1.e4": the dots end the number.
                if rest[length..].starts_with('.') {
                    length += rest[length..].bytes().take_while(|&b| b == b'.').count();
                }
            }
            _ => {}
        }
        rest = &rest[length..];
    }
    (white, black)
}

/// What became of the games with clocks of a file, by reason.
fn outcomes(path: &Path) -> BTreeMap<String, u32> {
    let text = text(path);
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    let mut count = |what: &str| *found.entry(what.to_owned()).or_default() += 1;
    for game in text.split("\n[Event \"") {
        let game = format!("[Event \"{game}");
        if !game.contains("[%clk") && !game.contains("[%emt") {
            continue;
        }
        count("with clocks");
        let site = tag(&game, "Site").unwrap_or_default();
        let source = if played_online(site) { Source::OnlineTag } else { Source::Tag };
        let reading = read(tag(&game, "TimeControl").unwrap_or_default(), source);
        let Ok(reading) = reading else {
            count("no control");
            continue;
        };
        let (white, black) = clocks(&game);
        let Settled { by_clocks, times, .. } = settle(&reading, &white, &black);
        match times {
            Ok(times) => {
                assert_eq!((times.white.len(), times.black.len()), (white.len(), black.len()));
                assert!(times.explained <= times.steps && times.agreed <= times.compared);
                count("explained");
                if by_clocks {
                    count("settled by the clocks");
                }
            }
            Err(why) => {
                count(&why.to_string().replace(|c: char| c.is_ascii_digit(), ""));
            }
        }
    }
    found
}

/// Checks games with clocks and explained ones; the rest must be refused with a reason.
fn check(name: &str, clocks: u32, explained: u32, settled: u32) {
    let Some(path) = data(name) else { return };
    let found = outcomes(&path);
    let of = |what: &str| found.get(what).copied().unwrap_or_default();
    let seen = (of("with clocks"), of("explained"), of("settled by the clocks"));
    assert_eq!(seen, (clocks, explained, settled), "{name} {found:#?}");
    let reasons: u32 = found.values().sum::<u32>() - clocks - explained - settled;
    assert_eq!(explained + reasons, clocks, "{name} {found:#?}");
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
                let online = played_online(&site) || name.starts_with("online");
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
