//! Whether a text names somebody. It errs on the side of leaving out: a word of a name counts wherever it stands, because
//! nobody can tell the river from the player Rivers.

use std::collections::BTreeSet;

use super::letters::folded;
use super::spelling::{is_nameless, normalised};

/// Letters of a word that counts alone; shorter ones (`Al`, `de`, initials) stand in too many texts.
const MIN_LETTERS: usize = 3;

#[derive(Clone, Debug, Default)]
pub struct NameFilter {
    words: BTreeSet<String>,
    whole: BTreeSet<Vec<String>>,
}

impl NameFilter {
    /// The names of `others`. The words of `but`, who may be named, do not count.
    pub fn new<'a>(others: impl IntoIterator<Item = &'a str>, but: &str) -> Self {
        let own: BTreeSet<String> = words(but).into_iter().collect();
        let mut names = Self::default();
        for other in others {
            let words = words(other);
            if words.is_empty()
                || is_nameless(&normalised(other))
                || words.iter().all(|word| own.contains(word))
            {
                continue;
            }
            let long = words.iter().filter(|word| word.chars().count() >= MIN_LETTERS);
            names.words.extend(long.filter(|word| !own.contains(*word)).cloned());
            names.whole.insert(words);
        }
        names
    }

    /// Whether a text holds one of the names, or a word of one that counts alone.
    pub fn matches(&self, text: &str) -> bool {
        let said = words(text);
        if said.iter().any(|word| self.words.contains(word)) {
            return true;
        }
        self.whole.iter().any(|name| said.windows(name.len()).any(|some| some == name.as_slice()))
    }
}

/// The words of a text, accents and case aside.
fn words(text: &str) -> Vec<String> {
    let plain = folded(&normalised(text));
    let words = plain.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_their_words_are_found_and_the_players_own_are_not() {
        let others = ["Müller, Anna", "Ring, Per", "O'Connor, J.", "Xu, Li", "?", "Иванов, Пётр"];
        let names = NameFilter::new(others, "Ring, Olaf");
        for text in [
            "muller.pgn",
            "complaint of MÜLLER",
            "per-vs-olaf.pgn",
            "J. O'Connor",
            "O’Connor",
            "round 3, Xu Li against Ring",
            "ИВАНОВ",
        ] {
            assert!(names.matches(text), "{text}");
        }
        for text in ["Ring Memorial", "Ring, Olaf", "Xuan", "permanent", "li", "?", ""] {
            assert!(!names.matches(text), "{text}");
        }
        // Somebody of the same name cannot be told from the player.
        assert!(!NameFilter::new(["Ring, Olaf"], "Olaf Ring").matches("Ring, Olaf"));
    }
}
