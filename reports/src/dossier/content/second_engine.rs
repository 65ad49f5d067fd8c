//! The independent test: another engine's first moves, beside how often honest players would choose them.

use analyzer::full_test::FullTest;

use crate::{
    document::{Block, Cell, facts, section, table, text},
    messages::{Arg, Key, Messages},
};

pub(super) fn second_engine(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(second) = &t.second_engine else {
        return Vec::new();
    };
    let n = m.numbers();
    let count = |count: u32| n.count(u64::from(count));
    let settings = &second.settings;
    let (depth, hash) = (settings.depth.to_string(), settings.hash_mib.to_string());
    let settings = m.with(
        Key::ManifestSettingsText,
        &[
            ("depth", Arg::Text(&depth)),
            ("lines", Arg::Count(u64::from(settings.multipv))),
            ("hash", Arg::Text(&hash)),
            ("nodes", Arg::Text(&n.count(settings.node_cap))),
        ],
    );
    let engine = facts(
        m,
        [
            (Key::ManifestEngine, Cell::Plain(second.engine.name.clone())),
            (
                Key::ManifestEngineSha256,
                Cell::Code(second.engine.sha256.clone()),
            ),
            (Key::ManifestSettings, Cell::Plain(settings)),
        ],
    );
    let columns = [
        (Key::DossierEngineReading, false),
        (Key::DossierDecisions, true),
        (Key::DossierEngineMatches, true),
        (Key::DossierEngineExpected, true),
        (Key::PlayerZAdjusted, true),
    ];
    let mut table = table(m, Key::DossierEngineHeading, columns);
    for (reading, expected, z) in [
        (Key::DossierIprRecord, second.expected, second.z),
        (
            Key::DossierIprSecond,
            second.depth_aware_expected,
            second.depth_aware_z,
        ),
    ] {
        if expected.is_some() {
            table.row([
                m.text(reading),
                count(second.decisions),
                count(second.matches),
                n.decimal(expected, 1),
                n.z(z),
            ]);
        }
    }
    let (same, all) = (count(second.same_first), count(second.decisions));
    let agreement = [("same", Arg::Text(&same)), ("all", Arg::Text(&all))];
    let mut blocks = vec![
        section("engine", m, Key::DossierEngineHeading),
        text(m, Key::DossierEngineIntro),
        engine,
        Block::Text {
            text: m.with(Key::DossierEngineAgreement, &agreement),
        },
    ];
    if !table.rows.is_empty() {
        blocks.push(Block::Table { table });
    }
    blocks
}
