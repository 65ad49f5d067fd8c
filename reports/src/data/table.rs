//! A table of named columns, each of one kind of value: written as CSV for spreadsheets and, behind the feature `parquet`,
//! as Parquet for statistics programs.
//!
//! It knows no columns of its own; `players`, `decisions` and the dossier's tables fill it. A table of a few hundred rows is
//! a [`Table`]; one that grows with the moves of an event is written row by row as it is made.

#[cfg(feature = "parquet")]
pub(crate) mod parquet;

use std::io::Write;

use crate::{ReportError, escape::csv_text};

/// Type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Whole,
    Number,
    Flag,
}

/// One value, or none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Empty,
    Text(String),
    Whole(i64),
    /// A number; one that is not finite counts as none.
    Number(f64),
    Flag(bool),
}

pub(crate) fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// A whole number, if there is one that fits.
pub(crate) fn whole<T: TryInto<i64>>(value: Option<T>) -> Cell {
    let value = value.and_then(|value| value.try_into().ok());
    value.map_or(Cell::Empty, Cell::Whole)
}

/// A number, if there is one.
pub(crate) fn number(value: impl Into<Option<f64>>) -> Cell {
    let finite = value.into().filter(|value| value.is_finite());
    finite.map_or(Cell::Empty, Cell::Number)
}

/// A column's name and what it holds.
pub(crate) type Column = (String, Kind);

/// Columns by kind and name.
pub(crate) fn columns<const N: usize>(columns: [(&str, Kind); N]) -> Vec<Column> {
    columns.map(|(name, kind)| (name.to_owned(), kind)).into()
}

/// Rows under named columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(crate) fn new(columns: Vec<Column>) -> Self {
        Self { columns, rows: Vec::new() }
    }

    /// Columns by kind and name.
    pub(crate) fn from_columns<const N: usize>(named: [(&str, Kind); N]) -> Self {
        Self::new(columns(named))
    }

    /// Adds a row with a cell for every column, in their order.
    pub(crate) fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    pub(crate) fn with<const N: usize>(mut self, rows: impl IntoIterator<Item = [Cell; N]>) -> Self {
        self.rows.extend(rows.into_iter().map(Vec::from));
        self
    }

    /// CSV, see [`write_csv`].
    ///
    /// # Errors
    /// [`ReportError::Csv`] if it cannot be written.
    pub fn csv(&self) -> Result<Vec<u8>, ReportError> {
        let mut out = Vec::new();
        write_csv(&self.columns, self.rows.iter(), &mut out)?;
        Ok(out)
    }
}

/// CSV with a header row. Numbers are written with the digits that give back the same number; an absent value is an
/// empty cell. Text that a spreadsheet would read as a formula gets an apostrophe in front; numbers stay numbers. Only one
/// row is held at a time.
///
/// # Errors
/// [`ReportError::Csv`] if it cannot be written.
pub(crate) fn write_csv(
    columns: &[Column],
    rows: impl IntoIterator<Item = impl AsRef<[Cell]>>,
    out: impl Write,
) -> Result<(), ReportError> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns.iter().map(|(name, _)| name))?;
    for row in rows {
        writer.write_record(row.as_ref().iter().map(written))?;
    }
    writer.flush().map_err(|error| ReportError::Csv(error.into()))
}

fn written(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => csv_text(text),
        Cell::Whole(whole) => whole.to_string(),
        Cell::Number(number) => number.to_string(),
        Cell::Flag(flag) => flag.to_string(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// One column of each kind, with what is hard about it.
    pub(crate) fn example() -> Table {
        Table::from_columns([
            ("name", Kind::Text),
            ("points", Kind::Whole),
            ("z", Kind::Number),
            ("enough", Kind::Flag),
        ])
        .with([
            [text("=1+1, \"quoted\""), whole(Some(-3)), number(0.1 + 0.2), Cell::Flag(true)],
            [text("Ім'я"), Cell::Empty, number(f64::NAN), Cell::Empty],
            [Cell::Empty, whole(Some(u64::MAX)), number(-1.5e-300), Cell::Flag(false)],
        ])
    }

    #[test]
    fn csv_by_hand() {
        let csv = String::from_utf8(example().csv().expect("CSV")).expect("UTF-8");
        let rows: Vec<&str> = csv.lines().collect();
        assert_eq!(rows[0], "name,points,z,enough");
        assert_eq!(rows[1], "\"'=1+1, \"\"quoted\"\"\",-3,0.30000000000000004,true");
        assert_eq!(rows[2], "Ім'я,,,");
        let small: f64 = rows[3].split(',').nth(2).and_then(|z| z.parse().ok()).expect("a number");
        assert_eq!(small.to_bits(), (-1.5e-300_f64).to_bits());
    }
}
