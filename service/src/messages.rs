//! Texts of the pages by key and language, from `service/messages/`.

use reports::{Arg, ByLanguage, Language, Texts};

use crate::keys::{Key, source};

pub(crate) type AllTexts = ByLanguage<Messages>;

pub(crate) struct Messages(Texts);

impl Messages {
    pub(crate) fn new(language: Language) -> Self {
        Self(Texts::read(language, source(language.tag())))
    }

    /// How numbers, dates and instants look.
    pub(crate) fn texts(&self) -> &Texts {
        &self.0
    }

    pub(crate) fn text(&self, key: Key) -> String {
        self.0.message(key.id(), &[])
    }

    /// The label of a value, the message `family_code`.
    pub(crate) fn label(&self, family: &str, code: &str) -> String {
        self.0.message(&format!("{family}_{code}"), &[])
    }

    pub(crate) fn with(&self, key: Key, name: &str, text: &str) -> String {
        self.0.message(key.id(), &[(name, Arg::from(text))])
    }

    /// A message whose form depends on a number.
    pub(crate) fn counted(&self, key: Key, name: &str, count: u64) -> String {
        self.0.message(key.id(), &[(name, Arg::Count(count))])
    }

    pub(crate) fn filled(&self, key: Key, values: &[(&'static str, String)]) -> String {
        let values: Vec<_> = values.iter().map(|(name, text)| (*name, Arg::from(text))).collect();
        self.0.message(key.id(), &values)
    }

    pub(crate) fn all(&self, key: Key, values: &[(&str, Arg<'_>)]) -> String {
        self.0.message(key.id(), values)
    }
}

/// The language that suits a reader best: their choice, else the first of ours that their browser asks for, else the
/// default. Weights in the header are not looked at: browsers list languages in order.
pub(crate) fn choose(chosen: Option<&str>, accept: Option<&str>, default: Language) -> Language {
    let ours =
        |tag: &str| tag.split(['-', ';']).next().unwrap_or_default().trim().to_lowercase().parse().ok();
    chosen
        .and_then(|tag| tag.parse().ok())
        .or_else(|| accept.and_then(|list| list.split(',').find_map(|tag| ours(tag.trim()))))
        .unwrap_or(default)
}

#[cfg(test)]
mod tests;
