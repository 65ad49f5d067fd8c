//! Dates of games, which are often known in part only.
//!
//! A date in a game is a span from its earliest to its latest possible day: `2005.??.??` is any day of 2005. Two
//! dates are in order only if the spans are. Nothing is guessed: a date that is none gives no span.

use std::fmt;

/// A day as the number `YYYYMMDD`, so that days compare as numbers. Year 1 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

impl Day {
    /// The day, if the calendar has it (Gregorian throughout).
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let known = (1..=9999).contains(&year) && (1..=length(year, month)?).contains(&day);
        known.then(|| Self(u32::from(year) * 10_000 + u32::from(month) * 100 + u32::from(day)))
    }

    /// The day from its number; `None` if the calendar does not have it.
    pub(crate) fn from_number(number: u32) -> Option<Self> {
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
        Self::new(
            u16::try_from(year).ok()?,
            u8::try_from(month).ok()?,
            u8::try_from(day).ok()?,
        )
    }

    /// The number `YYYYMMDD`.
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// `2005-08-24`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:04}-{:02}-{:02}",
            self.0 / 10_000,
            self.0 / 100 % 100,
            self.0 % 100
        )
    }
}

/// Days of a month; `None` for a month that is none.
fn length(year: u16, month: u8) -> Option<u8> {
    Some(match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => return None,
    })
}

/// The days on which a game may have been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first.
    pub earliest: Day,
    /// The last.
    pub latest: Day,
}

impl Span {
    /// Reads a `Date` tag: `YYYY.MM.DD`, also with hyphens or slashes, with `??` or `00` for what is not known. A
    /// day without a month says nothing, so it is ignored with the month. `None` if the year is not known or a
    /// part is no number or not in the calendar.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        let mut parts = tag.trim().split(['.', '-', '/']);
        let year = number(parts.next()?, 4)??;
        let month = parts.next().map_or(Some(None), |part| number(part, 2))?;
        let day = parts.next().map_or(Some(None), |part| number(part, 2))?;
        if parts.next().is_some() {
            return None;
        }
        let month = month.map(u8::try_from).transpose().ok()?;
        let day = day.map(u8::try_from).transpose().ok()?;
        let (from, to) = match (month, day) {
            (Some(month), Some(day)) => ((month, day), (month, day)),
            (Some(month), None) => ((month, 1), (month, length(year, month)?)),
            (None, _) => ((1, 1), (12, 31)),
        };
        Some(Self {
            earliest: Day::new(year, from.0, from.1)?,
            latest: Day::new(year, to.0, to.1)?,
        })
    }
}

/// A part of a date: `Some(None)` if it is not known, `None` if it is not a part of a date.
#[expect(clippy::option_option, reason = "unknown and unreadable are different")]
fn number(part: &str, digits: usize) -> Option<Option<u16>> {
    if part.bytes().all(|b| b == b'?') {
        return Some(None);
    }
    if part.len() > digits || (digits == 4 && part.len() != 4) || !part.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: u16 = part.parse().ok()?;
    Some((number > 0).then_some(number))
}

#[cfg(test)]
mod tests {
    use super::{Day, Span};

    fn span(tag: &str) -> Option<(String, String)> {
        let span = Span::of_tag(tag)?;
        Some((span.earliest.to_string(), span.latest.to_string()))
    }

    fn some(a: &str, b: &str) -> Option<(String, String)> {
        Some((a.to_owned(), b.to_owned()))
    }

    #[test]
    fn whole_and_partial_dates() {
        assert_eq!(span("2005.08.24"), some("2005-08-24", "2005-08-24"));
        assert_eq!(span("2005-8-4"), some("2005-08-04", "2005-08-04"));
        assert_eq!(span("2004.02.??"), some("2004-02-01", "2004-02-29"));
        assert_eq!(span("1900.02.00"), some("1900-02-01", "1900-02-28"));
        assert_eq!(span("2005.??.??"), some("2005-01-01", "2005-12-31"));
        assert_eq!(span("2005.??.24"), some("2005-01-01", "2005-12-31"));
        assert_eq!(span("2005"), some("2005-01-01", "2005-12-31"));
    }

    #[test]
    fn what_is_no_date_has_no_span() {
        for tag in [
            "",
            "?",
            "????.??.??",
            "2005.13.01",
            "2005.02.30",
            "24.08.2005",
            "2005.08.24.1",
            "05.8.24",
            "0000.01.01",
            "2005.x.1",
            "2005.?1.01",
            "+005.01.01",
        ] {
            assert_eq!(span(tag), None, "{tag}");
        }
    }

    #[test]
    fn numbers_and_days_agree() {
        let day = Day::new(2005, 8, 24).expect("a day");
        assert_eq!(
            (day.number(), Day::from_number(20_050_824)),
            (20_050_824, Some(day))
        );
        assert_eq!(Day::from_number(20_050_832), None);
        assert_eq!(Day::from_number(u32::MAX), None);
    }
}
