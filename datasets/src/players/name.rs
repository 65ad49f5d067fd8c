//! The parts of a name: surname, given names, suffix, and marks that organisers add. It can be taken apart in more than
//! one way (`Ivan Ivanov` or `Ivanov Ivan`), so all likely ways are kept and the comparison chooses.

use super::letters;
use super::readings;
use super::spelling::composed;

/// Longer names are not compared: no person's name needs more, and the work stays bounded.
const MAX_BYTES: usize = 160;
const MAX_WORDS: usize = 8;

/// Words that stand before a surname and are often left out or moved.
const PARTICLES: &[&str] = &[
    "af", "al", "av", "bin", "d", "da", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du",
    "e", "el", "het", "ibn", "la", "las", "le", "los", "ten", "ter", "van", "vd", "vom", "von", "y", "zu",
    "zum", "zur",
];

/// Words that tell a father from a son, under the form they are compared in.
const GENERATIONS: [(&str, &str); 5] = [
    ("junior", "jr junior jun filho fils hijo ml"),
    ("senior", "sr senior sen st"),
    ("ii", "ii"),
    ("iii", "iii neto"),
    ("iv", "iv"),
];

const TITLES: &[&str] = &[
    "dr", "prof", "ing", "mr", "mrs", "gm", "im", "fm", "cm", "wgm", "wim", "wfm", "wcm", "agm", "aim",
    "afm", "acm",
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Lower case, without accents.
    pub(crate) folded: String,
    /// Plain spellings, `folded` among them.
    pub(crate) spellings: Vec<String>,
    /// Readings in Cyrillic sounds, the English one first; may be empty.
    pub(crate) readings: Vec<String>,
    /// Stands for a longer name: one letter, or up to three before a full stop.
    pub(crate) initial: bool,
    pub(crate) length: usize,
}

impl Word {
    fn new(word: &str, dotted: bool) -> Self {
        let folded = letters::folded(word);
        let length = folded.chars().count();
        Self {
            spellings: letters::spellings(word),
            readings: readings::readings(word),
            initial: length == 1 || (dotted && length <= 3),
            length,
            folded,
        }
    }

    pub(crate) fn joined(words: &[&Self]) -> Self {
        Self::new(&words.iter().map(|w| w.folded.as_str()).collect::<String>(), false)
    }
}

/// One way to take a name apart: which words are the surname. The rest are given names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Whether the name itself says so, by a comma in this place.
    pub(crate) written: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// Words of surname and given names, in the order written, without particles.
    pub(crate) words: Vec<Word>,
    /// Ways to take it apart; at least one if there are words, the likeliest first.
    pub(crate) splits: Vec<Split>,
    pub(crate) particles: Vec<String>,
    /// `junior`, `senior`, `ii`...
    pub(crate) generation: Option<&'static str>,
    /// A number or a bracket that organisers add to tell namesakes apart.
    pub(crate) mark: Option<String>,
    /// Three capitals at the end of a name in small letters: a federation, as in `Mosconi, Ar ARG`.
    pub(crate) federation: Option<String>,
    /// Whether a title or degree stands in it, which says nothing about who it is.
    title: bool,
}

/// Whether a title or degree stands in a name, as in `GM Alder, Ann`.
pub(super) fn bears_title(name: &str) -> bool {
    Name::parse(name).is_some_and(|name| name.title)
}

impl Name {
    /// Takes a name apart. `None` for a name that cannot be a person's: none at all, too long, or a handle.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        if name.len() > MAX_BYTES || is_handle(name) {
            return None;
        }
        let mut parts = Self {
            words: Vec::new(),
            splits: Vec::new(),
            particles: Vec::new(),
            generation: None,
            mark: None,
            federation: None,
            title: false,
        };
        let (text, mark) = without_brackets(&composed(name));
        parts.mark = mark;
        let mixed = text.chars().any(char::is_lowercase);
        let mut comma = None;
        for (nth, side) in text.split(',').enumerate() {
            if nth == 1 {
                comma = Some(parts.words.len());
            }
            parts.take(side, mixed);
        }
        parts.words.truncate(MAX_WORDS);
        parts.splits = splits(parts.words.len(), comma);
        (!parts.words.is_empty()).then_some(parts)
    }

    /// Whether the name itself says which words are the surname.
    pub(crate) fn is_divided(&self) -> bool {
        self.splits.iter().any(|split| split.written)
    }

    fn take(&mut self, side: &str, mixed: bool) {
        let pieces = side.split(|c: char| c.is_whitespace() || is_hyphen(c));
        let pieces: Vec<&str> = pieces.flat_map(after_dots).filter(|p| !p.is_empty()).collect();
        let last = pieces.len().saturating_sub(1);
        for (place, piece) in pieces.iter().enumerate() {
            let dotted = piece.ends_with('.');
            let word: String =
                piece.chars().filter(|c| c.is_alphanumeric() || letters::is_combining(*c)).collect();
            let (word, digits) = word.split_at(word.trim_end_matches(|c: char| c.is_ascii_digit()).len());
            if !digits.is_empty() {
                self.mark = Some(digits.to_owned());
            }
            if word.is_empty() {
                continue;
            }
            let lower = word.to_lowercase();
            let mut generations = GENERATIONS.iter().filter(|_| place > 0 || !self.words.is_empty());
            if let Some((form, _)) = generations.find(|(_, texts)| texts.split(' ').any(|text| text == lower))
            {
                self.generation = Some(form);
            } else if TITLES.contains(&lower.as_str()) && (dotted || word.len() > 2 || is_code(word)) {
                self.title = true;
            } else if PARTICLES.contains(&lower.as_str())
                && !dotted
                && (place < last || !self.words.is_empty())
            {
                self.particles.push(lower);
            } else if mixed && word.len() == 3 && is_code(word) && place == last && !self.words.is_empty() {
                self.federation = Some(word.to_owned());
            } else {
                self.words.push(Word::new(&lower, dotted));
            }
        }
    }
}

fn is_code(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_uppercase())
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '_')
}

/// Cuts `J.P.` into `J.` and `P.`.
fn after_dots(piece: &str) -> impl Iterator<Item = &str> {
    piece.split_inclusive('.')
}

/// The name without its last bracket, and what stands in it.
fn without_brackets(name: &str) -> (String, Option<String>) {
    let Some((before, rest)) = name.split_once('(') else {
        return (name.to_owned(), None);
    };
    let (inside, after) = rest.split_once(')').unwrap_or((rest, ""));
    let mark = inside.trim().to_lowercase();
    (format!("{before} {after}"), (!mark.is_empty()).then_some(mark))
}

/// With a comma, the surname is before it; some lists put it behind, so that way is kept too. Without one, it
/// is the last word, the first, or two of them.
fn splits(words: usize, comma: Option<usize>) -> Vec<Split> {
    let split = |from, to, written| Split { from, to, written };
    let comma = comma.filter(|at| (1..words).contains(at));
    match (words, comma) {
        (0, _) => Vec::new(),
        // A single word is a surname, with a comma behind it or without.
        (1, _) => vec![split(0, 1, true)],
        (n, Some(at)) => vec![split(0, at, true), split(at, n, false)],
        (2, None) => vec![split(1, 2, false), split(0, 1, false)],
        (n, None) => {
            vec![split(n - 1, n, false), split(0, 1, false), split(n - 2, n, false), split(0, 2, false)]
        }
    }
}

/// Whether a name looks like one that somebody uses on a playing site: one word with a digit or an underscore in it, or
/// with a capital after a small letter (`DrNykterstein`) that is not the beginning of a surname like `McDonald`.
pub fn is_handle(name: &str) -> bool {
    let name = name.trim();
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == ',' || c == '.') {
        return false;
    }
    if name.contains('_') || name.contains(|c: char| c.is_ascii_digit()) {
        return true;
    }
    let mut humps = 0;
    let mut before = ' ';
    for (at, c) in name.char_indices() {
        if c.is_uppercase() && before.is_lowercase() {
            let head = name.get(..at).unwrap_or_default();
            let surname = [
                "Mc", "Mac", "De", "Del", "DeLa", "Di", "Da", "Du", "La", "Le", "Van", "Von", "Fitz", "El",
                "Al", "Ben", "O",
            ];
            let from = head.rfind(is_hyphen).map_or(0, |hyphen| hyphen + 1);
            humps += usize::from(!surname.contains(&head.get(from..).unwrap_or(head)));
        }
        before = c;
    }
    humps > 0
}

#[cfg(test)]
mod tests {
    use super::{Name, is_handle};

    /// Surname words of every way to take the name apart, then the given names of the first.
    fn parts(name: &str) -> Vec<(String, String)> {
        let parsed = Name::parse(name).expect("a name");
        let text =
            |range: &[super::Word]| range.iter().map(|w| w.folded.clone()).collect::<Vec<_>>().join(" ");
        parsed
            .splits
            .iter()
            .map(|s| {
                let given = [&parsed.words[..s.from], &parsed.words[s.to..]].concat();
                (text(&parsed.words[s.from..s.to]), text(&given))
            })
            .collect()
    }

    fn pair(a: &str, b: &str) -> (String, String) {
        (a.to_owned(), b.to_owned())
    }

    #[test]
    fn a_comma_divides_and_its_absence_leaves_a_choice() {
        assert_eq!(parts("Ivanov, Ivan")[0], pair("ivanov", "ivan"));
        let ways = parts("Ivan Ivanov");
        assert!(ways.contains(&pair("ivanov", "ivan")) && ways.contains(&pair("ivan", "ivanov")));
        assert!(parts("Juan Garcia Lopez").contains(&pair("garcia lopez", "juan")));
        assert_eq!(parts("Carlsen"), [pair("carlsen", "")]);
        assert_eq!(parts("Carlsen,"), [pair("carlsen", "")]);
        assert_eq!(parts("Müller-Alt, J.-P.")[0], pair("muller alt", "j p"));
    }

    #[test]
    fn what_is_no_name_is_kept_apart() {
        let name = Name::parse("van der Berg, Jan jr. (2)").expect("a name");
        assert_eq!(name.particles, ["van", "der"]);
        assert_eq!((name.generation, name.mark.as_deref()), (Some("junior"), Some("2")));
        assert_eq!(name.words.len(), 2);
        let name = Name::parse("Testino, Ar ARG").expect("a name");
        assert_eq!(name.federation.as_deref(), Some("ARG"));
        let name = Name::parse("Muster, Max, Dr.").expect("a name");
        assert_eq!(name.words.len(), 2);
        assert_eq!(Name::parse("TESTOV, IVAN2").expect("a name").mark.as_deref(), Some("2"));
        for name in ["GM Alder, Ann", "Alder, Ann GM", "Alder, Ann (wim)", "Dr. Alder, Ann", "ALDER, ANN, IM"]
        {
            assert_eq!(super::bears_title(name), !name.contains('('), "{name}");
        }
        assert!(!super::bears_title("Gm, Im Sik") && !super::bears_title("Alder, Ann"));
        let name = Name::parse("O'Hara, D.").expect("a name");
        assert_eq!((name.words[0].folded.as_str(), name.words[1].initial), ("ohara", true));
    }

    #[test]
    fn what_cannot_be_a_person_is_none() {
        for name in ["", " ,", "()", &"x".repeat(200), "DrNykterstein"] {
            assert!(Name::parse(name).is_none(), "{name}");
        }
    }

    #[test]
    fn handles_look_like_handles() {
        for handle in ["DrNykterstein", "ivan_64", "chess2003", "penguinGM1", "iAmBest"] {
            assert!(is_handle(handle), "{handle}");
        }
        for name in [
            "Carlsen",
            "McDonald",
            "DeLaCruz",
            "Ivanov, Ivan2",
            "O'Connor",
            "Müller-Alt",
            "van der Berg",
            "",
            "J.Test2",
        ] {
            assert!(!is_handle(name), "{name}");
        }
    }
}
