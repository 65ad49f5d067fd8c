//! `fairplay people`, `fairplay book` and the alias table, from the command line.

use crate::home::{Home, has_engine};
use crate::inspect::game;

fn home() -> Home {
    let home = Home::new();
    let games = [
        game("Test Open", 1, ["Testov, Ivan", "Muster, Max"], "", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
        game("Test Open", 2, ["Testow, Iwan", "Müller, Jo"], "", "1. d4 d5 2. c4"),
        game("Test Open", 3, ["Evil\u{1b}[31m, Eve", "Muster, Max"], "", "1. c4"),
    ];
    home.put("event.pgn", &games.concat());
    home
}

#[test]
fn a_confirmed_suggestion_joins_two_spellings() {
    let home = home();
    let found = home.json(&["people", "suggest", "event.pgn", "--json"], 0);
    let pairs = found["suggestions"].as_array().expect("a list");
    assert_eq!(pairs.len(), 1);
    assert_eq!(
        (&pairs[0]["a"]["name"], &pairs[0]["b"]["name"]),
        (&"Testov, Ivan".into(), &"Testow, Iwan".into())
    );
    assert_eq!(pairs[0]["reasons"], serde_json::json!(["transliteration"]));
    assert!(!home.path("aliases.toml").exists(), "nothing is written");

    // The lines as printed are refused; filled in, they join.
    let lines = pairs[0]["confirm"].as_str().expect("lines").to_owned();
    home.put("names.toml", &lines);
    let (code, _, error) = home.run(&["people", "suggest", "event.pgn", "--aliases", "names.toml"]);
    assert!(code == Some(1) && error.contains("line 5"), "{error}");
    let filled = lines.replace("by = \"\"", "by = \"B. Arbiter\"").replace("date = ", "date = 2026-01-02");
    home.put("names.toml", &filled);
    let found = home.json(&["inspect", "event.pgn", "--aliases", "names.toml", "--json"], 0);
    let games = |name: &str| {
        let people = found["people"]["players"].as_array().expect("a list");
        people.iter().find(|who| who["name"] == name).map(|who| who["games"].clone())
    };
    assert_eq!((games("Testov, Ivan"), games("Testow, Iwan")), (Some(2.into()), None));
    let none = home.text(&["people", "suggest", "event.pgn", "--aliases", "names.toml"], 0);
    assert!(none.starts_with("4 people, 0 pairs"), "{none}");
}

/// The lines that `people suggest` prints, filled in as the handbook says.
fn pasted(out: &str) -> String {
    let lines: Vec<&str> = out.lines().filter(|line| line.starts_with("    ")).collect();
    let text = lines.join("\n").replace("confirmed_by = \"\"", "confirmed_by = \"B. Arbiter\"");
    text.replace("date = ", "date = 2026-05-01") + "\n"
}

#[test]
fn what_is_suggested_can_be_pasted_as_one_block_a_person() {
    let home = Home::new();
    home.case("three-spellings.pgn");
    let out = home.text(&["people", "suggest", "three-spellings.pgn"], 0);
    assert_eq!(out.matches("[[person]]").count(), 2, "{out}");
    home.put("names.toml", &pasted(&out));
    let found = home.json(&["inspect", "three-spellings.pgn", "--aliases", "names.toml", "--json"], 0);
    let players = found["people"]["players"].as_array().unwrap();
    let games = |name: &str| players.iter().find(|who| who["name"] == name).map(|who| who["games"].clone());
    assert_eq!((games("Alder, Ann"), games("Kvaløy, Bo")), (Some(3.into()), Some(2.into())));
    let table = std::fs::read_to_string(home.path("names.toml")).unwrap();
    assert!(table.contains("aliases = [\"Alder, Ann GM\", \"GM Alder, Ann\"]"), "{table}");

    // One who may be either of two people, who played each other, and a spelling of another alphabet.
    let games = [
        game("Own Open", 1, ["Petrov, A.", "Muster, Max"], "", "1. e4 e5"),
        game("Own Open", 2, ["Petrov, Anton", "Petrov, Artem"], "", "1. d4 d5"),
        game("Own Open", 3, ["Петров, Антон", "Muster, Max"], "", "1. c4"),
    ];
    home.put("own.pgn", &games.concat());
    let out = home.text(&["people", "suggest", "own.pgn"], 0);
    home.put("own.toml", &pasted(&out));
    let found = home.json(&["inspect", "own.pgn", "--aliases", "own.toml", "--json"], 0);
    let players = found["people"]["players"].as_array().unwrap();
    assert!(players.iter().any(|who| who["name"] == "Petrov, Artem"), "{out}\n{players:?}");
    assert!(out.contains("# Only in place of lines above"), "{out}");
}

/// A table that lies beside somebody's games: in the folder, with the games, of a stranger.
#[test]
fn a_table_in_the_current_folder_joins_nobody() {
    let home = home();
    let own = "[[person]]\nname = \"Testov, Ivan\"\naliases = [\"Testow, Iwan\"]\nconfirmed_by = \"B\"\ndate = 2026-01-02\n";
    home.put("aliases.toml", own);
    let people = |more: &[&str]| {
        let (code, out, error) = home.run(&[&["inspect", "event.pgn", "--json"], more].concat());
        assert_eq!(code, Some(0), "{error}");
        let found: serde_json::Value = serde_json::from_str(&out).unwrap();
        (found["people"]["players"].as_array().unwrap().len(), error)
    };
    let (apart, said) = people(&[]);
    assert!(said.contains("Not read: aliases.toml in this folder; name it with --aliases"), "{said}");
    for command in ["people suggest event.pgn", "test event.pgn --player nobody", "feed event.pgn --once"] {
        let (_, _, said) = home.run(&command.split(' ').collect::<Vec<_>>());
        assert!(!said.contains("Aliases: "), "{command}: {said}");
    }
    let (joined, said) = people(&["--aliases", "aliases.toml"]);
    assert!(
        joined == apart - 1 && said.contains("Aliases: aliases.toml") && !said.contains("Not read"),
        "{said}"
    );
    // The user's own table is in force, and printed.
    let file = home.settings_folder().join("aliases.toml");
    std::fs::rename(home.path("aliases.toml"), &file).unwrap();
    let (joined, said) = people(&[]);
    assert!(joined == apart - 1 && said.contains(&format!("Aliases: {}", file.display())), "{said}");
}

#[test]
fn a_table_that_joins_both_sides_of_a_game_is_refused_by_every_command() {
    let home = home();
    home.put(
        "wrong.toml",
        "\n[[person]]\nname = \"Muster, Max\"\naliases = [\"Testov, Ivan\"]\nconfirmed_by = \"B\"\ndate = 2026-01-02\n",
    );
    for command in [
        "inspect event.pgn",
        "people suggest event.pgn",
        "test event.pgn --player Muster",
        "screen event.pgn",
    ] {
        let words: Vec<&str> = command.split(' ').chain(["--aliases", "wrong.toml"]).collect();
        let (code, _, said) = home.run(&words);
        let wrong = "wrong.toml, line 2: `Testov, Ivan` and `Muster, Max` are one person there, and two in event.pgn, game 1, round 1";
        assert!(code == Some(1) && said.contains(wrong), "{command}: {said}");
    }
}

#[test]
fn names_cannot_steer_the_terminal() {
    let home = home();
    assert!(!home.text(&["people", "suggest", "event.pgn"], 0).contains('\u{1b}'));
    let text = home.text(&["inspect", "event.pgn"], 0);
    assert!(!text.contains('\u{1b}') && text.contains("Evil\\u{1b}[31m, Eve"), "{text}");
}

#[test]
fn a_book_says_what_it_was_made_from() {
    let home = home();
    let archive = [
        "[Event \"Old\"]\n[Date \"2001.05.??\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n",
        "[Event \"Own\"]\n[Date \"2025.01.01\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. d4 d5 2. c4 *\n",
    ];
    home.put("archive.pgn", &archive.concat());
    let built = home.text(&["book", "build", "archive.pgn", "--out", "games.book"], 0);
    assert!(
        built.contains("2 found = 2 used + 0 copies + 0 without a year + 0 unscored + 0 quarantined"),
        "{built}"
    );
    let info = home.json(&["book", "info", "games.book", "--json"], 0);
    assert_eq!((&info["positions"], &info["manifest"]["plies"]), (&7.into(), &40.into()));
    assert!(home.run(&["book", "info", "event.pgn"]).2.contains("not an opening book"));
}

#[test]
fn a_screening_uses_the_table_and_lists_it() {
    if !has_engine("a_screening_uses_the_table_and_lists_it") {
        return;
    }
    let home = home();
    home.put(
        "names.toml",
        "[[person]]\nname = \"Testov, Ivan\"\naliases = [\"Testow, Iwan\"]\nconfirmed_by = \"B\"\ndate = 2026-01-02\n",
    );
    let settings = ["--depth", "4", "--lines", "2", "--engines", "1", "--store", "s.sqlite"];
    let screen =
        [&["screen", "event.pgn", "--out", "out", "--aliases", "names.toml", "--json"][..], &settings]
            .concat();
    let screening = home.json(&screen, 0);
    assert_eq!(screening["players"].as_array().expect("a list").len(), 4);
    let inputs = screening["manifest"]["inputs"].as_array().expect("a list");
    assert!(inputs.iter().any(|input| input["name"] == "names.toml"), "{inputs:?}");
    let verify = ["verify", "out", "--recompute", "1", "--engines", "1", "--store", "s.sqlite"];
    let verify = [&verify[..], &["--pgn", "event.pgn", "--aliases", "names.toml"]].concat();
    let again = home.text(&verify, 4);
    assert!(again.contains("names.toml"), "{again}");
    // Another table is another sheet.
    home.put("names.toml", "");
    home.text(&verify, 1);
}
