//! `players.csv` and `players.parquet`: one row for each player.
//!
//! Column names are a contract with other programs and are not translated. Numbers are written in full, so that
//! the table can be compared with `screening.json` digit by digit.

use analyzer::screening::{DepthAware, EventScore, Exclusion, PlayerResult, Screening, TestResult, Tests};

use crate::messages::code;
use crate::sheet::columns::{TESTS, Test};
use crate::table::{Cell, Kind, Table, number, optional, text, whole};

type Figure = fn(&TestResult) -> Option<f64>;

/// The figures of a test, by the ends of their columns' names.
const FIGURES: [(&str, Figure); 5] = [
    ("observed", |test| test.observed),
    ("expected", |test| test.expected),
    ("z", |test| test.z),
    ("tail_z", |test| test.tail_z),
    ("z_adjusted", |test| test.z_adjusted),
];

pub(crate) const REASONS: [Exclusion; 8] = [
    Exclusion::UnscoredGame,
    Exclusion::Opening,
    Exclusion::Late,
    Exclusion::Repeated,
    Exclusion::Forced,
    Exclusion::Decided,
    Exclusion::Failed,
    Exclusion::GameOver,
];

/// Came with the test that hardly depends on the rating; absent from a table in which no player has it.
const RATING_FREE: &str = "depth_aware_rating_free_z";

/// Moves played on after the Laws had ended the game; absent from a table in which no player has them.
const AFTER_THE_END: &str = "excluded_game_over";

/// Columns that came with the results of games and the losses; absent from a table in which no player has them.
const RESULTS: [&str; 4] = ["half_points", "games_with_result", "rank", "performance_rating"];
/// The beginning of the columns of losses.
const LOSSES: &str = "loss_over_";

/// A column with what a player's row holds in it.
type Column = (String, Kind, Box<dyn Fn(&PlayerResult) -> Cell>);

/// Columns that came with the null in rating points: tables of earlier screenings do not have them.
const SINCE_STRENGTH: [&str; 5] =
    ["alone_z", "field_z", "once_in", "depth_aware_alone_z", "depth_aware_field_z"];

pub fn players_table(s: &Screening) -> Table<'_> {
    let mut columns = columns();
    if s.manifest.strength.is_none() {
        columns.retain(|(name, ..)| !SINCE_STRENGTH.contains(&name.as_str()));
    }
    let rating_free = |p: &PlayerResult| p.depth_aware.as_ref().and_then(|second| second.rating_free_z);
    if !s.players.iter().any(|p| rating_free(p).is_some()) {
        columns.retain(|(name, ..)| name != RATING_FREE);
    }
    if !s.players.iter().any(|p| p.excluded.contains_key(&Exclusion::GameOver)) {
        columns.retain(|(name, ..)| name != AFTER_THE_END);
    }
    if !s.players.iter().any(|p| p.standing.is_some()) {
        columns.retain(|(name, ..)| !RESULTS.contains(&name.as_str()));
    }
    if !s.players.iter().any(|p| !p.losses.is_empty()) {
        columns.retain(|(name, ..)| !name.starts_with(LOSSES));
    }
    Table::new(columns, &s.players)
}

fn columns() -> Vec<Column> {
    let mut columns = vec![
        column("name", Kind::Text, |p| text(&p.name)),
        column("fide_id", Kind::Whole, |p| optional(p.fide_id)),
        column("rating", Kind::Whole, |p| optional(p.rating)),
        column("rating_source", Kind::Text, |p| text(&p.rating_source)),
        column("games", Kind::Whole, |p| whole(p.games)),
        column("moves", Kind::Whole, |p| whole(p.moves)),
        column("scored", Kind::Whole, |p| whole(p.scored)),
    ];
    columns.extend(REASONS.map(|reason| {
        let name = format!("excluded_{}", code(&reason));
        column(&name, Kind::Whole, move |p| whole(p.excluded.get(&reason).copied().unwrap_or_default()))
    }));
    columns.extend(tests("", |p| &p.tests));
    columns.extend([
        column("t3_observed", Kind::Number, |p| number(p.also.t3.observed)),
        column("t3_expected", Kind::Number, |p| number(p.also.t3.expected)),
        column("mean_error_cp_observed", Kind::Number, |p| number(p.also.mean_error_cp.observed)),
        column("mean_error_cp_expected", Kind::Number, |p| number(p.also.mean_error_cp.expected)),
    ]);
    for over in [10, 25, 50, 100, 200] {
        let share = move |p: &PlayerResult| p.losses.iter().find(|share| share.over_cp == over).cloned();
        columns.extend([
            column(&format!("{LOSSES}{over}_observed"), Kind::Number, move |p| {
                number(share(p).map(|share| share.observed))
            }),
            column(&format!("{LOSSES}{over}_expected"), Kind::Number, move |p| {
                number(share(p).and_then(|share| share.expected))
            }),
        ]);
    }
    let standing = |get: fn(&EventScore) -> Option<i64>| {
        move |p: &PlayerResult| optional(p.standing.as_ref().and_then(get))
    };
    let results: [fn(&EventScore) -> Option<i64>; 4] = [
        |standing| Some(standing.half_points.into()),
        |standing| Some(standing.games.into()),
        |standing| Some(standing.rank.into()),
        |standing| standing.performance.map(i64::from),
    ];
    columns
        .extend(RESULTS.into_iter().zip(results).map(|(name, get)| column(name, Kind::Whole, standing(get))));
    columns.extend([
        column("overall_z", Kind::Number, |p| number(p.overall_z)),
        column("alone_z", Kind::Number, |p| number(p.alone_z)),
        column("field_z", Kind::Number, |p| number(p.field_z)),
        column("once_in", Kind::Number, |p| number(p.once_in)),
        column("roi", Kind::Number, |p| number(p.roi)),
        column("depth_aware_overall_z", Kind::Number, |p| second(p, |second| Some(second.overall_z))),
        column("depth_aware_alone_z", Kind::Number, |p| second(p, |second| second.alone_z)),
        column("depth_aware_field_z", Kind::Number, |p| second(p, |second| second.field_z)),
        column("depth_aware_efficient_score_z", Kind::Number, |p| {
            second(p, |second| Some(second.efficient_score_z))
        }),
        column(RATING_FREE, Kind::Number, |p| second(p, |second| second.rating_free_z)),
        column("opponents_scored", Kind::Whole, |p| whole(p.opponents.scored)),
        column("opponents_mean_rating", Kind::Number, |p| number(p.opponents.mean_rating)),
    ]);
    columns.extend(tests("opponents_", |p| &p.opponents.tests));
    columns.extend([
        column("opponents_overall_z", Kind::Number, |p| number(p.opponents.overall_z)),
        column("opponents_roi", Kind::Number, |p| number(p.opponents.roi)),
        column("sufficient", Kind::Flag, |p| Cell::Flag(p.sufficient)),
        column("reading", Kind::Text, |p| Cell::Text(code(&p.reading))),
    ]);
    columns
}

fn column(name: &str, kind: Kind, get: impl Fn(&PlayerResult) -> Cell + 'static) -> Column {
    (name.to_owned(), kind, Box::new(get))
}

fn second(player: &PlayerResult, get: fn(&DepthAware) -> Option<f64>) -> Cell {
    number(player.depth_aware.as_ref().and_then(get))
}

fn tests(prefix: &str, of: fn(&PlayerResult) -> &Tests) -> Vec<Column> {
    let figures = TESTS.iter().flat_map(|test| FIGURES.map(|(figure, get)| (test, figure, get)));
    let column = |(test, figure, get): (&'static Test, &str, Figure)| {
        let name = format!("{prefix}{}_{figure}", test.key);
        column(&name, Kind::Number, move |player| number(get((test.result)(of(player)))))
    };
    figures.map(column).collect()
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
    fn a_screening_of_before_has_the_columns_of_its_time() {
        let mut s = example::screening();
        s.manifest.strength = None;
        let header = String::from_utf8(players_table(&s).csv().unwrap()).unwrap();
        let header = header.lines().next().unwrap();
        assert!(
            header.contains(",overall_z,roi,depth_aware_overall_z,depth_aware_efficient_score_z,"),
            "{header}"
        );
    }

    #[test]
    fn a_screening_without_results_and_losses_has_no_columns_for_them() {
        let mut s = example::screening();
        let header = |s: &Screening| {
            let csv = String::from_utf8(players_table(s).csv().unwrap()).unwrap();
            csv.lines().next().unwrap().to_owned()
        };
        let full = header(&s);
        for player in &mut s.players {
            player.standing = None;
            player.losses.clear();
        }
        let short = header(&s);
        assert_eq!(full.split(',').count(), short.split(',').count() + 14);
        assert!(full.contains(
            ",loss_over_200_expected,half_points,games_with_result,rank,performance_rating,overall_z,"
        ));
        assert!(!short.contains("loss_over") && !short.contains("rank"));
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
