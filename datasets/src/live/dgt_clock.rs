//! The moves of `LiveChessCloud`: `"e4 5400+12"`, a move and what the clock said.
//!
//! The number before the plus is the time left in seconds, the number behind it the time spent on the move; either may
//! be missing (`"e4"`, `"e4 5400"`, `"e4 +12"`). That the second number is time *spent* shows where the increment is
//! known: 918 s left, a move with `+2`, 926 s left fits 10 s a move. Nothing here knows whether the move is legal.

use std::fmt::Write as _;

const MOVE_BYTES: usize = 12;
/// Longest text behind a move.
const CLOCK_BYTES: usize = 40;

/// A move with its times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TimedMove {
    /// The move in SAN as written.
    pub(crate) san: String,
    /// Time left after the move, in seconds.
    pub(crate) left: Option<u32>,
    /// Time spent on the move, in seconds.
    pub(crate) spent: Option<u32>,
    /// Further text behind the move.
    pub(crate) other: Option<String>,
}

impl TimedMove {
    /// Reads one entry of `moves`.
    ///
    /// # Errors
    /// The defect, as a lower-case fragment.
    pub(crate) fn read(text: &str) -> Result<Self, &'static str> {
        let (san, clock) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'=' | b'+' | b'#');
        // What cannot stand in a move could end a comment or a tag in the PGN.
        if san.is_empty() || san.len() > MOVE_BYTES || !san.bytes().all(fits) {
            return Err("it does not begin with a move");
        }
        let mut timed = Self { san: san.to_owned(), left: None, spent: None, other: None };
        let clock = clock.trim();
        let (left, spent) = clock.split_once('+').map_or((clock, None), |(l, s)| (l, Some(s)));
        match (seconds(left), spent.map(seconds)) {
            _ if clock.is_empty() => {}
            (Some(left), None) => timed.left = Some(left),
            (Some(left), Some(Some(spent))) => (timed.left, timed.spent) = (Some(left), Some(spent)),
            (None, Some(Some(spent))) if left.is_empty() => timed.spent = Some(spent),
            _ if clock.len() > CLOCK_BYTES
                || clock.contains(['{', '}'])
                || clock.chars().any(char::is_control) =>
            {
                return Err("what stands behind the move is no clock time");
            }
            _ => timed.other = Some(clock.to_owned()),
        }
        Ok(timed)
    }

    /// The comment that carries the times: `{[%clk 1:30:00] [%emt 0:00:12]}`; nothing if there are none.
    pub(crate) fn comment(&self) -> String {
        let mut parts = Vec::new();
        if let Some(left) = self.left {
            parts.push(format!("[%clk {}]", clock(left)));
        }
        if let Some(spent) = self.spent {
            parts.push(format!("[%emt {}]", clock(spent)));
        }
        parts.extend(self.other.iter().map(|other| format!("clock: {other}")));
        let mut comment = String::new();
        if !parts.is_empty() {
            // Writing into a string does not fail.
            let _ = write!(comment, "{{{}}}", parts.join(" "));
        }
        comment
    }
}

fn seconds(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Seconds as `h:mm:ss`.
fn clock(seconds: u32) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::{TimedMove, clock};

    fn comment(text: &str) -> String {
        TimedMove::read(text).map(|timed| timed.comment()).expect(text)
    }

    #[test]
    fn times_in_all_their_forms() {
        for (text, expected) in [
            ("e4", ""),
            ("e4 5400", "{[%clk 1:30:00]}"),
            ("e4 +12", "{[%emt 0:00:12]}"),
            ("b3 918+1", "{[%clk 0:15:18] [%emt 0:00:01]}"),
            ("  O-O   937+67 ", "{[%clk 0:15:37] [%emt 0:01:07]}"),
            ("e8=Q# 0", "{[%clk 0:00:00]}"),
            ("e4 -5", "{clock: -5}"),
            ("e4 12+", "{clock: 12+}"),
            ("e4 +", "{clock: +}"),
            ("e4 99999999999", "{clock: 99999999999}"),
        ] {
            assert_eq!(comment(text), expected, "{text}");
        }
        assert_eq!(clock(u32::MAX), "1193046:28:15");
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in ["", " ", "+12 e4 }", "e4} 1-0", "e4\n[Event", "Кf3 12", "e4e5e6e7e8e9e", "1. e4", "{e4"]
        {
            assert!(TimedMove::read(text).is_err(), "{text:?}");
        }
        for text in ["e4 12 } 1-0", "e4 a{b", "e4 a\u{7}b"] {
            assert!(TimedMove::read(text).is_err(), "{text:?}");
        }
        assert!(TimedMove::read(&format!("e4 {}", "9".repeat(50))).is_err());
    }
}
