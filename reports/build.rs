//! Generates `Key`, one variant for each message, and `source`, the message files of a language.
//!
//! A language is a folder of `messages/`; the English folder decides which keys there are. A key with an underscore,
//! `family_code`, is the label of a value: it is found by the value's code and is no variant. The crate `service` is built
//! with this script too.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let messages = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("messages");
    println!("cargo::rerun-if-changed={}", messages.display());
    let mut sources = String::new();
    for language in entries(&messages)? {
        let tag = language.file_name().unwrap_or_default().display().to_string();
        let files: Vec<String> =
            entries(&language)?.iter().map(|file| format!("include_str!({file:?})")).collect();
        writeln!(sources, "{tag:?} => concat!({}),", files.join(", "))?;
    }
    let mut keys = BTreeSet::new();
    for file in entries(&messages.join("en"))? {
        keys.extend(fs::read_to_string(file)?.lines().filter_map(key).map(str::to_owned));
    }
    let lines = |line: fn(&str) -> String| keys.iter().map(|key| line(key)).collect::<String>();
    let code = format!(
        "/// A message by its key. A variant that nothing uses does not compile.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
         #[deny(dead_code)]\n\
         pub(crate) enum Key {{ {} }}\n\
         impl Key {{\n\
         /// Every key, for tests; in a build it would count as a use.\n\
         #[cfg(test)]\n\
         pub(crate) const ALL: &[Self] = &[{}];\n\
         /// The key as the message files write it.\n\
         pub(crate) fn id(self) -> &'static str {{ match self {{ {} }} }}\n\
         }}\n\
         /// The message files of a language, one behind the other.\n\
         pub(crate) fn source(tag: &str) -> &'static str {{ match tag {{ {sources} _ => \"\" }} }}\n",
        lines(|key| format!("{},", variant(key))),
        lines(|key| format!("Self::{},", variant(key))),
        lines(|key| format!("Self::{} => {key:?},", variant(key))),
    );
    fs::write(Path::new(&env::var("OUT_DIR")?).join("messages.rs"), code)?;
    Ok(())
}

/// The entries of a folder, sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut entries =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    entries.sort();
    Ok(entries)
}

/// The key of the message that begins on this line.
fn key(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(" = ")?;
    (key.starts_with(|first: char| first.is_ascii_lowercase()) && !key.contains('_')).then_some(key)
}

/// `column-name` as `ColumnName`.
fn variant(key: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    key.split('-').map(capital).collect()
}
