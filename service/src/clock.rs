//! The system's clock, or one that a test sets.
//!
//! Everything that expires asks this clock, so that a test can let a day pass. Instants are whole seconds since 1970
//! began, UTC.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use reports::bundle::Timestamp;
use serde::Serializer;

/// A minute, in seconds.
pub(crate) const MINUTE: i64 = 60;
/// An hour, in seconds.
pub(crate) const HOUR: i64 = 60 * MINUTE;
/// A day, in seconds.
pub(crate) const DAY: i64 = 24 * HOUR;

#[derive(Clone, Debug)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    pub fn system() -> Self {
        Self(None)
    }

    /// A clock that stands at an instant until it is moved. Its clones are the same clock.
    pub fn standing_at(seconds: i64) -> Self {
        Self(Some(Arc::new(AtomicI64::new(seconds))))
    }

    /// Moves a clock that stands; the clock of the machine is left alone.
    pub fn advance(&self, seconds: i64) {
        if let Some(now) = &self.0 {
            now.fetch_add(seconds, Ordering::SeqCst);
        }
    }

    /// Seconds since 1970 began. A machine whose clock stands before that is taken to stand at it.
    pub fn now(&self) -> i64 {
        match &self.0 {
            Some(now) => now.load(Ordering::SeqCst),
            None => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .ok()
                .and_then(|since| i64::try_from(since.as_secs()).ok())
                .unwrap_or(0),
        }
    }
}

/// An instant as it is written in records and pages; one that cannot be written counts as the beginning of 1970.
pub(crate) fn timestamp(seconds: i64) -> Timestamp {
    u64::try_from(seconds)
        .ok()
        .and_then(Timestamp::from_seconds)
        .or_else(|| Timestamp::from_seconds(0))
        .unwrap_or_else(|| unreachable!("1970 can be written"))
}

pub(crate) fn as_timestamp<S: Serializer>(seconds: &i64, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&timestamp(*seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standing_clock_moves_when_told() {
        let clock = Clock::standing_at(1_793_179_800);
        let same = clock.clone();
        same.advance(2 * HOUR);
        assert_eq!(clock.now(), 1_793_187_000);
        assert_eq!(timestamp(clock.now()).to_string(), "2026-10-28T11:30:00Z");
        assert_eq!(timestamp(-5).to_string(), "1970-01-01T00:00:00Z");
    }
}
