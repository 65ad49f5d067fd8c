//! `fairplay power`: how often help is seen.

use std::path::Path;

use analyzer::power::table::SCHEMA;
use analyzer::power::{Experiment, PowerDocument, PowerManifest, PowerTable, balanced, measure};
use analyzer::screening::InputEntry;
use analyzer::simulate::{Help, Helper};
use anyhow::Context;
use reports::{power_csv, power_json, power_markdown, power_svg};

use crate::ExitStatus;
use crate::arguments::PowerOptions;
use crate::stored_events::{StoredEvents, load};

/// Measures detection rates and writes them.
pub(crate) fn run(options: &PowerOptions) -> anyhow::Result<ExitStatus> {
    let mut events = load(&options.engine, &options.inputs, &options.drawn)?;
    let (helper, helper_name) = match &options.helper.helper_profile {
        None => {
            (Helper::FirstLine, "first line of the engine of the test, the best case for the test".to_owned())
        }
        Some(profile) => {
            let helper = events.helper(&options.engine, profile, options.helper.helper_engine.as_ref())?;
            if let Some(of_each) = options.helper_sides {
                let seed = options.seed.to_string();
                let chosen = balanced(&events.sides, &options.bands, options.half_width, of_each, &seed);
                events.ask(&helper, &chosen)?;
            }
            let (name, coverage) = events.attach(&helper)?;
            eprintln!("helper known in {} sides of games, {} left out", coverage.sides, coverage.left_out);
            (Helper::Chosen, name)
        }
    };
    eprintln!("{}", events.describe());
    let shares = options.shares.iter().map(|percent| Help::Share(percent / 100.0));
    let costliest = options.costliest.iter().map(|count| Help::CostliestPerGame(*count));
    let experiment = Experiment {
        bands: options.bands.clone(),
        half_width: options.half_width,
        games: options.games.clone(),
        helps: shares.chain(costliest).collect(),
        helper,
        helper_name,
        honest_part: options.honest_from,
        performances: options.performances,
        honest: options.honest,
        false_alarm_rates: options.false_alarm_rates.clone(),
        seed: options.seed,
    };
    let table = measure(&events.sides, &events.parameters, &experiment)?;
    let document = document(&events, table);
    let json = power_json(&document)?;
    if let Some(folder) = &options.out {
        write(folder, &document.table, &json)?;
        eprintln!("written: {}", folder.display());
    }
    if options.json {
        print!("{json}");
    } else {
        print!("{}", power_markdown(&document.table));
    }
    Ok(ExitStatus::Done)
}

fn document(events: &StoredEvents, table: PowerTable) -> PowerDocument {
    let inputs = events
        .inputs
        .iter()
        .map(|input| InputEntry { name: input.name.clone(), sha256: input.sha256.clone() });
    PowerDocument {
        schema: SCHEMA.to_owned(),
        manifest: PowerManifest {
            engine: (&events.identity).into(),
            settings: (&events.settings).into(),
            software: concat!("fairplay ", env!("CARGO_PKG_VERSION")).to_owned(),
            inputs: inputs.collect(),
            events: events.events,
            events_left_out: events.left_out,
        },
        table,
    }
}

fn write(folder: &Path, table: &PowerTable, json: &str) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let markdown = power_markdown(table);
    let csv = power_csv(table)?;
    let mut files: Vec<(&str, &[u8])> =
        vec![("power.json", json.as_bytes()), ("power.csv", &csv), ("power.md", markdown.as_bytes())];
    let plot = power_svg(table);
    files.extend(plot.as_ref().map(|plot| ("power.svg", plot.as_bytes())));
    for (name, bytes) in files {
        let path = folder.join(name);
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
