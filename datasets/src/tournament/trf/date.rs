//! Dates as people write them in reports: a fixed format on paper, a dozen forms in files.
//!
//! A date that can be read in two ways is not read at all.

use std::fmt;

use serde::Serialize;

use crate::day::days;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Date {
    /// Year, 1800 to 2199.
    pub year: u16,
    /// Month, 1 to 12.
    pub month: u8,
    /// Day, 1 to 31, within the month.
    pub day: u8,
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}/{:02}/{:02}", self.year, self.month, self.day)
    }
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

impl Date {
    /// The day, if there is one.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let known = (1800..2200).contains(&year) && (1..=days(year, month)?).contains(&day);
        known.then_some(Self { year, month, day })
    }

    /// Reads `2025/04/12`, `2025.04.12`, `2025-04-12`, `12.04.2025`, `28. 07. 2005`, `May 29, 2020` and
    /// `29 May 2020`. `03/04/2025` may be March or April: with slashes or dashes a day before the year is read
    /// only if it is above 12. Nothing is read from a date without a day or month.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text
            .split(|c: char| c.is_whitespace() || matches!(c, '.' | '/' | '-' | ','))
            .filter(|part| !part.is_empty());
        let (a, b, c) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        if let Some(month) = month_name(a) {
            return Self::of(c, month, b);
        }
        if let Some(month) = month_name(b) {
            return Self::of(c, month, a);
        }
        if a.len() == 4 {
            return Self::of(a, number(b)?, c);
        }
        let (first, second) = (number(a)?, number(b)?);
        let dots = text.contains('.') && !text.contains(['/', '-']);
        match (first, second) {
            _ if dots || first == second => Self::of(c, second, a),
            (13.., _) => Self::of(c, second, a),
            (_, 13..) => Self::of(c, first, b),
            _ => None,
        }
    }

    /// Reads the short form of a round's date, `25/04/12`, in the years 2000 to 2099, and what [`Date::parse`] reads.
    #[must_use]
    pub fn parse_short(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split(['/', '.', '-']).map(str::trim).collect();
        match parts.as_slice() {
            [year, month, day] if [year, month, day].iter().all(|part| part.len() <= 2) => {
                Self::new(2000 + u16::from(number(year)?), number(month)?, number(day)?)
            }
            _ => Self::parse(text),
        }
    }

    fn of(year: &str, month: u8, day: &str) -> Option<Self> {
        let plain = year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit());
        Self::new(plain.then(|| year.parse().ok()).flatten()?, month, number(day)?)
    }
}

fn number(text: &str) -> Option<u8> {
    let plain = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn month_name(text: &str) -> Option<u8> {
    let text = text.to_ascii_lowercase();
    let named = |month: &str| text.len() >= 3 && month.starts_with(&text);
    (1..).zip(MONTHS).find(|(_, month)| named(month)).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn dates_are_read_in_the_forms_of_real_files() {
        let day = |year, month, day| Some(Date { year, month, day });
        let cases = [
            ("2025/04/12", day(2025, 4, 12)),
            ("2025.04.12", day(2025, 4, 12)),
            ("2024-02-29", day(2024, 2, 29)),
            ("2023-02-29", None),
            ("28. 07. 2005", day(2005, 7, 28)),
            ("03.04.2025", day(2025, 4, 3)),
            ("May 29, 2020", day(2020, 5, 29)),
            ("29 Sept 2020", day(2020, 9, 29)),
            ("18/12/2009", day(2009, 12, 18)),
            ("12/18/2009", day(2009, 12, 18)),
            ("04/04/2009", day(2009, 4, 4)),
            // April or March: not read.
            ("03/04/2025", None),
            ("1987/00/00", None),
            ("2025.??.??", None),
            ("1966", None),
            ("", None),
            ("2025/04/12 10:00", None),
            ("٣.٤.2025", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Date::parse(text), expected, "{text}");
        }
        assert_eq!(Date::parse_short("24/01/02"), day(2024, 1, 2));
        assert_eq!(Date::parse_short("2024/01/02"), day(2024, 1, 2));
        assert_eq!(Date::parse_short("24/13/02"), None);
        assert_eq!(Date::new(1900, 2, 29), None);
    }
}
