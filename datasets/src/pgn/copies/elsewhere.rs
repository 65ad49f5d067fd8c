//! Games with the moves of another game of a different round, day or event, under the same names or others.
//!
//! In 230,000 games of honest events two boards of different rounds agreed to the end of their game at most for 41 plies, and
//! always in a drawn line of theory; of those that agree for longer nearly all are faults of a relay, which showed one game at two
//! boards. A game of the same two people that agrees to the end is a copy. Whose game it is where the people differ, only the
//! score sheets say: both games stay, and both are noted.

use std::collections::HashMap;

use shakmaty::Move;

use super::{Aside, Doubt, Doubts, TELLING, is_same_person};
use crate::pgn::game::{Game, Start, Unscored};

/// Plies from which on the agreement of two games is looked at, whatever they end with. Games of fewer plies have to agree to the
/// end.
const FROM: usize = 60;

/// Sets aside copies of the same two people within an event, and notes the other games with the moves of another.
pub(super) fn elsewhere(games: &[Game], aside: &mut Aside, doubts: &mut Doubts) {
    let mut contents: HashMap<(&Start, &[Move]), Vec<usize>> = HashMap::new();
    for (index, game) in games.iter().enumerate() {
        if aside.contains_key(&index) || game.moves.len() < TELLING {
            continue;
        }
        let first = game.moves.get(..FROM).unwrap_or(&game.moves);
        let alike = contents.entry((&game.start, first)).or_default();
        let copied = alike.iter().find(|&&other| is_copied(game, &games[other]));
        if let Some(&other) = copied {
            aside.insert(index, (Unscored::Copied, Some(other)));
            continue;
        }
        if let Some(&other) = alike.first() {
            doubts.push((index, Doubt::SameMoves, other));
            if alike.len() == 1 {
                doubts.push((other, Doubt::SameMoves, index));
            }
        }
        alike.push(index);
    }
}

/// The whole game of the same two people, in the same event.
fn is_copied(game: &Game, other: &Game) -> bool {
    let pair = |white, black| is_same_person(&game.white, white) && is_same_person(&game.black, black);
    game.moves.len() >= FROM
        && game.moves == other.moves
        && game.event == other.event
        && (pair(&other.white, &other.black) || pair(&other.black, &other.white))
}
