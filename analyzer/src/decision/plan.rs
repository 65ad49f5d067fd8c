//! Walks a game and says, before any engine runs, which of its moves can be decisions.

use datasets::book::BookExit;
use datasets::{Game, PlayedUnder, Positions};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{EnPassantMode, Position};

/// First turn of a side that counts (Regan: turns 1 to 8 are left out).
pub const FIRST_TURN: u32 = 9;
/// Plies before that turn.
const OPENING_PLIES: usize = 2 * (FIRST_TURN as usize - 1);
/// Last turn of a side that counts in screening (Regan: turns 9 to 60).
pub const LAST_TURN: u32 = 60;

/// Why a move is not a scored decision. The first reason that applies is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Exclusion {
    /// The game gives no decisions (variant, set-up position, duplicate).
    UnscoredGame,
    /// The rules had ended the game: a position for the fifth time, 75 moves by each side without capture or pawn move (Laws 9.6),
    /// online for the third time and 50 moves (Online Chess Regulations 5.4), or no piece left to mate with (Laws 5.2.2).
    GameOver,
    /// Turns 1 to 8 of each side.
    Opening,
    /// After turn 60.
    Late,
    /// The position had already occurred in the game.
    Repeated,
    /// Only one legal move.
    Forced,
    /// The best value lies beyond 3.00 pawns either way.
    Decided,
    /// No engine answered; see the list of failures.
    Failed,
}

/// One move of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Position before the move. Sent to the engine as it is, with no history. In Chess960 with the files of the
    /// rooks for the rights to castle, which is what tells the engine (see [`uci_pool::Request`]).
    pub fen: String,
    /// The move played, as an engine writes it.
    pub played: UciMove,
    /// The move played, as people write it.
    pub san: String,
    /// Number of legal moves.
    pub legal: u32,
    /// Why no search is needed, if none is.
    pub excluded: Option<Exclusion>,
}

/// Which sides of a game are asked for: White, Black.
pub type Sides = [bool; 2];

/// A game ready for evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePlan {
    /// Every ply in order; even indices are White's.
    pub turns: Vec<Turn>,
}

/// Plans every game from turn 9 on, in order, under the Laws.
pub fn all(games: &[Game]) -> Vec<GamePlan> {
    all_under(games, PlayedUnder::Laws)
}

/// Plans every game from turn 9 on, in order, to the end that these rules set.
pub fn all_under(games: &[Game], rules: PlayedUnder) -> Vec<GamePlan> {
    games.par_iter().map(|game| GamePlan::starting_under(game, OPENING_PLIES, rules)).collect()
}

/// Plans every game from its first position that had not been played before (Regan's alternative start). Games without
/// a date, whose novelty nothing can tell, start at turn 9.
pub fn from_novelty(games: &[Game], left: &[BookExit], rules: PlayedUnder) -> Vec<GamePlan> {
    let plan = |(game, left): (&Game, &BookExit)| {
        // The move at this ply, from 1, made the position that is new: the next move is the first decision.
        let first = match left {
            BookExit::At(ply) | BookExit::Within(ply) => usize::from(*ply),
            BookExit::Undated => OPENING_PLIES,
        };
        GamePlan::starting_under(game, first, rules)
    };
    games.par_iter().zip(left).map(plan).collect()
}

impl GamePlan {
    /// Plans a game from turn 9 on.
    pub fn new(game: &Game) -> Self {
        Self::starting(game, OPENING_PLIES)
    }

    /// Plans a game whose first `first` plies are opening, under the Laws.
    pub fn starting(game: &Game, first: usize) -> Self {
        Self::starting_under(game, first, PlayedUnder::Laws)
    }

    fn starting_under(game: &Game, first: usize, rules: PlayedUnder) -> Self {
        let mode = game.start.castling_mode();
        // Games that were read have a start; one without has no turns, and its player no moves.
        let Some(mut position) = game.start.position() else {
            return Self { turns: Vec::new() };
        };
        let mut positions = Positions::under(rules);
        let mut turns = Vec::with_capacity(game.moves.len());
        for (ply, &mv) in game.moves.iter().enumerate() {
            let times = positions.observe(&position);
            let legal = position.legal_moves().len();
            let fen = uci_pool::fen(&position, mode, EnPassantMode::Legal);
            let turn = u32::try_from(ply / 2 + 1).unwrap_or(u32::MAX);
            let excluded = if positions.ended().is_some() {
                Some(Exclusion::GameOver)
            } else if ply < first {
                Some(Exclusion::Opening)
            } else if turn > LAST_TURN {
                Some(Exclusion::Late)
            } else if times > 1 {
                Some(Exclusion::Repeated)
            } else if legal == 1 {
                Some(Exclusion::Forced)
            } else {
                None
            };
            let played = mv.to_uci(mode);
            let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
            turns.push(Turn { fen, played, san, legal: u32::try_from(legal).unwrap_or(u32::MAX), excluded });
        }
        Self { turns }
    }

    /// The turns of some sides that need a search.
    pub fn searches_of(&self, sides: Sides) -> Self {
        let turns = self.turns.iter().zip(sides.into_iter().cycle());
        let asked = turns.filter(|(turn, asked)| *asked && turn.excluded.is_none());
        Self { turns: asked.map(|(turn, _)| turn.clone()).collect() }
    }

    /// Turns that need a search.
    pub fn searched(&self) -> impl Iterator<Item = &Turn> {
        self.turns.iter().filter(|turn| turn.excluded.is_none())
    }
}

#[cfg(test)]
mod tests {
    use datasets::Start;
    use shakmaty::Chess;
    use shakmaty::san::San;

    use super::*;

    fn game(moves: &str) -> Game {
        let mut position = Chess::default();
        let mut played = Vec::new();
        for san in moves.split_whitespace() {
            let mv = san.parse::<San>().expect("san").to_move(&position).expect("legal");
            position.play_unchecked(mv);
            played.push(mv);
        }
        Game { moves: played, ..Game::default() }
    }

    fn count(plan: &GamePlan, reason: Option<Exclusion>) -> usize {
        plan.turns.iter().filter(|t| t.excluded == reason).count()
    }

    #[test]
    fn opening_turns_and_repetitions_are_left_out() {
        // Knights go back and forth: after the first cycle every position is an old one.
        let shuffle = format!("e4 e5 {}", "Nf3 Nf6 Ng1 Ng8 ".repeat(4));
        let plan = GamePlan::new(&game(&shuffle));
        assert_eq!(plan.turns.len(), 18);
        assert_eq!(count(&plan, Some(Exclusion::Opening)), 16);
        assert_eq!(count(&plan, Some(Exclusion::Repeated)), 2);
        assert_eq!(plan.searched().count(), 0);
    }

    /// Laws 9.6.1: the position stands for the fifth time after the fourth cycle, here the first one of all.
    #[test]
    fn moves_after_the_fifth_occurrence_are_no_decisions() {
        let plan = GamePlan::starting(&game(&"Nf3 Nf6 Ng1 Ng8 ".repeat(5)), 2);
        assert_eq!(count(&plan, Some(Exclusion::Repeated)), 12);
        assert_eq!(count(&plan, Some(Exclusion::GameOver)), 4);
        assert_eq!(plan.turns[15].excluded, Some(Exclusion::Repeated));
        assert_eq!(plan.turns[16].excluded, Some(Exclusion::GameOver));
    }

    /// Online Chess Regulations 5.4.1: over at the third occurrence, here after the second cycle.
    #[test]
    fn moves_after_the_third_occurrence_are_no_decisions_online() {
        let game = game(&("Nf3 Nf6 Ng1 Ng8 ".repeat(2) + "e4 e5 Nc3 Nc6"));
        let plan = |rules| GamePlan::starting_under(&game, 0, rules);
        let over = |rules| count(&plan(rules), Some(Exclusion::GameOver));
        assert_eq!((over(PlayedUnder::Laws), over(PlayedUnder::OnlineRegulations)), (0, 4));
        let online = plan(PlayedUnder::OnlineRegulations);
        assert_eq!(online.turns[7].excluded, Some(Exclusion::Repeated), "the move that ends it is one");
    }

    /// Laws 9.6.2 and 5.2.2, from positions that are a move before the end.
    #[test]
    fn moves_after_75_moves_and_in_a_dead_position_are_no_decisions() {
        let from = |fen: &str, moves: &[&str]| {
            let start = Start::Fen { fen: fen.to_owned(), chess960: false };
            let mut position = start.position().expect("a start");
            let play = |san: &&str| {
                let mv = san.parse::<San>().expect("san").to_move(&position).expect("legal");
                position.play_unchecked(mv);
                mv
            };
            let moves = moves.iter().map(play).collect();
            let plan = GamePlan::starting(&Game { start, moves, ..Game::default() }, 0);
            plan.turns.iter().map(|turn| turn.excluded == Some(Exclusion::GameOver)).collect::<Vec<_>>()
        };
        assert_eq!(from("8/8/4k3/8/8/3QK3/8/8 w - - 149 100", &["Qd4", "Ke7", "Qd5"]), [false, true, true]);
        assert_eq!(from("8/8/4k3/8/8/3QK3/8/8 w - - 148 100", &["Qd4", "Ke7", "Qd5"]), [false, false, true]);
        // The last pawn is taken: king against king.
        assert_eq!(from("8/8/4k3/4P3/8/8/3K4/8 b - - 0 60", &["Kxe5", "Kd3", "Kd5"]), [false, true, true]);
    }

    #[test]
    fn one_side_needs_its_own_searches_only() {
        let plan = GamePlan::starting(&game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4"), 2);
        let sans = |sides| -> Vec<String> {
            let searches = plan.searches_of(sides).turns;
            searches.into_iter().map(|turn| turn.san).collect()
        };
        assert_eq!(sans([true, false]), ["Nf3", "Bb5", "Ba4"]);
        assert_eq!(sans([false, true]), ["Nc6", "a6"]);
        assert_eq!(sans([true, true]), ["Nf3", "Nc6", "Bb5", "a6", "Ba4"]);
        assert!(sans([false, false]).is_empty());
    }

    #[test]
    fn positions_carry_no_history_and_all_counters() {
        let plan = GamePlan::new(&game("e4 e5 Nf3"));
        assert_eq!(plan.turns[2].fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        assert_eq!(plan.turns[2].san, "Nf3");
        assert_eq!(plan.turns[2].played.to_string(), "g1f3");
    }

    #[test]
    fn castling_is_written_as_engines_write_it() {
        let plan = GamePlan::new(&game("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"));
        assert_eq!(plan.turns[6].played.to_string(), "e1g1");
        assert_eq!(plan.turns[6].san, "O-O");
    }

    #[test]
    fn chess960_is_walked_from_its_start_and_castles_king_takes_rook() {
        let start = Start::Fen {
            fen: "bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1".to_owned(),
            chess960: true,
        };
        let mut position = start.position().expect("a start");
        let mut moves = Vec::new();
        for san in ["Nhg3", "Nhg6", "Ne3", "Ne6", "O-O", "f5", "a3"] {
            let mv = san.parse::<San>().expect("san").to_move(&position).expect(san);
            position.play_unchecked(mv);
            moves.push(mv);
        }
        let plan = GamePlan::new(&Game { start, moves, ..Game::default() });
        let fens: Vec<&str> = plan.turns.iter().map(|turn| turn.fen.as_str()).collect();
        assert_eq!(fens[0], "bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1");
        assert_eq!(fens[5], "bbqrk1r1/pppppppp/4n1n1/8/8/4N1N1/PPPPPPPP/BBQR1RK1 b gd - 5 3");
        assert_eq!(plan.turns[4].played.to_string(), "e1g1", "g1 is where the rook stands");
        assert_eq!(plan.turns[4].san, "O-O");
    }

    #[test]
    fn the_novelty_decides_where_decisions_begin() {
        let game = game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5");
        let opening = |left| {
            count(
                &from_novelty(std::slice::from_ref(&game), &[left], PlayedUnder::Laws)[0],
                Some(Exclusion::Opening),
            )
        };
        // Black's third move is new: White's fourth turn is the first decision.
        assert_eq!(opening(BookExit::At(6)), 6);
        assert_eq!(opening(BookExit::Within(12)), 12);
        assert_eq!(opening(BookExit::Undated), 12);
    }

    /// A long legal game chosen by a fixed pseudo-random sequence.
    fn wander(plies: usize, mut seed: u64) -> Game {
        let mut position = Chess::default();
        let mut game = game("");
        while game.moves.len() < plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = usize::try_from(seed >> 33).expect("31 bits") % legal.len();
            position.play_unchecked(legal[choice]);
            game.moves.push(legal[choice]);
        }
        game
    }

    #[test]
    fn every_move_has_one_place_and_the_first_reason_wins() {
        let (mut forced, mut late) = (0, 0);
        for seed in 1..40 {
            let game = wander(170, seed);
            let plan = GamePlan::new(&game);
            assert_eq!(plan.turns.len(), game.moves.len());
            for (ply, turn) in plan.turns.iter().enumerate() {
                let number = ply / 2 + 1;
                match turn.excluded {
                    Some(Exclusion::Opening) => assert!(number <= 8),
                    Some(Exclusion::Late) => assert!(number >= 61),
                    Some(Exclusion::Forced) => assert!((9..=60).contains(&number) && turn.legal == 1),
                    Some(Exclusion::Repeated) => assert!((9..=60).contains(&number)),
                    Some(Exclusion::GameOver) => assert!(number >= 9),
                    None => assert!((9..=60).contains(&number) && turn.legal > 1),
                    other => panic!("a plan cannot know {other:?}"),
                }
            }
            assert_eq!(count(&plan, Some(Exclusion::Opening)), plan.turns.len().min(16));
            forced += count(&plan, Some(Exclusion::Forced));
            late += count(&plan, Some(Exclusion::Late));
        }
        assert!(forced > 0 && late > 0, "the sample shows both");
    }
}
