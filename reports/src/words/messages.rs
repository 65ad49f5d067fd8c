//! Texts of reports by key and language.
//!
//! `build.rs` makes [`Key`] from the message files. How a message file is read is in `texts`.

pub(crate) use super::Key;
pub(crate) use super::language::Language;
use super::number::Numbers;
pub(crate) use super::texts::Arg;
use super::texts::Texts;

/// The messages of one language, and how numbers look beside them.
pub(crate) struct Messages(Texts);

impl Messages {
    /// The messages of a language for a page.
    pub(crate) fn new(language: Language) -> Self {
        Self(Texts::new(language, language.source()))
    }

    /// The messages of a language for a terminal.
    pub(crate) fn for_terminal(language: Language) -> Self {
        Self(Texts::read(language, Numbers::terminal(language), language.source()))
    }

    /// The language of these messages.
    pub(crate) fn language(&self) -> Language {
        self.0.language()
    }

    /// How numbers look in these messages.
    pub(crate) fn numbers(&self) -> Numbers {
        self.0.numbers()
    }

    /// A message without placeables.
    pub(crate) fn text(&self, key: Key) -> String {
        self.with(key, &[])
    }

    /// A message with its placeables filled in.
    pub(crate) fn with(&self, key: Key, values: &[(&str, Arg<'_>)]) -> String {
        self.0.message(key.id(), values)
    }
}

#[cfg(test)]
mod tests;
