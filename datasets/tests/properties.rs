//! Every game found ends in one place, and no move changes on the way. Arbitrary bytes are for `fuzz`.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;
use std::ops::ControlFlow;

use datasets::{Alphabet, Collection, Entry, GameDefect, Quarantined, read, stream};
use proptest::prelude::*;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};

/// Reads the bytes both ways and checks the accounting.
fn balanced(bytes: &[u8]) -> Collection {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, bytes).unwrap();
    let mut places: Vec<(u32, u64)> = Vec::new();
    stream(&path, &mut |entry| {
        places.push(match entry {
            Entry::Game(game) => (game.number, game.offset),
            Entry::Unscored(game) => (game.number, game.offset),
            Entry::Quarantined(game) => (game.game, game.offset),
        });
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(places.iter().map(|p| p.0).eq(1..=u32::try_from(places.len()).unwrap()), "numbers have a gap");
    assert!(places.is_sorted_by(|a, b| a.1 < b.1), "offsets do not rise");
    assert!(places.iter().all(|p| p.1 < bytes.len() as u64), "an offset lies outside");

    let found = read(&[path], None).unwrap();
    let total = found.games.len() + found.unscored.len() + found.quarantine.len();
    assert_eq!(total, places.len(), "a game vanished or appeared");
    found
}

/// A legal game: the numbers choose among the legal moves.
fn play(choices: &[u16]) -> (Vec<Move>, Vec<String>) {
    let mut position = Chess::default();
    let (mut moves, mut sans) = (Vec::new(), Vec::new());
    for &choice in choices {
        let legal = position.legal_moves();
        let Some(&mv) = legal.get(usize::from(choice) % legal.len().max(1)) else {
            break;
        };
        sans.push(SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string());
        moves.push(mv);
    }
    (moves, sans)
}

/// The moves as text, with something to pass over after some of them.
fn write(sans: &[String], noise: &[u8], end_of_line: &str) -> String {
    let mut text = String::new();
    for (ply, san) in sans.iter().enumerate() {
        let noise = noise.get(ply).copied().unwrap_or_default();
        if ply % 2 == 0 || noise % 8 == 1 {
            text += &(ply / 2 + 1).to_string();
            text += if ply % 2 == 0 { ". " } else { "... " };
        }
        text += san;
        text += match noise % 8 {
            2 => "!? $14 ",
            3 => " {[%clk 1:02:03] (no ; variation} ",
            4 => " (1. d4 {)} d5 (1... Nf6 $1)) ",
            5 => " ; to the end ( of { the line\n",
            6 => "\n\n",
            7 => "\n% e4 e5 for programs\n",
            _ => " ",
        };
    }
    text.replace('\n', end_of_line)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn legal_games_come_back_whole(
        games in proptest::collection::vec((proptest::collection::vec(any::<u16>(), 1..60), proptest::collection::vec(any::<u8>(), 60)), 1..5),
        end_of_line in proptest::sample::select(vec!["\n", "\r\n", "\r"]),
    ) {
        let mut text = String::new();
        let mut played = Vec::new();
        for (number, (choices, noise)) in games.iter().enumerate() {
            let (moves, sans) = play(choices);
            let moves_text = write(&sans, noise, end_of_line);
            text.extend(["[White \"A\"]", end_of_line, "[Black \"B\"]", end_of_line, "[Round \"", &number.to_string(), "\"]", end_of_line, end_of_line, &moves_text, "*", end_of_line]);
            played.push(moves);
        }
        let found = balanced(text.as_bytes());
        // A few moves may happen to be legal in another alphabet too, and then nobody knows what was played.
        let two_readings = |q: &&Quarantined| matches!(q.reason, GameDefect::Alphabets { first: Alphabet::English, .. });
        let unread: Vec<usize> = found.quarantine.iter().filter(two_readings).map(|q| q.game as usize).collect();
        prop_assert_eq!(unread.len(), found.quarantine.len(), "{:?}", found.quarantine);
        let read: Vec<Vec<Move>> = found.games.into_iter().map(|game| game.moves).collect();
        let kept = played.into_iter().enumerate().filter(|(at, _)| !unread.contains(&(at + 1)));
        prop_assert_eq!(read, kept.map(|(_, moves)| moves).collect::<Vec<_>>());
    }

    #[test]
    fn one_bad_token_is_always_seen(
        choices in proptest::collection::vec(any::<u16>(), 1..60),
        place in any::<prop::sample::Index>(),
        bad in proptest::sample::select(vec!["Кf9", "♘♘f3", "e2-e5", "Sf", "e2e5", "foo", "Nf3Q", "e4\u{34f}"]),
    ) {
        let (moves, mut sans) = play(&choices);
        let ply = place.index(moves.len());
        sans[ply] = bad.to_owned();
        let found = balanced(write(&sans, &[], "\n").as_bytes());
        prop_assert_eq!((found.games.len(), found.quarantine.len()), (0, 1));
        let token = bad.replace('\u{34f}', "[U+034F COMBINING GRAPHEME JOINER]");
        prop_assert_eq!((usize::try_from(found.quarantine[0].ply).unwrap(), &found.quarantine[0].token), (ply, &token));
    }

    #[test]
    fn one_lost_token_is_seen_before_the_next_number(
        choices in proptest::collection::vec(any::<u16>(), 4..60),
        place in any::<prop::sample::Index>(),
    ) {
        let (moves, mut sans) = play(&choices);
        prop_assume!(moves.len() >= 4);
        // The last full move has no number after it, so nothing could show the loss there.
        let ply = place.index((moves.len() - 1) / 2 * 2);
        sans[ply].clear();
        let found = balanced(write(&sans, &[], "\n").as_bytes());
        prop_assert_eq!((found.games.len(), found.quarantine.len()), (0, 1));
    }
}
