//! `fairplay calibrate`: fits the models to events whose evaluations are in the store, and certifies it.

use std::path::Path;
use std::time::Instant;

use analyzer::calibration::anchor::Anchor;
use analyzer::calibration::certificate::{Certificate, ReadingName};
use analyzer::calibration::certify::{CertificateRequest, Step, certify};
use analyzer::calibration::method::{Method, WEIGHTS};
use analyzer::calibration::performances;
use analyzer::calibration::resample::Plan;
use analyzer::calibration::split::EventSet;
use analyzer::parameters::{Parameters, RatingRange, Source};
use anyhow::{Context, bail};
use datasets::{Collection, Store};
use pipeline::{SearchPlayedMove, stored};
use reports::Language;
use uci_pool::{Identity, Settings, identify};

use crate::ExitStatus;
use crate::arguments::CalibrateOptions;
use crate::config::Config;
use crate::output::put;
use crate::run::parameters_from;
use crate::sample::{Wanted, draw, searches};
use crate::stored_events::{each, of_class};

/// Games in a resampled performance: the length of a usual open.
const RESAMPLED_GAMES: usize = 9;

/// Fits, certifies, and writes parameters and certificate.
pub(crate) fn run(options: &CalibrateOptions) -> anyhow::Result<ExitStatus> {
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
    println!(
        "{} events with evaluations, {} games",
        events.len(),
        events.iter().map(|e| e.games).sum::<usize>()
    );

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
        eprintln!("{} of {} fits, about {} left", step.done, step.fits, in_words(left));
    };
    let (made, certificates) = certify(&events, &method, &asked, source, &report)?;
    let text = made.parameters.write()?;
    Parameters::parse(&text).context("the fit does not give usable parameters")?;
    std::fs::write(&options.out, text).with_context(|| format!("cannot write {}", options.out.display()))?;
    for certificate in &certificates {
        write(certificate, &options.certificate, config.lang)?;
        print(certificate);
    }
    println!("\nwritten: {} and {}", options.out.display(), options.certificate.display());
    Ok(ExitStatus::Done)
}

/// The parameters that a fit is held to. They have to be of the same engine.
fn held_to(path: &Path, identity: &Identity) -> anyhow::Result<Anchor> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let parameters = Parameters::parse(&text).with_context(|| format!("{} is of no use", path.display()))?;
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
    let kept = parameters_from(path, identity, settings)?;
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
        println!("{} games in the sample", plans.len());
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
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
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

/// A time in minutes and seconds.
fn in_words(seconds: f64) -> String {
    let minutes = (seconds / 60.0).floor();
    format!("{minutes:.0}:{:02.0}", (seconds - 60.0 * minutes).floor())
}

/// Prints the size of the fit and the bars it was held to; the certificate has every figure.
fn print(certificate: &Certificate) {
    let corpus = &certificate.corpus;
    println!(
        "\n{}: {} performances, {} decisions, ratings {} to {}",
        match certificate.reading {
            ReadingName::TwoParameter => "primary model",
            ReadingName::DepthAware => "depth-aware model",
        },
        corpus.performances,
        corpus.decisions,
        certificate.ratings[0],
        certificate.ratings[1]
    );
    for bar in &certificate.bars {
        println!("{:8} {}: {}", if bar.met { "met" } else { "NOT MET" }, bar.asked, bar.found);
    }
}
