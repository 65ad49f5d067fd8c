//! What files are in which no game was found, and what to do: a bare *no games* leaves people with nothing to look for.

use std::path::PathBuf;

use super::archive::{self, Source};
use super::input::ReadError;
use crate::text::visible::visible_within;

/// Files that are named one by one.
const MAX_NAMED_FILES: usize = 10;
/// Characters of its beginning that are shown.
const SHOWN: usize = 40;

/// Why there are no games in some files, a line each, with what to do; for inputs of which [`crate::read`] gives none. Standard input
/// has been read by then, so nothing can be said of it.
///
/// # Errors
/// A file that cannot be read.
pub fn why_no_games(paths: &[PathBuf]) -> Result<String, ReadError> {
    let mut sources = Vec::new();
    for path in paths.iter().filter(|path| path.as_os_str() != "-") {
        sources.extend(archive::sources(path)?);
    }
    let mut lines = vec!["no games were found".to_owned()];
    for source in sources.iter().take(MAX_NAMED_FILES) {
        lines.push(format!("  {}: {}", visible_within(&name(source), 200), why(&source.first_bytes()?)));
    }
    if let more @ 1.. = sources.len().saturating_sub(MAX_NAMED_FILES) {
        lines.push(format!("  and {more} more files"));
    }
    Ok(lines.join("\n"))
}

fn name(source: &Source) -> String {
    match source {
        Source::File(path) => path.to_string_lossy().into_owned(),
        Source::Member { name, .. } => name.clone(),
    }
}

/// What a text without games is, by its beginning, unpacked.
fn why(first: &[u8]) -> String {
    let text = first.strip_prefix("\u{feff}".as_bytes()).unwrap_or(first);
    if text.is_empty() {
        return "the file is empty. Export the games again".to_owned();
    }
    if is_utf32(text) {
        return "text in UTF-32, which is not read. Open it in an editor and save it as UTF-8".to_owned();
    }
    if text.trim_ascii().is_empty() {
        return "nothing but blank lines. Export the games again".to_owned();
    }
    let begins = visible_within(&String::from_utf8_lossy(text.trim_ascii_start()), SHOWN);
    format!(
        "no game in PGN; it begins with `{begins}`. Export the games as PGN from the program they come from"
    )
}

/// Whether the bytes are ASCII in four bytes a character, also as they are after every second NUL was taken for UTF-16.
fn is_utf32(text: &[u8]) -> bool {
    let nul = text.iter().filter(|byte| **byte == 0).count();
    let of_text = |byte: &u8| matches!(byte, 0 | b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0xfe | 0xff);
    nul * 5 >= text.len() * 2 && nul < text.len() && text.iter().take(64).all(of_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_named_with_what_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = "[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n";
        let wide = |mark: &str, bytes: fn(u32) -> [u8; 4]| {
            format!("{mark}{text}").chars().flat_map(|c| bytes(u32::from(c))).collect::<Vec<u8>>()
        };
        let utf32 = "text in UTF-32";
        for (name, bytes, said) in [
            ("empty.pgn", Vec::new(), "the file is empty"),
            ("mark.pgn", b"\xef\xbb\xbf".to_vec(), "the file is empty"),
            ("blank.pgn", b"\r\n \n".to_vec(), "blank lines"),
            ("le.pgn", wide("\u{feff}", u32::to_le_bytes), utf32),
            ("be.pgn", wide("\u{feff}", u32::to_be_bytes), utf32),
            ("le-bare.pgn", wide("", u32::to_le_bytes), utf32),
            ("be-bare.pgn", wide("", u32::to_be_bytes), utf32),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("written");
            let paths = [path];
            let read = crate::read(&paths, None).expect("reads");
            assert!(read.games.is_empty() && read.unscored.is_empty(), "{name}");
            let why = why_no_games(&paths).expect("reads");
            assert!(why.starts_with("no games were found\n") && why.contains(name), "{why}");
            assert!(why.contains(said), "{why}");
        }
        assert_eq!(why_no_games(&["-".into()]).expect("nothing to read"), "no games were found");
        let all = why_no_games(&[folder.path().to_owned()]).expect("reads");
        assert_eq!(all.lines().count(), 8, "{all}");
    }

    #[test]
    fn other_files_are_shown_by_their_beginning() {
        for (bytes, said) in [
            (&b"%PDF-1.7\n"[..], "it begins with `%PDF-1.7"),
            (b"\0\0\0\x01binary", "it begins with `[U+0000 NULL]"),
        ] {
            let why = why(bytes);
            assert!(why.contains(said) && why.contains("as PGN"), "{why}");
        }
    }
}
