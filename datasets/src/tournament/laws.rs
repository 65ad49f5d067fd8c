//! What the Laws of Chess say of a game as it stands on the board: draws that may be claimed, and whether it is over.
//!
//! Nothing is decided here. A claim is made by a player who has the move, and an arbiter answers it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::fen::Epd;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode, Position};

use crate::pgn::game::Game;

/// Occurrences of a position that let the player who has the move claim a draw (Laws 9.2).
const THREEFOLD: u32 = 3;
/// Occurrences that end the game (Laws 9.6.1).
const FIVEFOLD: u32 = 5;
/// Plies without capture or pawn move that let the player who has the move claim a draw: 50 moves by each (Laws 9.3).
const FIFTY_MOVES: u32 = 100;
/// Plies without capture or pawn move that end the game: 75 moves by each (Laws 9.6.2).
const SEVENTY_FIVE_MOVES: u32 = 150;

/// Occurrences, and plies without capture or pawn move, that end a game online by themselves (Online Chess Regulations 5.4.1,
/// 5.4.4).
const ONLINE: (u32, u32) = (THREEFOLD, FIFTY_MOVES);

/// The rules that end a game without anybody's claim. The names are stored and a contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayedUnder {
    /// The Laws of Chess, at a board: the fifth occurrence and 75 moves.
    #[default]
    Laws,
    /// The Online Chess Regulations, which are those of hybrid play too: the third occurrence and 50 moves.
    OnlineRegulations,
}

/// A draw that the player who has the move may claim. The names are stored and a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Claim {
    /// The position is on the board for the third or fourth time (Laws 9.2).
    ThreefoldRepetition,
    /// 50 moves by each side without capture or pawn move (Laws 9.3).
    FiftyMoves,
}

/// How the Laws ended a game without anybody's claim. The names are stored and a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Ending {
    /// Laws 5.1.1.
    Checkmate,
    /// Laws 5.2.1.
    Stalemate,
    /// Neither side has the pieces to mate with (Laws 5.2.2).
    DeadPosition,
    /// The position was on the board for the fifth time (Laws 9.6.1).
    FivefoldRepetition,
    /// 75 moves by each side without capture or pawn move, the last of them no mate (Laws 9.6.2).
    SeventyFiveMoves,
    /// Online, the position was on the board for the third time (Online Chess Regulations 5.4.1).
    ThreefoldRepetition,
    /// Online, 50 moves by each side without capture or pawn move, the last of them no mate (Online Chess Regulations 5.4.4).
    FiftyMoves,
}

/// The positions of a game so far.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    seen: BTreeMap<String, u32>,
    ended: Option<Ending>,
    rules: PlayedUnder,
}

impl Positions {
    /// No positions yet, of a game that these rules end.
    pub fn under(rules: PlayedUnder) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Takes in the next position; gives how often it has been on the board. Same pieces, same side to move, same rights: the
    /// counters of moves do not make a position new (Laws 9.2.3).
    pub fn observe(&mut self, position: &Chess) -> u32 {
        let key = Epd::from_position(position, EnPassantMode::Legal).to_string();
        let times = self.seen.entry(key).or_default();
        *times = times.saturating_add(1);
        let times = *times;
        self.ended = self.ended.or_else(|| ending(position, times, self.rules));
        times
    }

    /// How the Laws had ended the game by the last position; what ended it first.
    pub fn ended(&self) -> Option<Ending> {
        self.ended
    }
}

fn ending(position: &Chess, times: u32, rules: PlayedUnder) -> Option<Ending> {
    let online = rules == PlayedUnder::OnlineRegulations;
    let (occurrences, plies) = if online { ONLINE } else { (FIVEFOLD, SEVENTY_FIVE_MOVES) };
    if position.is_checkmate() {
        Some(Ending::Checkmate)
    } else if position.is_stalemate() {
        Some(Ending::Stalemate)
    } else if position.is_insufficient_material() {
        Some(Ending::DeadPosition)
    } else if times >= occurrences {
        Some(if online { Ending::ThreefoldRepetition } else { Ending::FivefoldRepetition })
    } else if position.halfmoves() >= plies {
        Some(if online { Ending::FiftyMoves } else { Ending::SeventyFiveMoves })
    } else {
        None
    }
}

/// A game as it stands on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnTheBoard {
    /// The last move with its number, as `23... Nf6`; empty before the first.
    pub last: String,
    /// What the player who has the move may claim; nothing once the game is over.
    pub claims: Vec<Claim>,
    /// How the Laws ended the game, whatever has been played since.
    pub ended: Option<Ending>,
    /// How the Online Chess Regulations would have ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_online: Option<Ending>,
}

impl OnTheBoard {
    /// Walks a game; `None` if its first position is not known.
    pub fn of_game(game: &Game) -> Option<Self> {
        let mut position = game.start.position()?;
        let mut positions = Positions::default();
        let mut online = Positions::under(PlayedUnder::OnlineRegulations);
        let mut times = positions.observe(&position);
        online.observe(&position);
        let mut last = String::new();
        let before = game.moves.len().saturating_sub(1);
        for (ply, &mv) in game.moves.iter().enumerate() {
            if ply == before {
                let dots = position.turn().fold_wb(".", "...");
                last = format!("{}{dots} {}", position.fullmoves(), SanPlus::from_move(position.clone(), mv));
            }
            position.play_unchecked(mv);
            times = positions.observe(&position);
            online.observe(&position);
        }
        let ended = positions.ended();
        let may = [
            (Claim::ThreefoldRepetition, times >= THREEFOLD),
            (Claim::FiftyMoves, position.halfmoves() >= FIFTY_MOVES),
        ];
        let claims = may.into_iter().filter(|(_, holds)| *holds && ended.is_none());
        let claims = claims.map(|(claim, _)| claim).collect();
        Some(Self { last, claims, ended, ended_online: online.ended() })
    }

    /// What these rules say of the game: what may be claimed, and how it was ended. Online nothing is claimed.
    pub fn under(&self, rules: PlayedUnder) -> (&[Claim], Option<Ending>) {
        match rules {
            PlayedUnder::Laws => (&self.claims, self.ended),
            PlayedUnder::OnlineRegulations => (&[], self.ended_online.or(self.ended)),
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::san::San;

    use super::*;
    use crate::pgn::game::Start;

    fn played(fen: Option<&str>, moves: &str) -> OnTheBoard {
        let start = fen.map_or(Start::Standard, |fen| Start::Fen { fen: fen.to_owned(), chess960: false });
        let mut position = start.position().expect("a start");
        let play = |san: &str| {
            let mv = san.parse::<San>().expect("san").to_move(&position).expect(san);
            position.play_unchecked(mv);
            mv
        };
        let moves = moves.split_whitespace().map(play).collect();
        OnTheBoard::of_game(&Game { start, moves, ..Game::default() }).expect("walks")
    }

    /// The first position stands again after each four plies: for the third time after eight, for the fifth after sixteen.
    #[test]
    fn repetitions_are_claims_from_the_third_and_the_end_at_the_fifth() {
        let cycle = "Nf3 Nf6 Ng1 Ng8 ";
        assert_eq!(played(None, cycle).claims, []);
        let third = played(None, &cycle.repeat(2));
        assert_eq!(third.claims, [Claim::ThreefoldRepetition]);
        assert_eq!(third.under(PlayedUnder::Laws), (&[Claim::ThreefoldRepetition][..], None));
        let online = third.under(PlayedUnder::OnlineRegulations);
        assert_eq!(online, (&[][..], Some(Ending::ThreefoldRepetition)));
        assert_eq!(played(None, &(cycle.repeat(2) + "e4")).claims, [], "another position is on the board");
        assert_eq!(played(None, &cycle.repeat(3)).claims, [Claim::ThreefoldRepetition]);
        let over = played(None, &(cycle.repeat(4) + "e4"));
        assert_eq!((over.claims, over.ended), (vec![], Some(Ending::FivefoldRepetition)));
    }

    /// Online Chess Regulations 5.4.1 and 5.4.4, each a ply before its end and at it.
    #[test]
    fn online_the_third_repetition_and_fifty_moves_end_the_game() {
        let ended = |fen: &str, sans: &str| {
            let start = Start::Fen { fen: fen.to_owned(), chess960: false };
            let mut position = start.position().expect("a start");
            let mut positions = Positions::under(PlayedUnder::OnlineRegulations);
            positions.observe(&position);
            for san in sans.split_whitespace() {
                let mv = san.parse::<San>().expect("san").to_move(&position).expect(san);
                position.play_unchecked(mv);
                positions.observe(&position);
            }
            positions.ended()
        };
        let cycle = "Kd2 Kd7 Ke2 Ke7 ";
        let pawns = "8/4k3/4p3/8/8/4P3/4K3/8 w - - 0 1";
        assert_eq!(ended(pawns, cycle), None);
        assert_eq!(ended(pawns, "Kd2 Kd7 Ke2 Ke7 Kd2 Kd7 Ke2"), None);
        assert_eq!(ended(pawns, &cycle.repeat(2)), Some(Ending::ThreefoldRepetition));
        let queen = |plies: u32| format!("8/8/4k3/8/8/3QK3/8/8 w - - {plies} 100");
        assert_eq!(ended(&queen(98), "Qd4"), None);
        assert_eq!(ended(&queen(99), "Qd4"), Some(Ending::FiftyMoves));
        assert_eq!(ended("7k/Q7/6K1/8/8/8/8/8 w - - 99 100", "Qg7#"), Some(Ending::Checkmate));
    }

    /// A king that has moved comes back to its square, and the right to castle does not: another position (Laws 9.2.3).
    #[test]
    fn a_lost_right_to_castle_makes_another_position() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let cycle = "Ke2 Ke7 Ke1 Ke8 ";
        assert_eq!(played(Some(fen), &cycle.repeat(2)).claims, [], "with the right once, without it twice");
        assert_eq!(played(Some(fen), &cycle.repeat(3)).claims, [Claim::ThreefoldRepetition]);
    }

    #[test]
    fn fifty_moves_are_a_claim_and_seventy_five_the_end() {
        let queen = |plies: u32| format!("8/8/4k3/8/8/3QK3/8/8 w - - {plies} 100");
        assert_eq!(played(Some(&queen(98)), "Qd4").claims, []);
        assert_eq!(played(Some(&queen(99)), "Qd4").claims, [Claim::FiftyMoves]);
        assert_eq!(played(Some(&queen(148)), "Qd4").ended, None);
        assert_eq!(played(Some(&queen(149)), "Qd4").ended, Some(Ending::SeventyFiveMoves));
        // Mate on the last of them takes precedence.
        let mate = played(Some("7k/Q7/6K1/8/8/8/8/8 w - - 149 100"), "Qg7#");
        assert_eq!(mate.ended, Some(Ending::Checkmate));
    }

    #[test]
    fn positions_that_end_a_game_at_once() {
        assert_eq!(played(None, "f3 e5 g4 Qh4#").ended, Some(Ending::Checkmate));
        assert_eq!(played(Some("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"), "Qg6").ended, Some(Ending::Stalemate));
        let bare = played(Some("8/8/4k3/4P3/8/8/3K4/8 b - - 0 60"), "Kxe5");
        assert_eq!((bare.ended, bare.last.as_str()), (Some(Ending::DeadPosition), "60... Kxe5"));
    }

    #[test]
    fn the_last_move_has_its_number_and_side() {
        assert_eq!(played(None, "").last, "");
        assert_eq!(played(None, "e4").last, "1. e4");
        assert_eq!(played(None, "e4 e5 Nf3 Nc6").last, "2... Nc6");
    }
}
