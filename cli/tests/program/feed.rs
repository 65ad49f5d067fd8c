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
    assert!(games.contains("1. d4 *") && games.ends_with("1. c4 c5 2. *\n\n"), "{games}");
}

/// The address stays, and the file behind it holds the next round: what is kept is every finished game, each once.
#[test]
fn games_of_former_rounds_are_kept_by_feed_and_watch_alike() {
    let home = Home::new();
    let rounds = [0, 1, 2].map(|round| {
        let path = home.case(&format!("feed-round-{round}.pgn"));
        fs::read_to_string(path).unwrap()
    });
    let kept = |folder: &str| fs::read_to_string(home.path(folder).join("games.pgn")).unwrap();
    for (at, text) in rounds.iter().enumerate() {
        home.put("live.pgn", text);
        home.text(&["feed", "live.pgn", "--once"], 0);
        assert_eq!(kept("live-feed").matches("[Event ").count(), [2, 4, 4][at], "after look {at}");
    }
    // Round 2 is there as it ended, and nothing twice.
    let games = kept("live-feed");
    for (round, moves) in
        [("1.1", "10. Bc2 c5 1-0"), ("1.2", "Be7 1/2-1/2"), ("2.1", "3. d4 1-0"), ("2.2", "c4 e6 0-1")]
    {
        let tag = format!("[Round \"{round}\"]");
        assert!(games.matches(&tag).count() == 1 && games.contains(moves), "{round}: {games}");
    }
    let found = home.json(&["inspect", "live-feed/games.pgn", "--json"], 0);
    assert_eq!(found["games"]["games"], 4);
    // A correction after the round replaces the game.
    home.put(
        "live.pgn",
        &rounds[2].replace("2. c4 e6 0-1", "2. c4 c6 1/2-1/2").replace("\"0-1\"", "\"1/2-1/2\""),
    );
    home.text(&["feed", "live.pgn", "--once"], 0);
    assert!(kept("live-feed").contains("c4 c6 1/2-1/2") && !kept("live-feed").contains("c4 e6 0-1"));
    if uci_pool::find_engine().is_none() {
        println!("skipped the part with watch: no engine is installed");
        return;
    }
    for text in rounds {
        home.put("live.pgn", &text);
        let watch = ["watch", "live.pgn", "--once", "--depth", "2", "--lines", "2", "--engines", "1"];
        home.text(&watch, 0);
    }
    assert_eq!(kept("live-watch"), games);
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
