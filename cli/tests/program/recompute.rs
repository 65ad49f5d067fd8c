//! A bundle from the outside: made with a real engine at a small depth, computed again by a stranger, copied for the defence.
//! Skips with a printed reason where there is no engine. The people in it are invented.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use analyzer::shipped::QUICK_STOCKFISH_15_1;
use reports::bundle::{Bundle, Content, Description, Kind, Manifest, Verifier};
use serde_json::Value;
use uci_pool::{EngineSpec, find_engine, identify};

use crate::home::{Home, has_engine};

/// Who sits where the people of the bundled event sat, the player first. No word of them stands anywhere else.
const NAMES: [(&str, &str); 10] = [
    ("Nemeth, Zalan", "Thornwood, Ada"),
    ("Berczes, D", "Quillfeather, Odo"),
    ("Vanczak, Tamas", "Brackenbury, Ivo"),
    ("Mahitosh, Dey", "O'Malvern, Una"),
    ("Ivanisevic, I", "Žďárská, Hermína"),
    ("Gschnitzer, Adrian", "Pennyfarthing, Bo"),
    ("Gormally, D", "Ravenscroft, Gil"),
    ("Fus, Jakub", "Wetherspoon, Kit"),
    ("Daaevik Wadhawan", "Lilac Underhill"),
    ("Balint, Peter", "Yarborough, Max"),
];
/// Content that no file of a copy for the defence may have.
const HIDDEN: &str = "Quillfeather/Brackenbury/Malvern/rsk\u{e1}/Herm\u{ed}na/Pennyfarthing/Ravenscroft/Wetherspoon/Lilac/\
                      Underhill/Yarborough/722960/Seaside Hall/a quiet word/brackenbury/Overseer/Host Club/Lakeside";
const DEPTH: &str = "4";

pub(crate) struct Bench {
    pub(crate) home: Home,
    engine: PathBuf,
}

impl Bench {
    pub(crate) fn new(test: &str) -> Option<Self> {
        let engine = find_engine().filter(|_| has_engine(test))?;
        let home = Home::new();
        let mut text = std::str::from_utf8(datasets::pgn::sample::PGN).expect("UTF-8").to_owned();
        for (real, invented) in NAMES {
            text = text.replace(real, invented);
        }
        let site = "[Site \"Seaside Hall, with Ravenscroft\"]";
        let text = text.replace("[Site \"Balatonlelle HUN\"]", site);
        let text = text.replacen("1. d4 d5", "1. d4 {Brackenbury was late} d5", 1);
        home.put("games-of-brackenbury.pgn", &text);
        let spec = EngineSpec::of(engine.clone());
        let sha256 = identify(&spec).expect("an engine").sha256;
        let fitted = QUICK_STOCKFISH_15_1.lines().map(|line| match line.split(" = ").next() {
            Some("version") => "version = \"made-for-a-test\"\n".to_owned(),
            // Under the depth of the test it has another one.
            Some("engine_signature") => String::new(),
            Some("engine_sha256") => format!("engine_sha256 = \"{sha256}\"\n"),
            Some("depth") => format!("depth = {DEPTH}\n"),
            // The second engine's earlier depths lie under its depth, which the line above lowers too.
            Some("earlier") => "earlier = [1, 2, 3]\n".to_owned(),
            _ => format!("{line}\n"),
        });
        home.put("parameters.toml", &fitted.collect::<String>());
        Some(Self { home, engine })
    }

    /// Tests the player and gives the dossier.
    pub(crate) fn test(&self, out: &str, store: &str, more: &[&str]) -> Value {
        let mut arguments =
            vec!["test", "games-of-brackenbury.pgn", "--player", "Thornwood", "--depth", DEPTH];
        arguments.extend(["--parameters", "parameters.toml", "--store", store, "--out", out]);
        arguments.extend(more);
        self.home.text(&arguments, 0);
        self.json(out, "dossier.json")
    }

    pub(crate) fn json(&self, bundle: &str, file: &str) -> Value {
        self.home.read_json(&format!("{bundle}/{file}"))
    }

    pub(crate) fn holds(&self, arguments: &[&str]) -> String {
        let (code, said, error) = self.home.run(arguments);
        // Consistent, and attested by nobody: unsigned, or signed with the key inside.
        let inside = said.contains("which lies inside");
        assert_eq!(code, Some(if inside { 5 } else { 4 }), "{said}{error}");
        assert!(!said.contains("DIFFERS"), "{said}");
        said
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let file = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a plain name");
        (name, std::fs::read(entry.path()).expect("reads"))
    };
    entries.map(file).collect()
}

/// The bundle of a folder with some of its files changed, whole and unsigned.
fn put_together(folder: &Path, change: impl Fn(&str, String) -> String) -> Bundle {
    let files = files(folder);
    let manifest = Manifest::parse(&files["bundle.json"]).expect("a manifest");
    let own = |kind: Kind| matches!(kind, Kind::Digests | Kind::Key);
    let contents = manifest.files.iter().filter(|file| !own(file.kind)).map(|file| Content {
        name: file.name.clone(),
        kind: file.kind,
        bytes: match String::from_utf8(files[&file.name].clone()) {
            Ok(text) => change(&file.name, text).into_bytes(),
            Err(error) => error.into_bytes(),
        },
    });
    let description = Description {
        edition: manifest.edition,
        created: manifest.created,
        software: manifest.software.clone(),
        numbers: manifest.numbers.clone(),
        rating_lists: manifest.rating_lists.clone(),
    };
    Bundle::new(&description, contents.collect(), None).expect("a bundle")
}

#[test]
fn everything_computed_again_gives_the_digest_on_a_second_run_and_with_other_numbers_of_engines() {
    let Some(bench) = Bench::new("everything_computed_again") else {
        return;
    };
    let one = bench.test("one", "one.sqlite", &["--engines", "1"]);
    let two = bench.test("two", "two.sqlite", &["--engines", "3", "--requested-by", "the panel"]);
    for place in ["digest", "evaluations"] {
        assert_eq!(one["manifest"][place], two["manifest"][place], "{place}");
    }
    assert!(one["player"]["overall_z"].is_number(), "enough decisions for a z");
    // Times and who asked are in the custody and in no number.
    assert_ne!(bench.json("one", "custody.json"), bench.json("two", "custody.json"));

    for path in ["one", "one.zip"] {
        let all = |engines: &str| bench.holds(&["verify", path, "--recompute", "all", "--engines", engines]);
        let said = all("1");
        assert_eq!(said, all("3"));
        let digest = one["manifest"]["digest"].as_str().expect("a digest");
        for part in [
            &format!("digest over the numbers computed again: {digest}"),
            "positions searched again: ",
            "answers belong to the games: each to a turn",
            "parameters: made-for-a-test: those in the bundle",
            "decisions.csv: made again from the data",
            "dossier.html: made again from the data",
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
    }
    let some = |engines: &str| {
        bench.holds(&["verify", "one.zip", "--recompute", "12", "--seed", "7", "--engines", engines])
    };
    let said = some("1");
    assert!(said.contains("12 of 12 equal, chosen with --seed 7"), "{said}");
    assert_eq!(said, some("2"));
    // Without a seed the choice is not known beforehand, and it is printed.
    let seed =
        |said: &str| said.split("--seed ").nth(1).and_then(|rest| rest.lines().next()).map(str::to_owned);
    let [first, second] = [0, 1].map(|_| seed(&bench.holds(&["verify", "one", "--recompute", "1"])));
    assert!(first.is_some() && first != second);
    // No engine is needed for the numbers, and the PGN may be looked at.
    let pgn = ["--pgn", "games-of-brackenbury.pgn"];
    let arguments = ["verify", "one", "--recompute", "statistics", "--engine", "nowhere"];
    let said = bench.holds(&[arguments.as_slice(), &pgn].concat());
    assert!(said.contains("the games stand in the PGN that was given: 7 of 7"), "{said}");
    let json = bench.home.json(&["verify", "one", "--recompute", "statistics", "--json"], 4);
    assert_eq!((&json["schema"], &json["holds"]), (&"fairplay/bundle-check/1".into(), &true.into()));
    assert!(json["recomputed"].as_array().is_some_and(|checks| checks.len() > 8));
}

#[test]
fn what_was_changed_and_signed_anew_is_found_by_computing_again() {
    let Some(bench) = Bench::new("what_was_changed_and_signed_anew") else {
        return;
    };
    bench.test("whole", "store.sqlite", &[]);
    let differs = |name: &str, parts: &[&str]| {
        let said = bench.home.text(&["verify", name, "--recompute", "statistics"], 1);
        let differ: Vec<&str> = said.lines().filter(|line| line.starts_with("DIFFERS")).collect();
        for part in parts {
            assert!(differ.iter().any(|line| line.contains(part)), "{part} in {differ:#?}");
        }
    };
    let change = |out: &str, file: &str, from: &str, to: &str| {
        let bundle = put_together(&bench.home.path("whole"), |name, text| {
            if name != file {
                return text;
            }
            assert!(text.contains(from), "{from} in {file}");
            text.replacen(from, to, 1)
        });
        bundle.write_zip(&bench.home.path(out)).expect("written");
    };
    // As it was: the way of changing changes nothing by itself.
    change("same.zip", "dossier.md", "dossier", "dossier");
    bench.holds(&["verify", "same.zip", "--recompute", "statistics"]);

    change("nodes.zip", "evaluations.jsonl", "\"nodes\":", "\"nodes\":1");
    differs("nodes.zip", &["digest of evaluations.jsonl"]);
    change("rating.zip", "premises.json", "\"rating\": 2", "\"rating\": 1");
    differs("rating.zip", &["digest over the numbers computed again: written"]);
    change("game.zip", "games.pgn", "1/2-1/2\"]", "1-0\"]");
    let (code, said, error) = bench.home.run(&["verify", "game.zip", "--recompute", "statistics"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(error.contains("does not hold together") || said.contains("DIFFERS"), "{said}{error}");
    change("number.zip", "dossier.json", "\"scored\": ", "\"scored\": 1");
    differs(
        "number.zip",
        &["digest over the numbers that are written", "numbers computed again: player.scored: written 1"],
    );
    change("table.zip", "decisions.csv", ",", ";");
    differs("table.zip", &["decisions.csv: not what the data give"]);
    change("page.zip", "dossier.html", "</h2>", "Other words</h2>");
    differs("page.zip", &["dossier.html: not what the data give"]);
    change("fit.zip", "parameters.toml", "at_2400 = 0.1", "at_2400 = 0.2");
    differs("fit.zip", &["digest over the numbers computed again: written"]);
    // The true parameters, brought along, show that only those inside were changed.
    let (_, said, _) = bench.home.run(&[
        "verify",
        "fit.zip",
        "--recompute",
        "statistics",
        "--parameters",
        "parameters.toml",
    ]);
    assert!(said.contains("DIFFERS  parameters.toml holds these parameters"), "{said}");
    assert!(said.contains("holds    digest over the numbers computed again"), "{said}");

    // An engine of other bytes is taken if it answers alike, and is refused by name if it does not.
    let mut bytes = std::fs::read(&bench.engine).expect("the engine");
    bytes.push(0);
    std::fs::write(bench.home.path("other-engine"), bytes).expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(bench.home.path("other-engine"), mode).expect("set");
    let verify = [
        "verify",
        "whole",
        "--recompute",
        "3",
        "--parameters",
        "parameters.toml",
        "--engine",
        "./other-engine",
    ];
    let (code, said, error) = bench.home.run(&verify);
    assert_eq!(code, Some(4), "{said}{error}");
    let other = "echo setoption name Use NNUE value false";
    crate::logged_engine::write_with(&bench.home.path("other-engine"), &bench.engine, other);
    let (code, _, error) = bench.home.run(&verify);
    assert_eq!(code, Some(1));
    assert!(error.contains("is another engine than that of the test"), "{error}");
    // An answer to a position of nobody's game never reaches the engine.
    let foreign = "{\"fen\":\" 8/8\\nquit\",\"failed\":\"x\"}\n{\"fen\":\"";
    change("foreign.zip", "evaluations.jsonl", "{\"fen\":\"", foreign);
    let (code, _, error) = bench.home.run(&["verify", "foreign.zip", "--recompute", "3"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("belongs to no turn of the games"), "{error}");
    // A bit of any file, and the file is named.
    for (name, bytes) in files(&bench.home.path("whole")) {
        let mut bytes_changed = bytes.clone();
        let middle = bytes.len() / 2;
        bytes_changed[middle] ^= 1;
        let path = bench.home.path("whole").join(&name);
        std::fs::write(&path, bytes_changed).expect("written");
        let verification = Verifier::default().path(&bench.home.path("whole")).expect("read");
        assert!(!verification.holds, "{name}");
        let named = verification.failures().any(|finding| format!("{finding:?}").contains(&name));
        assert!(named || name == "bundle.json", "{name}");
        std::fs::write(&path, bytes).expect("written");
    }
    assert!(Verifier::default().path(&bench.home.path("whole")).expect("read").holds);
    // A bundle that does not hold is not computed again.
    std::fs::write(bench.home.path("whole/games.pgn"), "*").expect("written");
    let (code, said, error) = bench.home.run(&["verify", "whole", "--recompute", "statistics"]);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("games.pgn: changed") && error.contains("nothing is computed again"),
        "{said}{error}"
    );
}

#[test]
fn the_copy_for_the_defence_names_nobody_else_and_gives_the_same_numbers() {
    let Some(bench) = Bench::new("the_copy_for_the_defence") else {
        return;
    };
    assert_eq!(bench.home.run(&["key", "new"]).0, Some(0));
    let stated = "--requested-by/the panel of the federation/--reason/remark of Yarborough after round 5/\
                  --operator/Thornwood's own expert/--note/a quiet word of the arbiter/--lang/uk";
    let stated: Vec<&str> = stated.split('/').collect();
    let engine = bench.engine.to_str().expect("a plain path").to_owned();
    let second =
        ["--second-engine", engine.as_str(), "--second-depth", "3", "--circumstances", "circumstances.toml"];
    bench.home.put(
        "circumstances.toml",
        "chief_arbiter = \"Astrid Overseer\"\norganiser = \"The Host Club\"\nplace = \"Lakeside\"\n",
    );
    let complete = bench.test("complete", "store.sqlite", &[stated.as_slice(), &second].concat());
    bench.home.text(&["dossier", "defence", "complete.zip", "--out", "copy"], 0);
    let (code, _, error) = bench.home.run(&["dossier", "defence", "copy", "--out", "again"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("is a copy for the defence already"), "{error}");

    // Who asked, who ran it and the reason are words of people that may name somebody; the note is nobody's.
    let page = String::from_utf8(files(&bench.home.path("complete"))["dossier.html"].clone()).expect("UTF-8");
    assert!(page.contains("remark of Yarborough") && !page.contains("a quiet word"));
    let page = String::from_utf8(files(&bench.home.path("copy"))["dossier.html"].clone()).expect("UTF-8");
    assert!(!page.contains("the panel of the federation") && page.contains("Opponent 7"));
    assert!(page.contains("lang=\"uk\""));

    let found = |name: &str, bytes: &[u8]| -> Vec<&str> {
        let there = |hidden: &&str| bytes.windows(hidden.len()).any(|window| window == hidden.as_bytes());
        let found: Vec<&str> = HIDDEN.split('/').filter(there).collect();
        if !found.is_empty() {
            println!("{name}: {found:?}");
        }
        found
    };
    let kept = files(&bench.home.path("copy"));
    assert!(!kept.contains_key("notes.txt"));
    for (name, bytes) in &kept {
        assert!(found(name, bytes).is_empty(), "{name}");
    }
    let zip = std::fs::read(bench.home.path("copy.zip")).expect("there");
    assert!(found("copy.zip", &zip).is_empty());
    // The same look finds every one of them in the complete copy.
    let all: Vec<u8> = files(&bench.home.path("complete")).into_values().flatten().collect();
    let shown = found("complete", &all);
    let absent: Vec<&str> = HIDDEN.split('/').filter(|hidden| !shown.contains(hidden)).collect();
    assert!(absent.is_empty(), "{absent:?}");
    // A PDF is packed, so its text is looked at where the tool for that is installed.
    match Command::new("pdftotext").arg(bench.home.path("copy/dossier.pdf")).arg("-").output() {
        Ok(Output { stdout, .. }) if kept.contains_key("dossier.pdf") => {
            assert!(found("dossier.pdf", &stdout).is_empty());
            assert!(String::from_utf8_lossy(&stdout).contains("Opponent 7"));
        }
        _ => println!("skipped dossier.pdf: no PDF or no pdftotext"),
    }

    let copy = bench.json("copy", "dossier.json");
    assert_eq!(copy["manifest"]["digest"], complete["manifest"]["digest"]);
    assert_eq!(copy["player"], complete["player"]);
    let custody = bench.json("copy", "custody.json");
    for stated in ["requested_by", "reason", "operator"] {
        assert_eq!(custody[stated], "left_out", "{stated}");
    }
    assert!(custody["copied"]["manifest"].is_string() && custody["signed_by"]["key_id"].is_string());
    for path in ["copy", "copy.zip"] {
        let said = bench.holds(&["verify", path, "--recompute", "statistics"]);
        assert!(said.starts_with("Copy for the defence"), "{said}");
        assert!(said.contains("signature: good"), "{said}");
    }
    bench.holds(&["verify", "copy", "--recompute", "all"]);
}
