//! Decisions, sensitivity and games as CSV and Parquet: the tables of a dossier for spreadsheets and statistics programs.
//!
//! They are made from the very structs that `dossier.json` is, and numbers are written in full, so that both can be
//! compared digit by digit. Column names are a contract and are not translated; an absent number is an empty cell. A game
//! is named by its `index` in `dossier.json`, in all three. Turns and ranks count from 1.

use analyzer::full_test::{DecisionEntry, FullTest, GameEntry, LineEntry, Row};
use serde_json::Value;

use crate::table::{Cell, Kind, Table, number, optional, text, whole};

type Column<T> = (&'static str, Kind, fn(&T) -> Cell);

const GAMES: [Column<GameEntry>; 11] = [
    ("game", Kind::Whole, |game| whole(game.index)),
    ("sha256", Kind::Text, |game| text(&game.sha256)),
    ("date", Kind::Text, |game| text(&game.date)),
    ("round", Kind::Text, |game| text(&game.round)),
    ("colour", Kind::Text, |game| text(if game.white { "white" } else { "black" })),
    ("opponent", Kind::Text, |game| text(&game.opponent)),
    ("opponent_rating", Kind::Whole, |game| optional(game.opponent_rating)),
    ("half_points", Kind::Whole, |game| optional(game.half_points)),
    ("rating", Kind::Whole, |game| optional(game.rating)),
    ("decisions", Kind::Whole, |game| whole(game.decisions)),
    ("classes", Kind::Text, |game| text(&game.classes)),
];

const DECISIONS: [Column<DecisionEntry>; 17] = [
    ("game", Kind::Whole, |decision| whole(decision.game)),
    ("turn", Kind::Whole, |decision| whole(decision.turn)),
    ("fen", Kind::Text, |decision| text(&decision.fen)),
    ("played", Kind::Text, |decision| text(&decision.played)),
    ("rank", Kind::Whole, |decision| optional(decision.rank)),
    ("delta", Kind::Number, |decision| number(decision.delta)),
    ("weight", Kind::Number, |decision| number(decision.weight)),
    ("lines", Kind::Whole, |decision| whole(decision.lines.len())),
    ("best", Kind::Text, |decision| best(decision).map_or(Cell::Empty, |line| text(&line.san))),
    ("best_cp", Kind::Whole, |decision| optional(best(decision).and_then(|line| line.cp))),
    ("best_mate", Kind::Whole, |decision| optional(best(decision).and_then(|line| line.mate))),
    ("best_probability", Kind::Number, |decision| number(best(decision).and_then(|line| line.probability))),
    ("best_depth_aware", Kind::Number, |decision| number(best(decision).and_then(|line| line.depth_aware))),
    ("played_cp", Kind::Whole, |decision| optional(played(decision).and_then(|line| line.cp))),
    ("played_mate", Kind::Whole, |decision| optional(played(decision).and_then(|line| line.mate))),
    ("played_probability", Kind::Number, |decision| {
        number(played(decision).and_then(|line| line.probability))
    }),
    ("played_depth_aware", Kind::Number, |decision| {
        number(played(decision).and_then(|line| line.depth_aware))
    }),
];

const SENSITIVITY: [Column<Row>; 10] = [
    ("change", Kind::Text, |row| of_change(row, "kind")),
    ("basis", Kind::Text, |row| of_change(row, "basis")),
    ("points", Kind::Whole, |row| of_change(row, "points")),
    ("rating", Kind::Whole, |row| of_change(row, "rating")),
    ("game", Kind::Whole, |row| of_change(row, "game")),
    ("plies", Kind::Whole, |row| of_change(row, "plies")),
    ("lines", Kind::Whole, |row| of_change(row, "lines")),
    ("decisions", Kind::Whole, |row| whole(row.decisions)),
    ("overall_z", Kind::Number, |row| number(row.overall_z)),
    ("depth_aware_z", Kind::Number, |row| number(row.depth_aware_z)),
];

/// The games of the player, one row each.
pub fn games_table(test: &FullTest) -> Table<'_> {
    Table::new(GAMES, &test.games)
}

/// The decisions of the player, one row each, with the first line and the line that was played. Where the move played was
/// searched apart, its cells are empty. Every line stands in `dossier.json`.
pub fn decisions_table(test: &FullTest) -> Table<'_> {
    Table::new(DECISIONS, &test.decisions)
}

/// The result under every other choice, one row each, the unchanged one first. What does not belong to a change is empty.
pub fn sensitivity_table(test: &FullTest) -> Table<'_> {
    Table::new(SENSITIVITY, &test.sensitivity.rows)
}

fn best(decision: &DecisionEntry) -> Option<&LineEntry> {
    decision.lines.first()
}

fn played(decision: &DecisionEntry) -> Option<&LineEntry> {
    decision.lines.get(decision.rank?.checked_sub(1)?)
}

fn of_change(row: &Row, field: &str) -> Cell {
    let change = serde_json::to_value(row.change).unwrap_or_default();
    match &change[field] {
        Value::String(code) => text(code),
        value => optional(value.as_i64()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;
    use crate::json;

    fn table(table: &Table) -> Vec<csv::StringRecord> {
        let bytes = table.csv().expect("CSV");
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes.as_slice());
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
        let (rows, json) = (table(&games_table(&test)), document(&test));
        assert_eq!(rows.len(), test.games.len() + 1);
        for (row, entry) in rows.iter().skip(1).zip(json["games"].as_array().expect("games")) {
            for (cell, (name, ..)) in row.iter().zip(GAMES) {
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
        let (rows, json) = (table(&decisions_table(&test)), document(&test));
        assert_eq!(rows.len(), test.decisions.len() + 1);
        let mut apart = 0;
        for (row, entry) in rows.iter().skip(1).zip(json["decisions"].as_array().expect("decisions")) {
            let lines = &entry["lines"];
            let rank = entry["rank"].as_u64().and_then(|rank| usize::try_from(rank).ok());
            apart += usize::from(rank.is_none());
            let played = rank.map_or(Value::Null, |rank| lines[rank - 1].clone());
            for (cell, (name, ..)) in row.iter().zip(DECISIONS) {
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
        let (rows, json) = (table(&sensitivity_table(&test)), document(&test));
        assert_eq!(rows.len(), test.sensitivity.rows.len() + 1);
        let mut kinds = std::collections::BTreeSet::new();
        let entries = json["sensitivity"]["rows"].as_array().expect("rows");
        for (row, entry) in rows.iter().skip(1).zip(entries) {
            kinds.insert(row[0].to_owned());
            for (cell, (name, ..)) in row.iter().zip(SENSITIVITY) {
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
        assert_eq!(&table(&games_table(&test))[1][5], "'=cmd|' /C calc'!A1");
    }
}
