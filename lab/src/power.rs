//! `fairplay-lab power`: how often help is seen, at a false-alarm rate that is stated.
//!
//! Performances are put together from games of honest players, a share of the moves is replaced by a helper's, and
//! the tests are asked. Nothing here decides what ought to follow from a detection.

mod chart;
mod experiment;
mod pool;
mod report;
mod score;
mod table;
mod threshold;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use analyzer::calibration::split::shuffled;
use analyzer::screening::InputEntry;
use anyhow::Context;
use clap::Args;
use cli::arguments::EngineOptions;

use crate::simulate::{Help, HonestPart, Side};
use crate::stored::{DeeperOptions, DrawnOptions, HelperOptions, StoredEvents, load};
use chart::power_svg;
use experiment::{Experiment, measure};
use report::{power_csv, power_markdown};
use table::{PowerDocument, PowerManifest, PowerTable, SCHEMA};

#[derive(Clone, Debug, Args)]
pub struct PowerOptions {
    /// PGN files of honest play; only events that are in the store are used
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    /// Folder for power.json, power.csv, power.md and power.svg
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print the result as JSON instead of tables
    #[arg(long)]
    pub json: bool,
    /// Middles of the rating bands
    #[arg(long, value_name = "RATINGS", value_delimiter = ',', default_values_t = [2000, 2300, 2600])]
    pub bands: Vec<u16>,
    /// Half the width of a band in rating points
    #[arg(long, value_name = "POINTS", default_value_t = 100)]
    pub half_width: u16,
    /// Games of a performance
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [4, 9, 27])]
    pub games: Vec<u32>,
    /// Shares of helped moves in per cent
    #[arg(long, value_name = "PERCENT", value_delimiter = ',', default_values_t = [5.0, 10.0, 20.0, 33.0])]
    pub shares: Vec<f64>,
    /// Shares of helped moves in every third game, in per cent
    #[arg(long, value_name = "PERCENT", value_delimiter = ',', default_values_t = [60.0])]
    pub third_games: Vec<f64>,
    /// Help on the N most critical moves of each game, or on N of the M most critical ones
    #[arg(long, value_name = "N|N/M", value_delimiter = ',', default_value = "2,2/4", value_parser = costliest)]
    pub costliest: Vec<Help>,
    /// Helped performances for each rate
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub performances: u32,
    /// Honest performances for each band and number of games
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub honest: u32,
    /// False-alarm rates at which the rules are compared
    #[arg(long, value_name = "RATES", value_delimiter = ',', default_values_t = [0.01, 0.001])]
    pub false_alarm_rates: Vec<f64>,
    /// Where the honest moves come from
    #[arg(long, value_enum, default_value_t = HonestPart::Form)]
    pub honest_from: HonestPart,
    /// Also find out whom the hints of an event of 60 players would name, which takes hours
    #[arg(long)]
    pub hints: bool,
    #[command(flatten)]
    pub drawn: DrawnOptions,
    #[command(flatten)]
    pub helper: HelperOptions,
    #[command(flatten)]
    pub deeper: DeeperOptions,
    /// First search for the helper in this number of sides of games of each band; if stopped, the same command continues
    #[arg(long, value_name = "SIDES", requires = "helper_profile")]
    pub helper_sides: Option<usize>,
    /// Seed of every draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub engine: EngineOptions,
}

/// Measures detection rates and writes them.
///
/// # Errors
/// If the events cannot be loaded, the plan makes no sense, or a file cannot be written.
pub fn run(options: &PowerOptions) -> anyhow::Result<()> {
    let mut events = load(&options.engine, &options.inputs, &options.drawn)?;
    let ask = options.helper_sides.map_or_else(Vec::new, |of_each| {
        let seed = options.seed.to_string();
        helped_sides(&events.sides, &options.bands, options.half_width, of_each, &seed)
    });
    let fitted = events.fitted(&options.deeper)?;
    let earlier = fitted.as_ref().map_or(&[][..], |fitted| &fitted.earlier);
    let attached = events.deeper(&options.engine, &options.deeper, earlier)?;
    let deeper = attached.map(|attached| attached.described).zip(fitted);
    let (helper, helper_name) = events.helper(&options.engine, &options.helper, &ask)?;
    eprintln!("{}", events.describe());
    let shares = options.shares.iter().map(|percent| Help::Share(percent / 100.0));
    let third = options.third_games.iter().map(|percent| Help::ThirdGames(percent / 100.0));
    let experiment = Experiment {
        bands: options.bands.clone(),
        half_width: options.half_width,
        games: options.games.clone(),
        helps: shares.chain(third).chain(options.costliest.iter().copied()).collect(),
        helper,
        helper_name,
        deeper,
        honest_part: options.honest_from,
        hints: options.hints,
        performances: options.performances,
        honest: options.honest,
        false_alarm_rates: options.false_alarm_rates.clone(),
        seed: options.seed,
    };
    let table = measure(&events.sides, &events.parameters, &experiment)?;
    let document = document(&events, table);
    let json = reports::json(&document)?;
    if let Some(folder) = &options.out {
        write(folder, &document.table, &json)?;
        eprintln!("written: {}", folder.display());
    }
    if options.json {
        print!("{json}");
    } else {
        print!("{}", power_markdown(&document.table));
    }
    Ok(())
}

/// `N` or `N/M` as help on the costliest decisions.
fn costliest(text: &str) -> Result<Help, String> {
    let (helped, of) = text.split_once('/').unwrap_or((text, text));
    let number = |part: &str| part.parse::<u32>().map_err(|_| format!("`{part}` is not a number of moves"));
    Ok(Help::Costliest { helped: number(helped)?, of: number(of)? })
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
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    };
    write("power.json", json.as_bytes())?;
    write("power.csv", &power_csv(table)?)?;
    write("power.md", power_markdown(table).as_bytes())?;
    power_svg(table).map_or(Ok(()), |plot| write("power.svg", plot.as_bytes()))
}

/// Indices of the sides that a slow helper is asked about, ordered by a hash of seed and positions: one of every band, then
/// a second one, so that any first part is as balanced as the whole.
fn helped_sides(sides: &[Side], bands: &[u16], half_width: u16, of_each: usize, seed: &str) -> Vec<usize> {
    let queue = |band: &u16| {
        let (low, high) = (band.saturating_sub(half_width), band.saturating_add(half_width));
        let inside = sides.iter().enumerate().filter(|(_, s)| (low..=high).contains(&s.rating));
        let mut queue: Vec<(usize, &Side)> = inside.collect();
        queue.sort_by_cached_key(|(_, side)| {
            let fens: Vec<&str> = side.positions.iter().map(|p| p.fen.as_str()).collect();
            shuffled(seed, &fens.join("\n"))
        });
        queue
    };
    let queues: Vec<Vec<(usize, &Side)>> = bands.iter().map(queue).collect();
    let mut chosen = Vec::new();
    let mut known = BTreeSet::new();
    for place in 0..of_each {
        let next = queues.iter().filter_map(|queue| queue.get(place));
        chosen.extend(next.map(|(k, _)| *k).filter(|k| known.insert(*k)));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Position;
    use crate::simulate::fixtures::decision;
    use analyzer::decision::PlayedMove;

    fn side(k: usize, rating: u16) -> Side {
        Side {
            event: 0,
            game: k,
            person: k,
            rating,
            positions: vec![Position {
                decision: decision(&[0.0, 0.1], 10, PlayedMove::Line(0)),
                fen: format!("position {k}"),
                ply: 20,
                moves: Vec::new(),
                best_cp: 0,
                helper: None,
                deeper: None,
            }],
        }
    }

    #[test]
    fn bands_take_turns_and_nobody_is_asked_about_twice() {
        let sides: Vec<Side> = (0..40).map(|k| side(k, if k < 30 { 2000 } else { 2310 })).collect();
        let chosen = helped_sides(&sides, &[2000, 2300], 100, 5, "seed");
        assert_eq!(chosen.len(), 10);
        for pair in chosen.chunks(2) {
            assert!(pair[0] < 30 && pair[1] >= 30, "{chosen:?}");
        }
        let first = helped_sides(&sides, &[2000, 2300], 100, 2, "seed");
        assert_eq!(first, chosen[..4]);
        assert_ne!(chosen, helped_sides(&sides, &[2000, 2300], 100, 5, "other"));
        // Bands that overlap share their sides.
        let all = helped_sides(&sides, &[2000, 2100], 100, 100, "seed");
        assert_eq!(all.len(), 30);
    }
}
