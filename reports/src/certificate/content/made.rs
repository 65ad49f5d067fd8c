//! What the parameters were made from, and the parameters.

use analyzer::null::Extent;
use analyzer::{
    calibration::certificate::{Certificate, Corpus, Fitted},
    screening::SettingsEntry,
};

use super::{count, number, part, section, text};
use crate::{
    conditions,
    document::{Block, Cell, Table, facts},
    messages::{Arg, Key, Messages},
    words,
};

/// Ratings for which the dispersion is printed.
const RATINGS: [u16; 2] = [2400, 1800];
/// Performances for which it is printed: decisions and rating.
const SEEN: [(u32, u16); 3] = [(100, RATINGS[0]), (250, RATINGS[0]), (250, RATINGS[1])];

/// Engine, settings, games and split.
pub(super) fn made(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    blocks.push(section("made", m, Key::CertificateMadeHeading));
    blocks.push(text(m, Key::CertificateMadeIntro));
    let settings = SettingsEntry {
        depth: c.depth,
        multipv: c.multipv,
        hash_mib: c.hash_mib,
        node_cap: c.node_cap,
        decided: None,
    };
    let settings = words::settings(m, &settings);
    let ratings = range(m, c.ratings);
    let weights = [c.weights.mm, c.weights.ev, c.weights.asd].map(|w| m.numbers().decimal(Some(w), 2));
    let rows = [
        (Key::ManifestEngine, Cell::Plain(c.engine.clone())),
        (Key::ManifestEngineSha256, Cell::Code(c.engine_sha256.clone())),
        (Key::CertificateProfile, Cell::Plain(c.profile.clone())),
        (Key::ManifestSettings, Cell::Plain(settings)),
        (Key::CertificateTimeClass, Cell::Plain(conditions::class(m, &c.time_class))),
        (Key::ManifestParameters, Cell::Code(c.parameters.clone())),
        (Key::CertificateRatings, Cell::Plain(ratings)),
        (Key::CertificateGate, Cell::Plain(c.gate.to_string())),
        (Key::CertificateWeights, Cell::Plain(m.numbers().list(&weights))),
        (Key::ManifestSoftware, Cell::Plain(c.software.clone())),
    ];
    blocks.push(facts(m, rows));
    corpus(blocks, m, &c.corpus);
}

fn range(m: &Messages, [low, high]: [u16; 2]) -> String {
    let (low, high) = (low.to_string(), high.to_string());
    m.with(Key::CertificateRange, &[("low", Arg::Text(&low)), ("high", Arg::Text(&high))])
}

fn corpus(blocks: &mut Vec<Block>, m: &Messages, corpus: &Corpus) {
    blocks.push(part(m, Key::CertificateCorpusHeading));
    let years = corpus.years.map_or_else(|| m.text(Key::CertificateYearsUnknown), |years| range(m, years));
    let rows = [
        (Key::CertificateGames, Cell::Plain(count(m, corpus.games))),
        (Key::CertificatePerformances, Cell::Plain(count(m, corpus.performances))),
        (Key::CertificateDecisions, Cell::Plain(count(m, corpus.decisions))),
        (Key::CertificateYears, Cell::Plain(years)),
        (Key::CertificateSeed, Cell::Code(corpus.seed.clone())),
    ];
    blocks.push(facts(m, rows));

    let mut inputs = Table::new(
        m.text(Key::CertificateInputs),
        [(m.text(Key::ManifestInputName), false), (m.text(Key::ManifestInputSha256), false)],
    );
    for input in &corpus.inputs {
        let (name, sha256) = name_and_digest(input);
        inputs.cells(vec![Cell::Plain(name.to_owned()), Cell::Code(sha256.to_owned())]);
    }
    blocks.push(Block::Table { table: inputs });

    blocks.push(part(m, Key::CertificateFoldsHeading));
    blocks.push(text(m, Key::CertificateFoldsIntro));
    let mut folds = Table::new(
        m.text(Key::CertificateFoldsHeading),
        [
            (m.text(Key::CertificateFold), false),
            (m.text(Key::CertificateFoldEvents), true),
            (m.text(Key::CertificateFoldPerformances), true),
            (m.text(Key::CertificateFoldDecisions), true),
        ],
    );
    let mut names = Vec::new();
    for (index, fold) in corpus.folds.iter().enumerate() {
        let place = count(m, index + 1);
        folds.row([
            m.with(Key::CertificateFoldNumber, &[("number", Arg::Text(&place))]),
            count(m, fold.events.len()),
            count(m, fold.performances),
            count(m, fold.decisions),
        ]);
        let title = [("number", Arg::Text(&place)), ("events", number(fold.events.len()))];
        names.push(Block::Fold {
            title: m.with(Key::CertificateFoldList, &title),
            items: fold.events.clone(),
        });
    }
    blocks.push(Block::Table { table: folds });
    blocks.extend(names);
}

/// `name sha256`; what does not look like that is all name.
pub(super) fn name_and_digest(input: &str) -> (&str, &str) {
    match input.rsplit_once(' ') {
        Some((name, digest)) if digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit()) => {
            (name, digest)
        }
        _ => (input, ""),
    }
}

fn parameters(m: &Messages, fitted: &[Fitted]) -> Table {
    let mut table = Table::new(
        m.text(Key::CertificateFittedHeading),
        [
            (m.text(Key::CertificateParameter), false),
            (m.text(Key::CertificateValue), true),
            (m.text(Key::CertificateStandardError), true),
        ],
    );
    let n = m.numbers();
    for fitted in fitted {
        table.cells(vec![
            Cell::Code(fitted.name.clone()),
            Cell::Plain(n.decimal(Some(fitted.value), 4)),
            Cell::Plain(n.decimal(Some(fitted.standard_error), 4)),
        ]);
    }
    table
}

pub(super) fn fitted(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    blocks.push(section("fitted", m, Key::CertificateFittedHeading));
    // The weights of the depth-aware model are too many for a table, and stand in the parameter file.
    if !c.fitted.is_empty() {
        blocks.push(text(m, Key::CertificateFittedIntro));
        blocks.push(Block::Table { table: parameters(m, &c.fitted) });
    }

    let n = m.numbers();
    blocks.push(part(m, Key::CertificateDispersionHeading));
    let correlation = c.correlation.map(|r| m.numbers().decimal(Some(r), 3));
    blocks.push(Block::Text {
        text: m.with(
            Key::CertificateDispersionIntro,
            &[
                ("mm-ev", Arg::Text(&correlation[0])),
                ("mm-asd", Arg::Text(&correlation[1])),
                ("ev-asd", Arg::Text(&correlation[2])),
            ],
        ),
    });
    let growth = |rating: u16| {
        let rating = rating.to_string();
        m.with(Key::CertificateDispersionGrowth, &[("rating", Arg::Text(&rating))])
    };
    let after = |(decisions, rating): (u32, u16)| {
        let (decisions, rating) = (decisions.to_string(), rating.to_string());
        m.with(
            Key::CertificateDispersionAfter,
            &[("decisions", Arg::Text(&decisions)), ("rating", Arg::Text(&rating))],
        )
    };
    let mut table = Table::new(
        m.text(Key::CertificateDispersionHeading),
        [
            (m.text(Key::CertificateTest), false),
            (m.text(Key::CertificateDispersionLeast), true),
            (m.text(Key::CertificateDispersionWithin), true),
            (growth(RATINGS[0]), true),
            (growth(RATINGS[1]), true),
            (after(SEEN[0]), true),
            (after(SEEN[1]), true),
            (after(SEEN[2]), true),
            (m.text(Key::CertificateWeight), true),
        ],
    );
    for (name, dispersion, weight) in [
        (Key::CertificateNameMm, &c.dispersion.mm, c.weights.mm),
        (Key::CertificateNameEv, &c.dispersion.ev, c.weights.ev),
        (Key::CertificateNameAsd, &c.dispersion.asd, c.weights.asd),
    ] {
        let f = |(decisions, rating): (u32, u16)| {
            let rating = f64::from(rating);
            n.decimal(Some(dispersion.after(Extent { decisions, rating })), 3)
        };
        table.row([
            m.text(name),
            n.decimal(Some(dispersion.floor), 3),
            n.decimal(Some(dispersion.within), 3),
            n.decimal(Some(dispersion.growth_at(f64::from(RATINGS[0]))), 5),
            n.decimal(Some(dispersion.growth_at(f64::from(RATINGS[1]))), 5),
            f(SEEN[0]),
            f(SEEN[1]),
            f(SEEN[2]),
            n.decimal(Some(weight), 2),
        ]);
    }
    blocks.push(Block::Table { table });
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
