//! One line as columns: fields with their places, trimmed. A column that has to be blank and is not means that everything
//! behind it may have shifted, so the line is refused.

use super::defect::{Defect, Place};
use crate::text::digits::number;

#[derive(Debug)]
pub(super) struct Row {
    line: u32,
    characters: Vec<char>,
}

/// The text of a field, trimmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub text: String,
    /// Where the text begins; the first column of the field if it is blank.
    pub place: Place,
}

impl Cell {
    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn defect(&self, reason: &str) -> Defect {
        Defect::new(self.place, &self.text, reason)
    }

    /// A whole number from `low` to `high`; `None` if the field is blank.
    pub(super) fn number(&self, what: &str, low: u64, high: u64) -> Result<Option<u64>, Defect> {
        if self.is_blank() {
            return Ok(None);
        }
        match number(&self.text, 18) {
            Some(number) if (low..=high).contains(&number) => Ok(Some(number)),
            Some(_) => Err(self.defect(&format!("{what} is not between {low} and {high}"))),
            None => Err(self.defect(&format!("{what} is not a number"))),
        }
    }

    /// A number of at most four digits as [`Cell::number`] reads it; zero is how programs write that there is none.
    pub(super) fn small(&self, what: &str, high: u16) -> Result<Option<u16>, Defect> {
        let number = self.number(what, 0, u64::from(high))?;
        Ok(number.and_then(|number| u16::try_from(number).ok()).filter(|&number| number > 0))
    }

    /// Points in tenths, from `11.5`, `4`, `4,5` or `-1.0`; `None` if the field is blank.
    pub(super) fn tenths(&self, what: &str) -> Result<Option<i32>, Defect> {
        let wrong = || self.defect(&format!("{what} is not a number of points such as 11.5"));
        if self.is_blank() { Ok(None) } else { tenths(&self.text).map(Some).ok_or_else(wrong) }
    }
}

/// Tenths of a point, at most five digits before the point and one behind it.
fn tenths(text: &str) -> Option<i32> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (whole, tenth) = digits.split_once(['.', ',']).unwrap_or((digits, "0"));
    Some(sign * (number::<i32>(whole, 5)? * 10 + number::<i32>(tenth, 1)?))
}

impl Row {
    pub(super) fn new(line: u32, text: &str) -> Self {
        Self { line, characters: text.chars().collect() }
    }

    pub(super) fn line(&self) -> u32 {
        self.line
    }

    pub(super) fn width(&self) -> usize {
        self.characters.len()
    }

    /// The text from column `from` to column `to`, both counted from 1 and included.
    pub(super) fn field(&self, from: usize, to: usize) -> Cell {
        let end = to.min(self.characters.len());
        let characters = self.characters.get(from - 1..end).unwrap_or_default();
        let blanks = characters.iter().take_while(|character| character.is_whitespace()).count();
        let column = if blanks == characters.len() { from } else { from + blanks };
        let text: String = characters.iter().collect();
        Cell { text: text.trim().to_owned(), place: self.place(column) }
    }

    pub(super) fn rest(&self, from: usize) -> Cell {
        self.field(from, self.width())
    }

    pub(super) fn place(&self, column: usize) -> Place {
        Place { line: self.line, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }

    /// Refuses the line if one of `columns` holds anything.
    pub(super) fn blank(&self, columns: &[usize]) -> Result<(), Defect> {
        for &column in columns {
            let cell = self.field(column, column);
            if !cell.is_blank() {
                let around = self.field(column.saturating_sub(4).max(1), column + 15);
                let reason =
                    format!("column {column} has to be blank; the columns of this line have shifted");
                return Err(Defect::new(cell.place, &around.text, &reason));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, tenths};

    #[test]
    fn points_are_whole_tenths() {
        for (text, expected) in
            [("11.5", Some(115)), ("4", Some(40)), ("4,5", Some(45)), ("0.0", Some(0)), ("-1.0", Some(-10))]
        {
            assert_eq!(tenths(text), expected, "{text}");
        }
        for text in ["", ".5", "1.25", "1.", "999999", "4 5"] {
            assert_eq!(tenths(text), None, "{text}");
        }
    }

    #[test]
    fn a_field_knows_where_it_stands() {
        let row = Row::new(3, "001   12");
        let cell = row.field(5, 8);
        assert_eq!((cell.text.as_str(), cell.place.line, cell.place.column), ("12", 3, 7));
        assert_eq!(row.field(40, 50).place.column, 40);
        assert!(row.field(40, 50).is_blank());
        assert_eq!(row.blank(&[4, 9]), Ok(()));
        assert_eq!(row.blank(&[7]).expect_err("not blank").place.column, 7);
        // Columns count characters.
        assert_eq!(Row::new(1, "Mül 7").field(5, 5).text, "7");
    }
}
