//! The message files against the keys, against each other and against the habits of their languages.

use std::collections::{BTreeMap, BTreeSet};

use analyzer::basis::Basis;
use analyzer::policy::Mode;
use datasets::clocks::time_class::TimeClass;
use datasets::ratings::list::ListKind;
use datasets::{Claim, Ending};
use strum::VariantArray as _;

use super::*;
use crate::accounts::roles::Role;
use crate::accounts::tokens::Scope;
use crate::cases::Prompt;
use crate::cases::breach::BreachKind;
use crate::cases::rules::Venue;
use crate::jobs::{Reason, State};
use crate::store::audit::Action;

/// Key and value of every message; a message written twice is a failure.
fn written(source: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut key = String::new();
    for line in source.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if line.starts_with(' ') {
            let message: &mut String = all.get_mut(&key).expect("a message goes on");
            message.push('\n');
            message.push_str(line);
        } else {
            let (name, value) = line.split_once(" = ").expect("a key and its value");
            key = name.to_owned();
            assert!(all.insert(key.clone(), value.to_owned()).is_none(), "{key} twice");
        }
    }
    all
}

/// Names of the placeables, `x-text` as `x`.
fn placeables(value: &str) -> BTreeSet<String> {
    let name = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        rest[..end].trim_end_matches("-text").to_owned()
    };
    value.split('$').skip(1).map(name).collect()
}

/// Plural categories that a message chooses between, in order.
fn forms(value: &str) -> Vec<&str> {
    value
        .lines()
        .filter_map(|line| line.trim_start().trim_start_matches('*').strip_prefix('[')?.split_once(']'))
        .map(|(category, _)| category)
        .collect()
}

const ENDINGS: [Ending; 7] = [
    Ending::Checkmate,
    Ending::Stalemate,
    Ending::DeadPosition,
    Ending::FivefoldRepetition,
    Ending::SeventyFiveMoves,
    Ending::ThreefoldRepetition,
    Ending::FiftyMoves,
];

/// The labels of values, `family_code`.
fn labels() -> impl Iterator<Item = String> {
    let family = |name: &str, codes: &[&str]| -> Vec<String> {
        codes.iter().map(|code| format!("{name}_{code}")).collect()
    };
    let classes = TimeClass::ALL.iter().map(|class| class.as_str()).chain([ListKind::Combined.as_str()]);
    [
        family("role", &Role::ALL.map(|role| role.into_str())),
        family("scope", &Scope::VARIANTS.iter().map(Scope::into_str).collect::<Vec<_>>()),
        family("action", &Action::VARIANTS.iter().map(Action::into_str).collect::<Vec<_>>()),
        family("state", &State::VARIANTS.iter().map(State::into_str).collect::<Vec<_>>()),
        family("reason", &Reason::VARIANTS.iter().map(Reason::into_str).collect::<Vec<_>>()),
        family("prompt", &Prompt::VARIANTS.iter().map(Prompt::into_str).collect::<Vec<_>>()),
        family("breach", &BreachKind::VARIANTS.iter().map(BreachKind::into_str).collect::<Vec<_>>()),
        family("venue", &Venue::VARIANTS.iter().map(Venue::into_str).collect::<Vec<_>>()),
        family("mode", &Mode::ALL.map(Mode::as_str)),
        family("class", &classes.collect::<Vec<_>>()),
        family("claim", &[Claim::ThreefoldRepetition, Claim::FiftyMoves].map(Into::into)),
        family("ended", &ENDINGS.map(Into::into)),
        family("basis", &Basis::ALL.iter().map(|basis| basis.as_str()).collect::<Vec<_>>()),
    ]
    .into_iter()
    .flatten()
}

#[test]
fn every_key_and_label_has_a_message_and_every_message_is_one_of_them() {
    let mut keys: BTreeSet<String> = Key::ALL.iter().map(|key| key.id().to_owned()).collect();
    assert_eq!(keys.len(), Key::ALL.len(), "two keys share an id");
    keys.extend(labels());
    for language in Language::all() {
        assert_eq!(keys, written(source(language.tag())).into_keys().collect(), "{language}");
    }
}

#[test]
fn every_language_has_the_placeables_of_english_and_its_own_plural_forms() {
    let english = written(source("en"));
    for language in Language::all() {
        // CLDR 48, cardinal.
        let categories: &[&str] =
            if language == Language::ENGLISH { &["one", "other"] } else { &["one", "few", "many", "other"] };
        for (key, value) in written(source(language.tag())) {
            assert_eq!(placeables(&value), placeables(&english[&key]), "{key} in {language}");
            let found = forms(&value);
            assert!(found.is_empty() || found == categories, "{key} in {language}: {found:?}");
            assert_eq!(found.is_empty(), forms(&english[&key]).is_empty(), "{key} in {language}");
        }
    }
}

/// Latin words in the midst of Russian and Ukrainian text.
const LATIN: &str =
    "PGN gz zst zip fairplay audit book build screen test UTF LiveChessCloud http https TRF XML";
/// Messages that are the same in Russian as in Ukrainian or as in English, by their key.
const SAME: &str = "audit-number";

#[test]
fn messages_are_written_in_their_own_letters() {
    for (language, foreign) in [(Language::RUSSIAN, "іїєґІЇЄҐ"), (Language::UKRAINIAN, "ыэёъЫЭЁЪ")]
    {
        for (key, value) in written(source(language.tag())) {
            assert!(!value.contains(|c| foreign.contains(c)), "{key} in {language}");
            let cyrillic = |c: char| ('\u{400}'..='\u{4ff}').contains(&c);
            assert!(value.contains(cyrillic) || SAME.contains(&key), "{key} in {language}");
            for line in value.lines() {
                let line = line.split_once(']').map_or(line, |(_, text)| text);
                let plain: String =
                    line.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
                for word in plain.split(|c: char| !c.is_alphabetic()) {
                    let latin = word.chars().filter(char::is_ascii_alphabetic).count();
                    assert!(latin == 0 || latin == word.len(), "`{word}` in {key} in {language}");
                    let named = ["$players ->", "$games ->", "$people ->", "$findings ->", "$codes ->"]
                        .iter()
                        .any(|form| line.contains(form));
                    assert!(
                        latin < 2 || named || LATIN.split(' ').any(|known| known == word),
                        "`{word}` in {key} in {language}"
                    );
                }
            }
        }
    }
}

#[test]
fn message_files_hold_no_forbidden_word() {
    for language in Language::all() {
        assert_eq!(reports::wording::forbidden(source(language.tag())), None, "{language}");
    }
}
