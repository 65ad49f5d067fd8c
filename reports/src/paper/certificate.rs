//! The certificate of a calibration as a document.
//!
//! The bars and their results stand in the certificate as text and are printed as they were written down; a bar that was not
//! met is printed like one that was. Words come from the message files and numbers from [`crate::number`]; nothing is
//! computed here but standard errors of means.

mod made;
mod measures;
mod models;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod tests;

use std::fmt::Display;

use analyzer::calibration::certificate::{Bar, Certificate};

use crate::{
    document::{Block, Cell, Document, filled, listed, sections, text},
    messages::{Arg, Key, Language, Messages},
};

/// Width of a rating band.
const BAND: u16 = 200;

fn range(m: &Messages, key: Key, low: impl Display, high: impl Display) -> String {
    m.with(key, [("low", low.to_string()), ("high", high.to_string())])
}

fn band_name(m: &Messages, low: u16) -> String {
    range(m, Key::CertificateBandRange, low, low.saturating_add(BAND - 1))
}

pub fn document(c: &Certificate, language: Language) -> Document {
    let m = &Messages::new(language);
    let mut blocks = sections(
        m,
        [
            ("what", Key::CertificateWhatHeading, verdict(m, c)),
            ("bars", Key::CertificateBarsHeading, bars(m, c)),
            ("made", Key::CertificateMadeHeading, made::made(m, c)),
            ("fitted", Key::CertificateFittedHeading, made::fitted(m, c)),
            ("anchor", Key::CertificateAnchorHeading, models::anchor(m, c)),
            ("seen", Key::CertificateSeenHeading, measures::overview(m, c)),
        ],
    );
    blocks.extend(measures::measures(m, c));
    blocks.extend(sections(
        m,
        [
            ("bands", Key::CertificateBandsHeading, measures::bands(m, c)),
            ("prediction", Key::CertificatePredictionHeading, models::prediction(m, c)),
            ("difference", Key::CertificateDifferenceHeading, models::difference(m, c)),
            ("resampled", Key::CertificateResampledHeading, measures::resampled(m, c)),
            ("agreement", Key::CertificateAgreementHeading, vec![models::agreement(m, c)]),
            ("limits", Key::CertificateLimitsHeading, vec![limits(m, c)]),
            ("rebuild", Key::CertificateRebuildHeading, rebuild(m, c)),
        ],
    ));
    let title = m.with(Key::CertificateTitle, [("parameters", &c.parameters)]);
    Document::new(m, Key::CertificateKind, title, blocks)
}

fn verdict(m: &Messages, c: &Certificate) -> Vec<Block> {
    let met = c.bars.iter().filter(|bar| bar.met).count();
    let verdict = match c.bars.len() {
        0 => m.text(Key::CertificateVerdictNone),
        all => {
            let n = m.numbers();
            m.with(Key::CertificateVerdict, [("met", n.count(met)), ("all", n.count(all))])
        }
    };
    vec![
        filled(m, Key::CertificateWhat, [("performances", performances(c))]),
        Block::Text { text: m.label("certificate-model", &c.reading) },
        Block::Note { text: verdict },
    ]
}

/// Performances that the page rests on: those with an overall z.
fn performances(c: &Certificate) -> usize {
    c.measures.iter().find(|measure| measure.name == "overall").map_or(0, |measure| measure.all.n)
}

fn bars(m: &Messages, c: &Certificate) -> Vec<Block> {
    if c.bars.is_empty() {
        return Vec::new();
    }
    let result = |bar: &Bar| match bar.met {
        true => Cell::Met(m.text(Key::CertificateBarMet)),
        false => Cell::Unmet(m.text(Key::CertificateBarUnmet)),
    };
    let table = listed(m, &c.bars)
        .words(Key::CertificateBarAsked, |bar| bar.asked.clone())
        .words(Key::CertificateBarFound, |bar| bar.found.clone())
        .cells(Key::CertificateBarResult, result);
    vec![text(m, Key::CertificateBarsIntro), table.block(Key::CertificateBarsHeading)]
}

fn limits(m: &Messages, c: &Certificate) -> Block {
    let [low, high] = c.ratings.map(|rating| rating.to_string());
    let settings = [("low", low), ("high", high), ("gate", c.gate.to_string())];
    let items = vec![
        m.text(Key::CertificateLimitsOne),
        m.text(Key::CertificateLimitsCorpus),
        smallest_share(m, performances(c)),
        m.text(Key::CertificateLimitsDependence),
        m.text(Key::CertificateLimitsRatings),
        m.with(Key::CertificateLimitsSettings, settings),
        m.text(Key::CertificateLimitsPower),
    ];
    Block::List { items }
}

/// A share of which n performances show none in one of twenty samples: `1 - 0.05^(1/n)`, about 3 / n.
fn smallest_share(m: &Messages, n: usize) -> String {
    if n == 0 {
        return m.text(Key::CertificateLimitsNNone);
    }
    let share = 1.0 - libm::pow(0.05, 1.0 / n as f64);
    let share = m.numbers().rare_percent(share);
    m.with(Key::CertificateLimitsN, [("n", Arg::from(n)), ("share", share.into())])
}

/// The commands, and where the numbers stand.
fn rebuild(m: &Messages, c: &Certificate) -> Vec<Block> {
    let names: Vec<String> =
        c.corpus.inputs.iter().map(|input| quoted(made::name_and_digest(input).0)).collect();
    let names = names.join(" ");
    let options = [
        c.corpus.sample.map(|games| format!(" --sample {games} --evaluate")),
        c.corpus.half.map(|half| format!(" --half {}", half.as_str())),
        c.anchor.as_ref().map(|anchor| format!(" --anchor {}.toml", quoted(&anchor.parameters))),
        c.record.as_ref().map(|kept| format!(" --record {}.toml", quoted(kept))),
    ];
    let calibrate = format!(
        "fairplay calibrate {names}{} --name {} --time-class {} --profile {} --seed {} --parts {} --resample {} --low {} \
         --high {} --gate {} --out PARAMETERS.toml --certificate DIR",
        options.into_iter().flatten().collect::<String>(),
        quoted(&c.parameters),
        quoted(&c.time_class),
        quoted(&c.profile),
        quoted(&c.corpus.seed),
        c.corpus.folds.len(),
        c.resampled.drawn,
        c.ratings[0],
        c.ratings[1],
        c.gate,
    );
    // A sample is evaluated by the same command; whole events are screened first.
    let screen = c.corpus.sample.is_none().then(|| format!("fairplay screen {names}"));
    vec![
        text(m, Key::CertificateRebuildText),
        Block::Commands { lines: screen.into_iter().chain([calibrate]).collect() },
        filled(m, Key::CertificateRebuildSchema, [("schema", &c.schema)]),
    ]
}

/// A word as a POSIX shell reads it, in single quotes unless it is plain.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/+=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
