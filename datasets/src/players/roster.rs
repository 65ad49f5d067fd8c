//! The players of a collection and who sat where.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::aliases::{AliasError, Aliases};
use super::spelling::{composed, is_bye, is_nameless, normalised};
use crate::pgn::game::{Collection, Game, Side};
use crate::text::table_text::printable;

/// Where a rating comes from.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RatingSource {
    Pgn,
    List,
    /// The user said what unrated players are to be held to.
    Assumed,
    /// There is no rating.
    None,
}

impl RatingSource {
    /// `pgn`, `list`, `assumed` or `none`, as in machine output.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// A player of the collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Person {
    /// The most frequent spelling; of equally frequent ones the first in the alphabet.
    pub name: String,
    pub fide_id: Option<u32>,
    /// The most frequent title; of equally frequent ones the first in the alphabet.
    pub title: Option<String>,
    /// The most frequent rating in the tags; of equally frequent ones the higher, which expects more of the
    /// player and so is the cautious choice. 1 to 4000.
    pub rating: Option<u16>,
    /// Where the rating comes from.
    #[schemars(with = "String")]
    pub rating_source: RatingSource,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// Everybody named in a game, in order of normalised name and FIDE number. Nobody is in it for the word `BYE`, or for a
    /// name that names nobody, where no move was made.
    pub people: Vec<Person>,
    /// Indices of White and Black into `people`, one pair per [`Collection::games`].
    pub games: Vec<(usize, usize)>,
    /// The same per [`Collection::unscored`]; `None` where nobody sat.
    pub unscored: Vec<(Option<usize>, Option<usize>)>,
}

/// Finds the players of a collection. Quarantined games name nobody.
pub fn roster(collection: &Collection) -> Roster {
    found(collection, &Aliases::default())
}

/// Finds the players of a collection with the help of an alias table.
///
/// A FIDE number in a game still decides: a seat with another number than the table's is not the table's
/// person. A name of the table without a number is the table's person, unless somebody of that very name sits
/// in the collection under another number; then it joins nobody. The table's name is the one shown.
///
/// # Errors
/// A table that makes the two sides of a game one person, who are two without it: then it says something wrong, and two people's
/// moves would be mixed.
pub fn roster_with(collection: &Collection, aliases: &Aliases) -> Result<Roster, AliasError> {
    let roster = found(collection, aliases);
    let seats = |roster: &Roster| -> Vec<(Option<usize>, Option<usize>)> {
        let games = roster.games.iter().map(|(white, black)| (Some(*white), Some(*black)));
        games.chain(roster.unscored.iter().copied()).collect()
    };
    let within_one = |(white, black): (Option<usize>, Option<usize>)| white.is_some() && white == black;
    let with = seats(&roster);
    if aliases.entries().is_empty() || !with.iter().any(|pair| within_one(*pair)) {
        return Ok(roster);
    }
    let without = seats(&self::roster(collection));
    let games = collection.games.iter().chain(collection.unscored.iter().map(|game| &game.game));
    let mut wrong = games.zip(with.into_iter().zip(without));
    match wrong.find(|(_, (with, without))| within_one(*with) && !within_one(*without)) {
        None => Ok(roster),
        Some((game, _)) => Err(both_sides(game, collection, aliases)),
    }
}

/// The refusal of a table by which a game has one player.
fn both_sides(game: &Game, collection: &Collection, aliases: &Aliases) -> AliasError {
    let entry = game.sides().into_iter().find_map(|side| {
        aliases.find(&normalised(&side.name)).or_else(|| side.fide_id.and_then(|id| aliases.by_number(id)))
    });
    let input = collection.inputs.get(game.input).map_or("the games", |input| input.name.as_str());
    let round = if game.round.is_empty() { String::new() } else { format!(", round {}", game.round) };
    AliasError::BothSides {
        table: aliases.input().map_or_else(|| "the alias table".to_owned(), |input| printable(&input.name)),
        line: entry.map_or(1, |entry| entry.line),
        white: printable(&game.white.name),
        black: printable(&game.black.name),
        game: printable(&format!("{input}, game {}{round}", game.number)),
    }
}

fn found(collection: &Collection, aliases: &Aliases) -> Roster {
    let games: Vec<[Seat<'_>; 2]> = collection.games.iter().map(|g| seats(g, true, aliases)).collect();
    let playing: BTreeSet<u32> = games.iter().flatten().filter_map(|seat| seat.side.fide_id).collect();
    let unscored: Vec<[Option<Seat<'_>>; 2]> = collection
        .unscored
        .iter()
        .map(|g| {
            // A copy of a game is not more evidence for a spelling or a rating.
            let [white, black] = seats(&g.game, !g.reason.is_copy(), aliases);
            // Somebody without a name or number sits in the game that is kept.
            let unnamed = |side: &Side| side.fide_id.is_none() && is_nameless(&side.name);
            let again = |side: &Side| g.reason.is_copy() && unnamed(side);
            let sat = |side: &Side, moves: u32| !again(side) && (moves > 0 || !is_nobody(side, &playing));
            let by_white = g.plies.div_ceil(2);
            [
                Some(white).filter(|seat| sat(seat.side, by_white)),
                Some(black).filter(|seat| sat(seat.side, g.plies / 2)),
            ]
        })
        .collect();
    let seated = || games.iter().flatten().chain(unscored.iter().flatten().flatten());

    // Under the name as written, and under the table's name for it.
    let mut written: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    let mut numbers: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for seat in seated() {
        written.entry(&seat.name).or_default().extend(seat.side.fide_id);
        numbers.entry(&seat.key).or_default().extend(seat.side.fide_id);
    }
    let identity = |seat: &Seat<'_>| -> Identity {
        if let Some(id) = seat.side.fide_id {
            return Identity::Number(id);
        }
        if is_nameless(&seat.name) {
            return Identity::Nameless(seat.name.clone(), seat.place);
        }
        if let Some(id) = seat.confirmed {
            let others = written.get(seat.name.as_str());
            let free = others.is_none_or(|ids| ids.iter().all(|other| *other == id));
            return if free { Identity::Number(id) } else { Identity::Name(seat.name.clone()) };
        }
        let known = numbers.get(seat.key.as_str());
        match known.and_then(|ids| ids.first()) {
            Some(&id) if known.is_some_and(|ids| ids.len() == 1) => Identity::Number(id),
            _ => Identity::Name(seat.key.clone()),
        }
    };

    let mut tallies: BTreeMap<Identity, Tally> = BTreeMap::new();
    for seat in seated() {
        let identity = identity(seat);
        let unclear = matches!(&identity, Identity::Name(key) if *key != seat.key);
        let tally = tallies.entry(identity).or_default();
        tally.add(seat);
        if !unclear && tally.confirmed.is_none() {
            tally.confirmed.clone_from(&seat.shown);
        }
    }
    let mut people: Vec<(Identity, Person)> = tallies
        .into_iter()
        .map(|(identity, mut tally)| {
            let confirmed = tally.confirmed.take();
            let mut person = tally.person(&identity);
            let numbered = person.fide_id.and_then(|id| aliases.by_number(id));
            if let Some(name) = numbered.map(|entry| &entry.name).or(confirmed.as_ref()) {
                name.clone_into(&mut person.name);
            }
            (identity, person)
        })
        .collect();
    people.sort_by_cached_key(|(identity, person)| {
        (normalised(&person.name), person.fide_id, identity.clone())
    });

    let places: BTreeMap<&Identity, usize> =
        people.iter().enumerate().map(|(place, (identity, _))| (identity, place)).collect();
    let place = |seat: &Seat<'_>| places.get(&identity(seat)).copied().unwrap_or_default();
    let of_games = games.iter().map(|[white, black]| (place(white), place(black)));
    let some = |seat: &Option<Seat<'_>>| seat.as_ref().map(place);
    let of_unscored = unscored.iter().map(|[white, black]| (some(white), some(black)));
    let (games, unscored) = (of_games.collect(), of_unscored.collect());
    Roster { people: people.into_iter().map(|(_, person)| person).collect(), games, unscored }
}

/// Whether a side that made no move is nobody. A number tells a person of an empty name; beside the word `BYE` programs
/// write numbers of their own, so there only the number of somebody who plays does.
fn is_nobody(side: &Side, playing: &BTreeSet<u32>) -> bool {
    match side.fide_id {
        None => is_nameless(&side.name) || is_bye(&side.name),
        Some(id) => is_bye(&side.name) && !playing.contains(&id),
    }
}

struct Seat<'a> {
    side: &'a Side,
    name: String,
    /// The normalised name by which people are told apart: the alias table's, else as written.
    key: String,
    /// The number that the alias table gives for the name.
    confirmed: Option<u32>,
    /// The name that the alias table shows for it.
    shown: Option<String>,
    /// False for copies of a game.
    counts: bool,
    /// Input, game and side, 0 for White.
    place: (usize, u32, u8),
}

fn seats<'a>(game: &'a Game, counts: bool, aliases: &Aliases) -> [Seat<'a>; 2] {
    [(&game.white, 0), (&game.black, 1)].map(|(side, colour)| {
        let name = normalised(&side.name);
        // Another number than the table's is another person, whatever the name.
        let entry = aliases
            .find(&name)
            .filter(|entry| side.fide_id.is_none_or(|id| entry.fide_id.is_none_or(|known| known == id)));
        Seat {
            side,
            key: entry.map_or_else(|| name.clone(), |entry| entry.key.clone()),
            confirmed: entry.and_then(|entry| entry.fide_id),
            shown: entry.map(|entry| entry.name.clone()),
            name,
            counts,
            place: (game.input, game.number, colour),
        }
    })
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Identity {
    Number(u32),
    Name(String),
    /// Somebody without a name and number, by the name's signs, input, game and side (0 for White): two of them are two people.
    Nameless(String, (usize, u32, u8)),
}

#[derive(Default)]
struct Tally {
    names: BTreeMap<String, u32>,
    ratings: BTreeMap<u16, u32>,
    titles: BTreeMap<String, u32>,
    confirmed: Option<String>,
}

impl Tally {
    fn add(&mut self, seat: &Seat<'_>) {
        let weight = u32::from(seat.counts);
        *self.names.entry(composed(&seat.side.name)).or_default() += weight;
        if let Some(rating) = seat.side.rating {
            *self.ratings.entry(rating).or_default() += weight;
        }
        if let Some(title) = &seat.side.title {
            *self.titles.entry(title.clone()).or_default() += weight;
        }
    }

    fn person(self, identity: &Identity) -> Person {
        // `max_by_key` keeps the last of equals: the highest rating, and in reverse the first spelling.
        // Nobody knows whose rating it is.
        let nobody = matches!(identity, Identity::Nameless(..));
        let rating = self
            .ratings
            .iter()
            .max_by_key(|(_, times)| **times)
            .map(|(rating, _)| *rating)
            .filter(|_| !nobody);
        let first = |tally: &BTreeMap<String, u32>| {
            tally.iter().rev().max_by_key(|(_, times)| **times).map(|(text, _)| text.clone())
        };
        Person {
            name: first(&self.names).unwrap_or_default(),
            fide_id: match identity {
                Identity::Number(id) => Some(*id),
                Identity::Name(_) | Identity::Nameless(..) => None,
            },
            rating,
            rating_source: if rating.is_some() { RatingSource::Pgn } else { RatingSource::None },
            title: first(&self.titles),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RatingSource, roster};
    use crate::pgn::game::{Collection, Game, Side, Unscored, UnscoredGame};

    type Tags<'a> = (&'a str, Option<u32>, Option<u16>);

    fn side((name, fide_id, rating): Tags<'_>) -> Side {
        Side { name: name.to_owned(), fide_id, rating, ..Side::default() }
    }

    /// A collection of games without moves; the people are found the same way in all kinds of games.
    fn collection(games: &[(Tags<'_>, Tags<'_>)]) -> Collection {
        let unscored = games.iter().zip(1..).map(|(&(white, black), number)| UnscoredGame {
            game: Game { number, white: side(white), black: side(black), ..Game::default() },
            ..UnscoredGame::default()
        });
        Collection { unscored: unscored.collect(), ..Collection::default() }
    }

    fn seats<const N: usize>(pairs: [(usize, usize); N]) -> [(Option<usize>, Option<usize>); N] {
        pairs.map(|(white, black)| (Some(white), Some(black)))
    }

    /// `BYE` is nobody whatever number a program gave it, unless that number plays; a person called Bye stays one.
    #[test]
    fn nobody_sits_where_no_move_was_made_and_nobody_is_named() {
        let mut games = collection(&[
            (("Cedar, Cat", None, None), ("?", None, None)),
            (("Elm, Eva", None, None), ("BYE", Some(14_637_383), None)),
            (("Freilos", None, None), ("Elm, Eva", None, None)),
            (("Oak, Olaf", None, Some(1900)), ("Bye, Ivy", None, Some(1800))),
            (("Oak, Olaf", None, None), ("", Some(77), None)),
            (("-", None, None), ("Bye Bye", None, None)),
            (("Bye", Some(88), None), ("Oak, Olaf", None, None)),
            (("?", None, None), ("Oak, Olaf", None, None)),
        ]);
        games.unscored[7].plies = 1;
        let mut played = games.unscored[6].game.clone();
        played.black.name = "Elm, Eva".to_owned();
        games.games.push(played);
        let found = roster(&games);
        let names: Vec<&str> = found.people.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["", "?", "Bye", "Bye, Ivy", "Cedar, Cat", "Elm, Eva", "Oak, Olaf"]);
        let (oak, elm) = (Some(6), Some(5));
        let seats = [
            (Some(4), None),
            (elm, None),
            (None, elm),
            (oak, Some(3)),
            (oak, Some(0)),
            (None, None),
            (Some(2), oak),
            (Some(1), oak),
        ];
        assert_eq!(found.unscored, seats);
        assert_eq!(found.games, [(2, 5)]);
    }

    /// Nobody knows whether two are one, and the two spellings of one name are.
    #[test]
    fn two_without_a_name_are_two_people_and_two_encodings_of_a_name_are_one() {
        let mut games = collection(&[
            (("?", None, Some(2500)), ("Jo\u{308}rg Mu\u{308}ller", None, None)),
            (("Jörg Müller", None, Some(1900)), ("?", None, Some(1200))),
            (("NN", None, None), ("?", None, None)),
            (("?", None, None), ("Jörg Müller", None, None)),
        ]);
        games.unscored.iter_mut().for_each(|game| game.plies = 20);
        games.unscored[3].reason = Unscored::Duplicate;
        let found = roster(&games);
        let names: Vec<&str> = found.people.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["?", "?", "?", "Jörg Müller", "NN"]);
        assert!(found.people.iter().all(|p| p.rating.is_some() == (p.name == "Jörg Müller")));
        let mut seats: Vec<usize> =
            found.unscored.iter().flat_map(|(white, black)| [*white, *black]).flatten().collect();
        seats.sort_unstable();
        assert_eq!(seats, [0, 1, 2, 3, 3, 3, 4], "a copy seats nobody without a name again");
    }

    #[test]
    fn trap_17_players_are_not_matched_by_the_exact_string() {
        let found = roster(&collection(&[
            (("Ivanov, Ivan", Some(101), Some(2400)), ("Petrov,Petr", None, Some(2300))),
            (("IVANOV,IVAN", Some(101), Some(2400)), ("petrov  petr", None, Some(2300))),
            (("Iwanow, Iwan", Some(101), Some(2410)), ("Petrov Petr", Some(202), Some(2300))),
            (("Ivanov Ivan", None, None), ("Petrov, P.", None, None)),
        ]));
        let names: Vec<(&str, Option<u32>)> =
            found.people.iter().map(|p| (p.name.as_str(), p.fide_id)).collect();
        assert_eq!(names, [("IVANOV,IVAN", Some(101)), ("Petrov, P.", None), ("Petrov Petr", Some(202))]);
        assert_eq!(found.unscored, seats([(0, 2), (0, 2), (0, 2), (0, 1)]));
        assert_eq!(found.people[0].rating, Some(2400));
        assert_eq!(found.people[1].rating_source, RatingSource::None);
    }

    #[test]
    fn namesakes_stay_apart() {
        let found = roster(&collection(&[
            (("Müller, Jan", Some(2), Some(2000)), ("X", None, None)),
            (("Müller, Jan", Some(1), Some(1500)), ("X", None, None)),
            (("MÜLLER, JAN", None, None), ("X", None, None)),
        ]));
        let ids: Vec<Option<u32>> = found.people.iter().map(|p| p.fide_id).collect();
        assert_eq!(ids, [None, Some(1), Some(2), None]);
        assert_eq!(found.unscored, seats([(2, 3), (1, 3), (0, 3)]));
    }

    #[test]
    fn ties_go_to_the_higher_rating_and_the_first_spelling() {
        let found = roster(&collection(&[
            (("Bo", Some(7), Some(2100)), ("X", None, None)),
            (("Ao", Some(7), Some(2150)), ("X", None, None)),
        ]));
        assert_eq!((found.people[0].name.as_str(), found.people[0].rating), ("Ao", Some(2150)));
    }

    #[test]
    fn order_and_copies_do_not_matter() {
        let mut games = [
            (("A", None, Some(2100)), ("B", None, Some(1900))),
            (("A", None, Some(2200)), ("O'Connor, Pat", None, Some(1900))),
            (("a", None, Some(2100)), ("C", Some(3), None)),
        ];
        let mut forward = collection(&games);
        let people = roster(&forward).people;
        games.reverse();
        assert_eq!(roster(&collection(&games)).people, people);
        for _ in 0..2 {
            let mut copy = forward.unscored[1].clone();
            copy.reason = Unscored::Duplicate;
            forward.unscored.push(copy);
        }
        assert_eq!(roster(&forward).people, people, "copies are no votes");
    }
}
