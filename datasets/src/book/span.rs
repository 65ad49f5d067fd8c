//! The days on which a game may have been played, from a date that may lack parts.

use crate::day::{Day, days};
use crate::text::digits::number;

/// The days on which a game may have been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub earliest: Day,
    pub latest: Day,
}

impl Span {
    /// Reads a `Date` tag: `YYYY.MM.DD`, also with hyphens or slashes, with `??` or `00` for what is not known. A
    /// day without a month says nothing, so it is ignored with the month. `None` if the year is not known or a
    /// part is no number or not in the calendar.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let mut parts = tag.trim().split(['.', '-', '/']);
        let year = parts.next().filter(|year| year.len() == 4)?;
        let year: u16 = number(year, 4).filter(|year| *year > 0)?;
        let mut part = || parts.next().map_or(Some(None), part);
        let (month, day) = (part()?, part()?);
        if parts.next().is_some() {
            return None;
        }
        let (from, to) = match (month, day) {
            (Some(month), Some(day)) => ((month, day), (month, day)),
            (Some(month), None) => ((month, 1), (month, days(year, month)?)),
            (None, _) => ((1, 1), (12, 31)),
        };
        Some(Self { earliest: Day::new(year, from.0, from.1)?, latest: Day::new(year, to.0, to.1)? })
    }
}

/// A month or a day: `Some(None)` if it is not known, `None` if it is none.
#[expect(clippy::option_option, reason = "unknown and unreadable are different")]
fn part(text: &str) -> Option<Option<u8>> {
    if text.bytes().all(|b| b == b'?') {
        return Some(None);
    }
    number(text, 2).map(|part: u8| (part > 0).then_some(part))
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
    }

    #[test]
    fn what_is_no_date_has_no_span() {
        let tags = "|?|????.??.??|2005.13.01|2005.02.30|24.08.2005|2005.08.24.1|05.8.24|0000.01.01|2005.x.1|\
                    2005.?1.01|+005.01.01";
        for tag in tags.split('|') {
            assert_eq!(span(tag), None, "{tag}");
        }
    }
}
