//! The choice models: the fit that this one was held to, predictions of held-out moves, and differences between fits.

use analyzer::calibration::{
    certificate::{Certificate, Difference},
    prediction::Prediction,
};

use super::band_name;
use crate::{
    document::{Block, Table, filled, listed, text},
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
pub(super) fn anchor(m: &Messages, c: &Certificate) -> Vec<Block> {
    let Some(anchor) = &c.anchor else {
        return Vec::new();
    };
    let [_, rest @ ..] = compared(m, &anchor.difference);
    let size = m.numbers().count(anchor.difference.moments.n);
    let values = [("parameters", Arg::from(&anchor.parameters)), ("n", size.into())];
    vec![filled(m, Key::CertificateAnchorText, values.into_iter().chain(rest))]
}

/// Predictions of held-out moves.
pub(super) fn prediction(m: &Messages, c: &Certificate) -> Vec<Block> {
    let Some(prediction) = &c.prediction else {
        return Vec::new();
    };
    vec![text(m, Key::CertificatePredictionIntro), bands(m, prediction).into()]
}

/// The difference between the two models.
pub(super) fn difference(m: &Messages, c: &Certificate) -> Vec<Block> {
    let Some(models) = &c.difference else {
        return Vec::new();
    };
    let mut blocks = vec![filled(m, Key::CertificateDifferenceText, compared(m, models))];
    let kept = c.record.as_ref();
    blocks.extend(kept.map(|kept| filled(m, Key::CertificateRecordKept, [("parameters", kept)])));
    blocks
}

/// Two fits from disjoint halves.
pub(super) fn agreement(m: &Messages, c: &Certificate) -> Block {
    let a = &c.agreement;
    let values = [
        ("n", Arg::from(a.n)),
        ("dealings", a.dealings.into()),
        ("mean", m.numbers().decimal((a.n > 0).then_some(a.mean), 3).into()),
        ("sd", m.numbers().decimal((a.n > 1).then_some(a.sd), 3).into()),
    ];
    filled(m, Key::CertificateAgreementText, values)
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
