//! The part that speaks for the player. It stands in every dossier, and says so where something is not known.

use analyzer::full_test::FullTest;

use super::{plain::once, sensitivity};
use crate::{
    document::{Block, count, number, section, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn favour(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, favour) = (m.numbers(), &t.favour);
    let mut items = Vec::new();
    items.push(if favour.forcedness.is_none() && favour.opponents_forcedness.is_none() {
        m.text(Key::DossierFavourForcedNone)
    } else {
        let own = n.percent(favour.forcedness);
        let theirs = n.percent(favour.opponents_forcedness);
        m.with(Key::DossierFavourForced, &[("own", Arg::Text(&own)), ("theirs", Arg::Text(&theirs))])
    });
    let seen = n.decimal(favour.opponents_loss_cp.observed, 1);
    let projected = n.decimal(favour.opponents_loss_cp.expected, 1);
    let values = [("seen", Arg::Text(&seen)), ("projected", Arg::Text(&projected))];
    items.push(m.with(Key::DossierFavourOpponents, &values));
    items.push(match favour.known_plies {
        Some(plies) => {
            let plies = n.decimal(Some(plies), 1);
            m.with(Key::DossierFavourKnown, &[("plies", Arg::Text(&plies))])
        }
        None => m.text(Key::DossierFavourKnownNone),
    });
    items.push(match favour.rating_gain {
        Some(points) => {
            let points = n.signed(Some(f64::from(points)), 0);
            m.with(Key::DossierFavourGain, &[("points", Arg::Text(&points))])
        }
        None => m.text(Key::DossierFavourGainNone),
    });
    if let Some(once_in) = favour.once_in {
        let (once, share) = (once(m, once_in), n.rare_percent(1.0 / once_in));
        let values = [("once", Arg::Text(&once)), ("share", Arg::Text(&share))];
        items.push(m.with(Key::DossierFavourOnce, &values));
    }
    if let Some(row) = t.sensitivity.lowest.and_then(|place| t.sensitivity.rows.get(place)) {
        let (z, name) = (n.z(row.overall_z), sensitivity::name(m, t, row.change));
        items.push(m.with(Key::DossierFavourLowest, &[("z", Arg::Text(&z)), ("name", Arg::Text(&name))]));
    }
    let weights: Vec<f64> = t.decisions.iter().filter_map(|decision| decision.weight).collect();
    if !weights.is_empty() {
        let lowering = weights.iter().filter(|weight| **weight < 0.0).count();
        let values = [("count", number(lowering)), ("all", Arg::Text(&count(m, t.decisions.len())))];
        items.push(m.with(Key::DossierFavourDecisions, &values));
    }
    vec![
        section("favour", m, Key::DossierFavourHeading),
        text(m, Key::DossierFavourIntro),
        Block::List { items },
    ]
}
