//! Who sat where in which round: proof that two entries are two people.
//!
//! Nobody plays at two boards at once. The proof is kept narrow, because files repeat games, give a match of
//! several games one round number, and change a spelling between two copies of one game. It says nothing
//! about who is who.

use std::collections::{BTreeMap, BTreeSet};

use super::roster::Roster;
use super::spelling::normalised;
use crate::pgn::game::{Collection, Game};

/// Event and round; the day instead of the event if the tag names the game and not an event.
type Round = (String, String);

/// The opponent of an entry in a round and the game against them; `None` if there were several opponents.
type Seat<'a> = Option<(usize, &'a Game)>;

pub(crate) struct Rounds<'a> {
    met: BTreeSet<(usize, usize)>,
    seats: BTreeMap<usize, BTreeMap<Round, Seat<'a>>>,
}

impl<'a> Rounds<'a> {
    pub(crate) fn new(collection: &'a Collection, roster: &Roster) -> Self {
        let mut rounds = Self { met: BTreeSet::new(), seats: BTreeMap::new() };
        for (game, &(white, black)) in collection.games.iter().zip(&roster.games) {
            rounds.met.insert((white.min(black), white.max(black)));
            let Some(round) = round(game) else { continue };
            for (one, other) in [(white, black), (black, white)] {
                let seats = rounds.seats.entry(one).or_default();
                let seat = seats.entry(round.clone()).or_insert(Some((other, game)));
                *seat = seat.filter(|(opponent, _)| *opponent == other);
            }
        }
        rounds
    }

    /// Whether two entries met, or sat in one round at different boards: all four at these had one opponent each in that
    /// round, and the games are not the same moves as far as the shorter goes.
    pub(crate) fn are_two_people(&self, a: usize, b: usize) -> bool {
        let seat = |of: usize, round: &Round| self.seats.get(&of)?.get(round).copied().flatten();
        let apart = |round: &Round| {
            let (Some((x, first)), Some((y, second))) = (seat(a, round), seat(b, round)) else {
                return false;
            };
            let copies = first.moves.iter().zip(&second.moves).all(|(m, n)| m == n);
            x != y && seat(x, round).is_some() && seat(y, round).is_some() && !copies
        };
        self.met.contains(&(a.min(b), a.max(b)))
            || self.seats.get(&a).is_some_and(|seats| seats.keys().any(apart))
    }
}

/// The round of a game: what stands before the board in `3.14`. `None` for a round that is no number.
fn round(game: &Game) -> Option<Round> {
    let number = game.round.split('.').next().unwrap_or_default().trim();
    if number.is_empty() || number.len() > 4 || !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // A title of one game does not say which event it is; the day stands in for it.
    let event = if game.names_itself() { game.date.clone() } else { normalised(&game.event) };
    Some((event, number.to_owned()))
}
