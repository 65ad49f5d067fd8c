//! Texts of one language, through Fluent: message files of reports and the service, and how numbers and instants look beside
//! them. `build.rs` makes [`Key`] from the files of reports.
//!
//! Messages hold plain text; each format escapes them for itself. Numbers come in as text from `number`, because their look
//! must not depend on a library's idea of a locale; Fluent only chooses the plural form.

use std::borrow::Cow;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use serde::Serialize;
use serde_json::Value;
use unic_langid::LanguageIdentifier;

use super::date;
use super::number::Numbers;
use crate::bundle::Timestamp;

pub(crate) use super::Key;
pub(crate) use super::language::Language;
/// As the texts of this crate are called within it.
pub(crate) use Texts as Messages;

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
    pub fn read(language: Language, source: &str) -> Self {
        Self::with_numbers(Numbers::page(language), source)
    }

    /// The messages of this crate, for pages and papers.
    pub(crate) fn new(language: Language) -> Self {
        Self::read(language, language.source())
    }

    /// The same for a terminal.
    pub(crate) fn for_terminal(language: Language) -> Self {
        Self::with_numbers(Numbers::terminal(language), language.source())
    }

    fn with_numbers(numbers: Numbers, source: &str) -> Self {
        let resource = match FluentResource::try_new(source.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let language = numbers.language;
        let tag: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // The marks would end up in file names, terminals and CSV; names are isolated by the page itself.
        bundle.set_use_isolating(false);
        bundle.add_resource_overriding(resource);
        Self { language, numbers, bundle }
    }

    pub fn language(&self) -> Language {
        self.language
    }

    pub(crate) fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// A whole number as the language writes it.
    pub fn count(&self, number: u64) -> String {
        self.numbers.count(number)
    }

    /// A number to so many decimals as the language writes it.
    pub fn decimal(&self, number: f64, decimals: usize) -> String {
        self.numbers.decimal(number, decimals)
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
        self.find(id, values.iter().cloned()).unwrap_or_else(|| id.to_owned())
    }

    /// A message that may be missing.
    fn find<'a, A: Into<Arg<'a>>>(
        &self,
        id: &str,
        values: impl IntoIterator<Item = (&'a str, A)>,
    ) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut args = FluentArgs::new();
        for (name, value) in values {
            match value.into() {
                Arg::Text(text) => args.set(name, text.into_owned()),
                Arg::Count(count) => {
                    args.set(name, count);
                    args.set(format!("{name}-text"), self.numbers.count(count));
                }
            }
        }
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned())
    }

    /// A message of this crate without placeables.
    pub(crate) fn text(&self, key: Key) -> String {
        self.message(key.id(), &[])
    }

    /// A message of this crate with its placeables filled in.
    pub(crate) fn with<'a, A: Into<Arg<'a>>>(
        &self,
        key: Key,
        values: impl IntoIterator<Item = (&'a str, A)>,
    ) -> String {
        self.find(key.id(), values).unwrap_or_else(|| key.id().to_owned())
    }

    /// The words for a value of a family: the message `family_code`, where the code is that of the JSON documents. A code
    /// without a message stands as it is.
    pub(crate) fn label(&self, family: &str, value: &(impl Serialize + ?Sized)) -> String {
        self.label_with::<Arg<'_>>(family, value, [])
    }

    /// The same with placeables filled in.
    pub(crate) fn label_with<'a, A: Into<Arg<'a>>>(
        &self,
        family: &str,
        value: &(impl Serialize + ?Sized),
        values: impl IntoIterator<Item = (&'a str, A)>,
    ) -> String {
        let code = code(value);
        self.find(&format!("{family}_{code}"), values).unwrap_or(code)
    }
}

/// The code of a value in the JSON documents: the text itself, or the tag of a variant with fields.
pub(crate) fn code(value: &(impl Serialize + ?Sized)) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(code)) => code,
        Ok(fields) => fields["kind"].as_str().or(fields["by"].as_str()).unwrap_or_default().to_owned(),
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod toy {
    use super::*;
    use crate::language::Locale;

    /// A new language needs a folder of messages and a [`Locale`], nothing else.
    #[test]
    fn a_toy_language() {
        static TOY: Locale =
            Locale { tag: "de", decimal: ',', group: '.', missing: "fehlt", day_first: true };
        let source =
            "players = { $players ->\n    [one] Ein Spieler\n   *[other] { $players-text } Spieler\n }\n";
        let toy = Texts::read(Language(&TOY), source);
        assert_eq!(toy.message("players", &[("players", Arg::Count(1))]), "Ein Spieler");
        assert_eq!(toy.message("players", &[("players", Arg::Count(1_234))]), "1.234 Spieler");
        assert_eq!(toy.date("2026.05.01"), "01.05.2026");
        assert_eq!(toy.numbers().z(-1.5), "\u{2212}1,50");
        assert_eq!((toy.numbers().missing(), toy.count(2)), ("fehlt".to_owned(), "2".to_owned()));
        assert_eq!((toy.language().tag(), toy.message("absent", &[])), ("de", "absent".to_owned()));
    }
}

#[cfg(test)]
pub(crate) mod tests;
