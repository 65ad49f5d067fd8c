//! `players.csv` and `players.parquet`: one row for each player.
//!
//! Column names are a contract with other programs and are not translated. Numbers are written in full, so that
//! the table can be compared with `screening.json` digit by digit.

use analyzer::screening::{Exclusion, PlayerResult, Screening, TestResult, Tests};

use crate::sheet::columns::TESTS;
use crate::table::{Cell, Kind, Table, number, text, whole};

/// The figures of a test, by the ends of their columns' names.
const FIGURES: [(&str, fn(&TestResult) -> Option<f64>); 5] = [
    ("observed", |test| test.observed),
    ("expected", |test| test.expected),
    ("z", |test| test.z),
    ("tail_z", |test| test.tail_z),
    ("z_adjusted", |test| test.z_adjusted),
];

const REASONS: [(Exclusion, &str); 7] = [
    (Exclusion::UnscoredGame, "excluded_unscored_game"),
    (Exclusion::Opening, "excluded_opening"),
    (Exclusion::Late, "excluded_late"),
    (Exclusion::Repeated, "excluded_repeated"),
    (Exclusion::Forced, "excluded_forced"),
    (Exclusion::Decided, "excluded_decided"),
    (Exclusion::Failed, "excluded_failed"),
];

/// Every player, in the order of the document.
#[must_use]
pub fn players_table(s: &Screening) -> Table {
    let mut table = Table::new(columns());
    for player in &s.players {
        table.push(row(player));
    }
    table
}

fn columns() -> Vec<(String, Kind)> {
    let of = |kind: Kind, names: &[&str]| -> Vec<(String, Kind)> {
        names.iter().map(|name| ((*name).to_owned(), kind)).collect()
    };
    [
        of(Kind::Text, &["name"]),
        of(Kind::Whole, &["fide_id", "rating"]),
        of(Kind::Text, &["rating_source"]),
        of(Kind::Whole, &["games", "moves", "scored"]),
        of(Kind::Whole, &REASONS.map(|(_, name)| name)),
        test_names(""),
        of(Kind::Number, &["t3_observed", "t3_expected"]),
        of(Kind::Number, &["mean_error_cp_observed", "mean_error_cp_expected"]),
        of(Kind::Number, &["overall_z", "roi", "depth_aware_overall_z"]),
        of(Kind::Number, &["depth_aware_efficient_score_z"]),
        of(Kind::Whole, &["opponents_scored"]),
        of(Kind::Number, &["opponents_mean_rating"]),
        test_names("opponents_"),
        of(Kind::Number, &["opponents_overall_z", "opponents_roi"]),
        of(Kind::Flag, &["sufficient"]),
        of(Kind::Text, &["reading"]),
    ]
    .concat()
}

fn test_names(prefix: &str) -> Vec<(String, Kind)> {
    let name = |test: &str, figure: &str| (format!("{prefix}{test}_{figure}"), Kind::Number);
    TESTS.iter().flat_map(|test| FIGURES.map(|(figure, _)| name(test.key, figure))).collect()
}

fn row(player: &PlayerResult) -> Vec<Cell> {
    let mut cells = vec![
        text(&player.name),
        whole(player.fide_id),
        whole(player.rating),
        text(&player.rating_source),
        whole(Some(player.games)),
        whole(Some(player.moves)),
        whole(Some(player.scored)),
    ];
    for (reason, _) in REASONS {
        cells.push(whole(Some(player.excluded.get(&reason).copied().unwrap_or_default())));
    }
    cells.extend(tests(&player.tests));
    for mean in [&player.also.t3, &player.also.mean_error_cp] {
        cells.extend([number(mean.observed), number(mean.expected)]);
    }
    let second = player.depth_aware.as_ref();
    cells.extend([
        number(player.overall_z),
        number(player.roi),
        number(second.map(|reading| reading.overall_z)),
        number(second.map(|reading| reading.efficient_score_z)),
        whole(Some(player.opponents.scored)),
        number(player.opponents.mean_rating),
    ]);
    cells.extend(tests(&player.opponents.tests));
    cells.extend([
        number(player.opponents.overall_z),
        number(player.opponents.roi),
        Cell::Flag(player.sufficient),
        Cell::Text(reading_name(player)),
    ]);
    cells
}

fn tests(tests: &Tests) -> Vec<Cell> {
    TESTS.iter().flat_map(|test| FIGURES.map(|(_, get)| number(get((test.result)(tests))))).collect()
}

/// The reading under the name it has in `screening.json`.
fn reading_name(player: &PlayerResult) -> String {
    match serde_json::to_value(player.reading) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(_) | Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;

    #[test]
    fn rows_have_the_columns_of_the_header() {
        let bytes = players_table(&example::screening()).csv().unwrap();
        insta::assert_snapshot!("players_csv", example::readable(&bytes));
    }

    #[test]
    fn trap_16_names_survive_and_negative_numbers_stay_numbers() {
        let s = example::screening();
        let bytes = players_table(&s).csv().unwrap();
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let header = reader.headers().unwrap().clone();
        let column = |name: &str| header.iter().position(|cell| cell == name).unwrap();
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
        assert_eq!(rows.len(), s.players.len());
        for (row, player) in rows.iter().zip(&s.players) {
            let name = &row[column("name")];
            assert!(!name.starts_with(['=', '+', '-', '@', '\t', '\r']), "{name}");
            assert_eq!(name.strip_prefix('\'').unwrap_or(name), player.name);
            if let Some(z) = player.overall_z {
                assert_eq!(row[column("overall_z")].parse::<f64>().unwrap().to_bits(), z.to_bits());
            }
        }
        let names: Vec<&str> = rows.iter().map(|row| &row[0]).collect();
        for hostile in ["'=cmd|' /C calc'!A1", "O'Connor, Ann", "<script>alert(1)</script>"] {
            assert!(names.contains(&hostile), "{hostile} is missing from {names:?}");
        }
        assert!(rows.iter().any(|row| row[column("overall_z")].starts_with('-')));
    }
}
