//! Texts of one language, through Fluent: a message file, and how numbers and instants look beside it.
//!
//! Whoever has message files of its own reads them here: the reports theirs (see `messages`), the service its own. What a
//! file holds is not known here. Messages hold plain text: whoever prints them escapes them for the format at hand.
//! Numbers come in as text from `number`, because how a number looks must not depend on a library's idea of
//! a locale; only the choice of a plural form is left to it.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use crate::bundle::Timestamp;
use crate::date;
use crate::language::Language;
use crate::number::Numbers;

/// A value for a placeable.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    /// Printed as it is.
    Text(&'a str),
    /// A whole number: `$name` selects the plural form, `$name-text` is what is printed.
    Count(u64),
}

/// The messages of one language, and how numbers look beside them. Threads may share them.
pub struct Texts {
    language: Language,
    numbers: Numbers,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    /// The messages of a file, for pages. Files are part of a program and its tests check each of them, so what a faulty
    /// file would lack shows up as its key, never as a failed page.
    #[must_use]
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
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// How numbers look in these messages.
    pub(crate) fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// A whole number as the language writes it.
    #[must_use]
    pub fn count(&self, number: u64) -> String {
        self.numbers.count(number)
    }

    /// An instant in UTC as the language writes it, to the second.
    #[must_use]
    pub fn instant(&self, instant: Timestamp) -> String {
        date::instant(self.language, instant)
    }

    /// A date of a PGN (`2026.05.01`) as the language writes it.
    #[must_use]
    pub fn date(&self, pgn: &str) -> String {
        date::date(self.language, pgn)
    }

    /// A message with its placeables filled in; of a message that is not there, its key.
    #[must_use]
    pub fn message(&self, id: &str, values: &[(&str, Arg<'_>)]) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        let mut args = FluentArgs::new();
        for &(name, value) in values {
            match value {
                Arg::Text(text) => args.set(name.to_owned(), text.to_owned()),
                Arg::Count(count) => {
                    args.set(name.to_owned(), count);
                    args.set(format!("{name}-text"), self.numbers.count(count));
                }
            }
        }
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned()
    }
}
