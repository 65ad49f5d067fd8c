//! Rows of a CSV table with their lines, so that a fault is named by its place.

use serde::de::DeserializeOwned;

/// The rows below the header, each with its line from 1.
///
/// # Errors
/// The line and what is wrong, of the first row that does not read.
pub(crate) fn csv_rows<T: DeserializeOwned>(text: &str) -> Result<Vec<(usize, T)>, (usize, String)> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let line = |position: Option<&csv::Position>| {
        position.and_then(|at| usize::try_from(at.line()).ok()).unwrap_or(1)
    };
    let broken = |error: csv::Error| {
        let message = match error.kind() {
            csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
            _ => error.to_string(),
        };
        (line(error.position()), message)
    };
    let header = reader.headers().map_err(broken)?.clone();
    let row = |record: csv::Result<csv::StringRecord>| {
        let record = record.map_err(broken)?;
        Ok((line(record.position()), record.deserialize(Some(&header)).map_err(broken)?))
    };
    reader.records().map(row).collect()
}
