//! The languages that reports are written in.
//!
//! A language is known by its tag (BCP 47), on the command line, in the settings file and in the page alike. What the
//! machine-readable files hold does not depend on it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::escape::visible;

/// A language with a message file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Language {
    #[default]
    English,
    Russian,
    Ukrainian,
}

/// A language tag without a message file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no language `{}`; known are {}", visible(.tag), known())]
pub struct UnknownLanguage {
    /// The tag as it was given.
    pub tag: String,
}

impl Language {
    /// Every language, English first.
    pub const ALL: [Self; 3] = [Self::English, Self::Russian, Self::Ukrainian];

    /// The language tag, as in the `lang` attribute of a page.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Russian => "ru",
            Self::Ukrainian => "uk",
        }
    }

    /// The message files, one behind the other.
    pub(crate) fn source(self) -> &'static str {
        match self {
            Self::English => concat!(
                include_str!("../messages/en.ftl"),
                include_str!("../messages/dossier/en.ftl"),
                include_str!("../messages/beside/en.ftl"),
                include_str!("../messages/hints/en.ftl"),
                include_str!("../messages/pages/en.ftl")
            ),
            Self::Russian => concat!(
                include_str!("../messages/ru.ftl"),
                include_str!("../messages/dossier/ru.ftl"),
                include_str!("../messages/beside/ru.ftl"),
                include_str!("../messages/hints/ru.ftl"),
                include_str!("../messages/pages/ru.ftl")
            ),
            Self::Ukrainian => concat!(
                include_str!("../messages/uk.ftl"),
                include_str!("../messages/dossier/uk.ftl"),
                include_str!("../messages/beside/uk.ftl"),
                include_str!("../messages/hints/uk.ftl"),
                include_str!("../messages/pages/uk.ftl")
            ),
        }
    }
}

fn known() -> String {
    Language::ALL.map(Language::tag).join(", ")
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(tag: &str) -> Result<Self, Self::Err> {
        let same = |language: &Self| language.tag() == tag;
        Self::ALL.into_iter().find(same).ok_or_else(|| UnknownLanguage { tag: tag.to_owned() })
    }
}

impl TryFrom<String> for Language {
    type Error = UnknownLanguage;

    fn try_from(tag: String) -> Result<Self, Self::Error> {
        tag.parse()
    }
}

impl From<Language> for &'static str {
    fn from(language: Language) -> Self {
        language.tag()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_there_and_back() {
        assert_eq!(Language::ALL.map(Language::tag), ["en", "ru", "uk"]);
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
            let json = serde_json::to_string(&language).expect("JSON");
            assert_eq!(json, format!("\"{language}\""));
            assert_eq!(serde_json::from_str::<Language>(&json).expect("a language"), language);
        }
        assert_eq!(Language::default(), Language::English);
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
