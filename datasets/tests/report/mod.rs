//! A tournament report that agrees with some games, for tests: players by rating, games without moves as forfeits.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use datasets::{Collection, GameResult, Roster, Unscored, round_of};

pub(crate) fn report(collection: &Collection, roster: &Roster, name: &str) -> String {
    let games = collection.games.iter().zip(&roster.games);
    let games = games.map(|(game, &people)| (&game.round, people, game.result, !game.moves.is_empty()));
    let aside = collection.unscored.iter().zip(&roster.unscored);
    let aside = aside.filter(|(game, _)| game.reason != Unscored::Duplicate);
    let aside = aside.filter_map(|(game, &people)| {
        Some((&game.round, (people.0?, people.1?), game.result, game.plies > 0))
    });
    let mut rounds: BTreeMap<usize, BTreeMap<u16, (usize, char, char)>> = BTreeMap::new();
    for (round, (white, black), result, has_moves) in games.chain(aside) {
        let Some(round) = round_of(round) else { continue };
        let [first, second] = match (result, has_moves) {
            (GameResult::White, true) => ['1', '0'],
            (GameResult::Black, true) => ['0', '1'],
            (GameResult::White, false) => ['+', '-'],
            (GameResult::Black, false) => ['-', '+'],
            (GameResult::Draw, _) => ['=', '='],
            (GameResult::Unknown, _) => [' ', ' '],
        };
        rounds.entry(white).or_default().insert(round, (black, 'w', first));
        rounds.entry(black).or_default().insert(round, (white, 'b', second));
    }
    let mut order: Vec<usize> = rounds.keys().copied().collect();
    order.sort_by_key(|&person| {
        (Reverse(roster.people[person].rating), roster.people[person].name.to_lowercase().replace(',', ""))
    });
    let number = |person: usize| 1 + order.iter().position(|&other| other == person).unwrap_or_default();
    let days = collection.games.iter().map(|game| game.date.replace('.', "/"));
    let (first, last) = (days.clone().min().unwrap_or_default(), days.max().unwrap_or_default());
    let players = order.len();
    let rated = order.iter().filter(|&&person| roster.people[person].rating.is_some()).count();
    let mut lines = vec![
        format!("012 {name}\r\n022\r\n032\r\n042 {first}\r\n052 {last}\r\n062 {players}\r\n072 {rated}"),
        "082 0\r\n092\r\n102\r\n112\r\n122\r\n132".to_owned(),
    ];
    for &person in &order {
        let (own, person) = (&rounds[&person], &roster.people[person]);
        let points: usize =
            own.values().map(|(_, _, sign)| "=1+".find(*sign).map_or(0, |at| 1 + at.min(1))).sum();
        let mut line = format!(
            "001 {:>4}      {:<33.33} {:>4}     {:>11}            {:>4}     ",
            lines.len() - 1,
            person.name,
            person.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            person.fide_id.map(|id| id.to_string()).unwrap_or_default(),
            format!("{}.{}", points / 2, points % 2 * 5),
        );
        for round in 1..=own.keys().next_back().copied().unwrap_or_default() {
            let game = match own.get(&round) {
                Some((opponent, colour, sign)) => format!("  {:>4} {colour} {sign}", number(*opponent)),
                None => " ".repeat(10),
            };
            line.push_str(&game);
        }
        lines.push(line);
    }
    lines.push(String::new());
    lines.join("\r\n")
}
