//! The letters that languages write pieces with.

use serde::{Deserialize, Serialize};
use shakmaty::Role;

/// The letters a game's pieces are written with, in the order in which they are tried. Languages that share their
/// letters share a name here.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Alphabet {
    #[default]
    English,
    /// White or black ones, for either side.
    Figurine,
    /// Danish, Norwegian, Swedish, Croatian, Serbian and Slovene too.
    German,
    Dutch,
    French,
    /// Italian too.
    Spanish,
    Portuguese,
    Polish,
    /// Slovak too.
    Czech,
    Hungarian,
    Finnish,
    Estonian,
    Romanian,
    Icelandic,
    Russian,
    Ukrainian,
    Bulgarian,
    /// Macedonian too.
    SerbianCyrillic,
}

impl Alphabet {
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    pub fn letters(self) -> [&'static str; 5] {
        match self {
            Self::English => ["K", "Q", "R", "B", "N"],
            Self::Figurine => ["♔", "♕", "♖", "♗", "♘"],
            Self::German => ["K", "D", "T", "L", "S"],
            Self::Dutch => ["K", "D", "T", "L", "P"],
            Self::French => ["R", "D", "T", "F", "C"],
            Self::Spanish => ["R", "D", "T", "A", "C"],
            Self::Portuguese => ["R", "D", "T", "B", "C"],
            Self::Polish => ["K", "H", "W", "G", "S"],
            Self::Czech => ["K", "D", "V", "S", "J"],
            Self::Hungarian => ["K", "V", "B", "F", "H"],
            Self::Finnish => ["K", "D", "T", "L", "R"],
            Self::Estonian => ["K", "L", "V", "O", "R"],
            Self::Romanian => ["R", "D", "T", "N", "C"],
            Self::Icelandic => ["K", "D", "H", "B", "R"],
            Self::Russian => ["Кр", "Ф", "Л", "С", "К"],
            Self::Ukrainian => ["Кр", "Ф", "Т", "С", "К"],
            Self::Bulgarian => ["Ц", "Д", "Т", "О", "К"],
            Self::SerbianCyrillic => ["К", "Д", "Т", "Л", "С"],
        }
    }

    /// The piece that `text` begins with, and what follows; the longest letter counts, so `Крf2` is a king.
    pub(crate) fn piece(self, text: &str) -> Option<(Role, &str)> {
        const ROLES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        if self == Self::Figurine {
            return figurine(text);
        }
        self.letters()
            .into_iter()
            .zip(ROLES)
            .filter_map(|(letter, role)| Some((letter.len(), role, text.strip_prefix(letter)?)))
            .max_by_key(|(length, ..)| *length)
            .map(|(_, role, rest)| (role, rest))
    }
}

/// A figurine of either colour: fonts disagree on which is which. Pawns have one too.
fn figurine(text: &str) -> Option<(Role, &str)> {
    let mut chars = text.chars();
    let role = match chars.next()? {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    };
    // The character after it may say how to draw it.
    let rest = chars.as_str();
    Some((role, rest.strip_prefix(['\u{fe0e}', '\u{fe0f}']).unwrap_or(rest)))
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn every_alphabet_reads_its_own_letters() {
        for &alphabet in Alphabet::VARIANTS {
            let read: Vec<Role> = alphabet
                .letters()
                .into_iter()
                .filter_map(|letter| alphabet.piece(letter).map(|(role, _)| role))
                .collect();
            assert_eq!(
                read,
                [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight],
                "{}",
                alphabet.as_str()
            );
            let json = serde_json::to_string(&alphabet).expect("a name");
            assert_eq!(json, format!("\"{}\"", alphabet.as_str()));
        }
    }

    #[test]
    fn the_longest_letter_counts() {
        assert_eq!(Alphabet::Russian.piece("Крf2"), Some((Role::King, "f2")));
        assert_eq!(Alphabet::Russian.piece("Кf3"), Some((Role::Knight, "f3")));
        assert_eq!(Alphabet::Figurine.piece("♞\u{fe0e}f6"), Some((Role::Knight, "f6")));
        assert_eq!(Alphabet::German.piece("Nf3"), None);
    }
}
