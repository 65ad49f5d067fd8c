//! Games that cannot stand for themselves: copies, earlier versions, games that another one replaces, and games of nobody in
//! particular. Broadcasts publish a game again after every correction, and databases keep copies under other names or with the
//! colours exchanged. One game of such a set is scored. Where only people can say whether a game counts, it is scored and noted.

mod elsewhere;
mod second_games;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use shakmaty::Move;

use crate::pgn::game::{Collection, Game, Note, Place, Side, Start, Unscored, UnscoredGame};
use crate::players::similarity::{POSSIBLE, Profile, similarity};
use crate::players::spelling::{is_nameless, normalised};

/// Games of at least so many plies that agree to the end are hardly ever played by two pairs of players.
const TELLING: usize = 40;
/// Minimum of common plies for two versions of one game that end differently.
const AGREED: usize = 30;
/// Maximum of plies at the end in which two versions of one game differ.
const CORRECTED: usize = 10;

/// The games set aside, by index, with the reason and the game that is kept in their place.
type Aside = BTreeMap<usize, (Unscored, Option<usize>)>;
/// Games that are scored and noted, with the other game of the note.
type Doubts = Vec<(usize, Doubt, usize)>;

/// What people have to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    SecondGame,
    SameMoves,
}

/// Sets aside what cannot stand for itself. The games have to be in canonical order.
pub(crate) fn set_aside(collection: &mut Collection) {
    bare_results(&mut collection.unscored);
    let games = std::mem::take(&mut collection.games);
    let mut aside = Aside::new();
    // One event has one kind of chess; where both are found, the projections are for standard chess.
    let mixed = games.iter().any(is_standard) && !games.iter().all(is_standard);
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (index, game) in games.iter().enumerate() {
        if mixed && !is_standard(game) {
            aside.insert(index, (Unscored::Variant, None));
        } else if is_same_person(&game.white, &game.black) {
            aside.insert(index, (Unscored::SamePlayer, None));
        } else if let Some(&first) = seen.get(game.sha256.as_str()) {
            aside.insert(index, (Unscored::Duplicate, Some(first)));
        } else {
            seen.insert(&game.sha256, index);
        }
    }
    versions(&games, &mut aside);
    renamed(&games, &mut aside);
    let mut doubts = Doubts::new();
    second_games::second_games(&games, &mut aside, &mut doubts);
    elsewhere::elsewhere(&games, &mut aside, &mut doubts);
    let places: Vec<Place> =
        games.iter().map(|game| Place { input: game.input, number: game.number }).collect();
    // A partner that was set aside itself hands on to its own.
    let kept = |mut index: usize| {
        while let Some((_, Some(next))) = aside.get(&index) {
            index = *next;
        }
        places.get(index).copied()
    };
    let mut notes: BTreeMap<usize, Vec<Note>> = BTreeMap::new();
    for (index, doubt, other) in doubts {
        // A game that was set aside since is named with its reason, and needs no note.
        let other = (!aside.contains_key(&other)).then(|| places.get(other).copied()).flatten();
        notes.entry(index).or_default().extend(other.map(|other| match doubt {
            Doubt::SecondGame => Note::SecondGame(other),
            Doubt::SameMoves => Note::SameMoves(other),
        }));
    }
    for (index, mut game) in games.into_iter().enumerate() {
        game.notes.retain(|note| !matches!(note, Note::SecondGame(_) | Note::SameMoves(_)));
        game.notes.extend(notes.remove(&index).unwrap_or_default());
        match aside.get(&index) {
            None => collection.games.push(game),
            Some((reason, partner)) => {
                let (plies, partner) = (game.moves.len(), partner.and_then(kept));
                collection.unscored.push(UnscoredGame::new(game, plies, *reason, partner));
            }
        }
    }
}

/// A result without a game that stands there twice counts once for the score.
fn bare_results(unscored: &mut [UnscoredGame]) {
    let mut seen: HashMap<[String; 6], Place> = HashMap::new();
    for game in unscored.iter_mut().filter(|game| game.reason.is_bare_result()) {
        if !is_informative(&game.date) || !is_informative(&game.round) {
            continue;
        }
        let (white, black) = (normalised(&game.white.name), normalised(&game.black.name));
        let told: [&str; 6] = [&game.event, &game.date, &game.round, &white, &black, game.result.as_str()];
        let place = Place { input: game.input, number: game.number };
        let first = *seen.entry(told.map(str::to_owned)).or_insert(place);
        if first != place {
            (game.reason, game.partner) = (Unscored::Duplicate, Some(first));
        }
    }
}

fn is_standard(game: &Game) -> bool {
    game.start == Start::Standard
}

/// FIDE numbers decide whatever the names; otherwise the names do. Two sides without a name are not equal.
fn is_same_person(one: &Side, other: &Side) -> bool {
    match (one.fide_id, other.fide_id) {
        (Some(one), Some(other)) => one == other,
        _ => {
            let name = normalised(&one.name);
            !is_nameless(&name) && name == normalised(&other.name)
        }
    }
}

fn is_informative(tag: &str) -> bool {
    !matches!(tag, "" | "?" | "-" | "????.??.??")
}

/// Sets aside the earlier versions of a game: same event, date, round and names, and moves that are the beginning
/// of the other's, or agree up to the last few. Two games of a match played in one round differ sooner.
fn versions(games: &[Game], aside: &mut Aside) {
    type Pairing<'a> = (&'a str, &'a str, &'a str, String, String);
    let mut pairings: BTreeMap<Pairing<'_>, Vec<usize>> = BTreeMap::new();
    for (index, game) in games.iter().enumerate() {
        let (white, black) = (normalised(&game.white.name), normalised(&game.black.name));
        // Without names, a date and a round many different games look like one pairing.
        let told = is_informative(&game.date)
            && is_informative(&game.round)
            && !is_nameless(&white)
            && !is_nameless(&black);
        if told && !aside.contains_key(&index) {
            let pairing = (game.event.as_str(), game.date.as_str(), game.round.as_str(), white, black);
            pairings.entry(pairing).or_default().push(index);
        }
    }
    for mut indices in pairings.into_values().filter(|indices| indices.len() > 1) {
        // The longest first; of equally long ones the one with a result, then the first in canonical order.
        indices.sort_by_key(|&index| {
            let game = &games[index];
            (std::cmp::Reverse(game.moves.len()), game.result, index)
        });
        let mut kept: Vec<usize> = Vec::new();
        for index in indices {
            let newer = kept.iter().find(|&&newer| is_version(&games[index], &games[newer]));
            match newer {
                Some(&newer) => {
                    aside.insert(index, (Unscored::Superseded, Some(newer)));
                }
                None => kept.push(index),
            }
        }
    }
}

fn is_version(older: &Game, newer: &Game) -> bool {
    if older.start != newer.start {
        return false;
    }
    let agreed = older.moves.iter().zip(&newer.moves).take_while(|(a, b)| a == b).count();
    let length = older.moves.len();
    agreed == length || (agreed >= AGREED && length - agreed <= CORRECTED)
}

/// Sets aside copies under other names and copies with the colours exchanged: same moves, date and round. Both
/// names exchanged or one name kept tells a copy at any length; other spellings of one name do in a long game, because two
/// boards of one round may well repeat the same short draw. Under names of other people nobody knows whose game it is: both stay,
/// and are noted (see [`elsewhere`]).
///
/// Kept is the copy of whose people more have other games in the event: a spelling that stands there once is the copy's, and
/// kept it would be a player of one game. Then the one that knows more about them, and the one whose people have more games.
fn renamed(games: &[Game], aside: &mut Aside) {
    type Content<'a> = (&'a str, &'a str, &'a Start, &'a [Move]);
    let mut contents: HashMap<Content<'_>, Vec<usize>> = HashMap::new();
    let mut order: Vec<usize> = (0..games.len()).filter(|index| !aside.contains_key(index)).collect();
    let others = other_rounds(games, &order);
    let knows = |side: &Side| usize::from(side.fide_id.is_some()) + usize::from(side.rating.is_some());
    // Copies often lack the tags that tell them apart, so what is known best is looked at first.
    order.sort_by_key(|&index| {
        let (game, others) = (&games[index], others[index]);
        let at_home = others.iter().filter(|rounds| **rounds > 0).count();
        let known = knows(&game.white) + knows(&game.black);
        (std::cmp::Reverse((at_home, known, others.iter().sum::<usize>())), index)
    });
    for index in order {
        let game = &games[index];
        if !is_informative(&game.date) || !is_informative(&game.round) {
            continue;
        }
        let content = (game.date.as_str(), game.round.as_str(), &game.start, game.moves.as_slice());
        let alike = contents.entry(content).or_default();
        let found = alike.iter().find_map(|&other| Some((copy(game, &games[other])?, other)));
        match found {
            Some((reason, other)) => {
                aside.insert(index, (reason, Some(other)));
            }
            None => alike.push(index),
        }
    }
}

/// Other rounds of the event in which the two people of each game play, by its place among all games.
fn other_rounds(games: &[Game], scored: &[usize]) -> Vec<[usize; 2]> {
    let people = second_games::people(games);
    let mut rounds: BTreeMap<(&str, &second_games::Person), BTreeSet<(&str, &str)>> = BTreeMap::new();
    for &index in scored {
        let game = &games[index];
        for person in &people[index] {
            let played = rounds.entry((&game.event, person)).or_default();
            played.insert((&game.date, &game.round));
        }
    }
    let others = |game: &Game, person| {
        let played = rounds.get(&(game.event.as_str(), person));
        played.map_or(0, |played| played.len().saturating_sub(1))
    };
    games.iter().zip(&people).map(|(game, sides)| sides.each_ref().map(|side| others(game, side))).collect()
}

/// The kind of copy of two games with the same moves, date and round; `None` if they are two games.
fn copy(game: &Game, other: &Game) -> Option<Unscored> {
    let crossed = [is_same_person(&game.white, &other.black), is_same_person(&game.black, &other.white)];
    let straight = [is_same_person(&game.white, &other.white), is_same_person(&game.black, &other.black)];
    let telling = game.moves.len() >= TELLING;
    if crossed == [true, true] {
        Some(Unscored::SwappedColours)
    } else if straight.contains(&true) {
        // The same pair twice is a second game or a version, unless every move says that it is a copy.
        (straight != [true, true] || telling).then_some(Unscored::Renamed)
    } else {
        let spelled = |sides: [[&Side; 2]; 2]| sides.iter().all(|[one, other]| may_be_one(one, other));
        let crossed = spelled([[&game.white, &other.black], [&game.black, &other.white]]);
        let straight = spelled([[&game.white, &other.white], [&game.black, &other.black]]);
        (telling && (crossed || straight)).then_some(Unscored::Renamed)
    }
}

/// Whether two sides may be one person under two spellings. A side without a name may be anybody.
fn may_be_one(one: &Side, other: &Side) -> bool {
    let profile =
        |side: &Side| Profile { name: side.name.clone(), fide_id: side.fide_id, ..Profile::default() };
    let nameless = |side: &Side| side.fide_id.is_none() && is_nameless(&side.name);
    nameless(one) || nameless(other) || similarity(&profile(one), &profile(other)).score >= POSSIBLE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(names: [&str; 2], plies: usize) -> Game {
        use shakmaty::{Chess, Position};
        let mut position = Chess::default();
        let mut moves = Vec::new();
        for ply in 0..plies {
            let legal = position.legal_moves();
            let mv = legal[(ply * 7) % legal.len()];
            position.play_unchecked(mv);
            moves.push(mv);
        }
        let side = |name: &str| Side { name: name.to_owned(), ..Side::default() };
        Game {
            event: "Open".into(),
            date: "2025.01.01".into(),
            round: "3".into(),
            white: side(names[0]),
            black: side(names[1]),
            moves,
            sha256: format!("{names:?}{plies}"),
            ..Game::default()
        }
    }

    fn reasons(games: Vec<Game>) -> Vec<(u32, Unscored, Option<u32>)> {
        let mut collection = Collection::default();
        let total = games.len();
        for (number, mut game) in (1..).zip(games) {
            game.number = number;
            collection.games.push(game);
        }
        set_aside(&mut collection);
        assert_eq!(collection.games.len() + collection.unscored.len(), total);
        let mut found: Vec<_> =
            collection.unscored.iter().map(|g| (g.number, g.reason, g.partner.map(|p| p.number))).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn the_longer_version_is_kept() {
        let pair = ["Kim", "Lee"];
        assert_eq!(
            reasons(vec![line(pair, 12), line(pair, 60), line(pair, 3)]),
            [(1, Unscored::Superseded, Some(2)), (3, Unscored::Superseded, Some(2))]
        );
        // Corrected near the end.
        let mut corrected = line(pair, 61);
        corrected.moves[55] = line(pair, 1).moves[0];
        assert_eq!(reasons(vec![line(pair, 60), corrected]), [(1, Unscored::Superseded, Some(2))]);
        // Another game of the same pair in the same round.
        let mut second = line(pair, 61);
        second.moves[4] = line(pair, 1).moves[0];
        assert_eq!(reasons(vec![line(pair, 60), second]), []);
        // Without a round nothing says that it is one pairing.
        let nowhere = |plies| Game { round: "-".into(), ..line(pair, plies) };
        assert_eq!(reasons(vec![nowhere(12), nowhere(60)]), []);
    }

    #[test]
    fn copies_under_other_names_are_found() {
        assert_eq!(
            reasons(vec![line(["Kim", "Lee"], 20), line(["Lee", "Kim"], 20)]),
            [(2, Unscored::SwappedColours, Some(1))]
        );
        assert_eq!(
            reasons(vec![line(["Kim", "Lee"], 20), line(["Kim", "Li"], 20)]),
            [(2, Unscored::Renamed, Some(1))]
        );
        // Two boards may repeat a short draw, but not a long game.
        assert_eq!(reasons(vec![line(["Kim", "Lee"], 20), line(["Roe", "Poe"], 20)]), []);
        for (one, other) in [
            (["Alder, Ann", "Birch, Boris"], ["Alder, A", "Birch, B"]),
            (["Müller, Jörg", "Birch, Boris"], ["Mueller, Joerg", "Birch, Borys"]),
            (["Alder, Ann", "Birch, Boris"], ["Boris Birch", "Ann Alder"]),
            (["Иванов, Иван", "Birch, Boris"], ["Ivanov, Ivan", "Birch, B"]),
            (["?", "Birch, Boris"], ["Alder, Ann", "Birch, B."]),
        ] {
            assert_eq!(
                reasons(vec![line(one, 40), line(other, 40)]),
                [(2, Unscored::Renamed, Some(1))],
                "{one:?} {other:?}"
            );
        }
        // Other people: nobody knows whose game it is.
        for other in [["Roe", "Poe"], ["Roe, Ann", "Poe, Lee"]] {
            assert_eq!(reasons(vec![line(["Kim", "Lee"], 40), line(other, 40)]), []);
        }
        let numbered = |names, first| {
            let mut game = line(names, 60);
            (game.white.fide_id, game.black.fide_id) = (Some(first), Some(first + 1));
            game
        };
        let pair = ["Alder, Ann", "Birch, Boris"];
        assert_eq!(reasons(vec![numbered(pair, 1), numbered(["Alder, A", "Birch, B"], 7)]), []);
        let other_round = Game { round: "4".into(), ..line(["Lee", "Kim"], 20) };
        assert_eq!(reasons(vec![line(["Kim", "Lee"], 20), other_round]), []);
    }

    /// A spelling that stands in the copy alone is not the player's: kept, it would take a game from one and make another.
    #[test]
    fn of_two_copies_the_one_of_people_with_other_games_is_kept() {
        let in_round = |names, round: &str, plies| Game { round: round.into(), ..line(names, plies) };
        let rated = |mut game: Game| {
            (game.white.rating, game.black.rating) = (Some(2000), Some(1900));
            game
        };
        // The copy stands behind, in front, with exchanged colours, and knows the ratings.
        let other = || in_round(["Alder, Ann", "Elm, Eve"], "4", 31);
        let told = || line(["Alder, Ann", "Dogwood, Di"], 50);
        let copy = || line(["Alder, A.", "Dogwood, Di"], 50);
        assert_eq!(reasons(vec![other(), told(), copy()]), [(3, Unscored::Renamed, Some(2))]);
        assert_eq!(reasons(vec![copy(), told(), other()]), [(1, Unscored::Renamed, Some(2))]);
        assert_eq!(reasons(vec![rated(copy()), told(), other()]), [(1, Unscored::Renamed, Some(2))]);
        let both = line(["Aldr, Ann", "Dogwod, Di"], 50);
        let second = || in_round(["Dogwood, Di", "Elm, Eve"], "5", 33);
        assert_eq!(reasons(vec![both, told(), other(), second()]), [(1, Unscored::Renamed, Some(2))]);
        // Two copies under one wrong spelling: it has another game as well, but fewer.
        let again = |names| in_round(names, "6", 52);
        let games = vec![
            copy(),
            again(["Alder, A.", "Fir, Flo"]),
            other(),
            told(),
            again(["Alder, Ann", "Fir, Flo"]),
        ];
        let aside = [(1, Unscored::Renamed, Some(4)), (2, Unscored::Renamed, Some(5))];
        assert_eq!(reasons(games), aside);
        // Where both spellings have other games, what knows more is kept, as before.
        let more = in_round(["Alder, A.", "Elm, Eve"], "7", 35);
        assert_eq!(reasons(vec![rated(copy()), told(), other(), more]), [(2, Unscored::Renamed, Some(1))]);
    }

    #[test]
    fn partners_are_games_that_are_kept() {
        let mut known = line(["Lee", "Kim"], 60);
        known.white.rating = Some(2000);
        // The short version gives way to the long one, which gives way to the copy that knows more.
        assert_eq!(
            reasons(vec![line(["Kim", "Lee"], 50), line(["Kim", "Lee"], 60), known]),
            [(1, Unscored::Superseded, Some(3)), (2, Unscored::SwappedColours, Some(3))]
        );
    }
}
