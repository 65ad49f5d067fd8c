//! Why a game does not hold together, as a value: papers and pages word it in their own language.
//!
//! Documents, the interface for programs and the stores of servers hold the English text. It reads back into the same
//! value, so a document of an earlier version is worded as well.

use serde::{Deserialize, Serialize};
use strum::VariantArray as _;

use super::alphabet::Alphabet;
use super::result::GameResult;

/// Why a game is quarantined. Its text is English and part of documents; its [`GameDefect::code`] is for programs.
#[derive(
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    thiserror::Error,
    strum::IntoStaticStr,
    strum::VariantNames,
)]
#[serde(from = "String", into = "String")]
#[strum(serialize_all = "snake_case")]
pub enum GameDefect {
    #[default]
    #[error("illegal move")]
    IllegalMove,
    #[error("ambiguous move")]
    AmbiguousMove,
    #[error("token does not read as a move")]
    NotAMove,
    #[error("comment does not close")]
    CommentUnclosed,
    #[error("comment closes that was not opened")]
    CommentUnopened,
    #[error("variation does not close")]
    VariationUnclosed,
    #[error("variation closes that was not opened")]
    VariationUnopened,
    #[error("annotation glyph is not a number")]
    Glyph,
    #[error("text after the result")]
    TextAfterResult,
    #[error("second result after the moves")]
    SecondResult,
    #[error("tag does not close")]
    TagUnclosed,
    /// The token is the name of the tag.
    #[error("tag stands twice with two values")]
    TagTwice,
    #[error("tag line is longer than 64 KiB")]
    TagLineTooLong,
    #[error("tags are longer than 1 MiB")]
    TagsTooLong,
    #[error("movetext is longer than 1 MiB")]
    MovetextTooLong,
    /// The moves are Tavreli's; or they do not read as chess, and a tag names Tavreli.
    #[error("Tavreli: not read, no engine plays it, no index")]
    Tavreli,
    /// A move was lost, or put in, before this reader saw the text.
    #[error("move number {found} where {expected} was expected")]
    MoveNumber { found: u32, expected: u32 },
    /// The number has three dots, as before a move of Black.
    #[error("move number {number}... where White is to move")]
    WhiteToMove { number: u32 },
    #[error("result tag says {}, movetext ends {}", tag.as_str(), movetext.as_str())]
    Results { tag: GameResult, movetext: GameResult },
    #[error("reads as {} and as {}, with different moves", first.as_str(), other.as_str())]
    Alphabets { first: Alphabet, other: Alphabet },
    /// The text of a defect that this version does not know.
    #[error("{0}")]
    Other(String),
}

impl GameDefect {
    /// One value of every kind that has a text of its own.
    pub const EVERY_KIND: [Self; 20] = [
        Self::IllegalMove,
        Self::AmbiguousMove,
        Self::NotAMove,
        Self::CommentUnclosed,
        Self::CommentUnopened,
        Self::VariationUnclosed,
        Self::VariationUnopened,
        Self::Glyph,
        Self::TextAfterResult,
        Self::SecondResult,
        Self::TagUnclosed,
        Self::TagTwice,
        Self::TagLineTooLong,
        Self::TagsTooLong,
        Self::MovetextTooLong,
        Self::Tavreli,
        Self::MoveNumber { found: 13, expected: 12 },
        Self::WhiteToMove { number: 7 },
        Self::Results { tag: GameResult::White, movetext: GameResult::Black },
        Self::Alphabets { first: Alphabet::English, other: Alphabet::German },
    ];

    /// A stable name for programs, such as `illegal_move`.
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// The text without the values of this one game, so that defects of a kind can be counted together.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::MoveNumber { .. } => "move number # where # was expected".to_owned(),
            Self::WhiteToMove { .. } => "move number #... where White is to move".to_owned(),
            Self::Results { .. } => "result tag and movetext disagree".to_owned(),
            other => other.to_string(),
        }
    }

    /// The value with this text; `None` for a text that no value has.
    fn parse(text: &str) -> Option<Self> {
        if let Some((found, expected)) = two_values(text, "move number ", " where ", " was expected") {
            return Some(Self::MoveNumber { found: found.parse().ok()?, expected: expected.parse().ok()? });
        }
        if let Some((number, "")) = two_values(text, "move number ", "... where White is to move", "") {
            return Some(Self::WhiteToMove { number: number.parse().ok()? });
        }
        if let Some((tag, movetext)) = two_values(text, "result tag says ", ", movetext ends ", "") {
            return Some(Self::Results { tag: result(tag)?, movetext: result(movetext)? });
        }
        if let Some((first, other)) = two_values(text, "reads as ", " and as ", ", with different moves") {
            return Some(Self::Alphabets { first: alphabet(first)?, other: alphabet(other)? });
        }
        if text == TAVRELI_BEFORE {
            return Some(Self::Tavreli);
        }
        Self::EVERY_KIND.into_iter().find(|defect| defect.to_string() == text)
    }
}

/// What [`GameDefect::Tavreli`] was called in documents of earlier versions.
const TAVRELI_BEFORE: &str =
    "game of another kind of chess (Tavreli); fairplay reads chess and Chess960 only";

impl From<String> for GameDefect {
    fn from(text: String) -> Self {
        Self::parse(&text).unwrap_or(Self::Other(text))
    }
}

impl From<GameDefect> for String {
    fn from(defect: GameDefect) -> Self {
        defect.to_string()
    }
}

/// What stands around `between`, in a text that begins and ends as given.
fn two_values<'a>(text: &'a str, begins: &str, between: &str, ends: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(begins)?.strip_suffix(ends)?.split_once(between)
}

fn result(text: &str) -> Option<GameResult> {
    let all = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown];
    all.into_iter().find(|result| result.as_str() == text)
}

fn alphabet(text: &str) -> Option<Alphabet> {
    Alphabet::VARIANTS.iter().copied().find(|alphabet| alphabet.as_str() == text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::GameDefect;

    #[test]
    fn every_text_reads_back_and_every_code_is_its_own() {
        let mut codes = BTreeSet::new();
        for defect in GameDefect::EVERY_KIND {
            let text = serde_json::to_string(&defect).expect("a text");
            let back: GameDefect = serde_json::from_str(&text).expect("a defect");
            assert_eq!(back, defect);
            assert!(codes.insert(defect.code()), "{} twice", defect.code());
            // Another kind of defect needs its place in the list.
            assert!(!matches!(defect, GameDefect::Other(_)));
        }
        let all = <GameDefect as strum::VariantNames>::VARIANTS;
        let missing: Vec<_> = all.iter().filter(|name| !codes.contains(**name)).collect();
        assert_eq!(missing, [&"other"]);
    }

    #[test]
    fn a_text_of_an_earlier_version_reads_as_the_value() {
        assert_eq!(GameDefect::from(super::TAVRELI_BEFORE.to_owned()), GameDefect::Tavreli);
    }

    #[test]
    fn what_is_not_known_is_kept_as_it_is() {
        for text in [
            "",
            "square does not exist",
            "move number x where 2 was expected",
            "move number 99999999999 where 2 was expected",
            "result tag says 2-0, movetext ends 0-1",
            "reads as english and as klingon, with different moves",
        ] {
            let defect = GameDefect::from(text.to_owned());
            assert_eq!(defect, GameDefect::Other(text.to_owned()));
            assert_eq!(defect.to_string(), text);
        }
    }

    #[test]
    fn defects_are_counted_without_their_values() {
        let kind = |text: &str| GameDefect::from(text.to_owned()).kind();
        assert_eq!(kind("move number 12 where 13 was expected"), "move number # where # was expected");
        assert_eq!(
            kind("move number 12... where White is to move"),
            "move number #... where White is to move"
        );
        assert_eq!(kind("illegal move"), "illegal move");
        assert_eq!(kind("result tag says 1-0, movetext ends 0-1"), "result tag and movetext disagree");
    }
}
