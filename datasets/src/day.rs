//! A day of the calendar.

pub(crate) mod written;

use std::fmt;

use serde::{Serialize, Serializer};

/// A day of the Gregorian calendar, used throughout, also for days before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    /// Year, 1 to 9999.
    pub year: u16,
    /// Month, 1 to 12.
    pub month: u8,
    /// Day, 1 to 31, as the month has it.
    pub day: u8,
}

impl Day {
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let known = (1..=9999).contains(&year) && (1..=days(year, month)?).contains(&day);
        known.then_some(Self { year, month, day })
    }

    /// Reads `2025-11-20` or a PGN's `2025.11.20`. `None` for anything else, unknown parts (`2025.??.??`) included.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(['-', '.']);
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() || text.contains('-') && text.contains('.') {
            return None;
        }
        let short = |part: &str| u8::try_from(number(part, 2)?).ok();
        Self::new(number(year, 4)?, short(month)?, short(day)?)
    }

    /// The day from its number; `None` if the calendar does not have it.
    pub(crate) fn from_number(number: u32) -> Option<Self> {
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
        Self::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
    }

    pub(crate) fn number(self) -> u32 {
        u32::from(self.year) * 10_000 + u32::from(self.month) * 100 + u32::from(self.day)
    }

    /// Days since 1970-01-01 (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`).
    pub fn ordinal(self) -> i64 {
        let (month, date) = (i64::from(self.month), i64::from(self.day));
        let year = i64::from(self.year) - i64::from(month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + date - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }
}

/// Days of a month; `None` for a month that is none.
pub(crate) fn days(year: u16, month: u8) -> Option<u8> {
    Some(match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => return None,
    })
}

/// The month of an English name or at least its first three letters, in any case.
pub(crate) fn month_by_name(text: &str) -> Option<u8> {
    const MONTHS: &str =
        "january february march april may june july august september october november december";
    let text = text.to_ascii_lowercase();
    let begins = |month: &str| text.len() >= 3 && month.starts_with(&text);
    (1..).zip(MONTHS.split(' ')).find(|(_, month)| begins(month)).map(|(number, _)| number)
}

/// A number of exactly so many digits.
pub(crate) fn number(text: &str, digits: usize) -> Option<u16> {
    crate::text::digits::number(text, digits).filter(|_| text.len() == digits)
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Day;

    #[test]
    fn numbers_and_days_agree() {
        let day = Day::new(2005, 8, 24).expect("a day");
        assert_eq!((day.number(), Day::from_number(20_050_824)), (20_050_824, Some(day)));
        assert_eq!(Day::from_number(20_050_832), None);
        assert_eq!(day.to_string(), "2005-08-24");
        // The first day of Unix time, and 2000-03-01, its 11 017th.
        let ordinal = |text: &str| Day::parse(text).expect("a day").ordinal();
        assert_eq!((ordinal("1970.01.01"), ordinal("2000.03.01")), (0, 11_017));
    }

    #[test]
    fn leap_years_are_those_of_the_calendar() {
        let last = |year| (28..=29).rev().find_map(|day| Day::new(year, 2, day)).map(|day| day.day);
        assert_eq!([1900, 2000, 2023, 2024].map(last), [Some(28), Some(29), Some(28), Some(29)]);
    }
}
