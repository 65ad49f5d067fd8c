//! Absences from the board: what arbiters noted, tap by tap.
//!
//! Entries are only added. One that was wrong is withdrawn by a further entry and stays readable. What belongs together,
//! leaving and coming back, is found by reading the entries in their order; nothing is stored about it. The log in the
//! form that `fairplay test --absences` reads is made here and read by `datasets`.

use std::collections::{BTreeMap, BTreeSet};

use datasets::tournament::absences::{MAX_ROWS, Noted, toml};
use rusqlite::{Connection, params};
use serde::Deserialize;
use strum::{EnumString, IntoStaticStr};

use crate::clock::timestamp;
use crate::keys::Key;
use crate::store::change::Change;
use crate::store::{Result, rows};
use crate::web::Problem;
use crate::web::form::line;

pub(crate) mod known_names;
pub(crate) mod page;
pub(crate) mod test_log;

/// Most entries of one event: as many as give a full log.
const MAX_ENTRIES: usize = 2 * MAX_ROWS;
/// More own moves than this are a slip of the finger.
pub(crate) const MAX_MOVES: u32 = 1_000;
pub(crate) const LOG: &str = "absences.toml";

/// The kind of an entry. The names are stored and a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum What {
    Left,
    Back,
    Withdrawn,
}

/// A player in a game, as the source or a person names both.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) struct Seat {
    /// The round, with or without the board.
    pub(crate) round: String,
    pub(crate) player: String,
    pub(crate) opponent: String,
}

impl Seat {
    /// A seat from typed text, unless a part is empty or too long.
    pub(crate) fn parse(round: &str, player: &str, opponent: &str) -> Result<Self, Problem> {
        Ok(Self {
            round: line("round", round, Key::AbsencesRound)?,
            player: line("player", player, Key::AbsencesPlayer)?,
            opponent: line("opponent", opponent, Key::AbsencesOpponent)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Tap {
    pub(crate) what: What,
    #[serde(flatten)]
    pub(crate) seat: Seat,
    pub(crate) moves: u32,
    /// Moves of both sides in the source at that time; absent if the number was typed.
    pub(crate) plies: Option<u32>,
}

impl Tap {
    /// A tap with the typed number of moves, else the one of the source: moves of the player and of both sides. Refused where
    /// neither is known.
    pub(crate) fn new(
        what: What,
        seat: Seat,
        typed: Option<u32>,
        shown: Option<(u32, u32)>,
    ) -> Result<Self, Problem> {
        let (moves, plies) = match (typed, shown) {
            (Some(moves), _) => (moves, None),
            (None, Some((own, plies))) => (own, Some(plies)),
            (None, None) => return Err(Problem::refused(Key::RefusedMoves)),
        };
        Ok(Self { what, seat, moves, plies })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Entry {
    pub(crate) id: i64,
    pub(crate) at: i64,
    #[serde(flatten)]
    pub(crate) tap: Tap,
    pub(crate) withdraws: Option<i64>,
    /// Who made it: the name of a person, or what a token is for.
    pub(crate) by: String,
}

/// An absence: left, and back if the player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Absence {
    pub(crate) left: Entry,
    pub(crate) back: Option<Entry>,
}

impl Absence {
    /// Its last entry, which is the one that may be withdrawn.
    pub(crate) fn last(&self) -> &Entry {
        self.back.as_ref().unwrap_or(&self.left)
    }

    /// How long it lasted, in seconds; up to now if the player is away.
    pub(crate) fn seconds(&self, now: i64) -> i64 {
        let end = self.back.as_ref().map_or(now, |back| back.at);
        end.saturating_sub(self.left.at).max(0)
    }

    fn noted(&self) -> Option<Noted> {
        let back = self.back.as_ref()?;
        let Seat { round, player, opponent } = self.left.tap.seat.clone();
        let by =
            if self.left.by == back.by { back.by.clone() } else { format!("{}; {}", self.left.by, back.by) };
        Some(Noted {
            player,
            round,
            opponent,
            left: self.left.tap.moves,
            // The first move after coming back is the next one.
            back: back.tap.moves.saturating_add(1),
            note: Some(format!("left {}, back {}", timestamp(self.left.at), timestamp(back.at))),
            logged_by: by,
        })
    }
}

pub(crate) fn entries(c: &Connection, event: i64) -> Result<Vec<Entry>> {
    let sql = "SELECT absence.id, at, what, round, player, opponent, moves, plies, withdraws,
                      coalesce(person.name, api_token.label, '') AS by
               FROM absence LEFT JOIN person ON person.id = absence.person
               LEFT JOIN api_token ON api_token.id = absence.token
               WHERE absence.event = ?1 ORDER BY absence.id";
    rows(c, sql, [event])
}

pub(crate) fn withdrawn(entries: &[Entry]) -> BTreeSet<i64> {
    entries.iter().filter_map(|entry| entry.withdraws).collect()
}

/// Absences from entries that were not withdrawn, in the order in which they began.
pub(crate) fn absences(entries: &[Entry]) -> Vec<Absence> {
    let gone = withdrawn(entries);
    let mut found: Vec<Absence> = Vec::new();
    let mut open: BTreeMap<&Seat, usize> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| !gone.contains(&entry.id)) {
        match entry.tap.what {
            What::Left => {
                open.insert(&entry.tap.seat, found.len());
                found.push(Absence { left: entry.clone(), back: None });
            }
            What::Back => {
                let absence = open.remove(&entry.tap.seat).and_then(|place| found.get_mut(place));
                if let Some(absence) = absence {
                    absence.back = Some(entry.clone());
                }
            }
            What::Withdrawn => {}
        }
    }
    found
}

/// Notes that a player left or came back. An entry that contradicts earlier ones is refused: leaving twice, coming back
/// without having left, fewer moves than when leaving.
pub(crate) fn note(c: &Change<'_>, tap: &Tap) -> Result<i64, Problem> {
    if tap.moves > MAX_MOVES {
        return Err(Problem::refused(Key::RefusedMoves));
    }
    let entries = entries(c, c.id())?;
    if entries.len() >= MAX_ENTRIES {
        return Err(Problem::refused(Key::RefusedManyAbsences));
    }
    let absences = absences(&entries);
    let away = absences.iter().find(|absence| absence.back.is_none() && absence.left.tap.seat == tap.seat);
    match (tap.what, away) {
        (What::Left, Some(_)) => return Err(Problem::refused(Key::RefusedAway)),
        (What::Back, None) => return Err(Problem::refused(Key::RefusedNotAway)),
        (What::Back, Some(away)) if tap.moves < away.left.tap.moves => {
            return Err(Problem::refused(Key::RefusedFewerMoves));
        }
        (What::Withdrawn, _) => return Err(Problem::Inside),
        (What::Left, None) | (What::Back, Some(_)) => {}
    }
    insert(c, tap, None)
}

/// Withdraws the last valid entry of a player in a game, and no other, so that leaving and coming back stay in turn.
pub(crate) fn withdraw(c: &Change<'_>, id: i64) -> Result<i64, Problem> {
    let entries = entries(c, c.id())?;
    let gone = withdrawn(&entries);
    let mut notes = entries.iter().filter(|entry| entry.withdraws.is_none());
    let entry = notes.clone().find(|entry| entry.id == id).ok_or(Problem::NotFound)?;
    let last = notes.rfind(|other| !gone.contains(&other.id) && other.tap.seat == entry.tap.seat);
    if last.map(|last| last.id) != Some(id) {
        return Err(Problem::refused(Key::RefusedWithdraw));
    }
    let tap = Tap { what: What::Withdrawn, ..entry.tap.clone() };
    insert(c, &tap, Some(id))
}

fn insert(c: &Change<'_>, tap: &Tap, withdraws: Option<i64>) -> Result<i64, Problem> {
    let Tap { what, seat: Seat { round, player, opponent }, moves, plies } = tap;
    let (what, (person, token)) = (what.into_str(), c.actor.numbers());
    c.execute(
        "INSERT INTO absence (event, at, what, round, player, opponent, moves, plies, withdraws, person, token)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        params![c.id(), c.now, what, round, player, opponent, moves, plies, withdraws, person, token],
    )?;
    Ok(c.last_insert_rowid())
}

/// The log of an event as a file: absences of those who came back. `player` chooses one by the name as it was noted.
pub(crate) fn document(entries: &[Entry], player: Option<&str>) -> String {
    let absences = absences(entries);
    let chosen =
        absences.iter().filter(|absence| player.is_none_or(|name| absence.left.tap.seat.player == name));
    toml(&chosen.filter_map(Absence::noted).collect::<Vec<_>>())
}
