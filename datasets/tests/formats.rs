//! A new format of input files is one file and one line in a list.
#![expect(clippy::expect_used, reason = "a failed test may panic")]

use std::fmt::Write as _;
use std::io::{BufRead, Read as _};

use datasets::pgn::{FORMATS, Format, read_with};

/// The toy: after the word `TOY1`, a line for each game, `white;black;result;moves`. It is read by writing it as PGN.
const TOY: Format = Format {
    recognises: |head| head == b"TOY1",
    read: |bytes, consume| {
        let mut pgn = String::new();
        for line in bytes.lines().skip(1) {
            let line = line?;
            let fields: Vec<&str> = line.splitn(4, ';').collect();
            let [white, black, result, moves] = fields.as_slice() else {
                return Err(std::io::Error::other(format!("no game of a toy: {line}")));
            };
            let _ = writeln!(pgn, "[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves} {result}\n");
        }
        consume(&mut pgn.as_bytes())
    },
};

#[test]
fn a_toy_format_is_read_end_to_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let toy = folder.path().join("games.toy");
    std::fs::write(&toy, "TOY1\nKim;Lee;1-0;1. e4 e5\nLee;Kim;*;1. e4 e6 2. Ke3\n").expect("written");
    let packed = folder.path().join("games.pgn.zst");
    let text = "[White \"Roe\"]\n[Black \"Poe\"]\n\n1. d4 d5 1/2-1/2\n".as_bytes();
    std::fs::write(&packed, zstd::encode_all(text, 1).expect("packed")).expect("written");

    let formats = [FORMATS, &[TOY]].concat();
    let found = read_with(&formats, &[toy.clone(), packed], None).expect("reads");
    let games: Vec<(&str, &str, usize)> = found
        .games
        .iter()
        .map(|game| (game.white.name.as_str(), game.result.as_str(), game.moves.len()))
        .collect();
    assert_eq!(games, [("Kim", "1-0", 2), ("Roe", "1/2-1/2", 2)]);
    let broken: Vec<(u32, u32, &str)> =
        found.quarantine.iter().map(|game| (game.game, game.ply, game.token.as_str())).collect();
    assert_eq!(broken, [(2, 2, "Ke3")], "the toy's own games are validated like any other");
    let mut bytes = Vec::new();
    std::fs::File::open(&toy).expect("opens").read_to_end(&mut bytes).expect("reads");
    assert_eq!(found.inputs[0].sha256, sha256(&bytes), "the file is hashed as it lies on disk");

    std::fs::write(&toy, "TOY1\nKim;Lee\n").expect("written");
    let error = read_with(&formats, &[toy], None).expect_err("no game").to_string();
    assert!(error.contains("games.toy") && error.contains("Kim;Lee"), "{error}");
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest as _, Sha256};
    uci_pool::hex(&Sha256::digest(bytes))
}
