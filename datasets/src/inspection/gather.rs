//! Reads the inputs once. Games are kept until there are too many to tell their events apart; then only counted.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::counts::Counts;
use super::document::{Inspection, Mode};
use crate::pgn::game::{Collection, Input};
use crate::pgn::input::{FORMATS, ReadError};
use crate::pgn::validate::Entry;
use crate::pgn::{AcceptedGame, NotAccepted, accept, collection};
use crate::tournament::several_events::{OneEvent, events_of};

/// Most games that are kept in order to tell their events apart.
const MAX_ONE_EVENT: usize = 20_000;

#[derive(Clone, Copy, Debug, Default)]
pub struct Query<'a> {
    /// Only the event of this name or tag; with another scope than [`Scope::Auto`], the games whose `Event` tag is this.
    pub event: Option<&'a str>,
    pub scope: Scope,
    /// Games that an arbiter accepts up to an illegal move. They take all games in memory.
    pub accepted: &'a [AcceptedGame],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    #[default]
    Auto,
    /// One, whatever the tags say; all games are kept in memory.
    OneEvent,
    /// A collection: counts only.
    Summary,
}

/// An inspection in the making.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The counts; what takes a whole event is still missing.
    pub inspection: Inspection,
    pub collection: Option<Collection>,
    /// The events, where there are several and they could be told apart.
    pub events: Vec<OneEvent>,
    /// Why games that were accepted are not scored.
    pub not_accepted: Vec<NotAccepted>,
}

/// Reads all inputs once. A path is a file (plain, or compressed by its first bytes), a folder, or `-`.
pub fn gather(paths: &[PathBuf], query: Query<'_>) -> Result<Survey, ReadError> {
    let wanted = query.event.map(str::trim);
    // Of an event that is asked for by its name every game has to be seen, to know which tags are its own.
    let by_tag = wanted.filter(|_| query.scope != Scope::Auto);
    let whole = wanted.is_some() || !query.accepted.is_empty();
    let most = if whole { usize::MAX } else { MAX_ONE_EVENT };
    let mut counts = Counts::default();
    // All entries, as long as they are few enough to be told apart.
    let mut kept = matches!(query.scope, Scope::Auto | Scope::OneEvent).then(Vec::new);
    let mut inputs: Vec<Input> = Vec::new();
    for path in paths {
        let first = inputs.len();
        let mut visit = |entry: Entry| {
            if by_tag.is_none_or(|wanted| entry.event() == wanted) {
                match &entry {
                    Entry::Game(game) => counts.game(game),
                    Entry::Unscored(game) => counts.unscored(game),
                    Entry::Quarantined(game) => counts.quarantined(game),
                }
                if let Some(entries) = &mut kept {
                    entries.push(entry);
                    if entries.len() > most && query.scope == Scope::Auto {
                        kept = None;
                    }
                }
            }
            ControlFlow::Continue(())
        };
        inputs.extend(collection::stream_from(path, FORMATS, first, &mut visit)?);
    }
    let files = inputs.clone();
    let mut events = Vec::new();
    let mut not_accepted = Vec::new();
    let collection = match kept {
        Some(entries) if query.scope == Scope::OneEvent => {
            let mut collection = collection::assembled(inputs, entries);
            not_accepted = collection.accept(query.accepted);
            Some(collection)
        }
        Some(entries) => {
            events = events_of(&inputs, entries);
            let mut all: Vec<&mut Collection> =
                events.iter_mut().map(|event| &mut event.collection).collect();
            not_accepted = accept(&mut all, query.accepted);
            events.retain(|event| wanted.is_none_or(|wanted| event.is_called(wanted)));
            if events.len() == 1 { events.pop().map(|event| event.collection) } else { None }
        }
        None => None,
    };
    // Copies of an event are set aside; then it is counted again, with what is left.
    let told: Vec<&Collection> =
        collection.iter().chain(events.iter().map(|event| &event.collection)).collect();
    if !told.is_empty() || wanted.is_some() {
        counts = Counts::default();
        for collection in told {
            collection.games.iter().for_each(|game| counts.game(game));
            collection.unscored.iter().for_each(|game| counts.unscored(game));
            collection.quarantine.iter().for_each(|game| counts.quarantined(game));
        }
    }
    let told_apart = !events.is_empty();
    let mode = if collection.is_some() { Mode::Event } else { Mode::Summary };
    Ok(Survey { inspection: counts.document(mode, files, told_apart), collection, events, not_accepted })
}
