//! Results as people meet them: which pages there are, what they hold, what is noted about who saw them.

use axum::http::StatusCode;
use reports::{Language, example};

use super::test_server::{Browser, TestServer, says};
use crate::accounts::roles::Role;
use crate::events::results;
use crate::store::audit::Place;

/// An event with the example's result, its chief arbiter, and the addresses of a player and a game.
fn populated() -> (TestServer, i64, Browser, [String; 2]) {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    let (screening, games) = (example::screening(), example::games());
    server.result(event, &screening, &games);
    let player = results::player_name(&screening.players[1]);
    let game = results::game_names(&screening, &games).swap_remove(0);
    let addresses = [format!("/events/{event}/players/{player}"), format!("/events/{event}/games/{game}")];
    (server, event, chief, addresses)
}

#[test]
fn every_link_of_the_pages_leads_to_a_page() {
    let (server, event, chief, _) = populated();
    let mut open = vec![format!("/events/{event}/results")];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(path) = open.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let page = server.get(&chief, &path);
        assert_eq!(page.status, StatusCode::OK, "{path}");
        if !page.header("content-type").starts_with("text/html") {
            continue;
        }
        let text = page.text();
        for link in text.split("href=\"").skip(1) {
            let link = link.split('"').next().unwrap_or_default().replace("&amp;", "&");
            let link = link.split('#').next().unwrap_or_default();
            if link.starts_with('?') {
                open.push(format!("{}{link}", path.split('?').next().unwrap_or_default()));
            } else if link.starts_with(&format!("/events/{event}/")) {
                open.push(link.to_owned());
            }
        }
    }
    let of = |part: &str| seen.iter().filter(|path| path.contains(part)).count();
    // Six players, each with the form for a case; four plies and three, each from both sides; 13 columns up and down; four files.
    assert_eq!((of("/players/"), of("?ply="), of("/export/")), (12, 14, 4), "{seen:?}");
    assert_eq!(of("players?sort="), 26, "{seen:?}");
}

#[test]
fn an_event_without_a_result_says_so() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    for path in ["results", "players", "compare"] {
        says(&server.page(&chief, &format!("/events/{event}/{path}")), &["There are no results yet."]);
    }
}

#[test]
fn what_was_seen_and_taken_out_is_noted_without_a_name() {
    let (server, event, chief, [player, game]) = populated();
    let arbiter = server.member_of(event, "arbiter", Role::Arbiter);
    server.page(&arbiter, &player);
    server.page(&arbiter, &format!("{game}?ply=2"));
    let name = player.rsplit('/').next().expect("a name");
    server.page(&arbiter, &format!("/events/{event}/compare?player={name}&and={name}"));
    // An arbiter sees, and takes nothing out; nothing is noted about what was not shown.
    for path in ["export/players.csv", "export/everything", "players/nobody", "games/none"] {
        server.get(&arbiter, &format!("/events/{event}/{path}")).has_status(StatusCode::NOT_FOUND);
    }
    server.get(&chief, &format!("{game}?ply=5")).has_status(StatusCode::NOT_FOUND);
    server.get(&chief, &format!("{game}?ply=x")).has_status(StatusCode::NOT_FOUND);
    server.page(&chief, &format!("/events/{event}/export/players.csv"));
    let log = server.log(Some(Place::Event(event)));
    let seen: Vec<_> = log
        .iter()
        .skip(3)
        .map(|entry| (entry.action.as_str(), entry.subject.as_str(), entry.detail.as_str()))
        .map(|(action, subject, detail)| (action, subject, detail.split(", sha256 ").next().unwrap_or("")))
        .collect();
    assert_eq!(
        seen,
        [
            ("saw", "/events/{event}/players/{player}", "result 1, player 2"),
            ("saw", "/events/{event}/games/{game}", "result 1, game 1"),
            ("saw", "/events/{event}/compare", "result 1, players 2 and 2"),
            ("exported", "result 1", "players.csv"),
            ("saw", "/events/{event}/export/{export}", ""),
        ]
    );
}

#[test]
fn files_are_those_of_the_program_and_never_open_as_a_page() {
    let (server, event, chief, _) = populated();
    let (s, games) = (example::screening(), example::games());
    let decisions = reports::decisions_table(&s, &games).expect("a table").csv();
    for (file, whole) in [
        ("screening.json", reports::json(&s).expect("JSON").into_bytes()),
        ("players.csv", reports::players_table(&s).csv().expect("CSV")),
        ("decisions.csv", decisions.expect("CSV")),
        ("sheet.html", reports::html(&s, &games, Language::ENGLISH).expect("a page").into_bytes()),
    ] {
        let answer = server.get(&chief, &format!("/events/{event}/export/{file}"));
        assert_eq!(answer.status, StatusCode::OK, "{file}");
        assert_eq!(answer.body, whole, "{file}");
        let name = format!("attachment; filename=\"event-{event}-{file}\"");
        assert_eq!(answer.header("content-disposition"), name);
        assert!(!answer.header("content-type").contains("html"), "{file}");
    }
}

#[test]
fn a_newer_result_is_shown_at_once_and_the_addresses_stay() {
    let (server, event, chief, [player, game]) = populated();
    assert!(server.page(&chief, &player).contains("65.6"));
    let (mut screening, games) = (example::screening(), example::games());
    screening.manifest.digest = "8".repeat(64);
    // Somebody comes in before, and the index has changed.
    screening.players[1].roi = Some(61.5);
    let mut newcomer = screening.players[5].clone();
    newcomer.name = "Newcomer".to_owned();
    screening.players.insert(0, newcomer);
    let mut moved = games.clone();
    for game in &mut moved {
        game.white += 1;
        game.black += 1;
    }
    server.result(event, &screening, &moved);
    let page = server.page(&chief, &player);
    assert!(page.contains("61.5") && !page.contains("65.6"));
    server.page(&chief, &game);
    let overview = server.page(&chief, &format!("/events/{event}/results"));
    assert!(overview.contains("Results before this one"));
    assert_eq!(overview.matches("2026-10-28 09:30:00 UTC").count(), 2, "this one and the one before");
}
