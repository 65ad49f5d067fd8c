//! An instant in whole seconds, written in UTC. The caller names it: nothing here reads a clock.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Seconds of a day.
const DAY: u64 = 86_400;
/// The first second of the year 10000, which four digits cannot write.
const END: u64 = 253_402_300_800;

/// Seconds since 1970-01-01 00:00:00 UTC, without leap seconds; up to the end of the year 9999. Written as
/// `2026-10-28T09:30:00Z` (RFC 3339).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Timestamp(u64);

/// A text that is no instant as this module writes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an instant like 2026-10-28T09:30:00Z")]
pub struct NoTimestamp {
    text: String,
}

impl Timestamp {
    /// The instant so many seconds after 1970 began; `None` after the year 9999.
    #[must_use]
    pub fn from_seconds(seconds: u64) -> Option<Self> {
        (seconds < END).then_some(Self(seconds))
    }

    /// Seconds since 1970 began.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.0
    }
}

/// Year, month and day of a number of days since 1970-01-01.
///
/// Years are counted from 1 March 0000, so that the leap day ends a year and a month's first day is
/// `(153 m + 2) / 5` days into it. Source: Howard Hinnant, "chrono-compatible low-level date algorithms",
/// `civil_from_days`.
fn calendar(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = calendar(self.0 / DAY);
        let second = self.0 % DAY;
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

impl From<Timestamp> for String {
    fn from(timestamp: Timestamp) -> Self {
        timestamp.to_string()
    }
}

impl TryFrom<String> for Timestamp {
    type Error = NoTimestamp;

    /// Reads what [`Timestamp`]'s `Display` writes, and nothing else.
    fn try_from(text: String) -> Result<Self, NoTimestamp> {
        match read(&text) {
            Some(timestamp) if timestamp.to_string() == text => Ok(timestamp),
            _ => Err(NoTimestamp { text }),
        }
    }
}

/// The instant of a text; `None` where there is none. The caller compares with what would be written, so that a
/// 30 February does not become a 2 March.
fn read(text: &str) -> Option<Timestamp> {
    let bytes = text.as_bytes();
    if bytes.len() != 20 || !text.is_ascii() {
        return None;
    }
    let number = |from: usize, to: usize| -> Option<u64> {
        let digits = bytes.get(from..to)?;
        digits
            .iter()
            .try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + u64::from(byte - b'0')))
    };
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    if year < 1970 || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // `days_from_civil` of the same source.
    let shifted_year = year - u64::from(month <= 2);
    let (era, year_of_era) = (shifted_year / 400, shifted_year % 400);
    let shifted = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * shifted + 2) / 5 + day - 1;
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    let days = (era * 146_097 + of_era).checked_sub(719_468)?;
    let second = number(11, 13)? * 3_600 + number(14, 16)? * 60 + number(17, 19)?;
    Timestamp::from_seconds(days * DAY + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of `date -u -d @SECONDS`.
    const KNOWN: [(u64, &str); 7] = [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (1_000_000_000, "2001-09-09T01:46:40Z"),
        (1_709_251_199, "2024-02-29T23:59:59Z"),
        (1_793_179_800, "2026-10-28T09:30:00Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ];

    #[test]
    fn instants_are_written_and_read_as_the_calendar_has_them() {
        for (seconds, text) in KNOWN {
            let timestamp = Timestamp::from_seconds(seconds).expect("in range");
            assert_eq!(timestamp.to_string(), text);
            assert_eq!(Timestamp::try_from(text.to_owned()), Ok(timestamp));
            assert_eq!(timestamp.seconds(), seconds);
        }
        assert_eq!(Timestamp::from_seconds(END), None);
    }

    #[test]
    fn every_day_is_the_day_after_the_one_before() {
        let mut last = (1970, 1, 0);
        for day in 0..200_000 {
            let next = calendar(day);
            let follows = next == (last.0, last.1, last.2 + 1)
                || next == (last.0, last.1 + 1, 1) && last.2 >= 28
                || next == (last.0 + 1, 1, 1) && (last.1, last.2) == (12, 31);
            assert!(follows, "{next:?} after {last:?}");
            last = next;
        }
    }

    #[test]
    fn what_is_not_written_like_that_is_refused() {
        for text in [
            "",
            "2026-10-28",
            "2026-10-28T09:30:00+00:00",
            "2026-10-28t09:30:00Z",
            "2026-02-30T00:00:00Z",
            "2026-10-28T24:00:00Z",
            "2026-10-28T09:60:00Z",
            "2026-13-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "+026-10-28T09:30:00Z",
            "2026-10-28T09:30:0éZ",
        ] {
            assert!(Timestamp::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
