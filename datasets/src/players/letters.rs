//! Letters without their accents, and the plain spellings of a word: `Müller` is `Mueller` to some and `Muller` to others.

/// The plain Latin letters for `c` (lower case), the accent dropped; `None` for a character that is no Latin letter.
pub(crate) fn base(c: char) -> Option<&'static str> {
    let latin = c.is_ascii_lowercase()
        || (c.is_alphabetic() && matches!(c, 'ß'..='\u{24f}' | 'ə' | '\u{1e00}'..='\u{1eff}'));
    latin.then(|| any_ascii::any_ascii_char(c))
}

/// Whether `c` joins onto the letter before it (U+0300 to U+036F, the combining accents).
pub(crate) fn is_combining(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// The word with every accent dropped; characters of other alphabets stay. The word is in lower case.
pub(crate) fn folded(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars().filter(|c| !is_combining(*c)) {
        match base(c) {
            Some(letters) => out.push_str(letters),
            None => out.push(c),
        }
    }
    out
}

/// The plain spellings of one word: accents dropped (`muller`), written with a second letter (`mueller`, as in
/// German and the Nordic languages), and with such second letters dropped again (`muller` from `mueller`).
pub(crate) fn spellings(word: &str) -> Vec<String> {
    let mut expanded = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            'ä' | 'æ' => expanded.push_str("ae"),
            'ö' | 'ø' => expanded.push_str("oe"),
            'ü' => expanded.push_str("ue"),
            'å' => expanded.push_str("aa"),
            'ñ' => expanded.push_str("ny"),
            c => expanded.push(c),
        }
    }
    let plain = folded(word);
    let contracted = ["ae", "oe", "ue", "aa", "ss"]
        .iter()
        .zip(["a", "o", "u", "a", "s"])
        .fold(plain.clone(), |text, (two, one)| text.replace(two, one));
    let mut all = vec![plain, folded(&expanded), contracted];
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::{folded, spellings};

    fn meet(a: &str, b: &str) -> bool {
        let b = spellings(b);
        spellings(a).iter().any(|one| b.contains(one))
    }

    #[test]
    fn accents_fall_away() {
        assert_eq!(folded("łukasz"), "lukasz");
        assert_eq!(folded("o\u{308}zer"), "ozer");
        assert_eq!(folded("søren"), "soren");
        assert_eq!(folded("peña"), "pena");
        assert_eq!(folded("иван"), "иван", "another alphabet is not touched");
    }

    #[test]
    fn three_ways_to_write_an_umlaut() {
        for (a, b) in [
            ("müller", "mueller"),
            ("müller", "muller"),
            ("mueller", "muller"),
            ("åberg", "aaberg"),
            ("åberg", "aberg"),
            ("groß", "gross"),
            ("sørensen", "soerensen"),
            ("nuñez", "nunez"),
        ] {
            assert!(meet(a, b) && meet(b, a), "{a} {b}");
        }
        assert!(!meet("müller", "miller"));
    }
}
