//! Boards in play: the current ones of a live source, or those of the last round of uploaded games.
//!
//! A board is what an arbiter sees in the hall: a round, two names, the last move, the clocks, and what the Laws say of the position.
//! Nothing is decided here about who may see it, and nothing is guessed where a source names no round.

use std::collections::BTreeSet;

use analyzer::hints::{GameState, Rounds};
use datasets::live::{LiveGame, Tracked};
use datasets::{Collection, Entry, Game, GameResult, OnTheBoard, Unscored, entries, round_of};
use serde::{Deserialize, Serialize};

use crate::events::absences::Seat;

const MAX_BOARDS: usize = 600;
/// Longest name or round of a board, in characters; a board with a longer one is left out.
const MAX_NAME: usize = 120;

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Board {
    pub(crate) round: String,
    /// White's name as the source writes it.
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) plies: u32,
    pub(crate) over: bool,
    #[serde(default)]
    pub(crate) result: GameResult,
    /// The last move and what the Laws say; nothing where the moves cannot be followed.
    #[serde(default)]
    pub(crate) state: OnTheBoard,
    /// The clocks of White and Black after their last moves, as the source writes them.
    #[serde(default)]
    pub(crate) clocks: [Option<String>; 2],
    /// Whether the moves break off at one that cannot be read.
    #[serde(default)]
    pub(crate) broken: bool,
}

impl Board {
    fn new(round: &str, [white, black]: [&str; 2], plies: usize, result: GameResult) -> Self {
        Self {
            round: round.to_owned(),
            white: white.to_owned(),
            black: black.to_owned(),
            plies: u32::try_from(plies).unwrap_or(u32::MAX),
            over: result != GameResult::Unknown,
            result,
            ..Self::default()
        }
    }

    /// Adds the last move, the clocks, and what the Laws say.
    fn follow(&mut self, game: &Game) {
        self.state = OnTheBoard::of_game(game).unwrap_or_default();
        if self.over {
            self.state.claims.clear();
        }
        let clock = |side: usize| {
            let mut own = game.stamps.iter().skip(side).step_by(2);
            own.rfind(|stamp| stamp.clk.is_some()).and_then(|stamp| stamp.clk.as_deref().map(str::to_owned))
        };
        self.clocks = [clock(0), clock(1)];
    }

    /// The same for a game of a source, whose moves are read again.
    fn follow_live(&mut self, game: &LiveGame) {
        self.broken = game.fault.is_some();
        let end: &[u8] = if game.complete { b"" } else { b" *" };
        // What is in memory does not fail to be read.
        let read = entries(&mut [game.text.as_slice(), end].concat().as_slice()).unwrap_or_default();
        if let Some(Entry::Game(game)) = read.first() {
            self.follow(game);
        }
    }

    /// The number of the board, where the source names it behind the round: 14 in `3.14`.
    pub(crate) fn number(&self) -> Option<u32> {
        self.round.split('.').nth(1).and_then(|board| board.trim().parse().ok())
    }

    /// Own moves of a side, and the names of player and opponent.
    pub(crate) fn seat(&self, white: bool) -> (u32, &str, &str) {
        let own = Self::own_moves(white, self.plies);
        if white { (own, &self.white, &self.black) } else { (own, &self.black, &self.white) }
    }

    /// Own moves of a side after so many moves of both.
    pub(crate) fn own_moves(white: bool, plies: u32) -> u32 {
        if white { plies.div_ceil(2) } else { plies / 2 }
    }

    pub(crate) fn taken(&self, white: bool) -> Seat {
        let (_, player, opponent) = self.seat(white);
        Seat { round: self.round.clone(), player: player.to_owned(), opponent: opponent.to_owned() }
    }

    fn order(&self) -> (Option<u16>, Option<u32>, &str) {
        (round_of(&self.round), self.number(), &self.white)
    }
}

/// Whether the game of a seat is over: its board has a result, or a later round is played. An absence ends with its game.
pub(crate) fn is_over(boards: &[Board], seat: &Seat) -> bool {
    let sits = |board: &&Board| [true, false].into_iter().any(|white| board.taken(white) == *seat);
    match boards.iter().find(sits) {
        Some(board) => board.over,
        None => {
            let played = boards.iter().filter_map(|board| round_of(&board.round)).min();
            round_of(&seat.round).zip(played).is_some_and(|(own, played)| own < played)
        }
    }
}

/// The boards of a source as it shows them at this moment.
pub(crate) fn of_source(games: &[Tracked]) -> Vec<Board> {
    let shown = games.iter().filter(|game| game.present).map(|game| &game.latest);
    let boards =
        shown.map(|g| (Board::new(&g.round, [&g.white.name, &g.black.name], g.moves.len(), g.result), g));
    let followed = current(boards.collect()).into_iter().map(|(mut board, game)| {
        board.follow_live(game);
        board
    });
    followed.collect()
}

pub(crate) fn of_collection(collection: &Collection) -> Vec<Board> {
    let board = |game: &Game, plies| {
        Board::new(&game.round, [&game.white.name, &game.black.name], plies, game.result)
    };
    let played = collection.games.iter().map(|game| (board(game, game.moves.len()), Some(game)));
    // A pairing without moves is a board; games set aside for other reasons are not.
    let waiting = collection.unscored.iter().filter(|game| {
        game.reason == Unscored::NoMoves && game.partner.is_none() && game.result == GameResult::Unknown
    });
    let waiting = waiting.map(|game| (board(game, 0), None));
    let followed = current(played.chain(waiting).collect()).into_iter().map(|(mut board, game)| {
        if let Some(game) = game {
            board.follow(game);
        }
        board
    });
    followed.collect()
}

/// The last round with moves, and once it is complete the next one too, whose pairings may be out.
/// Where no board names a round, all of them.
fn current<T>(mut boards: Vec<(Board, T)>) -> Vec<(Board, T)> {
    let fits = |text: &String| !text.trim().is_empty() && text.chars().count() <= MAX_NAME;
    boards.retain(|(board, _)| fits(&board.round) && fits(&board.white) && fits(&board.black));
    let numbers: BTreeSet<u16> = boards.iter().filter_map(|(board, _)| round_of(&board.round)).collect();
    let begun = boards.iter().filter(|(board, _)| board.plies > 0 || board.over);
    let last = begun.filter_map(|(board, _)| round_of(&board.round)).max();
    let state = |board: &Board| {
        if board.over { GameState::Finished } else { GameState::Running }
    };
    let rounds = Rounds::from_games(boards.iter().map(|(board, _)| (board.round.as_str(), state(board))));
    let complete = |number| rounds.rounds.iter().any(|round| round.round == number && round.complete);
    let shown: BTreeSet<u16> = match last {
        None => numbers.first().copied().into_iter().collect(),
        Some(last) => {
            let next = numbers.iter().find(|number| **number > last && complete(last));
            [Some(last), next.copied()].into_iter().flatten().collect()
        }
    };
    if !shown.is_empty() {
        boards.retain(|(board, _)| round_of(&board.round).is_some_and(|number| shown.contains(&number)));
    }
    boards.sort_by(|(a, _), (b, _)| a.order().cmp(&b.order()));
    boards.truncate(MAX_BOARDS);
    boards
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(round: &str, white: &str, plies: u32, over: bool) -> Board {
        let (round, white) = (round.to_owned(), white.to_owned());
        Board { round, white, black: "Oak".to_owned(), plies, over, ..Board::default() }
    }

    fn of_list(boards: &[Board]) -> Vec<Board> {
        let boards = boards.iter().map(|board| (board.clone(), ())).collect();
        current(boards).into_iter().map(|(board, ())| board).collect()
    }

    fn shown(boards: &[Board]) -> Vec<String> {
        of_list(boards).into_iter().map(|board| board.round).collect()
    }

    /// Games of a source in every state: the third occurrence on the board, the end by the Laws while the source goes on, clocks, a move
    /// that cannot be read, a result, and half a game at the end of the document.
    #[test]
    fn a_board_shows_its_last_move_its_clocks_and_what_the_laws_say() {
        let game = |board: u32, moves: &str| {
            format!(
                "[Event \"E\"]\n[Round \"1.{board}\"]\n[White \"White {board}\"]\n[Black \"Oak\"]\n\n{moves}\n\n"
            )
        };
        let cycle = "Nf3 Nf6 Ng1 Ng8 ";
        let text = [
            game(1, &(cycle.repeat(2) + "*")),
            game(2, &(cycle.repeat(4) + "e4 *")),
            game(3, "1. e4 {[%clk 1:30:25]} e5 {[%clk 1:29:07]} 2. Nf3 {[%clk 1:28:00]} *"),
            game(4, "1. e4 e5 2. Ke3 *"),
            game(5, &(cycle.repeat(2) + "1/2-1/2")),
            game(6, "1. d4 d5 "),
        ];
        let mut tracker = datasets::live::Tracker::in_memory();
        let document = datasets::live::Document::new("d".to_owned(), text.concat().into_bytes());
        tracker.observe(&datasets::live::games(&document).games, true, 100).expect("in memory");
        let boards = of_source(tracker.games());
        let numbers: Vec<_> = boards.iter().map(Board::number).collect();
        assert_eq!(numbers, (1..=6).map(Some).collect::<Vec<_>>());
        let laws: Vec<_> = boards.iter().map(|b| (b.state.claims.clone(), b.state.ended)).collect();
        let nothing = (vec![], None);
        assert_eq!(laws[0], (vec![datasets::Claim::ThreefoldRepetition], None));
        assert_eq!(laws[1], (vec![], Some(datasets::Ending::FivefoldRepetition)));
        assert_eq!(
            [&laws[2], &laws[3], &laws[4], &laws[5]],
            [&nothing; 4],
            "a result leaves nothing to claim"
        );
        let last: Vec<&str> = boards.iter().map(|board| board.state.last.as_str()).collect();
        assert_eq!(last, ["4... Ng8", "9. e4", "2. Nf3", "", "4... Ng8", "1... d5"]);
        assert_eq!(boards[2].clocks, [Some("1:28:00".to_owned()), Some("1:29:07".to_owned())]);
        assert_eq!(boards[3].plies, 2);
        assert_eq!(
            boards.iter().map(|b| b.broken).collect::<Vec<_>>(),
            [false, false, false, true, false, false]
        );
        assert_eq!((boards[4].over, boards[4].result), (true, GameResult::Draw));
    }

    /// Boards of files from before they held moves.
    #[test]
    fn stored_boards_of_an_earlier_version_are_read() {
        let text = r#"{"round":"1","white":"A","black":"B","plies":4,"over":false}"#;
        let board: Board = serde_json::from_str(text).expect("reads");
        assert_eq!((board.plies, board.state), (4, OnTheBoard::default()));
    }

    #[test]
    fn the_round_that_is_played_and_the_next_once_it_is_over() {
        let mut boards = vec![
            board("3.10", "A", 20, false),
            board("3.2", "B", 60, true),
            board("1.1", "C", 40, false),
            board("4.1", "D", 0, false),
            board("5.1", "E", 0, false),
        ];
        assert_eq!(shown(&boards), ["3.2", "3.10"], "a game of round 1 without a result is no matter");
        boards[0].over = true;
        assert_eq!(shown(&boards), ["3.2", "3.10", "4.1"]);
        boards[3].plies = 1;
        assert_eq!(shown(&boards), ["4.1"]);
        assert_eq!(shown(&boards[3..4]), ["4.1"]);
        assert_eq!(shown(&[board("2", "A", 0, false), board("1", "B", 0, false)]), ["1"], "none has begun");
    }

    #[test]
    fn a_game_is_over_with_its_result_or_once_a_later_round_is_played() {
        let seat = |round: &str, player: &str| Seat {
            round: round.to_owned(),
            player: player.to_owned(),
            opponent: "Oak".to_owned(),
        };
        let boards = [board("3.1", "A", 20, false), board("3.2", "B", 60, true)];
        for (round, player, over) in [
            ("3.1", "A", false),
            ("3.2", "B", true),
            ("3", "C", false),
            ("2.1", "A", true),
            ("?", "A", false),
        ] {
            assert_eq!(is_over(&boards, &seat(round, player)), over, "{round} {player}");
        }
        assert!(!is_over(&[], &seat("1", "A")), "nothing is known");
    }

    #[test]
    fn boards_without_rounds_are_all_shown_and_those_without_names_are_not() {
        let boards = [
            board("?", "B", 3, false),
            board("?", "A", 0, false),
            board("", "C", 3, false),
            board("?", " ", 3, false),
            board("?", &"x".repeat(MAX_NAME + 1), 3, false),
        ];
        let whites: Vec<String> = of_list(&boards).into_iter().map(|b| b.white).collect();
        assert_eq!(whites, ["A", "B"]);
        let many = vec![board("1.1", "A", 1, false); MAX_BOARDS + 1];
        assert_eq!(of_list(&many).len(), MAX_BOARDS);
    }
}
