//! Decisions, sensitivity and games as CSV and Parquet: the tables of a dossier for spreadsheets and statistics programs.
//!
//! They are made from the very structs that `dossier.json` is, and numbers are written in full, so that both can be
//! compared digit by digit. Column names are a contract and are not translated; an absent number is an empty cell. A game
//! is named by its `index` in `dossier.json`, in all three. Turns and ranks count from 1.

use analyzer::full_test::{Change, DecisionEntry, FullTest, GameEntry, LineEntry, Row};

use crate::table::{Cell, Kind, Table, number, text, whole};

const GAMES: [(&str, Kind); 11] = [
    ("game", Kind::Whole),
    ("sha256", Kind::Text),
    ("date", Kind::Text),
    ("round", Kind::Text),
    ("colour", Kind::Text),
    ("opponent", Kind::Text),
    ("opponent_rating", Kind::Whole),
    ("half_points", Kind::Whole),
    ("rating", Kind::Whole),
    ("decisions", Kind::Whole),
    ("classes", Kind::Text),
];

const DECISIONS: [(&str, Kind); 17] = [
    ("game", Kind::Whole),
    ("turn", Kind::Whole),
    ("fen", Kind::Text),
    ("played", Kind::Text),
    ("rank", Kind::Whole),
    ("delta", Kind::Number),
    ("weight", Kind::Number),
    ("lines", Kind::Whole),
    ("best", Kind::Text),
    ("best_cp", Kind::Whole),
    ("best_mate", Kind::Whole),
    ("best_probability", Kind::Number),
    ("best_depth_aware", Kind::Number),
    ("played_cp", Kind::Whole),
    ("played_mate", Kind::Whole),
    ("played_probability", Kind::Number),
    ("played_depth_aware", Kind::Number),
];

const SENSITIVITY: [(&str, Kind); 10] = [
    ("change", Kind::Text),
    ("basis", Kind::Text),
    ("points", Kind::Whole),
    ("rating", Kind::Whole),
    ("game", Kind::Whole),
    ("plies", Kind::Whole),
    ("lines", Kind::Whole),
    ("decisions", Kind::Whole),
    ("overall_z", Kind::Number),
    ("depth_aware_z", Kind::Number),
];

/// The games of the player, one row each.
#[must_use]
pub fn games_table(test: &FullTest) -> Table {
    Table::from_columns(GAMES).with(test.games.iter().map(game))
}

/// The decisions of the player, one row each, with the first line and the line that was played. Where the move played was
/// searched apart, its cells are empty. Every line stands in `dossier.json`.
#[must_use]
pub fn decisions_table(test: &FullTest) -> Table {
    Table::from_columns(DECISIONS).with(test.decisions.iter().map(decision))
}

/// The result under every other choice, one row each, that of record first. What does not belong to a change is empty.
#[must_use]
pub fn sensitivity_table(test: &FullTest) -> Table {
    Table::from_columns(SENSITIVITY).with(test.sensitivity.rows.iter().map(change))
}

fn game(game: &GameEntry) -> [Cell; 11] {
    [
        whole(Some(game.index)),
        text(&game.sha256),
        text(&game.date),
        text(&game.round),
        text(if game.white { "white" } else { "black" }),
        text(&game.opponent),
        whole(game.opponent_rating),
        whole(game.half_points),
        whole(game.rating),
        whole(Some(game.decisions)),
        text(&game.classes),
    ]
}

fn decision(decision: &DecisionEntry) -> [Cell; 17] {
    let best = decision.lines.first();
    let played = decision.rank.and_then(|rank| decision.lines.get(rank.checked_sub(1)?));
    let cp = |line: Option<&LineEntry>| whole(line.and_then(|line| line.cp));
    let mate = |line: Option<&LineEntry>| whole(line.and_then(|line| line.mate));
    let probability = |line: Option<&LineEntry>| number(line.and_then(|line| line.probability));
    let second = |line: Option<&LineEntry>| number(line.and_then(|line| line.depth_aware));
    [
        whole(Some(decision.game)),
        whole(Some(decision.turn)),
        text(&decision.fen),
        text(&decision.played),
        whole(decision.rank),
        number(decision.delta),
        number(decision.weight),
        whole(Some(decision.lines.len())),
        best.map_or(Cell::Empty, |line| text(&line.san)),
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

fn change(row: &Row) -> [Cell; 10] {
    let mut cells = [const { Cell::Empty }; 10];
    let [kind, basis, points, rating, game, plies, lines, decisions, overall_z, depth_aware_z] = &mut cells;
    match row.change {
        Change::None => *kind = text("none"),
        Change::Rating { basis: of, rating: to } => {
            *kind = text("rating");
            *basis = text(of.as_str());
            *rating = whole(Some(to));
        }
        Change::Shift { points: by, rating: to } => {
            *kind = text("shift");
            *points = whole(Some(by));
            *rating = whole(Some(to));
        }
        Change::WithoutGame { game: index } => {
            *kind = text("without_game");
            *game = whole(Some(index));
        }
        Change::Shallower { plies: by } => {
            *kind = text("shallower");
            *plies = whole(Some(by));
        }
        Change::Lines { lines: kept } => {
            *kind = text("lines");
            *lines = whole(Some(kept));
        }
    }
    *decisions = whole(Some(row.decisions));
    *overall_z = number(row.overall_z);
    *depth_aware_z = number(row.depth_aware_z);
    cells
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::{example, json};
    use super::*;

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
            for (cell, (name, _)) in row.iter().zip(GAMES) {
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
            for (cell, (name, _)) in row.iter().zip(DECISIONS) {
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
            for (cell, (name, _)) in row.iter().zip(SENSITIVITY) {
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
