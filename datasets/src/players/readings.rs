//! The Cyrillic words that a Latin word may stand for, under each usual way to transliterate (`transliteration.txt`):
//! chains of sounds for comparison, without soft signs, doubled letters and the choice between i, y and j.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::letters;

type Rules = Vec<(&'static str, &'static str)>;

static SCHEMES: LazyLock<Schemes> = LazyLock::new(|| Schemes::parse(include_str!("transliteration.txt")));

#[derive(Default)]
struct Schemes {
    /// Name and rules of each scheme, the longest letters first.
    schemes: Vec<(&'static str, Rules)>,
    letters: BTreeMap<char, &'static str>,
}

impl Schemes {
    fn parse(text: &'static str) -> Self {
        let mut all = Self::default();
        for (name, rules) in text.lines().filter_map(|line| line.split_once(": ")) {
            let rules = rules.split(' ').filter_map(|rule| rule.split_once('='));
            match name {
                _ if name.starts_with('#') => {}
                "letters" => {
                    all.letters.extend(rules.filter_map(|(from, to)| Some((from.chars().next()?, to))));
                }
                _ => all.schemes.push((name, rules.collect())),
            }
        }
        all
    }
}

/// Every reading of a lower-case word, the English one first, without repeats; none without a letter that can be read.
pub(crate) fn readings(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().filter(|c| !letters::is_combining(*c)).collect();
    let mut all: Vec<String> = Vec::with_capacity(SCHEMES.schemes.len());
    for (name, rules) in &SCHEMES.schemes {
        let mut sounds = sounds(&letters, rules);
        // The old endings of emigrants' passports.
        for (old, plain) in [("off", "ov"), ("eff", "ev"), ("ine", "in")] {
            if let Some(stem) = sounds.strip_suffix(old).filter(|_| *name == "french") {
                sounds = format!("{stem}{plain}");
            }
        }
        let reading = smooth(&sounds);
        if !reading.is_empty() && !all.contains(&reading) {
            all.push(reading);
        }
    }
    all
}

fn sounds(letters: &[char], rules: &Rules) -> String {
    let mut sounds = String::with_capacity(letters.len());
    let mut rest = letters;
    while let Some((first, after)) = rest.split_first() {
        // Letters of a rule are ASCII, so bytes and characters count alike.
        let fits = |from: &str| rest.len() >= from.len() && from.chars().zip(rest).all(|(p, c)| p == *c);
        if let Some(sound) = SCHEMES.letters.get(first) {
            sounds.push_str(sound);
            rest = after;
        } else if let Some(&(from, sound)) = rules.iter().find(|(from, _)| fits(from)) {
            sounds.push_str(sound);
            rest = rest.get(from.len()..).unwrap_or_default();
        } else {
            sounds.extend(letters::base(*first).unwrap_or_default().chars().map(|c| match c {
                'y' | 'j' => 'i',
                'w' => 'v',
                'q' => 'k',
                c => c,
            }));
            rest = after;
        }
    }
    sounds
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
