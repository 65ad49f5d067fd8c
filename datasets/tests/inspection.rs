//! Inspection on real collections: sums balance, both ways of counting agree, clocks and platforms come out.

use std::path::PathBuf;

use datasets::Aliases;
use datasets::inspection::{Context, Inspection, Query, Scope, Step, Survey, complete, gather};
use datasets::ratings::list::{Lists, Options};

/// The folder with real data, if there is one.
fn data(file: &str) -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let path = std::env::var_os("FAIRPLAY_DATA").map_or(beside, PathBuf::from).join(file);
    if path.exists() {
        Some(path)
    } else {
        println!("skipped: {} is not there", path.display());
        None
    }
}

fn look(path: &PathBuf, scope: Scope) -> Survey {
    gather(std::slice::from_ref(path), Query { scope, ..Query::default() }).expect("reads")
}

fn sums_balance(found: &Inspection) {
    let games = &found.games;
    assert_eq!(games.found, games.games + games.unscored + games.quarantined);
    let sum = |counted: &[datasets::inspection::KindCount]| counted.iter().map(|one| one.games).sum::<u64>();
    assert_eq!(sum(&games.unscored_by_reason), games.unscored);
    assert_eq!(sum(&games.quarantined_by_reason), games.quarantined);
    assert_eq!(sum(&found.reading.encodings), games.games);
    assert_eq!(sum(&found.time_controls.classes), games.games);
    let lines: u64 = found.time_controls.controls.iter().map(|line| line.games).sum();
    assert_eq!(lines + found.time_controls.further_games, games.games);
    if found.events.count == found.events.listed.len() as u64 {
        let events: u64 = found.events.listed.iter().map(|line| line.games + line.unscored).sum();
        assert_eq!(events, games.games + games.unscored);
    }
    let clocks = &found.clocks;
    assert_eq!(clocks.with + clocks.without, games.games);
    assert_eq!(clocks.explained + sum(&clocks.refused), clocks.with);
}

#[test]
fn a_collection_is_counted() {
    let Some(path) = data("online-games.pgn.zst") else {
        return;
    };
    let summary = look(&path, Scope::Summary);
    assert!(summary.collection.is_none());
    let summary = summary.inspection;
    sums_balance(&summary);
    assert!(summary.platforms.iter().any(|line| line.name == "Lichess"));
}

/// 684 games by another program that knows nothing but the texts of clocks and controls; all of them are of arenas.
#[test]
fn berserk_games_of_arenas_are_found_by_their_clocks() {
    let Some(path) = data("online-clocks.pgn.zst") else {
        return;
    };
    let found = look(&path, Scope::Summary).inspection;
    let berserk = found.time_controls.conditions.iter().find(|one| one.name == "berserk");
    assert_eq!(berserk.map(|one| one.games), Some(684));
}

#[test]
fn an_event_is_counted_alike_whole_and_as_a_collection() {
    let Some(path) = data("live/lezcano-2025-broadcast.pgn") else {
        return;
    };
    let whole = look(&path, Scope::Auto);
    let collection = whole.collection.as_ref().expect("one event");
    assert_eq!(whole.inspection.games.games, collection.games.len() as u64);
    sums_balance(&whole.inspection);
    let summary = look(&path, Scope::Summary).inspection;
    sums_balance(&summary);
    assert_eq!(summary.events, whole.inspection.events);
    assert_eq!(summary.clocks, whole.inspection.clocks);
    // One event although every game has an Event tag of its own; played on boards, although a platform shows it.
    assert!(summary.events.listed.iter().all(|line| line.own_tags));
    assert!(summary.platforms.is_empty());
    let clocks = summary.clocks;
    assert!(clocks.explained * 10 > clocks.with * 9, "{clocks:?}");
}

#[test]
fn hostile_files_are_counted_to_the_last_game() {
    let Some(folder) = data("torture") else { return };
    let mut files = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("lists") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "pgn") {
                files.push(path);
            }
        }
    }
    files.sort_unstable();
    for path in &files {
        for scope in [Scope::OneEvent, Scope::Summary] {
            let asked = Query { scope, ..Query::default() };
            let mut found = gather(std::slice::from_ref(path), asked).expect("plain text, or UTF-16");
            let context = Context {
                aliases: &Aliases::default(),
                lists: None,
                gate: 100,
                to_score: &|game| [u32::try_from(game.moves.len()).unwrap_or(u32::MAX), 0],
                calibrated: &|_| true,
            };
            complete(&mut found, &context).expect("no list to read");
            sums_balance(&found.inspection);
            let steps = found.inspection.next.len();
            assert!(steps > 0, "{}: something to do", path.display());
        }
    }
    assert!(files.len() > 50);
}

/// Invented players against the sample list of November 2025: one as on the list, one 23 points off, one found by
/// name under another one, one who is not on it.
#[test]
fn ratings_stand_beside_those_of_the_first_day() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/rating_lists/standard_rating_list.txt");
    let mut lists = Lists::open(&folder.path().join("store.sqlite")).expect("a store");
    lists.add(&list, &Options::default()).expect("added");
    let game = |round: u32, white: &str, black: &str| {
        format!(
            "[Event \"Cup\"]\n[Date \"2025.11.{:02}\"]\n[Round \"{round}\"]\n{white}\n{black}\n[Result \"*\"]\n\n1. e4 e5 *\n\n",
            10 + round
        )
    };
    let side = |colour: &str, name: &str, rating: u16, id: Option<u32>| {
        let id = id.map_or_else(String::new, |id| format!("\n[{colour}FideId \"{id}\"]"));
        format!("[{colour} \"{name}\"]\n[{colour}Elo \"{rating}\"]{id}")
    };
    let text = [
        game(
            1,
            &side("White", "Sample, A.", 2233, Some(9_000_101)),
            &side("Black", "Specimen, Bo", 2400, Some(9_000_102)),
        ),
        game(2, &side("White", "Online, Jo", 1650, None), &side("Black", "Nobody, Else", 2000, None)),
    ];
    let path = folder.path().join("event.pgn");
    std::fs::write(&path, text.concat()).expect("written");
    let looked = |lists: Option<&Lists>, date: &str| {
        let dated = text.concat().replace("2025.11.11", date).replace("2025.11.12", date);
        std::fs::write(&path, dated).expect("written");
        let mut found = look(&path, Scope::Auto);
        let context = Context {
            aliases: &Aliases::default(),
            lists,
            gate: 100,
            to_score: &|_| [0, 0],
            calibrated: &|_| true,
        };
        complete(&mut found, &context).expect("the lists are sound");
        found.inspection
    };
    let found = looked(Some(&lists), "2025.11.11");
    let ratings = found.ratings.expect("asked");
    assert_eq!(ratings.first_day.as_deref(), Some("2025-11-11"));
    assert_eq!((ratings.no_list, ratings.listed), (false, 3));
    assert_eq!((ratings.agreeing, ratings.differing), (2, 1));
    assert_eq!(ratings.passed_over.len(), 1);
    assert_eq!((ratings.passed_over[0].name.as_str(), ratings.passed_over[0].games), ("not_listed", 1));
    let players = found.people.expect("an event").players;
    let player = |name: &str| players.iter().find(|player| player.person.name == name).expect(name);
    assert_eq!(player("Specimen, Bo").difference, Some(23));
    let sample = player("Sample, A.").list.as_ref().expect("on the list");
    assert_eq!((sample.rating, sample.name_differs, sample.by_name), (2233, true, false));
    assert!(player("Online, Jo").list.as_ref().is_some_and(|list| list.by_name));
    assert!(found.next.contains(&Step::CompareRatings(1)));
    assert!(!found.next.contains(&Step::AddRatingList));
    // A month later the list is old and gives no rating; before it there is none; without a day nothing is asked.
    let later = looked(Some(&lists), "2025.12.11");
    assert!(later.next.contains(&Step::AddRatingList) && !later.next.contains(&Step::CompareRatings(1)));
    let ratings = later.ratings.expect("asked");
    assert_eq!((ratings.no_list, ratings.listed, ratings.differing), (true, 0, 0));
    assert_eq!(ratings.needed.as_deref(), Some("2025-12"));
    assert!(later.people.expect("an event").players.iter().all(|player| player.list.is_none()));
    let earlier = looked(Some(&lists), "2025.10.11");
    assert!(earlier.ratings.expect("asked").no_list && earlier.next.contains(&Step::AddRatingList));
    let unknown = looked(Some(&lists), "2025.??.??");
    assert_eq!(unknown.ratings.expect("asked").first_day, None);
    let nothing = looked(None, "2025.11.11");
    assert!(nothing.ratings.expect("asked").no_list);
}
