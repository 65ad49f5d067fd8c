use std::fs;

use super::{Book, BookError, BookExit, Builder, Day, median_novelty, novelties};
use crate::pgn::game::Game;

/// Games of hand-made PGN: date and moves.
fn games(list: &[(&str, &str)]) -> Vec<Game> {
    let game = |(nth, (date, moves)): (usize, &(&str, &str))| {
        format!(
            "[Event \"E\"]\n[Date \"{date}\"]\n[Round \"{nth}\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n{moves} *\n\n"
        )
    };
    let text: String = list.iter().enumerate().map(game).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    fs::write(&path, text).expect("written");
    let read = crate::read(&[path], None).expect("read");
    assert_eq!(read.games.len(), list.len(), "{:?}", read.quarantine);
    let mut games = read.games;
    games.sort_by_key(|game| game.number);
    games
}

fn book(list: &[(&str, &str)], plies: u16) -> Book {
    let mut builder = Builder::new(plies);
    for game in games(list) {
        builder.game(&game);
    }
    builder.finish().expect("a small book")
}

fn day(year: u16, month: u8, day: u8) -> Day {
    Day::new(year, month, day).expect("a day")
}

fn novelty(book: &Book, moves: &str, before: Day) -> Option<u16> {
    book.novelty(&games(&[("????.??.??", moves)])[0].moves, before)
}

#[test]
fn a_transposition_is_no_novelty() {
    let book =
        book(&[("2001.05.10", "1. d4 d5 2. c4 e6 3. Nc3 Nf6"), ("2001.05.11", "1. c4 e6 2. d4 Nf6")], 40);
    let later = day(2002, 1, 1);
    // 1. c4 e6 2. Nc3 is new, though the position after 2... d5 3. d4 would be known again.
    assert_eq!(novelty(&book, "1. c4 e6 2. Nc3 d5 3. d4", later), Some(3));
    // 1. c4 e6 2. d4 d5 3. Nc3 Nf6 reaches the first game by the second one's order.
    assert_eq!(novelty(&book, "1. c4 e6 2. d4 d5 3. Nc3 Nf6 4. Bg5", later), Some(7));
    assert_eq!(novelty(&book, "1. d4 d5 2. c4 e6 3. Nc3 Nf6", later), None);
    assert_eq!(novelty(&book, "1. e4", later), Some(1));
}

#[test]
fn only_what_was_certainly_before_counts() {
    let book =
        book(&[("2001.05.10", "1. d4 d5 2. c4"), ("1999.??.??", "1. d4 d5"), ("2000.02.??", "1. d4 f5")], 40);
    let line = "1. d4 d5 2. c4";
    assert_eq!(novelty(&book, line, day(2001, 5, 11)), None);
    assert_eq!(novelty(&book, line, day(2001, 5, 10)), Some(3), "the same day is not before");
    assert_eq!(novelty(&book, line, day(2000, 1, 1)), Some(3));
    assert_eq!(novelty(&book, line, day(1999, 12, 31)), Some(1), "1999.??.?? may be the last day of 1999");
    assert_eq!(novelty(&book, "1. d4 f5", day(2000, 2, 29)), Some(2), "February 2000 may be its 29th");
    assert_eq!(novelty(&book, "1. d4 f5", day(2000, 3, 1)), None);
}

#[test]
fn games_are_counted_and_accounted_for() {
    let list = [
        ("2001.05.10", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6"),
        ("2000.??.??", "1. Nf3 d5"),
        ("????.??.??", "1. Nf3 c5"),
    ];
    let mut builder = Builder::new(4);
    let read = games(&list);
    read.iter().for_each(|game| builder.game(game));
    builder.game(&read[0]);
    let book = builder.finish().expect("a small book");
    let m = book.manifest();
    assert_eq!((m.games, m.undated, m.duplicates), (2, 1, 1));
    assert_eq!((m.first.as_deref(), m.last.as_deref()), (Some("2000-01-01"), Some("2001-05-10")));
    // After 1. Nf3, 1... Nf6, 2. Ng1, 2... Ng8 and 1... d5; the fifth ply lies outside.
    assert_eq!(book.len(), 5);
    let mut after_nf3 = shakmaty::Chess::default();
    shakmaty::Position::play_unchecked(&mut after_nf3, read[0].moves[0]);
    let known = book.find(&after_nf3).expect("played twice");
    assert_eq!((known.games, known.since), (2, day(2000, 12, 31)));
}

#[test]
fn small_buffers_make_the_same_book_and_bounds_hold() {
    let list = [
        ("2001.05.10", "1. d4 d5 2. c4 e6"),
        ("2000.01.01", "1. c4 e6 2. d4 d5"),
        ("1990.01.01", "1. e4 e5"),
    ];
    let whole = book(&list, 40);
    let mut small = Builder::bounded(40, 1, 1000);
    games(&list).iter().rev().for_each(|game| small.game(game));
    let small = small.finish().expect("a book");
    assert_eq!(small.digest(), whole.digest());
    let mut tiny = Builder::bounded(40, 1, 3);
    games(&list).iter().for_each(|game| tiny.game(game));
    assert!(matches!(tiny.finish(), Err(BookError::TooLarge { most: 3 })));
}

#[test]
fn an_event_is_judged_by_what_was_played_before_it_began() {
    let book = book(&[("2001.05.02", "1. d4 d5 2. c4"), ("2001.04.30", "1. d4 d5")], 40);
    // Round 2 was played on the third of May, but the event began on the first.
    let event = games(&[
        ("2001.05.01", "1. e4"),
        ("2001.05.03", "1. d4 d5 2. c4"),
        ("????.??.??", "1. d4"),
        ("2001.05.03", "1. d4 d5"),
    ]);
    assert_eq!(
        novelties(&book, &event, None),
        [BookExit::At(1), BookExit::At(3), BookExit::Undated, BookExit::Within(2)]
    );
    let all = novelties(&book, &event, Some(day(2001, 5, 3)));
    assert_eq!(all, [BookExit::At(1), BookExit::Within(3), BookExit::Within(1), BookExit::Within(2)]);
}

#[test]
fn bytes_and_book_are_the_same_thing() {
    let book = book(
        &[("2001.05.10", "1. d4 d5 2. c4 e6 3. Nc3 Nf6"), ("1851.06.21", "1. e4 e5 2. f4 exf4 3. Bc4")],
        40,
    );
    let bytes = book.to_bytes().expect("packed");
    assert_eq!(Book::from_bytes(&bytes).expect("a book"), book);
    for at in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[at] ^= 1;
        // Any byte may be wrong, but the content never is: a bit the packer ignores may pass.
        if let Ok(read) = Book::from_bytes(&wrong) {
            assert_eq!(read, book, "byte {at}");
        }
        assert!(Book::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    assert!(matches!(Book::from_bytes(b"PGN"), Err(BookError::NotABook)));
    let longer = [bytes.as_slice(), b"x"].concat();
    assert!(matches!(Book::from_bytes(&longer), Err(BookError::Damaged { .. })));
    let empty = Builder::new(40).finish().expect("an empty book");
    assert!(Book::from_bytes(&empty.to_bytes().expect("packed")).expect("a book").is_empty());
}

#[test]
fn a_small_file_cannot_claim_many_positions() {
    let book = book(&[("2001.05.10", "1. d4")], 40);
    let mut bytes = book.to_bytes().expect("packed");
    let manifest = serde_json::to_vec(book.manifest()).expect("JSON").len();
    bytes[22 + manifest..30 + manifest].copy_from_slice(&60_000_000_u64.to_le_bytes());
    let error = Book::from_bytes(&bytes).expect_err("refused").to_string();
    assert_eq!(error, "the book is damaged: the number of positions does not fit its length");
}

#[test]
fn games_that_stay_in_the_book_count_as_late() {
    assert_eq!(median_novelty(&[]), None);
    assert_eq!(median_novelty(&[BookExit::Undated]), None);
    assert_eq!(median_novelty(&[BookExit::At(9), BookExit::Within(40), BookExit::At(3)]), Some(9));
    assert_eq!(median_novelty(&[BookExit::Within(40), BookExit::Within(12), BookExit::At(3)]), None);
    assert_eq!(median_novelty(&[BookExit::At(4), BookExit::At(8)]), Some(4));
}
