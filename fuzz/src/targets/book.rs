//! The bytes of an opening book, and what a book says of games it has not seen.
//!
//! A book ends with a digest, so that nearly every change of its bytes is refused for that alone. An input that begins with
//! `open` is therefore sealed anew: a manifest, a number of positions and the columns, packed as a sound book is packed.

use std::sync::OnceLock;

use datasets::book::{Book, BookExit, Builder, Day, novelties};
use datasets::pgn::sample;
use datasets::{Collection, read};
use sha2::{Digest as _, Sha256};

use crate::target::{Bench, Target};

pub(super) const TARGET: Target = Target {
    name: "book",
    about: "opening books as bytes",
    run,
    words: WORDS,
    made: || {
        let book = sound_book();
        let bytes = book.to_bytes().unwrap_or_default();
        let opened = opened(&bytes).unwrap_or_default();
        vec![bytes, opened]
    },
    data: &[],
};

/// Length of what stands before the manifest: mark, version, hashing, length of the manifest.
const HEAD: usize = 8 + 2 + 8 + 4;

fn run(bytes: &[u8], bench: &mut Bench) {
    match bytes.strip_prefix(b"open\n") {
        Some(parts) => {
            let Some(sealed) = sealed(parts) else { return };
            loaded(&sealed, bench);
        }
        None => loaded(bytes, bench),
    }
}

fn loaded(bytes: &[u8], bench: &mut Bench) {
    let book = match Book::from_bytes(bytes) {
        Ok(book) => book,
        Err(error) => {
            bench.trace.said("refused", &error.to_string());
            return;
        }
    };
    bench.trace.count("positions", book.len());
    assert!(book.len() <= bytes.len(), "more positions than bytes");
    let written = book.to_bytes().expect("memory does not fail");
    assert_eq!(Book::from_bytes(&written).ok().as_ref(), Some(&book), "another book");
    let games = &collection().games;
    for before in [None, Day::new(2031, 5, 2)] {
        let found = novelties(&book, games, before);
        assert_eq!(found.len(), games.len(), "a game without an answer");
        for (left, game) in found.iter().zip(games) {
            if let BookExit::At(ply) | BookExit::Within(ply) = left {
                assert!(usize::from(*ply) <= game.moves.len(), "{left:?}");
            }
        }
    }
}

/// Manifest, number of positions and columns, each after a line end, as a book with the right digest.
fn sealed(parts: &[u8]) -> Option<Vec<u8>> {
    let line = |bytes: &[u8]| bytes.iter().position(|b| *b == b'\n');
    let (manifest, rest) = parts.split_at(line(parts)?);
    let rest = rest.get(1..)?;
    let (positions, columns) = rest.split_at(line(rest)?);
    let columns = columns.get(1..)?;
    let positions: u64 = str::from_utf8(positions).ok()?.trim().parse().ok()?;
    let sound = sound_bytes();
    let mut out = sound.get(..HEAD - 4)?.to_vec();
    let body = zstd::encode_all(columns, 1).ok()?;
    let mut hash = Sha256::new();
    for length in [manifest.len() as u64, positions] {
        hash.update(length.to_le_bytes());
    }
    hash.update(manifest);
    hash.update(columns);
    out.extend(u32::try_from(manifest.len()).ok()?.to_le_bytes());
    out.extend(manifest);
    out.extend(positions.to_le_bytes());
    out.extend((body.len() as u64).to_le_bytes());
    out.extend(body);
    out.extend(hash.finalize());
    Some(out)
}

/// The other way round.
fn opened(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = bytes.get(HEAD - 4..HEAD)?.try_into().ok()?;
    let length = usize::try_from(u32::from_le_bytes(length)).ok()?;
    let (manifest, rest) = bytes.get(HEAD..)?.split_at_checked(length)?;
    let (numbers, rest) = rest.split_at_checked(16)?;
    let positions = u64::from_le_bytes(numbers.get(..8)?.try_into().ok()?);
    let body = rest.get(..rest.len().checked_sub(32)?)?;
    let columns = zstd::decode_all(body).ok()?;
    let head = [b"open\n", manifest, format!("\n{positions}\n").as_bytes()].concat();
    Some([head, columns].concat())
}

fn sound_bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| sound_book().to_bytes().expect("memory does not fail"))
}

fn sound_book() -> Book {
    let mut builder = Builder::new(6);
    for game in &collection().games {
        builder.game(game);
    }
    builder.finish().expect("a small book")
}

fn collection() -> &'static Collection {
    static GAMES: OnceLock<Collection> = OnceLock::new();
    GAMES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(sample::NAME);
        std::fs::write(&path, sample::PGN).expect("it can be written");
        let mut collection = read(&[path], None).expect("the sample reads");
        collection.games.truncate(12);
        collection
    })
}

const WORDS: &[&[u8]] = &[
    b"open\n",
    b"fairbook",
    b"\n",
    b"\n0\n",
    b"\n1\n",
    b"\n2\n",
    b"{\"inputs\":[],\"plies\":40,\"games\":1,\"duplicates\":0,\"undated\":0,\"unscored\":0,\"quarantined\":0,\"first\":null,\"last\":null}",
    b"\"plies\":0",
    b"\"plies\":65535",
    b"\"first\":\"2031-02-30\"",
    b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01",
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
    b"\x01",
    b"\x00",
    b"\x28\xb5\x2f\xfd",
];

#[cfg(test)]
mod tests {
    use super::{Book, opened, sealed, sound_book, sound_bytes};

    #[test]
    fn a_book_opened_and_sealed_is_the_same_book() {
        let opened = opened(sound_bytes()).expect("it opens");
        let parts = opened.strip_prefix(b"open\n").expect("the mark");
        let again = Book::from_bytes(&sealed(parts).expect("it is sealed")).expect("it loads");
        assert_eq!(again, sound_book());
    }
}
