//! `fairplay simulate`: a made-up event as a table of decisions.

use analyzer::simulate::event::{EventPlan, SimulatedEvent, simulate};
use analyzer::simulate::{Help, Helper, Side};
use anyhow::{Context, bail};
use serde::Serialize;

use crate::ExitStatus;
use crate::arguments::SimulateOptions;
use crate::stored_events::load;

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
pub(crate) fn run(options: &SimulateOptions) -> anyhow::Result<ExitStatus> {
    let kind = options.out.extension().and_then(|e| e.to_str()).unwrap_or_default();
    if !["csv", "json"].contains(&kind) {
        bail!("--out names a file that ends in .csv or .json");
    }
    let mut events = load(&options.engine, &options.inputs, &options.drawn)?;
    let (helper, helper_name) = match &options.helper.helper_profile {
        None => (Helper::FirstLine, "first line of the engine of the test".to_owned()),
        Some(profile) => {
            let helper = events.helper(&options.engine, profile, options.helper.helper_engine.as_ref())?;
            let (name, _) = events.attach(&helper)?;
            (Helper::Chosen, name)
        }
    };
    eprintln!("{}", events.describe());
    let near = |side: &Side| side.rating.abs_diff(options.rating) <= options.within;
    let sides: Vec<Side> = events.sides.iter().filter(|side| near(side)).cloned().collect();
    let help = match options.costliest {
        Some(count) => Help::CostliestPerGame(count),
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
        reports::simulated_csv(&event)?
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
    Ok(ExitStatus::Done)
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
    let (expected, seen) = (&field.expected_at, &field.seen_at);
    for (level, expected, seen) in
        [(60, expected.at_60, seen.at_60), (65, expected.at_65, seen.at_65), (70, expected.at_70, seen.at_70)]
    {
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
