//! `power` and `simulate` on evaluations of a real engine at a small depth. Skips with a printed reason without one.

use std::path::Path;
use std::process::{Command, Output};

use analyzer::Parameters;
use analyzer::choice::deeper_choice::DeeperSearch;
use cli::arguments::{EngineOptions, RunOptions};
use cli::config::Config;
use pipeline::SearchPlayedMove;
use serde_json::Value;
use tempfile::TempDir;
use uci_pool::{EngineSpec, find_engine, identify};

fn lab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fairplay-lab"))
        .args(arguments)
        .args(["--lines", "3", "--store", "store.sqlite"])
        .current_dir(folder)
        .env_remove("FAIRPLAY_STORE")
        .env_remove("FAIRPLAY_ENGINE")
        .output()
        .expect("runs")
}

fn succeeded(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The shipped numbers as if they had been fitted at these settings; the tests look at the machinery and not at them.
fn parameters(depth: u8) -> Option<String> {
    let command = find_engine()?;
    let spec = EngineSpec::of(command);
    let identity = identify(&spec).expect("an engine");
    let mut parameters = Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1).expect("reads");
    let source = parameters.source.as_mut().expect("a source");
    source.engine_sha256 = identity.sha256;
    // Under the settings of the test it has another one.
    source.engine_signature = None;
    source.depth = depth;
    source.multipv = 3;
    let second = parameters.depth_aware.as_mut().expect("a second model");
    second.deeper = vec![DeeperSearch {
        engine: identity.name,
        engine_signature: None,
        depth: 7,
        earlier: vec![5],
        helper_share: 0.9,
        other_share: Some(0.4),
        first: [0.1, 0.0],
        line: [0.2, 0.0],
        unlisted: [0.4, 0.0],
        surprise: [0.1, 0.0],
    }];
    Some(parameters.write().expect("writes"))
}

/// A folder with parameters for depth 5, and with the games of the sample as `write` joins them; each starts with the name of its event
/// and a quotation mark. Says why there is none without an engine.
fn with_games(write: &dyn Fn(&mut dyn Iterator<Item = &'static str>) -> String) -> Option<TempDir> {
    let Some(parameters) = parameters(5) else {
        println!("skipped: no engine is installed (scripts/setup.sh installs one)");
        return None;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::str::from_utf8(datasets::pgn::sample::PGN).expect("the sample is UTF-8");
    std::fs::write(folder.path().join("parameters.toml"), parameters).expect("written");
    let event = write(&mut text.split("[Event \"").skip(1));
    std::fs::write(folder.path().join("event.pgn"), event).expect("written");
    Some(folder)
}

/// Fills the store as `fairplay screen` does.
fn evaluate(folder: &Path, depth: u8) {
    let run = RunOptions { store: Some(folder.join("store.sqlite")), ..RunOptions::default() };
    let options = EngineOptions { run, depth: Some(depth), lines: Some(3), ..EngineOptions::default() };
    let config = Config::load(&options).expect("settings");
    let collection = datasets::read(&[folder.join("event.pgn")], None).expect("reads");
    let plans = analyzer::plan::all(&collection.games);
    let engines = config.engines().expect("an engine");
    engines.answers(&plans, SearchPlayedMove::IfUnlisted).expect("evaluated");
}

#[test]
fn power_and_simulate_from_a_store() {
    let Some(folder) = with_games(&|games| games.take(8).map(|game| format!("[Event \"{game}")).collect())
    else {
        return;
    };
    let at = folder.path();
    let given = ["--depth", "5", "--parameters", "parameters.toml"];

    let nothing = lab(at, &[&["power", "event.pgn"], &given[..]].concat());
    assert!(!nothing.status.success());
    let said = String::from_utf8_lossy(&nothing.stderr).into_owned();
    assert!(said.contains("screen the events first"), "{said}");

    for depth in [5, 7] {
        evaluate(at, depth);
    }

    let small = "power event.pgn --bands 2400 --half-width 150 --games 9 --performances 50 --honest 200 \
                 --false-alarm-rates 0.01 --out result --json";
    let small: Vec<&str> = small.split_whitespace().collect();
    let run = |more: &[&str]| succeeded(&lab(at, &[&small[..], &given[..], more].concat()));
    let first = run(&[]);
    assert_eq!(first, run(&[]), "the same seed, the same digits");
    assert_eq!(std::fs::read_to_string(at.join("result/power.json")).expect("read"), first);
    assert!(at.join("result/power.csv").is_file() && at.join("result/power.md").is_file());
    assert!(at.join("result/power.svg").is_file());
    let document: Value = serde_json::from_str(&first).expect("JSON");
    assert_eq!((&document["schema"], &document["table"]["provisional"]), (&"power-1".into(), &false.into()));
    // Seven kinds of help, eight fixed rules without the hints, ten at one equal rate.
    assert_eq!(document["table"]["rows"].as_array().map(Vec::len), Some(7 * (8 + 10)));
    assert!(document["table"]["bands"][0]["sides"].as_u64().is_some_and(|n| n > 8));

    // The event belongs to one of the halves; of the other there is nothing to draw from.
    let half = |name: &str| lab(at, &[&small[..], &given[..], &["--half", name]].concat());
    let halves = ["first", "second"].map(half);
    let (held, empty) = match halves.each_ref().map(|output| output.status.success()) {
        [true, false] => (&halves[0], &halves[1]),
        [false, true] => (&halves[1], &halves[0]),
        both => panic!("{both:?}"),
    };
    assert_eq!(String::from_utf8_lossy(&held.stdout), first);
    assert!(String::from_utf8_lossy(&empty.stderr).contains("the store holds no event"));

    // A search two plies deeper as the helper: never more often the first line than the first line itself.
    let deeper: Value = serde_json::from_str(&run(&["--helper-profile", "depth=7"])).expect("JSON");
    let helper = deeper["table"]["helper"].as_str().expect("named");
    assert!(helper.contains("at depth 7, 3 lines"), "{helper}");
    assert_ne!(deeper["table"]["rows"], document["table"]["rows"]);
    let with_deeper: Value = serde_json::from_str(&run(&["--deeper-profile", "depth=7"])).expect("JSON");
    let deeper = with_deeper["table"]["deeper"].as_str().expect("named");
    for part in ["at depth 7, 3 lines", "first moves at depths 5", "2 helpers", "90 %", "one more, 40 %"] {
        assert!(deeper.contains(part), "{deeper}");
    }
    assert_ne!(with_deeper["table"]["rows"], document["table"]["rows"]);
    let unfitted = lab(at, &[&small[..], &given[..], &["--deeper-profile", "depth=8"]].concat());
    assert!(String::from_utf8_lossy(&unfitted.stderr).contains("say nothing of a search to depth 8"));
    let unknown = lab(at, &[&small[..], &given[..], &["--helper-profile", "depth=8"]].concat());
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("the store holds no game under"));

    let simulate = ["simulate", "event.pgn", "--players", "12", "--helped", "2", "--share", "0.9"];
    let out = |name: &str| lab(at, &[&simulate[..], &given[..], &["--out", name]].concat());
    let printed = succeeded(&out("made.json"));
    assert!(
        printed.contains("field: 12 with an index") && printed.contains("player 2 with help on"),
        "{printed}"
    );
    let made: Value =
        serde_json::from_slice(&std::fs::read(at.join("made.json")).expect("read")).expect("JSON");
    assert_eq!((&made["simulated"], &made["seed"]), (&true.into(), &1.into()));
    assert_eq!(made["players"].as_array().map(Vec::len), Some(12));
    succeeded(&out("made.csv"));
    let rows = std::fs::read_to_string(at.join("made.csv")).expect("read").lines().count();
    let decisions = made["players"].as_array().expect("players").iter();
    let decisions: usize = decisions.map(|p| p["decisions"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(rows, 1 + decisions);
    assert!(!out("made.pgn").status.success(), "independent positions make no game");
}

/// The weights of a deeper search of the same engine are fitted, scored on the other tournament and written to a file that reads.
#[test]
fn honest_moves_are_fitted_to_a_deeper_search() {
    // Two tournaments, so that each can be scored with a fit to the other.
    let two = |(k, game)| format!("[Event \"{}{game}", ["", "Second "][k % 2]);
    let Some(folder) = with_games(&|games| games.enumerate().map(two).collect()) else {
        return;
    };
    let at = folder.path();
    for depth in [5, 7] {
        evaluate(at, depth);
    }
    let arguments = "deeper event.pgn --depth 5 --parameters parameters.toml --out deeper.toml";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let without = lab(at, &arguments);
    assert!(String::from_utf8_lossy(&without.stderr).contains("--deeper-profile"));
    let printed = succeeded(&lab(at, &[&arguments[..], &["--deeper-profile", "depth=7"]].concat()));
    let all = printed.lines().find(|line| line.starts_with("all | 2300")).expect("a row");
    let of = |cell: usize| -> f64 {
        let cell = all.split(" | ").nth(cell).expect("a cell");
        cell.trim_end_matches(" %").parse().expect("a number")
    };
    let (decisions, played, expected) = (of(2), of(3), of(5));
    assert!(decisions > 300.0 && (played - expected).abs() < 10.0, "{all}");
    let text = std::fs::read_to_string(at.join("deeper.toml")).expect("written");
    let fitted: DeeperSearch = toml::from_str(&text).expect("reads");
    assert_eq!((fitted.depth, fitted.surprise.len()), (7, 2));
}
