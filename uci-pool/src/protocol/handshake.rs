//! Lines of the handshake: `id`, `option`, `uciok`, `readyok`.
//!
//! `vampirc-uci` reads all of them but `option`, which it loses an empty default and long numbers of. Lines that cannot be
//! read are left to the caller as [`Handshake::Other`]. Names and values are printed and stored, so what nobody can see in them
//! becomes U+FFFD.

use vampirc_uci::{UciMessage, parse_one};

use crate::protocol::text::printable;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Handshake {
    Name(String),
    Author(String),
    Option(Offered),
    UciOk,
    ReadyOk,
    /// Anything else: `info string`, banners, noise.
    Other,
}

/// An option the engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offered {
    /// Name in the engine's spelling.
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// Type of an option, with what limits the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `true` or `false`.
    Check,
    /// A whole number; a bound that was not given or not readable is `None`.
    Spin {
        min: Option<i64>,
        max: Option<i64>,
    },
    /// One of these values.
    Combo(Vec<String>),
    Button,
    /// Any text; holds the default.
    Text(String),
}

pub(crate) fn read(line: &str) -> Handshake {
    let line = line.trim();
    // Only these three kinds go through the grammar: with `info` or `bestmove` it is wrong, and on a number
    // that is too long it can panic.
    match line.split_whitespace().next() {
        Some("option") => option(line).map_or(Handshake::Other, Handshake::Option),
        Some("id" | "uciok" | "readyok") => match parse_one(line) {
            UciMessage::Id { name: Some(name), .. } => Handshake::Name(printable(&name)),
            UciMessage::Id { author: Some(author), .. } => Handshake::Author(printable(&author)),
            UciMessage::UciOk => Handshake::UciOk,
            UciMessage::ReadyOk => Handshake::ReadyOk,
            _ => Handshake::Other,
        },
        _ => Handshake::Other,
    }
}

/// `option name WORDS type KIND [default WORDS] [min N] [max N] [var WORDS]*`
fn option(line: &str) -> Option<Offered> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["option", "name", rest @ ..] = words.as_slice() else {
        return None;
    };
    let at = rest.iter().position(|&w| w == "type")?;
    let name = printable(&rest[..at].join(" "));
    let (&kind, rest) = rest.get(at + 1..)?.split_first()?;
    if name.is_empty() {
        return None;
    }
    let mut default = String::new();
    let (mut min, mut max) = (None, None);
    let mut vars = Vec::new();
    let mut rest = rest;
    while let Some((&key, tail)) = rest.split_first() {
        // The text of a string may contain any word, so its default runs to the end of the line.
        let end = match kind {
            "string" => tail.len(),
            _ => tail
                .iter()
                .position(|w| matches!(*w, "default" | "min" | "max" | "var"))
                .unwrap_or(tail.len()),
        };
        let value = printable(&tail[..end].join(" "));
        match key {
            "default" => default = if value == "<empty>" { String::new() } else { value },
            "min" => min = value.parse().ok(),
            "max" => max = value.parse().ok(),
            "var" => vars.push(value),
            _ => return None,
        }
        rest = &tail[end..];
    }
    let kind = match kind {
        "check" => Kind::Check,
        "spin" => Kind::Spin { min, max },
        "combo" => Kind::Combo(vars),
        "button" => Kind::Button,
        "string" => Kind::Text(default),
        _ => return None,
    };
    Some(Offered { name, kind })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn options_are_read() {
        let text = |text: &str| Kind::Text(text.to_owned());
        let spin = |min, max| Kind::Spin { min: Some(min), max: Some(max) };
        let styles = Kind::Combo(vec!["Very Solid".to_owned(), "Risky".to_owned()]);
        let wide = 9_000_000_000_000_000;
        for (line, kind) in [
            ("Skill Level type spin default 20 min 0 max 20", spin(0, 20)),
            ("Clear Hash type button", Kind::Button),
            ("Ponder type check default false", Kind::Check),
            ("EvalFile type string default nn-ad9b42354671.nnue", text("nn-ad9b42354671.nnue")),
            ("Style type combo default Very Solid var Very Solid var Risky", styles),
            ("Debug Log File type string default ", text("")),
            ("Debug Log File type string", text("")),
            ("SyzygyPath type string default <empty>", text("")),
            ("Nodes type spin default 0 min -9000000000000000 max 9000000000000000", spin(-wide, wide)),
            ("Book type string default a max of min books", text("a max of min books")),
        ] {
            let name = line.split(" type ").next().expect("a name").to_owned();
            let expected = Handshake::Option(Offered { name, kind });
            assert_eq!(read(&format!("option name {line}")), expected);
        }
    }

    #[test]
    fn the_rest_of_the_handshake_is_read() {
        assert_eq!(read("id name Stockfish 15.1 "), Handshake::Name("Stockfish 15.1".into()));
        for (said, read_as) in [
            ("id name \u{1b}[31mRed", "\u{fffd}[31mRed"),
            ("id name Turned\u{202e}1.51", "Turned\u{fffd}1.51"),
            ("id name Bell\u{7}\u{9b}2J", "Bell\u{fffd}\u{fffd}2J"),
        ] {
            assert_eq!(read(said), Handshake::Name(read_as.into()));
        }
        let turned = read("option name Ev\u{1b}[2Jil\u{202e} type combo default a\u{9b}b var a\u{61c}b");
        let values = Kind::Combo(vec!["a\u{fffd}b".to_owned()]);
        let name = "Ev\u{fffd}[2Jil\u{fffd}".to_owned();
        assert_eq!(turned, Handshake::Option(Offered { name, kind: values }));
        assert_eq!(read("id author A. B."), Handshake::Author("A. B.".into()));
        assert_eq!(read("uciok"), Handshake::UciOk);
        assert_eq!(read("readyok\r"), Handshake::ReadyOk);
        for other in
            ["", "Stockfish 15.1 by the Stockfish developers", "info string x", "uciokay", "option x"]
        {
            assert_eq!(read(other), Handshake::Other, "{other}");
        }
    }

    proptest! {
        #[test]
        fn no_line_panics(line in "\\PC{0,80}") {
            let _ = read(&line);
        }

        #[test]
        fn no_near_miss_panics(words in prop::collection::vec(prop::sample::select(vec![
            "option", "name", "type", "spin", "check", "combo", "string", "button", "default", "min", "max", "var",
            "-", "-5", "- 5", "7", "99999999999999999999", "<empty>", "x", "id", "author", "é", "min1", "vary",
        ]), 0..14)) {
            let _ = read(&words.join(" "));
            let _ = read(&format!("option name {}", words.join(" ")));
            let _ = read(&format!("id name {}", words.join(" ")));
        }
    }
}
