//! From the text of a log to its rows, in either form.

use serde::Deserialize;
use toml::Spanned;

use super::{Round, Row, Written};

/// The columns of the comma-separated form.
const COLUMNS: [&str; 8] = ["player", "game", "round", "opponent", "left", "back", "note", "logged_by"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    absence: Vec<Spanned<Written>>,
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
        let number = |name: &str| {
            let read = |text: &str| {
                let message = format!("`{name}` is `{text}` and has to be a whole number");
                text.parse::<u32>().map_err(|_| (line, message))
            };
            cell(name).map(read).transpose()
        };
        let needed = |name: &'static str| (line, format!("`{name}` is missing"));
        let written = Written {
            player: cell("player").map(str::to_owned),
            game: number("game")?,
            round: cell("round").map(|text| Round::Text(text.to_owned())),
            opponent: cell("opponent").map(str::to_owned),
            left: number("left")?.ok_or_else(|| needed("left"))?,
            back: number("back")?.ok_or_else(|| needed("back"))?,
            note: cell("note").map(str::to_owned),
            logged_by: cell("logged_by").map(str::to_owned).unwrap_or_default(),
        };
        rows.push(checked(line, written)?);
    }
    Ok(rows)
}

fn checked(line: u64, row: Written) -> Result<Row, (u64, String)> {
    let filled = |text: Option<String>| {
        let text = text.map(|text| text.trim().to_owned());
        text.filter(|text| !text.is_empty())
    };
    let Some(logged_by) = filled(Some(row.logged_by)) else {
        return Err((line, "`logged_by` is missing: who noted the absence".to_owned()));
    };
    let round = row.round.map(|round| match round {
        Round::Number(number) => number.to_string(),
        Round::Text(text) => text,
    });
    let row = Row {
        line,
        player: filled(row.player),
        game: row.game,
        round: filled(round),
        opponent: filled(row.opponent),
        left: row.left,
        back: row.back,
        note: filled(row.note),
        logged_by,
    };
    let problem = if row.game.is_none() && (row.round.is_none() || row.opponent.is_none()) {
        Some("which game: give `round` and `opponent`, or `game`".to_owned())
    } else if row.back == 0 {
        Some("`back` is 0; moves are counted from 1".to_owned())
    } else if row.back < row.left {
        let (left, back) = (row.left, row.back);
        Some(format!("back at move {back} before having left at move {left}"))
    } else {
        None
    };
    problem.map_or(Ok(row), |message| Err((line, message)))
}
