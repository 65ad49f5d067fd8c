//! The newest result of an event, read once and kept for the next reader of its pages.
//!
//! A result never changes, so a cached one can only be outdated; every request checks for a newer one.
//! Who may see it is not decided here.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use analyzer::screening::GameTrace;
use reports::pages::{GameHead, Pages, Site};
use reports::{ByLanguage, Language};

use crate::events;
use crate::events::results::{self, StoredResult};
use crate::store::{Result, Storage, StorageError};

/// Values kept: about as many as there are events that are opened within a day.
const CAPACITY: usize = 8;

/// A small cache of the most recently used values.
pub(crate) struct Recent<T>(Mutex<VecDeque<Arc<T>>>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Recent<T> {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn find(&self, fits: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        self.lock().iter().find(|value| fits(value)).cloned()
    }

    pub(crate) fn forget(&self, fits: impl Fn(&T) -> bool) {
        self.lock().retain(|value| !fits(value));
    }

    /// Keeps a value in place of those that fit.
    pub(crate) fn keep(&self, value: &Arc<T>, replaces: impl Fn(&T) -> bool) {
        self.forget(replaces);
        let mut recent = self.lock();
        recent.push_front(Arc::clone(value));
        recent.truncate(CAPACITY);
    }
}

/// A result with the parts of its addresses.
pub(crate) struct ResultView {
    pub(crate) event: String,
    pub(crate) base: String,
    pub(crate) found: StoredResult,
    pub(crate) heads: Vec<GameHead>,
    pub(crate) players: Vec<String>,
}

impl ResultView {
    pub(crate) fn site(&self) -> Site<'_> {
        Site {
            event: &self.event,
            base: &self.base,
            screening: &self.found.screening,
            players: &self.players,
            games: &self.heads,
        }
    }

    pub(crate) fn player(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|known| known == name)
    }
}

/// The pages of results in every language, and the results read last.
pub(crate) struct Results {
    pages: ByLanguage<Pages>,
    recent: Recent<ResultView>,
}

impl Results {
    pub(crate) fn new() -> Self {
        Self { pages: ByLanguage::new(Pages::new), recent: Recent::default() }
    }

    pub(crate) fn pages(&self, language: Language) -> &Pages {
        self.pages.get(language)
    }

    pub(crate) async fn newest(&self, storage: &Storage, event: i64) -> Result<Option<Arc<ResultView>>> {
        let newest = storage.read(move |c| results::newest(c, event)).await?;
        let Some(newest) = newest else { return Ok(None) };
        if let Some(kept) = self.recent.find(|shown| shown.found.listed.id == newest.id) {
            return Ok(Some(kept));
        }
        let read = storage.read(move |c| {
            let Some(found) = results::latest(c, event)? else {
                return Ok(None);
            };
            let event =
                events::by_id(c, event)?.ok_or(StorageError::Damaged { what: "a result of no event" })?;
            let heads = results::games(c, found.listed.id)?;
            let players = found.screening.players.iter().map(results::player_name);
            Ok(Some(ResultView {
                players: players.collect(),
                base: format!("/events/{}", event.id),
                event: event.name,
                found,
                heads,
            }))
        });
        let Some(shown) = read.await?.map(Arc::new) else {
            return Ok(None);
        };
        // It replaces the earlier result of the same event.
        self.recent.keep(&shown, |other| other.base == shown.base);
        Ok(Some(shown))
    }

    /// Reads the result of an event anew at the next look: its name has changed.
    pub(crate) fn forget(&self, event: i64) {
        let base = format!("/events/{event}");
        self.recent.forget(|shown| shown.base == base);
    }
}

/// Games of a result move by move, those that are wanted.
pub(crate) async fn games(
    storage: &Storage,
    shown: &Arc<ResultView>,
    wanted: impl Fn(&GameHead) -> bool + Send + 'static,
) -> Result<Vec<(GameHead, GameTrace)>> {
    let shown = Arc::clone(shown);
    storage
        .read(move |c| {
            let wanted = shown.heads.iter().filter(|head| wanted(head));
            wanted
                .map(|head| {
                    let trace = results::trace(c, shown.found.listed.id, head.place)?;
                    let trace = trace.ok_or(StorageError::Damaged { what: "a game" })?;
                    Ok((head.clone(), trace))
                })
                .collect()
        })
        .await
}
