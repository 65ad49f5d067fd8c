//! `fairplay-lab measure`: searches a drawn part of a corpus, and writes how each player drawn differs from the projection.

use std::collections::BTreeMap;
use std::path::PathBuf;

use analyzer::GamePlan;
use anyhow::bail;
use clap::Args;
use cli::arguments::EngineOptions;
use cli::config::Config;
use datasets::tournament::corpus::{Corpus, Tournament};
use pipeline::SearchPlayedMove;

use draw::{Drawn, draw};

mod draw;
pub mod rows;

/// Options of `measure`.
#[derive(Clone, Debug, Args)]
pub struct MeasureOptions {
    /// PGN files of honest play
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    /// Number of tournaments to draw
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub tournaments: usize,
    /// Number of players to draw of each tournament
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub players: usize,
    #[command(flatten)]
    pub engine: EngineOptions,
}

/// Draws and searches.
///
/// # Errors
/// If a collection, the engine or the store cannot be used, or the run is stopped.
pub fn run(options: &MeasureOptions) -> anyhow::Result<()> {
    let config = Config::load(&options.engine)?;
    let corpus = Corpus::new(datasets::read(&options.inputs, None)?);
    let drawn = draw(&corpus.tournaments, options.tournaments, options.players);
    if drawn.is_empty() {
        bail!("no tournament of these files may enter a fit");
    }
    let plans: Vec<GamePlan> = drawn.iter().flat_map(|drawn| searches(&corpus.tournaments, drawn)).collect();
    eprintln!("{} games of {} tournaments", plans.len(), drawn.len());
    config.engines()?.answers(&plans, SearchPlayedMove::IfUnlisted)?;
    Ok(())
}

/// The searches for the drawn sides of a tournament.
fn searches(tournaments: &[Tournament], drawn: &Drawn) -> Vec<GamePlan> {
    let Some(tournament) = tournaments.get(drawn.tournament) else { return Vec::new() };
    let mut sides: BTreeMap<usize, [bool; 2]> = BTreeMap::new();
    for (game, seats) in tournament.roster.games.iter().enumerate() {
        let asked = [seats.0, seats.1].map(|person| drawn.people.contains(&person));
        if asked != [false, false] {
            sides.insert(game, asked);
        }
    }
    let games = &tournament.collection.games;
    sides
        .into_iter()
        .filter_map(|(game, sides)| Some(GamePlan::new(games.get(game)?).searches_of(sides)))
        .collect()
}
