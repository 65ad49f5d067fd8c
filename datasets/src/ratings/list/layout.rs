//! From a header line to columns, and from a line to its cells.
//!
//! | header | lists | columns |
//! |---|---|---|
//! | `ID_NUMBER NAME TITLE COUNTRY JAN01 GAMES FLAG` | 2001 | begin under their names |
//! | `ID_NUMBER NAME TITLE COUNTRY APR04 GAMES BIRTHDAY FLAG` | 2002 to about 2007 | by table: the names stand up to six characters off |
//! | `ID number Name TitlFed Mar11 GamesBorn Flag` | about 2008 to 2012, later `players_list_old` | begin under their names, two pairs of which touch |
//! | `ID Number Name Fed Sex Tit WTit OTit [FOA] SEP14 Gms K B-day Flag` | single lists since 2012 | begin under their names |
//! | `ID Number Name Fed Sex Tit WTit OTit [FOA] SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag` | `players_list`, `players_list_foa` | begin under their names |
//! | `ID_Number,Name,Country,...` | comma-separated lists, also as spreadsheets save them: with semicolons or tabs | by name |
//!
//! A header with an unknown name is refused, because the columns beside it could not be trusted. Columns count
//! characters.

use super::RatingClass::{Blitz, Rapid, Standard};
use super::cells::{Field, Row, Wrong};
use super::period::YearMonth;
use super::{ListKind, ListedPlayer};
use crate::text::csv_rows::delimiter;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) name: &'static str,
    /// Fields in order, with the characters where fixed columns begin.
    columns: Vec<(Field, usize)>,
    /// What stands between cells, if the columns are not fixed.
    delimiter: Option<u8>,
    /// The month at the head of the rating column.
    pub(crate) period: Option<YearMonth>,
    /// Combined with three ratings; else the one rating stands as standard until its kind is known.
    pub(crate) kind: Option<ListKind>,
}

/// The columns for the years in which the names do not stand over them.
const BIRTHDAY_COLUMNS: [(Field, usize); 8] = [
    (Field::Id, 0),
    (Field::Name, 10),
    (Field::Title, 44),
    (Field::Federation, 48),
    (Field::Rating(Standard), 53),
    (Field::Games(Standard), 58),
    (Field::Birth, 64),
    (Field::Flag, 74),
];

/// How far other titles may overflow, in characters.
const MAX_SHIFT: usize = 24;

impl Layout {
    pub(crate) fn parse(header: &str) -> Result<Self, Wrong> {
        let delimiter = header.contains([',', ';', '\t']).then(|| delimiter(header));
        let names = match delimiter {
            Some(delimiter) => split(header, delimiter)?.into_iter().map(|cell| (0, cell)).collect(),
            None => words(header),
        };
        let mut period = None;
        let mut columns: Vec<(Field, usize)> = Vec::new();
        for (at, name) in &names {
            let field = match (Field::parse(name.trim()), YearMonth::from_word(name)) {
                (Some(field), _) => field,
                (None, Some(month)) if period.is_none() && delimiter.is_none() => {
                    period = Some(month);
                    Field::Rating(Standard)
                }
                _ => return Err(Wrong::at(*at, "an unknown column")),
            };
            if columns.iter().any(|(known, _)| *known == field) {
                return Err(Wrong::at(*at, "a column that stands twice"));
            }
            columns.push((field, *at));
        }
        let has = |wanted: Field| columns.iter().any(|(field, _)| *field == wanted);
        if ![Field::Id, Field::Name, Field::Rating(Standard)].into_iter().all(has) {
            return Err(Wrong::at(0, "no columns for number, name and rating"));
        }
        let combined = has(Field::Rating(Rapid)) || has(Field::Rating(Blitz));
        let mut name = match (delimiter, combined) {
            (Some(b';'), _) => "semicolon-separated",
            (Some(b'\t'), _) => "tab-separated",
            (Some(_), _) => "comma-separated",
            (None, true) => "fixed columns, combined",
            (None, false) => "fixed columns, one rating",
        };
        // The first column begins with the line, wherever its name stands.
        if let Some((_, start)) = columns.first_mut() {
            *start = 0;
        }
        let has_names = |wanted: &[&str]| wanted.iter().all(|one| names.iter().any(|(_, name)| name == one));
        if delimiter.is_none() && has_names(&["ID_NUMBER", "BIRTHDAY"]) {
            name = "fixed columns of 2002";
            if !columns.iter().map(|(field, _)| field).eq(BIRTHDAY_COLUMNS.iter().map(|(field, _)| field)) {
                return Err(Wrong::at(0, "the columns of 2002 in another order"));
            }
            columns = BIRTHDAY_COLUMNS.to_vec();
        }
        Ok(Self { name, columns, delimiter, period, kind: combined.then_some(ListKind::Combined) })
    }

    /// Reads a line. `list` is the list's month.
    pub(crate) fn player(&self, line: &str, list: Option<YearMonth>) -> Result<ListedPlayer, Wrong> {
        if let Some(delimiter) = self.delimiter {
            let cells = split(line, delimiter)?;
            if cells.len() != self.columns.len() {
                return Err(Wrong::at(0, "another number of cells than in the header"));
            }
            let mut row = Row::default();
            for ((field, _), cell) in self.columns.iter().zip(&cells) {
                row.take(*field, 0, cell.trim_matches(' '), list)?;
            }
            return row.finish();
        }
        let first = match self.fixed(line, 0, list) {
            Ok(player) => return Ok(player),
            Err(wrong) => wrong,
        };
        // Overlong titles shift the remaining columns; the one shift counts at which every cell parses.
        let mut shifted = (1..=MAX_SHIFT).filter_map(|shift| self.fixed(line, shift, list).ok());
        match (shifted.next(), shifted.next()) {
            (Some(player), None) => Ok(player),
            _ => Err(first),
        }
    }

    fn fixed(&self, line: &str, shift: usize, list: Option<YearMonth>) -> Result<ListedPlayer, Wrong> {
        let mut row = Row::default();
        let mut moved = 0;
        let ends = self.columns.iter().skip(1).map(|(_, start)| Some(*start)).chain([None]);
        for ((field, start), end) in self.columns.iter().zip(ends) {
            let start = start + moved;
            if *field == Field::OtherTitles {
                moved = shift;
            }
            let whole = characters(line, start, end.map(|end| end + moved));
            let cell = whole.trim_matches(' ');
            if *field == Field::OtherTitles && shift > 0 && (whole.ends_with(' ') || cell.is_empty()) {
                return Err(Wrong::at(start, "no overflow"));
            }
            let counts = matches!(field, Field::Rating(_) | Field::Games(_) | Field::K(_) | Field::Birth);
            let digit = |c: char| c.is_ascii_digit();
            if counts && whole.starts_with(digit) && characters(line, 0, Some(start)).ends_with(digit) {
                let reason = "a number that crosses into the next column";
                return Err(Wrong { column: start, cell: cell.to_owned(), reason });
            }
            row.take(*field, start, cell, list)?;
        }
        if shift > 0 && moved == 0 {
            return Err(Wrong::at(0, "no column that may overflow"));
        }
        row.finish()
    }
}

/// The names in a header with the characters where they begin. `ID Number` is one name.
fn words(header: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (at, c) in header.chars().enumerate() {
        match words.last_mut() {
            _ if c.is_whitespace() => {}
            Some((_, word)) if inside => word.push(c),
            _ => words.push((at, c.to_string())),
        }
        inside = !c.is_whitespace();
    }
    if let [(_, id), (_, number), ..] = words.as_slice()
        && id == "ID"
        && number.eq_ignore_ascii_case("number")
    {
        words.remove(1);
    }
    // Two pairs of names touch.
    for (first, second) in [("Titl", "Fed"), ("Games", "Born")] {
        if let Some(place) = words.iter().position(|(_, word)| word.strip_prefix(first) == Some(second)) {
            words[place].1.truncate(first.len());
            words.insert(place + 1, (words[place].0 + first.len(), second.to_owned()));
        }
    }
    words
}

/// The cells of a line; cells in quotes may hold the delimiter.
fn split(line: &str, delimiter: u8) -> Result<Vec<String>, Wrong> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(line.as_bytes());
    let cells = reader.deserialize().next().unwrap_or_else(|| Ok(Vec::new()));
    cells.map_err(|_| Wrong::at(0, "no cells with this delimiter"))
}

fn characters(line: &str, start: usize, end: Option<usize>) -> &str {
    let byte = |character: usize| {
        if line.is_ascii() {
            return character.min(line.len());
        }
        line.char_indices().nth(character).map_or(line.len(), |(at, _)| at)
    };
    line.get(byte(start)..end.map_or(line.len(), byte)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_headers_are_refused_where_they_differ() {
        for (header, column, reason) in [
            ("ID_NUMBER NAME SHOESIZE JAN03", 15, "an unknown column"),
            ("ID_NUMBER NAME JAN03 NAME", 21, "a column that stands twice"),
            ("ID_NUMBER NAME JAN03 FEB03", 21, "an unknown column"),
            ("ID_NUMBER;NAME;SHOE;RATING", 0, "an unknown column"),
            ("NAME GAMES", 0, "no columns for number, name and rating"),
            ("ID_Number,Name", 0, "no columns for number, name and rating"),
            ("ID_Number,Name,Rating,Shoe", 0, "an unknown column"),
        ] {
            assert_eq!(Layout::parse(header), Err(Wrong::at(column, reason)), "{header}");
        }
        assert!(Layout::parse("ID_NUMBER NAME COUNTRY TITLE APR04 GAMES BIRTHDAY FLAG").is_err());
        assert!(Layout::parse("").is_err());
    }

    const HEADER: &str = "ID Number      Name                                                         Fed Sex Tit  \
                          WTit OTit           FOA SEP26 Gms K  B-day Flag";

    fn line(name: &str, others: &str, arena: &str) -> String {
        format!("105            {name:<61}GEO F   WGM  WGM  {others:<15}{arena:<4}2105  7   20 1999  wi  ")
    }

    fn read(line: &str) -> Result<ListedPlayer, Wrong> {
        Layout::parse(HEADER).expect("known").player(line, None)
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
        let wrong = read(&line("Example, Nana", "FA", "AFM").replacen("GEO", "G1o", 1)).expect_err("no row");
        assert_eq!((wrong.column, wrong.cell.as_str()), (76, "G1o"));
        let short = &line("Example, Nana", "", "")[..80];
        // What is missing at the end says nothing: a number and a name are a player.
        assert_eq!(read(short).expect("a row").standard, None);
        assert_eq!(read("").expect_err("nothing").reason, "no identity number");
        // Moved by three, the rating would lose its last digit to the column of games.
        let wrong = read(&format!("   {}", line("Example, Nana", "", ""))).expect_err("no row");
        assert_eq!(wrong.reason, "not a federation of three letters");
    }

    #[test]
    fn rows_by_the_names_of_the_header() {
        for (delimiter, layout_name) in
            [(",", "comma-separated"), (";", "semicolon-separated"), ("\t", "tab-separated")]
        {
            let header = "Name,ID_Number,Rating,K_factor,date".replace(',', delimiter);
            let layout = Layout::parse(&header).expect("known names");
            assert_eq!(layout.name, layout_name);
            let line = ["\"Sample, Ana\"", "77", "2001", "20", "2016-08-01"].join(delimiter);
            let player = layout.player(&line, None).expect("a player");
            assert_eq!((player.fide_id, player.name.as_str()), (Some(77), "Sample, Ana"));
        }
        // A list of 2002 that a spreadsheet saved.
        let old =
            Layout::parse("ID_NUMBER;NAME;TITLE;COUNTRY;Rating;GAMES;BIRTHDAY;FLAG").expect("known names");
        let player =
            old.player("77;Sample, Ana;;SUI;2001;0;17.01.72;", YearMonth::new(2004, 4)).expect("a player");
        assert_eq!(
            (player.birth_year, player.standard.map(|listed| listed.rating)),
            (Some(1972), Some(2001))
        );
        let layout = Layout::parse("Name,ID_Number,Rating,K_factor,date").expect("known names");
        for (line, reason) in [
            ("a,1,2000,20", "another number of cells than in the header"),
            ("\"a,1,2000,20,2016-08-01", "another number of cells than in the header"),
            ("a,,2000,20,2016-08-01", "no identity number"),
            ("a,1,20x0,20,2016-08-01", "not a rating from 0 to 4000"),
        ] {
            assert_eq!(layout.player(line, None).expect_err(line).reason, reason);
        }
    }
}
