//! What an online platform noted beside the moves, such as a change of tab or a lost connection, handed over as a table.
//!
//! The table is values with commas, semicolons or tabs between them, with these columns in any order:
//!
//! ```csv
//! game,ply,move,side,handle,kind,ms
//! https://lichess.org/abcd1234,31,,,ample_a,tab_switch,4200
//! 3,,16,white,,disconnection,
//! ```
//!
//! `game` is the address of the game, its last part, or the number of the game in its file. The place is the half-move `ply`,
//! counted from 1, before which it was noted, or the number of the `move` and its `side`; one more than the game has is after
//! its last move. It is about the player with the `handle`, else about the `side`, else about whoever makes that half-move.
//! `ms` is a time in milliseconds, with a point or a comma before parts of one: how long it lasted, or how large the lag was.
//!
//! A row that does not fit exactly one game is refused with its line; nothing is guessed and no part of a defective file is
//! used. What is read here enters no statistic: how honest players differ in it was never measured.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;
use uci_pool::hex;

use crate::pgn::game::{Collection, Game, Input};
use crate::pgn::input::beginning;
use crate::players::{Roster, normalised};
use crate::text::table_text::{printable, table};

mod kind;
mod rows;

pub use self::kind::TelemetryKind;
use self::rows::Row;

/// Larger files are refused. Bytes.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// More rows are refused.
pub const MAX_ROWS: usize = 200_000;

#[derive(Debug, Error)]
pub enum TelemetryError {
    #[error("could not read the telemetry {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{name}: telemetry may have {MAX_BYTES} bytes and {MAX_ROWS} rows at most")]
    TooLarge { name: String },
    #[error("{name}, line {line}: {message}")]
    Row { name: String, line: usize, message: String },
}

/// A file of telemetry that was read and not yet compared with games.
#[derive(Clone, Debug)]
pub struct TelemetryTable {
    input: Input,
    rows: Vec<Row>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TelemetryEvent {
    /// Index of the game among those that give decisions.
    pub game: usize,
    /// The half-move before which it was noted, from 1; one more than the game has is after its last.
    pub ply: u32,
    /// Whether it is about White.
    pub white: bool,
    pub kind: TelemetryKind,
    /// Milliseconds, where the platform gives a time.
    pub milliseconds: Option<u64>,
}

/// The rows, each tied to its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telemetry {
    pub input: Input,
    /// In the order of games and half-moves.
    pub events: Vec<TelemetryEvent>,
    /// Rows about games that were set aside and give no decisions.
    pub set_aside: usize,
}

impl TelemetryTable {
    pub fn load(path: &Path) -> Result<Self, TelemetryError> {
        let failed = |source| TelemetryError::Read { path: path.to_owned(), source };
        let bytes = beginning(path, MAX_BYTES + 1).map_err(failed)?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        Self::parse(&name.to_string_lossy(), &bytes)
    }

    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, TelemetryError> {
        let too_large = || TelemetryError::TooLarge { name: name.to_owned() };
        if bytes.len() as u64 > MAX_BYTES {
            return Err(too_large());
        }
        let refused = |(line, message): (usize, String)| TelemetryError::Row {
            name: name.to_owned(),
            line,
            message: printable(&message),
        };
        let rows = table(bytes).and_then(|text| rows::read(&text)).map_err(refused)?;
        if rows.len() > MAX_ROWS {
            return Err(too_large());
        }
        let input = Input { name: name.to_owned(), sha256: hex(&Sha256::digest(bytes)) };
        Ok(Self { input, rows })
    }

    /// Ties every row to a game of an event and to one of its players. `roster` has to be the collection's own.
    pub fn tied(&self, collection: &Collection, roster: &Roster) -> Result<Telemetry, TelemetryError> {
        let names = Games::new(collection);
        let (mut events, mut set_aside) = (Vec::new(), 0);
        for row in &self.rows {
            match tied(row, &names, collection, roster) {
                Ok(Some(event)) => events.push(event),
                Ok(None) => set_aside += 1,
                Err(message) => {
                    let (name, message) = (self.input.name.clone(), printable(&message));
                    return Err(TelemetryError::Row { name, line: row.line, message });
                }
            }
        }
        events.sort_unstable();
        Ok(Telemetry { input: self.input.clone(), events, set_aside })
    }
}

impl Telemetry {
    /// What is about one person, in the person's own games: `own` holds them, in whatever order.
    pub fn of_person(
        &self,
        collection: &Collection,
        roster: &Roster,
        person: usize,
        own: &Collection,
    ) -> Self {
        let places: BTreeMap<&str, usize> =
            own.games.iter().enumerate().map(|(index, game)| (game.sha256.as_str(), index)).collect();
        let mut events: Vec<TelemetryEvent> = self
            .events
            .iter()
            .filter_map(|event| {
                let (white, black) = roster.games.get(event.game)?;
                let about = if event.white { white } else { black };
                let game = places.get(collection.games.get(event.game)?.sha256.as_str())?;
                (*about == person).then_some(TelemetryEvent { game: *game, ..*event })
            })
            .collect();
        events.sort_unstable();
        Self { input: self.input.clone(), events, set_aside: self.set_aside }
    }
}

/// Games by what a table may call them.
struct Games(BTreeMap<String, Vec<NamedGame>>);

#[derive(Clone, Copy)]
enum NamedGame {
    /// Index of a game with decisions.
    Scored(usize),
    SetAside,
}

impl Games {
    fn new(collection: &Collection) -> Self {
        let mut games: BTreeMap<String, Vec<NamedGame>> = BTreeMap::new();
        let mut add = |game: &Game, found: NamedGame| {
            games.entry(game.number.to_string()).or_default().push(found);
            // Lichess writes the address of the game as its site.
            let addresses = [&game.link, &game.site].into_iter().flatten();
            let mut keys: Vec<String> = addresses
                .filter(|address| address.contains("://"))
                .flat_map(|address| {
                    let address = bare(address);
                    let last = address.rsplit('/').next().unwrap_or_default().to_owned();
                    [address, last]
                })
                .collect();
            keys.sort_unstable();
            keys.dedup();
            keys.into_iter().for_each(|key| games.entry(key).or_default().push(found));
        };
        collection.games.iter().enumerate().for_each(|(index, game)| add(game, NamedGame::Scored(index)));
        collection.unscored.iter().for_each(|game| add(game, NamedGame::SetAside));
        Self(games)
    }
}

/// An address without its scheme and what follows the path.
fn bare(address: &str) -> String {
    let text = address.trim();
    let text = text.split_once("://").map_or(text, |(_, rest)| rest);
    let text = text.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    text.strip_prefix("www.").unwrap_or(text).to_owned()
}

/// The row as an event of a game; `None` if the game was set aside.
fn tied(
    row: &Row,
    games: &Games,
    collection: &Collection,
    roster: &Roster,
) -> Result<Option<TelemetryEvent>, String> {
    let index = match games.0.get(&bare(&row.game)).map(Vec::as_slice) {
        Some([NamedGame::Scored(index)]) => *index,
        Some([NamedGame::SetAside]) => return Ok(None),
        Some([_, _, ..]) => {
            return Err(format!("several games are `{}`; give the address of the game", row.game));
        }
        Some([]) | None => return Err(format!("no game is `{}`", row.game)),
    };
    let game = collection.games.get(index).ok_or("a game without moves")?;
    let [white, black] = game.sides();
    let described = format!("game {} ({} - {})", row.game, white.name, black.name);
    let plies = u32::try_from(game.moves.len()).unwrap_or(u32::MAX);
    let ply = row.ply;
    if ply == 0 || ply > plies.saturating_add(1) {
        return Err(format!("half-move {ply} in {described}, which has {plies}"));
    }
    let side = match &row.handle {
        None => row.white.unwrap_or(ply % 2 == 1),
        Some(handle) => {
            let wanted = normalised(handle);
            let people = roster.games.get(index).ok_or("a game without players")?;
            let is = |name: &str, person: usize| {
                let shown = roster.people.get(person).map(|person| normalised(&person.name));
                normalised(name) == wanted || shown.as_deref() == Some(wanted.as_str())
            };
            match (is(&white.name, people.0), is(&black.name, people.1)) {
                (true, false) => true,
                (false, true) => false,
                _ => return Err(format!("`{handle}` is no player of {described}")),
            }
        }
    };
    if row.white.is_some_and(|white| white != side) {
        return Err(format!("the handle and the side are not one player in {described}"));
    }
    Ok(Some(TelemetryEvent { game: index, ply, white: side, kind: row.kind, milliseconds: row.milliseconds }))
}

#[cfg(test)]
mod tests;
