//! `fairplay calibrate`: fits the method of record to events whose evaluations are in the store, and certifies it.

use std::path::Path;

use analyzer::calibration::certificate::{Certificate, Measure};
use analyzer::calibration::certify::{Asked, certify};
use analyzer::calibration::method::Method;
use analyzer::calibration::performances;
use analyzer::calibration::resample::Plan;
use analyzer::calibration::split::EventSet;
use analyzer::parameters::{Parameters, PerTest, RatingRange, Source};
use anyhow::{Context, bail};
use datasets::time_class::TimeClass;
use datasets::{Collection, ProfileId, Store, by_event};
use reports::Language;
use uci_pool::identify;

use crate::Ending;
use crate::arguments::CalibrateOptions;
use crate::config::Config;
use crate::screen::put;
use crate::stored_events::each;

/// Games in a resampled performance: the length of a usual open.
const RESAMPLED_GAMES: usize = 9;

/// Fits, certifies, and writes parameters and certificate.
pub(crate) fn run(options: &CalibrateOptions) -> anyhow::Result<Ending> {
    if options.low >= options.high {
        bail!("the lowest rating must be below the highest");
    }
    let config = Config::load(&options.engine)?.in_language(options.language);
    let identity = identify(&config.spec()?)?;
    if !config.store.is_file() {
        bail!(
            "there is no store at {}; screen the events first",
            config.store.display()
        );
    }
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&identity, &config.settings)?;
    let collection = datasets::read(&options.inputs, None)?;
    let source = Source {
        engine: identity.name.clone(),
        engine_sha256: identity.sha256.clone(),
        depth: config.settings.depth,
        multipv: config.settings.multipv,
        hash_mib: config.settings.hash_mib,
        node_cap: config.settings.node_cap,
        corpus: collection
            .inputs
            .iter()
            .map(|i| format!("{} {}", i.name, i.sha256))
            .collect(),
        seed: options.seed.clone(),
        events: 0,
        performances: 0,
        decisions: 0,
    };
    let events = evaluated(collection, options.time_class.class(), &mut store, profile)?;
    println!(
        "{} events with evaluations, {} games",
        events.len(),
        events.iter().map(|e| e.games).sum::<usize>()
    );

    let method = Method {
        version: options.name.clone(),
        time_class: options.time_class.class(),
        ratings: RatingRange {
            low: options.low,
            high: options.high,
        },
        weights: PerTest {
            mm: 1.0,
            ev: 1.0,
            asd: 1.0,
        },
        gate: options.gate,
    };
    let asked = Asked {
        profile: config.profile.clone(),
        parts: usize::from(options.parts),
        bootstrap: options.bootstrap,
        resample: Plan {
            games: RESAMPLED_GAMES,
            draws: options.resample,
            seed: 1,
        },
    };
    let (made, certificate) = certify(&events, &method, &asked, source)?;
    let text = made.parameters.write()?;
    Parameters::parse(&text).context("the fit does not give usable parameters")?;
    std::fs::write(&options.out, text).with_context(|| format!("cannot write {}", options.out.display()))?;
    write(&certificate, &options.certificate, config.lang)?;
    print(&certificate);
    println!(
        "\nwritten: {} and {}",
        options.out.display(),
        options.certificate.display()
    );
    Ok(Ending::Done)
}

/// The events of a collection whose evaluations are in the store.
fn evaluated(
    collection: Collection,
    class: TimeClass,
    store: &mut Store,
    profile: ProfileId,
) -> anyhow::Result<Vec<EventSet>> {
    let mut events: Vec<EventSet> = Vec::new();
    each(by_event(collection), class, store, profile, &mut |event| {
        let number = events.len();
        events.push(EventSet {
            name: event.name,
            games: event.games.len(),
            performances: performances(number, &event.games, &event.roster, &event.plans, &event.answers),
        });
    })?;
    Ok(events)
}

fn write(certificate: &Certificate, folder: &Path, language: Language) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let pages = [
        ("certificate.json", reports::certificate::json(certificate)?),
        (
            "certificate.html",
            reports::certificate::html(certificate, language),
        ),
        (
            "certificate.md",
            reports::certificate::markdown(certificate, language),
        ),
    ];
    for (name, text) in pages {
        put(&folder.join(name), text.as_bytes())?;
    }
    #[cfg(feature = "pdf")]
    put(
        &folder.join("certificate.pdf"),
        &reports::certificate::pdf(certificate, language)?,
    )?;
    Ok(())
}

/// The figures a person looks at first.
fn print(certificate: &Certificate) {
    let corpus = &certificate.corpus;
    println!(
        "{} performances, {} decisions, ratings {} to {}",
        corpus.performances, corpus.decisions, certificate.ratings[0], certificate.ratings[1]
    );
    for number in &certificate.fitted {
        println!(
            "{:30} {:9.4} +- {:.4}",
            number.name, number.value, number.standard_error
        );
    }
    let f = &certificate.dispersion;
    for (test, f) in [("MM", f.mm), ("EV", f.ev), ("ASD", f.asd)] {
        println!(
            "dispersion of {test}: f^2 = {:.3} + {:.5} T, least {}; f(250) = {:.3}",
            f.within,
            f.growth,
            f.floor,
            f.after(250)
        );
    }
    let [mm_ev, mm_asd, ev_asd] = certificate.correlation;
    println!("correlation: MM-EV {mm_ev:.3}, MM-ASD {mm_asd:.3}, EV-ASD {ev_asd:.3}");
    println!("\nheld out        n    mean      SD    skew   seen (expected) above 2.0, 2.5, 3.0, 3.5");
    for measure in &certificate.measures {
        print_measure(measure);
    }
    println!("\nbars set beforehand");
    for bar in &certificate.bars {
        println!(
            "{:8} {}: {}",
            if bar.met { "met" } else { "NOT MET" },
            bar.asked,
            bar.found
        );
    }
}

fn print_measure(measure: &Measure) {
    let m = &measure.all;
    print!(
        "{:10} {:6} {:+7.3} {:7.3} {:+7.3} ",
        measure.name, m.n, m.mean, m.sd, m.skew
    );
    for rate in &measure.rates {
        print!("  {} ({:.1})", rate.seen, rate.expected);
    }
    println!();
    if measure.name == "overall" {
        for group in &measure.groups {
            for row in &group.rows {
                let m = &row.moments;
                println!(
                    "  {:10} {:14} {:6} {:+7.3} {:7.3} {:+7.3}",
                    group.by, row.label, m.n, m.mean, m.sd, m.skew
                );
            }
        }
    }
}
