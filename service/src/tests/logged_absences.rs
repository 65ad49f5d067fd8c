//! The log of absences of an event in its full tests.

use axum::http::StatusCode;

use super::full_tests::{Given, HERO, direct, example, favoured, games, hero, opened, screened, tested};
use super::scripted::read;
use super::test_server::says;
use crate::events::absences::{self, Seat, Tap, What};
use crate::jobs::full_tests;
use crate::store::audit::{Actor, Place};

#[test]
fn logged_absences_are_in_the_test_as_if_the_command_had_read_them() {
    let (server, event, chief, mut engines) = screened();
    let collection = read(games());
    let seat = |who: &str, round: &str| {
        let played = |game: &&datasets::Game| {
            [&game.white.name, &game.black.name].contains(&&who.to_owned())
                && game.round.split('.').next() == Some(round)
        };
        let game = collection.games.iter().find(played).expect("a game");
        let other = if game.white.name == who { &game.black } else { &game.white };
        (round.to_owned(), who.to_owned(), other.name.clone())
    };
    let away = |(round, player, opponent): &(String, String, String), moves: [&str; 2]| {
        for (what, moves) in ["left", "back"].into_iter().zip(moves) {
            let names = [("round", &**round), ("player", player), ("opponent", opponent)];
            let fields = [&names[..], &[("what", what), ("moves", moves)]].concat();
            server.post(&chief, &format!("/events/{event}/absences"), &fields).leads();
        }
    };
    let (third, fifth) = (seat(HERO, "3"), seat(HERO, "5"));
    away(&third, ["12", "13"]);
    away(&fifth, ["14", "14"]);
    let another = collection.games.iter().map(|game| game.white.name.as_str());
    let another = another.into_iter().find(|name| *name != HERO && *name != third.2);
    let another = seat(another.expect("somebody else"), "4");
    away(&another, ["2", "4"]);

    let log = server.get(&chief, &format!("/events/{event}/absences/log.toml?player=Gormally%2C%20D"));
    let log = log.text();
    let job = tested(&server, event, &chief, &mut engines);
    let made = server.read(|c| full_tests::test(c, event, job)).expect("a test");
    let given = Given { log: Some(&log), ..Given::default() };
    let (direct, _) = direct(&favoured(), given);
    assert_eq!(&made, &direct, "every number, bit for bit");
    let found = made.absences.as_ref().expect("absences");
    assert_eq!(found.entries.len(), 2);
    assert!(found.after.decisions > 0 && found.others.decisions > 0);
    assert_eq!(made.player, example().0.player, "no number of the test itself rests on them");
    let beside = server.read(|c| full_tests::supplement(c, event, job)).expect("there");
    let input = beside.custody.inputs.last().expect("an input");
    assert_eq!((input.name.as_deref(), &input.sha256), (Some("absences.toml"), &found.sha256));
    // The bundle holds the log, and tells of nobody else's absences.
    let zip = server.get(&chief, &format!("/events/{event}/full-tests/{job}/bundle.zip")).body;
    assert_eq!(opened(&zip)["absences.toml"], log.as_bytes());
    assert!(log.contains(HERO) && !log.contains(&format!("player = \"{}\"", another.1)));
    let page = server.get(&chief, &hero(&server, event)).text();
    assert!(!page.contains("are not in the test"), "{page}");

    // What fits no game, or nobody, changes no number and is told.
    // A game that the round did not have, and a move that was not played before the game ended, are refused.
    // What was noted before these rules stays in the log, and is told.
    let noted = |round: &str, what, moves| {
        let (round, (_, player, opponent)) = (round.to_owned(), third.clone());
        let tap = Tap { what, seat: Seat { round, player, opponent }, moves, plies: None };
        server
            .write(move |c| Ok(absences::note(&c.at(Place::Event(event)).by(Actor::Person(1)), &tap).is_ok()))
    };
    assert!(noted("8.9", What::Left, 3) && noted("8.9", What::Back, 4));
    assert!(noted(&third.0, What::Left, 400) && noted(&third.0, What::Back, 401));
    for (round, moves, why) in [
        (&*third.0, "400", "The game ended before this move"),
        ("8.9", "3", "another opponent in this round"),
    ] {
        let tap =
            [("round", round), ("player", HERO), ("opponent", &third.2), ("what", "left"), ("moves", moves)];
        let page = server.post(&chief, &format!("/events/{event}/absences"), &tap);
        page.has_status(StatusCode::UNPROCESSABLE_ENTITY);
        says(&page.text(), &[HERO, why]);
    }
    away(&("3".to_owned(), "Nobody <b>".to_owned(), third.2.clone()), ["1", "2"]);
    let again = tested(&server, event, &chief, &mut engines);
    let second = server.read(|c| full_tests::test(c, event, again)).expect("a test");
    assert_eq!(second, made);
    let page = server.get(&chief, &hero(&server, event)).text();
    says(
        &page,
        &[
            "These absences of the player were noted and are not in the test",
            "Round 8.9, against",
            "left after move 400, back at move 402",
            "Nobody in these games has these names",
            "Nobody &#60;b&#62;",
        ],
    );
}
