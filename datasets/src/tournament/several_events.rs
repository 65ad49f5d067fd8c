//! The games of several events told apart: the same `Event` tag and no more than [`MAX_DAYS`] days from one to the next, so
//! that one over New Year stays whole. A tag that names both players, as broadcasts write it, or nothing (`?`) is no tag:
//! then the file stands in its place. Games set aside and in quarantine go with the game before them in their file.

use std::collections::BTreeMap;

use crate::day::Day;
use crate::pgn::game::{Collection, Game};

/// Days that may pass within one event. League rounds lie months apart, events of every year about twelve.
pub const MAX_DAYS: i64 = 180;

#[derive(Clone, Debug)]
pub struct OneEvent {
    /// The `Event` tag, or the name of the file.
    pub name: String,
    /// First day on which a game was played; absent without a full date.
    pub first_day: Option<Day>,
    /// Its games, those set aside and those in quarantine among them. All inputs stay with every event.
    pub collection: Collection,
}

/// Tells events apart, in the order of their first days; those without a date come last.
pub fn several_events(collection: &Collection) -> Vec<OneEvent> {
    let mut named: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, game) in collection.games.iter().enumerate() {
        named.entry(name(collection, game)).or_default().push(index);
    }
    let mut events: Vec<(String, Option<Day>, Vec<usize>)> = Vec::new();
    for (name, games) in named {
        for games in in_time(collection, games) {
            let first = games.iter().filter_map(|index| day(collection, *index)).min();
            events.push((name.clone(), first, games));
        }
    }
    events.sort_by(|a, b| (a.1.is_none(), a.1, &a.0).cmp(&(b.1.is_none(), b.1, &b.0)));
    // Which event every place in a file belongs to.
    let mut places: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (event, (name, first_day, mut games)) in events.into_iter().enumerate() {
        games.sort_unstable();
        let games: Vec<Game> =
            games.iter().filter_map(|index| collection.games.get(*index).cloned()).collect();
        places.extend(games.iter().map(|game| ((game.input, game.number), event)));
        found.push(OneEvent {
            name,
            first_day,
            collection: Collection { inputs: collection.inputs.clone(), games, ..Collection::default() },
        });
    }
    let nearest = |input: usize, number: u32| {
        let before = places.range((input, 0)..=(input, number)).next_back();
        let after = || places.range((input, number)..=(input, u32::MAX)).next();
        let elsewhere = || places.iter().next();
        before.or_else(after).or_else(elsewhere).map(|(_, event)| *event)
    };
    for game in &collection.unscored {
        let event = nearest(game.input, game.number).and_then(|event| found.get_mut(event));
        if let Some(event) = event {
            event.collection.unscored.push(game.clone());
        }
    }
    for game in &collection.quarantine {
        let event = nearest(game.input, game.game).and_then(|event| found.get_mut(event));
        if let Some(event) = event {
            event.collection.quarantine.push(game.clone());
        }
    }
    found
}

fn name(collection: &Collection, game: &Game) -> String {
    let tag = game.event.trim();
    if !matches!(tag, "" | "?") && !game.names_itself() {
        return tag.to_owned();
    }
    let input = collection.inputs.get(game.input);
    input.map(|input| input.name.clone()).unwrap_or_default()
}

fn day(collection: &Collection, index: usize) -> Option<Day> {
    collection.games.get(index).and_then(|game| Day::parse(&game.date))
}

/// Games of one name, cut where too many days pass; games without a full date go with the first.
fn in_time(collection: &Collection, games: Vec<usize>) -> Vec<Vec<usize>> {
    let (mut dated, mut undated) = (Vec::new(), Vec::new());
    for index in games {
        match day(collection, index) {
            Some(day) => dated.push((day, index)),
            None => undated.push(index),
        }
    }
    dated.sort_unstable();
    let together = |one: &(Day, usize), next: &(Day, usize)| next.0.ordinal() - one.0.ordinal() <= MAX_DAYS;
    let indices = |group: &[(Day, usize)]| group.iter().map(|(_, index)| *index).collect();
    let mut groups: Vec<Vec<usize>> = dated.chunk_by(together).map(indices).collect();
    match groups.first_mut() {
        Some(first) => first.append(&mut undated),
        None => groups.push(undated),
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game::{Input, Quarantined, Side};

    fn game(event: &str, date: &str, input: usize, number: u32) -> Game {
        let side = |name: &str| Side { name: name.to_owned(), ..Side::default() };
        Game {
            event: event.to_owned(),
            date: date.to_owned(),
            white: side("Ample, Anna"),
            black: side("Ring, Olaf"),
            input,
            number,
            ..Game::default()
        }
    }

    fn told(games: Vec<Game>) -> Vec<(String, Vec<String>)> {
        let input = |name: &str| Input { name: name.to_owned(), sha256: String::new() };
        let collection =
            Collection { inputs: vec![input("one.pgn"), input("two.pgn")], games, ..Collection::default() };
        let dates = |event: OneEvent| {
            let dates = event.collection.games.into_iter().map(|game| game.date);
            (event.name, dates.collect())
        };
        several_events(&collection).into_iter().map(dates).collect()
    }

    #[test]
    fn one_tag_is_one_event_as_long_as_it_goes_on() {
        let found = told(vec![
            game("Open", "2024.12.29", 0, 1),
            game("Open", "2025.01.04", 0, 2),
            game("League", "2024.10.05", 1, 1),
            game("League", "2025.03.30", 1, 2),
            game("Open", "2025.12.29", 1, 3),
            game("Open", "????.??.??", 1, 4),
        ]);
        let wanted: [(&str, &[&str]); 3] = [
            ("League", &["2024.10.05", "2025.03.30"]),
            ("Open", &["2024.12.29", "2025.01.04", "????.??.??"]),
            ("Open", &["2025.12.29"]),
        ];
        assert_eq!(found.len(), 3);
        for (found, (name, dates)) in found.iter().zip(wanted) {
            assert_eq!(found.0, name);
            assert_eq!(found.1, dates);
        }
    }

    #[test]
    fn where_the_tag_says_nothing_the_file_does() {
        let found = told(vec![
            game("Round 1: Ample, Anna - Ring, Olaf", "2025.04.01", 0, 1),
            game("?", "2025.04.02", 0, 2),
            game("", "2025.04.02", 1, 1),
        ]);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["one.pgn", "two.pgn"]);
        assert_eq!(found[0].1.len(), 2);
    }

    #[test]
    fn games_that_could_not_be_read_stay_with_their_neighbours() {
        let broken = |input: usize, game: u32| Quarantined { input, game, ..Quarantined::default() };
        let collection = Collection {
            inputs: Vec::new(),
            games: vec![game("A", "2025.01.01", 0, 2), game("B", "2025.05.01", 0, 4)],
            quarantine: vec![broken(0, 1), broken(0, 3), broken(0, 9), broken(7, 1)],
            ..Collection::default()
        };
        let found = several_events(&collection);
        let numbers = |event: &OneEvent| -> Vec<(usize, u32)> {
            event.collection.quarantine.iter().map(|q| (q.input, q.game)).collect()
        };
        assert_eq!(numbers(&found[0]), [(0, 1), (0, 3), (7, 1)]);
        assert_eq!(numbers(&found[1]), [(0, 9)]);
        assert!(several_events(&Collection::default()).is_empty());
    }
}
