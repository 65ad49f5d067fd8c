//! `fairplay test` with what can be handed in beside the games, where it fails before any engine is asked, and the events of
//! several files told apart. The people are invented. What needs an engine is skipped with a printed reason where there is none.

use serde_json::Value;

use crate::home::{Home, words};
use crate::report;

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 \
                     11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7";

fn game(event: &str, date: &str, round: u8, white: &str, black: &str, more: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [Result \"1/2-1/2\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2390\"]\n\n{MOVES} {more} 1/2-1/2\n\n"
    )
}

/// Two rounds of four players.
fn event(home: &Home) {
    let games = [
        game("Rookery", "2025.04.12", 1, "Ample, Anna", "Ring, Olaf", ""),
        game("Rookery", "2025.04.12", 1, "Sand, Ida", "Berg, Per", "17. Nf1"),
        game("Rookery", "2025.04.13", 2, "Berg, Per", "Ample, Anna", "17. d5"),
        game("Rookery", "2025.04.13", 2, "Ring, Olaf", "Sand, Ida", "17. Bd3"),
    ];
    home.put("event.pgn", &games.concat());
}

/// Writes a tournament report that agrees with some games.
fn write_report(home: &Home, games: &str, name: &str) {
    let collection = datasets::read(&[home.path(games)], None).expect("reads");
    let text = report::report(&collection, &datasets::roster(&collection), "Event");
    home.put(name, &text);
}

#[test]
fn what_does_not_belong_to_the_games_is_refused_before_the_engine_works() {
    let Some(home) =
        Home::with_engine("what_does_not_belong_to_the_games_is_refused_before_the_engine_works")
    else {
        return;
    };
    event(&home);
    let other = game("Elsewhere", "2025.05.01", 1, "Droll, Dora", "Eager, Edda", "");
    let written = |name: &str, text: &str| home.put(name, text);
    written("other.pgn", &other);
    write_report(&home, "other.pgn", "other.trf");
    written("log.csv", "round,opponent,left,back,logged_by\n1,Ring,12,13,X\n9,Ring,12,13,X\n");
    written(
        "log.toml",
        "[[absence]]\nround = \"1\"\nopponent = \"Ring\"\nleft = 9\nback = 99\nlogged_by = \"X\"\n",
    );
    home.case("absences-semicolon.csv");
    written("platform.csv", "game,ply,kind\n1,1,tab_switch\n1,99,tab_switch\n");
    written("screening.json", "{\"schema\": \"fairplay/screening/0\"}");
    let base = ["test", "event.pgn", "--player", "Ample", "--profile", "quick"];
    for (more, said) in [
        (["--trf", "other.trf"], "is this the report of this event?"),
        (["--trf", "nowhere.trf"], "nowhere.trf cannot be used"),
        (
            ["--absences", "log.csv"],
            "log.csv, line 3: no game of the player that gives decisions is round 9, against Ring",
        ),
        // As spreadsheets of Germany, France, Russia and Ukraine save it.
        (
            ["--absences", "absences-semicolon.csv"],
            "absences-semicolon.csv, line 2: no game of the player that gives decisions is round 1, against Birch, Bob",
        ),
        (
            ["--absences", "log.toml"],
            "log.toml, line 1: back at move 99, but the player made 16 moves in that game",
        ),
        (
            ["--telemetry", "platform.csv"],
            "platform.csv, line 3: half-move 99 in game 1 (Ample, Anna - Ring, Olaf), which has 32",
        ),
        (["--screening", "screening.json"], "layout `fairplay/screening/0`"),
    ] {
        let (code, _, error) = home.run(&[&base[..], &more[..]].concat());
        assert_eq!(code, Some(1), "{error}");
        assert!(error.contains(said), "{said} in {error}");
        assert!(!home.path("event-test").exists());
    }
    home.text(&[&base[..], &["--each-event", "--trf", "other.trf"][..]].concat(), 2);
}

#[test]
fn files_that_were_handed_in_stand_in_the_dossier_and_in_the_bundle() {
    let Some(home) = Home::with_engine("files_that_were_handed_in_stand_in_the_dossier_and_in_the_bundle")
    else {
        return;
    };
    event(&home);
    let settings = ["--profile", "quick", "--engines", "1", "--store", "store.sqlite"];
    write_report(&home, "event.pgn", "event.trf");
    home.text(&[&["screen", "event.pgn", "--out", "sheet"][..], &settings].concat(), 0);
    let log = "round,opponent,left,back,logged_by\n1,Ring,10,11,B. Arbiter\n";
    home.put("log.csv", log);
    let handed = "test event.pgn --player Ample --trf event.trf --screening sheet/screening.json --absences log.csv --out case";
    let handed = words(handed);
    let out = home.text(&[&handed[..], &settings].concat(), 0);
    assert!(out.contains("report agrees in        2\n") && !out.contains("report differs"), "{out}");
    let original = |name: &str| std::fs::read(home.path(name)).expect(name);
    let read = |name: &str| original(&format!("case/{name}"));
    let dossier = home.read_json("case/dossier.json");
    assert_eq!((&dossier["event_players"], &dossier["event_players_from"]), (&4.into(), &"report".into()));
    assert_eq!(dossier["report"]["player"]["agreeing"], 2);
    assert_eq!(dossier["place"]["players"], 4);
    let after = &dossier["absences"]["after"];
    let decisions = dossier["decisions"].as_array().expect("decisions");
    let within = |d: &&Value| d["game"] == 0 && (11..16).contains(&d["turn"].as_u64().expect("a turn"));
    assert_eq!(after["decisions"], decisions.iter().filter(within).count());
    assert_eq!(read("absences.csv"), log.as_bytes());
    assert_eq!(read("report.trf"), original("event.trf"));
    assert_eq!(read("screening.json"), original("sheet/screening.json"));
    home.text(&["verify", "case.zip"], 4);
}

#[test]
fn telemetry_is_shown_by_move_and_no_number_knows_it() {
    let Some(home) = Home::with_engine("telemetry_is_shown_by_move_and_no_number_knows_it") else {
        return;
    };
    event(&home);
    let settings = ["--profile", "quick", "--engines", "1", "--store", "store.sqlite"];
    let table =
        "game,ply,handle,kind,ms\n1,21,\"Ample, Anna\",tab_switch,4200\n1,22,\"Ring, Olaf\",input_lag,310\n";
    home.put("platform.csv", table);
    home.text(&[&["screen", "event.pgn", "--out", "plain"][..], &settings].concat(), 0);
    let with = ["screen", "event.pgn", "--out", "with", "--telemetry", "platform.csv"];
    let said = home.text(&[&with[..], &settings].concat(), 0);
    assert!(said.contains("Given by the platform: ") && said.contains("telemetry.html"), "{said}");
    let bytes = |name: &str| std::fs::read(home.path(name)).expect(name);
    for file in ["sheet.html", "players.csv", "decisions.csv"] {
        assert_eq!(bytes(&format!("plain/{file}")), bytes(&format!("with/{file}")), "{file}");
    }
    let digest = |name: &str| home.read_json(name)["manifest"]["digest"].clone();
    assert_eq!(digest("plain/screening.json"), digest("with/screening.json"));
    let page = String::from_utf8(bytes("with/telemetry.html")).expect("UTF-8");
    assert!(page.contains("another tab") && page.contains("input lag"), "{page}");
    home.text(&["verify", "with"], 4);

    let test = ["test", "event.pgn", "--player", "Ample"];
    home.text(&[&test[..], &["--out", "alone"], &settings].concat(), 0);
    home.text(&[&test[..], &["--out", "beside", "--telemetry", "platform.csv"], &settings].concat(), 0);
    let (mut alone, mut beside) =
        (home.read_json("alone/dossier.json"), home.read_json("beside/dossier.json"));
    let given = beside.as_object_mut().expect("an object").remove("telemetry").expect("given");
    assert_eq!(
        given["entries"],
        serde_json::json!([{
            "game": 0, "turn": 11, "to_move": true, "kind": "tab_switch", "milliseconds": 4200
        }]),
        "what is about the opponent is not in it"
    );
    for dossier in [&mut alone, &mut beside] {
        dossier.as_object_mut().expect("an object").remove("manifest");
    }
    assert_eq!(alone, beside, "every z, the index and what is allowed are the same");
    assert_eq!(bytes("beside/telemetry.csv"), table.as_bytes());
    home.text(&["verify", "beside.zip", "--recompute", "statistics"], 4);
    home.text(&["dossier", "defence", "beside.zip", "--out", "copy"], 0);
    assert!(!home.path("copy/telemetry.csv").exists(), "it tells of others");
}

#[test]
fn every_event_has_a_dossier_of_its_own() {
    let Some(home) = Home::with_engine("every_event_has_a_dossier_of_its_own") else {
        return;
    };
    event(&home);
    let later = [
        game("Harbour Cup", "2025.07.01", 1, "Ample, Anna", "Ring, Olaf", "17. Nf1"),
        game("Harbour Cup", "2025.07.02", 2, "Sand, Ida", "Ample, Anna", "17. Bd3"),
    ];
    home.put("later.pgn", &later.concat());
    let run = |more: &[&str]| {
        let base = "test later.pgn event.pgn --player Ample --profile quick --engines 1 --store store.sqlite";
        let base = words(base);
        home.run(&[&base[..], more].concat())
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
    let dossier = |folder: &str| home.read_json(&format!("cases/{folder}/dossier.json"));
    let (first, second) = (dossier("1-rookery"), dossier("2-harbour-cup"));
    assert_eq!((&first["event"]["name"], &first["event_players"]), (&"Rookery".into(), &4.into()));
    assert_eq!((&second["event"]["name"], &second["event_players"]), (&"Harbour Cup".into(), &3.into()));
    assert_eq!(first["several"]["events"].as_array().map(Vec::len), Some(1));
    assert_eq!(second["several"], events["several"]);
    assert_eq!(listed[0]["decisions"], first["player"]["scored"]);
    for name in ["event-1-games.pgn", "event-1-evaluations.jsonl", "event-1-dossier.json"] {
        assert!(home.path(&format!("cases/2-harbour-cup/{name}")).is_file(), "{name}");
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
