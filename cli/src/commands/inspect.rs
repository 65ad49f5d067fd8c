//! `fairplay inspect`: what is in a file of games, before any engine runs.

use std::path::PathBuf;

use analyzer::{GamePlan, shipped};
use anyhow::bail;
use clap::Args;
use datasets::Game;
use datasets::inspection::{Context, Query, Scope, Survey, complete, gather};
use datasets::ratings::list::Lists;

use crate::arguments::{AliasOptions, StatedOptions, StoreFileOptions, check_accepted};
use crate::config::Config;
use crate::output::json_or;
use crate::{ExitStatus, Outcome};

mod text;

#[derive(Clone, Debug, Args)]
pub(crate) struct InspectOptions {
    /// PGN files, plain, .gz, .zst or .zip; folders of them; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Only the event of this name, or with this Event tag; with --together or --summary, the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Circumstances of the event (.toml), of which the accepted games are used
    #[arg(long, value_name = "FILE", conflicts_with = "summary")]
    pub(crate) circumstances: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) aliases: AliasOptions,
    /// Treat all games as one event, although they look like several
    #[arg(long, conflicts_with = "summary")]
    pub(crate) together: bool,
    /// Only count games, as for a collection of many events
    #[arg(long)]
    pub(crate) summary: bool,
    /// Print whole lists instead of their first 20 lines
    #[arg(long)]
    pub(crate) all: bool,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) store: StoreFileOptions,
}

/// Decisions that an index needs (Regan; the gate of every parameter file so far).
const GATE: u32 = 100;

pub(crate) fn run(options: &InspectOptions) -> Outcome {
    let stated = StatedOptions { mode: None, circumstances: options.circumstances.clone() }.load()?;
    let asked = Query {
        accepted: &stated.accepted_games,
        event: options.event.as_deref(),
        scope: match (options.summary, options.together) {
            (true, _) => Scope::Summary,
            (false, true) => Scope::OneEvent,
            (false, false) => Scope::Auto,
        },
    };
    let mut found = gather(&options.inputs, asked)?;
    check_accepted(&found.not_accepted)?;
    if found.inspection.games.found == 0 {
        match &options.event {
            Some(event) => bail!("no event or Event tag is `{event}`; the name must match exactly"),
            None => bail!(datasets::why_no_games(&options.inputs)?),
        }
    }
    fill(&mut found, options)?;
    let inspection = &found.inspection;
    let show = || Ok(text::inspection(inspection, &options.inputs, options.all)?);
    let text = json_or(options.json, inspection, show)?;
    let clean = inspection.games.quarantined == 0;
    Ok((if clean { ExitStatus::Done } else { ExitStatus::Quarantined }, text))
}

/// Adds the parts that need a whole event.
fn fill(found: &mut Survey, options: &InspectOptions) -> anyhow::Result<()> {
    let (_, identities) = options.aliases.load()?;
    // Only an event is looked up, and looking makes no store.
    let lists = match found.collection {
        Some(_) => Some(Config::of_store(&options.store)?.store).filter(|store| store.is_file()),
        None => None,
    };
    let lists = lists.map(|store| Lists::open(&store)).transpose()?;
    let calibrated = shipped::calibrated_conditions()?;
    let context = Context {
        aliases: &identities,
        lists: lists.as_ref(),
        gate: GATE,
        to_score: &to_score,
        calibrated: &|conditions| calibrated.contains(&conditions),
    };
    complete(found, &context)?;
    Ok(())
}

/// Moves of White and of Black that are searched; which of them are decided already, only the engine knows.
fn to_score(game: &Game) -> [u32; 2] {
    let mut moves = [0; 2];
    for (ply, turn) in GamePlan::new(game).turns.iter().enumerate() {
        if turn.excluded.is_none()
            && let Some(side) = moves.get_mut(ply % 2)
        {
            *side += 1;
        }
    }
    moves
}
