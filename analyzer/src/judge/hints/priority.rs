//! In which order the engines take up games.
//!
//! Games that an arbiter waits for come first: the running round before games that are over, then games of players to whom
//! attention has been drawn, then the leaders', then the boards in their order. Every position is searched in the end,
//! and the order changes no value; it changes only what is known first.

use std::cmp::Reverse;

/// A game with positions that wait for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// Whether it belongs to the round that is being played.
    pub running: bool,
    /// Its round; absent if its tag names none.
    pub round: Option<u16>,
    /// Whether a hint, a complaint or an arbiter's raised hand concerns one of its players.
    pub raised: bool,
    /// Half points that the better placed of its players has so far.
    pub half_points: u32,
    /// Its board; absent if its tag names none.
    pub board: Option<u32>,
}

/// The games in the order in which their positions are to be searched, as indices into `games`.
pub fn search_order(games: &[Waiting]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by_key(|index| {
        let game = games.get(*index).copied().unwrap_or_default();
        (
            Reverse(game.running),
            Reverse(game.raised),
            // Of the rounds that are over the last says most about now.
            Reverse(game.round),
            Reverse(game.half_points),
            game.board.unwrap_or(u32::MAX),
            *index,
        )
    });
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_then_raised_then_leaders_then_boards() {
        let game = |running, round, raised, half_points, board| Waiting {
            running,
            round: Some(round),
            raised,
            half_points,
            board: Some(board),
        };
        let games = [
            game(false, 1, true, 9, 1),
            game(true, 3, false, 2, 7),
            game(true, 3, false, 4, 9),
            game(true, 3, true, 0, 30),
            game(false, 2, false, 9, 1),
            game(true, 3, false, 4, 2),
            Waiting::default(),
        ];
        assert_eq!(search_order(&games), [3, 5, 2, 1, 0, 4, 6]);
        assert_eq!(search_order(&[]), [] as [usize; 0]);
    }

    #[test]
    fn equal_games_keep_their_order() {
        assert_eq!(search_order(&[Waiting::default(); 4]), [0, 1, 2, 3]);
    }
}
