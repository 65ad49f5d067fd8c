//! Games that an arbiter accepts up to an illegal move that stood, on the page of the event.

use pipeline::EventCircumstances;

use super::circumstances::state;
use super::full_tests::favoured;
use super::programs::token;
use super::scripted::{both, finish};
use super::test_server::{TestServer, lacks, refused, says};
use crate::accounts::roles::Role;
use crate::events::results;

/// Four games of which two hold an illegal move that stood, and one breaks elsewhere.
fn with_illegal_moves() -> String {
    let game = |round: &str, white: &str, black: &str, moves: &str| {
        format!(
            "[Event \"Open\"]\n[Date \"2026.03.01\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    game("1.1", "Birch, Anna", "Oak, Boris", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. Bc4 d6")
        + &game("1.2", "Elm, Clara", "Ash, Dan", "1. e4 e5 2. d3 Bb4+ 3. Nc3 Nf6 4. Nd5 O-O")
        + &game("1.3", "Yew, Eve", "Fir, Gil", "1. e4 e5 2. Nf3 {never closed")
        + &game("2.1", "Birch, Anna", "Elm, Clara", "1. d4 d5 2. c4 e6 3. Nc3 Nf6")
}

/// The form beside the quarantine: a named arbiter accepts a game up to its illegal move, every page and document says so, and
/// taking the name out takes the game back. The other circumstances stay as they were.
#[test]
fn an_arbiter_accepts_a_game_up_to_an_illegal_move() {
    let server = TestServer::new();
    let (event, chief) = server.event_of("chief", "Open", ("games.pgn", &with_illegal_moves()));
    state(&server, &chief, event, &[("mode", "over_the_board"), ("place", "Batumi")]);
    let quick = favoured();
    let mut engines = both(&server, &quick, &favoured());
    finish(&mut engines);
    let newest = || server.read(|c| results::latest(c, event)).expect("a result").screening;
    let before = newest();
    assert_eq!((before.event.games_scored, before.event.games_quarantined), (1, 3));
    let room = format!("/events/{event}");
    let page = || server.page(&chief, &room);
    says(&page(), &["Games: 4 in = 1 that can be scored + 0 set aside + 3 quarantined.", "3... a6</bdi>"]);
    assert_eq!(page().matches("name=\"accepted_arbiter\"").count(), 2, "only illegal moves");
    let accept = |arbiters: [&str; 2], word: &str| {
        let fields = [
            ("accepted_arbiter", arbiters[0]),
            ("accepted_white", "Birch, Anna"),
            ("accepted_black", "Oak, Boris"),
            ("accepted_round", "1.1"),
            ("accepted_game", ""),
            ("accepted_word", word),
            ("accepted_arbiter", arbiters[1]),
            ("accepted_white", "Yew, Eve"),
            ("accepted_black", "Fir, Gil"),
            ("accepted_round", "1.3"),
            ("accepted_game", ""),
            ("accepted_word", ""),
        ];
        server.post(&chief, &format!("{room}/accepted"), &fields)
    };
    // Another word, another defect, a name that is no line: refused, and what was written is still there.
    let other = accept(["Roe, Jane", ""], "b6");
    refused(&other, "Birch, Anna – Oak, Boris");
    says(&other.text(), &["cannot be accepted up to an illegal move", "value=\"Roe, Jane\""]);
    refused(&accept(["", "Roe, Jane"], "a6"), "Yew, Eve – Fir, Gil");
    refused(&accept(["\u{202e}Roe", ""], "a6"), "Name of the arbiter who accepts it");
    refused(&server.post(&chief, &format!("{room}/accepted"), &[("accepted_arbiter", "Roe")]), "out of date");
    assert_eq!(server.rows("event_circumstances"), 1, "nothing was saved");
    for _ in 0..2 {
        assert_eq!(accept(["Roe, Jane", ""], "a6").leads(), format!("{room}#accepted"));
    }
    assert_eq!(server.rows("event_circumstances"), 2, "the same again is no change");
    finish(&mut engines);
    let after = newest();
    assert_eq!((after.event.games_scored, after.event.games_quarantined), (2, 2));
    let [entry] = &after.event.accepted[..] else { panic!("{:?}", after.event.accepted) };
    assert_eq!((entry.stood.numbered().as_str(), entry.stood.arbiter.as_str()), ("3... a6", "Roe, Jane"));
    assert_ne!(after.manifest.digest, before.manifest.digest);
    says(
        &page(),
        &[
            "Games: 4 in = 2 that can be scored + 0 set aside + 2 quarantined.",
            "up to 3... a6, on the word of Roe, Jane",
            "value=\"Roe, Jane\"",
        ],
    );
    let officer = server.member_of(event, "officer", Role::FairPlayOfficer);
    let seen = server.page(&officer, &room);
    says(&seen, &["up to 3... a6, on the word of Roe, Jane"]);
    lacks(&seen, &["accepted_arbiter"]);
    says(
        &server.page(&chief, &format!("{room}/hints")),
        &["One game is scored up to an illegal move that stood"],
    );
    let reads = token(&server, &chief, event, &["read_results"]);
    let facts = server.api(&reads, "GET", &format!("/api/v1{room}"), "").json();
    assert_eq!(
        (&facts["accepted"][0]["arbiter"], &facts["accepted"][0]["ply"]),
        (&"Roe, Jane".into(), &5.into())
    );
    assert_eq!(facts["games"]["quarantined"], 2);
    let file = server.get(&chief, &format!("{room}/circumstances.toml")).text();
    let stated = EventCircumstances::parse(&file).expect("the command reads it");
    assert_eq!(stated.accepted_games[0].word.as_deref(), Some("a6"));
    // The other form keeps it, the log names nobody, and a file that brings another such game takes the effect and says so.
    state(&server, &chief, event, &[("mode", "over_the_board"), ("place", "Kutaisi")]);
    finish(&mut engines);
    assert_eq!(newest().event.accepted.len(), 1);
    lacks(&server.page(&chief, &format!("{room}/audit")), &["Roe, Jane"]);
    assert_eq!(accept(["", ""], "a6").leads(), format!("{room}#accepted"));
    finish(&mut engines);
    assert_eq!(newest().manifest.digest, before.manifest.digest, "as it was before");
    assert_eq!(accept(["Roe, Jane", ""], "a6").leads(), format!("{room}#accepted"));
    let twice =
        with_illegal_moves().replace("1. e4 e5 2. Qh5", "1. e4 e6 2. d4 d5 3. Qh5").replace("1.2", "1.9");
    server.upload(&chief, &format!("{room}/files"), "", ("more.pgn", twice.as_bytes())).leads();
    says(&page(), &["The word for it has no effect:", "Birch, Anna – Oak, Boris"]);
    finish(&mut engines);
    assert_eq!(newest().event.accepted.len(), 0);
}
