//! Games with an illegal move that stood: in quarantine, or scored up to it on the word of a named arbiter.

use std::io::Write as _;

use datasets::inspection::{Query, gather};
use datasets::{AcceptedGame, Collection, GameResult, NotAccepted, StoodMove, Unscored, accept, read};

fn file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::with_suffix(".pgn").expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    file
}

fn collect(text: &str) -> Collection {
    read(&[file(text).path().to_owned()], None).expect("reads")
}

fn game(round: &str, white: &str, black: &str, moves: &str) -> String {
    format!(
        "[Event \"Case Open\"]\n[Date \"2025.05.01\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [Result \"1-0\"]\n\n{moves} 1-0\n\n"
    )
}

fn word(white: &str, black: &str) -> AcceptedGame {
    let arbiter = "Roe, Jane".to_owned();
    AcceptedGame { white: white.to_owned(), black: black.to_owned(), arbiter, ..AcceptedGame::default() }
}

/// The king stays in check, a pinned piece moves, a bishop passes over a piece, a pawn goes backwards in Chess960, the record breaks
/// off behind the move: the game ends before the illegal move, with the result that is written.
#[test]
fn a_game_is_scored_up_to_the_illegal_move_that_stood() {
    let start = "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1";
    let chess960 = format!("[Variant \"Chess960\"]\n[FEN \"{start}\"]\n");
    let cases = [
        ("", "1. e4 {[%clk 1:30:00]} e5 {[%clk 1:29:58]} 2. Qh5 Nc6 3. Qxf7+ a6 4. Bc4", 5, "a6", "3... a6"),
        ("", "1. e4 e5 2. d3 Bb4+ 3. Nc3 Nf6 4. Nd5 O-O 5. Nxb4", 6, "Nd5", "4. Nd5"),
        (
            "",
            "1. d4 d5 2. c4 e6 {a note (here)} (2... c6) 3. Bf4 Bd6 4. Bxb8 Ke5 {open",
            6,
            "Bxb8",
            "4. Bxb8",
        ),
        (&chess960, "1. e4 e5 2. e3 d6", 2, "e3", "2. e3"),
    ];
    for (tags, moves, plies, illegal, numbered) in cases {
        let text =
            game("1.1", "Alder, Ann", "Birch, Bob", moves).replacen("[Date", &format!("{tags}[Date"), 1);
        let mut found = collect(&text);
        assert_eq!((found.games.len(), found.quarantine.len()), (0, 1), "{moves}");
        assert!(AcceptedGame::is_possible(&found.quarantine[0]), "{moves}");
        assert_eq!(found.accept(&[word("alder ann", "Birch, Bob")]), [], "{moves}");
        assert_eq!((found.games.len(), found.quarantine.len()), (1, 0));
        let scored = &found.games[0];
        assert_eq!((scored.moves.len(), scored.result), (plies, GameResult::White), "{moves}");
        let stood = StoodMove {
            ply: u32::try_from(plies).expect("small"),
            word: illegal.to_owned(),
            arbiter: "Roe, Jane".to_owned(),
        };
        assert_eq!((scored.stood(), stood.numbered().as_str()), (Some(&stood), numbered));
        assert_eq!(scored.stamps.len(), if moves.contains("clk") { plies } else { 0 });
        // It is the game that somebody who stopped there would have written, and no other.
        let short = text.replacen(illegal, "1-0\n\n", 1);
        let short = short.split("1-0\n\n").next().expect("a beginning").to_owned();
        let alone = collect(&format!("{short} 1-0\n"));
        assert_eq!(alone.games[0].sha256, scored.sha256, "{short}");
    }
}

/// What cannot be accepted stays in quarantine, and the reason names the game.
#[test]
fn what_cannot_be_accepted_says_why() {
    let text = game("1.1", "A, B", "C, D", "1. e4 e5 2. Ke3 d6")
        + &game("2.1", "A, B", "C, D", "1. d4 d5 2. Ke3 d6")
        + &game("3.1", "E, F", "G, H", "1. e4 e5 2. Nf3 {never")
        + &game("3.2", "I, J", "K, L", "1. e5 e5")
        + &game("3.3", "M, N", "O, P", "1. e4 e5 2. Nf3 Nc6")
        + &game("3.4", "Q, R", "S, T", "1. e4 e5 2. Nf6 Nc6").replace("[Result \"1-0\"]", "[Result \"0-1\"]");
    let refused = |one: AcceptedGame| {
        let mut found = collect(&text);
        let before = (found.games.len(), found.quarantine.len());
        let why = found.accept(std::slice::from_ref(&one));
        assert_eq!((found.games.len(), found.quarantine.len()), before, "{why:?}");
        let why = why.into_iter().next().expect("a reason");
        let said = why.to_string();
        assert!(said.contains(&one.white) && said.starts_with("accepted_games: "), "{said}");
        why
    };
    assert!(matches!(refused(word("A, B", "X, Y")), NotAccepted::NoGame { .. }));
    let elsewhere = AcceptedGame { round: Some("9".to_owned()), ..word("A, B", "C, D") };
    assert!(refused(elsewhere).to_string().contains("A, B - C, D, round 9"));
    assert!(matches!(refused(word("A, B", "C, D")), NotAccepted::Several { games: 2, .. }));
    assert!(matches!(refused(word("E, F", "G, H")), NotAccepted::OtherDefect { .. }));
    assert!(matches!(refused(word("I, J", "K, L")), NotAccepted::NotScorable { .. }), "nobody had moved");
    assert!(matches!(refused(word("M, N", "O, P")), NotAccepted::Sound { .. }));
    assert!(matches!(refused(word("Q, R", "S, T")), NotAccepted::NotScorable { .. }), "two results");
    let other =
        AcceptedGame { round: Some("1.1".to_owned()), word: Some("Kd4".to_owned()), ..word("A, B", "C, D") };
    assert!(refused(other).to_string().contains("is `Ke3` and not `Kd4`"));
    let mut found = collect(&text);
    let second = AcceptedGame { round: Some("2.1".to_owned()), ..word("A, B", "C, D") };
    let first = AcceptedGame { game: Some(1), word: Some("Ke3".to_owned()), ..word("A, B", "C, D") };
    let day = AcceptedGame { date: Some("2025.05.02".to_owned()), ..first.clone() };
    assert!(matches!(found.accept(&[day])[..], [NotAccepted::NoGame { .. }]));
    assert_eq!(found.accept(&[second.clone(), first]), []);
    assert!(matches!(found.accept(&[second])[..], [NotAccepted::Twice { .. }]));
}

/// A copy is a copy, an earlier version gives way to the whole game, and a word means one game of all events.
#[test]
fn an_accepted_game_is_compared_with_the_others() {
    let broken = game("1.1", "A, B", "C, D", "1. e4 e5 2. Ke3 d6");
    let mut twice = collect(&(broken.clone() + &broken));
    assert_eq!(twice.accept(&[word("A, B", "C, D")]), []);
    let reasons = |found: &Collection| found.unscored.iter().map(|game| game.reason).collect::<Vec<_>>();
    assert_eq!((twice.games.len(), reasons(&twice)), (1, vec![Unscored::Duplicate]));
    let mut mended = collect(&(broken.clone() + &game("1.1", "A, B", "C, D", "1. e4 e5 2. Ke2 d6")));
    assert_eq!(mended.accept(&[word("A, B", "C, D")]), []);
    assert_eq!((mended.games.len(), reasons(&mended)), (1, vec![Unscored::Superseded]));
    assert!(mended.games[0].stood().is_none());
    let [mut one, mut two] = [collect(&broken), collect(&broken.replace("e5", "c5"))];
    let refused = accept(&mut [&mut one, &mut two], &[word("A, B", "C, D")]);
    assert!(matches!(refused[..], [NotAccepted::Several { .. }]));
    assert_eq!(accept(&mut [&mut one, &mut collect("")], &[word("A, B", "C, D")]), []);
    assert_eq!(one.games.len(), 1);
}

#[test]
fn an_inspection_says_what_may_be_and_what_was_accepted() {
    let text = game("1.1", "A, B", "C, D", "1. e4 e5 2. Ke3 d6") + &game("1.2", "E, F", "G, H", "1. e4 e4");
    let file = file(&text);
    let look = |accepted: &[AcceptedGame]| {
        let query = Query { accepted, ..Query::default() };
        gather(&[file.path().to_owned()], query).expect("reads")
    };
    let before = look(&[]).inspection;
    assert_eq!(before.quarantine.iter().map(|game| game.acceptable).collect::<Vec<_>>(), [true, false]);
    let after = look(&[word("A, B", "C, D")]);
    assert_eq!((after.not_accepted.len(), after.inspection.games.games), (0, 1));
    let remark = &after.inspection.reading.remarks.listed[0];
    assert_eq!((remark.kind, remark.written.as_deref()), ("illegal_move_stood", Some("2. Ke3")));
    assert_eq!(remark.arbiter.as_deref(), Some("Roe, Jane"));
    assert_eq!(look(&[word("X", "Y")]).not_accepted.len(), 1);
}
