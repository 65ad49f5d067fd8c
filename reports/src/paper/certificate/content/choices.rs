//! Predictions of held-out moves by the choice models, and the difference between the two models.

use analyzer::calibration::{
    certificate::{Certificate, Difference},
    prediction::{Decile, Figures, Prediction},
};

use super::{band_name, range};
use crate::{
    document::{Block, Table, filled, listed, part, section, text},
    messages::{Arg, Key, Messages},
};

/// Size, mean, SD and correlation of a difference between two fits.
fn compared(m: &Messages, d: &Difference) -> [(&'static str, Arg<'static>); 4] {
    let shown = |value: f64| m.numbers().decimal(value, 3).into();
    [
        ("n", d.moments.n.into()),
        ("mean", shown(d.moments.mean)),
        ("sd", shown(d.moments.sd)),
        ("correlation", shown(d.correlation)),
    ]
}

/// The fit that this one was held to.
pub(super) fn anchor(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    let Some(anchor) = &c.anchor else {
        return;
    };
    let [_, rest @ ..] = compared(m, &anchor.difference);
    let size = m.numbers().count(anchor.difference.moments.n);
    let values = [("parameters", Arg::from(&anchor.parameters)), ("n", size.into())];
    blocks.push(section("anchor", m, Key::CertificateAnchorHeading));
    blocks.push(filled(m, Key::CertificateAnchorText, values.into_iter().chain(rest)));
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
        blocks.push(section("difference", m, Key::CertificateDifferenceHeading));
        blocks.push(filled(m, Key::CertificateDifferenceText, compared(m, models)));
        if let Some(kept) = &c.record {
            blocks.push(filled(m, Key::CertificateRecordKept, [("parameters", kept)]));
        }
    }
}

fn bands(m: &Messages, prediction: &Prediction) -> Table {
    let n = m.numbers();
    let nats = |nats: f64| n.decimal(nats, 3);
    let mut rows = vec![(m.text(Key::CertificateAllRatings), prediction.decisions, &prediction.all)];
    rows.extend(prediction.bands.iter().map(|band| (band_name(m, band.low), band.decisions, &band.figures)));
    listed(m, &rows)
        .words(Key::CertificateBand, |(name, ..)| name.clone())
        .figures(Key::CertificateDecisions, |(_, decisions, _)| n.count(*decisions))
        .figures(Key::CertificateNatsTwoParameter, |(.., f)| nats(f.nats_two_parameter))
        .figures(Key::CertificateNatsGrouped, |(.., f)| nats(f.nats_grouped))
        .figures(Key::CertificateNatsDepthAware, |(.., f)| nats(f.nats_depth_aware))
        .figures(Key::CertificatePredictedTwoParameter, |(.., f)| n.percent(f.first_line_played))
        .figures(Key::CertificatePredictedDepthAware, |(.., f)| n.percent(f.likeliest_played))
        .under(Key::CertificatePredictionHeading)
}

fn deciles(m: &Messages, of: &Figures) -> Table {
    let n = m.numbers();
    // Nothing is shown where there is no move.
    let share = |decile: &Decile, share: f64| n.percent((decile.moves > 0).then_some(share));
    let moves = |decile: &Decile| n.count(decile.moves);
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
