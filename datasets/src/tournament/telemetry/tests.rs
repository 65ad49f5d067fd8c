use super::*;
use crate::players::{Aliases, roster_with};

const GAMES: &str = "[Site \"https://lichess.org/aaaa0001\"]\n[Date \"2026.03.07\"]\n[Round \"1\"]\n[White \"rook_99\"]\n\
                     [Black \"Pawn-Star\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
                     [Link \"https://www.chess.com/game/live/900002\"]\n[Date \"2026.03.07\"]\n[Round \"2\"]\n[White \"Pawn-Star\"]\n\
                     [Black \"rook_99\"]\n\n1. d4 d5 *\n\n\
                     [Site \"https://lichess.org/aaaa0003\"]\n[Date \"2026.03.07\"]\n[Round \"3\"]\n[White \"rook_99\"]\n\
                     [Black \"Other\"]\n\n1-0\n";

fn event() -> (Collection, Roster) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, GAMES).expect("writes");
    let collection = crate::read(&[path], None).expect("reads");
    let table = "[[person]]\nname = \"Ample, Anna\"\nhandles = { lichess = [\"rook_99\"] }\nconfirmed_by = \"B\"\n\
                 date = 2026-03-01\n";
    let roster =
        roster_with(&collection, &Aliases::parse(table.as_bytes()).expect("a table")).expect("two sides");
    (collection, roster)
}

fn read(rows: &str) -> Result<Telemetry, String> {
    let (collection, roster) = event();
    let text = format!("game,ply,move,side,handle,kind,ms\n{rows}");
    let table = TelemetryTable::parse("t.csv", text.as_bytes()).map_err(|error| error.to_string())?;
    table.tied(&collection, &roster).map_err(|error| error.to_string())
}

#[test]
fn rows_are_tied_to_games_by_address_id_or_number_and_to_players_by_handle_or_side() {
    let found = read(
        "https://lichess.org/aaaa0001,3,,,rook_99,tab_switch,4200\n\
         aaaa0001,2,,,\"Ample, Anna\",window_blur,\n\
         2,,1,black,,disconnection,900\n\
         https://chess.com/game/live/900002?move=1,3,,,pawn-star,input_lag,31\n\
         aaaa0003,1,,,,tab_switch,\n",
    )
    .expect("fits");
    let events: Vec<_> =
        found.events.iter().map(|e| (e.game, e.ply, e.white, e.kind.as_str(), e.milliseconds)).collect();
    assert_eq!(
        events,
        [
            // During the opponent's turn, and before White's second move.
            (0, 2, true, "window_blur", None),
            (0, 3, true, "tab_switch", Some(4200)),
            (1, 2, false, "disconnection", Some(900)),
            // After the last move.
            (1, 3, true, "input_lag", Some(31)),
        ]
    );
    assert_eq!(found.set_aside, 1, "a game without moves");
}

#[test]
fn a_table_is_read_as_spreadsheets_save_it_with_their_numbers() {
    let rows = "game;ply;move;side;handle;kind;ms\n1;1;;;;tab_switch;4200,5\n1;2;;;;tab_switch;31.4\n1;3;;;;tab_switch;\n";
    let (collection, roster) = event();
    let table = TelemetryTable::parse("t.csv", rows.as_bytes()).expect("reads");
    let found = table.tied(&collection, &roster).expect("fits");
    assert_eq!(found.events.iter().map(|e| e.milliseconds).collect::<Vec<_>>(), [Some(4201), Some(31), None]);
    for (ms, said) in
        [("4.200", "can be read in two ways"), ("4,", "no number of milliseconds"), ("-3", "no number")]
    {
        let rows = format!("game;ply;kind;ms\n1;1;tab_switch;{ms}\n");
        let error = TelemetryTable::parse("t.csv", rows.as_bytes()).expect_err(ms).to_string();
        assert!(error.starts_with("t.csv, line 2: ") && error.contains(said), "{error}");
    }
}

#[test]
fn a_person_has_what_is_about_them_in_the_games_at_hand() {
    let (collection, roster) = event();
    let all = read("1,1,,,rook_99,tab_switch,\n1,2,,,pawn-star,tab_switch,\n2,2,,,rook_99,input_lag,7\n")
        .expect("fits");
    let person = roster.people.iter().position(|person| person.name == "Ample, Anna").expect("there");
    let own = Collection { games: vec![collection.games[1].clone()], ..Collection::default() };
    let found = all.of_person(&collection, &roster, person, &own);
    let lag = TelemetryEvent {
        game: 0,
        ply: 2,
        white: false,
        kind: TelemetryKind::InputLag,
        milliseconds: Some(7),
    };
    assert_eq!(found.events, [lag]);
    assert_eq!(all.of_person(&collection, &roster, person, &collection).events.len(), 2);
}

#[test]
fn what_does_not_fit_is_refused_with_its_line() {
    for (rows, said) in [
        (
            "1,1,,,,tab_switch,\n1,1,,,,mouse,\n",
            "t.csv, line 3: `mouse` is no kind that is known; known are tab_switch, ",
        ),
        ("1,5,,,,tab_switch,\n", "t.csv, line 2: half-move 5 in game 1 (rook_99 - Pawn-Star), which has 3"),
        ("1,0,,,,tab_switch,\n", "line 2: half-move 0 in game 1"),
        ("1,,0,white,,tab_switch,\n", "half-move 0 in game 1"),
        ("zzzz9999,1,,,,tab_switch,\n", "no game is `zzzz9999`"),
        (",1,,,,tab_switch,\n", "`game` is missing"),
        ("1,1,,,nobody,tab_switch,\n", "`nobody` is no player of game 1"),
        ("1,1,,black,rook_99,tab_switch,\n", "not one player in game 1"),
        ("1,1,,green,,tab_switch,\n", "neither white nor black"),
        ("1,1,1,white,,tab_switch,\n", "not both"),
        ("1,,1,,,tab_switch,\n", "`move` needs `side`"),
        ("1,,,white,,tab_switch,\n", "give `ply`"),
        ("1,1,,,,tab_switch,-5\n", "line 2"),
        ("1,1,,,,tab_switch,\u{1b}[2J\n", "line 2"),
    ] {
        let error = read(rows).expect_err(rows);
        assert!(error.contains(said), "{said} in {error}");
        assert!(!error.contains('\u{1b}'), "{error:?}");
    }
    let unknown = TelemetryTable::parse("t.csv", b"game,ply,kind,mood\n1,1,tab_switch,good\n");
    assert!(unknown.expect_err("a column").to_string().contains("mood"));
    let (one, two) = event();
    let twice =
        Collection { games: [one.games.clone(), one.games.clone()].concat(), ..Collection::default() };
    let table = TelemetryTable::parse("t.csv", b"game,ply,kind\n1,1,tab_switch\n").expect("reads");
    let error = table.tied(&twice, &two).expect_err("two games").to_string();
    assert!(error.contains("several games are `1`"), "{error}");
}

#[test]
fn the_text_and_the_name_of_a_kind_are_one() {
    for kind in TelemetryKind::ALL {
        assert_eq!(serde_json::to_value(kind).expect("a text"), kind.as_str());
        assert_eq!(kind.as_str().parse::<TelemetryKind>(), Ok(kind));
    }
    let codes = schemars::schema_for!(TelemetryKind).as_value().to_string();
    assert!(TelemetryKind::ALL.iter().all(|kind| codes.contains(kind.as_str())));
}
