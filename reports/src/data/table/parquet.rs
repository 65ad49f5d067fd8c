//! Tables as Parquet, through polars.
//!
//! Names here are those of the CSV, text is the text itself, and an absent value is a null.

use std::io::Write;

use polars::prelude::{Column, DataFrame, NamedFrom as _, PlSmallStr, PolarsError, Series};
use polars_io::parquet::write::{ParquetCompression, ParquetWriter};

use super::{Cell, Column as Named, Kind, Table};
use crate::ReportError;

/// Rows of a row group: what is held at a time, a few megabytes.
const GROUP: usize = 16_384;

impl Table {
    /// Parquet, see [`write_parquet`].
    ///
    /// # Errors
    /// [`ReportError::Parquet`] if it cannot be written.
    pub fn parquet(&self) -> Result<Vec<u8>, ReportError> {
        let mut out = Vec::new();
        write_parquet(&self.columns, self.rows.iter().cloned(), &mut out)?;
        Ok(out)
    }
}

/// Parquet in row groups of so many rows, of which one is held at a time; uncompressed: every reader reads it.
///
/// # Errors
/// [`ReportError::Parquet`] if it cannot be written.
pub(crate) fn write_parquet(
    columns: &[Named],
    rows: impl IntoIterator<Item = Vec<Cell>>,
    out: impl Write,
) -> Result<(), ReportError> {
    let failed = |error: PolarsError| ReportError::Parquet(error.to_string());
    let mut rows = rows.into_iter();
    let mut writer = ParquetWriter::new(out)
        .with_compression(ParquetCompression::Uncompressed)
        .batched(frame(columns, &[]).map_err(failed)?.schema())
        .map_err(failed)?;
    loop {
        let group: Vec<Vec<Cell>> = rows.by_ref().take(GROUP).collect();
        if group.is_empty() {
            break;
        }
        let frame = frame(columns, &group).map_err(failed)?;
        writer.write_batch(&frame).map_err(failed)?;
    }
    writer.finish().map_err(failed)?;
    Ok(())
}

fn frame(columns: &[Named], rows: &[Vec<Cell>]) -> Result<DataFrame, PolarsError> {
    let column = |(at, (name, kind)): (usize, &Named)| series(rows, at, name, *kind).into();
    let columns: Vec<Column> = columns.iter().enumerate().map(column).collect();
    DataFrame::new(rows.len(), columns)
}

fn series(rows: &[Vec<Cell>], at: usize, name: &str, kind: Kind) -> Series {
    let cells = rows.iter().map(|row| row.get(at).unwrap_or(&Cell::Empty));
    let name = PlSmallStr::from_str(name);
    match kind {
        Kind::Text => Series::new(name, cells.map(as_text).collect::<Vec<_>>()),
        Kind::Whole => Series::new(name, cells.map(as_whole).collect::<Vec<_>>()),
        Kind::Number => Series::new(name, cells.map(as_number).collect::<Vec<_>>()),
        Kind::Flag => Series::new(name, cells.map(as_flag).collect::<Vec<_>>()),
    }
}

fn as_text(cell: &Cell) -> Option<&str> {
    match cell {
        Cell::Text(text) => Some(text),
        Cell::Empty | Cell::Whole(_) | Cell::Number(_) | Cell::Flag(_) => None,
    }
}

fn as_whole(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Whole(whole) => Some(*whole),
        Cell::Empty | Cell::Text(_) | Cell::Number(_) | Cell::Flag(_) => None,
    }
}

fn as_number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Number(number) => Some(*number),
        Cell::Empty | Cell::Text(_) | Cell::Whole(_) | Cell::Flag(_) => None,
    }
}

fn as_flag(cell: &Cell) -> Option<bool> {
    match cell {
        Cell::Flag(flag) => Some(*flag),
        Cell::Empty | Cell::Text(_) | Cell::Whole(_) | Cell::Number(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use polars::prelude::{AnyValue, DataType};
    use polars_io::SerReader as _;
    use polars_io::parquet::read::ParquetReader;

    use super::super::tests::example;
    use super::*;
    use crate::players_table;

    fn read(bytes: &[u8]) -> DataFrame {
        ParquetReader::new(Cursor::new(bytes)).finish().expect("reads")
    }

    #[test]
    fn every_kind_comes_back_as_it_was() {
        let frame = read(&example().parquet().expect("Parquet"));
        let types: Vec<&DataType> = frame.columns().iter().map(Column::dtype).collect();
        assert_eq!(types, [&DataType::String, &DataType::Int64, &DataType::Float64, &DataType::Boolean]);
        let at = |row: usize, name: &str| frame.column(name).expect("a column").get(row).expect("a row");
        // The text itself: no spreadsheet reads this file.
        assert_eq!(at(0, "name"), AnyValue::String("=1+1, \"quoted\""));
        assert_eq!(at(0, "z"), AnyValue::Float64(0.1 + 0.2));
        assert_eq!(at(0, "points"), AnyValue::Int64(-3));
        assert_eq!(
            (at(1, "z"), at(1, "points"), at(1, "enough")),
            (AnyValue::Null, AnyValue::Null, AnyValue::Null)
        );
        assert_eq!(at(2, "enough"), AnyValue::Boolean(false));
    }

    #[test]
    fn the_same_table_gives_the_same_bytes_and_all_of_its_columns() {
        let table = players_table(&crate::example::screening());
        let bytes = table.parquet().expect("Parquet");
        assert_eq!(bytes, table.parquet().expect("Parquet"));
        let frame = read(&bytes);
        assert_eq!(frame.shape(), (table.rows.len(), table.columns.len()));
        for (column, (name, _)) in frame.columns().iter().zip(&table.columns) {
            assert_eq!(column.name().as_str(), name);
        }
    }

    #[test]
    fn a_table_longer_than_a_row_group_comes_back_whole() {
        let columns = super::super::columns([("at", Kind::Whole), ("name", Kind::Text)]);
        let count = 2 * GROUP + 7;
        let rows = (0..count).map(|at| vec![Cell::Whole(at as i64), Cell::Text(format!("n{at}"))]);
        let mut bytes = Vec::new();
        write_parquet(&columns, rows, &mut bytes).expect("Parquet");
        let mut reader = ParquetReader::new(Cursor::new(&bytes));
        let groups = reader.get_metadata().expect("a footer").row_groups.len();
        assert_eq!(groups, 3);
        let frame = read(&bytes);
        assert_eq!(frame.shape(), (count, 2));
        let at = |row: usize, name: &str| frame.column(name).expect("a column").get(row).expect("a row");
        for row in [0, GROUP - 1, GROUP, count - 1] {
            assert_eq!(at(row, "at"), AnyValue::Int64(row as i64));
            assert_eq!(at(row, "name"), AnyValue::String(&format!("n{row}")));
        }
    }

    #[test]
    fn a_table_without_rows_keeps_its_columns() {
        let empty = Table::from_columns([("name", Kind::Text), ("z", Kind::Number)]);
        let frame = read(&empty.parquet().expect("Parquet"));
        assert_eq!(frame.shape(), (0, 2));
    }
}
