//! Reads the inputs once and finds out whether they hold one event or a collection.
//!
//! Games are kept until it is clear that there are several events, or too many games for one; then they are counted
//! and let go.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::document::{InputFile, Inspection, Mode};
use super::tally::Counts;
use crate::pgn::collection;
use crate::pgn::game::{Collection, Input};
use crate::pgn::input::ReadError;
use crate::pgn::validate::Entry;

/// Most games that are taken for one event without being told so.
const MOST_OF_ONE: usize = 20_000;

/// What to look at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// Only the games whose `Event` tag is this (both trimmed).
    pub event: Option<&'a str>,
    /// One event or many.
    pub scope: Scope,
}

/// One event or many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// As the games say.
    #[default]
    Auto,
    /// One, whatever the tags say; all games are kept in memory.
    OneEvent,
    /// A collection: counts only.
    Summary,
    /// A collection, by its tags alone.
    Tags,
}

#[derive(Clone, Debug)]
pub struct Found {
    /// The counts; what takes a whole event is still missing.
    pub inspection: Inspection,
    /// The event, unless it is a collection of many.
    pub collection: Option<Collection>,
    /// The class of most games.
    pub class: Option<crate::clocks::time_class::TimeClass>,
    /// Games that are certainly not of standard time control.
    pub not_standard: u64,
}

/// Reads all inputs once. A path is a file (plain, or compressed by its first bytes), a folder, or `-`.
///
/// # Errors
/// An input that cannot be opened or read to its end.
pub fn gather(paths: &[PathBuf], asked: Asked<'_>) -> Result<Found, ReadError> {
    let wanted = asked.event.map(str::trim);
    let mut hands = Hands {
        scope: asked.scope,
        counts: Counts::default(),
        kept: (!matches!(asked.scope, Scope::Summary | Scope::Tags)).then(Vec::new),
    };
    let mut inputs: Vec<Input> = Vec::new();
    let mut sizes = Vec::new();
    for path in paths {
        let first = inputs.len();
        let mut visit = |entry: Entry| {
            if wanted.is_none_or(|wanted| entry.event() == wanted) {
                hands.take(entry);
            }
            ControlFlow::Continue(())
        };
        let read = if asked.scope == Scope::Tags {
            collection::skim_from(path, first, &mut visit)?
        } else {
            collection::stream_from(path, first, &mut visit)?
        };
        for file in crate::pgn::input::files(path)?.iter().take(read.len()) {
            sizes.push(size(file));
        }
        inputs.extend(read);
    }
    let sized: Vec<InputFile> = inputs
        .iter()
        .zip(sizes)
        .map(|(input, bytes)| InputFile { name: input.name.clone(), sha256: input.sha256.clone(), bytes })
        .collect();
    Ok(hands.found(inputs, sized))
}

/// Bytes on disk; nothing of a pipe.
fn size(file: &Path) -> Option<u64> {
    let data = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    Some(data.len())
}

/// The games in hand and the counts so far.
struct Hands {
    scope: Scope,
    counts: Counts,
    /// All entries, as long as this may be one event.
    kept: Option<Vec<Entry>>,
}

impl Hands {
    fn take(&mut self, entry: Entry) {
        self.count(&entry);
        let Some(kept) = &mut self.kept else { return };
        kept.push(entry);
        let many = kept.len() > MOST_OF_ONE || self.counts.events.large > 1;
        if self.scope == Scope::Auto && many {
            self.kept = None;
        }
    }

    fn count(&mut self, entry: &Entry) {
        match entry {
            Entry::Game(game) => self.counts.game(game, self.scope != Scope::Tags),
            Entry::Unscored(game, event) => self.counts.unscored(game, event),
            Entry::Quarantined(broken, event) => self.counts.quarantined(broken.clone(), event.clone()),
        }
    }

    fn found(self, inputs: Vec<Input>, sized: Vec<InputFile>) -> Found {
        let Some(kept) = self.kept else {
            let mode = if self.scope == Scope::Tags { Mode::Tags } else { Mode::Summary };
            return done(self.counts, mode, sized, None);
        };
        // Of an event the copies are set aside first; then it is counted again, with what is left.
        let mut tags: BTreeMap<(usize, u32), String> = BTreeMap::new();
        for entry in &kept {
            match entry {
                Entry::Unscored(game, event) => tags.insert((game.input, game.number), event.clone()),
                Entry::Quarantined(game, event) => tags.insert((game.input, game.game), event.clone()),
                Entry::Game(game) => tags.insert((game.input, game.number), game.event.clone()),
            };
        }
        let collection = collection::assembled(inputs, kept);
        let tag = |input, number| tags.get(&(input, number)).map(String::as_str);
        let mut counts = Counts::default();
        for game in &collection.games {
            counts.game(game, true);
        }
        for game in &collection.unscored {
            counts.unscored(game, tag(game.input, game.number).unwrap_or_default());
        }
        for broken in &collection.quarantine {
            let event = tag(broken.input, broken.game).unwrap_or_default();
            counts.quarantined(broken.clone(), event.to_owned());
        }
        done(counts, Mode::Event, sized, Some(collection))
    }
}

fn done(counts: Counts, mode: Mode, sized: Vec<InputFile>, collection: Option<Collection>) -> Found {
    Found {
        class: counts.controls.usual_class(),
        not_standard: counts.controls.not_standard(),
        inspection: counts.document(mode, sized),
        collection,
    }
}
