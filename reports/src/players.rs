//! `players.csv`: one row for each player.
//!
//! Column names are a contract with other programs and are not translated. Numbers are written in full, so that
//! the table can be compared with `screening.json` digit by digit; an absent number is an empty cell.

use analyzer::screening::{Exclusion, PlayerResult, Projected, Screening, TestResult, Tests};

use crate::{ReportError, escape::csv_text};

const REASONS: [(Exclusion, &str); 7] = [
    (Exclusion::UnscoredGame, "excluded_unscored_game"),
    (Exclusion::Opening, "excluded_opening"),
    (Exclusion::Late, "excluded_late"),
    (Exclusion::Repeated, "excluded_repeated"),
    (Exclusion::Forced, "excluded_forced"),
    (Exclusion::Decided, "excluded_decided"),
    (Exclusion::Failed, "excluded_failed"),
];

/// Every player as CSV with a header row, in the order of the document.
///
/// Text that a spreadsheet would read as a formula gets an apostrophe in front; numbers stay numbers.
///
/// # Errors
/// [`ReportError::Csv`] if the table cannot be written.
pub fn players_csv(s: &Screening) -> Result<Vec<u8>, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header())?;
    for player in &s.players {
        writer.write_record(row(player))?;
    }
    writer
        .into_inner()
        .map_err(|error| ReportError::Csv(error.into_error().into()))
}

fn header() -> Vec<String> {
    let mut names: Vec<String> = [
        "name",
        "fide_id",
        "rating",
        "rating_source",
        "games",
        "moves",
        "scored",
    ]
    .map(String::from)
    .into();
    names.extend(REASONS.map(|(_, name)| name.to_owned()));
    names.extend(test_names(""));
    for name in ["t3", "mean_error_cp"] {
        names.push(format!("{name}_observed"));
        names.push(format!("{name}_expected"));
    }
    names.extend(
        [
            "overall_z",
            "roi",
            "depth_aware_overall_z",
            "depth_aware_efficient_score_z",
        ]
        .map(String::from),
    );
    names.extend(["opponents_scored", "opponents_mean_rating"].map(String::from));
    names.extend(test_names("opponents_"));
    names.extend(["opponents_overall_z", "opponents_roi", "sufficient", "reading"].map(String::from));
    names
}

fn test_names(prefix: &str) -> Vec<String> {
    let figures = ["observed", "expected", "z", "tail_z", "z_adjusted"];
    let name = |test: &str, figure: &str| format!("{prefix}{test}_{figure}");
    ["mm", "ev", "asd"]
        .iter()
        .flat_map(|test| figures.map(|figure| name(test, figure)))
        .collect()
}

fn row(player: &PlayerResult) -> Vec<String> {
    let mut cells = vec![
        csv_text(&player.name),
        player.fide_id.map(|id| id.to_string()).unwrap_or_default(),
        player.rating.map(|rating| rating.to_string()).unwrap_or_default(),
        csv_text(&player.rating_source),
        player.games.to_string(),
        player.moves.to_string(),
        player.scored.to_string(),
    ];
    for (reason, _) in REASONS {
        cells.push(
            player
                .excluded
                .get(&reason)
                .copied()
                .unwrap_or_default()
                .to_string(),
        );
    }
    cells.extend(tests(&player.tests));
    for Projected { observed, expected } in [&player.also.t3, &player.also.mean_error_cp] {
        cells.push(number(*observed));
        cells.push(number(*expected));
    }
    cells.push(number(player.overall_z));
    cells.push(number(player.roi));
    cells.push(number(
        player.depth_aware.as_ref().map(|reading| reading.overall_z),
    ));
    cells.push(number(
        player
            .depth_aware
            .as_ref()
            .map(|reading| reading.efficient_score_z),
    ));
    cells.push(player.opponents.scored.to_string());
    cells.push(number(player.opponents.mean_rating));
    cells.extend(tests(&player.opponents.tests));
    cells.push(number(player.opponents.overall_z));
    cells.push(number(player.opponents.roi));
    cells.push(player.sufficient.to_string());
    cells.push(reading_name(player));
    cells
}

fn tests(tests: &Tests) -> Vec<String> {
    let figures =
        |test: &TestResult| [test.observed, test.expected, test.z, test.tail_z, test.z_adjusted].map(number);
    [&tests.mm, &tests.ev, &tests.asd]
        .into_iter()
        .flat_map(figures)
        .collect()
}

/// The reading under the name it has in `screening.json`.
fn reading_name(player: &PlayerResult) -> String {
    match serde_json::to_value(player.reading) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(_) | Err(_) => String::new(),
    }
}

/// The shortest digits that give back the same number; empty if there is none.
pub(crate) fn number(value: Option<f64>) -> String {
    value
        .filter(|value| value.is_finite())
        .map(|value| value.to_string())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;

    #[test]
    fn rows_have_the_columns_of_the_header() {
        let bytes = players_csv(&example::screening()).unwrap();
        insta::assert_snapshot!("players_csv", example::readable(&bytes));
    }

    #[test]
    fn trap_16_names_survive_and_negative_numbers_stay_numbers() {
        let s = example::screening();
        let bytes = players_csv(&s).unwrap();
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
                assert_eq!(
                    row[column("overall_z")].parse::<f64>().unwrap().to_bits(),
                    z.to_bits()
                );
            }
        }
        let names: Vec<&str> = rows.iter().map(|row| &row[0]).collect();
        for hostile in [
            "'=cmd|' /C calc'!A1",
            "O'Connor, Ann",
            "<script>alert(1)</script>",
        ] {
            assert!(names.contains(&hostile), "{hostile} is missing from {names:?}");
        }
        assert!(rows.iter().any(|row| row[column("overall_z")].starts_with('-')));
    }
}
