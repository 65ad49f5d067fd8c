//! From a header line to columns.
//!
//! | header | lists | columns |
//! |---|---|---|
//! | `ID_NUMBER NAME TITLE COUNTRY JAN01 GAMES FLAG` | 2001 | begin under their names |
//! | `ID_NUMBER NAME TITLE COUNTRY APR04 GAMES BIRTHDAY FLAG` | 2002 to about 2007 | by table: the names stand up to six characters off |
//! | `ID number Name TitlFed Mar11 GamesBorn Flag` | about 2008 to 2012, later `players_list_old` | begin under their names, two pairs of which touch |
//! | `ID Number Name Fed Sex Tit WTit OTit [FOA] SEP14 Gms K B-day Flag` | single lists since 2012 | begin under their names |
//! | `ID Number Name Fed Sex Tit WTit OTit [FOA] SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag` | `players_list`, `players_list_foa` | begin under their names |
//! | `ID_Number,Name,Country,...` | comma-separated lists | by name |
//!
//! A header with an unknown name is refused, because the columns beside it could not be trusted.

use super::RatingClass::{Blitz, Rapid, Standard};
use super::cells::Field;
use super::period::YearMonth;

/// Where a column lies, in characters from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) field: Field,
    pub(crate) start: usize,
    /// First character behind it; `None` for the last column.
    pub(crate) end: Option<usize>,
}

/// A layout with fixed columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fixed {
    pub(crate) name: &'static str,
    pub(crate) columns: Vec<Column>,
    /// The month at the head of the rating column.
    pub(crate) period: Option<YearMonth>,
    /// True with three ratings; else the one rating stands as standard until its kind is known.
    pub(crate) combined: bool,
}

/// Why a header was refused: character from 0, and what is wrong.
pub(crate) type Wrong = (usize, &'static str);

/// The table for the years in which the names do not stand over their columns.
const BIRTHDAY_TABLE: [(Field, usize); 8] = [
    (Field::Id, 0),
    (Field::Name, 10),
    (Field::Title, 44),
    (Field::Federation, 48),
    (Field::Rating(Standard), 53),
    (Field::Games(Standard), 58),
    (Field::Birth, 64),
    (Field::Flag, 74),
];

/// Reads a header of fixed columns.
pub(crate) fn fixed(header: &str) -> Result<Fixed, Wrong> {
    let words = words(header);
    let mut period = None;
    let mut starts: Vec<(Field, usize)> = Vec::new();
    for (at, word) in &words {
        let field = match (field(word), YearMonth::from_word(word)) {
            (Some(field), _) => field,
            (None, Some(month)) if period.is_none() => {
                period = Some(month);
                Field::Rating(Standard)
            }
            _ => return Err((*at, "an unknown column")),
        };
        if starts.iter().any(|(known, _)| *known == field) {
            return Err((*at, "a column that stands twice"));
        }
        starts.push((field, *at));
    }
    let has = |wanted: Field| starts.iter().any(|(field, _)| *field == wanted);
    if !has(Field::Id) || !has(Field::Name) || !has(Field::Rating(Standard)) {
        return Err((0, "no columns for number, name and rating"));
    }
    let combined = has(Field::Rating(Rapid)) || has(Field::Rating(Blitz));
    // The first column begins with the line, wherever its name stands.
    if let Some((_, start)) = starts.first_mut() {
        *start = 0;
    }
    let named = |wanted: &str| words.iter().any(|(_, word)| word == wanted);
    let (name, starts) = if named("ID_NUMBER") && named("BIRTHDAY") {
        let same = starts.len() == BIRTHDAY_TABLE.len()
            && starts.iter().zip(BIRTHDAY_TABLE).all(|((field, _), (known, _))| *field == known);
        if !same {
            return Err((0, "the columns of 2002 in another order"));
        }
        ("fixed columns of 2002", BIRTHDAY_TABLE.to_vec())
    } else if combined {
        ("fixed columns, combined", starts)
    } else {
        ("fixed columns, one rating", starts)
    };
    let ends = starts.iter().skip(1).map(|(_, start)| Some(*start)).chain([None]);
    let columns = starts.iter().zip(ends).map(|(&(field, start), end)| Column { field, start, end });
    Ok(Fixed { name, columns: columns.collect(), period, combined })
}

/// The names in a header with the characters where they begin. `ID Number` is one name; `TitlFed` and `GamesBorn` are
/// two.
fn words(header: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (at, c) in header.chars().enumerate() {
        if c.is_whitespace() {
            inside = false;
            continue;
        }
        match words.last_mut() {
            Some((_, word)) if inside => word.push(c),
            _ => words.push((at, c.to_string())),
        }
        inside = true;
    }
    if let [(_, id), (_, number), ..] = words.as_slice()
        && id == "ID"
        && number.eq_ignore_ascii_case("number")
    {
        words.remove(1);
    }
    let mut apart = Vec::with_capacity(words.len() + 2);
    for (at, word) in words {
        let touching = ["Titl", "Games"]
            .into_iter()
            .find_map(|first| Some((first, word.strip_prefix(first)?)))
            .filter(|(_, second)| matches!(*second, "Fed" | "Born"));
        match touching {
            Some((first, second)) => {
                apart.push((at, first.to_owned()));
                apart.push((at + first.len(), second.to_owned()));
            }
            None => apart.push((at, word)),
        }
    }
    apart
}

/// The field that a name stands for, in fixed and comma-separated lists.
pub(crate) fn field(name: &str) -> Option<Field> {
    Some(match name {
        "ID" | "ID_NUMBER" | "ID_Number" => Field::Id,
        "NAME" | "Name" => Field::Name,
        "COUNTRY" | "Country" | "Fed" => Field::Federation,
        "Sex" => Field::Sex,
        "TITLE" | "Title" | "Titl" | "Tit" => Field::Title,
        "WTitle" | "WTit" => Field::WomenTitle,
        "Other_Titles" | "OTit" => Field::OtherTitles,
        "FOA" => Field::ArenaTitle,
        "Rating" | "SRtng" => Field::Rating(Standard),
        "GAMES" | "Games" | "Gms" | "SGm" => Field::Games(Standard),
        "K" | "K_factor" | "SK" => Field::K(Standard),
        "RRtng" => Field::Rating(Rapid),
        "RGm" => Field::Games(Rapid),
        "Rk" => Field::K(Rapid),
        "BRtng" => Field::Rating(Blitz),
        "BGm" => Field::Games(Blitz),
        "BK" => Field::K(Blitz),
        "BIRTHDAY" | "Born" | "B-day" | "Age_Birthday" => Field::Birth,
        "FLAG" | "Flag" | "Activity" => Field::Flag,
        "date" => Field::ListDate,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(header: &str) -> Vec<(Field, usize)> {
        let layout = fixed(header).expect(header);
        layout.columns.iter().map(|c| (c.field, c.start)).collect()
    }

    /// The offsets of the combined list as its header and rows have them since 2021.
    #[test]
    fn the_combined_list_by_its_header() {
        let header = "ID Number      Name                                                         Fed Sex Tit  \
                      WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag";
        assert_eq!(
            starts(header),
            [
                (Field::Id, 0),
                (Field::Name, 15),
                (Field::Federation, 76),
                (Field::Sex, 80),
                (Field::Title, 84),
                (Field::WomenTitle, 89),
                (Field::OtherTitles, 94),
                (Field::ArenaTitle, 109),
                (Field::Rating(Standard), 113),
                (Field::Games(Standard), 119),
                (Field::K(Standard), 123),
                (Field::Rating(Rapid), 126),
                (Field::Games(Rapid), 132),
                (Field::K(Rapid), 136),
                (Field::Rating(Blitz), 139),
                (Field::Games(Blitz), 145),
                (Field::K(Blitz), 149),
                (Field::Birth, 152),
                (Field::Flag, 158),
            ]
        );
        assert!(fixed(header).expect("known").combined);
    }

    #[test]
    fn names_that_touch_are_two_columns() {
        let layout = fixed("ID number Name                              TitlFed  Mar11 GamesBorn  Flag")
            .expect("a layout");
        let at: Vec<usize> = layout.columns.iter().map(|c| c.start).collect();
        assert_eq!(at, [0, 10, 44, 48, 53, 59, 64, 70]);
        assert_eq!(layout.period, YearMonth::new(2011, 3));
        assert!(!layout.combined);
    }

    #[test]
    fn unknown_headers_are_refused_where_they_differ() {
        assert_eq!(fixed("ID_NUMBER NAME SHOESIZE JAN03"), Err((15, "an unknown column")));
        assert_eq!(fixed("ID_NUMBER NAME JAN03 NAME"), Err((21, "a column that stands twice")));
        assert_eq!(fixed("ID_NUMBER NAME JAN03 FEB03"), Err((21, "an unknown column")));
        assert_eq!(fixed("NAME GAMES"), Err((0, "no columns for number, name and rating")));
        assert!(fixed("ID_NUMBER NAME COUNTRY TITLE APR04 GAMES BIRTHDAY FLAG").is_err());
        assert!(fixed("").is_err());
    }
}
