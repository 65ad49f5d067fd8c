//! The clock commands of comments: `[%clk 0:59:26]`, the time left on the mover's clock, and `[%emt 0:00:05]`, the time
//! spent on the move. A text that could mean two times, such as `1:30`, is refused.

use thiserror::Error;

use crate::digits::number;

/// Most hours of a clock; servers show up to a few weeks.
const MAX_HOURS: u64 = 9_999;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockTime {
    /// Milliseconds, under 10,000 hours.
    pub ms: u64,
    /// How finely it is written: 1000, 100, 10 or 1 milliseconds.
    pub resolution_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum BadClock {
    #[error("two fields may be hours and minutes or minutes and seconds")]
    TwoFields,
    #[error("not a time of the form h:mm:ss")]
    Malformed,
}

/// Reads the text of `%clk`: `h:mm:ss`, with up to three digits of a second's fraction.
pub fn read_clock(text: &str) -> Result<ClockTime, BadClock> {
    let (whole, part) = at_point(text.trim())?;
    let mut fields = whole.split(':');
    let (Some(hours), Some(minutes), seconds, None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(BadClock::Malformed);
    };
    let Some(seconds) = seconds else {
        let both = number::<u64>(hours, 4).is_some() && number::<u64>(minutes, 2).is_some();
        return Err(if both { BadClock::TwoFields } else { BadClock::Malformed });
    };
    let sixty = |text| number(text, 2).filter(|&n: &u64| n < 60).ok_or(BadClock::Malformed);
    let hours: u64 = number(hours, 4).filter(|&h| h <= MAX_HOURS).ok_or(BadClock::Malformed)?;
    let whole = (hours * 60 + sixty(minutes)?) * 60 + sixty(seconds)?;
    with_fraction(whole, part)
}

/// Reads the text of `%emt`: like a clock, or plain seconds such as `23.456`, as Internet servers write it.
pub fn read_elapsed(text: &str) -> Result<ClockTime, BadClock> {
    let text = text.trim();
    if text.contains(':') {
        return read_clock(text);
    }
    let (whole, part) = at_point(text)?;
    let whole: u64 = number(whole, 7).ok_or(BadClock::Malformed)?;
    with_fraction(whole, part)
}

/// Cuts a text at its decimal point, behind which something has to stand.
fn at_point(text: &str) -> Result<(&str, &str), BadClock> {
    match text.split_once('.') {
        None => Ok((text, "")),
        Some((_, "")) => Err(BadClock::Malformed),
        Some(pair) => Ok(pair),
    }
}

fn with_fraction(seconds: u64, part: &str) -> Result<ClockTime, BadClock> {
    // The number of digits says how fine the text is.
    let resolution_ms = *[1000, 100, 10, 1].get(part.len()).ok_or(BadClock::Malformed)?;
    let part_ms = match part {
        "" => 0,
        digits => number::<u64>(digits, 3).ok_or(BadClock::Malformed)? * resolution_ms,
    };
    Ok(ClockTime { ms: seconds * 1000 + part_ms, resolution_ms })
}

#[cfg(test)]
mod tests {
    use super::{BadClock, ClockTime, read_clock, read_elapsed};

    #[test]
    fn clocks() {
        for (text, ms, resolution_ms) in [
            ("0:59:26", 3_566_000, 1000),
            ("1:30:00.5", 5_400_500, 100),
            ("0:00:03.1", 3_100, 100),
            ("01:30:56", 5_456_000, 1000),
            ("0:02:00.000", 120_000, 1),
            ("335:52:10", 1_209_130_000, 1000),
            (" 0:00:00 ", 0, 1000),
            ("0:0:5", 5_000, 1000),
        ] {
            assert_eq!(read_clock(text), Ok(ClockTime { ms, resolution_ms }), "{text}");
            assert_eq!(read_elapsed(text), Ok(ClockTime { ms, resolution_ms }), "{text}");
        }
        for text in ["1:30", "59:26", "0:05.5"] {
            assert_eq!(read_clock(text), Err(BadClock::TwoFields), "{text}");
        }
        for text in [
            "",
            ":",
            "::",
            "1",
            "90",
            "1:60:00",
            "1:00:60",
            "-0:00:03",
            "0:00:03.",
            "0:00:03.1234",
            "1:2:3:4",
            "a:bb:cc",
            "0:00:03,1",
            "10000:00:00",
            "0:000:00",
            "١:٠٠:٠٠",
            "0:00: 3",
            "0:00:+3",
            "1.02:03:04",
        ] {
            assert_eq!(read_clock(text), Err(BadClock::Malformed), "{text}");
        }
    }

    #[test]
    fn elapsed_times_may_be_plain_seconds() {
        assert_eq!(read_elapsed("23.456"), Ok(ClockTime { ms: 23_456, resolution_ms: 1 }));
        assert_eq!(read_elapsed("0.1"), Ok(ClockTime { ms: 100, resolution_ms: 100 }));
        assert_eq!(read_elapsed("7"), Ok(ClockTime { ms: 7_000, resolution_ms: 1000 }));
        for text in ["", ".5", "5.", "-1", "1e3", "12345678"] {
            assert_eq!(read_elapsed(text), Err(BadClock::Malformed), "{text}");
        }
    }
}
