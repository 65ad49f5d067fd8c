//! Texts by key and language, through Fluent.
//!
//! A new language is one file in `messages/`, one in `messages/dossier/`, and one variant of [`Language`]; the compiler then asks for its numbers
//! and dates. Messages hold plain text: whoever prints them escapes them for the format at hand. Numbers come in as
//! text from [`crate::number`], because how a number looks must not depend on a library's idea of a locale; only the
//! choice of a plural form is left to it.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use unic_langid::LanguageIdentifier;

pub(crate) use crate::keys::Key;
pub(crate) use crate::language::Language;
use crate::number::Numbers;

/// A value for a placeable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arg<'a> {
    /// Printed as it is.
    Text(&'a str),
    /// A whole number: `$name` selects the plural form, `$name-text` is what is printed.
    Count(u64),
}

/// The messages of one language, and how numbers look beside them.
pub(crate) struct Messages {
    language: Language,
    numbers: Numbers,
    bundle: FluentBundle<FluentResource>,
}

impl Messages {
    /// The messages of a language for a page.
    pub(crate) fn new(language: Language) -> Self {
        Self::read(language, Numbers::page(language))
    }

    /// The messages of a language for a terminal.
    pub(crate) fn for_terminal(language: Language) -> Self {
        Self::read(language, Numbers::terminal(language))
    }

    /// Reads the message file of a language. The files are part of the program and a test checks each of them,
    /// so what a faulty file would lack shows up as its key, never as a failed report.
    fn read(language: Language, numbers: Numbers) -> Self {
        let resource = match FluentResource::try_new(language.source().to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let tag: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![tag]);
        // The marks would end up in file names, terminals and CSV; names are isolated by the page itself.
        bundle.set_use_isolating(false);
        bundle.add_resource_overriding(resource);
        Self {
            language,
            numbers,
            bundle,
        }
    }

    /// The language of these messages.
    pub(crate) fn language(&self) -> Language {
        self.language
    }

    /// How numbers look in these messages.
    pub(crate) fn numbers(&self) -> Numbers {
        self.numbers
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
                    args.set(format!("{name}-text"), self.numbers.count(count));
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
mod tests;
