//! The overall z under other choices, and help that would not have been seen.

use analyzer::full_test::{Change, FullTest, Row};

use super::game_name_as;
use crate::{
    chart::{self, Labels, Line, Rows},
    document::{Block, Figure, filled, listed, section, text},
    messages::{Arg, Key, Messages},
};

/// Rows of one picture; more are drawn in another.
const MAX_ROWS: usize = 30;

pub(super) fn sensitivity(m: &Messages, t: &FullTest) -> Vec<Block> {
    let rows = &t.sensitivity.rows;
    if rows.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![
        section("sensitivity", m, Key::DossierSensitivityHeading),
        text(m, Key::DossierSensitivityIntro),
    ];
    let n = m.numbers();
    let (lowest, highest) = (t.sensitivity.lowest, t.sensitivity.highest);
    let extreme = |place: Option<usize>| rows.get(place?);
    if let (Some(low), Some(high)) = (extreme(lowest), extreme(highest)) {
        let values = [
            ("lowest", name(m, t, low.change)),
            ("low", n.z(low.overall_z)),
            ("highest", name(m, t, high.change)),
            ("high", n.z(high.overall_z)),
        ];
        blocks.push(filled(m, Key::DossierSensitivityExtremes, values));
    }
    let notes = |place: usize, row: &Row| {
        let notes = [
            (lowest == Some(place), Key::DossierNoteLowest),
            (highest == Some(place), Key::DossierNoteHighest),
            (!row.change.is_calibrated(), Key::DossierNoteUncalibrated),
        ];
        let notes = notes.into_iter().filter(|note| note.0).map(|note| m.text(note.1));
        notes.collect::<Vec<_>>().join("; ")
    };
    let numbered: Vec<(usize, &Row)> = rows.iter().enumerate().collect();
    blocks.push(
        listed(m, &numbered)
            .words(Key::DossierSensitivityChange, |(_, row)| name(m, t, row.change))
            .figures(Key::DossierDecisions, |(_, row)| n.count(row.decisions))
            .figures(Key::ColumnZ, |(_, row)| n.z(row.overall_z))
            .figures(Key::DossierSecondZ, |(_, row)| n.z(row.depth_aware_z))
            .words(Key::DossierSensitivityNote, |(place, row)| notes(*place, row))
            .block(Key::DossierSensitivityHeading),
    );
    blocks.extend(charts(m, t));
    blocks
}

pub(super) fn name(m: &Messages, t: &FullTest, change: Change) -> String {
    match change {
        Change::None => m.text(Key::DossierChangeNone),
        Change::Rating { basis, rating } => {
            let values = [("basis", m.label("basis", &basis)), ("rating", rating.to_string())];
            m.with(Key::DossierChangeRating, values)
        }
        Change::Shift { points, rating } => {
            let points = m.numbers().signed(f64::from(points), 0);
            m.with(Key::DossierChangeShift, [("points", points), ("rating", rating.to_string())])
        }
        Change::WithoutGame { game } => game_name_as(m, Key::DossierChangeWithout, t, game),
        Change::Shallower { plies } => m.with(Key::DossierChangeShallower, [("plies", u64::from(plies))]),
        Change::Lines { lines } => m.with(Key::DossierChangeLines, [("lines", u64::from(lines))]),
    }
}

fn charts(m: &Messages, t: &FullTest) -> Option<Block> {
    let (n, rows) = (m.numbers(), &t.sensitivity.rows);
    let line = |row: &Row| {
        let class = if row.change.is_calibrated() { "dot" } else { "faint" };
        let dots = [("ring", row.depth_aware_z), (class, row.overall_z)];
        let dots = dots.into_iter().filter_map(|(class, z)| Some((class, z?))).collect();
        Line::Row { name: name(m, t, row.change), bars: Vec::new(), dots }
    };
    // Every picture has the same axis, so that they can be laid beside each other.
    let across = chart::z_limits(rows.iter().flat_map(|row| [row.overall_z, row.depth_aware_z]).flatten())?;
    let figures = rows.chunks(MAX_ROWS).map(|chunk| {
        let values = || chunk.iter().filter_map(|row| row.overall_z);
        let values = [
            ("rows", Arg::from(chunk.len())),
            ("low", n.z(values().min_by(f64::total_cmp)).into()),
            ("high", n.z(values().max_by(f64::total_cmp)).into()),
        ];
        let drawing = chart::rows(Rows {
            labels: Labels {
                title: m.text(Key::DossierSensitivityHeading),
                description: m.with(Key::DossierSensitivityText, values),
                across: m.text(Key::DossierSensitivityAxis),
            },
            across,
            printed: &|z, decimals| n.decimal(z, decimals),
            band: None,
            mark: rows.first().and_then(|row| row.overall_z),
            lines: &chunk.iter().map(line).collect::<Vec<_>>(),
        });
        Figure { drawing, caption: m.text(Key::DossierSensitivityCaption) }
    });
    Some(Block::Figures { figures: figures.collect() })
}

/// Help that would not have been seen.
pub(super) fn power(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("power", m, Key::DossierPowerHeading)];
    if t.power.is_empty() {
        blocks.push(text(m, Key::DossierPowerNone));
        return blocks;
    }
    let n = m.numbers();
    let share = |share: Option<f64>| match share {
        Some(_) => n.percent(share),
        None => m.text(Key::DossierPowerNever),
    };
    blocks.push(text(m, Key::DossierPowerIntro));
    blocks.push(
        listed(m, &t.power)
            .figures(Key::DossierPowerLevel, |visible| n.decimal(visible.level, 2))
            .figures(Key::DossierPowerHalf, |visible| share(visible.half))
            .figures(Key::DossierPowerFourFifths, |visible| share(visible.four_fifths))
            .block(Key::DossierPowerHeading),
    );
    blocks
}
