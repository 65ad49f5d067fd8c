//! `fairplay test` with what can be handed in beside the games, where it fails before any engine is asked, and the events of
//! several files told apart. The people are invented. What needs an engine is skipped with a printed reason where there is none.

#[path = "../../datasets/tests/report/mod.rs"]
mod report;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 \
                     11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7";

fn game(event: &str, date: &str, round: u8, white: &str, black: &str, more: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [Result \"1/2-1/2\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2390\"]\n\n{MOVES} {more} 1/2-1/2\n\n"
    )
}

fn fairplay(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_fairplay"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("XDG_DATA_HOME", folder.join("data"))
        .env_remove("FAIRPLAY_STORE")
        .env_remove("FAIRPLAY_ENGINE")
        .output()
        .expect("runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// Two rounds of four players.
fn event(folder: &Path) {
    let games = [
        game("Rookery", "2025.04.12", 1, "Ample, Anna", "Ring, Olaf", ""),
        game("Rookery", "2025.04.12", 1, "Sand, Ida", "Berg, Per", "17. Nf1"),
        game("Rookery", "2025.04.13", 2, "Berg, Per", "Ample, Anna", "17. d5"),
        game("Rookery", "2025.04.13", 2, "Ring, Olaf", "Sand, Ida", "17. Bd3"),
    ];
    std::fs::write(folder.join("event.pgn"), games.concat()).expect("written");
}

/// Writes a tournament report that agrees with some games.
fn write_report(folder: &Path, games: &str, name: &str) {
    let collection = datasets::read(&[folder.join(games)], None).expect("reads");
    let text = report::report(&collection, &datasets::roster(&collection), "Event");
    std::fs::write(folder.join(name), text).expect("written");
}

fn engine(test: &str) -> bool {
    let found = uci_pool::find_engine().is_some();
    if !found {
        println!("skipped {test}: no engine is installed (scripts/setup.sh installs one)");
    }
    found
}

#[test]
fn what_does_not_belong_to_the_games_is_refused_before_the_engine_works() {
    if !engine("what_does_not_belong_to_the_games_is_refused_before_the_engine_works") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    event(folder.path());
    let other = game("Elsewhere", "2025.05.01", 1, "Droll, Dora", "Eager, Edda", "");
    let written = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    written("other.pgn", &other);
    write_report(folder.path(), "other.pgn", "other.trf");
    written("log.csv", "round,opponent,left,back,logged_by\n1,Ring,12,13,X\n9,Ring,12,13,X\n");
    written(
        "log.toml",
        "[[absence]]\nround = 1\nopponent = \"Ring\"\nleft = 9\nback = 99\nlogged_by = \"X\"\n",
    );
    written("screening.json", "{\"schema\": \"fairplay/screening/0\"}");
    let base = ["test", "event.pgn", "--player", "Ample", "--profile", "quick"];
    for (more, said) in [
        (["--trf", "other.trf"], "is this the report of this event?"),
        (["--trf", "nowhere.trf"], "cannot read nowhere.trf"),
        (
            ["--absences", "log.csv"],
            "log.csv, line 3: no game of the player that gives decisions is round 9, against Ring",
        ),
        (
            ["--absences", "log.toml"],
            "log.toml, line 1: back at move 99, but the player made 16 moves in that game",
        ),
        (["--screening", "screening.json"], "layout `fairplay/screening/0`"),
    ] {
        let (code, _, error) = fairplay(folder.path(), &[&base[..], &more[..]].concat());
        assert_eq!(code, Some(1), "{error}");
        assert!(error.contains(said), "{said} in {error}");
        assert!(!folder.path().join("event-test").exists());
    }
    let (code, _, error) =
        fairplay(folder.path(), &[&base[..], &["--each-event", "--trf", "other.trf"][..]].concat());
    assert_eq!(code, Some(2), "{error}");
}

#[test]
fn files_that_were_handed_in_stand_in_the_dossier_and_in_the_bundle() {
    if !engine("files_that_were_handed_in_stand_in_the_dossier_and_in_the_bundle") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    event(folder.path());
    let run = |arguments: &[&str]| fairplay(folder.path(), arguments);
    let settings = ["--profile", "quick", "--engines", "1", "--store", "store.sqlite"];
    write_report(folder.path(), "event.pgn", "event.trf");
    let (code, _, error) = run(&[&["screen", "event.pgn", "--out", "sheet"][..], &settings].concat());
    assert_eq!(code, Some(0), "{error}");
    let log = "round,opponent,left,back,logged_by\n1,Ring,10,11,B. Arbiter\n";
    std::fs::write(folder.path().join("log.csv"), log).expect("written");
    let handed = [
        "test",
        "event.pgn",
        "--player",
        "Ample",
        "--trf",
        "event.trf",
        "--screening",
        "sheet/screening.json",
        "--absences",
        "log.csv",
        "--out",
        "case",
    ];
    let (code, out, error) = run(&[&handed[..], &settings].concat());
    assert_eq!(code, Some(0), "{error}");
    assert!(out.contains("tournament report    2 games agree, 0 differences"), "{out}");
    let read = |name: &str| std::fs::read(folder.path().join("case").join(name)).expect(name);
    let dossier: Value = serde_json::from_slice(&read("dossier.json")).expect("JSON");
    assert_eq!((&dossier["event_players"], &dossier["event_players_from"]), (&4.into(), &"report".into()));
    assert_eq!(dossier["report"]["player"]["agreeing"], 2);
    assert_eq!(dossier["place"]["players"], 4);
    let after = &dossier["absences"]["after"];
    let decisions = dossier["decisions"].as_array().expect("decisions");
    let within = |d: &&Value| d["game"] == 0 && (11..16).contains(&d["turn"].as_u64().expect("a turn"));
    assert_eq!(after["decisions"], decisions.iter().filter(within).count());
    assert_eq!(read("absences.csv"), log.as_bytes());
    let original = |name: &str| std::fs::read(folder.path().join(name)).expect(name);
    assert_eq!(read("report.trf"), original("event.trf"));
    assert_eq!(read("screening.json"), original("sheet/screening.json"));
    let (code, out, _) = run(&["verify", "case.zip"]);
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn every_event_has_a_dossier_of_its_own() {
    if !engine("every_event_has_a_dossier_of_its_own") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    event(folder.path());
    let later = [
        game("Harbour Cup", "2025.07.01", 1, "Ample, Anna", "Ring, Olaf", "17. Nf1"),
        game("Harbour Cup", "2025.07.02", 2, "Sand, Ida", "Ample, Anna", "17. Bd3"),
    ];
    std::fs::write(folder.path().join("later.pgn"), later.concat()).expect("written");
    let run = |more: &[&str]| {
        let base = [
            "test",
            "later.pgn",
            "event.pgn",
            "--player",
            "Ample",
            "--profile",
            "quick",
            "--engines",
            "1",
            "--store",
            "store.sqlite",
        ];
        fairplay(folder.path(), &[&base[..], more].concat())
    };
    let (code, out, error) = run(&["--each-event", "--json", "--out", "cases"]);
    assert_eq!(code, Some(0), "{error}");
    let events: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(events["schema"], "fairplay/events/1");
    assert_eq!(events["folders"], serde_json::json!(["1-rookery", "2-harbour-cup"]));
    // Too few decisions for a z, and the sums are there.
    let listed = events["several"]["events"].as_array().expect("events");
    assert_eq!(listed[0]["first_day"], "2025-04-12");
    assert_eq!(listed[1]["name"], "Harbour Cup");
    assert_eq!(events["several"]["apart"], "too_few");
    let dossier = |folder_name: &str| -> Value {
        let path = folder.path().join("cases").join(folder_name).join("dossier.json");
        serde_json::from_slice(&std::fs::read(path).expect("a dossier")).expect("JSON")
    };
    let (first, second) = (dossier("1-rookery"), dossier("2-harbour-cup"));
    assert_eq!((&first["event"]["name"], &first["event_players"]), (&"Rookery".into(), &4.into()));
    assert_eq!((&second["event"]["name"], &second["event_players"]), (&"Harbour Cup".into(), &3.into()));
    assert_eq!(first["several"]["events"].as_array().map(Vec::len), Some(1));
    assert_eq!(second["several"], events["several"]);
    assert_eq!(listed[0]["decisions"], first["player"]["scored"]);
    for name in ["event-1-games.pgn", "event-1-evaluations.jsonl", "event-1-dossier.json"] {
        assert!(folder.path().join("cases/2-harbour-cup").join(name).is_file(), "{name}");
    }
    // Without the option: one performance, and it is said.
    let (code, out, error) = run(&["--json", "--out", "one"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(
        error.contains("of 2 events (Rookery; Harbour Cup). They are tested as one performance"),
        "{error}"
    );
    let one: Value = serde_json::from_str(&out).expect("JSON");
    let both = |name: &str| first["player"][name].as_u64().zip(second["player"][name].as_u64());
    assert_eq!(one["player"]["scored"].as_u64(), both("scored").map(|(a, b)| a + b));
    assert!(one.get("several").is_none());
}
