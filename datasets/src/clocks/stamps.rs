//! Clock commands of comments, as written: `[%clk 0:59:26]` and `[%emt 0:00:12]`.
//!
//! The text is kept and not read here. Whether a clock shows time left or time spent, and whether the control
//! explains its steps, is for others to find out.

use std::ops::Range;

use crate::pgn::game::Stamp;

/// Longest text of a clock in bytes; what is longer is no clock and is left out.
const MAX_BYTES: usize = 32;

/// Places of the clock texts behind one move, within the movetext.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clocks {
    clk: Option<Range<usize>>,
    emt: Option<Range<usize>>,
}

impl Clocks {
    /// Looks through one comment, which stands at `comment` in `text`. The first of a kind counts.
    pub(crate) fn note(&mut self, text: &[u8], comment: Range<usize>) {
        let mut at = comment.start;
        while let Some(found) =
            text.get(at..comment.end).and_then(|rest| rest.windows(2).position(|pair| pair == b"[%"))
        {
            let command = at + found + 2;
            at = command;
            let Some(length) = text[command..comment.end].iter().position(|&b| b == b']') else {
                return;
            };
            let inner = &text[command..command + length];
            at += length;
            let slot = match inner.get(..3) {
                Some(b"clk") => &mut self.clk,
                Some(b"emt") => &mut self.emt,
                _ => continue,
            };
            // A line may break between the name and the value.
            let Some(value) = inner.get(3..).filter(|v| v.first().is_some_and(u8::is_ascii_whitespace))
            else {
                continue;
            };
            let skipped = value.len() - value.trim_ascii_start().len();
            let start = command + 3 + skipped;
            let end = start + value.trim_ascii().len();
            if slot.is_none() && start < end && end - start <= MAX_BYTES && text[start..end].is_ascii() {
                *slot = Some(start..end);
            }
        }
    }
}

/// The stamps of moves from the places behind them; empty if no move has one.
pub(crate) fn stamps<'a>(text: &[u8], clocks: impl Iterator<Item = &'a Clocks> + Clone) -> Vec<Stamp> {
    if clocks.clone().all(|clocks| *clocks == Clocks::default()) {
        return Vec::new();
    }
    let kept = |range: &Option<Range<usize>>| {
        let bytes = text.get(range.clone()?)?;
        str::from_utf8(bytes).ok().map(Box::from)
    };
    clocks.map(|clocks| Stamp { clk: kept(&clocks.clk), emt: kept(&clocks.emt) }).collect()
}

#[cfg(test)]
mod tests {
    use super::stamps;
    use crate::pgn::movetext::{Rules, scan};

    fn read(text: &str) -> Vec<(Option<String>, Option<String>)> {
        let mut tokens = Vec::new();
        scan(text.as_bytes(), Rules::STANDARD, &mut tokens).expect(text);
        let stamps = stamps(text.as_bytes(), tokens.iter().map(|token| &token.clocks));
        let owned = |text: Option<Box<str>>| text.map(String::from);
        stamps.into_iter().map(|s| (owned(s.clk), owned(s.emt))).collect()
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
