//! Where the player stands among the players of the event.

use analyzer::full_test::{FieldPlace, FullTest};

use crate::{
    document::{Block, Cell, Figure, facts, section, table, text},
    dossier::plots,
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn place(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("place", m, Key::DossierPlaceHeading)];
    let Some(place) = &t.place else {
        blocks.push(text(m, Key::DossierPlaceNone));
        return blocks;
    };
    blocks.push(text(m, Key::DossierPlaceIntro));
    blocks.push(about(m, place));
    if !place.same_settings {
        blocks.push(text(m, Key::DossierPlaceOther));
    }
    let columns =
        [(Key::DossierPlaceLevel, true), (Key::DossierPlaceExpected, true), (Key::DossierPlaceSeen, true)];
    let mut levels = table(m, Key::DossierPlaceHeading, columns);
    let (expected, seen) = (&place.field.expected_at, &place.field.seen_at);
    for (level, expected, seen) in [
        ("60", expected.at_60, seen.at_60),
        ("65", expected.at_65, seen.at_65),
        ("70", expected.at_70, seen.at_70),
    ] {
        levels.row([level.to_owned(), m.numbers().expected(expected), m.numbers().count(u64::from(seen))]);
    }
    blocks.push(Block::Table { table: levels });
    blocks.extend(figure(m, place));
    blocks
}

fn about(m: &Messages, place: &FieldPlace) -> Block {
    let n = m.numbers();
    let players = n.count(u64::from(place.field.players));
    let rank = match place.rank {
        None => m.text(Key::DossierPlaceNoIndex),
        Some(rank) => {
            let rank = n.count(u64::from(rank));
            let values = [("rank", Arg::Text(&rank)), ("players", Arg::Text(&players))];
            m.with(Key::DossierPlaceRankText, &values)
        }
    };
    let pair = |index: Option<f64>, z: Option<f64>| {
        let (index, z) = (n.index(index), n.z(z));
        let values = [("index", Arg::Text(&index)), ("z", Arg::Text(&z))];
        Cell::Plain(m.with(Key::DossierPlacePair, &values))
    };
    let (mean, sd) = (n.index(place.field.roi_mean), n.index(place.field.roi_sd));
    let field = [("mean", Arg::Text(&mean)), ("sd", Arg::Text(&sd))];
    let settings = words::settings(m, &place.settings);
    facts(
        m,
        [
            (Key::DossierPlaceRank, Cell::Plain(rank)),
            (Key::DossierPlaceField, Cell::Plain(m.with(Key::DossierPlaceFieldText, &field))),
            (Key::DossierPlaceIndex, pair(place.index, place.overall_z)),
            (Key::DossierPlaceTest, pair(place.test_index, place.test_z)),
            (Key::ManifestEngine, Cell::Plain(place.engine.name.clone())),
            (Key::DossierPlaceSettings, Cell::Plain(settings)),
            (Key::DossierPlaceScreening, Cell::Code(place.digest.clone())),
        ],
    )
}

fn figure(m: &Messages, place: &FieldPlace) -> Option<Block> {
    let n = m.numbers();
    let (mean, sd) = (n.index(place.field.roi_mean), n.index(place.field.roi_sd));
    let index = n.index(place.index);
    let description = m.with(
        Key::DossierPlaceText,
        &[
            ("players", Arg::Count(u64::from(place.field.players))),
            ("mean", Arg::Text(&mean)),
            ("sd", Arg::Text(&sd)),
            ("index", Arg::Text(&index)),
        ],
    );
    let (title, across) = (m.text(Key::DossierPlaceHeading), m.text(Key::DossierPlaceAxis));
    let drawing = plots::field(n, title, description, &across, &place.indices, place.index)?;
    let caption = m.text(Key::DossierPlaceCaption);
    Some(Block::Figures { figures: vec![Figure { drawing, caption }] })
}
