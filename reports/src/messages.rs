//! Texts by key and language, through Fluent.
//!
//! A new language is one file in `messages/` and one variant of [`Language`]. Messages hold plain text: whoever
//! prints them escapes them for the format at hand. Numbers come in as text from [`crate::number`], because how
//! a number looks must not depend on a library's idea of a locale; only the choice of a plural form is left to it.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use unic_langid::LanguageIdentifier;

pub(crate) use crate::keys::Key;
use crate::number::group_digits;

/// A language with a message file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// English.
    English,
}

impl Language {
    /// The language tag, as in the `lang` attribute.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
        }
    }

    fn source(self) -> &'static str {
        match self {
            Self::English => include_str!("../messages/en.ftl"),
        }
    }
}

/// A value for a placeable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arg<'a> {
    /// Printed as it is.
    Text(&'a str),
    /// A whole number: `$name` selects the plural form, `$name-text` is what is printed.
    Count(u64),
}

/// The messages of one language.
pub(crate) struct Messages {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Messages {
    /// Reads the message file of a language. The files are part of the program and a test checks each of them,
    /// so what a faulty file would lack shows up as its key, never as a failed report.
    pub(crate) fn new(language: Language) -> Self {
        let resource = match FluentResource::try_new(language.source().to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let tag: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![tag]);
        // The marks would end up in file names, terminals and CSV; names are isolated by the page itself.
        bundle.set_use_isolating(false);
        bundle.add_resource_overriding(resource);
        Self { language, bundle }
    }

    /// The language of these messages.
    pub(crate) fn language(&self) -> Language {
        self.language
    }

    /// A message without placeables.
    pub(crate) fn text(&self, key: Key) -> String {
        self.with(key, &[])
    }

    /// A message with its placeables filled in.
    pub(crate) fn with(&self, key: Key, values: &[(&str, Arg<'_>)]) -> String {
        let Some(pattern) = self
            .bundle
            .get_message(key.id())
            .and_then(|message| message.value())
        else {
            return key.id().to_owned();
        };
        let mut args = FluentArgs::new();
        for &(name, value) in values {
            match value {
                Arg::Text(text) => args.set(name.to_owned(), text.to_owned()),
                Arg::Count(count) => {
                    args.set(name.to_owned(), count);
                    args.set(format!("{name}-text"), group_digits(count));
                }
            }
        }
        let mut errors = Vec::new();
        self.bundle
            .format_pattern(pattern, Some(&args), &mut errors)
            .into_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::example::FORBIDDEN;

    const LANGUAGES: [Language; 1] = [Language::English];

    fn defined(language: Language) -> BTreeSet<String> {
        let is_key = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase()) && line.contains(" =");
        let name = |line: &str| line.split(" =").next().unwrap().to_owned();
        language.source().lines().filter(is_key).map(name).collect()
    }

    #[test]
    fn every_key_has_a_message_and_every_message_a_key() {
        let used: BTreeSet<String> = Key::ALL.iter().map(|key| key.id().to_owned()).collect();
        assert_eq!(used.len(), Key::ALL.len(), "two keys share an id");
        for language in LANGUAGES {
            assert_eq!(used, defined(language), "{language:?}");
        }
    }

    #[test]
    fn message_files_parse_and_repeat_no_key() {
        for language in LANGUAGES {
            let resource = FluentResource::try_new(language.source().to_owned());
            let resource = resource.map_err(|(_, errors)| errors).unwrap();
            let mut bundle = FluentBundle::new(vec![language.tag().parse::<LanguageIdentifier>().unwrap()]);
            bundle
                .add_resource(resource)
                .map_err(|errors| format!("{errors:?}"))
                .unwrap();
            for key in Key::ALL {
                assert!(
                    bundle.get_message(key.id()).unwrap().value().is_some(),
                    "{}",
                    key.id()
                );
            }
        }
    }

    #[test]
    fn message_files_hold_no_forbidden_word() {
        for language in LANGUAGES {
            let source = language.source().to_lowercase();
            for stem in FORBIDDEN {
                assert!(!source.contains(stem), "{language:?} holds `{stem}`");
            }
        }
    }

    #[test]
    fn plural_forms_follow_the_number() {
        let messages = Messages::new(Language::English);
        let games = |n| messages.with(Key::PlayerGames, &[("games", Arg::Count(n))]);
        assert_eq!(games(0), "0 games");
        assert_eq!(games(1), "1 game");
        assert_eq!(games(1234), "1,234 games");
    }

    #[test]
    fn placeables_come_out_as_they_went_in() {
        let messages = Messages::new(Language::English);
        let hostile = "{ $index } \u{2068}<b>";
        let text = messages.with(
            Key::PlotDot,
            &[("name", Arg::Text(hostile)), ("index", Arg::Text("50.0"))],
        );
        assert_eq!(text, format!("{hostile}: 50.0"));
    }
}
