//! The plausibility of a word with letters beyond ASCII as a part of a European name: vowels and consonants alternate,
//! accents seldom stand side by side, scripts do not mix, capitals stand in front, some letters have typical neighbours.
//! The weights were set by hand and are tested on names of each region.

/// A higher number is more plausible. It is only compared between readings of the same bytes.
pub(crate) fn plausibility(word: &[char]) -> i32 {
    word.iter()
        .enumerate()
        .filter(|(_, c)| !c.is_ascii())
        .map(|(at, &c)| {
            let left = at.checked_sub(1).and_then(|at| word.get(at)).copied();
            let right = word.get(at + 1).copied();
            letter(left, c, right)
        })
        .sum()
}

fn letter(left: Option<char>, c: char, right: Option<char>) -> i32 {
    if matches!(c, 'ª' | 'º') {
        // An ordinal after a number, else hardly ever.
        return if left.is_some_and(|l| l.is_ascii_digit() || l == 'N') { 2 } else { -6 };
    }
    if !c.is_alphabetic() || c == 'µ' {
        return -6;
    }
    if left.is_none() && right.is_none() {
        // An initial: every encoding has a letter there.
        return 0;
    }
    let case = if c.is_uppercase() && left.is_some_and(char::is_lowercase) { -4 } else { 0 };
    case + if is_cyrillic(c) { cyrillic(left, c, right) } else { latin(left, c, right) }
}

fn is_cyrillic(c: char) -> bool {
    ('\u{400}'..='\u{4ff}').contains(&c)
}

fn cyrillic(left: Option<char>, c: char, right: Option<char>) -> i32 {
    let own = match c {
        'А'..='я' | 'Ё' | 'ё' | 'І' | 'і' | 'Ї' | 'ї' | 'Є' | 'є' | 'Ґ' | 'ґ' => 1,
        _ => -2,
    };
    let mixed = [left, right].into_iter().flatten().filter(|n| n.is_alphabetic() && !is_cyrillic(*n)).count();
    own - if mixed > 0 { 8 } else { 0 }
}

fn latin(left: Option<char>, c: char, right: Option<char>) -> i32 {
    let lower = c.to_lowercase().next().unwrap_or(c);
    let accents = [left, right].into_iter().flatten().filter(|n| !n.is_ascii()).count();
    let kind = is_vowel(c);
    let alternates = |n: Option<char>| match n {
        None => 1,
        Some(n) if !n.is_alphabetic() => 1,
        Some(n) if is_vowel(n) == kind => -1,
        Some(_) => 1,
    };
    let neighbours = alternates(left) + alternates(right);
    weight(lower) + neighbours + habit(left, lower, right)
        - 3 * i32::from(accents > 0)
        - 3 * i32::from(accents > 1)
}

fn weight(lower: char) -> i32 {
    match lower {
        'ĺ' | 'ŕ' | 'ÿ' => -2,
        'ò' | 'ì' | 'ù' | 'û' | 'õ' | 'ã' | 'ă' | 'ð' | 'þ' | 'ľ' | 'ď' | 'ť' | 'ň' => 1,
        _ => 2,
    }
}

/// Where a letter usually stands.
fn habit(left: Option<char>, lower: char, right: Option<char>) -> i32 {
    let next = right.and_then(|r| r.to_lowercase().next());
    let before = |letters: &str| next.is_some_and(|n| letters.contains(n));
    let vowel_next = next.is_some_and(is_vowel);
    match lower {
        // Spanish ñ stands before vowels, Polish ń before consonants or at the end.
        'ñ' if !vowel_next => -3,
        'ń' if vowel_next => -3,
        'ę' if before("dgkbpzż") => 1,
        'ê' if before("snmlrtqc") => 1,
        'õ' | 'ã' if before("oe") => 4,
        'õ' if left.is_none() => 1,
        'ő' | 'ű' if before("srzktp") || next.is_none() => 1,
        'ă' if before("nrstlczd") => 1,
        // Grave accents of Italian stand at the end.
        'ì' | 'ò' | 'ù' if next.is_none() => 2,
        'ě' | 'ů' if next.is_some() => 1,
        'ě' | 'ů' => -1,
        'þ' if left.is_none() => 3,
        'ð' if left.is_none() => -4,
        'ð' if before("umrnjs") => 3,
        'ð' => 1,
        'đ' if before("eaio") => 2,
        _ => 0,
    }
}

fn is_vowel(c: char) -> bool {
    let c = c.to_lowercase().next().unwrap_or(c);
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
        || matches!(c, 'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'æ' | 'ă' | 'ą')
        || matches!(c, 'é' | 'è' | 'ê' | 'ë' | 'ę' | 'ě')
        || matches!(c, 'í' | 'ì' | 'î' | 'ï')
        || matches!(c, 'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' | 'ő' | 'œ')
        || matches!(c, 'ú' | 'ù' | 'û' | 'ü' | 'ů' | 'ű' | 'ý' | 'ÿ')
}

#[cfg(test)]
mod tests {
    use super::plausibility;

    fn score(word: &str) -> i32 {
        plausibility(&word.chars().collect::<Vec<_>>())
    }

    #[test]
    fn the_better_reading_of_the_same_bytes_has_the_higher_number() {
        for (better, worse) in [
            ("Kovačević", "Kovaèeviæ"),
            ("Sørensen", "Sřrensen"),
            ("Núñez", "Núńez"),
            ("Kamiński", "Kamiñski"),
            ("Иванов", "Èâàíîâ"),
            ("Müller", "Mьller"),
            ("Wałęsa", "Wa³êsa"),
        ] {
            assert!(score(better) > score(worse), "{better} {} {worse} {}", score(better), score(worse));
        }
    }

    #[test]
    fn ascii_says_nothing() {
        assert_eq!(score("Kim"), 0);
        assert_eq!(score(""), 0);
    }
}
