//! Making a book from an archive of games. Every position is kept: dropping rare ones would make novelties of old moves.
//! Memory is 16 bytes for each position, twice that while two runs are put together, 64 MiB, and 16 bytes for each game.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

use sha2::{Digest, Sha256};
use shakmaty::{Chess, Position};

use super::format::{self, BookError, MAX_POSITIONS};
use super::{Book, Day, MAX_PLIES, Manifest, Span, key};
use crate::pgn::game::Game;
use crate::pgn::validate::Entry;

/// Positions collected before they are sorted into the book. 16 bytes each.
const BUFFER: usize = 4 * 1024 * 1024;

/// One position: key, `YYYYMMDD`, games.
type Row = (u64, u32, u32);

pub struct Builder {
    manifest: Manifest,
    most_rows: usize,
    buffer_rows: usize,
    rows: Vec<Row>,
    buffer: Vec<Row>,
    seen: BTreeSet<[u8; 16]>,
    first: Option<Day>,
    last: Option<Day>,
}

impl Builder {
    /// A book of the positions after each of the first `plies` plies, brought into 1 to [`MAX_PLIES`].
    pub fn new(plies: u16) -> Self {
        Self {
            manifest: Manifest { plies: plies.clamp(1, MAX_PLIES), ..Manifest::default() },
            most_rows: MAX_POSITIONS,
            buffer_rows: BUFFER,
            rows: Vec::new(),
            buffer: Vec::new(),
            seen: BTreeSet::new(),
            first: None,
            last: None,
        }
    }

    /// Adds the games of a file or folder; `progress` is told the number of games found so far.
    pub fn add(&mut self, path: &Path, progress: &mut dyn FnMut(u64)) -> Result<(), BookError> {
        let mut full = false;
        let mut found = self.total();
        let inputs = crate::pgn::collection::stream(path, &mut |entry| {
            match entry {
                Entry::Game(game) => self.game(&game),
                Entry::Unscored(..) => self.manifest.unscored += 1,
                Entry::Quarantined(..) => self.manifest.quarantined += 1,
            }
            found += 1;
            progress(found);
            full = self.rows.len() > self.most_rows;
            if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if full {
            return Err(BookError::TooLarge { most: self.most_rows });
        }
        self.manifest.inputs.extend(inputs);
        Ok(())
    }

    fn total(&self) -> u64 {
        let m = &self.manifest;
        m.games + m.duplicates + m.undated + m.unscored + m.quarantined
    }

    /// Adds one game. A copy of a game already added, and a game without a year, only count.
    pub fn game(&mut self, game: &Game) {
        let Some(span) = Span::of_tag(&game.date) else {
            self.manifest.undated += 1;
            return;
        };
        let identity = Sha256::digest(game.sha256.as_bytes());
        let short: [u8; 16] = std::array::from_fn(|at| identity.get(at).copied().unwrap_or_default());
        if !self.seen.insert(short) {
            self.manifest.duplicates += 1;
            return;
        }
        self.manifest.games += 1;
        self.first = self.first.into_iter().chain([span.earliest]).min();
        self.last = self.last.into_iter().chain([span.latest]).max();
        let mut position = Chess::default();
        let mut keys = BTreeSet::new();
        for mv in game.moves.iter().take(usize::from(self.manifest.plies)) {
            position.play_unchecked(*mv);
            // A position that comes back in one game is one game with it.
            if keys.insert(key(&position)) {
                self.buffer.push((key(&position), span.latest.number(), 1));
            }
        }
        if self.buffer.len() >= self.buffer_rows {
            self.merge();
        }
    }

    /// Puts the buffer among the rows: one row for each position, with its earliest day and all its games.
    fn merge(&mut self) {
        self.rows.append(&mut self.buffer);
        // A stable sort finds the run that is sorted already.
        self.rows.sort_by_key(|row| row.0);
        self.rows.dedup_by(|next, row| {
            let same = next.0 == row.0;
            if same {
                *row = (row.0, row.1.min(next.1), row.2.saturating_add(next.2));
            }
            same
        });
    }

    pub fn finish(mut self) -> Result<Book, BookError> {
        self.merge();
        if self.rows.len() > self.most_rows {
            return Err(BookError::TooLarge { most: self.most_rows });
        }
        self.manifest.first = self.first.map(|day| day.to_string());
        self.manifest.last = self.last.map(|day| day.to_string());
        let keys = self.rows.iter().map(|row| row.0).collect();
        let values = self.rows.iter().map(|row| (row.1, row.2)).collect();
        format::assembled(self.manifest, keys, values)
    }

    /// A builder with small bounds, to reach them in tests.
    #[cfg(test)]
    pub(crate) fn bounded(plies: u16, buffer_rows: usize, most_rows: usize) -> Self {
        Self { buffer_rows, most_rows, ..Self::new(plies) }
    }
}
