//! The part that speaks for the player. It stands in every dossier, and says so where something is not known.

use analyzer::full_test::FullTest;

use super::{plain::once, sensitivity};
use crate::{
    document::{Block, section, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn favour(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, favour) = (m.numbers(), &t.favour);
    let forced = [("own", n.percent(favour.forcedness)), ("theirs", n.percent(favour.opponents_forcedness))];
    let loss = &favour.opponents_loss_cp;
    let loss = [("seen", n.decimal(loss.observed, 1)), ("projected", n.decimal(loss.expected, 1))];
    let mut items = vec![
        match (favour.forcedness, favour.opponents_forcedness) {
            (None, None) => m.text(Key::DossierFavourForcedNone),
            _ => m.with(Key::DossierFavourForced, forced),
        },
        m.with(Key::DossierFavourOpponents, loss),
        match favour.known_plies {
            Some(plies) => m.with(Key::DossierFavourKnown, [("plies", n.decimal(plies, 1))]),
            None => m.text(Key::DossierFavourKnownNone),
        },
        match favour.rating_gain {
            Some(points) => m.with(Key::DossierFavourGain, [("points", n.signed(f64::from(points), 0))]),
            None => m.text(Key::DossierFavourGainNone),
        },
    ];
    items.extend(favour.once_in.map(|once_in| {
        let values = [("once", once(m, once_in)), ("share", n.rare_percent(1.0 / once_in))];
        m.with(Key::DossierFavourOnce, values)
    }));
    if let Some(row) = t.sensitivity.lowest.and_then(|place| t.sensitivity.rows.get(place)) {
        let values = [("z", n.z(row.overall_z)), ("name", sensitivity::name(m, t, row.change))];
        items.push(m.with(Key::DossierFavourLowest, values));
    }
    let weights: Vec<f64> = t.decisions.iter().filter_map(|decision| decision.weight).collect();
    if !weights.is_empty() {
        let lowering = weights.iter().filter(|weight| **weight < 0.0).count();
        let values = [("count", Arg::from(lowering)), ("all", n.count(t.decisions.len()).into())];
        items.push(m.with(Key::DossierFavourDecisions, values));
    }
    vec![
        section("favour", m, Key::DossierFavourHeading),
        text(m, Key::DossierFavourIntro),
        Block::List { items },
    ]
}
