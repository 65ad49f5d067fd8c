//! A source that is followed: each look is read, its games are compared with the versions before.
//!
//! Nothing waits and nothing is printed here. Only the version log of the tracker is written.

use std::time::Duration;

use thiserror::Error;

use super::{
    Change, LiveGame, Report, Source, SourceError, Tracked, Tracker, TrackerError, Update, games, pgn,
};

#[derive(Debug, Error)]
pub enum FollowError {
    /// The source cannot answer now; it can be asked again.
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Tracker(#[from] TrackerError),
}

pub struct Following {
    source: Box<dyn Source>,
    tracker: Tracker,
    /// The games at the last look that brought something.
    games: Vec<LiveGame>,
    /// The text of the games that were kept after the last look.
    text: Option<Vec<u8>>,
}

#[derive(Debug)]
pub struct LiveUpdate {
    /// When, in seconds since 1970-01-01 UTC.
    pub at: u64,
    pub changes: Vec<Report>,
    /// The games that are kept, as one PGN file ([`pgn`]); absent if they are what they were at the look before.
    pub text: Option<Vec<u8>>,
    /// Parts that could not be used or were left alone, for people.
    pub notes: Vec<String>,
    pub retry_after: Option<Duration>,
}

impl Following {
    /// Follows a source; `tracker` may know games from before.
    pub fn new(source: Box<dyn Source>, tracker: Tracker) -> Self {
        Self { source, tracker, games: Vec::new(), text: None }
    }

    /// Asks once, at a time in seconds since 1970-01-01 UTC, and keeps what is new.
    pub fn look(&mut self, at: u64) -> Result<LiveUpdate, FollowError> {
        self.look_while(at, &|| true)
    }

    /// [`Following::look`] for as long as `go_on` says so; see [`Source::poll_while`].
    pub fn look_while(&mut self, at: u64, go_on: &dyn Fn() -> bool) -> Result<LiveUpdate, FollowError> {
        let update = self.source.poll_while(go_on)?;
        let mut notes = update.notes.clone();
        let mut changes = if update.changed {
            self.take(&update, &mut notes);
            self.tracker.observe(&self.games, false, at)?
        } else if self.tracker.waits() {
            // Nobody was in the middle of writing: what is missing is missing.
            self.tracker.observe(&self.games, true, at)?
        } else {
            Vec::new()
        };
        changes.retain(|report| report.change != Change::Unchanged);
        let kept = pgn(self.tracker.games());
        let text = (self.text.as_ref() != Some(&kept)).then(|| kept.clone());
        self.text = Some(kept);
        Ok(LiveUpdate { at, changes, text, notes, retry_after: update.retry_after })
    }

    /// Reads the documents.
    fn take(&mut self, update: &Update, notes: &mut Vec<String>) {
        self.games.clear();
        for document in &update.documents {
            let reading = games(document);
            if reading.more {
                let count = reading.games.len();
                notes.push(format!("{}: only the first {count} games are followed", document.name));
            }
            self.games.extend(reading.games);
        }
    }

    /// Whether something was seen that is believed only once the source rests.
    pub fn waits(&self) -> bool {
        self.tracker.waits()
    }

    /// The games, each with all its versions, those included that the source holds no more.
    pub fn games(&self) -> &[Tracked] {
        self.tracker.games()
    }

    /// Whether a game that the source holds does not read.
    pub fn has_faults(&self) -> bool {
        self.games.iter().any(|game| game.fault.is_some())
    }
}
