//! The system's clock, or one that a test sets, and the zone in which people read it.
//!
//! Everything that expires asks this clock, so that a test can let a day pass. Instants are whole seconds since 1970
//! began, UTC.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use datasets::day::Day;
use jiff::tz::TimeZone;
use reports::Texts;
use reports::bundle::Timestamp;
use serde::Serializer;
use thiserror::Error;

/// A minute, in seconds.
pub(crate) const MINUTE: i64 = 60;
/// An hour, in seconds.
pub(crate) const HOUR: i64 = 60 * MINUTE;
/// A day, in seconds.
pub(crate) const DAY: i64 = 24 * HOUR;

/// A time zone: the one in which pages tell times.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone(TimeZone);

/// A name of a time zone that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{name}` is no time zone; name one like Europe/Berlin, as in the IANA time zone database")]
pub struct UnknownZone {
    pub name: String,
}

impl Zone {
    pub const UTC: Self = Self(TimeZone::UTC);

    /// The zone with a name of the IANA time zone database.
    ///
    /// # Errors
    /// A name that is none.
    pub fn by_name(name: &str) -> Result<Self, UnknownZone> {
        let unknown = |_| UnknownZone { name: reports::visible(name) };
        TimeZone::get(name).map(Self).map_err(unknown)
    }

    /// The zone of this machine; UTC where it says none.
    pub fn system() -> Self {
        Self(TimeZone::try_system().unwrap_or(TimeZone::UTC))
    }

    /// Its name; the difference to UTC where it has none.
    pub(crate) fn name(&self) -> String {
        self.0.iana_name().map_or_else(|| self.at(0).1, str::to_owned)
    }

    /// An instant by the clocks of the zone, and how the zone is called then: `CEST`, or `UTC+03` where it has no letters for it.
    pub(crate) fn at(&self, seconds: i64) -> (Timestamp, String) {
        let instant = jiff::Timestamp::from_second(seconds).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        let info = self.0.to_offset_info(instant);
        let called = match info.abbreviation() {
            letters if letters.starts_with(['+', '-']) => format!("UTC{letters}"),
            letters => letters.to_owned(),
        };
        (timestamp(seconds.saturating_add(info.offset().seconds().into())), called)
    }

    /// An instant for a line of a page: hour and minute on the day of `now`, the whole of it on another.
    pub(crate) fn short(&self, texts: &Texts, seconds: i64, now: i64) -> String {
        let ((at, called), (now, _)) = (self.at(seconds), self.at(now));
        let (at, now) = (at.to_string(), now.to_string());
        match (at.split_once('T'), now.split_once('T')) {
            (Some((day, time)), Some((today, _))) if day == today => time.chars().take(5).collect(),
            _ => format!("{} {called}", texts.instant(self.at(seconds).0)),
        }
    }
}

/// A clock that stands until it is moved.
#[derive(Debug)]
struct Standing {
    now: AtomicI64,
    /// Seconds by which it was moved forward.
    passed: AtomicU64,
}

#[derive(Clone, Debug)]
pub struct Clock(Option<Arc<Standing>>);

impl Clock {
    pub fn system() -> Self {
        Self(None)
    }

    /// A clock that stands at an instant until it is moved. Its clones are the same clock.
    pub fn standing_at(seconds: i64) -> Self {
        Self(Some(Arc::new(Standing { now: AtomicI64::new(seconds), passed: AtomicU64::new(0) })))
    }

    /// Moves a clock that stands; the clock of the machine is left alone.
    pub fn advance(&self, seconds: i64) {
        if let Some(Standing { now, passed }) = self.0.as_deref() {
            now.fetch_add(seconds, Ordering::SeqCst);
            passed.fetch_add(u64::try_from(seconds).unwrap_or(0), Ordering::SeqCst);
        }
    }

    /// The time since the start of the process. It never goes back, also when the clock of the machine is set.
    pub(crate) fn uptime(&self) -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        match &self.0 {
            Some(standing) => Duration::from_secs(standing.passed.load(Ordering::SeqCst)),
            None => START.elapsed(),
        }
    }

    /// Seconds since 1970 began. A machine whose clock stands before that is taken to stand at it.
    pub fn now(&self) -> i64 {
        match &self.0 {
            Some(standing) => standing.now.load(Ordering::SeqCst),
            None => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .ok()
                .and_then(|since| i64::try_from(since.as_secs()).ok())
                .unwrap_or(0),
        }
    }
}

/// The latest day that is no day of the future anywhere: tomorrow, in UTC. `None` past the calendar.
pub(crate) fn latest_day(now: i64) -> Option<Day> {
    timestamp(now.saturating_add(DAY)).to_string().get(..10).and_then(Day::parse)
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

    /// In 2026 clocks in Berlin go back on 25 October at 01:00 UTC: half past two comes twice, and the letters tell them apart.
    #[test]
    fn times_of_a_zone_by_hand() {
        let shown = |zone: &Zone, seconds| {
            let (at, called) = zone.at(seconds);
            format!("{at} {called}")
        };
        let berlin = Zone::by_name("Europe/Berlin").expect("a zone");
        assert_eq!(shown(&berlin, 1_792_888_200), "2026-10-25T02:30:00Z CEST");
        assert_eq!(shown(&berlin, 1_792_891_800), "2026-10-25T02:30:00Z CET");
        let kolkata = Zone::by_name("Asia/Kolkata").expect("a zone");
        assert_eq!(shown(&kolkata, 1_793_179_800), "2026-10-28T15:00:00Z IST");
        let tashkent = Zone::by_name("Asia/Tashkent").expect("a zone");
        assert_eq!(shown(&tashkent, 1_793_179_800), "2026-10-28T14:30:00Z UTC+05");
        assert_eq!(shown(&Zone::UTC, 1_793_179_800), "2026-10-28T09:30:00Z UTC");
        assert_eq!((berlin.name(), Zone::UTC.name()), ("Europe/Berlin".to_owned(), "UTC".to_owned()));
        assert!(Zone::by_name("Berlin").is_err() && Zone::by_name("").is_err());
    }
}
