//! What is in uploaded files: read with bounds, counted, and refused in plain words.
//!
//! The bytes come from strangers. A file is read once with a bound on what it unpacks to and on its games before it is
//! kept; then all files of the event are read together, so that copies across files are found. Nothing is decided here
//! about games: `datasets` says which can be scored and which do not hold together.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use datasets::{Collection, Entry, ReadError, Unscored};

use crate::app::Limits;
use crate::events::File;
use crate::events::boards::{self, Board};
use crate::events::upload;
use crate::keys::Key;
use crate::problem::Problem;
use crate::storage::Storage;

/// A game that does not hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    /// Place of its file in the list of files.
    pub(crate) file: usize,
    /// Number within the file, from 1.
    pub(crate) game: u32,
    /// Byte offset within the unpacked file.
    pub(crate) offset: u64,
    /// Plies read before the break.
    pub(crate) ply: u32,
    /// The token that could not be read, at most 80 characters.
    pub(crate) token: String,
    pub(crate) reason: String,
}

/// What is in the files of an event: games found = games + unscored + quarantined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    /// Games that can be scored.
    pub(crate) games: u64,
    /// Games set aside, by reason as machines write it.
    pub(crate) unscored_by_reason: Vec<(String, u64)>,
    /// Games that do not hold together.
    pub(crate) quarantine: Vec<Broken>,
    /// Players as told apart by FIDE number or name.
    pub(crate) players: u64,
    /// The earliest date of a game that can be scored, as the PGN writes it and known to the day.
    pub(crate) first_date: Option<String>,
    /// The latest such date.
    pub(crate) last_date: Option<String>,
    /// The boards of the last round; they are stored and not read back with the rest.
    pub(crate) boards: Vec<Board>,
}

impl Account {
    pub(crate) fn unscored(&self) -> u64 {
        self.unscored_by_reason.iter().map(|(_, games)| games).sum()
    }

    /// Games that do not hold together.
    pub(crate) fn quarantined(&self) -> u64 {
        self.quarantine.len() as u64
    }

    pub(crate) fn found(&self) -> u64 {
        self.games + self.unscored() + self.quarantined()
    }
}

/// What a first look at a file gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// Games found, of every kind.
    pub(crate) games: u32,
    /// Bytes after unpacking, up to the beginning of its last game.
    pub(crate) unpacked: u64,
}

/// Looks at one file before it is kept. `before` is the size of the event's other files together.
///
/// # Errors
/// A refusal in plain words: too large after unpacking, too many games, no game in it, not to be read.
pub(crate) fn first_look(path: &Path, before: Size, limits: &Limits) -> Result<Size, Problem> {
    let mut size = Size { games: 0, unpacked: 0 };
    let mut readable = false;
    let most = limits.games.saturating_sub(before.games);
    let left = limits.unpacked_bytes.saturating_sub(before.unpacked);
    let read = datasets::stream_bounded(path, left, &mut |entry| {
        size.games = size.games.saturating_add(1);
        (_, size.unpacked) = entry.place();
        readable |= !matches!(entry, Entry::Quarantined(..));
        if size.games > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match read {
        Ok(None) => {
            Err(Problem::Refused { why: Key::RefusedManyGames, detail: Some(limits.games.to_string()) })
        }
        Ok(Some(_)) if !readable => Err(Problem::refused(Key::RefusedNoGames)),
        Ok(Some(_)) => Ok(size),
        Err(error) => Err(refusal(&error)),
    }
}

/// What is in all files of an event. Each of them has passed [`first_look`].
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn account(paths: &[PathBuf]) -> Result<Account, Problem> {
    let collection = datasets::read(paths, None).map_err(|error| refusal(&error))?;
    Ok(of(&collection))
}

/// The games of an event's files, read together under the names that the files came with.
///
/// # Errors
/// A file that cannot be written to be read, or not be read.
pub(crate) fn collection(storage: &Storage, event: i64, files: &[File]) -> Result<Collection, Problem> {
    let (folder, paths) = upload::restored(storage, event, files)?;
    let mut collection = datasets::read(&paths, None).map_err(|error| refusal(&error))?;
    drop(folder);
    for (input, file) in collection.inputs.iter_mut().zip(files) {
        input.name.clone_from(&file.name);
    }
    Ok(collection)
}

fn of(collection: &Collection) -> Account {
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    for game in &collection.unscored {
        *reasons.entry(reason(game.reason)).or_default() += 1;
    }
    let dates = || collection.games.iter().map(|game| &game.date).filter(|date| is_day(date));
    Account {
        games: collection.games.len() as u64,
        unscored_by_reason: reasons.into_iter().collect(),
        quarantine: collection
            .quarantine
            .iter()
            .map(|game| Broken {
                file: game.input,
                game: game.game,
                offset: game.offset,
                ply: game.ply,
                token: game.token.clone(),
                reason: game.reason.clone(),
            })
            .collect(),
        players: datasets::roster(collection).people.len() as u64,
        first_date: dates().min().cloned(),
        last_date: dates().max().cloned(),
        boards: boards::of_collection(collection),
    }
}

/// Whether a date says the day: `2026.05.01`. Such dates sort as they follow each other.
fn is_day(date: &str) -> bool {
    date.len() == 10
        && date.bytes().enumerate().all(
            |(place, b)| {
                if matches!(place, 4 | 7) { b == b'.' } else { b.is_ascii_digit() }
            },
        )
}

/// The reason as the JSON of screenings writes it.
fn reason(reason: Unscored) -> String {
    serde_json::to_value(reason).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Why a file cannot be read, without the path that it lies at here.
pub(crate) fn refusal(error: &ReadError) -> Problem {
    match error {
        ReadError::Utf16 { .. } => Problem::refused(Key::RefusedUtf16),
        ReadError::Read { source, .. } if source.kind() == io::ErrorKind::FileTooLarge => {
            Problem::refused(Key::RefusedUnpacked)
        }
        ReadError::Read { source, .. } => {
            Problem::Refused { why: Key::RefusedUnreadable, detail: Some(source.to_string()) }
        }
        ReadError::Open { .. } | ReadError::EmptyFolder { .. } => {
            tracing::error!(%error, "an uploaded file is gone");
            Problem::Inside
        }
    }
}
