//! Invented logs.

use super::*;
use crate::pgn::game::{Game, GameResult, Side};
use crate::players::roster;

/// A game of so many plies; the moves themselves do not matter here.
fn game(round: &str, white: &str, black: &str, plies: usize) -> Game {
    let side = |name: &str| Side { name: name.to_owned(), ..Side::default() };
    let mv = shakmaty::Move::Put { role: shakmaty::Role::Pawn, to: shakmaty::Square::A2 };
    Game {
        round: round.to_owned(),
        white: side(white),
        black: side(black),
        result: GameResult::Draw,
        moves: vec![mv; plies],
        ..Game::default()
    }
}

fn event() -> (Collection, Roster, usize) {
    let collection = Collection {
        games: vec![
            game("1.3", "Ample, Anna", "Ring, Olaf", 41),
            game("2", "Sand, Ida", "Ample, Anna", 40),
            game("3", "Ample, Anna", "Ring, Per", 60),
        ],
        ..Collection::default()
    };
    let roster = roster(&collection);
    let person = roster.people.iter().position(|p| p.name == "Ample, Anna");
    (collection, roster, person.expect("she plays"))
}

fn tied(name: &str, text: &str) -> Result<Vec<Absence>, String> {
    let (collection, roster, person) = event();
    let log = AbsenceLog::parse(name, text.as_bytes()).map_err(|e| e.to_string())?;
    let found = log.of_person(&collection, &roster, person);
    found.map(|found| found.entries).map_err(|e| e.to_string())
}

const TOML: &str = "# noted at the board\n[[absence]]\nround = \"3\"\nopponent = \"ring per\"\nleft = 12\nback = 13\n\
                    note = \"eleven minutes\"\nlogged_by = \"B. Arbiter\"\n\n[[absence]]\ngame = 1\nleft = 20\nback = 21\n\
                    logged_by = \"B. Arbiter\"\n";
const CSV: &str = "round,opponent,game,left,back,note,logged_by\n3,\"Ring, Per\",,12,13,eleven minutes,B. Arbiter\n\
                   ,,1,20,21,,B. Arbiter\n";

#[test]
fn both_forms_say_the_same() {
    let found = tied("log.toml", TOML).expect("fits");
    assert_eq!(found, tied("log.csv", CSV).expect("fits"));
    assert_eq!(found, tied("LOG.CSV", &format!("\u{feff}{CSV}")).expect("fits"));
    let places: Vec<_> = found.iter().map(|a| (a.game, a.left, a.back)).collect();
    assert_eq!(places, [(0, 20, 21), (2, 12, 13)]);
    assert_eq!(found[1].note.as_deref(), Some("eleven minutes"));
    // The round with its board, and the round alone.
    for round in ["1", "1.3"] {
        let text = format!("round,opponent,left,back,logged_by\n{round},Ring,5,5,X\n");
        assert_eq!(tied("log.csv", &text).expect("fits")[0].game, 0);
    }
}

#[test]
fn a_bad_row_is_named_with_file_line_and_reason() {
    let row = |row: &str| format!("round,opponent,game,left,back,logged_by\n1,Ring,,3,4,X\n{row}\n");
    for (text, said) in [
        (
            row("9,Ring,,3,4,X"),
            "log.csv, line 3: no game of the player that gives decisions is round 9, against Ring",
        ),
        (row("1,Sand,,3,4,X"), "is round 1, against Sand"),
        (row("1,Ring,2,3,4,X"), "is number 2, round 1, against Ring"),
        (row("1,Ring,,3,23,X"), "back at move 23, but the player made 21 moves in that game"),
        (row("1,Ring,,9,4,X"), "line 3: back at move 4 before having left at move 9"),
        (row("1,Ring,,3,0,X"), "`back` is 0"),
        (row("1,Ring,,three,4,X"), "line 3: field 3: invalid digit"),
        (row("1,Ring,,,4,X"), "line 3: field 3: cannot parse integer from empty string"),
        (row("1,Ring,,3,4,"), "line 3: `logged_by` is missing"),
        (row("1,,,3,4,X"), "which game"),
        (row("1,Ring,,3,4"), "found record with 5 fields, but the previous record has 6 fields"),
        ("round,who\n1,Ring\n".to_owned(), "log.csv, line 2: unknown field `who`"),
        ("left,left\n1,2\n".to_owned(), "line 2: duplicate field `left`"),
    ] {
        let found = tied("log.csv", &text).expect_err("refused");
        assert!(found.contains(said) && found.starts_with("log.csv, line "), "{found}");
    }
    // Black's last move of 40 plies is the twentieth.
    assert!(tied("log.csv", &row("2,Sand,,3,20,X")).is_ok());
    assert!(tied("log.csv", &row("2,Sand,,3,21,X")).is_ok(), "back, and the game ended before another move");
    assert!(tied("log.csv", &row("2,Sand,,3,22,X")).is_err());
}

#[test]
fn toml_is_refused_with_its_line() {
    for (text, said) in [
        (
            "[[absence]]\nround = \"3\"\nopponent = \"Ring, Per\"\nleft = 3\nlogged_by = \"X\"\n",
            "log.toml, line 1: missing field `back`",
        ),
        ("[[absence]]\nback = -1\n", "log.toml, line 2:"),
        ("[[absence]]\nseat = 4\n", "line 2: unknown field `seat`"),
        ("\n\nx = [", "log.toml, line 3:"),
    ] {
        let found = tied("log.toml", text).expect_err("refused");
        assert!(found.contains(said), "{found}");
    }
    let deep = format!("\nx = {}", "[".repeat(5000));
    assert!(tied("log.toml", &deep).expect_err("refused").contains("line 2: too many brackets"));
}

/// The log as spreadsheets of other countries save it: semicolons, their code pages, tabs in UTF-16, empty rows below.
#[test]
fn a_log_is_read_as_spreadsheets_save_it() {
    let expected = tied("log.csv", CSV).expect("fits");
    let semicolons = CSV.replace(',', ";").replace("Ring; Per", "Ring, Per");
    let tabs = semicolons.replace(';', "\t").replace('\n', "\r\n");
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    for bytes in [
        format!("\u{feff}{semicolons}").into_bytes(),
        format!("sep=;\r\n{semicolons}").into_bytes(),
        format!("{semicolons};;;;;;\n;;;;;;\n\u{1a}").into_bytes(),
        tabs.clone().into_bytes(),
        wide(&format!("\u{feff}{tabs}")),
        wide(&tabs),
    ] {
        let log = AbsenceLog::parse("log.csv", &bytes).expect("reads");
        let (collection, roster, person) = event();
        assert_eq!(log.of_person(&collection, &roster, person).expect("fits").entries, expected);
    }
    // What is wrong is named by its line with every delimiter.
    let wrong =
        tied("log.csv", "sep=;\nround;opponent;left;back;logged_by\n1;Ring;9;4;X\n").expect_err("refused");
    assert!(wrong.contains("line 3: back at move 4"), "{wrong}");
    for (start, end, line) in [("", "\r\n", 3), ("sep=;\n", "\r\n", 4), ("\u{feff}", "\n", 3)] {
        let rows = "round;opponent;left;back;logged_by\n1;Ring;9;10;X\n1;Ring;9;4;X\n";
        let text = format!("{start}{rows}").replace('\n', end);
        let wrong = tied("log.csv", &text).expect_err("refused");
        assert!(wrong.contains(&format!("line {line}: back at move 4")), "{wrong}");
    }
    // An arbiter's name in the code page of Russian or German Windows.
    for (name, page) in
        [("Мороз, Юлия", encoding_rs::WINDOWS_1251), ("Größe, Jörg", encoding_rs::WINDOWS_1252)]
    {
        let text = format!("round;opponent;left;back;logged_by\n1;Ring;9;10;\"{name}\"\n");
        let log = AbsenceLog::parse("log.csv", &page.encode(&text).0).expect("reads");
        assert_eq!(log.rows[0].logged_by, name);
    }
}

#[test]
fn other_files_are_refused_whole() {
    let parse = |name: &str, bytes: &[u8]| AbsenceLog::parse(name, bytes).expect_err("refused").to_string();
    assert!(parse("log.txt", b"").contains(".toml or .csv"));
    assert!(
        parse("log.toml", b"# a\n# \xff\n").contains("line 2: this is not UTF-8; save the file as UTF-8")
    );
    assert!(parse("log.csv", &vec![b'\n'; 1 + 16 * 1024 * 1024]).contains("at most"));
    let many = format!("game,left,back,logged_by\n{}", "1,1,1,X\n".repeat(MAX_ROWS + 1));
    assert!(parse("log.csv", many.as_bytes()).contains("at most"));
    assert!(AbsenceLog::parse("log.toml", b"").is_ok_and(|log| log.rows.is_empty()));
}

#[test]
fn the_samples_of_the_documentation_read_and_say_the_same() {
    let toml = AbsenceLog::parse("a.toml", include_bytes!("../../../../docs/samples/absences.toml"));
    let csv = AbsenceLog::parse("a.csv", include_bytes!("../../../../docs/samples/absences.csv"));
    let without_lines = |log: AbsenceLog| -> Vec<Row> {
        let rows = log.rows.into_iter();
        rows.map(|row| Row { line: 0, ..row }).collect()
    };
    let rows = without_lines(toml.expect("reads"));
    assert_eq!(rows.len(), 2);
    assert_eq!(rows, without_lines(csv.expect("reads")));
}

#[test]
fn a_log_of_an_event_gives_everybody_their_own_rows() {
    let (collection, roster, anna) = event();
    let text = "player,round,opponent,left,back,logged_by\n\
                \"Ample, Anna\",1,\"Ring, Olaf\",5,6,X\n\
                \"Ring, Olaf\",1,Ample,7,8,X\n\
                Ring,3,Ample,9,10,X\n\
                ample,3,\"Ring, Per\",11,12,X\n\
                \"Elm, Clara\",9,Nobody,1,2,X\n\
                \"Ample, Anna\",4,\"Sand, Ida\",3,4,X\n";
    let log = AbsenceLog::parse("log.csv", text.as_bytes()).expect("reads");
    assert!(log.names_players());
    let of = |name: &str| {
        let person = roster.people.iter().position(|p| p.name == name).expect("plays");
        let (found, refused) = log.fitting(&collection, &roster, person);
        let places: Vec<_> = found.entries.iter().map(|a| (a.game, a.left, a.back)).collect();
        let refused: Vec<String> = refused.iter().map(ToString::to_string).collect();
        (places, refused)
    };
    let (places, refused) = of("Ample, Anna");
    assert_eq!(places, [(0, 5, 6), (2, 11, 12)], "by the whole name, and by a part of it");
    assert_eq!(
        refused,
        ["log.csv, line 7: no game of the player that gives decisions is round 4, against Sand, Ida"],
        "a round that is not there yet"
    );
    let error = log.of_person(&collection, &roster, anna).expect_err("strict");
    assert_eq!(error.to_string(), refused[0]);
    // `Ring` alone is either of two people: for neither of them is it guessed.
    let (places, refused) = of("Ring, Olaf");
    assert_eq!((places.len(), refused), (1, vec!["log.csv, line 4: 2 players are Ring".to_owned()]));
    assert_eq!(of("Ring, Per").0, []);
    assert_eq!(of("Sand, Ida"), (Vec::new(), Vec::new()));
    assert_eq!(log.strangers(&collection, &roster), [(6, "Elm, Clara".to_owned())]);
}

#[test]
fn what_is_written_is_read_again() {
    let noted = |player: &str, note: Option<&str>| Noted {
        player: player.to_owned(),
        round: "3.1".to_owned(),
        opponent: "O\"Ring\\, \t\u{7f}\u{1}\u{202e}\nPer".to_owned(),
        left: 0,
        back: 1,
        note: note.map(str::to_owned),
        logged_by: "B. Arbiter".to_owned(),
    };
    let absences = [noted("Ample, Anna", Some("# \"\"\" ]]")), noted("'", None)];
    let log = AbsenceLog::parse("log.toml", toml(&absences).as_bytes()).expect("reads");
    let rows: Vec<Row> = log.rows.into_iter().map(|row| Row { line: 0, ..row }).collect();
    let expected = absences.map(|absence| Row {
        line: 0,
        player: Some(absence.player),
        game: None,
        round: Some(absence.round),
        opponent: Some(absence.opponent),
        left: 0,
        back: 1,
        note: absence.note,
        logged_by: absence.logged_by,
    });
    assert_eq!(rows, expected);
    // A thousand absences of the longest usual names fit into a log ten times.
    let long =
        Noted { player: "Ж".repeat(40), opponent: "Ж".repeat(40), ..noted("", Some(&"n".repeat(60))) };
    assert!((toml(&vec![long; MAX_ROWS]).len() as u64) < MAX_BYTES);
}
