//! Texts of reports by key and language.
//!
//! `build.rs` makes [`Key`] from the message files. How a message file is read is in `texts`.

use serde::Serialize;
use serde_json::Value;

pub(crate) use super::Key;
pub(crate) use super::language::Language;
use super::number::Numbers;
pub(crate) use super::texts::Arg;
use super::texts::Texts;

/// The messages of one language, and how numbers look beside them.
pub(crate) struct Messages(Texts);

impl Messages {
    pub(crate) fn new(language: Language) -> Self {
        Self(Texts::new(language, language.source()))
    }

    pub(crate) fn for_terminal(language: Language) -> Self {
        Self(Texts::read(language, Numbers::terminal(language), language.source()))
    }

    pub(crate) fn language(&self) -> Language {
        self.0.language()
    }

    /// How numbers look in these messages.
    pub(crate) fn numbers(&self) -> Numbers {
        self.0.numbers()
    }

    /// A message without placeables.
    pub(crate) fn text(&self, key: Key) -> String {
        self.0.message(key.id(), &[])
    }

    /// A message with its placeables filled in.
    pub(crate) fn with<'a, A: Into<Arg<'a>>>(
        &self,
        key: Key,
        values: impl IntoIterator<Item = (&'a str, A)>,
    ) -> String {
        self.0.message(key.id(), &filled(values))
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
        self.0.find(&format!("{family}_{code}"), &filled(values)).unwrap_or(code)
    }
}

fn filled<'a, A: Into<Arg<'a>>>(values: impl IntoIterator<Item = (&'a str, A)>) -> Vec<(&'a str, Arg<'a>)> {
    values.into_iter().map(|(name, value)| (name, value.into())).collect()
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
pub(crate) mod tests;
