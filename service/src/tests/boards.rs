//! The boards of the round beside the hints, and the games of an event as one file.

use std::fs;

use axum::http::StatusCode;

use super::following::followed;
use super::test_server::{GAMES, TestServer, lacks, says};
use crate::accounts::roles::Role;
use crate::events::live::follower::Follower;
use crate::events::{self, boards};

/// Five boards of a source, as [`boards`] tests them one by one.
fn round() -> String {
    let game = |board: u32, white: &str, moves: &str| {
        format!(
            "[Event \"E\"]\n[Date \"2026.05.01\"]\n[Round \"1.{board}\"]\n[White \"{white}\"]\n[Black \"Black {board}\"]\n\n\
             {moves}\n\n"
        )
    };
    let cycle = "Nf3 Nf6 Ng1 Ng8 ";
    [
        game(1, "Birch, Anna", &(cycle.repeat(2) + "*")),
        game(2, "Oak, Boris", &(cycle.repeat(4) + "*")),
        game(3, "Elm, Clara", "1. e4 {[%clk 1:30:25]} e5 {[%clk 1:29:07]} 2. Nf3 {[%clk 1:28:00]} *"),
        game(4, "Ash, Dan", "1. e4 e5 2. Ke3 *"),
        game(5, "Fir, Eva", "1. e4 e5 1-0"),
    ]
    .concat()
}

#[test]
fn the_hints_page_shows_the_boards_with_what_an_arbiter_has_to_see_to() {
    let (server, chief, event, _) = followed(round(), "0");
    let mut follower = Follower::new(&server.app);
    follower.look_now().expect("looked");
    let left = [
        ("what", "left"),
        ("round", "1.3"),
        ("white", "Elm, Clara"),
        ("black", "Black 3"),
        ("side", "black"),
    ];
    server.post(&chief, &format!("/events/{event}/absences"), &left).leads();
    server.clock.advance(150);
    let page = server.page(&chief, &format!("/events/{event}/hints"));
    says(
        &page,
        &[
            "<h2>Waiting to be looked at</h2>",
            "There are no hints yet.",
            "Boards of the round",
            "As the source showed them at 2026-10-28 09:30:00 UTC.",
            "Round 1",
            "<b>1</b> <bdi>Birch, Anna</bdi>",
            "Third occurrence of the position: the player who has the move may claim a draw (Laws 9.2).",
            "Fifth occurrence of a position: the game is over (Laws 9.6.1).",
            "last move 2. Nf3 · clocks 1:28:00 / 1:29:07",
            "Black 3 has been away from the board for 2 min.",
            "The moves of the source cannot be read from here on.",
            "1-0 in move 1",
        ],
    );
    let at = |text: &str| page.find(text).expect(text);
    assert!(at("Waiting to be looked at") < at("Boards of the round"), "the answer comes first");
    assert_eq!(page.matches("may claim a draw").count(), 1);
}

/// Counts, the list of events, and the PGN of a live event: as of one whose games were uploaded.
#[test]
fn a_live_event_shows_its_games_and_hands_them_out() {
    let (server, chief, event, place) = followed(round(), "0");
    let mut follower = Follower::new(&server.app);
    for _ in 0..2 {
        follower.look_now().expect("looked");
        server.clock.advance(10);
    }
    let page = format!("/events/{event}");
    says(
        &server.page(&chief, &page),
        &[
            "Games: 5 in = 4 that can be scored + 0 set aside + 1 quarantined.",
            "8 players",
            "The games come from",
            "All games as one PGN",
            "this move is not legal in the position",
        ],
    );
    lacks(&server.page(&chief, &page), &["Add games", "type=\"file\""]);
    says(&server.page(&chief, "/"), &["<td class=\"n\">5</td>"]);
    let summary = server.read(|c| events::summary(c, event));
    assert_eq!((summary.total(), summary.players, summary.boards.len()), (5, 8, 4));

    // The source goes on to the next round and shows nothing else; finished games stay.
    fs::write(&place, round().replace("Round \"1.", "Round \"2.").replace("1. e4 e5 1-0", "1. d4 d5 0-1"))
        .expect("written");
    for _ in 0..4 {
        follower.look_now().expect("looked");
        server.clock.advance(10);
    }
    let pgn = format!("/events/{event}/games.pgn");
    let games = |server: &TestServer| {
        let answer = server.get(&chief, &pgn);
        answer.has_status(StatusCode::OK);
        assert_eq!(answer.header("content-type"), "application/x-chess-pgn");
        assert!(answer.header("content-disposition").contains(&format!("event-{event}-games.pgn")));
        answer.text()
    };
    let written = games(&server);
    assert_eq!(written.matches("[Event ").count(), 6, "{written}");
    says(&written, &["[Round \"1.5\"]", "1. e4 e5 1-0", "1. d4 d5 0-1", "2. Ke3", "{[%clk 1:28:00]}"]);
    // Followed no longer, and nobody has looked since the start of the server.
    server.post(&chief, &format!("/events/{event}/source/stop"), &[]).leads();
    drop(follower);
    let server = server.restarted();
    assert_eq!(games(&server), written);
    let arbiter = server.member_of(event, "arbiter", Role::Arbiter);
    server.get(&arbiter, &pgn).has_status(StatusCode::NOT_FOUND);
    let log = server.log(None);
    assert_eq!(log.iter().filter(|entry| entry.action == "exported").count(), 2);
}

#[test]
fn uploaded_games_come_out_as_one_file_with_nothing_left_out() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let more = "[Event \"Spring Open\"]\n[Date \"2026.03.03\"]\n[Round \"3\"]\n[White \"Ash, Dan\"]\n[Black \"Birch, Anna\"]\n\
                [Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n";
    let file = format!("{GAMES}{more}");
    server.upload(&chief, &format!("/events/{event}/files"), "", ("more.pgn", file.as_bytes())).leads();
    says(&server.page(&chief, &format!("/events/{event}")), &["All games as one PGN", "copies once"]);
    let answer = server.get(&chief, &format!("/events/{event}/games.pgn"));
    answer.has_status(StatusCode::OK);
    let text = answer.text();
    // Two scored games once, the one without moves once, and both times the broken one, which nothing can compare.
    assert_eq!(text.matches("[Event ").count(), 5, "{text}");
    says(
        &text,
        &["1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0", "1. d4 d5 1/2-1/2", "[White \"Elm, Clara\"]", "2. Ke3 0-1"],
    );
    let summary = server.read(|c| events::summary(c, event));
    assert!(!summary.boards.is_empty() && summary.boards.iter().all(|board: &boards::Board| board.over));
}
