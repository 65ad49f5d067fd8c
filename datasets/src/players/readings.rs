//! What a Latin word may be in Cyrillic, under each usual way to transliterate.
//!
//! `Ivanov`, `Iwanow` and `Иванов` are one word written by different rules. Every rule is undone here: a word
//! is read as if it had been written in English (FIDE, ICAO Doc 9303, BGN/PCGN), Ukrainian (Resolution 55 of
//! 2010), German (Duden), French, or scientific and Polish transliteration. Two words that share a reading
//! may be one word. A reading is a chain of sounds for comparison, never a text to show, and it keeps less
//! than the word: soft signs, doubled letters and the choice between i, y and j are gone.
//!
//! Sounds: `a b v g d e z i k l m n o p r s t u f` as in scientific transliteration, `x` for х, `c` for ц, `C`
//! for ч, `S` for ш and щ (`Shcherbakov` is `Scherbakov` to many), `Z` for ж.

use super::letters;

/// Longest pattern first, so that `shch` is not read as `sh` and `ch`.
type Rules = &'static [(&'static str, &'static str)];

/// FIDE, ICAO and BGN/PCGN, which differ in letters that sound alike here (`iu` or `yu`, `i` or `y`).
const ENGLISH: Rules = &[
    ("shch", "S"),
    ("sch", "S"),
    ("tch", "C"),
    ("sh", "S"),
    ("ch", "C"),
    ("zh", "Z"),
    ("kh", "x"),
    ("ts", "c"),
    ("tz", "c"),
    ("ph", "f"),
    ("th", "t"),
    ("gh", "g"),
    ("ck", "k"),
    ("ce", "se"),
    ("ci", "si"),
    ("cy", "si"),
    ("c", "k"),
    ("x", "ks"),
    ("h", "x"),
];

/// Ukrainian: г is `h`, х is `kh`, зг is `zgh`.
const UKRAINIAN: Rules = &[
    ("shch", "S"),
    ("sh", "S"),
    ("ch", "C"),
    ("zgh", "zg"),
    ("zh", "Z"),
    ("kh", "x"),
    ("ts", "c"),
    ("c", "k"),
    ("x", "ks"),
    ("h", "g"),
];

/// German, with с as `s` and `ss`.
const GERMAN: Rules = &[
    ("schtsch", "S"),
    ("tsch", "C"),
    ("sch", "S"),
    ("sh", "Z"),
    ("ch", "x"),
    ("ck", "k"),
    ("tz", "c"),
    ("ph", "f"),
    ("th", "t"),
    ("z", "c"),
    ("c", "k"),
    ("x", "ks"),
    ("h", "x"),
];

/// German, with з as `s`.
const GERMAN_SOFT: Rules = &[
    ("schtsch", "S"),
    ("tsch", "C"),
    ("sch", "Z"),
    ("sh", "Z"),
    ("ch", "x"),
    ("ck", "k"),
    ("tz", "c"),
    ("ss", "s"),
    ("s", "z"),
    ("z", "c"),
    ("c", "k"),
    ("x", "ks"),
    ("h", "x"),
];

/// French, with the old endings of emigrants' passports.
const FRENCH: Rules = &[
    ("chtch", "S"),
    ("tch", "C"),
    ("iou", "iu"),
    ("you", "iu"),
    ("ch", "S"),
    ("ou", "u"),
    ("kh", "x"),
    ("ts", "c"),
    ("tz", "c"),
    ("gue", "ge"),
    ("gui", "gi"),
    ("guy", "gi"),
    ("ph", "f"),
    ("th", "t"),
    ("ce", "se"),
    ("ci", "si"),
    ("c", "k"),
    ("j", "Z"),
    ("x", "ks"),
    ("h", "x"),
];

/// ISO 9 and the tradition of scholars, and Polish spelling, which shares its letters.
const SCIENTIFIC: Rules = &[
    ("szcz", "S"),
    ("sz", "S"),
    ("cz", "C"),
    ("rz", "r"),
    ("ch", "x"),
    ("kh", "x"),
    ("c", "c"),
    ("x", "x"),
    ("h", "x"),
];

const ALL: [Rules; 6] = [ENGLISH, UKRAINIAN, GERMAN, GERMAN_SOFT, FRENCH, SCIENTIFIC];

/// Every reading of a lower-case word, the English one first, without repeats. A word without a letter that
/// can be read has none.
pub(crate) fn readings(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().filter(|c| !letters::is_combining(*c)).collect();
    let mut all: Vec<String> = Vec::with_capacity(ALL.len());
    for rules in ALL {
        let reading = read(&letters, rules, std::ptr::eq(rules, FRENCH));
        if !reading.is_empty() && !all.contains(&reading) {
            all.push(reading);
        }
    }
    all
}

fn read(letters: &[char], rules: Rules, french: bool) -> String {
    let mut sounds = String::with_capacity(letters.len());
    let mut rest = letters;
    while let Some((&first, after)) = rest.split_first() {
        if let Some(sound) = cyrillic(first).or_else(|| caron(first)) {
            sounds.push_str(sound);
            rest = after;
        } else if let Some(&(pattern, sound)) = rules.iter().find(|(pattern, _)| starts_with(rest, pattern)) {
            sounds.push_str(sound);
            rest = rest.get(pattern.len()..).unwrap_or_default();
        } else {
            let base = letters::base(first).unwrap_or_default();
            sounds.extend(base.chars().map(|c| match c {
                'y' | 'j' => 'i',
                'w' => 'v',
                'q' => 'k',
                c => c,
            }));
            rest = after;
        }
    }
    if french {
        for (old, plain) in [("off", "ov"), ("eff", "ev"), ("ine", "in")] {
            if let Some(stem) = sounds.strip_suffix(old) {
                sounds = format!("{stem}{plain}");
            }
        }
    }
    smooth(&sounds)
}

fn starts_with(letters: &[char], pattern: &str) -> bool {
    // Patterns are ASCII, so bytes and characters count alike.
    letters.len() >= pattern.len() && pattern.chars().zip(letters).all(|(p, c)| p == *c)
}

/// Drops what the rules of one language write and those of another do not: i before e (`Soloviev`, `Solovev`),
/// io after a consonant as е (`Fyodor`, `Fedor`), repeated sounds (`Dmitrii`, `Filipp`).
fn smooth(sounds: &str) -> String {
    let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    let mut out = String::with_capacity(sounds.len());
    let mut rest = sounds.chars().peekable();
    while let Some(c) = rest.next() {
        let last = out.chars().last();
        let next = rest.peek().copied();
        let soft = last.is_some_and(|l| !is_vowel(l));
        let sound = match (c, next) {
            ('i', Some('e')) => continue,
            ('i', Some('o')) if soft => {
                rest.next();
                'e'
            }
            // щ written as two letters, as in `Ščerbakov`.
            ('C', _) if last == Some('S') => continue,
            _ => c,
        };
        if last != Some(sound) {
            out.push(sound);
        }
    }
    out
}

/// Sounds of the Russian, Ukrainian and Belarusian letters. Soft and hard signs are silent.
fn cyrillic(c: char) -> Option<&'static str> {
    Some(match c {
        'а' => "a",
        'б' => "b",
        'в' => "v",
        'г' | 'ґ' => "g",
        'д' => "d",
        'е' | 'э' | 'є' => "e",
        'ё' => "io",
        'ж' => "Z",
        'з' => "z",
        'и' | 'й' | 'ы' | 'і' | 'ї' => "i",
        'к' => "k",
        'л' => "l",
        'м' => "m",
        'н' => "n",
        'о' => "o",
        'п' => "p",
        'р' => "r",
        'с' => "s",
        'т' => "t",
        'у' | 'ў' => "u",
        'ф' => "f",
        'х' => "x",
        'ц' => "c",
        'ч' => "C",
        'ш' => "S",
        'щ' => "S",
        'ъ' | 'ь' => "",
        'ю' => "iu",
        'я' => "ia",
        _ => return None,
    })
}

/// Accented consonants that mean one sound in every language that has them.
fn caron(c: char) -> Option<&'static str> {
    Some(match c {
        'š' | 'ş' | 'ś' | 'ș' => "S",
        'č' | 'ć' | 'ç' => "C",
        'ž' | 'ż' | 'ź' => "Z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::readings;

    /// Whether two words have a reading in common.
    fn meet(a: &str, b: &str) -> bool {
        let b = readings(b);
        readings(a).iter().any(|one| b.contains(one))
    }

    #[test]
    fn one_surname_under_every_scheme() {
        let families: [&[&str]; 7] = [
            &["иванов", "ivanov", "iwanow", "ivanoff"],
            &[
                "щербаков",
                "shcherbakov",
                "schtscherbakow",
                "chtcherbakov",
                "szczerbakow",
                "ščerbakov",
                "scherbakov",
            ],
            &["жуков", "zhukov", "shukow", "joukov", "žukov", "schukow"],
            &["кузнецов", "kuznetsov", "kusnezow", "kuznecov"],
            &["халифман", "khalifman", "halifman", "chalifman"],
            &["чайковский", "chaikovsky", "chaykovskiy", "tschaikowski", "tchaikovsky", "čajkovskij"],
            &["соловьёв", "solovyov", "solovyev", "soloviev", "solovjow"],
        ];
        for family in families {
            for one in family {
                assert!(meet(family[0], one), "{} {one}: {:?}", family[0], readings(one));
            }
        }
    }

    #[test]
    fn given_names_under_every_scheme() {
        for family in [
            ["юрий", "yuri", "iurii", "jurij"],
            ["евгений", "evgeny", "yevgeni", "jewgeni"],
            ["сергей", "sergey", "sergei", "serguei"],
            ["фёдор", "fedor", "fyodor", "fjodor"],
            ["илья", "ilya", "ilia", "ilja"],
            ["олег", "oleg", "oleh", "oleg"],
            ["григорій", "hryhorii", "hryhoriy", "григорій"],
            ["юлія", "yuliia", "yuliya", "iulija"],
        ] {
            for one in family {
                assert!(meet(family[0], one), "{} {one}: {:?}", family[0], readings(one));
            }
        }
    }

    #[test]
    fn different_words_stay_different() {
        for (a, b) in [
            ("иванов", "petrov"),
            ("ivanov", "ivanova"),
            ("kuznetsov", "kuznets"),
            ("sergey", "georgy"),
            ("anna", "ivan"),
            ("горький", "гоцкий"),
        ] {
            assert!(!meet(a, b), "{a} {b}");
        }
        assert!(readings("李").is_empty());
        assert!(readings("").is_empty());
    }
}
