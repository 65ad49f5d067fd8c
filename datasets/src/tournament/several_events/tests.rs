use super::*;
use crate::pgn::game::{Input, Quarantined, Side, UnscoredGame};

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

/// A Swiss of eight players and so many rounds, three days apart at most.
fn swiss(
    tag: &dyn Fn(u32) -> String,
    first: u32,
    rounds: std::ops::RangeInclusive<u32>,
    input: usize,
) -> Vec<Game> {
    people(tag, ["Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gum", "Hazel"], first, rounds, input)
}

/// The same with other people. `first` is the day of May 2025 of the first of the rounds.
fn people(
    tag: &dyn Fn(u32) -> String,
    names: [&str; 8],
    first: u32,
    rounds: std::ops::RangeInclusive<u32>,
    input: usize,
) -> Vec<Game> {
    let start = *rounds.start();
    let of_round = |round: u32| {
        names.chunks(2).zip(0..).map(move |(pair, board)| (round, board, pair)).collect::<Vec<_>>()
    };
    let games = rounds.flat_map(of_round);
    games
        .map(|(round, board, pair)| Game {
            round: format!("{round}.{board}"),
            white: Side { name: pair[0].to_owned(), ..Side::default() },
            black: Side { name: pair[1].to_owned(), ..Side::default() },
            ..game(&tag(round), &format!("2025.05.{:02}", first + round - start), input, 10 * round + board)
        })
        .collect()
}

fn names(games: Vec<Game>) -> Vec<(String, usize)> {
    told(games).into_iter().map(|(name, dates)| (name, dates.len())).collect()
}

fn one(games: Vec<Game>, name: &str) {
    let all = games.len();
    assert_eq!(names(games), [(name.to_owned(), all)]);
}

#[test]
fn small_differences_in_tags_are_one_event() {
    one(swiss(&|round| format!("Spring Open, Round {round}"), 1, 1..=5, 0), "Spring Open");
    one(
        swiss(&|round| if round == 3 { "SPRING  OPEN".into() } else { "Spring Open".into() }, 1, 1..=5, 0),
        "Spring Open",
    );
    one(
        swiss(
            &|round| if round == 3 { "Sprng Open 2025".into() } else { "Spring Open 2025".into() },
            1,
            1..=5,
            0,
        ),
        "Spring Open 2025",
    );
    one(
        swiss(
            &|round| if round == 3 { "Spring Open".into() } else { "Spring Open 2025".into() },
            1,
            1..=5,
            0,
        ),
        "Spring Open 2025",
    );
    one(swiss(&|round| format!("Olympiad | Round {round}: Red Team - Blue Team"), 1, 1..=5, 0), "Olympiad");
    // A range of rounds says no more of a game of its first round than of the others.
    for range in ["rounds 3 to 9", "Rounds 2-5", "Runde 3 bis 7", "тур 4 по 9", "Round 1 \u{2013} 5"] {
        let tag = format!("Spring Open, {range}");
        one(swiss(&|_| tag.clone(), 1, 1..=5, 0), &tag);
    }
    // A file a round, as broadcasts give them, without the name of the event.
    let mut files = swiss(&|round| format!("Round {round}: Red - Blue"), 1, 1..=1, 0);
    files.extend(swiss(&|round| format!("Round {round}: Red - Blue"), 2, 2..=2, 1));
    one(files, "one.pgn");
    // Two games without a tag among the others.
    let mut untagged = swiss(&|_| "Spring Open".into(), 1, 1..=5, 0);
    untagged[7].event = "?".to_owned();
    untagged[12].event = String::new();
    one(untagged, "Spring Open");
}

#[test]
fn a_league_over_months_is_one_event_and_a_monthly_one_is_several() {
    let mut league = Vec::new();
    let mut monthly = Vec::new();
    for month in 1..=6_u32 {
        let mut games = swiss(&|_| "City League".into(), 3, month..=month, 0);
        games.iter_mut().for_each(|game| game.date = format!("2025.{month:02}.03"));
        league.extend(games);
        let mut games = swiss(&|_| "Monthly Rapid".into(), 3, 1..=3, 0);
        games.iter_mut().for_each(|game| game.date = format!("2025.{month:02}.03"));
        monthly.extend(games);
    }
    one(league, "City League");
    let found = names(monthly);
    assert_eq!(found.len(), 6, "{found:?}");
    // A game of round 1 that is played later begins nothing.
    let mut late = swiss(&|_| "Open".into(), 1, 1..=5, 0);
    late[0].date = "2025.05.20".to_owned();
    one(late, "Open");
}

#[test]
fn the_same_people_in_two_events_are_two_events() {
    let mut two = swiss(&|_| "World Rapid 2025".into(), 1, 1..=3, 0);
    two.extend(swiss(&|_| "World Blitz 2025".into(), 3, 1..=3, 0));
    assert_eq!(names(two).len(), 2);
    let mut two = swiss(&|_| "Festival".into(), 1, 1..=3, 0);
    two.extend(swiss(&|_| "Festival 2025".into(), 1, 1..=3, 0));
    assert_eq!(names(two).len(), 2, "everybody sits in every round twice");
    let others = ["Ivy", "Juniper", "Kapok", "Larch", "Maple", "Nutmeg", "Oak", "Pine"];
    let mut groups = swiss(&|_| "Open A".into(), 1, 1..=3, 0);
    groups.extend(people(&|_| "Open B".into(), others, 1, 1..=3, 0));
    assert_eq!(names(groups).iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["Open A", "Open B"]);
    let mut files = swiss(&|_| "?".into(), 1, 1..=3, 0);
    files.extend(people(&|_| "?".into(), others, 1, 1..=3, 1));
    assert_eq!(names(files).len(), 2, "other people in another file");
}

#[test]
fn dates_without_days_are_told_by_their_years() {
    let of_year = |year: &str, rounds| {
        let mut games = swiss(&|_| "Open".into(), 1, rounds, 0);
        games.iter_mut().for_each(|game| game.date = format!("{year}.??.??"));
        games
    };
    let mut two = of_year("2024", 1..=5);
    two.extend(of_year("2025", 1..=5));
    assert_eq!(names(two).len(), 2);
    let mut new_year = of_year("2024", 1..=3);
    new_year.extend(of_year("2025", 4..=5));
    one(new_year, "Open");
}

#[test]
fn what_is_set_aside_counts_for_its_own_event() {
    let collection = Collection {
        inputs: vec![Input { name: "one.pgn".to_owned(), sha256: String::new() }],
        games: vec![game("A", "2025.01.01", 0, 1), game("B", "2025.05.01", 0, 3)],
        unscored: vec![
            UnscoredGame { game: game("B", "2025.05.01", 0, 2), ..UnscoredGame::default() },
            UnscoredGame { game: game("C", "2025.09.01", 0, 4), ..UnscoredGame::default() },
            UnscoredGame {
                game: game("A copy", "2025.01.01", 0, 5),
                partner: Some(Place { input: 0, number: 1 }),
                ..UnscoredGame::default()
            },
        ],
        quarantine: vec![
            Quarantined { game: 6, event: "B".to_owned(), ..Quarantined::default() },
            Quarantined { game: 7, event: "unknown".to_owned(), ..Quarantined::default() },
        ],
    };
    let counts: Vec<(String, [usize; 3])> = several_events(&collection)
        .iter()
        .map(|event| {
            let c = &event.collection;
            (event.name.clone(), [c.games.len(), c.unscored.len(), c.quarantine.len()])
        })
        .collect();
    // A game that nobody can score is no event beside others in its file; an event of which nothing could be read is one.
    let wanted = [("A", [1, 1, 0]), ("B", [1, 2, 1]), ("unknown", [0, 0, 1])];
    assert_eq!(counts, wanted.map(|(name, counts)| (name.to_owned(), counts)));
}

/// What could not be read of an event is told with it, whatever else differs in its tag, and never with its neighbour in the file.
#[test]
fn a_broken_game_stays_with_its_own_event() {
    let broken = |event: &str, round: &str, game: u32| Quarantined {
        game,
        event: event.to_owned(),
        round: round.to_owned(),
        white: "Ample, Anna".to_owned(),
        black: "Ring, Olaf".to_owned(),
        ..Quarantined::default()
    };
    let counts = |quarantine: Vec<Quarantined>| -> Vec<(String, usize)> {
        let games = vec![game("Gamma Open", "2025.05.01", 0, 1), game("Gamma Open", "2025.05.01", 0, 2)];
        let events = several_events(&Collection { games, quarantine, ..Collection::default() });
        events.iter().map(|event| (event.name.clone(), event.collection.quarantine.len())).collect()
    };
    let told = |names: &[(&str, usize)]| -> Vec<(String, usize)> {
        names.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    };
    for (event, round) in [
        ("Gamma Open", "1"),
        ("Gamma Open, Round 3", "3"),
        ("gamma open", "1"),
        ("Gama Open", "1"),
        ("Gamma Open 2025", "1"),
        ("Ample, Anna - Ring, Olaf", "1"),
        ("Round 2: Ample, Anna - Ring, Olaf", "2"),
        ("?", "1"),
        ("", "1"),
    ] {
        assert_eq!(counts(vec![broken(event, round, 3)]), told(&[("Gamma Open", 1)]), "{event}");
    }
    for event in ["Delta", "Delta Open", "Кубок"] {
        let found = counts(vec![broken(event, "1", 3), broken("Gamma Open", "1", 4)]);
        assert_eq!(found, told(&[("Gamma Open", 1), (event, 1)]), "{event}");
    }
    let rounds = vec![broken("Delta, Round 1", "1", 3), broken("Delta, Round 2", "2", 4)];
    assert_eq!(counts(rounds), told(&[("Gamma Open", 0), ("Delta", 2)]));
}

#[test]
fn an_event_of_many_is_as_it_is_alone() {
    let pgn = |event: &str, date: &str, moves: &str| {
        format!(
            "[Event \"{event}\"]\n[Date \"{date}\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n{moves} *\n\n"
        )
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("writes");
        path
    };
    let chess960 = "[Event \"Freestyle\"]\n[Date \"2025.01.01\"]\n[White \"C\"]\n[Black \"D\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
        [FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n\n1. e4 e5 *\n\n";
    let one = path("one.pgn", pgn("Open", "2025.03.01", "1. e4 e5") + chess960);
    let two = path("two.pgn", pgn("Cup", "2025.04.01", "1. d4 d5"));
    let events = read_events(&[one.clone(), two.clone()]).expect("reads");
    let names: Vec<&str> = events.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names, ["Freestyle", "Open", "Cup"]);
    assert_eq!(events[0].collection.games.len(), 1, "alone it is no variant among others");
    assert_eq!(crate::read(&[one, two], None).expect("reads").games.len(), 2);
    let inputs: Vec<&str> = events[2].collection.inputs.iter().map(|input| input.name.as_str()).collect();
    assert_eq!((inputs.as_slice(), events[2].collection.games[0].input), (&["two.pgn"][..], 0));
}

#[test]
fn a_file_of_which_nothing_can_be_read_is_an_event_of_its_own() {
    let broken = |event: &str, input| Quarantined {
        input,
        game: 1,
        event: event.to_owned(),
        ..Quarantined::default()
    };
    let counts = |games: Vec<Game>, quarantine: Vec<Quarantined>| -> Vec<(String, usize, usize)> {
        let collection = Collection { games, quarantine, ..Collection::default() };
        let events = several_events(&collection);
        let count = |event: &OneEvent| {
            (event.name.clone(), event.collection.games.len(), event.collection.quarantine.len())
        };
        events.iter().map(count).collect()
    };
    let cup = || vec![game("Cup", "2025.01.01", 0, 1)];
    let named = |name: &str, games, broken| (name.to_owned(), games, broken);
    let found = counts(cup(), vec![broken("Tavreli Cup", 1), broken("Tavreli Cup", 2)]);
    assert_eq!(found, [named("Cup", 1, 0), named("Tavreli Cup", 0, 2)]);
    // Of the same event, or without a word of one, it stays with the others.
    assert_eq!(counts(cup(), vec![broken("Cup", 1), broken("?", 2)]), [named("Cup", 1, 2)]);
    // Nothing at all can be read.
    assert_eq!(counts(Vec::new(), vec![broken("Cup", 0)]), [named("", 0, 1)]);
}
