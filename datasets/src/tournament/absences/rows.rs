//! From the text of a log to its rows, in either form.

use serde::Deserialize;
use toml::Spanned;

use super::Row;

/// The columns of the comma-separated form.
const COLUMNS: [&str; 8] = ["player", "game", "round", "opponent", "left", "back", "note", "logged_by"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    absence: Vec<Spanned<Row>>,
}

/// The line of a place in a text, from 1.
pub(super) fn line_of(text: &[u8], at: usize) -> u64 {
    let before = text.get(..at).unwrap_or(text);
    1 + before.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// Rows of TOML, or the line and what is wrong there.
pub(super) fn toml(text: &str) -> Result<Vec<Row>, (u64, String)> {
    let line = |at: usize| line_of(text.as_bytes(), at);
    if let Some(at) = crate::players::aliases::too_deep(text) {
        return Err((line(at), "too many brackets are open".to_owned()));
    }
    let table: Table = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(1, |span| line(span.start));
        (at, error.message().trim().to_owned())
    })?;
    let rows = table.absence.into_iter().map(|row| {
        let at = line(row.span().start);
        checked(at, row.into_inner())
    });
    rows.collect()
}

/// Rows of comma-separated values under a header.
pub(super) fn csv(text: &str) -> Result<Vec<Row>, (u64, String)> {
    let mut reader =
        csv::ReaderBuilder::new().trim(csv::Trim::All).flexible(true).from_reader(text.as_bytes());
    let broken = |error: &csv::Error| {
        let at = error.position().map_or(1, csv::Position::line);
        (at, "this is not comma-separated text".to_owned())
    };
    let header = reader.headers().map_err(|error| broken(&error))?.clone();
    for name in &header {
        if !COLUMNS.contains(&name) {
            let known = COLUMNS.join(", ");
            return Err((1, format!("there is no column `{name}`; the columns are {known}")));
        }
        if header.iter().filter(|other| *other == name).count() > 1 {
            return Err((1, format!("the column `{name}` stands twice")));
        }
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| broken(&error))?;
        let line = record.position().map_or(1, csv::Position::line);
        if record.len() != header.len() {
            let (cells, columns) = (record.len(), header.len());
            return Err((line, format!("{cells} cells under {columns} columns")));
        }
        let cell = |name: &str| {
            let place = header.iter().position(|column| column == name)?;
            record.get(place).filter(|text| !text.is_empty())
        };
        let text = |name: &str| cell(name).map(str::to_owned);
        let number = |name: &str| {
            let read = |text: &str| {
                let message = format!("`{name}` is `{text}` and has to be a whole number");
                text.parse::<u32>().map_err(|_| (line, message))
            };
            cell(name).map(read).transpose()
        };
        let move_number = |name: &str| number(name)?.ok_or_else(|| (line, format!("`{name}` is missing")));
        let row = Row {
            line,
            player: text("player"),
            game: number("game")?,
            round: text("round"),
            opponent: text("opponent"),
            left: move_number("left")?,
            back: move_number("back")?,
            note: text("note"),
            logged_by: text("logged_by").unwrap_or_default(),
        };
        rows.push(checked(line, row)?);
    }
    Ok(rows)
}

fn checked(line: u64, mut row: Row) -> Result<Row, (u64, String)> {
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
