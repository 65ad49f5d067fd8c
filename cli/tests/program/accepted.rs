//! A game with an illegal move that stood, accepted on an arbiter's word: from the file of circumstances through `inspect`, `screen`,
//! `batch`, `verify`, `watch` and `test` to the copy for the defence. Skips with a printed reason where there is no engine. The people in
//! it are invented.

use serde_json::Value;

use crate::home::{Home, sample_games};
use crate::recompute::Bench;

const WORD: &str = "[[accepted_games]]\nwhite = \"Alder, Ann\"\nblack = \"Birch, Bob\"\nround = \"1.1\"\narbiter = \"Roe, Jane\"\n";
const CLOSED_RUY: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7";

fn game(round: &str, white: &str, black: &str, moves: &str) -> String {
    format!(
        "[Event \"Case Open\"]\n[Site \"Oslo\"]\n[Date \"2025.05.01\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
         [Black \"{black}\"]\n[WhiteElo \"2200\"]\n[BlackElo \"2150\"]\n[TimeControl \"5400+30\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
    )
}

/// A king left in check at move 12 of Black, a game that breaks in another way, and a whole game.
fn games() -> String {
    game("1.1", "Alder, Ann", "Birch, Bob", &format!("{CLOSED_RUY} 12. Bxf7+ h6 13. Nf1 d5"))
        + &game("1.2", "Cedar, Cy", "Dogwood, Di", &format!("{CLOSED_RUY} 12. Bc2 Re8 {{never"))
        + &game("1.3", "Elm, Eve", "Fir, Gil", &format!("{CLOSED_RUY} 12. Bc2 Re8"))
}

#[test]
fn a_word_that_fits_no_illegal_move_is_refused_by_every_command() {
    let home = Home::new();
    home.put("open.pgn", &games());
    home.put("word.toml", WORD);
    let text = home.text(&["inspect", "open.pgn"], 3);
    assert!(text.contains("An arbiter may accept the game up to it: [[accepted_games]]"), "{text}");
    assert!(text.contains("move 12 of Black: illegal move at \"h6\""), "{text}");
    let with = home.text(&["inspect", "open.pgn", "--circumstances", "word.toml"], 3);
    let said = "an illegal move stood, 12... h6; the game counts up to it on the word of Roe, Jane";
    assert!(with.contains(said) && with.contains("3 found = 2 to score"), "{with}");
    let found = home.json(&["inspect", "open.pgn", "--circumstances", "word.toml", "--json"], 3);
    assert_eq!((&found["games"]["games"], &found["games"]["quarantined"]), (&2.into(), &1.into()));
    for (from, to, said) in [
        ("Birch, Bob", "Nobody, Ned", "no game is Alder, Ann - Nobody, Ned, round 1.1"),
        (
            "Alder, Ann\"\nblack = \"Birch, Bob\"\nround = \"1.1",
            "Cedar, Cy\"\nblack = \"Dogwood, Di\"\nround = \"1.2",
            "nothing else can be accepted",
        ),
        (
            "Alder, Ann\"\nblack = \"Birch, Bob\"\nround = \"1.1",
            "Elm, Eve\"\nblack = \"Fir, Gil\"\nround = \"1.3",
            "has no illegal move",
        ),
        ("Roe, Jane", " ", "an accepted game needs `arbiter`"),
        ("arbiter", "word = \"h5\"\narbiter", "is `h6` and not `h5`"),
    ] {
        home.put("wrong.toml", &WORD.replace(from, to));
        for command in [
            &["inspect", "open.pgn", "--circumstances", "wrong.toml"][..],
            &["screen", "open.pgn", "--circumstances", "wrong.toml"],
            &["screen", "open.pgn", "--together", "--circumstances", "wrong.toml"],
            &["batch", "open.pgn", "--out", "out", "--circumstances", "wrong.toml"],
            &["test", "open.pgn", "--player", "Elm", "--circumstances", "wrong.toml"],
        ] {
            let (code, _, error) = home.run(command);
            assert_eq!(code, Some(1), "{command:?}: {error}");
            assert!(error.contains(said), "{command:?}: {error}");
        }
    }
}

/// The same word gives the same document by `screen` and by `batch`; it counts in the digest and can be computed again.
#[test]
fn a_screening_with_an_accepted_game_says_so_and_is_computed_again() {
    let Some(home) = Home::with_engine("a_screening_with_an_accepted_game") else { return };
    home.put("open.pgn", &games());
    home.put("word.toml", WORD);
    home.put("other.toml", &WORD.replace("Roe, Jane", "Poe, Max"));
    let small = ["--depth", "4", "--lines", "3", "--engines", "1", "--store", "store.sqlite"];
    let screen = |out: &str, more: &[&str]| -> Value {
        home.text(&[&["screen", "open.pgn", "--out", out][..], &small, more].concat(), 3);
        home.read_json(&format!("{out}/screening.json"))
    };
    let without = screen("without", &[]);
    let with = screen("with", &["--circumstances", "word.toml"]);
    let other = screen("other", &["--circumstances", "other.toml"]);
    let entry = &with["event"]["accepted"][0];
    assert_eq!((&entry["white"], &entry["game"]), (&"Alder, Ann".into(), &1.into()));
    assert_eq!(entry["stood"], serde_json::json!({"ply": 23, "word": "h6", "arbiter": "Roe, Jane"}));
    assert_eq!((&with["event"]["games_scored"], &without["event"]["games_scored"]), (&2.into(), &1.into()));
    assert!(without["event"].get("accepted").is_none());
    let alder = with["players"].as_array().expect("players").iter().find(|p| p["name"] == "Alder, Ann");
    assert_eq!(alder.expect("there")["moves"], 12, "the moves before the illegal one");
    let digest = |found: &Value| found["manifest"]["digest"].as_str().expect("a digest").to_owned();
    assert_ne!(digest(&with), digest(&without));
    assert_ne!(digest(&with), digest(&other), "whose word it is counts");
    let sheet = std::fs::read_to_string(home.path("with/sheet.html")).expect("a sheet");
    for said in ["One game is scored up to an illegal move that stood", "Roe, Jane", "12... h6"] {
        assert!(sheet.contains(said), "{said}");
    }
    for folder in ["with", "without"] {
        let verify =
            ["verify", folder, "--recompute", "statistics", "--pgn", "open.pgn", "--store", "store.sqlite"];
        let said = home.text(&verify, 4);
        assert!(said.contains("holds    digest recomputed from the games"), "{said}");
    }
    home.put("more.pgn", &sample_games().into_iter().take(2).collect::<String>());
    let batch = ["batch", "open.pgn", "more.pgn", "--out", "all", "--circumstances", "word.toml"];
    home.text(&[&batch[..], &small].concat(), 3);
    let events = home.read_json("all/events.json");
    let rows = events["events"].as_array().expect("events");
    let row = rows.iter().find(|row| row["name"] == "Case Open").expect("there");
    assert_eq!((&row["games"]["scored"], &row["games"]["quarantined"]), (&2.into(), &1.into()));
    let folder = row["folder"].as_str().expect("a folder");
    assert_eq!(digest(&home.read_json(&format!("all/{folder}/screening.json"))), digest(&with));
    let elsewhere = rows.iter().find(|row| row["name"] != "Case Open").expect("there");
    let run = home.read_json(&format!("all/{}/run.json", elsewhere["folder"].as_str().expect("a folder")));
    assert!(run.get("accepted_games").is_none(), "of this event no game was accepted");
}

/// The dossier, the premises, both copies: the copy for the defence leaves the arbiter's name out, whoever bears it.
#[test]
fn a_dossier_says_that_a_game_was_accepted() {
    let Some(bench) = Bench::new("a_dossier_says_that_a_game_was_accepted") else { return };
    let path = bench.home.path("games-of-brackenbury.pgn");
    let text = std::fs::read_to_string(&path).expect("reads");
    // The first game of the player: a king goes where it cannot, and the score goes on.
    let mut games: Vec<String> = text.split("[Event ").skip(1).map(|game| format!("[Event {game}")).collect();
    let own =
        games.iter().position(|game| game.contains("Thornwood") && game.contains("20. ")).expect("a game");
    let at = games[own].find("20. ").expect("twenty moves");
    games[own].insert_str(at, "20. Kh8 Kh1 ");
    let broken = games[own].clone();
    let tag = |name: &str| {
        let found = broken.split(&format!("[{name} \"")).nth(1).expect("a tag");
        found.split('"').next().expect("a value").to_owned()
    };
    let (white, black) = (tag("White"), tag("Black"));
    let opponent = if white.contains("Thornwood") { black.clone() } else { white.clone() };
    games[own] = broken;
    // A time control in the tags, and another way to write it where it is stated: what the class rests on is in the bundle.
    let with_control = games.concat().replace("[Result ", "[TimeControl \"5400+30\"]\n[Result ");
    std::fs::write(&path, with_control).expect("written");
    let word = |head: &str, arbiter: &str| {
        format!(
            "{head}[[accepted_games]]\nwhite = \"{white}\"\nblack = \"{black}\"\nword = \"Kh8\"\narbiter = \"{arbiter}\"\n"
        )
    };
    bench.home.put("word.toml", &word("time_control = \"90+30\"\n", "Roe, Jane"));
    bench.home.put("same.toml", &word("", &opponent));
    for (file, out) in [("word.toml", "one"), ("same.toml", "two")] {
        let test = bench.test(out, "store.sqlite", &["--circumstances", file]);
        let stood = test["games"].as_array().expect("games").iter().filter_map(|game| game.get("stood"));
        let stood: Vec<&Value> = stood.collect();
        assert_eq!((stood.len(), &stood[0]["ply"], &stood[0]["word"]), (1, &38.into(), &"Kh8".into()));
        let page = |folder: &str| {
            std::fs::read_to_string(bench.home.path(&format!("{folder}/dossier.html"))).expect("a page")
        };
        assert!(page(out).contains("an illegal move stood on the board, 20. Kh8"));
        assert_eq!(test["event"]["played"]["control"]["control"], "5400+30");
        let premises = bench.json(out, "premises.json");
        assert_eq!(
            premises["games"].as_array().expect("games").iter().filter(|g| g.get("stood").is_some()).count(),
            1
        );
        let verify = ["verify", out, "--recompute", "statistics", "--pgn", "games-of-brackenbury.pgn"];
        let said = bench.holds(&verify);
        assert!(said.contains("the games stand in the PGN that was given: 7 of 7"), "{said}");
        let copy = format!("{out}-copy");
        bench.home.text(&["dossier", "defence", &format!("{out}.zip"), "--out", &copy], 0);
        bench.holds(&["verify", &copy, "--recompute", "statistics"]);
        let found = bench.json(&copy, "dossier.json");
        assert_eq!(found["manifest"]["digest"], test["manifest"]["digest"]);
        assert!(!page(&copy).contains("Roe, Jane"));
        assert!(page(&copy).contains("whose name is left out of this copy"));
        assert!(!page(&copy).contains(&opponent));
    }
}
