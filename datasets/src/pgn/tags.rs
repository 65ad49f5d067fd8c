//! Tag pairs, kept as written. A pair that does not close is an error of the game.

use std::ops::Range;

use strum::EnumCount as _;

use super::encoding::{self, Encoding};
use super::game::Side;
use super::result::WrittenResult;
use crate::text::digits::number;

/// One tag pair within a line: `[Name "value"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) name: Range<usize>,
    /// Place of what stands between the quotes, escapes still in it.
    pub(crate) value: Range<usize>,
    /// Where the text after the closing bracket begins.
    pub(crate) end: usize,
}

/// True if the line opens like a tag: a bracket and a name. `[%clk` outside a comment does not.
pub(crate) fn opens_like_a_tag(line: &[u8]) -> bool {
    line.trim_ascii_start()
        .strip_prefix(b"[")
        .and_then(|inner| inner.trim_ascii_start().first())
        .is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The name of the tag the line opens with; empty if it opens with none.
pub(crate) fn first_name(line: &[u8]) -> &[u8] {
    let inner = line.trim_ascii_start().strip_prefix(b"[").unwrap_or_default().trim_ascii_start();
    let end = inner.iter().position(|&b| b.is_ascii_whitespace() || matches!(b, b'"' | b']'));
    &inner[..end.unwrap_or(inner.len())]
}

/// Reads the tag pair at the start of `line`; `None` if it does not close. A value ends at the first quote that a closing
/// bracket follows, because official files write quotes inside values without escaping them.
pub(crate) fn pair(line: &[u8]) -> Option<Pair> {
    let name = first_name(line);
    let inner = line.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start();
    let quoted = inner[name.len()..].trim_ascii_start().strip_prefix(b"\"")?;
    // The second try reads a backslash as itself: `[Site "C:\"]`.
    let (value, rest) = close(quoted, true).or_else(|| close(quoted, false))?;
    let (name_at, value_at) = (line.len() - inner.len(), line.len() - quoted.len());
    (!name.is_empty()).then(|| Pair {
        name: name_at..name_at + name.len(),
        value: value_at..value_at + value.len(),
        end: line.len() - rest.len(),
    })
}

fn close(quoted: &[u8], escapes: bool) -> Option<(&[u8], &[u8])> {
    let mut at = 0;
    while let Some(&byte) = quoted.get(at) {
        if byte == b'\\' && escapes {
            at += 1;
        } else if byte == b'"'
            && let Some(rest) = quoted[at + 1..].trim_ascii_start().strip_prefix(b"]")
        {
            return Some((&quoted[..at], rest));
        }
        at += 1;
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq, strum::EnumCount, strum::EnumString, strum::IntoStaticStr)]
#[strum(ascii_case_insensitive)]
pub(crate) enum Tag {
    Event,
    Site,
    Link,
    Date,
    Round,
    Result,
    TimeControl,
    Variant,
    SetUp,
    #[strum(serialize = "FEN")]
    Fen,
    White,
    WhiteFideId,
    WhiteElo,
    WhiteTitle,
    Black,
    BlackFideId,
    BlackElo,
    BlackTitle,
}

impl Tag {
    /// The tag does not identify game or players. With two values it is ignored; the game is kept.
    fn is_aside(self) -> bool {
        matches!(self, Self::Site | Self::Link)
    }
}

/// The values of the known tags as written, trimmed.
#[derive(Debug, Default)]
pub(crate) struct Header {
    values: [Option<String>; Tag::COUNT],
    /// Name of the first tag that stands twice with two values.
    pub(crate) contradiction: Option<&'static str>,
    pub(crate) mojibake: bool,
}

impl Header {
    /// Collects the known tags of a game. There is one encoding per game, not one per value.
    pub(crate) fn collect<'a>(pairs: impl Iterator<Item = (&'a [u8], &'a [u8])>, encoding: Encoding) -> Self {
        let mut header = Self::default();
        for (name, value) in pairs {
            let Some(tag) = str::from_utf8(name).ok().and_then(|name| name.parse::<Tag>().ok()) else {
                continue;
            };
            let value = unescape(encoding.decode(value));
            header.mojibake |= !tag.is_aside() && encoding::is_mojibake(&value);
            let slot = &mut header.values[tag as usize];
            match slot {
                None => *slot = Some(value),
                Some(before) if *before == value => {}
                Some(before) if tag.is_aside() => before.clear(),
                Some(_) => {
                    header.contradiction.get_or_insert(tag.into());
                }
            }
        }
        header
    }

    pub(crate) fn get(&self, tag: Tag) -> Option<&str> {
        self.values[tag as usize].as_deref()
    }

    pub(crate) fn take(&mut self, tag: Tag) -> Option<String> {
        self.values[tag as usize].take()
    }

    pub(crate) fn result(&self) -> Option<WrittenResult> {
        self.get(Tag::Result).and_then(WrittenResult::from_tag)
    }

    /// The site or the game's address, where it says something.
    pub(crate) fn take_place(&mut self, tag: Tag) -> Option<Box<str>> {
        self.take(tag).filter(|value| !matches!(value.as_str(), "" | "?" | "-")).map(String::into_boxed_str)
    }

    /// White's and Black's tags; they are taken out of the header.
    pub(crate) fn take_sides(&mut self) -> (Side, Side) {
        use Tag as T;
        let white = [T::White, T::WhiteFideId, T::WhiteElo, T::WhiteTitle];
        let black = [T::Black, T::BlackFideId, T::BlackElo, T::BlackTitle];
        (self.take_side(white), self.take_side(black))
    }

    fn take_side(&mut self, tags: [Tag; 4]) -> Side {
        let [name, id, elo, title] = tags.map(|tag| self.take(tag));
        Side {
            name: name.unwrap_or_default(),
            fide_id: id.as_deref().and_then(fide_id),
            rating: elo.as_deref().and_then(rating),
            title: title.filter(|title| !matches!(title.as_str(), "" | "-" | "?")),
        }
    }
}

fn unescape(value: String) -> String {
    let trimmed = value.trim();
    if !trimmed.contains('\\') {
        return if trimmed.len() == value.len() { value } else { trimmed.to_owned() };
    }
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        // A backslash in front of something else stands for itself.
        let escaped = chars.next_if(|next| c == '\\' && matches!(next, '"' | '\\'));
        plain.push(escaped.unwrap_or(c));
    }
    plain.trim().to_owned()
}

/// A positive number of at most nine digits.
fn fide_id(tag: &str) -> Option<u32> {
    number(tag, 9).filter(|&id| id > 0)
}

/// A number from 1 to 4000.
fn rating(tag: &str) -> Option<u16> {
    number(tag, 4).filter(|rating| (1..=4000).contains(rating))
}

#[cfg(test)]
mod tests {
    use super::{Header, Pair, Tag, fide_id, first_name, opens_like_a_tag, pair, rating};
    use crate::pgn::encoding::Encoding;

    fn value(line: &str) -> Option<(&str, &str)> {
        let Pair { value, end, .. } = pair(line.as_bytes())?;
        Some((line.get(value).expect("a character"), line.get(end..).expect("a character")))
    }

    #[test]
    fn pairs_close_where_a_bracket_follows_the_quote() {
        assert_eq!(value(r#"[Event "Open"]"#), Some(("Open", "")));
        assert_eq!(value(r#" [ Event  "Open" ] 1. e4"#), Some(("Open", " 1. e4")));
        assert_eq!(value(r#"[Event "The "Big" Open"]"#), Some((r#"The "Big" Open"#, "")));
        assert_eq!(value(r#"[Event "a \"]"]"#), Some((r#"a \"]"#, "")));
        assert_eq!(value(r#"[Site "C:\"]"#), Some((r"C:\", "")));
        assert_eq!(value(r#"[White "A"][Black "B"]"#), Some(("A", r#"[Black "B"]"#)));
        assert_eq!(value(r#"[Event ""]"#), Some(("", "")));
        for broken in [r#"[Event "Open"#, r#"[Event "Open"#, "[Event Open]", "[Event]", r#"["x"]"#, "["] {
            assert_eq!(value(broken), None, "{broken}");
        }
    }

    #[test]
    fn a_clock_is_not_a_tag() {
        assert!(opens_like_a_tag(b"  [Event \"x\"]"));
        assert!(!opens_like_a_tag(b"[%clk 0:59:26]"));
        assert!(!opens_like_a_tag(b"Nf3 [Event"));
        assert_eq!(first_name(b"[Event \"x\"]"), b"Event");
    }

    #[test]
    fn numbers_that_are_no_numbers_are_none() {
        for (tag, expected) in [
            ("2252627", Some(2_252_627)),
            ("0", None),
            ("", None),
            ("-5", None),
            ("1234567890", None),
            ("?", None),
        ] {
            assert_eq!(fide_id(tag), expected, "{tag}");
        }
        for (tag, expected) in [
            ("2400", Some(2400)),
            ("4000", Some(4000)),
            ("4001", None),
            ("0", None),
            ("-", None),
            ("+24", None),
        ] {
            assert_eq!(rating(tag), expected, "{tag}");
        }
    }

    #[test]
    fn a_site_given_twice_says_nothing_and_sets_no_game_aside() {
        let site = |values: &[&'static str]| {
            let pairs = values.iter().map(|value| (&b"Site"[..], value.as_bytes()));
            let mut header = Header::collect(pairs, Encoding::Ascii);
            assert_eq!(header.contradiction, None);
            header.take_place(Tag::Site).map(String::from)
        };
        assert_eq!(site(&["Oslo", "Oslo"]).as_deref(), Some("Oslo"));
        assert_eq!(site(&["Oslo", "Bergen"]), None);
        assert_eq!(site(&["?"]), None);
    }

    #[test]
    fn one_value_per_tag() {
        let twice = |a: &'static str, b: &'static str| {
            let pairs = [(&b"White"[..], a.as_bytes()), (b"white", b.as_bytes())];
            Header::collect(pairs.into_iter(), Encoding::Ascii).contradiction
        };
        assert_eq!(twice("A", "A "), None);
        assert_eq!(twice("A", "B"), Some("White"));
    }
}
