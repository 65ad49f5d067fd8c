//! Tables as Parquet, through polars.
//!
//! Names here are those of the CSV, text is the text itself, and an absent value is a null.

use std::io::Write;

use polars::prelude::{Column, DataFrame, NamedFrom as _, PlSmallStr, PolarsError, Series};
use polars_io::parquet::write::{ParquetCompression, ParquetWriter};

use super::{Cell, Kind, Table};
use crate::ReportError;

/// Rows of a row group: what is held at a time, a few megabytes.
const GROUP: usize = 16_384;

impl Table<'_> {
    /// Parquet, see [`Self::write_parquet`].
    pub fn parquet(&self) -> Result<Vec<u8>, ReportError> {
        let mut out = Vec::new();
        self.write_parquet(&mut out)?;
        Ok(out)
    }

    /// Parquet in row groups of so many rows, of which one is held at a time; uncompressed: every reader reads it.
    pub fn write_parquet(&self, out: impl Write) -> Result<(), ReportError> {
        self.write_groups(out).map_err(|error| ReportError::Parquet(error.to_string()))
    }

    fn write_groups(&self, out: impl Write) -> Result<(), PolarsError> {
        let mut rows = self.rows();
        let mut writer = ParquetWriter::new(out)
            .with_compression(ParquetCompression::Uncompressed)
            .batched(self.frame(&[])?.schema())?;
        loop {
            let group: Vec<Vec<Cell>> = rows.by_ref().take(GROUP).collect();
            if group.is_empty() {
                break;
            }
            writer.write_batch(&self.frame(&group)?)?;
        }
        writer.finish()?;
        Ok(())
    }

    fn frame(&self, rows: &[Vec<Cell>]) -> Result<DataFrame, PolarsError> {
        let columns = self.columns.iter().enumerate();
        let columns = columns.map(|(at, (name, kind))| series(rows, at, name, *kind).into());
        DataFrame::new(rows.len(), columns.collect::<Vec<Column>>())
    }
}

fn series(rows: &[Vec<Cell>], at: usize, name: &str, kind: Kind) -> Series {
    let cells = rows.iter().map(|row| row.get(at).unwrap_or(&Cell::Empty));
    let name = PlSmallStr::from_str(name);
    match kind {
        Kind::Text => Series::new(
            name,
            values(cells, |cell| match cell {
                Cell::Text(text) => Some(text.as_str()),
                _ => None,
            }),
        ),
        Kind::Whole => Series::new(
            name,
            values(cells, |cell| match cell {
                Cell::Whole(whole) => Some(*whole),
                _ => None,
            }),
        ),
        Kind::Number => Series::new(
            name,
            values(cells, |cell| match cell {
                Cell::Number(number) => Some(*number),
                _ => None,
            }),
        ),
        Kind::Flag => Series::new(
            name,
            values(cells, |cell| match cell {
                Cell::Flag(flag) => Some(*flag),
                _ => None,
            }),
        ),
    }
}

fn values<'a, T>(
    cells: impl Iterator<Item = &'a Cell>,
    value: impl Fn(&'a Cell) -> Option<T>,
) -> Vec<Option<T>> {
    cells.map(value).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use polars::prelude::{AnyValue, DataType};
    use polars_io::SerReader as _;
    use polars_io::parquet::read::ParquetReader;

    use super::super::tests::{Column as Made, example};
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
        let screening = crate::example::screening();
        let table = players_table(&screening);
        let bytes = table.parquet().expect("Parquet");
        assert_eq!(bytes, table.parquet().expect("Parquet"));
        let frame = read(&bytes);
        assert_eq!(frame.shape(), (table.length, table.columns.len()));
        for (column, (name, _)) in frame.columns().iter().zip(&table.columns) {
            assert_eq!(column.name().as_str(), name);
        }
    }

    #[test]
    fn a_table_longer_than_a_row_group_comes_back_whole() {
        let columns: [Made; 2] = [
            ("at", Kind::Whole, |at| Cell::Whole(at as i64)),
            ("name", Kind::Text, |at| Cell::Text(format!("n{at}"))),
        ];
        let count = 2 * GROUP + 7;
        let bytes = Table::new(columns, 0..count).parquet().expect("Parquet");
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
        let columns: [Made; 2] =
            [("name", Kind::Text, |_| Cell::Empty), ("z", Kind::Number, |_| Cell::Empty)];
        let empty = Table::new(columns, 0..0);
        let frame = read(&empty.parquet().expect("Parquet"));
        assert_eq!(frame.shape(), (0, 2));
    }
}
