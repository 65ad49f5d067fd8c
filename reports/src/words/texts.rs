//! Texts of one language, through Fluent: message files, and how numbers and instants look beside them.
//!
//! Reports and the service read their message files here. Messages hold plain text; each format escapes them for itself.
//! Numbers come in as text from `number`, because their look must not depend on a library's idea of a locale; Fluent only
//! chooses the plural form.

use std::borrow::Cow;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use super::date;
use super::language::Language;
use super::number::Numbers;
use crate::bundle::Timestamp;

/// A value for a placeable.
#[derive(Clone, Debug)]
pub enum Arg<'a> {
    Text(Cow<'a, str>),
    /// A whole number: `$name` selects the plural form, `$name-text` is what is printed.
    Count(u64),
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Arg<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<u64> for Arg<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Arg<'_> {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<usize> for Arg<'_> {
    fn from(count: usize) -> Self {
        Self::Count(u64::try_from(count).unwrap_or(u64::MAX))
    }
}

/// The messages of one language, and how numbers look beside them. Threads may share them.
pub struct Texts {
    language: Language,
    numbers: Numbers,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    /// The messages of a file, for pages. A message that a faulty file lacks shows as its key: tests check the files, and
    /// a page must not fail.
    pub fn new(language: Language, source: &str) -> Self {
        Self::read(language, Numbers::page(language), source)
    }

    pub(crate) fn read(language: Language, numbers: Numbers, source: &str) -> Self {
        let resource = match FluentResource::try_new(source.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let tag: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // The marks would end up in file names, terminals and CSV; names are isolated by the page itself.
        bundle.set_use_isolating(false);
        bundle.add_resource_overriding(resource);
        Self { language, numbers, bundle }
    }

    /// The language of these messages.
    pub fn language(&self) -> Language {
        self.language
    }

    /// How numbers look in these messages.
    pub(crate) fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// A whole number as the language writes it.
    pub fn count(&self, number: u64) -> String {
        self.numbers.count(number)
    }

    /// An instant in UTC as the language writes it, to the second.
    pub fn instant(&self, instant: Timestamp) -> String {
        date::instant(self.language, instant)
    }

    /// A date of a PGN (`2026.05.01`) as the language writes it.
    pub fn date(&self, pgn: &str) -> String {
        date::date(self.language, pgn)
    }

    /// A message with its placeables filled in; of a message that is not there, its key.
    pub fn message(&self, id: &str, values: &[(&str, Arg<'_>)]) -> String {
        self.find(id, values).unwrap_or_else(|| id.to_owned())
    }

    /// A message that may be missing.
    pub(crate) fn find(&self, id: &str, values: &[(&str, Arg<'_>)]) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut args = FluentArgs::new();
        for (name, value) in values {
            match value {
                Arg::Text(text) => args.set(*name, text.clone().into_owned()),
                Arg::Count(count) => {
                    args.set(*name, *count);
                    args.set(format!("{name}-text"), self.numbers.count(*count));
                }
            }
        }
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::Locale;
    use super::*;

    /// A new language needs a folder of messages and a [`Locale`], nothing else.
    #[test]
    fn a_toy_language() {
        static TOY: Locale = Locale {
            tag: "de",
            decimal: ',',
            group: '.',
            separator: " / ",
            missing: "fehlt",
            day_first: true,
        };
        let source =
            "players = { $players ->\n    [one] Ein Spieler\n   *[other] { $players-text } Spieler\n }\n";
        let toy = Texts::new(Language(&TOY), source);
        assert_eq!(toy.message("players", &[("players", Arg::Count(1))]), "Ein Spieler");
        assert_eq!(toy.message("players", &[("players", Arg::Count(1_234))]), "1.234 Spieler");
        assert_eq!(toy.date("2026.05.01"), "01.05.2026");
        assert_eq!(toy.numbers().z(-1.5), "\u{2212}1,50");
        assert_eq!(toy.numbers().list(&[toy.numbers().missing(), toy.count(2)]), "fehlt / 2");
        assert_eq!((toy.language().tag(), toy.message("absent", &[])), ("de", "absent".to_owned()));
    }
}
