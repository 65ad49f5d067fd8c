//! Intrinsic performance ratings of whole rating bands: a field that is rated higher must come out higher.
//!
//! `cargo run -p pipeline --example ipr_bands -- STORE GAMES.pgn...` takes the events that the store holds under the
//! settings of the shipped reference set, lumps the decisions of all players of a band of 200 points, and prints the
//! mean rating beside the IPR with its range. Below that stands how the players' own IPR lie around their ratings.

use std::collections::BTreeMap;
use std::path::PathBuf;

use analyzer::calibration::{is_covered, performances};
use analyzer::ipr::{QUICK_STOCKFISH_15_1, RatingEstimate, Reference, Yardstick};
use analyzer::{Decision, Parameters, shipped};
use datasets::{Store, by_event};

/// Fewest decisions of a player for the second table.
const LONG: usize = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let Some(path) = arguments.next() else {
        return Err("give the store and the games".into());
    };
    let mut store = Store::open(&path)?;
    let parameters = Parameters::parse(shipped::QUICK_STOCKFISH_15_1)?;
    let reference = Reference::parse(QUICK_STOCKFISH_15_1)?;
    let source = parameters.source.clone().ok_or("the parameters name no source")?;
    let summary = store.summary()?;
    let profile = summary
        .iter()
        .find(|p| {
            p.engine.answers_like(source.engine_signature.as_deref(), &source.engine_sha256)
                && p.settings == source.settings()
        })
        .ok_or("the store holds nothing under the settings of the parameters")?;
    let profile = store.profile(&profile.engine, &profile.settings)?.of_any_program();

    let mut bands: BTreeMap<u16, (f64, Vec<Decision>)> = BTreeMap::new();
    let mut players = Vec::new();
    let collection = datasets::read(&arguments.collect::<Vec<_>>(), None)?;
    for (number, (_, event)) in by_event(collection).into_iter().enumerate() {
        let plans = analyzer::plan::all(&event.games);
        let answers = pipeline::stored(&plans, &mut store, profile)?;
        if !is_covered(&plans, &answers) {
            continue;
        }
        for performance in performances(number, &event.games, &datasets::roster(&event), &plans, &answers) {
            let band = bands.entry(performance.rating / 200 * 200).or_default();
            band.0 += f64::from(performance.rating) * performance.decisions.len() as f64;
            band.1.extend(performance.decisions.iter().cloned());
            if performance.decisions.len() >= LONG {
                players.push(performance);
            }
        }
    }
    let yardstick = Yardstick::new(&parameters, &reference)?;
    println!("| band | decisions | mean rating | IPR | two-sigma range |");
    println!("|---|---|---|---|---|");
    for (band, (sum, decisions)) in &bands {
        let mean = sum / decisions.len() as f64;
        let shown = match yardstick.ipr(decisions) {
            Ok(ipr) => format!("{} | {} to {}", say(ipr.value), say(ipr.low), say(ipr.high)),
            Err(error) => format!("- | {error}"),
        };
        println!("| {band} to {} | {} | {mean:.0} | {shown} |", band + 199, decisions.len());
    }
    let (mut inside, mut outside, mut refused) = (0, 0, 0);
    for player in &players {
        match yardstick.ipr(&player.decisions) {
            Ok(ipr) => {
                let rating = f64::from(player.rating);
                let below = matches!(ipr.low, RatingEstimate::Above(_))
                    || matches!(ipr.low, RatingEstimate::At(low) if low > rating);
                let above = matches!(ipr.high, RatingEstimate::Below(_))
                    || matches!(ipr.high, RatingEstimate::At(high) if high < rating);
                if below || above { outside += 1 } else { inside += 1 }
            }
            Err(_) => refused += 1,
        }
    }
    println!(
        "\n{} players with {LONG} decisions or more: rating inside the range {inside}, outside {outside}, no IPR {refused}",
        players.len()
    );
    Ok(())
}

fn say(reading: RatingEstimate) -> String {
    match reading {
        RatingEstimate::At(rating) => format!("{rating:.0}"),
        RatingEstimate::Below(rating) => format!("below {rating}"),
        RatingEstimate::Above(rating) => format!("above {rating}"),
    }
}
