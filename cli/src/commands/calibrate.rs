//! `fairplay calibrate`: fits the models to events whose evaluations are in the store, and certifies it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use analyzer::calibration::anchor::Anchor;
use analyzer::calibration::certificate::{Certificate, ReadingName};
use analyzer::calibration::certify::{CertificateRequest, Step, certify};
use analyzer::calibration::method::{Method, WEIGHTS};
use analyzer::calibration::performances;
use analyzer::calibration::resample::Plan;
use analyzer::calibration::split::{EventSet, Half};
use analyzer::parameters::{Parameters, RatingRange, Source};
use anyhow::{Context, bail};
use clap::Args;
use datasets::clocks::time_class::TimeClass;
use datasets::{Collection, Store};
use pipeline::{SearchPlayedMove, stored};
use reports::Language;
use uci_pool::{Identity, Settings, identify};

use crate::arguments::{EngineOptions, LanguageOptions};
use crate::config::Config;
use crate::output::{make_folder, put, read_text, unusable};
use crate::progress::clock;
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
    /// Folder for the certificate: how each fit describes honest play that it was not fitted to
    #[arg(long, value_name = "DIR")]
    pub(crate) certificate: PathBuf,
    /// Number of parts of the split by event; each part is judged by a fit to the others
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=20))]
    pub(crate) parts: u8,
    /// Number of performances of nine games to draw for the rates at high z
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(crate) resample: usize,
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
    /// Seed of the split by event, and of the sample
    #[arg(long, value_name = "TEXT", default_value = "fairplay")]
    pub(crate) seed: String,
    /// Rounds of the bootstrap over events, for the standard errors
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) bootstrap: u32,
    /// Lowest rating that the fit covers
    #[arg(long, value_name = "RATING", default_value_t = 2000)]
    pub(crate) low: u16,
    /// Highest rating that the fit covers
    #[arg(long, value_name = "RATING", default_value_t = 2800)]
    pub(crate) high: u16,
    /// Minimum number of decisions of a performance for the spread, and of a player for an index
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) gate: u32,
    /// Tie the fit to other parameters of the same engine, so that fewer games are needed; their evaluations of the same
    /// games must be in the store
    #[arg(long, value_name = "FILE")]
    pub(crate) anchor: Option<PathBuf>,
    /// Keep the primary model of these parameters, and fit and certify only the second model
    #[arg(long, value_name = "FILE", conflicts_with = "anchor")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Games in a resampled performance: the length of a usual open.
const RESAMPLED_GAMES: usize = 9;

/// Fits, certifies, and writes parameters and certificate.
pub(crate) fn run(options: &CalibrateOptions) -> Outcome {
    if options.low >= options.high {
        bail!("the lowest rating must be below the highest");
    }
    let config = Config::load(&options.engine)?.in_language(options.language);
    let identity = identify(&config.spec()?)?;
    if !config.store.is_file() && !options.evaluate {
        bail!("there is no store at {}; screen the events first", config.store.display());
    }
    let collection = datasets::read(&options.inputs, None)?;
    let source = Source {
        engine: identity.name.clone(),
        engine_sha256: identity.sha256.clone(),
        depth: config.settings.depth,
        multipv: config.settings.multipv,
        hash_mib: config.settings.hash_mib,
        node_cap: config.settings.node_cap,
        corpus: collection.inputs.iter().map(|i| format!("{} {}", i.name, i.sha256)).collect(),
        seed: options.seed.clone(),
        events: 0,
        performances: 0,
        decisions: 0,
    };
    let mut anchor = options.anchor.as_deref().map(|path| held_to(path, &identity)).transpose()?;
    let record =
        options.record.as_deref().map(|path| kept(path, options, &identity, &config.settings)).transpose()?;
    let events = evaluated(collection, options, &config, anchor.as_mut())?;
    let games: usize = events.iter().map(|event| event.games).sum();
    eprintln!("{} events with evaluations, {games} games", events.len());
    let method = Method {
        version: options.name.clone(),
        time_class: options.time_class,
        ratings: RatingRange { low: options.low, high: options.high },
        weights: WEIGHTS,
        gate: options.gate,
        anchor,
        record,
    };
    let asked = CertificateRequest {
        profile: config.profile.clone(),
        sample: options.sample,
        half: options.half,
        parts: usize::from(options.parts),
        bootstrap: options.bootstrap,
        resample: Plan { games: RESAMPLED_GAMES, draws: options.resample, seed: 1 },
    };
    let started = Instant::now();
    let report = |step: Step| {
        let elapsed = started.elapsed().as_secs_f64();
        let left = elapsed / step.done as f64 * (step.fits - step.done) as f64;
        eprintln!("{} of {} fits, about {} left", step.done, step.fits, clock(left));
    };
    let (made, certificates) = certify(&events, &method, &asked, source, &report)?;
    let text = made.parameters.write()?;
    Parameters::parse(&text).context("the fit does not give usable parameters")?;
    put(&options.out, text.as_bytes())?;
    let mut text = String::new();
    for certificate in &certificates {
        write(certificate, &options.certificate, config.lang)?;
        text += &show(certificate);
    }
    let written = format!("\nwritten: {} and {}\n", options.out.display(), options.certificate.display());
    Ok((ExitStatus::Done, text + &written))
}

/// The parameters that a fit is held to. They have to be of the same engine.
fn held_to(path: &Path, identity: &Identity) -> anyhow::Result<Anchor> {
    let parameters = Parameters::parse(&read_text(path)?).with_context(unusable(path))?;
    match &parameters.source {
        Some(source) if source.engine_sha256 == identity.sha256 => Ok(Anchor::new(parameters)),
        Some(source) => bail!(
            "{} belongs to {} with another SHA-256 than that of {}; a fit can only be held to parameters of its own engine",
            path.display(),
            source.engine,
            identity.name
        ),
        None => bail!("{} names no engine and no settings", path.display()),
    }
}

/// The parameters whose primary model is kept: both models of a file are of one search, one time class and one range of
/// ratings.
fn kept(
    path: &Path,
    options: &CalibrateOptions,
    identity: &Identity,
    settings: &Settings,
) -> anyhow::Result<Parameters> {
    let kept = parameters_for(Some(path), identity, settings, options.time_class)?;
    let kept = kept.with_context(unusable(path))?;
    let (ratings, gate) = (kept.ratings, kept.null.gate.decisions);
    if kept.time_class != options.time_class {
        bail!("{} belongs to {} games; ask for that --time-class", path.display(), kept.time_class.as_str());
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

/// The events of a collection whose evaluations are in the store, and the sampled games of others.
fn evaluated(
    collection: Collection,
    options: &CalibrateOptions,
    config: &Config,
    mut anchor: Option<&mut Anchor>,
) -> anyhow::Result<Vec<EventSet>> {
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
        eprintln!("{} games in the sample", plans.len());
        config.engines()?.answers(&plans, SearchPlayedMove::IfUnlisted)?;
    }
    let mut store = Store::open(&config.store)?;
    let identity = identify(&config.spec()?)?;
    let profile = store.profile(&identity, &config.settings)?;
    let mut events: Vec<EventSet> = Vec::new();
    let mut of_anchor = Store::open(&config.store)?;
    each(collections, &sample, &mut store, profile, &mut |event| {
        let number = events.len();
        if let Some(anchor) = anchor.as_deref_mut() {
            let source = anchor.parameters.source.as_ref();
            let settings = source.map(Source::settings).context("the anchor names no settings")?;
            let profile = of_anchor.profile(&identity, &settings)?;
            let answers = stored(&event.plans, &mut of_anchor, profile)?;
            anchor.add(performances(number, &event.games, &event.roster, &event.plans, &answers));
        }
        events.push(EventSet {
            name: event.name,
            games: event.games.len(),
            performances: performances(number, &event.games, &event.roster, &event.plans, &event.answers),
        });
        Ok(())
    })?;
    Ok(events)
}

fn write(certificate: &Certificate, folder: &Path, language: Language) -> anyhow::Result<()> {
    make_folder(folder)?;
    let name = match certificate.reading {
        ReadingName::TwoParameter => "certificate",
        ReadingName::DepthAware => "certificate-depth-aware",
    };
    put(&folder.join(format!("{name}.json")), reports::json(certificate)?.as_bytes())?;
    for (file, bytes) in reports::certificate::document(certificate, language).files(name)? {
        put(&folder.join(file), &bytes)?;
    }
    Ok(())
}

/// The size of the fit and the bars it was held to; the certificate has every figure.
fn show(certificate: &Certificate) -> String {
    let model = match certificate.reading {
        ReadingName::TwoParameter => "primary model",
        ReadingName::DepthAware => "depth-aware model",
    };
    let (corpus, [low, high]) = (&certificate.corpus, certificate.ratings);
    let bars = certificate
        .bars
        .iter()
        .map(|bar| format!("{:8} {}: {}\n", if bar.met { "met" } else { "NOT MET" }, bar.asked, bar.found));
    format!(
        "\n{model}: {} performances, {} decisions, ratings {low} to {high}\n{}",
        corpus.performances,
        corpus.decisions,
        bars.collect::<String>()
    )
}
