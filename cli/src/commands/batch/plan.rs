//! What a batch has to do: every event with its folder, its row before it is screened, and the digest of everything that its
//! files are made from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use analyzer::GamePlan;
use analyzer::batch::{BatchEvent, BatchGames, BatchState};
use analyzer::screening::{SCHEMA, SOFTWARE};
use datasets::OneEvent;
use sha2::{Digest, Sha256};
use uci_pool::Identity;

use crate::arguments::EventChoice;
use crate::commands::screen::{EventScreener, Source};
use crate::config::Engines;
use crate::output::slug;
use crate::run::PreparedEvent;

/// An event that is to be screened.
pub(super) struct Planned {
    /// Its row, waiting.
    pub(super) row: BatchEvent,
    pub(super) event: OneEvent,
    /// The files that hold its games.
    files: Vec<PathBuf>,
    /// Positions to search, as far as that is known before an engine runs.
    pub(super) positions: usize,
    /// SHA-256 of everything that its files are made from.
    pub(super) made_from: String,
    /// Why it cannot be screened.
    pub(super) unprepared: Option<String>,
}

impl Planned {
    /// Where the games come from, for its `run.json`.
    pub(super) fn source(&self) -> Source<'_> {
        source(&self.row, &self.files)
    }

    /// Games that can be scored.
    pub(super) fn games(&self) -> usize {
        self.event.collection.games.len()
    }
}

fn source<'a>(row: &BatchEvent, files: &'a [PathBuf]) -> Source<'a> {
    let chosen = EventChoice { name: row.name.clone(), first_day: row.first_day.clone() };
    Source { inputs: files, tag: None, one_of: Some(chosen) }
}

/// Plans all events. `files` has the file of every input that was read.
pub(super) fn plan(
    events: Vec<OneEvent>,
    files: &[PathBuf],
    screener: &EventScreener<'_>,
    engines: &Engines,
    identity: &Identity,
) -> anyhow::Result<Vec<Planned>> {
    let common = common(screener, engines, identity)?;
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    events.into_iter().map(|event| one(event, files, (screener, engines, &common), &mut taken)).collect()
}

fn one(
    event: OneEvent,
    files: &[PathBuf],
    (screener, engines, common): (&EventScreener<'_>, &Engines, &str),
    taken: &mut BTreeMap<String, usize>,
) -> anyhow::Result<Planned> {
    let own: BTreeSet<PathBuf> = event.inputs.iter().filter_map(|input| files.get(*input).cloned()).collect();
    let files: Vec<PathBuf> = own.into_iter().collect();
    let prepared = screener.prepared(&event, &event.name);
    let collection = &event.collection;
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    // Preparing sets games of other conditions aside.
    let (scored, unscored, players) = match &prepared {
        Ok(prepared) => {
            let c = &prepared.collection;
            let people: BTreeSet<usize> =
                prepared.roster.games.iter().flat_map(|(white, black)| [*white, *black]).collect();
            (c.games.len(), c.unscored.len(), people.len())
        }
        Err(_) => (collection.games.len(), collection.unscored.len(), 0),
    };
    let quarantined = collection.quarantine.len();
    let row = BatchEvent {
        folder: folder(&event, taken),
        first_day: event.first_day.map(|day| day.to_string()),
        last_day: event.last_day.map(|day| day.to_string()),
        games: BatchGames {
            found: count(scored + unscored + quarantined),
            scored: count(scored),
            unscored: count(unscored),
            quarantined: count(quarantined),
        },
        players: count(players),
        state: BatchState::Waiting,
        screened: None,
        name: event.name.clone(),
    };
    let (positions, made_from, unprepared) = match prepared {
        Ok(prepared) => {
            let positions = prepared.plans.iter().map(|plan: &GamePlan| plan.searched().count()).sum();
            (positions, made_from(prepared, &source(&row, &files), (screener, engines, common))?, None)
        }
        Err(error) => (0, String::new(), Some(format!("{error:#}"))),
    };
    Ok(Planned { row, event, files, positions, made_from, unprepared })
}

/// The name of an event's folder: its first day and its name, with a number where another has the same.
fn folder(event: &OneEvent, taken: &mut BTreeMap<String, usize>) -> String {
    let day = event.first_day.map_or_else(|| "undated".to_owned(), |day| day.to_string());
    let name = format!("{day}-{}", slug(&event.name));
    let times = taken.entry(name.clone()).or_default();
    *times += 1;
    match *times {
        1 => name,
        times => format!("{name}-{times}"),
    }
}

/// What all events are made from: program, engine, language, and the files beside the games.
fn common(screener: &EventScreener<'_>, engines: &Engines, identity: &Identity) -> anyhow::Result<String> {
    let config = screener.config;
    let digest = |path: Option<&Path>| -> anyhow::Result<String> {
        let bytes = path.map(std::fs::read).transpose()?;
        Ok(bytes.map_or_else(String::new, |bytes| uci_pool::hex(&Sha256::digest(bytes))))
    };
    let parameters = digest(config.parameters.as_deref())?;
    let book = digest(screener.event.book.as_deref())?;
    let aliases = screener.aliases.input().map(|input| input.sha256.clone());
    Ok(format!(
        "{SOFTWARE}\n{SCHEMA}\n{}\n{identity:?}\n{:?}\nparameters {parameters}\nbook {book}\naliases {aliases:?}\n",
        config.lang.tag(),
        engines.settings,
    ))
}

/// The digest of everything that an event's files are made from.
fn made_from(
    event: PreparedEvent,
    source: &Source<'_>,
    (screener, engines, common): (&EventScreener<'_>, &Engines, &str),
) -> anyhow::Result<String> {
    let mut hash = Sha256::new();
    hash.update(common);
    for input in &event.collection.inputs {
        hash.update(format!("{:?} {}\n", input.name, input.sha256));
    }
    // Ratings may come from the lists of the store.
    hash.update(format!("{:?}\n{:?}\n{:?}\n", event.facts, event.ratings, event.rating_lists));
    hash.update(serde_json::to_vec(&screener.record(event, source, engines))?);
    Ok(uci_pool::hex(&hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use datasets::day::Day;

    #[test]
    fn every_event_has_a_folder_of_its_own() {
        let mut taken = BTreeMap::new();
        let mut name = |name: &str, day: Option<&str>| {
            let event = OneEvent {
                name: name.to_owned(),
                first_day: day.and_then(Day::parse),
                ..OneEvent::default()
            };
            folder(&event, &mut taken)
        };
        assert_eq!(name("Spring Open", Some("2025-06-23")), "2025-06-23-spring-open");
        assert_eq!(name("SPRING  OPEN!", Some("2025-06-23")), "2025-06-23-spring-open-2");
        assert_eq!(name("../../Кубок", None), "undated-event");
        assert_eq!(name("Турнир", None), "undated-event-2");
    }
}
