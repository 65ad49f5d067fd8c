use super::*;
use crate::clocks::time_class::TimeClass;
use crate::tournament::corpus::facts::{Conditions, LeftOut, Scale};
use crate::tournament::venue::Venue;

/// Games from lines `event | site | date | white | black | rating of both | opening move count`; the moves follow from
/// the last field, so equal fields give equal games.
fn collection(lines: &[&str]) -> Collection {
    use std::fmt::Write as _;
    let mut text = String::new();
    for line in lines {
        let field: Vec<&str> = line.split('|').map(str::trim).collect();
        let [event, site, date, white, black, rating, kind] = field[..] else { panic!("{line}") };
        writeln!(
            text,
            "[Event \"{event}\"]\n[Site \"{site}\"]\n[Date \"{date}\"]\n[Round \"1\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"1/2-1/2\"]\n[WhiteElo \"{rating}\"]\n[BlackElo \"{rating}\"]\n\n{} 1/2-1/2\n",
            moves(kind.parse().expect("a number"))
        )
        .expect("writes");
    }
    let entries = crate::pgn::entries(&mut text.as_bytes()).expect("reads");
    let mut collection = Collection::default();
    for entry in entries {
        match entry {
            crate::Entry::Game(game) => collection.games.push(*game),
            other => panic!("{other:?}"),
        }
    }
    collection
}

/// A game of 30 plies: two pawn moves tell the games apart, then knights go out and home.
fn moves(kind: usize) -> String {
    let pawn = |k: usize, ranks: [char; 2]| {
        let file = char::from(b'a' + u8::try_from(k / 2 % 7).expect("a file"));
        format!("{file}{}", ranks[k % 2])
    };
    // The h-file stays free for the knights.
    let knights = "Nh3 Nh6 Ng1 Ng8 ".repeat(7);
    format!("{} {} {knights}", pawn(kind % 14, ['3', '4']), pawn(kind / 14, ['6', '5']))
}

/// A round robin of the players, one game a day from the first of a month on; `from` is the kind of the first game.
fn round_robin(
    event: &str,
    site: &str,
    month: &str,
    players: &[&str],
    rating: u16,
    from: usize,
) -> Vec<String> {
    let mut lines = Vec::new();
    for (place, white) in players.iter().enumerate() {
        for black in &players[place + 1..] {
            let day = lines.len() + 1;
            lines.push(format!(
                "{event}|{site}|{month}.{day:02}|{white}|{black}|{rating}|{}",
                from + lines.len()
            ));
        }
    }
    lines
}

fn corpus(lines: &[String]) -> Corpus {
    Corpus::new(collection(&lines.iter().map(String::as_str).collect::<Vec<_>>()))
}

const STANDARD: Conditions = Conditions { venue: Venue::OverTheBoard, class: TimeClass::Standard };
const FIVE: [&str; 5] = ["Alder, A", "Birch, B", "Cedar, C", "Elm, E", "Fir, F"];

#[test]
fn one_name_in_three_places_is_three_tournaments() {
    let mut lines = round_robin("Open", "Arco ITA", "2006.01", &FIVE, 2300, 0);
    lines.extend(round_robin("Open", "Bratto ITA", "2006.08", &["Oak, O", "Pine, P", "Rowan, R"], 2300, 20));
    lines.extend(round_robin("Open", "Arco ITA", "2007.01", &FIVE, 2300, 40));
    let found = corpus(&lines);
    let games: Vec<usize> = found.tournaments.iter().map(|t| t.collection.games.len()).collect();
    assert_eq!(games, [10, 3, 10]);
    assert_eq!(found.people, 8);
    assert_eq!(found.tournaments[0].people, found.tournaments[2].people);
    // The first six bytes of SHA-256 of `name alder a` and `FIDE 1503014`, by another program.
    assert_eq!(person_number(None, "alder a"), 0xa00e_3d6d_6518);
    assert_eq!(person_number(Some(1_503_014), "any"), 0x40f4_e6fd_2862);
    let alone = corpus(&round_robin("Open", "Arco ITA", "2007.01", &FIVE, 2300, 40));
    assert_eq!(alone.tournaments[0].people, found.tournaments[2].people, "whoever else is there");
}

#[test]
fn a_league_in_two_places_is_one_tournament() {
    let mut lines = round_robin("League", "Speyer GER", "2019.10", &FIVE, 2400, 0);
    lines.extend(round_robin("League", "Lingen GER", "2019.11", &FIVE, 2400, 20));
    let found = corpus(&lines);
    assert_eq!(found.tournaments.len(), 1);
    assert_eq!(found.tournaments[0].places.len(), 2);
    assert_eq!(found.tournaments[0].collection.games.len(), 20);
}

#[test]
fn the_same_games_under_another_name_and_a_year_later_are_the_same_tournament() {
    let mut lines = round_robin("46. Memorial Open A", "La Habana CUB", "2010.05", &FIVE, 2300, 0);
    // Three of its games stand there too.
    lines.extend(round_robin("La Habana CUB, 46. Open-A", "?", "2011.05", &FIVE, 2300, 7));
    let found = corpus(&lines);
    assert_eq!(found.tournaments.len(), 1);
    let one = &found.tournaments[0];
    assert_eq!((one.names.len(), one.collection.games.len(), found.duplicates.len()), (2, 17, 3));
    // Games counted once are the games of either collection.
    assert_eq!(one.collection.games.len() + found.duplicates.len(), lines.len());
    // Two equal games may be a slip.
    let mut lines = round_robin("Open", "Arco ITA", "2010.05", &FIVE, 2300, 0);
    lines.extend(round_robin("Cup", "Bratto ITA", "2010.05", &FIVE, 2300, 8));
    let found = corpus(&lines);
    assert_eq!((found.tournaments.len(), found.duplicates.len()), (2, 2));
}

#[test]
fn tie_breaks_and_days_of_many_games_are_set_aside() {
    let mut lines = round_robin("Cup", "Baku AZE", "2015.09", &FIVE, 2600, 0);
    lines.push("Cup|Baku AZE|2015.09.20|Alder, A|Birch, B|2600|30".to_owned());
    lines.push("Cup|Baku AZE|2015.09.20|Birch, B|Alder, A|2600|31".to_owned());
    let found = corpus(&lines);
    let cup = &found.tournaments[0];
    assert_eq!((cup.collection.games.len(), cup.too_many_a_day), (10, 2));
    assert_eq!(cup.facts.class.value, Some(TimeClass::Standard));
    // All on one day: nobody plays four standard games a day.
    let fast: Vec<String> = round_robin("Cup", "Baku AZE", "2015.09", &FIVE, 2600, 0)
        .into_iter()
        .map(|line| {
            let day = line.split('|').nth(2).expect("a date").to_owned();
            line.replace(&day, "2015.09.01")
        })
        .collect();
    let found = corpus(&fast);
    assert_eq!(found.tournaments[0].facts.class.value, None);
    assert_eq!(found.tournaments[0].facts.left_out(STANDARD), Some(LeftOut::ClassUnknown));
    // A rapid cup has many games a day, and all of them count.
    let rapid: Vec<String> = fast.iter().map(|line| line.replacen("Cup", "Rapid Cup", 1)).collect();
    let found = corpus(&rapid);
    let cup = &found.tournaments[0];
    assert_eq!((cup.collection.games.len(), cup.too_many_a_day), (10, 0));
    let wanted = Conditions { class: TimeClass::Rapid, ..STANDARD };
    assert_eq!(cup.facts.left_out(wanted), None);
    assert_eq!(cup.facts.left_out(STANDARD), Some(LeftOut::OtherClass));
}

#[test]
fn facts_come_with_their_evidence() {
    let facts = |event: &str, site: &str, month: &str, rating: u16| {
        corpus(&round_robin(event, site, month, &FIVE, rating, 0)).tournaments.remove(0).facts
    };
    let fide = facts("Open", "Arco ITA", "2019.01", 2200);
    assert_eq!((fide.venue.value, fide.scale.value), (Venue::OverTheBoard, Scale::Fide));
    assert_eq!((fide.venue.evidence.as_str(), fide.left_out(STANDARD)), ("the place Arco ITA", None));
    assert_eq!(facts("Open", "Arco ITA", "2024.03", 2200).scale.value, Scale::Fide2024);
    assert_eq!(facts("Open", "Arco ITA", "2024.02", 2200).scale.value, Scale::Fide);
    for (event, site) in
        [("Charity Cup Prelim", "chess24.com INT"), ("Online Cup", "Arco ITA"), ("Cup", "lichess.org INT")]
    {
        let found = facts(event, site, "2022.03", 2600);
        assert_eq!(found.venue.value, Venue::Online, "{event} {site}");
        assert_eq!(found.left_out(STANDARD), Some(LeftOut::OtherVenue));
        // Ratings without FIDE numbers may be the platform's own.
        assert_eq!(found.scale.value, Scale::Unknown, "{event} {site}");
    }
    assert_eq!(facts("Int Open", "Oslo NOR", "2013.01", 2300).venue.value, Venue::OverTheBoard);
    assert_eq!(facts("Open", "?", "2013.01", 2300).left_out(STANDARD), Some(LeftOut::VenueUnknown));
    assert_eq!(facts("Club", "London", "1998.01", 1500).scale.value, Scale::National);
    assert_eq!(facts("Rapid Cup", "Riga LAT", "2013.01", 2300).left_out(STANDARD), Some(LeftOut::OtherClass));
}

#[test]
fn the_sealed_part_is_a_sixth_and_follows_from_the_games_alone() {
    let sealed = (0..6_000_u64).filter(|identity| is_sealed(*identity)).count();
    // 1,000 expected, with a standard deviation of 29.
    assert!(sealed.abs_diff(1_000) < 120, "{sealed}");
    let lines = round_robin("Open", "Arco ITA", "2006.01", &FIVE, 2300, 0);
    let renamed: Vec<String> = lines.iter().map(|line| line.replace("Open", "It Open")).collect();
    let (one, other) = (corpus(&lines), corpus(&renamed));
    assert_eq!(one.tournaments[0].identity, other.tournaments[0].identity);
    assert_eq!(one.tournaments[0].sealed, other.tournaments[0].sealed);
}
