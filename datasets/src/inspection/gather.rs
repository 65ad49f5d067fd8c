//! Reads the inputs once. Games are kept until there are several events, or too many games for one; then only counted.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::counts::Counts;
use super::document::{Inspection, Mode};
use crate::clocks::time_class::TimeClass;
use crate::pgn::collection;
use crate::pgn::game::{Collection, Input};
use crate::pgn::input::{FORMATS, ReadError};
use crate::pgn::validate::Entry;

/// Most games that are taken for one event without being told so.
const MAX_ONE_EVENT: usize = 20_000;

#[derive(Clone, Copy, Debug, Default)]
pub struct Query<'a> {
    /// Only the games whose `Event` tag is this (both trimmed).
    pub event: Option<&'a str>,
    pub scope: Scope,
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
    /// The class of most games.
    pub class: Option<TimeClass>,
    /// Games that are certainly not of standard time control.
    pub not_standard: u64,
}

/// Reads all inputs once. A path is a file (plain, or compressed by its first bytes), a folder, or `-`.
pub fn gather(paths: &[PathBuf], query: Query<'_>) -> Result<Survey, ReadError> {
    let wanted = query.event.map(str::trim);
    let mut counts = Counts::default();
    // All entries, as long as this may be one event.
    let mut kept = matches!(query.scope, Scope::Auto | Scope::OneEvent).then(Vec::new);
    let mut inputs: Vec<Input> = Vec::new();
    for path in paths {
        let first = inputs.len();
        let mut visit = |entry: Entry| {
            if wanted.is_none_or(|wanted| entry.event() == wanted) {
                match &entry {
                    Entry::Game(game) => counts.game(game),
                    Entry::Unscored(game) => counts.unscored(game),
                    Entry::Quarantined(game) => counts.quarantined(game),
                }
                if let Some(entries) = &mut kept {
                    entries.push(entry);
                    let many = entries.len() > MAX_ONE_EVENT || counts.events.large > 1;
                    if many && query.scope == Scope::Auto {
                        kept = None;
                    }
                }
            }
            ControlFlow::Continue(())
        };
        inputs.extend(collection::stream_from(path, FORMATS, first, &mut visit)?);
    }
    let files = inputs.clone();
    let mut mode = Mode::Summary;
    // Of an event the copies are set aside first; then it is counted again, with what is left.
    let collection = kept.map(|kept| collection::assembled(inputs, kept));
    if let Some(collection) = &collection {
        mode = Mode::Event;
        counts = Counts::default();
        collection.games.iter().for_each(|game| counts.game(game));
        collection.unscored.iter().for_each(|game| counts.unscored(game));
        collection.quarantine.iter().for_each(|game| counts.quarantined(game));
    }
    Ok(Survey {
        class: counts.controls.usual_class(),
        not_standard: counts.controls.not_standard(),
        inspection: counts.document(mode, files),
        collection,
    })
}
