//! The opening book of an event: given, refused, used by screenings and full tests as the command uses it.

use datasets::book::{Book, Builder};

use super::full_tests::{self as tested, Given, direct, favoured};
use super::scripted::{both, finish, read};
use super::test_server::TestServer;
use crate::events::results;
use crate::jobs::full_tests;

/// A book of the first moves of some games, as if they had been played the year before.
pub(super) fn book(games: &str) -> (Book, Vec<u8>) {
    let mut builder = Builder::new(24);
    for game in &mut read(games).games {
        "2024.01.01".clone_into(&mut game.date);
        builder.game(game);
    }
    let book = builder.finish().expect("a book");
    let bytes = book.to_bytes().expect("bytes");
    (book, bytes)
}

#[test]
fn screenings_and_full_tests_use_the_book_as_the_command_does() {
    let server = TestServer::new();
    let (event, chief) = tested::event(&server, "chief");
    tested::set(&server, &chief, event, false, "60");
    let (quick, full) = (favoured(), favoured());
    let mut engines = both(&server, &quick, &full);
    finish(&mut engines);
    let screening = || {
        let found = server.read(|c| results::latest(c, event));
        found.expect("a result").screening
    };
    let without = screening();
    let (book, bytes) = book(tested::games());
    let path = format!("/events/{event}/book");
    server.upload(&chief, &path, "", ("../open <b>.book", &bytes)).leads();
    finish(&mut engines);
    let with = screening();
    let scored =
        |of: &analyzer::screening::Screening| of.players.iter().map(|player| player.scored).sum::<u32>();
    assert!(scored(&with) < scored(&without), "the first twelve moves were known");
    let input = with.manifest.inputs.iter().find(|input| input.name == "opening.book");
    assert_eq!(input.expect("an input").sha256, book.digest());
    let settings = server.get(&chief, &format!("/events/{event}/settings")).text();
    assert!(settings.contains("open &#60;b&#62;.book") && !settings.contains("<b>.book"), "{settings}");

    let job = tested::tested(&server, event, &chief, &mut engines);
    let made = server.read(|c| full_tests::test(c, event, job)).expect("a test");
    let given = Given { book: Some(&bytes), ..Given::default() };
    assert_eq!(made, direct(&favoured(), given).0, "every number, bit for bit");
    assert_ne!(made.manifest.digest, tested::example().0.manifest.digest);

    server.post(&chief, &format!("{path}/remove"), &[]).leads();
    finish(&mut engines);
    assert_eq!(screening(), without, "as it was before");
    assert_eq!((quick.most(), full.most()), (1, 1), "no position twice");
    assert_eq!(server.rows("event_input"), 1, "it is kept: results rest on it");
    let log = server.get(&chief, &format!("/events/{event}/audit")).text();
    assert!(log.contains("opening book given") && log.contains("opening book taken away"));
}
