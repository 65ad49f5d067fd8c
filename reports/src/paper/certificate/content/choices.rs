//! Predictions of held-out moves by the choice models, and the difference between the two models.

use analyzer::calibration::{
    certificate::{Certificate, Difference, ReadingName},
    prediction::{Decile, Figures, Prediction},
};

use super::{band_name, range};
use crate::{
    document::{Block, Table, count, filled, listed, number, part, section, text},
    messages::{Arg, Key, Messages},
};

/// The model that the certificate is about.
pub(super) fn model(m: &Messages, c: &Certificate) -> Block {
    text(
        m,
        match c.reading {
            ReadingName::TwoParameter => Key::CertificateReadingTwoParameter,
            ReadingName::DepthAware => Key::CertificateReadingDepthAware,
        },
    )
}

/// Mean, SD and correlation of a difference between two fits.
fn compared(m: &Messages, d: &Difference) -> [String; 3] {
    [d.moments.mean, d.moments.sd, d.correlation].map(|value| m.numbers().decimal(Some(value), 3))
}

/// The fit that this one was held to.
pub(super) fn anchor(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    let Some(anchor) = &c.anchor else {
        return;
    };
    let [mean, sd, correlation] = compared(m, &anchor.difference);
    let values = [
        ("parameters", Arg::Text(&anchor.parameters)),
        ("n", Arg::Text(&count(m, anchor.difference.moments.n))),
        ("mean", Arg::Text(&mean)),
        ("sd", Arg::Text(&sd)),
        ("correlation", Arg::Text(&correlation)),
    ];
    blocks.push(section("anchor", m, Key::CertificateAnchorHeading));
    blocks.push(filled(m, Key::CertificateAnchorText, &values));
}

/// Predictions of held-out moves, and the difference between the models.
pub(super) fn choices(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    if let Some(prediction) = &c.prediction {
        blocks.extend([
            section("prediction", m, Key::CertificatePredictionHeading),
            text(m, Key::CertificatePredictionIntro),
            bands(m, prediction).into(),
            part(m, Key::CertificateDecilesHeading),
            text(m, Key::CertificateDecilesIntro),
            deciles(m, &prediction.all).into(),
        ]);
    }
    if let Some(models) = &c.difference {
        let [mean, sd, correlation] = compared(m, models);
        let values = [
            ("n", number(models.moments.n)),
            ("mean", Arg::Text(&mean)),
            ("sd", Arg::Text(&sd)),
            ("correlation", Arg::Text(&correlation)),
        ];
        blocks.push(section("difference", m, Key::CertificateDifferenceHeading));
        blocks.push(filled(m, Key::CertificateDifferenceText, &values));
        if let Some(kept) = &c.record {
            blocks.push(filled(m, Key::CertificateRecordKept, &[("parameters", Arg::Text(kept))]));
        }
    }
}

fn bands(m: &Messages, prediction: &Prediction) -> Table {
    let n = m.numbers();
    let nats = |nats: f64| n.decimal(Some(nats), 3);
    let mut rows = vec![(m.text(Key::CertificateAllRatings), prediction.decisions, &prediction.all)];
    rows.extend(prediction.bands.iter().map(|band| (band_name(m, band.low), band.decisions, &band.figures)));
    listed(m, &rows)
        .words(Key::CertificateBand, |(name, ..)| name.clone())
        .figures(Key::CertificateDecisions, |(_, decisions, _)| n.count(u64::from(*decisions)))
        .figures(Key::CertificateNatsTwoParameter, |(.., f)| nats(f.nats_two_parameter))
        .figures(Key::CertificateNatsGrouped, |(.., f)| nats(f.nats_grouped))
        .figures(Key::CertificateNatsDepthAware, |(.., f)| nats(f.nats_depth_aware))
        .figures(Key::CertificatePredictedTwoParameter, |(.., f)| n.percent(Some(f.first_line_played)))
        .figures(Key::CertificatePredictedDepthAware, |(.., f)| n.percent(Some(f.likeliest_played)))
        .under(Key::CertificatePredictionHeading)
}

fn deciles(m: &Messages, of: &Figures) -> Table {
    let n = m.numbers();
    // Nothing is shown where there is no move.
    let share = |decile: &Decile, share: f64| n.percent((decile.moves > 0).then_some(share));
    let moves = |decile: &Decile| n.count(u64::from(decile.moves));
    let pairs = of.first_line.iter().zip(&of.every_move).enumerate();
    let rows: Vec<_> = pairs.map(|(index, (first, every))| (index, first, every)).collect();
    listed(m, &rows)
        .words(Key::CertificateDecile, |(index, ..)| {
            range(m, Key::CertificateBandRange, 10 * index, 10 * index + 10)
        })
        .figures(Key::CertificateFirstLines, |(_, first, _)| moves(first))
        .figures(Key::CertificateDecilePredicted, |(_, first, _)| share(first, first.predicted))
        .figures(Key::CertificateDecilePlayed, |(_, first, _)| share(first, first.played))
        .figures(Key::CertificateEveryMove, |(.., every)| moves(every))
        .figures(Key::CertificateDecilePredicted, |(.., every)| share(every, every.predicted))
        .figures(Key::CertificateDecilePlayed, |(.., every)| share(every, every.played))
        .under(Key::CertificateDecilesHeading)
}
