//! `fairplay inspect` from the command line: one event, a collection, hostile text, a pipe that closes.

use std::fmt::Write as _;
use std::process::Stdio;

use serde_json::Value;

use crate::home::Home;

/// Ten moves each that are legal from the usual position.
const MOVES: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7";

pub(crate) fn game(event: &str, round: u32, names: [&str; 2], extra: &str, moves: &str) -> String {
    let [white, black] = names;
    format!(
        "[Event \"{event}\"]\n[Date \"2025.01.0{round}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
         [Black \"{black}\"]\n[WhiteElo \"2200\"]\n[Result \"1-0\"]\n{extra}\n{moves} 1-0\n\n"
    )
}

/// An event with everything that can be wrong with one.
fn event() -> String {
    let control = "[TimeControl \"90+30\"]\n[Site \"Oslo\"]\n";
    [
        game("Cup", 1, ["Testov, Ivan", "Muster, Max"], control, MOVES),
        game("Cup", 2, ["Testow, Iwan", "M\u{fc}ller\u{1b}[31m, Jo"], control, MOVES),
        game("Cup", 2, ["Testow, Iwan", "M\u{fc}ller\u{1b}[31m, Jo"], control, MOVES),
        game("Cup", 3, ["Eve, Evelyn", "Muster, Max"], "", "1. e4 e5 2. Ke3"),
        game("Cup", 3, ["Eve, Evelyn", "Muster, Max"], "[WhiteFideId \"7\"]\n", ""),
    ]
    .concat()
}

/// As the games of an online olympiad came: a platform, FIDE numbers, and no time control.
#[test]
fn games_of_a_platform_without_a_time_control_are_asked_about() {
    let home = Home::new();
    home.put("online.pgn", &game("Olympiad", 1, ["Oak, Ann", "Elm, Bo"], "[Site \"Chess.com\"]\n", MOVES));
    let found = home.json(&["inspect", "online.pgn", "--json"], 0);
    let steps: Vec<&str> =
        found["next"].as_array().expect("steps").iter().filter_map(|s| s["step"].as_str()).collect();
    assert!(steps.contains(&"state_class_and_venue"), "{steps:?}");
    let text = home.text(&["inspect", "online.pgn"], 0);
    assert!(text.contains("state class and venue with --time-class and --mode"), "{text}");
    home.put("wrong.toml", "mode = \"by_post\"\n");
    let (code, _, refused) = home.run(&["screen", "online.pgn", "--circumstances", "wrong.toml"]);
    assert_eq!(code, Some(1));
    assert!(refused.contains("wrong.toml") && refused.contains("hybrid_online"), "{refused}");
}

#[test]
fn an_event_is_looked_at_as_a_whole() {
    let home = Home::new();
    home.put("event.pgn", &event());
    let found = home.json(&["inspect", "event.pgn", "--json"], 3);
    assert_eq!(found["schema"], "fairplay/inspection/2");
    assert_eq!(found["mode"], "event");
    let games = &found["games"];
    assert_eq!([&games["found"], &games["games"], &games["unscored"], &games["quarantined"]], [5, 2, 2, 1]);
    assert_eq!(found["quarantine"][0]["game"], 4);
    assert_eq!(found["quarantine"][0]["ply"], 2);
    assert_eq!(found["quarantine"][0]["token"], "Ke3");
    assert_eq!(found["time_controls"]["controls"][0]["class"], "standard");
    assert_eq!(found["time_controls"]["controls"][0]["doubt"]["other_class"], "rapid");
    assert_eq!(found["people"]["suggestions"][0]["a"]["name"], "Testov, Ivan");
    assert_eq!(found["ratings"]["no_list"], true);
    assert_eq!(found["ratings"]["first_day"], "2025-01-01");
    // Turns 9 and 10 of each side.
    assert_eq!(found["people"]["players"][0]["moves_to_score"], 2);
    assert_eq!(found["completeness"]["may_have_an_index"], 0);
    assert_eq!(found["completeness"]["too_few_moves"], 2);
    let steps: Vec<&str> =
        found["next"].as_array().expect("steps").iter().filter_map(|s| s["step"].as_str()).collect();
    assert_eq!(steps, ["fix_quarantined", "confirm_spellings", "find_ratings", "add_rating_list", "screen"]);
    assert!(!home.path(".local/share/fairplay/store.sqlite").exists(), "looking makes no store");
}

#[test]
fn the_text_is_plain_and_harmless() {
    let home = Home::new();
    home.put("event.pgn", &event());
    let text = home.text(&["inspect", "event.pgn"], 3);
    assert!(!text.contains('\u{1b}'), "{text}");
    for said in [
        "5 found = 2 to score + 2 unscored + 1 quarantined",
        "event.pgn game 4",
        "move 2 of White: illegal move at \"Ke3\"",
        "1 min 30 s + 30 s a move  rapid",
        "Testov, Ivan, 2200  Testow, Iwan, 2200",
        "fairplay screen event.pgn",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let lower = text.to_lowercase();
    for word in ["cheat", "guilt", "suspect", "accus", "fraud"] {
        assert!(!lower.contains(word), "{word}");
    }
}

#[test]
fn a_collection_is_counted_and_one_event_chosen() {
    let home = Home::new();
    let mut text = String::new();
    for event in ["Cup", "Open"] {
        for round in 1..=9 {
            let names = [format!("A{round}, B"), "Muster, Max".to_owned()];
            let names = [names[0].as_str(), names[1].as_str()];
            text.push_str(&game(event, round, names, "", MOVES));
        }
        let _ = write!(text, "{}", game(event, 1, ["C, D", "E, F"], "", MOVES));
    }
    home.put("many.pgn", &text);
    let found = home.json(&["inspect", "many.pgn", "--json"], 0);
    assert_eq!((&found["mode"], &found["events"]["count"]), (&"summary".into(), &2.into()));
    assert_eq!(found["events"]["listed"][0]["rounds"], 9);
    assert_eq!(found["people"], Value::Null);
    let one = home.json(&["inspect", "many.pgn", "--event", "Cup", "--json"], 0);
    assert_eq!((&one["mode"], &one["games"]["found"]), (&"event".into(), &10.into()));
    let all = home.json(&["inspect", "many.pgn", "--together", "--json"], 0);
    assert_eq!((&all["mode"], &all["games"]["found"]), (&"event".into(), &20.into()));
    home.text(&["inspect", "many.pgn", "--event", "cup"], 1);
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let home = Home::new();
    home.put("event.pgn", &event());
    for arguments in [&["inspect", "event.pgn", "--json"][..], &["config"], &["ratings", "lists"]] {
        let mut child =
            home.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("ends");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.is_empty(), "{arguments:?}: {error}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn known_people_are_suggested_from_a_table_and_another_event() {
    let home = Home::new();
    home.put("event.pgn", &event());
    home.put(
        "known.toml",
        "[[person]]\nname = \"Testova, Iwana\"\naliases = [\"Testov, I.\"]\nfide_id = 99\nconfirmed_by = \"B\"\ndate = 2026-03-01\n",
    );
    home.put("other.pgn", &game("Old", 1, ["Muster, M.", "Nobody, Else"], "", MOVES));
    let names = |file: &str| -> Vec<String> {
        let found = home.json(&["people", "suggest", "event.pgn", "--known", file, "--json"], 3);
        let all = found["suggestions"].as_array().expect("a list").clone();
        all.iter().map(|one| format!("{} {}", one["player"]["name"], one["known"]["name"])).collect()
    };
    assert!(names("known.toml").contains(&"\"Testov, Ivan\" \"Testov, I.\"".to_owned()));
    assert_eq!(names("other.pgn"), ["\"Muster, Max\" \"Muster, M.\""]);
    let text = home.text(&["people", "suggest", "event.pgn", "--known", "other.pgn"], 3);
    assert!(text.contains("Muster, M.") && text.contains("1 pairs"), "{text}");
}
