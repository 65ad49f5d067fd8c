//! Boards in play: the current ones of a live source, or those of the last round of uploaded games.
//!
//! A board is what an arbiter sees in the hall: a round, two names, and how far the game is. Nothing is decided here
//! about who may see it, and nothing is guessed where a source names no round.

use std::collections::BTreeSet;

use analyzer::hints::{GameState, Rounds};
use datasets::live::Tracked;
use datasets::{Collection, GameResult, Unscored, round_of};
use serde::{Deserialize, Serialize};

use crate::events::absences::Seat;

const MAX_BOARDS: usize = 600;
/// Longest name or round of a board, in characters; a board with a longer one is left out.
const MAX_NAME: usize = 120;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Board {
    pub(crate) round: String,
    /// White's name as the source writes it.
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) plies: u32,
    pub(crate) over: bool,
}

impl Board {
    fn new(round: &str, [white, black]: [&str; 2], plies: usize, result: GameResult) -> Self {
        Self {
            round: round.to_owned(),
            white: white.to_owned(),
            black: black.to_owned(),
            plies: u32::try_from(plies).unwrap_or(u32::MAX),
            over: result != GameResult::Unknown,
        }
    }

    /// Own moves of a side, and the names of player and opponent.
    pub(crate) fn seat(&self, white: bool) -> (u32, &str, &str) {
        if white {
            (self.plies.div_ceil(2), &self.white, &self.black)
        } else {
            (self.plies / 2, &self.black, &self.white)
        }
    }

    pub(crate) fn taken(&self, white: bool) -> Seat {
        let (_, player, opponent) = self.seat(white);
        Seat { round: self.round.clone(), player: player.to_owned(), opponent: opponent.to_owned() }
    }

    fn order(&self) -> (Option<u16>, Option<u32>, &str) {
        let board = self.round.split('.').nth(1).and_then(|board| board.trim().parse().ok());
        (round_of(&self.round), board, &self.white)
    }
}

/// The boards of a source as it shows them at this moment.
pub(crate) fn of_source(games: &[Tracked]) -> Vec<Board> {
    let shown = games.iter().filter(|game| game.present).map(|game| &game.latest);
    current(
        shown
            .map(|g| Board::new(&g.round, [&g.white.name, &g.black.name], g.moves.len(), g.result))
            .collect(),
    )
}

pub(crate) fn of_collection(collection: &Collection) -> Vec<Board> {
    let played = collection.games.iter();
    let played =
        played.map(|g| Board::new(&g.round, [&g.white.name, &g.black.name], g.moves.len(), g.result));
    // A pairing without moves is a board; games set aside for other reasons are not.
    let waiting = collection.unscored.iter().filter(|game| {
        game.reason == Unscored::NoMoves && game.partner.is_none() && game.result == GameResult::Unknown
    });
    let waiting = waiting.map(|g| Board::new(&g.round, [&g.white.name, &g.black.name], 0, g.result));
    current(played.chain(waiting).collect())
}

/// The last round with moves, and once it is complete the next one too, whose pairings may be out.
/// Where no board names a round, all of them.
fn current(mut boards: Vec<Board>) -> Vec<Board> {
    let fits = |text: &String| !text.trim().is_empty() && text.chars().count() <= MAX_NAME;
    boards.retain(|board| fits(&board.round) && fits(&board.white) && fits(&board.black));
    let numbers: BTreeSet<u16> = boards.iter().filter_map(|board| round_of(&board.round)).collect();
    let begun = boards.iter().filter(|board| board.plies > 0 || board.over);
    let last = begun.filter_map(|board| round_of(&board.round)).max();
    let state = |board: &Board| {
        if board.over { GameState::Finished } else { GameState::Running }
    };
    let rounds = Rounds::from_games(boards.iter().map(|board| (board.round.as_str(), state(board))));
    let complete = |number| rounds.rounds.iter().any(|round| round.round == number && round.complete);
    let shown: BTreeSet<u16> = match last {
        None => numbers.first().copied().into_iter().collect(),
        Some(last) => {
            let next = numbers.iter().find(|number| **number > last && complete(last));
            [Some(last), next.copied()].into_iter().flatten().collect()
        }
    };
    if !shown.is_empty() {
        boards.retain(|board| round_of(&board.round).is_some_and(|number| shown.contains(&number)));
    }
    boards.sort_by(|a, b| a.order().cmp(&b.order()));
    boards.truncate(MAX_BOARDS);
    boards
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(round: &str, white: &str, plies: u32, over: bool) -> Board {
        Board { round: round.to_owned(), white: white.to_owned(), black: "Oak".to_owned(), plies, over }
    }

    fn shown(boards: &[Board]) -> Vec<String> {
        let current = current(boards.to_vec());
        current.into_iter().map(|board| board.round).collect()
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
    fn boards_without_rounds_are_all_shown_and_those_without_names_are_not() {
        let boards = [
            board("?", "B", 3, false),
            board("?", "A", 0, false),
            board("", "C", 3, false),
            board("?", " ", 3, false),
            board("?", &"x".repeat(MAX_NAME + 1), 3, false),
        ];
        let whites: Vec<String> = current(boards.to_vec()).into_iter().map(|b| b.white).collect();
        assert_eq!(whites, ["A", "B"]);
        let many = vec![board("1.1", "A", 1, false); MAX_BOARDS + 1];
        assert_eq!(current(many).len(), MAX_BOARDS);
    }
}
