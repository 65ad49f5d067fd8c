//! The words that no text of this project may hold, in each of its languages, held against every message file and
//! every report.
//!
//! The guard knows words and no sentences: it cannot find an unkind sentence made of harmless words. That is what
//! the review of a message file is for. Other crates hold their own texts against the same words.

#[cfg(test)]
mod dossiers;
#[cfg(test)]
pub(crate) mod rendered;

/// English stems, in lower case, wherever they stand.
const ENGLISH: &str = "cheat guilt suspect suspicio fraud accus innocen culprit caught dishonest";

/// Beginnings of Russian and Ukrainian words, in lower case. Only beginnings, because `половина` and `повинен` are
/// harmless. Prompting is forbidden too: in chess it means help for a player, and a sheet gives a hint to an arbiter.
const BEGINNINGS: [&str; 3] = [
    // Both.
    "читер читинг читак шулер жулик жульн обман преступ подсказ",
    // Russian.
    "мошенн виновн виноват винить подозр обвин изоблич уличен уличит пойман невинов нечестн нарушител",
    // Ukrainian.
    "шахра махля ошук винн винен винува підозр обвинувач звинувач викри спійма впійма злочин невинн невинува нечесн \
     порушник провин підказ",
];

/// Words that are forbidden as they are, because they begin harmless ones.
const WHOLE: &str = "вина вины вине вину виной вини вині виною";

/// The first forbidden word of a text, if there is one. Reports quote names from outside, so tests give them names that
/// are harmless.
pub fn forbidden(text: &str) -> Option<String> {
    let lower = text.to_lowercase().replace('ё', "е");
    if let Some(stem) = ENGLISH.split(' ').find(|stem| lower.contains(stem)) {
        return Some(stem.to_owned());
    }
    let beginnings: Vec<&str> = BEGINNINGS.iter().flat_map(|list| list.split(' ')).collect();
    let whole: Vec<&str> = WHOLE.split(' ').collect();
    lower
        .split(|c: char| !c.is_alphabetic())
        .find(|word| whole.contains(word) || beginnings.iter().any(|beginning| word.starts_with(beginning)))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::forbidden;

    #[test]
    fn the_guard_finds_words_in_every_form_and_leaves_harmless_ones() {
        for text in [
            "A CHEATER?",
            "nobody is accused",
            "Этот игрок — ЧИТЕР",
            "признан виновным",
            "подозреваемые",
            "мошенничество",
            "обвиняемый",
            "уличён в обмане",
            "это его вина.",
            "цей шахрай",
            "підозрюваного",
            "не винен",
            "звинувачення",
            "викрито",
        ] {
            assert!(forbidden(text).is_some(), "{text}");
        }
        for text in [
            "an honest player",
            "половина партий",
            "он повинен",
            "прочитать, читатель",
            "повинно бути",
            "винятково",
            "шахи та шаховий рушій",
            "улица",
        ] {
            assert_eq!(forbidden(text), None, "{text}");
        }
    }

    #[test]
    fn message_files_hold_no_forbidden_word() {
        for language in crate::Language::all() {
            assert_eq!(forbidden(language.source()), None, "{language}");
        }
    }
}
