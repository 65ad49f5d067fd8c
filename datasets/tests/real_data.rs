//! Games as they come from events and from other programs' test suites.
//!
//! The data are not part of the repository. The tests look for them in the folder that `FAIRPLAY_DATA` names,
//! else in `../shared/data` beside the workspace, and say so if there is none.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

mod real;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use datasets::{Entry, Unscored, read, read_events, roster, stream};

use real::data;

/// Outcome of the games of a file, by kind; the reasons of quarantined ones without their numbers.
fn kinds(path: &Path, most: u32) -> BTreeMap<String, u32> {
    let mut kinds = BTreeMap::new();
    let mut count = 0;
    stream(path, &mut |entry| {
        let (kind, number) = match entry {
            Entry::Game(game) => ("game".to_owned(), game.number),
            Entry::Unscored(game) => (format!("{:?}", game.reason), game.number),
            Entry::Quarantined(game) => {
                (game.reason.to_string().chars().filter(|c| !c.is_ascii_digit()).collect(), game.game)
            }
        };
        count += 1;
        assert_eq!(number, count, "{}", path.display());
        *kinds.entry(kind).or_default() += 1;
        if count == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
    assert_eq!(kinds.values().sum::<u32>(), count, "{}", path.display());
    kinds
}

#[test]
fn a_broadcast_is_read_to_the_last_game() {
    let Some(path) = data("live/lezcano-2025-broadcast.pgn") else {
        return;
    };
    let found = read(std::slice::from_ref(&path), None).unwrap();
    // 504 Event tags: 502 games with moves and two without.
    let text = fs::read_to_string(&path).unwrap();
    let starts: Vec<u64> = text.match_indices("[Event \"").map(|(at, _)| at as u64).collect();
    assert_eq!(starts.len(), 504);
    assert_eq!((found.games.len(), found.unscored.len(), found.quarantine.len()), (502, 2, 0));
    assert!(found.unscored.iter().all(|game| game.reason == Unscored::NoMoves));
    let mut offsets: Vec<u64> = found.games.iter().map(|g| g.offset).collect();
    offsets.extend(found.unscored.iter().map(|g| g.offset));
    offsets.sort_unstable();
    assert_eq!(offsets, starts);

    let people = roster(&found);
    assert_eq!((people.games.len(), people.unscored.len()), (502, 2));
    assert!(people.games.iter().all(|(white, black)| white != black));
    // Numbers are unique, and no name of a person without one is that of a person with one.
    let mut ids: Vec<u32> = people.people.iter().filter_map(|p| p.fide_id).collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn clean_games_over_the_board_are_all_read() {
    let Some(path) = data("otb-events.pgn.zst") else {
        return;
    };
    assert_eq!(kinds(&path, 3000), BTreeMap::from([("game".to_owned(), 3000)]));
}

#[test]
fn online_games_with_clocks_are_all_read() {
    let Some(path) = data("online-games.pgn.zst") else {
        return;
    };
    assert_eq!(kinds(&path, 1000), BTreeMap::from([("game".to_owned(), 1000)]));
}

/// A broadcast with a tag for each game is one event; opens and a league over ten weeks are one event each.
#[test]
fn events_of_collections_are_told_apart() {
    if let Some(path) = data("live/lezcano-2025-broadcast.pgn") {
        assert_eq!(read_events(std::slice::from_ref(&path)).unwrap().len(), 1);
    }
    let Some(path) = data("otb-2016-2018-low.pgn.zst") else { return };
    let events = read_events(std::slice::from_ref(&path)).unwrap();
    // As the Event tags have it; the collection has no year twice under one name.
    assert_eq!(events.len(), 14);
    assert!(events.iter().all(|event| event.tags.len() == 1 && event.first_day.is_some()));
    let c = |event: &datasets::OneEvent| {
        let c = &event.collection;
        c.games.len() + c.unscored.len() + c.quarantine.len()
    };
    assert_eq!(events.iter().map(c).sum::<usize>(), 3_646);
}
