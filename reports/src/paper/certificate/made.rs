//! The games, engine and settings that the parameters were made from, and the parameters.

use analyzer::null::{Dispersion, SampleSize};
use analyzer::{
    calibration::certificate::{Certificate, Corpus},
    screening::SettingsEntry,
};

use super::range;
use crate::{
    document::{Block, Cell, facts, filled, listed, part, text},
    messages::{Key, Messages},
    words,
};

/// Ratings for which the dispersion is printed.
const RATINGS: [u16; 2] = [2400, 1800];
/// Performances for which it is printed: decisions and rating.
const PERFORMANCES: [(u32, u16); 3] = [(100, RATINGS[0]), (250, RATINGS[0]), (250, RATINGS[1])];

/// Engine, settings, games and split.
pub(super) fn made(m: &Messages, c: &Certificate) -> Vec<Block> {
    let settings = SettingsEntry {
        depth: c.depth,
        multipv: c.multipv,
        hash_mib: c.hash_mib,
        node_cap: c.node_cap,
        decided: None,
    };
    let weights = [c.weights.mm, c.weights.ev, c.weights.asd].map(|w| m.numbers().decimal(w, 2));
    let rows = [
        (Key::ManifestEngine, c.engine.clone().into()),
        (Key::ManifestEngineSha256, Cell::Code(c.engine_sha256.clone())),
        (Key::CertificateProfile, c.profile.clone().into()),
        (Key::ManifestSettings, words::settings(m, &settings).into()),
        (Key::CertificateTimeClass, m.label("time-class", &c.time_class).into()),
        (Key::ManifestParameters, Cell::Code(c.parameters.clone())),
        (Key::CertificateRatings, range(m, Key::CertificateRange, c.ratings[0], c.ratings[1]).into()),
        (Key::CertificateGate, c.gate.to_string().into()),
        (Key::CertificateWeights, m.numbers().list(&weights).into()),
        (Key::ManifestSoftware, c.software.clone().into()),
    ];
    let mut blocks = vec![text(m, Key::CertificateMadeIntro), facts(m, rows)];
    blocks.extend(corpus(m, &c.corpus));
    blocks
}

fn corpus(m: &Messages, corpus: &Corpus) -> Vec<Block> {
    let years = corpus.years.map(|[first, last]| range(m, Key::CertificateRange, first, last));
    let rows = [
        (Key::CertificateGames, m.numbers().count(corpus.games).into()),
        (Key::CertificatePerformances, m.numbers().count(corpus.performances).into()),
        (Key::CertificateDecisions, m.numbers().count(corpus.decisions).into()),
        (Key::CertificateYears, years.unwrap_or_else(|| m.text(Key::CertificateYearsUnknown)).into()),
        (Key::CertificateSeed, Cell::Code(corpus.seed.clone())),
    ];
    let fold_number = |place: u64| m.with(Key::CertificateFoldNumber, [("number", m.numbers().count(place))]);
    let numbered: Vec<_> = (1_u64..).zip(&corpus.folds).collect();
    vec![
        part(m, Key::CertificateCorpusHeading),
        facts(m, rows),
        listed(m, &corpus.inputs)
            .words(Key::ManifestInputName, |input| name_and_digest(input).0.to_owned())
            .code(Key::ManifestInputSha256, |input| name_and_digest(input).1.to_owned())
            .block(Key::CertificateInputs),
        part(m, Key::CertificateFoldsHeading),
        text(m, Key::CertificateFoldsIntro),
        listed(m, &numbered)
            .words(Key::CertificateFold, |(place, _)| fold_number(*place))
            .figures(Key::CertificateFoldEvents, |(_, fold)| m.numbers().count(fold.events.len()))
            .figures(Key::CertificateFoldPerformances, |(_, fold)| m.numbers().count(fold.performances))
            .figures(Key::CertificateFoldDecisions, |(_, fold)| m.numbers().count(fold.decisions))
            .block(Key::CertificateFoldsHeading),
    ]
}

/// `name sha256`; a text of another form is all name.
pub(super) fn name_and_digest(input: &str) -> (&str, &str) {
    match input.rsplit_once(' ') {
        Some((name, digest)) if digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit()) => {
            (name, digest)
        }
        _ => (input, ""),
    }
}

/// The parameters, but for the weights of the depth-aware model: they are too many for a table, and stand in their file.
pub(super) fn fitted(m: &Messages, c: &Certificate) -> Vec<Block> {
    let n = m.numbers();
    let mut blocks = Vec::new();
    if !c.fitted.is_empty() {
        let table = listed(m, &c.fitted)
            .code(Key::CertificateParameter, |fitted| fitted.name.clone())
            .figures(Key::CertificateValue, |fitted| n.decimal(fitted.value, 4))
            .figures(Key::CertificateStandardError, |fitted| n.decimal(fitted.standard_error, 4));
        blocks.extend([text(m, Key::CertificateFittedIntro), table.block(Key::CertificateFittedHeading)]);
    }
    let [mm_ev, mm_asd, ev_asd] = c.correlation.map(|r| n.decimal(r, 3));
    let values = [("mm-ev", mm_ev), ("mm-asd", mm_asd), ("ev-asd", ev_asd)];
    blocks.extend([
        part(m, Key::CertificateDispersionHeading),
        filled(m, Key::CertificateDispersionIntro, values),
        dispersion(m, c),
    ]);
    blocks
}

fn dispersion(m: &Messages, c: &Certificate) -> Block {
    let n = m.numbers();
    let shown = |value: f64, decimals: usize| n.decimal(value, decimals);
    let tests = [
        (Key::CertificateNameMm, &c.dispersion.mm, c.weights.mm),
        (Key::CertificateNameEv, &c.dispersion.ev, c.weights.ev),
        (Key::CertificateNameAsd, &c.dispersion.asd, c.weights.asd),
    ];
    let mut table = listed(m, &tests)
        .words(Key::CertificateTest, |(name, ..)| m.text(*name))
        .figures(Key::CertificateDispersionLeast, |(_, dispersion, _)| shown(dispersion.floor, 3))
        .figures(Key::CertificateDispersionWithin, |(_, dispersion, _)| shown(dispersion.within, 3));
    for rating in RATINGS {
        let title = m.with(Key::CertificateDispersionGrowth, [("rating", rating.to_string())]);
        let rating = f64::from(rating);
        table = table.titled(title, move |(_, dispersion, _)| shown(dispersion.growth_at(rating), 5));
    }
    for (decisions, rating) in PERFORMANCES {
        let values = [("decisions", decisions.to_string()), ("rating", rating.to_string())];
        let title = m.with(Key::CertificateDispersionAfter, values);
        let rating = f64::from(rating);
        let after = move |dispersion: &Dispersion| dispersion.after(SampleSize { decisions, rating });
        table = table.titled(title, move |(_, dispersion, _)| shown(after(dispersion), 3));
    }
    let table = table.figures(Key::CertificateWeight, |(.., weight)| shown(*weight, 2));
    table.block(Key::CertificateDispersionHeading)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_taken_apart_at_their_digest() {
        let digest = "ab".repeat(32);
        let input = format!("two words.pgn {digest}");
        assert_eq!(name_and_digest(&input), ("two words.pgn", digest.as_str()));
        assert_eq!(name_and_digest("no digest"), ("no digest", ""));
        assert_eq!(name_and_digest(""), ("", ""));
    }
}
