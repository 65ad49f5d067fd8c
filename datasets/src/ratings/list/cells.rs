//! The cells of a row: text to value, or a reason why not. An empty cell says nothing, unless it is the identity number.

use super::RatingClass::{Blitz, Rapid, Standard};
use super::{Listed, ListedPlayer, RatingClass, Sex, YearMonth};
use crate::text::digits::number;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Id,
    Name,
    Federation,
    Sex,
    Title,
    WomenTitle,
    OtherTitles,
    ArenaTitle,
    Rating(RatingClass),
    Games(RatingClass),
    K(RatingClass),
    Birth,
    Flag,
    /// The date of the list, in every row of some comma-separated lists. It is not read.
    ListDate,
}

/// The names of a column in text, comma-separated and XML lists.
const NAMES: [(Field, &str); 20] = [
    (Field::Id, "ID ID_NUMBER ID_Number fideid"),
    (Field::Name, "NAME Name name"),
    (Field::Federation, "COUNTRY Country Fed country"),
    (Field::Sex, "Sex sex"),
    (Field::Title, "TITLE Title Titl Tit title"),
    (Field::WomenTitle, "WTitle WTit w_title"),
    (Field::OtherTitles, "Other_Titles OTit o_title"),
    (Field::ArenaTitle, "FOA foa_title"),
    (Field::Rating(Standard), "Rating SRtng rating"),
    (Field::Games(Standard), "GAMES Games Gms SGm games"),
    (Field::K(Standard), "K K_factor SK k"),
    (Field::Rating(Rapid), "RRtng rapid_rating"),
    (Field::Games(Rapid), "RGm rapid_games"),
    (Field::K(Rapid), "Rk rapid_k"),
    (Field::Rating(Blitz), "BRtng blitz_rating"),
    (Field::Games(Blitz), "BGm blitz_games"),
    (Field::K(Blitz), "BK blitz_k"),
    (Field::Birth, "BIRTHDAY Born B-day Age_Birthday birthday"),
    (Field::Flag, "FLAG Flag Activity flag"),
    (Field::ListDate, "date"),
];

impl Field {
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let listed = |names: &str| names.split(' ').any(|known| known == name);
        NAMES.iter().find(|(_, names)| listed(names)).map(|(field, _)| *field)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// Character from 0.
    pub(crate) column: usize,
    pub(crate) cell: String,
    pub(crate) reason: &'static str,
}

impl Wrong {
    pub(crate) fn at(column: usize, reason: &'static str) -> Self {
        Self { column, cell: String::new(), reason }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Row {
    player: ListedPlayer,
    women_title: Option<String>,
    /// By class, as the other two.
    ratings: [Option<u16>; 3],
    games: [Option<u16>; 3],
    ks: [Option<u8>; 3],
}

impl Row {
    /// Takes one cell, trimmed by the caller. `list` is the list's month, by which two-digit years of birth are read.
    pub(crate) fn take(
        &mut self,
        field: Field,
        column: usize,
        cell: &str,
        list: Option<YearMonth>,
    ) -> Result<(), Wrong> {
        let wrong = |reason| Wrong { column, cell: cell.to_owned(), reason };
        self.try_take(field, cell, list).map_err(wrong)
    }

    fn try_take(&mut self, field: Field, cell: &str, list: Option<YearMonth>) -> Result<(), &'static str> {
        if cell.chars().any(char::is_control) {
            return Err("a control character");
        }
        if cell.is_empty() {
            return if field == Field::Id { Err("no identity number") } else { Ok(()) };
        }
        let player = &mut self.player;
        match field {
            Field::Id => player.fide_id = Some(identity(cell)?),
            Field::Name => cell.clone_into(&mut player.name),
            Field::Federation => player.federation = Some(federation(cell)?),
            Field::Sex => player.sex = Some(sex(cell)?),
            Field::Title => player.title = Some(title(cell)?),
            Field::WomenTitle => self.women_title = Some(title(cell)?),
            Field::OtherTitles => other_titles(cell)?,
            Field::ArenaTitle => arena_title(cell)?,
            Field::Rating(class) => self.ratings[class as usize] = rating(cell)?,
            Field::Games(class) => {
                self.games[class as usize] = Some(number(cell, 4).ok_or("not a number of games")?);
            }
            Field::K(class) => self.ks[class as usize] = coefficient(cell)?,
            Field::Birth => player.birth_year = birth(cell, list)?,
            Field::Flag => flag(cell)?.clone_into(&mut player.flag),
            Field::ListDate => {}
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<ListedPlayer, Wrong> {
        let mut player = self.player;
        if player.fide_id.is_none() {
            return Err(Wrong::at(0, "no identity number"));
        }
        player.title = player.title.or(self.women_title);
        if player.sex.is_none() && player.flag.contains('w') {
            player.sex = Some(Sex::Female);
        }
        player.inactive = player.flag.contains('i');
        [player.standard, player.rapid, player.blitz] = [0, 1, 2].map(|class| {
            let (games_in_period, k) = (self.games[class], self.ks[class]);
            self.ratings[class].map(|rating| Listed { rating, games_in_period, k })
        });
        Ok(player)
    }
}

/// A positive number of at most nine digits; online accounts have nine.
fn identity(cell: &str) -> Result<u32, &'static str> {
    number(cell, 9).filter(|&id| id > 0).ok_or("not an identity number of one to nine digits")
}

/// Three letters. FIDE's own lists have a few that are not capitals; they are read as such.
fn federation(cell: &str) -> Result<String, &'static str> {
    (cell.len() == 3 && cell.bytes().all(|b| b.is_ascii_alphabetic()))
        .then(|| cell.to_ascii_uppercase())
        .ok_or("not a federation of three letters")
}

fn sex(cell: &str) -> Result<Sex, &'static str> {
    match cell {
        "M" => Ok(Sex::Male),
        "F" => Ok(Sex::Female),
        _ => Err("neither M nor F"),
    }
}

/// One to three letters. Lists before 2012 write `g`, `m`, `f`, `c`, with a `w` before them for women's titles; other
/// letters of that time (`h`, `wh`, `gh`) stay as they are.
fn title(cell: &str) -> Result<String, &'static str> {
    let full = match cell {
        "g" => "GM",
        "m" => "IM",
        "f" => "FM",
        "c" => "CM",
        "wg" => "WGM",
        "wm" => "WIM",
        "wf" => "WFM",
        "wc" => "WCM",
        other if other.len() <= 3 && other.bytes().all(|b| b.is_ascii_alphabetic()) => other,
        _ => return Err("not a title"),
    };
    Ok(full.to_owned())
}

/// Arbiters', organisers' and trainers' titles, by commas: checked, not kept. Official lists hold a few like `,DI`.
fn other_titles(cell: &str) -> Result<(), &'static str> {
    let known = |part: &str| part.len() <= 4 && part.bytes().all(|b| b.is_ascii_uppercase());
    cell.split(',').all(|part| known(part.trim())).then_some(()).ok_or("not a list of titles")
}

/// Titles of FIDE's online arena. They are checked strictly: a part of another title that overflowed must not pass.
fn arena_title(cell: &str) -> Result<(), &'static str> {
    matches!(cell, "AGM" | "AIM" | "AFM" | "ACM").then_some(()).ok_or("not a title of the online arena")
}

/// 1 to 4000; zero is how a list says unrated.
fn rating(cell: &str) -> Result<Option<u16>, &'static str> {
    match number(cell, 4) {
        Some(0) => Ok(None),
        Some(rating) if rating <= 4000 => Ok(Some(rating)),
        _ => Err("not a rating from 0 to 4000"),
    }
}

/// At most 40; zero stands where there is no rating.
fn coefficient(cell: &str) -> Result<Option<u8>, &'static str> {
    match number(cell, 2) {
        Some(0) => Ok(None),
        Some(k) if k <= 40 => Ok(u8::try_from(k).ok()),
        _ => Err("not a coefficient from 0 to 40"),
    }
}

/// Years of birth that a list may hold.
const BIRTHS: std::ops::RangeInclusive<u16> = 1850..=2100;

/// A year, or a date like `17.01.72`. Unknown is empty, zeros, or a date without digits.
fn birth(cell: &str, list: Option<YearMonth>) -> Result<Option<u16>, &'static str> {
    const WRONG: &str = "not a year or date of birth";
    if cell.bytes().all(|b| b == b'0') && cell.len() <= 4 {
        return Ok(None);
    }
    if let Some(year) = number(cell, 4) {
        return if BIRTHS.contains(&year) { Ok(Some(year)) } else { Err(WRONG) };
    }
    let parts: Vec<&str> = cell.split('.').map(str::trim).collect();
    let [day, month, year] = parts.as_slice() else {
        return Err(WRONG);
    };
    if [day, month, year].iter().all(|part| part.is_empty()) {
        return Ok(None);
    }
    let in_range = |part: &str, most: u16| {
        part.is_empty() || number(part, 2).is_some_and(|n: u16| n <= most) && part.len() == 2
    };
    if !in_range(day, 31) || !in_range(month, 12) || year.len() != 2 {
        return Err(WRONG);
    }
    let short: u16 = number(year, 2).ok_or(WRONG)?;
    // Of the years that end so, exactly one makes the player 4 to 103 years old when the list appears. Without a
    // period there is no way to tell.
    Ok(list.map(|list| {
        let latest = list.year.saturating_sub(4);
        let year = latest / 100 * 100 + short;
        if year > latest { year.saturating_sub(100) } else { year }
    }))
}

/// A few small letters: `w` woman, `i` inactive, and others in old lists.
fn flag(cell: &str) -> Result<&str, &'static str> {
    (cell.len() <= 4 && cell.bytes().all(|b| b.is_ascii_lowercase()))
        .then_some(cell)
        .ok_or("not a flag of small letters")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_two_digit_year_is_the_one_that_fits_the_list() {
        let list = YearMonth::new(2004, 4);
        for (cell, year) in [
            ("17.01.72", Some(1972)),
            ("03.06.00", Some(2000)),
            ("03.06.01", Some(1901)),
            ("  .  .50", Some(1950)),
            (".  .", None),
            ("0000", None),
            ("0", None),
            ("1985", Some(1985)),
        ] {
            assert_eq!(birth(cell, list), Ok(year), "{cell}");
        }
        assert_eq!(birth("17.01.72", None), Ok(None));
        for wrong in ["32.01.72", "17.13.72", "17.01.1972", "1.1.72", "17.01", "1849", "72", "x", "17.01.7x"]
        {
            assert!(birth(wrong, list).is_err(), "{wrong}");
        }
    }

    #[test]
    fn cells_hold_what_their_column_may_hold() {
        assert_eq!(identity("551029154"), Ok(551_029_154));
        for wrong in ["0", "1234567890", "12a", "-5", "１２"] {
            assert!(identity(wrong).is_err(), "{wrong}");
        }
        assert_eq!(rating("0"), Ok(None));
        assert_eq!(rating("2882"), Ok(Some(2882)));
        for wrong in ["4001", "28 2", "+200", "02000"] {
            assert!(rating(wrong).is_err(), "{wrong}");
        }
        assert_eq!(title("wm").as_deref(), Ok("WIM"));
        assert_eq!(title("wh").as_deref(), Ok("wh"));
        assert!(title(".").is_err());
        assert!(other_titles("SI,FI,LSI,SLI,NA").is_ok());
        assert!(other_titles(",DI").is_ok());
        assert!(other_titles("FA 2000").is_err());
        assert!(arena_title("AAFM").is_err());
        assert!(flag("wi").is_ok() && flag("WI").is_err());
        for written in ["ENG", "Eng", "eng"] {
            assert_eq!(federation(written).as_deref(), Ok("ENG"));
        }
        for wrong in ["EN", "ENGL", "E1G", "ÉNG", "E G"] {
            assert!(federation(wrong).is_err(), "{wrong}");
        }
        assert_eq!(coefficient("40"), Ok(Some(40)));
        assert!(coefficient("41").is_err());
    }

    #[test]
    fn a_row_needs_a_number_and_nothing_else() {
        assert!(Row::default().finish().is_err());
        let mut row = Row::default();
        row.take(Field::Id, 0, "5", None).expect("a number");
        row.take(Field::WomenTitle, 0, "WGM", None).expect("a title");
        row.take(Field::Flag, 0, "wi", None).expect("a flag");
        row.take(Field::K(Rapid), 0, "20", None).expect("a coefficient");
        let player = row.finish().expect("a player");
        assert_eq!(player.title.as_deref(), Some("WGM"));
        assert_eq!((player.sex, player.inactive), (Some(Sex::Female), true));
        // A coefficient without a rating is no rating.
        assert_eq!(player.rapid, None);
        assert!(Row::default().take(Field::Name, 0, "a\u{1b}[2J", None).is_err());
    }
}
