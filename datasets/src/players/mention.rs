//! Whether a text names somebody. It errs on the side of leaving out: a word of a name counts wherever it stands, because
//! nobody can tell the river from the player Rivers.

use std::collections::BTreeSet;

use super::disguise::{self, sounds_like};
use super::spelling::{is_nameless, normalised};

/// Letters of a word that counts alone; shorter ones (`Al`, `de`, initials) stand in too many texts.
const MIN_LETTERS: usize = 3;
/// Letters of a word that counts within another word too.
const MIN_INSIDE: usize = 4;
/// Letters of a word that counts across spaces and signs too, as in `R i v e r s`.
const MIN_SPACED: usize = 6;
/// Letters that an inflected form puts in the place of a final vowel, as in `Петрова`, `Петровыми`.
const MAX_ENDING: usize = 3;

#[derive(Clone, Debug, Default)]
pub struct NameFilter {
    /// Words of the names that count alone, in each reading.
    words: BTreeSet<String>,
    whole: BTreeSet<Vec<String>>,
    /// The words as they stand, for comparing sounds.
    plain: BTreeSet<String>,
    /// Words of the person who may be named.
    own: BTreeSet<String>,
}

impl NameFilter {
    /// The names of `others`. The words of `but`, who may be named, do not count.
    pub fn new<'a>(others: impl IntoIterator<Item = &'a str>, but: &str) -> Self {
        let mut names = Self { own: readings(but).into_iter().flatten().collect(), ..Self::default() };
        let counts = |own: &BTreeSet<String>, word: &String| {
            word.chars().count() >= MIN_LETTERS && !own.contains(word)
        };
        for other in others {
            let readings = readings(other);
            let [words, ..] = &readings;
            if words.is_empty()
                || is_nameless(&normalised(other))
                || words.iter().all(|word| names.own.contains(word))
            {
                continue;
            }
            names.plain.extend(words.iter().filter(|word| counts(&names.own, word)).cloned());
            for words in readings {
                names.words.extend(words.iter().filter(|word| counts(&names.own, word)).cloned());
                names.whole.insert(words);
            }
        }
        names
    }

    /// Whether a text holds one of the names, or a word of one that counts alone, as words of their own.
    pub fn matches_word(&self, text: &str) -> bool {
        self.has_word(&readings(text)) || self.is_in_tags(text)
    }

    fn has_word(&self, readings: &[Vec<String>]) -> bool {
        let lengths: BTreeSet<usize> = self.whole.iter().map(Vec::len).filter(|length| *length > 0).collect();
        readings.iter().any(|said| {
            said.iter().any(|word| self.words.contains(word))
                || lengths.iter().any(|length| said.windows(*length).any(|some| self.whole.contains(some)))
        })
    }

    /// Whether invisible characters of a text name somebody.
    fn is_in_tags(&self, text: &str) -> bool {
        disguise::in_tags(text).is_some_and(|said| self.has_word(&readings(&said)))
    }

    /// The same, or a word of a name inflected, within another word, spaced out, or by its sound in another alphabet. For texts that
    /// somebody wrote; in codes and names of programs it would find names by chance.
    pub fn matches(&self, text: &str) -> bool {
        let readings = readings(text);
        let [plain, ..] = &readings;
        let heard = |name: &String| {
            name.chars().count() >= MIN_INSIDE
                && plain.iter().any(|word| !self.is_own(word) && sounds_like(name, word))
        };
        let seen = |words: &Vec<String>| {
            let others: Vec<&str> =
                words.iter().filter(|word| !self.is_own(word)).map(String::as_str).collect();
            let joined = others.concat();
            self.words.iter().any(|name| {
                let letters = name.chars().count();
                letters >= MIN_INSIDE && others.iter().any(|word| is_form(name, word))
                    || letters >= MIN_SPACED && joined.contains(name.as_str())
            })
        };
        self.has_word(&readings)
            || self.is_in_tags(text)
            || readings.iter().any(seen)
            || self.plain.iter().any(heard)
    }

    fn is_own(&self, word: &str) -> bool {
        let inflected = |own: &String| own.chars().count() >= MIN_INSIDE && word.starts_with(own.as_str());
        self.own.contains(word) || self.own.iter().any(inflected)
    }
}

/// Whether `word` holds the name or is an inflected form of it.
fn is_form(name: &str, word: &str) -> bool {
    let vowels = ['a', 'e', 'i', 'o', 'u', 'y', 'а', 'е', 'и', 'і', 'о', 'у', 'ы', 'ь', 'я', 'ю', 'є'];
    let stem = name.trim_end_matches(vowels);
    let inflected = |ending: &str| ending.chars().count() <= MAX_ENDING;
    word.contains(name)
        || stem.chars().count() >= MIN_INSIDE && word.strip_prefix(stem).is_some_and(inflected)
}

/// The words of a text, accents and case aside: as they stand, as they look in Latin letters, as they are transliterated, and as other
/// languages write them.
fn readings(text: &str) -> [Vec<String>; 4] {
    let plain = disguise::plain(text);
    let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_owned).collect();
    let read = |with: fn(&str) -> String| -> Vec<String> { words.iter().map(|word| with(word)).collect() };
    let [look, latin, alike] =
        [disguise::latin_look, disguise::transliterated, disguise::spelt_alike].map(read);
    [words, look, latin, alike]
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
            assert!(names.matches(text) && names.matches_word(text), "{text}");
        }
        for text in ["Ring Memorial", "Ring, Olaf", "Xuan", "permanent", "li", "?", ""] {
            assert!(!names.matches(text), "{text}");
        }
        // Somebody of the same name cannot be told from the player.
        assert!(!NameFilter::new(["Ring, Olaf"], "Olaf Ring").matches("Ring, Olaf"));
    }

    /// The spellings that somebody found to stay in a copy, and others of their kinds.
    #[test]
    fn a_name_is_found_inflected_inside_a_word_disguised_and_in_another_alphabet() {
        let names = NameFilter::new(["Zweistein, Albert", "Петрова, Ольга", "Rivers, Tom"], "Quartz, Ada");
        for text in [
            "Zweistein",
            "ZWEISTEIN",
            "Zweisteins Trainer",
            "bzweistein@mail.example",
            "Zwei\u{ad}stein",
            "Ｚｗｅｉｓｔｅｉｎ",
            "Zwei\u{200b}stein",
            "Zwei\u{200d}stein",
            "Zwe\u{301}i\u{308}stein",
            "Цвайштайн",
            "Цвейштейном",
            "Zwеistеin",
            "ΖWΕΙSΤΕΙΝ",
            "Zwei-stein",
            "Z w e i s t e i n",
            "𝐙𝐰𝐞𝐢𝐬𝐭𝐞𝐢𝐧",
            "Zwe1ste1n",
            "Zwei\u{8}stein",
            "Zwei\u{e0041}stein",
            "Zwei\u{feff}\u{2060}stein",
            "report-of-zweisteins-coach.pdf",
            // The name in Cyrillic letters.
            "Петровой",
            "Петровыми",
            "с ПЕТРОВОЮ",
            "Petrova",
            "Petrovas phone",
            "Пет\u{ad}рова",
            "Пeтрoва",
            "mpetrova2001",
            "Riversdale",
        ] {
            assert!(names.matches(text), "{text:?}");
        }
        for text in
            ["Quartz", "Ada Quartz", "a stone", "River", "Steine", "Петр", "камень", "рассвет", "9 e4"]
        {
            assert!(!names.matches(text), "{text:?}");
        }
    }

    /// What federations and organisers make of a name, a number in place of one, and one that nobody sees.
    #[test]
    fn a_name_is_found_as_other_languages_write_it() {
        let others = ["Müller, Jörg", "Soerensen, Bjørn", "Karpovich, Svetlana", "722960"];
        let names = NameFilter::new(others, "Quartz, Ada");
        for text in [
            "Mueller Memorial",
            "Muller open",
            "JOERG",
            "Sørensen Cup",
            "Sorensen",
            "Bjoern",
            "Memorial Karpovič",
            "Karpowitsch-Gedenkturnier",
            "Karpovitch",
            "722960.pgn",
            "722960_games.pgn",
            "Open \u{e004b}\u{e0061}\u{e0072}\u{e0070}\u{e006f}\u{e0076}\u{e0069}\u{e0063}\u{e0068}",
        ] {
            assert!(names.matches(text), "{text:?}");
        }
        for text in ["Quartz Memorial", "Open 2026", "Mull", "Rapid Cup", "7229.pgn"] {
            assert!(!names.matches(text), "{text:?}");
        }
    }

    /// A name within the name of whoever may be named, and one within a code that no person wrote.
    #[test]
    fn the_players_own_name_and_codes_are_kept() {
        let names = NameFilter::new(["Stein, Stan", "Ross, Eva"], "Rosenstein, Ida");
        for text in ["Rosenstein", "Rosensteins games", "Ida Rosenstein"] {
            assert!(!names.matches(text), "{text}");
        }
        assert!(names.matches("Steinway Hall") && names.matches("standard"));
        assert!(!names.matches_word("standard_jun25frl.txt") && !names.matches_word("Stockfish by Crossing"));
        assert!(names.matches_word("Stei\u{ad}n") && names.matches_word("ross.pgn"));
    }

    /// Ordinary words beside the names of the event that comes with the program. Cyrillic ones are compared by sound.
    #[test]
    fn ordinary_words_are_seldom_taken_for_the_names_of_an_event() {
        let mut pgn = crate::pgn::sample::PGN;
        let entries = crate::entries(&mut pgn).expect("the sample");
        let mut players: Vec<String> = Vec::new();
        for entry in entries {
            if let crate::Entry::Game(game) = entry {
                players.extend([game.white.name, game.black.name]);
            }
        }
        players.sort();
        players.dedup();
        let names = NameFilter::new(players.iter().map(String::as_str), "");
        for language in ["en", "ru", "uk"] {
            let folder =
                std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../reports/messages").join(language);
            let mut words = BTreeSet::new();
            for file in std::fs::read_dir(folder).expect("messages") {
                let text = std::fs::read_to_string(file.expect("a file").path()).expect("text");
                let texts =
                    text.lines().filter_map(|line| line.split_once(" = ").map(|(_, text)| text.to_owned()));
                for text in texts {
                    words.extend(text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase));
                }
            }
            let found: Vec<&String> = words.iter().filter(|word| names.matches(word)).collect();
            assert!(
                words.len() > 800 && found.len() * 100 <= words.len(),
                "{language}: {} of {} words, {} players: {found:?}",
                found.len(),
                words.len(),
                players.len()
            );
        }
    }
}
