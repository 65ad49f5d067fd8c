//! One line as columns: fields with the place where they stand.
//!
//! A field is what stands between two columns, trimmed. A column that has to be blank and is not means that
//! everything behind it may have shifted, so the line is refused and never read with a guess.

use super::defect::{Defect, Place};

/// What a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grid {
    /// A character, as the format means it.
    Characters,
    /// A byte of UTF-8: some programs pad names by bytes.
    Bytes,
}

/// A line and its columns.
#[derive(Debug)]
pub(super) struct Row<'a> {
    line: u32,
    text: &'a str,
    /// For every column the character that begins there, and the column that people count it as. A character
    /// of several bytes leaves its further columns empty in the grid of bytes.
    cells: Vec<Option<(char, u32)>>,
}

/// What stands in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) text: String,
    /// Where it begins; the first column of the field if it is blank.
    pub(super) place: Place,
}

impl Cell {
    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// The text, or nothing if the field is blank.
    pub(super) fn given(&self) -> Option<String> {
        (!self.is_blank()).then(|| self.text.clone())
    }

    pub(super) fn defect(&self, reason: &str) -> Defect {
        Defect::new(self.place, &self.text, reason)
    }

    /// A whole number from `low` to `high`, nothing if the field is blank.
    pub(super) fn number(&self, what: &str, low: u64, high: u64) -> Result<Option<u64>, Defect> {
        if self.is_blank() {
            return Ok(None);
        }
        let digits = self.text.len() <= 18 && self.text.bytes().all(|b| b.is_ascii_digit());
        let number = digits.then(|| self.text.parse::<u64>().ok()).flatten();
        match number {
            Some(number) if (low..=high).contains(&number) => Ok(Some(number)),
            Some(_) => Err(self.defect(&format!("{what} is not between {low} and {high}"))),
            None => Err(self.defect(&format!("{what} is not a number"))),
        }
    }

    /// As [`Cell::number`], for the numbers of players and teams.
    pub(super) fn small(&self, what: &str, low: u16, high: u16) -> Result<Option<u16>, Defect> {
        let number = self.number(what, u64::from(low), u64::from(high))?;
        Ok(number.and_then(|number| u16::try_from(number).ok()))
    }

    /// Points in tenths, from `11.5`, `4`, `4,5` or `-1.0`; nothing if the field is blank.
    pub(super) fn tenths(&self, what: &str) -> Result<Option<i32>, Defect> {
        if self.is_blank() {
            return Ok(None);
        }
        tenths(&self.text)
            .map(Some)
            .ok_or_else(|| self.defect(&format!("{what} is not a number of points such as 11.5")))
    }
}

/// Tenths of a point, at most five digits before the point and one behind it.
fn tenths(text: &str) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (whole, tenth) = digits.split_once(['.', ',']).unwrap_or((digits, "0"));
    let plain = |s: &str, most: usize| (1..=most).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    if !plain(whole, 5) || !plain(tenth, 1) {
        return None;
    }
    let value = whole.parse::<i32>().ok()? * 10 + tenth.parse::<i32>().ok()?;
    Some(if negative { -value } else { value })
}

impl<'a> Row<'a> {
    pub(super) fn new(line: u32, text: &'a str, grid: Grid) -> Self {
        let mut cells = Vec::with_capacity(text.len());
        for (column, character) in (1_u32..).zip(text.chars()) {
            cells.push(Some((character, column)));
            if grid == Grid::Bytes {
                cells.extend(std::iter::repeat_n(None, character.len_utf8() - 1));
            }
        }
        Self { line, text, cells }
    }

    pub(super) fn line(&self) -> u32 {
        self.line
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn width(&self) -> usize {
        self.cells.len()
    }

    /// What stands from column `from` to column `to`, both counted from 1 and included.
    pub(super) fn field(&self, from: usize, to: usize) -> Cell {
        let end = to.min(self.cells.len());
        let begin = from.saturating_sub(1).min(end);
        let cells = self.cells.get(begin..end).unwrap_or_default();
        let text: String = cells.iter().flatten().map(|(character, _)| character).collect();
        let first = cells.iter().flatten().find(|(character, _)| !character.is_whitespace());
        let column = first.map_or(from, |(_, column)| *column as usize);
        Cell { text: text.trim().to_owned(), place: self.place(column) }
    }

    /// The rest of the line from column `from`.
    pub(super) fn rest(&self, from: usize) -> Cell {
        self.field(from, self.cells.len())
    }

    pub(super) fn place(&self, column: usize) -> Place {
        Place { line: self.line, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }

    /// Refuses the line if one of `columns` holds anything.
    pub(super) fn blank(&self, columns: &[usize]) -> Result<(), Defect> {
        for &column in columns {
            let cell = self.field(column, column);
            if !cell.is_blank() {
                let around = self.field(column.saturating_sub(4), column + 15);
                return Err(Defect::new(
                    cell.place,
                    &around.text,
                    &format!("column {column} has to be blank; the columns of this line have shifted"),
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Grid, Row, tenths};

    #[test]
    fn points_are_whole_tenths() {
        let cases = [
            ("11.5", Some(115)),
            ("4", Some(40)),
            ("4,5", Some(45)),
            ("0.0", Some(0)),
            ("-1.0", Some(-10)),
            ("", None),
            (".5", None),
            ("1.25", None),
            ("1.", None),
            ("999999", None),
            ("4 5", None),
        ];
        for (text, expected) in cases {
            assert_eq!(tenths(text), expected, "{text}");
        }
    }

    #[test]
    fn a_field_knows_where_it_stands() {
        let row = Row::new(3, "001   12", Grid::Characters);
        let cell = row.field(5, 8);
        assert_eq!((cell.text.as_str(), cell.place.line, cell.place.column), ("12", 3, 7));
        assert_eq!(row.field(40, 50).place.column, 40);
        assert!(row.field(40, 50).is_blank());
        assert_eq!(row.blank(&[4, 9]), Ok(()));
        let defect = row.blank(&[7]).expect_err("not blank");
        assert_eq!(defect.place.column, 7);
    }

    #[test]
    fn bytes_and_characters_give_different_columns_and_the_same_place_for_people() {
        // Two bytes for the umlaut: the number stands in column 5 by characters, 6 by bytes.
        let row = Row::new(1, "Mül 7", Grid::Bytes);
        assert_eq!(row.field(6, 6).text, "7");
        assert_eq!(row.field(6, 6).place.column, 5);
        assert_eq!(row.field(1, 4).text, "Mül");
        assert_eq!(Row::new(1, "Mül 7", Grid::Characters).field(5, 5).text, "7");
    }
}
