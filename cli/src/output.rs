//! Output of commands: standard output, files written in one step, and the names of result folders.

use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use datasets::live::dgt_cloud::TOURNAMENT;
use datasets::text::plain_text;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::ExitStatus;

pub(crate) mod facts;
pub(crate) mod terminal;

/// Prints at the end of a command. A reader that goes away (`| head`) ends the program without an error.
pub(crate) fn print(status: ExitStatus, text: &str) -> anyhow::Result<ExitStatus> {
    match terminal::to_stdout(text) {
        Ok(()) => Ok(status),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitStatus::Done),
        Err(error) => Err(error).context("cannot print"),
    }
}

/// A result as pretty JSON with a newline if `json` is set, else as the text of `show`.
pub(crate) fn json_or(
    json: bool,
    result: &impl Serialize,
    show: impl FnOnce() -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    if json { Ok(serde_json::to_string_pretty(result)? + "\n") } else { show() }
}

/// Context of errors on a file.
pub fn unusable(path: &Path) -> impl FnOnce() -> String {
    move || format!("{} cannot be used", path.display())
}

/// The text of a file, as editors save it.
///
/// # Errors
/// If it cannot be read, or is no Unicode.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let read = || -> anyhow::Result<String> { Ok(plain_text(&std::fs::read(path)?)?) };
    read().with_context(|| format!("cannot read {}", path.display()))
}

/// An error and what it comes from, on one line. A message that quotes its cause is not followed by the cause again.
pub fn in_words(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

/// Makes a folder and those above it, unless they exist.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// Makes a folder for the results of this run alone, and keeps other runs from it until the handle is closed. On a file system
/// without locks nothing keeps them from it.
///
/// # Errors
/// If it cannot be made, or another run writes into it.
pub(crate) fn take_folder(folder: &Path) -> anyhow::Result<Option<File>> {
    make_folder(folder)?;
    // The folder itself, so that nothing is left in it; where a folder cannot be opened, a file beside it.
    let handle = if cfg!(unix) {
        File::open(folder)
    } else {
        File::options().create(true).append(true).open(folder.with_added_extension("lock"))
    };
    let Ok(handle) = handle else { return Ok(None) };
    match handle.try_lock() {
        Err(TryLockError::WouldBlock) => anyhow::bail!(
            "another run writes its results into {}; wait for its end, or name another folder with --out",
            folder.display()
        ),
        taken => Ok(taken.is_ok().then_some(handle)),
    }
}

pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Writes a file beside its place and moves it there: a stopped run leaves the old file or the new one.
///
/// # Errors
/// If the file cannot be written or moved.
pub fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    put_with(path, &|to| Ok(to.write_all(bytes)?)).map(drop)
}

/// As [`put`], with content that is produced while it is written. Returns its SHA-256.
pub(crate) fn put_with(
    path: &Path,
    fill: &dyn Fn(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<String> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let written = || -> anyhow::Result<String> {
        let mut hashed = Hashed { file: BufWriter::new(File::create(&part)?), hash: Sha256::new() };
        fill(&mut hashed)?;
        hashed.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        std::fs::rename(&part, path)?;
        Ok(uci_pool::hex(&hashed.hash.finalize()))
    };
    let written = written();
    if written.is_err() {
        // Nobody should take half a file for a whole one; the error that matters is the first.
        let _ = std::fs::remove_file(&part);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// A file that is hashed as it is written.
struct Hashed {
    file: BufWriter<File>,
    hash: Sha256,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A name for the results, from the first input: the last part of a path or an address without its endings.
pub(crate) fn stem(source: &str) -> String {
    let plain = source.split(['?', '#']).next().unwrap_or_default();
    let mut parts = plain.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".." | TOURNAMENT));
    let name = parts.next_back().unwrap_or_default();
    let endings = [".zst", ".gz", ".pgn"].into_iter();
    let name = endings.fold(name, |name, ending| name.strip_suffix(ending).unwrap_or(name));
    if matches!(name, "" | "-") || name.ends_with(':') { "event".to_owned() } else { name.replace(':', "-") }
}

/// Letters of an event's name in that of its folder.
const MAX_LETTERS: usize = 40;

/// A name of a folder out of the name of an event.
pub(crate) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars() {
        if slug.len() >= MAX_LETTERS {
            break;
        }
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "event" } else { slug }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_told_once() {
        let inner =
            uci_pool::EngineError::Option { name: "Hash".to_owned(), reason: "16 is too much".to_owned() };
        let command = PathBuf::from("fish");
        let error = anyhow::Error::from(pipeline::SessionError::Engine { command, source: inner });
        let once = "the engine fish cannot be used: engine option `Hash`: 16 is too much";
        assert_eq!(in_words(&error), once);
        assert_eq!(in_words(&error.context("no test")), format!("no test: {once}"));
        let missing = read_text(Path::new("no such file")).expect_err("missing");
        assert!(in_words(&missing).starts_with("cannot read no such file: "), "{missing:#}");
    }

    #[test]
    fn a_folder_takes_the_results_of_one_run_at_a_time() {
        let place = tempfile::tempdir().expect("a folder");
        let out = place.path().join("deep").join("out");
        let taken = take_folder(&out).expect("made").expect("locked");
        let mut names = vec![out.clone(), out.join(".")];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&out, place.path().join("link")).expect("linked");
            names.push(place.path().join("link"));
        }
        for name in names.iter().take(if cfg!(unix) { names.len() } else { 1 }) {
            let error = take_folder(name).expect_err("a second run").to_string();
            assert!(error.contains("another run writes its results into"), "{error}");
        }
        assert!(take_folder(&place.path().join("deep").join("other")).is_ok(), "beside it is free");
        drop(taken);
        assert!(take_folder(&out).expect("again").is_some());
        #[cfg(unix)]
        assert_eq!(std::fs::read_dir(&out).expect("listed").count(), 0, "nothing of it is left there");
    }

    #[test]
    fn results_are_named_after_the_source() {
        for (source, expected) in [
            ("/a/open.pgn.zst", "open"),
            ("open.pgn", "open"),
            ("-", "event"),
            ("rounds/", "rounds"),
            ("https://example.org/live/open.pgn?x=1", "open"),
            ("https://example.org:8080/", "example.org-8080"),
            ("https://1.pool.livechesscloud.com/get/0a1b/tournament.json", "0a1b"),
            ("..", "event"),
            ("", "event"),
        ] {
            assert_eq!(stem(source), expected, "{source}");
        }
    }

    #[test]
    fn names_of_folders_are_plain() {
        assert_eq!(slug("IV Janos Rigo Memorial GM A"), "iv-janos-rigo-memorial-gm-a");
        assert_eq!(slug("../..//Кубок 2025"), "2025");
        assert_eq!(slug("Кубок"), "event");
        let long = slug(&"Grand Prix ".repeat(20));
        assert!(long.len() <= MAX_LETTERS && !long.ends_with('-'), "{long}");
    }
}
