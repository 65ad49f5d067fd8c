//! From the text of a log to its rows, in either form.

use serde::Deserialize;
use toml::Spanned;

use super::Row;
use crate::text::csv_rows::csv_rows;
use crate::text::toml_text::{self, Backslashes, Lines};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    absence: Vec<Spanned<Row>>,
}

pub(super) fn toml(text: &str) -> Result<Vec<Row>, (usize, String)> {
    let lines = Lines::new(text);
    let table: Table = toml_text::parse(text, &lines, Backslashes::OfText)?;
    table.absence.into_iter().map(|row| checked(lines.at(row.span().start), row.into_inner())).collect()
}

pub(super) fn csv(text: &str) -> Result<Vec<Row>, (usize, String)> {
    csv_rows(text)?.into_iter().map(|(line, row)| checked(line, row)).collect()
}

fn checked(line: usize, mut row: Row) -> Result<Row, (usize, String)> {
    row.line = line;
    row.logged_by = row.logged_by.trim().to_owned();
    for text in [&mut row.player, &mut row.round, &mut row.opponent, &mut row.note] {
        *text = text.take().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    }
    let (left, back) = (row.left, row.back);
    let problem = if row.logged_by.is_empty() {
        "`logged_by` is missing: who noted the absence".to_owned()
    } else if row.game.is_none() && (row.round.is_none() || row.opponent.is_none()) {
        "which game: give `round` and `opponent`, or `game`".to_owned()
    } else if back == 0 {
        "`back` is 0; moves are counted from 1".to_owned()
    } else if back < left {
        format!("back at move {back} before having left at move {left}")
    } else {
        return Ok(row);
    };
    Err((line, problem))
}
