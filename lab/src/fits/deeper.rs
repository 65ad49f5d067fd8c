//! `fairplay-lab deeper`: how often honest players, and another engine, make the first moves of a deeper search.

use std::fmt::Write as _;
use std::path::PathBuf;

use analyzer::calibration::deeper_fit::{DeeperDecision, fit_helper_share, fit_honest};
use analyzer::choice::deeper_choice::DeeperSearch;
use analyzer::parameters::Parameters;
use analyzer::statistics::outcomes::{Nodes, Outcomes, grid};
use anyhow::{Context, bail};
use clap::Args;
use cli::arguments::EngineOptions;
use cli::output::put;
use rayon::prelude::*;

use crate::simulate::{Side, expected};
use crate::stored::{DeeperOptions, DrawnOptions, HelperOptions, load};

/// Parts of the tournaments; each is scored with weights fitted to the others.
const PARTS: usize = 5;
/// Lowest ratings of the groups in the table.
const GROUPS: [u16; 4] = [0, 2100, 2300, 2500];

/// Options of `deeper`.
#[derive(Clone, Debug, Args)]
pub struct FitDeeperOptions {
    /// PGN files of honest play; only events that are in the store are used
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub drawn: DrawnOptions,
    #[command(flatten)]
    pub deeper: DeeperOptions,
    /// Smaller depths of the deeper search whose first moves count as much as the last one, in plies, such as `14,16,18`
    #[arg(long, value_name = "DEPTHS", value_delimiter = ',', requires = "deeper_profile")]
    pub earlier: Vec<u8>,
    #[command(flatten)]
    pub helper: HelperOptions,
    /// File for the fit, a part of a parameter file
    #[arg(long, value_name = "FILE.toml")]
    pub out: PathBuf,
    #[command(flatten)]
    pub engine: EngineOptions,
}

/// The move of an honest player and that of a helper in one decision.
struct Observation {
    event: usize,
    rating: u16,
    honest: DeeperDecision,
    helper: Option<DeeperDecision>,
}

/// Fits, prints and writes.
///
/// # Errors
/// If the events cannot be loaded, a search is missing from the store, or there are too few decisions.
pub fn run(options: &FitDeeperOptions) -> anyhow::Result<()> {
    let mut events = load(&options.engine, &options.inputs, &options.drawn)?;
    let Some(search) = events.deeper(&options.engine, &options.deeper, &options.earlier)? else {
        bail!("name the deeper search with --deeper-profile, and its engine with --deeper-engine");
    };
    let (_, helper) = events.helper(&options.engine, &options.helper, &[])?;
    eprintln!("{}", events.describe());
    println!("deeper search: {}\nhelper: {helper}", search.described);
    let sides = events.sides.par_iter().map(|side| decisions(side, &events.parameters));
    let all: Vec<Observation> = sides
        .collect::<Option<Vec<_>>>()
        .context("a decision cannot be projected")?
        .into_iter()
        .flatten()
        .collect();
    let weights = |part: Option<usize>| {
        let of = all.iter().filter(|of| Some(of.event % PARTS) != part);
        fit_honest(&of.map(|of| &of.honest).collect::<Vec<_>>())
    };
    // Without another engine as the helper its share stays 0.
    let of_helper: Vec<&DeeperDecision> = all.iter().filter_map(|of| of.helper.as_ref()).collect();
    let share = |of: &[&DeeperDecision]| if of.is_empty() { 0.0 } else { fit_helper_share(of) };
    let at_last_depth: Vec<DeeperDecision> =
        of_helper.iter().map(|decision| decision.at_last_depth()).collect();
    let helper_share = share(&at_last_depth.iter().collect::<Vec<_>>());
    let other_share = (!options.earlier.is_empty()).then(|| share(&of_helper));
    let of_weights = |[first, line, unlisted, surprise]: [[f64; 2]; 4]| DeeperSearch {
        engine: search.identity.name.clone(),
        engine_signature: search.identity.signature.clone(),
        depth: search.depth,
        earlier: options.earlier.clone(),
        helper_share,
        other_share,
        first,
        line,
        unlisted,
        surprise,
    };
    let held_out: Vec<DeeperSearch> =
        (0..PARTS).map(|part| Ok(of_weights(weights(Some(part))?))).collect::<anyhow::Result<_>>()?;
    print!("{}", table(&all, &held_out)?);
    put(&options.out, toml::to_string(&of_weights(weights(None)?))?.as_bytes())
}

/// The decisions of a side; `None` if the model cannot project one of them.
fn decisions(side: &Side, parameters: &Parameters) -> Option<Vec<Observation>> {
    let second = parameters.depth_aware.as_ref()?;
    let grid = grid(second, expected(parameters, &second.null, f64::from(side.rating)))?;
    let nodes = Nodes::new(second, side.rating, &grid)?;
    let centre = grid.centre();
    let rating = f64::from(side.rating) + grid.offsets().nth(centre)?;
    let of = |position: &crate::simulate::Position| {
        let outcomes: Outcomes = nodes.outcomes(&position.decision, None)?;
        let unlisted = outcomes.all().len().checked_sub(1)?;
        let place = |line: Option<usize>| line.unwrap_or(unlisted);
        let deeper = position.deeper.clone()?;
        let honest = DeeperDecision {
            moves: outcomes.all().iter().map(|of| of.chances.get(centre).copied()).collect::<Option<_>>()?,
            rating,
            deeper: deeper.clone(),
            played: place(position.decision.played_line()),
        };
        let helper = position.helper.map(|helper| DeeperDecision {
            moves: outcomes.all().iter().filter_map(|of| of.helpers.first().copied()).collect(),
            rating,
            deeper,
            played: place(helper.line()),
        });
        Some(Observation { event: side.event, rating: side.rating, honest, helper })
    };
    side.positions.iter().map(of).collect()
}

/// How often the choice was played, and how often that was expected with and without the fit, on tournaments that it has not seen.
fn table(all: &[Observation], held_out: &[DeeperSearch]) -> anyhow::Result<String> {
    let mut text = String::from(
        "choice of the deeper search | rating | decisions | played | expected | expected with the search | nats gained a decision\n",
    );
    for kind in ["all", "first line", "another line", "unlisted"] {
        for (k, low) in GROUPS.iter().enumerate() {
            let high = GROUPS.get(k + 1).copied().unwrap_or(u16::MAX);
            let (mut n, mut played, mut expected, mut adjusted, mut gained) = (0.0, 0.0, 0.0, 0.0, 0.0);
            let is = |of: &&Observation| {
                let own = match of.honest.deeper.lines.last() {
                    Some(Some(0)) => "first line",
                    Some(Some(_)) => "another line",
                    _ => "unlisted",
                };
                (kind == "all" || kind == own) && (*low..high).contains(&of.rating)
            };
            for of in all.iter().filter(is) {
                let Some(search) = held_out.get(of.event % PARTS) else { continue };
                let honest = &of.honest;
                let after = honest.adjusted(search);
                let of_move = |of: &DeeperDecision| of.moves.get(of.played).copied().unwrap_or(0.0);
                n += 1.0;
                played += honest.follows();
                expected += honest.expected();
                adjusted += after.expected();
                gained += libm::log(of_move(&after) / of_move(honest));
            }
            let high = if high == u16::MAX { "and more".to_owned() } else { format!("to {}", high - 1) };
            writeln!(
                text,
                "{kind} | {low} {high} | {n} | {:.1} % | {:.1} % | {:.1} % | {:.4}",
                100.0 * played / n,
                100.0 * expected / n,
                100.0 * adjusted / n,
                gained / n
            )?;
        }
    }
    Ok(text)
}
