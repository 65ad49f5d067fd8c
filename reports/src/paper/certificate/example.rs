//! A certificate for the tests, stored as JSON: invented numbers of a plausible size, one bar not met.

use analyzer::calibration::certificate::{Agreement, Certificate, Measure, Moments, Quantile};
use statrs::distribution::{ContinuousCDF, Normal};

const STORED: &str = include_str!("../../../fixtures/certificate.json");

/// A name that breaks careless writers.
pub(super) const HOSTILE: &str = "<script>alert(1)</script> `a` | [b](http://c) \u{202e}#let x = 1 李";

pub(crate) fn certificate() -> Certificate {
    let mut c: Certificate = serde_json::from_str(STORED).expect("the stored certificate");
    for measure in &mut c.measures {
        measure.quantiles = quantiles(measure);
    }
    c
}

/// One point for each performance: a normal with a little waviness, and a skewness by the first term of Cornish and Fisher.
fn quantiles(measure: &Measure) -> Vec<Quantile> {
    let (mean, sd) = if measure.name == "index" { (50.0, 5.0) } else { (0.0, 1.0) };
    let (n, normal) = (measure.all.n, Normal::standard());
    let ranks = (0..n).map(|rank| (rank as f64 + 0.5) / n as f64);
    ranks
        .map(|share| {
            let nominal = normal.inverse_cdf(share);
            let wave = 0.03 * libm::sin(nominal * 7.0);
            let skewed = nominal + wave + measure.all.skew / 6.0 * (nominal * nominal - 1.0);
            Quantile { nominal: mean + sd * nominal, seen: measure.all.mean + measure.all.sd * skewed }
        })
        .collect()
}

/// The example with a hostile name wherever a name can stand.
pub(crate) fn hostile() -> Certificate {
    let mut c = certificate();
    for text in [
        &mut c.engine,
        &mut c.engine_sha256,
        &mut c.parameters,
        &mut c.profile,
        &mut c.time_class,
        &mut c.software,
        &mut c.schema,
        &mut c.corpus.seed,
        &mut c.corpus.inputs[0],
        &mut c.corpus.folds[0].events[0],
        &mut c.fitted[0].name,
    ] {
        HOSTILE.clone_into(text);
    }
    HOSTILE.clone_into(&mut c.measures[0].name);
    let group = &mut c.measures[1].groups[0];
    HOSTILE.clone_into(&mut group.by);
    HOSTILE.clone_into(&mut group.rows[0].label);
    HOSTILE.clone_into(&mut c.bars[0].asked);
    HOSTILE.clone_into(&mut c.bars[0].found);
    c
}

/// A certificate of nothing.
pub(crate) fn empty() -> Certificate {
    let mut c = certificate();
    c.corpus.inputs.clear();
    c.corpus.folds.clear();
    c.corpus.years = None;
    c.fitted.clear();
    c.bands.clear();
    c.bars.clear();
    let none = Moments { n: 0, mean: 0.0, sd: 0.0, skew: 0.0, errors: None };
    for measure in &mut c.measures {
        measure.all = none;
        measure.rates.clear();
        measure.quantiles.clear();
        measure.groups.clear();
    }
    c.resampled.drawn = 0;
    c.resampled.moments = none;
    c.resampled.rates.clear();
    c.resampled.bands.clear();
    c.agreement = Agreement { n: 0, dealings: 4, mean: 0.0, sd: 0.0 };
    c
}
