//! All games of an event in one PGN, whatever files they came in: for a rating report, or to hand on.

use std::path::{Path, PathBuf};

use super::game::Collection;
use super::input::{self, FORMATS, ReadError};
use super::write_pgn::write_pgn;

/// The games of some files as one PGN; `collection` was read from these files, in this order. Packed files are unpacked.
///
/// First the games that can be scored, in canonical order and in the export format; then, as their bytes are, those that were set
/// aside and those that do not hold together. Of a game that stands there several times the version that is kept stands here once;
/// nothing else is left out.
///
/// # Errors
/// A file that cannot be read any more.
pub fn one_file(paths: &[PathBuf], collection: &Collection) -> Result<Vec<u8>, ReadError> {
    let mut parts = vec![write_pgn(&collection.games, |_| None).into_bytes()];
    for (number, path) in paths.iter().enumerate() {
        let aside = collection.unscored.iter().filter(|game| game.input == number && !game.reason.is_copy());
        let broken = collection.quarantine.iter().filter(|game| game.input == number);
        let aside = aside.map(|game| game.offset);
        let mut wanted: Vec<u64> = aside.chain(broken.map(|game| game.offset)).collect();
        wanted.sort_unstable();
        if wanted.is_empty() {
            continue;
        }
        let of_games = collection.games.iter().chain(collection.unscored.iter().map(|game| &game.game));
        let places = of_games.filter(|game| game.input == number).map(|game| game.offset);
        let places: Vec<u64> = places.chain(wanted.iter().copied()).collect();
        parts.extend(raw(path, &places, &wanted)?);
    }
    parts.retain(|part| !part.is_empty());
    Ok(parts.join(&b'\n'))
}

/// Some games of a file, one after the other, each as its bytes are; a packed file is unpacked. `places` are the offsets of all its games.
///
/// # Errors
/// A file that cannot be read.
pub fn raw_games(path: &Path, places: &[u64], wanted: &[u64]) -> Result<Vec<u8>, ReadError> {
    Ok(raw(path, places, wanted)?.join(&b'\n'))
}

fn raw(path: &Path, places: &[u64], wanted: &[u64]) -> Result<Vec<Vec<u8>>, ReadError> {
    let mut text = Vec::new();
    input::with_text(path, FORMATS, &mut |reader| {
        reader.read_to_end(&mut text).map(|_| std::ops::ControlFlow::Continue(()))
    })?;
    let mut ends: Vec<u64> = places.to_vec();
    ends.sort_unstable();
    let game = |from: &u64| {
        let end = ends.get(ends.partition_point(|place| place <= from));
        let place = |offset: u64| usize::try_from(offset).unwrap_or(text.len()).min(text.len());
        let game = text.get(place(*from)..end.map_or(text.len(), |end| place(*end)));
        [game.unwrap_or_default().trim_ascii(), b"\n"].concat()
    };
    Ok(wanted.iter().map(game).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game::Unscored;
    use crate::pgn::sample;
    use crate::read;

    fn game(round: &str, white: &str, rest: &str) -> String {
        format!(
            "[Event \"E\"]\n[Date \"2026.05.01\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"Oak\"]\n{rest}\n\n"
        )
    }

    #[test]
    fn every_game_of_the_files_stands_in_one_file_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = folder.path().join("1.pgn");
        let second = folder.path().join("2.pgn");
        let copied = game("1.1", "Birch", "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0");
        let one = [
            copied.clone(),
            game("1.2", "Ash", "[Result \"1-0\"]\n\n1. e4 Ke6 {Größe} 1-0"),
            game("1.3", "Elm", "[Result \"+/-\"]\n\n1-0"),
            game("1.4", "Fir", "[Result \"*\"]\n\n1. e4 -- 2. d4 d5 *"),
        ];
        std::fs::write(&first, one.concat()).expect("written");
        std::fs::write(&second, [copied.as_bytes(), sample::PGN].concat()).expect("written");
        let paths = [first, second];
        let before = read(&paths, None).expect("reads");
        let written = one_file(&paths, &before).expect("written");
        let path = folder.path().join("all.pgn");
        std::fs::write(&path, &written).expect("written");
        let after = read(&[path], None).expect("reads");
        let hashes = |c: &Collection| c.games.iter().map(|game| game.sha256.clone()).collect::<Vec<_>>();
        assert_eq!(hashes(&before), hashes(&after));
        let reasons = |c: &Collection| {
            let aside = c.unscored.iter().filter(|game| !game.reason.is_copy());
            let mut found: Vec<_> = aside.map(|g| (g.white.name.clone(), g.reason, g.plies)).collect();
            found.sort();
            found
        };
        assert_eq!(reasons(&before), reasons(&after));
        assert!(reasons(&after).iter().any(|(name, why, _)| name == "Fir" && *why == Unscored::NullMove));
        assert!(before.unscored.iter().any(|game| game.reason == Unscored::Duplicate), "there is a copy");
        assert!(after.unscored.iter().all(|game| !game.reason.is_copy()), "it is left out");
        let broken = |c: &Collection| -> Vec<(u32, String)> {
            c.quarantine.iter().map(|game| (game.ply, game.token.clone())).collect()
        };
        assert_eq!((broken(&before).len(), broken(&before)), (1, broken(&after)));
        assert!(String::from_utf8_lossy(&written).contains("1. e4 Ke6 {Größe} 1-0"), "as it was");
    }
}
