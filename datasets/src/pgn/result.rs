//! Results as people write them. An unknown spelling is no result.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*` or nothing readable.
    #[default]
    Unknown,
}

impl GameResult {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, as PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WrittenResult {
    pub(crate) result: GameResult,
    /// It was given without play: `+/-`, `1-0 ff`.
    pub(crate) forfeit: bool,
}

impl WrittenResult {
    /// The result a tag holds; unlike a word of the moves it may have a mark behind it.
    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        let mut words = tag.split_whitespace();
        let first = Self::from_word(words.next()?.as_bytes())?;
        match (words.next(), words.next()) {
            (None, _) => Some(first),
            (Some(mark), None) if is_forfeit_mark(mark.as_bytes()) => Some(Self { forfeit: true, ..first }),
            _ => None,
        }
    }

    /// The result a word stands for; `None` if it is no result at all.
    pub(crate) fn from_word(text: &[u8]) -> Option<Self> {
        // Every result begins with one of these; most words of a game do not.
        if !matches!(text.first()?, b'0' | b'1' | b'*' | b'+' | b'-' | b'.' | 0xc2 | 0xbd) {
            return None;
        }
        let mut plain = [0_u8; 12];
        let mut used = 0;
        let mut rest = text;
        while let Some((&first, tail)) = rest.split_first() {
            // Dashes and the one-character half are what word processors make of a result, in UTF-8 and in the
            // encodings of Windows.
            let (written, tail): (&[u8], &[u8]) = if let Some(tail) =
                rest.strip_prefix("–".as_bytes()).or_else(|| rest.strip_prefix("—".as_bytes()))
            {
                (b"-", tail)
            } else if let Some(tail) = rest.strip_prefix("½".as_bytes()) {
                (b"1/2", tail)
            } else {
                match first {
                    0xbd => (b"1/2", tail),
                    0x96 | 0x97 | b':' => (b"-", tail),
                    b',' => (b".", tail),
                    _ => (std::slice::from_ref(&first), tail),
                }
            };
            plain.get_mut(used..used + written.len())?.copy_from_slice(written);
            used += written.len();
            rest = tail;
        }
        plain.make_ascii_lowercase();
        let (result, forfeit) = match &plain[..used] {
            b"1-0" => (GameResult::White, false),
            b"0-1" => (GameResult::Black, false),
            b"1/2-1/2" | b"1/2" | b"0.5-0.5" | b".5-.5" => (GameResult::Draw, false),
            // Half a point against none, by decision of the arbiter (Laws 11.1), is none of the four.
            b"*" | b"1/2-0" | b"0-1/2" => (GameResult::Unknown, false),
            b"+/-" | b"+--" | b"1f-0f" | b"1-0f" | b"1-0ff" | b"1f-0" => (GameResult::White, true),
            b"-/+" | b"--+" | b"0f-1f" | b"0-1f" | b"0-1ff" | b"0f-1" => (GameResult::Black, true),
            b"-/-" | b"---" | b"0f-0f" => (GameResult::Unknown, true),
            _ => return None,
        };
        Some(Self { result, forfeit })
    }
}

/// Whether a result tag says that nobody scored: `0-0`, which in the moves may also be castling.
pub(crate) fn nobody_scored(tag: &str) -> bool {
    matches!(tag.replace(['–', '—', ':'], "-").trim(), "0-0" | "0 - 0")
}

/// A word that may follow a result to say that it was given without play.
pub(crate) fn is_forfeit_mark(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"(").unwrap_or(word);
    let word = word.strip_suffix(b")").unwrap_or(word);
    [&b"ff"[..], b"f", b"forfeit", b"forfeited", b"wo", b"w/o", b"walkover"]
        .iter()
        .any(|mark| mark.eq_ignore_ascii_case(word))
}

/// Results with a point in them, which elsewhere ends a word.
pub(crate) fn pointed(text: &[u8]) -> Option<usize> {
    [&b"0.5-0.5"[..], b"0.5:0.5", b".5-.5"]
        .iter()
        .find(|known| text.starts_with(known))
        .map(|known| known.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_their_spellings() {
        let played = |result| Some(WrittenResult { result, forfeit: false });
        let given = |result| Some(WrittenResult { result, forfeit: true });
        for (text, expected) in [
            (&b"1-0"[..], played(GameResult::White)),
            ("0–1".as_bytes(), played(GameResult::Black)),
            (b"1:0", played(GameResult::White)),
            ("½-½".as_bytes(), played(GameResult::Draw)),
            ("½:½".as_bytes(), played(GameResult::Draw)),
            (b"\xbd-\xbd", played(GameResult::Draw)),
            (b"\xbd\x96\xbd", played(GameResult::Draw)),
            ("1/2—1/2".as_bytes(), played(GameResult::Draw)),
            (b"1/2", played(GameResult::Draw)),
            (b"0.5-0.5", played(GameResult::Draw)),
            (b"0,5:0,5", played(GameResult::Draw)),
            (b"*", played(GameResult::Unknown)),
            (b"+/-", given(GameResult::White)),
            (b"-:+", given(GameResult::Black)),
            (b"-/-", given(GameResult::Unknown)),
            (b"1F-0F", given(GameResult::White)),
            (b"?", None),
            (b"0-0", None),
            (b"--", None),
            (b"+-", None),
            (b"1-0-and-much-more-text", None),
            (b"", None),
        ] {
            assert_eq!(WrittenResult::from_word(text), expected, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn tags_may_carry_a_mark() {
        assert_eq!(
            WrittenResult::from_tag("1-0 ff").map(|e| (e.result, e.forfeit)),
            Some((GameResult::White, true))
        );
        assert_eq!(
            WrittenResult::from_tag("0-1 (FF)").map(|e| (e.result, e.forfeit)),
            Some((GameResult::Black, true))
        );
        assert_eq!(WrittenResult::from_tag("1-0").map(|e| e.forfeit), Some(false));
        assert_eq!(WrittenResult::from_tag("1-0 on time"), None);
        assert_eq!(WrittenResult::from_tag(""), None);
        assert!(nobody_scored("0-0") && nobody_scored("0:0") && nobody_scored(" 0–0 "));
        assert!(!nobody_scored("0-1") && !nobody_scored("*") && !nobody_scored(""));
    }
}
