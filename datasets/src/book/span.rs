//! The days on which a game may have been played, from a date that may lack parts.

use crate::day::written::{self, WrittenDate};
use crate::day::{Day, days};

/// The days on which a game may have been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub earliest: Day,
    pub latest: Day,
}

impl Span {
    /// Reads a `Date` tag, in any form that says one day, month or year; a day without a month says nothing. `None` if the
    /// year is not known, if the date may be one of two days, or if it is not in the calendar.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let (year, from, to) = match written::read(tag)? {
            WrittenDate::Day(day) => return Some(Self { earliest: day, latest: day }),
            WrittenDate::Month(year, month) => (year, (month, 1), (month, days(year, month)?)),
            WrittenDate::Year(year) => (year, (1, 1), (12, 31)),
            WrittenDate::TwoWays { .. } => return None,
        };
        Some(Self { earliest: Day::new(year, from.0, from.1)?, latest: Day::new(year, to.0, to.1)? })
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

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
        assert_eq!(span("24.08.2005"), some("2005-08-24", "2005-08-24"));
    }

    #[test]
    fn what_is_no_date_has_no_span() {
        let tags = "|?|????.??.??|2005.13.01|2005.02.30|03/04/2005|2005.08.24.1|05.8.24|0000.01.01|2005.x.1|\
                    2005.?1.01|+005.01.01";
        for tag in tags.split('|') {
            assert_eq!(span(tag), None, "{tag}");
        }
    }
}
