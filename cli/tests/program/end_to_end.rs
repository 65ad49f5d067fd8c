//! From games to sheet with a real engine, at a small depth. Skips with a printed reason where there is none.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::home::{Home, interrupt, sample_games, until, words};

/// The bundled event's first games.
fn games(number: usize) -> Vec<String> {
    sample_games().into_iter().take(number).collect()
}

/// A folder to work in, with events of a few games.
struct Bench(Home);

impl Bench {
    /// `None`, with a printed reason, where there is no engine.
    fn new(test: &str) -> Option<Self> {
        Home::with_engine(test).map(Self)
    }

    fn event<'a>(&self, name: &'a str, games: &[String]) -> &'a str {
        self.0.put(name, &games.join("\n"));
        name
    }

    /// The command for a screening into `out`.
    fn command(&self, event: &str, out: &str, store: &str, more: &[&str]) -> Command {
        let arguments = ["screen", event, "--depth", "6", "--lines", "3", "--out", out, "--store", store];
        let mut command = self.0.command(&[&arguments[..], more].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn screen(&self, event: &str, out: &str, store: &str, more: &[&str]) -> Value {
        let output = self.command(event, out, store, more).output().expect("runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{:?}: {error}", output.status);
        self.json(out)
    }

    fn json(&self, out: &str) -> Value {
        self.0.read_json(&format!("{out}/screening.json"))
    }
}

fn digest(screening: &Value) -> (&str, &str) {
    let manifest = &screening["manifest"];
    (manifest["digest"].as_str().expect("a digest"), manifest["evaluations"].as_str().expect("a digest"))
}

#[test]
fn the_digest_does_not_depend_on_engines_order_or_a_warm_store() {
    let Some(bench) = Bench::new("the_digest_does_not_depend_on_engines_order_or_a_warm_store") else {
        return;
    };
    let mut games = games(6);
    let event = bench.event("event.pgn", &games);
    let one = bench.screen(event, "one", "one.sqlite", &["--engines", "1"]);
    let two = bench.screen(event, "two", "two.sqlite", &["--engines", "2"]);
    assert_eq!(digest(&one), digest(&two));
    let warm = bench.screen(event, "warm", "two.sqlite", &["--engines", "2"]);
    assert_eq!(digest(&one), digest(&warm));
    // Trap 6: the order of positions must not change one value.
    games.reverse();
    games.swap(0, 2);
    let shuffled = bench.event("shuffled.pgn", &games);
    let other = bench.screen(shuffled, "shuffled", "three.sqlite", &["--engines", "2"]);
    assert_eq!(digest(&one), digest(&other));
    // And a different event must differ, or the comparison above says nothing.
    let fewer = bench.event("fewer.pgn", &games[1..]);
    let less = bench.screen(fewer, "fewer", "three.sqlite", &[]);
    assert_ne!(digest(&one), digest(&less));
}

#[test]
fn a_killed_run_resumes_to_the_same_digest() {
    let Some(bench) = Bench::new("a_killed_run_resumes_to_the_same_digest") else {
        return;
    };
    let games = games(6);
    let event = bench.event("event.pgn", &games);
    let whole = bench.screen(event, "whole", "whole.sqlite", &[]);
    let mut child = bench.command(event, "killed", "killed.sqlite", &[]).spawn().expect("runs");
    let stored = wait_for_evaluations(&bench.0.path("killed.sqlite"), 20);
    child.kill().expect("SIGKILL");
    child.wait().expect("ends");
    assert!(stored >= 20, "the run was killed too early to say anything: {stored}");
    assert!(
        !bench.0.path("killed").join("screening.json").exists(),
        "killed half-way, so nothing was written"
    );
    let kept =
        datasets::Store::open(&bench.0.path("killed.sqlite")).expect("opens").summary().expect("reads");
    assert!(kept.iter().map(|p| p.evaluations).sum::<u64>() >= stored, "what was stored stays stored");
    let resumed = bench.screen(event, "killed", "killed.sqlite", &[]);
    assert_eq!(digest(&whole), digest(&resumed));
}

#[test]
fn ctrl_c_stops_cleanly_and_the_same_command_goes_on() {
    let Some(bench) = Bench::new("ctrl_c_stops_cleanly_and_the_same_command_goes_on") else {
        return;
    };
    let games = games(6);
    let event = bench.event("event.pgn", &games);
    let child = bench.command(event, "out", "store.sqlite", &[]).spawn().expect("runs");
    wait_for_evaluations(&bench.0.path("store.sqlite"), 20);
    interrupt(&child);
    let output = child.wait_with_output().expect("ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("stopped after") && error.contains("goes on from there"), "{error}");
    assert!(!bench.0.path("out").join("screening.json").exists());
    let resumed = bench.screen(event, "out", "store.sqlite", &[]);
    let whole = bench.screen(event, "whole", "whole.sqlite", &[]);
    assert_eq!(digest(&whole), digest(&resumed));
}

/// Waits until the store holds so many evaluations; returns how many it held.
fn wait_for_evaluations(store: &Path, wanted: u64) -> u64 {
    until(|| held(store) >= wanted, || format!("{} evaluations", held(store)));
    held(store)
}

/// How many evaluations a store holds; none if it cannot be read yet.
fn held(store: &Path) -> u64 {
    if !store.exists() {
        return 0;
    }
    let summary = datasets::Store::open(store).and_then(|store| store.summary());
    summary.map_or(0, |rows| rows.iter().map(|p| p.evaluations).sum())
}

#[test]
fn engines_killed_at_random_do_not_change_the_digest() {
    let Some(bench) = Bench::new("engines_killed_at_random_do_not_change_the_digest") else {
        return;
    };
    let games = games(6);
    let event = bench.event("event.pgn", &games);
    let calm = bench.screen(event, "calm", "calm.sqlite", &[]);
    let child = bench.command(event, "rough", "rough.sqlite", &["--engines", "2"]).spawn().expect("runs");
    let parent = child.id();
    let watcher = std::thread::spawn(move || child.wait_with_output().expect("ends"));
    // Paced by what is in the store, not by the clock: on a slow machine the same position must not be hit thrice.
    let (mut killed, mut wanted) = (0, 10);
    while !watcher.is_finished() && killed < 6 {
        std::thread::sleep(Duration::from_millis(20));
        let held = held(&bench.0.path("rough.sqlite"));
        if held < wanted {
            continue;
        }
        wanted = held + 25;
        // The engine that has lived longest: the one that replaced the last victim may still hold the same position.
        let Some(victim) = children_of(parent).into_iter().next() else {
            continue;
        };
        let status =
            Command::new("/bin/sh").args(["-c", &format!("kill -9 {victim}")]).status().expect("kill runs");
        killed += i32::from(status.success());
    }
    let output = watcher.join().expect("joins");
    assert!(matches!(output.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(killed > 0, "no engine was killed, so nothing was shown");
    let rough = bench.json("rough");
    assert_eq!(rough["failures"], serde_json::json!([]));
    assert_eq!(digest(&calm), digest(&rough));
}

/// Processes whose parent is `parent`, the oldest first.
fn children_of(parent: u32) -> Vec<String> {
    let output = Command::new("pgrep").args(["-P", &parent.to_string()]).output().expect("pgrep runs");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn nothing_vanishes_and_quarantine_ends_with_code_3() {
    let Some(bench) = Bench::new("nothing_vanishes_and_quarantine_ends_with_code_3") else {
        return;
    };
    let mut games = games(3);
    let broken = games[1].replacen("1. ", "1. Qh7 ", 1);
    games.push(broken);
    games.push("[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1-0\n".to_owned());
    games.push(games[0].clone());
    let event = bench.event("event.pgn", &games);
    let output = bench.command(event, "out", "store.sqlite", &[]).output().expect("runs");
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let s = bench.json("out");
    let count = |name: &str| s["event"][name].as_u64().expect("a count");
    assert_eq!(count("games_in"), 6);
    assert_eq!((count("games_scored"), count("games_unscored"), count("games_quarantined")), (3, 2, 1));
    for player in s["players"].as_array().expect("players") {
        let excluded: u64 =
            player["excluded"].as_object().expect("counts").values().filter_map(Value::as_u64).sum();
        let scored = player["scored"].as_u64().expect("a count");
        assert_eq!(player["moves"].as_u64(), Some(scored + excluded), "{}", player["name"]);
    }
    let entry = &s["quarantine"][0];
    assert_eq!(entry["game"].as_u64(), Some(4));
    assert_eq!(entry["token"].as_str(), Some("Qh7"));
    let text = std::fs::read(bench.0.path(event)).expect("reads");
    let offset = usize::try_from(entry["offset"].as_u64().expect("an offset")).expect("fits");
    assert!(text[offset..].starts_with(b"[Event "), "the offset is where the game begins");
}

#[test]
fn verify_holds_and_names_a_changed_file() {
    let Some(bench) = Bench::new("verify_holds_and_names_a_changed_file") else {
        return;
    };
    let games = games(2);
    let event = bench.event("event.pgn", &games);
    bench.screen(event, "out", "store.sqlite", &[]);
    let verify = |more: &[&str]| {
        let (code, out, _) = bench.0.run(&[&["verify", "out"], more].concat());
        (code, out)
    };
    let (code, text) = verify(&[]);
    assert!(code == Some(4) && text.contains("Consistent, but not attested"), "{text}");
    let (code, text) = verify(&["--recompute", "all", "--pgn", "event.pgn"]);
    assert_eq!(code, Some(4), "{text}");
    assert!(text.contains("holds    sheet.html: made again") && !text.contains("skipped"), "{text}");
    let (code, text) = verify(&["--recompute", "5", "--pgn", "event.pgn", "--store", "store.sqlite"]);
    assert_eq!(code, Some(4), "{text}");
    assert!(text.contains("5 of 5 equal"), "{text}");
    let mut originals = BTreeMap::new();
    for name in ["screening.json", "players.csv", "decisions.csv", "sheet.html", "run.json"] {
        let path = bench.0.path("out").join(name);
        originals.insert(path.clone(), std::fs::read(&path).expect("reads"));
        let mut bytes = originals[&path].clone();
        let middle = bytes.len() / 2;
        bytes[middle] = if bytes[middle] == b'1' { b'2' } else { b'1' };
        std::fs::write(&path, &bytes).expect("writes");
        assert_eq!(verify(&[]).0, Some(1), "{name} was changed");
        std::fs::write(&path, &originals[&path]).expect("restores");
    }
    assert_eq!(verify(&[]).0, Some(4));
    // A page that was altered, with the list of digests written anew.
    let (sheet, sums) = (bench.0.path("out/sheet.html"), bench.0.path("out/files.sha256"));
    let (page, list) = ["out/sheet.html", "out/files.sha256"]
        .map(|name| std::fs::read_to_string(bench.0.path(name)).expect("reads"))
        .into();
    let digest = |text: &str| uci_pool::hex(&<sha2::Sha256 as sha2::Digest>::digest(text.as_bytes()));
    let statistics = ["--recompute", "statistics", "--pgn", "event.pgn", "--store", "store.sqlite"];
    for (part, more) in [("<h2>The field</h2>", &[][..]), ("id=\"parts\"><h2>", &statistics[..])] {
        let altered = page.replacen(part, &format!("{part}Other words"), 1);
        assert_ne!(altered, page, "{part}");
        std::fs::write(&sheet, &altered).expect("writes");
        std::fs::write(&sums, list.replace(&digest(&page), &digest(&altered))).expect("writes");
        let (code, text) = verify(more);
        assert!(code == Some(1) && text.contains("DIFFERS  sheet.html"), "{text}");
    }
}

/// The language changes the page and the table, and neither a digit of the numbers nor a byte of what programs read.
#[test]
fn the_language_changes_what_people_read_and_nothing_else() {
    let Some(bench) = Bench::new("the_language_changes_what_people_read_and_nothing_else") else {
        return;
    };
    let games = games(2);
    let event = bench.event("event.pgn", &games);
    let read = |folder: &str, name: &str| std::fs::read(bench.0.path(folder).join(name)).expect("reads");
    let print = |folder: &str, more: &[&str]| {
        let output = bench.command(event, folder, "store.sqlite", more).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let english = print("en", &[]);
    assert!(english.contains("screening sheet"), "{english}");
    let russian = print("ru", &["--lang", "ru"]);
    assert!(russian.contains("лист скрининга"), "{russian}");
    let settings = bench.event("own.toml", &["lang = \"uk\"\n".to_owned()]);
    let ukrainian = print("uk", &["--config", settings]);
    assert!(ukrainian.contains("аркуш скринінгу"), "{ukrainian}");
    for language in ["en", "ru", "uk"] {
        let page = String::from_utf8(read(language, "sheet.html")).expect("UTF-8");
        assert!(page.contains(&format!("<html lang=\"{language}\">")), "{language}");
        for name in ["screening.json", "players.csv", "decisions.csv"] {
            assert!(read(language, name) == read("en", name), "{name} in {language}");
        }
    }
}

#[test]
fn a_missing_engine_or_input_is_said_plainly() {
    let home = Home::new();
    home.put("event.pgn", &sample_games().concat());
    for (line, code, said) in [
        ("screen absent.pgn", 1, "absent.pgn"),
        ("screen event.pgn --engine /nowhere/engine --store s.sqlite", 1, "/nowhere/engine"),
        ("screen event.pgn --event Nowhere", 1, "Nowhere"),
        ("screen", 2, "required"),
    ] {
        let (found, _, error) = home.run(&words(line));
        assert!(found == Some(code) && error.contains(said), "{line}: {error}");
    }
}

#[test]
fn the_store_says_what_it_holds_and_gets_smaller() {
    let home = Home::new();
    let path = home.path("store.sqlite");
    let store = |more: &[&str]| home.run(&[&["store", "--store", "store.sqlite"], more].concat());
    let (code, _, error) = store(&[]);
    assert_eq!(code, Some(1), "nothing is made by looking");
    assert!(error.contains("there is no evaluation store"), "{error}");
    assert!(!path.exists());

    let mut made = datasets::Store::open(&path).expect("a store");
    let engine = uci_pool::Identity {
        name: "Old 1".to_owned(),
        author: "somebody".to_owned(),
        sha256: "0123456789abcdef".to_owned(),
        signature: None,
        options: Vec::new(),
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned();
    let request = uci_pool::Request { fen: start, only: "e2e4".parse().ok() };
    let printed = "info depth 1 multipv 1 score cp 20 nodes 50 pv e2e4\nbestmove e2e4\n";
    let settings = uci_pool::Settings { depth: 1, ..uci_pool::Settings::QUICK };
    let evaluation =
        uci_pool::transcript::evaluation(&request, &settings, printed.as_bytes()).expect("sound");
    for settings in [uci_pool::Settings::QUICK, uci_pool::Settings::FULL] {
        let profile = made.profile(&engine, &settings).expect("a profile");
        for position in 0..3 {
            made.put(profile, &format!("position {position}"), None, &evaluation).expect("stored");
        }
    }
    drop(made);
    let (code, listed, _) = store(&[]);
    assert_eq!(code, Some(0));
    let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = listed.lines().skip(2).map(cells).collect();
    assert_eq!(rows[0][..7], ["1", "Old", "1", "0123456789abcdef", "12", "5", "350"], "{listed}");
    assert_eq!(rows[1][..6], ["2", "Old", "1", "0123456789abcdef", "14", "5"], "{listed}");
    assert_eq!((rows[0][7].as_str(), rows[1][6].as_str()), ("3", "3"), "{listed}");
    let (code, text, error) = store(&["--forget", "1", "--compact", "--json"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(error.contains("Profile 1: 3 evaluations taken out."), "{error}");
    let held: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(held[0]["evaluations"], 0);
    assert_eq!(held[1]["evaluations"], 3);
    let (code, _, error) = store(&["--forget", "7"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("no profile 7"), "{error}");
}
