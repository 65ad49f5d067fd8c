//! `fairplay-lab strength`: how far honest players stand from their published ratings, fitted to measurements and certified.

use std::fmt::Write as _;
use std::path::PathBuf;

use analyzer::calibration::measurement::Model;
use analyzer::calibration::null_certificate::{BarResult, NullCertificate, certify};
use analyzer::calibration::null_fit::{EFFECTS, NullFit, fit_null};
use analyzer::calibration::strength::Estimate;
use analyzer::strength::Strength;
use clap::Args;
use cli::arguments::LanguageOptions;
use cli::output::{make_folder, put};

use crate::measure::rows;

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
    /// Folder for the certificate: how performances look under a fit to other tournaments
    #[arg(long, value_name = "DIR")]
    pub certificate: Option<PathBuf>,
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
    let known = Strength { version: options.name.clone(), ..Strength::shipped()? };
    let fit = fit_null(&measurements.iter().collect::<Vec<_>>(), &known)?;
    print!("{}", table(&fit)?);
    if let Some(path) = &options.out {
        let text = toml::to_string(&fit.strength)?;
        Strength::parse(&text)?;
        put(path, text.as_bytes())?;
    }
    if let Some(folder) = &options.certificate {
        let certificate = certify(&measurements, &known, options.draws)?;
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
fn table(fit: &NullFit) -> anyhow::Result<String> {
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
    for ((name, _), Estimate { value, error }) in EFFECTS.iter().zip(&fit.spread.effects) {
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
        let model = match null.model {
            Model::Primary => "primary model",
            Model::DepthAware => "depth-aware model",
        };
        let [mm, ev, asd, efficient] = null.excess;
        writeln!(
            text,
            "{model}: {} performances, level {:.1} +- {:.1}, excess MM {mm:.3}, EV {ev:.3}, ASD {asd:.3}, efficient {efficient:.3}",
            null.performances, null.level.value, null.level.error
        )?;
    }
    writeln!(text, "restricted log likelihood {:.2}", fit.spread.log_likelihood)?;
    Ok(text)
}

fn bars(certificate: &NullCertificate) -> anyhow::Result<String> {
    let mut text = String::new();
    for reading in &certificate.readings {
        writeln!(
            text,
            "{:?}: right null meets all bars with probability {:.2}",
            reading.model, reading.all_met_if_right
        )?;
        for bar in &reading.bars {
            let result = match bar.result {
                BarResult::Met => "met",
                BarResult::NotMet => "NOT MET",
                BarResult::TooFewData => "too few data",
            };
            let found = bar.found.map_or_else(|| "none".to_owned(), |found| format!("{found:.3}"));
            let [low, high] = bar.range;
            let [have, asked] = bar.performances;
            let passes = bar.passes.map_or_else(String::new, |p| {
                format!("; passes if right {:.2}, wider {:.2}, thrice {:.2}", p.right, p.wider, p.thrice)
            });
            writeln!(
                text,
                "  {result:13} {:14} {found} in {low:.2} to {high:.2}, {have} of {asked}{passes}",
                bar.name
            )?;
        }
    }
    Ok(text)
}
