//! Clock commands of comments, kept as written: `[%clk 0:59:26]` and `[%emt 0:00:12]`, in large or small letters; and what looks
//! like a time and is none of these, which is said and not read: nobody can tell whether it is time left or time spent.

use serde::{Deserialize, Serialize};

use crate::pgn::game::Stamp;

/// Longest text of a clock in bytes; what is longer is no clock and is left out.
const MAX_BYTES: usize = 32;

/// Something in a comment that looks like a time and is no clock command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeLike {
    /// Hours, minutes and seconds: `[1:29:27]`, `1:29:27`; or minutes and seconds in brackets: `[29:27]`.
    Clock,
    /// Seconds with their unit, as engines' games have them: `+0.5/14 47s`.
    Seconds,
    /// A clock command without its brackets: `%clk 1:29:27`.
    Command,
}

/// A time as clocks show it, `1:30:30`.
pub(crate) fn clock_text(seconds: u64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// Looks through a comment for the clocks of the move before it. The first of a kind counts.
pub(crate) fn note(stamp: &mut Stamp, comment: &[u8]) {
    let mut rest = comment;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"[%") {
        rest = &rest[at + 2..];
        let Some(length) = rest.iter().position(|&b| b == b']') else {
            return;
        };
        let (command, after) = rest.split_at(length);
        rest = after;
        let name = command.get(..3).unwrap_or_default();
        let slot = match name {
            _ if name.eq_ignore_ascii_case(b"clk") => &mut stamp.clk,
            _ if name.eq_ignore_ascii_case(b"emt") => &mut stamp.emt,
            _ => continue,
        };
        // A line may break between the name and the value.
        let value = command.get(3..).filter(|value| value.first().is_some_and(u8::is_ascii_whitespace));
        let value = value.unwrap_or_default().trim_ascii();
        if slot.is_none() && (1..=MAX_BYTES).contains(&value.len()) && value.is_ascii() {
            *slot = str::from_utf8(value).ok().map(Box::from);
        }
    }
}

/// What in a comment looks like a time, the clocks that [`note`] reads aside.
pub(crate) fn time_like(comment: &[u8]) -> Option<TimeLike> {
    let inside = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b':' | b'.' | b'%');
    let words = comment.split(|b| !inside(b)).filter(|word| !word.is_empty());
    let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let sixty = |part: &[u8]| part.len() == 2 && digits(part);
    for word in words {
        let whole = word.split(|b| *b == b'.').next().unwrap_or_default();
        let fields: Vec<&[u8]> = whole.split(|b| *b == b':').collect();
        let alone = |edge: &[u8]| comment.starts_with(edge);
        match *fields.as_slice() {
            [hours, minutes, seconds]
                if digits(hours) && hours.len() <= 2 && sixty(minutes) && sixty(seconds) =>
            {
                return Some(TimeLike::Clock);
            }
            [minutes, seconds] if digits(minutes) && minutes.len() <= 3 && sixty(seconds) && alone(b"{[") => {
                return Some(TimeLike::Clock);
            }
            _ => {}
        }
        if let Some(number) = word.strip_suffix(b"s")
            && number.iter().all(|b| b.is_ascii_digit() || *b == b'.')
            && number.first().is_some_and(u8::is_ascii_digit)
        {
            return Some(TimeLike::Seconds);
        }
        if [&b"%clk"[..], b"%emt"].iter().any(|name| word.eq_ignore_ascii_case(name)) {
            return Some(TimeLike::Command);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{TimeLike, time_like};
    use crate::pgn::game::Stamp;
    use crate::pgn::movetext::{Rules, scan};

    fn read(text: &str) -> Vec<(Option<String>, Option<String>)> {
        let mut tokens = Vec::new();
        scan(text.as_bytes(), Rules::STANDARD, &mut tokens).expect(text);
        let owned = |text: Option<Box<str>>| text.map(String::from);
        let stamps = tokens.into_iter().map(|token| token.stamp);
        if stamps.clone().all(|stamp| stamp == Stamp::default()) {
            return Vec::new();
        }
        stamps.map(|stamp| (owned(stamp.clk), owned(stamp.emt))).collect()
    }

    fn clk(text: &str) -> (Option<String>, Option<String>) {
        (Some(text.to_owned()), None)
    }

    #[test]
    fn clocks_belong_to_the_move_before_them() {
        assert_eq!(
            read("{[%clk 1:30:00]} 1. e4 {[%clk 1:29:58] good} e5 {[%eval 0.3] [%clk\n0:59:26]} 2. Nf3"),
            [clk("1:29:58"), clk("0:59:26"), (None, None)]
        );
        assert_eq!(
            read("1. e4 {[%clk 0:04:57.3]} {[%emt 0:00:02]} (1. d4 {[%clk 9:99:99]}) e5 {[%emt 1.25]}"),
            [(Some("0:04:57.3".into()), Some("0:00:02".into())), (None, Some("1.25".into()))]
        );
    }

    #[test]
    fn capital_letters_and_comments_to_the_end_of_a_line_are_read() {
        assert_eq!(read("1. e4 {[%CLK 1:29:58]} e5 {[%Clk 1:29:50]}"), [clk("1:29:58"), clk("1:29:50")]);
        assert_eq!(read("1. e4 ; [%clk 1:29:58]\n1... e5"), [clk("1:29:58"), (None, None)]);
        // A comment in a variation says nothing about the game.
        assert!(read("1. e4 (1. d4 ; [%clk 1:29:58]\n) e5").is_empty());
    }

    #[test]
    fn what_looks_like_a_time_is_told_apart() {
        for (comment, expected) in [
            ("{+0.5/14 47s", Some(TimeLike::Seconds)),
            ("{+0.35/12 0.61s", Some(TimeLike::Seconds)),
            ("{[1:29:27]", Some(TimeLike::Clock)),
            ("{(0:29:27) good", Some(TimeLike::Clock)),
            ("{1:29:27.5", Some(TimeLike::Clock)),
            ("{[29:27]", Some(TimeLike::Clock)),
            ("{%clk 1:29", Some(TimeLike::Command)),
            ("{%CLK", Some(TimeLike::Command)),
            ("{good", None),
            ("{2:1 for White", None),
            ("{0.35/12", None),
            ("{moves", None),
            ("{", None),
        ] {
            assert_eq!(time_like(comment.as_bytes()), expected, "{comment}");
        }
    }

    #[test]
    fn what_is_no_clock_is_left_out() {
        assert!(read("{[%clk 1:30:00]} 1. e4 {fine} e5").is_empty());
        let long = format!("1. e4 {{[%clk {}]}}", "1".repeat(33));
        assert!(read(&long).is_empty());
        for text in
            ["1. e4 {[%clk]}", "1. e4 {[%clk 1:00}", "1. e4 {[%clks 1:00]}", "1. e4 {[%clk ]}", "1. e4 {[%}"]
        {
            assert!(read(text).is_empty(), "{text}");
        }
        // The first of a kind counts.
        assert_eq!(read("1. e4 {[%clk 1] [%clk 2]}"), [clk("1")]);
    }
}
