//! What the pages of results are made of: the newest result of an event, read once and kept for the next reader.
//!
//! A result never changes, so what is kept can only be too old, and whether there is a newer one is asked every time.
//! Who may see it is not decided here.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use analyzer::screening::GameTrace;
use reports::pages::{GameHead, Pages, Site};
use reports::{ByLanguage, Language};

use crate::events;
use crate::events::results::{self, Found};
use crate::storage::{Storage, StorageError};

/// Results kept: as many events are looked at within a day, and one of a thousand players takes a few MiB.
const KEPT: usize = 8;

/// A result with all that its addresses are made of.
pub(crate) struct Shown {
    /// What the event is called.
    pub(crate) event: String,
    /// Address of the event.
    pub(crate) base: String,
    pub(crate) found: Found,
    pub(crate) heads: Vec<GameHead>,
    /// What the address of each player ends with.
    pub(crate) players: Vec<String>,
}

impl Shown {
    /// As the pages take it.
    pub(crate) fn site(&self) -> Site<'_> {
        Site {
            event: &self.event,
            base: &self.base,
            screening: &self.found.screening,
            players: &self.players,
            games: &self.heads,
        }
    }

    /// The place of a player by what their address ends with.
    pub(crate) fn player(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|known| known == name)
    }
}

/// The pages of results in every language, and the results read last.
pub(crate) struct Results {
    pages: ByLanguage<Pages>,
    recent: Mutex<VecDeque<Arc<Shown>>>,
}

impl Results {
    /// Reads the message files; no result is kept yet.
    pub(crate) fn new() -> Self {
        Self { pages: ByLanguage::new(Pages::new), recent: Mutex::new(VecDeque::new()) }
    }

    /// The pages in a language.
    pub(crate) fn pages(&self, language: Language) -> &Pages {
        self.pages.get(language)
    }

    /// The newest result of an event; `None` if there is none yet.
    ///
    /// # Errors
    /// The storage's.
    pub(crate) async fn newest(
        &self,
        storage: &Storage,
        event: i64,
    ) -> Result<Option<Arc<Shown>>, StorageError> {
        let newest = storage.read(move |c| results::newest(c, event)).await?;
        let Some(newest) = newest else { return Ok(None) };
        if let Some(kept) = self.kept(newest.id) {
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
            Ok::<_, StorageError>(Some(Shown {
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
        self.keep(Arc::clone(&shown));
        Ok(Some(shown))
    }

    fn kept(&self, id: i64) -> Option<Arc<Shown>> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.iter().find(|shown| shown.found.listed.id == id).cloned()
    }

    /// What is kept of an event is read anew: its name has changed.
    pub(crate) fn forget(&self, event: i64) {
        let base = format!("/events/{event}");
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.retain(|shown| shown.base != base);
    }

    fn keep(&self, shown: Arc<Shown>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        // The one before it of the same event is looked at no more.
        recent.retain(|other| other.base != shown.base);
        recent.push_front(shown);
        recent.truncate(KEPT);
    }
}

/// Games of a result move by move, those that are wanted.
///
/// # Errors
/// The storage's.
pub(crate) async fn games(
    storage: &Storage,
    shown: &Arc<Shown>,
    wanted: impl Fn(&GameHead) -> bool + Send + 'static,
) -> Result<Vec<(GameHead, GameTrace)>, StorageError> {
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
