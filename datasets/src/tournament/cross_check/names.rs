//! Are two spellings one name? Only what can be said from the words alone.
//!
//! Order, case, commas and points do not matter: `Ample, Anna` is `Anna Ample`. An initial may stand for a word, and
//! words may be missing; that makes names alike, never the same. Letters are not turned into other letters.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// Lower-case words in order of the alphabet.
    words: Vec<String>,
    /// The name fills every column a report has, so its end may be missing.
    full: bool,
    /// Lower case without separators, in the order written.
    run: String,
}

/// How far two names agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Agreement {
    Different,
    /// One may be a shorter form of the other.
    Alike,
    Same,
}

const COLUMNS: usize = 33;

const MAX_CHARACTERS: usize = 200;

impl Name {
    pub(super) fn new(name: &str) -> Self {
        // Nobody's name is longer; a hostile one must not cost time.
        let name: String = name.chars().take(MAX_CHARACTERS).collect();
        let lower = name.to_lowercase();
        let mut words: Vec<String> = lower
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';'))
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        let run = words.concat();
        words.sort_unstable();
        // A blank may be the last character, and is trimmed.
        let full = name.chars().count() + 1 >= COLUMNS;
        Self { words, full, run }
    }

    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// A text that is equal for equal names; empty without words.
    pub(super) fn key(&self) -> String {
        self.words.join(" ")
    }

    /// Compares with the name in a report, which may have been cut.
    pub(super) fn agreement(&self, reported: &Self) -> Agreement {
        if self.words.is_empty() || reported.words.is_empty() {
            return Agreement::Different;
        }
        if self.words == reported.words || (reported.full && self.run.starts_with(&reported.run)) {
            return Agreement::Same;
        }
        let (fewer, more) = if self.words.len() <= reported.words.len() {
            (&self.words, &reported.words)
        } else {
            (&reported.words, &self.words)
        };
        if short_form(fewer, more) { Agreement::Alike } else { Agreement::Different }
    }
}

/// Every word of `fewer` stands in `more`, as itself or as an initial, each word used once; and one word of three
/// letters or more is equal, because initials alone fit too many people. The longer name may hold the initial only
/// if it has no further words: `Ample, Anna` is not short for `Ample Brisk, Carl A.`.
fn short_form(fewer: &[String], more: &[String]) -> bool {
    let mut rest: Vec<&String> = more.iter().collect();
    let mut open: Vec<&String> = Vec::new();
    let mut anchored = false;
    for word in fewer {
        if let Some(at) = rest.iter().position(|other| *other == word) {
            rest.swap_remove(at);
            anchored |= word.chars().count() >= 3;
        } else {
            open.push(word);
        }
    }
    let even = fewer.len() == more.len();
    for word in open {
        let fits = |other: &&String| initial(word, other) || (even && initial(other, word));
        let Some(at) = rest.iter().position(fits) else {
            return false;
        };
        rest.swap_remove(at);
    }
    anchored
}

fn initial(short: &str, long: &str) -> bool {
    short.chars().count() == 1 && long.starts_with(short)
}

#[cfg(test)]
mod tests {
    use super::{Agreement, Name};

    #[test]
    fn names_agree_by_their_words() {
        let cases = [
            ("Ample, Anna", "Anna AMPLE", Agreement::Same),
            ("Ample,Anna", "Ample, Anna", Agreement::Same),
            ("Ample, Anna B.", "Ample, Anna", Agreement::Alike),
            ("Ample, A.", "Ample, Anna", Agreement::Alike),
            ("Ample", "Ample, Anna", Agreement::Alike),
            ("Ample, Anna Bea", "Ample, A B", Agreement::Alike),
            ("Ample, Anna", "Ample, Bea", Agreement::Different),
            ("Ample, Anna", "Ample Brisk, Carl A.", Agreement::Different),
            ("Ample, A", "Brisk, A", Agreement::Different),
            ("A B", "Ample, Brisk", Agreement::Different),
            ("Müller, Max", "Mueller, Max", Agreement::Different),
            ("", "Ample, Anna", Agreement::Different),
            ("Li, A", "Li, An", Agreement::Different),
        ];
        for (one, other, expected) in cases {
            assert_eq!(Name::new(one).agreement(&Name::new(other)), expected, "{one} / {other}");
        }
    }

    #[test]
    fn a_name_cut_by_the_columns_is_the_same_name() {
        let long = "Abcdefghij-Klmnopqrst, Uvwxyzabcd Efghij";
        let cut: String = long.chars().take(33).collect();
        assert_eq!(Name::new(long).agreement(&Name::new(&cut)), Agreement::Same);
        let shorter: String = long.chars().take(28).collect();
        assert_eq!(Name::new(long).agreement(&Name::new(&shorter)), Agreement::Different);
    }
}
