//! The result after every game, and the value that may be read at every look.

use analyzer::full_test::{FullTest, Sequential};

use super::game_name;
use crate::{
    document::{Block, Figure, number, section, table, text},
    dossier::plots,
    messages::{Arg, Key, Messages},
};

pub(super) fn course(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(end) = t.course.last() else {
        return Vec::new();
    };
    let n = m.numbers();
    let mut blocks = vec![section("course", m, Key::DossierCourseHeading), text(m, Key::DossierCourseIntro)];
    let points: Vec<[Option<f64>; 2]> =
        t.course.iter().map(|standing| [standing.overall_z, standing.depth_aware_z]).collect();
    let (z, second) = (n.z(end.overall_z), n.z(end.depth_aware_z));
    let description = m.with(
        Key::DossierCourseText,
        &[("games", number(t.course.len())), ("z", Arg::Text(&z)), ("second", Arg::Text(&second))],
    );
    let (title, across) = (m.text(Key::DossierCourseHeading), m.text(Key::DossierCourseAxis));
    if let Some(drawing) = plots::course(n, title, description, &across, &points) {
        let caption = m.text(Key::DossierCourseCaption);
        blocks.push(Block::Figures { figures: vec![Figure { drawing, caption }] });
    }
    let columns = [
        (Key::DossierCourseAfter, false),
        (Key::DossierDecisions, true),
        (Key::ColumnZ, true),
        (Key::DossierSecondZ, true),
        (Key::DossierCourseValue, true),
        (Key::DossierCourseHighest, true),
        (Key::DossierCourseChance, true),
        (Key::DossierCourseSecondChance, true),
    ];
    let mut table = table(m, Key::DossierCourseHeading, columns);
    let chance = |value: Option<Sequential>| {
        value.map_or_else(|| n.decimal(None, 0), |value| n.rare_percent(value.p_value))
    };
    for standing in &t.course {
        let value = standing.sequential;
        table.row([
            game_name(m, t, standing.game),
            n.count(u64::from(standing.decisions)),
            n.z(standing.overall_z),
            n.z(standing.depth_aware_z),
            n.signed(value.map(|value| value.log10_value), 2),
            n.signed(value.map(|value| value.log10_highest), 2),
            chance(value),
            chance(standing.depth_aware_sequential),
        ]);
    }
    blocks.push(Block::Table { table });
    blocks
}
