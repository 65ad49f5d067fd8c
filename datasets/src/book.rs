//! A dated opening book: which positions had been played before, and since when.
//!
//! The book knows positions and not move orders, so a transposition counts. It finds the first new position of a
//! game. It must not say whether a move is good, and it names no player.
//!
//! A position is known by its 64-bit Zobrist hash (placement, side to move, castling rights, an en passant
//! square only if the capture is legal). Two positions of one hash would be taken for one. With N positions in
//! the book a new position meets one of them by chance with probability N / 2^64, which is 2.2e-13 for four
//! million; some pair inside such a book collides with probability N^2 / 2^65, 4.3e-7.

mod build;
mod format;
mod span;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

pub use build::Builder;
pub use span::Span;

pub use crate::day::Day;
pub use format::BookError;

use crate::pgn::game::{Game, Input};

/// Plies of a game that a book looks at unless told otherwise.
pub const PLIES: u16 = 40;
/// Most plies a book may look at.
pub const MAX_PLIES: u16 = 120;

/// The origin of a book. Games found = used + duplicates + undated + set aside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub inputs: Vec<Input>,
    /// Positions after each of the first so many plies of a game.
    pub plies: u16,
    /// Games whose positions are in the book.
    pub games: u64,
    pub duplicates: u64,
    /// Games without a year, left out: nobody can say what they came before.
    pub undated: u64,
    /// Games that are no standard games from the starting position, or without moves, left out.
    pub unscored: u64,
    /// Games that do not hold together, left out.
    pub quarantined: u64,
    /// Earliest possible day of the first game, `YYYY-MM-DD`.
    pub first: Option<String>,
    /// Latest possible day of the last game, `YYYY-MM-DD`.
    pub last: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The day by which the first game with it had been played for certain: for a date known in part, the last
    /// day it may mean.
    pub since: Day,
    /// Games of the whole archive with it. A game counts once.
    pub games: u32,
}

/// A dated opening book in memory: 16 bytes for each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    manifest: Manifest,
    keys: Vec<u64>,
    values: Vec<(u32, u32)>,
    digest: String,
}

impl Book {
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// SHA-256 over manifest and positions, lower-case hex: the book's identity, however it is packed.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    pub fn find(&self, position: &Chess) -> Option<BookEntry> {
        let place = self.keys.binary_search(&key(position)).ok()?;
        let (since, games) = *self.values.get(place)?;
        Some(BookEntry { since: Day::from_number(since)?, games })
    }

    /// The first ply, from 1, after which the position had not been played before `before`, as far as the book knows.
    /// Games of the same day do not count, nor does a position that is known again later, by transposition.
    pub fn novelty(&self, moves: &[Move], before: Day) -> Option<u16> {
        let mut position = Chess::default();
        for (mv, ply) in moves.iter().zip(1..=self.manifest.plies) {
            if !position.is_legal(*mv) {
                return None;
            }
            position.play_unchecked(*mv);
            if self.find(&position).is_none_or(|known| known.since >= before) {
                return Some(ply);
            }
        }
        None
    }
}

/// The hash a position is known by.
fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// Where a game left the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Left")]
pub enum BookExit {
    /// At this ply, from 1.
    At(u16),
    /// Not within the so many plies that game and book have in common.
    Within(u16),
    /// The game has no date, so nothing is before it.
    Undated,
}

impl BookExit {
    /// Plies that had been played before; the one that made a new position is not among them. `None` without a date.
    pub fn plies_before(self) -> Option<u16> {
        match self {
            Self::At(ply) => Some(ply.saturating_sub(1)),
            Self::Within(plies) => Some(plies),
            Self::Undated => None,
        }
    }
}

/// Where each game left the book, judged by what had been played before the event began: before the earliest day on
/// which a game with the same `Event` tag in the same year may have been played, or before `before`.
pub fn novelties(book: &Book, games: &[Game], before: Option<Day>) -> Vec<BookExit> {
    let event = |game: &Game, span: Span| {
        let tag = if game.names_itself() { "" } else { game.event.as_str() };
        (tag.to_owned(), span.earliest.to_string().chars().take(4).collect::<String>())
    };
    let spans: Vec<Option<Span>> = games.iter().map(|game| Span::of_tag(&game.date)).collect();
    let mut begins: BTreeMap<(String, String), Day> = BTreeMap::new();
    for (game, span) in games.iter().zip(&spans) {
        if let Some(span) = span {
            let day = begins.entry(event(game, *span)).or_insert(span.earliest);
            *day = (*day).min(span.earliest);
        }
    }
    let left = |(game, span): (&Game, &Option<Span>)| {
        let own = span.and_then(|span| begins.get(&event(game, span)).copied());
        let Some(before) = before.or(own) else {
            return BookExit::Undated;
        };
        let shared = u16::try_from(game.moves.len()).unwrap_or(u16::MAX).min(book.manifest.plies);
        book.novelty(&game.moves, before).map_or(BookExit::Within(shared), BookExit::At)
    };
    games.iter().zip(&spans).map(left).collect()
}

/// The lower median of the first new plies, games that never left the book counted as later than all; `None`
/// if it falls among those or there is no game with a date.
pub fn median_novelty(left: &[BookExit]) -> Option<u16> {
    let mut plies: Vec<u16> = left
        .iter()
        .filter_map(|one| match one {
            BookExit::At(ply) => Some(*ply),
            BookExit::Within(_) => Some(u16::MAX),
            BookExit::Undated => None,
        })
        .collect();
    plies.sort_unstable();
    let middle = plies.len().checked_sub(1)? / 2;
    plies.get(middle).copied().filter(|ply| *ply < u16::MAX)
}
