//! Clock commands of comments, kept as written: `[%clk 0:59:26]` and `[%emt 0:00:12]`.

use crate::pgn::game::Stamp;

/// Longest text of a clock in bytes; what is longer is no clock and is left out.
const MAX_BYTES: usize = 32;

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
        let slot = match command.get(..3) {
            Some(b"clk") => &mut stamp.clk,
            Some(b"emt") => &mut stamp.emt,
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

#[cfg(test)]
mod tests {
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
