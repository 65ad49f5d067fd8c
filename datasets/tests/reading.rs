//! The reader as a whole, from bytes in files to collections.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use datasets::{Collection, Entry, GameDefect, GameResult, Unscored, read, stream};
use tempfile::TempDir;

/// A file with these bytes, and the folder that keeps it.
fn file(bytes: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn collect(bytes: impl AsRef<[u8]>) -> Collection {
    let (_folder, path) = file(bytes);
    read(&[path], None).unwrap()
}

/// (ply, token, reason) of the only game, which has to be in quarantine.
fn quarantined(bytes: impl AsRef<[u8]>) -> (u32, String, String) {
    let mut found = collect(bytes);
    assert!(found.games.is_empty() && found.unscored.is_empty());
    assert_eq!(found.quarantine.len(), 1, "{:?}", found.quarantine);
    let one = found.quarantine.remove(0);
    (one.ply, one.token, one.reason.to_string())
}

fn counts(found: &Collection) -> (usize, usize, usize) {
    (found.games.len(), found.unscored.len(), found.quarantine.len())
}

#[test]
fn trap_10_no_token_is_skipped_and_no_game_is_lost() {
    let good = "[Event \"a\"]\n[White \"A\"]\n[Black \"B\"]\n[Round \"R\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
    let mut text = String::new();
    let bad = [
        ("1. e4 e5 2. Кf3 Nc6 3. Bb5 1-0", 2, "Кf3", "token does not read as a move"),
        ("1. e4 e7-e6 2. Nf3 Sc6 1-0", 1, "e7-e6", "token does not read as a move"),
        ("1. e4 e5 2. ♘f3 Nc6 1-0", 2, "♘f3", "token does not read as a move"),
        ("1. e4 e5 2. Nf6 Nc6 1-0", 2, "Nf6", "illegal move"),
        ("1. Nf3 d5 2. d3 e5 3. Nd2 Nc6 1-0", 4, "Nd2", "ambiguous move"),
        ("1. e4 e5 3. Nf3 Nc6 1-0", 2, "3", "move number 3 where 2 was expected"),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4\u{1a}2. Ba4 1-0",
            6,
            "4[U+001A SUBSTITUTE, Ctrl-Z]2",
            "token does not read as a move",
        ),
        ("1. e4 e5 2. Nf3 {open 1-0", 3, "{open 1-0", "comment does not close"),
        ("1. e4 e5 2. Nf3 (2. f4 1-0", 3, "(2. f4 1-0", "variation does not close"),
        ("1. e4 e5 2. Nf3 Nc6 0-1", 4, "0-1", "result tag says 1-0, movetext ends 0-1"),
        ("1. e4 e5 2. Nf6 {open 1-0", 2, "Nf6", "illegal move"),
    ];
    for (number, (moves, ..)) in bad.iter().enumerate() {
        text.push_str(&good.replace("\"R\"", &format!("\"{number}\"")));
        text.push_str(&good.replace("1. e4 e5 2. Nf3 Nc6 1-0", moves));
    }
    let found = collect(&text);
    assert_eq!(counts(&found), (bad.len(), 0, bad.len()));
    for (place, (moves, ply, token, reason)) in found.quarantine.iter().zip(bad) {
        assert_eq!(
            (place.ply, place.token.trim_end(), place.reason.to_string()),
            (ply, token, reason.to_owned()),
            "{moves}"
        );
        let start = usize::try_from(place.offset).unwrap();
        assert!(text[start..].starts_with("[Event \"a\"]"), "offset of {moves}");
        assert_eq!(place.game % 2, 0, "{moves}");
    }
}

#[test]
fn tags_become_fields() {
    let found = collect(
        b"\xef\xbb\xbf% a line for programs\r\n\r\n[Event \" The \"Big\" Open \"]\r\n[Date \"2025.04.12\"]\r\n[Round \"1.14\"]\r\n\
          [White \"M\xfcller, J\xf6rg\"]\r\n[Black \"O'Connor\"]\r\n[Result \"1/2-1/2\"]\r\n[WhiteElo \"2400\"]\r\n\
          [BlackElo \"-\"]\r\n[WhiteFideId \"2252627\"]\r\n[BlackFideId \"0\"]\r\n[WhiteTitle \"GM\"]\r\n\
          [TimeControl \"90 minutes, then 30\"]\r\n\r\n1. e4 e5 *\r\n",
    );
    assert_eq!(counts(&found), (1, 0, 0));
    let game = &found.games[0];
    assert_eq!((game.number, game.offset), (1, 28));
    assert_eq!(game.event, "The \"Big\" Open");
    assert_eq!((game.date.as_str(), game.round.as_str()), ("2025.04.12", "1.14"));
    assert_eq!((game.white.name.as_str(), game.black.name.as_str()), ("Müller, Jörg", "O'Connor"));
    assert_eq!((game.white.rating, game.black.rating), (Some(2400), None));
    assert_eq!((game.white.fide_id, game.black.fide_id), (Some(2_252_627), None));
    assert_eq!((game.white.title.as_deref(), game.black.title.as_deref()), (Some("GM"), None));
    assert_eq!(game.time_control.as_deref(), Some("90 minutes, then 30"));
    assert_eq!((game.result, game.moves.len()), (GameResult::Draw, 2));
}

#[test]
fn games_without_decisions_say_why() {
    for (tags, moves, reason, plies) in [
        ("", "1-0", Unscored::NoMoves, 0),
        ("", "0-0", Unscored::DoubleForfeit, 0),
        ("", "1. e4 1-0", Unscored::NoGame, 1),
        ("", "{forfeit} *", Unscored::NoMoves, 0),
        ("[Variant \"Chess960\"]\n", "1. e4 e5 *", Unscored::Variant, 2),
        ("[Variant \"Crazyhouse\"]\n", "1. N@e5 xyz 2. e4 *", Unscored::Variant, 3),
        ("[Variant \"From Position\"]\n", "1. e4 *", Unscored::SetUp, 1),
        ("[SetUp \"1\"]\n", "1. e4 *", Unscored::SetUp, 1),
        ("[FEN \"8/8/8/8/8/k7/8/K7 b - - 0 40\"]\n", "40... Kb3 *", Unscored::SetUp, 1),
    ] {
        let found = collect(format!("[Event \"x\"]\n{tags}\n{moves}\n"));
        assert_eq!(counts(&found), (0, 1, 0), "{tags}{moves}");
        assert_eq!((found.unscored[0].reason, found.unscored[0].plies), (reason, plies), "{tags}{moves}");
    }
    for tags in [
        "[Variant \"Standard\"]\n",
        "[Variant \"chess\"]\n",
        "[SetUp \"0\"]\n",
        "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n",
    ] {
        assert_eq!(counts(&collect(format!("[Event \"x\"]\n{tags}\n1. e4 *\n"))), (1, 0, 0), "{tags}");
    }
}

#[test]
fn results_are_reconciled() {
    for (tag, end, result) in [
        ("1-0", "*", GameResult::White),
        ("1-0", "", GameResult::White),
        ("*", "0-1", GameResult::Black),
        ("?", "0–1", GameResult::Black),
        ("1/2-1/2", "½-½", GameResult::Draw),
        ("0-0", "", GameResult::Unknown),
        // Both lost, and half a point against none: no castling is legal there.
        ("0-0", "0-0", GameResult::Unknown),
        ("*", "0-0", GameResult::Unknown),
        ("1/2-0", "1/2-0", GameResult::Unknown),
        ("0-1/2", "0-½", GameResult::Unknown),
    ] {
        let found = collect(format!("[Result \"{tag}\"]\n\n1. e4 e5 {end}\n"));
        assert_eq!(counts(&found), (1, 0, 0), "{tag} {end}");
        assert_eq!((found.games[0].result, found.games[0].moves.len()), (result, 2), "{tag} {end}");
    }
}

#[test]
fn games_are_told_apart() {
    for (text, games, why) in [
        ("1. e4 e5 *\n\n1. d4 d5 *\n", 2, "no tags, blank line"),
        ("1. e4 e5 *\n1. d4 d5 *\n", 2, "no tags, no blank line"),
        ("1. e4 e5\n\n1. d4 d5\n", 2, "no tags, no results"),
        ("1. e4 e5\n\n2. Nf3 Nc6\n\n\n3. Bb5 *\n", 1, "blank lines within the moves"),
        ("[White \"A\"]\n\n{intro}\n\n1. e4 e5 *\n", 1, "a comment before the moves"),
        ("[White \"A\"]\n1. e4 *\n[White \"B\"]\n1. d4 *\n", 2, "no blank lines at all"),
        ("[Event \"x\"] [White \"A\"] 1. e4 *\n[Event \"y\"] 1. d4 *", 2, "one line per game"),
        ("[White \"A\"]\n\n[Black \"B\"]\n\n1. e4 *\n", 1, "a blank line between tags"),
        ("1. e4 *\n{a comment after the result}\n[White \"B\"]\n1. d4 *\n", 2, "a comment after the result"),
        (
            "Prose, not a game.\n\n1. e4 *\n\nMore prose; {odd (signs\n\n[White \"A\"]\n1. d4 *\n",
            2,
            "prose around",
        ),
        ("[White \"A\"]\r\r1. e4 ; e5\r1... e5 *\r", 1, "CR alone"),
        ("1. e4 {[Black \"not a tag\"]\n[Black \"neither\"]\n} *\n", 1, "tags within a comment"),
    ] {
        let found = collect(text);
        assert_eq!(counts(&found), (games, 0, 0), "{why}: {:?}", found.quarantine);
    }
    let found = collect("[Event \"x\"]\n[Result \"1-0\"]\n\n[Event \"x\"]\n[Result \"0-1\"]\n\n");
    assert_eq!(counts(&found), (0, 2, 0), "nothing but tags");
    assert_eq!(counts(&collect("\n \n% only\n; this\n")), (0, 0, 0));
    assert_eq!(counts(&collect("{a comment alone}")), (0, 0, 0));
}

#[test]
fn what_does_not_close_does_not_swallow_the_next_game() {
    let found = collect(
        "[Event \"x\"]\n\n1. e4 {open\n\n[Event \"y\"]\n\n1. d4 (1. e4\n\n[Event \"z\"]\n\n1. c4 *\n",
    );
    assert_eq!(counts(&found), (1, 0, 2));
    assert_eq!(found.games[0].event, "z");
    assert_eq!(found.games[0].number, 3);
}

#[test]
fn bounds_hold() {
    let long = format!("[Event \"x\"]\n\n1. e4 {{{}}} e5 *\n\n", "a ".repeat(700_000));
    let next = "[Event \"y\"]\n\n1. d4 *\n";
    let found = collect(format!("{long}{next}"));
    assert_eq!(counts(&found), (1, 0, 1));
    assert_eq!(found.quarantine[0].reason, GameDefect::MovetextTooLong);
    assert_eq!(found.games[0].offset, long.len() as u64);

    let tag = format!("[Event \"x\"]\n[Site \"{}\"]\n\n1. e4 *\n\n{next}", "a".repeat(70_000));
    let found = collect(tag);
    assert_eq!(counts(&found), (1, 0, 1));
    assert_eq!(found.quarantine[0].reason, GameDefect::TagLineTooLong);

    let tags = format!("{}\n1. e4 *\n\n{next}", "[A \"b\"]\n".repeat(200_000));
    let found = collect(tags);
    assert_eq!(counts(&found), (1, 0, 1));
    assert_eq!(found.quarantine[0].reason, GameDefect::TagsTooLong);

    let deep = format!("1. e4 {} *", "(".repeat(500_000));
    assert_eq!(quarantined(deep).2, "variation does not close");
    assert_eq!(quarantined(format!("1. e4 {} *", "x".repeat(1000))).1.len(), 80);
}

#[test]
fn tags_that_do_not_hold_together_are_not_repaired() {
    assert_eq!(
        quarantined("[White \"A]\n\n1. e4 *\n"),
        (0, "[White \"A]".into(), "tag does not close".into())
    );
    assert_eq!(
        quarantined("[White \"A\"]\n[White \"B\"]\n\n1. e4 *\n"),
        (0, "White".into(), "tag stands twice with two values".into())
    );
}

#[test]
fn only_the_event_asked_for_counts() {
    let (_folder, path) = file(
        "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 Kx *\n\n[Event \"a\"]\n\n1. c4 Kx *\n\n[Event \" b \"]\n\n*\n",
    );
    let paths = [path];
    assert_eq!(counts(&read(&paths, Some(" a ")).unwrap()), (1, 0, 1));
    assert_eq!(counts(&read(&paths, Some("b")).unwrap()), (0, 1, 1));
    assert_eq!(counts(&read(&paths, None).unwrap()), (1, 1, 2));
}

#[test]
fn the_order_of_games_and_files_is_immaterial() {
    let game = |round: &str, white: &str, extra: &str| {
        format!(
            "[Event \"x\"]\n[Date \"2025.01.01\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n{extra}\n1. e4 e5 *\n\n"
        )
    };
    let games = [
        game("3.14", "A", ""),
        game("3.9", "B", ""),
        game("3.9", "A", ""),
        game("3.9", "A", "[WhiteElo \"2000\"]\n"),
        game("10", "A", ""),
    ];
    let view = |found: &Collection| {
        let games: Vec<_> =
            found.games.iter().map(|g| (g.round.clone(), g.white.clone(), g.sha256.clone())).collect();
        let aside: Vec<_> = found.unscored.iter().map(|g| (g.reason, g.white.clone())).collect();
        (games, aside)
    };
    let forward = view(&collect(games.concat()));
    let rounds: Vec<&str> = forward.0.iter().map(|g| g.0.as_str()).collect();
    assert_eq!(rounds, ["3.9", "3.9", "3.14", "10"]);
    assert_eq!(forward.0[0].1.rating, Some(2000), "the copy that knows the rating is kept");
    assert_eq!(forward.1.iter().map(|g| g.0).collect::<Vec<_>>(), [Unscored::Duplicate]);

    let backward: String = games.iter().rev().map(String::as_str).collect();
    assert_eq!(view(&collect(backward)), forward);

    let folder = tempfile::tempdir().unwrap();
    for (number, game) in games.iter().enumerate() {
        fs::write(folder.path().join(format!("{}.pgn", 9 - number)), game).unwrap();
    }
    let found = read(&[folder.path().to_owned()], None).unwrap();
    assert_eq!(view(&found), forward);
    let names: Vec<&str> = found.inputs.iter().map(|input| input.name.as_str()).collect();
    assert_eq!(names, ["5.pgn", "6.pgn", "7.pgn", "8.pgn", "9.pgn"]);
    assert_eq!(found.games.iter().map(|g| g.input).collect::<Vec<_>>(), [1, 3, 4, 0]);
}

#[test]
fn a_visitor_may_stop() {
    let (_folder, path) = file("1. e4 *\n\n1. d4 *\n\n1. c4 *\n");
    let mut numbers = Vec::new();
    let inputs = stream(&path, &mut |entry| {
        if let Entry::Game(game) = entry {
            numbers.push(game.number);
        }
        if numbers.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((numbers, inputs.unwrap()), (vec![1, 2], vec![]));
}

#[test]
fn a_game_whose_sides_cannot_be_told_apart_is_nobodys() {
    let game = |white: &str, black: &str, tags: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n{tags}\n1. e4 e5 1-0\n\n")
    };
    let ids = |white: u32, black: u32| format!("[WhiteFideId \"{white}\"]\n[BlackFideId \"{black}\"]\n");
    let text = [
        game("Kim, J", "kim,  j", ""),
        game("Kim, J", "Kim, J", &ids(11, 12)),
        game("Kim, J", "Lee, A", &ids(11, 11)),
        game("Kim, J", "Lee, A", ""),
        game("?", "?", "[WhiteElo \"2400\"]\n"),
    ]
    .concat();
    let found = collect(text);
    let nobody = datasets::roster(&found).people.into_iter().find(|p| p.name == "?").unwrap();
    assert_eq!(nobody.rating, None, "unknown players share a row, so no rating is one person's");
    let aside: Vec<_> = found.unscored.iter().map(|g| (g.number, g.reason)).collect();
    assert_eq!(aside, [(1, Unscored::SamePlayer), (3, Unscored::SamePlayer)]);
    assert_eq!(found.games.len(), 3);
}

#[test]
fn events_are_tags_in_a_year() {
    let game = |event: &str, date: &str, white: &str| {
        format!(
            "[Event \"{event}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n\n"
        )
    };
    let text = [
        game("Open", "2011.05.01", "A"),
        game("Cup", "2012.05.01", "A"),
        game("Open", "2012.05.02", "A"),
        game("Open", "2011.05.02", "C"),
    ]
    .concat();
    let events = datasets::by_event(collect(text));
    let sizes: Vec<_> = events.iter().map(|(name, event)| (name.as_str(), event.games.len())).collect();
    assert_eq!(sizes, [("Open (2011)", 2), ("Cup (2012)", 1), ("Open (2012)", 1)]);
}

#[test]
fn a_forfeit_keeps_its_date_and_result() {
    let tags = "[White \"A\"]\n[Black \"B\"]\n[Date \"2025.04.13\"]\n[Result \"0-1\"]\n";
    let found = collect(format!("{tags}\n0-1\n\n{tags}[Variant \"Chess960\"]\n\n1. e4 0-1\n"));
    let kept: Vec<(Unscored, &str, GameResult)> =
        found.unscored.iter().map(|game| (game.reason, game.date.as_str(), game.result)).collect();
    assert_eq!(
        kept,
        [
            (Unscored::NoMoves, "2025.04.13", GameResult::Black),
            (Unscored::Variant, "2025.04.13", GameResult::Black),
        ]
    );
}
