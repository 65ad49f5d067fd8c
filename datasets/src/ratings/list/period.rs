//! Months and days: when a list is valid, and what a file name or a header says about it.
//!
//! A list is valid from the first of its month until the next one. Two-digit years before 70 belong to this century,
//! because FIDE's first list is of 1971. Nothing here reads a clock.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::day::{Day, month_by_name, number};

/// A month of a year: the period of a rating list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct YearMonth {
    /// Year, 1900 to 2999.
    pub year: u16,
    /// Month, 1 to 12.
    pub month: u8,
}

impl YearMonth {
    /// `None` outside 1900 to 2999 and 1 to 12.
    pub fn new(year: u16, month: u8) -> Option<Self> {
        ((1900..=2999).contains(&year) && (1..=12).contains(&month)).then_some(Self { year, month })
    }

    /// Reads `2025-11`.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        Self::new(number(year, 4)?, u8::try_from(number(month, 2)?).ok()?)
    }

    /// Reads the word that heads the rating column or ends a file's name: `NOV25`, `jan03`.
    pub fn from_word(word: &str) -> Option<Self> {
        let (name, year) = word.split_at_checked(3)?;
        let (month, year) = (month_by_name(name)?, number(year, 2)?);
        Self::new(if year < 70 { 2000 + year } else { 1900 + year }, month)
    }

    /// The month of the list valid on `day`: from July 2012 there is one every month, from July 2009 every second, from October
    /// 2000 every third and before that in January and July.
    pub fn of_list(day: Day) -> Self {
        let every = match (day.year, day.month) {
            (2013.., _) | (2012, 7..) => 1,
            (2010.., _) | (2009, 7..) => 2,
            (2001.., _) | (2000, 10..) => 3,
            _ => 6,
        };
        Self { year: day.year, month: (day.month.max(1) - 1) / every * every + 1 }
    }
}

impl fmt::Display for YearMonth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

impl Serialize for YearMonth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The period in a file's name: `standard_sep26frl.zip`, `AUG16.csv`, `list-2025-11.txt`. `None` if there is none, or
/// if there are two that differ.
pub(crate) fn in_name(name: &str) -> Option<YearMonth> {
    let parts: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    let words = parts.iter().filter_map(|part| {
        let word =
            part.get(..5).filter(|word| part.len() == 5 || part[word.len()..].eq_ignore_ascii_case("frl"))?;
        YearMonth::from_word(word)
    });
    let numbers = parts.windows(2).filter_map(|pair| YearMonth::parse(&pair.join("-")));
    let mut found = words.chain(numbers);
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> YearMonth {
        YearMonth::parse(text).expect(text)
    }

    #[test]
    fn periods_in_names() {
        for (name, period) in [
            ("standard_sep26frl.txt", Some("2026-09")),
            ("rapid_mar14frl.txt.zst", Some("2014-03")),
            ("JAN01FRL.TXT", Some("2001-01")),
            ("AUG16.csv", Some("2016-08")),
            ("blitz_sep14frl_xml.zip", Some("2014-09")),
            ("list-2025-11.txt", Some("2025-11")),
            ("fide_2025_11.xml", Some("2025-11")),
            ("JUL99FRL.TXT", Some("1999-07")),
            ("players_list_foa.txt", None),
            ("standard_rating_list.txt", None),
            ("marathon2014.txt", None),
            ("jan03_feb03.txt", None),
            ("2025-13.txt", None),
            ("ü-mär14.txt", None),
            ("", None),
        ] {
            assert_eq!(in_name(name), period.map(month), "{name}");
        }
    }

    #[test]
    fn the_list_of_a_day_follows_the_schedule() {
        for (day, list) in [
            ("2025-11-20", "2025-11"),
            ("2012-07-01", "2012-07"),
            ("2012-06-30", "2012-05"),
            ("2010-12-31", "2010-11"),
            ("2009-07-01", "2009-07"),
            ("2009-06-30", "2009-04"),
            ("2004-05-01", "2004-04"),
            ("2000-12-01", "2000-10"),
            ("2000-09-30", "2000-07"),
            ("1995-03-03", "1995-01"),
        ] {
            assert_eq!(YearMonth::of_list(Day::parse(day).expect(day)), month(list), "{day}");
        }
    }

    #[test]
    fn days_of_the_calendar_and_no_others() {
        assert_eq!(Day::parse("2025.11.20"), Day::parse("2025-11-20"));
        for good in ["2024-02-29", "2000-02-29", "2025-12-31"] {
            assert_eq!(Day::parse(good).expect(good).to_string(), good);
        }
        for bad in [
            "2025-02-29",
            "1900-02-29",
            "2025-04-31",
            "2025-13-01",
            "2025.??.??",
            "2025-1-1",
            "2025-11",
            "2025-11.20",
            "2025-11-20-1",
            "",
        ] {
            assert_eq!(Day::parse(bad), None, "{bad}");
        }
    }
}
