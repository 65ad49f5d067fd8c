//! The languages of reports and pages.
//!
//! A language is a folder of `messages/` and a line of [`LOCALES`]. Its tag (BCP 47) names it on the command line, in the
//! settings file and in the page. Machine-readable files do not depend on it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::source;
use crate::escape::visible;

/// What Russian and Ukrainian share.
const EASTERN: Locale = Locale {
    tag: "",
    decimal: ',',
    // A no-break space, and a long dash for what is missing.
    group: '\u{a0}',
    missing: "\u{2014}",
    day_first: true,
};

/// Signs and orders by CLDR 48.
const LOCALES: &[Locale] = &[
    Locale { tag: "en", decimal: '.', group: ',', missing: "\u{2013}", day_first: false },
    Locale { tag: "ru", ..EASTERN },
    Locale { tag: "uk", ..EASTERN },
];

/// How a language writes numbers and dates.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Locale {
    pub(crate) tag: &'static str,
    /// Between the whole part and the decimals.
    pub(crate) decimal: char,
    /// Between groups of three digits.
    pub(crate) group: char,
    pub(crate) missing: &'static str,
    /// 01.05.2026 instead of the order of the PGN. English keeps that order, because a day and a month that change places
    /// from country to country are read wrongly.
    pub(crate) day_first: bool,
}

/// A language with messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Language(pub(crate) &'static Locale);

impl Language {
    pub const ENGLISH: Self = Self(&LOCALES[0]);
    pub const RUSSIAN: Self = Self(&LOCALES[1]);
    pub const UKRAINIAN: Self = Self(&LOCALES[2]);

    /// Every language, English first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        LOCALES.iter().map(Self)
    }

    /// The language tag, as in the `lang` attribute of a page.
    pub fn tag(self) -> &'static str {
        self.0.tag
    }

    /// The message files of this crate, one behind the other.
    pub(crate) fn source(self) -> &'static str {
        source(self.tag())
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::ENGLISH
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(tag: &str) -> Result<Self, String> {
        let known = || Self::all().map(Self::tag).collect::<Vec<_>>().join(", ");
        let language = Self::all().find(|language| language.tag() == tag);
        language.ok_or_else(|| format!("there is no language `{}`; known are {}", visible(tag), known()))
    }
}

impl TryFrom<String> for Language {
    type Error = String;

    fn try_from(tag: String) -> Result<Self, String> {
        tag.parse()
    }
}

impl From<Language> for String {
    fn from(language: Language) -> Self {
        language.to_string()
    }
}

/// A value for each language.
#[derive(Debug)]
pub struct ByLanguage<T> {
    english: T,
    others: Vec<(Language, T)>,
}

impl<T> ByLanguage<T> {
    pub fn new(make: impl Fn(Language) -> T) -> Self {
        let others = Language::all().skip(1).map(|language| (language, make(language))).collect();
        Self { english: make(Language::ENGLISH), others }
    }

    pub fn get(&self, language: Language) -> &T {
        self.others.iter().find(|(other, _)| *other == language).map_or(&self.english, |(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_there_and_back() {
        assert_eq!(Language::all().map(Language::tag).collect::<Vec<_>>(), ["en", "ru", "uk"]);
        let tags = ByLanguage::new(Language::tag);
        for language in Language::all() {
            assert_eq!(language.to_string().parse(), Ok(language));
            let json = serde_json::to_string(&language).expect("JSON");
            assert_eq!(json, format!("\"{language}\""));
            assert_eq!(serde_json::from_str::<Language>(&json).expect("a language"), language);
            assert_eq!(*tags.get(language), language.tag());
            assert!(!language.source().is_empty(), "no folder for {language}");
        }
        assert_eq!(Language::default(), Language::ENGLISH);
        let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/messages")).expect("a folder");
        assert_eq!(folders.count(), Language::all().count(), "a folder without a line, or the reverse");
    }

    /// The country codes `ua` and `by`, capitals and longer tags are no tags of ours and are not guessed at.
    #[test]
    fn an_unknown_language_is_an_error_that_lists_the_known_ones() {
        for tag in ["ua", "RU", "ru-RU", "", "de\u{1b}[31m"] {
            let error = tag.parse::<Language>().expect_err("unknown").to_string();
            assert!(error.ends_with("known are en, ru, uk"), "{error}");
            assert!(error.contains(&format!("`{}`", visible(tag))), "{error}");
        }
        let error = serde_json::from_str::<Language>("\"de\"").expect_err("unknown");
        assert!(error.to_string().contains("known are en, ru, uk"), "{error}");
    }
}
