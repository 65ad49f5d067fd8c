//! A certificate for the tests: invented numbers of a plausible size, one bar not met, one hostile name.

use analyzer::calibration::certificate::{
    Agreement, BandMeans, Bar, Certificate, Corpus, Difference, Errors, Fitted, Fold, Group, GroupRow,
    Measure, Moments, Quantile, Rate, ReadingName, Resampled, ResampledBand, SCHEMA,
};
use analyzer::calibration::prediction::{Decile, Figures, Prediction, PredictionBand};
use analyzer::null::{Dispersion, PerTest};
use statrs::distribution::{ContinuousCDF, Normal};

/// Held-out performances of the example.
pub(super) const PERFORMANCES: usize = 412;

/// A name that breaks careless writers.
pub(super) const HOSTILE: &str = "<script>alert(1)</script> `a` | [b](http://c) \u{202e}#let x = 1 李";

pub(crate) fn certificate() -> Certificate {
    Certificate {
        schema: SCHEMA.to_owned(),
        reading: ReadingName::DepthAware,
        parameters: "quick-3".to_owned(),
        profile: "quick".to_owned(),
        time_class: "standard".to_owned(),
        engine: "Example Engine 1.0".to_owned(),
        engine_sha256: "0f".repeat(32),
        depth: 12,
        multipv: 5,
        hash_mib: 16,
        node_cap: 20_000_000,
        software: "fairplay 0.1.0".to_owned(),
        corpus: corpus(),
        ratings: [1600, 2800],
        gate: 100,
        fitted: fitted(),
        dispersion: PerTest {
            mm: dispersion(1.15, 0.0),
            ev: dispersion(1.2, 0.0),
            asd: dispersion(1.4, 0.002_16),
        },
        correlation: [0.978, 0.668, 0.686],
        weights: PerTest { mm: 1.0, ev: 1.0, asd: 1.0 },
        measures: vec![
            measure("mm", 0.05, 0.99, 0.04),
            measure("ev", 0.06, 0.98, 0.03),
            measure("asd", -0.04, 1.03, 0.12),
            measure("overall", 0.03, 1.01, 0.08),
            index(),
        ],
        bands: bands(),
        prediction: Some(prediction()),
        record: None,
        difference: Some(Difference {
            moments: moments(PERFORMANCES, -0.021, 0.613, 0.1),
            correlation: 0.812,
        }),
        anchor: None,
        resampled: resampled(),
        agreement: Agreement { n: 206, dealings: 4, mean: -0.021, sd: 0.118 },
        bars: bars(),
    }
}

fn prediction() -> Prediction {
    let decile = |k: u32, moves: u32, off: f64| {
        let predicted = 0.05 + 0.1 * f64::from(k);
        Decile {
            moves,
            predicted: if moves > 0 { predicted } else { 0.0 },
            played: if moves > 0 { predicted + off } else { 0.0 },
        }
    };
    let figures = |harder: f64| Figures {
        nats_two_parameter: 1.81 + harder,
        nats_grouped: 1.615 + harder,
        nats_depth_aware: 1.472 + harder,
        first_line_played: 0.477 - 0.1 * harder,
        likeliest_played: 0.531 - 0.1 * harder,
        variance_two_parameter: 0.212,
        variance_depth_aware: 0.176,
        first_line: (0..10).map(|k| decile(k, if k == 3 { 0 } else { 4_000 - 200 * k }, 0.004)).collect(),
        every_move: (0..10).map(|k| decile(k, 1_180_000 >> (2 * k), -0.003)).collect(),
    };
    Prediction {
        decisions: 38_684,
        all: figures(0.0),
        bands: vec![
            PredictionBand { low: 2000, decisions: 12_345, figures: figures(0.05) },
            PredictionBand { low: 2200, decisions: 10_007, figures: figures(-0.05) },
        ],
    }
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
    let none = moments(0, 0.0, 0.0, 0.0);
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

fn corpus() -> Corpus {
    let fold = |number: usize, events: usize| Fold {
        events: (1..=events).map(|event| format!("Riverside Open {}", 1990 + number * 8 + event)).collect(),
        performances: 150 + number * 9,
        decisions: 18_000 + number * 1_010,
    };
    Corpus {
        inputs: vec![
            format!("otb-events.pgn.zst {}", "3a".repeat(32)),
            format!("otb-archive.pgn.zst {}", "b7".repeat(32)),
        ],
        seed: "fairplay".to_owned(),
        sample: Some(2_600),
        half: None,
        folds: vec![fold(0, 7), fold(1, 6), fold(2, 8)],
        games: 4_102,
        performances: 477,
        decisions: 57_030,
        years: Some([1991, 2014]),
    }
}

fn fitted() -> Vec<Fitted> {
    [
        ("sensitivity.at_2400", 0.1841, 0.0072),
        ("sensitivity.ln_slope_per_300", -0.3454, 0.0381),
        ("consistency.at_2400", 0.6747, 0.0109),
        ("consistency.slope_per_300", -0.0183, 0.0138),
        ("ties.first_of_two", 0.5658, 0.0114),
        ("unlisted.behind", 0.1843, 0.0041),
    ]
    .map(|(name, value, standard_error)| Fitted { name: name.to_owned(), value, standard_error })
    .into()
}

fn dispersion(floor: f64, growth: f64) -> Dispersion {
    Dispersion { floor, within: 0.9 * floor * floor, growth, growth_ln_slope_per_300: 0.0 }
}

fn moments(n: usize, mean: f64, sd: f64, skew: f64) -> Moments {
    let root = libm::sqrt(n as f64);
    let errors = Errors { events: n.div_ceil(2), mean: 1.2 * sd / root, sd: 0.8 * sd / root };
    Moments { n, mean, sd, skew, errors: (n > 2).then_some(errors) }
}

fn rate(level: f64, z: f64, n: usize, factor: f64) -> Rate {
    let nominal = 0.5 * libm::erfc(z / libm::sqrt(2.0));
    let expected = nominal * n as f64;
    let seen = (expected * factor).round();
    let half = 2.0 * libm::sqrt(seen.max(1.0));
    let share = [seen, (seen - half).max(0.0), seen + half].map(|count| count / n as f64);
    Rate { level, seen: format!("{seen:.0}").parse().expect("a count"), expected, share, nominal }
}

fn measure(name: &str, mean: f64, sd: f64, skew: f64) -> Measure {
    let normal = Normal::standard();
    let quantiles = (0..PERFORMANCES).map(|rank| {
        let nominal = normal.inverse_cdf((rank as f64 + 0.5) / PERFORMANCES as f64);
        // A little waviness, and a skewness by the first term of Cornish and Fisher.
        let wave = 0.03 * libm::sin(nominal * 7.0);
        Quantile { nominal, seen: mean + sd * (nominal + wave + skew / 6.0 * (nominal * nominal - 1.0)) }
    });
    Measure {
        name: name.to_owned(),
        all: moments(PERFORMANCES, mean, sd, skew),
        shared: Some(0.31 * sd),
        rates: [2.0, 2.5, 3.0, 3.5, 4.25, 5.0].map(|z| rate(z, z, PERFORMANCES, 1.1)).into(),
        quantiles: quantiles.collect(),
        groups: groups(mean, sd),
    }
}

fn index() -> Measure {
    let mut index = measure("overall", 0.03, 1.01, 0.08);
    "index".clone_into(&mut index.name);
    let turn = |m: &mut Moments| {
        m.mean = 50.0 + 5.0 * m.mean;
        m.sd *= 5.0;
        if let Some(errors) = &mut m.errors {
            errors.mean *= 5.0;
            errors.sd *= 5.0;
        }
    };
    turn(&mut index.all);
    for point in &mut index.quantiles {
        point.nominal = 50.0 + 5.0 * point.nominal;
        point.seen = 50.0 + 5.0 * point.seen;
    }
    index.rates = [60.0, 65.0, 70.0].map(|level| rate(level, (level - 50.0) / 5.0, PERFORMANCES, 1.1)).into();
    for row in index.groups.iter_mut().flat_map(|group| &mut group.rows) {
        turn(&mut row.moments);
    }
    index
}

fn groups(mean: f64, sd: f64) -> Vec<Group> {
    let group = |by: &str, rows: &[(&str, usize, f64, f64)]| Group {
        by: by.to_owned(),
        rows: rows
            .iter()
            .map(|&(label, n, shift, factor)| GroupRow {
                label: label.to_owned(),
                moments: moments(n, mean + shift, sd * factor, 0.05),
            })
            .collect(),
    };
    vec![
        group(
            "rating",
            &[
                ("1600-1799", 1, -0.31, 0.0),
                ("1800-1999", 17, -0.15, 1.21),
                ("2000-2199", 98, 0.08, 1.05),
                ("2200-2399", 134, 0.02, 0.97),
                ("2400-2599", 121, -0.03, 0.96),
                ("2600-2799", 41, -0.06, 0.98),
            ],
        ),
        group(
            "decisions",
            &[
                ("100-137", 103, 0.02, 0.98),
                ("138-171", 103, -0.04, 1.02),
                ("172-214", 103, 0.03, 1.01),
                ("215 or more", 103, -0.01, 0.99),
            ],
        ),
        group("colour", &[("white", 412, 0.05, 1.0), ("black", 412, -0.05, 1.01)]),
        group(
            "decade",
            &[("1990-1999", 120, -0.07, 1.0), ("2000-2009", 181, 0.0, 1.0), ("2010-2019", 111, 0.08, 1.0)],
        ),
        group(
            "result",
            &[
                ("scored under 40 %", 121, -0.41, 0.93),
                ("scored 40 to 60 %", 167, 0.03, 0.94),
                ("scored 60 % or more", 124, 0.39, 0.95),
            ],
        ),
    ]
}

fn bands() -> Vec<BandMeans> {
    [
        (1600, 1_604, [0.445, 0.437], [0.458, 0.454], [0.1574, 0.1616]),
        (1800, 3_302, [0.447, 0.448], [0.463, 0.461], [0.1494, 0.1485]),
        (2000, 13_495, [0.463, 0.462], [0.477, 0.478], [0.1357, 0.1317]),
        (2200, 18_147, [0.489, 0.487], [0.506, 0.503], [0.1068, 0.1121]),
        (2400, 15_735, [0.526, 0.526], [0.543, 0.545], [0.0855, 0.0843]),
        (2600, 4_747, [0.551, 0.556], [0.569, 0.574], [0.0741, 0.0722]),
    ]
    .map(|(low, decisions, mm, ev, asd)| BandMeans { low, decisions, mm, ev, asd })
    .into()
}

fn resampled() -> Resampled {
    let levels = [2.0, 2.5, 3.0, 3.5, 4.25, 5.0];
    let band = |low, pool, factor| ResampledBand {
        low,
        pool,
        moments: moments(40_000, 0.02, 1.02, 0.06),
        rates: levels.map(|z| rate(z, z, 40_000, factor)).into(),
    };
    Resampled {
        games: 9,
        drawn: 200_000,
        seed: 20_260_101,
        moments: moments(200_000, 0.02, 1.02, 0.07),
        rates: levels.map(|z| rate(z, z, 200_000, 1.12)).into(),
        bands: vec![
            band(2000, 812, 1.21),
            band(2200, 1_377, 1.07),
            band(2400, 1_190, 0.98),
            band(2600, 386, 0.93),
        ],
    }
}

fn bars() -> Vec<Bar> {
    [
        ("mean of the overall z between -0.10 and +0.10", "+0.03", true),
        ("SD of the overall z between 0.95 and 1.05", "1.01", true),
        ("share at or above 3.5 at most 1.25 times the nominal one", "1.12 times", true),
        ("no rating band with 40 performances or more has a mean beyond 0.15", "2000-2199: +0.17", false),
    ]
    .map(|(asked, found, met)| Bar { asked: asked.to_owned(), found: found.to_owned(), met })
    .into()
}
