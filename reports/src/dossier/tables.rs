//! `decisions.csv`, `sensitivity.csv` and `games.csv`: the tables of a dossier for spreadsheets and statistics programs.
//!
//! They are made from the very structs that `dossier.json` is, and numbers are written in full, so that both can be
//! compared digit by digit. Column names are a contract and are not translated; an absent number is an empty cell. A game
//! is named by its `index` in `dossier.json`, in all three. Turns and ranks count from 1.

use analyzer::full_test::{Change, DecisionEntry, FullTest, GameEntry, LineEntry, Row};

use crate::{ReportError, escape::csv_text, players::number};

const GAMES: [&str; 11] = [
    "game",
    "sha256",
    "date",
    "round",
    "colour",
    "opponent",
    "opponent_rating",
    "half_points",
    "rating",
    "decisions",
    "classes",
];

const DECISIONS: [&str; 17] = [
    "game",
    "turn",
    "fen",
    "played",
    "rank",
    "delta",
    "weight",
    "lines",
    "best",
    "best_cp",
    "best_mate",
    "best_probability",
    "best_depth_aware",
    "played_cp",
    "played_mate",
    "played_probability",
    "played_depth_aware",
];

const SENSITIVITY: [&str; 10] = [
    "change",
    "basis",
    "points",
    "rating",
    "game",
    "plies",
    "lines",
    "decisions",
    "overall_z",
    "depth_aware_z",
];

/// The games of the player, one row each.
///
/// # Errors
/// [`ReportError::Csv`] if the table cannot be written.
pub fn games_csv(test: &FullTest) -> Result<Vec<u8>, ReportError> {
    written(GAMES, test.games.iter().map(game))
}

/// The decisions of the player, one row each, with the first line and the line that was played. Where the move played was
/// searched apart, its cells are empty. Every line stands in `dossier.json`.
///
/// # Errors
/// As for [`games_csv`].
pub fn decisions_csv(test: &FullTest) -> Result<Vec<u8>, ReportError> {
    written(DECISIONS, test.decisions.iter().map(decision))
}

/// The result under every other choice, one row each, that of record first. What does not belong to a change is empty.
///
/// # Errors
/// As for [`games_csv`].
pub fn sensitivity_csv(test: &FullTest) -> Result<Vec<u8>, ReportError> {
    written(SENSITIVITY, test.sensitivity.rows.iter().map(change))
}

fn written<const N: usize>(
    header: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<Vec<u8>, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(row)?;
    }
    writer
        .into_inner()
        .map_err(|error| ReportError::Csv(error.into_error().into()))
}

fn whole<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn game(game: &GameEntry) -> [String; 11] {
    [
        game.index.to_string(),
        csv_text(&game.sha256),
        csv_text(&game.date),
        csv_text(&game.round),
        if game.white { "white" } else { "black" }.to_owned(),
        csv_text(&game.opponent),
        whole(game.opponent_rating),
        whole(game.half_points),
        whole(game.rating),
        game.decisions.to_string(),
        csv_text(&game.classes),
    ]
}

fn decision(decision: &DecisionEntry) -> [String; 17] {
    let best = decision.lines.first();
    let played = decision
        .rank
        .and_then(|rank| decision.lines.get(rank.checked_sub(1)?));
    let cp = |line: Option<&LineEntry>| whole(line.and_then(|line| line.cp));
    let mate = |line: Option<&LineEntry>| whole(line.and_then(|line| line.mate));
    let probability = |line: Option<&LineEntry>| number(line.and_then(|line| line.probability));
    let second = |line: Option<&LineEntry>| number(line.and_then(|line| line.depth_aware));
    [
        decision.game.to_string(),
        decision.turn.to_string(),
        csv_text(&decision.fen),
        csv_text(&decision.played),
        whole(decision.rank),
        number(Some(decision.delta)),
        number(decision.weight),
        decision.lines.len().to_string(),
        best.map(|line| csv_text(&line.san)).unwrap_or_default(),
        cp(best),
        mate(best),
        probability(best),
        second(best),
        cp(played),
        mate(played),
        probability(played),
        second(played),
    ]
}

fn change(row: &Row) -> [String; 10] {
    let mut cells: [String; 10] = Default::default();
    let [
        kind,
        basis,
        points,
        rating,
        game,
        plies,
        lines,
        decisions,
        overall_z,
        depth_aware_z,
    ] = &mut cells;
    match row.change {
        Change::None => "none".clone_into(kind),
        Change::Rating {
            basis: of,
            rating: to,
        } => {
            "rating".clone_into(kind);
            of.as_str().clone_into(basis);
            *rating = to.to_string();
        }
        Change::Shift {
            points: by,
            rating: to,
        } => {
            "shift".clone_into(kind);
            *points = by.to_string();
            *rating = to.to_string();
        }
        Change::WithoutGame { game: index } => {
            "without_game".clone_into(kind);
            *game = index.to_string();
        }
        Change::Shallower { plies: by } => {
            "shallower".clone_into(kind);
            *plies = by.to_string();
        }
        Change::Lines { lines: kept } => {
            "lines".clone_into(kind);
            *lines = kept.to_string();
        }
    }
    *decisions = row.decisions.to_string();
    *overall_z = number(row.overall_z);
    *depth_aware_z = number(row.depth_aware_z);
    cells
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::{example, json};
    use super::*;

    fn table(bytes: Result<Vec<u8>, ReportError>) -> Vec<csv::StringRecord> {
        let bytes = bytes.expect("a table");
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(bytes.as_slice());
        reader.records().map(|row| row.expect("a row")).collect()
    }

    fn document(test: &FullTest) -> Value {
        serde_json::from_str(&json(test).expect("JSON")).expect("JSON")
    }

    /// A cell as the JSON would hold it.
    fn holds(cell: &str, value: &Value) -> bool {
        match value {
            Value::Null => cell.is_empty(),
            Value::Number(number) => cell.parse::<f64>().ok() == number.as_f64(),
            Value::String(text) => cell == text,
            Value::Bool(white) => cell == if *white { "white" } else { "black" },
            Value::Array(_) | Value::Object(_) => false,
        }
    }

    #[test]
    fn every_cell_of_the_games_is_that_of_the_json() {
        let test = example::full_test();
        let (rows, json) = (table(games_csv(&test)), document(&test));
        assert_eq!(rows.len(), test.games.len() + 1);
        for (row, entry) in rows.iter().skip(1).zip(json["games"].as_array().expect("games")) {
            for (cell, name) in row.iter().zip(GAMES) {
                let name = match name {
                    "game" => "index",
                    "colour" => "white",
                    other => other,
                };
                assert!(holds(cell, &entry[name]), "{name}: {cell} for {}", entry[name]);
            }
        }
    }

    #[test]
    fn every_cell_of_the_decisions_is_that_of_the_json() {
        let test = example::full_test();
        let (rows, json) = (table(decisions_csv(&test)), document(&test));
        assert_eq!(rows.len(), test.decisions.len() + 1);
        let mut apart = 0;
        for (row, entry) in rows
            .iter()
            .skip(1)
            .zip(json["decisions"].as_array().expect("decisions"))
        {
            let lines = &entry["lines"];
            let rank = entry["rank"].as_u64().and_then(|rank| usize::try_from(rank).ok());
            apart += usize::from(rank.is_none());
            let played = rank.map_or(Value::Null, |rank| lines[rank - 1].clone());
            for (cell, name) in row.iter().zip(DECISIONS) {
                let value = match (name, name.split_once('_')) {
                    ("lines", _) => Value::from(lines.as_array().expect("lines").len()),
                    ("best", _) => lines[0]["san"].clone(),
                    (_, Some(("best", of))) => lines[0][of].clone(),
                    (_, Some(("played", of))) => played[of].clone(),
                    (name, _) => entry[name].clone(),
                };
                assert!(holds(cell, &value), "{name}: {cell} for {value}");
            }
        }
        assert!(apart > 0, "the example has a move that was searched apart");
    }

    #[test]
    fn every_cell_of_the_other_choices_is_that_of_the_json() {
        let test = example::full_test();
        let (rows, json) = (table(sensitivity_csv(&test)), document(&test));
        assert_eq!(rows.len(), test.sensitivity.rows.len() + 1);
        let mut kinds = std::collections::BTreeSet::new();
        let entries = json["sensitivity"]["rows"].as_array().expect("rows");
        for (row, entry) in rows.iter().skip(1).zip(entries) {
            kinds.insert(row[0].to_owned());
            for (cell, name) in row.iter().zip(SENSITIVITY) {
                let value = match name {
                    "change" => &entry["change"]["kind"],
                    "decisions" | "overall_z" | "depth_aware_z" => &entry[name],
                    of => &entry["change"][of],
                };
                assert!(holds(cell, value), "{name}: {cell} for {value}");
            }
        }
        assert_eq!(kinds.len(), 6, "every kind of change: {kinds:?}");
    }

    #[test]
    fn trap_16_names_are_text() {
        let mut test = example::full_test();
        test.games[0].opponent = "=cmd|' /C calc'!A1".to_owned();
        assert_eq!(&table(games_csv(&test))[1][5], "'=cmd|' /C calc'!A1");
    }
}
