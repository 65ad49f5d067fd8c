//! `fairplay watch` on an event that is replayed round by round, with an engine whose answers were recorded beforehand: the
//! store holds them, and the engine that runs can only say who it is. Names are invented.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use analyzer::choice::deeper_choice::DeeperSearch;
use analyzer::choice::engine_choice::Helper;
use analyzer::{GamePlan, Parameters, shipped};
use datasets::Store;
use pipeline::second_engine_settings;
use serde_json::Value as Json;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use uci_pool::{Bound, DepthLines, EngineSpec, Evaluation, Line, Settings, Value, identify};

use crate::home::{Home, interrupt, sample_games, settings_file, until, write_script};

/// Says who it is and leaves a mark if it is asked to search.
const ENGINE: &str = "#!/bin/sh
while read -r line; do
    case \"$line\" in
        uci) printf 'id name recorded\\noption name Hash type spin default 16 min 1 max 1024\\noption name Threads type spin \
default 1 min 1 max 1\\noption name MultiPV type spin default 1 min 1 max 64\\nuciok\\n' ;;
        isready) echo readyok ;;
        go*) : > \"$(dirname \"$0\")/asked\"; exit 1 ;;
        quit) exit 0 ;;
    esac
done
";

const NAMES: &str = "Ample, Anna/Birch, Ben/Crane, Cleo/Dale, Dan/Elm, Eve/Frost, Finn/Gale, Gia/Hill, Hal/Isle, Ina/Jay, Jon";

/// The bundled event under invented names, with rounds from 1, as one text for each game.
fn games() -> Vec<(u16, String)> {
    let mut names: BTreeMap<String, &str> = BTreeMap::new();
    let game = |text: String| {
        let (mut round, mut game) = (0, String::new());
        for line in text.lines().filter(|line| !line.contains("FideId")) {
            let tag = |name: &str| line.strip_prefix(&format!("[{name} \""))?.strip_suffix("\"]");
            let side = ["White", "Black"].into_iter().find_map(|side| Some((side, tag(side)?)));
            let line = if let Some((side, name)) = side {
                let next = NAMES.split('/').nth(names.len()).unwrap_or_default();
                format!("[{side} \"{}\"]", names.entry(name.to_owned()).or_insert(next))
            } else if let Some((played, board)) = tag("Round").and_then(|tag| tag.split_once('.')) {
                // The event begins with its third round.
                round = played.parse::<u16>().expect("a round") - 2;
                format!("[Round \"{round}.{board}\"]")
            } else {
                line.to_owned()
            };
            game.push_str(&line);
            game.push('\n');
        }
        (round, game)
    };
    sample_games().into_iter().map(game).collect()
}

/// A game of the running round: its tags, its first moves, no result.
fn begun(game: &str) -> String {
    let (tags, moves) = game.split_once("\n\n").expect("tags and moves");
    let tags = tags
        .lines()
        .map(|line| if line.starts_with("[Result") { "[Result \"*\"]" } else { line })
        .collect::<Vec<_>>()
        .join("\n");
    let words: Vec<&str> = moves.split_whitespace().take(60).collect();
    let cut = words.iter().rposition(|word| word.ends_with('.')).unwrap_or(0);
    format!("{tags}\n\n{} *\n\n", words[..cut].join(" "))
}

/// A folder with the event, the engine, its answers and its parameters.
struct Bench {
    home: Home,
    games: Vec<(u16, String)>,
}

/// Depth of the second engine in plies: that of the made-up answers.
const SECOND_DEPTH: u8 = 12;

/// Five legal moves, the one played first in `of_ten` positions of ten: what a made-up engine had said.
fn answer(
    plans: &[GamePlan],
    of_ten: usize,
    put: &mut dyn FnMut(&str, Option<shakmaty::uci::UciMove>, &Evaluation),
) {
    let found = |lines: Vec<Line>| Evaluation {
        depths: vec![DepthLines { depth: 12, lines }],
        judgment: 0,
        pvs: Vec::new(),
        nodes: 1,
        truncated: false,
    };
    let mut known: BTreeMap<&str, Vec<Line>> = BTreeMap::new();
    for (number, turn) in plans.iter().flat_map(GamePlan::searched).enumerate() {
        // Two games may share a position and play different moves in it.
        if let Some(lines) = known.get(turn.fen.as_str()) {
            if lines.iter().all(|line| line.mv != turn.played) {
                let apart = Line { mv: turn.played, value: Value::Cp(-300), bound: Bound::Exact };
                put(&turn.fen, Some(turn.played), &found(vec![apart]));
            }
            continue;
        }
        let fen: Fen = turn.fen.parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let all = position.legal_moves();
        let mut moves: Vec<_> = all.iter().map(|mv| mv.to_uci(CastlingMode::Standard)).collect();
        let at = moves.iter().position(|mv| *mv == turn.played).expect("legal");
        let place = usize::from(number % 10 >= of_ten).min(moves.len() - 1);
        moves.swap(place, at);
        let line = |(place, mv): (usize, &_)| Line {
            mv: *mv,
            value: Value::Cp(10 - 40 * i32::try_from(place).expect("small")),
            bound: Bound::Exact,
        };
        let lines: Vec<Line> = moves.iter().take(5).enumerate().map(line).collect();
        put(&turn.fen, None, &found(lines.clone()));
        known.insert(&turn.fen, lines);
    }
}

impl Bench {
    /// `of_ten` as for [`answer`].
    fn new(of_ten: usize) -> Self {
        let home = Home::new();
        let at = |name: &str| home.path(name);
        write_script(&at("engine"), ENGINE);
        let settings = format!("[engine]\nwrites = [{:?}]\n", home.folder());
        fs::write(settings_file(home.folder()), settings).expect("written");
        let games = games();
        let all: String = games.iter().map(|(_, game)| game.as_str()).collect();
        fs::write(at("all.pgn"), all).expect("written");
        let collection = datasets::read(&[at("all.pgn")], None).expect("reads");
        assert_eq!(collection.games.len(), 35);
        let plans = analyzer::plan::all(&collection.games);
        let spec = EngineSpec::of(at("engine"));
        let mut identity = identify(&spec).expect("an engine");
        // It cannot be asked for one.
        identity.signature = Some("7".repeat(64));
        let mut store = Store::open(&at("store.sqlite")).expect("opens");
        let usual = second_engine_settings(&Settings::FULL, None);
        store.remember(&identity, &usual.to_the_end()).expect("remembered");
        let second = Settings { depth: SECOND_DEPTH, ..usual };
        for (settings, file) in
            [(Settings::QUICK, "quick.toml"), (Settings::FULL, "full.toml"), (second, "second.toml")]
        {
            store.remember(&identity, &settings.to_the_end()).expect("remembered");
            let profile = store.profile(&identity, &settings).expect("a profile");
            answer(&plans, of_ten, &mut |fen, only, evaluation| {
                store.put(profile, fen, only, evaluation).expect("stored");
            });
            let mut parameters = Parameters::parse(shipped::QUICK_STOCKFISH_15_1).expect("reads");
            let source = parameters.source.as_mut().expect("a source");
            source.engine_sha256.clone_from(&identity.sha256);
            source.engine_signature.clone_from(&identity.signature);
            (source.depth, source.multipv) = (settings.depth, settings.multipv);
            (source.hash_mib, source.node_cap) = (settings.hash_mib, settings.node_cap);
            // The answers have no history of depths, by which the fitted helper goes; this one takes the first line.
            let second = parameters.depth_aware.as_mut().expect("a second model");
            let weights = BTreeMap::from([("first_line".to_owned(), 6.0)]);
            second.helper = Some(Helper { game_sd: 0.0, weights });
            second.deeper = vec![DeeperSearch {
                engine: "recorded".to_owned(),
                engine_signature: identity.signature.clone(),
                depth: SECOND_DEPTH,
                earlier: Vec::new(),
                helper_share: 0.9,
                other_share: None,
                first: [0.1, 0.0],
                line: [0.1, 0.0],
                unlisted: [0.1, 0.0],
                surprise: [0.2, 0.0],
            }];
            fs::write(at(file), parameters.write().expect("writes")).expect("written");
        }
        Self { home, games }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path(name)
    }

    /// The source as it is when `complete` rounds are over and the next is being played.
    fn publish(&self, complete: u16) {
        let text = self.games.iter().filter_map(|(round, game)| match *round {
            round if round <= complete => Some(game.clone()),
            round if round == complete + 1 => Some(begun(game)),
            _ => None,
        });
        let part = self.path("part.pgn");
        fs::write(&part, text.collect::<String>()).expect("written");
        fs::rename(part, self.path("live.pgn")).expect("moved");
    }

    fn command(&self, more: &[&str]) -> Command {
        let arguments = ["watch", "live.pgn", "--out", "out", "--store", "store.sqlite"];
        let engine = ["--engine", "./engine", "--engines", "1", "--parameters", "quick.toml"];
        let mut command = self.home.command(&[&arguments[..], &engine, more].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn once(&self, more: &[&str]) -> Output {
        let output = self.command(&[&["--once"], more].concat()).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        output
    }

    fn hints(&self) -> Json {
        self.home.read_json("out/hints.json")
    }
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// The sequential values of every player, by round.
fn values(hints: &Json) -> BTreeMap<String, Json> {
    let players = hints["players"].as_array().expect("players");
    let of = |player: &Json| {
        (player["name"].as_str().expect("a name").to_owned(), player["course"]["rounds"].clone())
    };
    players.iter().map(of).collect()
}

#[test]
fn a_replay_gives_hints_after_each_round_and_no_value_changes_later() {
    let bench = Bench::new(5);
    let mut before: BTreeMap<String, Json> = BTreeMap::new();
    for round in 1..=3_u16 {
        bench.publish(round);
        let said = text(&bench.once(&["--rounds", "7"]));
        assert!(said.contains(&format!("All rounds up to round {round} are complete.")), "{said}");
        assert!(said.contains("Never: question or search anybody because of a quick test"), "{said}");
        let hints = bench.hints();
        assert_eq!(hints["rounds"]["complete_through"], round);
        assert_eq!(hints["players"].as_array().map(Vec::len), Some(10));
        let now = values(&hints);
        for (name, course) in &now {
            let course = course.as_array().expect("rounds");
            let rounds: Vec<u64> = course.iter().filter_map(|row| row["round"].as_u64()).collect();
            // A game that never leaves the opening has no decisions and so no row.
            assert!(rounds.is_sorted() && rounds.len() + 1 >= usize::from(round), "{name}: {rounds:?}");
            assert!(rounds.iter().all(|row| *row <= u64::from(round)), "the running round is left out");
            if let Some(earlier) = before.get(name) {
                let earlier = earlier.as_array().expect("rounds");
                assert_eq!(course[..earlier.len()], earlier[..], "{name}");
            }
        }
        before = now;
        let kept = bench.home.read_json(&format!("out/hints-round-{round}.json"));
        assert_eq!(kept["manifest"]["digest"], hints["manifest"]["digest"]);
    }
    // The page is there, and everything came from what had been recorded.
    let page = fs::read_to_string(bench.path("out/hints.html")).expect("a page");
    assert!(page.starts_with("<!doctype html>") && page.contains("Ample, Anna"));
    assert!(!bench.path("asked").exists(), "the engine was asked");
}

#[test]
fn looking_after_each_move_takes_in_the_running_round_and_respects_the_delay() {
    let bench = Bench::new(5);
    bench.publish(2);
    bench.once(&[]);
    let rounds = bench.hints();
    bench.once(&["--look-after", "move"]);
    let moves = bench.hints();
    let decisions = |hints: &Json| -> u64 {
        let players = hints["players"].as_array().expect("players");
        players.iter().map(|player| player["decisions"].as_u64().expect("a number")).sum()
    };
    assert!(decisions(&moves) > decisions(&rounds), "{} {}", decisions(&moves), decisions(&rounds));
    assert_eq!(moves["rounds"]["complete_through"], 2);
    // With a long transmission delay nothing of it counts yet.
    let delayed = bench.once(&["--look-after", "move", "--delay", "3600"]);
    assert_eq!(text(&delayed), "");
}

#[test]
fn full_tests_are_made_within_the_budget_and_remembered() {
    let bench = Bench::new(9);
    bench.publish(5);
    let full = ["--full-parameters", "full.toml", "--rounds", "7", "--json"];
    let output = bench.once(&full);
    let hints: Json = serde_json::from_slice(&output.stdout).expect("one line of JSON");
    let tested = |hints: &Json| -> Vec<String> {
        let players = hints["players"].as_array().expect("players");
        let tested = players.iter().filter(|player| !player["full"].is_null());
        tested.map(|player| player["name"].as_str().expect("a name").to_owned()).collect()
    };
    // Nine of ten moves are the engine's: whoever has enough decisions for a z is tested.
    let players = hints["players"].as_array().expect("players");
    let enough = players.iter().filter(|player| player["sufficient"] == true).count();
    assert!((8..=10).contains(&enough), "{enough}");
    assert_eq!(tested(&hints).len(), enough, "{hints:#}");
    // Ten players and seven looks: the floor of 3.00 is the level.
    let over = players.iter().filter(|player| player["full"]["z"].as_f64().is_some_and(|z| z >= 3.0));
    let over: Vec<&Json> = over.map(|player| &player["name"]).collect();
    let intrusive = &hints["ladder"][2]["stands"]["players"];
    let named: Vec<&Json> =
        intrusive.as_array().expect("a list").iter().map(|player| &player["name"]).collect();
    assert!(!over.is_empty() && named == over, "{named:?} {over:?}");
    let few = hints["tests"][0]["log"].as_array().expect("a log");
    let few = few.iter().filter(|choice| choice["decided"]["kind"] == "too_few");
    assert_eq!(few.count(), 10 - enough);
    assert_eq!(intrusive[0]["ground"]["evidence"], "full_test");
    assert_eq!(hints["ladder"][3]["stands"]["kind"], "never");
    let kept = fs::read(bench.path("out/full-tests.json")).expect("kept");
    // A later run takes them up and makes none of them again.
    let again: Json = serde_json::from_slice(&bench.once(&full).stdout).expect("JSON");
    assert_eq!(tested(&again), tested(&hints));
    assert_eq!(fs::read(bench.path("out/full-tests.json")).expect("kept"), kept);
    assert_eq!(again["ladder"], hints["ladder"]);
    assert!(!bench.path("asked").exists());
}

/// The value takes the second engine into account if it is the one that was fitted, and any other is refused before the first search.
#[test]
fn a_second_engine_enters_the_values() {
    let bench = Bench::new(5);
    bench.publish(3);
    bench.once(&[]);
    let alone = bench.hints();
    assert!(alone.get("second_engine").is_none());
    let depth = SECOND_DEPTH.to_string();
    bench.once(&["--second-engine", "./engine", "--second-depth", &depth]);
    let found = bench.hints();
    assert_eq!(found["second_engine"]["settings"]["depth"], SECOND_DEPTH);
    let (before, now) = (values(&alone), values(&found));
    let other = now.iter().filter(|(name, course)| before.get(*name) != Some(course)).count();
    assert!(other > 5, "{other} of {} values", now.len());
    assert!(!bench.path("asked").exists(), "the engine was asked");
    // At the usual depth it is not the search of the fit.
    let refused = bench.command(&["--once", "--second-engine", "./engine"]).output().expect("runs");
    let error = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{error}");
    assert!(error.contains("hints take recorded at depth 12 as their second engine"), "{error}");
    assert!(error.contains("is recorded at depth 20"), "{error}");
    // Rapid games have no such fit, so the engine is left out and the hints say so by not naming it.
    let rapid =
        bench.once(&["--time-class", "rapid", "--second-engine", "./engine", "--second-depth", &depth]);
    assert!(String::from_utf8_lossy(&rapid.stderr).contains("The second engine is left out"));
    assert!(bench.hints().get("second_engine").is_none());
}

#[test]
fn without_a_calibration_of_the_full_test_nothing_beyond_a_hint_is_allowed() {
    let bench = Bench::new(9);
    bench.publish(5);
    let output = bench.once(&["--lang", "en"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("There is no calibration of the full test"), "{error}");
    let hints = bench.hints();
    assert_eq!(hints["full_tests"], false);
    assert_eq!(hints["ladder"][0]["stands"]["players"].as_array().map(Vec::len), Some(10));
    assert_eq!(hints["ladder"][2]["stands"]["players"].as_array().map(Vec::len), Some(0));
    assert_eq!(hints["tests"][0]["log"].as_array().map(Vec::len), Some(10));
    assert!(text(&output).contains("watch more closely, and ask for a full test."));
    // A complaint is a ground of its own, and is said to be one.
    let complaint = bench.once(&["--complaint", "Ample"]);
    let said = text(&complaint);
    // What it allows depends on a full test, and none can be made here.
    let asked = "Ample, Anna: watch more closely, and ask for a full test. There is a formal complaint with observation.";
    assert!(said.contains(asked), "{said}");
    // Online a complaint comes after the event, so none counts while it is watched.
    for option in ["--complaint", "--complaint-without-observation"] {
        let online = bench.command(&["--once", "--mode", "online", option, "Ample"]).output().expect("runs");
        let error = String::from_utf8_lossy(&online.stderr);
        assert!(
            !online.status.success() && error.contains("online a complaint comes after the event"),
            "{error}"
        );
    }
    // Who is not there is said and left out.
    let nobody = bench.once(&["--singled-out", "Nobody, Ned"]);
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("names nobody in the games so far"));
}

#[test]
fn following_gives_hints_when_a_round_ends_and_stops_cleanly() {
    let bench = Bench::new(5);
    bench.publish(0);
    let child = bench.command(&["--interval", "1", "--rounds", "7"]).spawn().expect("runs");
    for round in 1..=2 {
        bench.publish(round);
        let path = bench.path(&format!("out/hints-round-{round}.json"));
        until(|| path.exists(), || format!("no hints after round {round}"));
    }
    interrupt(&child);
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let said = text(&output);
    assert!(
        said.contains("up to round 1 are complete") && said.contains("up to round 2 are complete"),
        "{said}"
    );
    let versions = fs::read_to_string(bench.path("out/versions.jsonl")).expect("a log");
    assert!(versions.lines().count() > 10);
}
