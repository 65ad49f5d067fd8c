//! Two games of one pair in one round, where every pair plays one: a game that was begun with the colours exchanged and
//! stopped, one that was started again, or one that a relay holds twice.
//!
//! A pair may well meet twice in a round: matches, knock-outs with their tie-breaks, blitz legs, teams over several games. So
//! nothing is said of an event in which another pair finished two games under one round tag, nor of one with few pairings, nor
//! of tags that differ (`3.1`, `3.2`). A play-off follows the last round: before that both people go on to a later one. Of two games
//! that were finished both stay, because a result stands once a game is over (Arbiters' Manual, remarks to Laws 7.2.1 and 7.3). What
//! is not certain stays as well, and both games are noted: the arbiter settles which one counts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Aside, Doubt, Doubts, is_informative};
use crate::pgn::game::{Game, GameResult, Side, Unscored};
use crate::players::{is_nameless, normalised};
use crate::tournament::encounters::round_of;

/// A game begun with the colours exchanged goes on once both sides have made ten moves (Laws 7.3, Online Chess Regulations 15.2).
const GOES_ON: usize = 20;
/// Pairings with one game that an event needs before two games of one pair are unusual.
const USUAL: usize = 3;
/// The same where one game ended without a result after fewer than [`GOES_ON`] plies and the other has one.
const USUAL_OF_RESTARTS: usize = 2;
/// Common plies from the first on by which two finished games of one pair are one game that was recorded twice.
const RECORDED_TWICE: usize = 20;

/// Event, date and round tag; the two people in the order of their names.
type Pairing<'a> = ((&'a str, &'a str, &'a str), [Person; 2]);

/// A person within one collection: a FIDE number, or the name where there is none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Person {
    Number(u32),
    Name(String),
}

/// Sets aside the games of a pair that another one of the same round replaces, and notes where that is not certain.
pub(super) fn second_games(games: &[Game], aside: &mut Aside, doubts: &mut Doubts) {
    let field = Field::new(games, aside);
    for (pairing, indices) in field.pairings.iter().filter(|(_, indices)| indices.len() > 1) {
        if !field.is_unusual(pairing, indices) {
            continue;
        }
        let mut indices = indices.clone();
        // What most likely counts comes first: a result, then a game that was not stopped early, then the later one.
        indices.sort_by_key(|&index| {
            let game = &games[index];
            let stopped = game.moves.len() < GOES_ON;
            (game.result == GameResult::Unknown, stopped, Reverse(field.place_in_time(game)))
        });
        // Of two recordings of one game the longer one is kept.
        if let [first, second, ..] = indices[..]
            && is_recording(&games[first], &games[second])
            && games[second].moves.len() > games[first].moves.len()
        {
            indices.swap(0, 1);
        }
        let mut kept: Vec<usize> = Vec::new();
        for index in indices {
            let replaced = |&counts: &usize| Some((field.replaced(pairing, index, counts)?, counts));
            match (kept.iter().find_map(replaced), kept.first()) {
                (Some((reason, counts)), _) => {
                    aside.insert(index, (reason, Some(counts)));
                    continue;
                }
                (None, Some(&first)) => {
                    doubts.push((index, Doubt::SecondGame, first));
                    if kept.len() == 1 {
                        doubts.push((first, Doubt::SecondGame, index));
                    }
                }
                (None, None) => {}
            }
            kept.push(index);
        }
    }
}

/// Everything about the pairings of a collection that tells whether two games of one are unusual.
struct Field<'a> {
    games: &'a [Game],
    people: Vec<[Person; 2]>,
    pairings: BTreeMap<Pairing<'a>, Vec<usize>>,
    /// Pairings of each event with one game, and people who finished two games under one tag.
    events: BTreeMap<&'a str, (usize, BTreeSet<[Person; 2]>)>,
    /// The last round of each person in each event.
    last: BTreeMap<(&'a str, Person), u16>,
    /// Inputs whose games stand in falling order of rounds.
    falling: BTreeSet<usize>,
}

impl<'a> Field<'a> {
    fn new(games: &'a [Game], aside: &Aside) -> Self {
        let people = people(games);
        let mut pairings: BTreeMap<Pairing<'a>, Vec<usize>> = BTreeMap::new();
        let mut last: BTreeMap<(&'a str, Person), u16> = BTreeMap::new();
        for (index, (game, sides)) in games.iter().zip(&people).enumerate() {
            let named = |side: &Side| side.fide_id.is_some() || !is_nameless(&side.name);
            let told = is_informative(&game.round) && named(&game.white) && named(&game.black);
            if !told || aside.contains_key(&index) {
                continue;
            }
            let mut pair = sides.clone();
            pair.sort();
            let round = (game.event.as_str(), game.date.as_str(), game.round.as_str());
            pairings.entry((round, pair)).or_default().push(index);
            if let Some(round) = round_of(&game.round) {
                for person in sides {
                    let last = last.entry((&game.event, person.clone())).or_default();
                    *last = round.max(*last);
                }
            }
        }
        let mut events: BTreeMap<&'a str, (usize, BTreeSet<[Person; 2]>)> = BTreeMap::new();
        for ((round, pair), indices) in &pairings {
            let (single, several) = events.entry(round.0).or_default();
            *single += usize::from(indices.len() == 1);
            let finished = indices.iter().filter(|&&index| {
                let game = &games[index];
                game.result != GameResult::Unknown && game.moves.len() >= GOES_ON
            });
            let mut finished = finished.map(|&index| &games[index]);
            let first = finished.next();
            if first.is_some_and(|first| finished.any(|game| !is_recording(first, game))) {
                several.insert(pair.clone());
            }
        }
        Self { games, people, pairings, events, last, falling: falling(games) }
    }

    /// Whether two games of this pair in one round are unusual: every other pair of the event plays one.
    fn is_unusual(&self, (round, pair): &Pairing<'_>, indices: &[usize]) -> bool {
        let games = || indices.iter().filter_map(|&index| self.games.get(index));
        let begun = |game: &Game| game.result == GameResult::Unknown && game.moves.len() < GOES_ON;
        let restart = games().any(begun) && games().any(|game| game.result != GameResult::Unknown);
        let usual = if restart { USUAL_OF_RESTARTS } else { USUAL };
        self.events
            .get(round.0)
            .is_some_and(|(single, several)| *single >= usual && several.iter().all(|other| other == pair))
    }

    /// Why the game gives way to `counts`, another one of the same pair and round; `None` where that is not certain.
    fn replaced(&self, pairing: &Pairing<'_>, index: usize, counts: usize) -> Option<Unscored> {
        let (game, other) = (&self.games[index], &self.games[counts]);
        let exchanged = self.people[index] != self.people[counts];
        let (ended, other_ended) = (game.result != GameResult::Unknown, other.result != GameResult::Unknown);
        let stopped = exchanged && game.moves.len() < GOES_ON;
        let before = self.is_before(game, other);
        let goes_on = self.goes_on(pairing);
        match (ended, other_ended) {
            (true, true) if !exchanged && is_recording(game, other) => Some(Unscored::Superseded),
            (false, true) if before || goes_on => {
                Some(if stopped { Unscored::Annulled } else { Unscored::Restarted })
            }
            (false, false) if before && stopped => Some(Unscored::Annulled),
            (false, false) if before && !exchanged => Some(Unscored::Restarted),
            _ => None,
        }
    }

    /// Whether the source holds the one game before the other.
    fn is_before(&self, game: &Game, other: &Game) -> bool {
        game.input == other.input && self.place_in_time(game) < self.place_in_time(other)
    }

    fn place_in_time(&self, game: &Game) -> (usize, u32) {
        let backwards = self.falling.contains(&game.input);
        (game.input, if backwards { u32::MAX - game.number } else { game.number })
    }

    /// Whether both people play in a later round of the event.
    fn goes_on(&self, (round, pair): &Pairing<'_>) -> bool {
        let (event, _, tag) = *round;
        round_of(tag).is_some_and(|number| {
            let last = |person: &Person| self.last.get(&(event, person.clone()));
            pair.iter().all(|person| last(person).is_some_and(|last| *last > number))
        })
    }
}

/// Two recordings of one finished game: the same result, and moves that part late.
fn is_recording(game: &Game, other: &Game) -> bool {
    let agreed = game.moves.iter().zip(&other.moves).take_while(|(a, b)| a == b).count();
    game.start == other.start && game.result == other.result && agreed >= RECORDED_TWICE
}

/// Who sat where. A name without a number is the person of that name who has one, if there is just one.
pub(super) fn people(games: &[Game]) -> Vec<[Person; 2]> {
    let mut numbers: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for side in games.iter().flat_map(Game::sides) {
        numbers.entry(normalised(&side.name)).or_default().extend(side.fide_id);
    }
    let person = |side: &Side| {
        let name = normalised(&side.name);
        let known = numbers.get(&name).filter(|known| known.len() == 1 && !is_nameless(&name));
        match side.fide_id.or_else(|| known?.first().copied()) {
            Some(number) => Person::Number(number),
            None => Person::Name(name),
        }
    };
    games.iter().map(|game| game.sides().map(person)).collect()
}

/// Inputs in which later rounds stand before earlier ones, as platforms write their archives.
fn falling(games: &[Game]) -> BTreeSet<usize> {
    let mut places: Vec<(usize, u32, u16)> =
        games.iter().filter_map(|game| Some((game.input, game.number, round_of(&game.round)?))).collect();
    places.sort_unstable();
    let mut steps: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for pair in places.windows(2) {
        if let [(input, _, round), (next, _, after)] = pair
            && input == next
        {
            let (rising, falling) = steps.entry(*input).or_default();
            *rising += usize::from(after > round);
            *falling += usize::from(after < round);
        }
    }
    steps.into_iter().filter(|(_, (rising, falling))| falling > rising).map(|(input, _)| input).collect()
}
