//! What would not have been seen.

use analyzer::full_test::FullTest;

use crate::{
    document::{Block, section, table, text},
    messages::{Key, Messages},
};

pub(super) fn power(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("power", m, Key::DossierPowerHeading)];
    if t.power.is_empty() {
        blocks.push(text(m, Key::DossierPowerNone));
        return blocks;
    }
    blocks.push(text(m, Key::DossierPowerIntro));
    let columns =
        [(Key::DossierPowerLevel, true), (Key::DossierPowerHalf, true), (Key::DossierPowerFourFifths, true)];
    let mut table = table(m, Key::DossierPowerHeading, columns);
    for visible in &t.power {
        let share = |share: Option<f64>| match share {
            Some(_) => m.numbers().percent(share),
            None => m.text(Key::DossierPowerNever),
        };
        table.row([
            m.numbers().decimal(Some(visible.level), 2),
            share(visible.half),
            share(visible.four_fifths),
        ]);
    }
    blocks.push(Block::Table { table });
    blocks
}
