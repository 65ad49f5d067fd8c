//! The clock commands of comments: `[%clk 0:59:26]`, the time left on the mover's clock, and `[%emt 0:00:05]`, the time
//! spent on the move. A text that could mean two times, such as `1:30`, is refused.

use crate::text::digits::number;

/// Most hours of a clock; servers show up to a few weeks.
const MAX_HOURS: u64 = 9_999;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockTime {
    /// Milliseconds, under 10,000 hours.
    pub ms: u64,
    /// How finely it is written: 1000, 100, 10 or 1 milliseconds.
    pub resolution_ms: u64,
}

/// Reads the text of `%clk`: `h:mm:ss`, with up to three digits of a second's fraction. Two fields are none: they may be
/// hours and minutes or minutes and seconds.
pub fn read_clock(text: &str) -> Option<ClockTime> {
    let (whole, part) = at_point(text.trim())?;
    let [hours, minutes, seconds] = whole.split(':').collect::<Vec<_>>().try_into().ok()?;
    let sixty = |text| number(text, 2).filter(|&n: &u64| n < 60);
    let hours: u64 = number(hours, 4).filter(|&hours| hours <= MAX_HOURS)?;
    with_fraction((hours * 60 + sixty(minutes)?) * 60 + sixty(seconds)?, part)
}

/// Reads the text of `%emt`: like a clock, or plain seconds such as `23.456`, as Internet servers write it.
pub fn read_elapsed(text: &str) -> Option<ClockTime> {
    let text = text.trim();
    if text.contains(':') {
        return read_clock(text);
    }
    let (whole, part) = at_point(text)?;
    with_fraction(number(whole, 7)?, part)
}

/// Cuts a text at its decimal point, behind which something has to stand.
fn at_point(text: &str) -> Option<(&str, &str)> {
    match text.split_once('.') {
        None => Some((text, "")),
        Some((_, "")) => None,
        pair => pair,
    }
}

fn with_fraction(seconds: u64, part: &str) -> Option<ClockTime> {
    // The number of digits says how fine the text is.
    let resolution_ms = *[1000, 100, 10, 1].get(part.len())?;
    let part_ms = if part.is_empty() { 0 } else { number::<u64>(part, 3)? * resolution_ms };
    Some(ClockTime { ms: seconds * 1000 + part_ms, resolution_ms })
}

#[cfg(test)]
mod tests {
    use super::{ClockTime, read_clock, read_elapsed};

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
            assert_eq!(read_clock(text), Some(ClockTime { ms, resolution_ms }), "{text}");
            assert_eq!(read_elapsed(text), Some(ClockTime { ms, resolution_ms }), "{text}");
        }
        for text in [
            "1:30",
            "59:26",
            "0:05.5",
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
            assert_eq!(read_clock(text), None, "{text}");
        }
    }

    #[test]
    fn elapsed_times_may_be_plain_seconds() {
        assert_eq!(read_elapsed("23.456"), Some(ClockTime { ms: 23_456, resolution_ms: 1 }));
        assert_eq!(read_elapsed("0.1"), Some(ClockTime { ms: 100, resolution_ms: 100 }));
        assert_eq!(read_elapsed("7"), Some(ClockTime { ms: 7_000, resolution_ms: 1000 }));
        for text in ["", ".5", "5.", "-1", "1e3", "12345678"] {
            assert_eq!(read_elapsed(text), None, "{text}");
        }
    }
}
