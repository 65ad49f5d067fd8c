//! PGN as a file: split, tags, encodings, movetext, alphabets, notations, Chess960, copies, and the people in it.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use datasets::book::Span;
use datasets::clocks::time_class::time_class;
use datasets::players::{findings, suggestions};
use datasets::{
    Alphabet, Collection, Entry, Game, GameDefect, GameResult, ReadError, Side, Start, by_event, read,
    roster, stream,
};
use sha2::{Digest as _, Sha256};
use shakmaty::Position as _;
use shakmaty::san::SanPlus;

use super::packed::packed;
use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "pgn",
    about: "games in PGN, plain and packed",
    run,
    words: WORDS,
    made: || packed(b"[White \"Birch, Ada\"]\n[Black \"Elm, Carl\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n"),
    data: &[
        "torture/chesslab_unit",
        "torture/moveless",
        "torture/pgn-extract",
        "torture/python-chess",
        "torture/python-chess-fuzz",
        "torture/scalachess",
        "torture/scid",
        "chess960",
        "live",
        "otb-events.pgn.zst",
        "online-games.pgn.zst",
        "otb-archive-2005-2015.pgn.zst",
    ],
};

fn run(bytes: &[u8], bench: &mut Bench) {
    let path = bench.file("games.pgn", bytes);
    let Some(games) = streamed(bytes, &path, bench) else {
        return;
    };
    let collection = match read(&[path], None) {
        Ok(collection) => collection,
        Err(error) => panic!("streamed but not read: {error}"),
    };
    balanced(&collection, games.all, bytes);
    people(&collection);
    written_again(&games.kept, bench);
}

/// Whether offsets may be others than those of the bytes: of a packed file, or of one in UTF-16.
fn announced(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0x1f, 0x8b, ..]
            | [b'P', b'K', 3, 4, ..]
            | [0x28, 0xb5, 0x2f, 0xfd, ..]
            | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]
            | [0xff, 0xfe, ..]
            | [0xfe, 0xff, ..]
            | [_, 0, _, 0, ..]
            | [0, _, 0, _, ..]
    )
}

/// What came out of the stream.
struct Streamed {
    all: usize,
    kept: Vec<Game>,
}

fn streamed(bytes: &[u8], path: &Path, bench: &mut Bench) -> Option<Streamed> {
    let mut places: Vec<(u32, u64)> = Vec::new();
    let mut kept = Vec::new();
    let trace = &mut bench.trace;
    let outcome = stream(path, &mut |entry| {
        match &entry {
            Entry::Game(game) => {
                places.push((game.number, game.offset));
                sound_game(game);
                trace.said("alphabet", &format!("{:?} {:?} {:?}", game.alphabet, game.encoding, game.notes));
                trace.count("plies", game.moves.len());
                trace.said("start", if game.start == Start::Standard { "usual" } else { "other" });
                trace.said("stamps", if game.stamps.is_empty() { "none" } else { "some" });
            }
            Entry::Unscored(game) => {
                places.push((game.number, game.offset));
                sound_side(&game.white);
                sound_side(&game.black);
                trace.said("unscored", &format!("{:?}", game.reason));
            }
            Entry::Quarantined(game) => {
                places.push((game.game, game.offset));
                assert!(!game.reason.to_string().is_empty(), "no reason");
                assert!(game.token.chars().count() <= 80, "a token of more than 80 characters");
                trace.said("quarantined", &game.reason.to_string());
            }
        }
        if let Entry::Game(game) = entry {
            kept.push(*game);
        }
        ControlFlow::Continue(())
    });
    match outcome {
        Ok(inputs) => {
            assert_eq!(inputs.len(), 1, "one file is one input");
            assert_eq!(inputs[0].sha256, uci_pool::hex(&Sha256::digest(bytes)), "another file");
        }
        Err(error) => {
            // Only what announces itself as packed can fail as a file.
            assert!(announced(bytes), "{error}");
            assert!(matches!(error, ReadError::Read { .. }), "{error}");
            bench.trace.said("failed", &error.to_string());
            return None;
        }
    }
    assert!((1..).zip(&places).all(|(number, place)| place.0 == number), "numbers have a gap");
    assert!(places.is_sorted_by(|a, b| a.1 < b.1), "offsets do not rise");
    if !announced(bytes) {
        assert!(places.iter().all(|p| p.1 < bytes.len() as u64), "an offset outside");
    }
    bench.trace.count("games", places.len());
    Some(Streamed { all: places.len(), kept })
}

fn sound_game(game: &Game) {
    let mut position = game.start.position().expect("a kept game has a start");
    assert!(!game.moves.is_empty(), "a kept game without moves");
    for mv in &game.moves {
        assert!(position.is_legal(*mv), "an illegal move was kept: {mv:?}");
        position.play_unchecked(*mv);
    }
    let hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    assert!(game.sha256.len() == 64 && game.sha256.bytes().all(hex), "no hash");
    assert!(game.stamps.is_empty() || game.stamps.len() == game.moves.len(), "stamps without moves");
    sound_side(&game.white);
    sound_side(&game.black);
}

fn sound_side(side: &Side) {
    assert_eq!(side.name.trim(), side.name, "a name that is not trimmed");
    assert!(side.rating.is_none_or(|rating| (1..=4000).contains(&rating)));
    assert!(side.fide_id.is_none_or(|id| (1..=999_999_999).contains(&id)));
}

/// Games in = games + unscored + quarantined, and every game stands where it says.
fn balanced(collection: &Collection, all: usize, bytes: &[u8]) {
    let games = collection.games.iter().map(|game| game.number);
    let unscored = collection.unscored.iter().map(|game| game.number);
    let quarantined = collection.quarantine.iter().map(|game| game.game);
    let mut numbers: Vec<u32> = games.chain(unscored).chain(quarantined).collect();
    numbers.sort_unstable();
    assert!(
        numbers.len() == all && (1..).zip(&numbers).all(|(number, found)| *found == number),
        "a game vanished or appeared twice"
    );
    for game in &collection.unscored {
        if let Some(partner) = game.partner {
            assert_ne!(partner.number, game.number, "a copy of itself");
            assert!(
                collection.games.iter().any(|kept| kept.number == partner.number)
                    || collection.unscored.iter().any(|kept| kept.number == partner.number),
                "the game kept in place of a copy is not kept"
            );
        }
    }
    assert_eq!(collection.inputs[0].sha256, uci_pool::hex(&Sha256::digest(bytes)));
}

fn people(collection: &Collection) {
    let people = roster(collection);
    assert_eq!(people.games.len(), collection.games.len());
    assert_eq!(people.unscored.len(), collection.unscored.len());
    let known = |person: usize| person < people.people.len();
    assert!(people.games.iter().all(|seats| known(seats.0) && known(seats.1)), "a seat of nobody");
    let unscored = || people.unscored.iter().flat_map(|seats| [seats.0, seats.1]);
    assert!(unscored().flatten().all(known), "a seat of nobody known");
    let _ = findings(collection);
    // Names of strangers are compared letter by letter.
    for suggestion in suggestions(collection, &people).found {
        let bounds = (0.70..=1.0).contains(&suggestion.score);
        assert!(bounds && suggestion.a != suggestion.b, "{suggestion:?}");
    }
    for game in &collection.games {
        let _ = Span::of_tag(&game.date);
        let _ = time_class(&game.event, None, game.time_control.as_deref());
    }
    let parts = by_event(collection.clone());
    let games: usize = parts.iter().map(|(_, part)| part.games.len()).sum();
    assert_eq!(games, collection.games.len(), "a game is in no event");
}

/// Kept games, written plainly, are the same games.
fn written_again(games: &[Game], bench: &Bench) {
    if games.is_empty() {
        return;
    }
    let text: String = games.iter().map(written).collect();
    let path = bench.file("again.pgn", text.as_bytes());
    let mut found = games.iter();
    let outcome = stream(&path, &mut |entry| {
        let before = found.next().expect("not more games than before");
        match entry {
            Entry::Game(game) => {
                assert_eq!(game.moves, before.moves, "other moves on the second reading");
                assert_eq!(game.sha256, before.sha256, "another game on the second reading");
            }
            // A few moves may happen to be legal in another alphabet too, and then nobody knows what was played.
            Entry::Quarantined(game) => {
                assert!(
                    matches!(game.reason, GameDefect::Alphabets { first: Alphabet::English, .. }),
                    "{game:?}"
                );
            }
            Entry::Unscored(game) => panic!("kept before, now {:?}", game.reason),
        }
        ControlFlow::Continue(())
    });
    assert!(outcome.is_ok() && found.next().is_none(), "a game was lost on the second reading");
}

fn written(game: &Game) -> String {
    let result = match game.result {
        GameResult::White => "1-0",
        GameResult::Black => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unknown => "*",
    };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Date", &game.date);
    tag("Round", &game.round);
    tag("White", &game.white.name);
    tag("Black", &game.black.name);
    tag("Result", result);
    if let Start::Fen { fen, chess960 } = &game.start {
        tag("Variant", if *chess960 { "Chess960" } else { "From Position" });
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    text.push('\n');
    let mut position = game.start.position().unwrap_or_default();
    for (ply, mv) in game.moves.iter().enumerate() {
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let _ = write!(text, "{} ", SanPlus::from_move_and_play_unchecked(&mut position, *mv));
        if ply % 12 == 11 {
            text.push('\n');
        }
    }
    text + result + "\n\n"
}

const WORDS: &[&[u8]] = &[
    b"[Event \"x\"]\n",
    b"[White \"A\"]\r\n",
    b"[Black \"A\"]\n",
    b"[White \"BYE\"]\n",
    b"[Result \"1-0\"]\n",
    b"[Result \"1/2-1/2\"]\n",
    b"[SetUp \"1\"]\n",
    b"[FEN \"8/8/8/8/8/k7/8/K7 w - - 0 1\"]\n",
    b"[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 30\"]\n",
    b"[Variant \"Chess960\"]\n",
    b"[Variant \"Crazyhouse\"]\n",
    b"[FEN \"bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1\"]\n",
    b"[WhiteElo \"2700\"]\n",
    b"[WhiteFideId \"990001\"]\n",
    b"[TimeControl \"40/5400+30:1800+30\"]\n",
    b"[Date \"2031.02.29\"]\n",
    b"[Round \"3.14\"]\n",
    "[White \"Müller, Jörg\"]\n".as_bytes(),
    b"[White \"M\xfcller\"]\n",
    "[White \"MÃ¼ller\"]\n".as_bytes(),
    b"[Black \"\xca\xe0\xf0\xef\xee\xe2\"]\n",
    b"[",
    b"]",
    b"\"",
    b"\\\"",
    b"{",
    b"}",
    b"(",
    b")",
    b";",
    b"%",
    b"\n\n",
    b"1.",
    b"1...",
    b"12. ",
    b"e4 ",
    b"e5 ",
    b"Nf3 ",
    b"O-O ",
    b"O-O-O ",
    b"0-0 ",
    b"--",
    b"Z0 ",
    b"null ",
    b"exd5 e.p. ",
    b"$1 ",
    b"$999999999999 ",
    b"!",
    b"?!",
    b"1-0",
    b"0-1\n",
    b"1/2-1/2 ",
    b"*",
    b"0.5-0.5 ",
    b"1:0 ff ",
    b"+/- ",
    "½-½".as_bytes(),
    b"...",
    b"e8=Q+",
    b"a8(Q) ",
    b"e7e8q ",
    b"e2-e4 ",
    b"e:d5 ",
    b"P@e4 ",
    b"Sf3 ",
    "Кf3 ".as_bytes(),
    "Крf2 ".as_bytes(),
    "♘f3 ".as_bytes(),
    b"Kd5 ",
    b"Ke4 ",
    b"{[%clk 0:01:02]} ",
    b"{ [%emt 0:00:05] [%clk 1:30:00] } ",
    b"(1. d4 d5) ",
    b"\xef\xbb\xbf",
    b"\x1a",
    "\u{a0}".as_bytes(),
    "\u{200b}".as_bytes(),
    "[Event \u{201c}x\u{201d}]\n".as_bytes(),
    b"[White Alder, Ann]\n",
    b"1-0[Event \"y\"]\n",
    b"[Date \"03/04/2016\"]\n",
    b"[Date \"Oct 15, 2016\"]\n",
    b"[WhiteElo \"1840 (FIDE)\"]\n",
    b"[WhiteFideId \"BRA 2101010\"]\n",
    "\u{b1} ".as_bytes(),
    b"N ",
    b"= ",
    b"nf6 ",
    b"bxc6 ",
    b"o-o ",
    "1\u{2026} ".as_bytes(),
    "\u{433}2 \u{2013} \u{433}3 \u{433}8 \u{445} \u{432}7 ".as_bytes(),
    b"d2d4(2) ",
];
