//! The first position of a game: the usual one, a Chess960 one (X-FEN or Shredder-FEN), or one that was set up.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position};

use super::chess960;
use super::game::{Start, Unscored};
use super::tags::{Header, Tag};

#[derive(Clone, Debug)]
pub(crate) enum Opening {
    Standard,
    Chess960(Box<Chess>),
    /// Another position: the game is validated from it and set aside.
    SetUp(Box<Chess>),
    /// Nothing to validate from: the moves are only counted.
    Unreadable(Unscored),
}

impl Opening {
    pub(crate) fn from_header(header: &Header) -> Self {
        Self::from_tags(header.get(Tag::Variant), header.get(Tag::SetUp), header.get(Tag::Fen))
    }

    pub(crate) fn from_tags(variant: Option<&str>, set_up: Option<&str>, fen: Option<&str>) -> Self {
        let chess960 = match kind(variant.unwrap_or_default()) {
            Kind::Standard => false,
            Kind::Chess960 => true,
            Kind::FromPosition if fen.is_none() => return Self::Unreadable(Unscored::SetUp),
            Kind::FromPosition => false,
            Kind::Other => return Self::Unreadable(Unscored::Variant),
        };
        let given = fen.map(str::trim).filter(|fen| !matches!(*fen, "" | "?" | "-"));
        let Some(given) = given else {
            return match (chess960, set_up) {
                // Without its position a game of Chess960 cannot be replayed.
                (true, _) => Self::Unreadable(Unscored::Variant),
                // A set-up position that is not given cannot be the usual one for certain.
                (false, Some("1")) => Self::Unreadable(Unscored::SetUp),
                (false, _) => Self::Standard,
            };
        };
        if !chess960 && is_usual(given) {
            return Self::Standard;
        }
        let aside = if chess960 { Unscored::Variant } else { Unscored::SetUp };
        let Ok(fen) = Fen::from_ascii(given.as_bytes()) else {
            return Self::Unreadable(aside);
        };
        if !chess960 && let Ok(position) = fen.clone().into_position(CastlingMode::Standard) {
            return Self::SetUp(Box::new(position));
        }
        match fen.into_position::<Chess>(CastlingMode::Chess960) {
            // Rights to castle from other squares say that it is Chess960, whatever the tag lacks.
            Ok(position) if is_start(&position) => Self::Chess960(Box::new(position)),
            Ok(position) => Self::SetUp(Box::new(position)),
            Err(_) => Self::Unreadable(aside),
        }
    }
}

enum Kind {
    Standard,
    Chess960,
    FromPosition,
    Other,
}

fn kind(variant: &str) -> Kind {
    let plain: String =
        variant.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
    match plain.as_str() {
        "" | "standard" | "chess" | "normal" => Kind::Standard,
        "fromposition" => Kind::FromPosition,
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerandomchess"
        | "fischerrandomchess" | "freestyle" | "freestylechess" | "frc" | "wildfr" | "chess9lx" => {
            Kind::Chess960
        }
        _ => Kind::Other,
    }
}

/// Whether a FEN is the usual starting position, counters aside.
fn is_usual(fen: &str) -> bool {
    let start = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-"];
    start.iter().copied().eq(fen.split_whitespace().take(start.len()))
}

/// Whether the position is one of the 960, with all rights and White to move.
fn is_start(position: &Chess) -> bool {
    static BOARDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let fens = (0..960).filter_map(chess960::fen);
        fens.filter_map(|fen| Some(fen.split_once(' ')?.0.to_owned())).collect()
    });
    position.turn() == Color::White
        && position.castles().castling_rights().count() == 4
        && BOARDS.contains(&position.board().to_string())
}

impl Start {
    pub(crate) fn chess960(position: &Chess) -> Self {
        Self::Fen {
            fen: uci_pool::fen(position, CastlingMode::Chess960, EnPassantMode::Legal),
            chess960: true,
        }
    }

    /// How castling is written: king takes rook in Chess960, the king's two squares elsewhere.
    pub fn castling_mode(&self) -> CastlingMode {
        match self {
            Self::Fen { chess960: true, .. } => CastlingMode::Chess960,
            _ => CastlingMode::Standard,
        }
    }

    /// The position, or `None` if the FEN is not one; games that were read always have one.
    pub fn position(&self) -> Option<Chess> {
        match self {
            Self::Standard => Some(Chess::default()),
            Self::Fen { fen, .. } => {
                let setup = fen.parse::<Fen>().ok()?.into_setup();
                Chess::from_setup(setup, self.castling_mode()).ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variant: &str, fen: &str) -> Opening {
        let some = |text: &'static str| (!text.is_empty()).then_some(text);
        let (variant, fen) = (variant.to_owned().leak(), fen.to_owned().leak());
        Opening::from_tags(some(variant), Some("1"), some(fen))
    }

    #[test]
    fn chess960_has_many_names() {
        let fen = "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1";
        for name in
            ["Chess960", "chess 960", "Fischerandom", "fischerandom", "Fischer-Random", "FRC", "wild/fr", ""]
        {
            assert!(matches!(read(name, fen), Opening::Chess960(_)), "{name}");
        }
        assert!(matches!(read("Crazyhouse", fen), Opening::Unreadable(Unscored::Variant)));
        assert!(matches!(read("Chess960", ""), Opening::Unreadable(Unscored::Variant)));
    }

    #[test]
    fn both_spellings_give_the_same_start() {
        let start = |fen: &str| match read("Chess960", fen) {
            Opening::Chess960(position) => Start::chess960(&position),
            other => panic!("{other:?}"),
        };
        let x_fen = start("bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w KQkq - 0 1");
        assert_eq!(x_fen, start("bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1"));
        let Start::Fen { fen, chess960: true } = &x_fen else { panic!("{x_fen:?}") };
        assert_eq!(fen, "bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1");
        assert!(x_fen.position().is_some());
        // The usual position is number 518 of the 960.
        assert!(matches!(
            read("Chess960", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            Opening::Chess960(_)
        ));
    }

    #[test]
    fn other_positions_are_set_up() {
        for (variant, fen) in [
            ("", "8/8/8/8/8/k7/8/K7 b - - 0 40"),
            ("From Position", "8/8/8/8/8/k7/8/K7 b - - 0 40"),
            // Different back ranks; moves played already.
            ("Chess960", "bbrqknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgc - 0 1"),
            ("Chess960", "1r4k1/8/8/8/8/8/8/1R4K1 w - - 0 30"),
        ] {
            let opening = read(variant, fen);
            assert!(matches!(opening, Opening::SetUp(_)), "{variant} {fen} {opening:?}");
        }
        for fen in ["nonsense", "8/8/8/8/8/8/8/8 w - - 0 1"] {
            assert!(matches!(read("", fen), Opening::Unreadable(Unscored::SetUp)), "{fen}");
        }
        assert!(matches!(
            read("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9"),
            Opening::Standard
        ));
    }
}
