//! `fairplay batch`: every event of some files screened for itself, and a summary over all of them.
//!
//! An event is done when its folder is whole and was made from the same files, statements, engine, settings and parameters; then
//! it is not made again. Killed at any point and run again, the command leaves the same files as in one go: every file is moved
//! into its place whole, and what a run did before is printed and stands in no file.

mod plan;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use analyzer::batch::{Batch, BatchState, Entry};
use analyzer::policy::Regulations;
use analyzer::screening::Screening;
use anyhow::{Context, bail};
use clap::Args;
use pipeline::{Progress, SearchPlayedMove};
use reports::visible;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::arguments::{EngineOptions, EventOptions, LanguageOptions, StatedOptions, read_events};
use crate::commands::screen::{EventScreener, SCREENING, SUMS};
use crate::config::{Config, Engines};
use crate::interrupt;
use crate::output::terminal::say;
use crate::output::{absolute, make_folder, put, take_folder};
use crate::progress::Reporter;
use crate::{ExitStatus, Outcome};
use plan::Planned;

#[derive(Clone, Debug, Args)]
pub(crate) struct BatchOptions {
    /// PGN files, plain, .gz, .zst or .zip, also with several files in one; folders of them; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// Folder for the results: one folder an event, and events.json, events.csv and events.html over all
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(crate) event: EventOptions,
    #[command(flatten)]
    pub(crate) stated: StatedOptions,
    #[command(flatten)]
    language: LanguageOptions,
    #[command(flatten)]
    engine: EngineOptions,
}

/// The summary for programs, as a table, and as a page.
const JSON: &str = "events.json";
const TABLE: &str = "events.csv";
const PAGE: &str = "events.html";
/// Which events are done, and what they were made from.
const STATE: &str = "batch-state.json";

pub(crate) fn run(options: &BatchOptions) -> Outcome {
    interrupt::listen();
    let config = Config::load(&options.engine)?.in_language(options.language);
    let stated = options.stated.load()?;
    let played = options.event.played(&stated)?;
    let (table, aliases) = options.event.aliases.load()?;
    let events = read_events(&options.inputs, &stated.accepted_games)?;
    let engines = config.engines()?;
    let identity = engines.identity()?;
    let _taken = take_folder(&options.out)?;
    let screener = EventScreener {
        config: &config,
        event: &options.event,
        played: &played,
        accepted: &stated.accepted_games,
        table: table.as_deref(),
        aliases: &aliases,
        said: RefCell::default(),
    };
    let files = datasets::input_files(&options.inputs)?;
    let planned = plan::plan(events, &files, &screener, &engines, &identity)?;
    let mut work = Work {
        screener: &screener,
        engines: &engines,
        out: &options.out,
        state: State::read(&options.out.join(STATE)),
        entries: planned.iter().map(|one| Entry::new(one.row.clone())).collect(),
        before: 0,
    };
    work.all(&planned)?;
    let batch = work.summary()?;
    let status = if batch.is_complete() { ExitStatus::Done } else { ExitStatus::Quarantined };
    if options.json {
        return Ok((status, reports::json(&batch)?));
    }
    let mut text = reports::batch::brief(&batch, config.lang);
    if work.before > 0 {
        writeln!(text, "\n{} events were done before and were not made again.", work.before)?;
    }
    writeln!(text, "\nSummary: {}", absolute(&options.out.join(PAGE)).display())?;
    Ok((status, text))
}

/// The events that are done, by folder, each with the digest of everything that it was made from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    done: BTreeMap<String, String>,
}

impl State {
    /// What is there; nothing, if it does not read: then everything is made again.
    fn read(path: &Path) -> Self {
        let text = std::fs::read(path).ok();
        text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }

    fn write(&self, path: &Path) -> anyhow::Result<()> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        put(path, &text)
    }
}

/// A batch under way.
struct Work<'a> {
    screener: &'a EventScreener<'a>,
    engines: &'a Engines,
    out: &'a Path,
    state: State,
    /// A row for each event, in order.
    entries: Vec<Entry>,
    /// Events that were done before.
    before: usize,
}

impl Work<'_> {
    fn all(&mut self, planned: &[Planned]) -> anyhow::Result<()> {
        // An event that is no longer among the files is no longer known.
        let known = |folder: &String| planned.iter().any(|one| one.row.folder == *folder);
        self.state.done.retain(|folder, _| known(folder));
        let open: Vec<bool> = planned.iter().map(|one| !self.is_done(one)).collect();
        let mut progress = Whole {
            total: planned.iter().zip(&open).filter(|(_, open)| **open).map(|(one, _)| one.positions).sum(),
            games: planned.iter().zip(&open).filter(|(_, open)| **open).map(|(one, _)| one.games()).sum(),
            ..Whole::default()
        };
        let mut last_failure = None;
        Reporter::new("").during(|show| -> anyhow::Result<()> {
            for (number, (one, open)) in planned.iter().zip(open).enumerate() {
                if !open {
                    self.before += 1;
                    self.enter(number, one)?;
                    continue;
                }
                let made = self.one(number, planned.len(), one, &mut progress, show);
                progress.end_of(one.positions, one.games());
                match made {
                    Ok(()) => last_failure = None,
                    // What was searched is in the store.
                    Err(error) if interrupt::requested() => {
                        self.write_summary()?;
                        return Err(error);
                    }
                    Err(error) => {
                        let reason = format!("{error:#}");
                        say!("{}: not screened: {}", visible(&one.row.name), visible(&reason));
                        let again = last_failure.as_ref() == Some(&reason);
                        let failed = BatchState::Failed { reason: reason.clone() };
                        self.entries[number].event.state = failed;
                        last_failure = Some(reason);
                        // The failure of an engine would be that of every event.
                        if again && one.unprepared.is_none() {
                            self.write_summary()?;
                            return Err(error.context("two events in a row failed in the same way"));
                        }
                    }
                }
                self.write_summary()?;
            }
            Ok(())
        })?;
        self.state.write(&self.out.join(STATE))?;
        self.write_summary()
    }

    /// Screens one event.
    fn one(
        &mut self,
        number: usize,
        of: usize,
        one: &Planned,
        progress: &mut Whole,
        show: &mut dyn FnMut(&Progress),
    ) -> anyhow::Result<()> {
        if let Some(reason) = &one.unprepared {
            bail!("{reason}");
        }
        let folder = self.out.join(&one.row.folder);
        // Half a folder must not be taken for a whole one.
        self.state.done.remove(&one.row.folder);
        self.state.write(&self.out.join(STATE))?;
        make_folder(&folder)?;
        let event = self.screener.prepared(&one.event, &one.row.name)?;
        let title = format!("Event {} of {of}, {}", number + 1, event.name);
        let engines = self.engines;
        self.screener.screened(event, (&title, &one.source()), engines, &folder, &mut |plans| {
            engines.answered(plans, SearchPlayedMove::IfUnlisted, &mut |part| show(&progress.with(part)))
        })?;
        self.state.done.insert(one.row.folder.clone(), one.made_from.clone());
        self.state.write(&self.out.join(STATE))?;
        self.enter(number, one)
    }

    /// Takes the row of an event from its folder: the same whether it was made now or before.
    fn enter(&mut self, number: usize, one: &Planned) -> anyhow::Result<()> {
        let path = self.out.join(&one.row.folder).join(SCREENING);
        let text = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let screening: Screening =
            serde_json::from_slice(&text).with_context(|| format!("{} does not read", path.display()))?;
        if let Some(entry) = self.entries.get_mut(number) {
            *entry = Entry::screened(one.row.clone(), &screening);
        }
        Ok(())
    }

    /// Whether the event's folder is whole and was made from the same. A position that had no answer is asked again.
    fn is_done(&self, one: &Planned) -> bool {
        let folder = self.out.join(&one.row.folder);
        let same = self.state.done.get(&one.row.folder) == Some(&one.made_from);
        same && one.unprepared.is_none() && is_whole(&folder).unwrap_or(false) && !has_failures(&folder)
    }

    fn summary(&self) -> anyhow::Result<Batch> {
        Ok(Batch::new(&self.entries, &Regulations::shipped()?.multiplicity))
    }

    fn write_summary(&self) -> anyhow::Result<()> {
        let batch = self.summary()?;
        put(&self.out.join(JSON), reports::json(&batch)?.as_bytes())?;
        put(&self.out.join(TABLE), &reports::events_table(&batch).csv()?)?;
        put(&self.out.join(PAGE), reports::batch::html(&batch, self.screener.config.lang).as_bytes())
    }
}

/// Whether every file that the folder's list names is there, byte for byte.
fn is_whole(folder: &Path) -> anyhow::Result<bool> {
    let list = std::fs::read_to_string(folder.join(SUMS))?;
    for line in list.lines() {
        let Some((sum, name)) = line.split_once("  ").filter(|(_, name)| !name.contains(['/', '\\'])) else {
            return Ok(false);
        };
        if uci_pool::hex(&Sha256::digest(std::fs::read(folder.join(name))?)) != sum {
            return Ok(false);
        }
    }
    Ok(list.lines().count() > 0)
}

fn has_failures(folder: &Path) -> bool {
    let text = std::fs::read(folder.join(SCREENING)).ok();
    let read = text.and_then(|text| serde_json::from_slice::<Screening>(&text).ok());
    read.is_none_or(|screening| !screening.failures.is_empty())
}

/// The progress of all events that are to be screened.
#[derive(Default)]
struct Whole {
    /// Positions and games of all of them.
    total: usize,
    games: usize,
    /// Of the events before: positions, those that were in the store, and games.
    done: usize,
    stored: usize,
    games_done: usize,
    /// The last report of the event under way.
    part: Progress,
}

impl Whole {
    /// Progress of the event under way as that of the batch.
    fn with(&mut self, part: &Progress) -> Progress {
        self.part = *part;
        Progress {
            games_done: self.games_done + part.games_done,
            games: self.games,
            done: self.done + part.done,
            // One position may occur in several games, and is counted once there.
            total: (self.done + part.total).max(self.total),
            stored: self.stored + part.stored,
        }
    }

    /// The event under way, of so many positions and games, is at its end.
    fn end_of(&mut self, positions: usize, games: usize) {
        self.done += positions;
        // What was not searched now was there, or will not be searched.
        let searched = self.part.done.saturating_sub(self.part.stored);
        self.stored += positions.saturating_sub(searched);
        self.games_done += games;
        self.part = Progress::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_that_of_the_whole_batch() {
        let mut whole = Whole { total: 300, games: 30, ..Whole::default() };
        let part = Progress { games_done: 4, games: 10, done: 60, total: 100, stored: 20 };
        let shown = whole.with(&part);
        assert_eq!(
            (shown.games_done, shown.games, shown.done, shown.total, shown.stored),
            (4, 30, 60, 300, 20)
        );
        // The first event had 100 positions, of which 80 were searched; one game was in the store as a whole.
        whole.with(&Progress { done: 100, stored: 20, games_done: 10, ..part });
        whole.end_of(100, 10);
        let shown = whole.with(&Progress { games_done: 1, games: 20, done: 10, total: 210, stored: 0 });
        assert_eq!((shown.games_done, shown.done, shown.total, shown.stored), (11, 110, 310, 20));
    }

    #[test]
    fn a_folder_counts_only_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(is_whole(folder.path()).is_err(), "nothing there");
        put(&folder.path().join("a"), b"x").expect("writes");
        let sum = uci_pool::hex(&Sha256::digest(b"x"));
        let list = |text: &str| put(&folder.path().join(SUMS), text.as_bytes()).expect("writes");
        list(&format!("{sum}  a\n"));
        assert!(is_whole(folder.path()).expect("reads"));
        for other in [format!("{sum}  ../a\n"), format!("{}  a\n", sum.replace('2', "3")), String::new()] {
            list(&other);
            assert!(!is_whole(folder.path()).expect("reads"), "{other}");
        }
        list(&format!("{sum}  a\n{sum}  gone\n"));
        assert!(is_whole(folder.path()).is_err());
    }
}
