//! Games as people and programs write them elsewhere: other encodings, alphabets, notations, results and starts.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;

use datasets::{Alphabet, Collection, Encoding, Game, GameResult, Note, Start, TagText, Unscored, read};
use encoding_rs::{WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};

fn collect(bytes: impl AsRef<[u8]>) -> Collection {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, bytes).unwrap();
    read(&[path], None).unwrap()
}

/// The only game, which has to be one that is scored.
fn game(bytes: impl AsRef<[u8]>) -> Game {
    let mut found = collect(bytes);
    assert_eq!(
        (found.games.len(), found.unscored.len(), found.quarantine.len()),
        (1, 0, 0),
        "{:?} {:?}",
        found.unscored,
        found.quarantine
    );
    found.games.remove(0)
}

/// (reason, plies) of the only game, which has to be set aside.
fn aside(bytes: impl AsRef<[u8]>) -> (Unscored, u32) {
    let found = collect(bytes);
    assert_eq!((found.games.len(), found.unscored.len()), (0, 1), "{:?}", found.quarantine);
    (found.unscored[0].reason, found.unscored[0].plies)
}

/// (ply, token, reason) of the only game, which has to be in quarantine.
fn quarantined(bytes: impl AsRef<[u8]>) -> (u32, String, String) {
    let mut found = collect(bytes);
    assert_eq!((found.games.len(), found.quarantine.len()), (0, 1), "{:?}", found.unscored);
    let one = found.quarantine.remove(0);
    (one.ply, one.token, one.reason.to_string())
}

/// Every kind of piece moves, both sides castle.
const ENGLISH: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. Qe2 Kh8";

/// The same game with other letters for king, queen, rook, bishop and knight.
fn spelled(letters: [&str; 5]) -> String {
    ENGLISH
        .chars()
        .map(|c| match "KQRBN".find(c) {
            Some(at) => letters[at].to_owned(),
            None => c.to_string(),
        })
        .collect()
}

#[test]
fn every_alphabet_gives_the_same_game() {
    let english = game(ENGLISH);
    assert_eq!((english.alphabet, english.notes.as_slice()), (Alphabet::English, &[][..]));
    for (letters, alphabet) in [
        (["K", "D", "T", "L", "S"], Alphabet::German),
        (["K", "D", "T", "L", "P"], Alphabet::Dutch),
        (["R", "D", "T", "F", "C"], Alphabet::French),
        (["R", "D", "T", "A", "C"], Alphabet::Spanish),
        (["R", "D", "T", "B", "C"], Alphabet::Portuguese),
        (["K", "H", "W", "G", "S"], Alphabet::Polish),
        (["K", "D", "V", "S", "J"], Alphabet::Czech),
        (["K", "V", "B", "F", "H"], Alphabet::Hungarian),
        (["Кр", "Ф", "Л", "С", "К"], Alphabet::Russian),
        (["Кр", "Ф", "Т", "С", "К"], Alphabet::Ukrainian),
        (["♔", "♕", "♖", "♗", "♘"], Alphabet::Figurine),
        (["♚", "♛", "♜", "♝", "♞"], Alphabet::Figurine),
    ] {
        let found = game(spelled(letters));
        assert_eq!((found.alphabet, found.notes.as_slice()), (alphabet, &[][..]), "{letters:?}");
        assert_eq!(found.moves, english.moves, "{letters:?}");
        assert_eq!(found.sha256, english.sha256, "{letters:?}");
    }
    // Cyrillic in its Windows encoding, and О-О with Cyrillic letters.
    let russian = spelled(["Кр", "Ф", "Л", "С", "К"]).replace("O-O", "О-О");
    let found = game(WINDOWS_1251.encode(&russian).0);
    assert_eq!((found.alphabet, found.moves), (Alphabet::Russian, english.moves));
    assert_eq!(found.notes, [Note::OtherNotation]);
}

#[test]
fn every_notation_gives_the_same_game() {
    let english = game("1. e4 d5 2. exd5 Qxd5 3. Nf3 Bg4 4. Be2 Nc6 5. O-O O-O-O");
    for text in [
        "1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 3. Ng1-f3 Bc8-g4 4. Bf1-e2 Nb8-c6 5. 0-0 0-0-0",
        "1. e2e4 d7d5 2. e4d5 d8d5 3. g1f3 c8g4 4. f1e2 b8c6 5. e1g1 e8c8",
        "1. e4 d5 2. e:d5 Q:d5 3. Nf3 Bg4 4. Be2 Nc6 5. 0-0 0-0-0",
        "1. e2e4 d7d5 2. e4:d5 Qd8:d5+ 3. Ng1f3 Bc8g4 4. Bf1e2 Nb8c6 5. O-O O-O-O",
    ] {
        let found = game(text);
        assert_eq!(found.moves, english.moves, "{text}");
        assert_eq!((found.alphabet, found.notes.as_slice()), (Alphabet::English, &[Note::OtherNotation][..]));
    }
    let german = game("1. e2-e4 d7-d5 2. e4:d5 Dd8:d5 3. Sg1-f3 Lc8-g4 4. Lf1-e2 Sb8-c6 5. 0-0 0-0-0");
    assert_eq!((german.moves, german.alphabet), (english.moves, Alphabet::German));
    // Squares without a letter stand for pawns, unless the whole game is written so.
    assert_eq!(quarantined("1. e4 e5 2. g1f3 Nc6").1, "g1f3");
}

#[test]
fn promotions_in_their_spellings() {
    let start = "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 c6";
    let english = game(format!("{start} 5. bxa8=Q *"));
    for last in ["bxa8Q", "bxa8(Q)", "b:a8=Q", "bxa8/Q", "b7xa8=Q"] {
        let text = format!("{start} 5. {last} *");
        assert_eq!(game(&text).moves, english.moves, "{text}");
    }
    let german = game(start.replace('B', "L") + " 5. bxa8(D) *");
    assert_eq!((german.moves, german.alphabet), (english.moves, Alphabet::German));
}

#[test]
fn what_reads_in_two_ways_is_not_read() {
    // A rook or, in Finnish, a knight: both can go to a3.
    assert_eq!(
        quarantined("1. a4 e5 2. Ra3 e4 *"),
        (2, "Ra3".into(), "reads as english and as finnish, with different moves".into())
    );
    // With one more move only the rook is possible.
    assert_eq!(game("1. a4 e5 2. Ra3 e4 3. Re3 d5 *").alphabet, Alphabet::English);
    // The rook of three Cyrillic alphabets, and of two of them the knight: they agree, so the first names it.
    assert_eq!(game("1. a4 e5 2. Тa3 e4 3. Тe3 d5 4. Кf3 *").alphabet, Alphabet::Ukrainian);
    // German and Dutch agree where only shared letters are used: that is one reading.
    assert_eq!(game("1. e4 e5 2. Lc4 d6 3. Df3 Dh4 *").alphabet, Alphabet::German);
}

#[test]
fn one_foreign_letter_in_an_english_game_is_no_alphabet() {
    assert_eq!(
        quarantined("1. e4 e5 2. Nf3 Sc6 3. Bb5 *"),
        (3, "Sc6".into(), "token does not read as a move".into())
    );
    assert_eq!(quarantined(spelled(["K", "D", "T", "L", "S"]) + " 10. Sg9 *").1, "Sf3");
}

fn tagged(name: &str, table: &'static encoding_rs::Encoding) -> Vec<u8> {
    let text = format!("[Event \"x\"]\n[White \"{name}\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n");
    table.encode(&text).0.into_owned()
}

#[test]
fn every_game_of_a_file_has_its_own_encoding() {
    let mut bytes = b"\xef\xbb\xbf".to_vec();
    let written = [
        ("Müller", encoding_rs::UTF_8, Encoding::Utf8),
        ("Иванов, Пётр", WINDOWS_1251, Encoding::Windows1251),
        ("Kovačević, Đorđe", WINDOWS_1250, Encoding::Windows1250),
        ("Sørensen, Åge", WINDOWS_1252, Encoding::Windows1252),
        ("Smith", WINDOWS_1252, Encoding::Ascii),
    ];
    for (name, table, _) in written {
        bytes.extend(tagged(name, table));
    }
    let mut found = collect(bytes).games;
    found.sort_by_key(|game| game.number);
    let read: Vec<_> = found.iter().map(|g| (g.white.name.as_str(), g.encoding)).collect();
    assert_eq!(read, written.map(|(name, _, encoding)| (name, encoding)));
    assert!(found.iter().all(|game| game.notes.is_empty()));
}

#[test]
fn spoilt_names_are_noticed_and_kept() {
    let found = game(tagged("MÃ¼ller", encoding_rs::UTF_8));
    assert_eq!(found.white.name, "MÃ¼ller");
    let text = TagText { tag: "White", written: "MÃ¼ller".to_owned(), read_as: None };
    assert_eq!(found.notes, [Note::Mojibake(text)]);
}

#[test]
fn kings_in_the_centre_are_a_signal_and_no_moves() {
    for (moves, plies, dropped) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Ke4 Kd5 1-0", 4, 2),
        ("1. e4 e5 2. Nf3 Nc6 3. Kd5 {[%clk 0:01:00]} 1-0", 4, 1),
        ("1. e4 e5 2. Nf3 Kd4", 3, 1),
        ("1. e4 e5 2. Sf3 Sc6 3. Kd4 Ke5", 4, 2),
    ] {
        let found = game(moves);
        assert_eq!(found.moves.len(), plies, "{moves}");
        assert_eq!(found.notes, [Note::KingsInCentre(dropped)], "{moves}");
    }
    for (moves, token) in [
        ("1. e4 e5 2. Ke4 Kd5 3. Nf3 *", "Ke4"),
        ("1. e4 e5 2. Ke4 Kd5 3. Kd4 *", "Ke4"),
        ("1. e4 e5 2. Ke3 *", "Ke3"),
        ("1. e4 e5 2. Qd5 *", "Qd5"),
    ] {
        assert_eq!(quarantined(moves).1, token, "{moves}");
    }
}

#[test]
fn results_without_play_are_told_apart() {
    for (text, reason, plies) in [
        ("[Result \"+/-\"]\n\n*", Unscored::Forfeit, 0),
        ("[Result \"1-0 ff\"]\n\n1-0", Unscored::Forfeit, 0),
        ("[Result \"1-0\"]\n\n1-0 ff", Unscored::Forfeit, 0),
        ("[Result \"-:+\"]\n\n", Unscored::Forfeit, 0),
        ("[White \"BYE\"]\n[Black \"Kim\"]\n\n0-1", Unscored::Bye, 0),
        ("[White \"Kim\"]\n[Black \"-Bye-\"]\n\n*", Unscored::Bye, 0),
        ("[White \"Bye, Anne\"]\n[Black \"Kim\"]\n\n0-1", Unscored::NoMoves, 0),
        ("[White \"Kim\"]\n[Black \"Lee\"]\n\n1-0", Unscored::NoMoves, 0),
        ("1. e4 e5 2. -- Nc6 1-0", Unscored::NullMove, 2),
        ("1. Z0 e5 *", Unscored::NullMove, 0),
    ] {
        assert_eq!(aside(format!("[Event \"x\"]\n{text}\n")), (reason, plies), "{text}");
    }
    for (end, result) in [
        ("1:0", GameResult::White),
        ("½:½", GameResult::Draw),
        ("0.5-0.5", GameResult::Draw),
        ("1/2", GameResult::Draw),
        ("", GameResult::Unknown),
    ] {
        assert_eq!(game(format!("1. e4 e5 {end}\n")).result, result, "{end}");
    }
    // An illegal move before a null move is still the fault.
    assert_eq!(quarantined("1. e4 e4 2. -- Nc6 *").1, "e4");
}

#[test]
fn fragments_are_validated_from_their_position() {
    let tags = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/k7/7P/K7 b - - 0 40\"]\n\n";
    assert_eq!(aside(format!("{tags}40... Kb3 41. h4 *")), (Unscored::SetUp, 2));
    assert_eq!(aside(format!("{tags}1... Kb3 2. h4 *")), (Unscored::SetUp, 2));
    assert_eq!(quarantined(format!("{tags}40... Kb2 41. h4 *")).1, "Kb2");
    assert_eq!(quarantined(format!("{tags}40... Kb3 42. h4 *")).2, "move number 42 where 41 was expected");
    // Nothing to validate from: only counted.
    assert_eq!(aside("[FEN \"nonsense\"]\n\n40... Kb2 xyz *"), (Unscored::SetUp, 2));
}

#[test]
fn clocks_stay_with_their_moves() {
    let found =
        game("{[%clk 1:30:00]} 1. e4 {[%clk\n1:29:00]} {[%emt 0:01:00]} e5 2. Nf3 {[%clk 1:28:00]}\n");
    let clk: Vec<_> = found.stamps.iter().map(|s| s.clk.as_deref()).collect();
    assert_eq!(clk, [Some("1:29:00"), None, Some("1:28:00")]);
    assert_eq!(found.stamps[0].emt.as_deref(), Some("0:01:00"));
    assert!(game(ENGLISH).stamps.is_empty());
    // A dropped king has no stamp.
    let found = game("1. e4 {[%clk 1]} e5 {[%clk 2]} 2. Ke4 {[%clk 3]} 1-0");
    assert_eq!((found.moves.len(), found.stamps.len()), (2, 2));
}

const SHREDDER: &str = "bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1";

fn chess960(variant: &str, fen: &str, white: &str) -> String {
    format!(
        "[Event \"x\"]\n[White \"{white}\"]\n[Black \"B\"]\n[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n\
         1. c4 c5 2. b3 b6 3. Nhg3 Nhg6 4. Ne3 Be5 5. Bxe5 Nxe5 6. O-O Nc6 *\n\n"
    )
}

#[test]
fn chess960_is_read_from_its_start() {
    let one = game(chess960("Chess960", SHREDDER, "A"));
    let expected = Start::Fen { fen: SHREDDER.to_owned(), chess960: true };
    assert_eq!((&one.start, one.moves.len()), (&expected, 12));
    let other = game(chess960("Fischerandom", &SHREDDER.replace("GDgd", "KQkq"), "A"));
    assert_eq!((&other.start, &other.sha256), (&expected, &one.sha256));
    assert_eq!(quarantined(chess960("Chess960", SHREDDER, "A").replace("4. Ne3", "4. Nd3")).1, "Nd3");
}

#[test]
fn chess960_beside_standard_chess_is_set_aside() {
    let text =
        chess960("Chess960", SHREDDER, "A") + "[Event \"x\"]\n[White \"C\"]\n[Black \"D\"]\n\n1. e4 e5 *\n";
    let found = collect(text);
    assert_eq!((found.games.len(), found.unscored.len()), (1, 1));
    assert_eq!((found.unscored[0].reason, found.unscored[0].plies), (Unscored::Variant, 12));
}

#[test]
fn versions_and_copies_name_the_game_that_is_kept() {
    let version = |white: &str, black: &str, moves: &str| {
        format!(
            "[Event \"x\"]\n[Date \"2025.05.01\"]\n[Round \"3.1\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves} *\n\n"
        )
    };
    let text = [
        version("Kim", "Lee", "1. e4 e5 2. Nf3"),
        version("Kim", "Lee", ENGLISH),
        version("Lee", "Kim", ENGLISH),
        version("Kim", "Lee", ENGLISH),
        version("Kim", "Roe", ENGLISH),
    ]
    .concat();
    let found = collect(text);
    assert_eq!((found.games.len(), found.unscored.len(), found.quarantine.len()), (1, 4, 0));
    assert_eq!(found.games[0].moves.len(), 18);
    let kept = found.games[0].number;
    for game in &found.unscored {
        assert_eq!(game.partner.map(|p| p.number), Some(kept), "{game:?}");
    }
    let mut reasons: Vec<Unscored> = found.unscored.iter().map(|g| g.reason).collect();
    reasons.sort_unstable();
    assert_eq!(
        reasons,
        [Unscored::Duplicate, Unscored::Superseded, Unscored::SwappedColours, Unscored::Renamed]
    );
}

/// A tag names it, or the moves do: in both cases the reason says what it is.
#[test]
fn tavreli_is_named_with_and_without_its_tag() {
    let game = |tags: &str, moves: &str| format!("{tags}[White \"A\"]\n[Black \"B\"]\n\n{moves}\n");
    let moves = "1. e2-e4 e7-e5 2. e4-e6 *";
    let plain = "[Event \"x\"]\n";
    for (tags, moves, token) in [
        ("[Event \"Tavreli Cup\"]\n", moves, "e2-e4"),
        ("[Event \"x\"]\n[Site \"Клуб «Таврели»\"]\n", moves, "e2-e4"),
        ("[Event \"x\"]\n[Annotator \"ТАВРЕЛИ-ред.\"]\n", moves, "e2-e4"),
        ("[Event \"x\"]\n[Variant \"Tavreli\"]\n", moves, "Tavreli"),
        // By the moves alone: in books, today, and with how many pieces go, which would be a variation in chess.
        (plain, "1. г2 – г3 г8 х в7", "г2"),
        (plain, "1. г2 – г3 г8 х в7 2. б1 – в3 з8 х з7 3. ж1 – е3 в8 х б7 4. e2 – e4", "г2"),
        (plain, "1. d2 - d3 d8 x c7 2. b1 - c3 h8 x h7 1-0", "d2"),
        (plain, "1. d2d3 d8c7 2. b1c3 h8h7 3. g1f3 c8b7 *", "d8c7"),
        (plain, "1. e2e4 d7d5 2. e4d5 d8d5 3. b1c3 d5a5(2) *", "d5a5(2)"),
        (plain, "1. d2d4(2) d7d5 2. c2c4 *", "d2d4(2)"),
    ] {
        let text = game(tags, moves);
        let (_, found, reason) = quarantined(&text);
        assert_eq!(
            (found.as_str(), reason.as_str()),
            (token, "Tavreli: not read, no engine plays it, no index"),
            "{text}"
        );
        assert!(collect(text).is_other_chess());
    }

    // Chess that is played in a club of that name is chess, and a broken game of another event stays what it is.
    let chess = collect(game("[Event \"x\"]\n[Site \"Клуб «Таврели»\"]\n", "1. e2-e4 e7-e5 2. g1-f3 *"));
    assert_eq!((chess.games.len(), chess.is_other_chess()), (1, false));
    assert_eq!(quarantined(game("[Event \"x\"]\n", moves)).2, "token does not read as a move");
    assert!(!collect("").is_other_chess());
    // Numbers behind every move are times, and one beside a move a variation.
    for moves in ["1. e2e4(5) e7e5(12) 2. g1f3(3) b8c6(20) 3. f1b5(8) *", "1. e2e4 (1. d2d4) e7e5 *"] {
        assert_eq!(collect(game(plain, moves)).games.len(), 1, "{moves}");
    }
}
