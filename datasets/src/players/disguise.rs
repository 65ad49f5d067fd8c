//! Letters that stand for others: what is not seen is dropped, what looks like a Latin letter is read as one, and other alphabets are
//! read by their sound. For finding a name, never for telling people apart.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::letters::folded;
use crate::text::visible::is_unseen;

/// Consonants by which a name is told in another alphabet.
const MIN_CONSONANTS: usize = 3;
/// Sounds that an ending may add.
const MAX_MORE: usize = 3;
/// Vowels one after the other, whichever they are.
const VOWEL: char = 'a';

/// The text in lower case without accents, marks and characters that nobody sees; forms of one letter are one (NFKC, UAX 15).
pub(super) fn plain(text: &str) -> String {
    let seen = text.nfkc().filter(|c| !is_unseen(*c));
    let lower = seen.collect::<String>().to_lowercase();
    folded(&lower.nfc().collect::<String>()).nfd().filter(|c| !is_combining_mark(*c)).nfc().collect()
}

/// What a text says in invisible tags (Unicode, block Tags), in which a whole name can be written; `None` if it has none.
pub(super) fn in_tags(text: &str) -> Option<String> {
    let tag = |c| u32::from(c).checked_sub(0xe0000).filter(|code| (0x20..0x7f).contains(code));
    let said: String = text.chars().filter_map(|c| char::from_u32(tag(c)?)).collect();
    (!said.is_empty()).then_some(said)
}

/// A word in lower Latin letters as it sounds, whichever language writes it: `Müller` and `Mueller`, `Sørensen` and `Soerensen`,
/// `Karpovič`, `Karpovitch` and `Karpowitsch` are the same.
pub(super) fn spelt_alike(word: &str) -> String {
    replaced(
        &transliterated(word),
        &[
            ("ae", "a"),
            ("oe", "o"),
            ("ue", "u"),
            ("aa", "a"),
            ("tsch", "c"),
            ("tch", "c"),
            ("tsj", "c"),
            ("sch", "s"),
            ("ch", "c"),
            ("cz", "c"),
            ("sh", "s"),
            ("sz", "s"),
            ("zh", "z"),
            ("kh", "h"),
            ("ph", "f"),
            ("ck", "k"),
            ("w", "v"),
            ("j", "i"),
            ("y", "i"),
        ],
    )
}

/// A text with groups of letters replaced, one pair after the other.
fn replaced(text: &str, groups: &[(&str, &str)]) -> String {
    groups.iter().fold(text.to_owned(), |text, (several, one)| text.replace(several, one))
}

/// A word in lower case with the letters and digits that look like Latin letters read as these.
pub(super) fn latin_look(word: &str) -> String {
    word.chars().map(look).collect()
}

/// The Latin letter that a small or capital letter of the Cyrillic or Greek alphabet, or a digit, looks like (after Unicode Technical
/// Standard 39, `confusables.txt`).
fn look(c: char) -> char {
    match c {
        'а' | 'α' | '4' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' | 'є' | '3' => 'e',
        'ғ' => 'f',
        'ԍ' => 'g',
        'н' | 'һ' | 'η' => 'h',
        'і' | 'ı' | 'ι' | '1' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' => 'l',
        'м' | 'μ' => 'm',
        'п' | 'ν' => 'n',
        'о' | 'ο' | 'σ' | '0' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' | '5' => 's',
        'т' | 'τ' => 't',
        'υ' => 'u',
        'ѵ' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'ζ' => 'z',
        c => c,
    }
}

/// A word in Latin letters.
pub(super) fn transliterated(word: &str) -> String {
    any_ascii::any_ascii(word).to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Whether two words of different alphabets have the same sounds, as `Zweistein` and `Цвайштайн`, apart from an ending of the word.
pub(super) fn sounds_like(name: &str, word: &str) -> bool {
    if name.is_ascii() == word.is_ascii() {
        return false;
    }
    let [mut name, word] = [name, word].map(|word| sounds(&transliterated(word)));
    if name.last() == Some(&VOWEL) {
        name.pop();
    }
    let consonants = name.iter().filter(|sound| **sound != VOWEL).count();
    let more = word.len().saturating_sub(name.len());
    consonants >= MIN_CONSONANTS && more <= MAX_MORE && word.starts_with(&name)
}

/// The consonants by classes, because languages write them in different ways, with the places of the vowels.
fn sounds(latin: &str) -> Vec<char> {
    let groups = [
        ("shch", "s"),
        ("sch", "s"),
        ("tsch", "s"),
        ("tch", "s"),
        ("sh", "s"),
        ("zh", "s"),
        ("ch", "s"),
        ("ts", "s"),
        ("tz", "s"),
        ("cz", "s"),
        ("sz", "s"),
        ("dz", "s"),
        ("dj", "s"),
        ("kh", "h"),
        ("ph", "f"),
        ("th", "t"),
        ("ck", "k"),
        ("qu", "kv"),
        ("x", "ks"),
    ];
    let mut all: Vec<char> = Vec::new();
    for c in replaced(latin, &groups).chars() {
        let sound = match c {
            'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'j' => VOWEL,
            'b' | 'p' => 'p',
            'c' | 'k' | 'q' | 'g' => 'k',
            'd' | 't' => 't',
            'f' | 'v' | 'w' => 'v',
            's' | 'z' => 's',
            'h' | 'l' | 'm' | 'n' | 'r' => c,
            _ => continue,
        };
        if all.last() != Some(&sound) {
            all.push(sound);
        }
    }
    all
}
