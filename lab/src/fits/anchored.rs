//! `fairplay-lab anchored`: fits projections to performances that two engines have searched, held to those of the first.

use std::path::PathBuf;

use analyzer::calibration::Performance;
use analyzer::calibration::method::{Method, WEIGHTS};
use analyzer::parameters::{Parameters, RatingRange, Source};
use analyzer::strength::Strength;
use anyhow::{Context, bail};
use clap::Args;
use cli::arguments::EngineOptions;
use cli::config::Config;
use cli::{anchor, output};
use datasets::tournament::corpus::Corpus;
use datasets::{Collection, Store};

use crate::measure::draw::draw_again;
use crate::measure::{drawn_performances, rows};

/// Options of `anchored`.
#[derive(Clone, Debug, Args)]
pub struct AnchoredOptions {
    /// PGN files that the table was made of
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    /// Table written by `measure`: the performances, as far as the store holds them from both engines
    #[arg(long, value_name = "FILE.csv")]
    pub again: PathBuf,
    /// Parameters of the first engine
    #[arg(long, value_name = "FILE")]
    pub anchor: PathBuf,
    /// Highest rating that the fit covers [default: that of the first engine]
    #[arg(long, value_name = "RATING")]
    pub high: Option<u16>,
    /// Version to write into the file
    #[arg(long, value_name = "NAME")]
    pub name: String,
    /// File for the parameters
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub engine: EngineOptions,
}

/// Fits and writes.
///
/// # Errors
/// If a collection, the anchor or the store cannot be used, or the fit does not settle.
pub fn run(options: &AnchoredOptions) -> anyhow::Result<()> {
    let config = Config::load(&options.engine)?;
    let identity = config.identity()?;
    let mut held = anchor::read(&options.anchor)?;
    let collection: Collection = datasets::read(&options.inputs, None)?;
    let files = collection.inputs.iter().map(|input| format!("{} {}", input.name, input.sha256)).collect();
    let corpus = Corpus::new(collection);
    let mut store = Store::open(&config.store)?;
    let own = store.profile(&identity, &config.settings)?.of_any_program();
    let other = anchor::profile(&held, &mut store)?;
    let mut found: Vec<Performance> = Vec::new();
    for drawn in draw_again(&corpus.tournaments, &rows::read(&options.again)?)? {
        let Some(tournament) = corpus.tournaments.get(drawn.tournament) else { continue };
        let seen = drawn_performances(tournament, &drawn, &mut store, other)?;
        held.add(seen.into_iter().map(|(_, performance)| performance));
        let seen = drawn_performances(tournament, &drawn, &mut store, own)?;
        found.extend(seen.into_iter().map(|(_, performance)| performance));
    }
    let of = &held.parameters;
    let method = Method {
        version: options.name.clone(),
        time_class: of.time_class,
        venue: of.venue,
        ratings: RatingRange { high: options.high.unwrap_or(of.ratings.high), ..of.ratings },
        multipv: config.settings.multipv,
        weights: WEIGHTS,
        gate: of.null.gate.decisions,
        anchor: Some(held),
        record: None,
    };
    let used: Vec<&Performance> = found.iter().filter(|performance| method.covers(performance)).collect();
    if used.is_empty() {
        bail!(
            "the store holds none of these performances from both engines; search them with `measure --again`"
        );
    }
    let mut events: Vec<usize> = used.iter().map(|performance| performance.event).collect();
    events.dedup();
    let mut parameters = method.make(&used, None)?.parameters;
    parameters.source = Some(Source {
        corpus: files,
        seed: options.again.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        events: events.len(),
        performances: used.len(),
        decisions: used.iter().map(|performance| performance.decisions.len()).sum(),
        ..Source::new(&identity, &config.settings)
    });
    // It belongs to no engine, and comes with the software.
    parameters.strength = Strength::default();
    let text = parameters.write()?;
    Parameters::parse(&text).context("the fit does not give usable parameters")?;
    output::put(&options.out, text.as_bytes())?;
    println!("{} performances of {} tournaments: {}", used.len(), events.len(), options.out.display());
    Ok(())
}
