//! Files as people and programs write and join them: nothing said in them is lost, and what was read otherwise than written has a note.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;
use std::path::PathBuf;

use datasets::inspection::{Inspection, Query, gather};
use datasets::{Collection, Game, read, roster};

/// A file of the folder beside this one.
fn case(name: &str) -> Vec<u8> {
    fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/written").join(name)).unwrap()
}

fn collect(bytes: impl AsRef<[u8]>) -> Collection {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, bytes).unwrap();
    read(&[path], None).unwrap()
}

fn inspected(bytes: impl AsRef<[u8]>) -> Inspection {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, bytes).unwrap();
    gather(&[path], Query::default()).unwrap().inspection
}

/// The games in the order of the file, none of which is set aside or in quarantine.
fn games(bytes: impl AsRef<[u8]>) -> Vec<Game> {
    let mut found = collect(bytes);
    assert!(
        found.unscored.is_empty() && found.quarantine.is_empty(),
        "{:?} {:?}",
        found.unscored,
        found.quarantine
    );
    found.games.sort_by_key(|game| game.number);
    found.games
}

/// The only game.
fn game(bytes: impl AsRef<[u8]>) -> Game {
    let mut found = games(bytes);
    assert_eq!(found.len(), 1);
    found.remove(0)
}

fn kinds(game: &Game) -> Vec<&'static str> {
    game.notes.iter().map(datasets::Note::kind).collect()
}

/// The notes on tags, each as it is printed.
fn of_tags(game: &Game) -> Vec<String> {
    game.notes.iter().filter_map(|note| Some(format!("{} {}", note.kind(), note.tag()?))).collect()
}

/// (ply, token, reason) of the only game, which has to be in quarantine.
fn quarantined(bytes: impl AsRef<[u8]>) -> (u32, String, String) {
    let mut found = collect(bytes);
    assert_eq!(
        (found.games.len(), found.unscored.len(), found.quarantine.len()),
        (0, 0, 1),
        "{:?}",
        found.games
    );
    let one = found.quarantine.remove(0);
    (one.ply, one.token, one.reason.to_string())
}

const SPANISH: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 1-0";

#[test]
fn spaces_of_other_kinds_are_spaces_and_what_nobody_sees_is_left_out() {
    let plain = game(SPANISH);
    let copied = game(case("nbsp.pgn"));
    assert_eq!((copied.moves.as_slice(), kinds(&copied)), (plain.moves.as_slice(), vec!["no_break_spaces"]));
    let written = |text: String| game(text.into_bytes());
    for (text, kind) in [
        (SPANISH.replace(' ', "\u{2007}"), "no_break_spaces"),
        (SPANISH.replace(". ", ".\u{3000}\u{2009}"), "no_break_spaces"),
        (SPANISH.replace("Nf3", "N\u{200b}f3\u{feff}"), "invisible_characters"),
        (format!("\u{200e}{}\u{200f}", SPANISH.replace("Ba4", "B\u{ad}a\u{2060}4")), "invisible_characters"),
        (SPANISH.replace("3. Bb5 a6", "3. Bb5 3… a6").replace("1-0", "1–0"), "typographic_signs"),
    ] {
        let found = written(text.clone());
        assert_eq!((found.moves.as_slice(), kinds(&found)), (plain.moves.as_slice(), vec![kind]), "{text:?}");
        assert_eq!(found.result, plain.result, "{text:?}");
    }
    // In a Windows encoding they are single bytes.
    let bytes = b"[White \"M\xfcller,\xa0J\xf6rg\"]\n[Black \"B\"]\n\n1.\xa0e4 e5 2\x85 \xa0Nf3".as_slice();
    assert!(collect(bytes).quarantine.len() == 1, "2... where White is to move");
    let bytes = b"[White \"M\xfcller,\xa0J\xf6rg\"]\n[Black \"B\"]\n\n1.\xa0e4 {s\xf8} 1\x85 e5 2.\xa0O\x96O"
        .as_slice();
    assert_eq!(quarantined(bytes).1, "O-O");
    let found = game(&bytes[..bytes.len() - 7]);
    assert_eq!((found.white.name.as_str(), found.moves.len()), ("Müller, Jörg", 2));
    // A person is one person, however the space in the name is written.
    let text = "[White \"Kim,\u{a0}Anna\u{200e}\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n[White \"Kim, Anna\"]\n[Black \"B\"]\n\n1. d4 d5 *\n";
    assert_eq!(roster(&collect(text)).people.len(), 2);
    // Comments are no moves: nothing is said of what stands there, and clocks are read.
    let found = game("1. e4 {[%clk\u{a0}0:59:00] – so…\u{200b}} e5 *");
    assert_eq!((kinds(&found), found.stamps[0].clk.as_deref()), (vec![], Some("0:59:00")));
}

#[test]
fn words_that_break_a_game_show_what_nobody_sees() {
    for (text, token) in [
        ("1. e4 e\u{34f}5 *", "e[U+034F COMBINING GRAPHEME JOINER]5"),
        ("1. e4 \u{7}e5 *", "[U+0007]e5"),
        ("1. e4 \0 *", "[U+0000 NULL]"),
        ("[White \"A\u{2800}]\n\n1. e4 *", "[White \"A[U+2800 BRAILLE PATTERN BLANK]]"),
    ] {
        assert_eq!(quarantined(text).1, token);
    }
}

#[test]
fn files_joined_without_a_seam_are_told_apart() {
    let found = games(case("no-newline.pgn"));
    let read: Vec<(&str, &str, &str)> =
        found.iter().map(|g| (g.event.as_str(), g.round.as_str(), g.white.name.as_str())).collect();
    assert_eq!(
        read,
        [
            ("Case League 2018-19", "2.5", "Alder, Ann"),
            ("Case League 2018-19", "2.6", "Cedar, Cat"),
            ("Case League 2018-19", "2.7", "Elm, Eva")
        ]
    );
    let text = String::from_utf8(case("no-newline.pgn")).unwrap();
    let starts: Vec<u64> = text.match_indices("[Event \"").map(|(at, _)| at as u64).collect();
    assert_eq!(found.iter().map(|game| game.offset).collect::<Vec<_>>(), starts);

    let one = |event: &str, moves: &str| {
        format!("[Event \"{event}\"]\n[White \"{event}\"]\n[Black \"B\"]\n\n{moves}")
    };
    for (seam, why) in [
        ("", "nothing at all"),
        ("\n", "no blank line"),
        ("\u{1a}", "Ctrl-Z"),
        ("\r\n\u{1a}", "Ctrl-Z on a line of its own"),
        ("\u{feff}", "a byte order mark"),
        ("\n\u{feff}", "a byte order mark on the next line"),
        (" \u{a0}\u{1a}\u{feff}", "all of them"),
        (" {won on time}", "a comment"),
        (" ; won on time", "a comment to the end of the line"),
    ] {
        for first in ["1. e4 e5 1/2-1/2", "1. e4 e5 *", "1. e4 e5"] {
            let text = [one("one", first), one("two", "1. d4 d5 1-0\n")].join(seam);
            for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r"), text + "\u{1a}"]
            {
                let found = games(&text);
                let events: Vec<&str> = found.iter().map(|game| game.event.as_str()).collect();
                assert_eq!(events, ["one", "two"], "{why}: {text:?}");
                assert!(
                    text[usize::try_from(found[1].offset).unwrap()..].starts_with("[Event \"two\"]"),
                    "{why}: {text:?}"
                );
            }
        }
    }
    // A comment that is not closed swallows no game, nor does one that speaks of a tag make any.
    let text = one("one", "1. e4 {open") + &one("two", "1. d4 d5 *\n");
    let found = collect(text);
    assert_eq!((found.games.len(), found.quarantine.len(), found.games[0].event.as_str()), (1, 1, "two"));
    assert_eq!(games("1. e4 {see [Event \"x\"] here} e5 2. Nf3 *\n").len(), 1);
    // Moves in which numbers were put into tags are no seam: nobody knows where the first game ended.
    let found =
        collect("[Event \"one\"]\n\n1. e4 e5 2. [Event \"9th 3. Open\"] 4. [Site \"x\"] 5. d4 d5 *\n");
    assert_eq!((found.games.len(), found.quarantine.len()), (0, 1));
    // Whole games on one line.
    let text = "[Event \"one\"][White \"A\"] 1. e4 e5 1-0[Event \"two\"][White \"B\"] 1. d4 d5 0-1[White \"C\"] 1. c4 c5 *";
    let found = games(text);
    assert_eq!(found.iter().map(|game| game.white.name.as_str()).collect::<Vec<_>>(), ["A", "B", "C"]);
}

#[test]
fn the_mark_for_the_end_of_a_file_is_no_text() {
    let one = case("ctrl-z.pgn");
    assert_eq!(game(&one).moves.len(), 20);
    let again = String::from_utf8(one.clone())
        .unwrap()
        .replace("1.1", "2.1")
        .replace("3. Bb5", "3. Bc4")
        .replace("4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3", "4. Bb3 Nf6 5. O-O Be7 6. Re1 b5 7. a3");
    let found = games([one, again.into_bytes()].concat());
    assert!(found.len() == 2 && found.iter().all(|game| game.event == "Case Open"));
    assert_eq!(kinds(&game("1. e4 e5\u{1a} *")), ["end_of_file_mark"]);
}

#[test]
fn tags_are_read_between_other_quotes_and_without_any() {
    let found = game(case("curly-quotes.pgn"));
    assert_eq!(
        (found.event.as_str(), found.date.as_str(), found.moves.len()),
        ("Case Interzonal", "1995.08.??", 16)
    );
    assert_eq!(
        (found.white.rating, kinds(&found)),
        (Some(2400), vec!["typographic_quotes", "typographic_signs"])
    );
    for (open, close, kind) in [
        ("«", "»", "typographic_quotes"),
        ("„", "“", "typographic_quotes"),
        ("'", "'", "typographic_quotes"),
        (" ", "", "value_without_quotes"),
    ] {
        let text = format!(
            "[Event {open}Кубок{close}]\n[White{open}O'Neil, Ann{close}]\n[Black \"B\"]\n\n1. e4 e5 *\n"
        );
        let found = game(&text);
        assert_eq!(
            (found.event.as_str(), found.white.name.as_str(), kinds(&found)),
            ("Кубок", "O'Neil, Ann", vec![kind]),
            "{text}"
        );
    }
    // In Windows-1252 and without an end the tag still does not close.
    let found = game(b"[White \x93M\xfcller\x94]\n[Black \"B\"]\n\n1. e4 e5 *\n");
    assert_eq!(found.white.name, "Müller");
    assert_eq!(quarantined("[White “Alder, Ann]\n\n1. e4 *\n").2, "tag does not close");
}

#[test]
fn assessments_in_signs_and_words_are_no_moves() {
    let found = game(case("glyphs.pgn"));
    assert_eq!((found.moves.len(), kinds(&found)), (16, vec!["glyphs_as_words"]));
    for text in [
        "1. e4 ∞ e5 ⩲ 2. Nf3 □ Nc6 N 3. Bb5 -+ a6 += 4. Ba4 =/∞ 1-0",
        "1. e4± e5= 2. Nf3+/= Nc6∓ 3. Bb5+/-\na6 4. Ba4-+ 1-0",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 +/-\na6 4. Ba4 +/- 1-0",
    ] {
        let found = game(text);
        assert_eq!(
            (found.moves, found.result.as_str(), kinds_of(&found.notes)),
            (game(SPANISH).moves, "1-0", vec!["glyphs_as_words"]),
            "{text}"
        );
    }
    assert_eq!(game(b"1. e4 \xb1 e5 {M\xfcller} *").moves.len(), 2);
    // `N` may be a novelty or a knight: then nobody knows.
    assert_eq!(quarantined("1. e4 e5 2. Nf3 N c6 *"), (3, "c6".into(), "ambiguous move".into()));
    assert_eq!(quarantined("1. e4 e5 2. N f3 *").1, "N");
    assert_eq!(
        quarantined("1. e4 e5 ∆ 2. Nf3 *").1,
        "∆",
        "an idea is followed by moves that were not played"
    );
    // Behind the last move `+/-` is the result given without play, as before.
    assert_eq!(collect("[Event \"x\"]\n\n1. e4 e5 +/-\n").unscored.len(), 1);
}

fn kinds_of(notes: &[datasets::Note]) -> Vec<&'static str> {
    notes.iter().map(datasets::Note::kind).collect()
}

#[test]
fn small_letters_are_pieces_where_only_that_is_legal() {
    let found = game(case("lower-case-pieces.pgn"));
    assert_eq!((found.moves.len(), kinds(&found)), (16, vec!["other_notation"]));
    assert_eq!(game("1. e4 e5 2. nf3 nc6 3. bb5 a6 4. ba4 1-0").moves, game(SPANISH).moves);
    // Letters of other languages.
    assert_eq!(game("1. e4 e5 2. sf3 sc6 3. lb5 a6 4. la4 1-0").moves, game(SPANISH).moves);
    assert_eq!(game("1. e4 e5 2. кf3 кc6 3. сb5 a6 4. сa4 1-0").moves, game(SPANISH).moves);
    assert_eq!(
        game("1. e4 e5 2. Nf3 nf6 3. bc4 bc5 4. 0-0 o-o").moves,
        game("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O").moves
    );
    // A pawn's move stays one, and a game that is legal in no way breaks where it did.
    assert_eq!(
        game("1. e4 d6 2. Nf3 Bd7 3. Bb5 nc6 4. Bxc6 bxc6 *").moves,
        game("1. e4 d6 2. Nf3 Bd7 3. Bb5 Nc6 4. Bxc6 bxc6 *").moves
    );
    assert_eq!(
        quarantined("1. e4 e5 2. Nf3 nf6 3. qd3 *"),
        (3, "nf6".into(), "token does not read as a move".into())
    );
}

#[test]
fn ratings_and_numbers_are_read_or_named() {
    let found = games(case("ids-and-ratings.pgn"));
    let people = roster(&collect(case("ids-and-ratings.pgn"))).people;
    let cedar: Vec<_> = people.iter().filter(|person| person.name.starts_with("Cedar")).collect();
    assert_eq!(
        (people.len(), cedar.len(), cedar[0].fide_id, cedar[0].rating),
        (4, 1, Some(34_179_178), Some(2100))
    );
    assert_eq!(found[2].black.fide_id, Some(2_101_010));
    assert!(of_tags(&found[0]).is_empty(), "0 says nothing");
    assert_eq!(
        of_tags(&found[1]),
        [
            "tag_read_as [WhiteFideId \"'34179178'\"] = 34179178",
            "tag_read_as [BlackFideId \"BRA 2101010\"] = 2101010"
        ]
    );
    let text = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"DWZ=1702\"]\n[BlackElo \"1840 (FIDE)\"]\n[WhiteFideId \"ZPS 123\"]\n\
                [BlackFideId \"?\"]\n[Result \"won\"]\n\n1. e4 e5 *\n";
    let found = game(text);
    assert_eq!((found.white.rating, found.black.rating, found.white.fide_id), (None, Some(1840), None));
    assert_eq!(
        of_tags(&found),
        [
            "tag_not_read [WhiteFideId \"ZPS 123\"]",
            "rating_of_another_list [WhiteElo \"DWZ=1702\"]",
            "tag_read_as [BlackElo \"1840 (FIDE)\"] = 1840",
            "tag_not_read [Result \"won\"]"
        ]
    );
}

#[test]
fn dates_are_read_or_named() {
    let found = games(case("dates.pgn"));
    let dates: Vec<&str> = found.iter().map(|game| game.date.as_str()).collect();
    assert_eq!(dates, ["2016.10.15", "2016.10.16", "2016.10.17"]);
    let seen = inspected(case("dates.pgn"));
    assert_eq!((seen.events.count, seen.reading.remarks.count), (1, 3));
    let event = &seen.events.listed[0];
    assert_eq!(
        (event.first_day.as_deref(), event.last_day.as_deref()),
        (Some("2016-10-15"), Some("2016-10-17"))
    );
    let first = &seen.reading.remarks.listed[0];
    assert_eq!(
        (first.game, first.tag, first.written.as_deref(), first.read_as.as_deref()),
        (1, Some("Date"), Some("Oct 15, 2016"), Some("2016.10.15"))
    );

    let dated = |dates: &[&str]| -> String {
        let files = ["", "e", "d", "c"];
        let one = |(date, round): (&&str, usize)| {
            format!(
                "[Event \"E\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. {}4 {}5 *\n\n",
                files[round], files[round]
            )
        };
        dates.iter().zip(1..).map(one).collect()
    };
    for (written, date, kind) in [
        ("2016.02.30", "2016.02.30", "tag_not_read"),
        ("spring 2016", "spring 2016", "tag_not_read"),
        ("2016.11.17`", "2016.11.17", "tag_read_as"),
        ("03/04/2016", "03/04/2016", "date_of_two_days"),
        ("2016.10", "2016.10.??", "tag_read_as"),
        ("15 октября 2016", "2016.10.15", "tag_read_as"),
    ] {
        let found = game(dated(&[written]));
        assert_eq!((found.date.as_str(), kinds(&found)), (date, vec![kind]), "{written}");
    }
    for quiet in ["2016.10.15", "2016.??.??", "????.??.??", "?", ""] {
        assert!(game(dated(&[quiet])).notes.is_empty(), "{quiet}");
    }
    // The other dates of the file settle what one leaves open, and not if they are of both kinds.
    for (dates, read) in [
        (["03/04/2016", "13/04/2016"], "2016.04.03"),
        (["03/04/2016", "03/28/2016"], "2016.03.04"),
        (["03/04/2016", "2016-04-13"], "03/04/2016"),
    ] {
        let found = games(dated(&dates));
        assert_eq!(found[0].date, read, "{dates:?}");
        let kind = if read.contains('/') { "date_of_two_days" } else { "tag_read_as" };
        assert_eq!(kinds(&found[0]), [kind], "{dates:?}");
        // As if it had been written so.
        if kind == "tag_read_as" {
            assert_eq!(found[0].sha256, game(dated(&[read])).sha256);
        }
    }
    let both = games(dated(&["03/04/2016", "13/04/2016", "04/28/2016"]));
    assert_eq!(both[0].date, "03/04/2016");
}

#[test]
fn utf8_beside_another_encoding_is_named_with_its_game() {
    let game = |white: &[u8], round: &str| {
        [
            b"[Event \"E\"]\n[Round \"",
            round.as_bytes(),
            b"\"]\n[White \"",
            white,
            b"\"]\n[Black \"J\xf6rg\"]\n\n1. e4 e5 *\n\n",
        ]
        .concat()
    };
    let bytes =
        [game(b"Anna", "1"), game("Müller".as_bytes(), "2"), game("Иванов, Пётр".as_bytes(), "3")].concat();
    let found = games(&bytes);
    let names: Vec<[&str; 2]> =
        found.iter().map(|game| game.sides().map(|side| side.name.as_str())).collect();
    assert_eq!(names, [["Anna", "Jörg"], ["Müller", "Jörg"], ["Иванов, Пётр", "Jörg"]]);
    let seen = inspected(&bytes).reading.remarks;
    let lines: Vec<_> = seen.listed.iter().map(|one| (one.game, one.kind, one.tag)).collect();
    assert_eq!(lines, [(2, "mixed_encodings", Some("White")), (3, "mixed_encodings", Some("White"))]);
    let spoilt = inspected("[White \"MÃ¼ller\"]\n[Black \"B\"]\n\n1. e4 e5 *\n").reading.remarks;
    assert_eq!((spoilt.listed[0].kind, spoilt.listed[0].written.as_deref()), ("mojibake", Some("MÃ¼ller")));
}

#[test]
fn utf16_is_read_in_both_orders_with_a_mark_and_without() {
    let text = String::from_utf8(case("curly-quotes.pgn")).unwrap().replace("Birch", "Берёза");
    let plain = game(&text);
    for mark in ["\u{feff}", ""] {
        let units = || mark.encode_utf16().chain(text.encode_utf16());
        for bytes in [
            units().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
            units().flat_map(u16::to_be_bytes).collect(),
        ] {
            let found = game(bytes);
            assert_eq!((found.sha256, found.black.name.as_str()), (plain.sha256.clone(), "Берёза, Bob"));
        }
    }
}

/// A site given twice says nothing, and that is said.
#[test]
fn a_value_that_is_dropped_is_named() {
    let found = game("[Site \"Oslo\"]\n[Site \"Bergen\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n");
    assert_eq!(
        (found.site.as_deref(), of_tags(&found)),
        (None, vec!["tag_not_read [Site \"\"Oslo\", \"Bergen\"\"]".to_owned()])
    );
}
