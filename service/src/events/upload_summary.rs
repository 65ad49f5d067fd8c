//! Summary of uploaded files: read with bounds, counted, and refused in plain words.
//!
//! The bytes come from strangers. A file is read once with a bound on what it unpacks to and on its games before it is
//! kept; then all files of the event are read together, so that copies across files are found. Nothing is decided here
//! about games: `datasets` says which can be scored and which do not hold together.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use datasets::tournament::event_facts::{Asked, StatedPlay, look_at};
use datasets::{Collection, Entry, Game, GameDefect, Note, Place, Quarantined, ReadError, Unscored};
use pipeline::EventCircumstances;
use serde::{Deserialize, Serialize};

use crate::events::Size;
use crate::events::boards::{self, Board};
use crate::keys::Key;
use crate::web::Problem;
use crate::web::limits::Limits;

/// The games in the files of an event, or those that were followed: games found = games + unscored + quarantined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UploadSummary {
    /// Games that can be scored.
    pub(crate) games: u64,
    pub(crate) unscored_by_reason: Vec<(Unscored, u64)>,
    /// The games that were set aside, at most [`MAX_SET_ASIDE`]; summaries of earlier versions have none.
    #[serde(default)]
    pub(crate) set_aside: Vec<SetAside>,
    /// Games that are scored although another one may count in their place.
    #[serde(default)]
    pub(crate) doubtful: Vec<SetAside>,
    /// Games that do not hold together, each with the place of its file in the list of files.
    pub(crate) quarantine: Vec<Quarantined>,
    /// Distinct players by FIDE number or name.
    pub(crate) players: u64,
    /// The earliest date of a game that can be scored, as the PGN writes it and known to the day.
    pub(crate) first_date: Option<String>,
    pub(crate) last_date: Option<String>,
    pub(crate) boards: Vec<Board>,
    /// Circumstances of the event as the games say them.
    #[serde(default)]
    pub(crate) proposed: EventCircumstances,
    /// What people have to state about games that may have been played online.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) asked: Option<Asked>,
}

/// Most games set aside of an event that are kept one by one; all are counted.
const MAX_SET_ASIDE: usize = 10_000;

/// A game that was set aside, or one that is scored and in doubt, with another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SetAside {
    /// Place of its file in the list of files.
    pub(crate) input: usize,
    /// Number within it, from 1.
    pub(crate) game: u32,
    pub(crate) round: String,
    pub(crate) white: String,
    pub(crate) black: String,
    /// Why it is set aside; of a game in doubt whether the other one is of the same pair (`restarted`) or of the same moves
    /// (`copied`).
    pub(crate) reason: Unscored,
    /// The game that is kept in its place, or the other one: place of the file, number.
    pub(crate) other: Option<(usize, u32)>,
}

impl SetAside {
    fn new(game: &Game, reason: Unscored, other: Option<Place>) -> Self {
        Self {
            input: game.input,
            game: game.number,
            round: game.round.clone(),
            white: game.white.name.clone(),
            black: game.black.name.clone(),
            reason,
            other: other.map(|other| (other.input, other.number)),
        }
    }

    fn of_note(game: &Game, note: &Note) -> Option<Self> {
        match note {
            Note::SecondGame(other) => Some(Self::new(game, Unscored::Restarted, Some(*other))),
            Note::SameMoves(other) => Some(Self::new(game, Unscored::Copied, Some(*other))),
            _ => None,
        }
    }
}

impl UploadSummary {
    pub(crate) fn unscored(&self) -> u64 {
        self.unscored_by_reason.iter().map(|(_, games)| games).sum()
    }

    pub(crate) fn quarantined(&self) -> u64 {
        self.quarantine.len() as u64
    }

    pub(crate) fn total(&self) -> u64 {
        self.games + self.unscored() + self.quarantined()
    }

    /// Takes a game with its copies, at these places in ascending order, out of quarantine as one that is scored.
    pub(crate) fn accept(&mut self, places: &[usize]) {
        for place in places.iter().rev() {
            self.quarantine.remove(*place);
        }
        self.games += 1;
        let further = (places.len() as u64).saturating_sub(1);
        let known = self.unscored_by_reason.iter_mut().find(|(reason, _)| *reason == Unscored::Duplicate);
        match known {
            Some((_, games)) => *games += further,
            None if further > 0 => self.unscored_by_reason.push((Unscored::Duplicate, further)),
            None => {}
        }
    }

    /// The summary of all files of an event, read together. Each of them has passed [`first_look`].
    pub(crate) fn read(paths: &[PathBuf]) -> Result<Self, Problem> {
        let collection = datasets::read(paths, None).map_err(|error| refusal(&error))?;
        Ok(Self::new(&collection))
    }

    pub(crate) fn new(collection: &Collection) -> Self {
        let mut reasons: BTreeMap<Unscored, u64> = BTreeMap::new();
        for game in &collection.unscored {
            *reasons.entry(game.reason).or_default() += 1;
        }
        let set_aside = collection.unscored.iter().map(|game| SetAside::new(game, game.reason, game.partner));
        let notes = collection.games.iter().flat_map(|game| game.notes.iter().map(move |note| (game, note)));
        let doubtful = notes.filter_map(|(game, note)| SetAside::of_note(game, note));
        let roster = datasets::roster(collection);
        let dates = || collection.games.iter().map(|game| &game.date).filter(|date| is_day(date));
        let (facts, _) = look_at(&collection.games, &StatedPlay::default());
        Self {
            games: collection.games.len() as u64,
            unscored_by_reason: reasons.into_iter().collect(),
            set_aside: set_aside.take(MAX_SET_ASIDE).collect(),
            doubtful: doubtful.take(MAX_SET_ASIDE).collect(),
            quarantine: collection.quarantine.clone(),
            players: roster.people.len() as u64,
            proposed: EventCircumstances::proposed(collection, &roster, &facts),
            asked: facts.asked(),
            first_date: dates().min().cloned(),
            last_date: dates().max().cloned(),
            boards: boards::of_collection(collection),
        }
    }
}

/// Looks at one file before it is kept. `before` is the size of the event's other files together.
pub(crate) fn first_look(path: &Path, before: Size, limits: &Limits) -> Result<Size, Problem> {
    let mut size = Size::default();
    let (mut chess, mut tavreli) = (false, false);
    let most = limits.games.saturating_sub(before.games);
    let left = limits.unpacked_bytes.saturating_sub(before.unpacked);
    let read = datasets::stream_bounded(path, left, &mut |entry| {
        size.games = size.games.saturating_add(1);
        (_, size.unpacked) = entry.place();
        chess |= match &entry {
            Entry::Game(_) => true,
            Entry::Unscored(game) => game.reason != Unscored::Variant,
            Entry::Quarantined(game) => {
                let other = game.reason == GameDefect::Tavreli;
                tavreli |= other;
                !other
            }
        };
        if size.games > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match read {
        Ok(None) => Err(Problem::Refused {
            why: Key::RefusedManyGames,
            detail: Some(limits.games.to_string().into()),
        }),
        // Games that all break are games: the event's page says of each where.
        Ok(Some(_)) if size.games == 0 => Err(Problem::refused(Key::RefusedNoGames)),
        Ok(Some(_)) if !chess && tavreli => Err(Problem::refused(Key::RefusedTavreli)),
        Ok(Some(_)) if !chess => Err(Problem::refused(Key::RefusedOtherChess)),
        Ok(Some(_)) => Ok(size),
        Err(error) => Err(refusal(&error)),
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

pub(crate) fn refusal(error: &ReadError) -> Problem {
    match error {
        ReadError::Read { source, .. } if source.kind() == io::ErrorKind::FileTooLarge => {
            Problem::refused(Key::RefusedUnpacked)
        }
        ReadError::Read { source, .. } => {
            Problem::Refused { why: Key::RefusedUnreadable, detail: Some(source.to_string().into()) }
        }
        ReadError::Open { .. } | ReadError::EmptyFolder { .. } => {
            tracing::error!(%error, "an uploaded file is gone");
            Problem::Inside
        }
    }
}
