//! `fairplay calibrate`: fits the method of record to events whose evaluations are in the store.

use analyzer::GamePlan;
use analyzer::calibration::bootstrap::bootstrap;
use analyzer::calibration::check::{ZSummary, bands, summary};
use analyzer::calibration::spread::{FLOORS, Scored, measure, score};
use analyzer::calibration::{Performance, fit, is_covered, performances};
use analyzer::evaluate::stored;
use analyzer::parameters::{Gate, Parameters, PerTest, RatingRange, Source, Ties};
use anyhow::{Context, bail};
use datasets::{ProfileId, Store, StoreError, by_event};
use sha2::{Digest, Sha256};
use uci_pool::identify;

use crate::Ending;
use crate::arguments::CalibrateOptions;
use crate::config::Config;

/// Fits, measures, checks, and writes the parameters.
pub(crate) fn run(options: &CalibrateOptions) -> anyhow::Result<Ending> {
    if options.low >= options.high {
        bail!("the lowest rating must be below the highest");
    }
    let config = Config::load(&options.engine)?;
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
    let corpus = collection
        .inputs
        .iter()
        .map(|i| format!("{} {}", i.name, i.sha256))
        .collect();
    let (mut fitted, mut held) = (Vec::new(), Vec::new());
    for (number, (name, event)) in by_event(collection).into_iter().enumerate() {
        let plans = analyzer::plan::all(&event.games);
        if !any_stored(&plans, &store, profile)? {
            continue;
        }
        let answers = stored(&plans, &mut store, profile)?;
        if !is_covered(&plans, &answers) {
            continue;
        }
        let roster = datasets::roster(&event);
        let within = |p: &Performance| (options.low..=options.high).contains(&p.rating);
        let part = if is_held_out(&options.seed, &name, options.hold_out) {
            &mut held
        } else {
            &mut fitted
        };
        part.extend(
            performances(number, &roster, &plans, &answers)
                .into_iter()
                .filter(within),
        );
    }
    describe("fitted", &fitted);
    describe("held out", &held);

    let found = fit(&fitted)?;
    let spread = measure(&score(&fitted, &found), options.gate);
    let equal = PerTest {
        mm: 1.0,
        ev: 1.0,
        asd: 1.0,
    };
    let parameters = Parameters {
        version: options.name.clone(),
        provisional: true,
        source: Some(Source {
            engine: identity.name.clone(),
            engine_sha256: identity.sha256.clone(),
            depth: config.settings.depth,
            multipv: config.settings.multipv,
            hash_mib: config.settings.hash_mib,
            node_cap: config.settings.node_cap,
            corpus,
            seed: options.seed.clone(),
            events: events(&fitted),
            performances: fitted.len(),
            decisions: found.decisions,
        }),
        ratings: RatingRange {
            low: options.low,
            high: options.high,
        },
        sensitivity: found.sensitivity,
        consistency: found.consistency,
        ties: Ties {
            first_of_two: found.first_of_two,
        },
        unlisted: found.unlisted,
        dispersion: spread.dispersion,
        correlation: spread.correlation,
        weights: equal,
        gate: Gate {
            decisions: options.gate,
        },
    };
    let text = parameters.write()?;
    Parameters::parse(&text).context("the fit does not give usable parameters")?;
    std::fs::write(&options.out, text).with_context(|| format!("cannot write {}", options.out.display()))?;

    println!(
        "first of two equal lines: {:.4} ({} ties)",
        found.first_of_two, found.ties
    );
    let f = &spread.dispersion;
    for (test, f, floor) in [
        ("MM", f.mm, FLOORS.mm),
        ("EV", f.ev, FLOORS.ev),
        ("ASD", f.asd, FLOORS.asd),
    ] {
        println!(
            "dispersion of {test}: f^2 = {:.3} + {:.5} T (least {floor}); f(250) = {:.3}",
            f.floor * f.floor,
            f.growth,
            f.after(250)
        );
    }
    let r = &spread.correlation;
    println!(
        "correlation: MM-EV {:.3}, MM-ASD {:.3}, EV-ASD {:.3}",
        r.mm_ev, r.mm_asd, r.ev_asd
    );
    if options.bootstrap > 0 {
        let (numbers, unsettled) = bootstrap(&fitted, &found, options.bootstrap, 1);
        println!(
            "\nbootstrap over events, {} rounds, {unsettled} left out because they did not settle",
            options.bootstrap
        );
        for number in numbers {
            println!(
                "{:30} {:9.4} +- {:.4}",
                number.name, number.value, number.standard_error
            );
        }
    }
    report("fitted events", &score(&fitted, &found), &parameters);
    report("held-out events", &score(&held, &found), &parameters);
    println!("\nwritten: {}", options.out.display());
    Ok(Ending::Done)
}

/// Whether the store knows the first position of any game: most events of a large collection were never searched.
fn any_stored(plans: &[GamePlan], store: &Store, profile: ProfileId) -> Result<bool, StoreError> {
    for turn in plans.iter().filter_map(|plan| plan.searched().next()) {
        if store.get(profile, &turn.fen, None)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether an event is held out: decided by a hash of the seed and its name, so that adding events moves none.
fn is_held_out(seed: &str, name: &str, percent: u8) -> bool {
    let hash = Sha256::digest(format!("{seed}\n{name}").as_bytes());
    let number = hash
        .iter()
        .take(4)
        .fold(0_u32, |n, byte| n << 8 | u32::from(*byte));
    number % 100 < u32::from(percent)
}

fn events(performances: &[Performance]) -> usize {
    performances
        .iter()
        .map(|p| p.event)
        .collect::<std::collections::BTreeSet<_>>()
        .len()
}

fn describe(part: &str, performances: &[Performance]) {
    let decisions: usize = performances.iter().map(|p| p.decisions.len()).sum();
    println!(
        "{part}: {} events, {} performances, {decisions} decisions",
        events(performances),
        performances.len()
    );
}

fn report(part: &str, scored: &[Scored], parameters: &Parameters) {
    println!("\n{part}");
    println!("band       decisions   MM seen/proj     EV seen/proj     ASD seen/proj    z: n, mean, SD");
    for band in bands(scored, parameters) {
        let z = band.z.map_or_else(String::new, |z| {
            format!("{:4} {:+.2} {:.2}", z.performances, z.mean, z.sd)
        });
        println!(
            "{}-{}  {:9}   {:.3} {:.3}      {:.3} {:.3}      {:.4} {:.4}    {z}",
            band.low,
            band.low + 199,
            band.decisions,
            band.mm.0,
            band.mm.1,
            band.ev.0,
            band.ev.1,
            band.asd.0,
            band.asd.1
        );
    }
    if let Some(ZSummary {
        performances,
        mean,
        sd,
        above,
    }) = summary(&scored.iter().collect::<Vec<_>>(), parameters)
    {
        print!("overall z: n {performances}, mean {mean:+.3}, SD {sd:.3}; seen (expected) above");
        for (level, (seen, expected)) in [2.0, 2.5, 3.0, 3.5].iter().zip(above) {
            print!("  {level:.1}: {seen} ({expected:.1})");
        }
        println!();
    }
}

#[cfg(test)]
mod tests {
    use super::is_held_out;

    #[test]
    fn the_split_is_about_as_asked_and_never_changes() {
        let names: Vec<String> = (0..2_000).map(|k| format!("Open {k} (2011)")).collect();
        let held = names
            .iter()
            .filter(|name| is_held_out("fairplay", name, 30))
            .count();
        assert!((540..=660).contains(&held), "{held}");
        assert!(!is_held_out("fairplay", "Open 0 (2011)", 0));
        let other = names
            .iter()
            .filter(|name| is_held_out("another", name, 30))
            .count();
        assert!((540..=660).contains(&other), "{other}");
    }
}
