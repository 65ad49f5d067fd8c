//! Tag pairs, kept as written. A pair that does not close is an error of the game.

use std::ops::Range;

use strum::EnumCount as _;

use super::encoding::{self, Encoding};
use super::game::{Note, Side, TagText};
use super::result::WrittenResult;
use super::values::{self, Value};

/// The marks around a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Quotes {
    /// `"`, on both sides.
    #[default]
    Straight,
    /// `“`, `«`, `'` and the like, on one side or both.
    Typographic,
    Missing,
}

/// One tag pair within a line: `[Name "value"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) name: Range<usize>,
    /// Place of what stands between the quotes, escapes still in it.
    pub(crate) value: Range<usize>,
    /// Where the text after the closing bracket begins.
    pub(crate) end: usize,
    pub(crate) quotes: Quotes,
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
    let ends = |b: u8| b.is_ascii_whitespace() || matches!(b, b'"' | b'\'' | b'`' | b']') || !b.is_ascii();
    let end = inner.iter().position(|&b| ends(b));
    &inner[..end.unwrap_or(inner.len())]
}

/// Reads the tag pair at the start of `line`; `None` if it does not close. A value ends at the first quote that a closing
/// bracket follows, because official files write quotes inside values without escaping them. Texts from the web have
/// typographic quotes; a value without any is read in a tag that is known.
pub(crate) fn pair(line: &[u8]) -> Option<Pair> {
    let name = first_name(line);
    let inner = line.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start();
    let after = inner[name.len()..].trim_ascii_start();
    let (from, (value, rest, quotes)) = if let Some(quoted) = after.strip_prefix(b"\"") {
        // The second try reads a backslash as itself: `[Site "C:\"]`.
        let straight = close(quoted, true).or_else(|| close(quoted, false));
        let straight = straight.map(|(value, rest)| (value, rest, Quotes::Straight));
        (quoted, straight.or_else(|| close_typographic(quoted))?)
    } else if let Some(length) = quote(after) {
        let quoted = &after[length..];
        (quoted, close_typographic(quoted)?)
    } else {
        (after, unquoted(name, after)?)
    };
    let (name_at, value_at) = (line.len() - inner.len(), line.len() - from.len());
    (!name.is_empty()).then(|| Pair {
        name: name_at..name_at + name.len(),
        value: value_at..value_at + value.len(),
        end: line.len() - rest.len(),
        quotes,
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

/// A value that ends at the first quote of any kind that a closing bracket follows.
fn close_typographic(quoted: &[u8]) -> Option<(&[u8], &[u8], Quotes)> {
    let (start, end) = (0..quoted.len()).find_map(|at| {
        let length = quote(&quoted[at..])?;
        quoted[at + length..].trim_ascii_start().starts_with(b"]").then_some((at, at + length))
    })?;
    let rest = quoted[end..].trim_ascii_start().strip_prefix(b"]")?;
    Some((&quoted[..start], rest, Quotes::Typographic))
}

/// The bytes of the quotation mark that the text begins with: in UTF-8, in the Windows encodings, or two `'`.
fn quote(text: &[u8]) -> Option<usize> {
    const MARKS: [&str; 17] =
        ["''", "``", "\"", "'", "`", "´", "“", "”", "„", "‟", "«", "»", "‘", "’", "‚", "″", "＂"];
    let mark = MARKS.iter().find(|mark| text.starts_with(mark.as_bytes())).map(|mark| mark.len());
    let single = || matches!(text.first()?, 0x84 | 0x91..=0x94 | 0x82 | 0xab | 0xbb | 0xb4).then_some(1);
    mark.or_else(single)
}

/// A value without quotes: up to the bracket behind which nothing or the next tag stands. Only in tags that are known, since
/// prose stands in brackets too.
fn unquoted<'a>(name: &[u8], after: &'a [u8]) -> Option<(&'a [u8], &'a [u8], Quotes)> {
    const OTHERS: [&str; 22] = [
        "ECO",
        "Opening",
        "Annotator",
        "PlyCount",
        "EventDate",
        "EventType",
        "EventRounds",
        "EventCountry",
        "Source",
        "SourceDate",
        "WhiteTeam",
        "BlackTeam",
        "WhiteClub",
        "BlackClub",
        "WhiteNA",
        "BlackNA",
        "Board",
        "Mode",
        "Termination",
        "Time",
        "UTCDate",
        "UTCTime",
    ];
    let name = str::from_utf8(name).ok()?;
    if name.parse::<Tag>().is_err() && !OTHERS.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return None;
    }
    let end = (0..after.len()).find(|&at| {
        after[at] == b']' && (after[at + 1..].trim_ascii().is_empty() || opens_like_a_tag(&after[at + 1..]))
    })?;
    let value = after[..end].trim_ascii_end();
    let plain = !value.is_empty() && !value.contains(&b'"') && !value.contains(&b'[');
    plain.then(|| (value, &after[end + 1..], Quotes::Missing))
}

#[derive(Clone, Copy, PartialEq, Eq, strum::EnumCount, strum::EnumString, strum::IntoStaticStr)]
#[strum(ascii_case_insensitive)]
pub(crate) enum Tag {
    Event,
    Site,
    Link,
    #[strum(serialize = "GameURL")]
    GameUrl,
    #[strum(serialize = "BroadcastURL")]
    BroadcastUrl,
    Annotator,
    Mode,
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
        matches!(
            self,
            Self::Site | Self::Link | Self::GameUrl | Self::BroadcastUrl | Self::Annotator | Self::Mode
        )
    }
}

/// The values of the known tags as written, trimmed.
#[derive(Debug, Default)]
pub(crate) struct Header {
    values: [Option<String>; Tag::COUNT],
    /// Name of the first tag that stands twice with two values.
    pub(crate) contradiction: Option<&'static str>,
    /// What was read otherwise than it is written, and what was not read.
    pub(crate) notes: Vec<Note>,
}

impl Header {
    /// Collects the known tags of a game. There is one encoding per game, beside which only UTF-8 may stand in single values.
    pub(crate) fn collect<'a>(pairs: impl Iterator<Item = (&'a [u8], &'a [u8])>, encoding: Encoding) -> Self {
        let mut header = Self::default();
        for (name, value) in pairs {
            let Some(tag) = str::from_utf8(name).ok().and_then(|name| name.parse::<Tag>().ok()) else {
                continue;
            };
            let (value, mixed) = encoding.decode_beside(value);
            let value = unescape(value);
            let text = |written: &str| TagText::new(tag.into(), written);
            if mixed {
                header.notes.push(Note::MixedEncodings(text(&value)));
            } else if !tag.is_aside() && encoding::is_mojibake(&value) {
                header.notes.push(Note::Mojibake(text(&value)));
            }
            let slot = &mut header.values[tag as usize];
            match slot {
                None => *slot = Some(value),
                Some(before) if *before == value => {}
                Some(before) if tag.is_aside() => {
                    let both = [before.as_str(), value.as_str()].map(|one| format!("\"{one}\"")).join(", ");
                    header.notes.push(Note::TagNotRead(text(&both)));
                    before.clear();
                }
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

    /// Notes a result that is none.
    pub(crate) fn note_result(&mut self) {
        if let Some(written) = self.get(Tag::Result)
            && WrittenResult::from_tag(written).is_none()
            && !values::says_nothing(written)
        {
            let text = TagText::new(Tag::Result.into(), written);
            self.notes.push(Note::TagNotRead(text));
        }
    }

    /// The date as PGN writes it, where the tag says one; else as it stands there.
    pub(crate) fn take_date(&mut self) -> String {
        let written = self.get(Tag::Date).unwrap_or_default().to_owned();
        self.value(Tag::Date, values::date).unwrap_or(written)
    }

    /// What the tag says, with a note if it is written in another form or not understood. It is taken out of the header.
    fn value<T: ToString>(&mut self, tag: Tag, read: fn(&str) -> Value<T>) -> Option<T> {
        let written = self.take(tag)?;
        let text = TagText::new(tag.into(), &written);
        let (value, note) = match read(&written) {
            Value::Nothing => (None, None),
            Value::Plain(value) => (Some(value), None),
            Value::Other(value) => {
                let text = TagText { read_as: Some(value.to_string()), ..text };
                (Some(value), Some(Note::TagReadAs(text)))
            }
            Value::TwoWays => (None, Some(Note::DateOfTwoDays(text))),
            Value::OtherList => (None, Some(Note::RatingOfAnotherList(text))),
            Value::Unread => (None, Some(Note::TagNotRead(text))),
        };
        self.notes.extend(note);
        value
    }

    /// The site or the game's address, where it says something.
    pub(crate) fn take_place(&mut self, tag: Tag) -> Option<Box<str>> {
        self.take(tag).filter(|value| !matches!(value.as_str(), "" | "?" | "-")).map(String::into_boxed_str)
    }

    /// The game's address on a platform: `Link`, as Chess.com writes it, or `GameURL`; else the address of the broadcast, which
    /// Lichess writes as `BroadcastURL` or in place of an annotator.
    pub(crate) fn take_link(&mut self) -> Option<Box<str>> {
        let [link, game, broadcast, annotator] =
            [Tag::Link, Tag::GameUrl, Tag::BroadcastUrl, Tag::Annotator].map(|tag| self.take_place(tag));
        link.or(game).or(broadcast).or_else(|| annotator.filter(|text| text.contains("/broadcast/")))
    }

    /// White's and Black's tags; they are taken out of the header.
    pub(crate) fn take_sides(&mut self) -> (Side, Side) {
        use Tag as T;
        let white = [T::White, T::WhiteFideId, T::WhiteElo, T::WhiteTitle];
        let black = [T::Black, T::BlackFideId, T::BlackElo, T::BlackTitle];
        (self.take_side(white), self.take_side(black))
    }

    fn take_side(&mut self, tags: [Tag; 4]) -> Side {
        let [name, id, elo, title] = tags;
        Side {
            name: self.take(name).unwrap_or_default(),
            fide_id: self.value(id, values::fide_id),
            rating: self.value(elo, values::rating),
            title: self.take(title).filter(|title| !matches!(title.as_str(), "" | "-" | "?")),
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

#[cfg(test)]
mod tests {
    use super::{Header, Pair, Quotes, Tag, first_name, opens_like_a_tag, pair};
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
        for broken in [
            r#"[Event "Open"#,
            r#"[Event "Open"#,
            "[Event]",
            "[Verse 1]",
            "[Event Open] 1. e4",
            r#"["x"]"#,
            "[",
        ] {
            assert_eq!(value(broken), None, "{broken}");
        }
    }

    #[test]
    fn values_stand_between_other_quotes_or_none() {
        for (line, expected, quotes) in [
            ("[Event “Open”]", "Open", Quotes::Typographic),
            ("[Event “Open”", "", Quotes::Missing),
            ("[Event„Open“]", "Open", Quotes::Typographic),
            ("[Event « Открытый »]", " Открытый ", Quotes::Typographic),
            ("[Event \"Open”]", "Open", Quotes::Typographic),
            ("[White 'O'Connor']", "O'Connor", Quotes::Typographic),
            ("[White ''Kim'']", "Kim", Quotes::Typographic),
            ("[White ‘O’Connor’][Black “x”]", "O’Connor", Quotes::Typographic),
            ("[White Alder, Ann]", "Alder, Ann", Quotes::Missing),
            ("[White Alder][Black Birch]", "Alder", Quotes::Missing),
            ("[Event \"The “Big” Open\"]", "The “Big” Open", Quotes::Straight),
        ] {
            let read = pair(line.as_bytes());
            let text = read.as_ref().and_then(|pair| line.get(pair.value.clone())).unwrap_or_default();
            assert_eq!(text, expected, "{line}");
            assert_eq!(read.map(|pair| pair.quotes).unwrap_or(Quotes::Missing), quotes, "{line}");
        }
        let bytes = b"[White \x93Alder\x94]";
        assert_eq!(pair(bytes).and_then(|pair| bytes.get(pair.value)), Some(&b"Alder"[..]));
    }

    #[test]
    fn a_clock_is_not_a_tag() {
        assert!(opens_like_a_tag(b"  [Event \"x\"]"));
        assert!(!opens_like_a_tag(b"[%clk 0:59:26]"));
        assert!(!opens_like_a_tag(b"Nf3 [Event"));
        assert_eq!(first_name(b"[Event \"x\"]"), b"Event");
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
