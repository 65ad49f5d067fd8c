//! `fairplay inspect`: what is in a file of games, before any engine runs.

use std::io::Write;
use std::path::Path;

use analyzer::GamePlan;
use anyhow::{Context as _, bail};
use datasets::inspection::{Context, Query, Scope, Survey, complete, gather};
use datasets::rating_list::Lists;
use datasets::{Book, Game, trf};

use crate::Ending;
use crate::arguments::{EngineOptions, InspectOptions};
use crate::config::Config;

mod text;

/// Decisions that an index needs (Regan; the gate of every parameter file so far).
const GATE: u32 = 100;

pub(crate) fn run(options: &InspectOptions, out: &mut dyn Write) -> anyhow::Result<Ending> {
    let asked = Query {
        event: options.event.as_deref(),
        scope: match (options.fast, options.summary, options.together) {
            (true, _, _) => Scope::Tags,
            (false, true, _) => Scope::Summary,
            (false, false, true) => Scope::OneEvent,
            (false, false, false) => Scope::Auto,
        },
    };
    let mut found = gather(&options.inputs, asked)?;
    if found.inspection.games.found == 0 {
        match &options.event {
            Some(event) => bail!("no game has the Event tag `{event}`; the tag must match exactly"),
            None => bail!("no games were found"),
        }
    }
    fill(&mut found, options)?;
    let inspection = &found.inspection;
    if options.json {
        out.write_all(reports::inspection_json(inspection)?.as_bytes())?;
    } else {
        out.write_all(text::inspection(inspection, &options.inputs, options.all)?.as_bytes())?;
    }
    Ok(if inspection.games.quarantined == 0 { Ending::Done } else { Ending::Quarantined })
}

/// Adds what takes a whole event.
fn fill(found: &mut Survey, options: &InspectOptions) -> anyhow::Result<()> {
    if found.collection.is_none() && (options.trf.is_some() || options.book.is_some()) {
        bail!(
            "these are several events, and a report or a book is compared with one: choose it with --event NAME, or take \
             all games together with --together"
        );
    }
    let (_, aliases) = crate::people::aliases(options.aliases.as_deref())?;
    let report = match &options.trf {
        Some(path) => Some((file_name(path), trf::open(path, options.encoding.map(Into::into))?)),
        None => None,
    };
    let book = match &options.book {
        Some(path) => Some(Book::load(path).with_context(|| format!("{} cannot be used", path.display()))?),
        None => None,
    };
    // Only an event is looked up, and looking makes no store.
    let lists = if found.collection.is_some() { lists(options)? } else { None };
    let context = Context {
        aliases: &aliases,
        lists: lists.as_ref(),
        report: report.as_ref().map(|(name, trf)| (name.as_str(), trf)),
        book: book.as_ref(),
        gate: GATE,
        to_score: &to_score,
    };
    complete(found, &context)?;
    Ok(())
}

fn lists(options: &InspectOptions) -> anyhow::Result<Option<Lists>> {
    let config = Config::load(&EngineOptions {
        store: options.store.clone(),
        config: options.config.clone(),
        ..EngineOptions::default()
    })?;
    if !config.store.is_file() {
        return Ok(None);
    }
    Ok(Some(Lists::open(&config.store)?))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Moves of White and of Black that are searched; which of them are decided already, only the engine knows.
fn to_score(game: &Game) -> [u32; 2] {
    let mut moves = [0; 2];
    for (ply, turn) in GamePlan::of(game).turns.iter().enumerate() {
        if turn.excluded.is_none()
            && let Some(side) = moves.get_mut(ply % 2)
        {
            *side += 1;
        }
    }
    moves
}
