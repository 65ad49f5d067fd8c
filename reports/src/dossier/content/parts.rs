//! The result by colour, by turns and by game.

use analyzer::full_test::{FullTest, Of, Part};
use analyzer::screening::Start;

use super::{game_name, results::in_order};
use crate::{
    document::{Block, Table, section, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn parts(m: &Messages, t: &FullTest) -> Vec<Block> {
    if t.parts.is_empty() {
        return Vec::new();
    }
    let columns = [
        Key::DossierPart,
        Key::DossierDecisions,
        Key::TestMm,
        Key::TestEv,
        Key::TestAsd,
        Key::ColumnZ,
        Key::DossierSecondZ,
    ];
    let columns = columns.map(|key| (m.text(key), key != Key::DossierPart));
    let mut table = Table::new(m.text(Key::DossierPartsHeading), columns);
    let mut last = None;
    for part in &t.parts {
        let group = match part.of {
            Of::Colour { .. } => Key::DossierPartColour,
            Of::Start { .. } => Key::DossierPartStart,
            Of::Turns { .. } => Key::DossierPartTurns,
            Of::Game { .. } => Key::DossierPartGames,
        };
        if last.replace(group) != Some(group) {
            table.heading(m.text(group));
        }
        table.row(row(m, t, part));
    }
    vec![
        section("parts", m, Key::DossierPartsHeading),
        text(m, Key::DossierPartsIntro),
        Block::Table { table },
    ]
}

fn row(m: &Messages, t: &FullTest, part: &Part) -> Vec<String> {
    let n = m.numbers();
    let name = match part.of {
        Of::Colour { white: true } => m.text(Key::DossierPartWhite),
        Of::Colour { white: false } => m.text(Key::DossierPartBlack),
        Of::Start { rule: Start::Novelty } => m.text(Key::DossierPartNovelty),
        Of::Start { rule: Start::Turn9 } => m.text(Key::DossierPartTurnNine),
        Of::Turns { first, last } => {
            let (first, last) = (first.to_string(), last.to_string());
            m.with(Key::DossierPartRange, &[("first", Arg::Text(&first)), ("last", Arg::Text(&last))])
        }
        Of::Game { game } => game_name(m, t, game),
    };
    let mut cells = vec![name, n.count(u64::from(part.decisions))];
    for (test, _, scale, decimals) in in_order(&part.tests) {
        let mean = |value: Option<f64>| n.decimal(value.map(|value| value * scale), decimals);
        cells.push(format!("{} / {}", mean(test.observed), mean(test.expected)));
    }
    cells.push(n.z(part.overall_z));
    cells.push(n.z(part.depth_aware_z));
    cells
}
