//! `fairplay-lab simulate`: a made-up event as a table of decisions.

mod event;

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use cli::arguments::EngineOptions;
use serde::Serialize;

use crate::simulate::{Help, Side};
use crate::stored::{DrawnOptions, HelperOptions, load};
use event::{EventPlan, SimulatedEvent, simulate, simulated_csv};

#[derive(Clone, Debug, Args)]
pub struct SimulateOptions {
    /// PGN files to take positions from; only events that are in the store are used
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    /// File for the decisions, .csv or .json
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub players: u32,
    /// Games of each player
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub games: u32,
    /// Rating of all players
    #[arg(long, value_name = "RATING", default_value_t = 2400)]
    pub rating: u16,
    /// Take positions of players within so many points of that rating
    #[arg(long, value_name = "POINTS", default_value_t = 150)]
    pub within: u16,
    /// Number of players who get help
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub helped: u32,
    /// Share of their moves with help, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = parse_share)]
    pub share: f64,
    /// Help on the N most critical moves of each game, instead of a share
    #[arg(long, value_name = "N", conflicts_with = "share")]
    pub costliest: Option<u32>,
    #[command(flatten)]
    pub drawn: DrawnOptions,
    #[command(flatten)]
    pub helper: HelperOptions,
    /// Seed of every draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub engine: EngineOptions,
}

fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("give a number from 0 to 1".to_owned()),
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    /// Always true: nobody may take this for an event that was played.
    simulated: bool,
    parameters: &'a str,
    provisional: bool,
    inputs: &'a [datasets::Input],
    seed: u64,
    helper: &'a str,
    help: Help,
    #[serde(flatten)]
    event: &'a SimulatedEvent,
}

/// Makes the event, writes it and prints its field check.
///
/// # Errors
/// If the events cannot be loaded, the plan makes no sense, or the file cannot be written.
pub fn run(options: &SimulateOptions) -> anyhow::Result<()> {
    let kind = options.out.extension().and_then(|e| e.to_str()).unwrap_or_default();
    if !["csv", "json"].contains(&kind) {
        bail!("--out names a file that ends in .csv or .json");
    }
    let mut events = load(&options.engine, &options.inputs, &options.drawn)?;
    let (helper, helper_name) = events.helper(&options.engine, &options.helper, &[])?;
    eprintln!("{}", events.describe());
    let near = |side: &Side| side.rating.abs_diff(options.rating) <= options.within;
    let sides: Vec<Side> = events.sides.iter().filter(|side| near(side)).cloned().collect();
    let help = match options.costliest {
        Some(count) => Help::Costliest { helped: count, of: count },
        None => Help::Share(options.share),
    };
    let plan = EventPlan {
        players: options.players,
        games: options.games,
        rating: options.rating,
        helped: options.helped,
        help,
        helper,
        seed: options.seed,
    };
    let event = simulate(&sides, &events.parameters, &plan)
        .with_context(|| format!("{} sides within {} points of the rating", sides.len(), options.within))?;
    let bytes = if kind == "csv" {
        simulated_csv(&event)?
    } else {
        let document = Document {
            schema: "simulated-1",
            simulated: true,
            parameters: &events.parameters.version,
            provisional: events.parameters.provisional,
            inputs: &events.inputs,
            seed: options.seed,
            helper: &helper_name,
            help,
            event: &event,
        };
        (serde_json::to_string_pretty(&document)? + "\n").into_bytes()
    };
    std::fs::write(&options.out, bytes).with_context(|| format!("cannot write {}", options.out.display()))?;
    print(&event, sides.len());
    println!("written: {}", options.out.display());
    Ok(())
}

fn print(event: &SimulatedEvent, sides: usize) {
    let field = &event.field;
    let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |v| format!("{v:.2}"));
    println!("simulated: {} players, positions from {sides} sides of games", event.players.len());
    println!(
        "field: {} with an index, mean {} (50), spread {} (5)",
        field.players,
        number(field.roi_mean),
        number(field.roi_sd)
    );
    let (e, s) = (&field.expected_at, &field.seen_at);
    for (level, expected, seen) in [(60, e.at_60, s.at_60), (65, e.at_65, s.at_65), (70, e.at_70, s.at_70)] {
        println!("index {level} or more: {expected:.2} expected of honest players, {seen} seen");
    }
    for player in event.players.iter().filter(|p| p.helped) {
        println!(
            "player {} with help on {} of {} decisions: index {}",
            player.number,
            player.helped_decisions,
            player.decisions.len(),
            number(player.roi)
        );
    }
}
