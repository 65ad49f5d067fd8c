//! Results as people write them.
//!
//! A spelling that is not known is no result; nothing may be read into it.

use crate::pgn::game::Outcome;

/// A result as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) outcome: Outcome,
    /// It was given without play: `+/-`, `1-0 ff`.
    pub(crate) forfeit: bool,
}

/// A word that may follow a result to say that it was given without play.
pub(crate) fn is_forfeit_mark(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"(").unwrap_or(word);
    let word = word.strip_suffix(b")").unwrap_or(word);
    [&b"ff"[..], b"f", b"forfeit", b"forfeited", b"wo", b"w/o", b"walkover"]
        .iter()
        .any(|mark| mark.eq_ignore_ascii_case(word))
}

/// The result a tag holds; unlike a word of the moves it may have a mark behind it.
pub(crate) fn of_tag(tag: &str) -> Option<Ending> {
    let mut words = tag.split_whitespace();
    let first = of_word(words.next()?.as_bytes())?;
    match (words.next(), words.next()) {
        (None, _) => Some(first),
        (Some(mark), None) if is_forfeit_mark(mark.as_bytes()) => Some(Ending { forfeit: true, ..first }),
        _ => None,
    }
}

/// The result a word stands for; `None` if it is no result at all.
pub(crate) fn of_word(text: &[u8]) -> Option<Ending> {
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
    let (outcome, forfeit) = match &plain[..used] {
        b"1-0" => (Outcome::White, false),
        b"0-1" => (Outcome::Black, false),
        b"1/2-1/2" | b"1/2" | b"0.5-0.5" | b".5-.5" => (Outcome::Draw, false),
        b"*" => (Outcome::Unknown, false),
        b"+/-" | b"+--" | b"1f-0f" | b"1-0f" | b"1-0ff" | b"1f-0" => (Outcome::White, true),
        b"-/+" | b"--+" | b"0f-1f" | b"0-1f" | b"0-1ff" | b"0f-1" => (Outcome::Black, true),
        b"-/-" | b"---" | b"0f-0f" => (Outcome::Unknown, true),
        _ => return None,
    };
    Some(Ending { outcome, forfeit })
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
        let played = |outcome| Some(Ending { outcome, forfeit: false });
        let given = |outcome| Some(Ending { outcome, forfeit: true });
        for (text, expected) in [
            (&b"1-0"[..], played(Outcome::White)),
            ("0–1".as_bytes(), played(Outcome::Black)),
            (b"1:0", played(Outcome::White)),
            ("½-½".as_bytes(), played(Outcome::Draw)),
            ("½:½".as_bytes(), played(Outcome::Draw)),
            (b"\xbd-\xbd", played(Outcome::Draw)),
            (b"\xbd\x96\xbd", played(Outcome::Draw)),
            ("1/2—1/2".as_bytes(), played(Outcome::Draw)),
            (b"1/2", played(Outcome::Draw)),
            (b"0.5-0.5", played(Outcome::Draw)),
            (b"0,5:0,5", played(Outcome::Draw)),
            (b"*", played(Outcome::Unknown)),
            (b"+/-", given(Outcome::White)),
            (b"-:+", given(Outcome::Black)),
            (b"-/-", given(Outcome::Unknown)),
            (b"1F-0F", given(Outcome::White)),
            (b"?", None),
            (b"0-0", None),
            (b"--", None),
            (b"+-", None),
            (b"1-0-and-much-more-text", None),
            (b"", None),
        ] {
            assert_eq!(of_word(text), expected, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn tags_may_carry_a_mark() {
        assert_eq!(of_tag("1-0 ff").map(|e| (e.outcome, e.forfeit)), Some((Outcome::White, true)));
        assert_eq!(of_tag("0-1 (FF)").map(|e| (e.outcome, e.forfeit)), Some((Outcome::Black, true)));
        assert_eq!(of_tag("1-0").map(|e| e.forfeit), Some(false));
        assert_eq!(of_tag("1-0 on time"), None);
        assert_eq!(of_tag(""), None);
    }
}
