//! Measurements as a table: one row per performance and choice model, plain columns, no names of people.

use std::path::Path;

use analyzer::calibration::measurement::{Measurement, Model};
use analyzer::null::gains::{Gains, RATING, SCORES};
use anyhow::{Context, bail};
use cli::output::put;
use csv::StringRecord;

/// Names of the scores in column names, in the order of [`Gains`].
const NAMES: [&str; SCORES] = ["mm", "ev", "asd", "efficient", "rating"];
/// Scores of the tables that were written before there was a rating score; it is 0 in them.
const WITHOUT_RATING: usize = RATING;
/// Columns before the numbers of the scores.
const FIRST: [&str; 10] =
    ["tournament", "day", "person", "rating", "age", "youth", "women", "games", "decisions", "model"];

/// Writes a table.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(path: &Path, measurements: &[Measurement]) -> anyhow::Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns(SCORES))?;
    for measurement in measurements {
        writer.write_record(fields(measurement))?;
    }
    put(path, &writer.into_inner().context("a table in memory")?)
}

/// Reads a table.
///
/// # Errors
/// If the file cannot be read, or is not such a table.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Measurement>> {
    let unreadable = || format!("cannot read {}", path.display());
    let mut reader = csv::Reader::from_path(path).with_context(unreadable)?;
    let header = reader.headers().with_context(unreadable)?;
    let scores = [SCORES, WITHOUT_RATING].into_iter().find(|scores| header.iter().eq(columns(*scores)));
    let Some(scores) = scores else {
        bail!("{} is no table of measurements: its columns are others", path.display());
    };
    let mut measurements = Vec::new();
    for (number, record) in reader.records().enumerate() {
        let place = || format!("row {} of {}", number + 2, path.display());
        measurements.push(measurement(&record.with_context(place)?, scores).with_context(place)?);
    }
    Ok(measurements)
}

/// Pairs of scores whose covariance is stored: each once.
fn pairs(scores: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..scores).flat_map(move |a| (a..scores).map(move |b| (a, b)))
}

fn columns(scores: usize) -> Vec<String> {
    let names = || NAMES.iter().take(scores);
    let mut columns: Vec<String> = FIRST.map(str::to_owned).into();
    columns.extend(names().map(|score| format!("gain_{score}")));
    columns.extend(names().map(|score| format!("derivative_{score}")));
    columns.extend(pairs(scores).map(|(a, b)| format!("covariance_{}_{}", NAMES[a], NAMES[b])));
    columns.extend(names().map(|score| format!("game_squares_{score}")));
    columns.push("game_freedom".to_owned());
    columns
}

fn fields(m: &Measurement) -> Vec<String> {
    let model = match m.model {
        Model::Primary => "primary",
        Model::DepthAware => "depth_aware",
    };
    let mut fields = vec![
        m.tournament.clone(),
        m.day.clone(),
        m.person.to_string(),
        m.rating.to_string(),
        m.age.map_or_else(String::new, |age| age.to_string()),
        m.youth.to_string(),
        m.women.to_string(),
        m.games.to_string(),
        m.decisions.to_string(),
        model.to_owned(),
    ];
    fields.extend(m.gains.gain.map(six_digits));
    fields.extend(m.gains.derivative.map(six_digits));
    fields.extend(pairs(SCORES).map(|(a, b)| six_digits(m.gains.covariance[a][b])));
    fields.extend(m.game_squares.map(six_digits));
    fields.push(m.game_freedom.to_string());
    fields
}

/// With six significant digits.
fn six_digits(value: f64) -> String {
    let rounded = format!("{value:.5e}");
    rounded.parse::<f64>().map_or(rounded, |value| value.to_string())
}

fn measurement(record: &StringRecord, scores: usize) -> anyhow::Result<Measurement> {
    let mut fields = columns(scores).into_iter().zip(record);
    let mut next = || fields.next().context("a field is missing");
    let (_, tournament) = next()?;
    let (_, day) = next()?;
    let person = parsed(next()?)?;
    let rating = parsed(next()?)?;
    let (column, age) = next()?;
    let age = if age.is_empty() { None } else { Some(parsed((column, age))?) };
    let (youth, women) = (parsed(next()?)?, parsed(next()?)?);
    let (games, decisions) = (parsed(next()?)?, parsed(next()?)?);
    let model = match next()?.1 {
        "primary" => Model::Primary,
        "depth_aware" => Model::DepthAware,
        other => bail!("no choice model is called {other:?}"),
    };
    let mut numbers = |into: &mut [f64; SCORES]| -> anyhow::Result<()> {
        for value in into.iter_mut().take(scores) {
            *value = number(next()?)?;
        }
        Ok(())
    };
    let mut gains = Gains::default();
    numbers(&mut gains.gain)?;
    numbers(&mut gains.derivative)?;
    for (a, b) in pairs(scores) {
        let value = number(next()?)?;
        gains.covariance[a][b] = value;
        gains.covariance[b][a] = value;
    }
    let mut game_squares = [0.0; SCORES];
    for value in game_squares.iter_mut().take(scores) {
        *value = number(next()?)?;
    }
    Ok(Measurement {
        tournament: tournament.to_owned(),
        day: day.to_owned(),
        person,
        rating,
        age,
        youth,
        women,
        games,
        decisions,
        model,
        gains,
        game_squares,
        game_freedom: parsed(next()?)?,
    })
}

fn number(field: (String, &str)) -> anyhow::Result<f64> {
    let name = field.0.clone();
    let value: f64 = parsed(field)?;
    if !value.is_finite() {
        bail!("{name} is not finite");
    }
    Ok(value)
}

fn parsed<T: std::str::FromStr>((column, text): (String, &str)) -> anyhow::Result<T>
where
    T::Err: std::error::Error + Send + Sync + 'static,
{
    text.parse().with_context(|| format!("{column}: {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measurements_come_back_with_six_digits() {
        let mut gains = Gains {
            gain: [12.345_678_9, -0.000_123_456_78, 1.0, -3.5, 0.02],
            derivative: [0.1, 0.2, 0.3, 0.4, 0.5],
            ..Gains::default()
        };
        for (k, (a, b)) in pairs(SCORES).enumerate() {
            gains.covariance[a][b] = k as f64 + 0.25;
            gains.covariance[b][a] = k as f64 + 0.25;
        }
        let first = Measurement {
            tournament: "a, \"quoted\" place".to_owned(),
            day: "2021-11-03".to_owned(),
            person: 7,
            rating: 2345,
            age: Some(17),
            youth: true,
            women: false,
            games: 9,
            decisions: 250,
            model: Model::Primary,
            gains,
            game_squares: [8.0, 9.5, 7.25, 1234567.0, 1.5],
            game_freedom: 8,
        };
        let second = Measurement { age: None, women: true, model: Model::DepthAware, ..first.clone() };
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        write(&path, &[first.clone(), second]).expect("written");
        let back = read(&path).expect("read");
        let (one, two) = (&back[0], &back[1]);
        assert_eq!(one.gains.gain, [12.3457, -0.000_123_457, 1.0, -3.5, 0.02]);
        assert_eq!(one.game_squares[3], 1_234_570.0);
        let rounded = |mut m: Measurement| {
            (m.gains.gain, m.game_squares[3]) = (one.gains.gain, one.game_squares[3]);
            m
        };
        assert_eq!(*one, rounded(first));
        assert_eq!((two.age, two.women, two.model), (None, true, Model::DepthAware));
        // A table of before, without the columns of the rating score.
        let mut reader = csv::Reader::from_path(&path).expect("a table");
        let header = reader.headers().expect("a header").clone();
        let mut writer = csv::Writer::from_path(folder.path().join("old.csv")).expect("a file");
        let old = |record: &StringRecord| -> Vec<String> {
            let named = header.iter().zip(record).filter(|(name, _)| !name.ends_with("_rating"));
            named.map(|(_, field)| field.to_owned()).collect()
        };
        writer.write_record(old(&header)).expect("written");
        for record in reader.records() {
            writer.write_record(old(&record.expect("a row"))).expect("written");
        }
        writer.flush().expect("written");
        let back = read(&folder.path().join("old.csv")).expect("read");
        assert_eq!(back[0].gains.gain, [12.3457, -0.000_123_457, 1.0, -3.5, 0.0]);
        assert_eq!((back[0].gains.covariance[2][4], back[1].game_freedom), (0.0, 8));
    }

    #[test]
    fn another_table_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        std::fs::write(&path, "a,b\n1,2\n").expect("written");
        assert!(read(&path).expect_err("other columns").to_string().contains("columns"));
        let columns = columns(SCORES);
        let row = vec!["NaN"; columns.len()];
        std::fs::write(&path, format!("{}\n{}\n", columns.join(","), row.join(","))).expect("written");
        let error = format!("{:#}", read(&path).expect_err("no number"));
        assert!(error.contains("row 2") && error.contains("person"), "{error}");
    }
}
