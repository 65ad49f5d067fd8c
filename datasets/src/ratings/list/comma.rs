//! Comma-separated rows: `ID_Number,Name,Country,...`, cells in quotes where they hold a comma.

use super::ListedPlayer;
use super::RatingClass::Standard;
use super::cells::{Field, Row};
use super::columns::Wrong;
use super::layout::{self, field};
use super::period::YearMonth;
use crate::day::Day;

/// A layout of comma-separated cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comma {
    fields: Vec<Field>,
}

/// Reads a header. `None` if it has no comma.
pub(crate) fn layout(header: &str) -> Option<Result<Comma, layout::Wrong>> {
    if !header.contains(',') {
        return None;
    }
    Some(read_header(header))
}

fn read_header(header: &str) -> Result<Comma, layout::Wrong> {
    let cells = split(header).map_err(|wrong| (wrong.column, wrong.reason))?;
    let mut fields = Vec::with_capacity(cells.len());
    for (at, name) in &cells {
        let field = field(name.trim()).ok_or((*at, "an unknown column"))?;
        if fields.contains(&field) {
            return Err((*at, "a column that stands twice"));
        }
        fields.push(field);
    }
    let needed = [Field::Id, Field::Name, Field::Rating(Standard)];
    if needed.iter().all(|field| fields.contains(field)) {
        Ok(Comma { fields })
    } else {
        Err((0, "no columns for number, name and rating"))
    }
}

impl Comma {
    /// Whether every row says the date of the list.
    pub(crate) fn is_dated(&self) -> bool {
        self.fields.contains(&Field::ListDate)
    }

    /// The list's month in a row, if the layout has one. The first row decides for the list.
    pub(crate) fn period(&self, line: &str) -> Option<YearMonth> {
        let place = self.fields.iter().position(|field| *field == Field::ListDate)?;
        let cells = split(line).ok()?;
        let day = Day::parse(cells.get(place)?.1.trim())?;
        YearMonth::new(day.year, day.month)
    }

    pub(crate) fn player(&self, line: &str, list: Option<YearMonth>) -> Result<ListedPlayer, Wrong> {
        let cells = split(line)?;
        if cells.len() != self.fields.len() {
            return Err(Wrong {
                column: 0,
                cell: String::new(),
                reason: "another number of cells than in the header",
            });
        }
        let mut row = Row::default();
        for (field, (at, cell)) in self.fields.iter().zip(&cells) {
            let cell = cell.trim_matches(' ');
            let wrong = |reason| Wrong { column: *at, cell: cell.to_owned(), reason };
            row.take(*field, cell, list).map_err(wrong)?;
            let month = || Day::parse(cell).and_then(|day| YearMonth::new(day.year, day.month));
            if *field == Field::ListDate && (month().is_none() || month() != list) {
                return Err(wrong("another date than in the first row"));
            }
        }
        row.finish().map_err(|reason| Wrong { column: 0, cell: String::new(), reason })
    }
}

/// The cells of a line with the character where each begins.
fn split(line: &str) -> Result<Vec<(usize, String)>, Wrong> {
    let mut cells = Vec::new();
    let mut chars = line.chars().enumerate().peekable();
    let mut start = 0;
    loop {
        let mut cell = String::new();
        let wrong = |reason| Wrong { column: start, cell: String::new(), reason };
        let after = if chars.next_if(|(_, c)| *c == '"').is_some() {
            loop {
                match chars.next() {
                    None => return Err(wrong("a quote that does not close")),
                    Some((_, '"')) if chars.next_if(|(_, c)| *c == '"').is_some() => cell.push('"'),
                    Some((_, '"')) => break chars.next(),
                    Some((_, c)) => cell.push(c),
                }
            }
        } else {
            loop {
                match chars.next() {
                    Some((_, '"')) => return Err(wrong("a quote inside a cell")),
                    Some((_, c)) if c != ',' => cell.push(c),
                    other => break other,
                }
            }
        };
        cells.push((start, cell));
        match after {
            None => return Ok(cells),
            Some((at, ',')) => start = at + 1,
            Some(_) => return Err(wrong("text behind a closing quote")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(line: &str) -> Vec<String> {
        let cells = split(line).expect(line);
        cells.into_iter().map(|(_, cell)| cell).collect()
    }

    #[test]
    fn cells_by_commas_and_quotes() {
        assert_eq!(cells(""), [""]);
        assert_eq!(cells("a,,c,"), ["a", "", "c", ""]);
        assert_eq!(cells("1,\"Sample, Ana\",\"\",x\""[..18].trim()), ["1", "Sample, Ana", ""]);
        assert_eq!(cells("\"a \"\"b\"\" c\",d"), ["a \"b\" c", "d"]);
        assert_eq!(split("a,\"b\",c").expect("cells").iter().map(|c| c.0).collect::<Vec<_>>(), [0, 2, 6]);
        for wrong in ["\"a", "\"a\"b,c", "a\"b", "\"a\"\"", "a,\"b\n"] {
            assert!(split(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn rows_by_the_names_of_the_header() {
        let comma = layout("Name,ID_Number,Rating,K_factor,date").expect("commas").expect("known names");
        let list = comma.period("x,1,2000,20,2016-08-01");
        assert_eq!(list, YearMonth::new(2016, 8));
        let player = comma.player("\"Sample, Ana\",77,2001,20,2016-08-01", list).expect("a player");
        assert_eq!((player.fide_id, player.name.as_str()), (Some(77), "Sample, Ana"));
        for (line, reason) in [
            ("a,1,2000,20", "another number of cells than in the header"),
            ("a,1,2000,20,2016-09-01", "another date than in the first row"),
            ("a,1,2000,20,", "another date than in the first row"),
            ("a,,2000,20,2016-08-01", "no identity number"),
            ("a,1,20x0,20,2016-08-01", "not a rating from 0 to 4000"),
        ] {
            assert_eq!(comma.player(line, list).expect_err(line).reason, reason);
        }
        assert!(layout("no comma here").is_none());
        assert!(matches!(layout("ID_Number,Name"), Some(Err(_))));
        assert_eq!(layout("ID_Number,Name,Rating,Shoe"), Some(Err((22, "an unknown column"))));
    }
}
