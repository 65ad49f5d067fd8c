//! `fairplay calibrate`: fits the choice models to events whose evaluations are in the store.

use std::path::{Path, PathBuf};

use analyzer::calibration::anchor::Anchor;
use analyzer::calibration::method::{Method, WEIGHTS};
use analyzer::calibration::split::Half;
use analyzer::calibration::{Performance, performances};
use analyzer::parameters::{Parameters, RatingRange, Source};
use analyzer::strength::Strength;
use anyhow::{Context, bail};
use clap::Args;
use datasets::clocks::time_class::TimeClass;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::venue::Venue;
use datasets::{Collection, Store};
use pipeline::{SearchPlayedMove, stored};
use uci_pool::{Identity, Settings};

use crate::anchor;
use crate::arguments::EngineOptions;
use crate::config::Config;
use crate::output::terminal::say;
use crate::output::{put, unusable};
use crate::run::parameters_for;
use crate::sample::{Wanted, draw, searches};
use crate::stored_events::{each, of_class};
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct CalibrateOptions {
    /// PGN collections; of them the sample is used, and events of which the store holds nine games in ten or more
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// File for the parameters
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Version to write into the file
    #[arg(long, value_name = "NAME")]
    pub(crate) name: String,
    /// Number of games to add to the events that are in the store as a whole, from a balanced random sample of
    /// player-events; of each game only the moves of the players drawn count
    #[arg(long, value_name = "GAMES")]
    pub(crate) sample: Option<usize>,
    /// Use only one half of the events, chosen by a hash of their names, so that the fit can be measured on the other
    #[arg(long, value_enum, value_name = "HALF")]
    pub(crate) half: Option<Half>,
    /// First search the positions of the sample that the store lacks; if stopped, the same command continues
    #[arg(long, requires = "sample")]
    pub(crate) evaluate: bool,
    /// Time class to fit; events of other classes are left out
    #[arg(long, value_enum, value_name = "CLASS", default_value_t = TimeClass::Standard)]
    pub(crate) time_class: TimeClass,
    /// Where the games were played
    #[arg(long, value_enum, value_name = "VENUE", default_value_t = Venue::OverTheBoard)]
    pub(crate) venue: Venue,
    /// Seed of the split by event, and of the sample
    #[arg(long, value_name = "TEXT", default_value = "fairplay")]
    pub(crate) seed: String,
    /// Lowest rating that the fit covers
    #[arg(long, value_name = "RATING", default_value_t = 2000)]
    pub(crate) low: u16,
    /// Highest rating that the fit covers
    #[arg(long, value_name = "RATING", default_value_t = 2800)]
    pub(crate) high: u16,
    /// Minimum number of decisions of a performance for the spread, and of a player for an index
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) gate: u32,
    /// Tie the fit to parameters of another engine or another depth, so that fewer games are needed; that engine's
    /// evaluations of the same games must be in the store
    #[arg(long, value_name = "FILE")]
    pub(crate) anchor: Option<PathBuf>,
    /// Keep the primary model of these parameters, and fit and certify only the second model
    #[arg(long, value_name = "FILE", conflicts_with = "anchor")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Fits and writes the parameters, provisional until a certificate has been made of them.
pub(crate) fn run(options: &CalibrateOptions) -> Outcome {
    if options.low >= options.high {
        bail!("the lowest rating must be below the highest");
    }
    let config = Config::load(&options.engine)?;
    if !config.store.is_file() && !options.evaluate {
        bail!("there is no store at {}; screen the events first", config.store.display());
    }
    let identity = config.identity()?;
    let collection = datasets::read(&options.inputs, None)?;
    let mut anchor = options.anchor.as_deref().map(anchor::read).transpose()?;
    let record =
        options.record.as_deref().map(|path| kept(path, options, &identity, &config.settings)).transpose()?;
    let corpus = collection.inputs.iter().map(|i| format!("{} {}", i.name, i.sha256)).collect();
    let (events, found) = evaluated(collection, options, (&config, &identity), anchor.as_mut())?;
    let method = Method {
        version: options.name.clone(),
        time_class: options.time_class,
        venue: options.venue,
        ratings: RatingRange { low: options.low, high: options.high },
        multipv: config.settings.multipv,
        weights: WEIGHTS,
        gate: options.gate,
        anchor,
        record,
    };
    let used: Vec<&Performance> = found.iter().filter(|performance| method.covers(performance)).collect();
    if let (Some(path), true) = (&options.anchor, used.is_empty()) {
        bail!(
            "{}: the store holds no evaluations of these games by the engine of this file; search the same sample with that engine first",
            path.display()
        );
    }
    let decisions = used.iter().map(|performance| performance.decisions.len()).sum();
    say!("{events} events with evaluations, {} performances, {decisions} decisions", used.len());
    let mut parameters = method.make(&used, None)?.parameters;
    let source = Source {
        corpus,
        seed: options.seed.clone(),
        events,
        performances: used.len(),
        decisions,
        ..Source::new(&identity, &config.settings)
    };
    match (&mut parameters.depth_aware, parameters.record.is_some()) {
        (Some(second), true) => second.source = Some(source),
        _ => parameters.source = Some(source),
    }
    // It belongs to no engine, and comes with the software.
    parameters.strength = Strength::default();
    let text = parameters.write()?;
    Parameters::parse(&text).context("the fit does not give usable parameters")?;
    put(&options.out, text.as_bytes())?;
    Ok((ExitStatus::Done, format!("written: {}\n", options.out.display())))
}

/// The parameters whose primary model is kept: both models of a file are of one search, one time class and one range of
/// ratings.
fn kept(
    path: &Path,
    options: &CalibrateOptions,
    identity: &Identity,
    settings: &Settings,
) -> anyhow::Result<Parameters> {
    let conditions = Conditions { venue: options.venue, class: options.time_class };
    let kept = parameters_for(Some(path), identity, settings, conditions)?;
    let kept = kept.with_context(unusable(path))?;
    let (ratings, gate) = (kept.ratings, kept.null.gate.decisions);
    if kept.conditions() != conditions {
        let own = kept.conditions();
        bail!("{} belongs to {own}; ask for that --time-class and --venue", path.display());
    }
    if (ratings.low, ratings.high, gate) != (options.low, options.high, options.gate) {
        bail!(
            "{} covers ratings from {low} to {high} and gives a z from {gate} decisions; ask for --low {low} --high {high} --gate {gate}",
            path.display(),
            low = ratings.low,
            high = ratings.high,
        );
    }
    Ok(kept)
}

/// The events of a collection whose evaluations are in the store with the sampled games of others, as their number and the
/// performances.
fn evaluated(
    collection: Collection,
    options: &CalibrateOptions,
    (config, identity): (&Config, &Identity),
    mut anchor: Option<&mut Anchor>,
) -> anyhow::Result<(usize, Vec<Performance>)> {
    let mut collections = of_class(collection, options.time_class);
    let wanted = Wanted {
        games: options.sample,
        half: options.half,
        seed: &options.seed,
        ratings: [options.low, options.high],
    };
    let sample = draw(&mut collections, &wanted);
    if options.evaluate {
        let plans = searches(&collections, &sample);
        say!("{} games in the sample", plans.len());
        config.engines()?.answers(&plans, SearchPlayedMove::IfUnlisted)?;
    }
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(identity, &config.settings)?.of_any_program();
    let (mut events, mut found) = (0, Vec::new());
    let mut of_anchor = Store::open(&config.store)?;
    let anchored = anchor.as_deref().map(|anchor| anchor::profile(anchor, &mut of_anchor)).transpose()?;
    each(collections, &sample, &mut store, profile, &mut |event| {
        let number = events;
        if let (Some(anchor), Some(profile)) = (anchor.as_deref_mut(), anchored) {
            let answers = stored(&event.plans, &mut of_anchor, profile)?;
            anchor.add(performances(number, &event.games, &event.roster, &event.plans, &answers));
        }
        events += 1;
        found.extend(performances(number, &event.games, &event.roster, &event.plans, &event.answers));
        Ok(())
    })?;
    Ok((events, found))
}
