//! The overall z under other choices.

use analyzer::full_test::{Change, FullTest, Row};

use super::game_number;
use crate::{
    conditions,
    document::{Block, Figure, Table, number, section, table, text},
    dossier::plots::{self, Choice},
    messages::{Arg, Key, Messages},
};

/// Rows of one picture; more are drawn in another.
const ROWS: usize = 30;

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
    let extreme = |place: Option<usize>| rows.get(place?);
    if let (Some(low), Some(high)) = (extreme(t.sensitivity.lowest), extreme(t.sensitivity.highest)) {
        let names = [low, high].map(|row| name(m, t, row.change));
        let values = [low, high].map(|row| n.z(row.overall_z));
        blocks.push(Block::Text {
            text: m.with(
                Key::DossierSensitivityExtremes,
                &[
                    ("lowest", Arg::Text(&names[0])),
                    ("low", Arg::Text(&values[0])),
                    ("highest", Arg::Text(&names[1])),
                    ("high", Arg::Text(&values[1])),
                ],
            ),
        });
    }
    blocks.push(Block::Table { table: all(m, t) });
    blocks.extend(figures(m, t));
    blocks
}

/// What was changed in a row.
pub(super) fn name(m: &Messages, t: &FullTest, change: Change) -> String {
    match change {
        Change::None => m.text(Key::DossierChangeNone),
        Change::Rating { basis, rating } => {
            let (basis, rating) = (m.text(conditions::basis(basis)), rating.to_string());
            let values = [("basis", Arg::Text(&basis)), ("rating", Arg::Text(&rating))];
            m.with(Key::DossierChangeRating, &values)
        }
        Change::Shift { points, rating } => {
            let points = m.numbers().signed(Some(f64::from(points)), 0);
            let rating = rating.to_string();
            let values = [("points", Arg::Text(&points)), ("rating", Arg::Text(&rating))];
            m.with(Key::DossierChangeShift, &values)
        }
        Change::WithoutGame { game } => {
            let number = game_number(m, t, game);
            let opponent = t.games.iter().find(|entry| entry.index == game);
            let opponent = opponent.map_or("", |entry| entry.opponent.as_str());
            let values = [("number", Arg::Text(&number)), ("opponent", Arg::Text(opponent))];
            m.with(Key::DossierChangeWithout, &values)
        }
        Change::Shallower { plies } => {
            let values = [("plies", Arg::Count(u64::from(plies)))];
            m.with(Key::DossierChangeShallower, &values)
        }
        Change::Lines { lines } => {
            let values = [("lines", Arg::Count(u64::from(lines)))];
            m.with(Key::DossierChangeLines, &values)
        }
    }
}

fn all(m: &Messages, t: &FullTest) -> Table {
    let n = m.numbers();
    let columns = [
        (Key::DossierSensitivityChange, false),
        (Key::DossierDecisions, true),
        (Key::ColumnZ, true),
        (Key::DossierSecondZ, true),
        (Key::DossierSensitivityNote, false),
    ];
    let mut table = table(m, Key::DossierSensitivityHeading, columns);
    for (place, row) in t.sensitivity.rows.iter().enumerate() {
        let mut notes = Vec::new();
        if t.sensitivity.lowest == Some(place) {
            notes.push(m.text(Key::DossierNoteLowest));
        }
        if t.sensitivity.highest == Some(place) {
            notes.push(m.text(Key::DossierNoteHighest));
        }
        if !row.change.is_calibrated() {
            notes.push(m.text(Key::DossierNoteUncalibrated));
        }
        table.row([
            name(m, t, row.change),
            n.count(u64::from(row.decisions)),
            n.z(row.overall_z),
            n.z(row.depth_aware_z),
            notes.join("; "),
        ]);
    }
    table
}

fn figures(m: &Messages, t: &FullTest) -> Option<Block> {
    let n = m.numbers();
    let record = t.sensitivity.rows.first().and_then(|row| row.overall_z);
    let across = m.text(Key::DossierSensitivityAxis);
    let choice = |row: &Row| Choice {
        name: name(m, t, row.change),
        z: row.overall_z,
        second: row.depth_aware_z,
        calibrated: row.change.is_calibrated(),
    };
    let choices: Vec<Choice> = t.sensitivity.rows.iter().map(choice).collect();
    // Every picture has the same axis, so that they can be laid beside each other.
    let limits = plots::limits(&choices)?;
    let figures: Vec<Figure> = choices
        .chunks(ROWS)
        .map(|chunk| {
            let values = || chunk.iter().filter_map(|choice| choice.z);
            let (low, high) = (values().min_by(f64::total_cmp), values().max_by(f64::total_cmp));
            let (low, high) = (n.z(low), n.z(high));
            let description = m.with(
                Key::DossierSensitivityText,
                &[("rows", number(chunk.len())), ("low", Arg::Text(&low)), ("high", Arg::Text(&high))],
            );
            let title = m.text(Key::DossierSensitivityHeading);
            Figure {
                drawing: plots::choices(n, title, description, &across, limits, record, chunk),
                caption: m.text(Key::DossierSensitivityCaption),
            }
        })
        .collect();
    Some(Block::Figures { figures })
}
