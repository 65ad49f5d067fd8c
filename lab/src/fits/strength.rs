//! `fairplay-lab strength`: how far honest players stand from their published ratings, fitted to measurements and certified.

use std::fmt::Write as _;
use std::path::PathBuf;

use analyzer::Parameters;
use analyzer::calibration::measurement::{Measurement, Model};
use analyzer::calibration::null_certificate::{BarResult, NullCertificate, Passes, SealedPart, certify};
use analyzer::calibration::null_fit::{Baseline, ModelNull, NullFit, Transfer, fit_null};
use analyzer::calibration::strength::Estimate;
use analyzer::null::gains::EFFICIENT;
use analyzer::statistics::field::mean_and_sd;
use analyzer::strength::Strength;
use anyhow::{Context, bail};
use clap::Args;
use cli::arguments::LanguageOptions;
use cli::output::{make_folder, put, read_text, unusable};
use datasets::tournament::corpus::facts::Conditions;

use crate::conditions::ConditionsOptions;
use crate::measure::{rows, sealed};

/// Options of `strength`.
#[derive(Clone, Debug, Args)]
pub struct StrengthOptions {
    /// Table written by `measure`
    #[arg(value_name = "MEASUREMENTS.csv")]
    pub measurements: PathBuf,
    /// File for the strength; what measurements do not show is as in the file that comes with the software
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Version to write into the file and the certificate
    #[arg(long, value_name = "NAME", default_value = "strength")]
    pub name: String,
    #[command(flatten)]
    pub conditions: ConditionsOptions,
    /// Parameter file with which they were measured; for other conditions than standard play over the board, which are fitted as
    /// differences from it
    #[arg(long, value_name = "FILE")]
    pub projections: Option<PathBuf>,
    /// Folder for the certificate: how performances look under a fit to other tournaments
    #[arg(long, value_name = "DIR")]
    pub certificate: Option<PathBuf>,
    /// Table of some of the same performances, measured with another engine or at other settings: prints what its projections need
    #[arg(long, value_name = "OTHER.csv")]
    pub transfer: Option<PathBuf>,
    /// Table written by `measure --open-sealed`
    #[arg(long, value_name = "FILE.csv")]
    pub sealed: Option<PathBuf>,
    /// Record of the openings of the sealed part
    #[arg(long, value_name = "FILE.csv", default_value = sealed::OPENINGS)]
    pub openings: PathBuf,
    /// Number of simulated certificates behind the probability that a bar is met
    #[arg(long, value_name = "N", default_value_t = 4000)]
    pub draws: u64,
    #[command(flatten)]
    pub language: LanguageOptions,
}

/// Fits, certifies and prints.
///
/// # Errors
/// If the table cannot be read, there is too little to fit, or a file cannot be written.
pub fn run(options: &StrengthOptions) -> anyhow::Result<()> {
    let measurements = rows::read(&options.measurements)?;
    let conditions = Conditions::from(&options.conditions);
    if conditions != Conditions::USUAL && options.projections.is_none() {
        bail!("name with --projections the parameter file with which the performances were measured");
    }
    let parameters = options
        .projections
        .as_deref()
        .map(|path| Parameters::parse(&read_text(path)?).with_context(unusable(path)));
    let parameters = parameters.transpose()?;
    let known = Baseline {
        version: &options.name,
        standard: &Strength::shipped()?,
        other: parameters.as_ref().filter(|_| conditions != Conditions::USUAL).map(|p| (conditions, p)),
    };
    let fit = fit_null(&measurements.iter().collect::<Vec<_>>(), &known)?;
    print!("{}", table(&fit, &measurements)?);
    if let Some(path) = &options.transfer {
        let transfers = fit.transfer(&measurements, &rows::read(path)?);
        if transfers.is_empty() {
            println!("{}: too few performances that were measured both ways", path.display());
        }
        for Transfer { null, z_difference, z_difference_sd } in &transfers {
            println!("{}: {}", path.display(), own(null));
            println!("  overall z less that of the fit: mean {z_difference:.3}, SD {z_difference_sd:.3}");
        }
    }
    if let Some(path) = &options.out {
        let text = toml::to_string(&fit.strength)?;
        Strength::parse(&text)?;
        put(path, text.as_bytes())?;
    }
    if let Some(folder) = &options.certificate {
        let of_sealed = options.sealed.as_deref().map_or_else(|| Ok(Vec::new()), rows::read)?;
        let openings = sealed::releases(&options.openings)?.len();
        let sealed = SealedPart { openings, measurements: &of_sealed };
        let certificate = certify(&measurements, sealed, &known, options.draws)?;
        make_folder(folder)?;
        put(&folder.join("certificate.json"), reports::json(&certificate)?.as_bytes())?;
        let language = options.language.lang.unwrap_or_default();
        for (file, bytes) in
            reports::null_certificate::document(&certificate, language).files("certificate")?
        {
            put(&folder.join(file), &bytes)?;
        }
        print!("{}", bars(&certificate)?);
    }
    Ok(())
}

/// The fit with standard errors, and 95 % intervals by profile.
fn table(fit: &NullFit, measurements: &[Measurement]) -> anyhow::Result<String> {
    let strength = &fit.strength;
    let mut text = String::new();
    writeln!(
        text,
        "{} performances of {} tournaments, {} to {}; {} of juniors, {} pairs of one person",
        strength.source.performances,
        strength.source.tournaments,
        strength.source.days[0],
        strength.source.days[1],
        fit.juniors,
        fit.pairs
    )?;
    for (effect, Estimate { value, error }) in fit.effects.iter().zip(&fit.spread.effects) {
        let name = &effect.name;
        writeln!(text, "{name:34} {value:8.1} +- {error:.1}")?;
    }
    let [event, player, slope] = fit.intervals();
    let end = |end: Option<f64>, shown: &dyn Fn(f64) -> f64, digits: usize| match end {
        Some(end) => format!("{:.digits$}", shown(end)),
        None => "open".to_owned(),
    };
    let points = [
        ("sd between events", fit.spread.ln_event_sd, event),
        ("sd of a player at 2400", fit.spread.ln_player_sd, player),
    ];
    for (name, ln, ends) in points {
        let value = libm::exp(ln.value);
        let [low, high] = ends.map(|at| end(at, &libm::exp, 1));
        writeln!(text, "{name:34} {value:8.1} +- {:.1}, {low} to {high}", value * ln.error)?;
    }
    let Estimate { value, error } = fit.spread.ln_player_sd_slope;
    let [low, high] = slope.map(|at| end(at, &|at| at, 3));
    writeln!(text, "{:34} {value:8.3} +- {error:.3}, {low} to {high}", "its logarithm per 300 points")?;
    for (name, value) in [
        ("extra sd of juniors", strength.lag.junior.sd),
        ("lasting share of the variance", strength.player.lasting),
        ("standard error of ln spread", strength.player.ln_error),
        ("heavy tail: share", strength.tail.share),
        ("heavy tail: mean in sd", strength.tail.mean),
        ("heavy tail: sd in sd", strength.tail.sd),
    ] {
        writeln!(text, "{name:34} {value:8.3}")?;
    }
    for null in &fit.models {
        writeln!(text, "{}", own(null))?;
    }
    for (model, z) in rating_free(fit, measurements) {
        let (mean, sd) = mean_and_sd(&z);
        let n = z.len() as f64;
        writeln!(
            text,
            "{model:?}: rating-free z of {n} performances: mean {mean:.3} +- {:.3}, SD {sd:.3}",
            sd / n.sqrt()
        )?;
    }
    writeln!(text, "restricted log likelihood {:.2}", fit.spread.log_likelihood)?;
    Ok(text)
}

/// The rating-free z of the efficient score, for each model under which the rating score was measured.
fn rating_free(fit: &NullFit, measurements: &[Measurement]) -> Vec<(Model, Vec<f64>)> {
    let of = |null: &ModelNull| -> Vec<f64> {
        let own = measurements.iter().filter(|m| m.model == null.model);
        own.filter_map(|m| m.gains.rating_free_z(EFFICIENT, &null.noise())).collect()
    };
    fit.models.iter().map(|null| (null.model, of(null))).filter(|(_, z)| z.len() > 1).collect()
}

/// Level and excess of a choice model in one line.
fn own(null: &ModelNull) -> String {
    let model = match null.model {
        Model::Primary => "primary model",
        Model::DepthAware => "depth-aware model",
    };
    let [mm, ev, asd, efficient, _] = null.excess;
    format!(
        "{model}: {} performances, level {:.1} +- {:.1}, excess MM {mm:.3}, EV {ev:.3}, ASD {asd:.3}, efficient {efficient:.3}",
        null.performances, null.level.value, null.level.error
    )
}

fn bars(certificate: &NullCertificate) -> anyhow::Result<String> {
    let mut text = String::new();
    for reading in &certificate.readings {
        let Passes { right, wider, thrice } = reading.all;
        writeln!(
            text,
            "{:?}: misses no bar if right {right:.2}, wider {wider:.2}, thrice {thrice:.2}",
            reading.model
        )?;
        for bar in &reading.bars {
            let result = match bar.result {
                BarResult::Met => "met",
                BarResult::NotMet => "NOT MET",
                BarResult::TooFewData => "too few data",
            };
            let found = bar.found.map_or_else(|| "none".to_owned(), |found| format!("{found:.3}"));
            let ([low, high], [least, most]) = (bar.asked, bar.range);
            let [have, asked] = bar.performances;
            let passes = bar.passes.map_or_else(String::new, |p| {
                format!("; passes if right {:.2}, wider {:.2}, thrice {:.2}", p.right, p.wider, p.thrice)
            });
            writeln!(
                text,
                "  {result:13} {:14} {found} in {low:.2} to {high:.2} ({least:.2} to {most:.2}), {have} of {asked}{passes}",
                bar.name
            )?;
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use analyzer::null::gains::{Gains, SCORES};
    use analyzer::random::Random;

    use super::*;

    /// Players 100 points above their ratings, with an SD of 90 among them and of 50 among events.
    fn measurements() -> Vec<Measurement> {
        let mut random = Random::new(4);
        let mut measurements = Vec::new();
        for tournament in 0..40 {
            let shared = 100.0 + 50.0 * random.normal();
            for player in 0..10 {
                let mut gains = Gains { derivative: [0.1; SCORES], ..Gains::default() };
                let points = shared + 90.0 * random.normal() + 100.0 * random.normal();
                for k in 0..SCORES {
                    gains.gain[k] = 0.1 * points;
                    gains.covariance[k] = [100.0; SCORES];
                }
                measurements.push(Measurement {
                    tournament: format!("t{tournament}"),
                    day: "2020-01-01".to_owned(),
                    person: tournament * 10 + player,
                    rating: 2400,
                    age: None,
                    youth: false,
                    women: false,
                    games: 9,
                    decisions: 250,
                    model: Model::Primary,
                    gains,
                    game_squares: [8.0; SCORES],
                    game_freedom: 8,
                });
            }
        }
        measurements
    }

    #[test]
    fn a_table_becomes_a_strength_and_a_certificate() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        rows::write(&at("rows.csv"), &measurements()).expect("written");
        std::fs::write(at("openings.csv"), "day,release\n2026-01-02,2.0\n").expect("written");
        let options = StrengthOptions {
            measurements: at("rows.csv"),
            out: Some(at("strength.toml")),
            name: "strength-test".to_owned(),
            conditions: ConditionsOptions::default(),
            projections: None,
            certificate: Some(at("certificate")),
            transfer: Some(at("rows.csv")),
            sealed: Some(at("rows.csv")),
            openings: at("openings.csv"),
            draws: 20,
            language: LanguageOptions::default(),
        };
        run(&options).expect("fitted");
        let strength = std::fs::read_to_string(at("strength.toml")).expect("a file");
        let strength = Strength::parse(&strength).expect("reads");
        assert_eq!((strength.version.as_str(), strength.source.tournaments), ("strength-test", 40));
        // 400 performances: errors of about 8 and 6 points.
        assert!((strength.event_sd - 50.0).abs() < 20.0, "{}", strength.event_sd);
        assert!((strength.player_sd(2400.0) - 90.0).abs() < 20.0, "{:?}", strength.player);
        let text = std::fs::read_to_string(at("certificate/certificate.md")).expect("a file");
        assert!(text.contains("strength-test") && text.contains("| All | 400 | 40 | 400 |"), "{text}");
        let json = std::fs::read(at("certificate/certificate.json")).expect("a file");
        let certificate: NullCertificate = serde_json::from_slice(&json).expect("reads");
        assert_eq!(certificate.readings.len(), 1, "only one model was measured");
        let sealed = certificate.readings[0].sealed.as_ref().expect("measured");
        assert_eq!((certificate.openings, sealed.performances), (1, 400));
    }

    #[test]
    fn the_fit_is_printed_for_the_models_that_were_measured() {
        let measurements = measurements();
        let standard = Strength::shipped().expect("reads");
        let known = Baseline { version: "test", standard: &standard, other: None };
        let fit = fit_null(&measurements.iter().collect::<Vec<_>>(), &known);
        let text = table(&fit.expect("fits"), &measurements).expect("text");
        assert!(text.contains("level at 2020") && text.contains("its logarithm per 300 points"), "{text}");
        assert!(text.contains("primary model: 400 performances"), "{text}");
        assert!(!text.contains("depth-aware"), "{text}");
    }
}
