//! Assessments behind a move in signs or words, as books and web pages write them: `±`, `+/-`, `=`, `∞`, `N`. They stand for
//! the numbers `$1` to `$255` of the standard, and like these they say nothing about which move was played.

/// Signs that stand alone, and glued to a move at its end. Those behind which the standard expects another move (`∆`, `⌓`) are
/// not among them.
const SIGNS: [&str; 33] = [
    "+/=", "=/+", "+/-", "-/+", "=/∞", "∞/=", "+--", "--+", "+-", "-+", "+=", "=+", "=∞", "=", "±", "∓", "⩲",
    "⩱", "∞", "□", "○", "⊕", "⨁", "⨀", "⊙", "↑", "→", "⇆", "⇄", "⟳", "↻", "⯹", "≌",
];

/// Signs of check and mate, which programs part from the move.
const CHECKS: [&str; 5] = ["+", "++", "#", "†", "‡"];

/// `±` in the Windows encodings.
const PLUS_MINUS: u8 = 0xb1;

/// Whether a word behind a move is an assessment. `N` is a novelty.
pub(crate) fn is_glyph(word: &[u8]) -> bool {
    word == b"N" || word == [PLUS_MINUS] || SIGNS.iter().chain(&CHECKS).any(|sign| sign.as_bytes() == word)
}

/// Whether a word is an assessment among moves and a result given without play at the end.
pub(crate) fn may_be_a_result(word: &[u8]) -> bool {
    matches!(word, b"+/-" | b"-/+" | b"+--" | b"--+")
}

/// A word without the signs at its end; `None` if there are none, or nothing else.
pub(crate) fn bare(word: &[u8]) -> Option<&[u8]> {
    let mut bare = word;
    loop {
        let sign = SIGNS.iter().find_map(|sign| bare.strip_suffix(sign.as_bytes()));
        match sign.or_else(|| bare.strip_suffix(&[PLUS_MINUS])) {
            Some(rest) => bare = rest,
            None => return (bare.len() < word.len() && !bare.is_empty()).then_some(bare),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{bare, is_glyph};

    #[test]
    fn signs_are_told_from_moves() {
        for word in ["±", "∓", "=", "+/-", "+-", "-+", "∞", "□", "N", "⩲", "+"] {
            assert!(is_glyph(word.as_bytes()), "{word}");
        }
        assert!(is_glyph(b"\xb1"));
        for word in ["Nf3", "∆", "⌓", "", "--", "O-O", "1-0", "D", "e4"] {
            assert!(!is_glyph(word.as_bytes()), "{word}");
        }
        for (word, expected) in [
            ("Nd5±", Some("Nd5")),
            ("Qd7=", Some("Qd7")),
            ("Qxf7++-", Some("Qxf7+")),
            ("Nf3", None),
            ("±", None),
        ] {
            assert_eq!(bare(word.as_bytes()), expected.map(str::as_bytes), "{word}");
        }
    }
}
