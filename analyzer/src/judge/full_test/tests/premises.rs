//! The premises: the same test comes out of them, with names and without, and none that does not hold together is used.

use datasets::write_pgn;

use super::*;
use crate::judge::full_test::{Premises, PremisesError};

/// A test made again from nothing but games as PGN, premises and answers.
fn again(made: &Made, premises: &Premises, pgn: &str) -> FullTest {
    let entries = datasets::entries(&mut pgn.as_bytes()).expect("reads");
    let games = entries.into_iter().map(|entry| match entry {
        datasets::Entry::Game(game) => *game,
        other => panic!("{other:?}"),
    });
    let rebuilt = premises.rebuild(games.collect()).expect("holds together");
    let event = Event {
        collection: &rebuilt.collection,
        roster: &rebuilt.roster,
        plans: &rebuilt.plans,
        facts: &rebuilt.facts,
        ratings: &rebuilt.ratings,
        rating_lists: premises.rating_lists.as_ref(),
        left: rebuilt.left.as_deref(),
        field: premises.field,
        ..made.event()
    };
    let screened = crate::screen(&event).expect("screens");
    let asked = TestRequest { levels: &premises.levels, ..asked(premises.player) };
    full_test(&event, &screened, &asked).expect("tests")
}

fn premises(made: &Made, person: usize) -> Premises {
    Premises::new(&made.event(), &asked(person))
}

#[test]
fn the_same_test_comes_out_of_the_premises() {
    let made = made();
    let test = made.tested(3);
    let pgn = write_pgn(&made.collection.games, |_| None);
    let premises = premises(&made, 3);
    let text = serde_json::to_string(&premises).expect("writes");
    let read: Premises = serde_json::from_str(&text).expect("reads");
    assert_eq!(read, premises);
    let found = again(&made, &read, &pgn);
    assert_eq!(found.manifest.digest, test.manifest.digest);
    assert_eq!((found.player, found.games), (test.player, test.games));
}

#[test]
fn without_names_the_numbers_are_the_same() {
    let made = made();
    let mut test = made.tested(3);
    let premises = premises(&made, 3);
    let without = premises.without_names().expect("holds together");
    // In the games only those who meet the player have to be told apart; here everybody is one to the reader.
    let player = made.roster.people[3].name.clone();
    let pgn = write_pgn(&made.collection.games, |side| (side.name != player).then(|| "Somebody".to_owned()));
    let pgn = pgn.replace(
        "[White \"Somebody\"]\n[Black \"Somebody\"]",
        "[White \"Somebody\"]\n[Black \"Somebody else\"]",
    );
    let found = again(&made, &without, &pgn);
    assert_eq!(found.manifest.digest, test.manifest.digest);
    assert_eq!(found.player, test.player);
    without.name(&mut test);
    assert_eq!(found.games, test.games);
    for (index, person) in without.people.iter().enumerate() {
        let original = &premises.people[index];
        assert_eq!(person.rating, original.rating);
        if index == 3 {
            assert_eq!(person, original);
        } else {
            assert!(person.name.starts_with("Opponent ") && person.fide_id.is_none());
        }
    }
    // The first game's White is met first; names are given once each.
    let first = premises.games[0].white;
    assert!(first == 3 || without.people[first].name == "Opponent 1");
    let names: std::collections::BTreeSet<&str> = without.people.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names.len(), without.people.len());
}

#[test]
fn a_rating_that_was_changed_gives_another_digest() {
    let made = made();
    let test = made.tested(3);
    let pgn = write_pgn(&made.collection.games, |_| None);
    let mut premises = premises(&made, 3);
    premises.people[3].rating = premises.people[3].rating.map(|rating| rating + 1);
    assert_ne!(again(&made, &premises, &pgn).manifest.digest, test.manifest.digest);
}

#[test]
fn premises_that_do_not_hold_together_are_refused() {
    let made = made();
    let whole = premises(&made, 3);
    let games = || made.collection.games.clone();
    let refused = |change: fn(&mut Premises)| {
        let mut premises = whole.clone();
        change(&mut premises);
        premises.rebuild(games()).expect_err("refused")
    };
    let people = whole.people.len();
    let none = |of, person| PremisesError::NoPerson { of, person, people };
    assert_eq!(refused(|p| p.player = 99), none("the test", 99));
    assert_eq!(refused(|p| p.games[2].black = 10), none("a game", 10));
    assert_eq!(
        refused(|p| p.games.truncate(4)),
        PremisesError::Games { expected: 4, found: made.collection.games.len() }
    );
    assert_eq!(
        refused(|p| p.games[0].left = Some(datasets::book::BookExit::At(9))),
        PremisesError::Book { said: 1, games: made.collection.games.len() }
    );
    assert_eq!(refused(|p| p.quarantined = u32::MAX), PremisesError::Quarantined(u32::MAX));
    assert!(matches!(refused(|p| p.schema.push('0')), PremisesError::Schema(_)));
    assert!(whole.rebuild(games()).is_ok());
    // Ratings and a title are everybody's own; a field that is not known is refused when reading.
    let text = serde_json::to_string(&whole).expect("writes");
    assert!(serde_json::from_str::<Premises>(&text.replacen('{', "{\"more\":1,", 1)).is_err());
}

/// A dossier made under an earlier edition of the rules is verified by what that edition said; its numbers are made again.
#[test]
fn what_another_edition_of_the_rules_said_stays() {
    let made = made();
    let test = made.tested(3);
    let mut earlier = test.clone();
    let rules = earlier.rules.as_mut().expect("the player has a z");
    rules.edition = 1;
    rules.statements.truncate(3);
    rules.reading.ipr = None;
    earlier.manifest.digest = earlier.digest().expect("writes");
    assert!(
        !serde_json::to_string(&earlier.rules).expect("writes").contains("edition"),
        "as it was written then"
    );
    let mut found = made.tested(3);
    found.take_beside(&earlier).expect("writes");
    assert_eq!(found.manifest.digest, earlier.manifest.digest);
    // Of the same edition nothing is taken over.
    earlier.rules.as_mut().expect("the player has a z").edition = test.rules.as_ref().expect("a z").edition;
    let mut found = made.tested(3);
    found.take_beside(&earlier).expect("writes");
    assert_eq!(found.rules, test.rules);
}

#[test]
fn of_all_ipr_the_one_whose_range_begins_highest_is_held_to_the_rating() {
    let at = |low: f64| Equated {
        value: RatingEstimate::At(low + 200.0),
        low: RatingEstimate::At(low),
        high: RatingEstimate::At(low + 400.0),
        decisions: 200,
    };
    let iprs = Iprs {
        intrinsic: None,
        record: Some(at(2331.0)),
        depth_aware: Some(at(2405.0)),
        missing: Vec::new(),
    };
    let highest = iprs.highest(2400).expect("one");
    assert_eq!(
        (highest.low, highest.value, highest.rating),
        (RatingEstimate::At(2405.0), RatingEstimate::At(2605.0), 2400)
    );
    assert!(!highest.reaches_rating(), "one of them is above the rating");
    let iprs = Iprs { depth_aware: None, ..iprs };
    assert!(iprs.highest(2400).expect("one").reaches_rating());
    assert_eq!(Iprs { record: None, ..iprs }.highest(2400), None);
}
