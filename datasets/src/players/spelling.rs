//! Names without regard to case, white space, commas, and to whether an accent is a character of its own.

use unicode_normalization::UnicodeNormalization;

/// Lower case; runs of white space and commas are one space. Texts that Unicode calls canonically equivalent (UAX 15) are one: a Mac
/// writes the two dots of `ü` as a character of their own.
pub(crate) fn normalised(name: &str) -> String {
    let words = name.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    composed(&words.collect::<Vec<_>>().join(" ").to_lowercase())
}

/// The text with accents joined to their letters (normalisation form C).
pub(crate) fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Whether a name names nobody: nothing but signs (`?`, `-`, `--`), or `NN` (nomen nescio) in its spellings.
pub(crate) fn is_nameless(name: &str) -> bool {
    let words: Vec<String> = name.split_whitespace().map(letters).filter(|word| !word.is_empty()).collect();
    words.iter().all(|word| word == "nn") || words == ["n", "n"]
}

fn letters(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What pairing programs and websites write in place of an opponent, in the languages of their makers.
const BYES: [&str; 22] = [
    "bye",
    "byes",
    "freilos",
    "spielfrei",
    "exempt",
    "exento",
    "descansa",
    "descanso",
    "пропуск",
    "выходной",
    "выходная",
    "свободен",
    "свободна",
    "пропускает",
    "вільний",
    "вільна",
    "вихідний",
    "пропускає",
    "unpaired",
    "pauza",
    "riposo",
    "folga",
];
/// Words that may stand beside one of these: `BYE (half point)`, `full-point bye`, `Bye 1`.
const BESIDE_BYES: [&str; 13] =
    ["a", "full", "half", "zero", "one", "point", "points", "requested", "not", "от", "1", "0", "½"];

/// Whether a name is the word for a game without an opponent. `Bye, Ivy` is a person.
pub(crate) fn is_bye(name: &str) -> bool {
    let name = composed(&name.to_lowercase());
    let words = || name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words().any(|word| BYES.contains(&word))
        && words().all(|word| BYES.contains(&word) || BESIDE_BYES.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::{is_bye, is_nameless, normalised};

    #[test]
    fn only_case_commas_and_space_are_ignored() {
        assert_eq!(normalised(" O'Connor ,  Pat\u{a0}J. "), "o'connor pat j.");
        assert_ne!(normalised("O'Connor"), normalised("OConnor"));
        assert_eq!(normalised("ИВАНОВ"), "иванов");
        assert_eq!(normalised(""), "");
        for (one, other) in [
            ("Müller, Jörg", "Mu\u{308}ller, Jo\u{308}rg"),
            ("Čapek", "C\u{30c}apek"),
            ("Йосип", "И\u{306}осип"),
            ("Nguyễn", "Nguye\u{302}\u{303}n"),
        ] {
            assert_eq!(normalised(one), normalised(other), "{one}");
        }
        assert_ne!(normalised("Müller"), normalised("Muller"));
    }

    #[test]
    fn words_for_nobody_and_people_who_have_a_name_like_one() {
        for name in ["", " ", "?", "??", "? ?", "-", "--", ".", "*", "NN", "N.N.", "N. N.", "nn, nn", "N, N"]
        {
            assert!(is_nameless(name), "{name}");
            assert!(!is_bye(name), "{name}");
        }
        for name in ["N. Nash", "Nn Lee", "Ng", "Ann", "N", "2", "李"] {
            assert!(!is_nameless(name), "{name}");
        }
        for name in [
            "BYE",
            "bye",
            "-Bye-",
            "Bye Bye",
            "bye, bye",
            "(BYE)",
            "BYE (half point)",
            "Freilos",
            "spielfrei",
        ] {
            assert!(is_bye(name), "{name}");
            assert!(!is_nameless(name), "{name}");
        }
        for name in
            ["unpaired", "Свободен", "свободна", "Выходной", "(вільний)", "Unpaired (half point)", "RIPOSO"]
        {
            assert!(is_bye(name), "{name}");
        }
        // With the breve of `й` as a character of its own.
        assert!(is_bye("выходнои\u{306}"));
        for name in ["exempt", "EXEMPT 1", "Full-point bye", "Пропуск", "bye ½"] {
            assert!(is_bye(name), "{name}");
        }
        for name in
            ["Bye, Ivy", "Ivy Bye", "Bye, I.", "Byers, Anna", "Goodbye", "half point", "1", "Freil, Os"]
        {
            assert!(!is_bye(name), "{name}");
        }
    }
}
