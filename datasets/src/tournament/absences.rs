//! Logs of absences from the board by arbiters: who left in which game, after which move, and when they were back.
//!
//! The log is a file that people write by hand, in TOML or as a table of a spreadsheet (CSV with commas, semicolons or tabs):
//!
//! ```toml
//! [[absence]]
//! player = "Ample, Anna"   # who left; may be left away in a log about one player
//! round = "5"              # the round, as in the Round tag, with or without the board
//! opponent = "Ring, Olaf"  # the opponent's name; or game = 3, the number in the dossier
//! left = 18                # number of the move at which the player left
//! back = 19                # number of the first move the player made after coming back
//! note = "eleven minutes"  # optional
//! logged_by = "B. Arbiter" # who noted it
//! ```
//!
//! The columns of the other form have the same names. A row that does not fit exactly one game of the player is refused with
//! its line; nothing is guessed and no part of a defective file is used. A log of a whole event names the `player` in every
//! row, and rows of others are passed over. This module must not look at how anybody played.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest, Sha256};
use thiserror::Error;
use uci_pool::hex;

use crate::pgn::game::{Collection, Input};
use crate::pgn::input::beginning;
use crate::players::Roster;
use crate::text::table_text::{printable, table, unicode};

mod find;
mod rows;
mod write;

pub use find::Names;
pub use write::{Noted, toml};

/// Larger files are refused. Bytes.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// More rows are refused: three absences in every game of 200 players over eleven rounds fit.
pub const MAX_ROWS: usize = 10_000;

#[derive(Debug, Error)]
pub enum AbsenceError {
    #[error("could not read the log of absences {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{name}: the name of a log of absences has to end in .toml or .csv")]
    Form { name: String },
    #[error("{name}: a log of absences may have {MAX_BYTES} bytes and {MAX_ROWS} rows at most")]
    TooLarge { name: String },
    #[error("{name}, line {line}: {message}")]
    Row { name: String, line: usize, message: String },
}

/// A row of either form; its names are the columns of the comma-separated one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    #[serde(skip)]
    line: usize,
    player: Option<String>,
    game: Option<u32>,
    round: Option<String>,
    opponent: Option<String>,
    left: u32,
    back: u32,
    note: Option<String>,
    logged_by: String,
}

#[derive(Clone, Debug)]
pub struct AbsenceLog {
    input: Input,
    rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absence {
    pub game: usize,
    /// Number of the move at which the player left; 0 is before the first.
    pub left: u32,
    /// Number of the first move the player made after coming back; one more than the player's moves if none was made.
    pub back: u32,
    pub note: Option<String>,
    pub logged_by: String,
}

/// The absences of one player, in the order of games and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absences {
    pub input: Input,
    pub entries: Vec<Absence>,
}

impl AbsenceLog {
    pub fn load(path: &Path) -> Result<Self, AbsenceError> {
        let failed = |source| AbsenceError::Read { path: path.to_owned(), source };
        let bytes = beginning(path, MAX_BYTES + 1).map_err(failed)?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        Self::parse(&name.to_string_lossy(), &bytes)
    }

    /// Reads a log; the name says in which form it is.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, AbsenceError> {
        if bytes.len() as u64 > MAX_BYTES {
            return Err(AbsenceError::TooLarge { name: name.to_owned() });
        }
        let refused = |(line, message): (usize, String)| AbsenceError::Row {
            name: name.to_owned(),
            line,
            message: printable(&message),
        };
        let ending = Path::new(name).extension().and_then(|e| e.to_str());
        let rows = match ending.map(str::to_lowercase).as_deref() {
            Some("toml") => unicode(bytes).and_then(|text| rows::toml(&text)),
            Some("csv") => table(bytes).and_then(|text| rows::csv(&text)),
            _ => {
                return Err(AbsenceError::Form { name: name.to_owned() });
            }
        };
        let rows = rows.map_err(refused)?;
        if rows.len() > MAX_ROWS {
            return Err(AbsenceError::TooLarge { name: name.to_owned() });
        }
        let input = Input { name: name.to_owned(), sha256: hex(&Sha256::digest(bytes)) };
        Ok(Self { input, rows })
    }

    /// Ties every row to a game of one person. `collection` holds the games that give decisions, `roster` has to be its own.
    pub fn of_person(
        &self,
        collection: &Collection,
        roster: &Roster,
        person: usize,
    ) -> Result<Absences, AbsenceError> {
        let (absences, refused) = self.fitting(collection, roster, person);
        match refused.into_iter().next() {
            None => Ok(absences),
            Some(error) => Err(error),
        }
    }

    /// The same for an event that goes on: the rows that fit, and why each of the others does not. A row about a game that
    /// is not among the games yet is one of those.
    pub fn fitting(
        &self,
        collection: &Collection,
        roster: &Roster,
        person: usize,
    ) -> (Absences, Vec<AbsenceError>) {
        let names = Names::new(collection, roster);
        let (mut entries, mut refused) = (Vec::new(), Vec::new());
        for row in &self.rows {
            match find::concerns(row, &names, person)
                .and_then(|own| own.then(|| find::tied(row, collection, roster, person)).transpose())
            {
                Ok(entry) => entries.extend(entry),
                Err(message) => refused.push(self.refusal(row, &message)),
            }
        }
        entries.sort_by_key(|entry| (entry.game, entry.back, entry.left));
        let input = self.input.clone();
        (Absences { input, entries }, refused)
    }

    /// Lines of rows whose player is nobody of these games, each with the name. Such a row is no part of anybody's absences.
    pub fn strangers(&self, collection: &Collection, roster: &Roster) -> Vec<(usize, String)> {
        let names = Names::new(collection, roster);
        let named = self.rows.iter().filter_map(|row| Some((row, row.player.as_ref()?)));
        named
            .filter(|(_, player)| names.fitting(player).is_empty())
            .map(|(row, player)| (row.line, printable(player)))
            .collect()
    }

    /// Whether a row says whose absence it is: then the log may tell of several players.
    pub fn names_players(&self) -> bool {
        self.rows.iter().any(|row| row.player.is_some())
    }

    pub fn input(&self) -> &Input {
        &self.input
    }

    fn refusal(&self, row: &Row, message: &str) -> AbsenceError {
        AbsenceError::Row { name: self.input.name.clone(), line: row.line, message: printable(message) }
    }
}

#[cfg(test)]
mod tests;
