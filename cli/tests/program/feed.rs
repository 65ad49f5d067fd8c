//! `fairplay feed` as a person runs it.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::home::{Home, interrupt, until};

fn pgn(moves: &str) -> String {
    format!("[Event \"E\"]\n[Round \"1.1\"]\n[White \"Birch\"]\n[Black \"Oak\"]\n\n{moves}\n\n")
}

#[test]
fn versions_are_kept_from_run_to_run() {
    let home = Home::new();
    let once = ["feed", "live.pgn", "--once"];
    home.put("live.pgn", &pgn("1. e4 e5 2. Nf3 *"));
    assert_eq!(home.text(&once, 0), "1.1  Birch - Oak: new, 3 plies\n");
    assert_eq!(home.text(&once, 0), "");
    home.put("live.pgn", &pgn("1. e4 c5 2. Nf3 d6 1-0"));
    let line = home.json(&[&once[..], &["--json"]].concat(), 0);
    assert_eq!(line["change"], serde_json::json!({"kind": "changed", "ply": 2}));
    assert_eq!((&line["plies"], &line["white"]), (&4.into(), &"Birch".into()));
    let out = home.path("live-feed");
    assert_eq!(fs::read_to_string(out.join("games.pgn")).unwrap(), pgn("1. e4 c5 2. Nf3 d6 1-0"));
    let log = fs::read_to_string(out.join("versions.jsonl")).unwrap();
    assert_eq!(log.lines().count(), 3);
    assert!(log.contains("1. e4 e5 2. Nf3 *"), "the version before stays: {log}");
}

#[test]
fn exit_codes_and_what_is_half_written() {
    let home = Home::new();
    let (code, _, error) = home.run(&["feed", "nothing.pgn", "--once"]);
    assert!(code == Some(1) && error.contains("nothing.pgn"), "{error}");
    let rounds = home.path("rounds");
    fs::create_dir(&rounds).unwrap();
    fs::write(rounds.join("1.pgn"), pgn("1. e4 Ke6 *")).unwrap();
    fs::write(rounds.join("2.pgn"), pgn("1. d4 *") + &pgn("1. c4 c5 2. N").trim_end().replace("1.1", "2.2"))
        .unwrap();
    // A game that breaks is quarantine.
    assert_eq!(
        home.text(&["feed", "rounds", "--out", "kept", "--once"], 3),
        "1.1  Birch - Oak: new, 1 ply; illegal move at ply 2: `Ke6`\n\
         1.1  Birch - Oak: new, 1 ply\n\
         2.2  Birch - Oak: new, 2 plies\n"
    );
    let games = fs::read_to_string(home.path("kept/games.pgn")).unwrap();
    assert!(games.contains("1. d4 *") && !games.contains("c4"), "{games}");
}

#[test]
fn a_mirrored_tournament_is_known_by_its_file() {
    let home = Home::new();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/tests/dgt-sample");
    // One game of the sample breaks.
    let lines = home.text(&["feed", sample.to_str().unwrap(), "--out", "kept", "--once"], 3);
    assert_eq!(lines.lines().count(), 4, "{lines}");
    assert!(lines.starts_with("1.1  Birch, Ada - Elm, Carl D: new, 7 plies, 1-0\n"), "{lines}");
}

#[test]
fn following_goes_on_until_it_is_stopped() {
    let home = Home::new();
    let log = home.path("kept/versions.jsonl");
    let child = home
        .command(&["feed", "live.pgn", "--interval", "1", "--out", "kept"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = || fs::read_to_string(&log).map_or(0, |text| text.lines().count());
    let wait = |wanted: usize| until(|| lines() >= wanted, || format!("{} lines", lines()));
    // The file is not there yet, which is no reason to end.
    wait(1);
    home.put("live.pgn", &pgn("1. e4 *"));
    wait(2);
    home.put("live.pgn", &pgn("1. e4 e5 *"));
    wait(3);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let expected = "1.1  Birch - Oak: new, 1 ply\n1.1  Birch - Oak: 1 ply more, now 2 plies\n";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}
