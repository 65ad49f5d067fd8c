//! A table of named columns, each of one kind of value, as CSV and, behind the feature `parquet`, as Parquet. A row is made
//! while it is written, because a table may grow with the moves of an event.

#[cfg(feature = "parquet")]
pub(crate) mod parquet;

use std::io::Write;

use crate::{ReportError, escape::csv_text};

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

pub(crate) fn whole(value: impl TryInto<i64>) -> Cell {
    value.try_into().map_or(Cell::Empty, Cell::Whole)
}

/// A whole number, if there is one that fits.
pub(crate) fn optional(value: Option<impl TryInto<i64>>) -> Cell {
    value.map_or(Cell::Empty, whole)
}

pub(crate) fn number(value: impl Into<Option<f64>>) -> Cell {
    let finite = value.into().filter(|value| value.is_finite());
    // A sum of nothing is minus zero, which nobody expects in a table.
    finite.map_or(Cell::Empty, |value| Cell::Number(value + 0.0))
}

/// Rows under named columns.
pub struct Table<'a> {
    columns: Vec<(String, Kind)>,
    length: usize,
    row: Box<dyn Fn(usize) -> Vec<Cell> + 'a>,
}

impl<'a> Table<'a> {
    /// A row for each item; a column is its name, its kind and what it holds of an item.
    pub(crate) fn new<T: Copy + 'a, N: Into<String>, G: Fn(T) -> Cell + 'a>(
        columns: impl IntoIterator<Item = (N, Kind, G)>,
        items: impl IntoIterator<Item = T>,
    ) -> Self {
        let (columns, getters): (Vec<_>, Vec<_>) =
            columns.into_iter().map(|(name, kind, get)| ((name.into(), kind), get)).unzip();
        let items: Vec<T> = items.into_iter().collect();
        let length = items.len();
        let row = move |at: usize| getters.iter().map(|get| get(items[at])).collect();
        Self { columns, length, row: Box::new(row) }
    }

    fn rows(&self) -> impl Iterator<Item = Vec<Cell>> {
        (0..self.length).map(&self.row)
    }

    /// CSV, see [`Self::write_csv`].
    pub fn csv(&self) -> Result<Vec<u8>, ReportError> {
        let mut out = Vec::new();
        self.write_csv(&mut out)?;
        Ok(out)
    }

    /// CSV with a header row. Numbers are written with the digits that give back the same number; an absent value is an
    /// empty cell. Text that a spreadsheet would read as a formula gets an apostrophe in front; numbers stay numbers.
    pub fn write_csv(&self, out: impl Write) -> Result<(), ReportError> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(self.columns.iter().map(|(name, _)| name))?;
        for row in self.rows() {
            writer.write_record(row.iter().map(written))?;
        }
        writer.flush().map_err(|error| ReportError::Csv(error.into()))
    }
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

    pub(crate) type Column = (&'static str, Kind, fn(usize) -> Cell);

    /// One column of each kind, with what is hard about it.
    pub(crate) fn example() -> Table<'static> {
        let columns: [Column; 4] = [
            ("name", Kind::Text, |at| {
                [text("=1+1, \"quoted\""), text("Ім'я"), Cell::Empty].into_iter().nth(at).unwrap()
            }),
            ("points", Kind::Whole, |at| optional([Some(-3), None, Some(i128::from(u64::MAX))][at])),
            ("z", Kind::Number, |at| number([0.1 + 0.2, f64::NAN, -1.5e-300][at])),
            ("enough", Kind::Flag, |at| {
                [Cell::Flag(true), Cell::Empty, Cell::Flag(false)].into_iter().nth(at).unwrap()
            }),
        ];
        Table::new(columns, 0..3)
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
