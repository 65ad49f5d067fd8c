//! How well the choice models predict moves, and how far the two readings lie apart.

use analyzer::calibration::{
    certificate::{Certificate, ReadingName},
    prediction::{Decile, Figures, Prediction},
};

use super::rest::band_name;
use super::{number, part, section, text};
use crate::{
    document::{Block, Table, count},
    messages::{Arg, Key, Messages},
};

/// Which of the two models the certificate is about.
pub(super) fn reading(m: &Messages, c: &Certificate) -> Block {
    text(
        m,
        match c.reading {
            ReadingName::TwoParameter => Key::CertificateReadingTwoParameter,
            ReadingName::DepthAware => Key::CertificateReadingDepthAware,
        },
    )
}

/// What the fit was held to.
pub(super) fn anchor(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    let Some(anchor) = &c.anchor else {
        return;
    };
    let d = &anchor.difference;
    let [mean, sd, correlation] =
        [d.moments.mean, d.moments.sd, d.correlation].map(|v| m.numbers().decimal(Some(v), 3));
    blocks.push(section("anchor", m, Key::CertificateAnchorHeading));
    blocks.push(Block::Text {
        text: m.with(
            Key::CertificateAnchorText,
            &[
                ("parameters", Arg::Text(&anchor.parameters)),
                ("n", Arg::Text(&count(m, d.moments.n))),
                ("mean", Arg::Text(&mean)),
                ("sd", Arg::Text(&sd)),
                ("correlation", Arg::Text(&correlation)),
            ],
        ),
    });
}

/// Predictions of held-out moves, and the difference between the readings.
pub(super) fn choices(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    if let Some(prediction) = &c.prediction {
        blocks.push(section("prediction", m, Key::CertificatePredictionHeading));
        blocks.push(text(m, Key::CertificatePredictionIntro));
        blocks.push(Block::Table { table: bands(m, prediction) });
        blocks.push(part(m, Key::CertificateDecilesHeading));
        blocks.push(text(m, Key::CertificateDecilesIntro));
        blocks.push(Block::Table { table: deciles(m, &prediction.all) });
    }
    if let Some(difference) = &c.difference {
        blocks.push(section("difference", m, Key::CertificateDifferenceHeading));
        let (mean, sd) = (difference.moments.mean, difference.moments.sd);
        let [mean, sd, correlation] =
            [mean, sd, difference.correlation].map(|v| m.numbers().decimal(Some(v), 3));
        blocks.push(Block::Text {
            text: m.with(
                Key::CertificateDifferenceText,
                &[
                    ("n", number(difference.moments.n)),
                    ("mean", Arg::Text(&mean)),
                    ("sd", Arg::Text(&sd)),
                    ("correlation", Arg::Text(&correlation)),
                ],
            ),
        });
        if let Some(kept) = &c.record {
            blocks.push(Block::Text {
                text: m.with(Key::CertificateRecordKept, &[("parameters", Arg::Text(kept))]),
            });
        }
    }
}

fn bands(m: &Messages, prediction: &Prediction) -> Table {
    let heads = [
        (Key::CertificateBand, false),
        (Key::CertificateDecisions, true),
        (Key::CertificateNatsTwoParameter, true),
        (Key::CertificateNatsGrouped, true),
        (Key::CertificateNatsDepthAware, true),
        (Key::CertificatePredictedTwoParameter, true),
        (Key::CertificatePredictedDepthAware, true),
    ];
    let heads = heads.map(|(key, number)| (m.text(key), number));
    let mut table = Table::new(m.text(Key::CertificatePredictionHeading), heads);
    let mut row = |name: String, decisions: u32, f: &Figures| {
        let nats = [f.nats_two_parameter, f.nats_grouped, f.nats_depth_aware];
        let shares = [f.first_line_played, f.likeliest_played];
        let mut cells = vec![name, m.numbers().count(u64::from(decisions))];
        cells.extend(nats.map(|nats| m.numbers().decimal(Some(nats), 3)));
        cells.extend(shares.map(|share| m.numbers().decimal(Some(100.0 * share), 1)));
        table.row(cells);
    };
    row(m.text(Key::CertificateAllRatings), prediction.decisions, &prediction.all);
    for band in &prediction.bands {
        row(band_name(m, band.low), band.decisions, &band.figures);
    }
    table
}

fn deciles(m: &Messages, figures: &Figures) -> Table {
    let heads = [
        (Key::CertificateDecile, false),
        (Key::CertificateFirstLines, true),
        (Key::CertificateDecilePredicted, true),
        (Key::CertificateDecilePlayed, true),
        (Key::CertificateEveryMove, true),
        (Key::CertificateDecilePredicted, true),
        (Key::CertificateDecilePlayed, true),
    ];
    let heads = heads.map(|(key, number)| (m.text(key), number));
    let mut table = Table::new(m.text(Key::CertificateDecilesHeading), heads);
    for (index, (first, every)) in figures.first_line.iter().zip(&figures.every_move).enumerate() {
        let (low, high) = ((10 * index).to_string(), (10 * index + 10).to_string());
        let mut cells =
            vec![m.with(Key::CertificateBandRange, &[("low", Arg::Text(&low)), ("high", Arg::Text(&high))])];
        for decile in [first, every] {
            cells.push(m.numbers().count(u64::from(decile.moves)));
            cells.extend(shares(m, decile));
        }
        table.row(cells);
    }
    table
}

/// Predicted and played in percent; nothing where there is no move.
fn shares(m: &Messages, decile: &Decile) -> [String; 2] {
    let shown = |share: f64| m.numbers().decimal((decile.moves > 0).then_some(100.0 * share), 1);
    [shown(decile.predicted), shown(decile.played)]
}
