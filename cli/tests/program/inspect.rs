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
    assert!(text.contains("--time-class") && text.contains("--mode"), "{text}");
    assert_eq!(found["played"]["asked"]["sign"]["name"], "Chess.com");
    home.put("wrong.toml", "mode = \"by_post\"\n");
    let (code, _, refused) = home.run(&["screen", "online.pgn", "--circumstances", "wrong.toml"]);
    assert_eq!(code, Some(1));
    assert!(refused.contains("wrong.toml") && refused.contains("hybrid_online"), "{refused}");
}

/// Rapid and blitz over the board have parameters, so nothing is advised against them; games by post have none.
#[test]
fn advice_on_calibration_fits_the_parameters_that_there_are() {
    let home = Home::new();
    for (control, site, step) in [
        ("600+5", "Oslo", None),
        ("180+2", "Oslo", None),
        ("5400+30", "Oslo", None),
        ("1/259200", "Oslo", Some("no_calibration")),
        ("600+5", "Chess.com", Some("state_class_and_venue")),
    ] {
        let tags = format!("[TimeControl \"{control}\"]\n[Site \"{site}\"]\n");
        home.put("one.pgn", &game("Cup", 1, ["Oak, Ann", "Elm, Bo"], &tags, MOVES));
        let found = home.json(&["inspect", "one.pgn", "--json"], 0);
        let steps: Vec<&str> =
            found["next"].as_array().expect("steps").iter().filter_map(|s| s["step"].as_str()).collect();
        for known in ["no_calibration", "state_class_and_venue"] {
            assert_eq!(steps.contains(&known), step == Some(known), "{control} {site}: {steps:?}");
        }
    }
}

#[test]
fn times_in_comments_that_are_no_clocks_are_named_and_not_read() {
    let home = Home::new();
    for (comment, kind) in [
        ("{+0.5/14 47s}", Some("seconds")),
        ("{[1:29:27]}", Some("clock")),
        ("{%clk 1:29:27}", Some("command")),
        ("{a good move}", None),
        ("{[%CLK 1:29:27]}", None),
    ] {
        let moves = format!("1. e4 {comment} e5 2. Nf3 Nc6");
        home.put("one.pgn", &game("Cup", 1, ["Oak, Ann", "Elm, Bo"], "", &moves));
        let found = home.json(&["inspect", "one.pgn", "--json"], 0);
        let named = found["clocks"]["time_like"][0]["name"].as_str();
        assert_eq!(named, kind, "{comment}");
        let with = u64::from(comment.contains("CLK"));
        assert_eq!(found["clocks"]["with"], with, "{comment}");
        let text = home.text(&["inspect", "one.pgn"], 0);
        assert_eq!(text.contains("which is not read"), kind.is_some(), "{text}");
    }
}

#[test]
fn an_event_is_looked_at_as_a_whole() {
    let home = Home::new();
    home.put("event.pgn", &event());
    let found = home.json(&["inspect", "event.pgn", "--json"], 3);
    assert_eq!(found["schema"], "fairplay/inspection/3");
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
    assert_eq!(
        steps,
        [
            "fix_quarantined",
            "accept_illegal",
            "confirm_spellings",
            "find_ratings",
            "add_rating_list",
            "screen"
        ]
    );
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

/// Each event with its own days, class and place; nothing is taken from one of them for all, and they are never screened as one.
#[test]
fn several_events_are_listed_and_not_screened_as_one() {
    let home = Home::new();
    let of = |event: &str, extra: &str, names: [&str; 2]| -> String {
        (1..=3).map(|round| game(event, round, names, extra, MOVES)).collect()
    };
    let standard = "[TimeControl \"5400+30\"]\n[Site \"Oslo NOR\"]\n";
    let blitz = "[TimeControl \"180+2\"]\n[Site \"Riga LAT\"]\n";
    home.put("one.pgn", &of("Spring Open", standard, ["Oak, Ann", "Elm, Bo"]));
    home.put("two.pgn", &of("Blitz Cup", blitz, ["Oak, Ann", "Elm, Bo"]));
    let found = home.json(&["inspect", "one.pgn", "two.pgn", "--json"], 0);
    assert_eq!((&found["mode"], &found["venue"]), (&"summary".into(), &Value::Null));
    let listed = &found["events"]["listed"];
    let facts = |at: usize| {
        let event = &listed[at];
        [&event["name"], &event["time_class"], &event["venue"]["evidence"], &event["games"]]
            .map(|value| value.to_string().replace('"', ""))
    };
    assert_eq!(facts(0), ["Blitz Cup", "blitz", "the place Riga LAT", "3"]);
    assert_eq!(facts(1), ["Spring Open", "standard", "the place Oslo NOR", "3"]);
    let steps: Vec<&str> =
        found["next"].as_array().expect("steps").iter().filter_map(|s| s["step"].as_str()).collect();
    assert!(steps.contains(&"choose_event") && !steps.contains(&"screen"), "{steps:?}");
    let text = home.text(&["inspect", "one.pgn", "two.pgn"], 0);
    assert!(text.contains("2 events, each with its own field. They are never screened as one."), "{text}");
    assert!(text.contains("fairplay batch one.pgn two.pgn --out DIR"), "{text}");
    assert!(!text.contains("Venue: "), "{text}");

    let (code, _, refused) = home.run(&["screen", "one.pgn", "two.pgn", "--out", "out"]);
    assert_eq!(code, Some(1));
    for said in [
        "of 2 events",
        "Blitz Cup (2025-01-01 to 2025-01-03, 3 games)",
        "Spring Open (2025-01-01 to 2025-01-03, 3 games)",
        "fairplay batch one.pgn two.pgn --out DIR",
        "--event NAME",
        "--together",
    ] {
        assert!(refused.contains(said), "{said}\n{refused}");
    }
    assert!(!home.path("out").exists());
    let (code, _, refused) = home.run(&["screen", "one.pgn", "two.pgn", "--event", "Spring"]);
    assert!(code == Some(1) && refused.contains("no event `Spring`"), "{refused}");
    // The same name in two years.
    let again = of("Spring Open", standard, ["Oak, Ann", "Elm, Bo"]).replace("2025.", "2024.");
    home.put("again.pgn", &again);
    let (code, _, refused) = home.run(&["screen", "one.pgn", "again.pgn", "--event", "Spring Open"]);
    assert!(code == Some(1) && refused.contains("choose one by its first day"), "{refused}");
    assert!(refused.contains("2024-01-01") && refused.contains("--first-day DAY"), "{refused}");
    let one = home.json(&["inspect", "one.pgn", "--json"], 0);
    assert_eq!(one["mode"], "event");
}

/// Of a list that is cut the number is that of the whole.
#[test]
fn cut_lists_say_how_long_they_are() {
    let home = Home::new();
    let text: String = (0..1_100)
        .map(|n| {
            let number = format!("{}", char::from(b'a' + u8::try_from(n % 26).expect("small")));
            let name = format!("Cup {number}{}x", n / 26);
            let names = [format!("Oak{n}, Ann"), format!("Elm{n}, Bo")];
            game(&name, 1, [&names[0], &names[1]], "", "1. e4 e5")
        })
        .collect();
    home.put("many.pgn", &text);
    let said = home.text(&["inspect", "many.pgn"], 0);
    assert!(
        said.contains("Events (1100)") && said.contains("and 1080 more; --all shows the first 1000"),
        "{said}"
    );
    let all = home.text(&["inspect", "many.pgn", "--all"], 0);
    assert!(
        all.contains("and 100 more, which are only counted"),
        "{}",
        all.lines().last().unwrap_or_default()
    );
    assert!(said.contains("(1100)"), "{said}");
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
