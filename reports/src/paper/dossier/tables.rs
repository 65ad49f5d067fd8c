//! Every decision as CSV and Parquet, for spreadsheets and statistics programs.
//!
//! The rows are made from the very structs that `dossier.json` is, and numbers are written in full, so that both can be
//! compared digit by digit. Column names are a contract and are not translated; an absent number is an empty cell. A game
//! is named by its `index` in `dossier.json`. Turns and ranks count from 1.

use analyzer::full_test::{DecisionEntry, FullTest, LineEntry};

use crate::table::{Cell, Kind, Table, number, optional, text, whole};

type Column = (&'static str, Kind, fn(&DecisionEntry) -> Cell);

const DECISIONS: [Column; 17] = [
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

/// The decisions of the player, one row each, with the first line and the line that was played. Where the move played was
/// searched apart, its cells are empty. Every line stands in `dossier.json`.
pub fn decisions_table(test: &FullTest) -> Table<'_> {
    Table::new(DECISIONS, &test.decisions)
}

fn best(decision: &DecisionEntry) -> Option<&LineEntry> {
    decision.lines.first()
}

fn played(decision: &DecisionEntry) -> Option<&LineEntry> {
    decision.lines.get(decision.rank?.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

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
}
