//! The independent test: another engine's first moves, beside what the opponents played.

use analyzer::full_test::FullTest;

use crate::{
    document::{Block, Cell, facts, section, table, text},
    messages::{Key, Messages},
    words,
};

pub(super) fn second_engine(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(second) = &t.second_engine else {
        return Vec::new();
    };
    let n = m.numbers();
    let settings = words::settings(m, &second.settings);
    let engine = facts(
        m,
        [
            (Key::ManifestEngine, Cell::Plain(second.engine.name.clone())),
            (Key::ManifestEngineSha256, Cell::Code(second.engine.sha256.clone())),
            (Key::ManifestSettings, Cell::Plain(settings)),
        ],
    );
    let columns = [
        (Key::DossierEngineWho, false),
        (Key::DossierDecisions, true),
        (Key::DossierEngineSame, true),
        (Key::DossierEngineFirst, true),
        (Key::DossierEngineSecond, true),
    ];
    let mut table = table(m, Key::DossierEngineHeading, columns);
    for (who, found) in
        [(t.player.name.clone(), &second.player), (m.text(Key::DossierEngineOpponents), &second.opponents)]
    {
        let share = |part: u32| {
            let all = f64::from(found.decisions);
            n.percent((found.decisions > 0).then(|| f64::from(part) / all))
        };
        table.row([
            who,
            n.count(u64::from(found.decisions)),
            share(found.same_first),
            share(found.first_matches),
            share(found.second_matches),
        ]);
    }
    vec![
        section("engine", m, Key::DossierEngineHeading),
        text(m, Key::DossierEngineIntro),
        engine,
        Block::Table { table },
    ]
}
