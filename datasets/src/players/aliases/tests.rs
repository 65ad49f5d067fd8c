use super::{AliasError, Aliases, lines_to_confirm};
use crate::pgn::game::{Collection, Game, Input, Side, UnscoredGame};
use crate::players::{Roster, roster_with};

const TABLE: &str = r#"
[[person]]
name = "Testova, Anna"
fide_id = 101
aliases = ["Testowa, Anna", "A. Testova"]
handles = { lichess = ["Testova_A"], fics = ["anna"] }
confirmed_by = "B. Arbiter"
date = 2026-03-01
note = "passport seen"

[[person]]
name = "Muster, Max"
aliases = ["Müster, Max"]
confirmed_by = "B. Arbiter"
date = 2026-03-01
"#;

fn refused(text: &str) -> String {
    Aliases::parse(text.as_bytes()).expect_err("a table that is refused").to_string()
}

fn row(fields: &str) -> String {
    format!("[[person]]\n{fields}\nconfirmed_by = \"B\"\ndate = 2026-03-01\n")
}

type Tags<'a> = (&'a str, Option<u32>);

fn people(table: &Aliases, games: &[(Tags<'_>, Tags<'_>)]) -> Roster {
    let side = |(name, fide_id): Tags<'_>| Side { name: name.to_owned(), fide_id, ..Side::default() };
    let unscored = games.iter().zip(1..).map(|(&(white, black), number)| UnscoredGame {
        game: Game { number, white: side(white), black: side(black), ..Game::default() },
        ..UnscoredGame::default()
    });
    let collection = Collection { unscored: unscored.collect(), ..Collection::default() };
    roster_with(&collection, table).expect("no game within one person")
}

#[test]
fn a_table_is_read_with_its_lines() {
    let table = Aliases::parse(TABLE.as_bytes()).expect("a table");
    let lines: Vec<usize> = table.entries().iter().map(|e| e.line).collect();
    assert_eq!(lines, [2, 11]);
    assert_eq!(table.entries()[0].date, "2026-03-01");
    assert_eq!(table.by_number(101).map(|e| e.name.as_str()), Some("Testova, Anna"));
    assert!(Aliases::parse(b"").expect("an empty table").entries().is_empty());
}

#[test]
fn contradictions_are_refused_with_both_lines() {
    let two = format!(
        "{}{}",
        row("name = \"A, B\"\naliases = [\"X, Y\"]"),
        row("name = \"C, D\"\naliases = [\"x y\"]")
    );
    assert_eq!(refused(&two), "line 6 of the alias table: name `x y` is another person's in line 1");
    let number = format!("{}{}", row("name = \"A, B\"\nfide_id = 7"), row("name = \"C, D\"\nfide_id = 7"));
    assert_eq!(refused(&number), "line 6 of the alias table: FIDE number `7` is another person's in line 1");
    let handle = row("name = \"A\"\nhandles = { lichess = [\"Q\"] }")
        + &row("name = \"C\"\nhandles = { Lichess = [\"q\"] }");
    assert_eq!(refused(&handle), "line 6 of the alias table: name `q` is another person's in line 1");
    let name = row("name = \"A, B\"") + &row("name = \"a b\"");
    assert_eq!(refused(&name), "line 5 of the alias table: name `a b` is another person's in line 1");
    let own_name = row("name = \"A, B\"") + &row("name = \"C, D\"\naliases = [\"A B\"]");
    assert!(refused(&own_name).starts_with("line 5 "), "{}", refused(&own_name));
}

#[test]
fn errors_do_not_steer_the_terminal() {
    let name = "aliases = [\"x\\u001b[31m\\u202e\"]";
    let two = row(&format!("name = \"A\"\n{name}")) + &row(&format!("name = \"B\"\n{name}"));
    let error = refused(&two);
    assert!(error.contains("x\\u{1b}[31m\\u{202e}"), "{error}");
    assert!(!refused(&row("\"a\\u001b\" = 1")).contains('\u{1b}'));
}

#[test]
fn a_row_that_nobody_confirmed_is_refused() {
    assert!(refused("[[person]]\nname = \"A\"\ndate = 2026-03-01\n").contains("confirmed_by"));
    assert_eq!(
        refused("[[person]]\nname = \"A\"\ndate = 2026-03-01\nconfirmed_by = \" \"\n"),
        "line 1 of the alias table: confirmed_by is empty or names nobody"
    );
    assert!(refused(&row("name = \"NN\"")).contains("names nobody"));
    assert!(refused(&row("name = \"A\"\nalias = [\"B\"]")).starts_with("line 3 "));
    assert!(
        refused("[[person]]\nname = \"A\"\nconfirmed_by = \"B\"\ndate = 12:00:00\n")
            .contains("must be a day")
    );
    assert!(matches!(Aliases::parse(b"\xff"), Err(AliasError::Encoding { at: 0 })));
    assert!(matches!(Aliases::parse(&vec![b' '; 9 << 20]), Err(AliasError::TooLarge)));
}

#[test]
fn names_and_handles_of_the_table_are_one_person() {
    let table = Aliases::parse(TABLE.as_bytes()).expect("a table");
    let found = people(
        &table,
        &[
            (("Testowa Anna", None), ("Muster, Max", None)),
            (("A. TESTOVA", None), ("Müster, Max", Some(202))),
            (("testova_a", None), ("Muster Max", None)),
            (("Testova, Anna", Some(101)), ("Nobody Else", None)),
        ],
    );
    let named: Vec<(&str, Option<u32>)> = found.people.iter().map(|p| (p.name.as_str(), p.fide_id)).collect();
    assert_eq!(
        named,
        [("Muster, Max", Some(202)), ("Nobody Else", None), ("Testova, Anna", Some(101))]
            .map(|(name, id)| (name, id))
    );
    assert_eq!(found.unscored, [(2, 0), (2, 0), (2, 0), (2, 1)]);
}

#[test]
fn a_number_in_the_game_beats_the_table() {
    let table = Aliases::parse(TABLE.as_bytes()).expect("a table");
    let found = people(
        &table,
        &[
            (("Testowa, Anna", Some(999)), ("X", None)),
            (("Testowa, Anna", None), ("X", None)),
            (("A. Testova", None), ("X", None)),
        ],
    );
    let ids: Vec<Option<u32>> = found.people.iter().map(|p| p.fide_id).collect();
    // The table's person, the one who may be either, and the one with number 999.
    assert_eq!(ids, [Some(101), None, Some(999), None]);
    assert_eq!(found.people[1].name, "Testowa, Anna");
    assert_eq!(found.unscored, [(2, 3), (1, 3), (0, 3)]);
}

#[test]
fn namesakes_in_the_table_share_a_name_and_no_alias() {
    let table = row("name = \"Lee, Jo\"\nfide_id = 1\naliases = [\"Lee, J1\"]")
        + &row("name = \"Lee, Jo\"\nfide_id = 2");
    let table = Aliases::parse(table.as_bytes()).expect("a table");
    let found =
        people(&table, &[(("Lee, Jo", None), ("Lee, J1", None)), (("Lee, Jo", Some(2)), ("X", None))]);
    // One number of that name sits in the event, so the plain rule gives the name to it.
    assert_eq!(found.people.iter().map(|p| p.fide_id).collect::<Vec<_>>(), [Some(1), Some(2), None]);
    assert_eq!(found.unscored, [(1, 0), (1, 2)]);
}

#[test]
fn lines_to_confirm_are_refused_until_they_are_filled_in() {
    let lines = lines_to_confirm("O'Test \"X\\", Some(5), &["a\u{202e}b", "=1+1"]);
    assert!(!lines.contains('\u{202e}'));
    assert!(Aliases::parse(lines.as_bytes()).is_err());
    let filled = lines.replace("by = \"\"", "by = \"B\"").replace("date = ", "date = 2026-01-02");
    let table = Aliases::parse(filled.as_bytes()).expect("a table");
    assert_eq!(table.entries()[0].name, "O'Test \"X\\");
    assert_eq!(table.entries()[0].aliases, ["a\u{202e}b", "=1+1"]);
}

#[test]
fn a_table_is_read_as_editors_of_windows_save_it() {
    let text = TABLE.replace('\n', "\r\n");
    let wide: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [format!("\u{feff}{text}").into_bytes(), format!("{text}\u{1a}").into_bytes(), wide] {
        let table = Aliases::parse(&bytes).expect("a table");
        assert_eq!(table.entries().len(), Aliases::parse(TABLE.as_bytes()).expect("a table").entries().len());
    }
    // A day in quotes is a day.
    for (date, fine) in
        [("\"2026-03-01\"", true), ("\" 2026-03-01 \"", true), ("\"1.3.2026\"", false), ("3", false)]
    {
        let row = format!("[[person]]\nname = \"A\"\nconfirmed_by = \"B\"\ndate = {date}\n");
        let found = Aliases::parse(row.as_bytes()).map(|table| table.entries()[0].date.clone());
        match fine {
            true => assert_eq!(found.expect("a day"), "2026-03-01"),
            false => assert!(refused(&row).contains("date must be a day"), "{date}"),
        }
    }
}

/// Two games; in the first both names play each other.
#[test]
fn a_table_that_makes_both_sides_of_a_game_one_person_is_refused() {
    let games = |sides: [(&str, Option<u32>); 2]| {
        let [white, black] =
            sides.map(|(name, fide_id)| Side { name: name.to_owned(), fide_id, ..Side::default() });
        let game = Game { number: 7, round: "3.2".to_owned(), white, black, ..Game::default() };
        let inputs = vec![Input { name: "event.pgn".to_owned(), sha256: String::new() }];
        Collection { games: vec![game], inputs, ..Collection::default() }
    };
    let joined = Aliases::parse(row("name = \"Ample, Anna\"\naliases = [\"Birch, Boris\"]").as_bytes())
        .expect("reads");
    let error =
        roster_with(&games([("Birch, Boris", None), ("ample anna", None)]), &joined).expect_err("refused");
    assert_eq!(
        error.to_string(),
        "the alias table, line 1: `Birch, Boris` and `ample anna` are one person there, and two in event.pgn, game 7, round 3.2, \
         where they play each other; take the wrong name out of the table"
    );
    let numbered = row("name = \"Ample, Anna\"\nfide_id = 5\naliases = [\"Birch, B\"]");
    let numbered = Aliases::parse(numbered.as_bytes()).expect("reads");
    roster_with(&games([("Ample, A", Some(5)), ("Birch, B", None)]), &numbered).expect_err("by the number");
    // A number of one's own beats the table, and what the file itself says of both sides is not the table's.
    for sides in [
        [("Birch, B", Some(6)), ("Ample, Anna", Some(5))],
        [("Ample, Anna", None), ("AMPLE ANNA", None)],
        [("Ample, Anna", Some(5)), ("Birch, B", Some(5))],
        [("Birch, B", None), ("Oak, Olga", None)],
    ] {
        roster_with(&games(sides), &numbered).expect("the table joins nobody of one game");
    }
}

#[test]
fn a_long_table_is_read_in_one_go() {
    // Going through the text for the line of every alias took hours at the largest size, and minutes here.
    let many: Vec<String> = (0..100_000).map(|n| format!("\"Name {n}\",\n")).collect();
    let many = row(&format!("name = \"Muster, Max\"\naliases = [\n{}]", many.concat()));
    let table = Aliases::parse(many.as_bytes()).expect("a table");
    assert_eq!(table.entries()[0].aliases.len(), 100_000);
    // Three lines before the names and three behind them.
    let both = format!("{many}{}", row("name = \"Other, Ida\"\naliases = [\"Name 99999\"]"));
    assert_eq!(
        refused(&both),
        "line 100007 of the alias table: name `name 99999` is another person's in line 1"
    );
}
