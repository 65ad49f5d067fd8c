//! A month, for the games of a player.

use std::fmt;
use std::str::FromStr;

use super::error::ImportError;
use crate::day::{Day, number};

/// A month of the calendar in UTC, as both platforms count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Month {
    /// Its first day.
    first: Day,
}

impl Month {
    /// The year with four digits and the month with two, from 01 to 12.
    pub(super) fn parts(self) -> (u16, u8) {
        (self.first.year, self.first.month)
    }

    /// The first and the last millisecond, counted from 1970-01-01 00:00 UTC.
    pub(super) fn milliseconds(self) -> (i64, i64) {
        let (year, month) = self.parts();
        let next = if month == 12 { Day::new(year + 1, 1, 1) } else { Day::new(year, month + 1, 1) };
        let start = |day: Day| day.ordinal() * 86_400_000;
        // After the last month of the calendar there is none.
        (start(self.first), next.map_or(i64::MAX, |next| start(next) - 1))
    }
}

impl FromStr for Month {
    type Err = ImportError;

    fn from_str(text: &str) -> Result<Self, ImportError> {
        let first = text
            .split_once('-')
            .and_then(|(year, month)| Day::new(number(year, 4)?, u8::try_from(number(month, 2)?).ok()?, 1));
        first.map(|first| Self { first }).ok_or_else(|| ImportError::Month { text: text.to_owned() })
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month) = self.parts();
        write!(f, "{year:04}-{month:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::Month;

    #[test]
    fn months_begin_and_end_where_the_calendar_says() {
        let month = |text: &str| text.parse::<Month>().expect("a month");
        // `date -u -d 2024-02-01 +%s` is 1706745600, of 2024-03-01 it is 1709251200.
        assert_eq!(month("2024-02").milliseconds(), (1_706_745_600_000, 1_709_251_199_999));
        // 2025-12-01 is 1764547200, 2026-01-01 is 1767225600.
        assert_eq!(month("2025-12").milliseconds(), (1_764_547_200_000, 1_767_225_599_999));
        assert_eq!(month("2026-03").to_string(), "2026-03");
        for text in ["", "2026", "2026-13", "2026-00", "26-03", "2026-3", "2026-03-01", "March 2026"] {
            let error = text.parse::<Month>().expect_err(text).to_string();
            assert!(error.contains("2026-03"), "{error}");
        }
    }
}
