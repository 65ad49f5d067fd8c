//! An instant in whole seconds, written in UTC. The caller names it: nothing here reads a clock.

use std::fmt;

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The first second of the year 10000, which four digits cannot write.
const END: u64 = 253_402_300_800;

/// Seconds since 1970-01-01 00:00:00 UTC, without leap seconds; up to the end of the year 9999. Written as
/// `2026-10-28T09:30:00Z` (RFC 3339).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Timestamp(u64);

impl Timestamp {
    /// The instant so many seconds after 1970 began; `None` after the year 9999.
    pub fn from_seconds(seconds: u64) -> Option<Self> {
        (seconds < END).then_some(Self(seconds))
    }

    /// Seconds since 1970 began.
    pub fn seconds(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = i64::try_from(self.0).map_err(|_| fmt::Error)?;
        let instant = OffsetDateTime::from_unix_timestamp(seconds).map_err(|_| fmt::Error)?;
        f.write_str(&instant.format(&Rfc3339).map_err(|_| fmt::Error)?)
    }
}

impl From<Timestamp> for String {
    fn from(timestamp: Timestamp) -> Self {
        timestamp.to_string()
    }
}

impl TryFrom<String> for Timestamp {
    type Error = String;

    /// Reads what [`Timestamp`]'s `Display` writes, and nothing else.
    fn try_from(text: String) -> Result<Self, String> {
        let instant = OffsetDateTime::parse(&text, &Rfc3339).ok();
        let seconds = instant.and_then(|instant| u64::try_from(instant.unix_timestamp()).ok());
        let timestamp = seconds.and_then(Self::from_seconds).filter(|read| read.to_string() == text);
        timestamp.ok_or_else(|| format!("`{text}` is not an instant like 2026-10-28T09:30:00Z"))
    }
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
    fn what_is_not_written_like_that_is_refused() {
        for text in [
            "",
            "2026-10-28",
            "2026-10-28T09:30:00+00:00",
            "2026-10-28T09:30:00.5Z",
            "2026-10-28t09:30:00Z",
            "2026-02-30T00:00:00Z",
            "2026-10-28T24:00:00Z",
            "2026-10-28T23:59:60Z",
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
