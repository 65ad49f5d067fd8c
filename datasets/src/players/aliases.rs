//! The alias table: what a named human has confirmed about who is who.
//!
//! The table is a TOML file that people edit by hand, `aliases.toml`:
//!
//! ```toml
//! [[person]]
//! name = "Testova, Anna"              # the name to show; required
//! fide_id = 12345678                  # optional; must be right, because it decides
//! aliases = ["Testowa, Anna", "Anna Testova"]
//! handles = { lichess = ["testova_a"] } # names on playing sites, by site
//! confirmed_by = "B. Arbiter"         # who says so; required
//! date = 2026-03-01                   # when; required
//! note = "married name until 2024"    # why; optional
//! ```
//!
//! Names and handles are compared without regard to case, white space and commas. A table that contradicts itself is refused with the lines, never read in part. Nothing here
//! guesses: similarity suggests, and a human writes the table.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use toml::Spanned;
use toml::Value;
use toml::value::{Date, Datetime};
use uci_pool::hex;

use super::spelling::{is_nameless, normalised};
use crate::pgn::game::Input;
use crate::pgn::input::beginning;
use crate::text::table_text::unicode;
use crate::text::toml_text::{self, Backslashes, Lines, quoted};

/// Larger files are refused. Bytes.
pub const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// Why an alias table could not be used. Lines count from 1; of a person it is the one that `[[person]]` stands in.
#[derive(Debug, Error)]
pub enum AliasError {
    #[error("could not read the alias table {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("the alias table is larger than {MAX_BYTES} bytes")]
    TooLarge,
    #[error("the alias table is not UTF-8 from byte {at}; save it as UTF-8")]
    Encoding { at: usize },
    #[error("line {line} of the alias table: {message}")]
    Syntax { line: usize, message: String },
    #[error("line {line} of the alias table: {field} is empty or names nobody")]
    Empty { line: usize, field: &'static str },
    #[error("line {line} of the alias table: {what} `{text}` is another person's in line {first}")]
    Twice {
        /// The line of the second.
        line: usize,
        first: usize,
        /// `name` or `FIDE number`.
        what: &'static str,
        text: String,
    },
    #[error(
        "{table}, line {line}: `{white}` and `{black}` are one person there, and two in {game}, where they play each other; take the \
         wrong name out of the table"
    )]
    BothSides {
        /// Name of the table's file.
        table: String,
        line: usize,
        white: String,
        black: String,
        /// File, number and round of the game.
        game: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub name: String,
    pub fide_id: Option<u32>,
    pub aliases: Vec<String>,
    /// Names on playing sites, by site.
    pub handles: BTreeMap<String, Vec<String>>,
    pub confirmed_by: String,
    /// When, as `YYYY-MM-DD`.
    pub date: String,
    pub note: Option<String>,
    pub line: usize,
    /// The normalised name; with the number behind it where two people of the table share the name.
    #[serde(skip)]
    pub(crate) key: String,
}

/// A table without contradictions. The default is empty.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    entries: Vec<Entry>,
    /// Whose each normalised name, handle and number is, by its kind and text.
    claims: BTreeMap<(&'static str, String), Claim>,
    input: Option<Input>,
}

/// A day for a person whom nobody has confirmed yet.
const EXAMPLE_DAY: Date = Date { year: 2026, month: 3, day: 1 };
const NAME: &str = "name";
const NUMBER: &str = "FIDE number";

#[derive(Clone, Copy, Debug)]
struct Claim {
    person: usize,
    line: usize,
    /// The name of a person with a number, which another person with a number may have too.
    shareable: bool,
    /// Several people have it, so it stands for none of them.
    shared: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    person: Vec<Spanned<Row>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    fide_id: Option<u32>,
    #[serde(default)]
    aliases: Vec<String>,
    #[serde(default)]
    handles: BTreeMap<String, Vec<String>>,
    confirmed_by: String,
    /// A day, which people also write in quotes.
    date: Value,
    note: Option<String>,
}

/// A day as TOML writes it, or the same in quotes.
fn day(date: &Value) -> Option<Datetime> {
    let day = match date {
        Value::Datetime(day) => Some(*day),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    day.filter(|day: &Datetime| day.date.is_some() && day.time.is_none())
}

impl Aliases {
    pub fn load(path: &Path) -> Result<Self, AliasError> {
        let failed = |source| AliasError::Read { path: path.to_owned(), source };
        let bytes = beginning(path, MAX_BYTES + 1).map_err(failed)?;
        let mut table = Self::parse(&bytes)?;
        table.input = Some(Input {
            name: path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            sha256: hex(&Sha256::digest(&bytes)),
        });
        Ok(table)
    }

    /// Reads a table. Two people may share a `name` if both have a number; that name then stands for neither.
    pub fn parse(bytes: &[u8]) -> Result<Self, AliasError> {
        if bytes.len() as u64 > MAX_BYTES {
            return Err(AliasError::TooLarge);
        }
        let at = || str::from_utf8(bytes).err().map_or(bytes.len(), |error| error.valid_up_to());
        let text = unicode(bytes).map_err(|_| AliasError::Encoding { at: at() })?;
        let lines = Lines::new(&text);
        let table: Table = toml_text::parse(&text, &lines, Backslashes::OfText)
            .map_err(|(line, message)| AliasError::Syntax { line, message: shown(&message) })?;
        let mut aliases = Self::default();
        for row in table.person {
            let line = lines.at(row.span().start);
            aliases.add(row.into_inner(), line)?;
        }
        for entry in &mut aliases.entries {
            if aliases.claims.get(&(NAME, entry.key.clone())).is_some_and(|claim| claim.shared) {
                entry.key = format!("{} #{}", entry.key, entry.fide_id.unwrap_or_default());
            }
        }
        Ok(aliases)
    }

    fn add(&mut self, row: Row, line: usize) -> Result<(), AliasError> {
        let key = compared(&row.name, line, "name")?;
        self.claim(NAME, &key, line, row.fide_id.is_some())?;
        for alias in row.aliases.iter().chain(row.handles.values().flatten()) {
            self.claim(NAME, &compared(alias, line, "an alias or handle")?, line, false)?;
        }
        if let Some(id) = row.fide_id {
            if id == 0 {
                return Err(AliasError::Empty { line, field: "fide_id" });
            }
            self.claim(NUMBER, &id.to_string(), line, false)?;
        }
        let date = day(&row.date).ok_or_else(|| AliasError::Syntax {
            line,
            message: "date must be a day, as in 2026-03-01".to_owned(),
        })?;
        if row.confirmed_by.trim().is_empty() {
            return Err(AliasError::Empty { line, field: "confirmed_by" });
        }
        self.entries.push(Entry {
            name: row.name.trim().to_owned(),
            fide_id: row.fide_id,
            aliases: row.aliases,
            handles: row.handles,
            confirmed_by: row.confirmed_by,
            date: date.to_string(),
            note: row.note,
            line,
            key,
        });
        Ok(())
    }

    fn claim(
        &mut self,
        what: &'static str,
        text: &str,
        line: usize,
        shareable: bool,
    ) -> Result<(), AliasError> {
        let person = self.entries.len();
        let claim = Claim { person, line, shareable, shared: false };
        let first = self.claims.entry((what, text.to_owned())).or_insert(claim);
        if first.person != person {
            if !(first.shareable && shareable) {
                return Err(AliasError::Twice { line, first: first.line, what, text: shown(text) });
            }
            first.shared = true;
        }
        Ok(())
    }

    /// Takes in a person of a block that was suggested, as if somebody had confirmed it. The table is unchanged if the block
    /// contradicts it.
    ///
    /// # Errors
    /// A name or number that is another person's; the lines in it mean nothing.
    pub fn try_person(
        &mut self,
        name: &str,
        fide_id: Option<u32>,
        aliases: &[&str],
    ) -> Result<(), AliasError> {
        let day = Datetime { date: Some(EXAMPLE_DAY), time: None, offset: None };
        let row = Row {
            name: name.to_owned(),
            fide_id,
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
            handles: BTreeMap::new(),
            confirmed_by: "?".to_owned(),
            date: Value::Datetime(day),
            note: None,
        };
        let mut next = self.clone();
        next.add(row, 0)?;
        *self = next;
        Ok(())
    }

    /// The entry of a person who is shown under the table's name.
    pub fn entry_of(&self, name: &str, fide_id: Option<u32>) -> Option<&Entry> {
        let same =
            |entry: &&Entry| entry.name == name && (entry.fide_id.is_none() || entry.fide_id == fide_id);
        self.entries.iter().find(same)
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The file it came from, for manifests; `None` for a table that was not loaded from a file.
    pub fn input(&self) -> Option<&Input> {
        self.input.as_ref()
    }

    pub fn by_number(&self, id: u32) -> Option<&Entry> {
        self.claims.get(&(NUMBER, id.to_string())).and_then(|claim| self.entries.get(claim.person))
    }

    /// The person behind a normalised name or a handle.
    pub(crate) fn find(&self, normalised: &str) -> Option<&Entry> {
        let claim = self.claims.get(&(NAME, normalised.to_owned())).filter(|claim| !claim.shared)?;
        self.entries.get(claim.person)
    }
}

fn compared(name: &str, line: usize, field: &'static str) -> Result<String, AliasError> {
    let key = normalised(name);
    if is_nameless(&key) {
        return Err(AliasError::Empty { line, field });
    }
    Ok(key)
}

/// At most 160 characters, what could steer a terminal as its code: errors go straight to one.
fn shown(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().take(160) {
        if c == ' ' || c.is_alphanumeric() || c.is_ascii_graphic() {
            out.push(c);
        } else {
            out.extend(c.escape_unicode());
        }
    }
    out
}

/// The lines that say that one person has these other names, ready to be pasted into a table, which is refused until a
/// human has filled in who confirmed it and when. Characters that steer a terminal are written as codes.
pub fn lines_to_confirm(name: &str, fide_id: Option<u32>, aliases: &[&str]) -> String {
    let aliases: Vec<String> = aliases.iter().map(|alias| quoted(alias)).collect();
    let number = fide_id.map(|id| format!("fide_id = {id}\n")).unwrap_or_default();
    format!(
        "[[person]]\nname = {}\n{number}aliases = [{}]\nconfirmed_by = \"\"\ndate = \n",
        quoted(name),
        aliases.join(", ")
    )
}

#[cfg(test)]
mod tests;
