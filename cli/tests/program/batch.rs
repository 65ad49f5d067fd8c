//! `fairplay batch` with a real engine at a small depth: many events, each as if alone, and the same files however often the run
//! was killed. Skips with a printed reason where there is no engine.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::home::{Home, sample_games};

const NAMES: [&str; 4] = ["Harbour Cup", "Hillside Open", "Rookery Masters", "Riverside Open"];

/// Games of the bundled event as those of an event of another name, so many from a place on.
fn event(name: &str, from: usize, games: usize) -> String {
    let games = sample_games().into_iter().skip(from).take(games);
    games
        .map(|game| {
            let rest = game.split_once("\"]").map(|(_, rest)| rest.to_owned()).unwrap_or_default();
            format!("[Event \"{name}\"]{rest}")
        })
        .collect()
}

/// Four events in two files, one of them with a game that does not hold together.
fn put_events(home: &Home) {
    let broken = "[Event \"Riverside Open\"]\n[White \"Eve\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Ke3 *\n\n";
    std::fs::create_dir_all(home.path("season")).expect("a folder");
    home.put("season/one.pgn", &(event(NAMES[0], 0, 3) + &event(NAMES[1], 5, 3)));
    home.put("season/two.pgn", &(event(NAMES[2], 10, 3) + &event(NAMES[3], 15, 3) + broken));
}

const BATCH: [&str; 9] = ["batch", "season", "--out", "out", "--depth", "4", "--lines", "3", "--engines"];

fn batch<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&BATCH[..], &["1", "--store", "store.sqlite"], more].concat()
}

/// Every file below a folder with its bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("reads").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
        if entry.is_dir() {
            all.extend(files(&entry).into_iter().map(|(inside, bytes)| (format!("{name}/{inside}"), bytes)));
        } else {
            all.insert(name, std::fs::read(&entry).expect("reads"));
        }
    }
    all
}

fn differing(a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let names = a.keys().chain(b.keys());
    names.filter(|name| a.get(*name) != b.get(*name)).cloned().collect()
}

#[test]
fn a_batch_killed_twice_leaves_the_files_of_one_run() {
    let Some(home) = Home::with_engine("a_batch_killed_twice_leaves_the_files_of_one_run") else { return };
    put_events(&home);
    let begun = Instant::now();
    let text = home.text(&batch(&[]), 3);
    let took = begun.elapsed();
    assert!(text.contains("3 of 4 events are done. Incomplete: 1"), "{text}");
    let whole = files(&home.path("out"));
    for name in ["events.json", "events.csv", "events.html", "batch-state.json"] {
        assert!(whole.contains_key(name), "{name}");
    }
    std::fs::rename(home.path("out"), home.path("whole")).expect("moves");
    for file in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
        let _ = std::fs::remove_file(home.path(file));
    }
    for _ in 0..2 {
        let share = RandomState::new().hash_one(0_u8) % 1_000;
        let wait = took.mul_f64(share as f64 / 1_000.0);
        println!("killed after {wait:?} of {took:?}");
        let mut command = home.command(&batch(&[]));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
        std::thread::sleep(wait.max(Duration::from_millis(50)));
        child.kill().expect("SIGKILL");
        child.wait().expect("ends");
    }
    home.text(&batch(&[]), 3);
    let resumed = files(&home.path("out"));
    assert_eq!(differing(&whole, &resumed), Vec::<String>::new());

    // A third run makes nothing again, and changes nothing.
    let said = home.text(&batch(&[]), 3);
    assert!(said.contains("4 events were done before and were not made again"), "{said}");
    assert_eq!(differing(&whole, &files(&home.path("out"))), Vec::<String>::new());
    // A file that is gone or changed is made again, and nothing else.
    let folder = whole.keys().find_map(|name| name.strip_suffix("/sheet.html")).expect("a folder");
    std::fs::remove_file(home.path("out").join(folder).join("sheet.html")).expect("removes");
    let said = home.text(&batch(&[]), 3);
    assert!(said.contains("3 events were done before"), "{said}");
    assert_eq!(differing(&whole, &files(&home.path("out"))), Vec::<String>::new());
    // Another statement is another result.
    let said = home.text(&batch(&["--mode", "over-the-board"]), 3);
    assert!(!said.contains("done before"), "{said}");
}

#[test]
fn every_event_of_a_batch_is_as_it_is_alone() {
    let Some(home) = Home::with_engine("every_event_of_a_batch_is_as_it_is_alone") else { return };
    put_events(&home);
    let summary: Value = home.json(&batch(&["--json"]), 3);
    assert_eq!(summary["schema"], "fairplay/batch/1");
    let events = summary["events"].as_array().expect("events");
    let names: Vec<&str> = events.iter().filter_map(|event| event["name"].as_str()).collect();
    assert_eq!(names, NAMES);
    let mut seen = [0, 0, 0, 0];
    for event in events {
        let name = event["name"].as_str().expect("a name");
        let games = &event["games"];
        let [found, scored, unscored, quarantined] =
            ["in", "scored", "unscored", "quarantined"].map(|part| games[part].as_u64().expect("a number"));
        assert_eq!(found, scored + unscored + quarantined, "{name}");
        for (sum, part) in seen.iter_mut().zip([found, scored, unscored, quarantined]) {
            *sum += part;
        }
        let alone = [
            "screen",
            "season",
            "--event",
            name,
            "--out",
            "alone",
            "--depth",
            "4",
            "--lines",
            "3",
            "--store",
            "store.sqlite",
        ];
        let (code, ..) = home.run(&alone);
        assert_eq!(code, Some(if quarantined > 0 { 3 } else { 0 }), "{name}");
        let folder = event["folder"].as_str().expect("a folder");
        let (one, other) = (files(&home.path("out").join(folder)), files(&home.path("alone")));
        assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>(), "the same files");
        let digest =
            |folder: &str| home.read_json(&format!("{folder}/screening.json"))["manifest"]["digest"].clone();
        assert_eq!(digest(&format!("out/{folder}")), digest("alone"), "{name}");
        assert_eq!(event["screened"]["digest"], digest("alone"), "{name}");
        // Alone in a file of its own it is the same too.
        assert_eq!(one["sheet.html"], other["sheet.html"], "{name}");
        std::fs::remove_dir_all(home.path("alone")).expect("removes");
    }
    let all = &summary["all"]["games"];
    assert_eq!(
        ["in", "scored", "unscored", "quarantined"].map(|part| all[part].as_u64().expect("a number")),
        seen
    );
    let verified = home.run(&["verify", &format!("out/{}", events[0]["folder"].as_str().expect("a folder"))]);
    assert_eq!(verified.0, Some(4), "{verified:?}");
    let page = std::fs::read_to_string(home.path("out/events.html")).expect("reads");
    let link = format!("{}/sheet.html", events[0]["folder"].as_str().expect("a folder"));
    assert!(page.contains(&link), "the page leads to the sheets");
    // Nobody of these few games has an index, so nobody is cleared either.
    assert!(page.contains("No player has an index yet") && !page.contains("Nobody stands out"), "{page}");
}

#[test]
fn an_event_that_cannot_be_screened_keeps_nobody_waiting() {
    let Some(home) = Home::with_engine("an_event_that_cannot_be_screened_keeps_nobody_waiting") else {
        return;
    };
    std::fs::create_dir_all(home.path("season")).expect("a folder");
    home.put("season/one.pgn", &event(NAMES[0], 0, 2));
    home.put(
        "season/tavreli.pgn",
        "[Event \"Tavreli Cup\"]\n[Variant \"Tavreli\"]\n[White \"Ash\"]\n[Black \"Elm\"]\n\n1. e2-e4 *\n",
    );
    let summary: Value = home.json(&batch(&["--json"]), 3);
    let events = summary["events"].as_array().expect("events");
    let states: Vec<&str> = events.iter().filter_map(|event| event["state"]["state"].as_str()).collect();
    assert_eq!(states, ["done", "failed"]);
    let why = events[1]["state"]["reason"].as_str().expect("a reason");
    assert!(why.contains("Tavreli: not read"), "{why}");
    let table = std::fs::read_to_string(home.path("out/events.csv")).expect("reads");
    assert!(table.lines().count() == 3 && table.contains("failed"), "{table}");
    let (code, _, error) = home.run(&["batch", "nowhere", "--out", "other"]);
    assert!(code == Some(1) && error.contains("nowhere"), "{error}");
}
