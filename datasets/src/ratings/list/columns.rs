//! Rows of fixed columns.
//!
//! Columns count characters. Where other titles overflow their column, the rest of the row stands further right; the row
//! is then read at the one shift at which every cell holds what it may hold.

use super::cells::{Field, Row};
use super::layout::Fixed;
use super::{ListedPlayer, YearMonth};

/// Why a row was refused: character from 0, the cell, and what is wrong.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) column: usize,
    pub(crate) cell: String,
    pub(crate) reason: &'static str,
}

/// How far other titles may overflow, in characters.
const MOST_SHIFT: usize = 24;

pub(crate) fn player(layout: &Fixed, line: &str, list: Option<YearMonth>) -> Result<ListedPlayer, Wrong> {
    let ruler = Ruler::over(line);
    let first = match at(layout, &ruler, 0, list) {
        Ok(player) => return Ok(player),
        Err(wrong) => wrong,
    };
    let mut found = None;
    for shift in 1..=MOST_SHIFT {
        if let Ok(player) = at(layout, &ruler, shift, list)
            && found.replace(player).is_some()
        {
            // Two readings are none.
            return Err(first);
        }
    }
    found.ok_or(first)
}

fn at(
    layout: &Fixed,
    ruler: &Ruler<'_>,
    shift: usize,
    list: Option<YearMonth>,
) -> Result<ListedPlayer, Wrong> {
    let mut row = Row::default();
    let mut moved = 0;
    for column in &layout.columns {
        let start = column.start + moved;
        if column.field == Field::OtherTitles {
            moved = shift;
        }
        let whole = ruler.cell(start, column.end.map(|end| end + moved));
        let cell = whole.trim_matches(' ');
        let wrong = |reason| Wrong { column: start, cell: cell.to_owned(), reason };
        if column.field == Field::OtherTitles && shift > 0 && (whole.ends_with(' ') || cell.is_empty()) {
            return Err(wrong("no overflow"));
        }
        let counts = matches!(column.field, Field::Rating(_) | Field::Games(_) | Field::K(_) | Field::Birth);
        if counts && whole.starts_with(digit) && ruler.before(start).ends_with(digit) {
            return Err(wrong("a number that crosses into the next column"));
        }
        row.take(column.field, cell, list).map_err(wrong)?;
    }
    if shift > 0 && moved == 0 {
        return Err(Wrong { column: 0, cell: String::new(), reason: "no column that may overflow" });
    }
    row.finish().map_err(|reason| Wrong { column: 0, cell: String::new(), reason })
}

fn digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Characters of a line by number.
struct Ruler<'a> {
    line: &'a str,
    /// Byte of every character, if they are not the same.
    marks: Option<Vec<usize>>,
}

impl<'a> Ruler<'a> {
    fn over(line: &'a str) -> Self {
        let marks = (!line.is_ascii()).then(|| line.char_indices().map(|(at, _)| at).collect());
        Self { line, marks }
    }

    /// The characters from `start` up to `end`, or to the end of the line.
    fn cell(&self, start: usize, end: Option<usize>) -> &'a str {
        let end = end.map_or(self.line.len(), |end| self.byte(end));
        self.line.get(self.byte(start)..end).unwrap_or_default()
    }

    /// Everything before a character.
    fn before(&self, start: usize) -> &'a str {
        self.line.get(..self.byte(start)).unwrap_or_default()
    }

    fn byte(&self, character: usize) -> usize {
        match &self.marks {
            None => character.min(self.line.len()),
            Some(marks) => marks.get(character).copied().unwrap_or(self.line.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::fixed;
    use super::*;

    const HEADER: &str = "ID Number      Name                                                         Fed Sex Tit  \
                          WTit OTit           FOA SEP26 Gms K  B-day Flag";

    fn line(name: &str, others: &str, arena: &str) -> String {
        format!("105            {name:<61}GEO F   WGM  WGM  {others:<15}{arena:<4}2105  7   20 1999  wi  ")
    }

    fn read(line: &str) -> Result<ListedPlayer, Wrong> {
        player(&fixed(HEADER).expect("known"), line, None)
    }

    #[test]
    fn titles_that_overflow_move_the_rest() {
        let plain = read(&line("Example, Nana", "FA", "AFM")).expect("a row");
        assert_eq!(plain.fide_id, Some(105));
        assert_eq!(plain.standard.map(|l| (l.rating, l.k)), Some((2105, Some(20))));
        assert_eq!((plain.birth_year, plain.inactive), (Some(1999), true));
        for (others, arena) in
            [("SI,FI,LSI,SLI,NA", "AFM"), ("SI,FI,LSI,SLI,NA", ""), ("SI,FI,LSI,SLI,NA,IO,DI", "AGM")]
        {
            let moved = read(&line("Example, Nana", others, arena));
            assert_eq!(moved.as_ref(), Ok(&plain), "{others} {arena}");
        }
    }

    #[test]
    fn columns_count_characters() {
        let player = read(&line("Ünlü, Çağla Šárka", "", "")).expect("a row");
        assert_eq!(player.name, "Ünlü, Çağla Šárka");
        assert_eq!(player.standard.map(|l| l.rating), Some(2105));
    }

    #[test]
    fn a_row_out_of_place_is_refused_where_it_breaks() {
        let wrong = read(&line("Example, Nana", "FA", "AFM").replacen("GEO", "Geo", 1)).expect_err("no row");
        assert_eq!((wrong.column, wrong.cell.as_str()), (76, "Geo"));
        let short = &line("Example, Nana", "", "")[..80];
        // What is missing at the end says nothing: a number and a name are a player.
        assert_eq!(read(short).expect("a row").standard, None);
        assert_eq!(read("").expect_err("nothing").reason, "no identity number");
        // Moved by three, the rating would lose its last digit to the column of games.
        let wrong = read(&format!("   {}", line("Example, Nana", "", ""))).expect_err("no row");
        assert_eq!(wrong.reason, "not a federation of three capital letters");
        let cut = HEADER.replacen(" SEP26", "  SEP26", 1).replacen("SEP26 Gms", "SEP26Gms", 1);
        assert!(fixed(&cut).is_err());
    }
}
